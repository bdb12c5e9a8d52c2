package watch

import (
	"fmt"
	"testing"
)

// BenchmarkLook looks at a vault of 5,000 plans in which nothing changes, as is done
// every few seconds.
func BenchmarkLook(b *testing.B) {
	c := contents{}
	for i := range 5000 {
		c[fmt.Sprintf("Plans/PLAN-%d.md", i)] = "x"
	}
	v, _ := open(b, c)
	l := scanner{where: v.where, timed: true}
	for b.Loop() {
		if s, err := l.scan(b.Context()); err != nil || len(s.stamps) < 5000 {
			b.Fatal(err)
		}
	}
}
