package load

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/gate"
	"coldstart/vault/places"
	"coldstart/vault/source"
	"coldstart/vault/source/events"
	"coldstart/vault/source/journal"
	"coldstart/vault/source/memory"
	"coldstart/vault/source/traces"
)

// LimitOf returns the largest file in bytes that is read whole, by what it is.
func LimitOf(k model.Kind) int64 {
	switch k {
	case model.KindTrace:
		return traces.MaxSize
	case model.KindJournal, model.KindEntry:
		return journal.MaxSize
	case model.KindMemory, model.KindProposal, model.KindLearning:
		return memory.MaxSize
	}
	return source.MaxDocument
}

// File returns the absolute path of the file that ref is about, for the operator's editor. It
// fails with model.ErrReadOnly where nothing may be changed, with model.ErrNotFound, and
// with model.ErrNotAllowed for a file outside the vault or behind a link.
func (l *Loader) File(ctx context.Context, ref model.Ref) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	if err := l.vault.Here(); err != nil {
		return "", err
	}
	if l.vault.Opts.ReadOnly {
		return "", fmt.Errorf("editing %s: %w", ref.Path, model.ErrReadOnly)
	}
	at := disk.Place{Disk: l.vault.Disk, Name: ref.Path}
	switch ref.Kind {
	case model.KindTranscript:
		return "", fmt.Errorf("editing %s: the program of the agent keeps it: %w", ref.Path, model.ErrNotAllowed)
	case model.KindResearch:
		at.Name = path.Join(ref.Path, places.ProblemFile)
	case model.KindMemory, model.KindProposal, model.KindLearning:
		var err error
		if at, err = memory.PlaceOf(l.vault, ref.Path); err != nil {
			return "", err
		}
		if at.Disk.Root != l.vault.Disk.Root {
			return "", fmt.Errorf("editing %s: it is outside the vault: %w", ref.Path, model.ErrNotAllowed)
		}
	}
	if a := AnswersTo(ref); a != nil {
		if q, err := a.Ask(ref.Path, source.Named(l.vault.Disk)); err == nil && q.Request.About != "" {
			at.Name = q.Request.About
		}
	}
	f, _, err := l.vault.Disk.Open(at.Name, os.O_RDONLY)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", fmt.Errorf("editing %s: %w", at.Name, model.ErrNotFound)
	case err != nil:
		return "", disk.FileError("editing", at.Name, err)
	}
	if err := f.Close(); err != nil {
		return "", disk.FileError("editing", at.Name, err)
	}
	if link := l.vault.Disk.LinkIn(at.Name); link != "" {
		return "", fmt.Errorf("editing %s: %s is a link: %w", at.Name, link, model.ErrNotAllowed)
	}
	return filepath.Join(l.vault.Dir, filepath.FromSlash(at.Name)), nil
}

// Read returns the exact bytes of the file that ref names. It fails with
// model.ErrNotFound when the file is gone, which is a model.Moved if somebody decided on it.
func (l *Loader) Read(ctx context.Context, ref model.Ref) (model.Document, error) {
	if err := ctx.Err(); err != nil {
		return model.Document{}, err
	}
	if err := l.vault.Here(); err != nil {
		return model.Document{}, err
	}
	switch ref.Kind {
	case model.KindLearning:
		if l.kept(ref) {
			return l.readKept(ref)
		}
		return memory.ReadText(l.vault, ref)
	case model.KindOther:
		return model.Document{}, fmt.Errorf("reading %s: only the name of this file is shown: %w", ref.Path, model.ErrNotAllowed)
	case model.KindSession:
		return events.ReadSession(l.vault, ref)
	case model.KindProblem:
		if ref.OfGate() && (strings.HasPrefix(ref.Item, gate.AlarmPrefix) || strings.HasPrefix(ref.Item, model.RefusedPrefix)) {
			return l.gate.ReadAlarm(ref)
		}
		if m := places.OpenMerge(l.vault.Dir); ref.Path == model.OpenMergePath && m != "" {
			keep, giveUp := m.Finish()
			b := []byte("git status\n" + keep + "\n" + giveUp + "\n")
			return model.Document{Ref: ref, Bytes: b, Seen: model.FingerprintOf(b)}, nil
		}
	case model.KindTranscript:
		return l.readTranscript(ref)
	case model.KindJournal, model.KindResearch:
		return journal.ReadText(l.vault, ref)
	case model.KindEntry:
		if journal.InProblem(l.vault, ref.Path) {
			return journal.ReadText(l.vault, ref)
		}
		// Another program noted it, in a file of its own.
	case model.KindMemory, model.KindProposal:
		return memory.ReadText(l.vault, ref)
	}
	if a := AnswersTo(ref); a != nil {
		return question(l.vault.Disk, a, ref)
	}
	if l.kept(ref) {
		return l.readKept(ref)
	}
	b, _, err := l.vault.Disk.ReadText(ref.Path, LimitOf(ref.Kind))
	if errors.Is(err, fs.ErrNotExist) {
		if ref.Kind == model.KindRequest {
			if doc, err := l.gate.ReadApproved(ref); err == nil {
				return doc, nil
			}
		}
		err = fmt.Errorf("reading %s: %w", ref.Path, l.missing(ref))
	}
	if err != nil {
		return model.Document{}, err
	}
	return model.Document{Ref: ref, Bytes: b, Seen: model.FingerprintOf(b)}, nil
}

// missing says what became of a file that is not there.
func (l *Loader) missing(ref model.Ref) error {
	if ref.Kind == model.KindRequest {
		to, choice, err := l.Decided(ref.Path)
		if err == nil && choice != model.ChoiceNone && to != ref.Path && l.vault.Disk.Exists(to) {
			return taken{model.Moved{Choice: choice, To: to}}
		}
	}
	return model.ErrNotFound
}

// taken is a model.Moved that is also model.ErrNotFound.
type taken struct{ model.Moved }

// Unwrap returns both.
func (t taken) Unwrap() []error { return []error{t.Moved, model.ErrNotFound} }
