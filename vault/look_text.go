package vault

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"

	"coldstart/model"
)

// textsName is the file in the operator's state folder with the texts that they saw
// last. Each stands behind a line with its hash and its length in bytes.
const textsName = "looked.texts"

// LookedText gives a text that the operator saw when they left the screen last. It
// fails with model.ErrNotFound when it was not kept.
func (v *Vault) LookedText(ctx context.Context, seen model.Fingerprint) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	texts, err := v.keptTexts()
	if err != nil {
		return nil, fmt.Errorf("reading what you saw last: %w", err)
	}
	b, ok := texts[seen]
	if !ok {
		return nil, fmt.Errorf("reading what you saw last: its text was not kept: %w", model.ErrNotFound)
	}
	return b, nil
}

// keptTexts gives the kept texts by their hash. What is not what its hash says is
// left out.
func (v *Vault) keptTexts() (map[model.Fingerprint][]byte, error) {
	texts := map[model.Fingerprint][]byte{}
	if v.opts.StateDir == "" {
		return texts, nil
	}
	// The lines with hashes come on top of the texts.
	b, err := readBounded(filepath.Join(v.stateDir(), textsName), 2*maxKeptTexts)
	if errors.Is(err, fs.ErrNotExist) {
		return texts, nil
	}
	for err == nil && len(b) > 0 {
		line, rest, _ := bytes.Cut(b, []byte("\n"))
		hash, length, _ := bytes.Cut(line, []byte(" "))
		seen, bad := model.ParseFingerprint(string(hash))
		n, odd := strconv.Atoi(string(length))
		if bad != nil || odd != nil || n < 0 || n > len(rest) {
			// What follows a damaged line cannot be told apart.
			break
		}
		if model.FingerprintOf(rest[:n]) == seen {
			texts[seen] = rest[:n]
		}
		b = rest[n:]
	}
	return texts, err
}

// keepTexts keeps the texts of a look instead of those of looks before, requests
// first, as far as the limits go.
func (v *Vault) keepTexts(ctx context.Context, read textReader, l model.Look) error {
	had, err := v.keptTexts()
	if err != nil {
		// It is ours, and written anew.
		had = nil
	}
	var pack bytes.Buffer
	room, kept := int64(maxKeptTexts), map[model.Fingerprint]bool{}
	for _, ref := range v.byWorth(l) {
		seen := l.Things[ref].Seen
		b, there := had[seen]
		if !there {
			b = v.textToKeep(ctx, read, ref, seen, min(room, maxKeptText))
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
	return v.writeState(textsName, pack.Bytes())
}

// lineOfText is at least as long as the line before a kept text.
const lineOfText = 72

// byWorth sorts things by how much their difference is worth: pending requests, then
// plans, then the rest.
func (v *Vault) byWorth(l model.Look) []model.Ref {
	rank := func(ref model.Ref) int {
		switch {
		case ref.Kind == model.KindRequest && folderAt(v.opts.Places.folders, path.Dir(ref.Path)) == folderPending:
			return 0
		case ref.Kind == model.KindPlan && folderAt(v.opts.Places.folders, path.Dir(ref.Path)) == folderPlans:
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

// textToKeep is the text of a thing, nil when it is longer than limit, or not as it was
// seen.
func (v *Vault) textToKeep(ctx context.Context, read textReader, ref model.Ref, seen model.Fingerprint, limit int64) []byte {
	info, err := v.disk.root.Lstat(ref.Path)
	if err != nil || info.Size() == 0 || info.Size() > limit {
		return nil
	}
	doc, err := read(ctx, ref)
	if err != nil || doc.Seen != seen || int64(len(doc.Bytes)) > limit {
		return nil
	}
	return doc.Bytes
}
