package confirm

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/styles"
	"coldstart/tui/draw"
	"coldstart/tui/keys"
	"coldstart/tui/overlay"
	"coldstart/tui/thread"
)

// Resume shows what would be started to continue a session or a plan, and starts exactly that after a single enter.
// A choice of the operator's own words is the last one.
type Resume struct {
	ID int
	// Of names the session or the plan, About says how it ended, Asks is its question, "" for none. Kept is the name
	// of words that were left.
	Of, About, Asks, Kept string
	Offers                []phrase.Offer
	// Own makes an offer of the operator's words and the one that was chosen before, nil where they cannot be told.
	Own func(of phrase.Offer, text string) phrase.Offer
	// Turn opens the card of another session, nil where up and down choose among the offers; Turns names what they go to.
	Turn  func(by int) tea.Cmd
	Turns string
	// Cannot is why nothing can be started now, "" where it can; Start does it, and Copy copies a command.
	Cannot func(l model.Launch) string
	Start  func(l model.Launch) tea.Cmd
	Copy   func(line string) tea.Cmd
	// since says what changed after the end of the session, "" while that is not known, and where nothing did.
	since string
	// told is what the agent is told, nil while that is not known.
	told *Told
	// at is the offer under the cursor, -1 for none, and len(Offers) for own words, which are in words; from was the one
	// before these.
	at    int
	from  int
	words textinput.Model
	guard Guard
}

// OfSession is the card of a session, with the plan that it is for, "" for none.
func OfSession(t model.Transcript, plan string, now time.Time) *Resume {
	e, sure := t.State(now)
	doubt, branch := "", ""
	if sure == model.BasisGuessed {
		doubt = phrase.SureOf(t, e, sure)
	}
	if t.Branch != "" {
		branch = "branch " + t.Branch
	}
	r := &Resume{Of: t.Called(), Kept: "reply " + t.ID, About: strings.Join(phrase.NotEmpty(plan, phrase.EndedOf(e, t), doubt, phrase.AgeWords(now, t.Wrote()), t.Tool, branch), " · ")}
	r.Offers, r.Own = phrase.Offers(t, e)
	if len(t.Questions) > 0 {
		r.Asks = t.AsksFor()
	}
	return r
}

// OfPlan is the card of a plan without a session to resume: each offer begins one with another agent.
func OfPlan(p model.Plan, about string, offers []phrase.Offer) *Resume {
	r := &Resume{Of: strings.TrimSpace(p.ID + "  " + p.Objective), About: about, Offers: offers, Own: phrase.Offer.With, Kept: "reply " + p.Path}
	if len(offers) > 1 {
		r.Turns = "other agent"
	}
	return r
}

// ChangedMsg brings a card what changed in the folder of its session after the end of that one.
type ChangedMsg struct {
	Card int
	Left model.LeftInGit
}

// Told is what the program of an agent is told when it starts: whether its hook hands over a report, the size
// of that in characters, and the first line of each part.
type Told struct {
	Hook  bool
	Size  int
	Lines []string
}

// ToldMsg brings a card what the agent is told.
type ToldMsg struct {
	Card int
	Told Told
}

// Arm begins to ask. Of several answers none is chosen.
func (r *Resume) Arm(s *overlay.Screen) tea.Cmd {
	r.words = overlay.LineInput(s.Kept(r.Kept))
	if r.Asks != "" {
		r.at = -1
	}
	r.guard = r.guard.Begin(Question{No: true}).Laid(nil).Looked(model.Fingerprint{}, nil)
	return r.rest(s)
}

func (r *Resume) rest(s *overlay.Screen) tea.Cmd {
	r.guard = r.guard.Rest()
	msg := ArmedMsg{Dialog: r.ID, Arming: r.guard.Quiet()}
	return s.Wait(QuietTime, func(time.Time) tea.Msg { return msg })
}

// typing reports whether letters are words for the agent.
func (r *Resume) typing() bool { return r.Own != nil && r.at == len(r.Offers) }

// offer is what enter starts; it has no words where nothing is chosen.
func (r *Resume) offer() phrase.Offer {
	switch {
	case r.typing() && strings.TrimSpace(r.words.Value()) == "", r.at < 0, r.at >= len(r.Offers) && !r.typing():
		return phrase.Offer{}
	case r.typing():
		of := phrase.Offer{}
		if r.from >= 0 && r.from < len(r.Offers) {
			of = r.Offers[r.from]
		}
		return r.Own(of, model.OneLine(r.words.Value()))
	}
	return r.Offers[r.at]
}

// cannot is why enter starts nothing now.
func (r *Resume) cannot(s *overlay.Screen) string {
	o := r.offer()
	switch {
	case r.typing() && len(o.Launch.Words) == 0:
		return "type a message for the agent"
	case len(o.Launch.Words) == 0:
		return "choose an answer"
	case o.Prompt != "" && (strings.ContainsAny(o.Prompt[:1], "-/!") || !strings.Contains(o.Prompt, " ")):
		return "a single word, or one that begins with - / or !, may be taken for a command: write a sentence"
	case !s.Th.ShowsAsIs(o.Launch.Line()):
		return "the command has hidden characters"
	}
	return r.Cannot(o.Launch)
}

// Hear ends the quiet time, and the wait for other keys after enter.
func (r *Resume) Hear(s *overlay.Screen, msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case aloneMsg:
		if msg.dialog != r.ID {
			return nil
		}
		next, why := r.guard.Hold(r.cannot(s) != "").Counts(msg.yes)
		switch r.guard = next; why {
		case None:
			s.Close(r)
			s.Keep(r.Kept, "")
			return r.Start(r.offer().Launch)
		case Late:
			return nil
		}
		return r.refuse(s, why)
	case ArmedMsg:
		if msg.Dialog == r.ID {
			r.guard = r.guard.Rested(msg.Arming)
		}
	case ChangedMsg:
		if msg.Card == r.ID {
			r.since = phrase.ChangedSince(msg.Left)
			return r.rest(s)
		}
	case ToldMsg:
		if msg.Card == r.ID {
			r.told = &msg.Told
			return r.rest(s)
		}
	case overlay.SettledMsg:
		_, whole := r.layout(s)
		r.guard = r.guard.Show(!whole || s.Small(), false)
	}
	return nil
}

// Loses reports words that quitting would discard.
func (r *Resume) Loses() bool { return r.typing() && r.words.Value() != "" }

func (r *Resume) refuse(s *overlay.Screen, why Reason) tea.Cmd {
	words := "Too early. Press it again."
	switch why {
	case Held:
		words = "Not now: " + r.cannot(s) + "."
	case Joined:
		words = "Ignored: several keys at once. Press enter again."
	case Small:
		words = "The window is too small for the whole command."
	}
	s.Say(styles.RoleWarn, words)
	return r.rest(s)
}

// Key chooses, types, copies, and starts after a single enter.
func (r *Resume) Key(s *overlay.Screen, msg tea.KeyMsg) tea.Cmd {
	var why Reason
	if r.guard, why = r.guard.Key(); why != None {
		return r.refuse(s, why)
	}
	single := !msg.Paste && len(msg.Runes) <= 1
	switch {
	case key.Matches(msg, s.Keys[keys.Back]), single && !r.typing() && key.Matches(msg, s.Keys[keys.Quit]):
		s.Close(r)
		s.Keep(r.Kept, r.words.Value())
		s.Say(styles.RoleMuted, "Nothing was started.")
		return nil
	case msg.Type == tea.KeyEnter && !msg.Alt:
		if r.guard, why = r.guard.Hold(r.cannot(s) != "").Yes(); why != None {
			return r.refuse(s, why)
		}
		s.Say(styles.RoleMuted, "Starting it…")
		started := aloneMsg{r.ID, r.guard.Lone()}
		return s.Wait(LaunchTime, func(time.Time) tea.Msg { return started })
	case msg.Type == tea.KeyTab, single && !r.typing() && r.Own != nil && key.Matches(msg, s.Keys[keys.Message]):
		r.turn(len(r.Offers))
	case msg.Type == tea.KeyUp, msg.Type == tea.KeyDown:
		by := 1
		if msg.Type == tea.KeyUp {
			by = -1
		}
		if r.Turn != nil && !r.typing() {
			s.Close(r)
			return r.Turn(by)
		}
		r.turn(max(0, r.at+by))
	case r.typing():
		r.words, _ = r.words.Update(msg)
	case single && len(msg.Runes) == 1 && msg.Runes[0] >= '1' && int(msg.Runes[0]-'1') < len(r.Offers):
		r.turn(int(msg.Runes[0] - '1'))
	case single && key.Matches(msg, s.Keys[keys.Yes]):
		if line := r.offer().Launch.Line(); line != "" {
			return r.Copy(line)
		}
		s.Say(styles.RoleMuted, "Nothing is chosen yet.")
	}
	return r.rest(s)
}

// LaunchTime is how long enter must stay the only key before a program starts: one that is held down repeats itself
// within that time, and the program would get the rest.
const LaunchTime = 750 * time.Millisecond

// turn moves to an offer, or to the words behind the last one.
func (r *Resume) turn(to int) {
	last := len(r.Offers) - 1
	if r.Own != nil {
		last++
	}
	if !r.typing() {
		r.from = r.at
	}
	r.at = min(to, last)
}

// Hints are the keys that do something.
func (r *Resume) Hints(s *overlay.Screen) []draw.Hint {
	var hints []draw.Hint
	if n := len(r.Offers); n > 1 && !r.typing() {
		hints = append(hints, draw.Hint{Key: fmt.Sprintf("1–%d", min(n, 9)), Does: "choose", Rank: 1})
	}
	if r.Own != nil && !r.typing() && r.Asks != "" {
		hints = append(hints, draw.Hint{Key: "tab", Does: "own words"})
	}
	if r.cannot(s) == "" {
		hints = append(hints, draw.Hint{Key: "enter", Does: "start it here", Tight: "start"})
	}
	if !r.typing() && len(r.offer().Launch.Words) > 0 {
		hints = append(hints, draw.Hint{Key: "y", Does: "copy"})
	}
	if r.Own != nil && !r.typing() && r.Asks == "" {
		hints = append(hints, draw.Hint{Key: keys.Of(s.Keys[keys.Message]), Does: "add a message"})
	}
	if r.Turns != "" && !r.typing() {
		hints = append(hints, draw.Hint{Key: "↑↓", Does: r.Turns})
	}
	return append(hints, draw.Hint{Key: "esc", Does: "back"})
}

// The sizes of the card, in cells: its width where there is little room and much, its margin, and the columns of
// names and of the keys of choices.
const narrowBox, wideBox, boxMargin, boxNames, boxChoice = 72, 88, 3, 10, 5

// mostAnswer is the width of an answer beside which what the agent says of it begins.
const mostAnswer = 24

// wideScreen is the least width of a screen with a wide card.
const wideScreen = 116

// mostAsked are the rows of a question, and of words that are typed. The command has both in full.
const mostAsked = 6

// Box draws the card.
func (r *Resume) Box(s *overlay.Screen) draw.Box {
	title := "Resume"
	if r.Asks != "" {
		title = "Answer and resume"
	}
	w := r.width(s)
	b := draw.Box{W: w, X: (s.Width - w) / 2, Hints: r.Hints(s), Title: draw.Words(styles.RoleKey, title)}
	b.Lines, _ = r.layout(s)
	b.Y = max(0, (s.Height-len(b.Lines)-2)/2)
	return b
}

func (r *Resume) width(s *overlay.Screen) int {
	w := narrowBox
	if s.Width >= wideScreen {
		w = wideBox
	}
	return min(w, s.Width-2)
}

// layout are the lines of the card that fit, and whether these are all: what the agent is told gives way
// first, and blank ones then.
func (r *Resume) layout(s *overlay.Screen) (lines []styles.Line, whole bool) {
	most := max(0, s.Height-3)
	for told := mostTold; told >= 0; told-- {
		if lines = r.lines(s, r.width(s)-2, told); len(lines) <= most {
			return lines, true
		}
	}
	for len(lines) > most {
		at := slices.IndexFunc(lines, func(l styles.Line) bool { return l == nil })
		if at < 0 {
			return lines[:most], false
		}
		lines = slices.Delete(lines, at, at+1)
	}
	return lines, true
}

// mostTold is how many lines show what the agent is told, with their heading.
const mostTold = 4

// tells are at most that many lines of what the agent is told.
func (r *Resume) tells(s *overlay.Screen, w, most int) []styles.Line {
	if r.told == nil || most == 0 {
		return nil
	}
	by := "nothing: no start hook is installed"
	if r.Own != nil && r.Asks == "" {
		by = "nothing: no start hook; " + keys.Of(s.Keys[keys.Message]) + " adds a message"
	}
	if r.told.Hook {
		by = "from the start hook, " + draw.Thousands(r.told.Size) + " characters"
	}
	lines := []styles.Line{draw.Ends(draw.Words(styles.RoleKey, "The agent gets"), draw.Words(styles.RoleMuted, by), w+draw.RightEdge)}
	for _, said := range r.told.Lines[:min(len(r.told.Lines), most-1)] {
		lines = append(lines, styles.Join(draw.Words(styles.RoleMuted, "· "), styles.Line{{Text: s.Th.BrieflySaid(said, w-2)}}))
	}
	return append([]styles.Line{nil}, lines...)
}

// lines are what the card says, over w cells, with at most that many lines of what the agent is told.
func (r *Resume) lines(s *overlay.Screen, w, told int) []styles.Line {
	w -= 2 * boxMargin
	lines := []styles.Line{nil, styles.Join(styles.Line{thread.Ember(s.Th), draw.Span(styles.RolePlain, " ")}, styles.Line{{Text: s.Th.Label(r.Of), Role: styles.RoleTitle}}).Fit(w)}
	if r.About != "" {
		lines = append(lines, styles.Join(draw.Words(styles.RolePlain, "  "), styles.Line{{Text: s.Th.Label(r.About), Role: styles.RoleMuted}}).Fit(w))
	}
	lines = append(lines, nil)
	if r.Asks != "" {
		lines = append(append(lines, draw.Between(draw.Wrapped(s.Th.Said("“"+r.Asks+"”"), styles.RoleWarn, w), 0, mostAsked)...), nil)
	}
	lines = margined(lines)
	if choices := r.choices(s, w); len(choices) > 0 {
		lines = append(append(lines, choices...), nil)
	}
	o := r.offer()
	var below []styles.Line
	if len(o.Launch.Words) > 0 {
		row := func(name string, t styles.Text, role styles.Role) {
			for i, l := range draw.Wrapped(t, role, w-boxNames) {
				if i > 0 {
					name = ""
				}
				below = append(below, styles.Join(draw.Words(styles.RoleMuted, name).Pad(boxNames), l))
			}
		}
		row("command", s.Th.Label(model.Launch{Words: o.Launch.Words}.Line()), styles.RoleCode)
		if o.Launch.Dir != "" {
			row("folder", s.Th.Label(o.Launch.Dir), styles.RolePlain)
		}
		row("ends", styles.Plain("this screen waits, and comes back when the agent stops"), styles.RoleMuted)
		below = append(below, r.tells(s, w, told)...)
	} else {
		below = draw.Sentence(styles.RoleMuted, "Nothing is sent until you choose and press enter.", w)
	}
	if r.since != "" {
		below = append(append(below, nil), draw.Wrapped(s.Th.Said(r.since), styles.RoleWarn, w)...)
	}
	if why := r.cannot(s); why != "" && len(o.Launch.Words) > 0 {
		below = append(append(below, nil), draw.Sentence(styles.RoleWarn, "Cannot start it: "+why+".", w)...)
	}
	return append(append(lines, margined(below)...), nil)
}

// margined puts lines behind the margin, and leaves the blank ones.
func margined(lines []styles.Line) []styles.Line {
	for i, l := range lines {
		if l != nil {
			lines[i] = styles.Join(draw.Words(styles.RolePlain, strings.Repeat(" ", boxMargin)), l)
		}
	}
	return lines
}

// choices are the offers, a row each, with the words that are typed below them.
func (r *Resume) choices(s *overlay.Screen, w int) (lines []styles.Line) {
	row := func(at int, name string, said styles.Line) {
		lead := draw.Words(styles.RolePlain, strings.Repeat(" ", boxMargin))
		if at == r.at {
			lead = styles.Line{{Text: s.Th.Symbol(styles.SymCursor), Role: styles.RoleKey}, draw.Span(styles.RolePlain, "  ")}
			said = slices.Clone(said)
			said[0].Role = styles.RoleTitle
		}
		lines = append(lines, styles.Join(lead, draw.Words(styles.RoleKey, name).Pad(boxChoice), said).Fit(w+boxMargin))
	}
	widest := 0
	for _, o := range r.Offers {
		if o.About != "" {
			widest = max(widest, min(mostAnswer, s.Th.Label(o.Says).Width()))
		}
	}
	for i, o := range r.Offers {
		if len(r.Offers) == 1 && r.Asks == "" {
			// The command below says it.
			break
		}
		name := ""
		if i < 9 && len(r.Offers) > 1 {
			name = fmt.Sprint(i + 1)
		}
		said := styles.Line{{Text: s.Th.Label(o.Says)}}
		if o.About != "" {
			said = append(said.Pad(widest+draw.ColumnGap), styles.Span{Text: s.Th.Said("“" + o.About + "”"), Role: styles.RoleMuted})
		}
		row(i, name, said)
	}
	switch {
	case r.Own == nil, r.Asks == "" && !r.typing():
		return lines
	case !r.typing():
		row(len(r.Offers), "tab", draw.Words(styles.RolePlain, "your own words"))
		return lines
	}
	head, tail := s.Typed(r.words)
	for i, l := range draw.Between(draw.Wrapped(s.Th.Show(head+tail), styles.RolePlain, w-boxChoice), len(s.Th.Show(head).Wrap(w-boxChoice))-mostAsked, mostAsked) {
		at := -2
		if i == 0 {
			at = r.at
		}
		row(at, "", l)
	}
	return lines
}
