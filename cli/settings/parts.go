package settings

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"coldstart/cli/say"
	"coldstart/model"
	"coldstart/tui/board"
	"coldstart/vault"
)

// OwnFolder are the operator's names of the folders or files for one purpose.
type OwnFolder struct {
	What  string
	Names []string
	Entry vault.ConfigEntry
}

func (s *Settings) takeFolders(e vault.ConfigEntry) error {
	if e.Map == nil {
		return s.wrong(e, "folders must map kinds to folders, as in plans: Roadmaps")
	}
	for _, one := range e.Map {
		if !slices.Contains(vault.PlaceNames(), one.Name) {
			return s.wrong(one, "folders has no "+say.Quoted(one.Name), say.Suggest(one.Name, vault.PlaceNames(), "it has "+say.JoinedWords(vault.PlaceNames())))
		}
		list, err := s.words(one)
		if err != nil {
			return err
		}
		own := OwnFolder{What: one.Name, Entry: one}
		for _, w := range list {
			if err := s.Places.Add(one.Name, w.Value); err != nil {
				return s.wrong(w, one.Name+" is "+say.Quoted(w.Value)+": "+err.Error())
			}
			own.Names = append(own.Names, w.Value)
		}
		s.Folders = append(s.Folders, own)
	}
	return nil
}

// parts are the lists and maps, which only the file can have.
type parts struct {
	Actions []OwnAction
	Folders []OwnFolder
	Places  vault.Places
	Gate    []model.GateRule
	Hosts   []OwnHost
	Keys    []ownKeys
	Views   []OwnView
}

func partNames() []string { return []string{"actions", "folders", "gate", "hosts", "keys", "views"} }

func (s *Settings) takePart(e vault.ConfigEntry) error {
	switch e.Name {
	case "actions":
		return s.takeActions(e)
	case "folders":
		return s.takeFolders(e)
	case "gate":
		return s.takeGate(e)
	case "hosts":
		return s.takeHosts(e)
	case "keys":
		return s.takeKeys(e)
	}
	return s.takeViews(e)
}

// At returns file and line of an entry.
func (s Settings) At(e vault.ConfigEntry) string { return say.Place(s.File, e.Line) }

// wrong is an error about an entry.
func (s *Settings) wrong(e vault.ConfigEntry, what string, hints ...string) error {
	if len(hints) == 0 {
		hints = []string{"coldstart help config says where to find an example"}
	}
	return say.Usage(s.At(e)+": "+what, hints...)
}

// reader reads the value of one name of a map.
type reader func(vault.ConfigEntry) error

// fields reads a map, each name with its reader; what is the name of the map in errors.
func (s *Settings) fields(e vault.ConfigEntry, what string, readers map[string]reader) error {
	if e.Map == nil {
		return s.wrong(e, what+" must have names and values, as in name: value")
	}
	var names []string
	for name := range readers {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, f := range e.Map {
		read, ok := readers[f.Name]
		if !ok {
			return s.wrong(f, what+" has no "+say.Quoted(f.Name), say.Suggest(f.Name, names, "it has "+say.JoinedWords(names)))
		}
		if err := read(f); err != nil {
			return err
		}
	}
	return nil
}

// word reads a single word into to.
func (s *Settings) word(to *string) reader {
	return func(e vault.ConfigEntry) error {
		if e.Value == "" {
			return s.wrong(e, e.Name+" must be one word")
		}
		*to = e.Value
		return nil
	}
}

// oneOf reads one of a few words.
func (s *Settings) oneOf(to *string, allowed []string) reader {
	return func(e vault.ConfigEntry) error {
		if !slices.Contains(allowed, e.Value) {
			return s.wrong(e, e.Name+" is "+say.JoinedWords(allowed)+", not "+say.Quoted(e.Value), say.Suggest(e.Value, allowed, "coldstart help config says where to find an example"))
		}
		*to = e.Value
		return nil
	}
}

// truth reads true or false.
func (s *Settings) truth(to *bool) reader {
	return func(e vault.ConfigEntry) error {
		var word string
		if err := s.oneOf(&word, []string{"true", "false"})(e); err != nil {
			return err
		}
		*to = word == "true"
		return nil
	}
}

// words reads a list of words, or a single one.
func (s *Settings) words(e vault.ConfigEntry) ([]vault.ConfigEntry, error) {
	if e.Value != "" {
		return []vault.ConfigEntry{e}, nil
	}
	if len(e.List) == 0 {
		return nil, s.wrong(e, e.Name+" must be a word, or a list as in [one, two]")
	}
	for _, w := range e.List {
		if w.Value == "" {
			return nil, s.wrong(w, e.Name+" must be a list of words")
		}
	}
	return e.List, nil
}

// mostName is how long a name in the settings may be.
const mostName = 40

// ownName reads the name of a view or action; taken maps the names so far to their lines.
func (s *Settings) ownName(to *string, taken map[string]int) reader {
	return func(e vault.ConfigEntry) error {
		switch line := taken[e.Value]; {
		case e.Value == "":
			return s.wrong(e, "a name must be a few words")
		case !readable(e.Value):
			return s.wrong(e, "a name needs visible letters, "+strconv.Itoa(mostName)+" at most")
		case line > 0:
			return s.wrong(e, say.Quoted(e.Value)+" is already the name on line "+strconv.Itoa(line))
		}
		*to, taken[e.Value] = e.Value, e.Line
		return nil
	}
}

// OwnView is a view that the operator defined.
type OwnView struct {
	board.View
	Entry vault.ConfigEntry
}

func (s *Settings) takeViews(e vault.ConfigEntry) error {
	if e.List == nil {
		return s.wrong(e, "views must be a list, each with a name, a page and a filter")
	}
	names := map[string]int{}
	for _, one := range e.List {
		var v board.View
		err := s.fields(one, "a view", map[string]reader{
			"name":       s.ownName(&v.Name, names),
			"page":       s.page(&v.Page),
			"find":       s.word(&v.Find),
			"older-than": s.span(&v.OlderThan),
			"kind":       s.kinds(&v.Kinds),
			"risk":       s.onPages(&v.Risk, one, "home", "approvals"),
			"plan":       s.onPages(&v.Plan, one, "home", "approvals", "plans"),
			"needs-you":  s.truth(&v.NeedsYou),
		})
		switch {
		case err != nil:
			return err
		case v.Name == "":
			return s.wrong(one, "a view needs a name")
		case v.Page == "":
			return s.wrong(one, "a view needs a page", "it is one of "+say.JoinedWords(board.PageNames()))
		case v.String() == "":
			return s.wrong(one, "the view "+say.Quoted(v.Name)+" hides nothing", "it takes find, older-than, kind, risk, plan or needs-you: true")
		}
		s.Views = append(s.Views, OwnView{v, one})
	}
	return nil
}

// span reads a length of time.
func (s *Settings) span(to *time.Duration) reader {
	return func(e vault.ConfigEntry) error {
		d, ok := model.ParseSpan(e.Value)
		if !ok || d <= 0 {
			return notSpan(s.At(e)+": "+e.Name, e.Value)
		}
		*to = d
		return nil
	}
}

// notSpan is the error about a value that is no length of time.
func notSpan(who, value string) error {
	return say.Usage(who+" is a length of time, not "+say.Quoted(value), "as in 90m, 24h or 3d")
}

// page reads the name of a page. The page Sessions was called orphans before.
func (s *Settings) page(to *string) reader {
	read := s.oneOf(to, board.PageNames())
	return func(e vault.ConfigEntry) error {
		if e.Value == "orphans" {
			e.Value = strings.ToLower(board.SessionsTitle)
		}
		return read(e)
	}
}

// onPages reads a word that applies to rows of some pages only.
func (s *Settings) onPages(to *string, view vault.ConfigEntry, pages ...string) reader {
	return func(e vault.ConfigEntry) error {
		for _, f := range view.Map {
			if f.Name == "page" && !slices.Contains(pages, f.Value) {
				return s.wrong(e, "nothing on the page "+f.Value+" has a "+e.Name, "it works on "+say.JoinedWords(pages))
			}
		}
		return s.word(to)(e)
	}
}

// OwnViews are the views that the operator defined.
func (s Settings) OwnViews() []board.View {
	return say.Each(s.Views, func(v OwnView) board.View { return v.View })
}
