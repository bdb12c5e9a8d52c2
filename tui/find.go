package tui

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"coldstart/model"
	"coldstart/styles"
)

// excerpt is a part of a text in which a word was found, and the word's offset in it.
// It comes from a text without secrets; cut is true when its line begins earlier.
type excerpt struct {
	text string
	at   int
	cut  bool
}

// findable is what stands on a row or near it, in small letters.
func (r *row) findable() string {
	if r.low != "" {
		return r.low
	}
	return lowered(strings.Join([]string{r.what, r.why, r.section, r.words, r.news.String(), r.ref.Path, r.ref.Item}, " "))
}

// spells reports whether the letters of each word are in the row's name or file.
func (r *row) spells(sought []string) bool {
	// Of most rows the letters are not even in all that stands there.
	if low := r.findable(); slices.ContainsFunc(sought, func(w string) bool { return !inOrder(w, low) }) {
		return false
	}
	what, file := lowered(r.what), lowered(r.ref.Path)
	return !slices.ContainsFunc(sought, func(w string) bool {
		return !holds(what, w) && !holds(file, w)
	})
}

// holds reports whether a text has a word, or at least its letters.
func holds(text, word string) bool {
	return strings.Contains(text, word) || len(spelled(word, text)) > 0
}

// hasAll reports whether a text has every word.
func hasAll(text string, sought []string) bool {
	return !slices.ContainsFunc(sought, func(w string) bool { return !strings.Contains(text, w) })
}

// fitting gives the rows that contain every word of a filter, in any case, by
// themselves or together with their texts; without a filter all that are not folded.
// Only where no row contains the words, those with their letters fit as well. The
// rows stay in the order of the page.
func fitting(rows []row, filter string, hits hits) []row {
	sought := soughtWords(filter)
	if len(sought) == 0 {
		if slices.ContainsFunc(rows, func(r row) bool { return r.folded }) {
			return slices.DeleteFunc(slices.Clone(rows), func(r row) bool { return r.folded })
		}
		return rows
	}
	exact, n := make([]bool, len(rows)), 0
	for i := range rows {
		if exact[i] = hasAll(rows[i].findable(), sought); exact[i] {
			n++
		}
	}
	out := make([]row, 0, n+len(hits))
	for i := range rows {
		r := &rows[i]
		if exact[i] {
			out = append(out, *r)
			continue
		}
		if found, inText := hits[r.ref]; inText {
			out = append(out, *r)
			out[len(out)-1].found = found
		} else if n == 0 && r.spells(sought) {
			out = append(out, *r)
		}
	}
	return out
}

// fitsElsewhere names the other pages that have rows with every word of a filter, and
// how many: "3 Plans: 2". Home is not among them, since it repeats what they have; the
// texts behind the rows are not looked through.
func (b *board) fitsElsewhere(but int, filter string) string {
	sought := soughtWords(filter)
	var places []string
	for i, p := range pages() {
		n := 0
		for j := range b.rows[i] {
			if i != but && i != homePage && hasAll(b.rows[i][j].findable(), sought) {
				n++
			}
		}
		if n > 0 {
			places = append(places, fmt.Sprintf("%s %s: %d", p.key, p.title, n))
		}
	}
	return strings.Join(places, ", ")
}

// because is why a row was found where its name as shown does not tell: what to
// call the place, and what stands there. All of it is without secrets, since it is
// shown in parts.
func (r row) because(sought []string, name styles.Text) (label string, found excerpt) {
	if len(sought) == 0 {
		return "", excerpt{}
	}
	shown := lowered(name.String())
	i := slices.IndexFunc(sought, func(w string) bool { return !holds(shown, w) })
	if i < 0 {
		return "", excerpt{}
	}
	if r.found.text != "" {
		return "text: ", r.found
	}
	for _, place := range []struct{ label, text string }{{"", r.why}, {"", r.what}, {"file: ", r.ref.Path}, {"", r.words}} {
		if holds(lowered(place.text), sought[i]) {
			found := excerpt{text: styles.Blanked(place.text)}
			if at := stretches(sought[i], lowered(found.text)); len(at) > 0 {
				found.at = at[0].from
			}
			return place.label, found
		}
	}
	return "", excerpt{}
}

// excerptLead is how much stands in front of a word in an excerpt, excerptLength how
// long it is, in bytes.
const (
	excerptLead   = 20
	excerptLength = 160
)

// excerptAt is what stands around offset at of a text on its line, with at most lead
// bytes in front of it.
func excerptAt(text string, at, lead int) excerpt {
	line := strings.LastIndexByte(text[:at], '\n') + 1
	from := max(line, at-lead)
	if from > line {
		if blank := strings.IndexByte(text[from:at], ' '); blank >= 0 {
			from += blank + 1
		}
	}
	for from < at && !utf8.RuneStart(text[from]) {
		from++
	}
	end := len(text)
	if i := strings.IndexByte(text[at:], '\n'); i >= 0 {
		end = at + i
	}
	to := min(end, from+excerptLength)
	for to < end && !utf8.RuneStart(text[to]) {
		to++
	}
	return excerpt{text: text[from:to], at: at - from, cut: from > line}
}

// labelledFound is the width from which an excerpt says where it comes from.
const labelledFound = 24

// foundLine shows why a row was found, in w cells: the word itself in any case.
func (a *App) foundLine(label string, found excerpt, sought []string, w int) styles.Line {
	if w < labelledFound {
		label = ""
	}
	short := excerptAt(found.text, found.at, min(excerptLead, w/3))
	if found.cut || short.cut {
		label += "…"
	}
	lead := words(styles.RoleMuted, label).Fit(w)
	rest := w - lead.Width()
	return styles.Join(lead, marked(a.th.Brief(short.text, rest).Pad(rest), sought, styles.RoleMuted))
}

// foundBy is the word that the row under the cursor does not have, but its text or what
// is known of it, "" when ref is another one or was found by its name.
func (a *App) foundBy(ref model.Ref) string {
	r, ok := a.list().current()
	if !ok || r.ref != ref {
		return ""
	}
	rest := lowered(r.found.text[r.found.at:])
	onRow := lowered(strings.Join([]string{r.what, r.why, r.section, r.ref.Path, r.ref.Item, r.news.String()}, " "))
	for _, w := range soughtWords(a.filter()) {
		if r.found.text == "" && !holds(onRow, w) || r.found.text != "" && strings.HasPrefix(rest, w) {
			return w
		}
	}
	return ""
}

// linesAbove stay in view above the first line that has the word.
const linesAbove = 3

// reach scrolls to the word that the thing was found by, once: to where it stands in
// the text, which is below the facts that may repeat it, else to the facts.
func (d *detail) reach() {
	goal := d.goal
	d.goal = ""
	if goal == "" {
		return
	}
	has := func(l styles.Line) bool { return strings.Contains(lowered(l.String()), goal) }
	at := slices.IndexFunc(d.lines[d.textAt:], has)
	if at >= 0 {
		at += d.textAt
	} else if at = slices.IndexFunc(d.lines, has); at < 0 {
		return
	}
	d.top = max(0, at-linesAbove)
}
