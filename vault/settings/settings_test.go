package settings

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/testdata/must"
	"coldstart/vault/disk"
	"coldstart/vault/text"
)

func TestReadConfig(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, text string
		want       []ConfigEntry
		wrong      string
	}{
		{"empty", "", nil, ""},
		{"comments only", "# nothing\n\n", nil, ""},
		{"nothing at all", "---\n", nil, ""},
		{"words", "theme: light # or dark\nmouse: true\n", []ConfigEntry{{Name: "theme", Value: "light", Line: 1}, {Name: "mouse", Value: "true", Line: 2}}, ""},
		{"quotes, a mark and Windows lines", "\ufeff# mine\r\n\"theme\": 'high-contrast'\r\n", []ConfigEntry{{Name: "theme", Value: "high-contrast", Line: 2}}, ""},
		{"a name again", "a: 1\n\na: 2\n", nil, ":3: a is already set on line 1"},
		{"no value", "a: 1\nb:\n", nil, ":2: b has no value"},
		{"no value in quotes", "b: ''\n", nil, ":1: b has no value"},
		{"a list", "a: 1\nb: [c]\n", []ConfigEntry{{Name: "a", Value: "1", Line: 1}, {Name: "b", Line: 2, List: []ConfigEntry{{Value: "c", Line: 2}}}}, ""},
		{"a list of maps", "b:\n  - c: 1\n    d: [e]\n", []ConfigEntry{{Name: "b", Line: 1, List: []ConfigEntry{{Line: 2, Map: []ConfigEntry{
			{Name: "c", Value: "1", Line: 2}, {Name: "d", Line: 3, List: []ConfigEntry{{Value: "e", Line: 3}}},
		}}}}}, ""},
		{"nothing in a list and a map", "a: []\nb: {}\n", []ConfigEntry{{Name: "a", Line: 1, List: []ConfigEntry{}}, {Name: "b", Line: 2, Map: []ConfigEntry{}}}, ""},
		{"an alias", "a: &x 1\nb: *x\n", nil, ":2: b is an alias"},
		{"an alias in a list", "a: &x 1\nb:\n  - *x\n", nil, ":3: an element of the list is an alias"},
		{"a name again in a map", "a:\n  b: 1\n  c: 1\n  b: 2\n", nil, ":4: b is already set on line 2"},
		{"no value in a list", "a:\n  - 1\n  -\n", nil, ":3: an element of the list has no value"},
		{"too deep", "a: [[[[[1]]]]]\n", nil, ":1: an element of the list is nested too deep"},
		{"a name that is no word", "[a]: 1\n", nil, ":1: the name of a setting must be one word"},
		{"no list of names", "- a\n", nil, ":1: this is not a list of settings"},
		{"one word", "\n\nlight\n", nil, ":3: this is not a list of settings"},
		{"two documents", "a: 1\n---\nb: 2\n", nil, ":2: a second document begins here"},
		{"an open bracket", "a: 1\nb: [\nc: 2\n", nil, ":2: this is not valid YAML: "},
		{"a tab", "a: 1\n\tb: 2\n", nil, ":2: this is not valid YAML: "},
		{"no YAML in a second document", "a: 1\n---\n\tb\n", nil, ":3: this is not valid YAML: "},
		{"a wrong byte", "a: 1\nb: \xff\n", nil, ":2: this is not valid YAML: "},
		{"wrong only together", "a: 1\n  b: 2\n", nil, ": this is not valid YAML: "},
	} {
		t.Run(tt.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "s.yaml")
			must.Do(t, os.WriteFile(file, []byte(tt.text), 0o600))
			got, err := ReadConfig(file)
			if tt.wrong == "" && (err != nil || !reflect.DeepEqual(got, tt.want)) {
				t.Errorf("got %v and error %v, want %v", got, err, tt.want)
			}
			if tt.wrong != "" && (err == nil || !strings.HasPrefix(err.Error(), file+":") || !strings.Contains(err.Error(), tt.wrong)) {
				t.Errorf("got %v and error %v, want %q", got, err, tt.wrong)
			}
		})
	}
}

func TestReadConfigIsBounded(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "s.yaml")
	if _, err := ReadConfig(file); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("without a file: %v", err)
	}
	must.Do(t, os.WriteFile(file, []byte("#"+strings.Repeat("a", maxConfig)), 0o600))
	if _, err := ReadConfig(file); !errors.Is(err, disk.ErrTooLarge) {
		t.Errorf("of a large file: %v", err)
	}
}

func FuzzReadConfig(f *testing.F) {
	f.Add("theme: light\n# x\nmouse: [\n")
	f.Fuzz(func(t *testing.T, config string) {
		found, err := parseConfig([]byte(config))
		var at *text.LineError
		if err != nil && !errors.As(err, &at) {
			t.Errorf("error %v has no line", err)
		}
		lines := strings.Count(config, "\n") + strings.Count(config, "\r") + strings.Count(config, "\u2028") + strings.Count(config, "\u2029") + strings.Count(config, "\u0085") + 1
		var check func(all []ConfigEntry)
		check = func(all []ConfigEntry) {
			for _, s := range all {
				if (s.Value == "") == (s.List == nil && s.Map == nil) || s.Line < 1 || s.Line > lines {
					t.Errorf("%+v in %d lines", s, lines)
				}
				check(s.List)
				check(s.Map)
			}
		}
		check(found)
	})
}

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
