package text_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"coldstart/vault/text"
)

func scanned(line string) string {
	var out strings.Builder
	s := text.NewScan([]byte(line))
	for key := range s.Members() {
		switch string(key) {
		case "in":
			for key := range s.Members() {
				fmt.Fprintf(&out, "in.%s=%s ", key, s.Raw())
			}
		case "list":
			for i := range s.Elements() {
				if i != 1 {
					fmt.Fprintf(&out, "%d=%s ", i, s.Raw())
				}
			}
		case "skip":
		default:
			fmt.Fprintf(&out, "%s=%s ", key, s.Raw())
		}
	}
	fmt.Fprint(&out, s.Whole())
	return out.String()
}

func TestAScanReadsWhatIsAskedFor(t *testing.T) {
	for line, want := range map[string]string{
		`{"a":1,"b":"x\"y"}`:                                                `a=1 b="x\"y" true`,
		` { "a" : [1,{"b":"]}"}] , "c":null } `:                             `a=[1,{"b":"]}"}] c=null true`,
		`{"skip":{"a":"}"},"in":{"x":true,"y":[]},"list":[1,{"a":2},"\\"]}`: `in.x=true in.y=[] 0=1 2="\\" true`,
		`{"in":[1],"list":{"a":1},"b":2}`:                                   `b=2 true`,
		`{"in":{},"list":[]}`:                                               `true`,
		`{}`:                                                                `true`,
		`{"a":1`:                                                            `a=1 false`,
		`{"a":"x`:                                                           `false`,
		`{"a":"x\"}`:                                                        `false`,
		`{"a":1}{"b":2}`:                                                    `a=1 false`,
		`{"a" 1}`:                                                           `false`,
		`{a:1}`:                                                             `false`,
		`{"a":1,}`:                                                          `a=1 false`,
		`{"a":}`:                                                            `false`,
		`{"skip":}`:                                                         `false`,
		`[1]`:                                                               `true`,
		``:                                                                  `false`,
		"\x00\x00":                                                          `false`,
		"{\"a\":1,\x00\x00":                                                 `a=1 false`,
	} {
		got := scanned(line)
		if want == `false` || strings.HasSuffix(want, " false") {
			if !strings.HasSuffix(got, "false") {
				t.Errorf("%q: %s, but it is not whole", line, got)
			}
			continue
		}
		if got != want {
			t.Errorf("%q:\n got %s\nwant %s", line, got, want)
		}
	}
}

func TestDecodedIsBounded(t *testing.T) {
	for _, c := range []struct {
		raw  string
		most int
		want string
	}{
		{`"plain"`, 10, "plain"},
		{`"plain"`, 3, ""},
		{`"plain words"`, 8, "plain "},
		{`"a\nb\t\"\\\/"`, 10, "a\nb\t\"\\/"},
		{`"\u00e9\ud83d\ude00x"`, 20, "é😀x"},
		{`"\ud83d\ude00x"`, 3, ""},
		{`"\ud83dx\u12"`, 20, "\uFFFDx\uFFFD12"},
		{"\"a\xffb\"", 10, "a\uFFFDb"},
		{`"ééé"`, 3, "é"},
		{`"ab\ncdefgh"`, 5, "ab\n"},
		{`12`, 5, ""},
		{``, 5, ""},
	} {
		if got := text.Decoded([]byte(c.raw), c.most); got != c.want {
			t.Errorf("%s to %d bytes: %q, not %q", c.raw, c.most, got, c.want)
		}
	}
}

func FuzzScan(f *testing.F) {
	for _, s := range []string{`{"a":1,"in":{"x":"\u00e9"},"list":[1,[2],{"b":3}]}`, `{"in":{"x":{"in":1}}}`, `{"a":"\\\""}`, "{\"a\":\"\\"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		got := scanned(string(b))
		if json.Valid(b) && !strings.HasSuffix(got, "true") {
			t.Errorf("%q is JSON, but not whole: %s", b, got)
		}
		var want string
		if b := bytes.TrimSpace(b); utf8.Valid(b) && json.Unmarshal(b, &want) == nil && b[0] == '"' {
			if got := text.Decoded(b, len(b)*3); got != want {
				t.Errorf("%q: %q, not %q", b, got, want)
			}
		}
		for most := range 8 {
			if got := text.Decoded(b, most); len(got) > 3*most {
				t.Errorf("%q: %d bytes of %d", b, len(got), most)
			}
		}
	})
}
