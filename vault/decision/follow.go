package decision

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"time"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/vault/disk"
	"coldstart/vault/ledger"
	"coldstart/vault/load"
	"coldstart/vault/places"
	"coldstart/vault/source"
	"coldstart/vault/source/daylog"
	"coldstart/vault/source/plans"
	"coldstart/vault/text"
)

// replan works out the operations of a rule from the files as they are now. resumed is true
// when they may be done already. The notices say what is not done for good.
func (e *Engine) replan(r ledger.Record, rule string, resumed bool) (ops []ledger.Operation, notices []string, err error) {
	switch rule {
	case ledger.RuleNote:
		ops, err = e.note(r)
	case ledger.RulePlan:
		ops, notices, err = e.plan(r, resumed)
	case ledger.RuleDay:
		ops, err = e.day(r)
	case ledger.RuleSigned:
		ops, notices, err = e.signed(r)
	case ledger.RuleNoteBack:
		ops, notices, err = e.besideBack(r, ledger.RuleNote, "")
	case ledger.RulePlanBack:
		// A plan that was never written into has nothing to be told.
		if r.Undone == nil || !slices.Contains(r.Undone.Left, ledger.RulePlan) {
			ops, notices, err = e.planBack(r, resumed)
		}
	}
	ledger.Follow(rule, ops)
	for i := range ops {
		if err == nil {
			err = e.protected(ops[i])
		}
	}
	return ops, notices, err
}

// note puts the operator's reason into a file beside the request, which stays byte for byte
// the same. Notes of earlier wishes for changes move along with a decided request.
func (e *Engine) note(r ledger.Record) ([]ledger.Operation, error) {
	line := remarkLine(r)
	target, pending := r.Path+places.RemarkEnding, ""
	if r.To != "" {
		target = r.To + places.RemarkEnding
	}
	switch isPlan := r.Is(model.KindPlan); {
	case isPlan && r.To == "":
		return nil, nil
	case !isPlan && r.To != "" && !r.InFile():
		pending = r.Path + places.RemarkEnding
	}
	had, err := e.remarks(target)
	if err != nil {
		return nil, err
	}
	earlier, private, err := e.taken(pending, r.ID)
	if err != nil {
		return nil, err
	}
	next := mergeRemarks(had, earlier, line)
	var ops []ledger.Operation
	switch {
	case had == nil && (earlier != nil || len(next) > 0):
		o := ledger.NewFile(target, next, e.remarkMode(r.To, r.Path))
		o.Back = true
		ops = append(ops, o)
	case len(next) > len(had):
		ops = append(ops, ledger.Edit(target, had, next, text.AddedBehind(had, next),
			model.Change{Kind: model.ChangeAppend, After: text.Lines(next[len(had):])}))
	}
	if earlier == nil {
		return ops, nil
	}
	gone := ledger.Operation{Do: ledger.OpRemove, Path: pending, To: private, Was: model.FingerprintOf(earlier).String(), Kept: earlier, Back: true}
	gone.Shown = &model.Change{Kind: model.ChangeMove, Path: pending, To: target, After: text.Lines([]byte(line))}
	for i := range ops {
		ops[i].Shown = nil
	}
	return append(ops, gone), nil
}

// remarkLine returns the line of a note, "" for an approval, which needs no reason.
func remarkLine(r ledger.Record) string {
	word := model.ParseChoice(r.Choice).Remark()
	if word == "" {
		return ""
	}
	return model.FormatUTC(r.At) + " " + model.OperatorActor + ": " + word + " — " + r.Note
}

// remarks returns the content of a note file, nil when there is none.
func (e *Engine) remarks(name string) ([]byte, error) {
	if name == "" {
		return nil, nil
	}
	b, _, err := e.vault.Disk.Read(name, source.MaxDocument)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return b, err
}

// taken returns the content of a file beside a pending request that is to go, and where it waits for
// that; a process may have been killed while it removed it.
func (e *Engine) taken(name, id string) (b []byte, private string, err error) {
	if name == "" {
		return nil, "", nil
	}
	if private = besidePrivate(name, id); e.vault.Disk.Exists(private) {
		name = private
	}
	b, err = e.remarks(name)
	return b, private, err
}

// mergeRemarks adds the lines of more, and then line, to had, each once.
func mergeRemarks(had, more []byte, line string) []byte {
	next := slices.Clone(had)
	seen := map[string]bool{}
	for _, l := range text.Lines(had) {
		seen[l] = true
	}
	for _, l := range append(text.Lines(more), line) {
		if l == "" || seen[l] {
			continue
		}
		if n := len(next); n > 0 && next[n-1] != '\n' {
			next = append(next, '\n')
		}
		seen[l] = true
		next = append(append(next, l...), '\n')
	}
	return next
}

// remarkMode gives a note the permissions of the file that it is about, but for others' right
// to write: it is the operator's.
func (e *Engine) remarkMode(names ...string) fs.FileMode {
	for _, name := range names {
		if info, err := e.vault.Disk.Root.Lstat(name); name != "" && err == nil && info.Mode().IsRegular() {
			return info.Mode().Perm() &^ disk.OthersWrite
		}
	}
	return disk.DefaultMode
}

// plan records the decision in its plan: a line in the reasoning log and, when an approval
// leaves nothing to wait for, the status. When resumed, a plan that has the line is left
// alone, since its status may have changed again.
func (e *Engine) plan(r ledger.Record, resumed bool) ([]ledger.Operation, []string, error) {
	if r.Plan == "" && r.PlanID != "" {
		return nil, []string{fmt.Sprintf("no plan was changed: %q is not the id of exactly one plan", r.PlanID)}, nil
	}
	b, plan, err := e.ownPlan(r.Plan)
	if plan == nil || err != nil {
		return nil, nil, err
	}
	if resumed {
		if written, err := e.hasLine(r, b); written || err != nil {
			return nil, nil, err
		}
	}
	activate, waits := false, ""
	if r.Choice == model.ChoiceApprove.String() && plan.Status.State == model.StateBlocked && !e.vault.Opts.Places.Folders.Closed(r.Plan) {
		waits, err = e.waitsForMore(r, *plan)
		if err != nil {
			return nil, nil, err
		}
		activate = waits == "" && (!r.Is(model.KindPlan) || rule.WaitsFor(*plan, r.Step))
	}
	next, change, notices, err := plans.EditPlan(b, r.PlanLine(), activate)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", r.Plan, err)
	}
	for i := range notices {
		notices[i] = r.Plan + ": " + notices[i]
	}
	if bytes.Equal(next, b) {
		return nil, notices, nil
	}
	change.Was, change.Waits = model.FingerprintOf(b), waits
	return []ledger.Operation{ledger.Edit(r.Plan, b, next, freedRegions(b, next), change)}, notices, nil
}

// hasLine reports whether a plan has the line of a decision. Decisions of the same second may
// have one line, so that those that were written before are counted.
func (e *Engine) hasLine(r ledger.Record, b []byte) (bool, error) {
	records, _, err := e.ledger.Read()
	if err != nil {
		return false, err
	}
	line, lines := r.PlanLine(), 0
	for _, l := range text.Lines(b) {
		if l == line {
			lines++
		}
	}
	for _, other := range records {
		if other.ID != r.ID && other.HasEdited(r.Plan) && other.PlanLine() == line {
			lines--
		}
	}
	return lines > 0, nil
}

// ownPlan reads a plan of the agents' own schema, and gives nil for one in another
// notation, which is only read.
func (e *Engine) ownPlan(name string) ([]byte, *model.Plan, error) {
	if name == "" {
		return nil, nil, nil
	}
	b, _, err := e.vault.Disk.Read(name, source.MaxDocument)
	if err != nil {
		return nil, nil, err
	}
	plan, problems := plans.ReadPlan(e.vault.Opts.Places.Folders, name, b, e.vault.Opts.Zone)
	switch {
	case plan == nil:
		return nil, nil, fmt.Errorf("%s: %s", name, problems[0].Reason)
	case plan.Reading.Foreign:
		return nil, nil, nil
	}
	return b, plan, nil
}

// waitsForMore returns the path of another pending request that names the plan, "" for none.
func (e *Engine) waitsForMore(r ledger.Record, plan model.Plan) (string, error) {
	s, err := e.load.Deciding(context.Background(), r.At, load.Want{})
	if err != nil {
		return "", err
	}
	if len(s.LeftOut) > 0 {
		return "", errors.New(s.LeftOut[0].String())
	}
	for _, q := range s.Requests {
		decided := q.Path == r.Path && q.Seen.String() == r.Seen
		if !decided && load.Calls(q.PlanID, plan) {
			return q.Path, nil
		}
	}
	return "", nil
}

// freedRegions are the lines of the front matter that changed when a plan was freed. The
// line in its log is none: logs are only added to.
func freedRegions(b, next []byte) []text.Region {
	var regions []text.Region
	// Neither can fail: both were read before.
	was, _ := text.ReadFront(b)
	now, _ := text.ReadFront(next)
	for _, key := range []string{"status", "blocked_reason"} {
		f, g := was.Find(key), now.Find(key)
		if f == nil || g == nil || f.From == 0 || g.From == 0 {
			continue
		}
		from := bytes.LastIndexAny(next[:g.From], "\r\n") + 1
		before := b[bytes.LastIndexAny(b[:f.From], "\r\n")+1 : f.To]
		if !bytes.Equal(before, next[from:g.To]) {
			regions = append(regions, text.Region{Was: before, From: from, To: g.To})
		}
	}
	slices.SortFunc(regions, func(a, b text.Region) int { return cmp.Compare(a.From, b.From) })
	return regions
}

// day adds the decision to the log of its day.
func (e *Engine) day(r ledger.Record) ([]ledger.Operation, error) {
	choice := model.ParseChoice(r.Choice)
	entry := daylog.Entry{
		ID: r.ID, At: r.At, Event: choice.Event(), Actor: "operator", PlanID: r.PlanID, Step: r.Step,
		Detail: r.Note, File: r.Path, Hash: r.Seen, Kind: r.Kind, Item: r.Item, Undoes: r.Undoes, Operator: r.Operator, Beside: r.Beside,
	}
	if r.To != "" {
		entry.File, entry.Hash = r.To, r.Sent
	}
	switch {
	case r.Undoes != "":
		entry.Event = model.ParseChoice(r.Undid).Undone()
	case choice == model.ChoiceAck && r.Is(model.KindRequest) && r.About != "":
		entry.Event = "approval_outcome_acknowledged"
	case choice == model.ChoiceAck && (r.Is(model.KindRequest) || r.Is(model.KindPlan)):
		// Without "approval" it would read as something done with the request.
		entry.Event = "approval_alteration_acknowledged"
	}
	return AppendDayLog(e.vault.Disk, e.layout, entry)
}

// dayLog is the log of a day (UTC).
func dayLog(l places.Layout, at time.Time) string {
	return path.Join(l.Main(places.FolderLogs), at.UTC().Format("2006-01-02")+".json")
}

// AppendDayLog adds an entry to the log of its day (UTC), in the shape that the file already
// has; a new one has one object a line. An entry with the same id is not added again.
func AppendDayLog(d disk.Disk, l places.Layout, entry daylog.Entry) ([]ledger.Operation, error) {
	name := dayLog(l, entry.At)
	line := entry.String()
	b, _, err := d.Read(name, daylog.MaxSize)
	if errors.Is(err, fs.ErrNotExist) {
		return []ledger.Operation{ledger.NewFile(name, []byte(line+"\n"), disk.DefaultMode)}, nil
	}
	if err != nil {
		return nil, err
	}
	log, err := daylog.Read(b)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", name, err)
	case log.Has(entry.ID):
		return nil, nil
	case log.IsArray:
		written, next := log.Insert(line)
		return []ledger.Operation{ledger.Edit(name, b, next, nil, model.Change{Kind: model.ChangeAppend, After: text.Lines([]byte(written))})}, nil
	}
	return []ledger.Operation{ledger.Append(name, line, log.LineEnd())}, nil
}
