package draw

import (
	"cmp"
	"slices"

	"coldstart/styles"
)

// Extra is the rank of hints that are only shown where all fit.
const Extra = 100

// Hint is a key and what it does, for the bottom row. Where the hints do not all fit, Extra ones
// are left out from the last on, then Tight is said if it is not empty, then those with the highest Rank give way.
type Hint struct {
	// For is the id of the action that the key runs, "" for none.
	For              string
	Key, Does, Tight string
	Rank             int
}

// keyGap are the blanks between hints.
const keyGap = "   "

// HintLine shows the hints that fit into w cells.
func HintLine(hints []Hint, w int) styles.Line { return hintLine(Fitting(hints, w)).Fit(w) }

// Fitting are the hints that fit into w cells.
func Fitting(hints []Hint, w int) []Hint {
	if hintLine(hints).Width() <= w {
		return hints
	}
	hints = slices.Clone(hints)
	for i := len(hints) - 1; i >= 0; i-- {
		if hints[i].Rank != Extra {
			continue
		}
		if hints = slices.Delete(hints, i, i+1); hintLine(hints).Width() <= w {
			return hints
		}
	}
	for i := range hints {
		hints[i].Does = cmp.Or(hints[i].Tight, hints[i].Does)
	}
	for len(hints) > 1 && hintLine(hints).Width() > w {
		i := givesWay(hints)
		hints = slices.Delete(hints, i, i+1)
	}
	return hints
}

// givesWay is the hint that goes first. Of equal ranks it is the one before the last two, which
// are help and the way out.
func givesWay(hints []Hint) int {
	most := slices.MaxFunc(hints, func(x, y Hint) int { return cmp.Compare(x.Rank, y.Rank) }).Rank
	last := len(hints) - 1
	for i := last; i >= 0; i-- {
		if hints[i].Rank == most && (most > 0 || i < last-1) {
			return i
		}
	}
	return 0
}

// HintAt is the hint of a HintLine of w cells at a cell, false for none.
func HintAt(hints []Hint, w, cell int) (Hint, bool) {
	for _, h := range Fitting(hints, w) {
		size := styles.Plain(h.Key + " " + h.Does).Width()
		if cell >= 0 && cell < size {
			return h, true
		}
		cell -= size + len(keyGap)
	}
	return Hint{}, false
}

func hintLine(hints []Hint) styles.Line {
	var l styles.Line
	for i, h := range hints {
		if i > 0 {
			l = append(l, Span(styles.RolePlain, keyGap))
		}
		l = append(l, Span(styles.RoleKey, h.Key), Span(styles.RoleMuted, " "+h.Does))
	}
	return l
}

// Keys are hints with their keys as they are drawn.
func Keys(th *styles.Theme, hints []Hint) []Hint {
	hints = slices.Clone(hints)
	for i, h := range hints {
		hints[i].Key = Key(th, h.Key).String()
	}
	return hints
}

// Key is a key as it is drawn.
func Key(th *styles.Theme, key string) styles.Text {
	if key == "enter" {
		return th.Symbol(styles.SymEnter)
	}
	return styles.Plain(key)
}
