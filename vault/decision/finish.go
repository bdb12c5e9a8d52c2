package decision

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"syscall"
	"time"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/ledger"
)

// unfinished is what is left of a decision: rules for the ledger, and in words for people.
type unfinished struct {
	rules, still []string
}

// add notes that something could not be done to a file.
func (u *unfinished) add(rule, do, file string, err error) {
	if rule != "" {
		u.rules = append(u.rules, rule)
	}
	u.still = append(u.still, fmt.Sprintf("%s %s (%s)", do, file, cause(file, err)))
}

// unsure notes that a file is as it should be, but maybe not on the disk yet: after a
// failure of that the rule is followed again.
func (u *unfinished) unsure(rule, file string, err error) {
	again := ledger.RuleTidy
	if rule != "" {
		again = ledger.Again(rule)
	}
	if u.leave(again) {
		u.add("", "flush to disk", file, err)
	}
}

// leave leaves a rule, once.
func (u *unfinished) leave(rule string) bool {
	if slices.Contains(u.rules, rule) {
		return false
	}
	u.rules = append(u.rules, rule)
	return true
}

// differs reports whether the ledger says something else.
func (u unfinished) differs(r ledger.Record) bool {
	return !slices.Equal(u.rules, r.Left) || !slices.Equal(u.still, r.Still)
}

// write adds a line with what is left to the ledger.
func (u unfinished) write(e *Engine, r *ledger.Record, phase ledger.Phase, now time.Time) error {
	line := r.Reached(phase, now)
	line.Left, line.Still = u.rules, u.still
	r.Left, r.Still = u.rules, u.still
	if err := e.ledger.Add(line); err != nil {
		return err
	}
	r.Phase = phase
	return nil
}

// finish does everything that is left of a decision that holds, or of one that is void. It
// can be repeated. The notices say what did not work. With an error something is in the way
// of other decisions on the same files, so that this one stays open.
func (e *Engine) finish(r *ledger.Record, now time.Time, resumed bool) (model.Receipt, error) {
	out := model.Receipt{ID: r.ID, Decision: r.Decision()}
	var left unfinished
	var stuck error
	rules, open := r.ToDo(), r.IsOpen()
	if open {
		rules = r.Rules()
		fixed := r.ByRule("")
		out.Changes = ledger.ChangesOf(fixed)
		for _, o := range fixed[r.Holds:] {
			notice, err := e.must(r.ID, o, resumed)
			if notice != "" {
				out.Notices = append(out.Notices, notice)
			}
			if err != nil {
				left.add("", "remove", o.Path, err)
				stuck = errors.Join(stuck, err)
			}
		}
	}
	for _, rule := range rules {
		if rule == ledger.RuleTidy {
			continue
		}
		rule = ledger.Whole(rule)
		err := e.follow(r, rule, resumed, &out)
		if err == nil {
			continue
		}
		said := Failure(ledger.RuleFiles[rule], err)
		switch {
		case errors.Is(err, disk.ErrInPlace):
			left.unsure(rule, e.fileOf(*r, rule), err)
			said += "; " + model.FinishHint
		case !lasts(err):
			left.add(rule, "write", e.fileOf(*r, rule), err)
			said += "; " + model.FinishHint
		}
		out.Notices = append(out.Notices, said)
	}
	if resumed {
		e.sync(*r, &left)
	}
	out.Notices = append(out.Notices, e.tidy(*r, &left)...)
	phase := ledger.PhaseDone
	switch {
	case stuck != nil:
		// All rules are looked at again.
		phase, left.rules = ledger.PhasePublished, nil
	case r.Phase == ledger.PhaseVoid:
		phase = r.Phase
	}
	if (!open || stuck != nil) && !left.differs(*r) {
		return out, stuck
	}
	if err := left.write(e, r, phase, now); err != nil {
		out.Notices = append(out.Notices, err.Error())
	}
	return out, stuck
}

// tidy removes the private files of a decision once nothing is written any more. What cannot
// be removed is left.
func (e *Engine) tidy(r ledger.Record, left *unfinished) (notices []string) {
	notices, untidy := e.clearTemps(r)
	for _, u := range untidy {
		do := "remove"
		if !strings.HasPrefix(path.Base(u.name), disk.PrivatePrefix) {
			do = "look for coldstart's own files in"
		}
		left.add("", do, u.name, u.err)
		left.leave(ledger.RuleTidy)
	}
	return notices
}

// sync brings the files of a decision to the disk: what a killed process changed, or one that
// met a failure, may be in the memory of the system only.
func (e *Engine) sync(r ledger.Record, left *unfinished) {
	done := map[string]bool{}
	for _, o := range r.Ops {
		at, err := e.place(o)
		if err != nil || o.Path == "" || done[o.Path] {
			continue
		}
		done[o.Path] = true
		if err := at.Disk.Sync(at.Name); err != nil {
			left.unsure(o.Rule, o.Path, err)
		}
	}
}

// void closes a decision that never took effect.
func (e *Engine) void(r ledger.Record, now time.Time) error {
	var left unfinished
	e.tidy(r, &left)
	return left.write(e, &r, ledger.PhaseVoid, now)
}

// fileOf names the file that a rule writes.
func (e *Engine) fileOf(r ledger.Record, rule string) string {
	for _, o := range r.ByRule(rule) {
		if o.Path != "" {
			return o.Path
		}
	}
	switch rule {
	case ledger.RulePlan, ledger.RulePlanBack:
		return cmp.Or(r.Plan, ledger.RuleFiles[rule])
	case ledger.RuleDay:
		return dayLog(e.layout, r.At)
	}
	return ledger.RuleFiles[rule]
}

// must does an operation that keeps a decision open until it is done. A file with another
// text by now stays.
func (e *Engine) must(id string, o ledger.Operation, resumed bool) (notice string, err error) {
	notice, err = e.make(id, o)
	moved, isMoved := errors.AsType[disk.ChangedError](err)
	switch {
	case isMoved:
		return moved.Reason, nil
	case !errors.Is(err, fs.ErrNotExist):
		return notice, err
	case resumed || o.Taken:
		return "", nil
	}
	return fmt.Sprintf("another program removed %s during the decision", o.Path), nil
}

// Failure says which of several files failed, and whether it was written all the same.
func Failure(what string, err error) string {
	if errors.Is(err, disk.ErrInPlace) {
		return fmt.Sprintf("%s: %v", what, err)
	}
	return fmt.Sprintf("%s was not written: %v", what, err)
}

// lasts reports whether a failure is one that the operator wants, or about a file that is
// gone. Everything else is tried again, since somebody may make room or fix the file.
func lasts(err error) bool {
	return slices.ContainsFunc([]error{disk.ErrInPlace, disk.ErrProtected, fs.ErrNotExist}, func(e error) bool { return errors.Is(err, e) })
}

// cause returns the reason of a failure in few words: those of the system, without the names
// of private files.
func cause(file string, err error) string {
	if no, ok := errors.AsType[syscall.Errno](err); ok {
		return no.Error()
	}
	if often, ok := errors.AsType[changedOften](err); ok {
		return often.Error()
	}
	said := model.OneLine(err.Error())
	if _, why, named := strings.Cut(said, file+": "); named {
		return why
	}
	return said
}
