package model

import "testing"

func TestEveryChoiceHasANameAndAPast(t *testing.T) {
	t.Parallel()
	names := map[string]bool{}
	for c := ChoiceNone; c < choiceCount; c++ {
		if ParseChoice(c.String()) != c || c.String() == "" || c.Past() == "" || names[c.String()] {
			t.Errorf("choice %d is %q, %q, read back as %d", c, c, c.Past(), ParseChoice(c.String()))
		}
		names[c.String()] = true
	}
	for _, c := range []Choice{-1, choiceCount, 99} {
		if c.String() != "none" || c.Past() != ChoiceNone.Past() || c.NeedsNote() {
			t.Errorf("choice %d is %q, %q", int(c), c, c.Past())
		}
	}
	for c, want := range map[Choice]string{
		ChoiceAck: "Acknowledged", ChoiceRerun: "Re-run", ChoiceRetry: "Retry", ChoiceSkip: "Skip", ChoiceAbort: "Abort",
		ChoiceAccept: "Accepted", ChoiceDecline: "Declined", ChoiceEntry: "Wrote an entry into", ChoiceSwitch: "Switched to",
	} {
		if c.Past() != want || c.NeedsNote() {
			t.Errorf("%s reads %q", c, c.Past())
		}
	}
}

func TestEveryKindHasAName(t *testing.T) {
	t.Parallel()
	names := map[string]bool{}
	for k := range kindCount {
		if ParseKind(k.String()) != k || k.String() == "" || names[k.String()] {
			t.Errorf("kind %d is %q, read back as %d", k, k, ParseKind(k.String()))
		}
		names[k.String()] = true
	}
	for _, k := range []Kind{-1, kindCount, 99} {
		if k.String() != "none" {
			t.Errorf("kind %d is %q", int(k), k)
		}
	}
	for _, name := range []string{"", "Trace", "traces", "memories", "journal "} {
		if got := ParseKind(name); got != KindNone {
			t.Errorf("%q is read as %s", name, got)
		}
	}
}
