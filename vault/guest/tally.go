package guest

import (
	"fmt"
	"strings"
)

// Tally counts words, in the order in which each came first.
type Tally struct {
	order  []string
	counts map[string]int
}

// Add counts a word.
func (t *Tally) Add(word string) {
	if t.counts == nil {
		t.counts = map[string]int{}
	}
	if t.counts[word]++; t.counts[word] == 1 {
		t.order = append(t.order, word)
	}
}

// Of is how often a word came.
func (t Tally) Of(word string) int { return t.counts[word] }

// String lists the words with their counts: "2 pending, 1 done".
func (t Tally) String() string {
	all := make([]string, len(t.order))
	for i, word := range t.order {
		all[i] = fmt.Sprintf("%d %s", t.counts[word], word)
	}
	return strings.Join(all, ", ")
}
