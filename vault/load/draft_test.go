package load_test

import (
	"slices"
	"testing"

	"coldstart/model/rule"
)

// What came in is no longer to be looked at once a draft of it waits, or a plan was made of it.
func TestADraftWaitsOfWhatCameIn(t *testing.T) {
	t.Parallel()
	mail := func(id string) string {
		return "---\ntype: email\nfrom: Otter Books <desk@otter.example>\nsubject: Your parcel\nmessage_id: <" + id + ">\n---\nIt is late.\n"
	}
	v := decidingVault(t, files{
		"Needs_Action/MAIL_20260220_parcel.md": mail("77f0aa11"),
		"Needs_Action/EMAIL_88f0bb22.md":       mail("88f0bb22"),
		"Needs_Action/roof.md":                 "# The roof leaks\n",
		"Needs_Action/chat/CHAT_nora.md":       "# Message of Nora\n",
		"Inbox/garden.txt":                     "Order seeds\n",
		"Needs_Action/untouched.md":            "# Nobody saw this\n",
		"Needs_Action/answered.md":             "# This was answered\n",
		"Needs_Action/12.md":                   "---\nmessage_id: 12\n---\nA number is no id\n",
		"Pending_Approval/DRAFT_20260221.md":   "---\ntype: email_draft\ngmail_message_id: 77f0aa11\nto: desk@otter.example\n---\nThank you.\n",
		"Pending_Approval/DRAFT_20260222.md":   "---\ntype: email_draft\nmail_id: 88f0bb22\nto: desk@otter.example\n---\nThank you.\n",
		"Pending_Approval/DRAFT_20260223.md":   "---\ntype: email_draft\nmail_id: 12\nto: desk@otter.example\n---\nThank you.\n",
		"Pending_Approval/REPLY_x.md":          "---\naction: reply\noriginal_message: CHAT_nora.md\nto: Nora Field\n---\nYes.\n",
		"Plans/PLAN_garden.md":                 "---\nstatus: pending\n---\n# Plan: order seeds\n\n## Steps\n- [ ] Order\n",
		"Plans/work.md":                        "---\nstatus: active\nsource_task: Needs_Action/roof.md\n---\n# Mend the roof\n\n## Steps\n- [ ] Mend\n",
		"Plans/PLAN_answered.md":               "---\nstatus: completed\nsource: Needs_Action/answered.md\n---\n# Answer\n\n## Steps\n- [x] Answer\n",
	})
	s := mustLoad(t, v)
	got := map[string]string{}
	for _, i := range s.Intake {
		got[i.Path] = i.Draft.Path
	}
	want := map[string]string{
		"Needs_Action/MAIL_20260220_parcel.md": "Pending_Approval/DRAFT_20260221.md",
		"Needs_Action/EMAIL_88f0bb22.md":       "Pending_Approval/DRAFT_20260222.md",
		"Needs_Action/roof.md":                 "Plans/work.md",
		"Needs_Action/chat/CHAT_nora.md":       "Pending_Approval/REPLY_x.md",
		"Inbox/garden.txt":                     "Plans/PLAN_garden.md",
		"Needs_Action/untouched.md":            "",
		"Needs_Action/answered.md":             "",
		"Needs_Action/12.md":                   "",
	}
	for path, draft := range want {
		if got[path] != draft {
			t.Errorf("%s: draft %q, want %q", path, got[path], draft)
		}
	}
	var left []string
	for _, a := range rule.Triage(s) {
		left = append(left, a.Ref.Path)
	}
	slices.Sort(left)
	if !slices.Equal(left, []string{"Needs_Action/12.md", "Needs_Action/answered.md", "Needs_Action/untouched.md"}) || rule.Drafted(s) != 5 {
		t.Errorf("triage %q, %d drafted", left, rule.Drafted(s))
	}
}
