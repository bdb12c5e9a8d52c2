package tui

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/draw"
	"coldstart/tui/keys"
	"coldstart/tui/list"
	"coldstart/tui/overlay"
)

// gotKept reports and reloads.
func (a *App) gotKept(msg overlay.KeptMsg) tea.Cmd {
	if msg.Err != nil && msg.Again != nil {
		a.open(msg.Again)
	}
	switch {
	case errors.Is(msg.Err, model.ErrConflict):
		a.say(styles.RoleWarn, "It changed since you read it; read it again.")
	case errors.Is(msg.Err, model.ErrLocked):
		a.say(styles.RoleBad, "Nothing was written: "+msg.Err.Error()+". Try again in a moment.")
	case msg.Err != nil:
		a.say(styles.RoleBad, "Failed: "+msg.Err.Error()+".")
	default:
		a.say(styles.RoleGood, msg.Text)
	}
	return a.load()
}

func canPin(a *App) string {
	ref, ok := a.selected()
	switch {
	case !ok:
		return "nothing is selected"
	case ref.Kind != model.KindPlan:
		return "only a plan can be pinned"
	case a.board.Pinned(ref):
		return ""
	}
	_, refusal := rule.PinPlan(a.board.Snapshot, ref.Path, a.now())
	return phrase.Reason(refusal)
}

func pinName(a *App) string {
	if ref, ok := a.selected(); ok && a.board.Pinned(ref) {
		return "unpin"
	}
	return a.keys[keys.Pin].Help().Desc
}

// togglePin pins or unpins the plan. It needs no yes: the vault does not change.
func togglePin(a *App) tea.Cmd {
	ref, _ := a.selected()
	s, said := a.store, "Unpinned."
	var pin model.Pin
	if !a.board.Pinned(ref) {
		pin, _ = rule.PinPlan(a.board.Snapshot, ref.Path, a.now())
		said = "Pinned: " + pin.PlanID + " is resumed next. " + keys.Of(a.keys[keys.Pin]) + " unpins it."
	}
	return func() tea.Msg { return overlay.KeptMsg{Text: said, Err: s.Pin(context.Background(), pin)} }
}

func (a *App) pinDroppedLines() []styles.Line {
	dropped := phrase.PinDropped("Your", a.board.Snapshot.Pin, a.board.Resume)
	if dropped == "" {
		return nil
	}
	rows := draw.Wrapped(a.th.Label(dropped+"."), styles.RoleWarn, draw.Inside(a.width))
	if len(rows) > maxFold {
		rows = append(rows[:maxFold-1], styles.Join(rows[maxFold-1:]...).Fit(draw.Inside(a.width)))
	}
	return draw.Indented(rows)
}

// elsewhereLines count what others approved since the last look.
func (a *App) elsewhereLines() []styles.Line {
	var lines []styles.Line
	for _, c := range rule.Elsewhere(a.board.Snapshot, a.board.Snapshot.LastLook.At) {
		lines = append(lines, styles.Join(draw.Edge(), styles.Line{{Text: a.th.Label(phrase.Elsewhere(c)), Role: styles.RoleMuted}}).Fit(a.width))
	}
	return lines[:min(len(lines), maxFold)]
}

// Clipboard says how names are copied to the clipboard of the terminal.
type Clipboard struct {
	// Off is why nothing can be copied, "" if it can.
	Off string
	// Between is the multiplexer between this program and the terminal.
	Between styles.Multiplexer
	// to is the terminal. A single write is not mixed with a frame, so commands may write.
	to io.Writer
}

// copiedMsg says that a name was sent to the terminal, which does not answer.
type copiedMsg struct {
	name string
	err  error
}

// calledBy is the name of a thing on command lines.
func calledBy(ref model.Ref) string {
	if ref.Item == "" {
		return ref.Path
	}
	return ref.String()
}

// copied is what is copied of a thing: of a problem its place, as compilers write it, of a work
// item its id, which names it on command lines as well.
func (a *App) copied(ref model.Ref) string {
	if command := a.command(ref); command != "" {
		return command
	}
	if p, ok := a.board.Problem(ref); ok && p.Line > 0 {
		return fmt.Sprintf("%s:%d", p.Path, p.Line)
	}
	if w, ok := a.board.Work(ref); ok && w.ID != "" {
		return w.ID
	}
	return calledBy(ref)
}

// command is what to type in the program whose thing it is, "" for the vault's own.
func (a *App) command(ref model.Ref) string {
	return rule.Command(a.board.About(ref), ref)
}

// toCopy is the thing of which something is copied: the selected one, and where Home has no rows
// the plan to go on with.
func (a *App) toCopy() (model.Ref, bool) {
	if ref, ok := a.selected(); ok {
		return ref, true
	}
	p := a.board.Resume.Plan
	if a.tabs.at != board.HomePage || p == nil || a.narrowed() || a.command(p.Ref()) == "" {
		return model.Ref{}, false
	}
	return p.Ref(), true
}

// copiesCommand reports whether a command is what would be copied.
func copiesCommand(a *App) bool {
	ref, ok := a.toCopy()
	return ok && a.command(ref) != ""
}

// clipboard is what puts on the clipboard what is copied of a thing, "" where that is unsafe.
func (a *App) clipboard(ref model.Ref, between styles.Multiplexer) string {
	if t, ok := a.board.Written(ref); ok && t.Resume(a.board.Snapshot.At) != "" {
		return a.th.ClipboardIn(t.Command, between)
	}
	if command := a.command(ref); command != "" {
		return a.clipped(command, between)
	}
	return a.th.Clipboard(a.copied(ref), between)
}

// clipped is what puts a command on the clipboard, which may go to a folder first.
func (a *App) clipped(command string, between styles.Multiplexer) string {
	if strings.HasPrefix(command, "cd ") {
		return a.th.ClipboardIn(command, between)
	}
	return a.th.Clipboard(command, between)
}

func canCopy(a *App) string {
	switch {
	case a.outside.clip.Off != "":
		return a.outside.clip.Off
	case a.toast.command != "":
		return ""
	}
	ref, ok := a.toCopy()
	switch {
	case !ok:
		return "nothing is selected"
	case a.commandStays(ref) != "":
		return a.commandStays(ref)
	case a.clipboard(ref, styles.NoMultiplexer) == "":
		what := "its name"
		if copiesCommand(a) {
			what = "the command"
		}
		return what + " is too long, or has characters unsafe to paste"
	}
	return ""
}

func copyName(a *App) tea.Cmd {
	ref, _ := a.toCopy()
	name, sequence, to := a.copied(ref), a.clipboard(ref, a.outside.clip.Between), a.outside.clip.to
	if a.toast.command != "" {
		name, sequence = a.toast.command, a.clipped(a.toast.command, a.outside.clip.Between)
	}
	return copying(to, name, sequence)
}

// copying writes to the terminal what puts a name on its clipboard.
func copying(to io.Writer, name, sequence string) tea.Cmd {
	return func() tea.Msg {
		_, err := io.WriteString(to, sequence)
		return copiedMsg{name, err}
	}
}

func (msg copiedMsg) reach(a *App) tea.Cmd {
	if msg.err != nil {
		a.say(styles.RoleBad, "Not copied: "+phrase.Error(msg.err)+".")
		return nil
	}
	a.say(styles.RoleGood, "Copied (if your terminal allows it): "+msg.name)
	return nil
}

func canSnooze(a *App) string {
	ref, ok := a.subject()
	if !ok {
		return "nothing is selected"
	}
	_, ok = a.board.Resting(ref)
	for i := range a.board.Queue {
		switch n := &a.board.Queue[i]; {
		case n.Ref == ref && n.First:
			return "resolve this before anything else"
		case n.Ref == ref:
			ok = true
		}
	}
	if !ok {
		return "this does not need you"
	}
	return ""
}

func snoozeName(a *App) string {
	ref, _ := a.subject()
	if _, ok := a.board.Resting(ref); ok {
		return "wake"
	}
	return a.keys[keys.Snooze].Help().Desc
}

func startSnooze(a *App) tea.Cmd {
	ref, _ := a.subject()
	if r, ok := a.board.Resting(ref); ok {
		s, now := a.store, a.now()
		return func() tea.Msg {
			err := s.Wake(context.Background(), ref, now)
			return overlay.KeptMsg{Text: "Awake: " + phrase.What(r.Attention) + ".", Err: err}
		}
	}
	i := slices.IndexFunc(a.board.Queue, func(n model.Attention) bool { return n.Ref == ref })
	a.open(&overlay.Snooze{Ref: ref, Subject: phrase.What(a.board.Queue[i])})
	return nil
}

func canShowSnoozed(a *App) string {
	if len(a.board.Snoozed) == 0 {
		return "nothing is snoozed"
	}
	return notInDetail(a)
}

// showSnoozed shows or hides what is snoozed, at the end of Home.
func showSnoozed(a *App) tea.Cmd {
	if a.tabs.withSnoozed && a.tabs.at == board.HomePage {
		a.tabs.withSnoozed = false
		if r, ok := a.list().Current(); ok && !slices.ContainsFunc(a.board.Rows[board.HomePage], func(own *list.Row) bool { return own.Ref == r.Ref }) {
			a.list().To(a.tabs.beforeSnoozed)
		}
		a.setRows(board.HomePage)
		return a.preview()
	}
	was, _ := a.tabs.lists[board.HomePage].Current()
	a.tabs.withSnoozed, a.tabs.beforeSnoozed = true, was.Ref
	a.openPage(board.HomePage)
	a.setRows(board.HomePage)
	return a.seek(a.board.Snoozed[0].Ref)
}

func showSnoozedName(a *App) string {
	if a.tabs.withSnoozed && a.tabs.at == board.HomePage {
		return "hide snoozed"
	}
	return a.keys[keys.Snoozed].Help().Desc
}

func canWriteMessage(a *App) string {
	if !a.feed.loaded {
		return "nothing is shown yet"
	}
	return ""
}

func startMessage(a *App) tea.Cmd {
	a.open(overlay.NewMessage(a.screen(), a.board.WaitingText()))
	return nil
}

// mostTried is how many commands of a session are offered for a rule.
const mostTried = 20

// tried are the actions that the selected thing is about, the newest first: that of a request, those of
// an alarm, the commands of a session.
func (a *App) tried() []model.Action {
	ref, ok := a.selected()
	if !ok {
		return nil
	}
	about := a.board.About(ref)
	if r, ok := about.RequestAnywhere(ref.Path); ok && r.Ask != nil {
		return []model.Action{r.Ask.Action}
	}
	var all []model.Action
	for _, alarm := range about.Alarms {
		if alarm.Problem().Ref() == ref {
			all = append(all, alarm.Action)
		}
	}
	if a.detail != nil && a.detail.doc != nil {
		for _, e := range slices.Backward(a.detail.doc.Events) {
			if e.Act == model.ActShell && len(all) < mostTried {
				all = append(all, model.Action{Tool: model.ShellTool, Line: e.Says})
			}
		}
	}
	return all
}

func canAddRule(a *App) string {
	switch {
	case a.isAway():
		return a.staysThere()
	case a.outside.addRule == nil:
		return "no settings can be written here"
	case len(a.tried()) == 0:
		return "no action of an agent is selected; open a session for its commands"
	}
	return ""
}

// askRule asks for the pattern of a rule for actions like these.
func (a *App) askRule(actions []model.Action) tea.Cmd {
	if a.isAway() || a.outside.addRule == nil {
		a.say(styles.RoleWarn, "No rule can be added: "+cmp.Or(a.staysThere(), "no settings can be written here")+".")
		return nil
	}
	a.open(overlay.NewRule(actions, a.outside.addRule))
	return nil
}
