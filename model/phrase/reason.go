// Package phrase puts the model into words for people: refusals, reasons, and how a value is known. The
// screen and the command line say the same here. Text of a vault stays in it as it was read; package styles
// makes it safe where it is shown.
package phrase

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"coldstart/model"
	"coldstart/model/rule"
)

// Reason returns the sentence of a reason without full stop. The table has its values in
// braces; a text without a place is appended.
func Reason(r model.Reason) string {
	switch r.Code {
	case model.BecauseNothingToDecide:
		return undecidable[model.ParseKind(r.Name)]
	case model.BecauseWipes:
		return "the agent's setup would replace it and lose " + holds(r.N, r.More)
	case model.BecauseOfTool:
		return ofTool(r)
	case model.BecauseToolAsks:
		if r.Text == "" {
			return r.Name + " asks"
		}
	case model.BecauseByOthers:
		return byOthers(r)
	case model.BecauseGranted:
		return grant(model.Grant{Step: r.N, From: r.Name, Probably: r.More > 0}) + "; the agent has not acted yet"
	case model.BecauseGoneOn:
		where := r.Name
		if r.N > 0 {
			where += ", line " + strconv.Itoa(r.N)
		}
		text, mark := clipped(r.Text, longestSign), `"`
		if strings.Contains(text, mark) {
			mark = "'"
		}
		return "the agent has continued: " + where + ": " + mark + text + mark + "; tell the agent what to do instead"
	case model.BecauseChangedSince:
		to := "out of its folder"
		if r.Other != "" {
			to = "to " + r.Other
		}
		return r.Name + " has changed since; look at it and move it by hand " + to
	case model.BecauseNotAChoice:
		if r.Other != "" {
			r.Name += ", only with " + r.Other
		}
	case model.BecauseNotYours:
		r.Name = cmp.Or(r.Name, "an unnamed operator (USER was not set)")
	case model.BecauseCutOffInTool, model.BecauseNeverAnswered, model.BecauseServerError, model.BecauseAsksYou, model.BecauseWaitsForYes:
		if r.Text = clipped(r.Text, longestSign); r.Text == "" {
			words, _, _ := strings.Cut(sentences[r.Code], ":")
			return words
		}
	case model.BecauseDisplaced, model.BecauseDisplacedTicked, model.BecauseDisplacedAnswered:
		r.Name, r.Text = quotedStep(r.Name), quotedStep(r.Text)
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
	return filled(sentence, r) + tied(r)
}

// tied says which plans the agents may choose instead of one that is equal for them.
func tied(r model.Reason) string {
	switch {
	case r.Tied == "":
		return ""
	case r.More > 0:
		r.Tied = fmt.Sprintf("%s or one of %d more", r.Tied, r.More)
	}
	return "; the agents may resume " + r.Tied + ", since of equal plans they take the one that their folder lists first"
}

// DisplacedHint says what the operator can do about an approval at whose number another step stands now.
func DisplacedHint(d rule.Displaced) string {
	undo := ""
	if d.ID != "" {
		undo = "coldstart undo " + d.ID + " revokes the approval"
	}
	switch {
	case d.Now.Done():
		return "ask the agent what it did; coldstart ack " + d.Plan + " says that you know"
	case d.Answered:
		return joined("you answered the new text; the approved file is there still", undo)
	}
	hint := "read the plan"
	if d.To > 0 && d.To != d.Now.Number {
		hint += fmt.Sprintf(", where the approved step is step %d now", d.To)
	}
	hint = joined(hint, "coldstart approve "+d.Plan+" approves the new text, coldstart changes "+d.Plan+" asks for changes")
	return joined(hint, undo)
}

// joined puts a semicolon between two clauses, unless the second is empty.
func joined(first, second string) string {
	if second == "" {
		return first
	}
	return first + "; " + second
}

// quotedStep is the text of a step between quotation marks; a plan may have had no such step.
func quotedStep(text string) string {
	if text == "" {
		return "nothing (the plan had no such step)"
	}
	return `"` + clipped(text, longestSign) + `"`
}

// ofTool says that another program decides, and what to type there, else in which file. It ends with the command.
func ofTool(r model.Reason) string {
	if r.Text == "" {
		return fmt.Sprintf("coldstart only reads %s (%s); change it there, or tell your agent", r.Tied, r.Name)
	}
	does := map[string]string{model.KindPlan.String(): "keeps this plan", model.KindTrace.String(): "runs this workflow"}[r.Other]
	return r.Name + " " + cmp.Or(does, "decides this") + ": type " + r.Text
}

// BriefReason is a reason that stands by itself: "the only active one of 6 open plans".
func BriefReason(r model.Reason) string {
	r.Tied = ""
	if r.Code == model.BecauseOnlyOfStatus {
		return fmt.Sprintf("the only %s one of %d open plans", strings.ToLower(r.Name), r.N)
	}
	return strings.TrimPrefix(strings.TrimPrefix(Reason(r), "it is "), "it was ")
}

// filled puts the values of a reason into its sentence.
func filled(sentence string, r model.Reason) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(sentence, "{")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		var name string
		switch name, sentence, _ = strings.Cut(rest, "}"); name {
		case "name":
			b.WriteString(r.Name)
		case "other":
			b.WriteString(r.Other)
		case "text":
			b.WriteString(r.Text)
		case "n":
			b.WriteString(strconv.Itoa(r.N))
		case "n request":
			b.WriteString(model.Counted(r.N, "request"))
		case "time":
			b.WriteString(r.At.Format("15:04"))
		}
	}
}

// longestSign is how many characters of a line of a file are quoted.
const longestSign = 160

func clipped(text string, most int) string {
	letters := []rune(model.OneLine(text))
	if len(letters) <= most {
		return string(letters)
	}
	return string(letters[:most]) + "…"
}

// byOthers says that somebody else approved a file: whom it names and what it unlocks.
func byOthers(r model.Reason) string {
	words := "approved, but not by you"
	if r.Name != "" {
		words += `; signed "` + clipped(r.Name, longestSign) + `"`
	}
	if !r.At.IsZero() {
		words += "; you rejected this text before"
	}
	switch {
	case r.Other == "":
		return words
	case r.N == 0:
		return words + "; unlocks " + r.Other
	case r.Text == "":
		return fmt.Sprintf("%s; unlocks step %d of %s", words, r.N, r.Other)
	}
	return fmt.Sprintf("%s; unlocks step %d of %s: %s", words, r.N, r.Other, clipped(r.Text, longestSign))
}

// Error returns the text of an error with the sentences of its reasons.
func Error(err error) string {
	text := model.ErrorText(err)
	end := len(text)
	// From the last to the first, since several may have one code.
	for _, r := range slices.Backward(reasons(err)) {
		if at := strings.LastIndex(text[:end], r.Error()); at >= 0 {
			text, end = text[:at]+Reason(r)+text[at+len(r.Error()):], at
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

// What names what needs a human: "rent: Send the notice".
func What(a model.Attention) string {
	switch {
	case len(a.Why) > 0 && a.Why[0].Code == model.BecauseWipes:
		return a.What + " looks like a first run"
	case a.Apart != "":
		return a.What + " (" + path.Base(a.Ref.Path) + ")"
	case a.Of != "":
		return a.Of + ": " + a.What
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

// Fresh is the line that tells an operator of what newly needs them: the first of it, and how much there is.
func Fresh(needs []model.Attention) string {
	n, begin := needs[0], "coldstart: "
	if len(needs) > 1 {
		begin = fmt.Sprintf("coldstart, %d new: ", len(needs))
	}
	words := []string{What(n)}
	for _, f := range []string{Why(n), n.Who} {
		if f != "" {
			words = append(words, f)
		}
	}
	return begin + strings.Join(words, " — ")
}

// holds counts what a memory holds, as far as it could be read.
func holds(learned, proposed int) string {
	switch learnings, proposals := model.Counted(learned, "learning"), model.Counted(proposed, "proposal"); {
	case learned > 0 && proposed > 0:
		return learnings + " and " + proposals
	case learned > 0:
		return learnings
	case proposed > 0:
		return proposals
	}
	return "its contents"
}

// PinDropped says that a pin does not count; whose is "Your" for the operator.
func PinDropped(whose string, pin model.Pin, r rule.Resume) string {
	if !r.PinDropped.Given() {
		return ""
	}
	return whose + " pin of " + strings.TrimSpace(pin.PlanID+" ("+pin.Path+")") + " does not count: " + Reason(r.PinDropped)
}

// RefuseUndo says why nothing can be undone, "" if something can.
func RefuseUndo(s model.Snapshot) string {
	why := rule.RefuseUndo(s)
	if why.Given() && why == s.Undo.Why {
		return NotUndoable(s.Undo)
	}
	return Reason(why)
}

// NotUndoable names a decision and says why it cannot be undone.
func NotUndoable(u model.Undoable) string { return Past(u.Past) + ": " + Reason(u.Why) }

// undecidable says why nothing is decided on a kind.
var undecidable = map[model.Kind]string{
	model.KindProblem:  "this file cannot be read, so there is nothing to decide",
	model.KindIntake:   "this waits for an agent to make a plan, not for a decision",
	model.KindWork:     "a stuck work item waits for the agent to continue it, not for a decision",
	model.KindEntry:    "a journal entry is a record; there is nothing to decide",
	model.KindMemory:   "choose a proposal to decide on",
	model.KindOther:    "coldstart did not understand this file; read it in an editor",
	model.KindLearning: "it is already a learning; there is nothing to decide",
	model.KindNone:     "nothing is selected",
}

// sentences has the sentence of each code.
var sentences = map[model.Code]string{
	model.BecauseMerging:               "{name} is open in this repository: finish it, nothing can be decided",
	model.BecauseReadOnly:              "this vault is open read-only: {text}",
	model.BecauseNameNoText:            "its name is not UTF-8, so neither the ledger nor a log can hold it; rename the file first",
	model.BecauseStale:                 "rereading failed; this is from {time}",
	model.BecauseBeingWritten:          "it is still being written",
	model.BecauseNotAChoice:            "that cannot be done with {name}",
	model.BecauseGone:                  "the {name} is no longer there",
	model.BecausePlanProbablyWaits:     "the plan probably waits for {name}: decide that first",
	model.BecausePlanNotBlocked:        "the plan is {name}, not Blocked",
	model.BecausePlanHasRequests:       "first decide the {n request} that the plan waits for",
	model.BecauseSaidAlready:           "you decided that already; the agent has not acted yet",
	model.BecauseNoOpenStep:            "the plan has no open step to decide on",
	model.BecauseForeignPlan:           "coldstart never changes a plan in this notation, and no request names it; edit {name} yourself, or put the file its agent waits for into the approved folder",
	model.BecauseNoLog:                 "the plan has no reasoning log for a note",
	model.BecauseStepDone:              "step {n} is done already",
	model.BecauseNothingToKnow:         "nothing to acknowledge: the file is unchanged and no log reports a failure",
	model.BecauseNotPending:            "the request is no longer pending",
	model.BecauseHasExpired:            "it has expired",
	model.BecauseNoSuch:                "there is no such {name}",
	model.BecauseSessionEnded:          "the session ended",
	model.BecauseSessionCurrent:        "it is the current session: it started last",
	model.BecauseSessionRuns:           "it runs, or wrote less than 10 minutes ago",
	model.BecauseSessionKnown:          "you acknowledged it; once it writes again, it is back",
	model.BecauseSessionNotCutOff:      "it was not interrupted and asks you nothing",
	model.BecauseNoStep:                "the trace has no such step",
	model.BecauseTraceFinished:         "the workflow finished; there is nothing to recover",
	model.BecauseStepInProgress:        "step {n} is in progress: run it again (rerun) or inspect it",
	model.BecauseStepFailed:            "step {n} failed: retry, skip or abort it",
	model.BecauseStepWaitsForNobody:    "step {n} is {name}; only a step in progress or a failed one waits for you",
	model.BecauseNoProposal:            "Proposal '{name}' not found",
	model.BecauseProposalWithoutID:     "the proposal has no id, so the agent could not find it",
	model.BecauseProposalTwice:         "several proposals have the id '{name}', so the agent could not tell them apart",
	model.BecauseProposalType:          "there is no list for proposals of the type '{name}'",
	model.BecauseProposalDecided:       "Proposal '{name}' is already {other}",
	model.BecauseResearchCurrent:       "it is already the current problem",
	model.BecauseNoDecision:            "nothing to undo",
	model.BecauseForgotten:             "the earlier text was not kept; change it by hand",
	model.BecauseTakenBack:             "someone else has already moved it back: nothing to undo",
	model.BecauseDropped:               "it never took effect: nothing to undo",
	model.BecauseHalfDone:              "it is half finished; open the dashboard to finish it first",
	model.BecauseIsUndo:                "an undo cannot be undone; decide again",
	model.BecauseUndoneAlready:         "it is already undone",
	model.BecauseNotYours:              "{name} decided it, and only {name} can undo it",
	model.BecauseLogOnlyGrows:          "the event log is append-only; a session that writes again reappears by itself",
	model.BecauseCarriedOut:            "{name} says that the agent has acted on it; tell the agent what to do instead",
	model.BecauseRan:                   "the action ran at {time}; tell the agent what to do instead",
	model.BecauseNotPendingAnyMore:     "the request is no longer pending; first undo what was decided on it since",
	model.BecausePickedUp:              "picked up: {name} is gone; tell the agent what to do instead",
	model.BecauseAnswered:              "the agent has written a new text since; decide on that once it waits for you",
	model.BecausePendingAgain:          "a request with this name is pending again as {name}; decide on that one",
	model.BecauseTakenUp:               "the agent has continued: {name} exists now; tell the agent what to do instead",
	model.BecauseTakenFrom:             "the agent has continued: lines of {name} are gone; tell the agent what to do instead",
	model.BecauseTouchedSince:          "{name} has changed since in the same place; change it by hand",
	model.BecausePlanIs:                "it is {name}",
	model.BecauseNewerThere:            "there is a newer version of it",
	model.BecauseNoTime:                "use 1h, 2d, tomorrow or a date such as {text}",
	model.BecauseTimeOver:              "that time has passed",
	model.BecauseTimeTooFar:            "that is more than a year away",
	model.BecauseAgentTaken:            "the agent cannot be called {name}: that name is reserved for a person or for session recovery",
	model.BecauseNotOneOf:              "the {name} must be one of {text}",
	model.BecauseEntryTitle:            "an entry needs a title",
	model.BecauseEntryInsight:          "an entry needs an insight: what was learned, also from success",
	model.BecauseEntryTag:              "a tag is one or a few words on one line, without {text}",
	model.BecauseNoTarget:              "a request needs a target: who or what the action reaches",
	model.BecauseNotPlain:              "the {name} is not plain text on one line",
	model.BecauseTargetDashes:          "the target contains three dashes, which agents take as the end of the fields",
	model.BecauseNoRationale:           "a request needs a rationale: why it should be allowed",
	model.BecauseStepNumber:            "the step must be its number in the plan, from 1",
	model.BecauseTooLong:               "the {name} is longer than {n} characters",
	model.BecauseHidden:                "the {name} has hidden characters",
	model.BecauseInItsWords:            "{text}",
	model.BecauseAgentWaits:            "{name} is waiting for your answer",
	model.BecauseHeldUp:                "{name} was blocked",
	model.BecauseGoesOn:                "type {text}",
	model.BecauseBlocks:                "blocks {name}",
	model.BecauseBlocksAtStep:          "blocks {name} at step {n}",
	model.BecauseProbablyBlocks:        "probably blocks {name}",
	model.BecauseWaitsForApproval:      "waits for approval",
	model.BecauseToolAsks:              "{name} asks: type {text}",
	model.BecausePausedWork:            "paused, according to {name}",
	model.BecauseCutOffWork:            "interrupted, according to {name}",
	model.BecauseUnapprovable:          "cannot be approved",
	model.BecauseHiddenCharacters:      "hidden characters",
	model.BecauseCopyDiffers:           "another copy differs",
	model.BecauseExpired:               "expired",
	model.BecauseExpiresSoon:           "expires soon",
	model.BecauseStatedUrgent:          "urgent",
	model.BecauseTitledUrgent:          "says urgent",
	model.BecauseHighPriority:          "high priority",
	model.BecauseOverdue:               "overdue",
	model.BecauseDueToday:              "due today",
	model.BecauseDueTomorrow:           "due tomorrow",
	model.BecauseSentBack:              "with its agent: {text}",
	model.BecauseDecidedBefore:         "{name} before",
	model.BecauseBlockedWithoutRequest: "blocked, no request file",
	model.BecauseContradicts:           "{text}",
	model.BecauseDisplaced:             "step {n} was approved as {name} and is now {text}; the agents' own check compares step numbers only, so it may let the agent tick this step",
	model.BecauseOpenAgain:             "step {n} was approved and carried out, and is open again; the agents' own check may let the agent tick it again",
	model.BecauseDisplacedAnswered:     "step {n} was approved as {name} and is now {text}, which you did not approve; the approved file is still there, and the agents' own check may let the agent tick this step",
	model.BecauseDisplacedTicked:       "step {n} was approved as {name}; what is ticked there is {text}",
	model.BecauseAltered:               "changed after you approved it: {name} was approved, {other} is there now",
	model.BecauseAlteredElsewhere:      "changed after {text} approved it: {name} was approved, {other} is there now",
	model.BecauseGoneLately:            "gone since your last visit",
	model.BecauseChangedLately:         "changed since your last visit",
	model.BecauseLogSaysFailed:         "failed, according to a log: {text}",
	model.BecauseLogSays:               "according to a log: {text}",
	model.BecauseNoRule:                "its states match no recovery rule",
	model.BecauseCutOff:                "interrupted during the step: rerun or inspect it",
	model.BecauseFailedStep:            "the step failed",
	model.BecauseNeverEnded:            "started, no end recorded",
	model.BecauseMaybeLive:             "may be running",
	model.BecauseWroteAgain:            "active again after it was marked as ended",
	model.BecauseCutOffInTool:          "interrupted in a tool: {name} {text}",
	model.BecauseDiedWriting:           "interrupted while writing",
	model.BecauseNeverAnswered:         "no reply: {text}",
	model.BecauseServerError:           "the model's server answered with an error: {text}",
	model.BecauseByScript:              "run by a script",
	model.BecauseAsksYou:               "asks: {text}",
	model.BecausePlanToAccept:          "has a plan for you to approve",
	model.BecauseWaitsForYes:           "waiting for permission: {text}",
	model.BecauseStuck:                 "stuck in '{name}'",
	model.BecauseRepeats:               "{name} repeats it: {other}, {text}",
	model.BecauseSinceThen:             "since then {text}",
	model.BecauseProposed:              "proposed {name}",
	model.BecauseKnownAs:               "{other} before, as {name}",
	model.BecauseNoFile:                "the file is missing",
	model.BecauseSchemaFault:           "{name}: {text}",
	model.BecauseUnnamed:               `identity.principalName is "User"`,
	model.BecauseOnlyPlan:              "it is the only open plan",
	model.BecauseOnlyOwnPlan:           "it is the only open plan of the vault itself",
	model.BecauseOnlyOfStatus:          "it is the only {name} plan of {n} open ones",
	model.BecauseFirstByName:           "it is the first by file name of {n} {name} without a readable created_date",
	model.BecauseFirstOfSameTime:       "it is the first by file name of the {n} newest {name}, which have the same created_date",
	model.BecauseNewest:                "it is the newest of {n} {name}",
	model.BecausePinnedByYou:           "you pinned it",
	model.BecauseUnpinnedChoice:        "without the pin it would be chosen",
	model.BecauseOtherPinned:           "the other is pinned",
	model.BecauseUnknownStatus:         "its status is unknown",
	model.BecauseLaterStatus:           "{other} plans come first",
	model.BecauseNoDates:               "no readable created_date in either, later file name",
	model.BecauseNoDate:                "it has no readable created_date",
	model.BecauseSameDate:              "same created_date, later file name",
	model.BecauseOlderPlan:             "older",
	model.BecausePriority:              "it has the highest priority of {n} {name}",
	model.BecauseLessPressing:          "its priority is lower",
	model.BecauseNoPriority:            "no priority stated",
	model.BecauseOnlyWaits:             "it can only wait for a person",
	model.BecauseOwnFirst:              "the vault's own plans come first",
	model.BecausePaused:                "it was paused",
	model.BecauseNewestPause:           "it was paused last of {n} paused plans",
	model.BecausePauseFirst:            "a paused plan comes first",
	model.BecauseOlderPause:            "paused earlier",
	model.BecausePausedBefore:          "it was paused before that",
	model.BecauseOnlyBegun:             "it is the only one of {n} open plans that was begun",
	model.BecauseBegunFirst:            "plans that were begun come first",
	model.BecauseTouchedLast:           "it was touched last of {n} {name}",
	model.BecauseTouchedEarlier:        "touched earlier",
	model.BecauseLastByName:            "it is the last by file name of {n} {name}; none was touched later",
	model.BecauseFirstOfTouch:          "it comes first by file name of {n} {name}; none was touched later",
	model.BecauseSameTouch:             "touched at the same time, behind it by file name",
	model.BecauseNamedCurrent:          "{name} names it as the current one",
	model.BecauseOtherCurrent:          "{name} names another one as current",
	model.BecauseOnlyFree:              "it is the only one of {n} plans that were begun that is not blocked",
	model.BecauseOtherFree:             "it is blocked",
}

// Cannot is a sentence that says why something cannot be done; one that begins with nothing
// stands by itself: "Nothing to undo."
func Cannot(verb, reason string) string {
	if rest, ok := strings.CutPrefix(reason, "nothing "); ok {
		return "Nothing " + rest + "."
	}
	return "Cannot " + verb + ": " + reason + "."
}
