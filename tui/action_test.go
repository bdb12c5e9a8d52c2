package tui

import (
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/testdata/must"
	"coldstart/tui/confirm"
)

// TestGoldenActions has what a person sees of the actions that the gate held up.
func TestGoldenActions(t *testing.T) {
	t.Parallel()
	plain := styles.Options{NoColor: true}
	for _, tt := range []struct {
		file  string
		act   []string
		size  [2]int
		theme styles.Options
	}{
		{"action_home", nil, [2]int{80, 24}, plain},
		{"action_home", nil, [2]int{100, 30}, plain},
		{"action_home", nil, [2]int{40, 10}, plain},
		{"action_approvals", []string{"2"}, [2]int{100, 30}, plain},
		{"action_dialog", []string{"/", "push", "enter", "a"}, [2]int{80, 24}, plain},
		{"action_dialog", []string{"/", "push", "enter", "a"}, [2]int{120, 36}, plain},
		{"action_dialog", []string{"/", "push", "enter", "a"}, [2]int{40, 10}, plain},
		{"action_scope", []string{"/", "push", "enter", "a", "t"}, [2]int{80, 24}, plain},
		{"action_ascii", []string{"/", "push", "enter", "a", "t", "t", "t", "t"}, [2]int{80, 24}, styles.Options{NoColor: true, ASCII: true}},
		{"action_page", []string{"/", "push", "enter", "enter"}, [2]int{80, 24}, plain},
	} {
		name := tt.file + "_" + sizeName(tt.size)
		t.Run(name, func(t *testing.T) {
			d := themedDriver(t, gated(), tt.theme, tt.size[0], tt.size[1])
			d.press(tt.act...)
			golden(t, name, d.app.View())
		})
	}
}

// atAction is a driver with the dialog of an action that the gate blocked, read to its end.
func atAction(t *testing.T, s *fakeStore, path string) *driver {
	t.Helper()
	d := newDriver(t, s, 80, 24)
	d.pick("2", path)
	d.press("a")
	d.readAll()
	return d
}

func TestAYesToAnActionGoesAsFarAsTheOperatorSays(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		path  string
		keys  []string
		words string
		want  model.Decision
	}{
		{"once", pushFile, nil, "allows it once in /srv/shop, until Sun 07:02", model.Decision{Choice: model.ChoiceApprove}},
		{"3 times", pushFile, []string{"t"}, "allows it up to 3 times", model.Decision{Choice: model.ChoiceApprove, Scope: model.Scope{Times: 3}}},
		{"10 times", pushFile, []string{"t", "t"}, "allows it up to 10 times", model.Decision{Choice: model.ChoiceApprove, Scope: model.Scope{Times: 10}}},
		{"for half an hour", pushFile, []string{"t", "t", "t"}, "at every call in /srv/shop, until 07:32", model.Decision{Choice: model.ChoiceApprove, Scope: model.Scope{For: 30 * time.Minute}}},
		{"in its session", pushFile, []string{"t", "t", "t", "t"}, "as often as claude 5be2c0d4 asks", model.Decision{Choice: model.ChoiceApprove, Scope: model.Scope{Session: true}}},
		{"once again", pushFile, []string{"t", "t", "t", "t", "t"}, "allows it once", model.Decision{Choice: model.ChoiceApprove}},
		{"with a note", pushFile, []string{"t", "M", "only this week", "enter"}, "allows it up to 3 times",
			model.Decision{Choice: model.ChoiceApprove, Note: "only this week", Scope: model.Scope{Times: 3}}},
		{"a no has none", pushFile, []string{"t", "x", "not today", "enter"}, "Reject this action?", model.Decision{Choice: model.ChoiceReject, Note: "not today"}},
		{"a prompt takes one answer", promptFile, []string{"t"}, "answers the prompt that is open in claude, and nothing else", model.Decision{Choice: model.ChoiceApprove}},
		{"another request has none", claimFile, []string{"t"}, "Approve this e-mail?", model.Decision{Choice: model.ChoiceApprove}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := atAction(t, gated(), tt.path)
			d.press(tt.keys...)
			d.press("home")
			d.shows(tt.words)
			d.readAll()
			d.press("y")
			if len(d.store.decided) != 1 {
				t.Fatalf("decided %d times\n%s", len(d.store.decided), d.app.View())
			}
			got := d.store.decided[0]
			if got.Choice != tt.want.Choice || got.Scope != tt.want.Scope || got.Note != tt.want.Note {
				t.Errorf("decided %s %+v %q, want %s %+v %q", got.Choice, got.Scope, got.Note, tt.want.Choice, tt.want.Scope, tt.want.Note)
			}
		})
	}
}

// atOnce opens the dialog of an action without turning a page.
func atOnce(t *testing.T, s *fakeStore, w, h int) *driver {
	t.Helper()
	d := newDriver(t, s, w, h)
	d.pick("2", pushFile)
	d.press("a")
	d.ring(confirm.QuietTime)
	return d
}

// lastAsk is the ask of the push, to be changed.
func lastAsk(s *fakeStore) *model.HeldAction {
	for i := range s.snapshot.Requests {
		if r := &s.snapshot.Requests[i]; r.Path == pushFile {
			k := *r.Ask
			r.Ask = &k
			return r.Ask
		}
	}
	return nil
}

// TestAnActionIsReadOnOneScreen has all that a yes to an ordinary command is bound to on the first
// screen, and counts at once.
func TestAnActionIsReadOnOneScreen(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{80, 24}, {100, 30}, {160, 50}} {
		d := atOnce(t, gated(), size[0], size[1])
		d.shows("git push --force-with-lease origin spring-prices", "/srv/shop", "claude, session 5be2c0d4", "all read", "y run once")
		d.hides("title: Run git push", "Asked by claude", "fields of the file")
		d.press("y")
		d.decides(1)
	}
}

// TestTheFileOfAnActionIsReadWhereItSaysMore reads the file where the action is not all that it is
// about, or the bytes are not those of the gate.
func TestTheFileOfAnActionIsReadWhereItSaysMore(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(k *model.HeldAction){
		"other bytes":       func(k *model.HeldAction) { k.Seen = model.FingerprintOf([]byte("other")) },
		"another file":      func(k *model.HeldAction) { k.Request = promptFile },
		"kept in part only": func(k *model.HeldAction) { k.Action.Input = k.Action.Input[:20] },
		"another folder":    func(k *model.HeldAction) { k.Action.Dir = "/srv/other" },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := gated()
			change(lastAsk(s))
			d := atOnce(t, s, 80, 24)
			d.press("end")
			d.shows("fields of the file", "title: Run git push")
		})
	}
	t.Run("asked for", func(t *testing.T) {
		t.Parallel()
		d := atOnce(t, gated(), 80, 24)
		d.press("v")
		d.shows("title: Run git push")
	})
}

// TestAnActionsTextIsWhole shows below the head what does not stand there exactly.
func TestAnActionsTextIsWhole(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		action model.Action
		shows  []string
		rows   int
	}{
		"a script":     {model.Action{Tool: "Bash", Line: "make\ngit  push", Input: `{"command":"make\ngit  push"}`}, []string{"1 make", "2 git push"}, 2},
		"more fields":  {model.Action{Tool: "Bash", Line: "make", Input: `{"command":"make","run_in_background":true}`}, []string{"run_in_background", "1 true"}, 2},
		"twice":        {model.Action{Tool: "Bash", Line: "make", Input: `{"command":"make","name":"make"}`}, []string{"command", "name"}, 4},
		"no such line": {model.Action{Tool: "Bash", Line: "make", Input: `{"command":"make it"}`}, []string{"command", "make it"}, 2},
		"nothing":      {model.Action{Tool: "Bash", Line: "make", Input: `{"command":"make","timeout":null}`}, []string{"timeout", "1 null"}, 2},
		"a file":       {model.Action{Tool: "Write", Paths: []string{"a.md"}, Input: `{"content":"x\ny","file_path":"a.md"}`}, []string{"Write a.md", "content", "2 y"}, 3},
		"a tool":       {model.Action{Tool: "mcp__mail__send", Input: `{"to":"sam@saltmarsh.example"}`}, []string{`mcp__mail__send {"to":"sam@saltmarsh.example"}`}, 0},
		"hidden":       {model.Action{Tool: "Bash", Line: "ma\u200bke", Input: "{\"command\":\"ma\u200bke\"}"}, []string{"1 ma⟦"}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := gated()
			k := lastAsk(s)
			tt.action.Client, tt.action.Session, tt.action.Dir = k.Action.Client, k.Action.Session, k.Action.Dir
			k.Action, k.Key = tt.action, tt.action.Key()
			d := atOnce(t, s, 80, 40)
			d.shows(tt.shows...)
			text, ok := d.app.dialog().ActionText()
			if !ok {
				t.Fatal("the file is read")
			}
			rows := 0
			for _, p := range text {
				if rows += strings.Count(p.Text, "\n") + 1; p.Name != "" {
					rows++
				}
			}
			if rows != tt.rows {
				t.Errorf("%d rows in %q, want %d", rows, text, tt.rows)
			}
		})
	}
}

// TestARowOfAnActionHasItsCommand says the command as whole as it can, the agent once, and no file.
func TestARowOfAnActionHasItsCommand(t *testing.T) {
	t.Parallel()
	s := gated()
	old := heldUp("Done/gate-00000001.md", "git push --force-with-lease origin spring-prices", "2026-03-14T05:00:00Z")
	old.Reading.Decision = model.DecisionApproved
	s.snapshot.Decided = append(s.snapshot.Decided, old)
	d := newDriver(t, s, 80, 24)
	d.press("/", "push", "enter")
	d.shows("git push --force-with-lease origin spring-prices", "claude asks")
	d.hides("gate-7f3a2c91.md", "claude 5be2c0d4")
}

func TestAnAlarmStandsAboveWhatIsAsked(t *testing.T) {
	t.Parallel()
	s := gated()
	s.snapshot.Problems = append(s.snapshot.Problems, model.Alarm{ID: "alarm-7f3a2c91", At: clock(), What: "ran without approval: git push --force"}.Problem())
	d := newDriver(t, s, 80, 24)
	d.press("g")
	if d.cursor() != model.AlarmsPath {
		t.Errorf("first stands %s\n%s", d.cursor(), d.app.View())
	}
	d.shows("1 alarm")
}

// TestANoToAnActionIsCalledANo heads what a no does as such, and suggests reasons that fit.
func TestANoToAnActionIsCalledANo(t *testing.T) {
	t.Parallel()
	d := atOnce(t, gated(), 80, 24)
	d.press("x")
	d.shows("wrong branch")
	d.hides("wrong amount", "A yes")
	for range "not today" {
		d.press("backspace")
	}
	d.press("n", "o", "enter")
	d.shows("Effect")
	d.hides("A yes")
}

func TestTheStatusAfterAYesSaysHowFarItGoes(t *testing.T) {
	t.Parallel()
	d := atOnce(t, gated(), 120, 36)
	d.press("t")
	d.readAll()
	d.press("y")
	d.shows("up to 3 times, until Sun 07:02")
}

func TestWhenTheSameRanBeforeIsSaidInTheOperatorsTime(t *testing.T) {
	t.Parallel()
	s := gated()
	before := *lastAsk(s)
	before.ID, before.Used = "gate-00000001", []time.Time{stamp("2026-03-14T06:40:00Z").Time}
	s.snapshot.Asks = []model.HeldAction{before}
	d := atOnce(t, s, 80, 24)
	d.shows("the same was let through 06:40")
	d.hides("2026-03-14T", "warning")
}

// TestNoPlanIsOneLineBesideWhatNeedsYou leaves the room to what needs somebody.
func TestNoPlanIsOneLineBesideWhatNeedsYou(t *testing.T) {
	t.Parallel()
	s := gated()
	s.snapshot.Plans, s.snapshot.Transcripts = nil, nil
	d := newDriver(t, s, 80, 24)
	d.shows("No active plans found.", "Needs you")
	d.hides("When an agent leaves a plan here")
}

func TestAnotherScopeIsReadBeforeAYesCounts(t *testing.T) {
	t.Parallel()
	d := atAction(t, gated(), pushFile)
	if why := d.app.dialog().Guard().Allows(); why != confirm.None {
		t.Fatalf("before: %d", why)
	}
	d.app.dialog().Key(d.app.screen(), keyNamed("t"))
	if d.app.dialog().Guard().Allows() == confirm.None {
		t.Error("a yes counts right after the scope was changed")
	}
}

func TestADialogSaysThatNobodyWaitsAnyMore(t *testing.T) {
	t.Parallel()
	t.Run("a prompt", func(t *testing.T) {
		s := gated()
		d := atAction(t, s, promptFile)
		ask := *s.snapshot.Requests[len(s.snapshot.Requests)-1].Ask
		ask.Waiter.Alive = false
		s.snapshot.Requests[len(s.snapshot.Requests)-1].Ask = &ask
		d.press("ctrl+r")
		d.run(d.app.load())
		d.ring(confirm.WatchEvery)
		d.shows("claude, which asked, stopped waiting.")
		d.press("y")
		d.decides(0)
	})
	t.Run("taken back", func(t *testing.T) {
		s := gated()
		d := atAction(t, s, promptFile)
		s.remove(promptFile)
		d.ring(confirm.WatchEvery)
		d.shows("It was withdrawn: it was answered in claude, or the session ended.")
		d.press("y")
		d.decides(0)
	})
}

func TestTheCommandThatGoesOnIsCopied(t *testing.T) {
	t.Parallel()
	d := newDriver(t, gated(), 140, 45)
	d.pick("1", resumeFile)
	d.shows("type claude -p --resume", "continue claude", "◇ claude -p --resume 5be2c0d4-")
	d.press("y")
	d.shows("Copied (if your terminal allows it): claude -p --resume 5be2c0d4-0000-4000-8000-000000000001")
}

// A yes says how its agent continues: by itself, by a command that y then copies, or at its next try.
func TestAYesSaysHowTheAgentContinues(t *testing.T) {
	t.Parallel()
	const command = "claude -p --resume 5be2c0d4-0000-4000-8000-000000000001"
	for _, tt := range []struct {
		name, says string
		change     func(s *model.Snapshot, k *model.HeldAction)
		copies     string
	}{
		{"it waits", " · claude continues · u undo", func(_ *model.Snapshot, k *model.HeldAction) { k.Waiter = model.Process{PID: 4242, Alive: true} }, ""},
		{"it ended at the gate", " · claude has ended; continue it with " + command + " (y copies it)", func(_ *model.Snapshot, k *model.HeldAction) { k.Action.Resume = command }, command},
		{"its process is gone", " · claude has ended; continue it with cd /srv/shop && claude --resume 5b (y copies it)", func(s *model.Snapshot, k *model.HeldAction) {
			s.Transcripts = []model.Transcript{{ID: k.Action.Session, Ending: model.EndingDone, Command: "cd /srv/shop && claude --resume 5b"}}
		}, "cd /srv/shop && claude --resume 5b"},
		{"its process runs", "until Sun 07:02 · u undo", func(s *model.Snapshot, k *model.HeldAction) {
			s.Transcripts = []model.Transcript{{ID: k.Action.Session, Ending: model.EndingYourTurn, Process: &model.Process{PID: 7, Alive: true}}}
		}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := gated()
			for i := range s.snapshot.Requests {
				if s.snapshot.Requests[i].Path == pushFile {
					k := *s.snapshot.Requests[i].Ask
					tt.change(&s.snapshot, &k)
					s.snapshot.Requests[i].Ask = &k
				}
			}
			d := newDriver(t, s, 200, 45)
			d.pick("2", pushFile)
			d.press("a")
			d.readAll()
			d.press("y")
			d.shows(tt.says)
			if tt.copies != "" {
				d.press("y")
				d.shows("Copied (if your terminal allows it): " + tt.copies)
			}
		})
	}
}

func TestPlainLinesSayHowFarAYesGoes(t *testing.T) {
	t.Parallel()
	s := gated()
	text := talk(t, s, Options{}, &script{lines: []string{"8", "a", "t", "yes", "q"}})
	tells(t, text, "npm publish --access public, waits in claude", "git push --force-with-lease origin spring-prices", "Effect: allows it once in /srv/shop, until Sun 07:02",
		"t for 3 times", "Effect: allows it up to 3 times in /srv/shop", "t for 10 times")
	if len(s.decided) != 1 || s.decided[0].Scope != (model.Scope{Times: 3}) {
		t.Errorf("decided %+v", s.decided)
	}
}

// TestStoryAnActionRunsThreeTimes goes from what the gate held up to what it lets through.
func TestStoryAnActionRunsThreeTimes(t *testing.T) {
	s := newStory(t)
	push := model.Action{
		Client: "claude", Session: "5be2c0d4-0000-4000-8000-000000000001", Call: "toolu_01", Tool: "Bash", Own: "Bash",
		Input: `{"command":"git push origin spring-prices"}`, Line: "git push origin spring-prices", Dir: "/srv/shop",
	}
	ask := func() model.Reply {
		t.Helper()
		fit := model.Fit{Then: model.ThenAsk, Rule: model.GateRule{Tool: "Bash", Match: "git push*", Then: model.ThenAsk, Line: 12}, What: push.Line}
		_, reply, err := s.v.Gate().Ask(t.Context(), push, fit, clock())
		if err != nil {
			t.Fatal(err)
		}
		return reply
	}
	ask()
	s.press("ctrl+r")
	s.waits("Needs you 18")
	s.press("/", "git", "enter")
	s.waits("claude asks", "rule line 12: git push*")
	s.press("a")
	s.waits("Run once?", "allows it once in /srv/shop", "all read")
	s.press("t")
	s.waits("Run 3 times?", "up to 3 times")
	s.read("y run 3 times")
	s.press("y")
	s.waits(`Approved "git push origin spring-prices": up to 3 times, until Sun `)
	s.leaves()

	past, err := s.v.History()
	if err != nil || len(past) != 1 || past[0].Decision.Scope != (model.Scope{Times: 3}) {
		t.Fatalf("the ledger has %+v, %v", past, err)
	}
	for n, want := range []model.ReplyState{model.ReplyApproved, model.ReplyApproved, model.ReplyApproved, model.ReplyPending} {
		if got := ask().State; got != want {
			t.Errorf("call %d: %s, want %s", n+1, got, want)
		}
	}
}

func TestHistoryTellsHowOftenAnActionRan(t *testing.T) {
	t.Parallel()
	s := gated()
	done := heldUp("Done/gate-51d0e3f7.md", "gh release create v2", "2026-03-14T05:40:00Z")
	done.Ask.Request, done.Ask.Seen = "Pending_Approval/gate-51d0e3f7.md", model.FingerprintOf([]byte("x"))
	done.Ask.Scope, done.Ask.Until = model.Scope{Times: 3}, stamp("2026-03-15T06:30:00Z").Time
	done.Ask.Used = []time.Time{stamp("2026-03-14T06:40:00Z").Time}
	s.snapshot.Finished = append(s.snapshot.Finished, done)
	s.snapshot.History = []model.Past{{
		ID: "0001", At: stamp("2026-03-14T06:30:00Z").Time, Operator: "sam", Fate: model.FateDone, Hash: done.Ask.Seen, To: "Approved/gate-51d0e3f7.md",
		Decision: model.Decision{Ref: model.Ref{Kind: model.KindRequest, Path: done.Ask.Request}, Choice: model.ChoiceApprove, Scope: done.Ask.Scope},
	}}
	d := newDriver(t, s, 140, 45)
	d.press("H")
	d.shows("Approved: gh release create v2", "may run 2 times", "allowed 3 times")
}

func TestAnAlarmIsARowWithWhatRan(t *testing.T) {
	t.Parallel()
	s := gated()
	alarm := model.Alarm{ID: "alarm-7f3a2c91", At: clock(), What: "ran without approval: git push --force"}
	s.snapshot.Problems = []model.Problem{alarm.Problem()}
	d := newDriver(t, s, 100, 30)
	d.pick("1", model.AlarmsPath)
	d.shows("▲ git push --force", "ran without approval", "a acknowledge")
	d.press("8")
	d.shows("alarm of the gate", "a acknowledge")
	d.hides("e edit the file")
}

// TestStoryAnAlarmIsAcknowledged reads what ran without approval, and says that it is known.
func TestStoryAnAlarmIsAcknowledged(t *testing.T) {
	s := newStory(t)
	push := model.Action{Client: "claude", Session: "5be2c0d4", Call: "toolu_01", Tool: "Bash", Own: "Bash", Input: `{"command":"git push"}`, Line: "git push", Dir: "/srv/shop"}
	fit := model.Fit{Then: model.ThenAsk, Rule: model.GateRule{Tool: "Bash", Match: "git push*", Then: model.ThenAsk, Line: 12}, What: push.Line}
	must.Do(t, s.v.Gate().Ran(t.Context(), push, fit, clock()))
	s.press("ctrl+r")
	s.waits("Needs you 18")
	s.press("/", "git push", "enter")
	s.waits("ran without approval", "a acknowledge")
	s.press("a")
	s.waits("Acknowledge this alarm?")
	s.read("y acknowledge")
	s.press("y")
	s.waits("Acknowledged ")
	s.leaves()
	past, err := s.v.History()
	if err != nil || len(past) != 1 || past[0].Decision.Choice != model.ChoiceAck {
		t.Errorf("the ledger has %+v, %v", past, err)
	}
}
