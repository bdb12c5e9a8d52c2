package cli

import (
	"bytes"
	"fmt"
	"io"
	"time"

	"coldstart/model"
	"coldstart/styles"
)

// paper collects what a command writes to one stream. It is written at once, so
// that a failure to write is noticed and nothing comes out by halves.
type paper struct {
	to    io.Writer
	theme *styles.Theme
	// forPerson says that somebody reads this on a terminal: ages instead of
	// times, and a sentence where a list is empty.
	forPerson bool
	text      bytes.Buffer
}

func newPaper(to io.Writer, th *styles.Theme, forPerson bool) *paper {
	return &paper{to: to, theme: th, forPerson: forPerson}
}

// line writes one row, however wide.
func (p *paper) line(spans ...styles.Span) {
	p.text.WriteString(p.theme.Render(spans, -1))
	p.text.WriteByte('\n')
}

// say writes a row of our own words.
func (p *paper) say(format string, args ...any) {
	p.line(words(styles.RolePlain, fmt.Sprintf(format, args...)))
}

// words are our own; text of others goes through label.
func words(role styles.Role, text string) styles.Span {
	return styles.Span{Text: styles.Plain(text), Role: role}
}

// label shows text of others on one line.
func (p *paper) label(role styles.Role, raw string) styles.Span {
	return styles.Span{Text: p.theme.Label(raw), Role: role}
}

// exact shows a path or another name of others so that it can be typed again.
func (p *paper) exact(role styles.Role, raw string) styles.Span {
	return styles.Span{Text: p.theme.Show(raw), Role: role}
}

// listHead writes our own words above a list, apart from what stands before it.
func (p *paper) listHead(text string) {
	if p.text.Len() > 0 {
		p.line()
	}
	p.line(words(styles.RoleMuted, text))
}

// maxColumn is the widest that a column is made for all rows; a wider value
// stays whole and pushes its own row out.
const maxColumn = 48

// table writes rows of columns side by side. All rows have as many columns as
// the first one; the last column is not filled up.
func (p *paper) table(rows [][]styles.Span) {
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
				line = append(line, words(styles.RolePlain, "  "))
			}
			line = append(line, cell)
		}
		p.line(line...)
	}
}

// when tells a time of the past: as an age to a person, whole in a pipe, and as
// a dash when it is not known.
func (p *paper) when(at, now time.Time) styles.Span {
	switch {
	case at.IsZero():
		return words(styles.RoleMuted, "-")
	case p.forPerson:
		return words(styles.RoleMuted, styles.Ago(now.Sub(at)))
	}
	return words(styles.RoleMuted, model.FormatUTC(at))
}

// page writes a text of ours that another program reads.
func (p *paper) page(text string) { p.text.WriteString(text) }

// flush writes what was collected.
func (p *paper) flush() error {
	_, err := p.to.Write(p.text.Bytes())
	p.text.Reset()
	if err != nil {
		return fmt.Errorf("writing the output: %w", err)
	}
	return nil
}
