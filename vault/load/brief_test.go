package load_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/testdata/examples"
	"coldstart/testdata/must"
	"coldstart/vault/source"
	"coldstart/vault/state"
	"coldstart/vault/vaulttest"
)

func openBrief(t *testing.T, c contents) (*vaulttest.Vault, string) {
	t.Helper()
	v, dir := openContents(t, c)
	v.Where.Opts.Brief, v.Where.Disk.Brief = true, true
	return v, dir
}

func TestABriefVaultReadsTheNewestFiles(t *testing.T) {
	t.Parallel()
	c := contents{}
	for i := range source.BriefFiles + 10 {
		c[fmt.Sprintf("Plans/PLAN-%04d.md", i)] = strings.Replace(examples.Plan, "PLAN-2026-001", fmt.Sprintf("2026-%04d", i), 1)
	}
	c["seed.json"] = `{"version": "` + strings.Repeat("1", source.BriefBytes) + `"}`
	v, dir := openBrief(t, c)
	old := filepath.Join(dir, "Plans", "PLAN-0009.md")
	must.Do(t, os.Chtimes(old, time.Time{}, loadTime.AddDate(30, 0, 0)))
	s := mustLoad(t, v)
	if _, ok := s.Plan("Plans/PLAN-0009.md"); !ok || len(s.Plans) != source.BriefFiles {
		t.Errorf("%d plans, the newest among them: %v", len(s.Plans), ok)
	}
	var reasons []string
	for _, p := range s.Problems {
		reasons = append(reasons, p.Reason)
	}
	for _, want := range []string{"this and 9 other files are older than what a brief report reads", "too large"} {
		if !strings.Contains(strings.Join(reasons, "\n"), want) {
			t.Errorf("%q does not tell %q", reasons, want)
		}
	}
}

// What the agents' plan manager makes of the others is asked for as many again.
func TestABriefVaultAsksAboutFewOtherPlans(t *testing.T) {
	t.Parallel()
	c := contents{}
	for i := range 2*source.BriefFiles + 10 {
		c[fmt.Sprintf("Plans/PLAN-%04d.md", i)] = strings.Replace(examples.Plan, "PLAN-2026-001", fmt.Sprintf("2026-%04d", i), 1)
	}
	v, _ := openBrief(t, c)
	unknown := 0
	for _, p := range mustLoad(t, v).Managed {
		if p.Unknown {
			unknown++
		}
	}
	if unknown != 10 {
		t.Errorf("%d plans are unknown", unknown)
	}
}

func TestABriefVaultReadsTheEndOfItsLogs(t *testing.T) {
	t.Parallel()
	line := func(kind string, n int) string {
		return fmt.Sprintf(`{"type": %q, "session": %d, "agent": "Spindle", "timestamp": "2026-02-21T09:00:00", "pad": %q}`+"\n", kind, n, strings.Repeat("x", 1<<20))
	}
	text := line("SessionStarted", 7)
	for range source.BriefEvents >> 20 {
		text += line("Noted", 7)
	}
	v, dir := openBrief(t, contents{"events.jsonl": text})
	if s := mustLoad(t, v); !s.Events.Cut || s.Events.Records == 0 || s.Events.Bad > 0 {
		t.Errorf("cut %v, %d records, %d bad", s.Events.Cut, s.Events.Records, s.Events.Bad)
	}
	// Without the last start nobody knows the next number.
	if mark, err := v.StartSession(t.Context(), "", "Spindle", "", loadTime); err == nil || mark.Number != "" {
		t.Errorf("started %+v", mark)
	}
	f := must.Get(os.OpenFile(filepath.Join(dir, "events.jsonl"), os.O_WRONLY|os.O_APPEND, 0))(t)
	must.Get(f.WriteString(line("SessionStarted", 8)))(t)
	must.Do(t, f.Close())
	if mark, err := v.StartSession(t.Context(), "", "Spindle", "", loadTime); err != nil || mark.Number != "9" {
		t.Errorf("started %+v, error %v", mark, err)
	}
}

func TestReceiptsAreBoundedAndDamageIsPassedOver(t *testing.T) {
	t.Parallel()
	v, _ := openContents(t, contents{})
	if got, err := v.HandOvers(); err != nil || len(got) > 0 {
		t.Fatalf("got %v, error %v", got, err)
	}
	keep := func(session string) {
		t.Helper()
		h := model.HandOver{At: loadTime, Session: session, Caller: strings.Repeat("c", 1000), Format: "text", Size: 5}
		must.Do(t, v.KeepHandOver(h))
	}
	keep("1")
	name := filepath.Join(v.Where.StateDir(), state.ReceiptsName)
	b := must.Get(os.ReadFile(name))(t)
	must.Do(t, os.WriteFile(name, append([]byte(strings.Repeat(string(b), 2*state.MaxReceipts/len(b))), "torn\n"...), 0o600))
	keep("2")
	got, err := v.HandOvers()
	if err != nil || len(got) < 100 || len(got) > state.MaxReceipts/len(b)+1 {
		t.Fatalf("%d receipts, error %v", len(got), err)
	}
	last := got[len(got)-1]
	if last.Session != "2" || got[0].Session != "1" || len(last.Caller) != state.MaxReceiptText || !last.At.Equal(loadTime) {
		t.Errorf("got %+v", last)
	}
	v.Where.Opts.ReadOnly = true
	keep("3")
	if again, err := v.HandOvers(); err != nil || len(again) != len(got) {
		t.Errorf("a vault that is only read got a receipt: %v", err)
	}
}
