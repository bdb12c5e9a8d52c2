package text

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// setValue is b with a value set.
func setValue(b []byte, key, word string) ([]byte, error) {
	splices, err := SetValues(b, NewValue{key, word})
	if err != nil {
		return nil, err
	}
	return Apply(b, splices), nil
}

func TestSetValueChangesNothingElse(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, was, want string }{
		{"plain", "---\nid: x\nstatus: Blocked\nz: y\n---\nbody", "---\nid: x\nstatus: Active\nz: y\n---\nbody"},
		{"several blanks", "---\nstatus:   Blocked\n---\n", "---\nstatus:   Active\n---\n"},
		{"a tab", "---\nstatus:\tBlocked\n---\n", "---\nstatus:\tActive\n---\n"},
		{"blanks behind", "---\nstatus: Blocked \t\n---\n", "---\nstatus: Active \t\n---\n"},
		{"comment", "---\nstatus: Blocked  # by hand\n---\n", "---\nstatus: Active  # by hand\n---\n"},
		{"comment after a tab", "---\nstatus: Blocked\t# by hand\n---\n", "---\nstatus: Active\t# by hand\n---\n"},
		{"no comment without a blank", "---\nstatus: Blocked#1\n---\n", "---\nstatus: Active\n---\n"},
		{"double quotes", "---\nstatus: \"Blocked\"\n---\n", "---\nstatus: Active\n---\n"},
		{"single quotes and comment", "---\nstatus: 'it''s # so' # by hand\n---\n", "---\nstatus: Active # by hand\n---\n"},
		{"escapes and comment", "---\nstatus: \"a \\\" # b\" # by hand\n---\n", "---\nstatus: Active # by hand\n---\n"},
		{"empty", "---\nstatus:\nz: y\n---\n", "---\nstatus: Active\nz: y\n---\n"},
		{"empty with a blank", "---\nstatus: \n---\n", "---\nstatus: Active \n---\n"},
		{"only a comment", "---\nstatus: # none\n---\n", "---\nstatus: Active # none\n---\n"},
		{"null", "---\nstatus: null\n---\n", "---\nstatus: Active\n---\n"},
		{"folded plain text", "---\nstatus: one\n  two\n  three\nz: y\n---\n", "---\nstatus: Active\nz: y\n---\n"},
		{"folded quotes", "---\nstatus: \"one \\\n  \\ two\"\nz: y\n---\n", "---\nstatus: Active\nz: y\n---\n"},
		{"folded quotes and comment", "---\nstatus: \"one\n  two\"  # c\nz: y\n---\n", "---\nstatus: Active  # c\nz: y\n---\n"},
		{"block text", "---\nstatus: | # c\n  one # no comment\n\n  two\nz: y\n---\n", "---\nstatus: Active\nz: y\n---\n"},
		{"list at the margin", "---\nstatus:\n- one\n- two\nz: y\n---\n", "---\nstatus: Active\nz: y\n---\n"},
		{"list in brackets", "---\nstatus: [one, two] # c\nz: y\n---\n", "---\nstatus: Active # c\nz: y\n---\n"},
		{"list at the margin of the key before", "---\ntags:\n- one\nstatus: Blocked\n---\n", "---\ntags:\n- one\nstatus: Active\n---\n"},
		{"nested look-alike", "---\na:\n  status: x\nstatus: Blocked\nb:\n  status: y\n---\n", "---\na:\n  status: x\nstatus: Active\nb:\n  status: y\n---\n"},
		{"look-alike in a text", "---\na: |\n  status: x\nstatus: Blocked\n---\n", "---\na: |\n  status: x\nstatus: Active\n---\n"},
		{"look-alike in the body", "---\nstatus: Blocked\n---\nstatus: Blocked\n", "---\nstatus: Active\n---\nstatus: Blocked\n"},
		{"look-alike keys", "---\nold_status: x\nstatus: Blocked\nstatus_word: y\n---\n", "---\nold_status: x\nstatus: Active\nstatus_word: y\n---\n"},
		{"Windows", "---\r\nstatus: Blocked\r\nz: y\r\n---\r\n", "---\r\nstatus: Active\r\nz: y\r\n---\r\n"},
		{"written twice in text mode", "---\r\r\nstatus: Blocked # c\r\r\n---\r\r\n", "---\r\r\nstatus: Active # c\r\r\n---\r\r\n"},
		{"folded on Windows", "---\r\nstatus: \"a \\\r\n  \\ b\"\r\nz: y\r\n---\r\n", "---\r\nstatus: Active\r\nz: y\r\n---\r\n"},
		{"carriage returns alone", "---\rstatus: Blocked\rz: y\r---\r", "---\rstatus: Active\rz: y\r---\r"},
		{"byte order mark", "\xEF\xBB\xBF---\nstatus: Blocked\n---\n", "\xEF\xBB\xBF---\nstatus: Active\n---\n"},
		{"bytes that are no text in the body", "---\nstatus: Blocked\n---\n\xff\xfe", "---\nstatus: Active\n---\n\xff\xfe"},
		{"no line end at the end", "---\nstatus: Blocked\n---", "---\nstatus: Active\n---"},
		{"already so", "---\nstatus: Active\n---\n", "---\nstatus: Active\n---\n"},
		{"an anchor that nobody uses", "---\nstatus: &a Blocked\nz: y\n---\n", "---\nstatus: Active\nz: y\n---\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			was := []byte(tt.was)
			got, err := setValue(was, "status", "Active")
			if err != nil || string(got) != tt.want {
				t.Errorf("got %q and error %v\nwant %q", got, err, tt.want)
			}
			if string(was) != tt.was {
				t.Errorf("the given bytes became %q", was)
			}
		})
	}
}

func TestSetValueToNull(t *testing.T) {
	t.Parallel()
	got, err := setValue([]byte("---\nblocked_reason: \"a \\\n  \\ b\"\nstatus: Blocked\n---\n"), "blocked_reason", "null")
	if err != nil || string(got) != "---\nblocked_reason: null\nstatus: Blocked\n---\n" {
		t.Errorf("got %q and error %v", got, err)
	}
}

func TestSetValueRefuses(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, was, want, reason string }{
		{"no front matter", "# Plan\n", "Active", "there is no status"},
		{"no such key", "---\nid: x\n---\n", "Active", "there is no status"},
		{"only a nested key", "---\na:\n  status: x\n---\n", "Active", "there is no status"},
		{"another case", "---\nStatus: x\n---\n", "Active", "there is no status"},
		{"key given twice", "---\nstatus: a\nstatus: b\n---\n", "Active", "line 3: key"},
		{"another key given twice", "---\nstatus: a\nb: c\nb: d\n---\n", "Active", "line 4: key"},
		{"not valid YAML", "---\nstatus: a\nb: c: d\n---\n", "Active", "line 3: front matter is not valid YAML"},
		{"never closed", "---\nstatus: a\n", "Active", "never closed"},
		{"quoted key", "---\n\"status\": a\n---\n", "Active", "unusual way"},
		{"braces", "---\n{status: a}\n---\n", "Active", "unusual way"},
		{"anchor that others use", "---\nstatus: &a x\nb: *a\n---\n", "Active", "would not be the same"},
		{"a wanted word that is no word", "---\nstatus: a\n---\n", "x: y", "would not be the same"},
		{"a wanted word that would end the block", "---\nstatus: a\n---\n", "x\n---", "would not be the same"},
		{"a wanted word that would be a comment", "---\nstatus: a\n---\n", "#x", "status would read otherwise"},
		{"a wanted word that would add a key", "---\nstatus: a\n---\n", "x\ny: z", "would not be the same"},
		{"a text that looks like an entry", "---\na: \"b\nstatus: c\"\n---\n", "Active", "there is no status"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := setValue([]byte(tt.was), "status", tt.want)
			if got != nil || !errors.Is(err, ErrEdit) || !strings.Contains(err.Error(), tt.reason) {
				t.Errorf("got %q and error %v, want an error with %q", got, err, tt.reason)
			}
		})
	}
}

func FuzzSetValue(f *testing.F) {
	frontSeeds(f)
	f.Fuzz(func(t *testing.T, b []byte) {
		next, err := setValue(b, "status", "Active")
		if err != nil {
			if !errors.Is(err, ErrEdit) {
				t.Fatalf("unexpected kind of error: %v", err)
			}
			return
		}
		was, err := ReadFront(b)
		if err != nil {
			t.Fatalf("edited a front matter with an error: %v", err)
		}
		now, err := ReadFront(next)
		if err != nil {
			t.Fatalf("%q became unreadable: %v", next, err)
		}
		value := was.Find("status")
		if !bytes.HasPrefix(next, b[:value.From]) || !bytes.HasSuffix(next, b[value.To:]) {
			t.Fatalf("%q became %q: more than [%d:%d] changed", b, next, value.From, value.To)
		}
		if len(was.Fields) != len(now.Fields) {
			t.Fatalf("%q became %q", keysOf(was), keysOf(now))
		}
		for i, old := range was.Fields {
			want := old.Value
			if old.Key == "status" {
				want = "Active"
			}
			if got := now.Fields[i]; got.Key != old.Key || got.Value != want {
				t.Fatalf("%s: %q became %s: %q", old.Key, old.Value, got.Key, got.Value)
			}
		}
	})
}

func FuzzYAMLText(f *testing.F) {
	for _, seed := range []string{"", "----", "a\\\"b", "\x00\u0085\u2028\ufeff\uffff\u202e", "null", "✋ 🜁"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, words string) {
		if !utf8.ValidString(words) {
			return
		}
		quoted := QuoteYAML(words)
		if strings.Contains(quoted, "--") || strings.ContainsAny(quoted, "\r\n") {
			t.Errorf("QuoteYAML(%q) = %s", words, quoted)
		}
		var back string
		if err := yaml.Unmarshal([]byte("x: "+quoted), &struct{ X *string }{&back}); err != nil || back != words {
			t.Errorf("QuoteYAML(%q) = %s, which reads as %q, %v", words, quoted, back, err)
		}
	})
}
