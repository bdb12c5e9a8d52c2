package gsd

import (
	"strings"
	"testing"
	"time"

	"coldstart/vault/source"
)

func TestWhatStandsInTheWay(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		"- Need a decision on the oven":              "asked: Need a decision on the oven",
		"- Which oven?":                              "asked: Which oven?",
		"* **Waiting for** the approval of the shop": "asked: Waiting for the approval of the shop",
		"- Confirm the price":                        "asked: Confirm the price",
		"- Flour may arrive late":                    "other: Flour may arrive late",
		"- [Phase 1] Need the key of the mill":       "old: [Phase 1] Need the key of the mill",
		"- [Phase 3] Need access to the mill":        "asked: [Phase 3] Need access to the mill",
		"- [ ] Need access to the mill":              "asked: Need access to the mill",
		"- [x] Need access to the mill":              "",
		"- ~~Need access to the mill~~":              "",
		"- Need access: resolved":                    "",
		"- [What may be in the way]":                 "",
		"None yet.":                                  "",
		"- None":                                     "",
	} {
		s := &set{h: &source.Repo{Zone: time.UTC}}
		s.state.readBody(s, "## Current Position\nPhase: 2 of 3\n### Blockers/Concerns\n"+said+"\n## Session Continuity\n- Which?\n")
		asked, old, others := s.inTheWay()
		var got []string
		for word, all := range map[string][]string{"asked: ": asked, "old: ": old, "other: ": others} {
			for _, c := range all {
				got = append(got, word+c)
			}
		}
		if all := strings.Join(got, "; "); all != want || !s.state.looked {
			t.Errorf("%q is %q, want %q", said, all, want)
		}
	}
}

func TestWhenAStateWasWritten(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		"## Current Position\nLast activity: 2026-11-22\n## Session Continuity\nLast session: 2026-11-22 18:20\n":         "2026-11-22 18:20",
		"## Current Position\nLast activity: 2026-11-22\n":                                                                "2026-11-22",
		"## Current Position\nLast activity: 2026-11-23 09:10 — baked\n## Session Continuity\nLast session: 2026-11-22\n": "2026-11-23 09:10",
		"# State\nLast activity: soon\n": "",
	} {
		s := &set{h: &source.Repo{Zone: time.UTC}}
		if s.state.readBody(s, body); s.state.written().Raw != want {
			t.Errorf("%q was written %q, want %q", body, s.state.written().Raw, want)
		}
	}
}

// The body of a STATE.md is anybody's text.
func FuzzState(f *testing.F) {
	for _, s := range []string{"# State\nPhase: 3 of 7 (Tray)\nStatus: Phase complete\n", "### Blockers/Concerns\n- [Phase 1] a?\n- [ ] b\n~~c~~\n", "## Current Position\nPhase: of of (\n- :\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, body string) {
		s := &set{h: &source.Repo{Zone: time.UTC}}
		s.state.readBody(s, body)
		asked, old, others := s.inTheWay()
		if n := len(asked) + len(old) + len(others); n != len(s.state.concerns) {
			t.Errorf("%q has %d concerns, of which %d have a kind", body, len(s.state.concerns), n)
		}
	})
}

func TestTheStateAloneSaysWhereWorkIs(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		"Phase: 2 of 3 (Receipts)\nPlan: 1 of 2 in current phase\nStatus: In progress\n": "Phase 2 of 3: Receipts, plan 1",
		"Phase: 2\nStatus: Verifying\n":                  "Phase 2",
		"Phase: 2 of 3 (Receipts)\nStatus: Complete\n":   "Start the phase after phase 2, of 3",
		"Phase: 3 of 3 (Receipts)\nStatus: Complete\n":   "Start the next milestone",
		"Phase: 2 of 3 (Receipts)\nStatus: Discussing\n": "Phase 2 of 3: Receipts",
	} {
		s := &set{h: &source.Repo{Zone: time.UTC}}
		s.state.readBody(s, "## Current Position\n"+body)
		if got := s.state.ahead(); got != want {
			t.Errorf("%q continues with %q, want %q", body, got, want)
		}
	}
}
