package load_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/testdata/must"
	"coldstart/vault/source"
)

// tooLargeToOpen makes a file that is a problem when anybody opens it.
func tooLargeToOpen(t *testing.T, dir, name string) {
	t.Helper()
	full := filepath.Join(dir, filepath.FromSlash(name))
	must.Do(t, os.MkdirAll(filepath.Dir(full), 0o755))
	f := must.Get(os.Create(full))(t)
	must.Do(t, f.Truncate(source.MaxDocument+1))
	must.Do(t, f.Close())
}

func TestOnlyPlansAreOpenedAmongFinishedWork(t *testing.T) {
	t.Parallel()
	v, dir := openContents(t, contents{
		"Done/PLAN-1.md":                  planText("1", "Active", "2026-03-01"),
		"Done/mail_plan.md":               "---\nstatus: completed\n---\n- [ ] left open\n",
		"In_Progress/carrier/PLAN-2.md":   planText("2", "Draft", "2026-03-02"),
		"In_Progress/carrier/a.plan.md":   "- [ ] go\n",
		"In_Progress/carrier/odd-plan.md": "---\nstatus: puzzled\n---\n- [ ] go\n",
	})
	for _, name := range []string{
		"Done/mail.md", "Done/deep/photo.jpg", "Done/planning.md", "Done/plan.yaml", "In_Progress/carrier/task.md", "In_Progress/secrets.env",
	} {
		tooLargeToOpen(t, dir, name)
	}
	s := mustLoad(t, v)
	got := map[string]string{}
	for _, p := range s.Plans {
		got[p.Path] = p.Status.State.String() + " " + p.Status.Word + " " + p.Reading.Status.String() + " " + p.Reading.Claimed
	}
	for name, want := range map[string]string{
		"Done/PLAN-1.md": "Done Active folder ", "Done/mail_plan.md": "Done completed declared ",
		"In_Progress/carrier/PLAN-2.md": "Active Draft folder ", "In_Progress/carrier/a.plan.md": "Active  folder carrier",
		"In_Progress/carrier/odd-plan.md": "Active puzzled folder carrier",
	} {
		if got[name] != want {
			t.Errorf("%s is %q, want %q", name, got[name], want)
		}
	}
	if len(s.Plans) != 5 || len(s.Problems) > 0 || len(s.Others) > 0 {
		t.Errorf("got %q and %+v", rows(s), s.Others)
	}
	if r := rule.ResumeOf(s); len(r.Finished) > 0 || r.Plan == nil || r.Plan.Reading.Closed {
		t.Errorf("finished work is spoken of: %+v", r)
	}
	if p, _ := s.Plan("Done/mail_plan.md"); rule.NextPlan(p).Words() != "" {
		t.Errorf("finished work goes on with %q", rule.NextPlan(p).Words())
	}
	tooLargeToOpen(t, dir, "Done/PLAN-9.md")
	if s := mustLoad(t, v); len(s.Problems) != 1 {
		t.Error("the test does not notice what is opened")
	}
}

func TestAnArchiveAmongThePlansIsFinishedWork(t *testing.T) {
	t.Parallel()
	v, _ := openContents(t, contents{
		"Plans/archive/PLAN-1.md": planText("1", "Active", "2026-03-09"),
		"Plans/PLAN-2.md":         planText("2", "Draft", "2026-03-01"),
		"Plans/PLAN-3.md":         planText("3", "Done", "2026-03-01"),
	})
	r := rule.ResumeOf(mustLoad(t, v))
	if r.Plan == nil || r.Plan.ID != "2" || len(r.RunnersUp) > 0 || len(r.Finished) != 1 || r.Finished[0].ID != "3" {
		t.Errorf("got %+v", r)
	}
}

func TestOtherFilesAreNamesOnly(t *testing.T) {
	t.Parallel()
	const secret = "password-1234"
	v, dir := openContents(t, contents{
		"Plans/daily_briefing.md": "# Briefing\n" + secret + "\n",
		"Plans/dump.md":           "{'api_key': '" + secret + "'}\n",
		"Plans/blank.md":          " \n\n",
		"Plans/README.md":         secret,
		"Plans/real.md":           "- [ ] a\n",
	})
	for _, name := range []string{"Plans/state.yaml", "Plans/deep/keys.env", "Plans/noending"} {
		tooLargeToOpen(t, dir, name)
	}
	s := mustLoad(t, v)
	var got []string
	for _, o := range s.Others {
		got = append(got, o.Path+": "+o.Kind)
		if strings.Contains(o.Kind+o.Why, secret) || o.Why == "" {
			t.Errorf("got %+v", o)
		}
		if doc, err := v.Read(t.Context(), o.Ref()); err == nil || strings.Contains(err.Error(), secret) || len(doc.Bytes) > 0 {
			t.Errorf("%s is read: %v", o.Path, err)
		}
		if reason := rule.Refuse(s, o.Ref(), model.ChoiceApprove); !reason.Given() {
			t.Errorf("%s can be approved", o.Path)
		}
	}
	want := []string{
		"Plans/README.md: document", "Plans/blank.md: empty", "Plans/daily_briefing.md: document", "Plans/deep/keys.env: unknown", "Plans/dump.md: document",
		"Plans/noending: unknown", "Plans/state.yaml: unknown",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if len(s.Plans) != 1 || len(s.Problems) > 0 || len(rule.NeedsYou(s)) > 0 {
		t.Errorf("got %q", rows(s))
	}
}

func TestOnlyRequestsCountAsDecided(t *testing.T) {
	t.Parallel()
	v, _ := openContents(t, contents{
		"Approved/mail.md": "# Mail\n", "Approved/deep/post.txt": "Post\n", "Rejected/pay.md": "# Pay\n", "Rejected/pay.md.note": "no\n",
		"Approved/README.md": "x", "Approved/.hidden.md": "x", "Done/old.md": "# Old\n",
	})
	s := mustLoad(t, v)
	got := map[string]string{}
	for _, r := range s.Decided {
		got[r.Path] = r.Reading.Decision
	}
	if len(got) != 3 || got["Approved/mail.md"] != "approved" || got["Approved/deep/post.txt"] != "approved" || got["Rejected/pay.md"] != "rejected" || len(s.Problems) > 0 {
		t.Errorf("got %q and %q", got, rows(s))
	}
}
