package tui

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/model/view"
	"coldstart/styles"
	"coldstart/styles/signs"
	"coldstart/tui/board"
	"coldstart/tui/draw"
	"coldstart/tui/keys"
	"coldstart/tui/list"
	"coldstart/tui/thread"
)

const (
	// listHead are the rows above the list, listFoot those below it.
	listHead, listFoot = 5, 2
	// aboutRows are kept free below a long list for what is said about one repository.
	aboutRows = 9
	// leastListed is how many rows the list has before anything is said about one.
	leastListed = 5
	// factColumn is where the values of facts begin, after their names.
	factColumn = 12
)

// deed is what an action does on the list.
func (e *everywhere) deed(act action) (deed, bool) {
	switch act.id {
	case keys.Open:
		return deed{why: e.lacks(1, "nothing is selected"), run: e.openSelected}, true
	case keys.Back:
		d := deed{run: e.back}
		if len(e.stack) == 1 && e.list.filter == "" {
			d.why = "nothing is open"
		}
		return d, true
	case keys.NextProblem:
		return deed{does: "another order", why: e.lacks(2, "there is nothing to sort"), run: e.turnOrder}, true
	case keys.Copy:
		why := e.cannotCopy()
		return deed{does: "copy the command", why: why, says: why, run: e.copyCommand}, true
	case keys.Reload:
		return deed{run: e.reload}, true
	case keys.Find, keys.Help, keys.Palette, keys.Theme, keys.Reveal, keys.Quit, keys.Kill:
		return deed{}, false
	}
	if act.group == "Move" {
		return deed{}, false
	}
	return deed{why: "in a repository only", says: "Unavailable: only an open repository has this key; " + keys.Of(e.keys[keys.Open]) + " opens it."}, true
}

// lacks is why an action does nothing where there are fewer than n rows.
func (e *everywhere) lacks(n int, why string) string {
	if e.list.size() < n {
		return why
	}
	return ""
}

func (e *everywhere) turnOrder() tea.Cmd {
	e.list.order = (e.list.order + 1) % orderings
	e.list.cursor.At = 0
	e.list.arrange()
	return nil
}

// back leaves the filter, else the list, if something is below it.
func (e *everywhere) back() tea.Cmd {
	if e.list.filter == "" {
		e.pop()
		return nil
	}
	e.list.filter, e.repositories.tabs.filters[0] = "", ""
	e.list.arrange()
	return nil
}

func (e *everywhere) rows(int) []*list.Row { return e.list.cursor.Rows }

// arrange lists the rows that fit the filter, from the first.
func (e *everywhere) arrange(int) bool {
	if text := e.repositories.filter(); text != e.list.filter {
		e.list.filter, e.list.cursor.At = text, 0
	}
	e.list.arrange()
	return true
}

func (e *everywhere) body(int) []styles.Line { return nil }

func (e *everywhere) place() (top, rows int, ok bool) { return listHead, e.listRows(), true }

// command is what resumes the newest session of a repository that can be resumed, nothing where its
// folder is gone.
func (e *everywhere) command(r rule.Repository) string {
	if e.list.seen[r.Dir].Gone {
		return ""
	}
	for _, t := range r.Sessions {
		if resume := t.Resume(e.list.snapshot.At); resume != "" {
			return resume
		}
	}
	return ""
}

// cannotCopy says why no command can be copied, "" where one can.
func (e *everywhere) cannotCopy() string {
	r, ok := e.list.selected()
	command := e.command(r)
	switch {
	case e.o.Clipboard.Off != "":
		return "Unavailable: " + e.o.Clipboard.Off + "."
	case ok && e.list.seen[r.Dir].Gone:
		return "The folder is gone, so no session in it can be resumed."
	case !ok || command == "":
		return "No session here can be resumed."
	case e.th.ClipboardIn(command, e.o.Clipboard.Between) == "":
		return "The command is too long, or has characters unsafe to paste."
	}
	return ""
}

func (e *everywhere) copyCommand() tea.Cmd {
	r, _ := e.list.selected()
	command, to := e.command(r), e.repositories.outside.clip.to
	sequence := e.th.ClipboardIn(command, e.o.Clipboard.Between)
	return copying(to, command, sequence)
}

// listRows is how many rows the list has on the screen.
func (e *everywhere) listRows() int {
	room := e.height - listHead - listFoot
	if room >= leastListed+aboutRows {
		room = max(leastListed, min(room-aboutRows, e.list.size()+1))
	}
	return room
}

func (e *everywhere) tooSmall() bool {
	return e.width < draw.MinWidth || e.height < draw.MinHeight+1
}

// frame is the list: a row for each repository, and what is said about the one under the cursor.
func (e *everywhere) frame() []styles.Line {
	if e.tooSmall() {
		return draw.Sentence(styles.RolePlain, fmt.Sprintf("The window is too small (%d×%d needed). %s quits.", draw.MinWidth, draw.MinHeight+1, keys.Of(e.keys[keys.Quit])), e.width)
	}
	lines := []styles.Line{e.header(), e.status()}
	l := &e.list
	lines = append(lines, e.needsRow(), nil)
	switch {
	case !l.loaded:
		lines = append(lines, draw.Indented(draw.Sentence(styles.RoleMuted, "Reading the sessions of agents…", draw.Inside(e.width)))...)
	case len(l.all) == 0:
		lines = append(lines, draw.Indented(draw.Sentence(styles.RolePlain, "No agent has left a session on this machine. Claude Code, Codex, Gemini CLI and opencode keep theirs in your home folder.", draw.Inside(e.width)))...)
	case l.size() == 0:
		lines = append(lines, styles.Join(draw.Edge(), draw.Words(styles.RoleMuted, "No repository fits.")))
	default:
		t := e.table()
		lines = append(lines, styles.Join(draw.Edge(), t.Head()))
		for i := l.cursor.Top; i < min(l.cursor.Top+e.listRows(), l.size()); i++ {
			lines = append(lines, e.row(t, i))
		}
		if r, ok := l.selected(); ok && e.height-listFoot-len(lines) > leastAbout {
			lines = append(append(lines, nil), e.about(l.current(r), e.height-listFoot-len(lines)-1)...)
		}
	}
	return append(draw.Tall(lines, e.height-1), e.repositories.viewFooter())
}

func (e *everywhere) header() styles.Line {
	l := &e.list
	right := ""
	if l.loaded {
		right = fmt.Sprintf("%s · as of %s", model.Counted(len(l.all), "repository"), l.snapshot.At.Format("Mon 15:04"))
		if e.width < roomWidth {
			right = l.snapshot.At.Format("15:04")
		}
	}
	name := styles.Join(draw.Edge(), draw.Words(styles.RoleMuted, "coldstart  "), draw.Words(styles.RoleTitle, "All repositories"))
	return draw.Ends(name, draw.Words(styles.RoleMuted, right), e.width)
}

// status is the filter, else the message of the last key, else what could not be read.
func (e *everywhere) status() styles.Line {
	l := &e.list
	if line := e.repositories.filterLine(); line != nil {
		return append(line[:len(line)-1], draw.Span(styles.RoleMuted, fmt.Sprintf("  %d of %d", len(l.rows), len(l.all)))).Fit(e.width)
	}
	words, role := e.repositories.toast.text, cmp.Or(e.repositories.toast.role, styles.RoleMuted)
	switch s := l.snapshot; {
	case words != "":
	case len(e.asking.hanging) >= mostHanging:
		words, role = fmt.Sprintf("%d folders do not respond; the rest are not read.", mostHanging), styles.RoleWarn
	case len(s.Problems) > 0:
		words, role = "Not read: "+s.Problems[0].Path+": "+s.Problems[0].Reason, styles.RoleWarn
	case s.TranscriptsLeft > 0:
		words = "Not read: " + model.Counted(s.TranscriptsLeft, "older session") + "."
	}
	return styles.Join(draw.Edge(), styles.Line{{Text: e.th.Label(words), Role: role}}).Fit(e.width)
}

// needsRow counts what needs somebody in the repositories, of those that were not read by their
// sessions alone.
func (e *everywhere) needsRow() styles.Line {
	l := &e.list
	needs, soon, waits, dead := 0, 0, 0, 0
	for _, r := range l.all {
		if l.seen[r.Dir].Gone {
			continue
		}
		w, d, _ := l.current(r).Count(l.snapshot.At)
		needs, waits, dead = needs+l.needs(r), waits+w, dead+d
		if b := l.read[r.Dir].board; b != nil {
			soon += b.Soon()
		}
	}
	var right styles.Line
	add := func(n int, role styles.Role, one, several string) {
		if n == 0 {
			return
		}
		if len(right) > 0 {
			right = append(right, draw.Span(styles.RoleMuted, " · "))
		}
		right = append(right, draw.Span(role, fmt.Sprintf("%d %s", n, pick(n, one, several))))
	}
	add(soon, styles.RoleWarn, "expires soon", "expire soon")
	add(waits, styles.RoleMuted, "session waits for an answer", "sessions wait for an answer")
	add(dead, styles.RoleMuted, "interrupted", "interrupted")
	left := styles.Join(draw.Edge(), draw.Words(styles.RoleHeading, fmt.Sprintf("Needs you %d", needs)))
	if left.Width()+right.Width()+between+draw.RightEdge > e.width {
		right = nil
	}
	return draw.Ends(left, right, e.width)
}

func pick(n int, one, several string) string {
	if n == 1 {
		return one
	}
	return several
}

// nameColumn is how wide the names are.
func (e *everywhere) nameColumn() int {
	if e.width >= draw.RoomyWidth {
		return mostName
	}
	name := len("repository")
	for _, r := range e.list.rows {
		name = max(name, min(mostName, e.width/3, e.th.Show(r.Name).Width()))
	}
	return name
}

// table are the columns: from draw.RoomyWidth on with trend and deadline.
func (e *everywhere) table() list.Table {
	columns := []list.Column{{Name: "repository", Width: e.nameColumn()}, {Name: "resumes with"}}
	if e.width < draw.RoomyWidth {
		return list.Fitted(e.width, append(columns, list.Column{Name: "needs you", Width: needsColumn, Right: true}, list.Column{Name: "last", Width: lastColumn, Right: true})...)
	}
	return list.Fitted(e.width, append(columns, list.Column{Name: "sessions, 14 days", Width: trendColumn}, list.Column{Name: fmt.Sprintf("%-11sneeds you", "next"), Width: nextColumn}, list.Column{Name: "last", Width: lastColumn + 1, Right: true})...)
}

// row is a row of the list. Only the one under the cursor is lit.
func (e *everywhere) row(t list.Table, i int) styles.Line {
	l := &e.list
	if i >= len(l.rows) {
		words := fmt.Sprintf("… %s", model.Counted(l.folded, "temporary or deleted folder"))
		return underCursor(e.th, i == l.cursor.At, draw.Words(styles.RoleMuted, words)).Fit(e.width)
	}
	r, role := l.current(l.rows[i]), styles.RolePlain
	if i == l.cursor.At {
		role = styles.RoleTitle
	}
	cells := append([]styles.Line{{{Text: e.th.Show(cmp.Or(r.Name, "no folder")), Role: role}}}, e.cells(r, i == l.cursor.At)...)
	return underCursor(e.th, i == l.cursor.At, t.Row(cells...))
}

// cells are what is known of a repository: by its sessions at once, the rest when its folder
// answered.
func (e *everywhere) cells(r rule.Repository, lit bool) []styles.Line {
	l, wide := &e.list, e.width >= draw.RoomyWidth
	sight, read, last := l.seen[r.Dir], l.read[r.Dir], r.Last()
	next, role := e.newest(r), styles.RoleMuted
	var goes, until, needs styles.Line
	if b := read.board; b != nil && read.err == nil {
		goes, until, needs = e.ofBoard(b, lit)
		if b.Resume.Plan != nil || len(b.Snapshot.Plans) > 0 {
			_, words := b.GoesOn(e.th)
			next, role = e.th.Label(words), styles.RolePlain
		}
		if at := b.LastTime(); at.After(last) {
			last = at
		}
	}
	switch {
	case sight.Gone:
		goes, next = nil, styles.Plain("the folder is gone")
	case l.late[r.Dir]:
		words := e.th.MarkSymbol(styles.MarkProblem).String() + fmt.Sprintf(" no answer for %d s ", int(answerTime.Seconds()))
		goes, next, role = draw.Words(styles.RoleBad, words), styles.Plain(keys.Cap(e.keys[keys.Reload])+" asks again"), styles.RoleMuted
	case read.err != nil:
		goes, next, role = nil, e.th.Label("cannot be read: "+phrase.Error(read.err)), styles.RoleBad
	}
	if goes.Width() > 0 {
		if wide {
			goes = goes.Pad(max(threadColumn, goes.Width()))
		}
		goes = append(slices.Clone(goes), draw.Span(styles.RolePlain, " "))
	}
	goes = styles.Join(goes, styles.Line{{Text: next, Role: role}})
	age := draw.Words(styles.RoleMuted, phrase.Age(l.snapshot.At, last))
	if !wide {
		return []styles.Line{goes, needs, age}
	}
	if until.Width() == 0 && !sight.Gone {
		until = e.asks(r)
	}
	room := nextColumn - needs.Width()
	trend := styles.Line{{Text: e.th.Sparkline(l.started(r), l.mostStarted(e.listRows())), Role: styles.RoleAccent}}
	return []styles.Line{goes, trend, styles.Join(until.Fit(max(0, room-1)).Pad(room), needs), age}
}

// ofBoard is what a repository that was read goes on with, what expires next in it, and how much needs somebody.
func (e *everywhere) ofBoard(b *board.Board, lit bool) (goes, until, needs styles.Line) {
	goes, _ = b.GoesOn(e.th)
	if !lit {
		goes = thread.Unlit(e.th, goes)
	}
	if words := b.Deadline(); words != "" {
		until = draw.Words(styles.RoleWarn, e.th.Symbol(styles.SymDeadline).String()+" "+words)
	}
	role := styles.RoleTitle
	switch n := b.Needs[board.HomePage]; {
	case n > 0:
		return goes, until, draw.Words(role, fmt.Sprint(n))
	case e.th.Emphasizes():
		role = styles.RoleMuted
	}
	return goes, until, draw.Words(role, "–")
}

// newest is what the newest session of a repository was about.
func (e *everywhere) newest(r rule.Repository) styles.Text {
	if len(r.Sessions) == 0 {
		return styles.Text{}
	}
	return e.th.Brief(r.Sessions[0].Name(), max(1, e.width))
}

// asks says what a session waits for.
func (e *everywhere) asks(r rule.Repository) styles.Line {
	for _, t := range r.Sessions {
		if end, _ := t.State(e.list.snapshot.At); end != model.EndingWaits || !t.NeedsYou(e.list.snapshot.At) {
			continue
		}
		words := "an approval"
		switch {
		case len(t.Questions) > 0:
			words = "a question"
		case t.Plan != "":
			words = "a plan"
		}
		return draw.Words(styles.RoleWarn, e.th.MarkSymbol(styles.MarkHuman).String()+" "+words)
	}
	return nil
}

// about says more of a repository in at most h rows: where it is, what is next, and its newest
// sessions.
func (e *everywhere) about(r rule.Repository, h int) []styles.Line {
	head := styles.Join(draw.Edge(), styles.Line{{Text: e.th.Show(cmp.Or(r.Name, "no folder")), Role: styles.RoleTitle}},
		styles.Line{draw.Span(styles.RolePlain, "  "), {Text: e.th.Said(e.whereabouts(r)), Role: styles.RoleMuted}})
	lines := []styles.Line{head.Fit(e.width), nil}
	facts := e.facts(r)
	for _, f := range facts {
		lines = append(lines, e.factRow(f.Label, board.Shown(e.th, f), signs.Toned(f.Tone), nil))
	}
	if command := e.command(r); command != "" {
		copies := styles.Join(styles.Line{draw.Span(styles.RoleKey, keys.Of(e.keys[keys.Copy]))}, draw.Words(styles.RoleMuted, " copies it"))
		lines = append(lines, e.factRow("Resume with", e.th.Show(command), styles.RolePlain, copies))
	}
	if room := h - len(lines); room > 1 {
		label := "Sessions"
		for _, t := range r.Sessions[:min(len(r.Sessions), room)] {
			end, _ := t.State(e.list.snapshot.At)
			says := e.th.Label(phrase.EndedOf(end, t) + "  " + phrase.Age(e.list.snapshot.At, t.Wrote()))
			lines = append(lines, e.factRow(label, e.th.Brief(t.Name(), draw.Inside(e.width)), styles.RolePlain, styles.Line{{Text: says, Role: styles.RoleMuted}}))
			label = ""
		}
	}
	return lines[:min(len(lines), h)]
}

// factRow is a name and a value, with something at the right edge that is not cut.
func (e *everywhere) factRow(label string, value styles.Text, role styles.Role, right styles.Line) styles.Line {
	name := styles.Span{Text: styles.Plain(label).Pad(factColumn), Role: styles.RoleMuted}
	room := draw.Inside(e.width) - factColumn - right.Width() - between
	left := styles.Join(draw.Edge(), styles.Line{name, {Text: value.Fit(max(1, room)), Role: role}})
	return draw.Ends(left, right, e.width)
}

// whereabouts are the folder of a repository, what it is, and its branches.
func (e *everywhere) whereabouts(r rule.Repository) string {
	shown := r.Dir
	if home := e.o.Machine.Home; home != "" && rule.Within(home, r.Dir) {
		shown = "~" + r.Dir[len(home):]
	}
	words := []string{shown}
	sight, seen := e.list.seen[r.Dir]
	switch b := e.list.read[r.Dir].board; {
	case r.Dir == "":
		words = []string{"its sessions name no folder"}
	case sight.Gone:
		words = append(words, "the folder is gone")
	case b != nil && b.Kind() != "":
		words = append(words, b.Kind())
	case seen && !sight.Repository:
		words = append(words, "no repository")
	}
	if names := r.Branches(); len(names) > 0 {
		words = append(words, pick(len(names), "branch ", "branches ")+strings.Join(names, ", "))
	}
	return strings.Join(words, " · ")
}

// facts are what expires first, what waited longest, and which sessions died or run.
func (e *everywhere) facts(r rule.Repository) (facts []view.Said) {
	if b := e.list.read[r.Dir].board; b != nil {
		for _, f := range b.VaultFacts() {
			if f.ID != view.State && f.Text != "" {
				facts = append(facts, f)
			}
		}
	}
	_, dead, runs := r.Count(e.list.snapshot.At)
	var words []string
	if dead > 0 {
		words = append(words, model.Counted(dead, "session")+" interrupted")
	}
	if runs > 0 {
		words = append(words, fmt.Sprintf("%d running", runs))
	}
	if len(words) > 0 {
		facts = append(facts, view.Say(view.State, "Dead", strings.Join(words, ", "), view.Plain))
	}
	return facts
}

func (e *everywhere) hints() []draw.Hint {
	hints := []draw.Hint{{Key: keys.Of(e.keys[keys.Open]), Does: "open"}, {Key: keys.Of(e.keys[keys.Find]), Does: "find", Rank: usual}, {Key: keys.Of(e.keys[keys.NextProblem]), Does: "order", Rank: usual}}
	if e.o.Clipboard.Off == "" {
		hints = append(hints, draw.Hint{Key: keys.Of(e.keys[keys.Copy]), Does: "copy the command", Tight: "copy", Rank: noRank})
	}
	hints = append(hints, draw.Hint{Key: keys.Cap(e.keys[keys.Reload]), Does: "reload", Rank: allRank}, draw.Hint{Key: keys.Of(e.keys[keys.Help]), Does: "help"})
	if len(e.stack) > 1 {
		hints = append(hints, draw.Hint{Key: keys.Of(e.keys[keys.Back]), Does: "back"})
	}
	return append(hints, draw.Hint{Key: keys.Of(e.keys[keys.Quit]), Does: "quit"})
}
