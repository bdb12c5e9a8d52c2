package process

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

// A file is known by the last part of its path, and the process that has it open by its number.
func TestHolders(t *testing.T) {
	t.Parallel()
	proc := t.TempDir()
	for fd, at := range map[string]string{
		"self/fd/0": "/dev/null", "7/fd/0": "/dev/null", "7/fd/12": "/data/x/rollout-1.jsonl", "9/fd/3": "/other/rollout-2.jsonl (deleted)", "sys/fd/1": "/x/rollout-3.jsonl",
	} {
		name := filepath.Join(proc, filepath.FromSlash(fd))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(at, name); err != nil {
			t.Skip("no links here:", err)
		}
	}
	got, known := holders(proc, []string{"rollout-1.jsonl", "rollout-2.jsonl", "rollout-3.jsonl"})
	if want := map[string]int{"rollout-1.jsonl": 7}; !known || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v %v, want %v", got, known, want)
	}
	if _, known := holders(t.TempDir(), []string{"rollout-1.jsonl"}); known {
		t.Error("a system without open files is said to tell of them")
	}
}
