package model

import "testing"

func TestRefuseOnSessions(t *testing.T) {
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
		{"an unknown one", s, "1", ChoiceAck, "the event log does not know this session"},
		{"approve", s, "241", ChoiceApprove, "that is not a choice for a session"},
		{"run again", s, "241", ChoiceRerun, "that is not a choice for a session"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.s.Refuse(Ref{KindSession, "events.jsonl", tt.item}, tt.choice); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestRefuseStep(t *testing.T) {
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
		{"approve", failed, ChoiceApprove, 0, "that is not a choice for a trace"},
		{"acknowledge", failed, ChoiceAck, 0, "that is not a choice for a trace"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := Snapshot{Traces: []Trace{tt.trace}}
			if got := s.RefuseStep(tt.trace.Ref(), tt.choice, tt.step); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestRefuseWhatNobodyDecides(t *testing.T) {
	s := recovering()
	shut := s
	shut.ReadOnly = "no permission to write in Plans"
	for _, tt := range []struct {
		name string
		s    Snapshot
		ref  Ref
		want string
	}{
		{"stuck work", s, s.Work[0].Ref(), "a stuck work item is for the agent to go on with, not for a decision"},
		{"a trace that is gone", s, Ref{Kind: KindTrace, Path: "runs/gone/trace.md"}, "the trace is no longer there"},
		{"a read-only vault", shut, s.Traces[0].Ref(), "this vault is open read-only: no permission to write in Plans"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.s.Refuse(tt.ref, ChoiceRetry); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
