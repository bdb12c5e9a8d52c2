// Package ledger keeps the operator's own list of decisions, each with its operations, written before the
// first one is done.
package ledger

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
	"sync"
	"time"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/places"
	"coldstart/vault/state"
)

const (
	// maxLedger is the largest ledger that is read, in bytes.
	maxLedger = 64 << 20
	// briefLedger is how many bytes a brief load reads, from its end.
	briefLedger = 4 << 20
)

// formKnown is the newest form of lines that is read. Behind a line of a later one nothing is, and nothing is
// decided: this program may not know what such a decision does.
const formKnown = 2

// errNewer says that another program wrote to the ledger.
var errNewer = errors.New("a newer version of coldstart wrote it; use that version here")

// Phase is how far a decision got.
type Phase string

// A decision is planned before its first operation is done, published when it holds, and
// done when everything is. Operations that a rule works out differently later are written
// anew ahead of the change. Void closes a decision that never took effect.
const (
	PhasePlanned   Phase = "planned"
	PhasePublished Phase = "published"
	PhaseAnew      Phase = "anew"
	PhaseDone      Phase = "done"
	PhaseVoid      Phase = "void"
)

// Record is one line of the append-only ledger, or a decision put together from its lines.
// The first line has everything that is needed to carry out the decision once it holds; the
// others have its id, their time, and what is new.
type Record struct {
	ID    string    `json:"id"`
	Phase Phase     `json:"phase"`
	At    time.Time `json:"at"`
	// Operator is who decided, and Account the account here that carries it out, empty for the
	// operator's own.
	Operator string `json:"operator,omitempty"`
	Account  string `json:"account,omitempty"`
	Choice   string `json:"choice,omitempty"`
	Kind     string `json:"kind,omitempty"`
	// Path is what was decided on, To where its bytes are published, if they are.
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
	// Step is the step that is meant. LastStep says that it was not named, but was the
	// trace's last one.
	Step int `json:"step,omitempty"`
	// StepText is what an approved step said then, "" where there was no such step; nil where no step was approved.
	// StepPlace is as rule.Place says.
	StepText  *string `json:"step_text,omitempty"`
	StepPlace string  `json:"step_place,omitempty"`
	LastStep  bool    `json:"last_step,omitempty"`
	Note      string  `json:"note,omitempty"`
	// How is by what the decision was made, empty where that is not known; Under is the agent under which
	// it was, if that was known.
	How   string `json:"how,omitempty"`
	Under string `json:"under,omitempty"`
	// About is what an acknowledgement is about: the line of a log, or the id of a session.
	About string `json:"about,omitempty"`
	// Undoes is the decision that an undo reverses, Undid its choice, and Withdrawn the
	// published file that is removed for it.
	Undoes    string `json:"undoes,omitempty"`
	Undid     string `json:"undid,omitempty"`
	Withdrawn string `json:"withdrawn,omitempty"`
	// Commit says that a git commit was made of it; earlier versions say it of an undo where one was
	// made of what it undoes.
	Commit bool `json:"commit,omitempty"`
	// Tool is the program that waits for the change of its file, empty for the vault's own.
	Tool string `json:"tool,omitempty"`
	// Action and Target are those of a request.
	Action string `json:"action,omitempty"`
	Target string `json:"target,omitempty"`
	// Around are the files by which an undo finds out what agents did since.
	Around []Mark `json:"around,omitempty"`
	// Times to Pattern say how far the approval of an action of an agent goes, as model.Scope does; zero
	// for once. An earlier version, which does not know the last two, takes it for once.
	Times      int    `json:"times,omitempty"`
	ForSession bool   `json:"for_session,omitempty"`
	ForSeconds int64  `json:"for_seconds,omitempty"`
	Pattern    string `json:"pattern,omitempty"`
	// Signed is the signed record of the decision, as it lies beside the request; empty for none.
	Signed string `json:"signed,omitempty"`
	// Beside is the file by which the same request had been decided otherwise when this was decided: the
	// operator meant both.
	Beside string `json:"beside,omitempty"`
	// Despite are the doubts that the operator saw before the approval.
	Despite []string `json:"despite,omitempty"`
	// Ops are the operations, fixed ones first. The decision holds once the first Holds of
	// them are done; with zero, once it is written down.
	Ops   []Operation `json:"ops,omitempty"`
	Holds int         `json:"holds,omitempty"`
	// Rule is the rule whose operations a line replaces.
	Rule string `json:"rule,omitempty"`
	// Left are the rules whose files could not be written yet, of a decision that is done,
	// or of one that came to nothing. Still says for people what that is, and why not:
	// "write Plans/PLAN-1.md (no space left on device)".
	Left  []string `json:"left,omitempty"`
	Still []string `json:"still,omitempty"`
	// TakenBack says that somebody else took back a decision on a request before all of it
	// was written: the rest is left out.
	TakenBack bool `json:"taken_back,omitempty"`
	// Form is that of the line, as formKnown says; nothing in lines of the first form.
	Form int `json:"form,omitempty"`

	// UndoneBy is the undo that reversed the decision, Undone the decision that an undo
	// reverses.
	UndoneBy string  `json:"-"`
	Undone   *Record `json:"-"`
}

// Reached returns the line that a decision got to a phase.
func (r Record) Reached(p Phase, at time.Time) Record {
	return Record{ID: r.ID, Phase: p, At: at.UTC()}
}

// IsOpen reports whether a decision is neither done nor void.
func (r Record) IsOpen() bool { return r.Phase != PhaseDone && r.Phase != PhaseVoid }

// TookEffect reports whether a decision is known to have taken effect.
func (r Record) TookEffect() bool { return r.Phase == PhasePublished || r.Phase == PhaseDone }

// Is reports whether a decision is of one kind.
func (r Record) Is(k model.Kind) bool { return r.Kind == k.String() }

// ByRule returns the operations of a rule, "" for those that are fixed.
func (r Record) ByRule(rule string) []Operation {
	var of []Operation
	for _, o := range r.Ops {
		if o.Rule == rule {
			of = append(of, o)
		}
	}
	return of
}

// Rules are the rules that follow once the decision holds, in their order.
func (r Record) Rules() []string {
	var all []string
	for _, o := range r.Ops {
		if !o.isFixed() && !slices.Contains(all, o.Rule) {
			all = append(all, o.Rule)
		}
	}
	return all
}

// Replace returns a rule new operations.
func (r *Record) Replace(rule string, ops []Operation) {
	at := slices.IndexFunc(r.Ops, func(o Operation) bool { return o.Rule == rule })
	if at < 0 {
		at = len(r.Ops)
	}
	others := slices.DeleteFunc(slices.Clone(r.Ops), func(o Operation) bool { return o.Rule == rule })
	r.Ops = slices.Insert(others, at, ops...)
}

// Holding is the operation by which a decision holds, false when it holds once it is
// written down.
func (r Record) Holding() (Operation, bool) {
	if r.Holds < 1 || r.Holds > len(r.Ops) {
		return Operation{}, false
	}
	return r.Ops[r.Holds-1], true
}

// Scope is how far the approval of an action goes.
func (r Record) Scope() model.Scope {
	return model.Scope{Times: r.Times, Session: r.ForSession, For: time.Duration(r.ForSeconds) * time.Second, Pattern: r.Pattern}
}

// Decision returns what the operator decided.
func (r Record) Decision() model.Decision {
	d := model.Decision{
		Ref:    model.Ref{Kind: model.ParseKind(r.Kind), Path: r.Path, Item: r.Item},
		Choice: model.ParseChoice(r.Choice), Note: r.Note, At: r.At,
		How: model.ParseHow(r.How), Under: r.Under, Scope: r.Scope(),
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

// Ledger is the ledger of one vault. Its file is read again once its stamp is another, so one vault has one Ledger. Its
// methods may be called from several goroutines. What they return is shared, and must not be changed.
type Ledger struct {
	vault *places.Vault
	mu    sync.Mutex
	// whole and end are what the file said when it was read last, all of it or its end.
	whole, end known
}

// known is what a file of a stamp says.
type known struct {
	stamp disk.Stamp
	said  *merged
}

// Open returns the ledger of a vault. Nothing is read yet.
func Open(v *places.Vault) *Ledger { return &Ledger{vault: v} }

func (l *Ledger) file() string { return filepath.Join(l.vault.StateDir(), state.LedgerName) }

// Add adds one line and brings it to the disk before it returns.
func (l *Ledger) Add(r Record) error {
	l.vault.Disk.Step("ledger", string(r.Phase))
	l.mu.Lock()
	defer l.mu.Unlock()
	l.whole, l.end = known{}, known{}
	if err := l.write(r); err != nil {
		return fmt.Errorf("writing the ledger: %w", err)
	}
	return nil
}

func (l *Ledger) write(r Record) error {
	if r.Phase == PhasePlanned {
		r.Form = formKnown
	}
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	return state.Of(l.vault).AddLine(state.LedgerName, line)
}

// Read returns all decisions, oldest first. Lines that cannot be read are skipped and counted
// in bad.
func (l *Ledger) Read() (decisions []Record, bad int, err error) {
	all, err := l.read(l.vault.Opts.Brief)
	return all.all, all.bad, err
}

// Named returns the decision with an id, of one that was closed before it began its id and PhaseVoid
// alone. The whole ledger is read for it.
func (l *Ledger) Named(id string) (r Record, known bool, err error) {
	all, err := l.read(false)
	if all.closed[id] {
		r, known = Record{ID: id, Phase: PhaseVoid}, true
	}
	if i, began := all.at[id]; began {
		r, known = all.all[i], true
	}
	return r, known, err
}

// Sound returns the newest decisions, oldest first, of which the ledger tells all: an undo stands
// behind its decision, so that what comes before a line that cannot be read is left out.
func (l *Ledger) Sound() ([]Record, error) {
	all, err := l.read(true)
	return all.all[min(all.sound, len(all.all)):], err
}

// WhileStill runs a reading of the vault, again when a line was added meanwhile: a decision moves
// files between two of its lines, and what is read in between fits neither.
func (l *Ledger) WhileStill(read func() error) error {
	for {
		before := l.Stamp()
		if err := read(); l.Stamp() == before {
			return err
		}
	}
}

// Stamp changes with every line.
func (l *Ledger) Stamp() string {
	info, err := os.Stat(l.file())
	if err != nil {
		return "none"
	}
	return fmt.Sprint(info.Size(), info.ModTime().UnixNano())
}

// read returns what the ledger says, without opening it where it is known to be the same as before. Brief is for its
// end alone.
func (l *Ledger) read(brief bool) (*merged, error) {
	if l.vault.Opts.StateDir == "" {
		return &merged{}, nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	at := &l.whole
	if info, err := os.Stat(l.file()); err == nil {
		if brief && info.Size() > briefLedger {
			at = &l.end
		}
		if now, ok := disk.StampOfInfo(info); ok && at.said != nil && now == at.stamp {
			return at.said, nil
		}
	}
	began := l.clock()
	all, stamp, err := l.readFile(at == &l.end)
	all.tie()
	if *at = (known{}); err == nil && stamp != (disk.Stamp{}) && stamp.RestedBefore(began) {
		*at = known{stamp, all}
	}
	return all, err
}

// clock is the real time, zero where stamps are not to be trusted: without a clock, and where another machine may set
// the times of files.
func (l *Ledger) clock() time.Time {
	if _, local := disk.FileSystemOf(l.vault.StateDir()); !local || l.vault.Opts.Clock == nil {
		return time.Time{}
	}
	return l.vault.Opts.Clock()
}

// readFile reads the ledger, or its end, and says of which stamp it was.
func (l *Ledger) readFile(end bool) (all *merged, stamp disk.Stamp, err error) {
	all = &merged{}
	f, err := os.Open(l.file())
	if errors.Is(err, fs.ErrNotExist) {
		return all, stamp, nil
	}
	if err != nil {
		return all, stamp, fmt.Errorf("reading the ledger: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		return all, stamp, fmt.Errorf("reading the ledger: %w", err)
	case info.Size() > maxLedger:
		return all, stamp, fmt.Errorf("reading the ledger: %w: %d bytes, the limit is %d", disk.ErrTooLarge, info.Size(), maxLedger)
	case end:
		if _, err := disk.SeekTail(f, info, briefLedger); err != nil {
			return all, stamp, fmt.Errorf("reading the ledger: %w", err)
		}
	}
	stamp, _ = disk.StampOfInfo(info)
	return all, stamp, all.readLines(f)
}

// readLines adds the lines of a ledger.
func (m *merged) readLines(f io.Reader) error {
	lines := bufio.NewReader(f)
	for {
		line, err := lines.ReadBytes('\n')
		if line = bytes.TrimSpace(line); len(line) > 0 {
			var r Record
			if json.Unmarshal(line, &r) != nil || r.ID == "" {
				m.bad, m.sound = m.bad+1, len(m.all)
			} else {
				m.add(r)
			}
			if r.Form > formKnown {
				return fmt.Errorf("reading the ledger: %w", errNewer)
			}
		}
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return fmt.Errorf("reading the ledger: %w", err)
		}
	}
}

// merged puts the lines of a ledger together.
type merged struct {
	all []Record
	at  map[string]int
	// closed are the ids of decisions that are void without a first line: somebody asked what became
	// of them before they came.
	closed map[string]bool
	// bad is how many lines cannot be read, sound how many decisions begin before the last of them.
	bad, sound int
}

func (m *merged) add(r Record) {
	i, known := m.at[r.ID]
	switch {
	case !known && r.Phase == PhasePlanned:
		if m.at == nil {
			m.at = map[string]int{}
		}
		m.at[r.ID] = len(m.all)
		m.all = append(m.all, r)
	case !known && r.Phase == PhaseVoid:
		if m.closed == nil {
			m.closed = map[string]bool{}
		}
		m.closed[r.ID] = true
	case !known || r.Phase == PhasePlanned:
		// The first line lies before what is read, or is given twice.
	case r.Phase == PhaseAnew:
		m.all[i].Phase = PhasePublished
		m.all[i].Replace(r.Rule, r.Ops)
	default:
		m.all[i].Phase, m.all[i].Left, m.all[i].Still = r.Phase, r.Left, r.Still
		m.all[i].Commit = m.all[i].Commit || r.Commit
		m.all[i].TakenBack = m.all[i].TakenBack || r.TakenBack
	}
}

// tie ties undos to the decisions that they reverse.
func (m *merged) tie() {
	for i := range m.all {
		of, ok := m.at[m.all[i].Undoes]
		if !ok {
			continue
		}
		m.all[i].Undone = &m.all[of]
		if m.all[i].TookEffect() {
			m.all[of].UndoneBy = m.all[i].ID
		}
	}
	m.all = slices.Clip(m.all)
}

// IsUnfinished reports whether a decision has something left to do. Once it is undone that
// is only to remove what is ours alone.
func (r Record) IsUnfinished() bool { return r.IsOpen() || len(r.ToDo()) > 0 }

// ToDo returns what is left of a decision that is done, undone or void.
func (r Record) ToDo() []string {
	if r.UndoneBy == "" {
		return r.Left
	}
	return slices.DeleteFunc(slices.Clone(r.Left), func(rule string) bool { return rule != RuleTidy })
}

// Overlaps reports whether two decisions are about the same thing, or make or remove the
// same file. Decisions on parts of one shared file do not overlap.
func (r Record) Overlaps(o Record) bool {
	whole := func(r Record) (names []string) {
		for _, op := range r.ByRule("") {
			if op.isWhole() {
				names = append(names, op.Path)
			}
		}
		return names
	}
	mine, theirs := whole(r), whole(o)
	in := func(names []string) func(string) bool {
		return func(name string) bool { return slices.Contains(names, name) }
	}
	return r.Decision().Ref == o.Decision().Ref ||
		slices.ContainsFunc(mine, in(append(theirs, o.Path))) || slices.ContainsFunc(theirs, in(append(mine, r.Path)))
}

// Reversals returns the operations of a rule that an undo reverses: those that were done. A
// wish for changes holds by its note, which is reversed as one that follows.
func (r Record) Reversals(rule string) []Operation {
	if r.Undone == nil || slices.Contains(r.Undone.Left, rule) {
		return nil
	}
	back := slices.DeleteFunc(r.Undone.ByRule(rule), func(o Operation) bool { return !o.Back })
	if note, held := r.Undone.Holding(); held && rule == RuleNote && note.What == RuleFiles[RuleNote] {
		back = append(back, note)
	}
	return back
}
