//go:build unix

package vault_test

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// counted tells how many cases a test tried and how many bytes of others they lost,
// for the table of testdata/trust.
func counted(t *testing.T, cases, lost int) {
	t.Helper()
	t.Attr("cases", strconv.Itoa(cases))
	t.Attr("lost-bytes", strconv.Itoa(lost))
}

// nothingLost fails when a line that stood in the agents' files, and that the decision
// leaves, is in none of the files afterwards, kept ones included.
func nothingLost(t *testing.T, start, end, after files) {
	t.Helper()
	if lost := lostLines(named(start), named(end), named(after)); len(lost) > 0 {
		t.Errorf("lost: %q", lost)
		counted(t, 0, len(strings.Join(lost, "")))
	}
}

func lostLines(start, end, after files) (lost []string) {
	stays, all := textsOf(end), textsOf(after)
	for _, name := range slices.Sorted(maps.Keys(start)) {
		for line := range strings.Lines(start[name]) {
			line = strings.TrimSpace(line)
			if strings.Contains(stays, line) && !strings.Contains(all, line) {
				lost = append(lost, line)
			}
		}
	}
	return lost
}

func textsOf(f files) string {
	return strings.Join(slices.Collect(maps.Values(f)), "\n")
}

func TestLostLinesAreFound(t *testing.T) {
	t.Parallel()
	start := files{"plan": "one\ntwo\nthree", "log": "four\n"}
	end := files{"plan": "one\n2\nthree", "log": "four\nfive\n"}
	for _, tt := range []struct {
		name  string
		after files
		lost  []string
	}{
		{"nothing happened", start, nil},
		{"as it should be", end, nil},
		{"a line is in a kept file", files{"plan": "one\ntwo", "kept": "three", "log": "four\n"}, nil},
		{"a line is gone", files{"plan": "one\n2\n", "log": "four\nfive\n"}, []string{"three"}},
		{"a file is gone", files{"plan": "one\n2\nthree"}, []string{"four"}},
	} {
		if got := lostLines(start, end, tt.after); !slices.Equal(got, tt.lost) {
			t.Errorf("%s: lost %q, want %q", tt.name, got, tt.lost)
		}
	}
}
