package rule

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"coldstart/model"
)

func TestRefuse(t *testing.T) {
	t.Parallel()
	held := blocked("Plans/held.md", "")
	held.HasLog = true
	mute := blocked("Plans/mute.md", "")
	finished := blocked("Plans/finished.md", "")
	finished.Steps = steps("xx")
	task, issue, asked := blocked("Plans/task.md", ""), plan("Plans/issue.md", "Active", ""), blocked("Plans/asked.md", "")
	task.Reading = model.PlanReading{Tool: "Backlog.md", Command: "backlog task edit 12"}
	issue.Reading.Tool, asked.Reading.Tool = "beads", "beads"
	open := model.Snapshot{
		Plans: []model.Plan{
			held, mute, finished,
			plan("Plans/active.md", "Active", ""), plan("Plans/parked.md", "Parked", ""),
			blocked("Plans/one.md", ""), blocked("Plans/two.md", ""), task, issue, asked,
		},
		Requests: []model.Request{
			request("free.md", ""),
			withRequest(request("one.md", ""), forPlan("Plans/one.md", 2)),
			withRequest(request("asked.md", ""), forPlan("Plans/asked.md", 2)),
			withRequest(request("two-a.md", ""), forPlan("Plans/two.md", 2)),
			withRequest(request("two-b.md", ""), forPlan("Plans/two.md", 3)),
			withRequest(request("twin.md", ""), func(r *model.Request) { r.Twin = "Approved/twin.md" }),
		},
	}
	shut := open
	shut.ReadOnly = "asked for with --read-only"

	for _, tt := range []struct {
		name   string
		s      model.Snapshot
		kind   model.Kind
		path   string
		choice model.Choice
		want   string
	}{
		{"approve a request", open, model.KindRequest, "Pending_Approval/free.md", model.ChoiceApprove, ""},
		{"reject a request", open, model.KindRequest, "Pending_Approval/free.md", model.ChoiceReject, ""},
		{"changes on a request", open, model.KindRequest, "Pending_Approval/free.md", model.ChoiceChanges, ""},
		{"a request that is gone", open, model.KindRequest, "Pending_Approval/gone.md", model.ChoiceApprove, "the request is no longer pending"},
		{"approve a request whose name was decided", open, model.KindRequest, "Pending_Approval/twin.md", model.ChoiceApprove, ""},
		{"reject a request whose name was decided", open, model.KindRequest, "Pending_Approval/twin.md", model.ChoiceReject, ""},
		{"changes on a request whose name was decided", open, model.KindRequest, "Pending_Approval/twin.md", model.ChoiceChanges, ""},
		{"approve a blocked plan", open, model.KindPlan, "Plans/held.md", model.ChoiceApprove, ""},
		{"changes on a blocked plan", open, model.KindPlan, "Plans/held.md", model.ChoiceChanges, ""},
		{"approve a plan without a log", open, model.KindPlan, "Plans/mute.md", model.ChoiceApprove, ""},
		{"changes on a plan without a log", open, model.KindPlan, "Plans/mute.md", model.ChoiceChanges, "the plan has no reasoning log for a note"},
		{"a plan that goes on", open, model.KindPlan, "Plans/active.md", model.ChoiceApprove, "the plan is Active, not Blocked"},
		{"a plan of unknown status", open, model.KindPlan, "Plans/parked.md", model.ChoiceApprove, "the plan is Parked, not Blocked"},
		{"a plan with a request", open, model.KindPlan, "Plans/one.md", model.ChoiceApprove, "first decide the 1 request that the plan waits for"},
		{"a plan with two requests", open, model.KindPlan, "Plans/two.md", model.ChoiceReject, "first decide the 2 requests that the plan waits for"},
		{"a blocked plan with all steps done", open, model.KindPlan, "Plans/finished.md", model.ChoiceApprove, "the plan has no open step to decide on"},
		{"a task of another program", open, model.KindPlan, "Plans/task.md", model.ChoiceApprove,
			"Backlog.md keeps this plan: type backlog task edit 12"},
		{"a task that goes on, without a command", open, model.KindPlan, "Plans/issue.md", model.ChoiceReject, "coldstart only reads Plans/issue.md (beads); change it there, or tell your agent"},
		{"a task with a request", open, model.KindPlan, "Plans/asked.md", model.ChoiceApprove, "first decide the 1 request that the plan waits for"},
		{"a plan that is gone", open, model.KindPlan, "Plans/gone.md", model.ChoiceApprove, "the plan is no longer there"},
		{"a problem", open, model.KindProblem, "Plans/held.md", model.ChoiceApprove, "this file cannot be read, so there is nothing to decide"},
		{"an intake", open, model.KindIntake, "Inbox/a.md", model.ChoiceApprove, "this waits for an agent to make a plan, not for a decision"},
		{"nothing", open, model.KindNone, "", model.ChoiceApprove, "nothing is selected"},
		{"anything when read-only", shut, model.KindRequest, "Pending_Approval/free.md", model.ChoiceApprove,
			"this vault is open read-only: asked for with --read-only"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := Phrases.Reason(Refuse(tt.s, model.Ref{Kind: tt.kind, Path: tt.path}, tt.choice)); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestSnapshotFindsByPath(t *testing.T) {
	t.Parallel()
	s := model.Snapshot{
		Plans:    []model.Plan{plan("Plans/a.md", "Active", ""), plan("Plans/b.md", "Draft", "")},
		Requests: []model.Request{withRequest(request("r.md", ""), forPlan("Plans/b.md", 1)), request("s.md", "")},
	}
	if p, ok := s.Plan("Plans/b.md"); !ok || p.Path != "Plans/b.md" {
		t.Errorf("got %v, %v", p, ok)
	}
	if p, ok := s.Plan("b.md"); ok {
		t.Errorf("got %v for a name that is no path", p)
	}
	if r, ok := s.Request("Pending_Approval/s.md"); !ok || r.Name != "s.md" {
		t.Errorf("got %v, %v", r, ok)
	}
	if got := s.RequestsFor("Plans/b.md"); len(got) != 1 || got[0].Name != "r.md" {
		t.Errorf("got %v", got)
	}
	if got := s.RequestsFor("Plans/a.md"); len(got) != 0 {
		t.Errorf("got %v for a plan without requests", got)
	}
	if got := ResumeOf(s).Plan; got == nil || got.Path != "Plans/a.md" {
		t.Errorf("resumes %v", got)
	}
}

func TestRefStringsTellThingsApart(t *testing.T) {
	t.Parallel()
	for want, ref := range map[string]model.Ref{
		"plan:Plans/a.md":               plan("Plans/a.md", "", "").Ref(),
		"request:Pending_Approval/a.md": request("a.md", "").Ref(),
		"intake:Inbox/a.md":             model.Intake{Path: "Inbox/a.md"}.Ref(),
		"problem:Plans/a.md#too large":  model.Problem{Path: "Plans/a.md", Reason: "too large"}.Ref(),
		"none:":                         {},
	} {
		if got := ref.String(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// The row of an open merge names the first file in conflict in as few letters as a list has room for.
func TestAnOpenMergeNamesWhatConflicts(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		conflicts    model.Conflicts
		title, names string
	}{
		{model.Conflicts{}, "A rebase is open in this repository", ""},
		{model.Conflicts{First: []string{"Approved/pay.md"}, More: 0}, "A rebase is open: pay.md", "Approved/pay.md"},
		{model.Conflicts{First: []string{"../a.md", "b.md"}, More: 7}, "A rebase is open: a.md and 8 more", "../a.md, b.md and 7 more"},
		{model.Conflicts{First: []string{"Logs/überweisung-an-die-werft.md"}, More: 1}, "A rebase is open: überweisung-an-... and 1 more", "Logs/überweisung-an-die-werft.md and 1 more"},
	} {
		p := model.Snapshot{Merging: "rebase", Conflicts: tt.conflicts}.MergeProblem()
		if names := tt.conflicts.String(); names != tt.names || p.Title != tt.title {
			t.Errorf("%q: %q, want %q: %q", p.Title, names, tt.title, tt.names)
		}
	}
}

func TestQueueOfSessions(t *testing.T) {
	t.Parallel()
	s := model.Snapshot{At: noon, Transcripts: []model.Transcript{
		editedTranscript(transcript("tool", model.EndingInTool, 39*time.Hour), func(t *model.Transcript) { t.Call = model.Event{Act: model.ActShell, Says: "go test"} }),
		transcript("torn", model.EndingInWriting, 40*time.Hour),
		editedTranscript(transcript("asks", model.EndingWaits, time.Hour), func(t *model.Transcript) {
			t.Questions = []model.Question{{Text: "Guess it?", Options: []model.Option{{Label: "Yes"}, {Label: "No"}}}}
		}),
		editedTranscript(transcript("plan", model.EndingWaits, 2*time.Hour), func(t *model.Transcript) { t.Plan = "1. Begin" }),
		transcript("turn", model.EndingYourTurn, time.Hour),
		editedTranscript(transcript("script", model.EndingInTool, time.Hour), func(t *model.Transcript) { t.Batch = true }),
		editedTranscript(transcript("error", model.EndingUnanswered, 41*time.Hour), func(t *model.Transcript) { t.Trouble = "API Error: 500" }),
	}}
	s.Events.Current = -1
	var got []string
	for _, a := range NeedsYou(s) {
		got = append(got, a.What+" "+string(a.Why[0].Code)+" "+a.Why[0].Text)
		if want := a.Why[0].Code == model.BecauseAsksYou || a.Why[0].Code == model.BecausePlanToAccept; a.Blocks != want || (Urgency(a) == model.UrgencyBlocks) != want {
			t.Errorf("%s: blocks %v, %v", a.What, a.Blocks, Urgency(a))
		}
	}
	want := []string{"plan plan-to-accept ", "asks asks-you Guess it?", "tool cut-off-in-tool go test", "torn died-writing ", "error server-error API Error: 500", "script cut-off-in-tool "}
	if !slices.Equal(got, want) {
		t.Errorf("queue %q, want %q", got, want)
	}
}

func TestASessionAtTheGateIsOneNeed(t *testing.T) {
	t.Parallel()
	alive := &model.Process{PID: 7, Status: "waiting", For: "permission prompt", Alive: true}
	for name, c := range map[string]struct {
		ask     model.HeldAction
		session func(*model.Transcript)
		logged  bool
		want    int
	}{
		"its prompt":              {model.HeldAction{Prompt: true}, func(*model.Transcript) {}, false, 1},
		"its prompt, in the log":  {model.HeldAction{Prompt: true}, func(*model.Transcript) {}, true, 1},
		"it ended at the gate":    {model.HeldAction{}, func(t *model.Transcript) { t.Ending, t.Process, t.Deferred = model.EndingWaits, nil, true }, true, 1},
		"it asks something else":  {model.HeldAction{}, func(*model.Transcript) {}, false, 2},
		"another session's":       {model.HeldAction{Prompt: true, Action: model.Action{Session: "b"}}, func(*model.Transcript) {}, false, 2},
		"killed while it was one": {model.HeldAction{Prompt: true}, func(t *model.Transcript) { t.Process = &model.Process{PID: 7, Status: "waiting"} }, false, 2},
	} {
		c.ask.Action.Session = cmp.Or(c.ask.Action.Session, "a")
		s := model.Snapshot{At: noon, Requests: []model.Request{{Path: "Pending_Approval/gate-1.md", Ask: &c.ask}}}
		s.Events.Current = -1
		x := editedTranscript(editedTranscript(transcript("a", model.EndingInTool, time.Hour), func(t *model.Transcript) { t.Process = alive }), c.session)
		if c.logged {
			s.Events = model.EventLog{Path: "events.jsonl", Sessions: []model.Session{logged("1", 1, time.Hour), logged("2", 2, time.Minute)}, Current: 1}
			x.Log = s.Events.Sessions[0].Ref()
		}
		s.Transcripts = []model.Transcript{x}
		if needs := NeedsYou(s); len(needs) != c.want {
			t.Errorf("%s: %d needs, want %d: %+v", name, len(needs), c.want, needs)
		}
	}
}

func TestLinkSessions(t *testing.T) {
	t.Parallel()
	// They began one hour before their last word.
	s := model.Snapshot{At: noon, Transcripts: []model.Transcript{
		transcript("named", model.EndingInTool, 2*time.Hour), transcript("timed", model.EndingInTool, 39*time.Hour), transcript("one", model.EndingInTool, 50*time.Hour),
		transcript("other", model.EndingInTool, 50*time.Hour-time.Minute), transcript("before", model.EndingInTool, 60*time.Hour),
		editedTranscript(transcript("after", model.EndingYourTurn, time.Hour), func(t *model.Transcript) { t.From = "before" }),
	}}
	s.Events = model.EventLog{Path: "events.jsonl", Sessions: []model.Session{
		logged("1", 1, 51*time.Hour-time.Minute), logged("244", 2, 40*time.Hour-time.Minute), logged("245", 3, 30*time.Hour), logged("246", 4, 20*time.Minute),
	}, Current: 3}
	s.Link([]model.HandOver{{Session: "245", Caller: "named"}, {Session: "9", Caller: "timed"}, {Session: "246"}})
	labels := map[string]string{}
	for _, x := range s.Transcripts {
		labels[x.ID] = x.Label
		if x.GoneOn != (x.ID == "before") {
			t.Errorf("%s: gone on %v", x.ID, x.GoneOn)
		}
	}
	if labels["named"] != "245" || labels["timed"] != "244" || labels["one"]+labels["other"]+labels["before"]+labels["after"] != "" {
		t.Errorf("linked %v", labels)
	}
	timed, _ := s.Written(s.Events.Sessions[1].Ref())
	if _, sure := timed.State(noon); timed.ID != "timed" || sure != model.BasisDeclared {
		t.Errorf("%s is %v cut off, though a later session began", timed.ID, sure)
	}
	var got []string
	for _, a := range NeedsYou(s) {
		got = append(got, a.What+" "+a.Ref.Kind.String()+" "+string(a.Why[0].Code))
	}
	want := []string{
		"other transcript cut-off-in-tool", "one transcript cut-off-in-tool", "Session 1 session never-ended",
		"Session 244: timed session cut-off-in-tool", "Session 245: named session cut-off-in-tool",
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("queue %q, want %q", got, want)
	}
}

func TestRefuseTranscripts(t *testing.T) {
	t.Parallel()
	for code, x := range map[model.Code]model.Transcript{
		"":                            transcript("a", model.EndingInTool, time.Hour),
		model.BecauseSessionRuns:      transcript("a", model.EndingInTool, time.Minute),
		model.BecauseSessionKnown:     editedTranscript(transcript("a", model.EndingInTool, time.Hour), func(t *model.Transcript) { t.Acked = noon }),
		model.BecauseSessionNotCutOff: transcript("a", model.EndingYourTurn, time.Hour),
	} {
		s := model.Snapshot{At: noon, Transcripts: []model.Transcript{x}}
		if got := Refuse(s, x.Ref(), model.ChoiceAck); got.Code != code {
			t.Errorf("%v, want %v", got, code)
		}
		if got := s.Seen(x.Ref()); got != x.Seen {
			t.Errorf("seen %v", got)
		}
	}
	if got := Refuse((model.Snapshot{}), model.Ref{Kind: model.KindTranscript, Path: "~/.claude/x"}, model.ChoiceAck); got.Code != model.BecauseNoSuch {
		t.Errorf("a session that is not there: %v", got)
	}
}

func newsVault(at int64, files map[string]string) model.Snapshot {
	s := model.Snapshot{At: time.Unix(at, 0)}
	for path, text := range files {
		seen := model.FingerprintOf([]byte(text))
		switch {
		case strings.HasSuffix(path, "WORK.md"):
			s.Work = append(s.Work, model.WorkItem{Path: path, Seen: seen})
		case strings.HasPrefix(path, "Plans/"), strings.HasPrefix(path, "Done/"):
			s.Plans = append(s.Plans, model.Plan{Path: path, ID: path, Seen: seen})
		case strings.HasPrefix(path, "Pending/"):
			s.Requests = append(s.Requests, model.Request{Path: path, Name: path, Seen: seen})
		default:
			s.Decided = append(s.Decided, model.Request{Path: path, Name: path, Seen: seen})
		}
	}
	return s
}

func newsWords(news []model.News) string {
	var words []string
	for _, n := range news {
		word := n.Kind.String() + " " + n.Ref.Path
		if n.From != "" {
			word += " from " + n.From
		}
		words = append(words, word)
	}
	return strings.Join(words, ", ")
}

func TestNews(t *testing.T) {
	t.Parallel()
	before := map[string]string{
		"Plans/a.md": "a", "Plans/b.md": "b", "Pending/r.md": "r", "Pending/q.md": "q", "docs/work/active/W/WORK.md": "w",
	}
	with := func(change func(files map[string]string)) map[string]string {
		files := map[string]string{}
		for k, v := range before {
			files[k] = v
		}
		change(files)
		return files
	}
	for _, tt := range []struct {
		name  string
		files map[string]string
		also  func(s *model.Snapshot)
		want  string
	}{
		{"nothing", before, nil, ""},
		{"new", with(func(f map[string]string) { f["Plans/c.md"] = "c" }), nil, "NEW Plans/c.md"},
		{"changed", with(func(f map[string]string) { f["Plans/a.md"] = "aa" }), nil, "CHANGED Plans/a.md"},
		{"gone", with(func(f map[string]string) { delete(f, "Pending/r.md") }), nil, "GONE Pending/r.md"},
		{"of each", with(func(f map[string]string) {
			f["Plans/c.md"], f["Plans/a.md"] = "c", "aa"
			delete(f, "Plans/b.md")
		}), nil, "CHANGED Plans/a.md, GONE Plans/b.md, NEW Plans/c.md"},
		{"moved", with(func(f map[string]string) { delete(f, "Plans/a.md"); f["Done/a.md"] = "a, done" }), nil, "CHANGED Done/a.md from Plans/a.md"},
		{"work item moved", with(func(f map[string]string) {
			delete(f, "docs/work/active/W/WORK.md")
			f["docs/work/blocked/W/WORK.md"] = "w"
		}), nil, "CHANGED docs/work/blocked/W/WORK.md from docs/work/active/W/WORK.md"},
		{"approved by somebody else", with(func(f map[string]string) { delete(f, "Pending/r.md"); f["Approved/r.md"] = "r" }), nil, "CHANGED Approved/r.md from Pending/r.md"},
		{"approved here", with(func(f map[string]string) { delete(f, "Pending/r.md"); f["Approved/r.md"] = "r" }), func(s *model.Snapshot) {
			s.Decided[0].DecidedHere = true
		}, ""},
		{"approved here, then changed", with(func(f map[string]string) { delete(f, "Pending/r.md"); f["Approved/r.md"] = "x" }), func(s *model.Snapshot) {
			s.Decided[0].DecidedHere = true
			s.Verified = []model.Verified{{Path: "Approved/r.md", Standing: model.StandingAltered}}
		}, "CHANGED Approved/r.md from Pending/r.md"},
		{"two of a name", with(func(f map[string]string) {
			delete(f, "Pending/r.md")
			f["Approved/r.md"], f["Rejected/r.md"] = "r", "r"
		}), nil, "NEW Approved/r.md, GONE Pending/r.md, NEW Rejected/r.md"},
		{"cannot be read now", with(func(f map[string]string) { delete(f, "Plans/a.md") }), func(s *model.Snapshot) {
			s.Problems = []model.Problem{{Path: "Plans/a.md"}}
		}, ""},
		{"its folder cannot be read now", with(func(f map[string]string) { delete(f, "Plans/a.md"); delete(f, "Plans/b.md") }), func(s *model.Snapshot) {
			s.Problems = []model.Problem{{Path: "Plans"}}
		}, ""},
		{"taken for something else now", with(func(f map[string]string) { delete(f, "Plans/a.md") }), func(s *model.Snapshot) {
			s.Others = []model.Other{{Path: "Plans/a.md"}}
		}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := newsVault(2, tt.files)
			s.LastLook = newsVault(1, before).Look()
			if tt.also != nil {
				tt.also(&s)
			}
			if got := newsWords(News(s)); got != tt.want {
				t.Errorf("%s, want %s", got, tt.want)
			}
			// Whoever looks now sees nothing new afterwards, and nothing as gone that was hidden.
			s.LastLook = s.Look()
			if got := newsWords(News(s)); got != "" {
				t.Errorf("after a look: %s", got)
			}
			s = newsVault(3, tt.files)
			s.LastLook = model.Look{}
			if got := News(s); got != nil {
				t.Errorf("at a first look: %s", newsWords(got))
			}
		})
	}
}

// What was hidden behind a fault at one look is no news when it is back.
func TestALookKeepsWhatCannotBeRead(t *testing.T) {
	t.Parallel()
	files := map[string]string{"Plans/a.md": "a"}
	hidden := newsVault(2, nil)
	hidden.LastLook, hidden.Problems = newsVault(1, files).Look(), []model.Problem{{Path: "Plans", Unread: true}}
	back := newsVault(3, files)
	back.LastLook = hidden.Look()
	if got := newsWords(News(back)); got != "" {
		t.Error(got)
	}
}

// A request that is listed and not read stays as it was at the last look.
func TestALookKeepsWhatWasNotRead(t *testing.T) {
	t.Parallel()
	files := map[string]string{"Pending/a.md": "a", "Pending/b.md": "b"}
	partly := newsVault(2, files)
	partly.LastLook = newsVault(1, map[string]string{"Pending/a.md": "a"}).Look()
	for i := range partly.Requests {
		partly.Requests[i].Unread, partly.Requests[i].Seen = true, model.Fingerprint{}
	}
	if got := newsWords(News(partly)); got != "" {
		t.Errorf("while it is read: %s", got)
	}
	whole := newsVault(3, files)
	whole.LastLook = partly.Look()
	if got := newsWords(News(whole)); got != "NEW Pending/b.md" {
		t.Errorf("after it: %s", got)
	}
}

func TestAdoptTakesOwnChangesAsSeen(t *testing.T) {
	t.Parallel()
	s := newsVault(2, map[string]string{"Plans/a.md": "mine", "Plans/b.md": "theirs", "Approved/r.md": "r"})
	was := newsVault(1, map[string]string{"Plans/a.md": "a", "Plans/b.md": "b", "Pending/r.md": "r"}).Look()
	s.LastLook = was.Adopt(s, map[string]bool{"Plans/a.md": true, "Pending/r.md": true, "Approved/r.md": true})
	if got := newsWords(News(s)); got != "CHANGED Plans/b.md" {
		t.Error(got)
	}
	if was.Things[model.Ref{Kind: model.KindPlan, Path: "Plans/a.md"}].Seen != model.FingerprintOf([]byte("a")) {
		t.Error("the look before was changed")
	}
	if got := (model.Look{}).Adopt(s, map[string]bool{"Plans/a.md": true}); got.Known() {
		t.Error("a first look became known")
	}
}

func BenchmarkNews(b *testing.B) {
	files := map[string]string{}
	for i := range 10_000 {
		files[fmt.Sprintf("Plans/%d.md", i)] = "x"
	}
	s := newsVault(2, files)
	s.LastLook = newsVault(1, files).Look()
	for b.Loop() {
		News(s)
	}
}

// A plan of several files goes on with the next one: it is not gone.
func TestAPlanThatGoesOnInAnotherFileIsChanged(t *testing.T) {
	t.Parallel()
	phase := func(path string) model.Plan {
		return model.Plan{Path: path, ID: "04-receipts", Objective: "Receipts", Seen: model.FingerprintOf([]byte(path))}
	}
	s := model.Snapshot{At: time.Unix(2, 0), Plans: []model.Plan{phase("4/04-02-PLAN.md")}}
	s.LastLook = model.Snapshot{At: time.Unix(1, 0), Plans: []model.Plan{phase("4/04-01-PLAN.md")}}.Look()
	if got, want := newsWords(News(s)), "CHANGED 4/04-02-PLAN.md from 4/04-01-PLAN.md"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func entry(id, outcome, at string, edits ...func(*model.Entry)) model.Entry {
	e := model.Entry{Path: journalPath, ID: id, Outcome: outcome, At: model.ParseStamp(at, nil), Title: "Title of " + id, Agent: "prover"}
	category, _, _ := strings.Cut(id, "-")
	e.Category = model.Category(category)
	e.Number, _ = model.EntryNumber(id, e.Category)
	for _, edit := range edits {
		edit(&e)
	}
	return e
}

const journalPath = ".math/problems/tides/JOURNAL.md"

func journal(entries ...model.Entry) model.Journal {
	return model.Journal{Path: journalPath, Found: true, Entries: entries}
}

func using(strategy string, tags ...string) func(*model.Entry) {
	return func(e *model.Entry) { e.Strategy, e.Tags = strategy, tags }
}

func listingJournal(j model.Journal, rows ...[4]string) model.Journal {
	for _, r := range rows {
		j.Index = append(j.Index, model.IndexRow{ID: r[0], Strategy: r[1], Status: r[2], Tags: strings.Fields(r[3])})
	}
	return j
}

func session(key string, line int, edits ...func(*model.Session)) model.Session {
	s := model.Session{Key: model.SessionKey(key), Label: key, Written: key, PeerStart: key, Path: "events.jsonl", Line: line, LastLine: line, Starts: 1}
	for _, edit := range edits {
		edit(&s)
	}
	return s
}

func lastAt(text string) func(*model.Session) {
	return func(s *model.Session) { s.Last = model.ParseStamp(text, nil) }
}

func declared(line int) func(*model.Session) {
	return func(s *model.Session) {
		s.Declared, s.PeerEnded = &model.SessionEnd{Agent: model.SyntheticAgent, Line: line}, true
	}
}

func ended(line int) func(*model.Session) {
	return func(s *model.Session) { s.Ended, s.PeerEnded = &model.SessionEnd{Agent: "Spindle", Line: line}, true }
}

func wrote(line int) func(*model.Session) { return func(s *model.Session) { s.LastLine = line } }

func traceOf(status, letters string) model.Trace {
	words := map[rune]string{'c': "completed", 'i': "in-progress", 'f': "failed", '?': "paused"}
	t := model.Trace{Path: "runs/report/trace.md", Status: status, State: model.ParseStepState(status)}
	for i, c := range letters {
		t.Steps = append(t.Steps, model.TraceStep{Number: i + 1, Name: "Count", Status: words[c], State: model.ParseStepState(words[c])})
	}
	return t
}

func resumedTrace(t model.Trace, after int, decision string) model.Trace {
	t.Resumes = append(slices.Clone(t.Resumes), model.TraceResume{After: after, Decision: decision})
	return t
}

func steps(letters string) []model.Step {
	var out []model.Step
	for i, c := range letters {
		s := model.Step{Number: i + 1, Text: "step", Mark: ' '}
		switch c {
		case 'x', 'h':
			s.Mark = 'x'
		case '-':
			s.Mark = '-'
		}
		s.Human = c == 'h' || c == 'H'
		out = append(out, s)
	}
	return out
}

func number(s *model.Step) int {
	if s == nil {
		return 0
	}
	return s.Number
}

func logAt(times ...string) []model.LogEntry {
	var out []model.LogEntry
	for _, at := range times {
		out = append(out, model.LogEntry{At: model.ParseStamp(at, nil), Actor: "Agent", What: "did", Why: "so"})
	}
	return out
}

func transcript(id string, e model.Ending, ago time.Duration) model.Transcript {
	at := noon.Add(-ago)
	return model.Transcript{
		Tool: "Claude model.Code", ID: id, Path: "~/.claude/projects/-work/" + id + ".jsonl", Title: id, Dir: "/work",
		Began: model.Stamp{Time: at.Add(-time.Hour), Raw: "x"}, Last: model.Stamp{Time: at, Raw: "x"}, Changed: at,
		Ending: e, Sure: model.BasisDerived, Seen: model.FingerprintOf([]byte(id)),
	}
}

func editedTranscript(t model.Transcript, edit func(*model.Transcript)) model.Transcript {
	edit(&t)
	return t
}

func logged(label string, line int, ago time.Duration) model.Session {
	at := model.Stamp{Time: noon.Add(-ago), Raw: "x"}
	return model.Session{Key: model.SessionKey(label), Label: label, Path: "events.jsonl", Starts: 1, Line: line, LastLine: line, Started: at, Last: at}
}

func hostile() *rapid.Generator[string] {
	return rapid.StringOf(rapid.OneOf(
		rapid.Rune(),
		rapid.SampledFrom([]rune("a \t\n\r\u0085\u00A0\u2028\u2029\u200B\u202E\u2066\uFEFF\uFFFD\x00\x1b\x7f\u2800\uFE0F\U000E0041\u200C\u200Dمé👩")),
	))
}

func learning(t model.LearningType, id, content string, confirmed bool) model.Learning {
	return model.Learning{Path: "seed.json", ID: id, Type: t, Content: content, Confirmed: confirmed}
}

func proposal(id, content, status string) model.Proposal {
	return model.Proposal{Path: "seed.json", ID: id, Type: model.LearningPattern, Content: content, Source: "session_2026-01-30", Status: status}
}

func ivy() model.Memory {
	return model.Memory{
		Path: "seed.json", Found: true, Version: "1.0.0",
		Identity: model.Identity{
			Principal: "Jens-Christian", AI: "Ivy", Catchphrase: "Ivy here, ready to go.",
			Style: "adaptive", Timezone: "Europe/Zurich", Locale: "en-US",
		},
		Learned: []model.Learning{
			learning(model.LearningPattern, "pat_001", "Prefers TypeScript over Python for all projects", true),
			learning(model.LearningInsight, "ins_001", "Morning sessions are more productive for architecture work", true),
			learning(model.LearningPattern, "pat_002", "Uses Bun as the JavaScript runtime, never npm/yarn/pnpm", true),
			learning(model.LearningPattern, "pat_003", "Writes tests before implementation (TDD mandatory)", true),
			learning(model.LearningSelfKnowledge, "sk_001", "Tends to over-explain", false),
		},
		Proposals: []model.Proposal{
			proposal("prop_001", "Prefers Chart.js over D3 for data visualization", "pending"),
			proposal("prop_002", "Likes tabs", "rejected"),
			proposal("prop_003", "Likes blanks", "accepted"),
		},
		LastSession: "2026-01-30T18:45:00Z", Projects: []string{"pai-seed", "reporter", "ragent"}, Checkpoint: "checkpoint_2026-01-30_001",
	}
}

func tides(entries ...model.Entry) model.ResearchProblem {
	return model.ResearchProblem{
		Slug: "tides", Path: ".math/problems/tides", Title: "Tides of the harbour", Current: true,
		Statement: model.Statement{Found: true, Preview: []string{"Let $h$ be the height of the tide."}},
		State:     model.ResearchState{Found: true, Name: "PROOF_IN_PROGRESS", Defined: true},
		Journal:   journal(entries...),
	}
}

func withResearchProblem(p model.ResearchProblem, edits ...func(*model.ResearchProblem)) model.ResearchProblem {
	for _, edit := range edits {
		edit(&p)
	}
	return p
}

func cutLabel(entry []string, label string) (value string, ok bool) {
	for _, line := range entry {
		if value, ok := strings.CutPrefix(line, label); ok {
			return value, true
		}
	}
	return "", false
}

func withMemory(m model.Memory, edit func(*model.Memory)) model.Memory {
	edit(&m)
	return m
}
