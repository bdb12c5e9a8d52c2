package remote

import (
	"path/filepath"
	"reflect"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"coldstart/model"
	"coldstart/testdata/lies"
	"coldstart/testdata/must"
	"coldstart/vault"
)

// way sends a snapshot to a side that has a picture, and returns the new one and how many things were sent.
func way(t must.T, s model.Snapshot, had *picture, hashes map[string][]model.Fingerprint) (got *picture, now map[string][]model.Fingerprint, sent int) {
	in := receive(had)
	out := outgoing{had: hashes, has: map[string][]model.Fingerprint{}, left: map[string]int{}, send: func(line thing) {
		sent++
		must.Do(t, in.thing(encoded(line), false))
	}}
	end := loaded{Hash: out.all(s), Left: out.left, From: had.hash}
	got = must.Get(in.end(end))(t)
	return got, out.has, sent
}

// A snapshot of every fixture comes back equal, and the second time nothing is sent.
func TestEverySnapshotComesBackEqual(t *testing.T) {
	t.Parallel()
	root := filepath.Join("..", "..")
	dirs := []string{filepath.Join(root, "testdata", "demo")}
	for _, pattern := range []string{"vault/guest/*/testdata/*/repo", "testdata/hostile/cases/*"} {
		found := must.Get(filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern))))(t)
		dirs = append(dirs, found...)
	}
	plans := 0
	for _, dir := range dirs {
		v, err := vault.Open(dir, vault.Options{StateDir: t.TempDir(), ReadOnly: true, Repository: true, Around: true})
		if err != nil {
			continue
		}
		s, err := v.Load(t.Context(), time.Date(2026, 3, 14, 7, 2, 0, 0, time.UTC))
		v.Close()
		if err != nil {
			t.Fatal(err)
		}
		plans += len(s.Plans)
		got, hashes, _ := way(t, s, &picture{}, nil)
		if string(encoded(got.snapshot)) != string(encoded(s)) || len(got.snapshot.Plans) != len(s.Plans) {
			t.Errorf("%s comes back otherwise", dir)
		}
		if again, _, sent := way(t, s, got, hashes); sent != 0 || string(encoded(again.snapshot)) != string(encoded(s)) {
			t.Errorf("%s: %d things were sent again", dir, sent)
		}
	}
	if plans < 100 {
		t.Errorf("only %d plans of %d folders were sent", plans, len(dirs))
	}
}

// From any snapshot to any other: it comes back equal, and what stays is not sent.
func TestOnlyWhatChangedIsSent(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		had, hashes := &picture{}, map[string][]model.Fingerprint(nil)
		for range 3 {
			s := lies.Draw[model.Snapshot](t)
			if rapid.Bool().Draw(t, "neighbour") {
				s = had.snapshot
				s.Plans = slices.Clone(s.Plans)
				slices.Reverse(s.Plans)
				s.Plans, s.Name = append(s.Plans, lies.Draw[model.Plan](t)), "another"
			}
			got, now, _ := way(t, s, had, hashes)
			if !reflect.DeepEqual(got.snapshot, s) {
				t.Fatalf("sent %+v\ngot %+v", s, got.snapshot)
			}
			had, hashes = got, now
		}
	})
	many := model.Snapshot{Plans: make([]model.Plan, 1000)}
	for i := range many.Plans {
		many.Plans[i].Path = string(encoded(i))
	}
	had, hashes, _ := way(t, many, &picture{}, nil)
	many.Plans = slices.Clone(many.Plans)
	many.Plans[500].Path = "another"
	if _, _, sent := way(t, many, had, hashes); sent != 3 {
		t.Errorf("%d lines for one plan of 1000 that changed", sent)
	}
}

// What is more than an answer takes is left out, and the picture says so.
func TestMoreThanAnAnswerTakesIsCounted(t *testing.T) {
	t.Parallel()
	s := model.Snapshot{Instead: make([]string, mostThings+7)}
	in := receive(&picture{})
	out := outgoing{has: map[string][]model.Fingerprint{}, left: map[string]int{}, send: func(line thing) {
		must.Do(t, in.thing(encoded(line), false))
	}}
	out.all(s)
	got, err := in.end(loaded{Left: out.left})
	if err != nil || len(got.snapshot.Instead) != mostThings {
		t.Fatalf("%d came, %v", len(got.snapshot.Instead), err)
	}
	want := []model.LeftOut{{What: "instead", Files: 7, Of: mostThings + 7}}
	if told := withLeft(got.snapshot, out.left).LeftOut; !slices.Equal(told, want) {
		t.Errorf("got %v", told)
	}
}
