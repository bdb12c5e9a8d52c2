package vaulttest

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"coldstart/testdata/must"
	"coldstart/vault/disk"
	"coldstart/vault/source/traces"
)

// Before runs do once, ahead of the first change op on a file whose path ends in
// suffix.
func (v *Vault) Before(t *testing.T, op, suffix string, do func()) {
	t.Helper()
	ran := false
	t.Cleanup(func() {
		if !ran {
			t.Errorf("nothing did %s on %s", op, suffix)
		}
	})
	hook := func(got, name string) {
		if !ran && got == op && strings.HasSuffix(name, suffix) {
			ran = true
			do()
		}
	}
	v.hook.Store(&hook)
	v.Where.Disk.Before = func(op, name string) { (*v.hook.Load())(op, name) }
}

// NeedsExchange skips tests of what only systems with an exchange of names promise.
func NeedsExchange(t *testing.T) {
	t.Helper()
	v := DecidingVault(t, Files{"a": "", "b": ""})
	if err := v.Where.Disk.InFolder("a", "b", disk.ExchangeIn); disk.LacksRename(err) {
		t.Skip("this system cannot exchange two names")
	}
}

// EachStep runs do with the number of each step of one kind, as it is reached.
func (v *Vault) EachStep(op string, do func(n int, name string)) {
	n := 0
	v.Where.Disk.Before = func(got, name string) {
		if got == op {
			n++
			do(n, name)
		}
	}
}

// KeptTexts returns the texts of all kept files.
func KeptTexts(tree Files) (texts []string) {
	for name, text := range tree {
		if strings.HasSuffix(name, disk.KeptEnding) {
			texts = append(texts, text)
		}
	}
	slices.Sort(texts)
	return texts
}

// WithoutKept returns a tree without the kept files, and fails for names that agents
// or version control would take for their own.
func WithoutKept(t *testing.T, tree Files) Files {
	t.Helper()
	next := Files{}
	for name, text := range tree {
		base := path.Base(name)
		switch {
		case !strings.HasPrefix(base, disk.PrivatePrefix):
			next[name] = text
		case !strings.HasSuffix(base, disk.KeptEnding):
			t.Errorf("left over: %s", name)
		}
	}
	return next
}

// Replace writes a file anew under its name, as agents do that rename.
func (v *Vault) Replace(t *testing.T, name, text string) {
	t.Helper()
	full := filepath.Join(v.Dir(), name)
	if err := os.WriteFile(full+"~", []byte(text), 0o644); err != nil {
		t.Error(err)
	}
	if err := os.Rename(full+"~", full); err != nil {
		t.Error(err)
	}
}

// Touch sets the time at which a file was written.
func (v *Vault) Touch(t *testing.T, name string, at time.Time) {
	t.Helper()
	must.Do(t, os.Chtimes(filepath.Join(v.Dir(), filepath.FromSlash(name)), at, at))
}

// TextOf is what a file holds now.
func (v *Vault) TextOf(t *testing.T, name string) string {
	t.Helper()
	b, _, err := v.Where.Disk.Read(name, traces.MaxSize)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// Append returns a file some text more.
func (v *Vault) Append(t *testing.T, name, text string) {
	t.Helper()
	v.Overwrite(t, name, v.TextOf(t, name)+text)
}
