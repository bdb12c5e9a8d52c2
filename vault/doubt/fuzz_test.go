package doubt

import (
	"reflect"
	"testing"
	"unicode/utf8"

	"coldstart/vault/text"
)

// FuzzFind looks for bytes on which a rule fails, names a line that is not there, or
// says something else when it is asked again.
func FuzzFind(f *testing.F) {
	for _, tt := range raised {
		f.Add(tt.name, []byte(tt.text))
	}
	f.Fuzz(func(t *testing.T, name string, b []byte) {
		doubts := Find(name, b)
		if again := Find(name, b); !reflect.DeepEqual(doubts, again) {
			t.Errorf("%+v, then %+v", doubts, again)
		}
		decoded, _ := text.Decode(b)
		lines := 1
		for _, r := range decoded {
			if r == '\n' {
				lines++
			}
		}
		if most := len(rules) * (mostOfARule + 1); len(doubts) > most {
			t.Errorf("%d doubts, at most %d can be told", len(doubts), most)
		}
		for i, d := range doubts {
			switch {
			case d.Line < 0 || d.Line > lines:
				t.Errorf("line %d of %d: %s", d.Line, lines, d.What)
			case d.What == "" || !utf8.ValidString(d.What):
				t.Errorf("a doubt says %q", d.What)
			case i > 0 && d.Weight > doubts[i-1].Weight:
				t.Errorf("%+v comes behind a lighter one", d)
			}
		}
	})
}

// FuzzByAgents looks for bytes on which the reading of the agents fails, or says that they stop
// without a reason.
func FuzzByAgents(f *testing.F) {
	for _, tt := range raised {
		f.Add([]byte(tt.text))
	}
	for _, text := range []string{theirs, "---\n42\n---\n", "---\n%YAML 1.2\n---\n", "---\n&a [*a]\n---\n", "---\n? [a]\n: b\n---\n", "---\n<<: 1\n---\n", "---\n*a\n---\n", "---\n---", "--- ---\n", "--- {plan_id: 1}\n---\n", "---\na: ! \"x\ty\"\nb: |#\n \t\n---\n"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		a := byAgents("a.md", b)
		if a.Stops && a.Unread == "" || !utf8.ValidString(a.Unread) || a.Fields < 0 || a.Fields > len(agentFields) {
			t.Errorf("got %+v", a)
		}
		fm, _ := text.ReadFront(b)
		for _, d := range a.Doubts(nil) {
			if a.Unread != "" || !utf8.ValidString(d.What) || a.Front(fm) == nil && !a.front.Behind {
				t.Errorf("%+v of %+v", d, a)
			}
		}
	})
}
