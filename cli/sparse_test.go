package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coldstart/testdata/must"
)

const request = "---\naction: email\ntarget: desk@harbour.example\n---\nSend it.\n"

// sparse makes a file of some size with a text at its end.
func sparse(t *testing.T, name string, size int64, ends string) {
	t.Helper()
	f := must.Get(os.Create(name))(t)
	defer f.Close()
	if err := f.Truncate(size); err != nil {
		t.Skipf("needs a file system with holes: %v", err)
	}
	must.Get(f.WriteAt([]byte(ends), size-int64(len(ends))))(t)
}

// Every command that looks gets by the holes of files that no disk could hold.
func TestSparseFilesStopNoCommand(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "vault")
	for _, folder := range []string{"Plans", "Pending_Approval", "Approved", "Rejected", "Logs"} {
		must.Do(t, os.MkdirAll(filepath.Join(dir, folder), 0o755))
	}
	must.Do(t, os.WriteFile(filepath.Join(dir, "Pending_Approval", "send.md"), []byte(request), 0o644))
	const mega = 1 << 20
	for i := range 300 {
		sparse(t, filepath.Join(dir, "Pending_Approval", fmt.Sprintf("%03d.md", i)), mega, request)
	}
	for i := range 20 {
		sparse(t, filepath.Join(dir, "Plans", fmt.Sprintf("PLAN-%03d.md", i)), mega, "")
		sparse(t, filepath.Join(dir, "Logs", fmt.Sprintf("%03d.json", i)), mega, "")
	}
	sparse(t, filepath.Join(dir, "trace.md"), 32*mega, "")
	sparse(t, filepath.Join(dir, "seed.json"), 16*mega, "{}")
	sparse(t, filepath.Join(dir, "events.jsonl"), 1<<40, `
{"type": "SessionStarted", "session": 7, "agent": "Spindle", "timestamp": "2026-02-21T09:00:00"}
{"type": "SessionStarted", "session": 8, "agent": "Spindle", "timestamp": "2026-02-21T10:00:00"}
`)
	if info, err := os.Stat(filepath.Join(dir, "events.jsonl")); err != nil || !takesNoRoom(info) {
		t.Skip("needs a file system with holes")
	}
	env := machine(t, dir)
	for line, want := range map[string]string{
		"status": "Session 7 started but never ended.", "approvals": "Send it", "plans": "", "orphans": "session 7", "traces": "", "memory": "",
		"problems": "Pending_Approval/017.md: no text: more than 4096 NUL bytes in a row, from byte 1 on", "doctor": "bytes of it are holes",
		"approve --dry-run send.md": "Approved/send.md", "show send.md": "desk@harbour.example", "start --format claude": "Session 7",
	} {
		got := run(env, strings.Fields(line)...)
		if !strings.Contains(got.out, want) {
			t.Errorf("coldstart %s ends with %d and says\n%.600s%.600s", line, got.code, got.out, got.err)
		}
	}
}
