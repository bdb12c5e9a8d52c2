package vault

import (
	"errors"
	"fmt"
	"io/fs"
	"path"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/places"
	"coldstart/vault/source/daylog"
	"coldstart/vault/text"
)

// dayLogEdit adds the decision to the log of its day (UTC), in the shape that the
// file already has; a new one has one object a line. An entry with the same
// decision id is not added again.
func (v *Vault) dayLogEdit(p prepared) (edit, error) {
	event := model.ParseChoice(p.record.Choice).Event()
	if p.record.Undoes != "" {
		event = model.ParseChoice(p.record.Undid).Undone()
	}
	if event == model.ChoiceAck.Event() && p.record.Kind == model.KindRequest.String() {
		// Without "approval" it would read as something done with the request.
		if event = "approval_alteration_acknowledged"; p.record.About != "" {
			event = "approval_outcome_acknowledged"
		}
	}
	return v.dayEdit(p.layout, p.record, event, "operator")
}

// dayEdit adds an entry about r to the log of its day: what happened and who did
// it.
func (v *Vault) dayEdit(l places.Layout, r record, event, actor string) (edit, error) {
	day := r.At.UTC().Format("2006-01-02")
	name := path.Join(l.Main(places.FolderLogs), day+".json")
	entry := dayEntry(r, event, actor)
	b, _, err := v.where.Disk.Read(name, daylog.MaxDayLog)
	if errors.Is(err, fs.ErrNotExist) {
		return edit{
			name: name, next: []byte(entry + "\n"), mode: disk.DefaultMode,
			change: model.Change{Kind: model.ChangeCreate, Path: name, After: []string{entry}},
		}, nil
	}
	if err != nil {
		return edit{}, err
	}
	log, err := daylog.ReadDayLog(b)
	if err != nil {
		return edit{}, fmt.Errorf("%s: %w", name, err)
	}
	if log.Has(r.ID) {
		return edit{}, nil
	}
	e := edit{name: name, was: b, change: model.Change{Kind: model.ChangeAppend, Path: name}}
	if log.IsArray {
		written, next := log.Insert(entry)
		e.next, e.change.After = next, text.Lines([]byte(written))
		return e, nil
	}
	e.line, e.change.After = []byte(entry+log.LineEnd()), []string{entry}
	return e, nil
}
