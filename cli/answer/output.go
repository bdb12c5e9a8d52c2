// Package answer writes the answers of commands, as text and as JSON, from a snapshot of
// the vault.
package answer

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"time"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/styles"
)

// orDash shows a foreign value, or a dash for an empty one, so that a pipe can count
// columns.
func (p *Output) orDash(raw string) styles.Span {
	if raw == "" {
		return Words(styles.RoleMuted, "-")
	}
	return p.Label(styles.RolePlain, raw)
}

// List writes rows, or the sentence none where there are none: nobody takes silence for a list that
// failed.
func (p *Output) List(rows [][]styles.Span, none string) {
	if p.Table(rows); len(rows) == 0 {
		p.Say("%s", none)
	}
}

// Heading writes a blank line and a heading.
func (p *Output) Heading(text string) {
	p.Line()
	p.Line(Words(styles.RoleHeading, text))
}

// Output collects what a command writes to one stream, and writes it at once: a failure
// is noticed, and nothing comes out in halves.
type Output struct {
	to    io.Writer
	Theme *styles.Theme
	// forPerson is true on a terminal: ages instead of times.
	forPerson bool
	Text      bytes.Buffer
}

// New makes an output for a stream.
func New(to io.Writer, th *styles.Theme, forPerson bool) *Output {
	return &Output{to: to, Theme: th, forPerson: forPerson}
}

// Line writes one line, however wide.
func (p *Output) Line(spans ...styles.Span) {
	p.Text.WriteString(p.Theme.Render(spans, -1))
	p.Text.WriteByte('\n')
}

// Say writes one line of our own text.
func (p *Output) Say(format string, args ...any) {
	p.Line(Words(styles.RolePlain, fmt.Sprintf(format, args...)))
}

// Words makes a span of our own text; foreign text goes through Label or Exact.
func Words(role styles.Role, text string) styles.Span {
	return styles.Span{Text: styles.Plain(text), Role: role}
}

// Label shows foreign text on one line.
func (p *Output) Label(role styles.Role, raw string) styles.Span {
	return styles.Span{Text: p.Theme.Label(raw), Role: role}
}

// Exact shows a path or name so that it can be typed again.
func (p *Output) Exact(role styles.Role, raw string) styles.Span {
	return styles.Span{Text: p.Theme.Show(raw), Role: role}
}

// listHead writes a line above a list, behind a blank line when something precedes.
func (p *Output) listHead(text string) {
	if p.Text.Len() > 0 {
		p.Line()
	}
	p.Line(Words(styles.RoleMuted, text))
}

// maxColumn bounds the width of a column; a wider value stays whole and shifts its row.
const maxColumn = 48

// Table aligns the columns of rows that all have as many as the first. The last column
// is not padded.
func (p *Output) Table(rows [][]styles.Span) {
	if len(rows) == 0 {
		return
	}
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			if w := cell.Text.Width(); w <= maxColumn {
				widths[i] = max(widths[i], w)
			}
		}
	}
	for _, row := range rows {
		var line styles.Line
		for i, cell := range row {
			if last := i == len(row)-1; !last && cell.Text.Width() < widths[i] {
				cell.Text = cell.Text.Pad(widths[i])
			}
			if i > 0 {
				line = append(line, Words(styles.RolePlain, "  "))
			}
			line = append(line, cell)
		}
		p.Line(line...)
	}
}

// when shows a past time: its age for a person, whole for a pipe, a dash when unknown.
func (p *Output) when(at, now time.Time) styles.Span {
	switch {
	case at.IsZero():
		return Words(styles.RoleMuted, "-")
	case p.forPerson:
		return Words(styles.RoleMuted, phrase.Ago(now.Sub(at)))
	}
	return Words(styles.RoleMuted, model.FormatUTC(at))
}

// Page writes a text of our own for another program.
func (p *Output) Page(text string) { p.Text.WriteString(text) }

// Flush writes what was collected.
func (p *Output) Flush() error {
	_, err := p.to.Write(p.Text.Bytes())
	p.Text.Reset()
	if err != nil {
		return fmt.Errorf("writing the output: %w", err)
	}
	return nil
}

type fact struct{ Name, Value string }

// facts writes the facts that have a value.
func (p *Output) facts(list []fact) {
	for _, f := range list {
		if f.Value != "" {
			p.Line(Words(styles.RoleMuted, fmt.Sprintf("%-11s ", f.Name+":")), p.Label(styles.RolePlain, f.Value))
		}
	}
}

// parts writes a line of facts with dashes between them, without the empty ones.
func (p *Output) parts(start string, facts ...styles.Span) {
	line := styles.Line{Words(styles.RolePlain, start)}
	for _, f := range facts {
		if f.Text.Width() == 0 {
			continue
		}
		if len(line) > 1 {
			line = append(line, Words(styles.RoleMuted, " — "))
		}
		line = append(line, f)
	}
	p.Line(line...)
}

// age says how long ago something was, "" when unknown.
func age(now, since time.Time) string {
	if since.IsZero() {
		return ""
	}
	return phrase.Ago(now.Sub(since))
}

// Counts is the answer of coldstart list.
type Counts struct {
	Head
	Counts []Count `json:"counts"`
}

// Count is how many things of a kind there are.
type Count struct {
	Kind string `json:"kind"`
	N    int    `json:"count"`
}

// Counts writes how many things of each kind there are, and how each kind is listed.
func (p *Output) Counts(all []Count) {
	var rows [][]styles.Span
	for _, c := range all {
		rows = append(rows, []styles.Span{Words(styles.RoleKey, "coldstart list "+c.Kind), Words(styles.RolePlain, strconv.Itoa(c.N))})
	}
	p.Table(rows)
}
