package vault

import (
	"bytes"
	"errors"
	"io/fs"
	"path"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/text"
)

// restore is what the ledger keeps of an edit, so that it can be taken back and so
// that it can be told whether it was made: where it changed the file, not where in
// bytes, since other programs go on writing there.
type restore struct {
	Name string `json:"name"`
	// Made is true for a file that the edit made, with the hash Left; Gone for one
	// that it took away.
	Made  bool   `json:"made,omitempty"`
	Left  string `json:"left,omitempty"`
	Gone  bool   `json:"gone,omitempty"`
	Parts []part `json:"parts,omitempty"`
	// Dropped is another file that went with the edit, DroppedText what was in it.
	Dropped     string `json:"dropped,omitempty"`
	DroppedText []byte `json:"dropped_text,omitempty"`
}

// part is one region of an edit, with as much of the text around it as tells it from
// all others. End is true when it ends the file. The texts are bytes, since a file may
// hold what is no text in any encoding.
type part struct {
	Before []byte `json:"before,omitempty"`
	Was    []byte `json:"was,omitempty"`
	Now    []byte `json:"now,omitempty"`
	After  []byte `json:"after,omitempty"`
	End    bool   `json:"end,omitempty"`
}

const (
	// leastAround and mostAround are how many bytes on either side tell a part.
	leastAround, mostAround = 8, 4 << 10
	// maxRestore is how much of an edit the ledger keeps. What is larger cannot be undone.
	maxRestore = 256 << 10
)

// restoreOf gives what the ledger keeps of an edit, false when there is nothing that
// could be taken back, or too much of it.
func restoreOf(e edit) (restore, bool) {
	r := restore{Name: e.name, Dropped: e.drop, DroppedText: e.dropWas}
	switch {
	case e.gone:
		r.Gone = true
		return r, true
	case e.was == nil:
		r.Made, r.Left = true, model.FingerprintOf(e.next).String()
		return r, len(r.DroppedText) <= maxRestore
	}
	size := len(r.DroppedText)
	for _, g := range e.back {
		p, ok := partOf(e.next, g)
		if !ok {
			return restore{}, false
		}
		size += len(p.Was) + len(p.Now)
		r.Parts = append(r.Parts, p)
	}
	return r, size <= maxRestore && (len(r.Parts) > 0 || r.Dropped != "")
}

// partOf takes so much of the text around a region that it occurs once.
func partOf(next []byte, g text.Region) (part, bool) {
	p := part{Was: bytes.Clone(g.Was), Now: bytes.Clone(next[g.From:g.To]), End: g.To == len(next)}
	for around := leastAround; around <= mostAround; around *= 2 {
		from, to := max(0, g.From-around), min(len(next), g.To+around)
		p.Before, p.After = bytes.Clone(next[from:g.From]), bytes.Clone(next[g.To:to])
		if _, ok := p.in(next); ok {
			return p, true
		}
	}
	return part{}, false
}

// in finds the part in a text, in exactly one place.
func (p part) in(b []byte) (text.Splice, bool) {
	around := bytes.Join([][]byte{p.Before, p.Now, p.After}, nil)
	at := bytes.LastIndex(b, around)
	switch {
	case at < 0, p.End && at+len(around) != len(b):
		return text.Splice{}, false
	case bytes.Index(b, around) != at:
		return text.Splice{}, false
	}
	at += len(p.Before)
	return text.Splice{From: at, To: at + len(p.Now), Text: string(p.Was)}, true
}

// undoing gives the splices that take an edit back in the text as it is now, false
// when some part of it does not stand there any more as it was written.
func (r restore) undoing(b []byte) ([]text.Splice, bool) {
	var splices []text.Splice
	at := 0
	for _, p := range r.Parts {
		s, ok := p.in(b)
		if !ok || s.From < at {
			return nil, false
		}
		splices, at = append(splices, s), s.To
	}
	return splices, true
}

// standing reports whether a file is as the edit left it, in all that the edit
// changed, and gives its text. A file that an edit took away has none.
func (r restore) standing(at disk.Place, limit int64) (text []byte, ok bool, err error) {
	b, _, err := at.Disk.ReadWhole(at.Name, limit)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, r.Gone, nil
	case errors.Is(err, disk.ErrNotRegular), errors.Is(err, disk.ErrTooLarge):
		return nil, false, nil
	case err != nil:
		return nil, false, disk.FileError("reading", at.Name, err)
	case r.Gone:
		return b, false, nil
	case r.Made:
		return b, model.FingerprintOf(b).String() == r.Left, nil
	}
	_, ok = r.undoing(b)
	return b, ok, nil
}

// reversal is the edit that takes r back: the file goes that was made, or the parts
// get their former text. It fails with model.ErrConflict where that is not possible.
func (r restore) reversal(at disk.Place, limit int64) (edit, error) {
	b, ok, err := r.standing(at, limit)
	switch {
	case err != nil:
		return edit{}, err
	case !ok || b == nil:
		return edit{}, disk.FileError("restoring", path.Base(at.Name), model.ErrConflict)
	case r.Made:
		return edit{
			name: at.Name, at: &at.Disk, was: b, gone: true,
			change: model.Change{Kind: model.ChangeRemove, Path: at.Name, Before: text.Lines(b)},
		}, nil
	}
	splices, _ := r.undoing(b)
	e := splicedEdit(at.Name, b, splices)
	e.at = &at.Disk
	return e, nil
}

// keeping makes the work on a file write down in the ledger what it takes to undo it,
// ahead of the change itself.
func (v *Vault) keeping(r record, work func() (edit, error)) func() (edit, error) {
	return func() (edit, error) {
		e, err := work()
		if err != nil || e.name == "" {
			return e, err
		}
		if kept, ok := restoreOf(e); ok {
			line := r.reached(phaseEdit, r.At)
			line.Back = []restore{kept}
			err = v.appendLedger(line)
		}
		return e, err
	}
}

// restoresOf gives what the ledger kept of all edits of one decision. What was
// written down last counts, but for the second half of an edit whose first half was
// made before a process was killed.
func restoresOf(records []record, id string) []restore {
	var all []restore
	at := map[string]int{}
	for _, r := range records {
		if r.ID != id {
			continue
		}
		for _, b := range r.Back {
			i, met := at[b.Name]
			switch {
			case !met:
				at[b.Name] = len(all)
				all = append(all, b)
			case b.Made || len(b.Parts) > 0:
				all[i] = b
			}
		}
	}
	return all
}
