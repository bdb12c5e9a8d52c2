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

// What is open is a step, once, and nothing else is: neither its details, nor what is done, dropped or secret.
func TestTheStepsOfANote(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		"## MUST DO BEFORE the fair of the whole valley opens its gates on Monday\n1. **Oil it.** Twice,\n   at least.\n2. Paint it\n":                            "Oil it. Twice,|Paint it",
		"## What still needs to be done\n### 1. Oil it\n- Take the can\n- Pour\n### 2. Paint it\nIn blue.\n### 3) Hang it\n":                                      "Oil it|Paint it|Hang it",
		"## Remaining\n### 1. Oil it\n- [ ] Take the can\n- [ ] Pour\n":                                                                                           "Take the can|Pour",
		"## Remaining\n### Door\n- Oil it\n- Paint it\n":                                                                                                          "Oil it|Paint it",
		"## Next steps\n**1. Oil it** (high)\n- File: `door.go`\n- Goal: silence\n\n**2. Paint it**\n- File: `wall.go`\n":                                         "Oil it|Paint it",
		"## Next steps\n1. Oil it\n- File: `door.go`\n2. Paint it\n":                                                                                              "Oil it|Paint it",
		"## Next steps\n- Docs: say how to oil it\n- Paint it\n":                                                                                                  "Docs: say how to oil it|Paint it",
		"## TODO\n### Keys ✅ DONE\n- Cut them\n#### More\n- File them\n### Door\n- Oil it\n":                                                                      "Oil it",
		"## TODO\n### ~~Keys~~\n- Cut them\n### Door\n- Oil it\n":                                                                                                 "Oil it",
		"## What needs TO BE DONE\n- Oil it\n":                                                                                                                    "Oil it",
		"## ✅ Next steps\n- Oil it\n":                                                                                                                             "Oil it",
		"## TODO\n- Client ID: `4f1200`\n- API key: abc\n- Password: hinge\nToken: 12\n- [ ] The shop's secret = 7\n- Oil it\n":                                   "Oil it",
		"## TODO\n- Password: write on the page how to choose one\n":                                                                                              "Password: write on the page how to choose one",
		"## Open\n- A wooden key. Dropped — it broke\n- ~~Cut it~~ gone\n- Resolved: the lock\n- **Fixed** — the frame\n- Glue it (done)\n- ✅ Saw it\n- Oil it\n": "Oil it",
		"## Open\n- Fixed-width doors\n- Say what is done when it shuts\n- Done is better than perfect\n":                                                         "Fixed-width doors|Say what is done when it shuts|Done is better than perfect",
		"## Next\nWhat we said at the fair (see the list at the gate for\nall of it):\n\n1. Oil it\n":                                                             "Oil it",
		"## Next\nOil it, since it\nsqueaks.\n":                                                                                                                   "Oil it, since it",
		"## Next\n- Before the fair:\n  - Oil it\n  - Paint it\n    - in blue\n- Hang it\n":                                                                       "Oil it|Paint it|Hang it",
		"## Next\n- Oil it:\n- Paint it\n":                                                                                                                        "Oil it|Paint it",
		"## Next\n1. Oil it:\n   - with the can\n":                                                                                                                "Oil it",
		"## Next steps\n### Now\n**1. Oil it**\n- File: `door.go`\n**2. Paint it**\n":                                                                             "Oil it|Paint it",
		"## ⏳ متبقٍّ\n- Oil it\n":                                                                                                                                 "Oil it",
		"## المتبقي\n- Oil it\n":                                                                                                                                  "Oil it",
		"## Do zrobienia\n- Oil it\n":                                                                                                                             "Oil it",
	} {
		var r reader
		r.read(body)
		if got := strings.Join(r.items, "|"); got != want {
			t.Errorf("%q: %q, want %q", body, got, want)
		}
		for _, b := range r.boxes {
			if isSecret(b.Text) {
				t.Errorf("%q has a secret as a step", body)
			}
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
