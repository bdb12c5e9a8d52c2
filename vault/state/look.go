package state

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/places"
)

// LookName is the file with what the operator saw when they left the screen last.
const LookName = "looked.json"

// lookFile is the content of that file.
type lookFile struct {
	At     time.Time    `json:"at"`
	Long   time.Time    `json:"long,omitzero"`
	Used   []string     `json:"used,omitempty"`
	Things []lookedFile `json:"things"`
}

type lookedFile struct {
	Kind string `json:"kind"`
	Path string `json:"path,omitempty"`
	// Odd is the path when it is not UTF-8, which JSON cannot hold.
	Odd   []byte `json:"odd,omitempty"`
	Title string `json:"title,omitempty"`
	Seen  string `json:"seen"`
}

// LastLook returns what the operator saw when they left the screen last, the zero value when
// nothing was kept.
func (f *Folder) LastLook(ctx context.Context) (model.Look, error) {
	if f.vault.Opts.StateDir == "" || ctx.Err() != nil {
		return model.Look{}, ctx.Err()
	}
	b, err := disk.ReadBounded(filepath.Join(f.vault.StateDir(), LookName), maxLook)
	if errors.Is(err, fs.ErrNotExist) {
		return model.Look{}, nil
	}
	var file lookFile
	if err == nil {
		err = json.Unmarshal(b, &file)
	}
	if err != nil {
		return model.Look{}, fmt.Errorf("reading your last visit: %w", err)
	}
	l := model.Look{At: file.At, Long: file.Long, Used: file.Used, Things: make(map[model.Ref]model.Looked, len(file.Things))}
	for _, t := range file.Things {
		seen, err := model.ParseFingerprint(t.Seen)
		if err != nil {
			return model.Look{}, fmt.Errorf("reading your last visit: %w", err)
		}
		name := t.Path
		if len(t.Odd) > 0 {
			name = string(t.Odd)
		}
		l.Things[model.Ref{Kind: model.ParseKind(t.Kind), Path: name}] = model.Looked{Seen: seen, Title: t.Title}
	}
	return l, nil
}

// KeepLook keeps what the operator saw, with the texts that still exist.
func (f *Folder) KeepLook(ctx context.Context, read places.TextReader, l model.Look) error {
	if f.vault.Opts.StateDir == "" {
		return nil
	}
	file := lookFile{At: l.At.UTC(), Long: l.Long.UTC(), Used: l.Used, Things: make([]lookedFile, 0, len(l.Things))}
	for ref, t := range l.Things {
		entry := lookedFile{Kind: ref.Kind.String(), Path: ref.Path, Title: cutTitle(t.Title), Seen: t.Seen.String()}
		if !utf8.ValidString(ref.Path) {
			entry.Path, entry.Odd = "", []byte(ref.Path)
		}
		file.Things = append(file.Things, entry)
	}
	slices.SortFunc(file.Things, func(a, b lookedFile) int {
		return strings.Compare(a.Path+string(a.Odd)+"\x00"+a.Kind, b.Path+string(b.Odd)+"\x00"+b.Kind)
	})
	b, err := json.Marshal(file)
	if err == nil {
		err = f.keepTexts(ctx, read, l)
	}
	if err == nil {
		err = f.writeState(LookName, b)
	}
	if err != nil {
		return fmt.Errorf("saving your last visit: %w", err)
	}
	return nil
}

// cutTitle cuts a long title between two of its characters.
func cutTitle(title string) string {
	if len(title) <= MaxLookTitle {
		return title
	}
	end := 0
	for i := range title {
		if i <= MaxLookTitle {
			end = i
		}
	}
	return title[:end]
}

// TextsName is the file with the texts that the operator saw last. Before each is a line
// with its hash and its length in bytes.
const TextsName = "looked.texts"

// LookedText returns a text that the operator saw when they left the screen last. It
// fails with model.ErrNotFound when it was not kept.
func (f *Folder) LookedText(ctx context.Context, seen model.Fingerprint) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	texts, err := f.KeptTexts()
	if err != nil {
		return nil, fmt.Errorf("reading your last visit: %w", err)
	}
	b, ok := texts[seen]
	if !ok {
		return nil, fmt.Errorf("reading your last visit: its text was not kept: %w", model.ErrNotFound)
	}
	return b, nil
}

// KeptTexts returns the kept texts by their hash. A text with another hash is left out.
func (f *Folder) KeptTexts() (map[model.Fingerprint][]byte, error) {
	texts := map[model.Fingerprint][]byte{}
	if f.vault.Opts.StateDir == "" {
		return texts, nil
	}
	// The lines with hashes come on top of the texts.
	b, err := disk.ReadBounded(filepath.Join(f.vault.StateDir(), TextsName), 2*MaxKeptTexts)
	if errors.Is(err, fs.ErrNotExist) {
		return texts, nil
	}
	for err == nil && len(b) > 0 {
		line, rest, _ := bytes.Cut(b, []byte("\n"))
		hash, length, _ := bytes.Cut(line, []byte(" "))
		seen, bad := model.ParseFingerprint(string(hash))
		n, odd := strconv.Atoi(string(length))
		if bad != nil || odd != nil || n < 0 || n > len(rest) {
			// Nothing behind a damaged line can be read.
			break
		}
		if model.FingerprintOf(rest[:n]) == seen {
			texts[seen] = rest[:n]
		}
		b = rest[n:]
	}
	return texts, err
}

// keepTexts replaces the kept texts by those of a look, requests first, within the limits.
func (f *Folder) keepTexts(ctx context.Context, read places.TextReader, l model.Look) error {
	had, err := f.KeptTexts()
	if err != nil {
		// The file is ours and is written again.
		had = nil
	}
	var pack bytes.Buffer
	room, kept := int64(MaxKeptTexts), map[model.Fingerprint]bool{}
	for _, ref := range f.byWorth(l) {
		seen := l.Things[ref].Seen
		b, there := had[seen]
		if !there {
			b = f.textToKeep(ctx, read, ref, seen, min(room, MaxKeptText))
		}
		need := int64(len(b)) + lineOfText
		if b == nil || kept[seen] || need > room {
			continue
		}
		fmt.Fprintf(&pack, "%s %d\n", seen, len(b))
		pack.Write(b)
		kept[seen] = true
		room -= need
	}
	return f.writeState(TextsName, pack.Bytes())
}

// lineOfText is at least as long as the line before a kept text.
const lineOfText = 72

// byWorth sorts things by how much their differences matter: pending requests, then plans,
// then the rest.
func (f *Folder) byWorth(l model.Look) []model.Ref {
	rank := func(ref model.Ref) int {
		switch {
		case ref.Kind == model.KindRequest && places.FolderAt(f.vault.Opts.Places.Folders, path.Dir(ref.Path)) == places.FolderPending:
			return 0
		case ref.Kind == model.KindPlan && places.FolderAt(f.vault.Opts.Places.Folders, path.Dir(ref.Path)) == places.FolderPlans:
			return 1
		}
		return 2
	}
	refs := make([]model.Ref, 0, len(l.Things))
	for ref := range l.Things {
		refs = append(refs, ref)
	}
	slices.SortFunc(refs, func(a, b model.Ref) int {
		// Names mostly begin with a date: later ones first.
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(b.Path, a.Path), cmp.Compare(a.Kind, b.Kind))
	})
	return refs
}

// textToKeep returns the text of a thing, nil when it is longer than limit or was changed
// since it was seen.
func (f *Folder) textToKeep(ctx context.Context, read places.TextReader, ref model.Ref, seen model.Fingerprint, limit int64) []byte {
	info, err := f.vault.Disk.Root.Lstat(ref.Path)
	if err != nil || info.Size() == 0 || info.Size() > limit {
		return nil
	}
	doc, err := read(ctx, ref)
	if err != nil || doc.Seen != seen || int64(len(doc.Bytes)) > limit {
		return nil
	}
	return doc.Bytes
}
