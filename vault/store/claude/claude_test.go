package claude

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"coldstart/model"
	"coldstart/testdata/must"
	say "coldstart/testdata/told"
	"coldstart/testdata/whole"
	"coldstart/vault/disk"
	"coldstart/vault/places"
	"coldstart/vault/process"
	"coldstart/vault/source"
	"coldstart/vault/store"
)

var update = flag.Bool("update", false, "write what is expected")

// written is when all fixtures were written last.
var written = time.Date(2026, 3, 13, 0, 0, 0, 0, time.UTC)

// endsOf are the ends of a transcript as they would be read of a file.
func endsOf(b []byte, head, tail int) disk.Ends {
	e := disk.Ends{Head: b, Size: int64(len(b)), Changed: written}
	if len(b) > head+tail {
		whole := strings.LastIndexByte(string(b[:head]), '\n') + 1
		from := len(b) - tail
		from += strings.IndexByte(string(b[from:]), '\n') + 1
		e.Head, e.Tail, e.Gap = b[:whole], b[from:], int64(from-whole)
	}
	if end := e.End(); len(end) > 0 {
		e.Torn = end[len(end)-1] != '\n'
	}
	return e
}

// told is what a fixture has to say.
type told struct {
	Ending, Sure, Title                string
	Dir, LastDir, Branch, Version      string `json:",omitempty"`
	Began, Last                        string
	Call                               string           `json:",omitempty"`
	Questions                          []model.Question `json:",omitempty"`
	Plan, PlanFile, Prompt, Said, From string           `json:",omitempty"`
	Trouble                            string           `json:",omitempty"`
	Touched                            []string         `json:",omitempty"`
	Prompts, Calls, Unknown            int
	Batch, Planning                    bool   `json:",omitempty"`
	Command                            string `json:",omitempty"`
}

func toldOf(t model.Transcript) told {
	w := told{
		Ending: t.Ending.String(), Sure: t.Sure.String(), Title: t.Title, Dir: t.Dir, Branch: t.Branch, Version: t.Version,
		Began: t.Began.Raw, Last: t.Last.Raw, Questions: t.Questions, Plan: t.Plan, PlanFile: t.PlanFile, Prompt: t.Prompt, Said: t.Said,
		From: t.From, Touched: t.Touched, Prompts: t.Prompts, Calls: t.Calls, Unknown: t.Unknown, Batch: t.Batch, Command: t.Command, Trouble: t.Trouble, Planning: t.Planning,
	}
	if t.LastDir != t.Dir {
		w.LastDir = t.LastDir
	}
	if t.Call.Act != model.ActNone {
		w.Call = course1(t.Call)
	}
	return w
}

// course1 is one event on a line.
func course1(ev model.Event) string {
	s := fmt.Sprintf("%s %s", ev.At.Time.Format("15:04:05"), ev.Act)
	if ev.Type != "" {
		s += " " + ev.Type
	}
	if ev.Gap > 0 {
		s += fmt.Sprintf(" gap %d", ev.Gap)
	}
	if ev.Says != "" {
		s += fmt.Sprintf(" %q", ev.Says)
	}
	if ev.Came != "" || ev.Result != "" {
		s += fmt.Sprintf(" -> %q %s", ev.Came, ev.Result)
	}
	if ev.Added+ev.Removed > 0 {
		s += fmt.Sprintf(" +%d -%d", ev.Added, ev.Removed)
	}
	if ev.Open {
		s += " open"
	}
	return s
}

func fixtures(t testing.TB) map[string][]byte {
	files, err := filepath.Glob("testdata/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatal("no fixtures", err)
	}
	all := map[string][]byte{}
	for _, f := range files {
		if all[strings.TrimSuffix(filepath.Base(f), ".jsonl")], err = os.ReadFile(f); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// TestFixturesAreToldRightly holds what is told of each transcript in testdata against
// expected.json, and what happened in each against expected.txt. A fixture that is no session has no entry.
func TestFixturesAreToldRightly(t *testing.T) {
	got, courses := map[string]told{}, ""
	names := fixtures(t)
	for _, name := range sorted(names) {
		e := endsOf(names[name], store.HeadBytes, store.TailBytes)
		if s, ok := Store.Tell("projects/-srv-kiosk/7c0e51aa-0000-4000-8000-000000000001.jsonl", e, time.UTC); ok {
			got[name] = toldOf(s)
		}
		courses += name + "\n"
		for _, ev := range Store.Events("x.jsonl", e, time.UTC) {
			courses += "  " + course1(ev) + "\n"
		}
	}
	b := must.Get(json.MarshalIndent(got, "", "  "))(t)
	for name, is := range map[string]string{"testdata/expected.json": string(b) + "\n", "testdata/expected.txt": courses} {
		if *update {
			must.Do(t, os.WriteFile(name, []byte(is), 0o644))
		}
		want := must.Get(os.ReadFile(name))(t)
		wants, gots := strings.Split(string(want), "\n"), strings.Split(is, "\n")
		for i := range max(len(wants), len(gots)) {
			if i >= len(wants) || i >= len(gots) || wants[i] != gots[i] {
				t.Errorf("%s, line %d:\nwant %s\ngot  %s", name, i+1, at(wants, i), at(gots, i))
				break
			}
		}
	}
}

func at(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return "nothing"
}

func sorted[T any](m map[string]T) []string { return slices.Sorted(maps.Keys(m)) }

func TestNamesOfFoldersAreThoseOfTheProgram(t *testing.T) {
	long := "/srv/" + strings.Repeat("a", 300)
	for dir, want := range map[string]string{
		"/srv/my_app":      "-srv-my-app",
		"/srv/a b.c":       "-srv-a-b-c",
		"/srv/é":           "-srv--",
		"/srv/😀x":          "-srv---x",
		`C:\Users\ana`:     "C--Users-ana",
		long:               "-srv-" + strings.Repeat("a", 195),
		"/srv/kiosk-roll/": "-srv-kiosk-roll-",
	} {
		if got := slugOf(dir); got != want {
			t.Errorf("%s: %s, not %s", dir, got, want)
		}
	}
	for _, c := range []struct {
		name string
		dir  string
		want bool
	}{
		{"-srv-kiosk", "/srv/kiosk", true},
		{"-srv-kiosk-roll", "/srv/kiosk", true},
		{"-srv-kiosk", "/srv/kiosk/roll", true},
		{"-srv", "/srv/kiosk/roll", true},
		{"-srv-till", "/srv/kiosk", false},
		{"-srv-kiosks", "/srv/kiosk", false},
		{"chosen", "/srv/kiosk", true},
		{"-srv-" + strings.Repeat("a", 195) + "-1x2y3z", long, true},
		{"-srv-" + strings.Repeat("a", 195) + "-1x2y3z", long + "/deeper", true},
		{"-srv-" + strings.Repeat("a", 194) + "b-1x2y3z", long, false},
	} {
		if got := mayBeOf(c.name, []string{"/tmp/other", c.dir}); got != c.want {
			t.Errorf("%s of %s: %v", c.name, c.dir, got)
		}
	}
}

// TestAPlanWaitsUntilItIsAccepted adds what came of a plan to a session that laid one out.
func TestAPlanWaitsUntilItIsAccepted(t *testing.T) {
	laidOut := must.Get(os.ReadFile("testdata/plan.jsonl"))(t)
	const (
		yes   = `{"type":"user","uuid":"v1","message":{"content":[{"type":"tool_result","tool_use_id":"t1","content":"User has approved your plan."}]}}` + "\n"
		no    = `{"type":"user","uuid":"v1","message":{"content":[{"type":"tool_result","tool_use_id":"t1","is_error":true,"content":"The user doesn't want to proceed with this tool use."}]}}` + "\n"
		left  = `{"type":"attachment","uuid":"v2","attachment":{"type":"plan_mode_exit"}}` + "\n"
		again = `{"type":"attachment","uuid":"v3","attachment":{"type":"plan_mode_reentry"}}` + "\n"
	)
	for then, planning := range map[string]bool{"": true, yes: false, no: true, no + left: false, yes + left + again: true} {
		x, ok := Store.Tell("projects/-srv-kiosk/7c0e51aa-0000-4000-8000-000000000001.jsonl", endsOf(append(laidOut[:len(laidOut):len(laidOut)], then...), store.HeadBytes, store.TailBytes), time.UTC)
		if !ok || x.Planning != planning {
			t.Errorf("planning %v, want %v, after %s", x.Planning, planning, then)
		}
	}
}

// What a session says of itself and its events are the same, wherever it was left.
func TestSessionAndEventsAgree(t *testing.T) {
	t.Parallel()
	say.Agree(t, Store, "testdata/*.jsonl")
}

// A result may come together with what a command of the program gave: nothing is open then.
func TestAResultWithOutputOfACommand(t *testing.T) {
	t.Parallel()
	b := []byte(`{"type":"assistant","uuid":"a","message":{"content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"ls"}}]}}
{"type":"user","uuid":"b","message":{"content":[{"type":"tool_result","tool_use_id":"t1","content":"x"},{"type":"text","text":"<local-command-stdout>a"}]}}
`)
	if s, ok := Store.Tell("x.jsonl", say.Whole(b), time.UTC); !ok || s.Ending != model.EndingUnanswered {
		t.Errorf("%v %v", ok, s.Ending)
	}
}

// What only begins as the program's own words do is the operator's.
func TestPromptOf(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text, origin string
		own, stop    bool
	}{
		{"[Request interrupted by user]", "", false, true},
		{"[Request interrupted by user for tool use]", "human", false, true},
		{"[Request interrupted by user] is what I see in the log. Fix it", "human", true, false},
		{"[Request interrupted by user] is in the log [twice]", "", true, false},
		{"<system-reminder>\nThe file changed.\n</system-reminder>", "human", false, false},
		{"<system-reminder>\nThe file changed.\n</system-reminder>", "", false, false},
		{"<system-reminder> appears in my page, why?", "human", true, false},
		{"<system-reminder> without an end", "", false, false},
		{"Caveat: The messages below were generated by me", "human", true, false},
		{"<teammate-message from=\"a\">Go on</teammate-message>", "human", false, false},
		{"<ide_opened_file>till.go</ide_opened_file>\nMend it", "human", true, false},
		{"<ide_opened_file>till.go</ide_opened_file>", "human", false, false},
		{"Mend it", "hook", false, false},
	} {
		l, _ := readLine(fmt.Appendf(nil, `{"type":"user","message":{"role":"user","content":%q},"origin":{"kind":%q}}`, c.text, c.origin), time.UTC, true)
		if got := promptOf(&l); got.own != c.own || got.stop != c.stop {
			t.Errorf("%q of %q: %+v", c.text, c.origin, got)
		}
	}
}

// A session runs if any process of it does, and a field that does not fit makes no other one doubtful.
func TestRunningTellsLivingProcesses(t *testing.T) {
	t.Parallel()
	me := os.Getpid()
	start, _ := process.Started(me)
	if start == "" {
		t.Skip("nothing tells here when a process began")
	}
	now := time.Now().UnixMilli()
	for name, c := range map[string]struct {
		files []string
		want  model.Process
	}{
		"an older one runs, a newer one is dead": {
			[]string{fmt.Sprintf(`{"pid":%d,"sessionId":"s","procStart":%q,"startedAt":1000,"status":"busy"}`, me, start), `{"pid":99999999,"sessionId":"s","procStart":"5","startedAt":2000}`},
			model.Process{PID: me, Start: start, Status: "busy", Alive: true},
		},
		"the newest of dead ones": {
			[]string{`{"pid":99999998,"sessionId":"s","startedAt":2000,"status":"waiting"}`, `{"pid":99999999,"sessionId":"s","startedAt":1000}`},
			model.Process{PID: 99999998, Status: "waiting"},
		},
		"odd fields": {
			[]string{fmt.Sprintf(`{"pid":"%d","sessionId":"s","procStart":%s,"startedAt":"2026-11-22T21:00:00Z","status":{"a":1},"waitingFor":[1]}`, me, start)},
			model.Process{PID: me, Start: start, Alive: true},
		},
		"a time with a fraction":      {[]string{fmt.Sprintf(`{"pid":%d,"sessionId":"s","startedAt":%d.5}`, me, now)}, model.Process{PID: me, Alive: true, Guessed: true}},
		"a number that is used again": {[]string{fmt.Sprintf(`{"pid":%d,"sessionId":"s","startedAt":1000,"status":"busy"}`, me)}, model.Process{PID: me, Status: "busy"}},
		"another session":             {[]string{fmt.Sprintf(`{"pid":%d,"sessionId":"x","procStart":%q}`, me, start)}, model.Process{}},
		"no number":                   {[]string{`{"pid":-1,"sessionId":"s"}`, `[1]`, `{"pid":`}, model.Process{}},
	} {
		dir := t.TempDir()
		must.Do(t, os.Mkdir(filepath.Join(dir, "sessions"), 0o755))
		for i, f := range c.files {
			must.Do(t, os.WriteFile(filepath.Join(dir, "sessions", fmt.Sprintf("%d.json", i)), []byte(f), 0o644))
		}
		root := must.Get(os.OpenRoot(dir))(t)
		h := store.Open(&source.Reading{Vault: &places.Vault{}}, disk.Disk{Root: root}, dir, "~/.claude")
		got := running(h, []model.Transcript{{ID: "s", Path: "~/.claude/projects/-srv/s.jsonl"}})
		root.Close()
		if p := got["~/.claude/projects/-srv/s.jsonl"]; p != c.want {
			t.Errorf("%s: %+v, want %+v", name, p, c.want)
		}
	}
}

// A session that asks and has no process runs no more, where its program would have told of one.
func TestASessionThatAsksWithoutAProcess(t *testing.T) {
	t.Parallel()
	me := os.Getpid()
	for name, c := range map[string]struct {
		version, file string
		keeps         bool
		ending        model.Ending
		want          bool
	}{
		"it ended":                      {"2.1.330", "", true, model.EndingWaits, true},
		"another folder's runs":         {"2.1.197", fmt.Sprintf(`{"pid":%d,"sessionId":"x","cwd":"/srv/other"}`, me), true, model.EndingWaits, true},
		"one that died in the folder":   {"2.1.197", `{"pid":99999999,"sessionId":"x","cwd":"/srv"}`, true, model.EndingWaits, true},
		"one runs in the folder":        {"2.1.330", fmt.Sprintf(`{"pid":%d,"sessionId":"x","cwd":"/srv"}`, me), true, model.EndingWaits, false},
		"an older program":              {"2.1.100", "", true, model.EndingWaits, false},
		"a program without such files":  {"2.1.330", "", false, model.EndingWaits, false},
		"one that does not ask anybody": {"2.1.330", "", true, model.EndingYourTurn, false},
	} {
		dir := t.TempDir()
		if c.keeps {
			must.Do(t, os.Mkdir(filepath.Join(dir, registry), 0o755))
		}
		if c.file != "" {
			must.Do(t, os.WriteFile(filepath.Join(dir, registry, "1.json"), []byte(c.file), 0o644))
		}
		root := must.Get(os.OpenRoot(dir))(t)
		h := store.Open(&source.Reading{Vault: &places.Vault{}}, disk.Disk{Root: root}, dir, "~/.claude")
		asks := model.Transcript{ID: "s", Path: "s.jsonl", Dir: "/srv", Version: c.version, Ending: c.ending}
		p, got := running(h, []model.Transcript{asks})[asks.Path]
		root.Close()
		if got != c.want || p != (model.Process{}) {
			t.Errorf("%s: %v %+v, want %v", name, got, p, c.want)
		}
	}
}

// TestAnyCutOfATranscriptIsToldSanely cuts each fixture at every byte.
func TestAnyCutOfATranscriptIsToldSanely(t *testing.T) {
	for name, b := range fixtures(t) {
		if len(b) > 20<<10 {
			continue
		}
		for n := 0; n < len(b); n += whole.Rounds(5, 1) {
			s, ok := Store.Tell(name+".jsonl", endsOf(b[:n], 64<<10, 256<<10), time.UTC)
			if !ok {
				continue
			}
			last := b[bytes.LastIndexByte(b[:n], '\n')+1 : n]
			if len(last) > 0 && !bytes.HasSuffix(last, []byte("}")) && s.Ending != model.EndingInWriting {
				t.Fatalf("%s, cut at %d in a line: %v", name, n, s.Ending)
			}
			if s.Ending == model.EndingUnknown {
				t.Fatalf("%s, cut at %d: how it ended is not known", name, n)
			}
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, b := range fixtures(f) {
		f.Add(b, uint16(len(b)/3), uint16(len(b)/3))
		f.Add(b, uint16(0xFFFF), uint16(0xFFFF))
	}
	f.Fuzz(func(t *testing.T, b []byte, head, tail uint16) {
		e := endsOf(b, int(head), int(tail))
		s, ok := Store.Tell("x.jsonl", e, time.UTC)
		again, okAgain := Store.Tell("x.jsonl", e, time.UTC)
		if ok != okAgain || !reflect.DeepEqual(s, again) {
			t.Fatal("told differently at the second time")
		}
		if !ok {
			return
		}
		if len(s.Touched) > 200 || len(s.Questions) > 20*s.Calls || utf8.RuneCountInString(s.Title) > store.MostTitle+1 || len(s.Prompt)+len(s.Said) > 3*len(b)+8*mostSaid {
			t.Fatalf("without bounds: %d files, %d questions", len(s.Touched), len(s.Questions))
		}
		if (s.Ending == model.EndingInTool) != (s.Call.Open && s.Ending != model.EndingWaits) {
			t.Fatalf("%v in the call %+v", s.Ending, s.Call)
		}
	})
}

func FuzzEvents(f *testing.F) {
	for _, b := range fixtures(f) {
		f.Add(b, uint16(len(b)/3), uint16(len(b)/3))
		f.Add(b, uint16(0xFFFF), uint16(0xFFFF))
	}
	f.Fuzz(func(t *testing.T, b []byte, head, tail uint16) {
		e := endsOf(b, int(head), int(tail))
		all := Store.Events("x.jsonl", e, time.UTC)
		if !reflect.DeepEqual(all, Store.Events("x.jsonl", e, time.UTC)) {
			t.Fatal("told differently at the second time")
		}
		gaps := 0
		for _, ev := range all {
			if ev.Gap > 0 {
				gaps++
				continue
			}
			if ev.Act == model.ActNone || utf8.RuneCountInString(ev.Says) > store.MostWords+1 || utf8.RuneCountInString(ev.Came) > store.MostCame+1 || ev.Added < 0 || ev.Removed < 0 {
				t.Fatalf("%+v", ev)
			}
			if !utf8.ValidString(ev.Says + ev.Came) {
				t.Fatalf("no UTF-8: %q %q", ev.Says, ev.Came)
			}
		}
		if gaps > 1 || (gaps == 1) != (e.Gap > 0) {
			t.Fatalf("%d gaps", gaps)
		}
	})
}

// The last line decides with what stands behind it: an answer that was cut off at its length, and a prompt that nobody took from
// the queue.
func TestWhatAnAnswerLeavesOpen(t *testing.T) {
	t.Parallel()
	const (
		asked  = `{"type":"user","uuid":"u1","timestamp":"2026-03-12T13:00:00Z","cwd":"/shop","sessionId":"s1","message":{"role":"user","content":"weigh it"}}` + "\n"
		answer = `{"type":"assistant","uuid":"u2","parentUuid":"u1","timestamp":"2026-03-12T13:00:01Z","cwd":"/shop","sessionId":"s1","message":{"role":"assistant","content":[{"type":"text","text":"It is"}],"stop_reason":"STOP"}}` + "\n"
		queued = `{"type":"queue-operation","operation":"enqueue","timestamp":"2026-03-12T13:00:00Z","sessionId":"s1","content":"and the lid"}` + "\n"
		taken  = `{"type":"queue-operation","operation":"dequeue","timestamp":"2026-03-12T13:00:02Z","sessionId":"s1"}` + "\n"
		notice = `{"type":"queue-operation","operation":"enqueue","timestamp":"2026-03-12T13:00:00Z","sessionId":"s1","content":"<task-notification>done</task-notification>"}` + "\n"
	)
	ended := func(why string) string { return strings.ReplaceAll(answer, "STOP", why) }
	for lines, want := range map[string]struct {
		ending  model.Ending
		prompt  string
		trouble bool
	}{
		asked + ended("end_turn"):                  {model.EndingYourTurn, "weigh it", false},
		asked + ended("max_tokens"):                {model.EndingUnanswered, "weigh it", true},
		asked + queued + ended("end_turn"):         {model.EndingUnanswered, "and the lid", false},
		asked + queued + ended("end_turn") + taken: {model.EndingYourTurn, "weigh it", false},
		asked + notice + ended("end_turn"):         {model.EndingYourTurn, "weigh it", false},
		asked + queued + queued + ended("end_turn") + strings.Replace(taken, "dequeue", "popAll", 1): {model.EndingYourTurn, "weigh it", false},
	} {
		s, ok := Store.Tell("s1.jsonl", say.Whole([]byte(lines)), time.UTC)
		if !ok || s.Ending != want.ending || s.Prompt != want.prompt || (s.Trouble != "") != want.trouble {
			t.Errorf("%s%v: %v, %q, %q, want %+v", lines, ok, s.Ending, s.Prompt, s.Trouble, want)
		}
	}
}
