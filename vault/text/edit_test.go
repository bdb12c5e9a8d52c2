package text

import (
	"slices"
	"testing"
)

func TestChangedTellsEachLineOnce(t *testing.T) {
	t.Parallel()
	const page = "{\"a\": 1, \"b\": 2},\n{\"a\": 3},\n{\"a\": 4}\n"
	for _, tt := range []struct {
		name          string
		splices       []Splice
		before, after []string
	}{
		{"two changes in a line", []Splice{{6, 7, "5"}, {14, 15, "6"}}, []string{`{"a": 1, "b": 2},`}, []string{`{"a": 5, "b": 6},`}},
		{"one in each of two", []Splice{{24, 25, "5"}, {6, 7, "6"}}, []string{`{"a": 1, "b": 2},`, `{"a": 3},`}, []string{`{"a": 6, "b": 2},`, `{"a": 5},`}},
		{"a line goes, from the middle of it", []Splice{{19, 29, ""}}, []string{`{"a": 3},`}, nil},
	} {
		before, after := Changed([]byte(page), tt.splices)
		if !slices.Equal(before, tt.before) || !slices.Equal(after, tt.after) {
			t.Errorf("%s: %q became %q", tt.name, before, after)
		}
	}
}
