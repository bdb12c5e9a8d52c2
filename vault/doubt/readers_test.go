package doubt

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/testdata/must"
	"coldstart/vault/text"
)

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
			// What goes on in the next line is read by YAML on both sides.
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
