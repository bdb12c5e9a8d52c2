package dialect

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"coldstart/model"
	"coldstart/testdata/must"
	"coldstart/vault/text"
)

// seeds adds every fixture as an input.
func seeds(f *testing.F) {
	f.Helper()
	must.Do(f, filepath.WalkDir("testdata", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || strings.HasPrefix(name, filepath.Join("testdata", "fuzz")) {
			return err
		}
		b, err := os.ReadFile(name)
		f.Add(filepath.ToSlash(name), b)
		return err
	}))
	f.Add("Plans/x.md", []byte(usualPlan))
}

// checkFact demands that a value is bounded and is in the file.
func checkFact(t *testing.T, p *Page, f Fact) {
	t.Helper()
	if len(f.Text) > maxText+len("…") && f.Line > 0 || f.Line < 0 || f.Line > lineCount(p) {
		t.Errorf("line %d of %d holds %d bytes", f.Line, lineCount(p), len(f.Text))
	}
	if f.Given() == (f.Basis == 0) {
		t.Errorf("%q is known because %v", f.Text, f.Basis)
	}
}

func lineCount(p *Page) int { return strings.Count(p.text, "\n") + 1 }

func checkEntries(t *testing.T, p *Page, entries []Entry) {
	t.Helper()
	if len(entries) > len(p.text) {
		t.Errorf("%d entries in %d bytes", len(entries), len(p.text))
	}
	for _, e := range entries {
		if e.Line < 0 || e.Line > lineCount(p) {
			t.Errorf("entry %+v lies outside of the file", e)
		}
	}
}

func FuzzReadPlan(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, name string, b []byte) {
		p := Open(nil, name, b)
		if c := Classify(p); c.Why == "" {
			t.Errorf("nothing says why it is %v", c.Kind)
		}
		plan := ReadPlan(p)
		last := 0
		for i, s := range plan.Steps {
			if s.Number != i+1 || s.Line < last || s.Line == last && len(p.listed) == 0 || s.Line > lineCount(p) || strings.TrimSpace(s.Text) == "" || strings.Contains(s.Text, "\n") {
				t.Errorf("step %+v behind line %d of %d", s, last, lineCount(p))
			}
			last = s.Line
		}
		if (len(plan.Steps) > 0) != (plan.StepsBasis != 0) || plan.NextStep > len(plan.Steps) {
			t.Errorf("%d steps are %v, the next is %d", len(plan.Steps), plan.StepsBasis, plan.NextStep)
		}
		for _, fact := range []Fact{plan.ID, plan.Title, plan.Next, plan.NeedsFrom, plan.Source, plan.NameTime, plan.ClaimedBy,
			plan.Parent, plan.Blocked, plan.Created, plan.Updated, plan.Priority} {
			checkFact(t, p, fact)
		}
		checkEntries(t, p, plan.Log)
	})
}

func FuzzReadRequest(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, name string, b []byte) {
		p := Open(nil, name, b)
		r := ReadRequest(p)
		for _, fact := range []Fact{r.Summary, r.Action, r.Target, r.Amount, r.Expires, r.Due, r.Risk, r.Rationale, r.Plan, r.Source,
			r.StepText, r.Status, r.Created} {
			checkFact(t, p, fact)
		}
		if r.Step < 0 || r.Within < 0 || r.Amount.Given() && !isMoney(r.Amount.Text) {
			t.Errorf("got %+v", r)
		}
		for _, c := range r.Contradictions {
			if c.Line < 0 || c.Line > lineCount(p) || r.Decision == DecisionNone {
				t.Errorf("contradiction %+v", c)
			}
		}
		if pending := Open(nil, "Pending_Approval/"+strings.ReplaceAll(name, "/", "-"), b); ReadRequest(pending).Decision != DecisionPending {
			t.Errorf("what lies in the approvals folder is %v", ReadRequest(pending).Decision)
		}
	})
}

func FuzzReadLog(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, name string, b []byte) {
		p := Open(nil, name, b)
		log := ReadLog(p)
		if log.BadLines < 0 || log.BadLines > lineCount(p) && log.Shape != ShapeArray && log.Shape != ShapeWrapped && log.Shape != ShapeValues {
			t.Errorf("%d bad lines of %d", log.BadLines, lineCount(p))
		}
		checkEntries(t, p, log.Entries)
	})
}

// FuzzCountAsAgents holds the count of the agents' steps against a transcription of their code.
func FuzzCountAsAgents(f *testing.F) {
	seeds(f)
	f.Add("", []byte(roadmap("- [ ] ✋ a", "```", "-\u00a0[X]b")))
	f.Fuzz(func(t *testing.T, _ string, b []byte) {
		if !utf8.Valid(b) {
			// The agents skip a plan that is no text, and so do we.
			return
		}
		if got, want := saidAll(countAsAgents(string(b)).steps), theirSteps(string(b)); !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}

// FuzzReadWays demands that a way names a line of the file and stays in the folders of decided and
// finished work, and that an answer in the file changes one word and reads as that answer.
func FuzzReadWays(f *testing.F) {
	seeds(f)
	for _, tt := range ways {
		f.Add("Pending_Approval/x.md", []byte("---\nstatus: pending\n---\n# Send\n\n"+tt.text+"\n"))
	}
	f.Fuzz(func(t *testing.T, name string, b []byte) {
		r := ReadRequest(Open(nil, name, b))
		for choice, w := range map[model.Choice]model.Way{model.ChoiceApprove: r.Yes, model.ChoiceReject: r.No} {
			if w.Kind != model.WayPlain && (w.Line < 1 || w.Said == "") || w.Line > lineCount(Open(nil, name, b)) {
				t.Errorf("%v says %q in line %d", w.Kind, w.Said, w.Line)
			}
			first, below, deeper := strings.Cut(w.Path, "/")
			placed := w.Kind == model.WayFolder || w.Kind == model.WayFile
			if placed && (FolderOf(first) == FolderNone || strings.HasPrefix(first, ".") || !fs.ValidPath(w.Path) || deeper && strings.Contains("/"+below, "/.")) {
				t.Errorf("%v asks for %q", w.Kind, w.Path)
			}
			s, err := AnswerInFile(nil, name, b, choice)
			if err == nil && (w.Kind != model.WayStatus || !slices.Contains([]Decision{DecisionApproved, DecisionRejected}, ReadRequest(Open(nil, name, text.Apply(b, []text.Splice{s}))).Decision)) {
				t.Errorf("%v is answered by %+v", w.Kind, s)
			}
		}
	})
}
