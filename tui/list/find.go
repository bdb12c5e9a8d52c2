package list

import (
	"slices"
	"strings"
	"unicode/utf8"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/draw"
)

// Excerpt is a part of a masked text with the word found at offset At. Cut is true if its line
// begins earlier.
type Excerpt struct {
	Text string
	At   int
	Cut  bool
}

// Findable is all words of a row in lower case.
func (r *Row) Findable() string {
	if r.Low != "" {
		return r.Low
	}
	return draw.Lowered(strings.Join([]string{r.What, r.Apart, r.Who, r.Why, r.Section.String(), r.Words, r.News.String(), r.Ref.Path, r.Ref.Item}, " "))
}

func (r *Row) spells(sought []string) bool {
	// A quick check that most rows fail.
	if low := r.Findable(); slices.ContainsFunc(sought, func(w string) bool { return !draw.InOrder(w, low) }) {
		return false
	}
	what, file := draw.Lowered(r.What), draw.Lowered(r.Ref.Path)
	return !slices.ContainsFunc(sought, func(w string) bool {
		return !Holds(what, w) && !Holds(file, w)
	})
}

// Holds reports whether a text has a word, or its letters as Spelled finds them.
func Holds(text, word string) bool {
	return strings.Contains(text, word) || len(draw.Spelled(word, text)) > 0
}

// HasAll reports whether a text has every word.
func HasAll(text string, sought []string) bool {
	return !slices.ContainsFunc(sought, func(w string) bool { return !strings.Contains(text, w) })
}

// Fitting returns in order the rows that have every word of a filter, in any case, alone or
// together with their texts. If none has, rows with the letters of the words fit too. Without
// a filter it returns all rows that are not folded.
func Fitting(rows []*Row, filter string, hits Hits) []*Row {
	sought := draw.SoughtWords(filter)
	if len(sought) == 0 {
		if folded := func(r *Row) bool { return r.Folded }; slices.ContainsFunc(rows, folded) {
			return slices.DeleteFunc(slices.Clone(rows), folded)
		}
		return rows
	}
	exact, n := make([]bool, len(rows)), 0
	for i := range rows {
		if exact[i] = HasAll(rows[i].Findable(), sought); exact[i] {
			n++
		}
	}
	out := make([]*Row, 0, n+len(hits))
	for i, r := range rows {
		if exact[i] {
			out = append(out, r)
			continue
		}
		if found, inText := hits[r.Ref]; inText {
			byText := *r
			byText.Found = found
			out = append(out, &byText)
		} else if n+len(hits) == 0 && r.spells(sought) {
			out = append(out, r)
		}
	}
	return out
}

// Because is where a row was found if its shown name does not tell: a label and a masked
// excerpt.
func (r Row) Because(th *styles.Theme, sought []string, name styles.Text) (label string, found Excerpt) {
	if len(sought) == 0 {
		return "", Excerpt{}
	}
	shown := draw.Lowered(name.String())
	i := slices.IndexFunc(sought, func(w string) bool { return !Holds(shown, w) })
	if i < 0 {
		return "", Excerpt{}
	}
	if r.Found.Text != "" {
		return "text: ", r.Found
	}
	for _, place := range []struct{ label, text string }{{"", r.Why}, {"", r.What}, {"file: ", r.Ref.Path}, {"", r.Words}} {
		if Holds(draw.Lowered(place.text), sought[i]) {
			found := Excerpt{Text: th.Blanked(place.text)}
			if at := draw.Matches(sought[i], draw.Lowered(found.Text)); len(at) > 0 {
				found.At = at[0].From
			}
			return place.label, found
		}
	}
	return "", Excerpt{}
}

// ExcerptLead is the most bytes before the word, excerptLength those of an excerpt.
const (
	ExcerptLead   = 20
	excerptLength = 160
)

// ExcerptAt is the part of a line around an offset, with at most lead bytes before it.
func ExcerptAt(text string, at, lead int) Excerpt {
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
	return Excerpt{Text: text[from:to], At: at - from, Cut: from > line}
}

// Hits are the rows found by their texts.
type Hits map[model.Ref]Excerpt
