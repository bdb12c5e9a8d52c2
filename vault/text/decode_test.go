package text

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestDecode(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		bytes, text string
		notes       Notes
	}{
		"plain":                     {"a\nb", "a\nb", Notes{}},
		"Windows":                   {"a\r\nb\r\n", "a\nb\n", Notes{}},
		"written twice":             {"a\r\r\nb", "a\nb", Notes{OddLineEnds: true}},
		"written three times":       {"a\r\r\r\n\r\nb", "a\n\nb", Notes{OddLineEnds: true}},
		"return alone":              {"a\rb", "a\nb", Notes{OddLineEnds: true}},
		"return at the end":         {"a\r", "a\n", Notes{OddLineEnds: true}},
		"mark":                      {"\xEF\xBB\xBFa", "a", Notes{Encoding: UTF8Marked}},
		"two marks":                 {"\xEF\xBB\xBF\xEF\xBB\xBFa", "a", Notes{Encoding: UTF8Marked}},
		"NUL":                       {"a\x00b\x00", "ab", Notes{Nulls: 2}},
		"NUL in a line end":         {"a\r\x00\nb", "a\nb", Notes{Nulls: 1}},
		"invalid":                   {"a\xFFb\xC3", "a\uFFFDb\uFFFD", Notes{Invalid: 2}},
		"written replacement":       {"a\uFFFDb", "a\uFFFDb", Notes{}},
		"UTF-16, low byte first":    {"\xFF\xFEa\x00\r\x00\n\x00\xE9\x00", "a\né", Notes{Encoding: UTF16LittleEndian}},
		"UTF-16, high byte first":   {"\xFE\xFF\x00a\xD8\x3D\xDE\x04", "a😄", Notes{Encoding: UTF16BigEndian}},
		"UTF-16 with half a letter": {"\xFE\xFF\x00a\xD8\x3D\x00", "a\uFFFD", Notes{Encoding: UTF16BigEndian, Invalid: 2}},
		"empty":                     {"", "", Notes{}},
		"only a mark":               {"\xFF\xFE", "", Notes{Encoding: UTF16LittleEndian}},
	} {
		t.Run(name, func(t *testing.T) {
			text, notes := Decode([]byte(tt.bytes))
			if text != tt.text || notes != tt.notes {
				t.Errorf("got %q with %+v, want %q with %+v", text, notes, tt.text, tt.notes)
			}
			if (len(notes.Words()) == 0) != (notes == Notes{}) {
				t.Errorf("%+v reads %q", notes, notes.Words())
			}
		})
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte("a\r\r\n\xEF\xBB\xBF\x00\rb"))
	f.Add([]byte("\xFF\xFEa\x00\r\x00\xFF\xFE"))
	f.Fuzz(func(t *testing.T, b []byte) {
		text, notes := Decode(b)
		if !utf8.ValidString(text) || strings.ContainsAny(text, "\x00\r") || strings.HasPrefix(text, byteOrderMark) {
			t.Errorf("%q is no clean text", text)
		}
		if again, more := Decode([]byte(text)); again != text || more != (Notes{}) {
			t.Errorf("decoding again gives %q with %+v, want %q", again, more, text)
		}
		if notes.Invalid < 0 || notes.Nulls < 0 || len(text) > 3*len(b) {
			t.Errorf("%d bytes become %d with %+v", len(b), len(text), notes)
		}
	})
}
