package main

import (
	"fmt"
	"math"
	"strings"
	"time"
)

// line is one curve of the plot.
type line struct {
	name, dash string
	y          func(r row) time.Duration
}

// Of the plot: its size, and the room for words around it.
const (
	width, height            = 740, 440
	left, right, top, bottom = 70, 190, 40, 50
)

// draw gives an SVG with the times of vaults of plans, on logarithmic axes: what grows
// with the vault is a straight line from corner to corner, and what does not lies flat.
func draw(rows []row) string {
	lines := []line{
		{"load", "", func(r row) time.Duration { return r.load }},
		{"floor of the load", "2 4", func(r row) time.Duration { return r.floor }},
		{"reload, one changed", "8 4", func(r row) time.Duration { return r.reload }},
		{"key of a search", "10 3 2 3", func(r row) time.Duration { return percentile(r.look.find, 95) }},
		{"key of the cursor", "1 3", func(r row) time.Duration { return percentile(r.look.move, 95) }},
	}
	var plans []row
	least, most := time.Duration(math.MaxInt64), time.Duration(0)
	for _, r := range rows {
		if r.name != "plans" {
			continue
		}
		plans = append(plans, r)
		for _, l := range lines {
			least, most = min(least, l.y(r)), max(most, l.y(r))
		}
	}
	x := axis{math.Log10(float64(plans[0].n)), math.Log10(float64(plans[len(plans)-1].n)), left, width - right}
	y := axis{math.Floor(math.Log10(float64(least) / 1e6)), math.Ceil(math.Log10(float64(most) / 1e6)), height - bottom, top}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="13" fill="#222">`+"\n", width, height)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="#fff"/>`+"\n", width, height)
	fmt.Fprintf(&b, `<text x="%d" y="22" font-size="15">Milliseconds by number of plans, both logarithmic</text>`+"\n", left)
	for p := y.from; p <= y.to; p++ {
		fmt.Fprintf(&b, `<path d="M%d %.1fH%d" stroke="#ddd"/><text x="%d" y="%.1f" text-anchor="end">%s</text>`+"\n",
			left, y.at(p), width-right, left-8, y.at(p)+4, power(p))
	}
	for _, r := range plans {
		at := x.at(math.Log10(float64(r.n)))
		fmt.Fprintf(&b, `<path d="M%.1f %dV%d" stroke="#ddd"/><text x="%.1f" y="%d" text-anchor="middle">%d</text>`+"\n", at, top, height-bottom, at, height-bottom+20, r.n)
	}
	for i, l := range lines {
		var points []string
		for _, r := range plans {
			points = append(points, fmt.Sprintf("%.1f %.1f", x.at(math.Log10(float64(r.n))), y.at(math.Log10(float64(l.y(r))/1e6))))
		}
		fmt.Fprintf(&b, `<path d="M%s" fill="none" stroke="#114488" stroke-width="2" stroke-dasharray="%s"/>`+"\n", strings.Join(points, "L"), l.dash)
		at := top + 10 + 24*i
		fmt.Fprintf(&b, `<path d="M%d %dh34" stroke="#114488" stroke-width="2" stroke-dasharray="%s"/><text x="%d" y="%d">%s</text>`+"\n",
			width-right+10, at, l.dash, width-right+50, at+4, l.name)
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// axis puts logarithms between two places of the picture.
type axis struct{ from, to, begin, end float64 }

func (a axis) at(v float64) float64 {
	if a.to == a.from {
		return a.begin
	}
	return a.begin + (v-a.from)/(a.to-a.from)*(a.end-a.begin)
}

func power(p float64) string { return fmt.Sprintf("%g", math.Pow(10, p)) }
