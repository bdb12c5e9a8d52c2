package vault

import (
	"errors"
	"io/fs"
	"slices"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/places"
	"coldstart/vault/source"
	"coldstart/vault/text"
)

// remarkEdit puts the operator's reason beside the request, in a file of its own,
// since the request itself stays byte by byte what it was. Notes from earlier
// wishes for changes move along with a decided request.
func (v *Vault) remarkEdit(p prepared) (edit, error) {
	r := p.record
	line := remarkLine(r)
	target, pending := r.Path+places.RemarkEnding, ""
	if r.To != "" {
		target = r.To + places.RemarkEnding
	}
	isPlan := r.Kind == model.KindPlan.String()
	switch {
	case isPlan && r.To == "":
		return edit{}, nil
	case !isPlan && r.To != "":
		pending = r.Path + places.RemarkEnding
	}
	had, err := v.remarks(target)
	if err != nil {
		return edit{}, err
	}
	earlier, err := v.remarks(pending)
	if err != nil {
		return edit{}, err
	}
	next := mergeRemarks(had, earlier, line)
	if earlier == nil && len(next) == len(had) {
		return edit{}, nil
	}
	e := edit{name: target, was: had, next: next, mode: v.remarkMode(r), back: text.AddedBehind(had, next)}
	e.change = model.Change{Kind: model.ChangeAppend, Path: target, After: text.Lines(next[len(had):])}
	if had == nil {
		e.change.Kind = model.ChangeCreate
	}
	if earlier != nil {
		e.drop, e.dropWas = pending, earlier
		e.change = model.Change{Kind: model.ChangeMove, Path: pending, To: target, After: text.Lines([]byte(line))}
	}
	return e, nil
}

// remarkLine is "" for an approval, which needs no reason.
func remarkLine(r record) string {
	word := model.ParseChoice(r.Choice).Remark()
	if word == "" {
		return ""
	}
	return model.FormatUTC(r.At) + " " + model.OperatorActor + ": " + word + " — " + r.Note
}

// remarks gives the content of a note file, nil when there is none.
func (v *Vault) remarks(name string) ([]byte, error) {
	if name == "" {
		return nil, nil
	}
	b, _, err := v.where.Disk.Read(name, source.MaxDocument)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return b, err
}

// mergeRemarks adds the lines of more, and then line, behind had. Lines that are
// there already are not added again.
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

// remarkMode lets those read a note who can read what it is about.
func (v *Vault) remarkMode(r record) fs.FileMode {
	for _, name := range []string{r.To, r.Path} {
		if info, err := v.where.Disk.Root.Lstat(name); name != "" && err == nil && info.Mode().IsRegular() {
			return info.Mode().Perm()
		}
	}
	return disk.DefaultMode
}
