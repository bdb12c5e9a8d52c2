package plain

import (
	"fmt"
	"strconv"
	"strings"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/view"
	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/confirm"
	"coldstart/tui/draw"
	"coldstart/tui/list"
)

// shownAtOnce is how many lines of a text are written at once.
const shownAtOnce = 60

func (l *lines) list() {
	l.close()
	l.run(l.a.Load())
	l.loadError()
	l.show()
}

// show lists the open page, on Home after the plan to resume.
func (l *lines) show() {
	if l.s.Page == board.HomePage {
		l.resume()
	}
	l.rows(0)
}

func (l *lines) close() {
	if l.s.Open != nil {
		l.press("esc")
	}
}

// lastSession says where the last session stopped.
func (l *lines) lastSession() {
	s := l.s.Board.Snapshot
	t, ok := s.LastSession()
	if !ok {
		return
	}
	e, _ := t.State(s.At)
	l.value("Last session: ", l.s.Theme.Said(t.Called()+", "+phrase.EndedOf(e, t)+", "+phrase.AgeWords(s.At, t.Wrote())))
	if resume := t.Resume(s.At); resume != "" {
		l.value("Resume with: ", l.s.Theme.Label(resume))
	}
}

// resume writes the plan to resume, as the block on Home.
func (l *lines) resume() {
	s := l.s.Board.Snapshot
	l.value("Vault: ", l.s.Theme.Label(s.Name))
	if s.ReadOnly != "" {
		l.value("Read-only: ", l.s.Theme.Label(s.ReadOnly))
	}
	p := l.s.Board.Resume.Plan
	if p == nil {
		l.plain("No active plans found.")
		l.lastSession()
		l.lastWords()
		return
	}
	l.plain("Resuming active plan.")
	l.facts(l.s.Board.Described(view.Resume, p.Ref()))
	l.lastWords()
}

// lastWords writes what the last session left to the next one.
func (l *lines) lastWords() {
	s := l.s.Board.Snapshot
	h := s.Events.Handoff
	for _, p := range h.Parts() {
		name := "Last words"
		if p[0] != "" {
			name += ", " + strings.ToLower(p[0])
		}
		l.value(name+": ", l.s.Theme.Label(p[1]))
	}
	if h.Given() && h.At.Known() {
		l.value("Left by: ", l.s.Theme.Label(strings.Join(phrase.NotEmpty(h.Agent, phrase.AgeWords(s.At, h.At.Time)), ", ")))
	}
}

// rows lists rows of the open page, each with the number that opens it.
func (l *lines) rows(from int) {
	rows, p := l.s.List.Rows, l.s.Pages[l.s.Page]
	from = min(from, len(rows))
	if from == 0 {
		l.listed = nil
		l.plain(fmt.Sprintf("Page %s, %s: %s.", p.Key, p.Title, model.Counted(len(rows), "row")))
	}
	switch f := l.s.Filter; {
	case from == 0 && f != "":
		l.value("Only rows with: ", l.s.Theme.Show(f))
		if places := l.s.Elsewhere; places != "" {
			l.value("Also on ", l.s.Theme.Label(places))
		}
		l.plain("/ alone shows all.")
	case len(rows) == 0:
		l.value("", l.s.Theme.Label(p.Empty(l.s.Board)+"."))
	}
	end := min(len(rows), from+listedAtOnce)
	shown := l.s.List.Shown(from, end)
	for i, r := range shown {
		if r.Section.Name != "" && (i == 0 || shown[i-1].Section != r.Section) {
			l.value("", l.s.Theme.Label(r.Section.String()+"."))
		}
		l.row(from+i+1, r)
		l.listed = append(l.listed, r.Ref)
	}
	if end < len(rows) {
		l.plain(fmt.Sprintf("%d more rows; more lists them.", len(rows)-end))
	}
}

// row writes a number, the mark in words, what, why and age.
func (l *lines) row(n int, r list.Row) {
	th := l.s.Theme
	line := styles.Line{draw.Span(styles.RolePlain, fmt.Sprintf("%d. ", n)), list.Badge(r.News), l.state(r), draw.Span(styles.RolePlain, ": "), {Text: th.Label(r.What)}}
	for _, more := range phrase.NotEmpty(r.Why, phrase.Age(l.s.Board.Snapshot.At, r.Since)) {
		line = append(line, draw.Span(styles.RolePlain, ", "), styles.Span{Text: th.Label(more)})
	}
	if r.Found.Text != "" {
		line = append(line, draw.Span(styles.RolePlain, ", found in its text: "), styles.Span{Text: th.Label(r.Found.Text)})
	}
	l.print(th, line...)
}

// state is the mark of a row in words. The mark of a draft stands for more than drafts, so only
// plans are called that.
func (l *lines) state(r list.Row) styles.Span {
	if r.Mark != styles.MarkDraft || r.Ref.Kind == model.KindPlan {
		return styles.Span{Text: l.s.Theme.MarkWord(r.Mark)}
	}
	return draw.Span(styles.RolePlain, r.Ref.Kind.Noun())
}

func (l *lines) open(n int) {
	if n < 1 || n > len(l.listed) {
		l.plain("No row " + strconv.Itoa(n) + "; list shows the rows.")
		return
	}
	l.close()
	ref := l.listed[n-1]
	l.send(RowMsg{ref})
	if r, ok := l.s.List.Current(); !ok || r.Ref != ref {
		l.plain("It is gone; list shows the rows.")
		return
	}
	l.press("enter")
	l.writeOpen(false)
}

// writeOpen writes the facts and text of the open thing, and what can be done with it.
func (l *lines) writeOpen(all bool) {
	d := l.s.Open
	if d == nil {
		l.plain("Nothing is open; a number opens a row.")
		return
	}
	if !all {
		l.facts(l.s.Board.Facts(d.Ref))
		if d.Found != nil {
			l.facts(view.Left(l.s.Board.Snapshot.At, *d.Found))
		}
	}
	switch {
	case d.Ref.Kind == model.KindOther:
	case d.Err != nil:
		l.value("Its text cannot be read: ", l.s.Theme.Label(d.Err.Error()))
	case d.Doc != nil && d.Ref.Kind.Session():
		l.course(d.Doc.Events, all)
		l.inGit()
	case d.Doc != nil && !all && l.action(d.Ref, d.Doc.Seen):
	case d.Doc != nil && all:
		l.text("Its text", draw.WholeLine(d.Ref.Kind, d.Doc.Bytes), -1)
	case d.Doc != nil:
		l.text("Its text", draw.WholeLine(d.Ref.Kind, d.Doc.Bytes), shownAtOnce)
	}
	l.choices()
}

// action writes what an action of the gate gets besides what the facts say. It is false where the
// file has to be read.
func (l *lines) action(ref model.Ref, seen model.Fingerprint) bool {
	r, ok := l.s.Board.About(ref).Request(ref.Path)
	if !ok {
		return false
	}
	parts, ok := board.ActionText(r.Ask, ref.Path, seen)
	if ok {
		l.parts(parts)
		l.plain("text prints the file that the gate wrote about it.")
	}
	return ok
}

// parts writes each part of an action, whole.
func (l *lines) parts(parts []model.ActionPart) {
	for _, p := range parts {
		name := "It gets this"
		if p.Name != "" {
			name = "Its part " + l.s.Theme.Label(p.Name).String()
		}
		l.text(name, confirm.PartBytes(p), -1)
	}
}

// inGit writes what the open session left in git, if that was asked for.
func (l *lines) inGit() {
	if d := l.s.Open; d != nil && d.InGit != nil {
		l.facts(view.InGit(l.s.Board.Snapshot.At, *d.InGit))
	}
}

// course writes what happened in a session, the end of it unless all is asked for. Many calls of
// one sort are one line.
func (l *lines) course(events []model.Event, all bool) {
	if !all {
		events = model.Folded(events)
	}
	rows := view.Tell(l.s.Board.Snapshot, events)
	l.plain("What happened, " + model.Counted(len(rows), "line") + ".")
	if n := len(rows) - shownAtOnce; n > 0 && !all {
		l.plain(fmt.Sprintf("The last %d; text prints all of them, %d more.", shownAtOnce, n))
		rows = rows[n:]
	}
	for i, t := range rows {
		lead := fmt.Sprintf("%d: ", i+1)
		if t.Event == nil {
			l.value(lead, l.s.Theme.Label(t.Quiet))
			continue
		}
		l.value(lead+strings.TrimSpace(t.Clock+" "+t.Sort)+": ", l.s.Theme.Label(strings.Join(phrase.NotEmpty(t.Says, t.Came, t.Outcome()), ", ")))
	}
}

// choices say what can be done now, first of all what decides.
func (l *lines) choices() {
	var decide, rest []string
	for _, act := range l.actions() {
		switch says := act.Keys[0] + " " + act.Name; {
		case l.refuse(act) != "":
		case act.Decides:
			decide = append(decide, says)
		default:
			rest = append(rest, says)
		}
	}
	l.plain("Now: " + strings.Join(append(append(decide, rest...), "list goes back"), ", ") + ".")
}

// text writes at most so many lines with numbers, so that none can pass for ours.
func (l *lines) text(heading string, b []byte, most int) {
	lines := l.s.Theme.Source(b)
	l.plain(heading + ", " + model.Counted(len(lines), "line") + ".")
	for i, t := range lines {
		if i == most {
			l.plain(fmt.Sprintf("%d more lines; text prints all of them.", len(lines)-i))
			return
		}
		l.value(fmt.Sprintf("%d: ", i+1), t)
	}
}

func (l *lines) facts(facts []view.Said) {
	for _, f := range facts {
		l.fact(f)
	}
}

func (l *lines) fact(f view.Said) {
	if f.Text != "" {
		l.value(f.Label+": ", board.Shown(l.s.Theme, f))
	}
}

func (l *lines) page(number string) {
	for i, p := range l.s.Pages {
		if p.Key == number {
			l.press(number)
			l.list()
			return
		}
		if number == "" {
			l.plain(fmt.Sprintf("%s %s: %s.", p.Key, p.Title, phrase.NeedYou(l.s.Board.Needs[i])))
		}
	}
	if number != "" {
		l.plain("No such page; page alone lists them.")
	}
}

// find filters the rows; "" lists all.
func (l *lines) find(words string) {
	l.close()
	l.press("/")
	l.press("clear")
	l.enter(words)
	l.press("enter")
	l.rows(0)
}

func (l *lines) help() {
	for _, h := range commands() {
		l.plain(h.Key + ": " + h.Does)
	}
	for _, act := range l.actions() {
		text := act.Keys[0] + ": " + act.Name
		if not := l.refuse(act); not != "" {
			text += " (not now: " + not + ")"
		}
		l.value("", l.s.Theme.Label(text))
	}
}

// commands are the commands that are not keys.
func commands() []draw.Hint {
	return []draw.Hint{
		{Key: "a number", Does: "open the row with that number"},
		{Key: "list", Does: "read the vault again and list the open page"},
		{Key: "more", Does: "list more rows"},
		{Key: "page", Does: "list the pages; page and a number opens one"},
		{Key: "/ and words", Does: "only rows with all the words, in a name, a file's name or a text; / alone shows all"},
		{Key: "text", Does: "print the whole text of what is open"},
		{Key: "q", Does: "quit, or go back to the list of vaults"},
	}
}
