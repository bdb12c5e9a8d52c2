package rule

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"coldstart/model"
)

func TestRefuseOnSessions(t *testing.T) {
	t.Parallel()
	s := recovering()
	ended := s
	ended.Events.Current = 4
	for _, tt := range []struct {
		name   string
		s      model.Snapshot
		item   string
		choice model.Choice
		want   string
	}{
		{"an orphan", s, "241", model.ChoiceAck, ""},
		{"one that may be live", s, "242", model.ChoiceAck, ""},
		{"one that wrote again", s, "240", model.ChoiceAck, ""},
		{"the current one", s, "245", model.ChoiceAck, "it is the current session: it started last"},
		{"one that ended", s, "239", model.ChoiceAck, "the session ended"},
		{"the current one, ended", ended, "239", model.ChoiceAck, "the session ended"},
		{"an unknown one", s, "1", model.ChoiceAck, "there is no such session"},
		{"approve", s, "241", model.ChoiceApprove, "that cannot be done with a session, only with a plan or a request"},
		{"run again", s, "241", model.ChoiceRerun, "that cannot be done with a session, only with a trace"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := Phrases.Reason(Refuse(tt.s, model.Ref{Kind: model.KindSession, Path: "events.jsonl", Item: tt.item}, tt.choice)); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestRefuseStep(t *testing.T) {
	t.Parallel()
	const fits = ""
	cut, failed := traceOf("in-progress", "cici"), traceOf("failed", "cif")
	odd := traceOf("in-progress", "c?")
	mute := traceOf("in-progress", "?")
	mute.Steps[0].Status = ""
	for _, tt := range []struct {
		name   string
		trace  model.Trace
		choice model.Choice
		step   int
		want   string
	}{
		{"run a step in progress again", cut, model.ChoiceRerun, 0, fits},
		{"run it again by its number", cut, model.ChoiceRerun, 4, fits},
		{"run one again that is not the last", cut, model.ChoiceRerun, 2, fits},
		{"retry a step in progress", cut, model.ChoiceRetry, 0, "step 4 is in progress: run it again (rerun) or inspect it"},
		{"skip a step in progress", cut, model.ChoiceSkip, 2, "step 2 is in progress: run it again (rerun) or inspect it"},
		{"abort a step in progress", cut, model.ChoiceAbort, 0, "step 4 is in progress: run it again (rerun) or inspect it"},
		{"run a completed step again", cut, model.ChoiceRerun, 3, "step 3 is completed; only a step in progress or a failed one waits for you"},
		{"a step that is not there", cut, model.ChoiceRerun, 5, "the trace has no such step"},
		{"retry a failed step", failed, model.ChoiceRetry, 0, fits},
		{"skip a failed step", failed, model.ChoiceSkip, 3, fits},
		{"abort a failed step", failed, model.ChoiceAbort, 0, fits},
		{"run a failed step again", failed, model.ChoiceRerun, 0, "step 3 failed: retry, skip or abort it"},
		{"run the one before it again", failed, model.ChoiceRerun, 2, fits},
		{"between two steps", traceOf("in-progress", "cc"), model.ChoiceRetry, 0, "step 2 is completed; only a step in progress or a failed one waits for you"},
		{"a finished workflow", traceOf("completed", "cc"), model.ChoiceRerun, 0, "the workflow finished; there is nothing to recover"},
		{"a finished workflow with a step left open", traceOf("completed", "ic"), model.ChoiceRerun, 1, "the workflow finished; there is nothing to recover"},
		{"a word nobody knows", odd, model.ChoiceRetry, 0, "step 2 is paused; only a step in progress or a failed one waits for you"},
		{"a step without a status", mute, model.ChoiceRetry, 0, "step 1 is unknown; only a step in progress or a failed one waits for you"},
		{"a trace without steps", traceOf("in-progress", ""), model.ChoiceRetry, 0, "the trace has no such step"},
		{"approve", failed, model.ChoiceApprove, 0, "that cannot be done with a trace, only with a plan or a request"},
		{"acknowledge", failed, model.ChoiceAck, 0, "that cannot be done with a trace, only with a plan or a request or a session"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := model.Snapshot{Traces: []model.Trace{tt.trace}}
			if got := Phrases.Reason(RefuseStep(s, tt.trace.Ref(), tt.choice, tt.step)); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestRefuseWhatNobodyDecides(t *testing.T) {
	t.Parallel()
	s := recovering()
	shut := s
	shut.ReadOnly = "no permission to write to Plans"
	for _, tt := range []struct {
		name string
		s    model.Snapshot
		ref  model.Ref
		want string
	}{
		{"stuck work", s, s.Work[0].Ref(), "a stuck work item waits for the agent to continue it, not for a decision"},
		{"a trace that is gone", s, model.Ref{Kind: model.KindTrace, Path: "runs/gone/trace.md"}, "the trace is no longer there"},
		{"a read-only vault", shut, s.Traces[0].Ref(), "this vault is open read-only: no permission to write to Plans"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := Phrases.Reason(Refuse(tt.s, tt.ref, model.ChoiceRetry)); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestRefuseOnProposals(t *testing.T) {
	t.Parallel()
	m := ivy()
	of := func(id string, edit func(*model.Proposal)) model.Proposal {
		p := proposal(id, "Likes tabs", "pending")
		edit(&p)
		return p
	}
	m.Proposals = append(m.Proposals,
		of("", func(*model.Proposal) {}),
		of("twice", func(p *model.Proposal) { p.Twice = true }), of("twice", func(p *model.Proposal) { p.Twice, p.Copy = true, 1 }),
		of("habit", func(p *model.Proposal) { p.Type = "habit" }), of("paused", func(p *model.Proposal) { p.Status = "paused" }))
	for _, tt := range []struct {
		item   string
		choice model.Choice
		want   string
	}{
		{"prop_001", model.ChoiceAccept, ""},
		{"prop_001", model.ChoiceDecline, ""},
		{"prop_002", model.ChoiceAccept, "Proposal 'prop_002' is already rejected"},
		{"prop_003", model.ChoiceDecline, "Proposal 'prop_003' is already accepted"},
		{"paused", model.ChoiceAccept, "Proposal 'paused' is already paused"},
		{"x", model.ChoiceAccept, "Proposal 'x' not found"},
		{"", model.ChoiceAccept, "the proposal has no id, so the agent could not find it"},
		{"twice", model.ChoiceAccept, "several proposals have the id 'twice', so the agent could not tell them apart"},
		{"twice~2", model.ChoiceDecline, "several proposals have the id 'twice', so the agent could not tell them apart"},
		{"habit", model.ChoiceAccept, "there is no list for proposals of the type 'habit'"},
		{"prop_001", model.ChoiceApprove, "that cannot be done with a proposal, only with a plan or a request"},
		{"prop_001", model.ChoiceReject, "that cannot be done with a proposal, only with a plan or a request"},
		{"prop_001", model.ChoiceEntry, "that cannot be done with a proposal, only with a journal"},
	} {
		t.Run(tt.item+" "+tt.choice.String(), func(t *testing.T) {
			if got := Phrases.Reason(Refuse((model.Snapshot{Memory: m}), model.Ref{Kind: model.KindProposal, Path: "seed.json", Item: tt.item}, tt.choice)); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
	shut := model.Snapshot{Memory: m, ReadOnly: "asked for"}
	if got := Phrases.Reason(Refuse(shut, m.Proposals[0].Ref(), model.ChoiceAccept)); got != "this vault is open read-only: asked for" {
		t.Errorf("got %q", got)
	}
}

func TestRefuseOnResearchAndRecords(t *testing.T) {
	t.Parallel()
	other := withResearchProblem(tides(), func(p *model.ResearchProblem) {
		p.Slug, p.Path, p.Current, p.Journal.Path = "knots", ".math/problems/knots", false, ".math/problems/knots/JOURNAL.md"
	})
	s := model.Snapshot{Research: model.Research{Problems: []model.ResearchProblem{tides(), other}}, Memory: ivy()}
	gone := model.Ref{Kind: model.KindJournal, Path: ".math/problems/gone/JOURNAL.md", Item: ""}
	for _, tt := range []struct {
		name   string
		ref    model.Ref
		choice model.Choice
		want   string
	}{
		{"an entry for the current journal", tides().Journal.Ref(), model.ChoiceEntry, ""},
		{"an entry for another journal", other.Journal.Ref(), model.ChoiceEntry, ""},
		{"an entry for no journal", gone, model.ChoiceEntry, "there is no such journal"},
		{"switch on a journal", other.Journal.Ref(), model.ChoiceSwitch, "that cannot be done with a journal, only with a research problem"},
		{"switch", other.Ref(), model.ChoiceSwitch, ""},
		{"switch to the current one", tides().Ref(), model.ChoiceSwitch, "it is already the current problem"},
		{"switch to none", model.Ref{Kind: model.KindResearch, Path: ".math/problems/gone", Item: ""}, model.ChoiceSwitch, "there is no such research problem"},
		{"an entry on a problem", other.Ref(), model.ChoiceEntry, "that cannot be done with a research problem, only with a journal"},
		{"on an entry", entry("PROOF-001", "", "").Ref(), model.ChoiceApprove, "a journal entry is a record; there is nothing to decide"},
		{"on the memory", s.Memory.Ref(), model.ChoiceAccept, "choose a proposal to decide on"},
		{"on a learning", s.Memory.Learned[0].Ref(), model.ChoiceDecline, "it is already a learning; there is nothing to decide"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := Phrases.Reason(Refuse(s, tt.ref, tt.choice)); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestEveryKindOfThingIsRefusedOrHasChoices(t *testing.T) {
	t.Parallel()
	for k := model.KindNone; model.ParseKind(k.String()) == k; k++ {
		if (Phrases.Reason(model.Reason{Code: model.BecauseNothingToDecide, Name: k.String()}) == "") != k.Decidable() {
			t.Errorf("a %s has choices: %v, and is refused with %q", k, k.Decidable(), Phrases.Reason(model.Reason{Code: model.BecauseNothingToDecide, Name: k.String()}))
		}
	}
}

func TestThePatternOfAnAction(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"git push origin main":               "git push*",
		"cd web && npm publish --tag x":      "npm publish*",
		"rm -rf build":                       "rm",
		"FOO=1 sudo terraform apply; ls":     "terraform apply*",
		"make":                               "make",
		"cd web":                             "*",
		"":                                   "*",
		"kubectl delete pod x | tee log.txt": "kubectl delete*",
	} {
		if got := (model.Action{Tool: model.ShellTool, Line: line}).Pattern(); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
	if got := (model.Action{Tool: "Write", Paths: []string{"/srv/a", "/srv/b"}}).Pattern(); got != "/srv/a" {
		t.Errorf("a file: %q", got)
	}
}

func TestHowARuleIsWritten(t *testing.T) {
	t.Parallel()
	for want, r := range map[string]model.GateRule{
		`{tool: Bash, match: "git push*", then: ask}`:                 {Tool: "Bash", Match: "git push*", Then: model.ThenAsk, Line: 3},
		`{tool: "mcp__*pay*", then: deny}`:                            {Tool: "mcp__*pay*", Then: model.ThenDeny},
		`{match: "say \"a\\b\"", dir: "/srv/a shop: b", then: allow}`: {Match: `say "a\b"`, Dir: "/srv/a shop: b", Then: model.ThenAllow},
	} {
		if got := r.Written(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// Refusals are at most two rows, and what the operator knows is none.
func TestTriesOnHome(t *testing.T) {
	t.Parallel()
	refusal := func(session string, by model.RefusedBy, line string) model.Refusal {
		return model.Refusal{At: time.Date(2026, time.March, 14, 7, 2, 0, 0, time.UTC), Client: "claude", Session: session, Line: line, By: by}
	}
	a, b, c := refusal("a", model.RefusedByRule, "rm -rf x"), refusal("a", model.RefusedByRule, "rm -rf y"), refusal("a", model.RefusedPersonal, "coldstart approve z")
	d := refusal("d", model.RefusedByRule, "rm -rf z")
	known := a
	known.Known = true
	for _, tt := range []struct {
		name string
		all  []model.Refusal
		want []string
	}{
		{"none", nil, nil},
		{"known", []model.Refusal{known}, nil},
		{"one", []model.Refusal{known, a}, []string{"refused once: rm -rf x"}},
		{"the same again", []model.Refusal{a, a, a}, []string{"refused 3 times: rm -rf x"}},
		{"two reasons", []model.Refusal{a, c, b}, []string{"refused 2 times, at last: rm -rf y", "refused once: coldstart approve z"}},
		{"more than fit", []model.Refusal{a, c, d}, []string{"refused 3 times, at last: rm -rf z"}},
	} {
		got := model.Tries(tt.all)
		if len(got) != len(tt.want) {
			t.Errorf("%s: %d rows", tt.name, len(got))
			continue
		}
		s := model.Snapshot{}
		for i := range got {
			if got[i].What != tt.want[i] {
				t.Errorf("%s: %q, want %q", tt.name, got[i].What, tt.want[i])
			}
			s.Problems = append(s.Problems, got[i].Problem())
		}
		for _, row := range NeedsYou(s) {
			if Urgency(row) != model.UrgencyCheck || row.Severity != model.SeverityNormal {
				t.Errorf("%s: %+v", tt.name, row)
			}
		}
	}
}

func TestEveryDecisionIsAnAnswer(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		letter, choices := "f", []model.Choice{model.ChoiceRetry, model.ChoiceSkip, model.ChoiceAbort}
		if rapid.Bool().Draw(t, "in progress") {
			letter, choices = "i", []model.Choice{model.ChoiceRerun}
		}
		trace := traceOf("in-progress", letter)
		trace.Steps[0].Number = rapid.IntRange(0, 999_999).Draw(t, "number")
		trace.Steps[0].Name = hostile().Draw(t, "name")
		choice := rapid.SampledFrom(choices).Draw(t, "choice")
		if reason := refuseTrace(trace, choice, 0); reason.Given() {
			t.Fatalf("refused: %s", reason)
		}
		entry := model.ResumeEntry(trace.Steps[0], choice, hostile().Draw(t, "note"), hostile().Draw(t, "operator"), noon)
		decision, _ := cutLabel(entry, "**Decision:** ")
		if trace = resumedTrace(trace, 1, decision); trace.NeedsHuman() {
			t.Fatalf("%q is no answer", decision)
		}
		trace.Steps = append(trace.Steps, model.TraceStep{Number: 1, State: model.StepFailed})
		if !trace.NeedsHuman() {
			t.Fatal("a new failure needs no human")
		}
	})
}

func TestParseUntil(t *testing.T) {
	t.Parallel()
	zone := time.FixedZone("", 2*60*60)
	now := time.Date(2026, time.March, 14, 23, 30, 0, 0, zone)
	for _, tt := range []struct{ text, want string }{
		{"1h", "2026-03-15T00:30:00+02:00"},
		{" 30m ", "2026-03-15T00:00:00+02:00"},
		{"1h30m", "2026-03-15T01:00:00+02:00"},
		{"2d", "2026-03-16T23:30:00+02:00"},
		{"tomorrow", "2026-03-15T07:00:00+02:00"},
		{"2026-03-20", "2026-03-20T07:00:00+02:00"},
		{"2026-03-20 14:00", "2026-03-20T14:00:00+02:00"},
		{"2026-03-20T14:00:00Z", "2026-03-20T14:00:00Z"},
		{"366d", "2027-03-15T23:30:00+02:00"},
		{"", "use 1h, 2d, tomorrow or a date such as 2026-03-15"},
		{"soon", "use 1h, 2d, tomorrow or a date such as 2026-03-15"},
		{"-1d", "use 1h, 2d, tomorrow or a date such as 2026-03-15"},
		{"2026-02-30", "use 1h, 2d, tomorrow or a date such as 2026-03-15"},
		{"-1h", "that time has passed"},
		{"0d", "that time has passed"},
		{"2026-03-14", "that time has passed"},
		{"367d", "that is more than a year away"},
		{"9999-01-01", "that is more than a year away"},
	} {
		until, err := model.ParseUntil(tt.text, now)
		got := until.Format(time.RFC3339)
		if err != nil {
			got = Phrases.Reason(err.(model.Reason))
		}
		if got != tt.want {
			t.Errorf("%q: %s, want %s", tt.text, got, tt.want)
		}
	}
}

func TestASnoozedRowWakesInTimeForItsDeadline(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, time.March, 14, 7, 0, 0, 0, time.UTC)
	hour := func(n int) time.Time { return at.Add(time.Duration(n) * time.Hour) }
	for name, tt := range map[string]struct{ deadline, until, want time.Time }{
		"no deadline":        {time.Time{}, hour(24), hour(24)},
		"after the deadline": {hour(5), hour(24), hour(4)},
		"before it":          {hour(5), hour(2), hour(2)},
		"it is near":         {at.Add(30 * time.Minute), hour(24), at.Add(30 * time.Minute)},
	} {
		if got := restsUntil(model.Attention{Until: tt.deadline}, at, tt.until); !got.Equal(tt.want) {
			t.Errorf("%s: until %v, want %v", name, got, tt.want)
		}
	}
}

func TestWhatIsSnoozedRestsUntilItsTimeOrUntilMoreWaitsForIt(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, time.March, 14, 7, 0, 0, 0, time.UTC)
	s := model.Snapshot{At: at, Requests: []model.Request{
		{Path: "Pending_Approval/a.md", Name: "a.md", Seen: model.FingerprintOf([]byte("a"))},
		{Path: "Pending_Approval/b.md", Name: "b.md", Plan: "Plans/p.md"},
	}, Plans: []model.Plan{{Path: "Plans/p.md", ID: "p", Status: model.ParseStatus("Active")}}}
	a, b := s.Requests[0].Ref(), s.Requests[1].Ref()
	for _, ref := range []model.Ref{a, b} {
		z, ok := Snooze(s, ref, at.Add(time.Hour))
		if !ok || z.Seen != s.Seen(ref) || z.Blocks || z.Severity != model.SeverityNormal {
			t.Fatalf("Snooze(%v) = %+v, %v", ref, z, ok)
		}
		s.Snoozes = append(s.Snoozes, z)
	}
	if _, ok := Snooze(s, s.Plans[0].Ref(), at.Add(time.Hour)); ok {
		t.Error("a plan that needs nobody rests")
	}
	rests := func(name string, s model.Snapshot, want ...model.Ref) {
		t.Helper()
		got := map[model.Ref]bool{}
		for _, r := range Snoozed(s) {
			got[r.Ref] = true
		}
		for _, r := range want {
			if !got[r] {
				t.Errorf("%s: %v does not rest", name, r)
			}
		}
		if len(got) != len(want) || len(NeedsYou(s))+len(got) != len(queue(s)) {
			t.Errorf("%s: %v rest, %d need, of %d", name, got, len(NeedsYou(s)), len(queue(s)))
		}
	}
	rests("at once", s, a, b)
	open := s
	open.Problems = []model.Problem{model.Snapshot{Merging: "merge"}.MergeProblem()}
	first := NeedsYou(open)[0].Ref
	if _, ok := Snooze(open, first, at.Add(time.Hour)); ok || !CannotWait(open, first) || CannotWait(open, a) {
		t.Error("an open merge can be snoozed")
	}
	open.Snoozes = append(append([]model.Snooze(nil), s.Snoozes...), model.Snooze{Ref: first, At: at, Until: at.Add(time.Hour), Blocks: true, Severity: model.SeverityHigh})
	rests("a merge is open", open, a, b)
	later := s
	later.At = at.Add(time.Hour)
	rests("an hour later", later)
	blocked := s
	blocked.Plans = []model.Plan{{Path: "Plans/p.md", ID: "p", Status: model.ParseStatus("Blocked")}}
	rests("a plan began to wait for one", blocked, a)
	urgent := s
	urgent.Requests = append([]model.Request(nil), s.Requests...)
	urgent.Requests[0].Hidden = 1
	rests("one became urgent", urgent, b)
}

func TestTheChoiceNamesWhatIsEqualForTheAgents(t *testing.T) {
	t.Parallel()
	s := model.Snapshot{}
	for _, path := range []string{"Plans/PLAN-a.md", "Plans/PLAN-b.md", "Plans/PLAN-c.md"} {
		s.Plans = append(s.Plans, model.Plan{Path: path, ID: path, Status: model.Status{State: model.StateActive}})
		s.Managed = append(s.Managed, model.ManagedPlan{Path: path, Status: "Active"})
	}
	if r := ResumeOf(s); r.Plan.Path != "Plans/PLAN-a.md" || r.Because.Tied != "Plans/PLAN-b.md" || r.Because.More != 1 {
		t.Errorf("got %+v", r)
	}
	s.Managed[2].Stops = "it is a folder"
	if r := ResumeOf(s); r.Because.Tied != "" {
		t.Errorf("they stop, and still %+v", r.Because)
	}
}

func TestManagerChoice(t *testing.T) {
	t.Parallel()
	plan := func(path, status string, rank, day int) model.ManagedPlan {
		return model.ManagedPlan{Path: path, Status: status, Rank: rank, Created: time.Date(2026, 2, day, 0, 0, 0, 0, time.UTC)}
	}
	active, blocked, draft := plan("a", "Active", 0, 1), plan("b", "Blocked", 1, 9), plan("d", "Draft", 2, 9)
	other, done := plan("o", "done", 3, 20), plan("e", "Done", 3, 20)
	for _, tt := range []struct {
		name  string
		plans []model.ManagedPlan
		want  []string
		ok    bool
	}{
		{"nothing", nil, nil, true},
		{"by status", []model.ManagedPlan{draft, other, blocked, active}, []string{"a"}, true},
		{"by date", []model.ManagedPlan{active, plan("c", "Active", 0, 3), plan("b", "Active", 0, 2)}, []string{"c"}, true},
		{"a word that it does not know", []model.ManagedPlan{other, done}, []string{"o"}, true},
		{"done", []model.ManagedPlan{done}, nil, true},
		{"skipped", []model.ManagedPlan{{Path: "x", Skips: "it is empty"}, draft}, []string{"d"}, true},
		{"the same date", []model.ManagedPlan{draft, plan("c", "Draft", 2, 9)}, []string{"d", "c"}, true},
		{"stopped", []model.ManagedPlan{active, {Path: "x", Stops: "it is a folder"}}, nil, false},
		{"unknown", []model.ManagedPlan{active, {Path: "x", Unknown: true}}, []string{"a"}, true},
		{"a link", []model.ManagedPlan{draft, {Path: "l", Leads: "n", Rank: 0}}, []string{"n"}, true},
		{"a link to one of them", []model.ManagedPlan{active, {Path: "l", Leads: "a", Created: active.Created}}, []string{"a"}, true},
	} {
		s := model.Snapshot{Managed: tt.plans}
		if got, ok := ManagerChoice(s); !slices.Equal(got, tt.want) || ok != tt.ok {
			t.Errorf("%s: got %q, %v", tt.name, got, ok)
		}
	}
}
