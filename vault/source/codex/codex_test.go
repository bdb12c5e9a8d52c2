package codex

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/vault/disk"
)

var update = flag.Bool("update", false, "write what is said of the fixtures to testdata/expected.txt")

// ends are the bytes of a whole file.
func ends(b []byte) disk.Ends {
	return disk.Ends{Head: b, Size: int64(len(b)), Torn: len(b) > 0 && b[len(b)-1] != '\n'}
}

// told is a session with its events, as text.
func told(name string, e disk.Ends) string {
	var out strings.Builder
	s, ok := read(name, e, time.UTC)
	fmt.Fprintf(&out, "## %s\n", strings.TrimSuffix(filepath.Base(name), ending))
	if !ok {
		out.WriteString("no session\n")
	}
	fmt.Fprintf(&out, "%s, %s: %q in %s, branch %s, version %s\n", s.Ending, s.Sure, s.Title, s.Dir, s.Branch, s.Version)
	fmt.Fprintf(&out, "%s from %s to %s; %d prompts, %d calls, %d unknown\n", s.ID, s.Began.Raw, s.Last.Raw, s.Prompts, s.Calls, s.Unknown)
	fmt.Fprintf(&out, "you %q, agent %q; %s\n", s.Prompt, s.Said, s.Command)
	for _, line := range []struct {
		show bool
		what string
	}{
		{s.Batch, "batch"},
		{s.From != "", "from " + s.From},
		{s.Call.Type != "", fmt.Sprintf("call %s %s %q at %s", s.Call.Act, s.Call.Type, s.Call.Says, s.Call.At.Raw)},
		{len(s.Questions) > 0, fmt.Sprintf("questions %q", s.Questions)},
		{s.Trouble != "", fmt.Sprintf("trouble %q", s.Trouble)},
		{s.Plan != "", fmt.Sprintf("plan %q", s.Plan)},
		{len(s.Touched) > 0, fmt.Sprintf("touched %q", s.Touched)},
	} {
		if line.show {
			fmt.Fprintln(&out, line.what)
		}
	}
	for _, step := range s.Steps {
		fmt.Fprintf(&out, "step %d [%c] %s\n", step.Number, step.Mark, step.Text)
	}
	for _, ev := range events(e, time.UTC) {
		fmt.Fprintf(&out, "  %s %s %q → %q %s", ev.At.Time.Format("15:04"), ev.Act, ev.Says, ev.Came, ev.Result)
		if ev.Added+ev.Removed > 0 {
			fmt.Fprintf(&out, " +%d -%d", ev.Added, ev.Removed)
		}
		if ev.Open {
			out.WriteString(" open")
		}
		if ev.Gap > 0 {
			fmt.Fprintf(&out, " gap %d", ev.Gap)
		}
		out.WriteByte('\n')
	}
	return out.String()
}

func fixtures(t testing.TB) (names []string) {
	t.Helper()
	names, err := filepath.Glob("testdata/*.jsonl")
	if err != nil || len(names) == 0 {
		t.Fatal("no fixtures", err)
	}
	return names
}

// What is said of each fixture stands in testdata/expected.txt.
func TestFixtures(t *testing.T) {
	t.Parallel()
	var got strings.Builder
	for _, name := range fixtures(t) {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		got.WriteString(told(name, ends(b)) + "\n")
	}
	const expected = "testdata/expected.txt"
	if *update {
		if err := os.WriteFile(expected, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(expected)
	if err != nil {
		t.Fatal(err)
	}
	wanted := strings.Split(string(want), "\n\n")
	for i, part := range strings.Split(got.String(), "\n\n") {
		if i >= len(wanted) || part != wanted[i] {
			t.Errorf("got\n%s", part)
		}
	}
}

// A last line that is cut short says that the session died while it wrote, wherever it is cut; one
// that misses only its end is read.
func TestTornLine(t *testing.T) {
	t.Parallel()
	for _, name := range fixtures(t) {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		whole, ok := read(name, ends(b), time.UTC)
		if cut, _ := read(name, ends(b[:len(b)-1]), time.UTC); cut.Ending != whole.Ending {
			t.Errorf("%s without its last line end: %v, want %v", name, cut.Ending, whole.Ending)
		}
		if cut, _ := read(name, ends(b[:len(b)-5]), time.UTC); ok && cut.Ending != model.EndingInWriting {
			t.Errorf("%s cut in its last line: %v", name, cut.Ending)
		}
	}
}

// An archived session is done, however it ended.
func TestArchived(t *testing.T) {
	t.Parallel()
	b, err := os.ReadFile("testdata/in-tool.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	if s, ok := read(archived+"/rollout-2026-03-12T13-52-00-x.jsonl", ends(b), time.UTC); !ok || s.Ending != model.EndingDone || s.Sure != model.BasisFolder {
		t.Errorf("got %v %v %v", ok, s.Ending, s.Sure)
	}
}

// Where the middle was not read, what was open before it is not taken for open behind it, and a turn
// without an end is.
func TestGap(t *testing.T) {
	t.Parallel()
	lines := func(name string) []string {
		b, err := os.ReadFile("testdata/" + name + ending)
		if err != nil {
			t.Fatal(err)
		}
		return strings.SplitAfter(string(b), "\n")
	}
	tool, over := lines("in-tool"), lines("your-turn")
	tests := []struct {
		head, tail []string
		want       model.Ending
	}{
		{tool[:10], over[len(over)-3:], model.EndingYourTurn},
		{tool[:10], over[12:14], model.EndingUnanswered},
		{over, tool[9:], model.EndingInTool},
		{over, nil, model.EndingUnknown},
	}
	for i, tt := range tests {
		e := disk.Ends{Head: []byte(strings.Join(tt.head, "")), Tail: []byte(strings.Join(tt.tail, "")), Gap: 1 << 20}
		s, ok := read("x", e, time.UTC)
		if !ok || s.Ending != tt.want || s.ID == "" || s.Dir == "" {
			t.Errorf("%d: %v, %v, want %v", i, ok, s.Ending, tt.want)
		}
		gaps := 0
		for _, ev := range events(e, time.UTC) {
			if ev.Gap > 0 {
				gaps++
			}
		}
		if gaps != 1 {
			t.Errorf("%d: %d gaps", i, gaps)
		}
	}
}

// Read and Events say the same twice, keep within their bounds, and take any bytes.
func FuzzRollout(f *testing.F) {
	for _, name := range fixtures(f) {
		b, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b, uint16(len(b)/2), uint16(len(b)/3))
	}
	f.Fuzz(func(t *testing.T, b []byte, head, tail uint16) {
		e := ends(b)
		if h, l := int(head), int(tail); h+l < len(b) {
			e.Head, e.Tail, e.Gap = b[:h], b[len(b)-l:], int64(len(b)-h-l)
		}
		first, again := told("x", e), told("x", e)
		if first != again {
			t.Errorf("first\n%s\nthen\n%s", first, again)
		}
		s, _ := read("x", e, time.UTC)
		if len(s.Title) > 4000 || len(s.Prompt) > 4000 || len(s.Said) > 4000 || len(s.Call.Says) > 4000 || len(s.Plan) > 4*maxPlan {
			t.Errorf("a field is too long: %d %d %d %d", len(s.Title), len(s.Prompt), len(s.Said), len(s.Call.Says))
		}
		folderOf(b)
	})
}
