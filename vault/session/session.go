// Package session writes for agents: the start and end of a session, lines of a plan's log,
// entries of a journal, and drafts of requests. None of these is a decision.
package session

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"path"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/vault/decision"
	"coldstart/vault/disk"
	"coldstart/vault/ledger"
	"coldstart/vault/load"
	"coldstart/vault/places"
	"coldstart/vault/source/daylog"
	"coldstart/vault/source/events"
	"coldstart/vault/state"
)

// Recorder writes for agents in one vault.
type Recorder struct {
	vault  *places.Vault
	state  *state.Folder
	load   *load.Loader
	decide *decision.Decider
}

// New returns the recorder of a vault.
func New(w *places.Vault, s *state.Folder, l *load.Loader, d *decision.Decider) *Recorder {
	return &Recorder{vault: w, state: s, load: l, decide: d}
}

// AuditFile is the audit trail of session starts (seed "Initialize Session").
const AuditFile = "sessions.md"

// StartSession does what the seeds demand at the start of a session: it makes a missing
// plans folder, writes the audit lines, an entry in the day's log and the dashboard of the
// current research problem, and appends SessionStarted to the event log. An empty number
// means that of the session that was recorded for the same caller, the agent program's name for
// its session: if that is open it goes on, and the mark says Already. Else it is the last one
// plus one. Only a failure of the event is an error, others are notices.
// It fails with model.ErrNoVault, with model.ErrReadOnly, with model.ErrLocked, and with model.ErrNotAllowed for the
// name of a person, and when only the end of the log was read and no session of it has a
// number.
func (r *Recorder) StartSession(ctx context.Context, number, agent, caller string, at time.Time) (model.SessionMark, error) {
	return r.markSession(ctx, number, agent, at, func(w *sessionWork) error {
		if number == "" && r.goesOn(w, caller) {
			return nil
		}
		if err := r.started(w); err != nil {
			return err
		}
		if err := r.state.KeepCaller(caller, w.mark.Number, at); err != nil {
			w.mark.Notices = append(w.mark.Notices, err.Error())
		}
		return nil
	})
}

// goesOn reports whether the caller's session was recorded and is open, as after compacting or
// where a hook and a server both record it.
func (r *Recorder) goesOn(w *sessionWork, caller string) bool {
	number, err := r.state.SessionOf(caller)
	if err != nil {
		w.mark.Notices = append(w.mark.Notices, err.Error())
	}
	for _, s := range w.snapshot.Events.Sessions {
		if number != "" && string(s.Key) == number && s.Open() {
			w.mark.Number, w.mark.Already = number, true
		}
	}
	return w.mark.Already
}

// EndSession appends SessionEnded for a session, with what it says to the next one; an empty
// number means the one that started last. It fails like StartSession, with model.ErrNotFound, and
// with model.ErrNotAllowed for a handoff that is too long. For a session that ended already the
// mark says Already; only a handoff is added then.
func (r *Recorder) EndSession(ctx context.Context, number, agent string, h model.Handoff, at time.Time) (model.SessionMark, error) {
	h = h.Plain()
	if reason := h.Refuse(); reason.Given() {
		return model.SessionMark{}, notDone(model.ErrNotAllowed, "ending the session: %w", reason)
	}
	return r.markSession(ctx, number, agent, at, func(w *sessionWork) error { return r.ended(w, h) })
}

func (r *Recorder) markSession(ctx context.Context, number, agent string, at time.Time,
	mark func(*sessionWork) error,
) (model.SessionMark, error) {
	if reason := model.RefuseAgent(agent); reason.Given() {
		return model.SessionMark{}, notDone(model.ErrNotAllowed, "recording the session: %w", reason)
	}
	l, err := r.vault.Layout()
	if err != nil {
		return model.SessionMark{}, disk.FileError("reading", r.vault.Dir, err)
	}
	if l.Unchosen {
		return model.SessionMark{}, fmt.Errorf("recording the session: %w", model.ErrNoVault)
	}
	if reason := r.load.ReadOnlyReason(l); reason != "" {
		return model.SessionMark{}, fmt.Errorf("recording the session: %w: %s", model.ErrReadOnly, reason)
	}
	held, err := r.state.Lock(ctx)
	if err != nil {
		return model.SessionMark{}, err
	}
	defer held.Release()
	// What is still in the way is met again.
	_ = r.decide.Engine(l).TidyWorks()
	picture, err := r.load.Screen(ctx, at, load.Want{}, false)
	if err != nil {
		return model.SessionMark{}, err
	}
	s := picture.Snapshot
	w := &sessionWork{
		r: r, e: r.decide.Engine(l), layout: l, snapshot: s, at: at, id: disk.NewID(at),
		mark: model.SessionMark{Number: number, Agent: agent, Before: &s},
	}
	err = mark(w)
	return w.mark, err
}

// sessionWork is one start or end while it is written down.
type sessionWork struct {
	r        *Recorder
	e        *decision.Engine
	layout   places.Layout
	snapshot model.Snapshot
	at       time.Time
	id       string
	mark     model.SessionMark
	// written is the session that ends, as its log writes it.
	written string
}

func (r *Recorder) started(w *sessionWork) error {
	if w.mark.Number == "" {
		next, err := nextSession(w.snapshot.Events)
		if err != nil {
			return err
		}
		w.mark.Number = next
	}
	if !w.snapshot.HasPlansFolder {
		plans := w.layout.Main(places.FolderPlans)
		if err := r.vault.Disk.Mkdir(plans); err != nil {
			w.notice("the plans folder", err)
		} else {
			w.mark.Changes = append(w.mark.Changes, model.Change{Kind: model.ChangeCreate, Path: plans})
		}
	}
	w.amend("the audit trail", w.auditEdit)
	w.amend("the day's log", func() ([]ledger.Operation, error) { return w.dayEdit("session_started") })
	w.research()
	return w.event(events.Line("SessionStarted", w.mark.Number, w.mark.Agent, w.at, r.vault.Opts.Zone))
}

func (r *Recorder) ended(w *sessionWork, h model.Handoff) error {
	session, ok := w.snapshot.Events.CurrentSession()
	if w.mark.Number != "" {
		ok = false
		for _, s := range w.snapshot.Events.Sessions {
			if string(s.Key) == w.mark.Number || s.Label == w.mark.Number {
				session, ok = s, true
			}
		}
	}
	if !ok {
		return fmt.Errorf("ending session %s: the event log does not know it: %w", w.mark.Number, model.ErrNotFound)
	}
	w.mark.Number, w.written = string(session.Key), session.Written
	if w.mark.Agent == "" && !model.RefuseAgent(session.Agent).Given() {
		w.mark.Agent = session.Agent
	}
	w.mark.Agent = cmp.Or(w.mark.Agent, unnamedAgent)
	if session.Ended != nil {
		w.mark.Already = true
		if !h.Given() {
			return nil
		}
	} else {
		w.amend("the day's log", func() ([]ledger.Operation, error) { return w.dayEdit("session_ended") })
	}
	return w.event(events.EndLine(w.written, w.mark.Agent, h, w.at, r.vault.Opts.Zone))
}

// nextSession returns the number after that of the current session. An agent may call a session
// anything: where the current one has no number, it is the one after the largest.
func nextSession(log model.EventLog) (string, error) {
	var last *big.Int
	if current, ok := log.CurrentSession(); ok {
		last = numberOf(current)
	}
	if last == nil {
		for _, s := range log.Sessions {
			if n := numberOf(s); n != nil && (last == nil || n.Cmp(last) > 0) {
				last = n
			}
		}
	}
	switch {
	case last == nil && log.Cut:
		return "", fmt.Errorf("starting a session: the part of %s that was read has no session with a number: %w", log.Path, model.ErrNotAllowed)
	case last == nil:
		return "1", nil
	}
	return last.Add(last, big.NewInt(1)).String(), nil
}

// numberOf is the whole number of a session, nil when it is called otherwise.
func numberOf(s model.Session) *big.Int {
	n, ok := new(big.Int).SetString(string(s.Key), 10)
	if !ok {
		return nil
	}
	return n
}

func (w *sessionWork) notice(what string, err error) {
	w.mark.Notices = append(w.mark.Notices, decision.Failure(what, err))
}

func (w *sessionWork) amend(what string, work func() ([]ledger.Operation, error)) {
	made, notices, err := w.e.Apart(w.id, func() ([]ledger.Operation, []string, error) {
		ops, err := work()
		return ops, nil, err
	})
	w.mark.Changes = append(w.mark.Changes, made...)
	w.mark.Notices = append(w.mark.Notices, notices...)
	if err != nil {
		w.notice(what, err)
	}
}

// event appends a line to the event log.
func (w *sessionWork) event(line string) error {
	name := w.snapshot.Events.Path
	if name == "" {
		name = w.layout.Places.NewEventLog()
	}
	made, _, err := w.e.Apart(w.id, func() ([]ledger.Operation, []string, error) {
		ops, err := w.e.LineEdit(name, line)
		return ops, nil, err
	})
	if err != nil {
		return fmt.Errorf("recording the session: %w", err)
	}
	w.mark.Changes = append(w.mark.Changes, made...)
	return nil
}

// auditEdit adds the seed's audit lines.
func (w *sessionWork) auditEdit() ([]ledger.Operation, error) {
	return w.e.LineEdit(path.Join(w.layout.Main(places.FolderLogs), AuditFile), strings.Join(rule.AuditLines(w.snapshot, w.at), "\n"))
}

// unnamedAgent ends a session that names none, or a person.
const unnamedAgent = "agent"

// dayEdit adds an entry to the day's log. Whatever an agent is called, its entry is no
// person's.
func (w *sessionWork) dayEdit(event string) ([]ledger.Operation, error) {
	entry := daylog.Entry{
		ID: w.id, At: w.at, Event: event, Actor: "agent:" + w.mark.Agent, File: w.snapshot.Events.Path, Detail: "session " + w.mark.Number,
	}
	if p := rule.ResumeOf(w.snapshot).Plan; p != nil {
		entry.PlanID = p.ID
	}
	return decision.AppendDayLog(w.r.vault.Disk, w.layout, entry)
}
