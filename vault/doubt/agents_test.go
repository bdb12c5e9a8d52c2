package doubt

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"coldstart/model"
	"coldstart/testdata/must"
	"coldstart/vault/text"
)

func byAgents(name string, b []byte) Agents {
	fm, _ := text.ReadFront(b)
	return ByAgents(name, b, fm)
}

// theirs is a request as the agents' own program writes it.
const theirs = `---
action_type: payment
created_date: '2026-03-14T09:00:00Z'
plan_id: '2026-007'
rationale: The berth is ours until May.
status: pending
step_description: Pay the berth
step_id: 3
target_recipient: berths@tidewell.example
---

# Pay the berth
`

func TestWhatTheAgentsCannotRead(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, text, why string
		stops           bool
	}{
		{"as they write it", theirs, "", false},
		{"with CRLF", strings.ReplaceAll(theirs, "\n", "\r\n"), "", false},
		{"a quoted step", with(theirs, "step_id: 3", "step_id: '3'"), "", false},
		{"a tab in quotes, a block and a comment", with(theirs, "rationale: The", "note: \"a\tb\" # c\td\nblock: |\n  a\tb\n\n  c\nrationale: The"), "", false},
		{"a tab in quotes between brackets", with(theirs, "rationale: The", "extra: {a: \"b\tc\", d: [\"e\tf\"]}\nrationale: The"), "", false},
		{"a byte-order mark", "\uFEFF" + theirs, "there is a byte order mark in front of the three dashes", false},
		{"a blank line first", "\n" + theirs, "it does not begin with three dashes", false},
		{"a tab before a value", with(theirs, "action_type: ", "action_type:\t"), "line 2 has a tab where only spaces may be", false},
		{"a tab in a value", with(theirs, "The berth", "The\tberth"), "line 5 has a tab where only spaces may be", false},
		{"no rationale", with(theirs, "rationale: The berth is ours until May.\n", ""), "it has no rationale", false},
		{"no step and no date", with(with(theirs, "step_id: 3\n", ""), "created_date", "created"), "it has no step_id, no created_date", false},
		{"one number", "---\n42\n---\n", "the front matter is the value 42, without fields", true},
		{"a fraction", "---\n-4.5\n---\n", "the front matter is the value -4.5, without fields", true},
		{"a word for true", "---\nyes\n---\n", "the front matter is the value yes, without fields", true},
		{"a day", "---\n2026-03-14\n---\n", "the front matter is the value 2026-03-14, without fields", true},
		{"a time of day", "---\n12:30\n---\n", "the front matter is the value 12:30, without fields", true},
		{"a text", "---\nhello\n---\n", "the front matter is a single text, without fields", false},
		{"a list", "---\n- a\n- b\n---\n", "the front matter is a list, without fields", false},
		{"a list of their fields", "---\n[" + strings.Join(agentFields[:], ", ") + "]\n---\n", "the front matter is a list, without fields", true},
		{"nothing", "---\n---\n", "the front matter is empty", false},
		{"null", "---\n~\n---\n", "the front matter is empty", false},
		{"comments", "---\n# a\n---\n", "the front matter is empty", false},
		{"a step that is null", with(theirs, "step_id: 3", "step_id:"), "step_id is not a number", true},
		{"several steps", with(theirs, "step_id: 3", "step_id: [3]"), "step_id is not a number", true},
		{"a word for a step", with(theirs, "step_id: 3", "step_id: three"), "step_id is not a number", false},
		{"a status in capitals", with(theirs, "status: pending", "status: Pending"), "its status is none of pending, approved, rejected, executed", false},
		{"never closed", "---\nplan_id: 1\n", "the front matter is never closed", false},
		{"two documents", with(theirs, "plan_id:", "...\nplan_id:"), "the front matter is not valid YAML: it holds more than one document", false},
	} {
		if got := byAgents("Pending_Approval/pay.md", []byte(tt.text)); got.Unread != tt.why || got.Stops != tt.stops {
			t.Errorf("%s: got %+v, want %q, %t", tt.name, got, tt.why, tt.stops)
		}
	}
	if got := byAgents("Pending_Approval/pay.txt", []byte("---\n42\n---\n")); got.Unread == "" || got.Stops {
		t.Errorf("another ending: got %+v", got)
	}
}

// fromFile reads requests as the agents' program does. It reads a list of texts and answers
// read, unread or stops for each.
const fromFile = `
import io, json, sys, yaml
from enum import Enum
class Status(str, Enum):
    PENDING = "pending"
    APPROVED = "approved"
    REJECTED = "rejected"
    EXECUTED = "executed"
def read(raw):
    if not raw.startswith("---"):
        raise ValueError("missing")
    parts = raw.split("---", 2)
    if len(parts) < 3:
        raise ValueError("malformed")
    try:
        meta = yaml.safe_load(parts[1])
    except yaml.YAMLError as exc:
        raise ValueError("corrupted") from exc
    if meta is None:
        raise ValueError("empty")
    for name in ["action_type", "target_recipient", "plan_id", "step_id", "rationale", "created_date", "status"]:
        if name not in meta:
            raise ValueError(name)
    return (str(meta["plan_id"]), int(meta["step_id"]), str(meta.get("step_description", "")), str(meta["action_type"]),
            str(meta["target_recipient"]), Status(meta["status"]).value, str(meta["rationale"]), str(meta["created_date"]))
out = []
for text in json.load(sys.stdin):
    raw = io.TextIOWrapper(io.BytesIO(text.encode('utf-8')), encoding='utf-8').read()
    try:
        out.append(["read"] + [str(v) for v in read(raw)])
    except (ValueError, KeyError):
        out.append(["unread"])
    except Exception:
        out.append(["stops"])
json.dump(out, sys.stdout)
`

// oddRequests draws requests that are nearly as the agents write theirs.
func oddRequests() *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		pick := func(name string, of ...string) string { return rapid.SampledFrom(of).Draw(t, name) }
		value := func(name, good string) string {
			if rapid.IntRange(0, 9).Draw(t, "good") > 0 {
				return good
			}
			return pick(name, "", "~", "42", "4.5", ".inf", "yes", "2026-03-14", "2026-03-14 09:00:00", "[a]", "{a: b}", "'a'", "\"a\\tb\"", "a\tb", "|\n  a\tb", "a # b\tc", "&x a", "!!str a", "!!int ''", "@a", "a: b", "0x1F", "1_0", "x---y", "007", "1.0", "12:30", "!!str 5", "!!int '2'", "' 3'")
		}
		var b strings.Builder
		b.WriteString(pick("first", "---\n", "---\n", "---\n", "---\n", "---\n", "---\n", "---\n", "---\n", "---\n", "---\n", "---\n", "---\n", "\uFEFF---\n", "\n---\n", "----\n", "--- \n", " ---\n", "--- # note\n", "---note: x\n", "---\tnote: x\n"))
		if rapid.IntRange(0, 19).Draw(t, "flow") == 0 {
			return fmt.Sprintf("--- {action_type: %s, target_recipient: a, plan_id: %s, step_id: %s, rationale: r, created_date: d, status: pending}\n# a\n---\n\n# Pay\n", value("a", "pay"), value("p", "2026-007"), value("s", "3"))
		}
		if rapid.IntRange(0, 9).Draw(t, "whole") == 0 {
			b.WriteString(value("only", "text") + "\n")
		} else {
			for i, key := range agentFields {
				if rapid.IntRange(0, 19).Draw(t, "there") < 19 {
					good := []string{"payment", "me@quay.example", "2026-007", "3", "The berth is ours.", "'2026-03-14T09:00:00Z'", "pending"}[i]
					if key == "rationale" {
						b.WriteString("step_description: " + value("description", "Pay the berth") + "\n")
					}
					b.WriteString(key + pick("colon", ": ", ": ", ": ", ": ", ": ", ": ", ": ", ": ", ": ", ": ", ": ", ": ", ": ", ": ", ": ", ": ", ": ", ": ", ": ", ": ", ": ", ":\t", " : ", ":") + value(key, good) + "\n")
				}
			}
			b.WriteString(pick("more", "", "", "", "# a\tb\n", "status: approved\n", "status: Approved\n", "...\n", "\tx: y\n", "\n"))
		}
		b.WriteString(pick("last", "---\n", "---\n", "---\n", "---\n", "--- \n", "...\n", "") + "\n# Pay\n")
		return b.String()
	})
}

func TestWhatTheirLanguageCannotRead(t *testing.T) {
	t.Parallel()
	program, err := exec.LookPath("python3")
	if err == nil {
		err = exec.CommandContext(t.Context(), program, "-I", "-c", "import yaml").Run()
	}
	if err != nil {
		t.Skipf("needs python3 with PyYAML: %v", err)
	}
	var texts []string
	for seed := range 2000 {
		texts = append(texts, oddRequests().Example(seed))
	}
	input := must.Get(json.Marshal(texts))(t)
	cmd := exec.CommandContext(t.Context(), program, "-I", "-X", "utf8", "-c", fromFile)
	cmd.Stdin = strings.NewReader(string(input))
	output, err := cmd.Output()
	var want [][]string
	if err == nil {
		err = json.Unmarshal(output, &want)
	}
	if err != nil || len(want) != len(texts) {
		t.Fatalf("python3 answered %d of %d texts: %v", len(want), len(texts), err)
	}
	count := map[string]int{}
	for i, page := range texts {
		count[want[i][0]]++
		a, got := byAgents("pay.md", []byte(page)), []string{"read"}
		switch {
		case a.Stops:
			got = []string{"stops"}
		case a.Unread != "":
			got = []string{"unread"}
		default:
			for j, c := range compared {
				v, _ := a.front.Members.Find(c.key)
				got = append(got, asText(c.key, v))
				if got[j+1] == "several values" || got[j+1] == "" {
					// Here one word stands for all of them, and nothing for null.
					got[j+1] = want[i][j+1]
				}
			}
		}
		if len(want[i]) > 1 {
			want[i] = want[i][:len(compared)+1]
		}
		if !slices.Equal(got, want[i]) {
			t.Errorf("%q\n got %q (%s), want %q", page, got, a.Unread, want[i])
		}
	}
	if count["read"] < 20 || count["unread"] < 20 || count["stops"] < 20 {
		t.Errorf("too few of one sort: %v", count)
	}
}

// pieces are what front matters are put together from here: plain values and the
// places where programs differ.
var (
	pieceKeys   = []string{"status", "target_recipient", "amount", "action_type", "step_id", "title", "Status", "\"status\"", "сс", "to ", "# note"}
	pieceValues = []string{
		"pending", "dues@corran-harbour.example", "412.50", "payment", "2", "no", "12:30", "010", "1_0", "0x1F", "1e3", "~", "", "null", "'two'", "\"two\"", "\"a\\tb\"",
		"a # b", "a: b", "a --- b", "- x", "[a, b]", "{a: b}", "&x y", "*x", "!!str 5", "|", ">-", "  pending", "pending  ", "2026-02-21", "'it''s'", "a 'b' c", "'a' # b", "\"a # b\"", "@x", "%x", "`x`", "a\xffb", "a\x00b",
	}
	pieceTexts = []string{"Text.", "Text.", "Text.", "T\u00e9xt.", "T\xe9xt."}
	pieceLines = []string{"", "  more", "- item", "---", "...", "<<: *x", "? a", "\tx: y", "rationale: ok"}
)

// ordinary is a front matter that raises no doubt.
var ordinary = []string{
	"plan_id: 2026-001", "step_id: 2", "action_type: payment", "target_recipient: dues@corran-harbour.example", "status: pending", "rationale: The harbour wants its dues.",
}

// somePage is a request with something odd at one or two places of its front matter.
func somePage(r *rand.Rand) string {
	lines := slices.Clone(ordinary)
	for range 1 + r.IntN(2) {
		at := r.IntN(len(lines))
		key, _, _ := strings.Cut(lines[at], ":")
		value := pieceValues[r.IntN(len(pieceValues))]
		switch r.IntN(5) {
		case 0:
			lines = slices.Insert(lines, at, pieceLines[r.IntN(len(pieceLines))])
		case 1:
			lines = slices.Insert(lines, at, pieceKeys[r.IntN(len(pieceKeys))]+": "+value)
		default:
			lines[at] = key + ": " + value
		}
	}
	return "---\n" + strings.Join(lines, "\n") + "\n---\n" + pieceTexts[r.IntN(len(pieceTexts))] + "\n"
}

// splitAndLoad reads the front matters as the agents do: the whole file as UTF-8, split at the
// first three dashes, then PyYAML. Every value is written as it would be used in a text.
const splitAndLoad = `
import base64, json, sys, yaml
def read(page):
    try:
        text = base64.b64decode(page).decode('utf-8')
    except UnicodeDecodeError:
        return None
    parts = text.split('---', 2)
    if len(parts) < 3:
        return None
    try:
        found = yaml.load(parts[1], Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except Exception:
        return None
    if not isinstance(found, dict):
        return None
    return {str(k): str(v) for k, v in found.items()}
json.dump([read(t) for t in json.load(sys.stdin)], sys.stdout)
`

func readByPython(t *testing.T, pages []string) []map[string]string {
	t.Helper()
	// Bytes that are not text would not survive as a string.
	raw := make([][]byte, len(pages))
	for i, page := range pages {
		raw[i] = []byte(page)
	}
	input := must.Get(json.Marshal(raw))(t)
	if err := exec.CommandContext(t.Context(), "python3", "-c", "import yaml").Run(); err != nil {
		t.Skipf("python3 with PyYAML is not here: %v", err)
	}
	cmd := exec.CommandContext(t.Context(), "python3", "-c", splitAndLoad)
	cmd.Stdin = bytes.NewReader(input)
	text := must.Get(cmd.Output())(t)
	var all []map[string]string
	if err := json.Unmarshal(text, &all); err != nil || len(all) != len(pages) {
		t.Fatalf("python said %d readings, error %v", len(all), err)
	}
	return all
}

// TestOtherReadersAgreeOnWhatRaisesNoDoubt holds that where no doubt is heavier than a
// note, the agents' reader finds the fields of the decision as they are written.
func TestOtherReadersAgreeOnWhatRaisesNoDoubt(t *testing.T) {
	t.Parallel()
	n := 1500
	if os.Getenv("COLDSTART_FAULTS") == "1" {
		n = 30_000
	}
	r := rand.New(rand.NewPCG(1, 2))
	pages := make([]string, n)
	for i := range pages {
		pages[i] = somePage(r)
	}
	clear := 0
	for i, found := range readByPython(t, pages) {
		heavy := slices.ContainsFunc(Find("pay.md", []byte(pages[i])), func(d model.Doubt) bool { return d.Weight > model.WeightNote })
		if heavy {
			continue
		}
		clear++
		if found == nil {
			t.Errorf("no doubt, and the agents cannot read it: %q", pages[i])
			continue
		}
		decoded, notes := text.Decode([]byte(pages[i]))
		p := read("pay.md", []byte(pages[i]), decoded, notes)
		for _, row := range p.rows {
			// What continues on the next line is read by YAML on both sides.
			key := yamlKey(row.key)
			if got, there := found[key]; decides(key) && !p.goesOn(row) && (!there || !same(got, plain(row.value))) {
				t.Errorf("no doubt, but %s is %q here and %q there: %q", key, plain(row.value), got, pages[i])
			}
		}
	}
	if clear < n/100 {
		t.Errorf("only %d of %d pages raise no doubt", clear, n)
	}
	t.Attr("cases", strconv.Itoa(n))
}

// same compares numbers as such: 412.50 and 412.5 are one amount.
func same(a, b string) bool {
	x, errX := strconv.ParseFloat(a, 64)
	y, errY := strconv.ParseFloat(b, 64)
	return a == b || errX == nil && errY == nil && x == y
}

// plain is a value as it is used in a text.
func plain(value string) string {
	switch {
	case isNull(value):
		return "None"
	case blockHead.MatchString(value):
		return ""
	case strings.HasPrefix(value, "'"):
		return strings.ReplaceAll(bare(value), "''", "'")
	}
	return bare(value)
}

// FuzzFind looks for bytes on which a rule fails, names a line that is not there, or
// says something else when it is asked again.
func FuzzFind(f *testing.F) {
	for _, tt := range raised {
		f.Add(tt.name, []byte(tt.text))
	}
	f.Fuzz(func(t *testing.T, name string, b []byte) {
		doubts := Find(name, b)
		if again := Find(name, b); !reflect.DeepEqual(doubts, again) {
			t.Errorf("%+v, then %+v", doubts, again)
		}
		decoded, _ := text.Decode(b)
		lines := 1
		for _, r := range decoded {
			if r == '\n' {
				lines++
			}
		}
		if most := len(rules) * (mostOfARule + 1); len(doubts) > most {
			t.Errorf("%d doubts, at most %d can be told", len(doubts), most)
		}
		for i, d := range doubts {
			switch {
			case d.Line < 0 || d.Line > lines:
				t.Errorf("line %d of %d: %s", d.Line, lines, d.What)
			case d.What == "" || !utf8.ValidString(d.What):
				t.Errorf("a doubt says %q", d.What)
			case i > 0 && d.Weight > doubts[i-1].Weight:
				t.Errorf("%+v comes behind a lighter one", d)
			}
		}
	})
}

// FuzzByAgents looks for bytes on which the reading of the agents fails, or says that they stop
// without a reason.
func FuzzByAgents(f *testing.F) {
	for _, tt := range raised {
		f.Add([]byte(tt.text))
	}
	for _, text := range []string{theirs, "---\n42\n---\n", "---\n%YAML 1.2\n---\n", "---\n&a [*a]\n---\n", "---\n? [a]\n: b\n---\n", "---\n<<: 1\n---\n", "---\n*a\n---\n", "---\n---", "--- ---\n", "--- {plan_id: 1}\n---\n", "---\na: ! \"x\ty\"\nb: |#\n \t\n---\n"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		a := byAgents("a.md", b)
		if a.Stops && a.Unread == "" || !utf8.ValidString(a.Unread) || a.Fields < 0 || a.Fields > len(agentFields) {
			t.Errorf("got %+v", a)
		}
		fm, _ := text.ReadFront(b)
		for _, d := range a.Doubts(nil) {
			if a.Unread != "" || !utf8.ValidString(d.What) || a.Front(fm) == nil && !a.front.Behind {
				t.Errorf("%+v of %+v", d, a)
			}
		}
	})
}
