package load

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coldstart/model/research"
	"coldstart/testdata/must"
)

// bakery is what agents left of a bakery, in the notations of several programs.
var bakery = map[string]string{
	".planning/STATE.md":                              "# State\n\n## Current Position\nPhase: 3 of 3 (Till)\nStatus: In progress\n",
	".planning/ROADMAP.md":                            "# Roadmap\n- [x] **Phase 1: Dough by hand**\n- [x] **Phase 2: Steam oven**\n- [ ] **Phase 3: Till**\n",
	".planning/phases/02-steam-oven/02-01-PLAN.md":    "<objective>Build the steam oven</objective>\n",
	".planning/phases/02-steam-oven/02-01-SUMMARY.md": "Built.\n",
	".planning/phases/03-till/03-01-PLAN.md":          "<objective>Order the till</objective>\n",
	".planning/debug/leaking-tap.md": "---\nstatus: fixed\ntrigger: the tap leaks\n---\n## Eliminated\n- hypothesis: the washer is worn\n  evidence: it is new\n" +
		"- hypothesis: the thread is cracked\n  evidence: it holds\n## Resolution\nroot_cause: the seat was dirty\nfix: cleaned it\n",
	".planning/debug/dark-crust.md":                                 "---\nstatus: investigating\ntrigger: the crust is dark\n---\n## Eliminated\n- hypothesis: too much sugar\n  evidence: there is none\n",
	"HANDOFF.md":                                                    "# Handoff\n\nThe shop is open.\n\n## Next\n- Grind rye\n\n## Questions\n- Cold proofing: ANSWERED, negative, the dough is too stiff\n- Sourdough from a packet did not work: it never rose\n",
	"openspec/changes/add-convection/proposal.md":                   "# Change: Add convection\n\n## Why\nEven heat\n",
	"openspec/changes/add-convection/tasks.md":                      "- [x] 1.1 Buy a fan\n- [ ] 1.2 Mount the fan\n",
	"openspec/changes/archive/2026-01-02-add-cooling-rack/tasks.md": "- [x] 1.1 Weld\n",
	"_bmad-output/implementation-artifacts/sprint-status.yaml":      "development_status:\n  epic-1: in-progress\n  1-1-card-reader: done\n  1-2-loyalty-stamps: cut (thin value)\n  1-3-receipts: backlog\n",
}

// TestTriedKnowsWhatAgentsLeft asks thirteen questions, whose answers were written down before they were asked.
func TestTriedKnowsWhatAgentsLeft(t *testing.T) {
	t.Parallel()
	l := kiosk(t, nil)
	projects := must.Get(os.ReadDir(filepath.Join(l.vault.Opts.Stores[0].Dir, "projects")))(t)
	died := strings.NewReplacer("REPO", l.vault.Dir).Replace(
		`{"type":"user","uuid":"d1","timestamp":"2026-03-12T13:00:00Z","cwd":"REPO","sessionId":"d","message":{"content":"go on"}}` + "\n" +
			`{"type":"assistant","uuid":"d2","timestamp":"2026-03-12T13:00:01Z","cwd":"REPO","sessionId":"d","message":{"content":[{"type":"tool_use","id":"t","name":"Bash","input":{"command":"make calibrate-scale"}}],"stop_reason":"tool_use"}}` + "\n")
	must.Do(t, os.WriteFile(filepath.Join(l.vault.Opts.Stores[0].Dir, "projects", projects[0].Name(), "d.jsonl"), []byte(died), 0o644))
	for name, text := range bakery {
		file := filepath.Join(l.vault.Dir, name)
		must.Do(t, os.MkdirAll(filepath.Dir(file), 0o755))
		must.Do(t, os.WriteFile(file, []byte(text), 0o644))
	}
	r := l.reading(nil, 0)
	defer r.Disk.Budget.Stop()
	trials := research.NewTrials(l.readGuests(r), func(s string) string { return s })
	for _, q := range []struct {
		words string
		want  research.Verdict
		in    string
	}{
		{"steam oven", research.TriedAndWorked, ".planning"},
		{"dough by hand", research.TriedAndWorked, ".planning/ROADMAP.md"},
		{"till", research.BeingTried, ".planning"},
		{"tap leaks", research.TriedAndWorked, ".planning/debug/leaking-tap.md"},
		{"washer worn", research.RuledOut, ".planning/debug/leaking-tap.md"},
		{"sugar crust", research.RuledOut, ".planning/debug/dark-crust.md"},
		{"cold proofing", research.RuledOut, "HANDOFF.md"},
		{"sourdough packet", research.TriedAndFailed, "HANDOFF.md"},
		{"convection", research.BeingTried, "openspec"},
		{"cooling rack", research.TriedAndWorked, "openspec/changes/archive"},
		{"loyalty stamps", research.TriedAndGivenUp, "_bmad-output"},
		{"calibrate-scale", research.BeingTried, "~"},
		{"pasta", research.NeverTried, ""},
	} {
		a := trials.Tried(q.words)
		best, _ := a.Best()
		if q.want == research.NeverTried && len(a.Hits) == 0 {
			continue
		}
		if a.Verdict != q.want || a.NotAsSuch() || best.Trial == nil || !strings.HasPrefix(best.Path, q.in) && q.in != "~" {
			t.Errorf("%q: %v, as such %v, %+v, want %v in %s", q.words, a.Verdict, !a.NotAsSuch(), best.Trial, q.want, q.in)
		}
	}
	if len(trials.Unread) > 0 {
		t.Errorf("not searched: %q", trials.Unread)
	}
}
