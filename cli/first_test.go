package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/testdata/must"
	"coldstart/vault"
)

// The page of an empty folder says how much there is to see in the demo.
func TestTheDemoHasWhatIsPromised(t *testing.T) {
	t.Parallel()
	demo := must.Get(vault.NewDemo(os.DirFS(filepath.Join("..", testdata)), "demo", demoStart()))(t)
	t.Cleanup(func() { demo.Remove() })
	v := must.Get(vault.Open(demo.Dir, vault.Options{StateDir: demo.StateDir, Stores: demo.Stores}))(t)
	t.Cleanup(func() { v.Close() })
	s := must.Get(v.Load(t.Context(), demoStart()))(t)
	open := 0
	for _, p := range s.Plans {
		if p.Status.State != model.StateDone {
			open++
		}
	}
	if open != 6 || len(rule.NeedsYou(s)) != 18 {
		t.Errorf("%d plans and %d things to decide", open, len(rule.NeedsYou(s)))
	}
	// Its sessions show how one can end, and those of the event log are told with their prompts.
	ends, told := map[model.Ending]bool{}, 0
	for _, session := range s.Transcripts {
		e, _ := session.State(s.At)
		ends[e] = true
		if session.Log != (model.Ref{}) {
			told++
		}
		if session.Dir != demo.Dir {
			t.Errorf("%s worked in %s", session.Title, session.Dir)
		}
	}
	for _, e := range []model.Ending{model.EndingWaits, model.EndingInTool, model.EndingInWriting, model.EndingYourTurn, model.EndingRuns, model.EndingDone} {
		if !ends[e] {
			t.Errorf("no session is %s", e)
		}
	}
	if told != 4 || len(s.Transcripts) != 7 {
		t.Errorf("%d sessions, %d of them in the event log", len(s.Transcripts), told)
	}
}

// What the demo is opened with is this program, in the same colours.
func TestTheDemoIsThisProgram(t *testing.T) {
	t.Parallel()
	env := machine(t, demoVault(t))
	env.self = "/opt/coldstart"
	c := newCall(t.Context(), env)
	must.Do(t, c.root.ParseFlags([]string{"--ascii"}))
	if got := strings.Join(c.beginning().Demo, " "); got != "/opt/coldstart demo --ascii=true" {
		t.Errorf("opened with %q", got)
	}
}
