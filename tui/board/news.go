package board

import (
	"fmt"
	"strings"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/list"
)

// badged puts the badges on rows.
func (b *Board) badged(rows []list.Row) []list.Row {
	for i, r := range rows {
		rows[i].News = b.News[r.Ref].Kind
	}
	return rows
}

// goneRows lists the things of a kind that were there at the last look and are not any
// more.
func goneRows(b *Board, kind model.Kind) []list.Row {
	var rows []list.Row
	for _, n := range b.gone {
		if n.Ref.Kind == kind {
			rows = append(rows, list.Row{Ref: n.Ref, Mark: styles.MarkUnknown, What: n.Was.Title, Why: n.Ref.Path})
		}
	}
	for i := range rows {
		rows[i].Section = fmt.Sprintf("Gone since you last looked: %d", len(rows))
	}
	return rows
}

// newsFacts says how a thing stands to what it was.
func (b *Board) newsFacts(ref model.Ref) []Fact {
	n, ok := b.News[ref]
	if !ok {
		return nil
	}
	words := n.Kind.String() + " since you last looked, " + When(b.Snapshot.At, b.Snapshot.LastLook.At)
	if n.From != "" {
		words += "; it was " + n.From + " then"
	}
	badge := list.Badge(n.Kind)
	facts := []Fact{{"News", words, badge.Role}}
	if n.Kind == model.NewsGone {
		facts = append(facts, Fact{"Title", n.Was.Title, styles.RoleTitle})
	}
	return append(facts, b.saidFacts(n)...)
}

// saidFacts repeats what the operator said of a thing as it was, unless its own facts
// do.
func (b *Board) saidFacts(n model.News) []Fact {
	if p, ok := b.About(n.Ref).Plan(n.Ref.Path); ok && n.Ref.Kind == model.KindPlan && p.Answered() != nil {
		return nil
	}
	for _, name := range []string{n.Ref.Path, n.From} {
		if said, ok := b.Snapshot.Said[name]; ok {
			return []Fact{{"You said", strings.TrimSuffix(said.Choice.Past(), " on") + ", " + When(b.Snapshot.At, said.At) + ": " + said.Note, styles.RoleAccent}}
		}
	}
	return nil
}
