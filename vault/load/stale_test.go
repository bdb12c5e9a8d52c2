package load_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/testdata/must"
	"coldstart/vault/source"
)

func TestWhatCannotBeReadAgainStaysStale(t *testing.T) {
	t.Parallel()
	v, dir := openContents(t, watchedContents())
	const name = "Pending_Approval/chalk.md"
	ref := model.Ref{Kind: model.KindRequest, Path: name}
	before := mustLoad(t, v)
	if len(before.Stale) != 0 || rule.Refuse(before, ref, model.ChoiceApprove).Given() {
		t.Fatalf("at first: %v, %q", before.Stale, rule.Refuse(before, ref, model.ChoiceApprove))
	}
	text, err := os.ReadFile(filepath.Join(dir, name))
	must.Do(t, err)
	must.Do(t, os.WriteFile(filepath.Join(dir, name), make([]byte, source.MaxDocument+1), 0o644))
	// Its age counts from when it was read, however often it cannot be.
	for i := range 3 {
		s, err := v.Load(t.Context(), loadTime.Add(time.Duration(i+1)*time.Hour))
		must.Do(t, err)
		r, ok := s.Request(name)
		if !ok || r.Seen != before.Requests[0].Seen || !s.Stale[name].Equal(before.At) {
			t.Errorf("load %d: %+v, stale since %v", i, r, s.Stale)
		}
		if reason := rule.Refuse(s, ref, model.ChoiceApprove); !strings.Contains(phrase.Reason(reason), "could not be read again") {
			t.Errorf("load %d: %q", i, reason)
		}
	}
	must.Do(t, os.WriteFile(filepath.Join(dir, name), text, 0o644))
	if s := mustLoad(t, v); len(s.Stale) != 0 || len(s.Requests) != 1 {
		t.Errorf("readable again, stale %v", s.Stale)
	}
	must.Do(t, os.Remove(filepath.Join(dir, name)))
	if s := mustLoad(t, v); len(s.Stale) != 0 || len(s.Requests) != 0 {
		t.Errorf("gone, but %d requests, stale %v", len(s.Requests), s.Stale)
	}
}
