package decision

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/inspect"
	"coldstart/vault/ledger"
	"coldstart/vault/places"
	"coldstart/vault/state"
)

// Recover finishes the decisions that a killed process left half done, closes those as void
// that had not taken effect, tries again what could not be written before, and removes what
// a killed process left lying. It returns a receipt of each decision that is finished now.
// Where nothing is open, the vault cannot be written, or git has a merge open, it writes nothing. The error names
// what could not be finished; Recover can be repeated.
func (dc *Decider) Recover(ctx context.Context, now time.Time) ([]model.Receipt, error) {
	if dc.vault.Opts.ReadOnly {
		return nil, nil
	}
	l, err := dc.vault.Layout()
	if err != nil || dc.load.ReadOnlyReason(l) != "" || places.OpenMerge(dc.vault.Dir) != "" {
		return nil, err
	}
	records, _, err := dc.ledger.Read()
	unfinished := slices.ContainsFunc(records, ledger.Record.IsUnfinished)
	if err != nil || !unfinished && !dc.state.Untidy() && len(dc.ownStrays(l)) == 0 {
		return nil, errors.Join(err, dc.state.ClearClaims())
	}
	held, err := dc.state.Lock(ctx)
	if err != nil {
		return nil, err
	}
	defer held.Release()
	done, failed, waiting := dc.finishOpen(ctx, now)
	e := dc.Engine(l)
	for _, s := range dc.ownStrays(l) {
		_, untidy := e.tidyWork(state.Work{ID: s.ID, Folders: []string{path.Dir(s.Path)}})
		waiting = errors.Join(waiting, untidy)
	}
	return done, errors.Join(failed, waiting)
}

// ownStrays are the unfinished files of decisions in this ledger that are long finished.
func (dc *Decider) ownStrays(l places.Layout) []inspect.Leftover {
	if len(l.Dirs) == 0 {
		return nil
	}
	return slices.DeleteFunc(inspect.New(dc.vault, dc.ledger, dc.load).Strays(l, nil), func(s inspect.Leftover) bool { return !s.Ours || !disk.IsUnfinished(s.Path) })
}

// finishOpen is Recover under the lock. Failed is about decisions that are open, waiting
// about what may go on waiting while others are made.
func (dc *Decider) finishOpen(ctx context.Context, now time.Time) (done []model.Receipt, failed, waiting error) {
	records, _, err := dc.ledger.Read()
	if err != nil {
		return nil, err, nil
	}
	for i, r := range records {
		if !r.IsUnfinished() {
			continue
		}
		if err := ctx.Err(); err != nil {
			return done, errors.Join(failed, err), waiting
		}
		l, err := dc.vault.Layout()
		if err != nil {
			return done, errors.Join(failed, err), waiting
		}
		receipt, finished, err := dc.Engine(l).resume(r, overtaken(records[i:]), now)
		switch {
		case err == nil:
		case r.IsOpen():
			failed = errors.Join(failed, fmt.Errorf("finishing an interrupted decision on %s: %w", r.Path, err))
		default:
			waiting = errors.Join(waiting, fmt.Errorf("decision %s on %s: %w", r.ID, r.Path, err))
		}
		if finished {
			done = append(done, receipt)
		}
	}
	return done, failed, errors.Join(waiting, dc.Engine(places.Layout{}).TidyWorks())
}

// resume continues one decision. One that does not hold yet is dropped, with everything as
// it was. So is one that was overtaken: what its file shows is the later decision's. Finished
// is false for one that had nothing but private files left, of which nobody needs to hear.
func (e *Engine) resume(r ledger.Record, overtaken bool, now time.Time) (receipt model.Receipt, finished bool, err error) {
	// What cannot be removed is tried again in the end.
	notices, _ := e.clearTemps(r)
	defer func() { receipt.Notices = append(notices, receipt.Notices...) }()
	if r.Phase == ledger.PhasePlanned {
		held, err := e.held(r)
		if overtaken {
			held, err = disk.Absent, nil
			// What the later one made stays.
			r.Ops = slices.DeleteFunc(slices.Clone(r.Ops[:r.Holds]), func(o ledger.Operation) bool { return o.Do != ledger.OpMove })
			r.Holds = len(r.Ops)
		}
		switch {
		case held == disk.Unknown:
			return model.Receipt{}, false, err
		case held == disk.Absent:
			return e.drop(r, now)
		}
		if err := e.ledger.Add(r.Reached(ledger.PhasePublished, now)); err != nil {
			return model.Receipt{}, false, err
		}
	}
	if gone, err := e.takenBack(r); gone || err != nil {
		if err == nil {
			receipt, err = e.leaveBe(r, now)
		}
		return receipt, err == nil, err
	}
	finished = r.IsOpen() || slices.ContainsFunc(r.ToDo(), func(rule string) bool { return rule != ledger.RuleTidy })
	receipt, err = e.finish(&r, now, true)
	if err == nil && len(r.ToDo()) > 0 {
		err = errors.New("still to do: " + strings.Join(r.Still, "; "))
	}
	return receipt, finished && err == nil, err
}

// takenBack reports whether somebody else took a decided request back before everything was
// written: it is pending again as it was, and what was published is neither in its folder
// nor among work that is begun or done.
func (e *Engine) takenBack(r ledger.Record) (bool, error) {
	f, sends := destination(model.ParseChoice(r.Choice))
	follows := func(rule string) bool { return rule != ledger.RuleTidy }
	// While a decision is open, the request may not have been removed yet.
	if !sends || !r.Is(model.KindRequest) || r.IsOpen() || r.Phase == ledger.PhaseVoid || !slices.ContainsFunc(r.ToDo(), follows) {
		return false, nil
	}
	taken := func(name string) bool { _, known := r.Mark(name); return !known }
	if r.InFile() || e.vault.Disk.Exists(r.To) || e.TakenBy(f, path.Base(r.To)) != "" || slices.ContainsFunc(e.copies(r), taken) {
		return false, nil
	}
	there, err := disk.Place{Disk: e.vault.Disk, Name: r.Path}.Is(disk.HasHash(r.Seen))
	return there == disk.Present, err
}

// leaveBe closes a decision that was taken back, with everything as it is.
func (e *Engine) leaveBe(r ledger.Record, now time.Time) (model.Receipt, error) {
	var left unfinished
	notices := e.tidy(r, &left)
	line := r.Reached(ledger.PhaseDone, now)
	line.Left, line.Still, line.TakenBack = left.rules, left.still, true
	return model.Receipt{ID: r.ID, Decision: r.Decision(), TakenBack: true, Notices: notices}, e.ledger.Add(line)
}

// held reports whether a decision holds, which its files must show beyond doubt.
func (e *Engine) held(r ledger.Record) (disk.Presence, error) {
	for _, o := range r.Ops[:r.Holds] {
		if there, err := e.look(o); there != disk.Present {
			return there, err
		}
		at, err := e.place(o)
		if err == nil {
			err = at.Disk.Sync(at.Name)
		}
		if err != nil {
			return disk.Unknown, err
		}
	}
	return disk.Present, nil
}

// drop closes a decision that never took effect.
func (e *Engine) drop(r ledger.Record, now time.Time) (model.Receipt, bool, error) {
	err := e.back(r, r.Holds-1)
	if err == nil {
		err = e.void(r, now)
	}
	if err != nil {
		return model.Receipt{}, false, err
	}
	return model.Receipt{ID: r.ID, Decision: r.Decision(), Void: true}, true, nil
}

// overtaken reports whether a later decision explains what the files of the first one show:
// it holds by the same operation, or undoes the same decision. A decision that was reported
// as failed must not be credited with what another one did.
func overtaken(records []ledger.Record) bool {
	r := records[0]
	by, holds := r.Holding()
	return r.Phase == ledger.PhasePlanned && slices.ContainsFunc(records[1:], func(later ledger.Record) bool {
		o, held := later.Holding()
		switch {
		case later.Phase == ledger.PhaseVoid, r.Undoes != later.Undoes:
			return false
		case r.Undoes != "":
			return true
		}
		return holds && held && by.Do == o.Do && by.On == o.On && by.Path == o.Path && by.Next == o.Next && by.Text == o.Text && by.From == o.From
	})
}

// unsettled refuses a decision while an earlier one on the same files is open: nobody could
// tell whose the file is.
func (e *Engine) unsettled(r ledger.Record) error {
	records, _, err := e.ledger.Read()
	if err != nil {
		return err
	}
	for _, o := range records {
		if o.IsOpen() && r.Overlaps(o) {
			return refused(r.Decision(), model.ErrNotAllowed, "an earlier decision on it could not be finished yet: decision %s on %s", o.ID, o.Path)
		}
	}
	return nil
}

// untidied is a folder in which private files could not be removed, or one of them.
type untidied struct {
	name string
	err  error
}

// clearTemps removes the unfinished files of one decision. A displaced text of another
// program is kept and named.
func (e *Engine) clearTemps(r ledger.Record) (notices []string, untidy []untidied) {
	in := []disk.Place{{Disk: e.vault.Disk, Name: e.layout.Main(places.FolderLogs)}}
	for _, o := range append(slices.Clone(r.Ops), ledger.Operation{Path: r.Plan}) {
		at, err := e.place(o)
		if err != nil {
			untidy = append(untidy, untidied{o.Path, err})
		} else if at.Name != "" {
			in = append(in, disk.Place{Disk: at.Disk, Name: path.Dir(at.Name)})
		}
	}
	cleared := map[string]bool{}
	for _, at := range in {
		full := path.Join(at.Disk.Root.Name(), at.Name)
		if cleared[full] {
			continue
		}
		cleared[full] = true
		kept, left, err := at.Clear(r.ID)
		notices = append(notices, kept...)
		if err != nil {
			untidy = append(untidy, untidied{left, err})
		}
	}
	return notices, untidy
}

// TidyWorks removes what agents' writes left that were cut off: they are no decisions, and
// the state folder has their names. What another program wrote is kept beside.
func (e *Engine) TidyWorks() error {
	works, err := e.state.Works()
	for _, w := range works {
		_, failed := e.tidyWork(w)
		err = errors.Join(err, failed)
	}
	return err
}

// tidyWork removes the private files of one write, and then the note of it.
func (e *Engine) tidyWork(w state.Work) (notices []string, err error) {
	for _, dir := range w.Folders {
		kept, left, failed := disk.Place{Disk: e.vault.Disk, Name: dir}.Clear(w.ID)
		notices = append(notices, kept...)
		if failed != nil {
			err = errors.Join(err, fmt.Errorf("%s could not be removed (%s)", left, cause(left, failed)))
		}
	}
	if err == nil {
		err = e.state.EndWork(w.ID)
	}
	return notices, err
}
