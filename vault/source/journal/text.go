package journal

import (
	"errors"
	"fmt"
	"io/fs"
	"path"

	"coldstart/model"
	"coldstart/vault/places"
	"coldstart/vault/source"
)

// ReadResearchText gives the text of a journal, of one of its entries, or of a
// problem's statement. A journal or a statement that is not written yet is an empty
// text: it can be decided on.
func ReadResearchText(w *places.Where, ref model.Ref) (model.Document, error) {
	name, limit := ref.Path, int64(MaxJournal)
	if ref.Kind == model.KindResearch {
		name, limit = path.Join(ref.Path, places.ProblemFile), source.MaxDocument
	}
	if !InProblem(w, name) {
		return model.Document{}, notThere(ref)
	}
	b, _, err := w.Disk.Read(name, limit)
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
	j := ReadJournal(name, b, w.Opts.Zone)
	for i, e := range j.Entries {
		if e.Ref() == ref {
			return model.Document{Ref: ref, Bytes: b[j.Places[i].From:j.Places[i].To], Seen: e.Seen}, nil
		}
	}
	return model.Document{}, notThere(ref)
}

func notThere(ref model.Ref) error {
	return fmt.Errorf("reading %s: %w", ref.Path, model.ErrNotFound)
}

// InProblem reports whether name is a file that a research problem's folder has or
// could have. Folders behind a link are none.
func InProblem(w *places.Where, name string) bool {
	dir, file := path.Split(name)
	dir = path.Clean(dir)
	if path.Dir(dir) != w.Opts.Places.Problems() || !isSlug(path.Base(dir)) || file != JournalFile && file != places.ProblemFile {
		return false
	}
	info, err := w.Disk.Root.Lstat(dir)
	return err == nil && info.IsDir() && w.Disk.LinkIn(dir) == ""
}
