package thread

import (
	"time"

	"coldstart/model/phrase"
	"coldstart/styles"
	"coldstart/tui/draw"
)

// Ribbon is a stretch of work over time: bars for how much was done, on a thread that is thin
// where nothing was. Silence is shortened, so that the work has the room.
type Ribbon struct {
	// Events are the times at which something was done, in order. The last one is the ember.
	Events []time.Time
	// Now ends the ribbon.
	Now time.Time
	// Ended says that the work came to its end: then there is no ember.
	Ended bool
}

const (
	// quiet is how long nothing is written before the thread gets thin.
	quiet = 20 * time.Minute
	// endShare is what the silence at the end takes of a ribbon, pauseShare the most of a
	// pause in between, in percent.
	endShare, pauseShare = 58, 12
	// glowLeft and glowRight are how far the ember of a ribbon shines, glowAbove and
	// glowBelow how strongly beside its row.
	glowLeft, glowRight  = 14, 26
	glowAbove, glowBelow = 0.55, 0.45
	// leastRibbon is the least width of a ribbon in cells.
	leastRibbon = 24
)

// stretch is a part of a ribbon, work or silence, over so many cells from one on.
type stretch struct {
	from, to time.Time
	silent   bool
	at, wide int
}

// Rows draws the ribbon in three rows of at most w cells: bars, thread, and times. It has
// none where there is no room.
func (r Ribbon) Rows(th *styles.Theme, w int) []styles.Line {
	room := w - edge - margin
	if len(r.Events) == 0 || room < leastRibbon {
		return nil
	}
	parts := r.stretches(room)
	counts, most := make([]int, room), 1
	for _, e := range r.Events {
		cell := cellOf(parts, e)
		counts[cell]++
		most = max(most, counts[cell])
	}
	ember := cellOf(parts, r.Events[len(r.Events)-1])
	bars, line := spaces(margin), Ran(th, margin)
	for _, p := range parts {
		for cell := p.at; cell < p.at+p.wide; cell++ {
			switch {
			case cell == ember && !r.Ended:
				bars, line = styles.Join(bars, spaces(1)), styles.Join(line, styles.Line{Ember(th)})
			case p.silent:
				bars, line = styles.Join(bars, spaces(1)), styles.Join(line, Ahead(th, 1))
			case counts[cell] == 0:
				bars, line = styles.Join(bars, spaces(1)), styles.Join(line, Ran(th, 1))
			default:
				bar := styles.Span{Text: th.Sparkline(counts[cell:cell+1], most), Role: styles.RoleAccent}
				bars, line = styles.Join(bars, styles.Line{bar}), styles.Join(line, Ran(th, 1))
			}
		}
	}
	rows := []styles.Line{bars, line, r.times(parts, ember, room)}
	if r.Ended {
		return rows
	}
	for i, strength := range []float64{glowAbove, 1, glowBelow} {
		rows[i] = rows[i].Lit(styles.Light{At: margin + ember, Left: glowLeft, Right: glowRight, Strength: strength}, w)
	}
	return rows
}

// stretches divides the cells among work and silence.
func (r Ribbon) stretches(room int) []stretch {
	parts := []stretch{{from: r.Events[0], to: r.Events[0]}}
	for _, e := range r.Events[1:] {
		last := &parts[len(parts)-1]
		if e.Sub(last.to) >= quiet {
			parts = append(parts, stretch{from: last.to, to: e, silent: true}, stretch{from: e, to: e})
			continue
		}
		last.to = e
	}
	if last := parts[len(parts)-1]; !r.Ended && r.Now.Sub(last.to) >= quiet {
		parts = append(parts, stretch{from: last.to, to: r.Now, silent: true})
	}
	left, worked := room, time.Duration(0)
	for i, p := range parts {
		if !p.silent {
			worked += p.to.Sub(p.from) + time.Minute
			continue
		}
		share := pauseShare
		if i == len(parts)-1 {
			share = endShare
		}
		parts[i].wide = max(1, room*share/100)
		left -= parts[i].wide
	}
	return laidOut(parts, worked, left, room)
}

// laidOut gives work the cells that silence leaves, by its time, at least one each.
func laidOut(parts []stretch, worked time.Duration, left, room int) []stretch {
	at, given := 0, 0
	for i, p := range parts {
		if !p.silent {
			parts[i].wide = max(1, int(int64(left)*int64(p.to.Sub(p.from)+time.Minute)/int64(worked)))
			given += parts[i].wide
		}
	}
	// Many short pauses leave too little: what does not fit is cut off at the beginning.
	spare := left - given
	for i := len(parts) - 1; i >= 0 && spare > 0; i-- {
		if !parts[i].silent {
			parts[i].wide, spare = parts[i].wide+spare, 0
		}
	}
	for spare < 0 && len(parts) > 1 {
		spare += parts[0].wide
		parts = parts[1:]
	}
	for i := range parts {
		parts[i].at = at
		at += parts[i].wide
	}
	if over := at - room; over < 0 {
		parts[0].wide -= over
		for i := 1; i < len(parts); i++ {
			parts[i].at -= over
		}
	}
	return parts
}

// cellOf is the cell of a time. What was cut off is in the first one.
func cellOf(parts []stretch, at time.Time) int {
	for _, p := range parts {
		if p.silent || at.After(p.to) {
			continue
		}
		took := p.to.Sub(p.from)
		if took <= 0 || at.Before(p.from) {
			return p.at
		}
		return p.at + min(p.wide-1, int(int64(p.wide)*int64(at.Sub(p.from))/int64(took)))
	}
	return 0
}

// times names the beginnings of work, the ember, the silence after it, and now.
func (r Ribbon) times(parts []stretch, ember, room int) styles.Line {
	line := spaces(margin)
	put := func(cell int, role styles.Role, text string) {
		if at := margin + cell; at >= line.Width() && at+len(text) <= margin+room {
			line = styles.Join(line.Pad(at), draw.Words(role, text), spaces(1))
		}
	}
	clock := func(t time.Time) string { return t.In(r.Now.Location()).Format("15:04") }
	for _, p := range parts {
		if !p.silent && (p.at+len("15:04") < ember || r.Ended) {
			put(p.at, styles.RoleMuted, clock(p.from))
		}
	}
	if r.Ended {
		return line
	}
	put(max(0, ember-len("15:04")/2), styles.RoleEmber, clock(r.Events[len(r.Events)-1]))
	if last := parts[len(parts)-1]; last.silent {
		words := "silent for " + phrase.Ago(last.to.Sub(last.from))
		put(last.at+(last.wide-len(words))/2, styles.RoleMuted, words)
		put(room-len("15:04"), styles.RoleMuted, clock(r.Now))
	}
	return line
}

func spaces(n int) styles.Line { return styles.Line{{Text: styles.Plain("").Pad(n)}} }
