package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"coldstart/testdata/must"
)

// TestBytesThatAreNoTextAreMaskedToo shows a file that is no UTF-8, which JSON can
// hold in base64 only.
func TestBytesThatAreNoTextAreMaskedToo(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{"keys.md": "password: hunter2hunter2\n\xff", "plain.md": "\xff"} {
		full := filepath.Join(dir, "Pending_Approval", name)
		must.Do(t, os.MkdirAll(filepath.Dir(full), 0o755))
		must.Do(t, os.WriteFile(full, []byte(text), 0o644))
	}
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"keys.md"}, `"text_base64": null`},
		{[]string{"keys.md", "--reveal"}, `"text_base64": "cGFzc3dvcmQ6IGh1bnRlcjJodW50ZXIyCv8="`},
		{[]string{"plain.md"}, `"text_base64": "/w=="`},
	} {
		got := run(machine(t, dir), append([]string{"show", "--json"}, tt.args...)...)
		if got.code != 0 || !strings.Contains(got.out, tt.want) || (got.err != "") != strings.HasSuffix(tt.want, "null") {
			t.Errorf("%q: got %+v", tt.args, got)
		}
	}
}

// TestSessionsThatAreHardToWriteAsJSON lets an event log name its sessions by what JSON,
// or the reports, could trip over.
func TestSessionsThatAreHardToWriteAsJSON(t *testing.T) {
	t.Parallel()
	for session, want := range map[string]string{
		`"\u001b[2J"`: `"\u001b[2J"`, `"a\"b\\"`: `"a\"b\\"`, `"\ud800"`: `"\ud800"`, `""`: `""`, "1.0": "1.0", "true": "true", "1e2": "1e2",
		"NaN": `"NaN"`, "-Infinity": `"-Infinity"`, "null": "null", `"\u2028"`: `"\u2028"`,
	} {
		dir := t.TempDir()
		must.Do(t, os.Mkdir(filepath.Join(dir, "Plans"), 0o755))
		log := `{"type": "SessionStarted", "session": ` + session + "}\n" + `{"type": "SessionStarted", "session": 7}` + "\n"
		must.Do(t, os.WriteFile(filepath.Join(dir, "events.jsonl"), []byte(log), 0o644))
		for _, args := range [][]string{{"orphans", "--json"}, {"status", "--json"}, {"start", "--format", "json", "--session", "8"}} {
			got := run(machine(t, dir), args...)
			if got.code != exitDone {
				t.Fatalf("%s: %q: %+v", session, args, got)
			}
			fits(t, args[0], got.out)
			if args[0] != "start" && !strings.Contains(got.out, `"orphan_session": `+want+",") {
				t.Errorf("%s: %q has no orphan %s: %s", session, args, want, got.out)
			}
		}
		ids := idsOfKind(t, run(machine(t, dir), "orphans", "--json").out, "session")
		id := slices.DeleteFunc(ids, func(id string) bool { return strings.HasSuffix(id, "#7") })
		if len(id) != 1 {
			t.Fatalf("%s: ids %q", session, id)
		}
		if got := run(machine(t, dir), "ack", id[0]); got.code != exitDone {
			t.Errorf("%s: ack %q: %+v", session, id[0], got)
		}
		b, err := os.ReadFile(filepath.Join(dir, "events.jsonl"))
		if err != nil || !strings.Contains(string(b), `"SessionEnded", "session": `+session+",") {
			t.Errorf("%s: the acknowledgement does not repeat it: %q, %v", session, b, err)
		}
	}
}

// idsOfKind are the ids of one kind in an answer.
func idsOfKind(t *testing.T, out, kind string) (ids []string) {
	t.Helper()
	for _, m := range idOf.FindAllStringSubmatch(out, -1) {
		if id := unquoted(t, m[1]); strings.HasPrefix(id, kind+":") {
			ids = append(ids, id)
		}
	}
	return ids
}

// unquoted is the text of a JSON string.
func unquoted(t *testing.T, quoted string) (text string) {
	t.Helper()
	must.Do(t, json.Unmarshal([]byte(quoted), &text))
	return text
}
