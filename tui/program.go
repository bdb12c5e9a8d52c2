package tui

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
	"unicode"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/styles"
	"coldstart/tui/confirm"
	"coldstart/tui/draw"
	"coldstart/tui/keys"
	"coldstart/tui/overlay"
	"coldstart/tui/plain"
)

// Action is a program from the settings that runs on the selected thing.
type Action struct {
	// Key starts the action; "" for none.
	Name, Key string
	// Kinds are what it applies to; empty means everything.
	Kinds []model.Kind
	// Run is the program and its arguments, which may hold Placeholders.
	Run []string
	// Confirm asks first, Safe allows it in a read-only vault, Terminal gives it the terminal.
	Confirm, Safe, Terminal bool
}

// Placeholders stand in arguments for the path of the selected thing inside the vault, its id,
// its kind, and the folder of the vault.
func Placeholders() []string { return []string{"{path}", "{id}", "{kind}", "{vault}"} }

// Process is a program ready to run once. It gets streams only together with the terminal.
type Process interface {
	Run() error
	SetStdin(io.Reader)
	SetStdout(io.Writer)
	SetStderr(io.Writer)
}

// Program prepares the program and arguments in words to run in dir.
type Program func(dir string, words []string) Process

const ownGroup = "Your own"

// arguments fills in the placeholders. A value stays within its argument, and a path that begins
// with a dash does not become an option.
func (act Action) arguments(ref model.Ref, dir string) []string {
	path := ref.Path
	values := strings.NewReplacer("{path}", path, "{id}", ref.String(), "{kind}", ref.Kind.String(), "{vault}", dir)
	out := slices.Clone(act.Run)
	for i, word := range out {
		if strings.HasPrefix(word, "{path}") && strings.HasPrefix(path, "-") {
			word = "./" + word
		}
		out[i] = values.Replace(word)
	}
	return out
}

// drawable is a name from the settings with a question mark for each letter that cannot be shown.
func (a *App) drawable(name string) string {
	return strings.Map(func(r rune) rune {
		if letter := string(r); r > unicode.MaxASCII && a.th.Label(letter).String() != letter {
			return '?'
		}
		return r
	}, name)
}

func (a *App) addOwn(o Options) {
	for _, v := range o.Views {
		v.Name = a.drawable(v.Name)
		a.tabs.views = append(a.tabs.views, v)
	}
	for _, own := range o.Actions {
		own.Name = a.drawable(own.Name)
		a.outside.own = append(a.outside.own, own)
	}
	a.listSettings()
}

// listSettings puts the actions and views of the settings into the table, with their keys.
func (a *App) listSettings() {
	a.outside.listed = nil
	for i, own := range a.outside.own {
		act := action{
			id: keys.ID(fmt.Sprint("own ", i)), keys: strings.ReplaceAll(own.Key, " ", "space"), does: own.Name, group: ownGroup, of: aboutThing, plain: plain.Not, finds: "program own", none: "a program of the settings",
			refuse: func(a *App) string { return a.cannotRun(own) },
			run:    func(a *App) tea.Cmd { return a.startOwn(i) },
		}
		if own.Key != "" {
			act.footer, act.brief = usual, brief{ownGroup, i, ""}
		}
		a.outside.listed = append(a.outside.listed, act)
	}
	for i := range a.tabs.views {
		v := &a.tabs.views[i]
		a.outside.listed = append(a.outside.listed, action{
			id: keys.ID(fmt.Sprint("view ", i)), does: a.drawable(fmt.Sprintf("view %s: %s, %s", v.Name, v.Page, v)), group: viewGroup, of: aboutPage, plain: plain.Not, finds: "saved filter", command: "config",
			refuse: canAlways, run: func(a *App) tea.Cmd { return a.openView(v) },
		})
	}
	for _, act := range a.outside.listed {
		a.keys[act.id] = act.binding()
	}
}

// cannotRun says why an action from the settings cannot run, "" when it can.
func (a *App) cannotRun(own Action) string {
	ref, ok := a.selected()
	switch {
	case a.isAway():
		return a.staysThere()
	case a.outside.program == nil:
		return "no program can run here"
	case a.board.Snapshot.ReadOnly != "" && !own.Safe:
		return "the vault is read-only, and your settings do not mark the action as safe"
	case !ok:
		return "nothing is selected"
	case len(own.Kinds) > 0 && !slices.Contains(own.Kinds, ref.Kind):
		return "it is not for a " + ref.Kind.String()
	case !a.th.ShowsAsIs(ref.String()):
		return "its name has hidden characters"
	case a.outside.running != "":
		return a.outside.running + " is still running"
	}
	return ""
}

func (a *App) startOwn(at int) tea.Cmd {
	own := a.outside.own[at]
	ref, _ := a.selected()
	words := own.arguments(ref, a.outside.dir)
	if !own.Confirm {
		return a.runOwn(own, words)
	}
	a.numbered++
	q := &confirm.Ask{
		ID: a.numbered, Verb: "run it", Only: "Only y runs it; esc cancels.", No: "Nothing was run.",
		Text: func(th *styles.Theme, w int) []styles.Line {
			return confirm.RunText(th, own.Name, a.outside.dir, words, w)
		},
		Cannot: func() string { return a.cannotRun(own) },
		Yes:    func() tea.Cmd { return a.runOwn(own, words) },
	}
	a.open(q)
	return q.Arm(a.screen())
}

// handOver asks for the terminal by message, so that a screen of several vaults can pass it on.
type handOver struct {
	process Process
	done    func(error) tea.Msg
}

type ranMsg struct {
	own Action
	err error
}

// take gives the process the terminal. Bubble Tea does not re-enable the mouse by itself.
func (h handOver) take(mice bool, to func(tea.Msg) tea.Msg) tea.Cmd {
	run := tea.Exec(h.process, func(err error) tea.Msg { return to(h.done(err)) })
	if mice {
		return tea.Sequence(run, tea.EnableMouseCellMotion)
	}
	return run
}

func (a *App) runOwn(own Action, words []string) tea.Cmd {
	process := a.outside.program(a.outside.dir, words)
	done := func(err error) tea.Msg { return ranMsg{own, err} }
	a.outside.running = own.Name
	if own.Terminal {
		return func() tea.Msg { return handOver{process, done} }
	}
	a.say(styles.RoleMuted, "Running "+own.Name+"…")
	return func() tea.Msg { return done(process.Run()) }
}

func (msg ranMsg) reach(a *App) tea.Cmd {
	a.outside.running = ""
	if msg.err != nil {
		a.say(styles.RoleBad, "Failed: "+msg.own.Name+": "+msg.err.Error()+".")
	} else {
		a.say(styles.RoleGood, "Done: "+msg.own.Name+".")
	}
	return a.load()
}

type edit struct{ before, after []byte }

func canEdit(a *App) string {
	switch ref, ok := a.selected(); {
	case !ok:
		return "nothing is selected"
	case a.isAway():
		return a.staysThere()
	case ref.OfGate():
		return "records of the gate cannot be edited"
	case ref.Kind == model.KindTranscript:
		return "the program of the agent keeps this file"
	case a.board.Snapshot.ReadOnly != "":
		return "read-only: " + a.board.Snapshot.ReadOnly
	case a.outside.editor == nil || a.outside.program == nil:
		return "no editor can run here"
	}
	return ""
}

func startEdit(a *App) tea.Cmd {
	ref, _ := a.selected()
	if f, ok := a.detail.leftFile(); ok && f.Exists && f.Refused == "" {
		ref = model.Ref{Kind: model.KindOther, Path: f.Path}
	}
	return a.openEditor(ref)
}

// openEditor opens the file of ref in the editor, at the line of its problem.
func (a *App) openEditor(ref model.Ref) tea.Cmd {
	s, dir, line := a.store, a.outside.dir, a.lineOf(ref)
	words, process := a.outside.editor, a.outside.program
	return func() tea.Msg {
		edited := overlay.EditedMsg{Ref: ref}
		file, err := s.File(context.Background(), ref)
		if err != nil {
			edited.Refused = err
			return edited
		}
		run, err := words(dir, file, line)
		if err != nil {
			edited.Refused = err
			return edited
		}
		edited.Before, edited.BeforeErr = s.Read(context.Background(), ref)
		return handOver{process(dir, run), func(err error) tea.Msg {
			edited.Ended = err
			edited.After, edited.AfterErr = s.Read(context.Background(), ref)
			return edited
		}}
	}
}

func (a *App) lineOf(ref model.Ref) int {
	if e, ok := a.board.Snapshot.Lesson(ref); ok {
		return e.Line
	}
	for _, p := range a.board.Problems[ref.Path] {
		if p.Ref() == ref {
			return p.Line
		}
	}
	return 0
}

// gotEdited reloads, and shows what was edited.
func (a *App) gotEdited(msg overlay.EditedMsg) tea.Cmd {
	if msg.Refused != nil {
		a.say(styles.RoleWarn, "Could not open the editor: "+msg.Refused.Error()+".")
		return nil
	}
	known := msg.BeforeErr == nil && msg.AfterErr == nil
	changed := known && msg.Before.Seen != msg.After.Seen
	switch {
	case msg.Ended != nil:
		a.say(styles.RoleWarn, "The editor failed: "+msg.Ended.Error()+".")
	case changed:
		a.say(styles.RoleGood, "Edited: "+msg.Ref.Path+".")
	case known:
		a.say(styles.RoleMuted, "Nothing changed in "+msg.Ref.Path+".")
	default:
		a.say(styles.RoleMuted, "Editor closed.")
	}
	if changed {
		// What the operator wrote gets no badge.
		a.owns(model.Receipt{Decision: model.Decision{Ref: msg.Ref}, Changes: []model.Change{{Path: msg.Ref.Path}}})
	}
	cmds := []tea.Cmd{a.load(), a.hear(msg)}
	if !changed || !msg.Ref.Kind.WholeFile() || a.over.Top() != nil {
		return tea.Batch(cmds...)
	}
	if a.detail == nil {
		// A row has no room for the difference, so open the thing.
		a.detail = newDetail(msg.Ref)
		cmds = append(cmds, a.askDetail())
	}
	if d := a.detail; d.ref == msg.Ref {
		d.edited = &edit{msg.Before.Bytes, msg.After.Bytes}
		a.layOutDetail()
		d.Top = d.editedAt
	}
	return tea.Batch(cmds...)
}

func (a *App) editedLines(d *detail, w int) []styles.Line {
	if d.edited == nil || bytes.Equal(d.edited.before, d.edited.after) {
		return nil
	}
	lines := []styles.Line{draw.Words(styles.RoleHeading, "Your edit")}
	return append(append(lines, confirm.DiffLines(a.th, [2]string{"before", "after"}, d.edited.before, d.edited.after, w)...), nil)
}

// resumable is the session that the selected row is about.
func (a *App) resumable() (model.Transcript, bool) {
	ref, ok := a.selected()
	if !ok {
		return model.Transcript{}, false
	}
	return a.board.Written(ref)
}

func canResume(a *App) string {
	t, ok := a.resumable()
	if !ok {
		words := "this row is not a session"
		if ref, _ := a.selected(); ref.Kind == model.KindSession {
			words = "no transcript of this session was found"
		}
		if a.refuse(a.action(keys.Continue)) == "" {
			words += "; " + keys.Of(a.keys[keys.Continue]) + " continues the plan"
		}
		return words
	}
	return a.cannotResume(t)
}

// cannotResume is why a session cannot be resumed, "" where it can.
func (a *App) cannotResume(t model.Transcript) string {
	if a.isAway() {
		return a.staysThere()
	}
	return a.th.Label(phrase.CannotResume(t, a.board.Snapshot.At)).String()
}

// resumeName is what R does with the session.
func resumeName(a *App) string {
	t, _ := a.resumable()
	return a.resumes(t)
}

// resumes is what R does with a session.
func (a *App) resumes(t model.Transcript) string {
	e, _ := t.State(a.board.Snapshot.At)
	switch {
	case len(t.Questions) > 0:
		return "answer"
	case e == model.EndingYourTurn:
		return "reply"
	}
	return a.keys[keys.Resume].Help().Desc
}

func startResume(a *App) tea.Cmd {
	t, _ := a.resumable()
	return a.resume(t, "")
}

// resume opens the card of a session, with the plan that it is for, "" for none.
func (a *App) resume(t model.Transcript, plan string) tea.Cmd {
	now := a.board.Snapshot.At
	card := confirm.OfSession(t, plan, now)
	if others := a.resumables(); len(others) > 1 && card.Asks == "" {
		at := slices.IndexFunc(others, func(o model.Transcript) bool { return o.Ref() == t.Ref() })
		card.Turns, card.Turn = "other session", func(by int) tea.Cmd { return a.resume(others[(at+by+len(others))%len(others)], "") }
	}
	offered := a.offer(card, t.Called(), func() string {
		last, ok := a.board.Written(t.Ref())
		switch {
		case !ok:
			return "the session is gone"
		case a.cannotResume(last) != "":
			return a.cannotResume(last)
		case !last.Wrote().Equal(t.Wrote()) || last.Seen != t.Seen || last.AsksFor() != t.AsksFor():
			return "the session has changed; close this and press R again"
		}
		return ""
	})
	s, dir, id := a.store, t.Dir, card.ID
	return tea.Batch(offered, a.askTold(id, t.Tool, dir), func() tea.Msg {
		// What git does not know is no news.
		left, _ := s.LeftInGit(context.Background(), dir, t.Wrote())
		return confirm.ChangedMsg{Card: id, Left: left}
	})
}

// resumables are the sessions that can be resumed without an answer, the newest first.
func (a *App) resumables() []model.Transcript {
	all := model.Where(a.board.Snapshot.Transcripts, func(t *model.Transcript) bool {
		return len(t.Questions) == 0 && !t.Minor(a.board.Snapshot.At) && a.cannotResume(*t) == ""
	})
	slices.SortStableFunc(all, func(x, y model.Transcript) int { return y.Wrote().Compare(x.Wrote()) })
	return all
}

// askTold asks for a card what the program of an agent is told when it starts in a folder.
func (a *App) askTold(card int, tool, dir string) tea.Cmd {
	tell, s := a.outside.told, a.board.Snapshot
	if tell == nil {
		return nil
	}
	return func() tea.Msg {
		told, err := tell(s, tool, dir)
		if err != nil {
			told.Lines = []string{"not known: " + err.Error()}
		}
		return confirm.ToldMsg{Card: card, Told: told}
	}
}

// offer opens a card that starts the program of an agent.
func (a *App) offer(card *confirm.Resume, of string, cannot func() string) tea.Cmd {
	a.numbered++
	card.ID = a.numbered
	card.Cannot = func(l model.Launch) string {
		switch why := cannot(); {
		case why != "":
			return why
		case a.board.Snapshot.ReadOnly != "":
			return "read-only: " + a.board.Snapshot.ReadOnly
		case a.outside.program == nil:
			return "no program can run here"
		case a.outside.running != "":
			return a.outside.running + " is still running"
		case a.outside.unable != nil:
			return a.outside.unable(l.Words[0])
		}
		return ""
	}
	card.Start = func(l model.Launch) tea.Cmd { return a.launch(of, l) }
	card.Copy = func(line string) tea.Cmd { return a.copyLine(line) }
	a.open(card)
	return card.Arm(a.screen())
}

// ember is what the work stopped at: the session of the plan to resume, or that plan, or the last session.
func (a *App) ember() (t model.Transcript, p *model.Plan) {
	s := a.board.Snapshot
	if p = a.board.Resume.Plan; p == nil {
		t, _ = s.LastSession()
		return t, nil
	}
	t, _ = model.First(s.Transcripts, func(t *model.Transcript) bool { return t.WorkedOn(*p) })
	return t, p
}

// emberVerb is what the key for the ember does.
func (a *App) emberVerb() string {
	if t, _ := a.ember(); len(t.Questions) > 0 && a.cannotResume(t) == "" {
		return "answer"
	}
	return a.action(keys.Continue).short
}

func emberName(a *App) string { return "the ember: " + a.emberVerb() }

func canContinue(a *App) string {
	t, p := a.ember()
	switch {
	case a.isAway():
		return a.staysThere()
	case t.Path == "" && p == nil:
		return "nothing stopped here"
	case p == nil || t.Runs(a.board.Snapshot.At):
		return a.cannotResume(t)
	case p.Status.State == model.StateBlocked:
		return "the plan is blocked"
	}
	if n := rule.NextPlan(*p); n.Step == nil && n.Waits != nil {
		return fmt.Sprintf("step %d of the plan is yours", n.Waits.Number)
	}
	return ""
}

// isEmber reports whether the open plan is the one at which the work stopped.
func isEmber(a *App) bool {
	_, p := a.ember()
	return p != nil && a.detail != nil && a.detail.ref == p.Ref()
}

// startContinue opens the card of what the work stopped at.
func startContinue(a *App) tea.Cmd {
	t, p := a.ember()
	if t.Path != "" && a.cannotResume(t) == "" {
		plan := ""
		if p != nil {
			plan = phrase.StepOf(*p)
		}
		return a.resume(t, plan)
	}
	offers := phrase.Continuing(a.outside.dir, *p)
	if able := slices.DeleteFunc(slices.Clone(offers), func(o phrase.Offer) bool { return a.outside.unable != nil && a.outside.unable(o.Launch.Words[0]) != "" }); len(able) > 0 {
		offers = able
	}
	about := "no session of this plan is known"
	if t.Path != "" {
		about = "its session cannot be resumed: " + a.cannotResume(t)
	}
	return a.offer(confirm.OfPlan(*p, about, offers), "the session of "+cmp.Or(p.ID, p.Path), func() string {
		why := canContinue(a)
		if _, now := a.ember(); why == "" && (now == nil || now.Path != p.Path || now.Seen != p.Seen) {
			why = "the plan has changed; close this and press E again"
		}
		return why
	})
}

// copyLine puts a command on the clipboard.
func (a *App) copyLine(line string) tea.Cmd {
	clip := a.outside.clip
	sequence := a.clipped(line, clip.Between)
	switch {
	case clip.Off != "":
		a.say(styles.RoleWarn, "Not copied: "+clip.Off+".")
		return nil
	case sequence == "":
		a.say(styles.RoleWarn, "Not copied: the command is too long, or has characters unsafe to paste.")
		return nil
	}
	return copying(clip.to, line, sequence)
}

// launch starts the program of an agent, which has the terminal until it ends.
func (a *App) launch(of string, l model.Launch) tea.Cmd {
	process, began := a.outside.program(l.Dir, l.Words), a.now()
	a.outside.running = of
	return func() tea.Msg {
		return handOver{process, func(err error) tea.Msg { return launchedMsg{of, l.Words[0], began, err} }}
	}
}

type launchedMsg struct {
	of, program string
	began       time.Time
	err         error
}

// lateKeys is how long ctrl+c is not heard after a program had the terminal: some take two to end, and the second
// may come late.
const lateKeys = 500 * time.Millisecond

type keysAgainMsg struct{ number int }

func (msg keysAgainMsg) reach(a *App) tea.Cmd {
	if a.late == msg.number {
		a.late = 0
	}
	return nil
}

func (msg launchedMsg) reach(a *App) tea.Cmd {
	a.outside.running = ""
	a.numbered++
	a.late = a.numbered
	again := keysAgainMsg{a.late}
	took := ""
	if d := a.now().Sub(msg.began); d >= time.Minute {
		took = " after " + phrase.Ago(d)
	}
	if msg.err != nil {
		a.say(styles.RoleWarn, msg.program+" ended with an error"+took+": "+msg.err.Error()+".")
	} else {
		a.say(styles.RoleGood, upper(msg.of)+" ended"+took+".")
	}
	return tea.Batch(a.load(), a.wait(lateKeys, func(time.Time) tea.Msg { return again }))
}

// offersResume reports whether the row under the cursor is a session that can be resumed.
func offersResume(a *App) bool { return canResume(a) == "" }
