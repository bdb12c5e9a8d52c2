package dialect

import (
	"strings"
	"testing"

	"coldstart/model"
)

// wayOf spells a way as the tables do.
func wayOf(w model.Way) string {
	switch w.Kind {
	case model.WayPlain:
		return ""
	case model.WayStatus:
		return "status " + w.Word
	case model.WayUnclear:
		return "?"
	}
	return w.Kind.String() + " " + w.Path
}

// ways is what people wrote below a request, and how it wants a yes and a no. It was written before
// the reader was.
var ways = []struct{ text, yes, no string }{
	// Nothing is said, or just the folders.
	{"Please look at it.", "", ""},
	{"## To Approve\nMove this file to /Approved folder.\n\n## To Reject\nMove this file to /Rejected folder.", "", ""},
	{"- **To Approve & Execute**: Move this file to `/Approved/`\n- **To Reject & Halt**: Move this file to `/Rejected/`", "", ""},
	{"Move this file to `/Approved/` or to `/Rejected/`.", "", ""},
	{"Move to the Approved folder to approve, or to the Rejected folder to reject.", "", ""},
	{"2. Human moves it to Approved/ or Rejected/", "", ""},
	{"To approve: mv Pending_Approval/x.md Approved/", "", ""},
	{"To approve, move this file to ~/vault/Approved/.", "", ""},
	{"To approve: move it to /srv/ida/Vault/Approved", "", ""},
	{"Approve by moving this file into `vault/Approved`.", "", ""},
	{"| Approve | Move to `Approved/` |\n| Reject | Move to `Rejected/` |", "", ""},
	{"To approve: move this file to `Approved/x.md`", "", ""},
	{"## Instructions for Human Review\n> - Move this file to `/Approved/general/` to **execute**", "", ""},
	{"To reject: delete this file.", "", ""},

	// A folder below.
	{"## To Approve\nMove this file to `Approved/general/` folder", "folder Approved/general", ""},
	{"To approve: move this file to Approved/email", "folder Approved/email", ""},
	{"**To Approve:** move to `/Approved/finance/q1/`.", "folder Approved/finance/q1", ""},
	{"✅ **Approve:** drag the file into `vault/Approved/social/`\n❌ **Reject:** drag the file into `vault/Rejected/social/`", "folder Approved/social", "folder Rejected/social"},
	{"If approved: move to Approved/email/\nIf rejected: move to `Done/`", "folder Approved/email", "folder Done"},
	{"On approval, move this file to Approved/payments. On rejection, move it to Archive/.", "folder Approved/payments", "folder Archive"},
	{"Move this file to `Approved/general/` to approve, or `Rejected/general/` to reject.", "folder Approved/general", "folder Rejected/general"},
	{"### How to approve\n1. Read the draft\n2. Move this file from `Pending_Approval/general/` to `Approved/general/`\n3. Done", "folder Approved/general", ""},
	{"To approve: `mv Pending_Approval/x.md Approved/general/`", "folder Approved/general", ""},
	{"To approve: move this file to `~/notes/Approved/general`", "folder Approved/general", ""},
	{"To approve: move this file to `C:\\\\vault\\\\Approved\\\\general`", "folder Approved/general", ""},
	{"| Decision | How |\n|---|---|\n| Approve | Move to `Approved/email/` |\n| Reject | Move to `Done/` |", "folder Approved/email", "folder Done"},
	{"To approve → `Approved/general/`", "folder Approved/general", ""},
	{"You can approve this by moving it to Approved/general.", "folder Approved/general", ""},
	{"## Approval\nTo APPROVE:\n- Place this file in `Approved/general/`\nTo REJECT:\n- Place this file in `Rejected/general/`", "folder Approved/general", "folder Rejected/general"},
	{"## Next steps\n- Please move this file to Approved/hr/", "folder Approved/hr", ""},
	{"To deny, move the file to `Rejected/hr/`.", "", "folder Rejected/hr"},
	{"To approve: move to Approved/. This request belongs in `Approved/general/`: move it to `Approved/general/`.", "folder Approved/general", ""},
	{"[ ] Approve: move to `Approved/general/`", "folder Approved/general", ""},

	{"Human: move to Approved/linkedin/ when ready", "folder Approved/linkedin", ""},
	{"If you approve, move this file to `Approved/finance/`; otherwise move it to `Rejected/finance/`.", "folder Approved/finance", "folder Rejected/finance"},
	{"To approve: mv \"Pending_Approval/x.md\" \"Approved/general/x.md\"", "folder Approved/general", ""},

	// A file of its own.
	{"To approve: Create file `Approved/REQ_1_APPROVED.md`\nTo reject: Create file `Rejected/REQ_1_REJECTED.md`", "file Approved/REQ_1_APPROVED.md", "file Rejected/REQ_1_REJECTED.md"},
	{"## To Approve\n`touch Approved/REQ_1_APPROVED.md`", "file Approved/REQ_1_APPROVED.md", ""},
	{"To approve, add a file named `REQ_1_APPROVED.md` to the Approved folder.", "file Approved/REQ_1_APPROVED.md", ""},
	{"- **Approve:** create `vault/Approved/general/REQ_1_APPROVED.md`", "file Approved/general/REQ_1_APPROVED.md", ""},
	{"If approved, rename this file to `REQ_1_APPROVED.md` and move it to `Approved/`.", "file Approved/REQ_1_APPROVED.md", ""},
	{"Approve: `Approved/REQ_1_APPROVED.md`", "file Approved/REQ_1_APPROVED.md", ""},
	{"To approve: move this file to `Approved/REQ_1_APPROVED.md`", "file Approved/REQ_1_APPROVED.md", ""},

	// A word in the file.
	{"To **APPROVE** this action:\n2. Change STATUS above from \"PENDING\" to \"APPROVED\"\n3. Save this file", "status APPROVED", ""},
	{"To approve: set status to approved.\nTo reject: set status to rejected.", "status approved", "status rejected"},
	{"## To Approve\nEdit the `status` field to `approved` and save.", "status approved", ""},
	{"To approve, change `status: pending` to `status: approved`.", "status approved", ""},
	{"Update STATUS to APPROVED to approve, or to REJECTED to reject.", "status APPROVED", "status REJECTED"},
	{"- To approve: replace PENDING with APPROVED above", "status APPROVED", ""},
	{"Change the status to APPROVED or REJECTED and save the file.", "status APPROVED", "status REJECTED"},

	{"Approve by changing status to 'approved'", "status approved", ""},
	{"To decline, change status to declined.", "", "status declined"},

	// It wants something, and nobody here knows how.
	{"To approve: run `python approve.py 12`", "?", ""},
	{"To approve, reply YES to this mail.", "?", ""},
	{"## To Approve\nTick the box below.", "?", ""},
	{"To approve: move this file to `../Approved/x/`", "?", ""},
	{"To approve: move this file to `Approved/.hidden/`", "?", ""},
	{"To approve: move this file to `Signed_Off/`", "?", ""},
	{"To approve: create file `Approved/<name>_APPROVED.md`", "?", ""},
	{"To approve: create file `Approved/x.json`", "?", ""},
	{"To approve: rename this file to `x_APPROVED.md`", "?", ""},
	{"To approve: set `decision: yes` in the front matter", "?", ""},
	{"To approve: change the status to APPROVED and move this file to `Approved/`", "?", ""},
	{"To approve: move this file to `Approved/a/`.\n\n## To Approve\nMove this file to `Approved/b/`.", "?", ""},
	{"To reject: move this file to `Trash/`", "", "?"},

	{"To approve - check the box and save:\n- [ ] Approved", "?", ""},
	{"To approve: add `approved: true` to the front matter.", "?", ""},
	{"Change status to `approved` in the front matter and move to `/Approved/` folder", "?", ""},
	{"To approve: create an empty file `Approved/x.approved`", "?", ""},
	{"To reject: move this file to `Approved/trash/`", "", "?"},

	// One of several is enough.
	{"To approve: reply with \"approved\" or move the file to `Approved/`", "", ""},
	{"To approve or reject, move this file to Approved/a/ or Rejected/a/", "folder Approved/a", "folder Rejected/a"},
	{"To approve: change the status to APPROVED, or move this file to `Approved/`.", "", ""},
	{"To approve: move this file to `Approved/`, or run `python approve.py 12`", "", ""},
	{"To approve: move this file to `Approved/general/`.\nThen run `python orchestrator.py`.", "folder Approved/general", ""},

	{"## How to respond\n**Approve:** Move this file to `Approved/general/`\n**Reject:** Move this file to `Rejected/`\n**Edit:** Change the draft above", "folder Approved/general", ""},
	{"**Action required:** move this file to **Approved/general** to approve or **Rejected/general** to reject", "folder Approved/general", "folder Rejected/general"},
	{"To approve this post, please drag it to the `Approved/linkedin` folder.", "folder Approved/linkedin", ""},
	{"*To approve, move to Approved/general/*", "folder Approved/general", ""},
	{"1. ✅ To approve: Save a copy as `Approved/REQ_1_APPROVED.md`", "file Approved/REQ_1_APPROVED.md", ""},
	{"To accept: Set **Status** to \"Approved\".", "status Approved", ""},
	{"## To Approve\nChange `status: pending` → `status: approved` in the front matter above.", "status approved", ""},

	// No instruction.
	{"## Original Content\nTo approve: move this file to `Approved/general/`", "", ""},
	{"## Email Content\nTo approve, move this file to `Approved/general/`.", "", ""},
	{"On Monday, Ida Roe wrote:\nTo approve: create file `Approved/x_APPROVED.md`", "", ""},
	{"```\nTo approve: move this file to `Approved/general/`\n```", "", ""},
	{"<!-- To approve: move this file to `Approved/general/` -->", "", ""},
	{"## Steps\n- [ ] Move this file to `Approved/general/`\n- [ ] Send it", "", ""},
	{"- [ ] If approved: send the answer", "", ""},
	{"If approved, the agent will move this file to `Approved/general/` and send it.", "", ""},
	{"After approval, move this file to Done/.", "", ""},
	{"On approval: create the invoice in the books.", "", ""},
	{"The file was moved to Approved/general/ by mistake.", "", ""},
	{"Do not move this file to `Approved/general/` yourself.", "", ""},
	{"To approve all of them, move the folder to `Approved/batch/`.", "", ""},
	{"To request changes: move this file to `Needs_Action/`.", "", ""},
	{"Move the old invoices to `Archive/2025/`.", "", ""},
	{"Move approved invoices to Approved/general/ every Monday.", "", ""},
	{"Status: the offer was approved by Ida.", "", ""},
	{"To approve: review the draft and check the price.", "", ""},
	{"To approve: make sure that the price is right.", "", ""},
	{"If approved, create an invoice and move the money to savings/.", "", ""},
	{"When approved, the file in Approved/general/ is picked up.", "", ""},
	{"Approve?", "", ""},
	{"To approve, drag this file into the /Approved folder. The agent will then create `Done/x.md` and move this file to Done/.", "", ""},
	{"Once approved, this file will be moved to Approved/general/", "", ""},
	{"- [ ] Approved\n- [ ] Rejected", "", ""},
	{"Set the price to 12.50 EUR and the status of the order to paid.", "", ""},
}

func TestHowARequestWantsToBeAnswered(t *testing.T) {
	t.Parallel()
	for _, tt := range ways {
		yes, no := ReadWays(Open(nil, "Pending_Approval/x.md", []byte("---\nstatus: pending\n---\n# Send the offer\n\n"+tt.text+"\n")))
		if wayOf(yes) != tt.yes || wayOf(no) != tt.no {
			t.Errorf("%s\n\tyes %q, want %q; no %q, want %q", tt.text, wayOf(yes), tt.yes, wayOf(no), tt.no)
		}
		for _, w := range []model.Way{yes, no} {
			if w.Kind != model.WayPlain && (w.Line < 6 || !strings.Contains(tt.text, strings.TrimSuffix(w.Said, "…"))) {
				t.Errorf("%s\n\tline %d says %q", tt.text, w.Line, w.Said)
			}
		}
	}
}
