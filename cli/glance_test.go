package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// glanceNow is when the operator looks at the vaults of these tests.
const glanceNow = "2026-03-14T08:05:00Z"

// fillLong makes a vault as it becomes when nobody looks for weeks: n requests, n files for triage,
// and plans in proportion.
func fillLong(t *testing.T, dir string, n int) {
	t.Helper()
	now, _ := time.Parse(time.RFC3339, glanceNow)
	ago := func(i int) string { return now.Add(-time.Duration(3+i*5%1100) * time.Hour).Format(time.RFC3339) }
	customers := []string{"Harbour Desk", "Tidewell Boats", "Northreach Hubs", "Dunmarrow School", "Quay Rental", "Larkfield Post", "Velmora Tyres"}
	for i := range n {
		who := customers[i%len(customers)]
		front := fmt.Sprintf("created: %s\nstatus: pending\n", ago(i))
		text := ""
		switch i % 8 {
		case 0, 1, 2, 3:
			text = fmt.Sprintf("---\ntype: email_reply\nto: desk%d@tidewell.example\nsubject: 'Re: the spring order of %s, part %d'\n%s---\nDear desk,\n", i%31, who, i, front)
		case 4, 5:
			text = fmt.Sprintf("---\ntype: linkedin_post\ntitle: Post %d about the truing evening\n%s---\nCome and true a wheel.\n", i, front)
		case 6:
			text = fmt.Sprintf("---\ntype: payment\nrecipient: %s\namount: %d.50 EUR\ntitle: Pay the invoice %d of %s\n%s---\nPlease pay.\n", who, 100+i, i, who, front)
		case 7:
			text = fmt.Sprintf("---\ntype: email_reply\nto: desk%d@tidewell.example\nsubject: Draft %d for %s\ncreated: %s\nstatus: needs_refinement\n---\nDear desk,\n", i%31, i, who, ago(i))
		}
		write(t, dir, fmt.Sprintf("Pending_Approval/APPROVAL_%03d.md", i), text)
		folder, kind := "Needs_Action", "EMAIL"
		if i%10 == 0 {
			folder, kind = "Inbox", "note"
		}
		write(t, dir, fmt.Sprintf("%s/%s_%03d.md", folder, kind, i), fmt.Sprintf("---\ntitle: News %d of %s that nobody has read yet\nreceived: %s\n---\nHello.\n", i, who, ago(i)))
	}
	write(t, dir, "Pending_Approval/zz_last.md", "---\ntype: payment\nrecipient: Velmora Tyres\namount: 1284.60 EUR\ntitle: Pay the tyres\nexpires: 2026-03-14T12:00:00Z\ncreated: 2026-03-13T12:00:00Z\n---\nPlease pay.\n")
	write(t, dir, "Pending_Approval/zz_urgent.md", "---\ntype: email_reply\nto: desk@quay.example\nsubject: 'URGENT: Invoice due tomorrow'\ncreated: 2026-03-14T07:00:00Z\n---\nPlease answer.\n")
	for i := range n / 6 {
		status, mark := "Draft", " "
		if i%5 == 0 {
			status, mark = "Done", "x"
		}
		write(t, dir, fmt.Sprintf("Plans/PLAN-2026-%03d.md", i), fmt.Sprintf("---\ntask_id: '2026-%03d'\ncreated_date: '%s'\npriority: low\nstatus: %s\n---\n\n# Objective\n\nAnswer the mail of %s about order %d\n\n## Roadmap\n\n- [%s] Answer\n",
			i, ago(i), status, customers[i%len(customers)], i, mark))
	}
	write(t, dir, "Plans/PLAN-2026-900.md", "---\ntask_id: '2026-900'\ncreated_date: '2026-03-13T08:00:00Z'\npriority: high\nstatus: Active\n---\n\n# Objective\n\nSend Dunmarrow School a quote for the spring service of its 34 bicycles\n\n## Roadmap\n\n- [x] Count\n- [ ] Write the quote\n- [ ] ✋ Send it\n")
	write(t, dir, "Logs/2026-03-13.json", "[{\"action\": \"quote\"\n")
}

// rows80 counts the rows that a text takes on a screen of 80 columns.
func rows80(text string) int {
	rows := 0
	for line := range strings.Lines(text) {
		rows += max(1, (utf8.RuneCountInString(strings.TrimRight(line, "\n"))+79)/80)
	}
	return rows
}

// The report on a vault that nobody looked at for weeks fits two screens, whether a plan is open or
// not, and what needs the operator comes ahead of what waits for triage.
func TestTheReportOnALongVaultFitsTwoScreens(t *testing.T) {
	t.Parallel()
	for name, leave := range map[string][]string{"a plan is open": nil, "no plan is open": {"Plans"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			fillLong(t, dir, 400)
			for _, folder := range leave {
				if err := os.RemoveAll(filepath.Join(dir, folder)); err != nil {
					t.Fatal(err)
				}
			}
			out := mustRun(t, machine(t, dir), "status", "--vault", dir, "--now", glanceNow).out
			if n := rows80(out); n > 48 {
				t.Errorf("%d rows:\n%s", n, out)
			}
			needs, triage := strings.Index(out, "\nNeeds you: 353\n"), strings.Index(out, "\nTriage: 400 waiting")
			agent := strings.Index(out, "\n50 wait for their agents")
			if needs < 0 || agent < needs || triage < agent {
				t.Errorf("what needs you stands at %d, what waits for an agent at %d, triage at %d:\n%s", needs, agent, triage, out)
			}
			if !regexp.MustCompile(`(?m)^  1\. Pay the tyres .*expires soon`).MatchString(out) || !regexp.MustCompile(`(?m)^  2\. URGENT: Invoice due tomorrow`).MatchString(out) {
				t.Errorf("the first two are not the most urgent:\n%s", out)
			}
		})
	}
}

// The list of requests has each once: the most urgent first, many in groups with a heading, and what
// waits for its agent below.
func TestManyRequestsAreListedInGroups(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	fillLong(t, dir, 160)
	out := mustRun(t, machine(t, dir), "approvals", "--vault", dir, "--now", glanceNow).out
	for i := range 160 {
		if name := fmt.Sprintf("APPROVAL_%03d.md ", i); strings.Count(out, name) != 1 {
			t.Errorf("%s stands there %d times", name, strings.Count(out, name))
		}
	}
	if !strings.HasPrefix(out, "Pending_Approval/zz_last.md ") {
		t.Errorf("what expires today is not the first:\n%s", out[:200])
	}
	before, below, ok := strings.Cut(out, "\n\n20 wait for their agents\n")
	if !ok || strings.Contains(before, "Draft ") || strings.Count(below, "\n") != 20 {
		t.Errorf("the requests of the agents do not stand by themselves:\n%s", out)
	}
	if !regexp.MustCompile(`(?m)^[0-9]+ requests: payment [^\n]+\nPending_Approval/APPROVAL_[0-9]{3}\.md .* Pay the invoice`).MatchString(before) {
		t.Errorf("no heading of payments:\n%s", before)
	}
}

// A long list of one kind is counted behind its first rows, with the command that has the rest.
func TestTheReportCountsLongLists(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var events strings.Builder
	for i := range 13 {
		fmt.Fprintf(&events, "{\"type\": \"SessionStarted\", \"session\": %d, \"agent\": \"Spindle\", \"timestamp\": \"2026-03-%02dT10:00:00\"}\n", 200+i, i+1)
		write(t, dir, fmt.Sprintf("docs/work/active/W-%02d/WORK.md", i), fmt.Sprintf("---\nid: W-%02d\nnode_history:\n- node: doing\n  entered: 2026-03-01 10:00:00\n  exited: null\n---\n", i))
		write(t, dir, fmt.Sprintf("runs/r%02d/trace.md", i), "# Trace: Ledger\n\n**Workflow**: ledger\n**Status**: failed\n\n## Step 1: Book\n\n**Status**: failed\n")
	}
	write(t, dir, ".claude/haios/governance-events.jsonl", events.String())
	out := mustRun(t, machine(t, dir), "status", "--vault", dir, "--now", glanceNow).out
	for _, want := range []string{
		"Session 211 started but never ended.\nSession 210 started but never ended.\nSession 209 started but never ended.\n  … and 9 more: coldstart list orphans\nCurrent session: 212\n",
		"- W-02: stuck in 'doing'\n  … and 10 more: coldstart list orphans\n",
		"  … and 10 more: coldstart list traces\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing in:\n%s", want, out)
		}
	}
}

// Rows of the report that would look alike have the names of their files.
func TestRowsOfTheReportDiffer(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"Plans/PLAN_offer.md", "Plans/quay/PLAN_offer.md", "Plans/PLAN_letter.md"} {
		title := "Answer the long letter of the harbour desk about the berths, the cranes, the fees and the spring tides"
		if strings.HasSuffix(name, "letter.md") {
			title = "Answer a short letter" // a title that three plans share says nothing
		}
		write(t, dir, name, "---\nstatus: pending\n---\n# "+title+"\n\n- [ ] Answer\n")
	}
	for i := range 2 {
		write(t, dir, fmt.Sprintf("Needs_Action/NOTE_%d.md", i), "---\ntitle: News of the quay\n---\nHello.\n")
		write(t, dir, fmt.Sprintf("Pending_Approval/mail_%d.md", i), "---\ntype: email\nsubject: News of the quay\n---\nHello.\n")
	}
	out := mustRun(t, machine(t, dir), "status", "--vault", dir, "--now", glanceNow).out
	seen := map[string]bool{}
	for line := range strings.Lines(out) {
		if strings.HasPrefix(line, "  ") && seen[strings.TrimLeft(line, " 0123456789.")] {
			t.Errorf("%q is there twice", line)
		}
		seen[strings.TrimLeft(line, " 0123456789.")] = true
	}
	for _, want := range []string{"News of the quay (NOTE_0.md)\n", "News of the quay (mail_1.md) — ", "  Plans/PLAN_offer.md — Draft — Answer the lon", "ing tides — "} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing in:\n%s", want, out)
		}
	}
}
