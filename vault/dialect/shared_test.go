package dialect

import (
	"encoding/json"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/testdata/must"
)

// shared holds synthetic vaults with the values that a reader should find, written
// by hand. It is beside the checkout and may be absent; testdata holds a fixture
// for each of its rules.
const shared = "../../../shared/dialects"

// expectation is what expected.json says of one file.
type expectation struct {
	Kind, Also, ID, Title, Status          string
	Steps, Done                            int
	Next                                   *string
	NeedsApproval                          []int `json:"needs_approval"`
	Maybe                                  []int
	Flag                                   *bool
	Confidence                             string
	ClaimedBy                              string `json:"claimed_by"`
	LogEntries                             int    `json:"log_entries"`
	Summary, Action, Target, Plan, Expires string
	Amount, Decision                       string
	Step                                   int
	Entries                                int
	BadLines                               int `json:"bad_lines"`
	IDs                                    []string
}

func sharedExpectations(t testing.TB) map[string]expectation {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(shared, "expected.json"))
	if err != nil {
		t.Skipf("needs the synthetic vaults beside the checkout: %v", err)
	}
	var all struct{ Files map[string]expectation }
	must.Do(t, json.Unmarshal(b, &all))
	return all.Files
}

func openShared(t testing.TB, name string) *Page {
	t.Helper()
	b := must.Get(os.ReadFile(filepath.Join(shared, filepath.FromSlash(name))))(t)
	return Open(nil, name, b)
}

func TestSharedVaults(t *testing.T) {
	t.Parallel()
	all := sharedExpectations(t)
	kinds := map[string][]Kind{
		"plan": {KindPlan, KindBoth}, "request": {KindRequest, KindBoth}, "log": {KindLog}, "journal": {KindJournal},
		"document": {KindDocument}, "ignore": {KindIgnore},
	}
	for name, want := range all {
		t.Run(name, func(t *testing.T) {
			p := openShared(t, name)
			if got := Classify(p); !slices.Contains(kinds[want.Kind], got.Kind) || got.Why == "" || want.Also == "request" && got.Kind != KindBoth {
				t.Errorf("it is %v because %s, want %s", got.Kind, got.Why, want.Kind)
			}
			switch want.Kind {
			case "plan":
				compareSharedPlan(t, ReadPlan(p), want)
			case "request":
				compareSharedRequest(t, all, ReadRequest(p), want)
			case "log", "journal":
				compareSharedLog(t, ReadLog(p), want)
			}
		})
	}
}

func compareSharedPlan(t *testing.T, p Plan, want expectation) {
	t.Helper()
	var yes, maybe []int
	for _, s := range p.Steps {
		switch s.Need {
		case model.NeedYes:
			yes = append(yes, s.Number)
		case model.NeedMaybe:
			maybe = append(maybe, s.Number)
		}
	}
	next := ""
	if want.Next != nil {
		next = *want.Next
	}
	if p.ID.Text != want.ID || p.Title.Text != want.Title || p.Status.State.String() != want.Status {
		t.Errorf("got %q, %q, %v, want %+v", p.ID.Text, p.Title.Text, p.Status, want)
	}
	if len(p.Steps) != want.Steps || p.Ticked() != want.Done || p.Next.Text != next {
		t.Errorf("got steps %+v, next %q, want %+v", p.Steps, p.Next.Text, want)
	}
	if !slices.Equal(yes, want.NeedsApproval) || !slices.Equal(maybe, want.Maybe) {
		t.Errorf("a human is needed for %v and maybe for %v, want %+v", yes, maybe, want)
	}
	if want.Flag != nil && *want.Flag != (p.Needs == model.NeedYes) || (want.Confidence == "low") != (p.StepsBasis.String() == "guessed") {
		t.Errorf("the plan needs a human: %v; its steps are %v, want %+v", p.Needs, p.StepsBasis, want)
	}
	if p.ClaimedBy.Text != want.ClaimedBy || len(p.Log) != want.LogEntries && want.LogEntries > 0 {
		t.Errorf("claimed by %q, log %+v, want %+v", p.ClaimedBy.Text, p.Log, want)
	}
}

func compareSharedRequest(t *testing.T, all map[string]expectation, r Request, want expectation) {
	t.Helper()
	// A mail that came in goes to nobody; it has the sender instead.
	if incoming := !r.Target.Given() && r.Sender.Text == want.Target; r.Summary.Text != want.Summary || r.Action.Text != want.Action || r.Target.Text != want.Target && !incoming {
		t.Errorf("got %q, %q, %q, want %+v", r.Summary.Text, r.Action.Text, r.Target.Text, want)
	}
	if r.Amount.Text != want.Amount || r.Expires.Text != want.Expires || r.Step != want.Step {
		t.Errorf("got %q, %q, %d, want %+v", r.Amount.Text, r.Expires.Text, r.Step, want)
	}
	if decision, _, _ := strings.Cut(want.Decision, " "); decision != "" && r.Decision.String() != decision {
		t.Errorf("the decision is %v, want %s", r.Decision, want.Decision)
	}
	if ticked := strings.Contains(want.Decision, "ticked"); ticked && len(r.Contradictions) != 1 {
		t.Errorf("it contradicts its folder at %+v, want %s", r.Contradictions, want.Decision)
	}
	plan := r.Plan.Text
	for name, other := range all {
		if plan == "" && other.Kind == "plan" && path.Dir(path.Dir(name)) == path.Dir(path.Dir(r.Name)) && linkStem(path.Base(name)) == r.Stem {
			plan = planStem(path.Base(name)) + " (same stem)"
		}
	}
	if plan != want.Plan {
		t.Errorf("the plan is %q, want %q", plan, want.Plan)
	}
}

func compareSharedLog(t *testing.T, log Log, want expectation) {
	t.Helper()
	if len(log.Entries) != want.Entries || log.BadLines != want.BadLines {
		t.Errorf("got %+v, want %+v", log, want)
	}
	for i, id := range want.IDs {
		if i < len(log.Entries) && log.Entries[i].Action != id {
			t.Errorf("entry %d is %+v, want %s", i, log.Entries[i], id)
		}
	}
}
