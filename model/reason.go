package model

import "time"

// Reason says why something is so or cannot be: a code with values. Package phrase makes
// the sentence. The zero value is no reason.
type Reason struct {
	Code Code
	// Name and Other name things, Text is quoted as it stands.
	Name, Other, Text string
	// Tied is the plan that the agents may choose as well, with how many more there are, or the file of another tool.
	Tied    string
	N, More int
	At      time.Time
}

// Given reports whether there is a reason.
func (r Reason) Given() bool { return r.Code != "" }

// Error returns the code in brackets, so that a refusal can be an error.
func (r Reason) Error() string {
	if !r.Given() {
		return ""
	}
	return "[" + string(r.Code) + "]"
}

// Because returns a reason without values.
func Because(c Code) Reason { return Reason{Code: c} }

// Code tells reasons apart.
type Code string

// Why nothing can be decided now, on anything or on one file.
const (
	BecauseReadOnly        Code = "read-only"
	BecauseMerging         Code = "merging"
	BecauseNameNoText      Code = "name-no-text"
	BecauseStale           Code = "stale"
	BecauseBeingWritten    Code = "being-written"
	BecauseNotAChoice      Code = "not-a-choice"
	BecauseNothingToDecide Code = "nothing-to-decide"
)

// Why a plan or a request cannot be decided on.
const (
	BecauseGone              Code = "gone"
	BecausePlanProbablyWaits Code = "plan-probably-waits"
	BecausePlanNotBlocked    Code = "plan-not-blocked"
	BecausePlanHasRequests   Code = "plan-has-requests"
	BecauseGranted           Code = "granted"
	BecauseSaidAlready       Code = "said-already"
	BecauseNoOpenStep        Code = "no-open-step"
	BecauseForeignPlan       Code = "foreign-plan"
	BecauseOfTool            Code = "of-tool"
	BecauseNoLog             Code = "no-log"
	BecauseStepDone          Code = "step-done"
	BecauseNothingToKnow     Code = "nothing-to-know"
	BecauseNotPending        Code = "not-pending"
	BecauseHasExpired        Code = "has-expired"
)

// Why a session or a step of a trace cannot be decided on.
const (
	BecauseNoSuch             Code = "no-such"
	BecauseSessionEnded       Code = "session-ended"
	BecauseSessionCurrent     Code = "session-current"
	BecauseSessionRuns        Code = "session-runs"
	BecauseSessionKnown       Code = "session-known"
	BecauseSessionNotCutOff   Code = "session-not-cut-off"
	BecauseNoStep             Code = "no-step"
	BecauseTraceFinished      Code = "trace-finished"
	BecauseStepInProgress     Code = "step-in-progress"
	BecauseStepFailed         Code = "step-failed"
	BecauseStepWaitsForNobody Code = "step-waits-for-nobody"
)

// Why a proposal, a journal or a research problem cannot be decided on.
const (
	BecauseNoProposal        Code = "no-proposal"
	BecauseProposalWithoutID Code = "proposal-without-id"
	BecauseProposalTwice     Code = "proposal-twice"
	BecauseProposalType      Code = "proposal-type"
	BecauseProposalDecided   Code = "proposal-decided"
	BecauseResearchCurrent   Code = "research-current"
)

// Why a decision cannot be undone.
const (
	BecauseNoDecision        Code = "no-decision"
	BecauseForgotten         Code = "forgotten"
	BecauseTakenBack         Code = "taken back"
	BecauseDropped           Code = "dropped"
	BecauseHalfDone          Code = "half-done"
	BecauseIsUndo            Code = "is-undo"
	BecauseUndoneAlready     Code = "undone-already"
	BecauseNotYours          Code = "not-yours"
	BecauseLogOnlyGrows      Code = "log-only-grows"
	BecauseCarriedOut        Code = "carried-out"
	BecauseNotPendingAnyMore Code = "not-pending-any-more"
	BecauseRan               Code = "ran"
	BecausePickedUp          Code = "picked-up"
	BecauseAnswered          Code = "answered"
	BecauseChangedSince      Code = "changed-since"
	BecausePendingAgain      Code = "pending-again"
	BecauseGoneOn            Code = "gone-on"
	BecauseTakenUp           Code = "taken-up"
	BecauseTakenFrom         Code = "taken-from"
	BecauseTouchedSince      Code = "touched-since"
)

// Why a plan cannot be pinned, or a pin does not count.
const (
	BecausePlanIs     Code = "plan-is"
	BecauseNewerThere Code = "newer-there"
)

// Why a row cannot rest until a time.
const (
	BecauseNoTime     Code = "no-time"
	BecauseTimeOver   Code = "time-over"
	BecauseTimeTooFar Code = "time-too-far"
)

// Why an agent cannot be called so.
const (
	BecauseAgentTaken Code = "agent-taken"
)

// Why a journal entry cannot be written as it is.
const (
	BecauseNotOneOf     Code = "not-one-of"
	BecauseEntryTitle   Code = "entry-title"
	BecauseEntryInsight Code = "entry-insight"
	BecauseEntryTag     Code = "entry-tag"
)

// Why a request of an agent cannot be written as it is.
const (
	BecauseNoTarget     Code = "no-target"
	BecauseNotPlain     Code = "not-plain"
	BecauseTargetDashes Code = "target-dashes"
	BecauseNoRationale  Code = "no-rationale"
	BecauseStepNumber   Code = "step-number"
	BecauseTooLong      Code = "too-long"
	BecauseHidden       Code = "hidden"
)

// Why something needs a human.
const (
	BecauseInItsWords            Code = "in-its-words"
	BecauseAgentWaits            Code = "agent-waits"
	BecauseHeldUp                Code = "held-up"
	BecauseGoesOn                Code = "goes-on"
	BecauseBlocks                Code = "blocks"
	BecauseBlocksAtStep          Code = "blocks-at-step"
	BecauseProbablyBlocks        Code = "probably-blocks"
	BecauseWaitsForApproval      Code = "waits-for-approval"
	BecauseToolAsks              Code = "tool-asks"
	BecausePausedWork            Code = "paused-work"
	BecauseCutOffWork            Code = "cut-off-work"
	BecauseUnapprovable          Code = "unapprovable"
	BecauseHiddenCharacters      Code = "hidden-characters"
	BecauseCopyDiffers           Code = "copy-differs"
	BecauseExpired               Code = "expired"
	BecauseExpiresSoon           Code = "expires-soon"
	BecauseStatedUrgent          Code = "stated-urgent"
	BecauseTitledUrgent          Code = "titled-urgent"
	BecauseHighPriority          Code = "high-priority"
	BecauseOverdue               Code = "overdue"
	BecauseDueToday              Code = "due-today"
	BecauseDueTomorrow           Code = "due-tomorrow"
	BecauseSentBack              Code = "sent-back"
	BecauseDecidedBefore         Code = "decided-before"
	BecauseBlockedWithoutRequest Code = "blocked-without-request"
	BecauseAltered               Code = "altered"
	BecauseAlteredElsewhere      Code = "altered-elsewhere"
	BecauseByOthers              Code = "by-others"
	BecauseContradicts           Code = "contradicts"
	BecauseDisplaced             Code = "displaced"
	BecauseOpenAgain             Code = "open-again"
	BecauseDisplacedTicked       Code = "displaced-ticked"
	BecauseDisplacedAnswered     Code = "displaced-answered"
	BecauseLogSaysFailed         Code = "log-says-failed"
	BecauseLogSays               Code = "log-says"
	BecauseNoRule                Code = "no-rule"
	BecauseCutOff                Code = "cut-off"
	BecauseFailedStep            Code = "failed-step"
	BecauseNeverEnded            Code = "never-ended"
	BecauseMaybeLive             Code = "maybe-live"
	BecauseWroteAgain            Code = "wrote-again"
	BecauseCutOffInTool          Code = "cut-off-in-tool"
	BecauseDiedWriting           Code = "died-writing"
	BecauseNeverAnswered         Code = "never-answered"
	BecauseServerError           Code = "server-error"
	BecauseByScript              Code = "by-script"
	BecauseAsksYou               Code = "asks-you"
	BecausePlanToAccept          Code = "plan-to-accept"
	BecauseWaitsForYes           Code = "waits-for-yes"
	BecauseStuck                 Code = "stuck"
	BecauseRepeats               Code = "repeats"
	BecauseSinceThen             Code = "since-then"
	BecauseWipes                 Code = "wipes"
	BecauseProposed              Code = "proposed"
	BecauseKnownAs               Code = "known-as"
	BecauseGoneLately            Code = "gone-lately"
	BecauseChangedLately         Code = "changed-lately"
)

// Why an agent would take a memory for one that was never set up.
const (
	BecauseNoFile      Code = "no-file"
	BecauseSchemaFault Code = "schema-fault"
	BecauseUnnamed     Code = "unnamed"
)

// Why a plan was chosen to go on with, and what put another one behind it.
const (
	BecauseOnlyPlan        Code = "only-plan"
	BecauseOnlyOwnPlan     Code = "only-own-plan"
	BecauseOnlyOfStatus    Code = "only-of-status"
	BecauseFirstByName     Code = "first-by-name"
	BecauseFirstOfSameTime Code = "first-of-same-time"
	BecauseNewest          Code = "newest"
	BecausePinnedByYou     Code = "pinned-by-you"
	BecauseUnpinnedChoice  Code = "unpinned-choice"
	BecauseOtherPinned     Code = "other-pinned"
	BecauseUnknownStatus   Code = "unknown-status"
	BecauseLaterStatus     Code = "later-status"
	BecauseNoDates         Code = "no-dates"
	BecauseNoDate          Code = "no-date"
	BecauseSameDate        Code = "same-date"
	BecauseOlderPlan       Code = "older-plan"
	BecausePriority        Code = "priority"
	BecauseLessPressing    Code = "less-pressing"
	BecauseNoPriority      Code = "no-priority"
	BecauseOnlyWaits       Code = "only-waits"
	BecauseOwnFirst        Code = "own-first"
	BecausePaused          Code = "paused"
	BecauseNewestPause     Code = "newest-pause"
	BecausePauseFirst      Code = "pause-first"
	BecauseOlderPause      Code = "older-pause"
	BecausePausedBefore    Code = "paused-before"
	BecauseOnlyBegun       Code = "only-begun"
	BecauseBegunFirst      Code = "begun-first"
	BecauseTouchedLast     Code = "touched-last"
	BecauseTouchedEarlier  Code = "touched-earlier"
	BecauseLastByName      Code = "last-by-name"
	BecauseFirstOfTouch    Code = "first-of-touch"
	BecauseSameTouch       Code = "same-touch"
	BecauseNamedCurrent    Code = "named-current"
	BecauseOtherCurrent    Code = "other-current"
	BecauseOnlyFree        Code = "only-free"
	BecauseOtherFree       Code = "other-free"
)
