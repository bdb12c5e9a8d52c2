package answer

import (
	"strings"

	"coldstart/cli/say"
	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/styles"
)

// nothing says what was looked for where nothing was left, and what helps.
func (p *Output) nothing(s model.Snapshot) []styles.Line {
	lines := []styles.Line{
		{Words(styles.RoleTitle, phrase.Nothing(s)+".")},
		{Words(styles.RoleMuted, "Searched for: "), p.Label(styles.RolePlain, strings.Join(s.Search.Names(), ", ")), p.Label(styles.RoleMuted, phrase.UpTo(s.Search))},
	}
	if marks := s.Search.Marks(); len(marks) > 0 {
		lines = append(lines, styles.Line{Words(styles.RoleMuted, "Of other programs: "), Words(styles.RolePlain, phrase.Some(marks))})
	}
	if len(s.Instead) > 0 {
		lines = append(lines, styles.Line{Words(styles.RoleMuted, "Found: "), p.Label(styles.RolePlain, strings.Join(s.Instead, ", "))})
	}
	return append(lines, nil, styles.Line{Words(styles.RolePlain, phrase.MakeVault)}, styles.Line{Words(styles.RolePlain, phrase.SeeDemo)})
}

// Beside is a folder beside the one that is opened, with what waits in it.
type Beside struct {
	// Name is how people tell it from the others, Dir how it is typed.
	Name, Dir string
	// Needs counts what needs the operator; Unread is why that is not known.
	Needs  int
	Unread error
}

// jsonBeside is another vault here.
type jsonBeside struct {
	// Path is the folder, as it can be typed here.
	Path string `json:"path"`
	// NeedsYou counts what needs the operator there, null where that cannot be read.
	NeedsYou *int `json:"needs_you"`
}

// WithBeside adds the other vaults here.
func (s Status) WithBeside(others []Beside) Status {
	s.Beside = say.Each(others, func(o Beside) jsonBeside {
		if o.Unread != nil {
			return jsonBeside{Path: o.Dir}
		}
		return jsonBeside{o.Dir, new(o.Needs)}
	})
	return s
}

// Beside writes what is here besides. More counts those that are not listed.
func (p *Output) Beside(others []Beside, more int) {
	if len(others) == 0 {
		return
	}
	line := styles.Line{Words(styles.RoleMuted, "Also here: ")}
	for i, o := range others {
		if i > 0 {
			line = append(line, Words(styles.RolePlain, ", "))
		}
		words, role := phrase.NeedsIn(o.Needs), styles.RolePlain
		if o.Unread != nil {
			words, role = " cannot be read", styles.RoleBad
		}
		line = append(line, p.Exact(styles.RoleTitle, o.Name), Words(role, words))
	}
	if more > 0 {
		line = append(line, Words(styles.RolePlain, ", and "+model.Counted(more, "more")))
	}
	p.Line(line...)
	p.Line(Words(styles.RolePlain, "  coldstart --vault "), p.Exact(styles.RolePlain, others[0].Dir), Words(styles.RolePlain, " opens the first"))
}
