package store

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"coldstart/model"
)

// The id of a session comes from a file that an agent wrote: nothing but a plain name is put into a
// command to copy.
func TestResumeIn(t *testing.T) {
	t.Parallel()
	for id, want := range map[string]string{
		"1e420dbf-d3a6": "cd '/srv/a b' && codex resume 1e420dbf-d3a6", "v1.2_x": "cd '/srv/a b' && codex resume v1.2_x",
		"--dangerously-bypass-approvals-and-sandbox": "", "-p": "", "": "", "$(id)": "", "a b": "", "a;b": "", "a\nb": "", "a\n": "", "../x": "", "x\u202ey": "", "x\u200by": "", "é": "",
	} {
		if got := ResumeIn("Codex", "/srv/a b", id); got != want {
			t.Errorf("%q: %q, want %q", id, got, want)
		}
	}
	for _, dir := range []string{"", "/srv/a\nb", "/srv/\u202egpj.exe", "/srv/a\u200bb", "/srv/a\u2028b"} {
		if got := ResumeIn("Codex", dir, "a1"); got != "" {
			t.Errorf("in %q: %q", dir, got)
		}
	}
}

// run is the call of a command, edit that of an edit of a.go, ask one that asks the operator.
func run(id string) Call {
	return Call{ID: id, Event: model.Event{Type: "Bash", Act: model.ActShell}, Tell: func(c *Call) { c.Says = "make" }}
}

func edit(id string) Call {
	return Call{ID: id, Event: model.Event{Type: "Edit", Act: model.ActEdit, Says: "a.go"}, Touches: []string{"/srv/a.go"}}
}

func ask(id string) (c Call) {
	c.ID, c.Type = id, "Ask"
	c.Ask([]byte(`[{"question":"Which ` + id + `?","options":[{"label":"a"},"b",{}]},{"options":[]}]`))
	return c
}

// What a session comes to, by what its lines tell; a short reading and a full one say the same.
func TestBuilder(t *testing.T) {
	t.Parallel()
	none := model.Stamp{}
	pass, fail := Came("", "pass"), Came("no", "fail")
	for _, c := range []struct {
		name string
		tell func(b *Builder)
		want string
	}{
		{"nothing", func(*Builder) {}, "unknown"},
		{"words", func(b *Builder) { b.Asked(none, "go"); b.Answered(none, "done") }, "your-turn"},
		{"words without the mark of an end", func(b *Builder) { b.Marks = true; b.Answered(none, "done") }, "unanswered"},
		{"words with a mark", func(b *Builder) { b.Marks = true; b.Answered(none, "done"); b.Over(LastAnswer) }, "your-turn"},
		{"a run without a person", func(b *Builder) { b.Batch = true; b.Over(LastAnswer) }, "done"},
		{"an edit", func(b *Builder) { b.Called(edit("1")); b.Got("1", pass) }, "unanswered, touched a.go"},
		{"an edit that failed", func(b *Builder) { b.Called(edit("1")); b.Got("1", fail) }, "unanswered"},
		{"one of two edits failed", func(b *Builder) { b.Called(edit("1")); b.Called(edit("2")); b.Got("2", fail) }, "cut-off-in-tool a.go, touched a.go, open 1"},
		{"a call", func(b *Builder) { b.Called(run("1")) }, "cut-off-in-tool make, open 1"},
		{"a call that asks counts before a later one", func(b *Builder) { b.Called(ask("1")); b.Called(run("2")) }, "waits Which 1?, asks 1, open 2"},
		{"all questions that are open", func(b *Builder) { b.Called(ask("1")); b.Called(ask("2")) }, "waits Which 2?, asks 2, open 2"},
		{"a call that a hook left", func(b *Builder) { b.Called(run("1")); b.Defer(Call{ID: "1"}) }, "waits make, asks 1, open 1, deferred"},
		{"a call that only the hook tells", func(b *Builder) { b.Defer(run("1")) }, "waits make, asks 1, open 1, deferred"},
		{"another result", func(b *Builder) { b.Called(run("1")); b.Got("2", pass) }, "cut-off-in-tool make, open 1"},
		{"a stop that is told twice", func(b *Builder) { b.Stop(none, ""); b.Stop(none, "") }, "stopped, 1 stops"},
		{"a stop in a call", func(b *Builder) { b.Called(run("1")); b.Stop(none, ""); b.Got("1", pass) }, "stopped, open 1, 1 stops"},
		{"a gap in a call", func(b *Builder) { b.Called(run("1")); b.Pass(9); b.Answered(none, "done") }, "your-turn"},
		{"an error, and another try", func(b *Builder) { b.Asked(none, "go"); b.Troubled(none, "busy"); b.Answered(none, "done") }, "your-turn"},
		{"an error", func(b *Builder) { b.Asked(none, "go"); b.Troubled(none, "busy") }, "unanswered, trouble busy"},
	} {
		var told [2]Builder
		for i := range told {
			told[i].Dir, told[i].Full = "/srv", i == 1
			c.tell(&told[i])
			told[i].End(false, nil)
		}
		short, full := told[0].Transcript, told[1]
		if !reflect.DeepEqual(short, full.Transcript) {
			t.Errorf("%s: short %+v, full %+v", c.name, short, full.Transcript)
		}
		if got := shown(short, full.Events); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// shown is what a case says of a session.
func shown(t model.Transcript, events []model.Event) string {
	all := []string{strings.TrimSpace(t.Ending.String() + " " + t.Call.Says)}
	count := func(n int, one string) {
		if n > 0 {
			all = append(all, fmt.Sprintf(one, n))
		}
	}
	count(len(t.Questions), "asks %d")
	if len(t.Touched) > 0 {
		all = append(all, "touched "+strings.Join(t.Touched, " "))
	}
	is := func(is func(e model.Event) bool) int {
		return len(slices.DeleteFunc(slices.Clone(events), func(e model.Event) bool { return !is(e) }))
	}
	count(is(func(e model.Event) bool { return e.Open }), "open %d")
	count(is(func(e model.Event) bool { return e.Act == model.ActStop }), "%d stops")
	if t.Deferred {
		all = append(all, "deferred")
	}
	if t.Trouble != "" {
		all = append(all, "trouble "+t.Trouble)
	}
	return strings.Join(all, ", ")
}

// A program that writes a prompt and an answer twice said them once; another one said them twice.
func TestEchoes(t *testing.T) {
	t.Parallel()
	for _, echoes := range []bool{true, false} {
		b := Builder{Echoes: echoes, Full: true}
		for range 2 {
			b.Asked(model.Stamp{}, "go")
		}
		for range 2 {
			b.Answered(model.Stamp{}, "done")
		}
		want := 4
		if echoes {
			want = 2
		}
		if len(b.Events) != want {
			t.Errorf("echoes %v: %d events, want %d", echoes, len(b.Events), want)
		}
	}
}

// Several lines of a command do not look like one.
func TestCommand(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]string{"make": "make", "make\nrm -rf build\n": "make ⏎ rm -rf build", strings.Repeat("a ", 400): strings.TrimSpace(strings.Repeat("a ", 150)) + "…"} {
		if got := Command(s); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}
