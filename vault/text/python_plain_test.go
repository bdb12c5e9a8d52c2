package text

import (
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// What is read as plain lines is what the library reads, whatever the lines are.
func TestPlainLinesAreReadAsTheLibraryReadsThem(t *testing.T) {
	t.Parallel()
	keys := []string{"status", "created_date", "id", "yes", "No", "null", "7", "a b", "_x", "-", "?", "", "on", "true", "2026-03-14", "x\u2028", "ключ"}
	parts := []string{"Active", "null", "~", "true", "No", "7", "1_000", "0x1f", "1.5e+3", "1:30", "2026-03-14", "2026-02-30", "2026-03-14T10:30:00Z", "2026-03-14 10:30:00",
		`"`, `'`, "''", `\`, "#", " #", ":", ": ", " ", "  ", "-", "- ", "[", "]", "[]", "{}", ",", "&a", "*a", "!x", "|", ">", "%", "@", "`", "=", "<<", "?", "---", "...",
		"\t", "\u0085", "\u00a0", "\u2028", "\u2029", "\ufeff", "\ufffd", "\ufffe", "\x80", "\x7f", "é", "ж", "🚲", "one", "two words", "a:b", "a: b", "x", ""}
	read := 0
	rapid.Check(t, func(t *rapid.T) {
		var lines []string
		for range rapid.IntRange(0, 4).Draw(t, "lines") {
			value := strings.Join(rapid.SliceOfN(rapid.SampledFrom(parts), 0, 3).Draw(t, "value"), "")
			if quote := rapid.SampledFrom([]string{"", "", `"`, `'`}).Draw(t, "quote"); quote != "" {
				value = quote + value + quote
			}
			lines = append(lines, rapid.SampledFrom(keys).Draw(t, "key")+rapid.SampledFrom([]string{": ", ": ", ": ", ":", "", ":  ", " : "}).Draw(t, "colon")+value)
		}
		text := strings.Join(lines, rapid.SampledFrom([]string{"\n", "\n", "\n", "\n\n", "\n ", "\n# x\n"}).Draw(t, "end"))
		got, plain := ReadPlainPython(text)
		if !plain {
			return
		}
		read++
		want, err := readAllPython(text)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("%q is read as %+v; the library says %+v, %v", text, got, want, err)
		}
	})
	if read == 0 {
		t.Error("no text was plain")
	}
}

func TestAnOrdinaryFrontMatterIsPlain(t *testing.T) {
	t.Parallel()
	const front = "id: 2026-001\nobjective: Answer the order of Harbour Rope Works\nstatus: Active\ncreated_date: '2026-02-21T10:30:00Z'\npriority: \"high\"\nblocked_reason: null\ntags: []"
	got, plain := ReadPlainPython(front)
	if status := got.Members["status"]; !plain || status.Kind != PythonText || status.Text != "Active" || status.Line != 3 {
		t.Errorf("got %+v, %v", got, plain)
	}
}

// A word is of the kind that the patterns of PyYAML say, with and without the look at its first letter.
func TestLettersDecideMostWords(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringMatching(`[A-Za-z]{0,6}[0-9]?`).Draw(t, "word")
		want := PythonText
		for _, p := range pythonWords() {
			if p.is.MatchString(word) {
				want = p.kind
				break
			}
		}
		if got := PythonWord(word); got != want {
			t.Fatalf("%q is %v, want %v", word, got, want)
		}
	})
}
