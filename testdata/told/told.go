// Package told writes down what is said of a transcript, for the tests of its readers.
package told

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/testdata/must"
	"coldstart/vault/disk"
	"coldstart/vault/store"
)

// Whole are the bytes of a whole file.
func Whole(b []byte) disk.Ends {
	return disk.Ends{Head: b, Size: int64(len(b)), Torn: len(b) > 0 && b[len(b)-1] != '\n'}
}

// Fixtures are the files of a pattern, of which there has to be one.
func Fixtures(t testing.TB, pattern string) []string {
	t.Helper()
	names, err := filepath.Glob(pattern)
	if err != nil || len(names) == 0 {
		t.Fatal("no fixtures", err)
	}
	return names
}

// Session is a session with its events, as text below a title.
func Session(s store.Store, title, name string, e disk.Ends) string {
	var out strings.Builder
	t, ok := s.Tell(name, e, time.UTC)
	fmt.Fprintf(&out, "## %s\n", title)
	if !ok {
		out.WriteString("no session\n")
	}
	fmt.Fprintf(&out, "%s, %s: %q in %s, branch %s, version %s\n", t.Ending, t.Sure, t.Title, t.Dir, t.Branch, t.Version)
	fmt.Fprintf(&out, "%s from %s to %s; %d prompts, %d calls, %d unknown\n", t.ID, t.Began.Raw, t.Last.Raw, t.Prompts, t.Calls, t.Unknown)
	fmt.Fprintf(&out, "you %q, agent %q; %s\n", t.Prompt, t.Said, t.Command)
	for _, line := range rest(t) {
		fmt.Fprintln(&out, line)
	}
	for _, ev := range s.Events(name, e, time.UTC) {
		out.WriteString(event(ev) + "\n")
	}
	return out.String()
}

// rest are the lines for what only some sessions have.
func rest(t model.Transcript) (lines []string) {
	for _, line := range []struct {
		show bool
		what string
	}{
		{t.Batch, "batch"},
		{t.From != "", "from " + t.From},
		{t.Call.Type != "", fmt.Sprintf("call %s %s %q at %s", t.Call.Act, t.Call.Type, t.Call.Says, t.Call.At.Raw)},
		{len(t.Questions) > 0, fmt.Sprintf("questions %q", t.Questions)},
		{t.Trouble != "", fmt.Sprintf("trouble %q", t.Trouble)},
		{t.Plan != "", fmt.Sprintf("plan %q", t.Plan)},
		{len(t.Touched) > 0, fmt.Sprintf("touched %q", t.Touched)},
	} {
		if line.show {
			lines = append(lines, line.what)
		}
	}
	for _, step := range t.Steps {
		lines = append(lines, fmt.Sprintf("step %d [%c] %s", step.Number, step.Mark, step.Text))
	}
	return lines
}

func event(ev model.Event) string {
	line := fmt.Sprintf("  %s %s %q → %q %s", ev.At.Time.Format("15:04"), ev.Act, ev.Says, ev.Came, ev.Result)
	if ev.Added+ev.Removed > 0 {
		line += fmt.Sprintf(" +%d -%d", ev.Added, ev.Removed)
	}
	if ev.Open {
		line += " open"
	}
	if ev.Gap > 0 {
		line += fmt.Sprintf(" gap %d", ev.Gap)
	}
	return line
}

// Expect holds what is said of the fixtures against testdata/expected.txt, or writes it there. A title
// is the name of its file without an ending.
func Expect(t *testing.T, s store.Store, pattern, ending string, update bool) {
	t.Helper()
	var got strings.Builder
	for _, name := range Fixtures(t, pattern) {
		b := must.Get(os.ReadFile(name))(t)
		got.WriteString(Session(s, strings.TrimSuffix(filepath.Base(name), ending), name, Whole(b)) + "\n")
	}
	Compare(t, got.String(), "testdata/expected.txt", update)
}

// Torn expects that a fixture that misses only the end of its last line is read, and that one whose last
// line is cut short says that its session died while it was written.
func Torn(t *testing.T, s store.Store, pattern string) {
	t.Helper()
	for _, name := range Fixtures(t, pattern) {
		b := bytes.TrimSpace(must.Get(os.ReadFile(name))(t))
		whole, ok := s.Tell(name, Whole(append(b[:len(b):len(b)], '\n')), time.UTC)
		if cut, _ := s.Tell(name, Whole(b), time.UTC); cut.Ending != whole.Ending {
			t.Errorf("%s without its last line end: %v, want %v", name, cut.Ending, whole.Ending)
		}
		for _, n := range []int{1, 4} {
			if cut, _ := s.Tell(name, Whole(b[:len(b)-n]), time.UTC); ok && cut.Ending != model.EndingInWriting {
				t.Errorf("%s, %d bytes short: %v", name, n, cut.Ending)
			}
		}
	}
}

// Fuzz holds that the same is said twice, within bounds, of any bytes with any gap. Folder is what else
// reads them.
func Fuzz(f *testing.F, s store.Store, pattern string, mostPlan int, folder func([]byte) string) {
	for _, name := range Fixtures(f, pattern) {
		b := must.Get(os.ReadFile(name))(f)
		f.Add(b, uint16(len(b)/2), uint16(len(b)/3))
	}
	f.Fuzz(func(t *testing.T, b []byte, head, tail uint16) {
		e := Whole(b)
		if h, l := int(head), int(tail); h+l < len(b) {
			e.Head, e.Tail, e.Gap = b[:h], b[len(b)-l:], int64(len(b)-h-l)
		}
		first, again := Session(s, "x", "x", e), Session(s, "x", "x", e)
		if first != again {
			t.Errorf("first\n%s\nthen\n%s", first, again)
		}
		told, _ := s.Tell("x", e, time.UTC)
		if max(len(told.Title), len(told.Prompt), len(told.Said), len(told.Call.Says)) > 4000 || len(told.Plan) > mostPlan {
			t.Errorf("a field is too long: %d %d %d %d", len(told.Title), len(told.Prompt), len(told.Said), len(told.Call.Says))
		}
		folder(b)
	})
}

// Compare holds a text against a file, part by part between empty lines, or writes it there.
func Compare(t *testing.T, got, expected string, update bool) {
	t.Helper()
	if update {
		must.Do(t, os.WriteFile(expected, []byte(got), 0o644))
	}
	wanted := strings.Split(string(must.Get(os.ReadFile(expected))(t)), "\n\n")
	for i, part := range strings.Split(got, "\n\n") {
		if i >= len(wanted) || part != wanted[i] {
			t.Errorf("got\n%s", part)
		}
	}
}

// disagree says where a session and its events tell different things, nothing where they agree.
func disagree(t model.Transcript, events []model.Event) (all []string) {
	prompts, commands, calls, open := 0, 0, 0, map[model.Event]bool{}
	last := map[model.Act]model.Event{}
	for _, ev := range events {
		switch {
		case ev.Act == model.ActPrompt && (strings.HasPrefix(ev.Says, "/") || strings.HasPrefix(ev.Says, "! ")):
			// It may be for the program alone.
			if commands++; ev.Says != t.Prompt {
				continue
			}
		case ev.Act == model.ActPrompt:
			prompts++
		case ev.Act == model.ActStop && strings.HasSuffix(ev.Says, " taken back"):
			// The last words are those before it.
			return nil
		case ev.Open:
			open[ev] = true
		}
		if last[ev.Act] = ev; ev.Act >= model.ActShell && ev.Type != "" {
			calls++
		}
	}
	for what, agree := range map[string]bool{
		fmt.Sprintf("%d prompts, %d events of one and %d of a command", t.Prompts, prompts, commands): prompts <= t.Prompts && t.Prompts <= prompts+commands,
		fmt.Sprintf("%d calls, %d events of one", t.Calls, calls):                                     t.Calls == calls,
		fmt.Sprintf("in %+v, open are %+v", t.Call, open):                                             !t.Call.Open || open[t.Call],
		fmt.Sprintf("you %q, event %q", t.Prompt, last[model.ActPrompt].Says):                         t.Prompt == last[model.ActPrompt].Says,
		fmt.Sprintf("agent %q, event %q", t.Said, last[model.ActAnswer].Says):                         t.Said == last[model.ActAnswer].Says,
		fmt.Sprintf("trouble %q, event %q", t.Trouble, last[model.ActTrouble].Says):                   t.Trouble == "" || t.Trouble == model.OneLine(last[model.ActTrouble].Says),
	} {
		if !agree {
			all = append(all, what)
		}
	}
	return all
}

// Agree holds the sessions of fixtures against their events, and a short reading against a full one, as
// if each were left at each of its lines.
func Agree(t *testing.T, s store.Store, pattern string) {
	t.Helper()
	for _, name := range Fixtures(t, pattern) {
		b := must.Get(os.ReadFile(name))(t)
		for n := range b {
			if b[n] != '\n' {
				continue
			}
			full := store.Builder{Full: true}
			fullOK := s.Read(&full, name, Whole(b[:n+1]), time.UTC)
			short, ok := s.Tell(name, Whole(b[:n+1]), time.UTC)
			if ok != fullOK || !reflect.DeepEqual(short, full.Transcript) {
				t.Errorf("%s, %d bytes: short\n%+v\nfull\n%+v", name, n, short, full.Transcript)
			}
			if all := disagree(short, full.Events); ok && len(all) > 0 {
				t.Errorf("%s, %d bytes: %s", name, n, strings.Join(all, "; "))
			}
		}
	}
}
