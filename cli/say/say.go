// Package say has errors with hints, and the phrases that errors and answers share.
package say

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Dashed returns a flag as it is typed.
func Dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// JoinedWords joins words, as in "a, b or c".
func JoinedWords(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// ErrUsage marks command lines that are wrong for any vault, and references that fit several
// things.
var ErrUsage = errors.New("usage")

// Failure is an error with hints for the operator.
type Failure struct {
	what  string
	kind  error
	hints []string
	lines []string
}

// Error is what went wrong, without the hints.
func (f *Failure) Error() string { return f.what }

// Unwrap is the kind of failure, such as ErrUsage.
func (f *Failure) Unwrap() error { return f.kind }

// Usage is an error about the command line itself.
func Usage(what string, hints ...string) error { return Failed(ErrUsage, what, hints...) }

// Combined is the error for two flags that exclude each other.
func Combined(one, other string, hints ...string) error {
	return Usage(one+" and "+other+" cannot be combined", hints...)
}

// NoFlag is an error about a flag that a command does not have.
func NoFlag(command, flag string, hints ...string) error {
	return Usage(command+" has no flag "+flag, hints...)
}

// Failed is an error of a kind with a text of its own.
func Failed(kind error, what string, hints ...string) error { return &Failure{what, kind, hints, nil} }

// Hinted adds hints to an error of another package.
func Hinted(err error, hints ...string) error { return &Failure{err.Error(), err, hints, nil} }

// Listed is an error of a kind, with lines that belong to it.
func Listed(kind error, what string, lines []string, hints ...string) error {
	return &Failure{what, kind, hints, lines}
}

// Lines are the lines that belong to an error.
func Lines(err error) []string {
	var f *Failure
	if errors.As(err, &f) {
		return f.lines
	}
	return nil
}

// Hints are the hints of an error.
func Hints(err error) []string {
	var f *Failure
	if errors.As(err, &f) {
		return f.hints
	}
	return nil
}

// Unknown says that a word is none of its kind.
func Unknown(kind, word string) string { return fmt.Sprintf("unknown %s %s", kind, Quoted(word)) }

// Quoted quotes a foreign word. Special characters are shown when the line is written.
func Quoted(word string) string { return `"` + word + `"` }

// Each maps a list. The result is never nil, which JSON writes as [].
func Each[T, J any](list []T, one func(T) J) []J {
	out := make([]J, 0, len(list))
	for _, item := range list {
		out = append(out, one(item))
	}
	return out
}

// farthest is how many letters a typing slip may change.
const farthest = 2

// Suggest makes a hint of the candidate nearest to what was typed, or gives otherwise when
// none is near. Two slips in a word with another first letter make another word. Of equally
// near candidates the longer wins: it shares more letters.
func Suggest(typed string, candidates []string, otherwise string) string {
	best, least := "", farthest+1
	for _, c := range candidates {
		d := distance([]rune(typed), []rune(c))
		nearer := d < least || d == least && len(c) > len(best)
		likely := d <= 1 || d <= farthest && beginAlike(typed, c)
		if likely && nearer && d < len([]rune(c)) {
			best, least = c, d
		}
	}
	if best == "" {
		return otherwise
	}
	return "did you mean " + best + "?"
}

// beginAlike compares the first letters, behind the dashes of flags.
func beginAlike(a, b string) bool {
	first, _ := utf8.DecodeRuneInString(strings.TrimLeft(a, "-"))
	other, _ := utf8.DecodeRuneInString(strings.TrimLeft(b, "-"))
	return first == other
}

// distance is the number of letters to insert, remove, replace or swap with their neighbour
// to get from a to b, or more than farthest.
func distance(a, b []rune) int {
	if d := len(a) - len(b); d > farthest || -d > farthest {
		return farthest + 1
	}
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			rows[i][j] = min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(a)][len(b)]
}

// Place names a file and, where one is meant, the line.
func Place(path string, line int) string {
	if line == 0 {
		return path
	}
	return path + ":" + strconv.Itoa(line)
}

// Choices are the hints for a word that is none of the names.
func Choices(start, typed string, names []string) []string {
	hints := []string{start + strings.Join(names, ", ")}
	if near := Suggest(typed, names, ""); near != "" {
		hints = append([]string{near}, hints...)
	}
	return hints
}
