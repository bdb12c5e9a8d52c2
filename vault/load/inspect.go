package load

import (
	"context"
	"fmt"
	"io/fs"
	"path"
	"slices"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/places"
	"coldstart/vault/source/traces"
)

// MaxInspected is how many files of a task's folder are inspected.
const MaxInspected = 2_000

// Inspect looks at what a step of a trace left: which of its artifacts exist, and what was
// written in the task's folder since it began. Step zero is the last one. It fails with
// model.ErrNotFound when there is no such trace or step.
func (l *Loader) Inspect(ctx context.Context, ref model.Ref, step int) (model.Inspection, error) {
	if ref.Kind != model.KindTrace {
		return model.Inspection{}, fmt.Errorf("inspecting %s: it is not a trace: %w", ref.Path, model.ErrNotFound)
	}
	doc, err := l.Read(ctx, ref)
	if err != nil {
		return model.Inspection{}, err
	}
	t, _ := traces.Read(ref.Path, doc.Bytes, l.vault.Opts.Zone)
	s, ok := t.LastStep()
	if step > 0 {
		s, ok = t.Step(step)
	}
	if !ok {
		return model.Inspection{}, fmt.Errorf("inspecting %s: there is no such step: %w", ref.Path, model.ErrNotFound)
	}
	in := model.Inspection{Step: s}
	names := s.ArtifactNames()
	if len(names) > MaxInspected {
		in.More = len(names) - MaxInspected
		names = names[:MaxInspected]
	}
	for _, name := range names {
		in.Artifacts = append(in.Artifacts, l.artifact(path.Dir(ref.Path), name))
	}
	if s.Started.Known() {
		l.changedSince(ctx, &in, ref.Path)
	}
	return in, ctx.Err()
}

// artifact finds a named file beside the trace, else from the vault's root.
func (l *Loader) artifact(dir, name string) model.Artifact {
	a := model.Artifact{Path: name, Refused: "outside the vault"}
	for _, at := range []string{path.Join(dir, name), path.Clean(name)} {
		if path.IsAbs(name) || !fs.ValidPath(at) {
			continue
		}
		a.Refused = ""
		if link := l.vault.Disk.LinkIn(at); link != "" {
			a.Refused = "a link, which is not followed"
			return a
		}
		if info, err := l.vault.Disk.Root.Lstat(at); err == nil {
			return model.Artifact{Path: at, Exists: true, Size: info.Size(), Modified: info.ModTime()}
		}
	}
	return a
}

// changedSince lists the files around the trace that are newer than its step.
func (l *Loader) changedSince(ctx context.Context, in *model.Inspection, trace string) {
	seen := 0
	// A folder that cannot be read is left out.
	_ = fs.WalkDir(l.vault.Disk.Root.FS(), path.Dir(trace), func(name string, e fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil || in.More > disk.MaxVaultEntries:
			return fs.SkipAll
		case err == nil && e.IsDir() && places.IsSkipped(e.Name()):
			return fs.SkipDir
		case err != nil || !e.Type().IsRegular() || name == trace:
			return nil
		}
		if seen++; seen > MaxInspected {
			in.More++
			return nil
		}
		info, err := e.Info()
		if err == nil && !info.ModTime().Before(in.Step.Started.Time) {
			in.Changed = append(in.Changed, model.Artifact{Path: name, Exists: true, Size: info.Size(), Modified: info.ModTime()})
		}
		return nil
	})
	slices.SortStableFunc(in.Changed, func(a, b model.Artifact) int { return b.Modified.Compare(a.Modified) })
}
