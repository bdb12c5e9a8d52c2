package decision

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"time"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/ledger"
	"coldstart/vault/load"
	"coldstart/vault/places"
	"coldstart/vault/source"
	"coldstart/vault/source/memory"
	"coldstart/vault/state"
)

// Engine carries decisions out as lists of operations. The fixed ones come first, as they
// are in the ledger: those by which the decision holds, and those that must be done before
// others may decide on the same files. The others are worked out by their rules. One loop
// does them all (run), one finds how far a killed process got (resume), and one takes back
// what was done before a failure (back). An undo is a decision with the reversed operations
// of the first one. Each operation can be repeated. What cannot be done once the decision
// holds stays open in the ledger and is tried again (finish.go).
type Engine struct {
	vault  *places.Vault
	ledger *ledger.Ledger
	layout places.Layout
	load   *load.Loader
	state  *state.Folder
	// made are the operations that were done, in their order, for a commit.
	made []ledger.Operation
	// signature is that of the decision which is being made.
	signature signed
}

// Engine returns the engine for a vault with these folders.
func (dc *Decider) Engine(l places.Layout) *Engine {
	return &Engine{vault: dc.vault, ledger: dc.ledger, layout: l, load: dc.load, state: dc.state}
}

// place is where the file of an operation lies.
func (e *Engine) place(o ledger.Operation) (disk.Place, error) {
	if o.On == ledger.OnMemory {
		return memory.PlaceOf(e.vault, o.Path)
	}
	return disk.Place{Disk: e.vault.Disk, Name: o.Path}, nil
}

// make does an operation and remembers it. With disk.ErrInPlace it is done all the same. The
// notice is about a text of another program.
func (e *Engine) make(id string, o ledger.Operation) (notice string, err error) {
	notice, err = e.do(id, o)
	gone := o.Do == ledger.OpRemove && errors.Is(err, fs.ErrNotExist)
	if err == nil || gone || errors.Is(err, disk.ErrInPlace) {
		e.made = append(e.made, o)
	}
	return notice, err
}

func (e *Engine) do(id string, o ledger.Operation) (notice string, err error) {
	at, err := e.place(o)
	if err != nil {
		return "", err
	}
	temp := disk.TempName(path.Dir(at.Name), id)
	if o.Do == ledger.OpCreate || o.Do == ledger.OpEdit {
		// One from an earlier try could not be removed.
		if at.Disk.Exists(temp) {
			if err := at.Disk.Remove(temp); err != nil {
				return "", disk.UntouchedError{Err: err}
			}
		}
	}
	switch o.Do {
	case ledger.OpCreate:
		if err := at.Disk.Mkdir(path.Dir(at.Name)); err != nil {
			return "", disk.UntouchedError{Err: err}
		}
		if o.Publishes {
			return at.Disk.CreateOurs(at.Name, temp, o.After, o.Mode)
		}
		return "", at.Disk.Create(at.Name, temp, o.After, o.Mode)
	case ledger.OpMove:
		return "", at.TakeAway(o.To, o.Was)
	case ledger.OpAppend:
		return "", at.Disk.AppendLine(at.Name, o.Line)
	case ledger.OpRemove:
		if o.Taken {
			return at.RemoveTaken(o.To, o.Was)
		}
		return at.Remove(o.To, o.Was, o.Must)
	case ledger.OpEdit:
		if err := e.saysStill(o); err != nil {
			return "", disk.UntouchedError{Err: err}
		}
		if !bytes.Equal(o.Before, o.After) {
			return "", at.Disk.Replace(at.Name, temp, o.Before, o.After)
		}
	}
	return "", nil
}

// saysStill fails with a disk.ChangedError unless the document of an edit is the one that was
// read.
func (e *Engine) saysStill(o ledger.Operation) error {
	if o.About == "" {
		return nil
	}
	b, err := source.Named(e.vault.Disk)(o.About)
	switch {
	case err != nil:
		return disk.ChangedError{Reason: fmt.Sprintf("%s cannot be read any more: %v", o.About, err)}
	case !disk.HasHash(o.Says)(b):
		return disk.ChangedError{Reason: o.About + " changed since it was seen"}
	}
	return nil
}

// look finds out whether an operation is done.
func (e *Engine) look(o ledger.Operation) (disk.Presence, error) {
	at, err := e.place(o)
	switch {
	case err != nil:
		return disk.Unknown, err
	case o.Text != "":
		return at.Contains(o.Text, o.From)
	}
	return e.stands(o)
}

// stands reports whether the file is as an operation left it, in all that it changed.
func (e *Engine) stands(o ledger.Operation) (disk.Presence, error) {
	at, err := e.place(o)
	if err != nil {
		return disk.Unknown, err
	}
	switch o.Do {
	case ledger.OpCreate:
		return at.Is(disk.HasHash(o.Next))
	case ledger.OpMove:
		return disk.Place{Disk: at.Disk, Name: o.To}.Is(disk.HasHash(o.Was))
	case ledger.OpRemove:
		if at.Disk.Exists(at.Name) || o.To != "" && at.Disk.Exists(o.To) {
			return disk.Absent, nil
		}
		return disk.Present, nil
	}
	if o.Do == ledger.OpEdit && len(o.Parts) == 0 {
		return at.Is(disk.HasHash(o.Next))
	}
	return at.Is(func(b []byte) bool {
		_, ok := ledger.Reverse(b, o.Parts)
		return ok
	})
}

// takeBack takes back an operation of a failed decision. It can be repeated.
func (e *Engine) takeBack(id string, o ledger.Operation) error {
	at, err := e.place(o)
	switch {
	case err != nil:
		return err
	case o.Do == ledger.OpMove:
		return at.GiveBack(o.To)
	case o.Do != ledger.OpCreate:
		return nil
	}
	private := disk.RetiredName(path.Dir(at.Name), id)
	if there, _ := at.Is(disk.HasHash(o.Next)); there != disk.Present && !at.Disk.Exists(private) {
		// There is nothing, or nothing of ours.
		return nil
	}
	_, err = at.Remove(private, o.Next, false)
	return err
}

// protected fails with disk.ErrProtected when an operation would change a file that nobody
// has the right to write, and with disk.ErrLinked when it would add to one of several names.
func (e *Engine) protected(o ledger.Operation) error {
	if o.Do != ledger.OpEdit && o.Do != ledger.OpAppend {
		return nil
	}
	at, err := e.place(o)
	if err != nil {
		return err
	}
	info, err := at.Disk.Root.Lstat(at.Name)
	if err != nil {
		return nil // it is met again when it is written
	}
	doing, why := "replacing", disk.Protected(info)
	if o.Do == ledger.OpAppend {
		doing, why = "adding to", disk.Extendable(info)
	}
	if why != nil {
		return disk.FileError(doing, o.Path, why)
	}
	return nil
}

// guarded returns what of an error of protected stands against the operation for good.
func guarded(err error) error {
	for _, why := range []error{disk.ErrProtected, disk.ErrLinked} {
		if errors.Is(err, why) {
			return why
		}
	}
	return nil
}

// planned works out the operations of the rules, for the preview and the ledger. A rule
// that fails becomes a notice later. Only an approval fails here if its plan would never hear of it.
func (e *Engine) planned(r ledger.Record) (ledger.Record, error) {
	for _, rule := range r.Rules() {
		ops, _, err := e.replan(r, rule, false)
		switch {
		case err == nil && len(ops) > 0:
			r.Replace(rule, ops)
		case rule == ledger.RulePlan && r.Chose(model.ChoiceApprove) && guarded(err) != nil:
			return r, err
		}
	}
	return r, nil
}

// run carries out a decision from the ledger. With an error it was not made, or may have
// been made and is looked at again.
func (e *Engine) run(r *ledger.Record, now time.Time) (model.Receipt, error) {
	var notices []string
	for i, o := range r.Ops[:r.Holds] {
		notice, err := e.make(r.ID, o)
		if err != nil {
			return model.Receipt{}, e.failed(*r, i, err)
		}
		if notice != "" {
			notices = append(notices, notice)
		}
	}
	if err := e.ledger.Add(r.Reached(ledger.PhasePublished, now)); err != nil {
		notices = append(notices, err.Error())
	}
	receipt, err := e.finish(r, now, false)
	if err != nil {
		notices = append(notices, err.Error())
	}
	receipt.Notices = slices.Concat(notices, receipt.Notices, e.changedSince(r.Ops[:r.Holds]))
	return receipt, nil
}

// changedSince names published files, and documents, that already have another text. A file that
// is gone may have been carried out.
func (e *Engine) changedSince(ops []ledger.Operation) (notices []string) {
	for _, o := range ops {
		if err := e.saysStill(o); err != nil {
			notices = append(notices, fmt.Sprintf("%v: read it again, and undo the decision if it must wait", err))
		}
		if there, _ := e.stands(o); o.Publishes && there == disk.Absent && e.vault.Disk.Exists(o.Path) {
			notices = append(notices, fmt.Sprintf("another program changed %s right after it was published: it is not the file you decided on", o.Path))
		}
	}
	return notices
}

// failed takes everything back after operation i failed, drops the decision, and gives the
// error to report. Where the operation may be done all the same, or not everything can be
// taken back, the decision stays open for Recover.
func (e *Engine) failed(r ledger.Record, i int, cause error) error {
	o := r.Ops[i]
	taken, untouched := errors.Is(cause, fs.ErrExist), disk.IsUntouched(cause)
	if moved, ok := errors.AsType[disk.ChangedError](cause); ok {
		cause = refused(r.Decision(), model.ErrConflict, "%s", moved.Reason)
	} else if taken {
		cause = refused(r.Decision(), model.ErrConflict, "another program just created %s", o.Path)
	}
	if o.Do != ledger.OpMove {
		// A file that another program made is not ours, whatever its text.
		if there, _ := e.look(o); there != disk.Absent && !taken && !untouched {
			return model.Unsettled{Err: fmt.Errorf("%w; %s may hold the decision; the next start checks it", cause, o.Path)}
		}
		i--
	}
	err := e.back(r, i)
	if err == nil {
		err = e.void(r, r.At)
	}
	if err != nil {
		return model.Unsettled{Err: fmt.Errorf("%w; %w", cause, err)}
	}
	return cause
}

// back takes back the operations up to i, the last one first. It can be repeated.
func (e *Engine) back(r ledger.Record, i int) error {
	for ; i >= 0; i-- {
		if err := e.takeBack(r.ID, r.Ops[i]); err != nil {
			return err
		}
	}
	return nil
}

// follow carries out a rule on the files as they are now. Operations that differ from the
// ledger are written down ahead of the change, since an undo needs them.
func (e *Engine) follow(r *ledger.Record, rule string, resumed bool, out *model.Receipt) error {
	begun := resumed
	work := func() ([]ledger.Operation, []string, error) {
		ops, notices, err := e.replan(*r, rule, resumed)
		if err == nil {
			err = e.writeDown(r, rule, ops, begun)
		}
		begun = true
		return ops, notices, err
	}
	done, notices, err := e.Amend(r.ID, work)
	out.Changes = append(out.Changes, done...)
	out.Notices = append(out.Notices, notices...)
	if err != nil && !errors.Is(err, disk.ErrInPlace) && lasts(err) && len(r.ByRule(rule)) == 1 {
		// The rule is given up, so an undo has nothing to reverse.
		err = errors.Join(err, e.writeDown(r, rule, nil, false))
	}
	return err
}

// Amend works out operations and does them, again when another program changed a file in
// between. It returns the changes; the notices name texts of other programs that were kept
// elsewhere.
func (e *Engine) Amend(id string, work func() ([]ledger.Operation, []string, error)) (made []model.Change, notices []string, err error) {
	const attempts = 3
	var kept []string
	// placed is what failed after a file had its new text. It does not stop the others.
	var placed error
	for attempt := 1; ; attempt++ {
		ops, told, err := work()
		name := ""
		for i := 0; i < len(ops) && err == nil; i++ {
			name = ops[i].Path
			_, err = e.make(id, ops[i])
			if aside, ok := errors.AsType[*disk.KeptError](err); ok {
				kept = append(kept, aside.Notice())
			}
			switch {
			case errors.Is(err, disk.ErrAddedTo), ops[i].Do == ledger.OpRemove && errors.Is(err, fs.ErrNotExist):
				err = nil
			case errors.Is(err, disk.ErrInPlace):
				placed, err = errors.Join(placed, err), nil
			}
			if ops[i].Shown != nil && err == nil {
				made = append(made, *ops[i].Shown)
			}
		}
		notices = slices.Concat(kept, told)
		switch between := errors.Is(err, model.ErrConflict) || errors.Is(err, fs.ErrExist); {
		case between && attempt < attempts:
		case between:
			return made, notices, fmt.Errorf("%s: %w", name, changedOften{attempts})
		case err != nil:
			return made, notices, err
		default:
			return made, notices, placed
		}
	}
}

// AgentEdit makes an edit for an agent as Decide would: not in a write-protected file, and
// again when another program came in between.
func (e *Engine) AgentEdit(at time.Time, work func() (ledger.Operation, error)) error {
	_, _, err := e.Apart(disk.NewID(at), func() ([]ledger.Operation, []string, error) {
		o, err := work()
		if why := guarded(e.protected(o)); err == nil && why != nil {
			err = disk.FileError("writing", o.Path, why)
		}
		return []ledger.Operation{o}, nil, err
	})
	return err
}

// Apart is Amend for what is no decision. Ahead of the first private file it notes in the
// state folder where that will lie, and forgets it once none is left.
func (e *Engine) Apart(id string, work func() ([]ledger.Operation, []string, error)) (made []model.Change, notices []string, err error) {
	begun := state.Work{ID: id}
	made, notices, err = e.Amend(id, func() ([]ledger.Operation, []string, error) {
		ops, told, err := work()
		had := len(begun.Folders)
		for _, o := range ops {
			dir := path.Dir(o.Path)
			if private := o.Do == ledger.OpCreate || o.Do == ledger.OpEdit; private && !slices.Contains(begun.Folders, dir) {
				begun.Folders = append(begun.Folders, dir)
			}
		}
		if err == nil && len(begun.Folders) > had {
			err = e.state.BeginWork(begun)
		}
		return ops, told, err
	})
	if len(begun.Folders) == 0 {
		return made, notices, err
	}
	kept, untidy := e.tidyWork(begun)
	if untidy != nil {
		kept = append(kept, untidy.Error()+"; "+model.FinishHint)
	}
	return made, append(notices, kept...), err
}

// changedOften means that other programs changed a file at every attempt.
type changedOften struct{ times int }

func (c changedOften) Error() string {
	return fmt.Sprintf("another program changed it %d times in between", c.times)
}

// writeDown puts the operations of a rule into the ledger where it has others. Those that a
// killed process has done stay.
func (e *Engine) writeDown(r *ledger.Record, rule string, ops []ledger.Operation, begun bool) error {
	had := r.ByRule(rule)
	for _, o := range slices.Backward(had) {
		again := func(now ledger.Operation) bool { return now.Path == o.Path }
		if begun && o.Do != "" && !slices.ContainsFunc(ops, again) {
			ops = slices.Insert(slices.Clone(ops), 0, o)
		}
	}
	if len(ops) == 0 {
		ops = []ledger.Operation{{Rule: rule, What: ledger.RuleFiles[rule]}}
	}
	if sameOperations(had, ops) {
		return nil
	}
	line := r.Reached(ledger.PhaseAnew, r.At)
	line.Rule, line.Ops = rule, ops
	if err := e.ledger.Add(line); err != nil {
		return err
	}
	r.Replace(rule, ops)
	return nil
}

// sameOperations compares what an undo needs. Of an edit that is its parts, wherever they
// are by now.
func sameOperations(a, b []ledger.Operation) bool {
	return slices.EqualFunc(a, b, func(a, b ledger.Operation) bool {
		if a.Do == ledger.OpEdit && b.Do == ledger.OpEdit {
			a.Was, a.Next = b.Was, b.Next
		}
		// Operations can always be encoded.
		left, _ := json.Marshal(a)
		right, _ := json.Marshal(b)
		return bytes.Equal(left, right)
	})
}

// LineEdit adds lines to the end of a file, or makes the file with them.
func (e *Engine) LineEdit(name, lines string) ([]ledger.Operation, error) {
	_, err := e.vault.Disk.Root.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return []ledger.Operation{ledger.NewFile(name, []byte(lines+"\n"), disk.DefaultMode)}, nil
	case err != nil:
		return nil, disk.FileError("adding to", name, err)
	}
	return []ledger.Operation{ledger.Append(name, lines, "\n")}, nil
}
