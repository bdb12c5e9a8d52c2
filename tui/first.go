package tui

import (
	"fmt"
	"io"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/confirm"
	"coldstart/tui/draw"
	"coldstart/tui/keys"
	"coldstart/tui/thread"
)

// Beginning is what the screen can do where nothing was left yet.
type Beginning struct {
	// Plan lists what making a vault of a folder does there, and gives what makes it. Shown is the folder as people
	// read it.
	Plan func(dir string) (shown string, places []model.Making, make func() error, err error)
	// Demo is the command line that opens the example, empty where it cannot.
	Demo []string
	// Guide returns the instructions for an agent in a folder.
	Guide func(dir string) (string, error)
}

// offer is one thing to do where nothing was left: its action, its name and what it is.
type offer struct {
	id    keys.ID
	title string
	about []string
}

func offers() []offer {
	return []offer{
		{keys.MakeVault, "Make a vault here", []string{"creates folders, an example and agent instructions;", "shows you every file first and overwrites none"}},
		{keys.Demo, "See the demo", []string{"a bicycle workshop with requests to decide"}},
		{keys.CopyGuide, "Copy the guide", []string{"paste it into your agent, so it plans and asks"}},
		{keys.AllRepositories, "All repositories", []string{"where agents worked on this machine"}},
	}
}

const firstGroup = "An empty folder"

// onFirst reports whether the page is shown that says that nothing was left here, or nothing that was understood.
func (a *App) onFirst() bool {
	return a.feed.loaded && (a.board.Snapshot.Strange || a.isLost()) && a.tabs.at == board.HomePage && a.detail == nil
}

func notOnFirst(a *App) string {
	if !a.onFirst() {
		return "this folder already contains agent work"
	}
	return ""
}

func canMakeVault(a *App) string {
	switch {
	case a.outside.begin.Plan == nil:
		return "no vault can be made from here; coldstart init makes one"
	case a.board.Snapshot.ReadOnly != "":
		return "read-only: " + a.board.Snapshot.ReadOnly
	}
	return notOnFirst(a)
}

// plannedMsg brings what making a vault would change, madeMsg says that it was made.
type (
	plannedMsg struct {
		shown  string
		places []model.Making
		make   func() error
		err    error
	}
	madeMsg struct{ err error }
)

// planVault asks what making a vault would change here.
func planVault(a *App) tea.Cmd {
	plan, dir := a.outside.begin.Plan, a.outside.dir
	return func() tea.Msg {
		shown, places, make, err := plan(dir)
		return plannedMsg{shown, places, make, err}
	}
}

// reach shows every place that would be made or kept, and asks.
func (msg plannedMsg) reach(a *App) tea.Cmd {
	switch {
	case msg.err != nil:
		a.say(styles.RoleWarn, "No vault can be made here: "+phrase.Error(msg.err)+".")
		return nil
	case !a.onFirst() || a.over.Top() != nil:
		return nil
	case !slices.ContainsFunc(msg.places, func(p model.Making) bool { return !p.Kept }):
		a.say(styles.RoleMuted, "Everything is here already.")
		return nil
	}
	a.numbered++
	q := &confirm.Make{Dir: msg.shown, Places: msg.places, Ask: confirm.Ask{
		ID: a.numbered, Verb: "make it", Only: "Only y makes it; esc cancels.", No: "Nothing was made.",
		Cannot: func() string { return "" },
		Yes: func() tea.Cmd {
			return func() tea.Msg { return madeMsg{msg.make()} }
		},
	}}
	if canSeeDemo(a) == "" {
		q.Demo = func() tea.Cmd { return seeDemo(a) }
	}
	a.open(q)
	return q.Arm(a.screen())
}

func (msg madeMsg) reach(a *App) tea.Cmd {
	if msg.err != nil {
		a.say(styles.RoleBad, "The vault was not made: "+phrase.Error(msg.err)+".")
	} else {
		a.say(styles.RoleGood, "A vault was made here. Your agent reads its instructions when it starts.")
	}
	return a.load()
}

func canCopyGuide(a *App) string {
	switch {
	case a.outside.begin.Guide == nil:
		return "no guide can be copied from here; coldstart agent guide prints it"
	case a.outside.clip.Off != "":
		return a.outside.clip.Off
	}
	return notOnFirst(a)
}

func copyGuide(a *App) tea.Cmd {
	guide, dir := a.outside.begin.Guide, a.outside.dir
	th, clip := a.th, a.outside.clip
	return func() tea.Msg {
		text, err := guide(dir)
		if err == nil {
			_, err = io.WriteString(clip.to, th.ClipboardText(text, clip.Between))
		}
		return copiedMsg{"the guide", err}
	}
}

func canSeeDemo(a *App) string {
	switch {
	case len(a.outside.begin.Demo) == 0 || a.outside.program == nil:
		return "the demo cannot be opened from here; coldstart demo opens it"
	case a.isLost():
		return "this folder already contains agent work"
	}
	return notOnFirst(a)
}

// seeDemo returns the terminal to the demo until it is left.
func seeDemo(a *App) tea.Cmd {
	process := a.outside.program(a.outside.dir, a.outside.begin.Demo)
	return func() tea.Msg {
		return handOver{process, func(err error) tea.Msg { return demoMsg{err} }}
	}
}

// demoMsg says that the demo was left.
type demoMsg struct{ err error }

func (msg demoMsg) reach(a *App) tea.Cmd {
	if msg.err != nil {
		a.say(styles.RoleBad, "The demo failed: "+msg.err.Error()+".")
	}
	return a.load()
}

// aboutColumn is where the words about an offer begin, after its key and its title.
const aboutColumn = draw.TextEdge + 23

// viewFirst says in h rows that nothing was left here, what helps, and what was looked for: as
// much of it as fits.
func (a *App) viewFirst(h int) []styles.Line {
	intro := draw.Indented(draw.Sentence(styles.RolePlain, "Once an agent has worked in this "+a.kindOfPlace()+", this page shows where it stopped, what needs you and how to resume.", draw.Inside(a.width)))
	head := []styles.Line{nil, thread.Nothing(a.th, styles.Plain(phrase.NothingLeft+"."), a.width)}
	if head[1].Width() > a.width-draw.RightEdge {
		head = a.nothing(phrase.NothingLeft+".", a.width)
	}
	offers, titles, sought := a.offerLines(true), a.offerLines(false), a.soughtLines()
	for _, blocks := range [][][]styles.Line{
		{head, intro, offers, sought},
		{head[1:], intro, offers, sought},
		{head[1:], intro, titles, sought},
		{head[1:], intro, titles},
	} {
		if lines := apart(blocks); len(lines) <= h {
			return lines
		}
	}
	return append(head[1:], titles...)
}

func (a *App) kindOfPlace() string {
	if a.board.Snapshot.Search.Repository {
		return "repository"
	}
	return "folder"
}

// apart joins blocks with an empty row between them.
func apart(blocks [][]styles.Line) (lines []styles.Line) {
	for _, b := range blocks {
		if len(lines) > 0 && len(b) > 0 {
			lines = append(lines, nil)
		}
		lines = append(lines, b...)
	}
	return lines
}

// offerLines are the keys that do something, with what they are about where there is room.
func (a *App) offerLines(whole bool) (lines []styles.Line) {
	for _, o := range offers() {
		if a.refuse(a.action(o.id)) != "" {
			continue
		}
		line := styles.Join(draw.Edge(), styles.Line{{Text: styles.Plain(keys.Of(a.keys[o.id])), Role: styles.RoleKey}, draw.Span(styles.RolePlain, "  "), draw.Span(styles.RoleTitle, o.title)})
		if !whole || a.width < draw.FullWidth {
			lines = append(lines, line.Fit(a.width))
			continue
		}
		for _, words := range o.about {
			for _, row := range draw.Sentence(styles.RoleMuted, words, a.width-aboutColumn-draw.RightEdge) {
				lines = append(lines, styles.Join(line.Pad(aboutColumn), row))
				line = nil
			}
		}
	}
	return lines
}

// soughtLines name what was looked for: one row of the vault's own, one of other programs.
func (a *App) soughtLines() []styles.Line {
	search := a.board.Snapshot.Search
	says := "(not found"
	if up := phrase.UpTo(search); up != "" {
		says += up
	}
	w := draw.Inside(a.width)
	lines := []styles.Line{styles.Join(styles.Line{draw.Span(styles.RoleHeading, "Searched for"), draw.Span(styles.RolePlain, "  ")}, styles.Line{{Text: a.th.Label(says + ")"), Role: styles.RoleMuted}}).Fit(w)}
	for _, names := range [][]string{search.Names(), search.Marks()} {
		if len(names) > 0 {
			lines = append(lines, styles.Line{{Text: a.th.Label(fitting(names, w)), Role: styles.RoleMuted}})
		}
	}
	return draw.Indented(lines)
}

// fitting are as many names as fit in w cells, and how many more there are.
func fitting(names []string, w int) string {
	const between = " · "
	for n := len(names); n > 0; n-- {
		text := strings.Join(names[:n], between)
		if n < len(names) {
			text += between + fmt.Sprintf("%d more", len(names)-n)
		}
		if styles.Plain(text).Width() <= w {
			return text
		}
	}
	return names[0]
}

// firstHints are the keys of the page: what it offers, help, and the way out.
func (a *App) firstHints() (hints []draw.Hint) {
	all := slices.Concat(firstActions(), programActions())
	if a.isLost() {
		all = slices.Insert(all, 0, a.action(keys.Open))
	}
	for _, act := range all {
		if act.id == keys.Open {
			hints = append(hints, a.hintFor(act, always))
		} else if act.footer > 0 && (act.group == firstGroup || act.place >= atHelp) && a.refuse(act) == "" {
			rank := act.footer
			if act.place >= atHelp && (act.id != keys.Quit || !a.isLost()) {
				rank = always
			}
			hints = append(hints, a.hintFor(act, rank))
		}
	}
	return hints
}
