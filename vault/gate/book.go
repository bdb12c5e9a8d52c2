package gate

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"slices"
	"time"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/ledger"
	"coldstart/vault/places"
	"coldstart/vault/process"
	"coldstart/vault/state"
)

// What a line says. An ask stands before all that became of it, so that what is left out is only
// forgotten whole.
const (
	lineAsked     = "asked"
	lineWaits     = "waits"
	lineUsed      = "used"
	lineRan       = "ran"
	lineExpired   = "expired"
	lineWithdrawn = "withdrawn"
	lineAlarm     = "alarm"
)

// line is one line of the append-only file.
type line struct {
	What string    `json:"what"`
	At   time.Time `json:"at"`
	ID   string    `json:"id"`
	// Client, Session and Call say who asked, or was let through, and Key for what.
	Client  string `json:"client,omitempty"`
	Session string `json:"session,omitempty"`
	Call    string `json:"call,omitempty"`
	Key     string `json:"key,omitempty"`
	// Tool to Resume are the rest of the action, Input only its beginning.
	Tool  string   `json:"tool,omitempty"`
	Own   string   `json:"own,omitempty"`
	Input string   `json:"input,omitempty"`
	Line  string   `json:"line,omitempty"`
	Paths []string `json:"paths,omitempty"`
	Dir   string   `json:"dir,omitempty"`
	// Links are where links led, each with its name and place, and Does the hash of tool and input.
	Links  []model.Link `json:"links,omitempty"`
	Does   string       `json:"does,omitempty"`
	Resume string       `json:"resume,omitempty"`
	// Runs are the files that it runs.
	Runs []runFile `json:"runs,omitempty"`
	// Hidden is how many hidden characters all of the action has.
	Hidden int `json:"hidden,omitempty"`
	// Request is the path of the request, Seen the hash of its bytes, and Cut how many bytes of
	// the action it does not show.
	Request string `json:"request,omitempty"`
	Seen    string `json:"seen,omitempty"`
	Cut     int    `json:"cut,omitempty"`
	// Title is that of the request, Text why it was asked, withdrawn or is alarming.
	Title string `json:"title,omitempty"`
	Text  string `json:"text,omitempty"`
	// Holds is how long a yes holds, in seconds.
	Holds int64 `json:"holds,omitempty"`
	// Prompt says that the client's own prompt waits. PID is the process that waits for an answer,
	// and Start when that began.
	Prompt bool   `json:"prompt,omitempty"`
	PID    int    `json:"pid,omitempty"`
	Start  string `json:"start,omitempty"`
}

// runFile is a file that an action runs, with the hash of its bytes or why there is none.
type runFile struct {
	Name   string `json:"name"`
	Seen   string `json:"seen,omitempty"`
	Unread string `json:"unread,omitempty"`
}

func runFiles(all []model.RunFile) (found []runFile) {
	for _, f := range all {
		found = append(found, runFile{f.Name, f.Seen.String(), f.Unread})
	}
	return found
}

func (l line) runs() (found []model.RunFile) {
	for _, f := range l.Runs {
		// What is no hash is that of nothing.
		seen, _ := model.ParseFingerprint(f.Seen)
		found = append(found, model.RunFile{Name: f.Name, Seen: seen, Unread: f.Unread})
	}
	return found
}

// entry is an ask with what became of it.
type entry struct {
	model.HeldAction
	does  model.Fingerprint
	title string
	cut   int
	// latest is the latest time that a line behind the ask has, against clocks that are set back.
	latest time.Time
	// damaged says that a line behind it cannot be read, which may have been its use.
	damaged bool
	// written says that its end is written down.
	written bool
	used    []line
	// ran are its runs, of a client that gives its calls no id.
	ran   []line
	state model.ReplyState
	// by is the decision that counts, nil for none, and to where that put its file.
	by *ledger.Record
	to string
	// unsigned says why the yes does not count although it was given, "" where nothing is demanded of
	// it or it is signed.
	unsigned string
	// undo is the decision by which the operator took back what was left of a yes, nil for none.
	undo *ledger.Record
}

// book is the file as it was read, with the decisions of the ledger.
type book struct {
	gate *Gate
	asks []*entry
	byID map[string]*entry
	// alarms are those that were raised, oldest first.
	alarms []model.Alarm
	// lines are all of them, as they were read.
	lines []record
	// bad is how many lines cannot be read.
	bad int
	now time.Time
}

// read reads the file and holds it against the decisions of the ledger.
func (g *Gate) read(records []ledger.Record, now time.Time) (*book, error) {
	b := &book{gate: g, byID: map[string]*entry{}, now: now}
	b.weakened(records)
	f, err := os.Open(g.file())
	if disk.IsMissing(err) {
		return b, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading the gate's requests: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = disk.ErrNotRegular
	}
	if err == nil {
		_, err = disk.SeekTail(f, info, mostRead)
	}
	var text []byte
	if err == nil {
		text, err = io.ReadAll(io.LimitReader(f, mostRead))
	}
	if err != nil {
		return nil, fmt.Errorf("reading the gate's requests: %w", err)
	}
	b.take(text)
	b.decide(records)
	b.acknowledge(records)
	return b, nil
}

// take reads the lines.
func (b *book) take(text []byte) {
	var before []int // how many asks stand before each line that can be read
	var at []time.Time
	damage := 0 // so many asks stand before the last line that cannot
	for raw := range bytes.Lines(text) {
		if raw = bytes.TrimSpace(raw); len(raw) == 0 {
			continue
		}
		var l line
		if json.Unmarshal(raw, &l) != nil || l.What == "" || l.At.IsZero() {
			b.lines = append(b.lines, record{raw: raw})
			b.bad++
			damage = len(b.asks)
			continue
		}
		b.lines = append(b.lines, record{raw, l.ID, l.At, l.What == lineAlarm})
		before, at = append(before, len(b.asks)), append(at, l.At)
		b.apply(l)
	}
	for _, e := range b.asks[:damage] {
		e.damaged = true
	}
	var latest time.Time
	i := len(at)
	for n := len(b.asks) - 1; n >= 0; n-- {
		for ; i > 0 && before[i-1] > n; i-- {
			if at[i-1].After(latest) {
				latest = at[i-1]
			}
		}
		if e := b.asks[n]; latest.After(e.latest) {
			e.latest = latest
		}
	}
}

// apply takes over what a line says. One about an ask that is not known says nothing.
func (b *book) apply(l line) {
	switch e := b.byID[l.ID]; {
	case l.What == lineAsked && e == nil:
		b.ask(l)
	case l.What == lineAlarm:
		b.alarms = append(b.alarms, l.alarm())
	case e == nil:
	case l.What == lineWaits:
		e.Waiter = model.Process{PID: l.PID, Start: l.Start}
	case l.What == lineUsed:
		e.takeUse(l)
	case l.What == lineRan:
		e.ran = append(e.ran, l)
	case l.What == lineExpired:
		e.written, e.state = true, model.ReplyExpired
	case l.What == lineWithdrawn:
		e.written, e.state, e.Withdrawn = true, model.ReplyWithdrawn, l.At
	}
}

// mostThrough is how many lines are kept that a pattern let through.
const mostThrough = 20

// takeUse takes over a use. One of a yes for a pattern says which line that was.
func (e *entry) takeUse(l line) {
	e.used, e.Used = append(e.used, l), append(e.Used, l.At)
	if l.Line != "" && !slices.Contains(e.Through, l.Line) {
		e.Through = append(e.Through[max(0, len(e.Through)+1-mostThrough):], l.Line)
	}
}

// ask adds an ask, unless it is none.
func (b *book) ask(l line) {
	key, keyErr := model.ParseFingerprint(l.Key)
	seen, seenErr := model.ParseFingerprint(l.Seen)
	does, doesErr := model.ParseFingerprint(l.Does)
	if errors.Join(keyErr, seenErr, doesErr) != nil || l.ID == "" || l.Request == "" {
		b.bad++
		return
	}
	e := &entry{does: does, title: l.Title, cut: l.Cut, latest: l.At, HeldAction: model.HeldAction{
		ID: l.ID, Action: l.action(), Title: l.Title, Hidden: l.Hidden, Key: key, Why: l.Text, At: l.At, Request: l.Request, Seen: seen,
		Prompt: l.Prompt, Waiter: model.Process{PID: l.PID, Start: l.Start}, Holds: time.Duration(l.Holds) * time.Second,
	}}
	b.asks, b.byID[e.ID] = append(b.asks, e), e
}

func (l line) action() model.Action {
	return model.Action{
		Client: l.Client, Session: l.Session, Call: l.Call, Tool: l.Tool, Own: l.Own,
		Input: l.Input, Line: l.Line, Paths: l.Paths, Dir: l.Dir, Links: l.Links, Runs: l.runs(), Resume: l.Resume,
	}
}

// named finds an ask by its id, nil for none.
func (b *book) named(id string) *entry { return b.byID[id] }

// decide works out how each ask stands.
func (b *book) decide(records []ledger.Record) {
	last, undone := map[string]*ledger.Record{}, map[string]*ledger.Record{}
	for i := range records {
		r := &records[i]
		if r.Undone != nil && r.TookEffect() && r.Withdraws() {
			undone[r.Undone.Path+"\x00"+r.Undone.Seen] = r
		}
		if r.IsAnswer() && r.Counts() && r.Tool == "" {
			last[r.Path+"\x00"+r.Seen] = r
		}
	}
	for _, e := range b.asks {
		e.by = last[e.Request+"\x00"+e.Seen.String()]
		if e.by != nil && !e.by.IsOpen() {
			e.to = e.by.To
		}
		if u := undone[e.Request+"\x00"+e.Seen.String()]; u != nil {
			e.by, e.undo, e.to = nil, u, cmp.Or(u.To, u.Undone.To)
		}
		if e.Waiter.PID != 0 && !e.written && len(e.Used) == 0 {
			alive, sure := process.Runs(e.Waiter.PID, e.Waiter.Start, e.At)
			e.Gone, e.Waiter.Alive, e.Waiter.Guessed = !alive, alive, !sure
		}
		b.setState(e)
	}
}

// setState says what the decision on a held action made of it.
func (b *book) setState(e *entry) {
	choice := model.ChoiceNone
	if e.by != nil {
		choice = model.ParseChoice(e.by.Choice)
		e.Scope, e.Decision, e.To = e.by.Scope(), e.by.ID, e.by.To
		e.Until = e.by.At.Add(e.Scope.Lasts(min(e.Holds, b.gate.holds())))
	}
	over := e.by != nil && !b.clock(e).Before(e.Until)
	switch {
	case e.written:
		// That does not change any more.
	case e.undo != nil:
		e.state, e.Withdrawn, e.Scope = model.ReplyWithdrawn, e.undo.At, e.undo.Undone.Scope()
	case choice == model.ChoiceNone && len(e.Used) > 0:
		e.state = model.ReplyUsed
	case choice == model.ChoiceApprove && len(e.Used) > 0 && e.spent() == model.ReplyUsed:
		e.state = model.ReplyUsed
	case e.lost() && choice != model.ChoiceReject:
		e.state = model.ReplyWithdrawn
	case choice == model.ChoiceApprove && over, choice == model.ChoiceReject && over:
		e.state = model.ReplyExpired
	case choice == model.ChoiceApprove && (e.damaged || e.by.Sent != e.by.Seen || b.now.Before(e.by.At.Add(-clockSlack))):
		// Nobody knows whether it was used, or when it runs out.
		e.state = model.ReplyExpired
	case choice == model.ChoiceApprove && !b.isSigned(e):
		e.state, e.Withdrawn = model.ReplyWithdrawn, e.by.At
	case choice == model.ChoiceApprove && b.rejectedElsewhere(e):
		e.state = model.ReplyContradicting
	case choice == model.ChoiceApprove:
		e.state = model.ReplyApproved
	case choice == model.ChoiceReject:
		e.state = model.ReplyRejected
	case e.damaged, !b.waits(e):
		// A yes to one behind which a line is damaged would not count, so it is asked for anew.
		e.state = model.ReplyWithdrawn
	case choice == model.ChoiceChanges:
		e.state = model.ReplyChanges
	default:
		e.state = model.ReplyPending
	}
	if held := e.state == model.ReplyApproved || e.state == model.ReplyUsed || e.state == model.ReplyExpired && over; !held || choice != model.ChoiceApprove {
		e.Until = time.Time{}
	}
}

// rejectedElsewhere reports whether the request lies among the rejected ones although this operator approved it: somebody
// else did, whose copy of the vault was merged.
func (b *book) rejectedElsewhere(e *entry) bool {
	l, err := b.gate.vault.Layout()
	if err != nil {
		return true
	}
	return slices.ContainsFunc(l.Dirs[places.FolderRejected], func(dir string) bool {
		return b.gate.vault.Disk.Exists(path.Join(dir, path.Base(e.Request)))
	})
}

// lost reports whether nobody is there any more to whom an answer would go.
func (e *entry) lost() bool { return e.Prompt && e.Gone }

// clockSlack is how far the clock may be set back after a decision.
const clockSlack = time.Minute

// clock is the time for an ask: no earlier than anything that was written down since.
func (b *book) clock(e *entry) time.Time {
	if e.latest.After(b.now) {
		return e.latest
	}
	return b.now
}

// waits reports whether the request lies where it was written, as it was written.
func (b *book) waits(e *entry) bool {
	there, err := disk.Place{Disk: b.gate.vault.Disk, Name: e.Request}.Is(disk.HasHash(e.Seen.String()))
	return there == disk.Present && err == nil
}

// spent is how an approved ask stands by the times it was used.
func (e *entry) spent() model.ReplyState {
	if most := e.Scope.Most(); most == 0 || len(e.Used) < most {
		return model.ReplyApproved
	}
	return model.ReplyUsed
}

// allows reports whether the yes to an ask lets an action through: the very one, or one that its
// pattern covers.
func (e *entry) allows(a model.Action, fits model.Fits) bool {
	if e.state != model.ReplyApproved || e.Prompt {
		return false
	}
	own := e.Action
	if e.Key != a.Key() && (e.Scope.Pattern == "" || fits == nil || !e.Whole() || !fits(e.Scope.Pattern, own, a)) {
		return false
	}
	return !e.Scope.Session || own.Session != "" && own.Session == a.Session && own.Client == a.Client
}

// letsThrough finds the yes that lets an action through, one that is not used up by it first; nil for
// none. Stands is what was said of this very action: a no to it counts more than any pattern.
func (w *work) letsThrough(a model.Action, stands *entry) (yes *entry) {
	said := stands != nil && stands.state != model.ReplyPending
	for _, e := range w.asks {
		byPattern := e.Key != a.Key()
		if !e.allows(a, w.gate.vault.Opts.GateFits) || byPattern && said {
			continue
		}
		if yes == nil || yes.Scope.Most() > 0 && e.Scope.Most() == 0 {
			yes = e
		}
	}
	return yes
}

// add writes one line and brings it to the disk before it returns.
func (w *work) add(l line) error {
	l.At = w.now.UTC()
	text, err := l.encoded()
	if err == nil {
		err = w.gate.write(text)
	}
	if err != nil {
		return fmt.Errorf("saving the gate's requests: %w", err)
	}
	return nil
}

func (g *Gate) write(text []byte) error {
	g.vault.Disk.Step("gate", string(text))
	return state.Of(g.vault).AddLine(state.AsksName, bytes.TrimSuffix(text, []byte{'\n'}))
}
