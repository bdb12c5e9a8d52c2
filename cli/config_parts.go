package cli

import (
	"slices"
	"strconv"

	"coldstart/vault"
)

// parts are the settings that are no single word: lists and maps, which only the
// operator's file can have.
type parts struct {
	actions []ownAction
	folders []ownFolder
	places  vault.Places
	keys    []ownKeys
	views   []ownView
}

// partNames are the names of these settings.
func partNames() []string { return []string{"actions", "folders", "keys", "views"} }

// takePart reads one of them.
func (conf *config) takePart(e vault.ConfigEntry) error {
	switch e.Name {
	case "actions":
		return conf.takeActions(e)
	case "folders":
		return conf.takeFolders(e)
	case "keys":
		return conf.takeKeys(e)
	}
	return conf.takeViews(e)
}

// at names the place of an entry in the settings file.
func (conf config) at(e vault.ConfigEntry) string { return place(conf.file, e.Line) }

// wrong is an error about an entry.
func (conf *config) wrong(e vault.ConfigEntry, what string, hints ...string) error {
	if len(hints) == 0 {
		hints = []string{"coldstart help config tells where an example stands"}
	}
	return usage(conf.at(e)+": "+what, hints...)
}

// reader reads the value of one name of a map.
type reader func(vault.ConfigEntry) error

// fields reads a map, each name by its own reader; what says what the map is.
func (conf *config) fields(e vault.ConfigEntry, what string, readers map[string]reader) error {
	if e.Map == nil {
		return conf.wrong(e, what+" has names and values, as in name: value")
	}
	var names []string
	for name := range readers {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, f := range e.Map {
		read, ok := readers[f.Name]
		if !ok {
			return conf.wrong(f, what+" has no "+quoted(f.Name), suggest(f.Name, names, "it has "+joinedWords(names)))
		}
		if err := read(f); err != nil {
			return err
		}
	}
	return nil
}

// word reads a single word into to.
func (conf *config) word(to *string) reader {
	return func(e vault.ConfigEntry) error {
		if e.Value == "" {
			return conf.wrong(e, e.Name+" takes one word")
		}
		*to = e.Value
		return nil
	}
}

// oneOf reads one of a few words.
func (conf *config) oneOf(to *string, allowed []string) reader {
	return func(e vault.ConfigEntry) error {
		if !slices.Contains(allowed, e.Value) {
			return conf.wrong(e, e.Name+" is "+joinedWords(allowed)+", not "+quoted(e.Value), suggest(e.Value, allowed, "coldstart help config tells where an example stands"))
		}
		*to = e.Value
		return nil
	}
}

// truth reads true or false.
func (conf *config) truth(to *bool) reader {
	return func(e vault.ConfigEntry) error {
		var word string
		if err := conf.oneOf(&word, []string{"true", "false"})(e); err != nil {
			return err
		}
		*to = word == "true"
		return nil
	}
}

// words reads a list of words, or a single one.
func (conf *config) words(e vault.ConfigEntry) ([]vault.ConfigEntry, error) {
	if e.Value != "" {
		return []vault.ConfigEntry{e}, nil
	}
	if len(e.List) == 0 {
		return nil, conf.wrong(e, e.Name+" takes a word, or a list as in [one, two]")
	}
	for _, w := range e.List {
		if w.Value == "" {
			return nil, conf.wrong(w, e.Name+" takes a list of words")
		}
	}
	return e.List, nil
}

// mostName is how long a name in the settings may be.
const mostName = 40

// ownName reads the name of something of the operator's own; taken has the lines of
// those before.
func (conf *config) ownName(to *string, taken map[string]int) reader {
	return func(e vault.ConfigEntry) error {
		switch line := taken[e.Value]; {
		case e.Value == "":
			return conf.wrong(e, "a name is a few words")
		case !readable(e.Value):
			return conf.wrong(e, "a name has letters that show, "+strconv.Itoa(mostName)+" at most")
		case line > 0:
			return conf.wrong(e, quoted(e.Value)+" is the name in line "+strconv.Itoa(line)+" already")
		}
		*to, taken[e.Value] = e.Value, e.Line
		return nil
	}
}
