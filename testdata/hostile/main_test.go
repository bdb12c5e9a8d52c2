package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"coldstart/testdata/hostile/cases"
	"coldstart/testdata/must"
)

func TestRun(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "vaults")
	for _, tt := range []struct {
		args []string
		want string
		fail string
	}{
		{args: []string{"-table"}, want: "t01-csi-clear"},
		{args: nil, fail: "no folder given"},
		{args: []string{"a", "b"}, fail: "one folder only"},
		{args: []string{"--none"}, fail: "not defined"},
		{args: []string{dir, "--special"}, want: filepath.Join(dir, "together")},
		{args: []string{dir}, fail: "is there already"},
	} {
		var out bytes.Buffer
		err := run(tt.args, &out)
		if (err != nil) != (tt.fail != "") || err != nil && !strings.Contains(err.Error(), tt.fail) || !strings.Contains(out.String(), tt.want) {
			t.Errorf("%q: %v, %q", tt.args, err, out.String())
		}
	}
}

func TestTheTableHasEachCaseOnALine(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	must.Do(t, list(&out))
	if got, want := strings.Count(out.String(), "\n"), len(cases.All()); got != want {
		t.Errorf("%d lines for %d cases", got, want)
	}
}
