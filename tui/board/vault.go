package board

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/model/view"
	"coldstart/styles"
)

// GoesOn is the thread of the plan to go on with, one cell a step, and what comes next.
func (b *Board) GoesOn(th *styles.Theme) (short styles.Line, next string) {
	p := b.Resume.Plan
	switch {
	case p == nil && len(b.Snapshot.Plans) > 0:
		return nil, "finished"
	case p == nil:
		return nil, "no plan"
	}
	c := rule.NextPlan(*p)
	next = cmp.Or(c.Said, phrase.Heading(*p))
	if step := c.First(); c.Said == "" && step != nil {
		next = step.Text
	}
	return Way(th, *p).Short(th), next
}

// Deadline is when the first thing of the queue is too late, "" if nothing is within a day.
func (b *Board) Deadline() string {
	for _, n := range b.Queue {
		if !n.Until.IsZero() {
			return phrase.Until(b.Snapshot.At, n.Until) + ", " + phrase.Ago(n.Until.Sub(b.Snapshot.At))
		}
	}
	return ""
}

// Soon counts what is too late within a day.
func (b *Board) Soon() (n int) {
	for _, need := range b.Queue {
		if !need.Until.IsZero() {
			n++
		}
	}
	return n
}

// Kind says what lies here: a vault, or what other programs left, and how many plans are open. It
// is empty where there is nothing but sessions.
func (b *Board) Kind() string {
	open := 0
	var tools []string
	for _, p := range b.Snapshot.Plans {
		if p.Status.State != model.StateDone {
			open++
		}
		if p.Reading.Tool != "" && !slices.Contains(tools, p.Reading.Tool) {
			tools = append(tools, p.Reading.Tool)
		}
	}
	words := strings.Join(tools, ", ")
	if b.Snapshot.HasPlansFolder {
		words = "vault"
	}
	switch {
	case words == "":
		return ""
	case open == 0:
		return words
	}
	return words + ", " + model.Counted(open, "open plan")
}

// LastTime is when something was last written here, as far as sessions and plans show.
func (b *Board) LastTime() time.Time {
	var last time.Time
	newer := func(t time.Time) {
		if t.After(last) && !t.After(b.Snapshot.At) {
			last = t
		}
	}
	for _, s := range b.Snapshot.Events.Sessions {
		newer(s.Last.Time)
	}
	for _, p := range b.Snapshot.Plans {
		newer(rule.NextPlan(p).At.Time)
	}
	for _, r := range b.Snapshot.Requests {
		newer(r.Created.Time)
	}
	return last
}

// VaultFacts are what a list of vaults says about one of them: what expires first, what waited
// longest, and the sessions that died.
func (b *Board) VaultFacts() []view.Said {
	var expires, oldest string
	var since time.Time
	for _, n := range b.Queue {
		if expires == "" && !n.Until.IsZero() {
			expires = phrase.NameInRow(n) + "  " + phrase.Deadline(b.Snapshot.At, n.Until)
		}
		if !n.Since.IsZero() && (since.IsZero() || n.Since.Before(since)) {
			oldest, since = phrase.NameInRow(n)+"  "+phrase.Age(b.Snapshot.At, n.Since), n.Since
		}
	}
	dead := ""
	if n := len(b.Dead); n > 0 {
		dead = model.Counted(n, "session") + " never ended"
	}
	return []view.Said{view.Say(view.Other, "Expires", expires, view.Warn), view.Say(view.Other, "Oldest", oldest, view.Plain), view.Say(view.State, "Dead", dead, view.Plain)}
}
