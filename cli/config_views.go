package cli

import (
	"slices"
	"time"

	"coldstart/model"
	"coldstart/tui/board"
	"coldstart/vault"
)

// ownView is a view of the operator's own, with its place in the settings.
type ownView struct {
	board.View
	entry vault.ConfigEntry
}

func (conf *config) takeViews(e vault.ConfigEntry) error {
	if e.List == nil {
		return conf.wrong(e, "views takes a list, each with a name, a page and what to leave of it")
	}
	names := map[string]int{}
	for _, one := range e.List {
		var v board.View
		err := conf.fields(one, "a view", map[string]reader{
			"name":       conf.ownName(&v.Name, names),
			"page":       conf.oneOf(&v.Page, board.PageNames()),
			"find":       conf.word(&v.Find),
			"older-than": conf.span(&v.OlderThan),
			"kind":       conf.kinds(&v.Kinds),
			"risk":       conf.onPages(&v.Risk, one, "home", "approvals"),
			"plan":       conf.onPages(&v.Plan, one, "home", "approvals", "plans"),
			"needs-you":  conf.truth(&v.NeedsYou),
		})
		switch {
		case err != nil:
			return err
		case v.Name == "":
			return conf.wrong(one, "a view needs a name")
		case v.Page == "":
			return conf.wrong(one, "a view needs a page", "it is one of "+joinedWords(board.PageNames()))
		case v.String() == "":
			return conf.wrong(one, "the view "+quoted(v.Name)+" hides nothing", "it takes find, older-than, kind, risk, plan or needs-you: true")
		}
		conf.views = append(conf.views, ownView{v, one})
	}
	return nil
}

// span reads a length of time.
func (conf *config) span(to *time.Duration) reader {
	return func(e vault.ConfigEntry) error {
		d, ok := model.ParseSpan(e.Value)
		if !ok || d <= 0 {
			return conf.wrong(e, e.Name+" is a length of time, not "+quoted(e.Value), "as in 90m, 24h or 3d")
		}
		*to = d
		return nil
	}
}

// onPages reads a word that only rows of some pages have.
func (conf *config) onPages(to *string, view vault.ConfigEntry, pages ...string) reader {
	return func(e vault.ConfigEntry) error {
		for _, f := range view.Map {
			if f.Name == "page" && !slices.Contains(pages, f.Value) {
				return conf.wrong(e, "nothing on the page "+f.Value+" has a "+e.Name, "it is known on "+joinedWords(pages))
			}
		}
		return conf.word(to)(e)
	}
}

// ownViews are the views without their places.
func (conf config) ownViews() []board.View {
	return each(conf.views, func(v ownView) board.View { return v.View })
}
