// Package inspect finds the files that a step, a session or a decision left on the disk.
package inspect

import (
	"bytes"
	"context"
	"fmt"
	"image"
	_ "image/gif"  // for its size
	_ "image/jpeg" // for its size
	_ "image/png"  // for its size
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"time"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/git"
	"coldstart/vault/ledger"
	"coldstart/vault/load"
	"coldstart/vault/places"
	"coldstart/vault/source/traces"
	"coldstart/vault/text"
)

// Inspector looks at what lies in one vault.
type Inspector struct {
	vault  *places.Vault
	ledger *ledger.Ledger
	load   *load.Loader
}

// New returns the inspector of a vault.
func New(v *places.Vault, own *ledger.Ledger, l *load.Loader) *Inspector {
	return &Inspector{vault: v, ledger: own, load: l}
}

// MaxInspected is how many files of a task's folder are inspected.
const MaxInspected = 2_000

// Inspect looks at what a step of a trace left: which of its artifacts exist, and what was
// written in the task's folder since it began. Step zero is the last one. It fails with
// model.ErrNotFound when there is no such trace or step.
func (in *Inspector) Inspect(ctx context.Context, ref model.Ref, step int) (model.Inspection, error) {
	if ref.Kind != model.KindTrace {
		return model.Inspection{}, fmt.Errorf("inspecting %s: it is not a trace: %w", ref.Path, model.ErrNotFound)
	}
	doc, err := in.load.Read(ctx, ref)
	if err != nil {
		return model.Inspection{}, err
	}
	t, left := in.load.LeftTrace(ref.Path)
	if !left {
		t, _ = traces.Read(ref.Path, doc.Bytes, in.vault.Opts.Zone)
	}
	s, ok := t.LastStep()
	if step > 0 {
		s, ok = t.Step(step)
	}
	if !ok {
		return model.Inspection{}, fmt.Errorf("inspecting %s: there is no such step: %w", ref.Path, model.ErrNotFound)
	}
	found := model.Inspection{Step: s}
	names := s.ArtifactNames()
	if len(names) > MaxInspected {
		found.More = len(names) - MaxInspected
		names = names[:MaxInspected]
	}
	for _, name := range names {
		a := in.artifact(path.Dir(ref.Path), name)
		a.Named = true
		if !slices.ContainsFunc(found.Left, func(b model.Artifact) bool { return a.Path == b.Path }) {
			found.Left = append(found.Left, a)
		}
	}
	if s.Started.Known() {
		in.changedSince(ctx, &found, ref.Path)
	}
	in.describe(&found, t, path.Dir(ref.Path))
	return found, ctx.Err()
}

// mostCounted is how many files have their lines counted, and mostCountedBytes how large they
// may be.
const (
	mostCounted      = 50
	mostCountedBytes = 1 << 20
)

// describe tells which files earlier steps name, which are newer than the step, and how many
// lines they have.
func (in *Inspector) describe(found *model.Inspection, t model.Trace, dir string) {
	earlier := map[string]bool{}
	for _, s := range t.Steps {
		if s.Line >= found.Step.Line {
			break
		}
		for _, name := range s.ArtifactNames() {
			earlier[path.Join(dir, name)], earlier[path.Clean(name)] = true, true
		}
	}
	for i := range found.Left {
		a := &found.Left[i]
		a.Earlier = earlier[a.Path]
		a.Changed = a.Changed || a.Exists && found.Step.Started.Known() && !a.Modified.Before(found.Step.Started.Time)
		if !a.Exists || i >= mostCounted || a.Size > mostCountedBytes {
			continue
		}
		if b, _, err := in.vault.Disk.ReadText(a.Path, mostCountedBytes); err == nil && isText(b) {
			a.Lines = len(text.Lines(b))
		}
	}
}

// isText reports bytes that are text for a reader: no NUL, and hardly a byte that is not
// UTF-8. UTF-16 with its mark is text as well.
func isText(b []byte) bool {
	if bytes.HasPrefix(b, []byte{0xFF, 0xFE}) || bytes.HasPrefix(b, []byte{0xFE, 0xFF}) {
		return true
	}
	part := b[:min(len(b), 8<<10)]
	_, notes := text.Decode(part)
	return notes.Nulls == 0 && notes.Invalid*20 <= len(part)
}

// Preview reads what can be shown of a file that a step of a trace left: the beginning of a
// text and what git had of it when the step began, or the size of a picture. Step zero is the
// last one. It fails with model.ErrNotAllowed for a file that Inspect does not list.
func (in *Inspector) Preview(ctx context.Context, ref model.Ref, step int, name string) (model.Preview, error) {
	found, err := in.Inspect(ctx, ref, step)
	if err != nil {
		return model.Preview{}, err
	}
	at := slices.IndexFunc(found.Left, func(a model.Artifact) bool { return a.Path == name && a.Exists && a.Refused == "" })
	if at < 0 {
		return model.Preview{}, fmt.Errorf("reading %s: the step did not leave it: %w", name, model.ErrNotAllowed)
	}
	f, info, err := in.vault.Disk.Open(name, os.O_RDONLY)
	if err != nil {
		return model.Preview{}, disk.FileError("reading", name, err)
	}
	defer f.Close()
	p := model.Preview{Path: name, Size: info.Size(), Modified: info.ModTime()}
	b, err := io.ReadAll(io.LimitReader(f, model.MostPreview+1))
	if err != nil {
		return p, disk.FileError("reading", name, err)
	}
	if picture, format, err := image.DecodeConfig(bytes.NewReader(b)); err == nil {
		p.Format, p.Width, p.Height = format, picture.Width, picture.Height
		return p, nil
	}
	if !isText(b) {
		return p, nil
	}
	if p.Cut = len(b) > model.MostPreview; p.Cut {
		b = b[:model.MostPreview]
	}
	p.Text = b
	if found.Step.Started.Known() && !p.Cut && found.Left[at].Changed {
		p.Before = in.before(ctx, name, found.Step.Started.Time)
	}
	return p, nil
}

// before is what git had of a text at a time, nil for none.
func (in *Inspector) before(ctx context.Context, name string, at time.Time) []byte {
	place := disk.Place{Disk: in.vault.Disk, Name: name}
	b, err := git.Before(ctx, git.File{
		Dir: place.Folder(), Name: path.Base(name), Shuns: func(program string) bool { return disk.Holds(in.vault.Dir, program) },
	}, at, model.MostPreview)
	if err != nil || !isText(b) {
		return nil
	}
	return b
}

// artifact finds a named file beside the trace, else from the vault's root.
func (in *Inspector) artifact(dir, name string) model.Artifact {
	a := model.Artifact{Path: name, Refused: "outside the vault"}
	for _, at := range []string{path.Join(dir, name), path.Clean(name)} {
		if path.IsAbs(name) || !fs.ValidPath(at) {
			continue
		}
		a.Refused = ""
		if link := in.vault.Disk.LinkIn(at); link != "" {
			a.Refused = "a link, which is not followed"
			return a
		}
		if info, err := in.vault.Disk.Root.Lstat(at); err == nil {
			return model.Artifact{Path: at, Exists: true, Size: info.Size(), Modified: info.ModTime()}
		}
	}
	return a
}

// changedSince lists the files around the trace that are newer than its step.
func (in *Inspector) changedSince(ctx context.Context, found *model.Inspection, trace string) {
	seen := 0
	var newer []model.Artifact
	// A folder that cannot be read is left out.
	_ = fs.WalkDir(in.vault.Disk.Root.FS(), path.Dir(trace), func(name string, e fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil || found.More > disk.MaxVaultEntries:
			return fs.SkipAll
		case err == nil && e.IsDir() && places.IsSkipped(e.Name()):
			return fs.SkipDir
		case err != nil || !e.Type().IsRegular() || name == trace:
			return nil
		}
		if seen++; seen > MaxInspected {
			found.More++
			return nil
		}
		info, err := e.Info()
		known := slices.ContainsFunc(found.Left, func(a model.Artifact) bool { return a.Path == name })
		if err == nil && !known && !info.ModTime().Before(found.Step.Started.Time) {
			newer = append(newer, model.Artifact{Path: name, Exists: true, Size: info.Size(), Modified: info.ModTime(), Changed: true})
		}
		return nil
	})
	slices.SortStableFunc(newer, func(a, b model.Artifact) int { return b.Modified.Compare(a.Modified) })
	found.Left = append(found.Left, newer...)
}
