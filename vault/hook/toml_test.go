package hook

import (
	"slices"
	"strconv"
	"strings"
	"testing"
)

func TestEntriesOfTOML(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		text string
		want []string // the names and the value, between blanks
		ok   bool
	}{
		{"", nil, true},
		{"# nothing\n\r\n", nil, true},
		{"model = \"scripted\" # why\n", []string{"model scripted"}, true},
		{"[projects.\"/srv/a.b\"]\ntrust_level = \"trusted\"\n", []string{"projects /srv/a.b trust_level trusted"}, true},
		{"[ projects . '/srv/a#b' ]\n trust_level='trusted'", []string{"projects /srv/a#b trust_level trusted"}, true},
		{"projects.\"/srv/x\".trust_level = \"untrusted\"", []string{"projects /srv/x trust_level untrusted"}, true},
		{"[a]\nx = [\n  \"]\", # ]\n  1,\n]\ny = true\n", []string{"a x [\n  \"]\", # ]\n  1,\n]", "a y true"}, true},
		{"[a]\nx = {b = \"}\", c = {}}\n[b]\ny = 1", []string{"a x {b = \"}\", c = {}}", "b y 1"}, true},
		{"x = \"\"\"\n[projects.\"/srv/x\"]\ntrust_level = \"trusted\"\n\"\"\"\ny = '''\n[z]'''\n", []string{"x \n[projects.\"/srv/x\"]\ntrust_level = \"trusted\"\n", "y \n[z]"}, true},
		{"[[a]]\nx = 1\n", []string{"a [] x 1"}, true},
		{`x = "a\"b\u00e9"`, []string{`x a"bé`}, true},
		{"[a\nx = 1", nil, false},
		{"x = \"open\ny = 1", nil, false},
		{"x = [1", nil, false},
		{"x =\n", nil, false},
		{"a b = 1", nil, false},
	} {
		found, ok := tomlEntries(tt.text)
		var got []string
		for _, e := range found {
			got = append(got, strings.Join(append(e.path, e.value), " "))
		}
		if ok != tt.ok || ok && !slices.Equal(got, tt.want) {
			t.Errorf("%q: %q, %t", tt.text, got, ok)
		}
	}
}

// A table that is written after any text that can be read is found, by its exact name, and nothing in
// a text is taken for one.
func FuzzTOML(f *testing.F) {
	f.Add("model = \"x\"\n", "/srv/shop")
	f.Add("x = '''\n[projects.\"/srv/shop\"]\n", "/srv/shop")
	f.Add("x = [\n", `/srv/a"b\c`)
	f.Fuzz(func(t *testing.T, before, dir string) {
		found, ok := tomlEntries(before)
		if !ok || strconv.Quote(dir) == "" || strings.ContainsAny(strconv.Quote(dir), "\x7f") {
			return
		}
		name := strconv.Quote(dir)
		if back, err := strconv.Unquote(name); err != nil || back != dir || strings.Contains(name, `\x`) || strings.Contains(name, `\a`) || strings.Contains(name, `\v`) {
			return
		}
		all, ok := tomlEntries(before + "\n[projects." + name + "]\ntrust_level = \"trusted\"\n")
		if !ok || len(all) != len(found)+1 {
			t.Fatalf("%d entries, then %d, %t", len(found), len(all), ok)
		}
		if last := all[len(all)-1]; !slices.Equal(last.path, []string{"projects", dir, "trust_level"}) || last.value != "trusted" {
			t.Fatalf("read %q", last)
		}
	})
}
