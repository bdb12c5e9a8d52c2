package confirm

import (
	"cmp"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/model/view"
	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/draw"
	"coldstart/tui/overlay"
)

// halfHour is how long a yes holds that is given for a time.
const halfHour = 30 * time.Minute

// scopes are how far a yes to an action can go, from the least on.
var scopes = []model.Scope{{}, {Times: 3}, {Times: 10}, {For: halfHour}, {Session: true}}

// scoped reports whether the operator can say how often the action may run. A prompt takes one
// answer.
func (d *Dialog) scoped() bool {
	return d.reads() && d.action != nil && !d.action.Prompt && d.Decision.Choice == model.ChoiceApprove && len(d.Batch) == 0
}

// patterned reports whether the yes can be for a pattern.
func (d *Dialog) patterned() bool { return d.scoped() && d.action.Action.Line != "" && d.fits != nil }

// refuse says why the yes cannot go so far.
func (d *Dialog) refuse(s model.Scope) string {
	return model.Request{Ask: d.action}.RefuseScope(model.ChoiceApprove, s, d.fits)
}

// nextScope is the one after that of the decision, with its pattern. What cannot be is not offered: a
// session that nobody knows, or more time than the settings let a yes hold.
func (d *Dialog) nextScope() model.Scope {
	was := d.Decision.Scope
	at := slices.IndexFunc(scopes, func(s model.Scope) bool {
		return s.Session == was.Session && (s.For > 0) == (was.For > 0) && max(1, s.Times) == max(1, was.Times)
	})
	for i := range scopes {
		next := scopes[(at+1+i)%len(scopes)]
		if next.Pattern = was.Pattern; next == (model.Scope{Pattern: was.Pattern}) && next.Pattern != "" {
			next.Times = 1
		}
		if d.refuse(next) == "" {
			return next
		}
	}
	return was
}

// weigh works out what the decision is about, with what its pattern covers.
func (d *Dialog) weigh(b *board.Board) {
	d.matter = b.Matter(d.Decision)
	if pattern := d.Decision.Scope.Pattern; pattern != "" && d.action != nil {
		d.matter.CoversPattern(b.Snapshot, *d.action, pattern, d.fits)
	}
}

// turnScope changes how far the yes goes. What the yes does is read again before it counts.
func (d *Dialog) turnScope(s *overlay.Screen) tea.Cmd {
	d.Decision.Scope = d.nextScope()
	d.weigh(s.Board)
	d.layOut(s.Th, s.Width, s.Height)
	return d.disarm(s)
}

// askPattern opens the prompt for a pattern, with that of the decision or the line that is asked for.
func (d *Dialog) askPattern(s *overlay.Screen) tea.Cmd {
	text := cmp.Or(d.Decision.Scope.Pattern, model.OneLine(d.action.Action.Line))
	n := &Note{card: d, Prompt: overlay.NewPrompt("A pattern: * is any text, ? any letter", "An empty one allows this line alone.", text, nil)}
	n.Done, n.Enter = n.takePattern, draw.Hint{Key: "enter", Does: "show what it covers", Tight: "done"}
	n.Left, n.Esc = d.uncover, draw.Hint{Key: "esc", Does: "back"}
	d.lay(s, n)
	return nil
}

// takePattern shows what a yes for the pattern does, for half an hour at first. It never decides.
func (n *Note) takePattern(s *overlay.Screen) tea.Cmd {
	d, scope := n.card, n.card.Decision.Scope
	scope.Pattern = n.Value()
	switch {
	case scope.Pattern == "":
		scope = model.Scope{}
	case scope == model.Scope{Pattern: scope.Pattern}:
		scope.For = min(halfHour, d.action.Holds)
	}
	if why := d.refuse(scope); why != "" {
		s.Say(styles.RoleWarn, "Not yet: "+why+".")
		return nil
	}
	d.Decision.Scope = scope
	return d.fetch(s)
}

// followAgent says that the agent which stood still at an action goes on without an answer. A
// prompt that nobody waits at any more cannot be answered.
func (d *Dialog) followAgent(s *overlay.Screen) tea.Cmd {
	r, ok := s.Board.About(d.Decision.Ref).Request(d.Decision.Ref.Path)
	if !ok || r.Ask == nil || d.action == nil || r.Ask.Waits() == d.action.Waits() {
		return nil
	}
	client := r.Ask.Action.Client
	if d.action = r.Ask; r.Ask.Prompt && !r.Ask.Waits() {
		d.guard, d.gone = d.guard.Stop(Unreadable), client+", which asked, stopped waiting. There is nothing left to decide."
		d.lift(s)
		d.layOut(s.Th, s.Width, s.Height)
		s.Say(styles.RoleBad, client+" stopped waiting; only esc works now.")
		return nil
	}
	d.weigh(s.Board)
	d.layOut(s.Th, s.Width, s.Height)
	if !r.Ask.Waits() {
		s.Say(styles.RoleWarn, client+" stopped waiting. Your approval applies to its next attempt.")
	}
	return d.disarm(s)
}

// Lets says what a yes to an action lets happen, nothing for all else.
func (d *Dialog) Lets() []string {
	if d.action == nil {
		return nil
	}
	lets := slices.Clone(d.matter.Then)
	if says := d.matter.Of(view.Covers); says != "" {
		lets = append(lets, "covers "+says, "in the last day "+d.matter.Of(view.LastDay))
	}
	return lets
}
