package vault

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/places"
	"coldstart/vault/state"
)

// phase is how far a decision came.
type phase string

// A decision is written down with all its operations before the first is done, when it
// holds, and when everything is done. An operation that its rule works out otherwise is
// written down anew ahead of the change. Void closes a decision that never took effect.
const (
	phasePlanned   phase = "planned"
	phasePublished phase = "published"
	phaseAnew      phase = "anew"
	phaseDone      phase = "done"
	phaseVoid      phase = "void"
)

// record is one line of the ledger, the operator's own append-only list of decisions,
// or a decision as all its lines tell it. The ledger lies outside the vault, where
// agents have no business. The first line has everything that is needed to carry the
// decision out once it holds; the others have their id and time, and what is new.
type record struct {
	ID       string    `json:"id"`
	Phase    phase     `json:"phase"`
	At       time.Time `json:"at"`
	Operator string    `json:"operator,omitempty"`
	Choice   string    `json:"choice,omitempty"`
	Kind     string    `json:"kind,omitempty"`
	// Path is what was decided on, To where its bytes are published, empty when
	// nothing is published.
	Path string `json:"path,omitempty"`
	To   string `json:"to,omitempty"`
	// Item is the session in an event log, the proposal in a memory, or the new entry
	// of a journal.
	Item string `json:"item,omitempty"`
	// Seen is the hash of what the operator saw; Sent of what was published.
	Seen string `json:"seen,omitempty"`
	Sent string `json:"sent,omitempty"`
	// Plan is the plan's file, empty when none or several have the id PlanID.
	Plan   string `json:"plan,omitempty"`
	PlanID string `json:"plan_id,omitempty"`
	// Step is the step that is meant; LastStep says that it was not named, but was
	// the trace's last one.
	Step     int    `json:"step,omitempty"`
	LastStep bool   `json:"last_step,omitempty"`
	Note     string `json:"note,omitempty"`
	// About is the line of a log that an acknowledgement is about.
	About string `json:"about,omitempty"`
	// Undoes is the decision that an undo takes back, Undid its choice, and Withdrawn
	// the published file that goes for it.
	Undoes    string `json:"undoes,omitempty"`
	Undid     string `json:"undid,omitempty"`
	Withdrawn string `json:"withdrawn,omitempty"`
	// Commit says that a git commit was made, of an undo: with what it undoes.
	Commit bool `json:"commit,omitempty"`
	// Despite are the doubts that the operator was told of before the yes.
	Despite []string `json:"despite,omitempty"`
	// Ops is what the decision does, those that are fixed first. It holds once the first
	// Holds of them are done; with none, once it is written down.
	Ops   []operation `json:"ops,omitempty"`
	Holds int         `json:"holds,omitempty"`
	// Rule is whose operations a line gives anew.
	Rule string `json:"rule,omitempty"`
	// Left are the rules of a done decision whose files could not be written yet.
	Left []string `json:"left,omitempty"`
	former

	// undoneBy is the undo that took the decision back, and undone the decision that an
	// undo takes back.
	undoneBy string
	undone   *record
}

// reached gives the line that says how far the decision r came.
func (r record) reached(p phase, at time.Time) record {
	return record{ID: r.ID, Phase: p, At: at.UTC()}
}

// isOpen reports whether a decision was neither finished nor dropped.
func (r record) isOpen() bool { return r.Phase != phaseDone && r.Phase != phaseVoid }

// took reports whether a decision is known to have taken effect.
func (r record) took() bool { return r.Phase == phasePublished || r.Phase == phaseDone }

// is reports whether a decision is of one kind.
func (r record) is(k model.Kind) bool { return r.Kind == k.String() }

// ops gives the operations of a rule, "" for those that are fixed.
func (r record) ops(rule string) []operation {
	var of []operation
	for _, o := range r.Ops {
		if o.Rule == rule {
			of = append(of, o)
		}
	}
	return of
}

// rules are those by which the decision goes on once it holds, in their order.
func (r record) rules() []string {
	var all []string
	for _, o := range r.Ops {
		if !o.isFixed() && !slices.Contains(all, o.Rule) {
			all = append(all, o.Rule)
		}
	}
	return all
}

// anew puts the operations of a rule in the place of the former ones.
func (r *record) anew(rule string, ops []operation) {
	at := slices.IndexFunc(r.Ops, func(o operation) bool { return o.Rule == rule })
	if at < 0 {
		at = len(r.Ops)
	}
	others := slices.DeleteFunc(slices.Clone(r.Ops), func(o operation) bool { return o.Rule == rule })
	r.Ops = slices.Insert(others, at, ops...)
}

// holding is the operation by which a decision holds, false when it holds by being
// written down.
func (r record) holding() (operation, bool) {
	if r.Holds < 1 || r.Holds > len(r.Ops) {
		return operation{}, false
	}
	return r.Ops[r.Holds-1], true
}

// decision gives back what the operator decided.
func (r record) decision() model.Decision {
	d := model.Decision{
		Ref:    model.Ref{Kind: model.ParseKind(r.Kind), Path: r.Path, Item: r.Item},
		Choice: model.ParseChoice(r.Choice), Note: r.Note, At: r.At,
	}
	if r.Undoes != "" {
		d.Undoes = model.Undone{ID: r.Undoes, Choice: model.ParseChoice(r.Undid)}
	}
	if d.Ref.Kind == model.KindTrace && !r.LastStep {
		d.Step = r.Step
	}
	// A hash that cannot be read matches no file, which is the safe reading.
	d.Seen, _ = model.ParseFingerprint(r.Seen)
	return d
}

// ledger is where the operator's decisions are written down.
type ledger struct {
	where *places.Where
	// sync makes the name of a new ledger durable.
	sync func() error
}

func (v *Vault) ledger() ledger { return ledger{v.where, state.Of(v.where).SyncStateDirs} }

func (l ledger) file() string { return filepath.Join(l.where.StateDir(), state.LedgerName) }

// add adds one line and brings it to the disk before it returns.
func (l ledger) add(r record) error {
	l.where.Disk.Step("ledger", string(r.Phase))
	if err := l.write(r); err != nil {
		return fmt.Errorf("writing the ledger: %w", err)
	}
	return nil
}

func (l ledger) write(r record) error {
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(l.where.StateDir(), 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(l.file(), os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	line = append(line, '\n')
	if disk.Torn(f) {
		line = append([]byte{'\n'}, line...)
	}
	if _, err := f.Write(line); err != nil {
		// Half a line would be reported as damage for good. The ledger is ours alone,
		// and we hold the lock.
		return errors.Join(err, f.Truncate(info.Size()))
	}
	if err := disk.SyncFile(f); err != nil {
		return err
	}
	if info.Size() > 0 {
		return nil
	}
	return l.sync()
}

// read gives all decisions, oldest first, each as far as it came. Lines that cannot be
// read are counted in bad and skipped: a torn line must not hide the decisions around it.
func (l ledger) read() (decisions []record, bad int, err error) {
	if l.where.Opts.StateDir == "" {
		return nil, 0, nil
	}
	f, err := os.Open(l.file())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, 0, nil
	}
	if err != nil {
		return nil, 0, fmt.Errorf("reading the ledger: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, 0, fmt.Errorf("reading the ledger: %w", err)
	case info.Size() > maxLedger:
		return nil, 0, fmt.Errorf("reading the ledger: %w: %d bytes, the limit is %d", disk.ErrTooLarge, info.Size(), maxLedger)
	case l.where.Opts.Brief:
		if _, err := disk.End(f, info, briefLedger); err != nil {
			return nil, 0, fmt.Errorf("reading the ledger: %w", err)
		}
	}
	var all told
	lines := bufio.NewReader(f)
	for {
		line, err := lines.ReadBytes('\n')
		if line = bytes.TrimSpace(line); len(line) > 0 {
			var r record
			if json.Unmarshal(line, &r) != nil || r.ID == "" {
				bad++
			} else {
				all.line(r)
			}
		}
		switch {
		case errors.Is(err, io.EOF):
			return all.whole(), bad, nil
		case err != nil:
			return nil, 0, fmt.Errorf("reading the ledger: %w", err)
		}
	}
}

// told puts the lines of a ledger together.
type told struct {
	all []record
	at  map[string]int
}

func (t *told) line(r record) {
	i, known := t.at[r.ID]
	switch {
	case !known && (r.Phase == phasePlanned || r.Phase == formerIntent):
		if t.at == nil {
			t.at = map[string]int{}
		}
		t.at[r.ID] = len(t.all)
		t.all = append(t.all, r.translated())
	case !known || r.Phase == phasePlanned || r.Phase == formerIntent:
		// The beginning lies ahead of what is read, or was told already.
	case r.Phase == formerEdit:
		t.all[i].Phase = phasePublished
		t.all[i].edited(r.Back)
	case r.Phase == phaseAnew:
		t.all[i].Phase = phasePublished
		t.all[i].anew(r.Rule, r.Ops)
	default:
		t.all[i].Phase, t.all[i].Left = r.Phase, r.Left
		t.all[i].Commit = t.all[i].Commit || r.Commit
	}
}

// whole ties undos to what they took back.
func (t *told) whole() []record {
	for i := range t.all {
		of, ok := t.at[t.all[i].Undoes]
		if !ok {
			continue
		}
		t.all[i].undone = &t.all[of]
		if t.all[i].took() {
			t.all[of].undoneBy = t.all[i].ID
		}
	}
	return t.all
}
