package board

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/model/view"
	"coldstart/styles"
	"coldstart/tui/draw"
	"coldstart/tui/list"
)

// Resting finds ref among what is snoozed.
func (b *Board) Resting(ref model.Ref) (model.Resting, bool) {
	r, ok := b.resting[ref]
	return r, ok
}

// snoozedName heads what is snoozed.
const snoozedName = "Snoozed"

// SnoozedRows list what is snoozed, for the end of Home.
func SnoozedRows(b *Board) []list.Row {
	var rows []list.Row
	for _, r := range b.Snoozed {
		rows = append(rows, list.Row{
			Ref: r.Ref, Mark: b.markOf(r.Ref, attentionMark(r.Attention)), What: phrase.What(r.Attention), Why: "until " + phrase.UntilWords(b.Snapshot.At, r.Until), Beside: true,
			Since: r.Since, Section: list.Over(snoozedName, len(b.Snoozed)), Words: r.Who,
		})
	}
	return rows
}

// yesRows list the yeses that still hold, for Home: undo takes one back.
func (b *Board) yesRows() []list.Row {
	var rows []list.Row
	all := b.Snapshot.StandingYeses()
	for _, k := range all {
		rows = append(rows, list.Row{
			Ref: model.Ref{Kind: model.KindRequest, Path: k.To}, Mark: styles.MarkDone, What: phrase.Let(k), Who: k.Action.By(),
			Why:     phrase.Stands(k, k.Left(b.Snapshot.At), phrase.UntilWords(b.Snapshot.At, k.Until)),
			Section: list.Over("Standing approvals", len(all)), Words: k.Action.Called() + " " + k.Action.Dir, Beside: true,
		})
	}
	return rows
}

// markSnoozed takes snoozed things out of the counts of their pages and says so in their rows.
func (b *Board) markSnoozed() {
	for _, r := range b.Snoozed {
		for i := range b.Rows {
			at := slices.IndexFunc(b.Rows[i], func(own *list.Row) bool { return own.Ref == r.Ref })
			if i == HomePage || at < 0 {
				continue
			}
			b.Needs[i] = max(0, b.Needs[i]-1)
			own := b.Rows[i][at]
			if own.Why = "until " + phrase.UntilWords(b.Snapshot.At, r.Until); own.Section.Name != snoozedName {
				own.Why = "snoozed " + own.Why
			}
		}
	}
}

// homeRows is the queue in its groups, the yeses that still hold and, if there is no plan to resume,
// what waits for triage.
func homeRows(b *Board) []list.Row {
	var rows []list.Row
	s := b.Snapshot
	groups, decide := b.urgencies(), b.toDecide()
	for _, n := range b.Queue {
		n.Since = n.Since.In(s.At.Location())
		u, why := rule.Urgency(n), phrase.InRow(n)
		if !n.Until.IsZero() {
			why = phrase.DeadlineInRow(s.At, n.Until)
		}
		if why == phrase.Decide && decide > 1 {
			// A word that stands in row after row tells less than whom it is for.
			why = ""
		}
		rows = append(rows, list.Row{
			Ref: n.Ref, Mark: attentionMark(n), What: b.folderOf(n.Ref) + b.guessed(n.Ref) + b.nameInRow(n), Apart: n.Apart, Who: phrase.OfInRow(n), Why: why,
			Since: n.Since, Section: list.Over(urgencyNames[u], groups[u]), Until: n.Until, Apiece: n.Gate,
			Alarm: n.Ref.Kind == model.KindRequest && n.Severity == model.SeverityHigh && n.Until.IsZero(), Words: phrase.What(n) + " " + phrase.Why(n), Group: b.groups[n.Ref],
		})
	}
	rows = append(rows, b.yesRows()...)
	if b.Foreign {
		section := list.Over("Needs you", len(b.Queue))
		if section.Also = b.maybe; b.maybe > 0 {
			section.Rest = ", %d more may need you"
		}
		rows = append(headed(rows, section), b.besideNeeds()...)
	}
	if b.Resume.Plan != nil {
		return rows
	}
	section := list.Over("Waiting for triage", len(s.Intake)-rule.Drafted(s))
	if n := rule.Drafted(s); n > 0 {
		section.Rest, section.Also = ", %d more with a draft or a plan", n
	}
	for _, i := range rule.Triage(s) {
		rows = append(rows, list.Row{
			Ref: i.Ref, Mark: styles.MarkDraft, What: i.What, Apart: i.Apart, Why: i.Action,
			Since: i.Since, Section: section, Group: b.groups[i.Ref], Beside: true,
		})
	}
	return rows
}

// nameInRow is what a row of the queue is about, of a session without the word.
func (b *Board) nameInRow(n model.Attention) string {
	if t, ok := b.Written(n.Ref); ok && (n.Ref.Kind == model.KindSession || n.Ref.Kind == model.KindTranscript) {
		return sessionInRow(t)
	}
	return phrase.NameInRow(n)
}

// toDecide counts the rows of the queue of which nothing is to say but that somebody has to decide.
func (b *Board) toDecide() int {
	n := 0
	for _, a := range b.Queue {
		if phrase.InRow(a) == phrase.Decide {
			n++
		}
	}
	return n
}

// guessed is the mark in front of a title that was guessed, "" for most.
func (b *Board) guessed(ref model.Ref) string {
	if ref.Kind != model.KindRequest {
		return ""
	}
	r, _ := b.Snapshot.RequestAnywhere(ref.Path)
	return phrase.GuessedInRow(r.Summary, r.Reading.Summary)
}

// urgencyNames are the headings of the groups on Home, urgencyWords what is counted of one, of
// more, and where there is little room.
var (
	urgencyNames = [...]string{
		model.UrgencyFirst:   "Resolve first",
		model.UrgencyAlarm:   "Alarms",
		model.UrgencyNow:     "Agent waiting",
		model.UrgencyExpires: "Expires soon", model.UrgencyBlocks: "Blocking",
		model.UrgencyPressing: "Urgent",
		model.UrgencyCheck:    "To check", model.UrgencyCanWait: "Not urgent", model.UrgencyExpired: "Expired",
	}
	urgencyWords = [...][3]string{
		model.UrgencyFirst:   {"to resolve first", "to resolve first", "first"},
		model.UrgencyAlarm:   {"alarm", "alarms", "alarms"},
		model.UrgencyNow:     {"agent waiting", "agents waiting", "now"},
		model.UrgencyExpires: {"expires soon", "expire soon", "soon"}, model.UrgencyBlocks: {"blocks work", "block work", "block"},
		model.UrgencyPressing: {"urgent", "urgent", "urgent"},
		model.UrgencyCheck:    {"to check", "to check", "check"}, model.UrgencyCanWait: {"not urgent", "not urgent", "later"},
		model.UrgencyExpired: {"expired", "expired", "expired"},
	}
)

// urgencies counts the rows of each group.
func (b *Board) urgencies() [len(urgencyNames)]int {
	var n [len(urgencyNames)]int
	for _, a := range b.Queue {
		n[rule.Urgency(a)]++
	}
	return n
}

// NeedsCount heads the queue with how much there is; shown rows fit a filter, and key shows
// what is snoozed.
func (b *Board) NeedsCount(shown int, key string) styles.Line {
	count := fmt.Sprintf("Needs you %d", len(b.Queue))
	if shown < len(b.Queue) {
		count = fmt.Sprintf("Needs you %d of %d", shown, len(b.Queue))
	}
	l := styles.Join(draw.Edge(), draw.Words(styles.RoleHeading, count))
	if len(b.Snoozed) > 0 {
		l = styles.Join(l, draw.Words(styles.RoleMuted, fmt.Sprintf("    %d snoozed (%s)", len(b.Snoozed), key)))
	}
	return l
}

// NeedsLine is NeedsCount and NeedsKinds in w cells, and how much more may need somebody.
func (b *Board) NeedsLine(shown int, key string, w int) styles.Line {
	count := styles.Join(b.NeedsCount(shown, key), draw.Words(styles.RolePlain, "    "))
	l := styles.Join(count, b.NeedsKinds(w-draw.RightEdge-count.Width()))
	n := b.maybe
	if n == 0 {
		return l.Fit(w - draw.RightEdge)
	}
	if whole := styles.Join(l, b.MaybeCount()); whole.Width() <= w-draw.RightEdge {
		return whole
	}
	return styles.Join(l, draw.Words(styles.RoleMuted, fmt.Sprintf(" · %d maybe", n))).Fit(w - draw.RightEdge)
}

// MaybeCount says how much there is of which it is only probable that somebody has to decide.
func (b *Board) MaybeCount() styles.Line {
	if n := b.maybe; n > 0 {
		return draw.Words(styles.RoleMuted, fmt.Sprintf("    %d more may need you", n))
	}
	return nil
}

// AgentsLine says how much waits for its agent and not for the operator, nil for nothing.
func (b *Board) AgentsLine() styles.Line {
	if len(b.withAgent) == 0 {
		return nil
	}
	return styles.Join(draw.Edge(), draw.Words(styles.RoleMuted, fmt.Sprintf("Waiting for agents %d    %s", len(b.withAgent), phrase.TurnOfAgents(b.withAgent))))
}

// NeedsKinds is how much there is of each kind, in short words where the usual ones take more
// than w cells.
func (b *Board) NeedsKinds(w int) styles.Line {
	if l := b.needsKinds(false); l.Width() <= w {
		return l
	}
	return b.needsKinds(true)
}

func (b *Board) needsKinds(short bool) styles.Line {
	var l styles.Line
	for i, n := range b.urgencies() {
		if n == 0 {
			continue
		}
		words, role := urgencyWords[i][1], styles.RoleMuted
		switch {
		case short:
			words = urgencyWords[i][2]
		case n == 1:
			words = urgencyWords[i][0]
		}
		if model.Urgency(i) <= model.UrgencyExpires {
			role = styles.RoleWarn
		}
		if l != nil {
			l = append(l, draw.Span(styles.RoleMuted, " · "))
		}
		l = append(l, draw.Span(role, fmt.Sprintf("%d %s", n, words)))
	}
	return l
}

// nothingNeeds is shown for an empty queue.
func nothingNeeds(b *Board) string {
	if n := len(b.Snoozed); n > 0 {
		return "Nothing needs you; " + strconv.Itoa(n) + " snoozed"
	}
	if n := b.maybe; n > 0 {
		return fmt.Sprintf("Nothing is certainly waiting; %d possible, see Approvals", n)
	}
	return found("Nothing needs you")(b)
}

// attentionMark is the mark of a thing that is only on Home.
func attentionMark(n model.Attention) styles.Mark {
	switch {
	case n.Human:
		return styles.MarkHuman
	case len(n.Why) > 0 && (n.Why[0].Code == model.BecauseCutOffWork || n.Why[0].Code == model.BecausePausedWork):
		return styles.MarkCutOff
	case n.Blocks, !n.Until.IsZero():
		return styles.MarkRequest
	case phrase.TriedBefore(n), n.Severity == model.SeverityHigh:
		return styles.MarkWarn
	}
	return styles.MarkRequest
}

// sameMarks gives each thing the same mark everywhere: the one on its own page, or
// for a plan that waits for the operator the mark of what it waits for.
func (b *Board) sameMarks() {
	b.marks = map[model.Ref]styles.Mark{}
	waits := map[model.Ref]styles.Mark{}
	for _, n := range b.Queue {
		if n.Ref.Kind == model.KindPlan {
			waits[n.Ref] = attentionMark(n)
		}
	}
	for _, n := range b.Snoozed {
		if n.Ref.Kind == model.KindPlan {
			waits[n.Ref] = attentionMark(n.Attention)
		}
	}
	for i, rows := range b.Rows {
		for at, r := range rows {
			if i == HomePage {
				continue
			}
			if m, ok := waits[r.Ref]; ok {
				rows[at].Mark = m
			}
			b.marks[r.Ref] = rows[at].Mark
		}
	}
	for at, r := range b.Rows[HomePage] {
		if r.Mark != styles.MarkWarn {
			b.Rows[HomePage][at].Mark = b.markOf(r.Ref, r.Mark)
		}
	}
}

// markOf is the mark of a thing on its own page, else the one given.
func (b *Board) markOf(ref model.Ref, other styles.Mark) styles.Mark {
	if m, ok := b.marks[ref]; ok {
		return m
	}
	return other
}

func (b *Board) badged(rows []list.Row) []list.Row {
	for i, r := range rows {
		rows[i].News = b.News[r.Ref].Kind
	}
	return rows
}

// goneRows lists the things of a kind that are gone since the last look.
func goneRows(b *Board, kind model.Kind) []list.Row {
	var rows []list.Row
	for _, n := range b.gone {
		if n.Ref.Kind == kind {
			rows = append(rows, list.Row{Ref: n.Ref, Mark: styles.MarkUnknown, What: n.Was.Title, Why: n.Ref.Path})
		}
	}
	for i := range rows {
		rows[i].Section = list.Over("Removed since your last visit", len(rows))
	}
	return rows
}

func (b *Board) newsFacts(ref model.Ref) []view.Said {
	n, ok := b.News[ref]
	if !ok {
		return nil
	}
	words := n.Kind.String() + " since your last visit, " + phrase.When(b.Snapshot.At, b.Snapshot.LastLook.At)
	if n.From != "" {
		words += "; it was " + n.From + " then"
	}
	if r, ok := b.About(ref).RequestAnywhere(ref.Path); ok && !r.DecidedHere && r.DecidedBy != "" {
		words += "; " + phrase.DecidedByOther(r, r.Reading.Decision)
	}
	tone := view.Accent
	switch n.Kind {
	case model.NewsChanged:
		tone = view.Warn
	case model.NewsGone:
		tone = view.Muted
	}
	facts := []view.Said{view.Say(view.Other, "News", words, tone)}
	if n.Kind == model.NewsGone {
		facts = append(facts, view.Say(view.Name, "Title", n.Was.Title, view.Head))
	}
	return append(facts, b.saidFacts(n)...)
}

// saidFacts repeats what the operator said about a thing, unless its own facts do.
func (b *Board) saidFacts(n model.News) []view.Said {
	if p, ok := b.About(n.Ref).Plan(n.Ref.Path); ok && n.Ref.Kind == model.KindPlan && p.Answered() != nil {
		return nil
	}
	for _, name := range []string{n.Ref.Path, n.From} {
		if said, ok := b.Snapshot.Said[name]; ok {
			return []view.Said{view.Say(view.Other, "You said", strings.TrimSuffix(said.Choice.Past(), " on")+", "+phrase.When(b.Snapshot.At, said.At)+": "+said.Note, view.Accent)}
		}
	}
	return nil
}
