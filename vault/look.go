package vault

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"coldstart/model"
)

// lookName is the file in the operator's state folder that says what they saw when
// they left the screen last.
const lookName = "looked.json"

// lookFile is the content of that file.
type lookFile struct {
	At     time.Time    `json:"at"`
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

// LastLook gives what the operator saw when they left the screen last. It is not
// known when they have not looked yet, or when there is no folder for it.
func (v *Vault) LastLook(ctx context.Context) (model.Look, error) {
	if v.opts.StateDir == "" || ctx.Err() != nil {
		return model.Look{}, ctx.Err()
	}
	b, err := readBounded(filepath.Join(v.stateDir(), lookName), maxLook)
	if errors.Is(err, fs.ErrNotExist) {
		return model.Look{}, nil
	}
	var file lookFile
	if err == nil {
		err = json.Unmarshal(b, &file)
	}
	if err != nil {
		return model.Look{}, fmt.Errorf("reading what you saw last: %w", err)
	}
	l := model.Look{At: file.At, Things: make(map[model.Ref]model.Looked, len(file.Things))}
	for _, t := range file.Things {
		seen, err := model.ParseFingerprint(t.Seen)
		if err != nil {
			return model.Look{}, fmt.Errorf("reading what you saw last: %w", err)
		}
		name := t.Path
		if len(t.Odd) > 0 {
			name = string(t.Odd)
		}
		l.Things[model.Ref{Kind: model.ParseKind(t.Kind), Path: name}] = model.Looked{Seen: seen, Title: t.Title}
	}
	return l, nil
}

// KeepLook writes down what the operator saw, and keeps the texts of it that are still
// as they were seen, for a difference later on. Nothing is written into the vault. The
// end of ctx ends the search for texts only.
func (v *Vault) KeepLook(ctx context.Context, l model.Look) error { return v.keepLook(ctx, v.Read, l) }

func (v *Vault) keepLook(ctx context.Context, read textReader, l model.Look) error {
	if v.opts.StateDir == "" {
		return nil
	}
	file := lookFile{At: l.At.UTC(), Things: make([]lookedFile, 0, len(l.Things))}
	for ref, t := range l.Things {
		f := lookedFile{Kind: ref.Kind.String(), Path: ref.Path, Title: cutTitle(t.Title), Seen: t.Seen.String()}
		if !utf8.ValidString(ref.Path) {
			f.Path, f.Odd = "", []byte(ref.Path)
		}
		file.Things = append(file.Things, f)
	}
	slices.SortFunc(file.Things, func(a, b lookedFile) int {
		return strings.Compare(a.Path+string(a.Odd)+"\x00"+a.Kind, b.Path+string(b.Odd)+"\x00"+b.Kind)
	})
	b, err := json.Marshal(file)
	if err == nil {
		err = v.keepTexts(ctx, read, l)
	}
	if err == nil {
		err = v.writeState(lookName, b)
	}
	if err != nil {
		return fmt.Errorf("writing down what you saw: %w", err)
	}
	return nil
}

// cutTitle cuts a long title between two of its characters.
func cutTitle(title string) string {
	if len(title) <= maxLookTitle {
		return title
	}
	end := 0
	for i := range title {
		if i <= maxLookTitle {
			end = i
		}
	}
	return title[:end]
}
