package dialect

import "testing"

func TestTitleOfARequest(t *testing.T) {
	t.Parallel()
	letter := "\n\n## Draft\n\nHello,\n\nthank you for your letter.\n"
	for _, c := range []struct{ name, text, want string }{
		{"the text at the top beats the letter below", "---\nto: ida@club.example\n---\n\nMend the canoe" + letter, "Mend the canoe"},
		{"below a heading of a second level too", "## Payment Request\nPay the boat builder.\n\n## Draft\nA draft was written.\n", "Pay the boat builder."},
		{"a description beats the letter below", "# Approval Required\n\n## Description\n\nMend the canoe" + letter, "Mend the canoe"},
		{"a description beats the kind of file", "# LinkedIn Post Approval Request\n\n## Description\n\nMend the canoe\n", "Mend the canoe"},
		{"the kind of approval is no part of a title", "# Payment Approval Request: Mend the canoe\n", "Mend the canoe"},
		{"but what is asked for is", "# Payment Request: Canoe Club\n", "Payment Request: Canoe Club"},
		{"a title line for a kind, without the words for an approval", "# Approval Required: Social Post Request\n", "Social Post Request"},
		{"nor those at its end", "## WhatsApp Message — Approval Required\n\n**To:** 0700\n", "WhatsApp Message"},
		{"behind any dash", "# LinkedIn Post - PENDING APPROVAL\n", "LinkedIn Post"},
		{"what is pasted beats the kind of file", "# Email Draft - PENDING APPROVAL\n\n## Original Content\n\nMend the canoe.\n", "Mend the canoe."},
		{"and the name of a file", "# Approval Request: canoe_club_30.md\n\n## Original Content\n\nMend the canoe.\n", "Mend the canoe."},
		{"a label for the subject of the original", "**Action**: send_reply\n**Original Subject**: Mend the canoe" + letter, "Mend the canoe"},
		{
			"a greeting alone tells whom it is from",
			"---\ntype: email\nfrom: Ida Roe <ida@club.example>\nsubject:\nreceived: 2026-03-01T08:00:00Z\n---\n\n# New Email:\n\n## Email Preview\nHi\n", "Email from Ida Roe",
		},
	} {
		if got := requestOf(c.text).Summary.Text; got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// A key in a name is known for one only while nothing is taken out of it.
func TestTheTitleOfANameLeavesAKeyWhole(t *testing.T) {
	t.Parallel()
	const key = "q7Kx2Vn9q7Kx2Vn9q7Kx2Vn9q7Kx2Vn9q7Kx"
	for name, want := range map[string]string{
		"pay_ghp_" + key + "_now":          "pay_ghp_" + key + "_now",
		"the-sk-ant-api03-" + key:          "the-sk-ant-api03-" + key,
		"pay_AKIAQ7KX2VN9Q7KX2VN9_now":     "pay_AKIAQ7KX2VN9Q7KX2VN9_now",
		"token_0123456789abcdef0123456789": "token_0123456789abcdef0123456789",
		"EMAIL_19c8b4d3363e738f_Mend_it":   "EMAIL 19c8b4d3363e738f Mend it",
		"Step1_Report2_of-2026":            "Step1 Report2 of-2026",
		"mend-the-canoe":                   "mend the canoe",
	} {
		if got := readable(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

func TestTitleOfAPlan(t *testing.T) {
	t.Parallel()
	prose := "\n\n## Context\n\nRobin is away on Thursday.\n"
	for _, c := range []struct{ name, file, text, want string }{
		{"a dated title line beats a summary", "x.md", "# Execution Plan — 2026-03-29\n\n## Summary\n\nTwo letters wait.\n", "Execution Plan — 2026-03-29"},
		{"and the context", "x.md", "# Execution Plan — 2026-03-29" + prose, "Execution Plan — 2026-03-29"},
		{"the word plan with a day does not", "x.md", "# Plan — 2026-03-29" + prose, "Robin is away on Thursday."},
		{"unless there is nothing else", "x.md", "# Plan — 2026-03-29\n", "Plan — 2026-03-29"},
		{"an objective beats both", "x.md", "# Execution Plan — 2026-03-29\n\n**Objective:** Mend the canoe" + prose, "Mend the canoe"},
		{"a name that says enough beats the context", "plan-translate-the-leaflet-of-the-club.md", prose, "plan translate the leaflet of the club"},
		{"a name of kinds and numbers does not", "PLAN_email_draft_7f3a9c_20260329.md", prose, "Robin is away on Thursday."},
		{"a plain line for the title", "x.md", "# Task Plan\n\nCreated: 2026-03-29\nTitle: Mend the canoe\nStatus: draft" + prose, "Mend the canoe"},
		{"a bold one", "x.md", "# Task Plan\n\n**Title:** Mend the canoe" + prose, "Mend the canoe"},
		{"a label for the task", "x.md", "# Action Plan\n\n**Task:** Mend the canoe" + prose, "Mend the canoe"},
		{"but not the name of its file", "x.md", "# Action Plan\n\n**Task:** FILE_canoe.txt" + prose, "Robin is away on Thursday."},
		{"a plan for a task", "x.md", "# Plan for: Mend the canoe\n", "Mend the canoe"},
	} {
		if got := ReadPlan(Open(nil, "Plans/"+c.file, []byte(c.text))).Title.Text; got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestWhatIsNoPlan(t *testing.T) {
	t.Parallel()
	box := "\n- [ ] Feed the geese\n"
	numbers := "\n1. Ida spoke\n2. Then lunch\n"
	for _, c := range []struct {
		name, file, text string
		want             Kind
	}{
		{"a day sheet by its type", "Plans/x.md", "---\ntype: daily_plan\nstatus: active\n---\n\n## Today\n" + box, KindDocument},
		{"by its name", "Plans/daily_2026-03-15.md", "## Today\n" + box, KindDocument},
		{"by its title", "Plans/PLAN_x.md", "# Daily Plan - 2026-03-15\n\n## Today\n" + box, KindDocument},
		{"elsewhere", "Needs_Action/2026-03-15_day_plan.md", "## Today\n" + box, KindIntake},
		{"a plan for every day is none", "Plans/PLAN_daily_milk.md", "# Daily milk\n" + box, KindPlan},
		{"nor is work with daily in its name", "Plans/daily_milk.md", "## Today\n" + box, KindPlan},
		{"notes of a meeting", "Plans/Meeting_Notes_geese.md", "# Geese\n" + numbers, KindDocument},
		{"with what comes next", "Plans/Meeting_Notes_geese.md", "# Geese\n\n## Next Steps\n" + numbers, KindDocument},
		{"notes by their type", "Plans/x.md", "---\ntype: notes\nstatus: active\n---\n" + numbers, KindDocument},
		{"minutes by their title", "Plans/x.md", "# Minutes of 3 March\n" + numbers, KindDocument},
		{"minutes with boxes are work", "Plans/x.md", "# Minutes of 3 March\n\n## Action Items\n" + box, KindPlan},
		{"release notes are work", "Plans/release_notes.md", "# Write the release notes\n" + numbers, KindPlan},
		{"a request among rejected plans", "Plans/Rejected/x.md", "---\ntype: approval_request\naction: buy\n---\n\n# Buy hay\n", KindRequest},
		{"a rejected plan", "Plans/Rejected/x.md", "---\ntype: plan\n---\n\n# Buy hay\n" + box, KindPlan},
		{"a request among the plans is not decided", "Plans/x.md", "---\ntype: approval_request\naction: buy\n---\n\n# Buy hay\n", KindDocument},
	} {
		if got := Classify(Open(nil, c.file, []byte(c.text))); got.Kind != c.want {
			t.Errorf("%s: %s, because %s, want %s", c.name, got.Kind, got.Why, c.want)
		}
	}
}

func TestAReportOfFinishedWorkHasNoSteps(t *testing.T) {
	t.Parallel()
	list := "\n\n## Folders\n\n1. The barn is dry\n2. The geese are in\n"
	for _, c := range []struct {
		name, text string
		want       int
	}{
		{"a list that may be anything", "---\nstatus: completed\n---\n\n# Audit" + list, 0},
		{"in a plan that is not done", "---\nstatus: pending\n---\n\n# Audit" + list, 2},
		{"a list of steps", "---\nstatus: completed\n---\n\n# Audit\n\n## Steps\n\n1. Look at the barn\n2. Count the geese\n", 2},
		{"boxes", "---\nstatus: completed\n---\n\n# Audit\n\n- [x] Look at the barn\n", 1},
	} {
		if got := len(planOf(c.text).Steps); got != c.want {
			t.Errorf("%s: %d steps, want %d", c.name, got, c.want)
		}
	}
}
