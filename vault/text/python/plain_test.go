package python

import (
	"reflect"
	"regexp"
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
			if rapid.Bool().Draw(t, "ordinary") {
				lines = append(lines, rapid.SampledFrom([]string{"id: 7", "status: Active", "created_date: '2026-03-14'", "reason: null"}).Draw(t, "line"))
				continue
			}
			value := strings.Join(rapid.SliceOfN(rapid.SampledFrom(parts), 0, 3).Draw(t, "value"), "")
			if quote := rapid.SampledFrom([]string{"", "", `"`, `'`}).Draw(t, "quote"); quote != "" {
				value = quote + value + quote
			}
			lines = append(lines, rapid.SampledFrom(keys).Draw(t, "key")+rapid.SampledFrom([]string{": ", ": ", ": ", ":", "", ":  ", " : "}).Draw(t, "colon")+value)
		}
		text := strings.Join(lines, rapid.SampledFrom([]string{"\n", "\n", "\n", "\n\n", "\n ", "\n# x\n"}).Draw(t, "end"))
		got, plain := ReadPlain(text)
		if !plain {
			return
		}
		read++
		want, err := readAll(text)
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
	got, plain := ReadPlain(front)
	if status, _ := got.Members.Find("status"); !plain || status.Kind != Text || status.Text != "Active" || status.Line != 3 {
		t.Errorf("got %+v, %v", got, plain)
	}
}

func TestWordsAreOfTheKindThatThePatternsOfPyYAMLSay(t *testing.T) {
	t.Parallel()
	// In the order of PyYAML.
	patterns := []pattern{
		{Bool, regexp.MustCompile(`^(?:yes|Yes|YES|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF)$`)},
		{Float, regexp.MustCompile(`^(?:[-+]?(?:[0-9][0-9_]*)\.[0-9_]*(?:[eE][-+][0-9]+)?|\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?` +
			`|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$`)},
		{Int, regexp.MustCompile(`^(?:[-+]?0b[0-1_]+|[-+]?0[0-7_]+|[-+]?(?:0|[1-9][0-9_]*)|[-+]?0x[0-9a-fA-F_]+|[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+)$`)},
		{Null, regexp.MustCompile(`^(?:~|null|Null|NULL|)$`)},
		{Time, regexp.MustCompile(`^(?:[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{4}-[0-9][0-9]?-[0-9][0-9]?(?:[Tt]|[ \t]+)[0-9][0-9]?` +
			`:[0-9]{2}:[0-9]{2}(?:\.[0-9]*)?(?:[ \t]*(?:Z|[-+][0-9][0-9]?(?::[0-9]{2})?))?)$`)},
	}
	agrees := func(t rapid.TB, word string) {
		want := Text
		for _, p := range patterns {
			if p.is.MatchString(word) {
				want = p.kind
				break
			}
		}
		if got := Word(word); got != want {
			t.Fatalf("%q is %v, want %v", word, got, want)
		}
	}
	for _, word := range []string{"yes", "No", "ON", "off", "TRUE", "fAlse", "null", "NULL", "nUll", "~", "~~", "", ".inf", "-.INF", ".nan", ".", "-", "+", "2026-03-14", "2026-3-14", "1.5e-3"} {
		agrees(t, word)
	}
	rapid.Check(t, func(t *rapid.T) {
		agrees(t, rapid.OneOf(
			rapid.StringMatching(`[A-Za-z]{0,6}[0-9]?`),
			rapid.StringMatching(`[-+]?[0-9]{0,2}[0-9_.:xbe+~-]{0,6}`),
			rapid.StringMatching(`[0-9]{4}-[0-9]{1,2}-[0-9]{1,3}([Tt]|[ \t]{0,2})([0-9]{1,2}:[0-9]{2}:?[0-9]{1,2}(\.[0-9]{0,2})?)?[ \t]?(Z|[-+][0-9]{0,3}(:[0-9]{1,3})?)?`),
		).Draw(t, "word"))
	})
}

func TestAPythonTimeMustExist(t *testing.T) {
	t.Parallel()
	for word, want := range map[string]bool{
		"2026-03-14": true, "2026-02-30": false, "2026-2-9 1:02:03": true, "2024-02-29T23:59:59.5 +05:30": true, "2025-02-29T00:00:00": false, "0000-01-01": false,
		"2026-03-14t24:00:00": false, "2026-03-14\t10:60:00Z": false, "2026-03-14T10:30:60": false, "2026-13-01": false, "2026-03-14 10:30:00 -23:59": true, "2026-03-14 10:30:00+24": false,
	} {
		if Word(word) != Time || timeExists(word) != want {
			t.Errorf("%q exists: %v, want %v; it is of kind %v", word, timeExists(word), want, Word(word))
		}
	}
}
