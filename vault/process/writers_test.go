package process

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"coldstart/testdata/must"
)

// Who writes into a file is known by the file itself: a reader is none, nor who writes into a copy.
func TestWriters(t *testing.T) {
	t.Parallel()
	proc, dir := t.TempDir(), t.TempDir()
	file := func(name, words string) string {
		must.Do(t, os.MkdirAll(filepath.Dir(name), 0o755))
		must.Do(t, os.WriteFile(name, []byte(words), 0o644))
		return name
	}
	written, read, copied := file(dir+"/rollout-1.jsonl", ""), file(dir+"/rollout-2.jsonl", ""), file(dir+"/rollout-3.jsonl", "")
	gone := dir + "/rollout-4.jsonl"
	for fd, open := range map[string]struct{ at, flags string }{
		"self/fd/0": {"/dev/null", "0100002"}, "7/fd/0": {"/dev/null", "0100002"},
		"7/fd/12": {written, "02102001"}, "8/fd/3": {written, "0100000"}, "9/fd/3": {read, "0100000"},
		"9/fd/4": {file(dir+"/backup/rollout-3.jsonl", ""), "02102001"}, "9/fd/5": {gone + " (deleted)", "02102001"}, "sys/fd/1": {copied, "02"},
	} {
		name := filepath.Join(proc, filepath.FromSlash(fd))
		file(filepath.Join(filepath.Dir(name)+"info", filepath.Base(name)), "pos:\t0\nflags:\t"+open.flags+"\nmnt_id:\t31\n")
		must.Do(t, os.MkdirAll(filepath.Dir(name), 0o755))
		if err := os.Symlink(open.at, name); err != nil {
			t.Skip("no links here:", err)
		}
	}
	if got, want := writers(proc, []string{written, read, copied, gone}), map[string]int{written: 7}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := writers(t.TempDir(), []string{written}); len(got) > 0 {
		t.Errorf("a system without open files is said to tell of %v", got)
	}
}
