package vault

import (
	"errors"
	"fmt"
	"io/fs"
	"path"

	"coldstart/model"
)

// readResearchText gives the text of a journal, of one of its entries, or of a
// problem's statement. A journal or a statement that is not written yet is an empty
// text: it can be decided on.
func (v *Vault) readResearchText(ref model.Ref) (model.Document, error) {
	name, limit := ref.Path, int64(maxJournal)
	if ref.Kind == model.KindResearch {
		name, limit = path.Join(ref.Path, problemFile), maxDocument
	}
	if !v.inProblem(name) {
		return model.Document{}, notThere(ref)
	}
	b, _, err := v.disk.read(name, limit)
	switch {
	case errors.Is(err, fs.ErrNotExist) && ref.Kind != model.KindEntry:
		return model.Document{Ref: ref, Seen: model.FingerprintOf(nil)}, nil
	case errors.Is(err, fs.ErrNotExist):
		return model.Document{}, notThere(ref)
	case err != nil:
		return model.Document{}, err
	case ref.Kind != model.KindEntry:
		return model.Document{Ref: ref, Bytes: b, Seen: model.FingerprintOf(b)}, nil
	}
	j := readJournal(name, b, v.opts.Zone)
	for i, e := range j.Entries {
		if e.Ref() == ref {
			return model.Document{Ref: ref, Bytes: b[j.places[i].From:j.places[i].To], Seen: e.Seen}, nil
		}
	}
	return model.Document{}, notThere(ref)
}

func notThere(ref model.Ref) error {
	return fmt.Errorf("reading %s: %w", ref.Path, model.ErrNotFound)
}

// inProblem reports whether name is a file that a research problem's folder has or
// could have. Folders behind a link are none.
func (v *Vault) inProblem(name string) bool {
	dir, file := path.Split(name)
	dir = path.Clean(dir)
	if path.Dir(dir) != v.opts.Places.problems() || !isSlug(path.Base(dir)) || file != journalFile && file != problemFile {
		return false
	}
	info, err := v.disk.root.Lstat(dir)
	return err == nil && info.IsDir() && v.disk.linkIn(dir) == ""
}
