// Package answer writes what commands answer, as text and as JSON. It only knows the vault
// as it was read.
package answer

import (
	"bytes"
	"fmt"
	"io"
	"time"

	"coldstart/model"
	"coldstart/styles"
)

// orDash shows a value of others, or a dash where there is none, so that the
// columns of a pipe stay countable.
func (p *Output) orDash(raw string) styles.Span {
	if raw == "" {
		return Words(styles.RoleMuted, "-")
	}
	return p.Label(styles.RolePlain, raw)
}

// List writes rows. A person is told that there are none; a pipe gets nothing.
func (p *Output) List(rows [][]styles.Span, none string) {
	if p.Table(rows); len(rows) == 0 && p.forPerson {
		p.Say("%s", none)
	}
}

// Heading writes a heading of ours apart from what stands above.
func (p *Output) Heading(text string) {
	p.Line()
	p.Line(Words(styles.RoleHeading, text))
}

// Output collects what a command writes to one stream. It is written at once, so
// that a failure to write is noticed and nothing comes out by halves.
type Output struct {
	to    io.Writer
	Theme *styles.Theme
	// forPerson says that somebody reads this on a terminal: ages instead of
	// times, and a sentence where a list is empty.
	forPerson bool
	Text      bytes.Buffer
}

// New makes an output that writes to a stream.
func New(to io.Writer, th *styles.Theme, forPerson bool) *Output {
	return &Output{to: to, Theme: th, forPerson: forPerson}
}

// Line writes one row, however wide.
func (p *Output) Line(spans ...styles.Span) {
	p.Text.WriteString(p.Theme.Render(spans, -1))
	p.Text.WriteByte('\n')
}

// Say writes a row of our own words.
func (p *Output) Say(format string, args ...any) {
	p.Line(Words(styles.RolePlain, fmt.Sprintf(format, args...)))
}

// Words are our own; text of others goes through label.
func Words(role styles.Role, text string) styles.Span {
	return styles.Span{Text: styles.Plain(text), Role: role}
}

// Label shows text of others on one line.
func (p *Output) Label(role styles.Role, raw string) styles.Span {
	return styles.Span{Text: p.Theme.Label(raw), Role: role}
}

// Exact shows a path or another name of others so that it can be typed again.
func (p *Output) Exact(role styles.Role, raw string) styles.Span {
	return styles.Span{Text: p.Theme.Show(raw), Role: role}
}

// listHead writes our own words above a list, apart from what stands before it.
func (p *Output) listHead(text string) {
	if p.Text.Len() > 0 {
		p.Line()
	}
	p.Line(Words(styles.RoleMuted, text))
}

// maxColumn is the widest that a column is made for all rows; a wider value
// stays whole and pushes its own row out.
const maxColumn = 48

// Table writes rows of columns side by side. All rows have as many columns as
// the first one; the last column is not filled up.
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

// when tells a time of the past: as an age to a person, whole in a pipe, and as
// a dash when it is not known.
func (p *Output) when(at, now time.Time) styles.Span {
	switch {
	case at.IsZero():
		return Words(styles.RoleMuted, "-")
	case p.forPerson:
		return Words(styles.RoleMuted, styles.Ago(now.Sub(at)))
	}
	return Words(styles.RoleMuted, model.FormatUTC(at))
}

// Page writes a text of ours that another program reads.
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

// facts writes those that are known.
func (p *Output) facts(list []fact) {
	for _, f := range list {
		if f.Value != "" {
			p.Line(Words(styles.RoleMuted, fmt.Sprintf("%-12s", f.Name+":")), p.Label(styles.RolePlain, f.Value))
		}
	}
}

// parts writes a row of facts with dashes between them; empty ones are left out.
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

// age gives how long ago something was, empty when that is not known.
func age(now, since time.Time) string {
	if since.IsZero() {
		return ""
	}
	return styles.Ago(now.Sub(since))
}
