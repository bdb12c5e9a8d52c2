package handoff

import (
	"strings"
	"testing"
)

func TestPartsOfANote(t *testing.T) {
	t.Parallel()
	for heading, want := range map[string]part{
		"Next steps": partNext, "5. Next Steps (in order)": partNext, "🚀 What’s left": partNext, "Action Items & Next Steps": partNext,
		"What's LEFT TO DO ⬜": partNext, "TODO": partNext, "TODOs": partNext, "Follow-ups (roughly in order)": partNext, "Plan for next steps": partNext,
		"Task(s)": partState, "Current state (verified)": partState, "TL;DR": partState, "Blockers": partBlockers, "Open Questions": partQuestions,
		"What Didn't Work": partFailed, "Dead ends": partFailed,
		"Next": partNext, "Next engineering priorities": partNext, "Open items": partNext, "Outstanding work": partNext, "Pick up here": partNext,
		"Where to resume": partNext, "Things still open": partNext, "⏭️ Continue here": partNext, "Unfinished business": partNext, "下一步": partNext, "次のステップ": partNext,
		"Nächste Schritte": partNext, "Próximos pasos": partNext, "Prochaines étapes": partNext, "Reste à faire": partNext, "Prossimi passi": partNext, "남은 작업": partNext,
		"Open questions for the next session": partQuestions, "State": partState, "State of the next release": partState,
		"Opened pull requests": other, "Nextcloud": other, "How we met the people who came to the fair and what happened on the next day": other,
		"Todoist": other, "Statuesque": other, "": other, "Remainder": other,
	} {
		if got := partOf(heading); got != want {
			t.Errorf("%q is part %d, want %d", heading, got, want)
		}
	}
}

func FuzzReader(f *testing.F) {
	for _, s := range []string{
		"# Handoff\n## Next steps\n- [ ] a\n  - b\n**Status:** c\n## What didn't work\n- d: e\n  - f\n", "## Next\n### A. b\n", "## Remaining\nNone.\n", "Next: a\n- To do： b\n：\nnext:\n", "```\n## Next steps\n", "# Next steps\n- :\n",
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
		if len(r.lead) > mostLead {
			t.Errorf("%q has %d first lines", body, len(r.lead))
		}
	})
}

// A note says what is left in whatever words: below a heading, behind a label, or not at all.
func TestWhatIsLeft(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]struct{ next, state, lead string }{
		"# Handoff\n\nThe door hangs.\n\n## Pick up here\nOil the hinge\n":                            {"Oil the hinge", "", "The door hangs."},
		"# Handoff\n\nThe door hangs.\n\nNext: Oil the hinge\n":                                       {"Oil the hinge", "", "The door hangs."},
		"# Handoff\n\n**State:** The door hangs.\n\n**Next:** Oil the hinge\n":                        {"Oil the hinge", "The door hangs.", ""},
		"# Handoff\n- Next step: Oil the hinge\n- State: The door hangs.\n- Weather: fine\n":          {"Oil the hinge", "The door hangs.", ""},
		"# Handoff\n1. **TODO** – Oil the hinge\n":                                                    {"Oil the hinge", "", ""},
		"# Handoff\n### ⏭️ Continue here\n> Oil the hinge\n":                                          {"Oil the hinge", "", ""},
		"# Handoff\n下一步：Oil the hinge\n":                                                              {"Oil the hinge", "", ""},
		"# Handoff\n\n| a | b |\n> a rule\nThe door hangs.\nIt squeaks.\nWe do not know why.\n":       {"", "", "The door hangs. It squeaks."},
		"# Handoff\nThe server is http://next:80 and we read: next to nothing of it and more words\n": {"", "", "The server is http://next:80 and we read: next to nothing of it and more words"},
	} {
		var r reader
		r.read(body)
		if lead := strings.Join(r.lead, " "); r.next != want.next || r.state != want.state || lead != want.lead {
			t.Errorf("%q: next %q, state %q, lead %q, want %+v", body, r.next, r.state, lead, want)
		}
	}
}

func TestStepsOfPersons(t *testing.T) {
	t.Parallel()
	for step, want := range map[string]bool{
		"Ada reviews and merges #174": true, "Ben to sign the delivery note": true, "@ada approves it": true, "Ask Ben which blue": true, "Waiting on Ada for the key": true,
		"You decide on the colour": true, "The user must confirm the price": true, "Human review of the label": true, "Ada Finch signs it": true, "Owner: Ben": true,
		"Run tests and commit": false, "Code reviews and merges": false, "Claude reviews the change": false, "Wait for Codex": false, "Oil the hinge": false,
		"Address reviews of the label": false, "Merge the branch": false, "It confirms that": false, "User table gets an index": false, "": false,
	} {
		if got := isForPerson(step); got != want {
			t.Errorf("%q is for a person: %v", step, got)
		}
	}
}
