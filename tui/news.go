package tui

import (
	"errors"
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/styles"
)

// badged puts the badges on rows.
func (b *board) badged(rows []row) []row {
	for i, r := range rows {
		rows[i].news = b.news[r.ref].Kind
	}
	return rows
}

// goneRows lists the things of a kind that were there at the last look and are not any
// more.
func goneRows(b *board, kind model.Kind) []row {
	var rows []row
	for _, n := range b.gone {
		if n.Ref.Kind == kind {
			rows = append(rows, row{ref: n.Ref, mark: styles.MarkUnknown, what: n.Was.Title, why: n.Ref.Path})
		}
	}
	for i := range rows {
		rows[i].section = fmt.Sprintf("Gone since you last looked: %d", len(rows))
	}
	return rows
}

// badge is what stands in front of a row that is not as it was at the last look.
func badge(k model.NewsKind) styles.Span {
	text := k.String()
	if text != "" {
		text += " "
	}
	role := styles.RoleAccent
	switch k {
	case model.NewsChanged:
		role = styles.RoleWarn
	case model.NewsGone:
		role = styles.RoleMuted
	}
	return styles.Span{Text: styles.Plain(text), Role: role}
}

func canJumpNews(a *App) string {
	switch {
	case !a.glance.on:
		return notKept
	case !a.board.snapshot.LastLook.Known():
		return "this is your first look at this vault"
	}
	for _, l := range a.lists {
		for _, r := range l.rows {
			if r.news != model.NewsNone {
				return ""
			}
		}
	}
	return "nothing here changed since you last looked"
}

// jumpNews goes to the next row with a badge, or to the one before; behind the last one of
// a page to the next page that has any. What is open makes place for it.
func jumpNews(step int) func(*App) tea.Cmd {
	return func(a *App) tea.Cmd {
		page, at := a.page, a.list().at
		for range len(a.pages) + 1 {
			rows := a.lists[page].rows
			for at += step; at >= 0 && at < len(rows); at += step {
				if rows[at].news != model.NewsNone {
					return a.jumpTo(page, at)
				}
			}
			page = (page + step + len(a.pages)) % len(a.pages)
			if at = -1; step < 0 {
				at = len(a.lists[page].rows)
			}
		}
		return nil
	}
}

func (a *App) jumpTo(page, at int) tea.Cmd {
	open := a.detail != nil
	cmd := a.openPage(page)
	a.list().at = at
	if open {
		return tea.Batch(cmd, a.preview(), openDetail(a))
	}
	return tea.Batch(cmd, a.preview())
}

// newsFacts says how a thing stands to what it was.
func (b *board) newsFacts(ref model.Ref) []fact {
	n, ok := b.news[ref]
	if !ok {
		return nil
	}
	words := n.Kind.String() + " since you last looked, " + when(b.snapshot.At, b.snapshot.LastLook.At)
	if n.From != "" {
		words += "; it was " + n.From + " then"
	}
	badge := badge(n.Kind)
	facts := []fact{{"News", words, badge.Role}}
	if n.Kind == model.NewsGone {
		facts = append(facts, fact{"Title", n.Was.Title, styles.RoleTitle})
	}
	return append(facts, b.saidFacts(n)...)
}

// saidFacts repeats what the operator said of a thing as it was, unless its own facts
// do.
func (b *board) saidFacts(n model.News) []fact {
	if p, ok := b.about(n.Ref).Plan(n.Ref.Path); ok && n.Ref.Kind == model.KindPlan && p.Answered() != nil {
		return nil
	}
	for _, name := range []string{n.Ref.Path, n.From} {
		if said, ok := b.snapshot.Said[name]; ok {
			return []fact{{"You said", strings.TrimSuffix(said.Choice.Past(), " on") + ", " + when(b.snapshot.At, said.At) + ": " + said.Note, styles.RoleAccent}}
		}
	}
	return nil
}

// askWas reads what the open thing said at the last look.
func (a *App) askWas() tea.Cmd {
	d := a.detail
	n := a.board.news[d.ref]
	if n.Kind != model.NewsChanged && n.Kind != model.NewsGone {
		d.was = nil
		return nil
	}
	return lookedCmd(a.store, d.read, n.Was.Seen)
}

func (a *App) gotLooked(msg lookedMsg) {
	if d := a.detail; d != nil && d.read == msg.read {
		d.was = &msg
		a.layOutDetail()
	}
}

// wasLines shows what changed since the last look, or what a thing said that is gone.
func (a *App) wasLines(d *detail, w int) []styles.Line {
	if d.was == nil {
		return nil
	}
	since := ago(a.board.snapshot.At, a.board.snapshot.LastLook.At)
	if d.was.err != nil {
		lines := []styles.Line{section(a.th, "What changed since you last looked, "+since, w)}
		words := "cannot be shown: " + d.was.err.Error()
		if errors.Is(d.was.err, model.ErrNotFound) {
			words = "cannot be shown: what it said then was not kept (see docs/limits.md)"
		}
		return append(append(lines, sentence(styles.RoleMuted, " It "+words+".", w)...), nil)
	}
	if a.board.news[d.ref].Kind == model.NewsGone {
		lines := []styles.Line{section(a.th, "What it said when you last looked, "+since, w)}
		return append(append(lines, gutter(a.th, sourceLines(a.th, d.was.text, w-gutterWidth))...), nil)
	}
	if d.doc == nil {
		return nil
	}
	lines := []styles.Line{section(a.th, "What changed since you last looked, "+since, w)}
	return append(append(lines, diffLines(a.th, [2]string{"when you last looked", "now"}, d.was.text, d.doc.Bytes, w)...), nil)
}
