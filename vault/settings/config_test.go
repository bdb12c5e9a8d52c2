package settings

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

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
