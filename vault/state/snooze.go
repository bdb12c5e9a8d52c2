package state

import (
	"context"
	"fmt"
	"slices"
	"time"

	"coldstart/model"
	"coldstart/vault/places"
)

const (
	// SnoozeName is the file with the list of snoozes.
	SnoozeName = "snoozed.json"
	// maxSnoozes is how many bytes of it are read, mostSnoozes how many snoozes it has.
	maxSnoozes  = 1 << 20
	mostSnoozes = 500
)

var snoozesFile = ownFile{SnoozeName, "snoozed items", maxSnoozes}

// snoozed is one entry of the list.
type snoozed struct {
	Kind     string         `json:"kind"`
	Path     string         `json:"path"`
	Item     string         `json:"item,omitempty"`
	Seen     string         `json:"seen"`
	At       time.Time      `json:"at"`
	Until    time.Time      `json:"until"`
	Blocks   bool           `json:"blocks"`
	Severity model.Severity `json:"severity"`
}

func (z snoozed) ref() model.Ref {
	return model.Ref{Kind: model.ParseKind(z.Kind), Path: z.Path, Item: z.Item}
}

// Snooze hides a row of the queue until its time comes or its bytes change. It fails with
// model.ErrConflict when the bytes are not those that the operator saw.
func (f *Folder) Snooze(ctx context.Context, read places.TextReader, z model.Snooze) error {
	doc, err := read(ctx, z.Ref)
	if err != nil {
		return fmt.Errorf("snoozing: %w", err)
	}
	if !z.Seen.IsZero() && z.Seen != doc.Seen {
		return fmt.Errorf("snoozing %s: %w", z.Ref.Path, model.ErrConflict)
	}
	return f.editSnoozes(ctx, z.At, func(list []snoozed) ([]snoozed, error) {
		list = slices.DeleteFunc(list, func(s snoozed) bool { return s.ref() == z.Ref })
		if len(list) >= mostSnoozes {
			return nil, fmt.Errorf("%d things are already snoozed: %w", len(list), model.ErrNotAllowed)
		}
		return append(list, snoozed{
			Kind: z.Ref.Kind.String(), Path: z.Ref.Path, Item: z.Ref.Item, Seen: doc.Seen.String(),
			At: z.At.UTC(), Until: z.Until.UTC(), Blocks: z.Blocks, Severity: z.Severity,
		}), nil
	})
}

// Wake ends a snooze. It fails with model.ErrNotFound when ref does not rest.
func (f *Folder) Wake(ctx context.Context, ref model.Ref, now time.Time) error {
	return f.editSnoozes(ctx, now, func(list []snoozed) ([]snoozed, error) {
		n := len(list)
		list = slices.DeleteFunc(list, func(s snoozed) bool { return s.ref() == ref })
		if len(list) == n {
			return nil, fmt.Errorf("%s is not snoozed: %w", ref.Path, model.ErrNotFound)
		}
		return list, nil
	})
}

// editSnoozes changes the list, without the snoozes that are over.
func (f *Folder) editSnoozes(ctx context.Context, now time.Time, change func([]snoozed) ([]snoozed, error)) error {
	return f.holding(ctx, snoozesFile, func() error {
		list, err := f.readSnoozes()
		if err == nil {
			list = slices.DeleteFunc(list, func(s snoozed) bool { return !now.Before(s.Until) })
			list, err = change(list)
		}
		if err != nil {
			return err
		}
		return f.writeKept(snoozesFile, list)
	})
}

func (f *Folder) readSnoozes() ([]snoozed, error) {
	var list []snoozed
	err := f.readKept(snoozesFile, &list)
	return list[:min(len(list), mostSnoozes)], err
}

// ApplySnoozes adds the snoozes of what was not changed since.
func (f *Folder) ApplySnoozes(ctx context.Context, read places.TextReader, s *model.Snapshot) {
	list, err := f.readSnoozes()
	if err != nil {
		s.Problems = append(s.Problems, snoozesFile.damaged(err, "nothing is snoozed"))
	}
	for _, z := range list {
		ref := z.ref()
		if !s.At.Before(z.Until) {
			continue
		}
		seen := s.Seen(ref)
		if seen.IsZero() {
			doc, err := read(ctx, ref)
			if err != nil {
				continue
			}
			seen = doc.Seen
		}
		if seen.String() == z.Seen {
			s.Snoozes = append(s.Snoozes, model.Snooze{
				Ref: ref, Seen: seen, At: z.At, Until: z.Until, Blocks: z.Blocks, Severity: z.Severity,
			})
		}
	}
}
