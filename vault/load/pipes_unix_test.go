//go:build unix

package load

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"coldstart/testdata/must"
	"coldstart/vault/places"
)

// TestPipesAreNotWaitedFor puts pipes, and links to one, in the place of stores, of their folders and
// of what git keeps.
func TestPipesAreNotWaitedFor(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 12, 13, 0, 0, 0, time.UTC)
	for _, name := range []string{
		"home/.codex", "home/.claude", "home/.gemini", "home/.claude/projects", "home/.claude/plans", "home/.claude/sessions", "home/.codex/sessions",
		"home/.codex/archived_sessions", "home/.gemini/tmp", "home/.gemini/projects.json", "kiosk/.git", "kiosk/.git/worktrees", "kiosk/.git/worktrees/x/gitdir",
	} {
		for _, link := range []bool{false, true} {
			dir := t.TempDir()
			repo, home, file := filepath.Join(dir, "kiosk"), filepath.Join(dir, "home"), filepath.Join(dir, filepath.FromSlash(name))
			putFile(t, filepath.Join(repo, "README.md"), "", at)
			must.Do(t, os.MkdirAll(filepath.Dir(file), 0o755))
			pipe := file
			if link {
				pipe = filepath.Join(dir, "pipe")
				must.Do(t, os.Symlink(pipe, file))
			}
			if err := syscall.Mkfifo(pipe, 0o600); err != nil {
				t.Skip("no pipes here:", err)
			}
			done := make(chan struct{})
			go func() {
				defer close(done)
				sessionsIn(t, repo, home)
				places.Look(repo)
			}()
			select {
			case <-done:
			case <-time.After(20 * time.Second):
				t.Fatalf("%s (link %v) is waited for", name, link)
			}
		}
	}
}
