package list

import (
	"slices"
	"strings"
	"unicode/utf8"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/draw"
)

// Excerpt is a part of a text in which a word was found, and the word's offset in it.
// It comes from a text without secrets; cut is true when its line begins earlier.
type Excerpt struct {
	Text string
	At   int
	Cut  bool
}

// Findable is what stands on a row or near it, in small letters.
func (r *Row) Findable() string {
	if r.Low != "" {
		return r.Low
	}
	return draw.Lowered(strings.Join([]string{r.What, r.Why, r.Section, r.Words, r.News.String(), r.Ref.Path, r.Ref.Item}, " "))
}

func (r *Row) spells(sought []string) bool {
	// Of most rows the letters are not even in all that stands there.
	if low := r.Findable(); slices.ContainsFunc(sought, func(w string) bool { return !draw.InOrder(w, low) }) {
		return false
	}
	what, file := draw.Lowered(r.What), draw.Lowered(r.Ref.Path)
	return !slices.ContainsFunc(sought, func(w string) bool {
		return !Holds(what, w) && !Holds(file, w)
	})
}

// Holds reports whether a text has a word, or at least its letters.
func Holds(text, word string) bool {
	return strings.Contains(text, word) || len(draw.Spelled(word, text)) > 0
}

// HasAll reports whether a text has every word.
func HasAll(text string, sought []string) bool {
	return !slices.ContainsFunc(sought, func(w string) bool { return !strings.Contains(text, w) })
}

// Fitting gives the rows that contain every word of a filter, in any case, by
// themselves or together with their texts; without a filter all that are not folded.
// Only where no row contains the words, those with their letters fit as well. The
// rows stay in the order of the page.
func Fitting(rows []Row, filter string, hits Hits) []Row {
	sought := draw.SoughtWords(filter)
	if len(sought) == 0 {
		if slices.ContainsFunc(rows, func(r Row) bool { return r.Folded }) {
			return slices.DeleteFunc(slices.Clone(rows), func(r Row) bool { return r.Folded })
		}
		return rows
	}
	exact, n := make([]bool, len(rows)), 0
	for i := range rows {
		if exact[i] = HasAll(rows[i].Findable(), sought); exact[i] {
			n++
		}
	}
	out := make([]Row, 0, n+len(hits))
	for i := range rows {
		r := &rows[i]
		if exact[i] {
			out = append(out, *r)
			continue
		}
		if found, inText := hits[r.Ref]; inText {
			out = append(out, *r)
			out[len(out)-1].Found = found
		} else if n == 0 && r.spells(sought) {
			out = append(out, *r)
		}
	}
	return out
}

// Because is why a row was found where its name as shown does not tell: what to
// call the place, and what stands there. All of it is without secrets, since it is
// shown in parts.
func (r Row) Because(sought []string, name styles.Text) (label string, found Excerpt) {
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
			found := Excerpt{Text: styles.Blanked(place.text)}
			if at := draw.Matches(sought[i], draw.Lowered(found.Text)); len(at) > 0 {
				found.At = at[0].From
			}
			return place.label, found
		}
	}
	return "", Excerpt{}
}

// ExcerptLead and excerptLength are the bytes ahead of a word and of an excerpt.
const (
	ExcerptLead   = 20
	excerptLength = 160
)

// ExcerptAt is what stands around an offset on its line, with at most lead bytes ahead of it.
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

// Hits are the rows whose texts have what was looked for.
type Hits map[model.Ref]Excerpt
