package text

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestLineAtKnowsEveryLineEnd(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, text string
		want       []string
	}{
		{"line feeds", "a\n\nb\n", []string{"a", "", "b"}},
		{"no line end at the end", "a\nb", []string{"a", "b"}},
		{"Windows", "a\r\n\r\nb\r\n", []string{"a", "", "b"}},
		{"written twice in text mode", "a\r\r\n\r\r\nb\r\r\n", []string{"a", "", "b"}},
		{"carriage returns alone", "a\rb\rc", []string{"a", "b", "c"}},
		{"mixed", "a\nb\rc\r\nd", []string{"a", "b", "c", "d"}},
		{"nothing", "", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			b := []byte(tt.text)
			for at := 0; at < len(b); {
				line, next := LineAt(b, at)
				got = append(got, string(line))
				at = next
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestLineAtWalksEveryByteOnce(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		b := []byte(rapid.StringOf(rapid.SampledFrom([]rune("ab\r\n"))).Draw(t, "text"))
		var back []byte
		for at := 0; at < len(b); {
			line, next := LineAt(b, at)
			if next <= at || bytes.ContainsAny(line, "\r\n") {
				t.Fatalf("line %q at %d goes on at %d", line, at, next)
			}
			if end := b[at+len(line) : next]; len(bytes.Trim(end, "\r\n")) > 0 {
				t.Fatalf("line end %q holds text", end)
			}
			back = append(back, b[at:next]...)
			at = next
		}
		if !bytes.Equal(back, b) {
			t.Fatalf("got %q back", back)
		}
	})
}

func TestUnfencedLines(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, text, want string }{
		{"no fence", "a\nb  \n", "a|b"},
		{"backticks", "a\n```\nx\n```\nb", "a|b"},
		{"tildes with a word, indented", "a\n  ~~~sh\nx\n  ~~~\nb", "a|b"},
		{"a longer fence holds a shorter one", "a\n````\n```\nx\n```\n````\nb", "a|b"},
		{"a longer fence closes a shorter one", "a\n```\nx\n`````\nb", "a|b"},
		{"the other kind does not close", "a\n```\n~~~\nx\n```\nb", "a|b"},
		{"a fence with a word does not close", "a\n```\n```sh\nx\n```\nb", "a|b"},
		{"one line of code is no fence", "a\n```npm test```\nb", "a|```npm test```|b"},
		{"two backticks are no fence", "a\n``\nb", "a|``|b"},
		{"a fence that is never closed hides nothing", "a\n```\nb\nc", "a|b|c"},
		{"nor do fences after it", "a\n~~~\nb\n```\nc\n```\nd", "a|b|```|c|```|d"},
		{"nothing", "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var lines []string
			for _, line := range Unfenced([]byte(tt.text)) {
				lines = append(lines, line)
			}
			if got := strings.Join(lines, "|"); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestUnfencedCanStopEarly(t *testing.T) {
	t.Parallel()
	for _, line := range Unfenced([]byte("a\nb\n```\n")) {
		if line != "a" {
			t.Fatalf("went on to %q", line)
		}
		break
	}
}

func TestCheckUTF8NamesTheLine(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"a\nü 你\n": 0, "": 0,
		"a\xff": 1, "a\r\nb\r\n\xe4\n": 3, "\xff\xfe-\x00-\x00": 1,
	} {
		var at *LineError
		line := 0
		if err := CheckUTF8([]byte(text)); errors.As(err, &at) {
			line = at.Line
		}
		if line != want {
			t.Errorf("%q: got line %d, want %d", text, line, want)
		}
	}
}
