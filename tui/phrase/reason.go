package phrase

import (
	"cmp"
	"strconv"
	"strings"

	"coldstart/model"
)

// Reason gives the sentence of a reason without its full stop, "" for none. Names, numbers
// and quoted text stand in braces in the table; a text without a place stands behind.
func Reason(r model.Reason) string {
	switch r.Code {
	case model.BecauseNothingToDecide:
		return undecidable[model.ParseKind(r.Name)]
	case model.BecauseWipes:
		return "the agent's set-up would replace it and lose " + holds(r.N, r.More)
	case model.BecauseRepeats:
		r.Other = cmp.Or(r.Other, "no strategy")
	}
	sentence, ok := sentences[r.Code]
	if !ok {
		return string(r.Code)
	}
	if r.Text != "" && !strings.Contains(sentence, "{text}") {
		sentence += ": {text}"
	}
	if !strings.Contains(sentence, "{") {
		return sentence
	}
	return strings.NewReplacer("{name}", r.Name, "{other}", r.Other, "{text}", r.Text,
		"{n}", strconv.Itoa(r.N), "{time}", r.At.Format("15:04")).Replace(sentence)
}

// Error gives what an error says, with the sentences of the reasons that it holds.
func Error(err error) string {
	text := err.Error()
	for _, r := range reasons(err) {
		if at := strings.LastIndex(text, r.Error()); at >= 0 {
			text = text[:at] + Reason(r) + text[at+len(r.Error()):]
		}
	}
	return text
}

// reasons lists those that an error holds.
func reasons(err error) []model.Reason {
	switch e := err.(type) {
	case model.Reason:
		return []model.Reason{e}
	case interface{ Unwrap() error }:
		return reasons(e.Unwrap())
	case interface{ Unwrap() []error }:
		var all []model.Reason
		for _, inner := range e.Unwrap() {
			all = append(all, reasons(inner)...)
		}
		return all
	}
	return nil
}

// What names a thing that needs a human.
func What(a model.Attention) string {
	if len(a.Why) > 0 && a.Why[0].Code == model.BecauseWipes {
		return a.What + " looks like a first run"
	}
	return a.What
}

// Why says why it does.
func Why(a model.Attention) string {
	var b strings.Builder
	for i, r := range a.Why {
		switch {
		case i == 0:
		case a.Why[i-1].Code == model.BecauseWipes:
			b.WriteString(": ")
		case r.Code == model.BecauseSinceThen:
			b.WriteString("; ")
		default:
			b.WriteString(", ")
		}
		b.WriteString(Reason(r))
	}
	return b.String()
}

// holds counts what a memory holds; of one that breaks its schema not all may have been
// read.
func holds(learned, proposed int) string {
	switch learnings, proposals := model.Counted(learned, "learning"), model.Counted(proposed, "proposal"); {
	case learned > 0 && proposed > 0:
		return learnings + " and " + proposals
	case learned > 0:
		return learnings
	case proposed > 0:
		return proposals
	}
	return "what it holds"
}

// PinDropped says that the operator's pin does not count, "" when it does; whose is "Your"
// where the operator reads it.
func PinDropped(whose string, pin model.Pin, r model.Resume) string {
	if !r.PinDropped.Given() {
		return ""
	}
	return whose + " pin of " + strings.TrimSpace(pin.PlanID+" ("+pin.Path+")") + " does not count: " + Reason(r.PinDropped)
}

// RefuseUndo says why the newest decision that could be undone is none, "" when it is one.
func RefuseUndo(s model.Snapshot) string {
	why := s.RefuseUndo()
	if why.Given() && why == s.Undo.Why {
		return NotUndoable(s.Undo)
	}
	return Reason(why)
}

// NotUndoable names a decision and says why it cannot be undone.
func NotUndoable(u model.Undoable) string { return Past(u.Past) + ": " + Reason(u.Why) }

// undecidable says why nothing is decided on things of a kind.
var undecidable = map[model.Kind]string{
	model.KindProblem:  "this file cannot be read, so there is nothing to decide",
	model.KindIntake:   "this waits for an agent to make a plan, not for a decision",
	model.KindWork:     "a stuck work item is for the agent to go on with, not for a decision",
	model.KindEntry:    "an entry of the journal is a record; nothing is decided on it",
	model.KindMemory:   "choose a proposal to decide on",
	model.KindOther:    "of this file only the name is known",
	model.KindLearning: "it is learned; nothing waits for a decision",
	model.KindNone:     "nothing is selected",
}

// sentences has the sentence of each code, without its full stop.
var sentences = map[model.Code]string{
	model.BecauseReadOnly:              "this vault is open read-only: {text}",
	model.BecauseStale:                 "it could not be read again; what is shown is as of {time}",
	model.BecauseBeingWritten:          "it is still being written",
	model.BecauseNotAChoice:            "that is not a choice for a {name}",
	model.BecausePlanGone:              "the plan is no longer there",
	model.BecausePlanProbablyWaits:     "the plan probably waits for {name}: decide that one",
	model.BecausePlanNotBlocked:        "the plan is {name}, not Blocked",
	model.BecausePlanHasRequest:        "the plan waits for a request: decide that one",
	model.BecausePlanHasRequests:       "the plan waits for several requests: decide those",
	model.BecausePlanGranted:           "it was approved, says {name}; the agent has not gone on yet",
	model.BecausePlanProbablyGranted:   "it was probably approved, by {name}; the agent has not gone on yet",
	model.BecauseStepGranted:           "step {n} was approved, says {name}; the agent has not gone on yet",
	model.BecauseSaidAlready:           "you said so already; the agent has not answered yet",
	model.BecauseNoOpenStep:            "the plan has no open step to decide on",
	model.BecauseForeignPlan:           "the plan is in a notation of its own, which is never changed, and no request names it; answer in {name} itself, or put the file that its agent looks for into the folder of what is approved",
	model.BecauseOfTool:                "it is a task of {name}, which coldstart only reads; change it with: {text}",
	model.BecauseNoLog:                 "the plan has no reasoning log that could take a note",
	model.BecauseNothingToKnow:         "it is not an approved file that was changed since or that a log says failed",
	model.BecauseNotPending:            "the request is no longer pending",
	model.BecauseDoubt:                 "{text}",
	model.BecauseHasExpired:            "it has expired",
	model.BecauseNoSession:             "the event log does not know this session",
	model.BecauseSessionEnded:          "the session ended",
	model.BecauseSessionCurrent:        "it is the current session: it started last",
	model.BecauseTraceGone:             "the trace is no longer there",
	model.BecauseNoStep:                "the trace has no such step",
	model.BecauseTraceFinished:         "the workflow finished; there is nothing to recover",
	model.BecauseOrderedAlready:        "you ordered that already; the agent has not gone on yet",
	model.BecauseStepInProgress:        "step {n} is in progress: run it again (rerun) or inspect it",
	model.BecauseStepFailed:            "step {n} failed: retry, skip or abort it",
	model.BecauseStepWaitsForNobody:    "step {n} is {name}; only a step in progress or a failed one waits for you",
	model.BecauseNoProposal:            "Proposal '{name}' not found",
	model.BecauseProposalWithoutID:     "the proposal has no id, so the agent could not tell which one is meant",
	model.BecauseProposalTwice:         "several proposals have the id '{name}', so the agent could not tell which one is meant",
	model.BecauseProposalType:          "the proposal is of the type '{name}', which no list is for",
	model.BecauseProposalDecided:       "Proposal '{name}' is already {other}",
	model.BecauseNoJournal:             "there is no research problem with this journal",
	model.BecauseNoResearch:            "there is no such research problem",
	model.BecauseResearchCurrent:       "it is the current problem already",
	model.BecauseNoDecision:            "there is no decision of yours to undo",
	model.BecauseForgotten:             "what stood there before was not kept; change it by hand",
	model.BecauseDropped:               "it was dropped before it took effect, so there is nothing to undo",
	model.BecauseHalfDone:              "it is half done; open the dashboard, which finishes it, and look again",
	model.BecauseIsUndo:                "an undo is not undone; decide again instead",
	model.BecauseUndoneAlready:         "it was undone already",
	model.BecauseNotYours:              "it is a decision of {name}, who has to undo it",
	model.BecauseLogOnlyGrows:          "the event log is only added to; a session that writes again comes back by itself",
	model.BecauseCarriedOut:            "the agent acted on it: {name} says so; tell the agent what to do instead",
	model.BecauseNotPendingAnyMore:     "the request is not pending any more; undo what was decided on it since, or leave it",
	model.BecausePickedUp:              "picked up: {name} is not there any more; tell the agent what to do instead",
	model.BecauseAnswered:              "the agent has answered with another text; decide on that one",
	model.BecauseChangedSince:          "{name} was changed since; look at it and move it by hand",
	model.BecausePendingAgain:          "a request of this name is pending again as {name}; decide that one",
	model.BecauseGoneOn:                "the agent has gone on with the plan since; tell the agent what to do instead",
	model.BecauseTouchedSince:          "{name} was changed since in the same place; change it by hand",
	model.BecauseNoPlan:                "there is no such plan",
	model.BecausePinnedGone:            "it is gone",
	model.BecausePlanIs:                "it is {name}",
	model.BecauseNewerThere:            "a newer version of it is there",
	model.BecauseNoTime:                "not 1h, 2d, tomorrow, or a date like {text}",
	model.BecauseTimeOver:              "that is over already",
	model.BecauseTimeTooFar:            "that is more than a year",
	model.BecauseAgentNotPlain:         "the agent's name has line ends, double blanks or characters that do not show",
	model.BecauseAgentTooLong:          "the agent's name is too long",
	model.BecauseAgentTaken:            "the agent cannot be called {name}: that name stands for a person or for the recovery of sessions",
	model.BecauseEntryCategory:         "the category is PROOF, LIT, COMP or NOTE",
	model.BecauseEntryTitle:            "an entry needs a title",
	model.BecauseEntryInsight:          "an entry needs an insight: what was learned, also from success",
	model.BecauseEntryStrategy:         "a PROOF entry needs a strategy: {text}",
	model.BecauseUnknownStrategy:       "the strategies are {text}",
	model.BecauseEntryOutcome:          "an entry needs an outcome: SUCCEEDED, FAILED, PARTIAL, ABANDONED or IN_PROGRESS",
	model.BecauseEntryTag:              "a tag is a word or a few, on one line and without {text}",
	model.BecauseUnknownAction:         "the actions are {text}",
	model.BecauseNoTarget:              "a request needs a target: whom or what the action reaches",
	model.BecauseTargetNotPlain:        "the target is not plain text on one line",
	model.BecauseTargetDashes:          "the target has three dashes, where the agents take the fields to end",
	model.BecauseNoRationale:           "a request needs a rationale: why it should be allowed",
	model.BecauseStepNumber:            "the step is its number in the plan, from 1 on",
	model.BecauseTooLong:               "the {name} is longer than {n} characters",
	model.BecauseHidden:                "the {name} has characters that do not show",
	model.BecauseInItsWords:            "{text}",
	model.BecauseBlocks:                "blocks {name}",
	model.BecauseBlocksAtStep:          "blocks {name} at step {n}",
	model.BecauseProbablyBlocks:        "probably blocks {name}",
	model.BecauseWaitsForApproval:      "waits for approval",
	model.BecauseHiddenCharacters:      "hidden characters",
	model.BecauseExpired:               "expired",
	model.BecauseExpiresSoon:           "expires soon",
	model.BecauseApprovedBefore:        "approved before",
	model.BecauseRejectedBefore:        "rejected before",
	model.BecauseBlockedWithoutRequest: "blocked, no request file",
	model.BecauseAltered:               "changed after you approved it: {name} was approved, {other} lies there",
	model.BecauseLogSaysFailed:         "a log says: failed, {text}",
	model.BecauseLogSays:               "a log says: {text}",
	model.BecauseNoRule:                "its states fit no recovery rule",
	model.BecauseCutOff:                "cut off within the step: run it again, or inspect it",
	model.BecauseFailedStep:            "the step failed",
	model.BecauseNeverEnded:            "started and never ended",
	model.BecauseMaybeLive:             "may still be live",
	model.BecauseWroteAgain:            "wrote again after it was declared dead",
	model.BecauseStuck:                 "stuck in '{name}'",
	model.BecauseRepeats:               "{name} repeats it: {other}, {text}",
	model.BecauseSinceThen:             "since then {text}",
	model.BecauseProposed:              "proposed {name}",
	model.BecauseLearnedAs:             "learned already, as {name}",
	model.BecauseRejectedAs:            "rejected before, as {name}",
	model.BecauseNoFile:                "the file is missing",
	model.BecauseSchemaFault:           "{name}: {text}",
	model.BecauseUnnamed:               `identity.principalName is "User"`,
	model.BecauseOnlyPlan:              "it is the only open plan",
	model.BecauseOnlyOfStatus:          "it is the only {name} plan of {n} open ones",
	model.BecauseFirstByName:           "first by file name of {n} {name} without a readable created_date",
	model.BecauseFirstOfSameTime:       "first by file name of the {n} newest {name}, which have the same created_date",
	model.BecauseNewest:                "newest of {n} {name}",
	model.BecausePinnedByYou:           "you pinned it",
	model.BecauseUnpinnedChoice:        "without the pin it would be chosen",
	model.BecauseOtherPinned:           "the other is pinned",
	model.BecauseUnknownStatus:         "its status word is not known",
	model.BecauseLaterStatus:           "{name} comes after {other}",
	model.BecauseNoDates:               "no readable created_date in either, later file name",
	model.BecauseNoDate:                "it has no readable created_date",
	model.BecauseSameDate:              "same created_date, later file name",
	model.BecauseOlderPlan:             "older",
}
