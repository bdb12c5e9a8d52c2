package model

import "testing"

// steps makes a roadmap from one letter a step: x ticked, o open, H an open human
// step, h a ticked one, - another mark.
func steps(letters string) []Step {
	var out []Step
	for i, c := range letters {
		s := Step{Number: i + 1, Text: "step", Mark: ' '}
		switch c {
		case 'x', 'h':
			s.Mark = 'x'
		case '-':
			s.Mark = '-'
		}
		s.Human = c == 'h' || c == 'H'
		out = append(out, s)
	}
	return out
}

func TestProgressCountsTickedBoxes(t *testing.T) {
	t.Parallel()
	done, total := Plan{Steps: steps("xHh-o")}.Progress()
	if done != 2 || total != 5 {
		t.Errorf("got %d of %d, want 2 of 5", done, total)
	}
	for mark, want := range map[rune]bool{'x': true, 'X': true, ' ': false, '-': false, '~': false, '✓': false} {
		if got := (Step{Mark: mark}).Done(); got != want {
			t.Errorf("mark %q: done is %v", mark, got)
		}
	}
}

func TestStepTitleShowsTheHand(t *testing.T) {
	t.Parallel()
	if got := (Step{Text: "Send e-mail", Human: true}).Title(); got != "✋ Send e-mail" {
		t.Errorf("got %q", got)
	}
	if got := (Step{Text: "Send e-mail"}).Title(); got != "Send e-mail" {
		t.Errorf("got %q", got)
	}
}

func TestAnsweredIsTheOperatorsLastWord(t *testing.T) {
	t.Parallel()
	agent, operator := LogEntry{Actor: "Agent", What: "a"}, LogEntry{Actor: OperatorActor, What: "b"}
	for _, tt := range []struct {
		name string
		log  []LogEntry
		want bool
	}{
		{"no log", nil, false},
		{"the agent spoke last", []LogEntry{operator, agent}, false},
		{"the operator spoke last", []LogEntry{agent, operator}, true},
		{"the name is taken exactly", []LogEntry{{Actor: "operator"}}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := Plan{Log: tt.log}.Answered()
			if (got != nil) != tt.want || got != nil && got.What != "b" {
				t.Errorf("got %+v", got)
			}
		})
	}
}

func TestSameIDTakesThePrefixAsOptional(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		plan, id string
		want     bool
	}{
		{"2026-001", "2026-001", true},
		{"2026-001", "PLAN-2026-001", true},
		{"PLAN-2026-001", "2026-001", true},
		{"PLAN-2026-001", " PLAN-2026-001 ", true},
		{"PLAN-2026-001", "plan-2026-001", false},
		{"2026-001", "2026-01", false},
		{"2026-001", "", false},
		{"", "", false},
		{"2026-001", "PLAN-", false},
	} {
		if got := (Plan{ID: tt.plan}).SameID(tt.id); got != tt.want {
			t.Errorf("plan %q, id %q: got %v", tt.plan, tt.id, got)
		}
	}
}

func TestParseStatus(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		word  string
		state State
		shown string
	}{
		{"Active", StateActive, "Active"},
		{"ACTIVE", StateActive, "Active"},
		{" blocked\t", StateBlocked, "Blocked"},
		{"Draft", StateDraft, "Draft"},
		{"", StateDraft, "Draft"},
		{"done", StateDone, "Done"},
		{"Complete", StateUnknown, "Complete"},
		{"In Progress", StateUnknown, "In Progress"},
		{"Active, Blocked", StateUnknown, "Active, Blocked"},
		{"5", StateUnknown, "5"},
	} {
		t.Run(tt.word, func(t *testing.T) {
			if got := ParseStatus(tt.word); got.State != tt.state || got.String() != tt.shown {
				t.Errorf("got %s, shown as %q; want %s and %q", got.State, got, tt.state, tt.shown)
			}
		})
	}
	if got := (Status{}).String(); got != "Unknown" {
		t.Errorf("a status without a word is shown as %q", got)
	}
}

func TestStatesAreRankedAsTheSeedDemands(t *testing.T) {
	t.Parallel()
	order := []State{StateActive, StateBlocked, StateDraft, StateUnknown}
	for i := 1; i < len(order); i++ {
		if order[i-1].Rank() >= order[i].Rank() {
			t.Errorf("%s does not come before %s", order[i-1], order[i])
		}
	}
}

func TestAStatusMayMissAStateByOneLetter(t *testing.T) {
	t.Parallel()
	for word, want := range map[string]string{
		"Actve": "Active", "activee": "Active", "Bloced": "Blocked", "Dome": "Done", "draf": "Draft", "Active": "", "": "", "Paused": "", "Atve": "", "x": "",
	} {
		if got := ParseStatus(word).Meant(); got != want {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
}
