package vault_test

import (
	"os"
	"path/filepath"
	"testing"

	"coldstart/model"
	"coldstart/testdata/must"
	"coldstart/vault/dialect"
)

// TestDialectsAgreeWithTheSeedReader reads vaults in the seed's schema with both
// readers. Where both apply they have to find the same.
func TestDialectsAgreeWithTheSeedReader(t *testing.T) {
	t.Parallel()
	for name, root := range map[string]string{
		"demo":   filepath.Join("..", "testdata", "demo"),
		"silver": filepath.Join(dialects, "silver"),
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := os.Stat(root); err != nil {
				t.Skipf("needs the synthetic vaults beside the checkout: %v", err)
			}
			s := mustLoad(t, openAt(t, root))
			if len(s.Plans) == 0 || len(s.Requests) == 0 {
				t.Fatalf("got %q", rows(s))
			}
			for _, p := range s.Plans {
				agreeOnPlan(t, p, dialect.ReadPlan(openPage(t, root, p.Path)))
			}
			for _, r := range s.Requests {
				agreeOnRequest(t, r, dialect.ReadRequest(openPage(t, root, r.Path)))
			}
		})
	}
}

func openPage(t *testing.T, root, name string) *dialect.Page {
	t.Helper()
	b := must.Get(os.ReadFile(filepath.Join(root, filepath.FromSlash(name))))(t)
	p := dialect.Open(nil, name, b)
	if kind := dialect.Classify(p).Kind; kind != dialect.KindPlan && kind != dialect.KindRequest {
		t.Errorf("%s is %v", name, kind)
	}
	return p
}

func agreeOnPlan(t *testing.T, seed model.Plan, got dialect.Plan) {
	t.Helper()
	for _, v := range []struct{ what, seed, got string }{
		{"id", seed.ID, got.ID.Text},
		{"title", seed.Objective, got.Title.Text},
		{"state", seed.Status.State.String(), got.Status.State.String()},
		{"status word", seed.Status.Word, got.Status.Word},
		{"block reason", seed.BlockedReason, got.Blocked.Text},
		{"priority", seed.Priority, got.Priority.Text},
		{"creation", seed.Created.Raw, got.Created.Text},
	} {
		if v.seed != v.got {
			t.Errorf("%s: the %s is %q and %q", seed.Path, v.what, v.seed, v.got)
		}
	}
	if len(seed.Steps) != len(got.Steps) || len(seed.Log) != len(got.Log) {
		t.Fatalf("%s: %d and %d steps, %d and %d log entries", seed.Path, len(seed.Steps), len(got.Steps), len(seed.Log), len(got.Log))
	}
	for i, s := range seed.Steps {
		g := got.Steps[i]
		if s.Number != g.Number || s.Title() != g.Text || s.Done() != g.Done || s.Human && g.Need != model.NeedYes || g.Stateless {
			t.Errorf("%s: step %+v and %+v", seed.Path, s, g)
		}
	}
	for i, e := range seed.Log {
		if g := got.Log[i]; e.At.Raw != g.Time || e.Actor != g.Who || e.What != g.Action || e.Why != g.Why {
			t.Errorf("%s: log entry %+v and %+v", seed.Path, e, g)
		}
	}
}

func agreeOnRequest(t *testing.T, seed model.Request, got dialect.Request) {
	t.Helper()
	for _, v := range []struct{ what, seed, got string }{
		{"summary", seed.Summary, got.Summary.Text},
		{"action", seed.Action, got.Action.Text},
		{"amount", seed.Amount, got.Amount.Text},
		{"plan", seed.PlanID, got.Plan.Text},
		{"step", seed.StepText, got.StepText.Text},
		{"rationale", seed.Rationale, got.Rationale.Text},
		{"risk", seed.Risk, got.Risk.Text},
		{"status", seed.Status, got.Status.Text},
		{"creation", seed.Created.Raw, got.Created.Text},
		{"expiry", seed.Expires.Raw, got.Expires.Text},
	} {
		if v.seed != v.got {
			t.Errorf("%s: the %s is %q and %q", seed.Path, v.what, v.seed, v.got)
		}
	}
	// A platform is a target too where the request names nobody.
	if seed.Target != "" && seed.Target != got.Target.Text || seed.Step != got.Step || got.Decision != dialect.DecisionPending {
		t.Errorf("%s: got %+v and %+v", seed.Path, seed, got)
	}
}
