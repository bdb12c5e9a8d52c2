package cli

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/muesli/termenv"

	"coldstart/styles"
	"coldstart/testdata/hostile/cases"
	"coldstart/testdata/must"
	"coldstart/testdata/whole"
)

// hostileMachine makes the vault of some cases and an environment in it.
func hostileMachine(t *testing.T, some ...cases.Case) Env {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "vault")
	if left, err := cases.Make(dir, some...); err != nil {
		t.Fatal(err)
	} else if len(left) > 0 {
		t.Logf("cannot be made here: %q", left)
	}
	t.Cleanup(func() { cases.Release(dir) })
	return machine(t, dir)
}

// reports are the commands that take nothing.
var reports = [][]string{
	{"status"}, {"status", "--short"}, {"sources"}, {"approvals"}, {"plans"}, {"orphans"}, {"traces"}, {"journal"}, {"memory"}, {"memory", "--context"},
	{"problems"}, {"doctor"}, {"deadends", "--strategy", "construction"}, {"tried", "wheel", "canary"}, {},
}

var idOf = regexp.MustCompile(`"id": ("(?:[^"\\]|\\.)*")`)

// idsIn are the ids of the things that the reports name, apart from those of an
// ordinary vault.
func idsIn(t *testing.T, env Env) []string {
	t.Helper()
	var ids []string
	for _, list := range []string{"approvals", "plans", "orphans", "traces", "journal", "memory"} {
		for _, m := range idOf.FindAllStringSubmatch(run(env, list, "--json").out, -1) {
			var id string
			if err := json.Unmarshal([]byte(m[1]), &id); err != nil {
				t.Errorf("%s: the id %s: %v", list, m[1], err)
			}
			ordinary := slices.ContainsFunc(cases.Base(), func(f cases.File) bool { return strings.HasSuffix(id, ":"+f.Path) })
			if !ordinary && strings.Contains(id, ":") && !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
	}
	return ids
}

// linesAbout are the command lines about a vault and about each thing in it. Of a
// large one only the report that shows most is asked for: what differs in the others
// does not differ by size.
func linesAbout(t *testing.T, env Env, c cases.Case) [][]string {
	t.Helper()
	const large = 32 << 10
	lines, size := slices.Clone(reports), 0
	for _, f := range c.Files {
		size += len(f.Bytes())
	}
	if size > large {
		lines = [][]string{{"status"}}
	}
	for _, id := range idsIn(t, env) {
		lines = append(lines, []string{"show", id})
		switch kind, _, _ := strings.Cut(id, ":"); kind {
		case "request":
			lines = append(lines, []string{"approve", id, "--dry-run"}, []string{"reject", id, "-m", "no\x1b[2J", "--dry-run"})
		case "proposal":
			lines = append(lines, []string{"accept", id, "--dry-run"}, []string{"decline", id, "--dry-run"})
		case "session":
			lines = append(lines, []string{"ack", id, "--dry-run"})
		case "trace":
			lines = append(lines, []string{"rerun", id, "--dry-run"}, []string{"retry", id, "--dry-run"}, []string{"inspect", id})
		}
	}
	return lines
}

// TestHostileVaultsInCommands runs each command on each case.
func TestHostileVaultsInCommands(t *testing.T) {
	t.Parallel()
	setting := sequences(styles.New(styles.Options{Profile: termenv.ANSI, Dark: true}))
	for _, c := range whole.Some(t, 12, cases.Walked(cases.Options{Special: true})) {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			env := hostileMachine(t, c)
			looked, live := 0, 0
			stray := func(format string, args ...any) {
				live++
				t.Errorf(format, args...)
			}
			for _, line := range linesAbout(t, env, c) {
				looked++
				piped := run(env, line...)
				if err := cases.Scan(piped.out + piped.err); err != nil {
					stray("%q: %v", line, err)
				}
				coded := run(env, append([]string{"--json"}, line...)...)
				if strings.ContainsFunc(coded.out, func(r rune) bool { return r != '\n' && !isASCII(r) }) {
					stray("%q: JSON that is not ASCII", line)
				}
				if coded.out != "" && !json.Valid([]byte(coded.out)) {
					t.Errorf("%q: no JSON", line)
				}
				if len(line) == 0 || line[0] == "approve" || line[0] == "reject" {
					continue
				}
				onTerminal := env
				onTerminal.StdinIsTerminal, onTerminal.StdoutIsTerminal = true, true
				seen := run(onTerminal, line...)
				for _, s := range sgr.FindAllString(seen.out, -1) {
					if !setting[s] {
						stray("%q: a sequence that the theme never writes: %q", line, s)
					}
				}
				if err := cases.Scan(sgr.ReplaceAllString(seen.out, "") + seen.err); err != nil {
					stray("%q on a terminal: %v", line, err)
				}
			}
			t.Attr("cases", strconv.Itoa(looked))
			t.Attr("live-bytes", strconv.Itoa(live))
			for _, f := range c.Files {
				if c.Class != cases.Note {
					shownWhole(t, env, f)
				}
			}
		})
	}
}

var sgr = regexp.MustCompile(`\x1b\[[0-9;]*m`)

// sequences are all that a theme writes to set a style.
func sequences(th *styles.Theme) map[string]bool {
	all := map[string]bool{}
	for role := styles.RolePlain; role <= styles.RoleEscape; role++ {
		row := th.Render(styles.Line{{Text: styles.Plain("x\x1b"), Role: role}}, -1)
		for _, s := range sgr.FindAllString(row, -1) {
			all[s] = true
		}
	}
	return all
}

// shownWhole holds that coldstart show gives every byte of a request: from what it
// prints behind its gutter, the file can be had back, and every canary is there.
func shownWhole(t *testing.T, env Env, f cases.File) {
	t.Helper()
	if !strings.HasPrefix(f.Path, "Pending_Approval/") || f.Bytes() == nil {
		return
	}
	want := f.Bytes()
	got := run(env, "--reveal", "show", "request:"+f.Path)
	if got.code != exitDone {
		if !notShown(f) {
			t.Errorf("show %q: %+v", f.Path, got)
		}
		return
	}
	_, text, _ := strings.Cut(got.out, "\n\n")
	th := styles.New(styles.Options{})
	lines := th.Source(want)
	rows := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if len(rows) != len(lines) {
		t.Fatalf("show %q: %d rows, want %d", f.Path, len(rows), len(lines))
	}
	for i, l := range lines {
		if rows[i] != "│ "+l.String() {
			t.Fatalf("show %q: row %d is %q, want %q", f.Path, i, rows[i], l.String())
		}
	}
	for _, word := range cases.Canaries(string(want)) {
		if !strings.Contains(text, word) {
			t.Errorf("show %q: %s is not there", f.Path, word)
		}
	}
}

// notShown reports files that are not read, or not taken for requests: of more than a
// megabyte, without permission, with a name that is no UTF-8 or that is passed over.
func notShown(f cases.File) bool {
	name := filepath.Base(f.Path)
	return strings.HasPrefix(name, ".") || !utf8.ValidString(name) || f.Mode != 0 || strings.Contains(f.Path, "f12-folder") || len(f.Bytes()) > 1<<20
}

// isText reports whether every reader of the file finds text in it; one that some
// refuse cannot be approved.
func isText(f cases.File) bool { return utf8.Valid(f.Bytes()) && !bytes.Contains(f.Bytes(), []byte{0}) }

// TestHostileRequestsArePublishedAsTheyAre approves each request of the class show,
// whatever its name: exactly this file moves, byte by byte, or nothing does.
func TestHostileRequestsArePublishedAsTheyAre(t *testing.T) {
	t.Parallel()
	for _, c := range cases.Chosen(cases.Options{Special: true}) {
		if c.Class != cases.Show {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			env := hostileMachine(t, c)
			before := files(t, env.Dir)
			f := c.Files[0]
			got := approveAsAsked(env, "request:"+f.Path)
			after := files(t, env.Dir)
			published := "Approved/" + strings.TrimPrefix(f.Path, "Pending_Approval/")
			_, pending := after[f.Path]
			switch {
			case got.code != exitDone && (!pending || after[published] != ""):
				t.Errorf("refused, but something moved: %+v", got)
			case got.code != exitDone && !notShown(f) && isText(f) && !strings.Contains(got.err, "the agents cannot read this request"):
				t.Errorf("refused: %+v", got)
			case got.code == exitDone && (pending || after[published] != before[f.Path]):
				t.Errorf("approved, but pending %v, %d bytes published of %d", pending, len(after[published]), len(before[f.Path]))
			}
			for name, text := range before {
				if name != f.Path && !strings.HasPrefix(after[name], strings.TrimSuffix(text, "\n")) && !strings.HasPrefix(name, "Plans/") {
					t.Errorf("%q was changed too", name)
				}
			}
		})
	}
}

// approveAsAsked approves a request, and once more with what the refusal asks for.
func approveAsAsked(env Env, ref string) result {
	env.StdinIsTerminal = true
	got := run(env, "approve", ref)
	args := []string{"approve", "--reveal"}
	if _, rest, ok := strings.Cut(got.err, "--target '"); ok {
		target, _, _ := strings.Cut(rest, "'\n")
		args = append(args, "--target", target)
	}
	if got.code != exitDone && strings.Contains(got.err, "hint:") {
		got = run(env, append(args, ref)...)
	}
	return got
}

// files are all regular files below a folder.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	must.Do(t, fs.WalkDir(os.DirFS(dir), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		b, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		all[name] = string(b)
		return err
	}))
	return all
}

// TestEditsOfHostileDataKeepTheRest makes what decisions can be made on damaged data:
// a log only grows, and what cannot be edited safely stays as it is.
func TestEditsOfHostileDataKeepTheRest(t *testing.T) {
	t.Parallel()
	for _, c := range cases.Chosen(cases.Options{Special: true}) {
		if c.Class != cases.Keep {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			env := hostileMachine(t, c)
			before := files(t, env.Dir)
			acked, accepted := run(env, "ack", "--all", "-m", "no\nnew \x1b line"), run(env, "accept", "p1")
			after := files(t, env.Dir)
			for name, text := range before {
				switch {
				case strings.HasSuffix(name, ".jsonl") && !strings.HasPrefix(after[name], text):
					t.Errorf("%s: lines that were there are not (%+v)", name, acked)
				case strings.HasSuffix(name, "seed.json") && accepted.code != exitDone && after[name] != text:
					t.Errorf("%s: refused and changed all the same: %+v", name, accepted)
				case !strings.HasSuffix(name, ".jsonl") && !strings.HasSuffix(name, "seed.json") && after[name] != text:
					t.Errorf("%s was changed", name)
				}
				if added, ok := strings.CutPrefix(after[name], text); ok && strings.HasSuffix(name, ".jsonl") {
					ownLines(t, name, added)
				}
			}
		})
	}
}

// ownLines holds that what was added to a log is whole lines of ASCII JSON, but for a session
// called NaN, which is repeated as it stands.
func ownLines(t *testing.T, name, added string) {
	t.Helper()
	for line := range strings.Lines(strings.TrimPrefix(added, "\n")) {
		plain := strings.Replace(line, `"session": NaN,`, `"session": null,`, 1)
		if !json.Valid([]byte(plain)) || !strings.HasSuffix(line, "\n") || strings.ContainsFunc(line, func(r rune) bool { return r != '\n' && !isASCII(r) }) {
			t.Errorf("%s: added %q", name, line)
		}
	}
}
