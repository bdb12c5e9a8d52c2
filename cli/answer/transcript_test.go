package answer

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/styles"
	"coldstart/testdata/must"
)

// sessions are a session that was cut off, one that waits, and older ones.
func sessions(older int) model.Snapshot {
	now := time.Date(2026, time.March, 14, 8, 0, 0, 0, time.UTC)
	at := func(ago time.Duration) model.Stamp { return model.Stamp{Time: now.Add(-ago)} }
	s := model.Snapshot{At: now, TranscriptsLeft: 2}
	s.Transcripts = []model.Transcript{
		{ID: "4f0c-1", Tool: "Claude Code", Title: "Receipt printer\x1b[2J", Path: "~/.claude/projects/-data-ann-kiosk/4f0c-1.jsonl", Dir: "/data/ann/kiosk", Branch: "printer", Ending: model.EndingWaits, Sure: model.BasisDeclared, Began: at(2 * time.Hour), Last: at(time.Hour), Command: "cd /data/ann/kiosk && claude --resume 4f0c-1"},
		{ID: "9b", Tool: "Codex", Title: "Quarterly figures", Path: "~/.codex/sessions/9b.jsonl", Dir: "/data/ann/ledger/src", Ending: model.EndingInTool, Sure: model.BasisDerived, Began: at(40 * time.Hour), Last: at(39 * time.Hour)},
	}
	for i := range older {
		s.Transcripts = append(s.Transcripts, model.Transcript{ID: fmt.Sprint(i), Title: fmt.Sprintf("Older %d", i), Path: fmt.Sprintf("~/x/%d", i), Dir: "/tmp/x", Ending: model.EndingDone, Last: at(100 * time.Hour)})
	}
	return s
}

func printed(t *testing.T, write func(p *Output)) string {
	t.Helper()
	var b bytes.Buffer
	p := New(&b, styles.New(styles.Options{NoColor: true}), false)
	write(p)
	must.Do(t, p.Flush())
	return b.String()
}

func TestSessionsAreListedWithWhatResumesThem(t *testing.T) {
	t.Parallel()
	s := sessions(40)
	in := map[model.Ref]string{s.Transcripts[0].Ref(): "~/kiosk", s.Transcripts[1].Ref(): "~/ledger"}
	got := printed(t, func(p *Output) { p.Sessions(s, in) })
	for _, want := range []string{
		"\n\n◇ Receipt printer⟦ESC⟧[2J — waiting for you, confirmed — 1 h ago\n  4f0c-1 · Claude Code · printer · ~/kiosk\n  cd /data/ann/kiosk && claude --resume 4f0c-1\n",
		"\n\n◌ Quarterly figures — interrupted, from its transcript — 39 h ago\n  9b · Codex · ~/ledger\n\n",
		"\n\n… and 2 older, which --json lists\nNot read: 2 older sessions\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
	if strings.Contains(got, "\x1b") || strings.Count(got, " ago\n") != mostListed {
		t.Errorf("%d lines\n%s", strings.Count(got, "\n"), got)
	}
	if here := printed(t, func(p *Output) { p.Sessions(s, nil) }); strings.Contains(here, "~/ledger") {
		t.Errorf("a repository is named:\n%s", here)
	}
}

func TestSessionsInJSONNameTheirRepository(t *testing.T) {
	t.Parallel()
	s := sessions(0)
	b := must.Get(json.Marshal(SessionsJSON(s, rule.Repositories(append(s.Transcripts, model.Transcript{Dir: "/data/ann/ledger", Path: "~/y"}), nil, "/data/ann"))))(t)
	for _, want := range []string{
		`"left":2,"problems":[]`, `"session":"9b","tool":"Codex","title":"Quarterly figures","repository":"/data/ann/ledger","folder":"/data/ann/ledger/src","branch":"",` +
			`"ending":"cut-off-in-tool","ending_basis":"derived","batch":false`, `"utc":"2026-03-12T17:00:00Z"`, `"command":"cd /data/ann/kiosk \u0026\u0026 claude --resume 4f0c-1"`,
	} {
		if !strings.Contains(string(b), want) {
			t.Errorf("%s is not in\n%s", want, b)
		}
	}
}

func TestRepositoriesAreListedWithWhatWaits(t *testing.T) {
	t.Parallel()
	s := sessions(3)
	got := printed(t, func(p *Output) {
		p.Repositories(s, rule.Repositories(s.Transcripts, nil, "/data/ann"), func(dir string) string { return strings.Replace(dir, "/data/ann", "~", 1) })
	})
	want := "Last  Sessions  Wait  Interrupted  Repository\n" +
		"1 h   1         1     -            ~/kiosk\n" +
		"39 h  1         -     1            ~/ledger/src\n" +
		"… and 1 temporary folder\n"
	if got != want {
		t.Errorf("\n%s\nwant\n%s", got, want)
	}
}

// A list is read at 80 columns, but for the commands, which are to be copied.
func TestSessionsAreListedIn80Columns(t *testing.T) {
	t.Parallel()
	s := sessions(0)
	s.Transcripts[0].Title, s.Transcripts[0].Branch = strings.Repeat("Count the receipts ", 9), strings.Repeat("receipts-", 12)
	s.Transcripts[0].Questions = []model.Question{{Text: strings.Repeat("Which width? ", 20)}}
	for _, write := range []func(p *Output){
		func(p *Output) {
			p.Sessions(s, map[model.Ref]string{s.Transcripts[0].Ref(): "/" + strings.Repeat("deep/", 30)})
		},
		func(p *Output) { p.Orphans(s) },
	} {
		got := printed(t, write)
		for line := range strings.Lines(got) {
			if n := utf8.RuneCountInString(line) - 1; n > 80 {
				t.Errorf("%d columns: %s", n, line)
			}
		}
		if !strings.Contains(got, "◇ Count the receipts ") || !strings.Contains(got, "\n  4f0c-1 · Claude Code · ") {
			t.Errorf("got\n%s", got)
		}
	}
}

// JSON says of a session why it needs somebody, and offers none that runs to be resumed.
func TestSessionsInJSONSayWhatTheyNeed(t *testing.T) {
	t.Parallel()
	s := sessions(0)
	s.Transcripts[0].Questions = []model.Question{{Text: "Which paper?"}}
	s.Transcripts[1].Call = model.Event{Act: model.ActShell, Says: "make deploy", Open: true}
	runs := s.Transcripts[0]
	runs.Ending, runs.Process = model.EndingInTool, &model.Process{PID: 7, Status: "busy", Alive: true}
	failed := s.Transcripts[1]
	failed.Call, failed.Ending, failed.Trouble = model.Event{}, model.EndingUnanswered, "usage limit"
	s.Transcripts = append(s.Transcripts, runs, failed)
	all := SessionsJSON(s, nil).Sessions
	for i, want := range []struct {
		command   bool
		questions string
		call, bad string
		reason    string
	}{
		{true, "[Which paper?]", "", "", "Which paper?"},
		{false, "[]", "make deploy", "", "make deploy"},
		{false, "[]", "", "", ""},
		{false, "[]", "", "usage limit", "usage limit"},
	} {
		j := all[i]
		if (j.Command != "") != want.command || fmt.Sprint(j.Questions) != want.questions || !strings.Contains(j.OpenCall, want.call) || j.Error != want.bad || !strings.Contains(j.Reason, want.reason) {
			t.Errorf("%d: %q, %q, %q, %q, %q", i, j.Command, j.Questions, j.OpenCall, j.Error, j.Reason)
		}
	}
}
