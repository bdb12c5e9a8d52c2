package python

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"coldstart/testdata/must"
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

// loadAll reads texts with PyYAML: the exception that safe_load raises, "" where every program
// expects it, or the kind, text and whole number of each value with a text for a key.
const loadAll = `
import datetime, json, sys, yaml
kinds = {type(None): 0, bool: 1, int: 2, float: 3, datetime.date: 4, datetime.datetime: 4, str: 5, list: 6, dict: 7, set: 7}
def number(value):
    try:
        return str(int(value))
    except ValueError:
        return "none"
    except Exception as e:
        return type(e).__name__
def one(value):
    kind = kinds.get(type(value), 8)
    return [kind, str(value) if kind < 6 else "", number(value) if kind < 6 else ""]
out = []
for text in json.load(sys.stdin):
    try:
        found = yaml.safe_load(text)
    except (yaml.YAMLError, ValueError):
        out.append({"refused": True})
    except Exception as e:
        out.append({"refused": True, "raises": type(e).__name__})
    else:
        members = {k: one(v) for k, v in found.items() if type(k) is str} if type(found) is dict else {}
        out.append({"top": one(found)[0], "members": members})
json.dump(out, sys.stdout)
`

type loaded struct {
	Refused bool
	Raises  string
	Top     Kind
	Members map[string][3]any
}

func loadByPython(t *testing.T, texts []string) (all []loaded) {
	t.Helper()
	if err := exec.CommandContext(t.Context(), "python3", "-I", "-c", "import yaml").Run(); err != nil {
		t.Skipf("needs python3 with PyYAML: %v", err)
	}
	input := must.Get(json.Marshal(texts))(t)
	cmd := exec.CommandContext(t.Context(), "python3", "-I", "-X", "utf8", "-c", loadAll)
	cmd.Stdin, cmd.Stderr = strings.NewReader(string(input)), os.Stderr
	output, err := cmd.Output()
	if err == nil {
		err = json.Unmarshal(output, &all)
	}
	if err != nil || len(all) != len(texts) {
		t.Fatalf("python3 answered %d of %d texts: %v", len(all), len(texts), err)
	}
	return all
}

// asLoaded is what ReadYAML says in the words of loadAll.
func asLoaded(v Value, err error) (l loaded) {
	if refused := (*Error)(nil); errors.As(err, &refused) {
		return loaded{Refused: true, Raises: refused.Raises}
	}
	l = loaded{Top: v.Kind, Members: map[string][3]any{}}
	if v.Kind != Map {
		return l
	}
	for _, m := range v.Members {
		said, number := "", ""
		if text, ok := m.Value.Str(); ok {
			said = text
			switch n, raises := m.Value.Int(); {
			case n != nil:
				number = n.String()
			case raises != "":
				number = raises
			default:
				number = "none"
			}
		}
		l.Members[m.Key] = [3]any{float64(m.Value.Kind), said, number}
	}
	return l
}

// What fronts are put together from: words of all kinds, and all that YAML has for other things.
var (
	frontKeys   = []string{"plan_id", "step_id", "status", "note", "'to'", "\"a b\"", "=", "<<", "yes", "7", "!!str x", "&k y", "? z", "[a]", "null"}
	frontValues = []string{
		"a", "one two", "2026-001", "'it''s'", `"a\tb"`, `"x\u0041"`, "", "~", "Null", "yes", "Off", "true", "7", "-3", "+4", "007", "0o7", "0x1F", "0b101", "1_000", "0x_", "1:30", "-12:30:45",
		"1.0", "1.", ".5", "1.5e+3", "1.5e3", "1e3", "-.inf", ".NaN", "1:30.5", "123456789.0e+12", "0.00001", "99999999999999999999", "2026-01-01", "2026-02-30", "2026-1-1", "2026-03-14T09:00:00Z",
		"2026-03-14 9:00:00.50 +05:30", "2026-03-14t09:00:00 -1", "=", "<<", "*k", "*none", "&k v", "&k {a: b}", "!!str 5", "!!str", "!!int '2'", `!!int "x"`, "!!int ''", "!!int 08", "!!float 3", "!!float ''", "!!float x.y",
		"!!bool yes", "!!bool maybe", "!!null x", "!!timestamp 2026-03-14", "!!timestamp x", "!!seq [a]", "!!seq x", "!!map {a: b}", "!!omap [a: 1]", "!!omap [a]", "!!pairs [a: 1]", "!!set {a, b}", "!!str [a]", "!local x", "!!python/name:os x",
		"! 7", "!!binary aGk=", "[a, b]", "[]", "{}", "{a: b}", "{a: {b: [c]}}", "{'a':1}", `{"a":"b"}`, "[a, \"b\tc\"]", "{a: 'b\tc'}", "\"b\tc\"", "!!str \"b\tc\"", "a\tb", "a # b\tc", "\tb", "'a'\t", "|\n  x\ty", ">-\n  x\n\n  y", "|2\n   x", "|\n\tx",
		"- x", "\n  - x\n  - y\tz", "\n- \"a\tb\"", "\n  a: 1\n  b: 2", "a: b", "a #b", "#c", "@x", "%x", "`x`", "x: ", "{a", "[a", "'a", "a\n  b", "a\n  'b'", "\"a\n  b\tc\"", "\u0663", "'\u0663'", "' 3 '", "'1_0'", "'+3'", "'3.0'", "a\u0085b", "a\u2028b", "a\u00a0b", "é",
		"{<<: {a: 1}, b: 2}", "[{a: 1}, {b: 2}]", "{status: x, 'plan_id': y}", "&m {status: m, step_id: 2}", "*m", "[*m, {note: n}]", "{=: x}",
	}
	frontLines = []string{"", "# a\tb", "\t", "...", "a: 1\n", "  more", "- item", "%YAML 1.1", "\tx: y", "? plan_id\n: z", "<<: {plan_id: in, note: more}", "<<: *m", "<<: [*m, *k]", "!!str plan_id: q", "'status': \"a\tb\"\t# c", "block: |\n  a\tb\n\n\tc", "list:\n- |\n  a\tb\n- c"}
)

var slips = []string{"", "\n", " ", "  ", "\t", ":", "-", "- ", "#", "?", "'", "\"", "[", "]", "{", "}", ",", "&", "*", "!", "|", ">", "%", "\\", "x", "0", "=", "<<: "}

// someFront is the text between two fences, or all of what is behind the first dashes.
func someFront(r *rand.Rand) string {
	pick := func(of []string) string { return of[r.IntN(len(of))] }
	if r.IntN(12) == 0 {
		return pick([]string{"", " ", " # note\n"}) + pick(frontValues) + "\n"
	}
	if r.IntN(12) == 0 {
		return fmt.Sprintf(" {plan_id: %s, %s: %s}\n", pick(frontValues), pick(frontKeys), pick(frontValues))
	}
	var b strings.Builder
	b.WriteString(pick([]string{"\n", "\n", "\n", " # note\n", " &top\n", " !!map\n", "\t\n", "status: first\n"}))
	for range 1 + r.IntN(5) {
		switch r.IntN(6) {
		case 0:
			b.WriteString(pick(frontLines) + "\n")
		case 1:
			b.WriteString(pick(frontKeys) + pick([]string{": ", ":", " : ", ":\t", ":  "}) + pick(frontValues) + "\n")
		default:
			b.WriteString(pick(frontKeys[:4]) + ": " + pick(frontValues) + pick([]string{"\n", "\n", "\n", " # c\td\n", " \n"}))
		}
	}
	return b.String()
}

// TestPythonReadsFrontsAsItsReaderHere compares with PyYAML itself. What is not followed is said to be so,
// and is rare.
func TestPythonReadsFrontsAsItsReaderHere(t *testing.T) {
	t.Parallel()
	n := 1500
	if os.Getenv("COLDSTART_FAULTS") == "1" {
		n = 60_000
	}
	r := rand.New(rand.NewPCG(35, 2))
	texts := make([]string, n)
	for i := range texts {
		if texts[i] = someFront(r); i%3 == 0 {
			// A slip of the hand.
			at := r.IntN(len(texts[i]))
			texts[i] = strings.ToValidUTF8(texts[i][:at]+slips[r.IntN(len(slips))]+texts[i][min(len(texts[i]), at+r.IntN(3)):], "")
		}
	}
	unsure, read := 0, 0
	for i, want := range loadByPython(t, texts) {
		v, err := ReadYAML(texts[i])
		if v.Kind == Unsure {
			unsure++
			continue
		}
		if !want.Refused {
			read++
		}
		if got := asLoaded(v, err); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%q\n got %+v (%v)\nwant %+v", texts[i], got, err, want)
		}
	}
	if unsure > n/10 || read < n/10 {
		t.Errorf("of %d texts %d were read and %d not followed", n, read, unsure)
	}
}

// What Python itself gives up on, or would need hours for, is not followed.
func TestWhatGrowsBeyondMeasureIsNotFollowed(t *testing.T) {
	t.Parallel()
	merges := "a0: &a0 {}\n"
	for i := range 60 {
		merges += fmt.Sprintf("a%d: &a%d {<<: [*a%d, *a%d]}\n", i+1, i+1, i, i)
	}
	for _, text := range []string{
		"x: [" + strings.Repeat("'é', ", 40_000) + "! 'a']\ny: \"\t\"\n",
		"x: " + strings.Repeat("9", 200_000) + "\n",
		merges,
	} {
		if v, err := ReadYAML(text); v.Kind == Map && err == nil {
			t.Errorf("%.40q is followed", text)
		}
	}
}
