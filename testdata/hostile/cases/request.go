package cases

import "strings"

// pending is the folder of the requests.
const pending = "Pending_Approval/"

// fields are the front matter of a request that nothing is wrong with.
var fields = []string{
	"plan_id: 2026-041",
	"step_id: 2",
	"action_type: email",
	"target_recipient: berths@tidewell-harbour.example",
	"created_date: '2026-03-14T06:00:00Z'",
	"status: pending",
	"rationale: The berth is paid for until the end of the month.",
}

// request gives a request with a body and with some of its fields replaced: a
// "key: value" takes the place of that key or is added, "-key" takes it away.
func request(name, body string, changed ...string) string {
	lines := append([]string(nil), fields...)
	for _, c := range changed {
		key, _, _ := strings.Cut(strings.TrimPrefix(c, "-"), ":")
		at := 0
		for at < len(lines) && !strings.HasPrefix(lines[at], key+":") {
			at++
		}
		switch {
		case at == len(lines):
			lines = append(lines, c)
		case c[0] == '-':
			lines = append(lines[:at], lines[at+1:]...)
		default:
			lines[at] = c
		}
	}
	return marked(name, "---\n"+strings.Join(lines, "\n")+"\n---\n\n"+body+"\n")
}

// rawRequest gives a request whose whole front matter is written out.
func rawRequest(name, frontmatter, body string) string {
	return marked(name, "---\n"+frontmatter+"\n---\n\n"+body+"\n")
}

// oneRequest is a case of a single request, which has the case's name.
func oneRequest(name, what string, class Class, text string) Case {
	return Case{Name: name, What: what, Class: class, Files: []File{{Path: pending + name + ".md", Text: text}}}
}

// Base are the files of an ordinary vault, among which the hostile ones lie: a plan
// that waits, a request, and something to triage.
func Base() []File {
	return []File{
		{Path: "Plans/PLAN-2026-041.md", Text: plan("2026-041", "Blocked", "")},
		{Path: pending + "ordinary.md", Text: request("ordinary", "Please extend the berth by a month.")},
		{Path: "Inbox/letter.md", Text: "# A letter from the harbour\n"},
		{Path: "Approved/.keep"}, {Path: "Rejected/.keep"}, {Path: "Logs/.keep"},
	}
}

// plan gives a plan of five steps of which the second and the fourth are a human's.
func plan(id, status, extra string) string {
	return "---\ntask_id: " + id + "\ncreated_date: '2026-03-13T08:00:00Z'\npriority: high\nstatus: " + status +
		"\nblocked_reason: waits for the second step\n" + extra + "---\n\n# Objective\n\nKeep the berth in Tidewell.\n\n## Roadmap\n\n" +
		"- [x] Ask for the price\n- [ ] ✋ Email the harbour\n- [ ] Book the fee\n- [ ] ✋ Sign the contract\n- [ ] File it\n\n" +
		"## Reasoning Logs\n\n- [2026-03-13T08:05:00Z] Agent: Completed step 1 — 412.00 EUR.\n"
}
