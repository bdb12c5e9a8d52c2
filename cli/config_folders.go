package cli

import (
	"slices"

	"coldstart/vault"
)

// ownFolder are the folders or files that the operator named for one purpose, with
// their place in the settings.
type ownFolder struct {
	what  string
	names []string
	entry vault.ConfigEntry
}

func (conf *config) takeFolders(e vault.ConfigEntry) error {
	if e.Map == nil {
		return conf.wrong(e, "folders takes what is kept somewhere else and where, as in plans: Roadmaps")
	}
	for _, one := range e.Map {
		if !slices.Contains(vault.PlaceNames(), one.Name) {
			return conf.wrong(one, "folders has no "+quoted(one.Name), suggest(one.Name, vault.PlaceNames(), "it has "+joinedWords(vault.PlaceNames())))
		}
		list, err := conf.words(one)
		if err != nil {
			return err
		}
		own := ownFolder{what: one.Name, entry: one}
		for _, w := range list {
			if err := conf.places.Add(one.Name, w.Value); err != nil {
				return conf.wrong(w, one.Name+" is "+quoted(w.Value)+": "+err.Error())
			}
			own.names = append(own.names, w.Value)
		}
		conf.folders = append(conf.folders, own)
	}
	return nil
}
