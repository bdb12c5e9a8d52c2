package claude

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/testdata/must"
	"coldstart/vault/disk"
	"coldstart/vault/places"
	"coldstart/vault/process"
	"coldstart/vault/source"
	"coldstart/vault/store"
)

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
