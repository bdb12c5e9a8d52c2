package vault_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/testdata/examples"
	"coldstart/vault/places"
)

// dialects holds synthetic vaults in the notations that public vaults use, with
// the values a reader should find. It lies beside the checkout and may be absent.
const dialects = "../../shared/dialects"

func TestVaultsInTheSeedsNotation(t *testing.T) {
	t.Parallel()
	expected := examples.Dialects(t, dialects)
	for _, dialect := range []string{"silver"} {
		t.Run(dialect, func(t *testing.T) {
			s := mustLoad(t, openAt(t, filepath.Join(dialects, dialect)))
			seen := 0
			for name, want := range expected {
				name, ok := strings.CutPrefix(name, dialect+"/")
				if !ok {
					continue
				}
				seen++
				switch want.Kind {
				case "plan":
					p, ok := s.Plan(name)
					if !ok {
						t.Errorf("%s is not among the plans", name)
						continue
					}
					comparePlan(t, p, want)
				case "request":
					r, ok := s.Request(name)
					if !ok {
						t.Errorf("%s is not among the requests", name)
						continue
					}
					compareRequest(t, s, r, want)
				}
			}
			if seen == 0 || len(s.Plans)+len(s.Requests) != seen || len(s.Problems) > len(rule.AgentTrouble(s)) {
				t.Errorf("%d files are expected; got %q", seen, rows(s))
			}
		})
	}
}

func comparePlan(t *testing.T, p model.Plan, want examples.DialectFile) {
	t.Helper()
	done, total := p.Progress()
	if p.ID != want.ID || p.Objective != want.Title || p.Status.String() != want.Status ||
		total != want.Steps || done != want.Done || len(p.Log) != want.LogEntries {
		t.Errorf("%s: got %+v, want %+v", p.Path, p, want)
	}
	var human []int
	next := ""
	for _, s := range p.Steps {
		if s.Human {
			human = append(human, s.Number)
		}
		if next == "" && !s.Done() {
			next = s.Title()
		}
	}
	if want.Next == nil || next != *want.Next || !slices.Equal(human, want.NeedsApproval) {
		t.Errorf("%s: the first open step is %q and human are %v, want %+v", p.Path, next, human, want)
	}
}

func compareRequest(t *testing.T, s model.Snapshot, r model.Request, want examples.DialectFile) {
	t.Helper()
	p, _ := s.Plan(r.Plan)
	if r.Summary != want.Summary || r.Action != want.Action || r.Target != want.Target || r.PlanID != want.Plan ||
		p.ID != want.Plan || r.Step != want.Step || r.Expires.Raw != want.Expires {
		t.Errorf("%s: got %+v of plan %q, want %+v", r.Path, r, p.ID, want)
	}
}

// TestNoDialectIsHidden says only that each plan and request is a row of some
// kind, whatever of it is understood.
func TestNoDialectIsHidden(t *testing.T) {
	t.Parallel()
	for name, want := range examples.Dialects(t, dialects) {
		dialect, rest, _ := strings.Cut(name, "/")
		if inner, ok := strings.CutPrefix(rest, "vault/"); ok {
			dialect, rest = dialect+"/vault", inner
		}
		watched := places.FolderOf(strings.SplitN(rest, "/", 2)[0])
		if watched != places.FolderPlans && watched != places.FolderPending || want.Kind == "ignore" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			s := mustLoad(t, openAt(t, filepath.Join(dialects, filepath.FromSlash(dialect))))
			_, isPlan := s.Plan(rest)
			_, isRequest := s.Request(rest)
			isProblem := slices.ContainsFunc(s.Problems, func(p model.Problem) bool { return p.Path == rest && p.Reason != "" })
			isOther := slices.ContainsFunc(s.Others, func(o model.Other) bool { return o.Path == rest && o.Why != "" })
			if watched == places.FolderPending && !isRequest || !isPlan && !isRequest && !isProblem && !isOther {
				t.Errorf("got %q", rows(s))
			}
		})
	}
}
