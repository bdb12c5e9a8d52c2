package tui

import (
	"context"
	"fmt"
	"maps"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/draw"
	"coldstart/tui/keys"
	"coldstart/tui/overlay"
)

// follow keeps up with the disk. It waits for the next change only after a load, so that loads
// never pile up.
type follow struct {
	// on is false for a snapshot; listening is true during a wait.
	on, listening bool
	// how is known once the first wait is over.
	how   model.Watching
	known bool
	// told is true once the operator knows of the polling.
	told bool
	// broke is true after a wait that ended with the connection to another machine.
	broke bool
	// quiet is true while a load runs that no key asked for; asked is when it began.
	quiet bool
	asked time.Time
	// ticking is true once minuteMsg comes every minute.
	ticking bool
}

const (
	// After a load that took longer than slowLoad the screen waits restFactor times as
	// long, at most mostRest, so that a busy vault does not keep the machine loading.
	slowLoad   = 100 * time.Millisecond
	restFactor = 4
	mostRest   = 4 * time.Second
)

// listen waits for the next change.
func (a *App) listen() tea.Cmd {
	f := &a.feed.follow
	if !f.on || f.listening {
		return nil
	}
	f.listening = true
	s, anew := a.store, a.anew.times
	cmd := func() tea.Msg { return changed(s, anew) }
	rest := a.rest()
	if took := a.now().Sub(f.asked); f.broke {
		rest, f.broke = mostRest, false
	} else if took > slowLoad {
		rest = max(rest, min(mostRest, restFactor*took))
	}
	if rest > 0 {
		cmd = a.wait(rest, func(time.Time) tea.Msg { return changed(s, anew) })
	}
	if f.ticking {
		return cmd
	}
	f.ticking = true
	return tea.Batch(cmd, a.minuteCmd())
}

// changed ends when the store is closed.
func changed(s Store, anew int) tea.Msg {
	how, err := s.Changed(context.Background())
	return changedMsg{anew: anew, how: how, err: err}
}

// reach reloads. An open dialog watches its own file.
func (msg changedMsg) reach(a *App) tea.Cmd {
	if msg.anew != a.anew.times {
		return nil
	}
	f := &a.feed.follow
	f.listening = false
	if msg.err != nil && a.isAway() {
		// The connection broke: a load tells whether the machine is there.
		f.broke = true
		return a.load()
	}
	if msg.err != nil {
		f.on, f.known = false, false
		return nil
	}
	// The load after the first wait may bring what was missed, so it is announced.
	quiet := f.known
	f.how, f.known = msg.how, true
	if f.how.Polling != "" && !f.told {
		f.told = true
		a.say(styles.RoleWarn, fmt.Sprintf("Looking for changes every %s: %s.", f.how.Every, f.how.Polling))
	}
	cmd := a.load()
	f.quiet = quiet
	return cmd
}

func (a *App) minuteCmd() tea.Cmd {
	return a.wait(time.Minute, func(time.Time) tea.Msg { return minuteMsg{} })
}

// reach updates ages without reading anything. A stale board keeps its time.
func (minuteMsg) reach(a *App) tea.Cmd {
	if !a.feed.loaded || a.feed.loading || a.feed.err != nil || !a.feed.follow.known {
		return a.minuteCmd()
	}
	return tea.Batch(agedCmd(a.board, a.now()), a.minuteCmd())
}

func agedCmd(b *board.Board, now time.Time) tea.Cmd {
	return func() tea.Msg {
		s := b.Snapshot
		s.At = now
		return agedMsg{of: b, board: board.After(b, s)}
	}
}

// freshness says how old the screen can be.
func (a *App) freshness() styles.Line {
	f := a.feed.follow
	switch {
	case a.feed.loading && !(f.quiet && f.known && a.feed.err == nil):
		return draw.Words(styles.RoleMuted, "reading…")
	case !a.feed.loaded:
		return draw.Words(styles.RoleBad, "not read")
	case a.feed.err != nil:
		return draw.Words(styles.RoleBad, "stale, "+a.asOf())
	case f.known && f.how.Polling != "":
		return draw.Words(styles.RoleWarn, fmt.Sprintf("polling every %s", f.how.Every))
	case f.known:
		return draw.Words(styles.RoleGood, "live")
	}
	return draw.Words(styles.RoleMuted, a.asOf())
}

func (a *App) asOf() string { return "as of " + a.board.Snapshot.At.Format("15:04") }

// stale is why nothing can be decided after a load failed.
func (a *App) stale() string {
	if a.isAway() {
		return trouble(a.away.host, a.feed.err) + "; what is shown is " + a.asOf()
	}
	return "the vault is unreadable; showing data " + a.asOf()
}

// visit is what is known of the operator's last look at the vault, which decides the badges
// of rows. It is saved when the screen is left, or when a key asks for it.
type visit struct {
	// on is false when looks are not saved; open is true while the vault is on screen.
	on, open bool
	// known is true once look was read.
	known bool
	look  model.Look
	// own are the files that decisions changed since the last load.
	own map[string]bool
	// leaving is true while the look is saved on the way out; failed is why it was not.
	leaving bool
	failed  error
	// gone is how long the operator was away when the screen was opened. focused is since when the screen has the focus,
	// zero without it, and long the end of the last look that was no glance.
	// After is how long that has to be for Home to say what happened,
	// git what git knows of that time, nil until it answered.
	gone, after   time.Duration
	git           *model.LeftInGit
	focused, long time.Time
	// first is true once what lay approved at the first look is being saved.
	first bool
	// used are the entries chosen in the palette, the newest first.
	used []keys.ID
}

// keepTime is how long leaving the screen may take.
const keepTime = 2 * time.Second

// lastLook is the look that a load compares with.
func (v visit) lastLook(s Store, found model.Snapshot) (model.Look, error) {
	look := v.look
	if v.on && !v.known {
		var err error
		if look, err = s.LastLook(context.Background()); err != nil {
			return model.Look{}, err
		}
	}
	return look.Adopt(found, v.own), nil
}

// copied has its own copy of the files, for use in a command.
func (v visit) copied() visit {
	v.own = maps.Clone(v.own)
	return v
}

// owns remembers the files that a decision changed, except those with a badge already.
func (a *App) owns(r model.Receipt) {
	g := &a.feed.visit
	if g.own == nil {
		g.own = map[string]bool{}
	}
	unseen := map[string]bool{}
	for ref := range a.board.News {
		unseen[ref.Path] = ref != r.Decision.Ref
	}
	for _, c := range r.Changes {
		for _, name := range []string{c.Path, c.To} {
			if name != "" && !unseen[name] {
				g.own[name] = true
			}
		}
	}
}

func (a *App) gotLook(msg loadedMsg) tea.Cmd {
	g := &a.feed.visit
	g.look, g.own = msg.board.Snapshot.LastLook, nil
	if !g.on || g.known {
		return nil
	}
	g.known = true
	for _, id := range g.look.Used {
		g.used = append(g.used, keys.ID(id))
	}
	if look := g.look; look.Known() {
		g.gone, g.long = msg.board.Snapshot.At.Sub(look.Ended()), look.Ended()
	}
	switch words := newsWords(msg.board); {
	case msg.lookErr != nil:
		a.say(styles.RoleWarn, "Cannot list the changes since your last visit: "+msg.lookErr.Error()+".")
	case a.toast.text == "" && words != "" && !a.saysAway():
		a.say(styles.RoleAccent, words)
	}
	if !a.saysAway() {
		return nil
	}
	s, since := a.store, g.look.Ended()
	return func() tea.Msg {
		left, err := s.LeftInGit(context.Background(), "", since)
		if err != nil {
			left.None = err.Error()
		}
		return awayInGitMsg{left}
	}
}

// awayInGitMsg brings what git knows of the time while the operator was away.
type awayInGitMsg struct{ left model.LeftInGit }

func (msg awayInGitMsg) reach(a *App) tea.Cmd {
	a.feed.visit.git = &msg.left
	return nil
}

// keepFirstLook saves what lay approved at the first look, once in a visit.
func (a *App) keepFirstLook() tea.Cmd {
	g := &a.feed.visit
	if !g.on || g.first || !a.board.Snapshot.NeverLooked || a.board.Snapshot.ReadOnly != "" {
		return nil
	}
	g.first = true
	s := a.store
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), keepTime)
		defer cancel()
		if err := s.KeepFirstLook(ctx); err != nil {
			return overlay.KeptMsg{Err: err}
		}
		return nil
	}
}

func newsWords(b *board.Board) string {
	count := map[model.NewsKind]int{}
	for _, n := range b.News {
		count[n.Kind]++
	}
	var words []string
	for _, k := range []model.NewsKind{model.NewsNew, model.NewsChanged, model.NewsGone} {
		if n := count[k]; n > 0 {
			words = append(words, fmt.Sprint(n, " ", strings.ToLower(k.String())))
		}
	}
	if len(words) == 0 {
		return ""
	}
	return fmt.Sprintf("Since your last visit, %s: %s. } jumps to the next.", phrase.AgeWords(b.Snapshot.At, b.Snapshot.LastLook.At), strings.Join(words, ", "))
}

func (a *App) keepLook(leave bool) tea.Cmd {
	a.feed.visit.leaving = leave
	g := a.feed.visit.copied()
	if !leave && g.open {
		// What is marked as seen was seen.
		g.long = a.now()
	}
	return keepLookCmd(a.store, a.board.Snapshot, g, leave, a.now())
}

// focus notes that the screen got the focus, or lost it: then a look ends, unless it was a glance.
func (a *App) focus(on bool) {
	g, now := &a.feed.visit, a.now()
	g.long = g.ended(now)
	if g.focused = (time.Time{}); on {
		g.focused = now
	}
}

// ended is the end of the last look that was no glance, at a time.
func (g visit) ended(now time.Time) time.Time {
	if !g.focused.IsZero() && now.Sub(g.focused) >= model.Glance {
		return now
	}
	return g.long
}

// keepLookCmd saves what the snapshot shows and what decisions changed after it.
func keepLookCmd(s Store, shown model.Snapshot, g visit, leave bool, now time.Time) tea.Cmd {
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), keepTime)
		defer cancel()
		look := shown.Look()
		look.Long = g.ended(now)
		for _, id := range g.used {
			look.Used = append(look.Used, string(id))
		}
		if len(g.own) > 0 {
			found, err := s.Load(ctx, now)
			if err != nil {
				return lookKeptMsg{err: err, leave: leave}
			}
			look = look.Adopt(found, g.own)
		}
		look.At = now
		return lookKeptMsg{look: look, err: s.KeepLook(ctx, look), leave: leave}
	}
}

// reach leaves, or clears the badges.
func (msg lookKeptMsg) reach(a *App) tea.Cmd {
	switch {
	case msg.leave:
		a.feed.visit.failed = msg.err
		return tea.Quit
	case msg.err != nil:
		a.say(styles.RoleBad, "Failed: "+phrase.Error(msg.err)+".")
		return nil
	}
	a.feed.visit.look, a.feed.visit.known, a.feed.visit.gone = msg.look, true, 0
	if a.feed.visit.open {
		a.say(styles.RoleGood, "Marked as seen. New changes get a badge.")
	}
	return a.load()
}

func canKeepLook(a *App) string {
	switch {
	case !a.feed.visit.on:
		return notKept
	case !a.feed.loaded:
		return "nothing is shown yet"
	case a.feed.err != nil:
		return a.stale()
	}
	return ""
}

// notKept is why there are no badges.
const notKept = "off with --read-only or --now"

// saysAway reports whether Home says what happened while the operator was away.
func (a *App) saysAway() bool {
	g := a.feed.visit
	return a.all == nil && g.after > 0 && g.gone > g.after
}

// awayHead is what happened while the operator was away, above the plan on Home.
func (a *App) awayHead() []styles.Line {
	if !a.saysAway() || a.width < draw.FullWidth || a.height < carefulHeight {
		return nil
	}
	more := "more"
	if a.width >= splitWidth {
		more = "the whole story"
	}
	does := styles.Join(a.keyDoes(keys.While, more), draw.Words(styles.RoleMuted, "   "), a.seenKey())
	return a.board.AwayLines(a.th, a.feed.visit.git, does, a.width)
}

// seenKey ends the head of what happened meanwhile.
func (a *App) seenKey() styles.Line { return a.keyDoes(keys.Seen, "seen") }

func canSeeAway(a *App) string {
	if !a.feed.loaded {
		return "nothing is shown yet"
	}
	return ""
}

// openAway opens the page with what happened since the last look.
func openAway(a *App) tea.Cmd {
	o := &overlay.Away{
		Since: a.board.AwayFrom(),
		Seen:  func() string { return canKeepLook(a) },
		Verb: func(ref model.Ref) string {
			t, ok := a.board.Written(ref)
			if !ok || a.cannotResume(t) != "" {
				return ""
			}
			return a.resumes(t)
		},
		Does: a.doesAway,
	}
	a.open(o)
	return nil
}

// doesAway runs an action of that page.
func (a *App) doesAway(id keys.ID, ref model.Ref, words string) tea.Cmd {
	switch id {
	case keys.Resume:
		if t, ok := a.board.Written(ref); ok {
			return a.resume(t, "")
		}
	case keys.Inspect:
		return a.askGit()
	case keys.Seen:
		return seenAll(a)
	case keys.Copy:
		if a.outside.clip.Off != "" {
			a.say(styles.RoleWarn, phrase.Cannot("copy", a.outside.clip.Off))
			return nil
		}
		return copying(a.outside.clip.to, "this page", a.th.Clipboard(words, a.outside.clip.Between))
	}
	return nil
}

func seenAll(a *App) tea.Cmd { return a.keepLook(false) }

// anew is about another folder in the place of the vault, such as a new clone of it. Nothing of the old
// one is kept, so that no key is about what is not on the screen, and the old one refuses all decisions.
type anew struct {
	// with makes the screen.
	with Options
	// times is how often it was opened anew.
	times int
	// wanted is true after a load that found another folder, under way while that is being opened.
	wanted, under bool
}

// of are the options for one vault.
func (o Options) of(v Vault) Options {
	o.Notice, o.Dir, o.Told, o.Close, o.Again = v.Notice, v.Dir, v.Told, v.Close, v.Again
	return o
}

// openedAnewMsg brings what is in the place of the vault.
type openedAnewMsg struct {
	vault Vault
	err   error
}

// openAnew opens what is in the place of the vault now, once nothing lies over the page and nothing is
// being written.
func (a *App) openAnew() tea.Cmd {
	open := a.anew.with.Again
	if open == nil || !a.anew.wanted || a.anew.under || !a.idle() {
		return nil
	}
	a.anew.wanted, a.anew.under = false, true
	return func() tea.Msg {
		v, err := open()
		return openedAnewMsg{v, err}
	}
}

// idle reports whether nothing is under way that is about the vault as it is shown.
func (a *App) idle() bool {
	return a.over.Top() == nil && !a.write.on && !a.feed.visit.leaving && a.outside.running == "" && !a.tabs.finding.running
}

// reach shows another folder as if the screen had just been opened, on the same page. A failure is
// shown until the next load.
func (msg openedAnewMsg) reach(a *App) tea.Cmd {
	a.anew.under = false
	switch {
	case msg.err != nil:
		a.feed.err = msg.err
		return nil
	case !a.idle():
		a.anew.wanted = true
		return closing(msg.vault.Close)
	}
	now := newApp(a.world, msg.vault.Store, a.anew.with.of(msg.vault), a.pages)
	now.whereabouts, now.store = a.whereabouts, msg.vault.Store
	now.drafts, now.motion = a.drafts, a.motion
	// Late answers to the old one are about nothing here.
	now.feed.gen, now.reads, now.numbered, now.anew.times = a.feed.gen, a.reads, a.numbered, a.anew.times+1
	now.feed.follow.ticking, now.feed.visit.open = a.feed.follow.ticking, a.feed.visit.open
	now.tabs.at, now.tabs.block, now.tabs.whole = a.tabs.at, a.tabs.block, a.tabs.whole
	if now.toast.text == "" {
		now.toast = toast{text: "Another folder is in the place of the vault; this is what is in it.", role: styles.RoleWarn, heard: true}
	}
	closed := closing(a.anew.with.Close)
	w, h := a.width, a.height
	*a = *now
	return tea.Batch(closed, a.resized(w, h), a.Init())
}

// closing returns what a vault needed, which may take as long as its disk does.
func closing(end func()) tea.Cmd {
	if end == nil {
		return nil
	}
	return func() tea.Msg { end(); return nil }
}
