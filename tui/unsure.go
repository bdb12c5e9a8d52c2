package tui

import (
	"coldstart/model"
	"coldstart/styles"
)

// unsure says in front of a row that its file is still being written, or
// that it is shown as it was before since it could not be read again.
func (b *board) unsure(rows []row) []row {
	for i, r := range rows {
		if words := b.doubt(r.ref); words != "" {
			rows[i].what = words + ": " + r.what
		}
	}
	return rows
}

func (b *board) doubt(ref model.Ref) string {
	s := b.snapshot
	at, stale := s.Stale[ref.Path]
	switch {
	case ref.Kind == model.KindProblem:
		return ""
	case stale:
		return "stale for " + age(s.At, at)
	case s.Writing[ref.Path]:
		return "being written"
	}
	return ""
}

func (b *board) unsureFacts(ref model.Ref) []fact {
	s := b.snapshot
	at, stale := s.Stale[ref.Path]
	switch {
	case ref.Kind == model.KindProblem:
		return nil
	case stale:
		return []fact{{"Stale", "as of " + at.Format("15:04") + ", " + ago(s.At, at) + "; it could not be read again", styles.RoleBad}}
	case s.Writing[ref.Path]:
		return []fact{{"Careful", "it is still being written", styles.RoleWarn}}
	}
	return nil
}
