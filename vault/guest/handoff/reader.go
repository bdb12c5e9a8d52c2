package handoff

import (
	"strings"

	"coldstart/model"
	"coldstart/vault/guest"
	"coldstart/vault/source"
	"coldstart/vault/text"
)

// reader goes through the lines of a note.
type reader struct {
	note
	// before counts the lines of the front matter.
	before int
	// part is what the lines are about, level that of its heading, and indent that of its first
	// list item, below zero before it.
	part   part
	level  int
	indent int
	// lines are what the part has as text, not as a list. below is a heading within what is left,
	// which counts as an item if no list follows it.
	lines int
	below string
	boxed bool
	// yours is true where the questions are for a person.
	yours bool
	dated string
	// numbered is true where below has a number and is a step, whatever stands under it; detail then is true there. under is the
	// indent of a list item that is below, less than zero for a heading. ordered is true for a list with numbers.
	numbered, detail, ordered bool
	under                     int
	// sure is true behind a heading that speaks of what is next: then one about what is open has nothing to add. Before it, what was
	// open is kept in loose.
	sure  bool
	loose []string
	// over is the level of a heading that says that all below it is done, opened counts the items with the paragraph's first line.
	over, opened int
}

var (
	listItem = text.Pattern{Expr: `^([ \t]*)([-*+]|\d{1,3}[.)])[ \t]+(.*)$`}
	dateLine = text.Pattern{Expr: `^(?i)(?:date|last updated|updated|when)\s*:\s*(\d{4}-\d\d-\d\d\S*)`}
)

// labelLevel is the level of a bold line that stands for a heading.
const labelLevel = 7

func (r *reader) read(body string) {
	var boxes []text.Box
	for l := range guest.Said(body) {
		if l.Level > 0 {
			r.heading(l.Level, l.Heading)
			continue
		}
		line := l.Text
		trimmed := strings.TrimSpace(line)
		r.verdict(strings.TrimLeft(plain(trimmed), "-*+ "), l.Number+r.before)
		if m := dateLine.FindStringSubmatch(plain(trimmed)); m != nil && r.dated == "" {
			r.dated = m[1]
		}
		if r.over > 0 && l.Boxed && l.Box.Ticked() {
			boxes = append(boxes, l.Box)
		}
		if r.over > 0 || isSecret(plain(bullet.ReplaceAllString(trimmed, ""))) || l.Boxed && !l.Box.Ticked() && isOver(l.Box.Text) {
			continue
		}
		if b := l.Box; l.Boxed {
			boxes = append(boxes, b)
			r.boxed = r.boxed || r.part == partNext
			if r.part == partNext && b.Ticked() {
				r.nothing = true
				continue
			}
			line = line[:len(line)-len(strings.TrimLeft(line, " \t"))] + "- " + b.Text
		}
		if m := listItem.FindStringSubmatch(line); m != nil {
			r.item(item{len(m[1]), startsWithDigit(m[2]), l.Boxed, m[3], l.Number + r.before})
			continue
		}
		if m := boldStep.FindStringSubmatch(trimmed); m != nil && r.part == partNext {
			if !r.numbered {
				r.below = ""
			}
			r.closeHeading()
			r.below, r.numbered, r.under, r.indent = m[1], true, -1, -1
			continue
		}
		if label, value, ok := labelled(trimmed); ok {
			r.heading(labelLevel, label)
			r.line(plain(value))
		} else {
			r.line(plain(trimmed))
		}
	}
	r.closeHeading()
	if r.boxed {
		r.boxes = boxes
	}
	if len(r.items) == 0 {
		r.items = r.loose
	}
	if len(r.items) > 0 {
		r.next = r.items[0]
	}
}

// elsewhere is a heading or line that leads to what nobody will do now, or to what there is to read.
var elsewhere = text.Pattern{Expr: `(?i)\b(?:(?:out of|not (?:in|part of the)) scope|(?:where to|what to) (?:look|read|find))\b`}

// partOf says what a heading of this note is about. Its first is about the note, unless it begins with what is next.
func (r *reader) partOf(level int, heading string) part {
	is := partOf(heading)
	switch {
	case elsewhere.MatchString(heading):
		return other
	case is != partNext:
		return is
	case level == 1 && r.title == plain(heading) && !begins(heading):
		return other
	case r.sure && isLoose(heading):
		return other
	case !r.sure && !isLoose(heading):
		r.sure = true
		r.loose, r.items = r.items, nil
	}
	return is
}

// heading begins a part. One that is below a part and about nothing else goes on with it.
func (r *reader) heading(level int, heading string) {
	if r.title == "" && level < labelLevel {
		r.title = plain(heading)
	}
	r.closeHeading()
	if r.over > 0 && level > r.over {
		return
	}
	is := r.partOf(level, heading)
	if r.over = 0; level > 1 && level < labelLevel && headsDone(heading, is) {
		r.over = level
	}
	if is != other {
		r.part, r.level, r.yours = is, level, forYou.MatchString(heading)
	} else if level <= r.level {
		r.part = other
	} else if r.part == partNext && elsewhere.MatchString(heading) {
		r.part, r.level = other, level
	} else if r.part == partNext && r.over == 0 && !isOver(heading) {
		r.below, r.numbered, r.under = ordinal.ReplaceAllString(plain(heading), ""), stepHeading.MatchString(plain(heading)), -1
	}
	r.indent, r.lines, r.opened = -1, 0, 0
}

// ordinal is the number or letter of a heading.
var ordinal = text.Pattern{Expr: `^[\dA-Z]{1,3}[.)]\s+`}

// closeHeading takes a heading under which no list came for something that is left.
func (r *reader) closeHeading() {
	if r.below != "" {
		r.note.take(partNext, r.below)
		r.below = ""
	}
	r.detail, r.numbered = false, false
}

// item is one of a list.
type item struct {
	indent int
	// numbered is true behind a number, boxed behind a box.
	numbered, boxed bool
	said            string
	line            int
}

// enter settles what an item is to the heading or the item above it, and reports whether it is a part of another step.
func (r *reader) enter(x item) (deeper bool) {
	switch {
	case r.below == "":
	case r.numbered && !x.boxed:
		r.closeHeading()
		r.detail = true
	case r.under < 0 || x.indent > r.under:
		r.below, r.indent = "", -1
	default:
		r.closeHeading()
	}
	if r.indent < 0 || x.indent < r.indent {
		r.indent, r.ordered = x.indent, x.numbered
	}
	return !x.boxed && r.detail || x.indent > r.indent || r.ordered && !x.numbered && keyed.MatchString(x.said)
}

// item reads a list item. In a list about nothing else each item may say what it is about: "- Next: oil it".
func (r *reader) item(x item) {
	what := plain(x.said)
	if label, value, ok := labelled(x.said); ok && value != "" && (r.part == other || r.part == partState) {
		r.take(partOf(label), plain(value))
		return
	}
	r.opened = 0
	deeper := r.enter(x)
	switch {
	case what == "":
	case r.part == partFailed && deeper && len(r.lessons) > 0:
		last := &r.lessons[len(r.lessons)-1]
		last.Reasoning = strings.TrimSpace(last.Reasoning + " " + what)
	case deeper || isNothing(what):
		r.nothing = r.nothing || r.part == partNext
	case r.part == partState && isDone(what):
	case (r.part == partNext || r.part == partBlockers || r.part == partQuestions) && isOver(x.said):
		r.nothing = r.nothing || r.part == partNext
	case r.part == partNext && !x.numbered && what == x.said && strings.HasSuffix(what, ":"):
		// It only leads to the items below it, if there are any.
		r.below, r.under = what, x.indent
	case r.part == partFailed:
		r.lesson(what, x.line)
	case r.part == partQuestions && r.yours:
		r.asked = append(r.asked, what)
	default:
		r.note.take(r.part, what)
	}
}

// answered are the words by which a line says how something ended that was tried, with the outcome.
var answered = []struct {
	pattern text.Pattern
	is      model.Outcome
}{
	{text.Pattern{Expr: `(?i)\b(?:ruled out|answered,? (?:in the )?negative|answered:? no)\b`}, model.OutcomeRuledOut},
	{text.Pattern{Expr: `(?i)\b(?:did(?: not|n't) (?:work|help)|does(?: not|n't) (?:work|help)|dead end|tried and failed)\b`}, model.OutcomeFailed},
	{text.Pattern{Expr: `(?i)\b(?:abandoned|g(?:iven|ave) up)\b`}, model.OutcomeAbandoned},
}

// verdict keeps a line that says how something ended.
func (r *reader) verdict(what string, line int) {
	if r.part == partFailed || len(r.lessons) >= mostVerdicts {
		return
	}
	for i := range answered {
		if answered[i].pattern.MatchString(what) {
			r.lesson(what, line)
			r.lessons[len(r.lessons)-1].Outcome = answered[i].is.String()
			return
		}
	}
}

// mostVerdicts is how many lines of a note are kept for what they say of something that was tried.
const mostVerdicts = 100

// line reads a line of text, of which the first of a part says what it is about.
func (r *reader) line(what string) {
	if isProse(what) && r.part == other && len(r.lead) < mostLead && (r.dated == "" || !strings.Contains(what, r.dated)) {
		r.lead = append(r.lead, what)
	}
	if n := len(r.items); what == "" {
		r.opened = 0
	} else if r.part == partNext && strings.HasSuffix(what, ":") && elsewhere.MatchString(what) {
		r.closeHeading()
		r.part = other
	} else if r.opened > 0 && r.opened == n && strings.HasSuffix(what, ":") {
		// The paragraph only led to a list.
		r.items, r.opened, r.lines = r.items[:n-1], 0, 0
		return
	}
	if r.part == partNext {
		what = strings.TrimSpace(strings.TrimPrefix(what, ">"))
	}
	if what == "" || r.lines > 0 || r.below != "" || r.indent >= 0 || strings.HasPrefix(what, "|") || strings.HasPrefix(what, ">") || r.part == partFailed || r.part == partQuestions {
		return
	}
	r.lines++
	if isNothing(what) {
		r.nothing = r.nothing || r.part == partNext
		return
	}
	// A line that only leads to a list says nothing.
	if !strings.HasSuffix(what, ":") {
		if r.note.take(r.part, what); r.part == partNext {
			r.opened = len(r.items)
		}
	}
}

// mostLead is how many first lines of a note are kept.
const mostLead = 2

// isProse reports a line that is no table, quotation, picture or rule.
func isProse(line string) bool {
	return line != "" && !strings.ContainsAny(line[:1], "|>!<-=*_")
}

// take keeps what a part says.
func (n *note) take(is part, what string) {
	switch is {
	case partNext:
		if what = strings.TrimSuffix(what, ":"); what != "" {
			n.items = append(n.items, what)
		}
	case partState:
		if n.state == "" {
			n.state = what
		}
	case partBlockers:
		if n.blocker == "" {
			n.blocker = what
		}
	case partQuestions:
		n.questions = append(n.questions, what)
	}
}

var (
	// triedWord may stand before what was tried, behindTitle between it and why it failed.
	triedWord   = text.Pattern{Expr: `^(?i)(?:tried|error):\s*`}
	behindTitle = text.Pattern{Expr: `(?i)\s+→\s+(?:failed because:\s*)?|:\s+|\s+[—–-]+\s+`}
)

func (r *reader) lesson(what string, line int) {
	what = triedWord.ReplaceAllString(what, "")
	title, why := what, ""
	if at := behindTitle.FindStringIndex(what); at != nil {
		title, why = what[:at[0]], what[at[1]:]
	}
	e := r.Lesson(len(r.lessons)+1, line, title)
	e.Reasoning = why
	r.lessons = append(r.lessons, e)
}

// nothingLeft is a sentence that says so.
var nothingLeft = text.Pattern{Expr: `^(?:nothing\b|no (?:.* )?(?:remain|left|further|pending|open|active|outstanding)\b)`}

// isNothing reports the words for an empty list.
func isNothing(what string) bool {
	switch what = strings.ToLower(strings.Trim(what, " .!()_*-–—")); what {
	case "none", "n/a", "":
		return true
	}
	return nothingLeft.MatchString(what)
}

// isDone reports a task that its own words call done.
func isDone(what string) bool {
	what = strings.ToLower(what)
	return strings.Contains(what, "complete") && !strings.Contains(what, "incomplete") || strings.Contains(what, "✅") || strings.HasSuffix(what, " done")
}

// plain is a text without bold.
func plain(s string) string { return strings.TrimSpace(strings.ReplaceAll(s, "**", "")) }

// time is when a note was written: by its front matter, a line, its title or its name.
func (r *reader) time(h *source.Repo, front *text.Front) model.Stamp {
	for _, raw := range []string{front.Get("date"), front.Get("last_updated"), r.dated, dateInName.FindString(r.title), dateIn(r.Name)} {
		if len(raw) > len("2026-01-02") && strings.Count(raw, "-") > 2 && !strings.Contains(raw, ":") {
			raw = raw[:10] + "T" + strings.ReplaceAll(raw[11:], "-", ":")
		}
		if at := model.ParseStamp(raw, h.Zone); at.Known() {
			return at
		}
	}
	return model.Stamp{}
}
