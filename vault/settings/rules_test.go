package settings

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/testdata/must"
	"coldstart/vault/text"
)

var push = model.GateRule{Tool: "Bash", Match: "git push*", Then: model.ThenAsk}

// editing reads a settings file with a text, nil for a missing one.
func editing(t *testing.T, b []byte) *RulesFile {
	t.Helper()
	file := filepath.Join(t.TempDir(), "coldstart", "coldstart.yaml")
	if b != nil {
		must.Do(t, os.MkdirAll(filepath.Dir(file), 0o755))
		must.Do(t, os.WriteFile(file, b, 0o600))
	}
	r := must.Get(ReadRules(file))(t)
	return r
}

func TestAddARule(t *testing.T) {
	t.Parallel()
	const rule = `- {tool: Bash, match: "git push*", then: ask}`
	for _, tt := range []struct{ name, was, want string }{
		{"an empty file", "", "gate:\n  " + rule + "\n"},
		{"comments alone", "# mine\n", "# mine\ngate:\n  " + rule + "\n"},
		{"no rules", "theme: dark\n\n# the end", "theme: dark\n\n# the end\ngate:\n  " + rule},
		{"other line ends", "theme: dark\r\n", "theme: dark\r\ngate:\r\n  " + rule + "\r\n"},
		{"a mark ahead", "\ufefftheme: dark\n", "\ufefftheme: dark\ngate:\n  " + rule + "\n"},
		{"no rule any more", "gate: [] # none\ntheme: dark\n", "gate: # none\n  " + rule + "\ntheme: dark\n"},
		{
			"rules with comments", "gate: # mine\n\n  # first\n  - {match: x, then: deny} # no x\n  # last\n\n# colours\ntheme: dark\n",
			"gate: # mine\n\n  # first\n  - {match: x, then: deny} # no x\n  " + rule + "\n  # last\n\n# colours\ntheme: dark\n",
		},
		{"rules without an indent", "gate:\n- match: x\n  then: deny\ntheme: dark", "gate:\n- match: x\n  then: deny\n" + rule + "\ntheme: dark"},
		{"a rule on several lines, at the end", "gate:\n   -\n     match: >-\n       x\n     then: deny", "gate:\n   -\n     match: >-\n       x\n     then: deny\n   " + rule},
		{"other line ends in a list", "gate:\r\n  - {match: x, then: deny}\r\ntheme: dark\r\n", "gate:\r\n  - {match: x, then: deny}\r\n  " + rule + "\r\ntheme: dark\r\n"},
	} {
		r := editing(t, []byte(tt.was))
		if err := r.Add(push); err != nil || string(r.Next) != tt.want {
			t.Errorf("%s: %v\n%s\nwant\n%s", tt.name, err, r.Next, tt.want)
			continue
		}
		if err := r.Write(time.Now()); err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		if got, _ := os.ReadFile(r.File); string(got) != tt.want {
			t.Errorf("%s: wrote %q", tt.name, got)
		}
	}
	missing := editing(t, nil)
	if err := errors.Join(missing.Add(push), missing.Write(time.Now())); err != nil || !bytes.Equal(missing.Next, []byte("gate:\n  "+rule+"\n")) {
		t.Errorf("a missing file: %v, %q", err, missing.Next)
	}
}

func TestRemoveARule(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, was string
		at        int
		want      string
	}{
		{"the only one", "gate: # mine\n  # push\n  - {match: x, then: deny}\ntheme: dark\n", 0, "gate: [] # mine\n  # push\ntheme: dark\n"},
		{"the first", "gate:\n  - {match: x, then: deny}\n  # y\n  - match: y\n    then: ask\n", 0, "gate:\n  # y\n  - match: y\n    then: ask\n"},
		{"the last", "gate:\n  - {match: x, then: deny}\n  # y\n  - match: y\n    # why\n    then: ask\n\n# end", 1, "gate:\n  - {match: x, then: deny}\n  # y\n\n# end"},
	} {
		r := editing(t, []byte(tt.was))
		if err := r.Remove(tt.at, model.GateRule{}); err != nil || string(r.Next) != tt.want {
			t.Errorf("%s: %v\n%s\nwant\n%s", tt.name, err, r.Next, tt.want)
		}
	}
}

// What cannot be edited line by line stays as it is, and the rule is told.
func TestRulesThatAreNotEdited(t *testing.T) {
	t.Parallel()
	for _, was := range []string{"gate: [{match: x, then: deny}]\n", "{theme: dark}\n", "gate: [ # none\n  ]\n", "theme: dark\n...\n"} {
		r := editing(t, []byte(was))
		err := r.Add(push)
		if !errors.Is(err, model.ErrNotAllowed) || !strings.Contains(err.Error(), push.Written()) || string(r.Next) != was {
			t.Errorf("%q: %v, %q", was, err, r.Next)
		}
	}
}

// A file that another program changed meanwhile is not written.
func TestRulesThatChangedMeanwhile(t *testing.T) {
	t.Parallel()
	r := editing(t, []byte("theme: dark\n"))
	must.Do(t, r.Add(push))
	must.Do(t, os.WriteFile(r.File, []byte("theme: light\n"), 0o600))
	if err := r.Write(time.Now()); !errors.Is(err, model.ErrConflict) {
		t.Errorf("%v", err)
	}
	if got, _ := os.ReadFile(r.File); string(got) != "theme: light\n" {
		t.Errorf("%q", got)
	}
}

// FuzzRules adds a rule to whatever can be read and takes it out again: all other settings stay, and
// so do the bytes where there was a rule before.
func FuzzRules(f *testing.F) {
	for _, s := range []string{
		"", "gate: []", "theme: dark\r\ngate:\r\n- {match: x, then: ask} # y\r\n# z", "gate:\n  - match: |\n      x\n    then: ask\n\ntheme: dark",
		"\ufeffgate:\n  -\n    {match: x, then: ask}\n", "gate:\n - {then: deny, match: 'a''b'}\n\n\n#", "a: |\n  b\n", "\"gate\": []\n",
	} {
		f.Add([]byte(s), "git push*")
	}
	f.Fuzz(func(t *testing.T, b []byte, match string) {
		was, err := parseConfig(b)
		if err != nil || len(b) > maxConfig {
			return
		}
		r := &RulesFile{Edited: Edited{File: "coldstart.yaml", Was: b, Next: b}, want: was}
		rule := model.GateRule{Match: match, Then: model.ThenAsk}
		before := 0
		if g := r.rules(); g != nil {
			if before = len(g.List); before == 0 && g.List == nil {
				return // no list, which the settings refuse
			}
		}
		if r.Add(rule) != nil {
			if !bytes.Equal(r.Next, b) {
				t.Fatalf("refused, and changed: %q", r.Next)
			}
			return
		}
		added, err := parseConfig(r.Next)
		if err != nil || bytes.HasPrefix(b, text.BOM) != bytes.HasPrefix(r.Next, text.BOM) {
			t.Fatalf("%q: %v", r.Next, err)
		}
		r.want = added
		whole := r.Next
		r.Was = whole
		if err := r.Remove(before, rule); err != nil {
			// YAML has more ends of lines than ours.
			if !bytes.Equal(r.Next, whole) || !bytes.ContainsAny(bytes.ReplaceAll(whole, []byte("\r\n"), nil), "\r\u0085\u2028\u2029") {
				t.Fatalf("%q is not taken out again: %v", r.Next, err)
			}
			return
		}
		if now, err := parseConfig(r.Next); before > 0 && (err != nil || !reflect.DeepEqual(unnumbered(now), unnumbered(was)) || !bytes.Equal(r.Next, b)) {
			t.Fatalf("%q became %q", b, r.Next)
		}
	})
}
