package model

import "testing"

func TestRefuseOnSessions(t *testing.T) {
	t.Parallel()
	s := recovering()
	ended := s
	ended.Events.Current = 4
	for _, tt := range []struct {
		name   string
		s      Snapshot
		item   string
		choice Choice
		want   string
	}{
		{"an orphan", s, "241", ChoiceAck, ""},
		{"one that may be live", s, "242", ChoiceAck, ""},
		{"one that wrote again", s, "240", ChoiceAck, ""},
		{"the current one", s, "245", ChoiceAck, "it is the current session: it started last"},
		{"one that ended", s, "239", ChoiceAck, "the session ended"},
		{"the current one, ended", ended, "239", ChoiceAck, "the session ended"},
		{"an unknown one", s, "1", ChoiceAck, "there is no such session"},
		{"approve", s, "241", ChoiceApprove, "that cannot be done with a session"},
		{"run again", s, "241", ChoiceRerun, "that cannot be done with a session"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := Phrases.Reason(tt.s.Refuse(Ref{KindSession, "events.jsonl", tt.item}, tt.choice)); got != tt.want {
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
		trace  Trace
		choice Choice
		step   int
		want   string
	}{
		{"run a step in progress again", cut, ChoiceRerun, 0, fits},
		{"run it again by its number", cut, ChoiceRerun, 4, fits},
		{"run one again that is not the last", cut, ChoiceRerun, 2, fits},
		{"retry a step in progress", cut, ChoiceRetry, 0, "step 4 is in progress: run it again (rerun) or inspect it"},
		{"skip a step in progress", cut, ChoiceSkip, 2, "step 2 is in progress: run it again (rerun) or inspect it"},
		{"abort a step in progress", cut, ChoiceAbort, 0, "step 4 is in progress: run it again (rerun) or inspect it"},
		{"run a completed step again", cut, ChoiceRerun, 3, "step 3 is completed; only a step in progress or a failed one waits for you"},
		{"a step that is not there", cut, ChoiceRerun, 5, "the trace has no such step"},
		{"retry a failed step", failed, ChoiceRetry, 0, fits},
		{"skip a failed step", failed, ChoiceSkip, 3, fits},
		{"abort a failed step", failed, ChoiceAbort, 0, fits},
		{"run a failed step again", failed, ChoiceRerun, 0, "step 3 failed: retry, skip or abort it"},
		{"run the one before it again", failed, ChoiceRerun, 2, fits},
		{"between two steps", traceOf("in-progress", "cc"), ChoiceRetry, 0, "step 2 is completed; only a step in progress or a failed one waits for you"},
		{"a finished workflow", traceOf("completed", "cc"), ChoiceRerun, 0, "the workflow finished; there is nothing to recover"},
		{"a finished workflow with a step left open", traceOf("completed", "ic"), ChoiceRerun, 1, "the workflow finished; there is nothing to recover"},
		{"a word nobody knows", odd, ChoiceRetry, 0, "step 2 is paused; only a step in progress or a failed one waits for you"},
		{"a step without a status", mute, ChoiceRetry, 0, "step 1 is unknown; only a step in progress or a failed one waits for you"},
		{"a trace without steps", traceOf("in-progress", ""), ChoiceRetry, 0, "the trace has no such step"},
		{"approve", failed, ChoiceApprove, 0, "that cannot be done with a trace"},
		{"acknowledge", failed, ChoiceAck, 0, "that cannot be done with a trace"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := Snapshot{Traces: []Trace{tt.trace}}
			if got := Phrases.Reason(s.RefuseStep(tt.trace.Ref(), tt.choice, tt.step)); got != tt.want {
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
		s    Snapshot
		ref  Ref
		want string
	}{
		{"stuck work", s, s.Work[0].Ref(), "a stuck work item waits for the agent to continue it, not for a decision"},
		{"a trace that is gone", s, Ref{Kind: KindTrace, Path: "runs/gone/trace.md"}, "the trace is no longer there"},
		{"a read-only vault", shut, s.Traces[0].Ref(), "this vault is open read-only: no permission to write to Plans"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := Phrases.Reason(tt.s.Refuse(tt.ref, ChoiceRetry)); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestRefuseOnProposals(t *testing.T) {
	t.Parallel()
	m := ivy()
	of := func(id string, edit func(*Proposal)) Proposal {
		p := proposal(id, "Likes tabs", "pending")
		edit(&p)
		return p
	}
	m.Proposals = append(m.Proposals,
		of("", func(*Proposal) {}),
		of("twice", func(p *Proposal) { p.Twice = true }), of("twice", func(p *Proposal) { p.Twice, p.Copy = true, 1 }),
		of("habit", func(p *Proposal) { p.Type = "habit" }), of("paused", func(p *Proposal) { p.Status = "paused" }))
	for _, tt := range []struct {
		item   string
		choice Choice
		want   string
	}{
		{"prop_001", ChoiceAccept, ""},
		{"prop_001", ChoiceDecline, ""},
		{"prop_002", ChoiceAccept, "Proposal 'prop_002' is already rejected"},
		{"prop_003", ChoiceDecline, "Proposal 'prop_003' is already accepted"},
		{"paused", ChoiceAccept, "Proposal 'paused' is already paused"},
		{"x", ChoiceAccept, "Proposal 'x' not found"},
		{"", ChoiceAccept, "the proposal has no id, so the agent could not find it"},
		{"twice", ChoiceAccept, "several proposals have the id 'twice', so the agent could not tell them apart"},
		{"twice~2", ChoiceDecline, "several proposals have the id 'twice', so the agent could not tell them apart"},
		{"habit", ChoiceAccept, "there is no list for proposals of the type 'habit'"},
		{"prop_001", ChoiceApprove, "that cannot be done with a proposal"},
		{"prop_001", ChoiceReject, "that cannot be done with a proposal"},
		{"prop_001", ChoiceEntry, "that cannot be done with a proposal"},
	} {
		t.Run(tt.item+" "+tt.choice.String(), func(t *testing.T) {
			if got := Phrases.Reason((Snapshot{Memory: m}).Refuse(Ref{KindProposal, "seed.json", tt.item}, tt.choice)); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
	shut := Snapshot{Memory: m, ReadOnly: "asked for"}
	if got := Phrases.Reason(shut.Refuse(m.Proposals[0].Ref(), ChoiceAccept)); got != "this vault is open read-only: asked for" {
		t.Errorf("got %q", got)
	}
}

func TestRefuseOnResearchAndRecords(t *testing.T) {
	t.Parallel()
	other := tides().with(func(p *ResearchProblem) {
		p.Slug, p.Path, p.Current, p.Journal.Path = "knots", ".math/problems/knots", false, ".math/problems/knots/JOURNAL.md"
	})
	s := Snapshot{Research: Research{Problems: []ResearchProblem{tides(), other}}, Memory: ivy()}
	gone := Ref{KindJournal, ".math/problems/gone/JOURNAL.md", ""}
	for _, tt := range []struct {
		name   string
		ref    Ref
		choice Choice
		want   string
	}{
		{"an entry for the current journal", tides().Journal.Ref(), ChoiceEntry, ""},
		{"an entry for another journal", other.Journal.Ref(), ChoiceEntry, ""},
		{"an entry for no journal", gone, ChoiceEntry, "there is no such journal"},
		{"switch on a journal", other.Journal.Ref(), ChoiceSwitch, "that cannot be done with a journal"},
		{"switch", other.Ref(), ChoiceSwitch, ""},
		{"switch to the current one", tides().Ref(), ChoiceSwitch, "it is already the current problem"},
		{"switch to none", Ref{KindResearch, ".math/problems/gone", ""}, ChoiceSwitch, "there is no such research problem"},
		{"an entry on a problem", other.Ref(), ChoiceEntry, "that cannot be done with a research problem"},
		{"on an entry", entry("PROOF-001", "", "").Ref(), ChoiceApprove, "a journal entry is a record; there is nothing to decide"},
		{"on the memory", s.Memory.Ref(), ChoiceAccept, "choose a proposal to decide on"},
		{"on a learning", s.Memory.Learned[0].Ref(), ChoiceDecline, "it is already a learning; there is nothing to decide"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := Phrases.Reason(s.Refuse(tt.ref, tt.choice)); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestEveryKindOfThingIsRefusedOrHasChoices(t *testing.T) {
	t.Parallel()
	for k := KindNone; ParseKind(k.String()) == k; k++ {
		if (Phrases.Reason(Reason{Code: BecauseNothingToDecide, Name: k.String()}) == "") != k.Decidable() {
			t.Errorf("a %s has choices: %v, and is refused with %q", k, k.Decidable(), Phrases.Reason(Reason{Code: BecauseNothingToDecide, Name: k.String()}))
		}
	}
}
