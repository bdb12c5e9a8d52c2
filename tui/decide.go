package tui

import (
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/confirm"
	"coldstart/tui/keys"
	"coldstart/tui/list"
)

// choiceFor gives the choice of a key for a thing: one key is the yes for every kind.
type choiceFor func(s model.Snapshot, ref model.Ref) model.Choice

func only(c model.Choice) choiceFor {
	return func(model.Snapshot, model.Ref) model.Choice { return c }
}

// againFor is a retry for a failed step and a re-run for an interrupted one.
func againFor(s model.Snapshot, ref model.Ref) model.Choice {
	if t, ok := s.Trace(ref.Path); ok && t.Recovery() == model.RecoveryFailed {
		return model.ChoiceRetry
	}
	return model.ChoiceRerun
}

func (a *App) choiceName(choice choiceFor) string {
	ref, ok := a.subject()
	if !ok {
		return choice(model.Snapshot{}, ref).Key()
	}
	about := a.board.About(ref)
	c := choice(about, ref)
	if rule.Refuse(about, ref, c).Given() {
		return c.Key()
	}
	return c.KeyOn(rule.ByHand(about, ref))
}

// yesName is the name of a yes in the hints. The key for a request opens it for review.
func (a *App) yesName() (does, tight string) {
	if ref, ok := a.subject(); ok && ref.Kind == model.KindRequest && rule.YesTo(a.board.About(ref), ref) == model.ChoiceApprove {
		return "review", ""
	}
	return a.choiceName(rule.YesTo), ""
}

// againName names the step of an open trace where there is room.
func (a *App) againName() (does, tight string) {
	tight = a.choiceName(againFor)
	if !a.detail.isTracePage() {
		return tight, ""
	}
	t, _ := a.board.About(a.detail.ref).Trace(a.detail.ref.Path)
	last, ok := t.LastStep()
	if !ok {
		return tight, ""
	}
	return fmt.Sprintf("run step %d again", last.Number), tight
}

// subject is what a key decides on. A plan that waits for a single request stands for it.
func (a *App) subject() (model.Ref, bool) {
	ref, ok := a.selected()
	if ok && ref.Kind == model.KindPlan && !a.board.Displaced(ref) {
		if waiting := a.board.Waiting[ref.Path]; len(waiting) == 1 {
			return waiting[0].Ref(), true
		}
	}
	return ref, ok
}

func canDecide(choice choiceFor) func(*App) string {
	return func(a *App) string {
		ref, ok := a.subject()
		switch {
		case !ok:
			return "nothing is selected"
		case a.write.on:
			return "another decision is being written"
		}
		s := a.board.About(ref)
		return phrase.Reason(rule.Refuse(s, ref, choice(s, ref)))
	}
}

func canInspect(a *App) string {
	ref, ok := a.selected()
	switch {
	case ok && ref.Kind.Session() && a.detail == nil:
		return canOpen(a)
	case ok && ref.Kind.Session() && !a.detail.isStory():
		return "every line is shown already"
	case ok && ref.Kind.Session():
		return ""
	case !ok || ref.Kind != model.KindTrace:
		return "only a session or a step of a trace has files to inspect"
	case a.detail != nil:
		return "already open"
	}
	return canOpen(a)
}

func startDecision(choice choiceFor) func(*App) tea.Cmd {
	return func(a *App) tea.Cmd {
		ref, _ := a.subject()
		return a.decide([]model.Ref{ref}, choice(a.board.About(ref), ref))
	}
}

// decide opens the dialog for one choice on one or more things.
func (a *App) decide(refs []model.Ref, choice model.Choice) tea.Cmd {
	var decisions []model.Decision
	for _, ref := range refs {
		decisions = append(decisions, model.Decision{Ref: ref, Choice: choice, Commit: a.commit})
	}
	return confirm.NewDialog(decisions, a.board, a.keys).Begin(a.screen())
}

// canMark allows sessions only: every request has a text of its own to read.
func canMark(a *App) string {
	r, ok := a.list().Current()
	switch {
	case a.detail != nil:
		return "close this first (esc)"
	case !ok:
		return "nothing is selected"
	case r.Ref.Kind != model.KindSession && r.Ref.Kind != model.KindTranscript:
		return "only sessions can be marked"
	}
	return phrase.Reason(rule.Refuse(a.board.About(r.Ref), r.Ref, model.ChoiceAck))
}

func toggleMark(a *App) tea.Cmd {
	r, _ := a.list().Current()
	if a.tabs.marked[r.Ref] {
		delete(a.tabs.marked, r.Ref)
	} else {
		a.tabs.marked[r.Ref] = true
	}
	a.list().Move(1)
	return a.preview()
}

// isMarked reports whether a row is marked, on the pages of all in its vault.
func (a *App) isMarked(r list.Row) bool {
	if s := a.many(); s != nil {
		return s.marked(r)
	}
	return a.tabs.marked[r.Ref]
}

func (a *App) keepMarks() {
	for ref := range a.tabs.marked {
		if rule.Refuse(a.board.About(ref), ref, model.ChoiceAck).Given() {
			delete(a.tabs.marked, ref)
		}
	}
}

// batch is the marked sessions, or without marks the shown ones that are very likely ended.
func (a *App) batch() []model.Ref {
	var refs []model.Ref
	switch {
	case len(a.tabs.marked) > 0:
		refs = slices.DeleteFunc(a.board.Sessions(), func(ref model.Ref) bool { return !a.tabs.marked[ref] })
	case a.narrowed():
		shown := a.list().Refs()
		for _, ref := range a.board.Dead {
			if shown[ref] {
				refs = append(refs, ref)
			}
		}
	default:
		return a.board.Dead
	}
	return refs
}

func canDecideMarked(a *App) string {
	switch {
	case a.pages[a.tabs.at].Title != board.SessionsTitle:
		return "Sessions only"
	case len(a.board.Orphans) == 0 && len(a.board.Dead) == 0 && len(a.tabs.marked) == 0:
		return "no session was interrupted"
	case a.board.Snapshot.Closed().Given():
		ref := a.board.Sessions()[0]
		return phrase.Reason(rule.Refuse(a.board.About(ref), ref, model.ChoiceAck))
	case len(a.tabs.marked) == 0 && len(a.board.Dead) == 0:
		return "all of them may be running; mark the ones you mean (space)"
	case len(a.batch()) == 0:
		return "no session shown has ended; esc shows all"
	}
	return ""
}

func batchName(a *App) string {
	if n := len(a.tabs.marked); n > 0 {
		return fmt.Sprintf("acknowledge %d marked", n)
	}
	if a.pages[a.tabs.at].Title == board.SessionsTitle && a.narrowed() {
		return "acknowledge all shown"
	}
	return "acknowledge all"
}

// decideMarked asks for one yes to all of them, and says how many the filter hides.
func decideMarked(a *App) tea.Cmd {
	refs := a.batch()
	cmd := a.decide(refs, model.ChoiceAck)
	shown, hidden := a.list().Refs(), 0
	for _, ref := range refs {
		if !shown[ref] {
			hidden++
		}
	}
	if hidden > 0 {
		a.say(styles.RoleWarn, fmt.Sprintf("Marked, and hidden by the filter: %d.", hidden))
	}
	return cmd
}

// reach writes the next decision of the batch, or reports and reloads. A pending quit is
// dropped if there is something to report.
func (msg decidedMsg) reach(a *App) tea.Cmd {
	if msg.err == nil {
		a.write.written++
		a.write.notices = append(a.write.notices, msg.receipt.Notices...)
		if len(msg.receipt.Notices) == 0 && !msg.receipt.Already {
			a.write.notices = append(a.write.notices, board.Unkept(a.write.promised, msg.receipt.Changes)...)
		}
		delete(a.tabs.marked, msg.decision.Ref)
		a.owns(msg.receipt)
	}
	if msg.err == nil && len(a.write.queue) > 0 {
		next := a.write.queue[0]
		a.write.queue, next.At = a.write.queue[1:], a.now()
		a.write.asked = next
		return decideCmd(a.store, next)
	}
	if model.IsUnsettled(msg.err) {
		a.write.unsettled = append(a.write.unsettled, msg.decision)
	}
	left := len(a.write.queue)
	a.write.queue = nil
	leave := a.write.quitting && msg.err == nil && len(a.write.notices) == 0
	a.write.on, a.write.quitting = false, false
	by, ok := a.write.by.(*confirm.Dialog)
	kept := ok && msg.err != nil && a.write.written == 0 && by.Wrote()
	if !kept {
		a.over = a.over.Without(a.write.by)
	}
	a.report(msg, left)
	if kept {
		return tea.Batch(by.Again(a.screen()), a.load())
	}
	if undone := a.board.Snapshot.Undo.Past; msg.err == nil && undone.ID != "" && undone.ID == msg.decision.Undoes.ID {
		a.detail, a.write.sought = nil, rule.BackTo(undone)
	}
	if msg.err == nil && a.detail != nil && a.detail.ref == msg.decision.Ref && msg.decision.Choice != model.ChoiceChanges {
		a.detail = nil
	}
	if leave {
		return a.quit()
	}
	return tea.Batch(a.glow(msg.receipt.Changes), a.load())
}

// report says what one yes did; left counts the decisions not tried.
func (a *App) report(msg decidedMsg, left int) {
	role, text := styles.RoleGood, a.board.ReceiptWords(a.keys, msg.receipt)
	changed := a.board.ChangeWords(msg.receipt)
	failed := "Failed: "
	if model.IsUnsettled(msg.err) {
		failed = "Not known yet: "
	} else if a.write.written == 0 {
		failed = "No decision made: "
	}
	switch {
	case msg.err != nil && a.write.written > 0:
		role, changed = styles.RoleBad, ""
		text = fmt.Sprintf("%d done, %d not tried. %s%s", a.write.written, left, failed, board.FailureWords(msg.err))
	case msg.err != nil:
		role, changed, text = styles.RoleBad, "", failed+board.FailureWords(msg.err)
	case a.write.written > 1:
		changed, text = "", fmt.Sprintf("%s: %d", msg.decision.Choice.Past(), a.write.written)
	}
	if len(a.write.notices) > 0 {
		if role == styles.RoleGood {
			role = styles.RoleWarn
		}
		but := strings.Join(a.write.notices, "; ")
		if msg.err != nil {
			text += " But: " + but + "."
		} else {
			text += " · but: " + but
		}
	}
	// The changes come last: they may be cut off.
	a.say(role, text+changed)
	if a.toast.receipt = msg.err == nil; a.toast.receipt {
		a.toast.command = a.board.Continue(msg.decision)
	}
}

// quit waits for a running write, which Bubble Tea does not. On another machine a second quit does not
// wait for it.
func (a *App) quit() tea.Cmd {
	switch {
	case a.write.on && a.write.quitting && a.isAway():
		a.write.unsettled = append(a.write.unsettled, a.write.asked)
		a.write.on, a.write.queue = false, nil
		return tea.Quit
	case a.write.on && a.isAway():
		a.write.quitting = true
		return nil
	case a.write.on:
		a.write.quitting = true
		a.say(styles.RoleWarn, "Saving, then quitting.")
		return nil
	}
	lost := a.isAway() && a.feed.err != nil
	if g := a.feed.visit; g.on && g.open && a.feed.loaded && !g.leaving && !lost {
		a.say(styles.RoleMuted, "Saving what you saw, then quitting.")
		return a.keepLook(true)
	}
	return tea.Quit
}

// afterWriting turns a signal to quit during a write into a leaveMsg.
func afterWriting(m tea.Model, msg tea.Msg) tea.Msg {
	switch msg.(type) {
	case tea.QuitMsg, tea.InterruptMsg:
		if isWriting(m) {
			return leaveMsg{}
		}
	}
	return msg
}

func isWriting(m tea.Model) bool {
	return slices.ContainsFunc(appsOf(m), func(a *App) bool { return a.write.on })
}

// onDecided is the decided request that u is about: that under the cursor, unless a receipt offers
// to undo something else.
func (a *App) onDecided() (model.Ref, bool) {
	ref, ok := a.selected()
	return ref, ok && !a.toast.receipt && a.board.Decided(ref)
}

func undoName(a *App) string {
	if _, ok := a.onDecided(); ok {
		return "undo this decision"
	}
	return a.keys[keys.Undo].Help().Desc
}

// canUndo says why there is nothing to undo.
func canUndo(a *App) string {
	var one model.Undone
	if ref, ok := a.onDecided(); ok {
		past, found := a.board.DecisionOn(ref)
		if !found {
			return keys.Of(a.keys[keys.History]) + " lists no decision on this file"
		}
		one = rule.Undone(past)
	}
	return a.cannotUndo(one)
}

// cannotUndo says why one decision cannot be undone, the newest for the zero value. During a load,
// and of an older one, only the dialog can tell.
func (a *App) cannotUndo(one model.Undone) string {
	s := a.board.Snapshot
	older := one.ID != "" && one.ID != s.Undo.Past.ID
	switch {
	case a.write.on:
		return "another decision is being written"
	case !s.Closed().Given() && (a.feed.loading || older):
		return ""
	}
	return phrase.RefuseUndo(s)
}

// startUndo offers the decision on the request under the cursor, elsewhere the newest that can be
// undone.
func startUndo(a *App) tea.Cmd {
	var one model.Undone
	if ref, ok := a.onDecided(); ok {
		past, _ := a.board.DecisionOn(ref)
		one = rule.Undone(past)
	}
	a.toast = toast{}
	return offerUndo(a, one)
}

// offerUndo opens the dialog that undoes one decision, the newest that can be undone for the zero
// value.
func offerUndo(a *App, one model.Undone) tea.Cmd {
	return confirm.NewDialog([]model.Decision{{Choice: model.ChoiceUndo, Undoes: one, Commit: a.commit}}, a.board, a.keys).Begin(a.screen())
}

// seek puts the cursor on a thing: on the open page, else on the first other page but Home that
// has it.
func (a *App) seek(ref model.Ref) tea.Cmd {
	if a.to(a.tabs.at, ref) {
		return a.preview()
	}
	for page := range a.pages {
		if page != board.HomePage && a.to(page, ref) {
			return a.openPage(page)
		}
	}
	return nil
}
