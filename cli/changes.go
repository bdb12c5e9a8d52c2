package cli

import (
	"coldstart/model"
	"coldstart/styles"
)

// receipt writes one row for each change that was made.
func (p *paper) receipt(r model.Receipt) {
	if r.Already {
		p.already(r.Decision)
	}
	p.wrote(r)
	for _, change := range r.Changes {
		p.line(p.change(done(change.Kind), change)...)
	}
}

// preview writes what would change, with the lines that go and come.
func (p *paper) preview(changes []model.Change) {
	p.say("dry run, nothing is changed")
	for _, change := range changes {
		p.line(p.change("would "+change.Kind.String(), change)...)
		for _, r := range p.theme.RowsOf(change.Before) {
			p.line(words(styles.RoleRemoved, "  - "), styles.Span{Text: r.Whole(), Role: styles.RoleRemoved})
		}
		for _, r := range p.theme.RowsOf(change.After) {
			p.line(words(styles.RoleAdded, "  + "), styles.Span{Text: r.Whole(), Role: styles.RoleAdded})
		}
	}
}

func (p *paper) change(does string, change model.Change) styles.Line {
	line := styles.Line{words(styles.RolePlain, does+" "), p.exact(styles.RoleTitle, change.Path)}
	if change.To == "" {
		return line
	}
	return append(line, words(styles.RolePlain, " to "), p.label(styles.RoleTitle, change.To))
}

func done(kind model.ChangeKind) string {
	switch kind {
	case model.ChangeMove:
		return "moved"
	case model.ChangeEdit:
		return "edited"
	case model.ChangeAppend:
		return "appended to"
	case model.ChangeCommit:
		return "committed"
	case model.ChangeRemove:
		return "removed"
	}
	return "created"
}
