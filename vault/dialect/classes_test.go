package dialect

import (
	"fmt"
	"strings"
	"testing"
)

// Each row is a case of a class of mistakes that was found in real vaults, with other names and other words than
// those: the truth was written before the reader ran.
type classCase struct {
	class, name, text string
	// want are "field: value".
	want []string
}

// asked returns what was read of one field.
func (c classCase) asked(field string) string {
	page := Open(nil, c.name, []byte(c.text))
	p, r := ReadPlan(page), ReadRequest(page)
	next := p.Next.Text
	return map[string]string{
		"kind": Classify(page).Kind.String(), "title": p.Title.Text, "summary": r.Summary.Text, "status": p.Status.State.String(), "word": p.Status.Word,
		"priority": p.Priority.Text, "urgency": r.Priority.Text, "steps": fmt.Sprint(len(p.Steps)), "done": fmt.Sprint(p.Ticked()), "next": next, "created": p.Created.Text,
		"asked": r.Created.Text, "target": r.Target.Text, "sender": r.Sender.Text, "action": r.Action.Text, "amount": r.Amount.Text, "due": r.Due.Text, "called": p.Called.Text,
		"needs": p.Needs.String(), "expires": r.Expires.Text, "keys": strings.Join(p.Keys, " "), "contests": fmt.Sprint(len(r.Contests)),
	}[field]
}

var classCases = []classCase{
	{"1 a heading inside a summary", "Plans/job_20260311_070000_plan.md", "# Plan: job_20260311_070000\n\n## Summary\n### Order new oars\n\n## Steps\n- [ ] Ask\n", []string{"title: Order new oars"}},
	{"1 with text below a name that says enough", "Plans/boat_repair_plan.md", "# Execution Plan: boat_repair\n\n## Task Summary\n# Something from a mail\n\n## Steps\n- [ ] Ask\n", []string{"title: boat repair"}},
	{"1 a section of its own is no title", "Plans/job_20260311_070000_plan.md", "# Plan: job_20260311_070000\n\n## Objective\n## Steps\n- [ ] Ask\n", []string{"title: job 20260311 070000 plan"}},
	{"2 a subject as a heading", "Pending_Approval/m-77.md", "# Message from Ida Roe <ida@club.example>\n## Subject: The key of the shed\n\nHello,\n", []string{"summary: The key of the shed", "sender: Ida Roe <ida@club.example>"}},
	{"2 a subject below what is pasted", "Plans/PLAN_19a4b2c3d4e5f607.md", "# Plan for 19a4b2c3d4e5f607.md\n\n## Original Message\n**From:** Ida\n**Subject:** Rent for May\n\nHi\n", []string{"title: Rent for May"}},
	{"2 without a subject", "Pending_Approval/m-78.md", "# Email from Ida Roe\n\nWe need two more chairs.\n", []string{"summary: Email from Ida Roe", "sender: Ida Roe"}},
	{"3 a key is no title", "Plans/PLAN_1.md", "# Reasoning Plan: type: email\n\nSource: Needs_Action/EMAIL_broken_pump.md\n\n- [ ] Ask\n", []string{"title: EMAIL broken pump"}},
	{"3 another name", "Plans/PLAN_2.md", "# Plan\n\n## Goal\nHandle the item.\n\n## Original Content\nsubject: Late swim\n\n## Steps\n- [ ] Ask\n", []string{"title: Handle the item.", "called: Late swim"}},
	{"4 plain lines", "Plans/PLAN_3.md", "# Plan: Hire a barge\n\nStatus: active\nPriority: **High**\nCreated: 2026-03-04\nApproval required: yes\n\n## Steps\n- [ ] Ask\n", []string{"priority: High", "created: 2026-03-04", "needs: yes", "status: Active"}},
	{"4 of a request", "Pending_Approval/barge.md", "# Hire a barge\n\n- Amount: €120\n- To: barge@quay.example\n- Due date: 2026-03-09\n- Expires: 2026-03-10\n", []string{"amount: €120", "target: barge@quay.example", "due: 2026-03-09", "expires: 2026-03-10"}},
	{"4 what is indented is about its step", "Plans/PLAN_4.md", "# Plan: Hire a barge\n\n## Steps\n- [ ] Pay\n  - Priority: high\n  Due: 2026-03-09\n- [ ] Sail\n", []string{"priority: ", "due: "}},
	{"4 a sentence is none", "Pending_Approval/note.md", "# Hire a barge\n\nPlease note the risk here: it may rain.\nhttps://quay.example\n", []string{"target: ", "amount: "}},
	{"4 two plain lines that differ", "Pending_Approval/two.md", "# Hire a barge\n\nTo: a@quay.example\nTo: b@quay.example\n", []string{"target: ", "contests: 1"}},
	{"5 a status elsewhere", "Plans/PLAN_5.md", "# Plan: Move the pier\n\n## Steps\n- [ ] Ask\n\n## Site\n### Server health\n**Status:** completed\n", []string{"status: Draft", "word: "}},
	{"5 below a heading of another subject", "Plans/PLAN_6.md", "# Plan: Move the pier\n\n## Steps\n- [ ] Ask\n\n## Budget check\nStatus: done\n", []string{"status: Draft"}},
	{"5 the plan's own below a heading", "Plans/PLAN_7.md", "# Plan: Move the pier\n\n## Steps\n- [ ] Ask\n\n### Execution tracking\n**Status:** in progress\n", []string{"status: Active"}},
	{"6 steps and more in one heading", "Plans/PLAN_8.md", "# Plan: Paint the hut\n\n## Steps and Dependencies\n1. Sand\n2. Paint\n\n## Milestones\n1. Dry by noon\n", []string{"steps: 2"}},
	{"6 boxes below a label for what is pasted", "Plans/PLAN_9.md", "# Plan: Paint the hut\n\n**Original message:**\n- [ ] Buy brushes, please\n\n## Action Steps\n1. Sand\n2. Paint\n", []string{"steps: 2", "next: Sand"}},
	{"7 a second list", "Plans/PLAN_10.md", "# Plan: Print the flyer\n\n## Implementation Steps\n### Day 1\n1. Write\n### Day 2\n2. Print\n\n## Suggested Next Steps\n1. Hang it up\n2. Count\n", []string{"steps: 2"}},
	{"7 a second list under another name", "Plans/PLAN_11.md", "# Plan: Print the flyer\n\n## Steps\n### Phase 1: Text\n1. Write\n2. Check\n### Phase 2: Print\n3. Print\n\n## Later tasks\n1. Hang it up\n2. Count\n", []string{"steps: 3"}},
	{"7 phases that count anew are one list", "Plans/PLAN_12.md", "# Plan: Print the flyer\n\n## Steps\n### Phase 1: Text\n1. Write\n2. Check\n### Phase 2: Print\n1. Print\n", []string{"steps: 3"}},
	{"8 a quoted front matter", "Plans/PLAN_13.md", "# Plan: Call the guild\n\n> ---\n> type: task\n> title: Guild dinner\n> ---\n> # Guild dinner\n- [ ] Book a table\n\nThanks!\n\n## Plan\n- [ ] Call\n- [ ] Note\n", []string{"steps: 2", "next: Call"}},
	{"8 a quoted line is none", "Plans/PLAN_14.md", "# Plan: Call the guild\n\n> Be kind.\n> ---\n\n- [ ] Call\n- [ ] Note\n", []string{"steps: 2"}},
	{"9 two times in a name", "Pending_Approval/review_2026-04-02_10-00-00_2023-01-05_09-30-00_email.md", "Text\n", []string{"asked: 2026-04-02T10:00:00"}},
	{"9 a time at the end", "Plans/PLAN_MAIL_20260401_090000_oars_20260401_101500.md", "- [ ] Ask\n", []string{"created: 2026-04-01T10:15:00"}},
	{"9 any key for a time", "Pending_Approval/x.md", "---\ntriaged_at: 2026-04-02T10:00:00\n---\n# Buy oars\n", []string{"asked: 2026-04-02T10:00:00"}},
	{"9 no time to come", "Pending_Approval/x.md", "---\nscheduled_at: 2026-04-02T10:00:00\npublish_at: 2026-04-03T10:00:00\n---\n# Buy oars\n", []string{"asked: "}},
	{"10 a task id alone", "Plans/reply_draft_9.md", "---\ntask_id: t9\nstatus: draft\nchannel: email\n---\n# Draft reply\n\nDear Ida,\n", []string{"kind: document"}},
	{"11 a subject that names the channel", "Pending_Approval/t.md", "---\ntype: telegram_message\nsender: Ida Roe\nsubject: Telegram message\nreceived: 2026-04-02\n---\n## Message\nHello,\nthe boat leaks again.\n", []string{"summary: the boat leaks again.", "target: ", "sender: Ida Roe"}},
	{"11 a label for it", "Pending_Approval/t.md", "---\ntype: sms\nfrom: Ida Roe\nsubject: New SMS\n---\n**Text:** x\n**Body:** The boat leaks again.\n", []string{"summary: The boat leaks again."}},
	{"11 a subject with a channel and more", "Pending_Approval/t.md", "---\ntype: email\nfrom: Ida Roe\nsubject: Email server moves\n---\nHello\n", []string{"summary: Email server moves"}},
	{"12 the address of a mail that came in", "Pending_Approval/e.md", "---\ntype: email\ndirection: inbound\n---\n# Order 12\n\n**From:** Ida <ida@club.example>\n**To:** desk@own.example\n", []string{"target: ", "sender: Ida <ida@club.example>"}},
	{"12 what goes out", "Pending_Approval/e.md", "---\ntype: email\naction: send_email\n---\n# Email received: thanks\n\n**From:** desk@own.example\n**To:** ida@club.example\n", []string{"target: ida@club.example"}},
	{"13 an action before an id", "Pending_Approval/REQ_77aa12.md", "# Human Approval Request\n\n## Approval ID\n77aa12bc\n\n## Proposed Action\nBook the hall for May\n", []string{"summary: Book the hall for May"}},
	{"13 a reason before a name", "Pending_Approval/77aa12bc.md", "# Approval Required\n\nID: 77aa12bc\n\n**Reason:** The roof leaks above the till\n", []string{"summary: The roof leaks above the till"}},
	{"13 a form's name", "Pending_Approval/x1.md", "# Business Item - Manual Review Required\n\n## Original Content\n---\ntype: email\nsubject: Bread for Monday\n---\nHi\n", []string{"summary: Bread for Monday"}},
	{"14 what is only read", "Plans/Invoice_Tracker.md", "# Invoices\n\nStatus: open\n\n- [ ] March\n", []string{"kind: document"}},
	{"14 by its title", "Plans/w12.md", "# Weekly progress report\n\n- [x] Done\n- [ ] Watch the till\n", []string{"kind: document"}},
	{"14 work about a guide", "Plans/w13.md", "# Print the setup guide\n\n- [ ] Print\n", []string{"kind: plan"}},
	{"15 progress by number", "Plans/PLAN_y_progress.json", `{"plan_id": "y", "steps": [{"number": 1, "done": true}, {"number": 2, "done": false}]}`, []string{"steps: 2", "done: 1"}},
	{"16 spellings of a target", "Pending_Approval/inv.md", "---\ntype: invoice\n---\n# Invoice for March\n\n**Customer Name:** Gannet Street\n**Total:** $50\n", []string{"target: Gannet Street", "amount: $50"}},
	{"16 a post is for a platform", "Pending_Approval/p.md", "---\ntask_type: social_post\nplatforms: Mastodon\n---\n# Regatta\n\n**Client:** Gannet Street\n", []string{"target: Mastodon", "action: social_post"}},
	{"16 unless it says to whom", "Pending_Approval/p.md", "---\ntype: linkedin_message\nplatform: LinkedIn\n---\n# Regatta\n\n**To:** Ida Roe\n", []string{"target: Ida Roe"}},
	{"17 a purpose before the context", "Pending_Approval/c.md", "# Approval\n\n## Context\nWe spoke of it.\n\nPurpose: Renew the licence\n", []string{"summary: Renew the licence"}},
	{"17 a key that is shared", "Plans/PLAN_c.md", "---\naction_id: ACT-12\n---\n# Plan: Renew\n\n- [ ] Ask\n", []string{"keys: ACT-12"}},
	{"18 a declared no", "Plans/PLAN_18.md", "# Plan: File it\n\n- Requires approval: no\n\nMove it to /Approved if needed.\n\n- [ ] File\n", []string{"needs: no"}},
	{"19 the word of the file", "Plans/PLAN_19.md", "# Plan: Fair\n\nStatus: canceled\n\n- [ ] Go\n", []string{"word: canceled", "status: Done"}},
}

func TestClassesOfRealVaults(t *testing.T) {
	t.Parallel()
	for _, c := range classCases {
		for _, want := range c.want {
			field, value, _ := strings.Cut(want, ": ")
			if got := c.asked(field); got != value {
				t.Errorf("%s: %s is %q, want %q", c.class, field, got, value)
			}
		}
	}
}
