package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"
)

// maker draws everything of one vault. The same seed and number make the same vault.
type maker struct {
	*rand.Rand
	// taken are the titles that the vault has, since a person could not tell equal ones apart.
	taken map[string]bool
	// hours counts the times that were given away: no two files of a vault have the same one.
	hours int
	// folders is how the folders are named.
	folders folderForm
	// ids counts the ids.
	ids int
}

func newMaker(seed, number int) *maker {
	m := &maker{Rand: rand.New(rand.NewPCG(uint64(seed), uint64(number))), taken: map[string]bool{}}
	m.folders = draw(m, folderForms)
	return m
}

// odds are things to choose from. A thing with n is chosen n times as often as one with 1.
type odds[T any] []struct {
	n int
	v T
}

func draw[T any](m *maker, from odds[T]) T {
	sum := 0
	for _, o := range from {
		sum += o.n
	}
	left := m.IntN(sum)
	for _, o := range from {
		if left -= o.n; left < 0 {
			return o.v
		}
	}
	return from[len(from)-1].v
}

func pick[T any](m *maker, from ...T) T { return from[m.IntN(len(from))] }

// some takes n things of a list, each once, in the order of the list.
func some[T any](m *maker, n int, from []T) []T {
	n = min(n, len(from))
	out := make([]T, 0, n)
	for i, v := range from {
		if m.IntN(len(from)-i) < n-len(out) {
			out = append(out, v)
		}
	}
	return out
}

// chance is true so many times in a hundred.
func (m *maker) chance(percent int) bool { return m.IntN(100) < percent }

// now is the time at which the vaults are read.
func now() time.Time { return time.Date(2026, 4, 1, 8, 0, 0, 0, time.UTC) }

// moment is a time in the month before now that no other file of the vault has, on another
// day than all others while there are days.
func (m *maker) moment() time.Time {
	m.hours++
	day := now().AddDate(0, 0, -2-m.hours%40)
	return time.Date(day.Year(), day.Month(), day.Day(), 1+m.hours%22, 3+m.hours%50, m.hours%60, 0, time.UTC)
}

// title is something to do that the vault has not yet.
func (m *maker) title() string {
	for {
		t := pick(m, deeds...)
		t = strings.ReplaceAll(t, "MONTH", pick(m, months...))
		t = strings.ReplaceAll(t, "FIRM", pick(m, firms...).name)
		t = strings.ReplaceAll(t, "NUMBER", fmt.Sprint(1000+m.IntN(9000)))
		if !m.taken[t] {
			m.taken[t] = true
			return t
		}
	}
}

// number is an id that the vault has not yet.
func (m *maker) number() int {
	m.ids++
	return 20 + m.ids
}

// slug writes a title as programs write file names.
func slug(title, join string) string {
	words := strings.FieldsFunc(strings.ToLower(title), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	})
	return strings.Join(words, join)
}
