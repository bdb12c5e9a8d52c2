package cli

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"coldstart/testdata/must"
	"coldstart/testdata/whole"
)

// fuzzedFile is a file of a vault that takes any bytes: its path in the example vault, or
// one of its own, and the report that lists it.
type fuzzedFile struct{ path, text, report string }

// fuzzedFiles has one file for each kind of thing that is read.
var fuzzedFiles = []fuzzedFile{
	{path: "events.jsonl", report: "orphans", text: `{"type": "SessionStarted", "session": 1, "agent": "Bobbin", "timestamp": "2026-03-14T06:00:00"}` + "\n" +
		`{"type": "SessionStarted", "session": 2, "agent": "Bobbin", "timestamp": "2026-03-14T06:30:00"}` + "\n"},
	{path: "Plans/PLAN-2026-014.md", report: "plans"},
	{path: "Plans/launch.md", report: "plans", text: "# Plan: launch\n\n**Status:** In Progress\n\n## Steps\n\n1. Ask\n2. Go\n"},
	{path: "Pending_Approval/2026-03-13T16-20-05Z_email_claims-northreach-hubs-example.md", report: "approvals"},
	{path: "Pending_Approval/PAYMENT_2026-03-13_velmora_tyres.md", report: "approvals"},
	{path: "Approved/EMAIL_2026-03-13_gannet_street_pickup.md", report: "approvals"},
	{path: "Needs_Action/WHATSAPP_2026-03-13_tandem_rattle.md", report: "status"},
	{path: "Logs/2026-03-13.json", report: "approvals"},
	{path: "runs/newsletter/trace.md", report: "traces"},
	{path: ".math/config.json", report: "journal"},
	{path: ".math/problems/twin-offset-lacings/PROBLEM.md", report: "journal"},
	{path: ".math/problems/twin-offset-lacings/JOURNAL.md", report: "journal"},
	{path: "seed.json", report: "memory"},
	{path: "docs/work/active/W-1/WORK.md", report: "orphans", text: "---\nid: W-1\ntitle: Wheel\nstatus: active\nnode_history:\n- node: build\n  entered: 2026-03-01\n  exited: null\n---\n"},
}

// hardBytes are texts that writing JSON, or a schema, could trip over.
var hardBytes = []string{
	"", "\x00", "\xff\xfe", "\xed\xa0\x80", "\u2028\u202e\ufeff", "\x1b[2J", `"`, `\`, `\ud800`, `"\u001b[2J"`, "NaN", "-0", "1e999", "\r", "\n---\n", "\n- [ ] \x7f\n",
	"9999-99-99T99:99:99Z", "0000-00-00", "'", "[", "{", "{}", "[[]]", "null", "\t", "#", strings.Repeat("x", 3000), "\U0010ffff",
}

// checkers are the schemas, each compiled once.
type checkers struct {
	made sync.Map
}

func (c *checkers) of(t *testing.T, name string) *jsonschema.Schema {
	t.Helper()
	if found, ok := c.made.Load(name); ok {
		return found.(*jsonschema.Schema)
	}
	compiled := compiledSchema(t, name)
	c.made.Store(name, compiled)
	return compiled
}

// fuzzedVault makes the vault, with some bytes written over one of its files at an offset,
// or in place of it for an offset beyond its end, or as the name of a request.
func fuzzedVault(t *testing.T, which int, at int, b []byte) (dir string) {
	t.Helper()
	dir = t.TempDir()
	put := func(name string, text []byte) error {
		full := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			return err
		}
		return os.WriteFile(full, text, 0o644)
	}
	for i, f := range fuzzedFiles {
		text := []byte(f.text)
		if f.text == "" {
			var err error
			if text, err = fs.ReadFile(os.DirFS(filepath.Join("..", "testdata", "demo")), f.path); err != nil {
				t.Fatal(err)
			}
		}
		switch {
		case i != which:
		case at > len(text):
			text = b
		default:
			text = slices.Concat(text[:at], b, text[min(len(text), at+1):])
		}
		must.Do(t, put(f.path, text))
	}
	if which == len(fuzzedFiles) {
		name := bytes.Map(func(r rune) rune {
			if r == '/' || r == 0 {
				return -1
			}
			return r
		}, b)
		// A name that the file system does not take changes nothing.
		_ = put("Pending_Approval/a"+string(name[:min(len(name), 200)])+".md", []byte("Please send this.\n"))
	}
	return dir
}

// jsonAbout are the command lines with JSON about a vault in which one file has any bytes.
func jsonAbout(t *testing.T, dir, report string) [][]string {
	lines := [][]string{{"status"}, {"doctor"}, {"problems"}}
	if report == "orphans" {
		lines = append(lines, []string{"start", "--format", "json", "--session", "99"})
	}
	list := report
	if report == "status" {
		list = "problems"
	} else {
		lines = append(lines, []string{report})
	}
	shown := map[string]bool{}
	for _, m := range idOf.FindAllStringSubmatch(run(machine(t, dir), list, "--json").out, -1) {
		id := unquoted(t, m[1])
		kind, _, ok := strings.Cut(id, ":")
		if !ok || shown[kind] {
			continue
		}
		shown[kind] = true
		lines = append(lines, []string{"show", id})
	}
	return lines
}

// FuzzJSON writes any bytes into one file of a vault and asks for JSON: each answer fits its
// schema, and none fails but for a thing that is not there.
func FuzzJSON(f *testing.F) {
	for i, text := range hardBytes {
		// Each text into each file would take long; the fuzz run does that.
		f.Add(i%(len(fuzzedFiles)+1), (i*37)%400, []byte(text))
	}
	for which := range fuzzedFiles {
		f.Add(which, 1<<20, []byte(hardBytes[which%len(hardBytes)]))
	}
	f.Add(0, 1<<20, []byte(`{"type":"SessionStarted","session":"\u001b[2J"}`+"\n"+`{"type":"SessionStarted","session":2}`))
	f.Add(len(fuzzedFiles), 0, []byte("\xff\xfe\u202e\x1b"))
	schemas := &checkers{}
	f.Fuzz(func(t *testing.T, which, at int, b []byte) {
		if len(b) > 64<<10 || which < 0 || at < 0 {
			return
		}
		schemas.fit(t, which%(len(fuzzedFiles)+1), at, b)
	})
}

// TestJSONOfHardBytes is FuzzJSON for each hard text in each file.
func TestJSONOfHardBytes(t *testing.T) {
	t.Parallel()
	type pair struct{ which, text int }
	var pairs []pair
	for which := range len(fuzzedFiles) + 1 {
		for text := range hardBytes {
			pairs = append(pairs, pair{which, text})
		}
	}
	schemas := &checkers{}
	for i, p := range whole.Some(t, 12, pairs) {
		schemas.fit(t, p.which, (i*53)%600, []byte(hardBytes[p.text]))
	}
}

// fit asks for each answer about a vault and holds it against its schema.
func (c *checkers) fit(t *testing.T, which, at int, b []byte) {
	t.Helper()
	report := "approvals"
	if which < len(fuzzedFiles) {
		report = fuzzedFiles[which].report
	}
	dir := fuzzedVault(t, which, at, b)
	for _, line := range jsonAbout(t, dir, report) {
		got := run(machine(t, dir), append(slices.Clone(line), "--json")[:len(line)+jsonFlags(line)]...)
		if got.out == "" && got.code == exitNotFound {
			continue
		}
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(got.out))
		if err != nil {
			t.Fatalf("%q, file %d: no JSON (%v): %+v", line, which, err, got)
		}
		if err := c.of(t, line[0]).Validate(v); err != nil {
			t.Fatalf("%q, file %d: %v", line, which, err)
		}
	}
}

// jsonFlags counts the flags that a line still needs for JSON.
func jsonFlags(line []string) int {
	if line[0] == "start" {
		return 0
	}
	return 1
}
