package vault_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/testdata/examples"
	"coldstart/testdata/must"
	"coldstart/vault/dialect"
	"coldstart/vault/places"
	"coldstart/vault/source/events"
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

// readLog reads an event log of these lines, each ended by a line feed.
func readLog(t *testing.T, lines ...string) (model.EventLog, []model.Problem) {
	t.Helper()
	return readText(t, strings.Join(lines, "\n")+"\n")
}

func TestSeedFindsWorkThatWasEnteredAndNotLeft(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, files{"docs/work/active/E2-999/WORK.md": "---\nid: E2-999\nnode_history:\n- node: doing\n  entered: 2026-01-26 10:00:00\n  exited: null\n---\n"})
	stuck := mustLoad(t, v).StuckWork()
	if len(stuck) != 1 || stuck[0].ID != "E2-999" || stuck[0].Node != "doing" || stuck[0].Since.Raw != "2026-01-26 10:00:00" {
		t.Errorf("stuck %+v", stuck)
	}
}

func TestSeedSessionEndIsWritten(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, files{"events.jsonl": "{\"type\": \"SessionStarted\", \"session\": 245}\n{\"type\": \"SessionStarted\", \"session\": 246}\n"})
	mustDecide(t, v, ack(t, v, "events.jsonl", "245"))
	lines := strings.Split(strings.TrimSuffix(treeOf(t, v.Dir())["events.jsonl"], "\n"), "\n")
	var event map[string]any
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &event); err != nil || len(lines) != 3 {
		t.Fatalf("got %q: %v", lines, err)
	}
	if event["type"] != "SessionEnded" || event["session"] != 245.0 {
		t.Errorf("got %v", event)
	}
	log, _ := readLog(t, lines...)
	if got := log.Orphans(); len(got) > 0 {
		t.Errorf("still an orphan: %+v", got)
	}
	if got, ok := log.PeerAnswer(); ok {
		t.Errorf("the reference program still finds %q", got)
	}
}

func TestSeedRecoveryRules(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		text  string
		want  model.Recovery
		human bool
		stray int
	}{
		{"completed and completed", seedTrace("completed", "completed", "completed"), model.RecoveryFinished, false, 0},
		{"completed and in progress", seedTrace("in-progress", "completed", "completed"), model.RecoveryContinue, false, 0},
		{"the last step in progress", seedTrace("in-progress", "completed", "in-progress"), model.RecoveryInterrupted, true, 0},
		{"the last step failed", seedTrace("in-progress", "completed", "failed"), model.RecoveryFailed, true, 0},
		{"a step in progress that is not the last", seedTrace("in-progress", "in-progress", "completed"), model.RecoveryContinue, false, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := decidingVault(t, files{"runs/report/trace.md": tt.text})
			traces := mustLoad(t, v).Traces
			if len(traces) != 1 {
				t.Fatalf("got %+v", traces)
			}
			got := traces[0]
			if got.Recovery() != tt.want || got.NeedsHuman() != tt.human || len(got.Stray()) != tt.stray {
				t.Errorf("got %s, needs a human %v, stray %v", got.Recovery(), got.NeedsHuman(), got.Stray())
			}
		})
	}
}

func readText(t *testing.T, text string) (model.EventLog, []model.Problem) {
	t.Helper()
	log, problems, err := events.Read("events.jsonl", strings.NewReader(text), time.UTC)
	if err != nil {
		t.Fatal(err)
	}
	return log, problems
}
