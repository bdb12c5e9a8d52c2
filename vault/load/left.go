package load

import (
	"os"

	"coldstart/model"
	"coldstart/vault/places"
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
		if r.ReadGuest(g, &left); len(left.Guests) > 0 {
			return true
		}
	}
	return false
}

// search says what a load looks for.
func (l *Loader) search() model.Search {
	s := model.Search{Own: l.vault.Opts.Places.LookedFor(), UpTo: l.vault.Opts.UpTo, Repository: l.vault.Opts.Repository}
	for _, g := range guests {
		s.Guests = append(s.Guests, model.Sought{Name: g.Tool, Signs: g.Signs})
	}
	return s
}
