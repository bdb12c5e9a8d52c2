package vault

import (
	"context"
	"io/fs"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"coldstart/model"
)

const (
	// sideBySide is how many files are read at one time, at most.
	sideBySide = 8
	// batch is how many files one of those who read takes at once.
	batch = 32
)

// loading is one reading of a vault.
type loading struct {
	v *Vault
	// disk lists each folder once.
	disk disk
	// began is when it began, by the real clock.
	began time.Time
	memo  *memo
}

// loading begins to read the vault, with what was kept of the load before; nil keeps
// nothing.
func (v *Vault) loading(m *memo) *loading {
	l := &loading{v: v, disk: v.disk, memo: m}
	l.disk.shelf = &shelf{}
	if m != nil {
		l.began = v.opts.Clock()
	}
	return l
}

// readKind reads the files of one kind into a snapshot, as they are now.
func (v *Vault) readKind(ctx context.Context, r reader, l layout, s *model.Snapshot) error {
	return v.loading(nil).readKind(ctx, r, l, s)
}

func (l *loading) readKind(ctx context.Context, r reader, lay layout, s *model.Snapshot) error {
	names, problems := r.find(l.disk, lay)
	s.Problems = append(s.Problems, problems...)
	names, older := l.v.newest(names)
	s.Problems = append(s.Problems, older...)
	if r.apart != nil {
		return l.readApart(ctx, r, names, s)
	}
	for _, name := range names {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := r.read(l, name, s); err != nil {
			s.Problems = append(s.Problems, unreadFile(name, err))
		}
	}
	return nil
}

func unreadFile(name string, err error) model.Problem {
	return model.Problem{Path: name, Reason: err.Error(), Hint: "check the file's size and permissions", Unread: true}
}

// readApart reads files side by side, and adds what they say in the order of names.
func (l *loading) readApart(ctx context.Context, r reader, names []string, s *model.Snapshot) error {
	found := make([]finding, len(names))
	var next atomic.Int64
	read := func() {
		d := l.disk
		d.shelf, d.room = nil, &[]byte{}
		for ctx.Err() == nil {
			to := int(next.Add(batch))
			for i := to - batch; i < min(to, len(names)); i++ {
				found[i] = l.one(d, r, names[i])
			}
			if to >= len(names) {
				return
			}
		}
	}
	var others sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), sideBySide, (len(names)+batch-1)/batch) - 1 {
		others.Go(read)
	}
	read()
	others.Wait()
	if err := ctx.Err(); err != nil {
		return err
	}
	plans := 0
	for _, f := range found {
		plans += len(f.plans)
	}
	s.Plans = slices.Grow(s.Plans, plans)
	for _, p := range found {
		p.addTo(s)
	}
	return nil
}

// one reads one file, unless it is known.
func (l *loading) one(d disk, r reader, name string) finding {
	p, err := once(l, r.as, name, l.path(name), func() (finding, fs.FileInfo, error) {
		b, info, err := d.read(name, l.v.most(r.limit))
		if err != nil {
			return finding{}, nil, err
		}
		return r.apart(file{name: name, b: b, info: info, zone: l.v.opts.Zone, in: l.v.opts.Places.folders}), info, nil
	})
	if err != nil {
		return finding{problems: []model.Problem{unreadFile(name, err)}}
	}
	return p
}

// path gives the absolute path of a file in the vault.
func (l *loading) path(name string) string { return filepath.Join(l.v.dir, filepath.FromSlash(name)) }
