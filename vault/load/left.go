package load

import (
	"os"
	"slices"
	"strings"

	"coldstart/model"
	"coldstart/vault/places"
	"coldstart/vault/store"
)

// Left reports whether other programs left something in a folder. Signs alone are not enough:
// many folders look alike.
func Left(dir string) bool {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return false
	}
	w := places.New(root, dir, places.Options{LoadTime: MostTime})
	// Closing what was only read cannot lose anything.
	defer func() { _ = w.Close() }()
	r := (&Loader{vault: w}).Reading("")
	defer r.Disk.Budget.Stop()
	for _, g := range guests {
		var left model.Snapshot
		if g.ReadInto(r, &left); len(left.Guests) > 0 {
			return true
		}
	}
	return false
}

// Marks are the first parts of the names by which other programs are known.
func Marks() (names []string) {
	for _, g := range guests {
		for _, sign := range g.Signs {
			if first, _, _ := strings.Cut(sign, "/"); !slices.Contains(names, first) {
				names = append(names, first)
			}
		}
	}
	return names
}

// Worked reports whether agents' programs keep sessions that worked in the repository around a
// folder, or in the folder. Only names decide, and what a program needs to find the folders of its
// sessions.
func Worked(dir string, folders []places.StoreFolder) (worked bool) {
	l := &Loader{vault: &places.Vault{Dir: dir, Opts: places.Options{LoadTime: MostTime, Stores: folders}}}
	r := l.Reading("")
	defer r.Disk.Budget.Stop()
	dirs := places.RepositoryOf(dir)
	var none model.Snapshot
	l.eachStore(r, &none, func(st store.Store, h *store.Home) {
		worked = worked || len(st.Names(h, dirs)) > 0
	})
	return worked
}

// search says what a load looks for.
func (l *Loader) search() model.Search {
	s := model.Search{Own: l.vault.Opts.Places.LookedFor(), UpTo: l.vault.Opts.UpTo, Repository: l.vault.Opts.Repository}
	for _, g := range guests {
		s.Guests = append(s.Guests, model.Sought{Name: g.Tool, Signs: g.Signs})
	}
	for _, folder := range l.vault.Opts.Stores {
		if st, ok := storeNamed(folder.Name); ok {
			s.Stores = append(s.Stores, model.Sought{Name: st.Tool, Signs: []string{folder.Shown}})
		}
	}
	return s
}
