package tui

import (
	"fmt"

	"coldstart/model"
	"coldstart/styles"
)

// otherFacts are all that is said of a file that is neither plan nor request.
func otherFacts(o model.Other) []fact {
	return []fact{
		{fileLabel, o.Path, styles.RoleTitle},
		{"Looks like", o.Kind, styles.RolePlain},
		{"Because", o.Reason(), styles.RolePlain},
		{"Size", o.Bytes(), styles.RolePlain},
		{"What to do", o.Advice(), styles.RolePlain},
		{"Careful", "its text is not shown: vaults hold credentials", styles.RoleMuted},
	}
}

func problemRows(b *board) []row {
	s := b.snapshot
	rows := make([]row, 0, len(s.Problems))
	for _, p := range s.Problems {
		what := p.Path
		if p.Line > 0 {
			what = fmt.Sprintf("%s line %d", p.Path, p.Line)
		}
		rows = append(rows, row{
			ref: p.Ref(), mark: styles.MarkProblem, what: what, why: p.Reason,
			section: fmt.Sprintf("Could not be read: %d", len(s.Problems)),
		})
	}
	for _, o := range s.Others {
		mark := styles.MarkUnknown
		if o.Asks {
			mark = styles.MarkHuman
		}
		rows = append(rows, row{
			ref: o.Ref(), mark: mark, what: o.Path, why: o.Kind + ", " + o.Reason(),
			section: fmt.Sprintf("Other files, shown by name only: %d", len(s.Others)),
		})
	}
	return rows
}

// doubtful counts what could not be read and what asks for an approval in vain.
func doubtful(b *board) int { return len(b.snapshot.Problems) + model.Asking(b.snapshot.Others) }
