package handoff

import "testing"

func TestPartsOfANote(t *testing.T) {
	t.Parallel()
	for heading, want := range map[string]part{
		"Next steps": partNext, "5. Next Steps (in order)": partNext, "🚀 What’s left": partNext, "Action Items & Next Steps": partNext,
		"What's LEFT TO DO ⬜": partNext, "TODO": partNext, "TODOs": partNext, "Follow-ups (roughly in order)": partNext, "Plan for next steps": partNext,
		"Task(s)": partState, "Current state (verified)": partState, "TL;DR": partState, "Blockers": partBlockers, "Open Questions": partQuestions,
		"What Didn't Work": partFailed, "Dead ends": partFailed,
		"Todoist": other, "The next morning": other, "Statuesque": other, "": other, "Remainder": other,
	} {
		if got := partOf(heading); got != want {
			t.Errorf("%q is part %d, want %d", heading, got, want)
		}
	}
}

func FuzzReader(f *testing.F) {
	for _, s := range []string{
		"# Handoff\n## Next steps\n- [ ] a\n  - b\n**Status:** c\n## What didn't work\n- d: e\n  - f\n", "## Next\n### A. b\n", "## Remaining\nNone.\n", "```\n## Next steps\n", "# Next steps\n- :\n",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, body string) {
		var r reader
		r.read(body)
		for _, item := range r.items {
			if item == "" {
				t.Errorf("%q has an item without text", body)
			}
		}
		if r.next != "" && r.next != r.items[0] {
			t.Errorf("%q: %q is next of %q", body, r.next, r.items)
		}
	})
}
