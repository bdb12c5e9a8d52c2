package thread

import (
	"cmp"
	"slices"
	"time"

	"coldstart/model/phrase"
	"coldstart/styles"
	"coldstart/tui/draw"
)

// Span is a stretch of time in which sessions ran: each cell is as long as the others, with a bar for how much was done
// in it, on a thread that is thick where a session ran.
type Span struct {
	From, To time.Time
	Runs     []Stay
	// Ember is where somebody goes on, zero for nowhere.
	Ember time.Time
}

// Stay is one session: when it ran, whether it broke, and when it did how much.
type Stay struct {
	From, To time.Time
	Broke    bool
	Did      []Did
}

// Did is how much was done at a time.
type Did struct {
	At time.Time
	N  int
}

// labelled is how many of the busiest sessions have the time of their beginning.
const labelled = 2

// Rows draws the span in three rows of at most w cells: bars, thread, and times. It has none where there is no room.
func (s Span) Rows(th *styles.Theme, w int) []styles.Line {
	room := w - edge - margin
	if room < leastRibbon || !s.To.After(s.From) {
		return nil
	}
	counts, ran, most, broke := make([]int, room), make([]bool, room), 1, map[int]bool{}
	for _, r := range s.Runs {
		from, to := s.cell(r.From, room), s.cell(r.To, room)
		for cell := from; cell <= to; cell++ {
			ran[cell] = true
		}
		if r.Broke {
			broke[to] = true
		}
		for _, d := range r.Did {
			cell := s.cell(d.At, room)
			counts[cell] += d.N
			most = max(most, counts[cell])
		}
	}
	ember := -1
	if !s.Ember.IsZero() {
		ember = s.cell(s.Ember, room)
	}
	bars, line := spaces(margin), Ran(th, margin)
	for cell := range room {
		bar := spaces(1)
		if counts[cell] > 0 {
			bar = styles.Line{{Text: th.Sparkline(counts[cell:cell+1], most), Role: styles.RoleAccent}}
		}
		bars = styles.Join(bars, bar)
		switch {
		case cell == ember:
			line = append(line, Ember(th))
		case broke[cell]:
			line = append(line, styles.Span{Text: th.MarkSymbol(styles.MarkProblem), Role: styles.RoleBad})
		case ran[cell]:
			line = styles.Join(line, Ran(th, 1))
		default:
			line = styles.Join(line, Ahead(th, 1))
		}
	}
	rows := []styles.Line{bars, line, s.times(ember, room)}
	if ember < 0 {
		return rows
	}
	for i, strength := range []float64{glowAbove, 1, glowBelow} {
		rows[i] = rows[i].Lit(styles.Light{At: margin + ember, Left: glowLeft, Right: glowRight, Strength: strength}, w)
	}
	return rows
}

// cell is that of a time; what lies outside is in the first or the last one.
func (s Span) cell(at time.Time, room int) int {
	took := s.To.Sub(s.From)
	return min(max(int(float64(at.Sub(s.From))/float64(took)*float64(room)), 0), room-1)
}

// times names the ends, the beginnings of the busiest sessions, and the ember. One that comes too near to another is left
// out, that of the ember never.
func (s Span) times(ember, room int) styles.Line {
	const apart = 2
	type label struct {
		at   int
		role styles.Role
		text string
	}
	var kept []label
	put := func(cell int, role styles.Role, t time.Time) {
		clock := phrase.ClockWithin(s.From, s.To, t)
		if role == styles.RoleEmber {
			cell -= len(clock) / 2
		}
		cell = min(max(cell, 0), room-len(clock))
		if !slices.ContainsFunc(kept, func(l label) bool { return cell < l.at+len(l.text)+apart && l.at < cell+len(clock)+apart }) {
			kept = append(kept, label{cell, role, clock})
		}
	}
	if ember >= 0 {
		put(ember, styles.RoleEmber, s.Ember)
	}
	put(0, styles.RoleMuted, s.From)
	put(room, styles.RoleMuted, s.To)
	busy := slices.Clone(s.Runs)
	slices.SortStableFunc(busy, func(x, y Stay) int { return cmp.Compare(y.most(), x.most()) })
	for _, r := range busy[:min(len(busy), labelled)] {
		put(s.cell(r.From, room), styles.RoleMuted, r.From)
	}
	slices.SortFunc(kept, func(x, y label) int { return cmp.Compare(x.at, y.at) })
	line := spaces(margin)
	for _, l := range kept {
		line = styles.Join(line.Pad(margin+l.at), draw.Words(l.role, l.text))
	}
	return line
}

// most is how much was done at once at most.
func (r Stay) most() int {
	most := 0
	for _, d := range r.Did {
		most = max(most, d.N)
	}
	return most
}
