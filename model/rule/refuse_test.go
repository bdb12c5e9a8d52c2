package rule

import (
	"testing"

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
