package board

import (
	"cmp"
	"slices"
	"strings"
	"time"
	"unicode"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/view"
	"coldstart/styles"
)

// ofAction names first what a yes lets run, where and for whom.
func (m *Matter) ofAction(s model.Snapshot, r model.Request, d model.Decision) {
	k := *r.Ask
	m.Question, m.Doubts = phrase.AskedOfAction(d, k.Action), r.Doubts
	m.Subject = Point{Value: begun(k.Action.Called())}
	m.Points = []Point{
		pointed(view.Other, "in", k.Action.Dir, "", styles.RolePlain),
		pointed(view.Other, "by links", k.Action.Led(), "", styles.RoleWarn),
		pointed(view.Other, "for", view.ActionBy(k.Action), "", styles.RolePlain),
		pointed(view.Why, "why", k.Why, "", styles.RolePlain),
		pointed(view.Other, "waits", view.ActionWaits(k), "", styles.RoleWarn),
	}
	m.Beside = []Point{pointed(view.Other, "asked", askedWords(s.At, r.Created), r.Created.Raw, styles.RolePlain), pointed(view.Other, "tool", view.OwnTool(k.Action), "", styles.RolePlain)}
	m.Points = append(m.Points, pointed(view.Other, "before", view.Look{Snapshot: s}.RanBefore(k), "", styles.RolePlain))
	if said := r.Asked; said != nil {
		m.Points = append(m.Points, pointed(view.Other, "you said", said.Note+", "+phrase.AgeWords(s.At, said.At), "", styles.RoleAccent))
	}
	if before, at := phrase.Before(r); before != "" {
		m.Points = append(m.Points, pointed(view.Other, "earlier", strings.Join(phrase.NotEmpty(before, phrase.When(s.At, at)), ", "), "", styles.RolePlain))
	}
	if k.Hidden == 0 {
		m.Checked = append(m.Checked, "no hidden characters")
	}
	if d.Choice == model.ChoiceApprove {
		m.Then, m.After = phrase.NotEmpty(phrase.Lets(k, d.Scope, holdsUntil(s.At, k, d.Scope)), phrase.Continues(k.Action.Client, s.Course(k))), "and to Done "+afterwards(k, d.Scope)
	}
}

// CoversPattern adds what the pattern of a yes covers, and would have let through.
func (m *Matter) CoversPattern(s model.Snapshot, k model.HeldAction, pattern string, fits model.Fits) {
	m.Points = append(m.Points,
		pointed(view.Covers, "covers", phrase.Covers(pattern, k.Action), "", styles.RoleWarn),
		pointed(view.LastDay, "last day", phrase.CoveredToo(s.Covered(k, pattern, fits)), "", styles.RolePlain))
}

// mostSubject is how many bytes of an action stand above its text, which has all of them.
const mostSubject = 600

// begun is what an action does, in full where that is short.
func begun(words string) string {
	if head := styles.Beginning(words, mostSubject); head != words {
		return head + "… (continues below)"
	}
	return words
}

// inHead reports whether the head of a card shows a text exactly as it is: one line of letters,
// digits and the signs of a keyboard, with single blanks between them.
func inHead(s string) bool {
	return len(s) <= mostSubject && model.OneLine(s) == s && !strings.ContainsFunc(s, func(r rune) bool {
		return (r < ' ' || r > '~') && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
}

// ActionText are the parts of an action that the head of its card does not show as they are. It is
// false where only the file tells all that a yes is to: seen is the hash of the bytes at path.
func ActionText(k *model.HeldAction, path string, seen model.Fingerprint) ([]model.ActionPart, bool) {
	if !k.Whole() || k.Request != path || k.Seen != seen || !inHead(k.Action.Tool) || !inHead(k.Action.Dir) || !inHead(k.Action.Led()) || len(k.Action.Runs) > 0 {
		return nil, false
	}
	a, head := k.Action, k.Action.Line
	switch {
	case head == "" && len(a.Paths) == 1:
		head = a.Paths[0]
	case head == "" && len(a.Paths) == 0 && inHead(a.Called()) && !strings.ContainsRune(a.Input, '\\'):
		return nil, true
	}
	parts := a.Parts()
	is := func(p model.ActionPart) bool { return p.Text == head }
	if at := slices.IndexFunc(parts, is); at >= 0 && head != "" && inHead(head) && !slices.ContainsFunc(parts[at+1:], is) {
		parts = slices.Delete(parts, at, at+1)
	}
	return parts, true
}

// holdsUntil is until when a yes given now holds, "" if that is not known.
func holdsUntil(now time.Time, k model.HeldAction, s model.Scope) string {
	holds := s.Lasts(k.Holds)
	if holds <= 0 {
		return ""
	}
	return phrase.UntilWords(now, now.Add(holds))
}

// afterwards says when the file of an allowed action goes on.
func afterwards(k model.HeldAction, s model.Scope) string {
	switch {
	case k.Prompt:
		return "when " + k.Action.Client + " has it"
	case s.Most() == 0:
		return "when that time is over"
	case s.Most() > 1:
		return "once it ran that often"
	}
	return "when it ran"
}

// calledInRow is what a request is called in a row.
func calledInRow(r model.Request) string {
	if r.Ask != nil {
		return r.Ask.Action.Called()
	}
	return phrase.GuessedInRow(r.Summary, r.Reading.Summary) + r.Title()
}

// whoInRow is whom a request reaches, or who asks.
func whoInRow(r model.Request) string {
	switch {
	case r.Ask != nil && r.Reading.Decision == model.DecisionPending:
		// The reason names the agent.
		return ""
	case r.Ask != nil:
		return r.Ask.Action.By()
	}
	return cmp.Or(r.Target, r.Sender, r.Reading.Tool)
}

// outcomeInRow is what became of a decided request, in a row.
func outcomeInRow(s model.Snapshot, r model.Request) string {
	if r.Ask != nil && r.Reading.Decision == model.DecisionApproved && r.Carried == nil && !r.Ask.Until.IsZero() {
		return phrase.AllowedInRow(*r.Ask, r.Ask.Left(s.At))
	}
	return phrase.OutcomeInRow(r)
}

// askOf is the action that a decision of the past is about, nil for all other decisions.
func (b *Board) askOf(p model.Past) *model.HeldAction {
	for _, list := range [][]model.Request{b.Snapshot.Requests, b.Snapshot.Decided, b.Snapshot.Finished} {
		for _, r := range list {
			if k := r.Ask; k != nil && k.Request == p.Decision.Ref.Path && k.Seen == p.Hash {
				return k
			}
		}
	}
	return nil
}
