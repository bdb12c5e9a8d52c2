package board

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/styles"
	"coldstart/tui/list"
	"coldstart/tui/phrase"
)

func requestFacts(s model.Snapshot, r model.Request) []Fact {
	if r.Ask != nil {
		return append(actionFacts(s, r), append(doubtFacts(r.Doubts), Fact{fileLabel, r.Path, styles.RolePlain}, askedFact(s, r))...)
	}
	facts := append([]Fact{{"Request", r.Title(), styles.RoleTitle}}, warningFacts(s, r)...)
	facts = append(facts, toolFacts(r)...)
	facts = append(facts,
		Fact{"What", phrase.Action(r.Action), styles.RolePlain},
		Fact{"To", r.Target, styles.RolePlain},
		Fact{"From", r.Sender, styles.RolePlain},
		Fact{"Amount", phrase.Amount(r.Amount), styles.RoleEmphasis},
		Fact{"Risk", r.Risk, styles.RoleWarn},
		Fact{documentLabel, r.About, styles.RolePlain},
		Fact{"Why", ownRationale(r), styles.RolePlain},
		Fact{"Until", ExpiryWords(s.At, r), expiryRole(s.At, r)},
		madeFact(s, r),
	)
	facts = append(facts, linkFacts(s, r)...)
	facts = append(facts, requestReadingFacts(r)...)
	facts = append(facts, Fact{fileLabel, r.Path, styles.RolePlain})
	return append(facts, askedFact(s, r))
}

// askedFact is what the operator asked for, without a value for most requests.
func askedFact(s model.Snapshot, r model.Request) Fact {
	if r.Asked == nil {
		return Fact{}
	}
	return Fact{"You asked", r.Asked.Note + ", " + When(s.At, r.Asked.At), styles.RoleAccent}
}

// toolFacts say which program decides, and what to type there.
func toolFacts(r model.Request) []Fact {
	facts := []Fact{{"Asked by", r.Reading.Tool, styles.RolePlain}, {"Type", r.Reading.Command, styles.RoleEmphasis}}
	if r.Reading.Tool != "" {
		label := "Asks"
		for line := range strings.SplitSeq(r.Rationale, "\n") {
			facts, label = append(facts, Fact{label, line, styles.RolePlain}), ""
		}
	}
	if r.Reading.Maybe {
		facts = append(facts, Fact{"Maybe", "its files do not say for sure that it waits for you", styles.RoleMuted})
	}
	return facts
}

// ownRationale is why an agent of the vault asks.
func ownRationale(r model.Request) string {
	if r.Reading.Tool != "" {
		return ""
	}
	return r.Rationale
}

// requestGlance are the facts about a request that a preview has: its subject, what speaks against
// it, and what a yes is to. The open page and the card of the decision have the rest.
func requestGlance(s model.Snapshot, r model.Request) []Fact {
	if r.Ask != nil {
		return append(actionFacts(s, r), append(doubtFacts(r.Doubts), askedFact(s, r))...)
	}
	subject, what := phrase.Matter(r)
	facts := append([]Fact{{"Request", subject, styles.RoleTitle}}, warningFacts(s, r)...)
	facts = append(facts, toolFacts(r)...)
	facts = append(facts,
		Fact{"What", what, styles.RolePlain},
		Fact{"To", r.Target, styles.RolePlain},
		Fact{"From", r.Sender, styles.RolePlain},
		Fact{documentLabel, r.About, styles.RolePlain},
		Fact{"Amount", phrase.Amount(r.Amount), styles.RoleEmphasis},
		Fact{"Until", ExpiryWords(s.At, r), expiryRole(s.At, r)},
	)
	if to := forPlan(s, r); to.Value != "" {
		facts = append(facts, Fact{"For", to.Value, to.Role})
	}
	facts = append(facts, madeFact(s, r))
	facts = append(append(facts, requestReadingFacts(r)...), carriedFacts(s, r)...)
	return append(facts, askedFact(s, r))
}

// documentLabel is the label of the document that a request is about.
const documentLabel = "Document"

// polling is the program that waits until the request's file changes, "" for none.
func polling(r model.Request) string {
	if !r.Reading.Polls {
		return ""
	}
	return r.Reading.Tool
}

// madeFact says how long a request waits, or when a decided one was made.
func madeFact(s model.Snapshot, r model.Request) Fact {
	switch r.Reading.Decision {
	case model.DecisionApproved, model.DecisionRejected:
		return Fact{"Made", knownStamp(s, r.Created), styles.RolePlain}
	}
	return Fact{"Asked", Waited(s, r.Created), styles.RolePlain}
}

func hiddenWords(n int) string { return model.Counted(n, "hidden character") + ", shown in brackets" }

// warningFacts come near the top, where they are read.
func warningFacts(s model.Snapshot, r model.Request) []Fact {
	var facts []Fact
	if r.Hidden > 0 {
		facts = append(facts, Fact{"Careful", hiddenWords(r.Hidden), styles.RoleBad})
	}
	if before, at := phrase.Before(r); before != "" {
		facts = append(facts, Fact{"Earlier", strings.Join(NotEmpty(before, When(s.At, at)), ", "), styles.RoleBad})
	}
	if c := r.Companion; c != nil {
		facts = append(facts, Fact{"Careful", c.String(), styles.RoleBad})
	}
	if r.Twin != "" {
		facts = append(facts, Fact{"Careful", r.Twin + " has the same name; an agent may take that one", styles.RoleBad})
	}
	for _, p := range s.Problems {
		if p.Path == r.Path {
			facts = append(facts, Fact{"Careful", p.Reason, styles.RoleBad})
		}
	}
	return facts
}

// linkFacts shows the plan's own words beside what the request claims.
func linkFacts(s model.Snapshot, r model.Request) []Fact {
	p, ok := s.Plan(r.Plan)
	switch decided := r.Reading.Decision; {
	case !ok && (decided == model.DecisionApproved || decided == model.DecisionRejected):
		// The plans of decided requests are not looked up.
		return []Fact{{"Plan", r.PlanID, styles.RolePlain}}
	case !ok && r.PlanUnread != "":
		return []Fact{{"Plan", r.PlanID + " (could not be read)", styles.RoleBad}}
	case !ok && r.Reading.Tool != "":
		return []Fact{{"Plan", r.PlanID, styles.RolePlain}}
	case !ok && r.PlanID != "":
		return []Fact{{"Plan", phrase.NoPlan(s, r), styles.RoleWarn}}
	case !ok:
		return nil
	}
	named := ""
	if r.PlanID == "" {
		named = " (the plan names this request)"
	}
	facts := []Fact{{"Plan", p.ID + ", " + p.Status.String() + ": " + phrase.Heading(p) + named, styles.RolePlain}}
	switch {
	case r.Step > 0 && r.Step <= len(p.Steps):
		step := p.Steps[r.Step-1]
		note := ""
		if step.Done() {
			note = " (this step is done already)"
		} else if !step.Human {
			note = " (the plan does not mark this step for a human)"
		}
		facts = append(facts, Fact{"Plan's step", strconv.Itoa(r.Step) + " " + step.Text + note, styles.RolePlain})
	case r.StepText != "":
		facts = append(facts, Fact{"Plan's step", r.StepText + " (the plan has no such step)", styles.RoleWarn})
	}
	return append(facts, Fact{"Blocked", p.BlockedReason, styles.RoleBad})
}

// ExpiryWords say when a request expires, and in how long.
func ExpiryWords(now time.Time, r model.Request) string {
	switch {
	case r.Expires.Raw == "":
		return ""
	case !r.Expires.Known():
		return r.Expires.Raw + " (not readable as a time)"
	case r.Expired(now):
		return styles.Until(now, r.Expires.End()) + ", expired " + Ago(now, r.Expires.End())
	}
	words := styles.Deadline(now, r.Expires.End())
	if len(styles.Until(now, r.Expires.End())) == len("15:04") {
		return "today " + words
	}
	return words
}

func expiryRole(now time.Time, r model.Request) styles.Role {
	if r.Expired(now) {
		return styles.RoleBad
	}
	return styles.RoleWarn
}

func pendingCount(b *Board) int {
	s := b.Snapshot
	n := unanswered(s) + len(rule.Altered(s)) + len(rule.ByOthers(s))
	for _, r := range s.Decided {
		if _, altered := rule.AlteredAt(s, r.Path); r.Failed() && !altered && !r.ByOthers {
			n++
		}
	}
	return n
}

func unanswered(s model.Snapshot) int {
	n := 0
	for _, r := range s.Requests {
		if rule.Turn(r) == model.TurnOperator && !r.Reading.Maybe {
			n++
		}
	}
	return n
}

// requestSection is the group of a pending request.
func requestSection(r model.Request) int {
	switch {
	case rule.Turn(r) == model.TurnAgent:
		return 2
	case r.Reading.Maybe:
		return 1
	}
	return 0
}

// pending are the requests in the order of the queue on Home, then those that it does not have.
func (b *Board) pending() []model.Request {
	at := map[model.Ref]int{}
	for i, n := range b.Queue {
		at[n.Ref] = i - len(b.Queue)
	}
	all := slices.Clone(b.Snapshot.Requests)
	slices.SortStableFunc(all, func(x, y model.Request) int { return at[x.Ref()] - at[y.Ref()] })
	return all
}

// approvalRows lists what waits for the operator, for the agent, and what was decided.
func approvalRows(b *Board) []list.Row {
	s, requests := b.Snapshot, b.pending()
	yours, maybe, apart := unanswered(s), rule.MaybeNeeds(s), model.Apart(slices.Concat(s.Requests, s.Decided))
	rows := make([]list.Row, 0, len(s.Requests))
	for i, section := range []string{
		fmt.Sprintf("Waiting for you %d", yours), fmt.Sprintf("Maybe waiting for you %d", maybe), fmt.Sprintf("Waiting for the agent %d", len(s.Requests)-yours-maybe),
	} {
		for _, r := range requests {
			if requestSection(r) == i {
				rows = append(rows, list.Row{
					Ref: r.Ref(), Mark: requestMark(b, r), What: calledInRow(r), Apart: apart[r.Path], Who: whoInRow(r), Why: requestInRow(s, r),
					Since: r.Created.Time, Section: section, Words: r.Name + " " + r.Action + " " + requestWhy(s, r),
					Until: deadline(s, r), Alarm: alarming(s, r), Group: b.groups[r.Ref()],
				})
			}
		}
	}
	return append(append(rows, decidedRows(s)...), goneRows(b, model.KindRequest)...)
}

// decidedRows lists decided requests: decided both ways, changed since, failed, no outcome yet, then the rest.
func decidedRows(s model.Snapshot) []list.Row {
	apart := model.Apart(slices.Concat(s.Requests, s.Decided))
	var disputed, byOthers, altered, failed, open, done, rejected []list.Row
	for _, r := range s.Decided {
		line := list.Row{Ref: r.Ref(), Mark: styles.MarkDone, What: calledInRow(r), Apart: apart[r.Path], Who: whoInRow(r), Why: outcomeInRow(s, r), Since: r.Created.Time, Words: r.Name + " " + phrase.Outcome(r)}
		_, changed := rule.AlteredAt(s, r.Path)
		switch c := r.Carried; {
		case r.Against != nil:
			line.Mark = styles.MarkWarn
			disputed = append(disputed, line)
		case r.ByOthers:
			line.Mark, line.Why = styles.MarkWarn, "not by you"
			byOthers = append(byOthers, line)
		case changed:
			line.Mark, line.Why = styles.MarkWarn, "changed since"
			altered = append(altered, line)
		case r.Reading.Decision == model.DecisionRejected:
			line.Mark = styles.MarkDraft
			rejected = append(rejected, line)
		case r.Ask != nil && r.Ask.Left(s.At) == 0:
			done = append(done, line)
		case r.Ask != nil && r.Ask.Action.Resume != "" && len(r.Ask.Used) == 0:
			line.Mark = styles.MarkHuman
			open = append(open, line)
		case c == nil:
			line.Mark = styles.MarkActive
			open = append(open, line)
		case r.Failed():
			line.Mark = styles.MarkProblem
			failed = append(failed, line)
		default:
			done = append(done, line)
		}
	}
	var rows []list.Row
	for _, part := range []struct {
		name string
		rows []list.Row
	}{{"Decided both ways", disputed}, {"Approved, not by you", byOthers}, {"Changed after approval", altered}, {"Approved, and failed", failed}, {"Approved", append(open, done...)}, {"Rejected", rejected}} {
		for _, r := range part.rows {
			r.Section = fmt.Sprintf("%s %d", part.name, len(part.rows))
			if r.Mark != styles.MarkWarn && r.Who != "" {
				r.Group.Key = part.name + "\x00" + r.Who
			}
			rows = append(rows, r)
		}
	}
	return rows
}

func requestMark(b *Board, r model.Request) styles.Mark {
	switch {
	case r.Asked != nil:
		return styles.MarkDraft
	case r.Reading.Maybe:
		return styles.MarkUnknown
	case rule.Unapprovable(r).Given(), r.Hidden > 0:
		return styles.MarkWarn
	case rule.Turn(r) == model.TurnAgent:
		return styles.MarkDraft
	}
	return styles.MarkRequest
}

// requestInRow is what stands out about a request, "" for an ordinary one: its row then says whom it goes to.
func requestInRow(s model.Snapshot, r model.Request) string {
	if until := deadline(s, r); !until.IsZero() {
		return styles.Deadline(s.At, until)
	}
	if r.Reading.Maybe {
		return "maybe"
	}
	if words := phrase.AskedInRow(r, s.At); words != "" && !r.Ask.Waits() || r.Ask == nil {
		return words
	}
	return phrase.HeldUpInRow(*r.Ask)
}

// requestWhy is what stands out about a request at length, for those who search for it.
func requestWhy(s model.Snapshot, r model.Request) string {
	before, at := phrase.Before(r)
	switch {
	case r.Asked != nil:
		return "you asked for changes: " + r.Asked.Note
	case rule.Unapprovable(r).Given():
		return phrase.Reason(rule.Unapprovable(r))
	case before != "":
		return before + " (" + Ago(s.At, at) + ")"
	case r.Expired(s.At):
		return "expired " + Ago(s.At, r.Expires.End())
	}
	return ""
}

// deadline is when a request is too late, if that is within a day and nothing else alarms, zero
// otherwise.
func deadline(s model.Snapshot, r model.Request) time.Time {
	if rule.Turn(r) == model.TurnAgent || alarming(s, r) || !r.Urgent(s.At) {
		return time.Time{}
	}
	return r.Expires.End()
}

// alarming reports a request that should not just be approved.
func alarming(s model.Snapshot, r model.Request) bool {
	before, _ := phrase.Before(r)
	return r.Asked == nil && (rule.Unapprovable(r).Given() || before != "" || r.Hidden > 0 || rule.CopyDiffers(r) || r.Expired(s.At))
}
