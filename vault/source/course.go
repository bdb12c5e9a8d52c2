package source

import (
	"fmt"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"coldstart/model"
	"coldstart/vault/text"
)

// The most bytes that are kept of a session's words, and the most letters of what stands in one
// line: a title, a command, what came of it.
const (
	MostWords  = 2 << 10
	MostTitle  = 120
	MostAbout  = 300
	mostCame   = 60
	mostListed = 3
)

// OneLine is a text in one line, cut behind at most so many letters.
func OneLine(s string, most int) string {
	cut := len(s) > 8*most
	if cut {
		s = s[:text.BeforeWord(s, 8*most)]
	}
	words := strings.Join(strings.Fields(s), " ")
	if !cut && utf8.RuneCountInString(words) <= most {
		return words
	}
	n := 0
	for at := range words {
		if n++; n == most {
			return strings.ToValidUTF8(strings.TrimRight(words[:text.BeforeWord(words, at)], " "), "") + "…"
		}
	}
	return strings.ToValidUTF8(words, "") + "…"
}

// InDir is a file's path relative to a folder in which it lies, else as it is.
func InDir(dir, name string) string {
	if rest, ok := strings.CutPrefix(name, dir+string(filepath.Separator)); ok && dir != "" {
		return rest
	}
	return name
}

// FewFiles names a few files by their paths, and counts the others.
func FewFiles(names []string) string {
	if n := len(names); n > mostListed {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:mostListed], ", "), n-mostListed)
	}
	return strings.Join(names, ", ")
}

// Exited says what came of a command: its last words, behind its exit code where that is not 0,
// and whether it passed.
func Exited(code int, output string) (came, result string) {
	came = LastLine(output)
	if code == 0 {
		return came, "pass"
	}
	failed := fmt.Sprintf("exit %d", code)
	if came != "" {
		failed += ": " + came
	}
	return failed, "fail"
}

// LastLine is the last line of a text that says something.
func LastLine(s string) string {
	return OneLine(text.LastLine(s), mostCame)
}

// Touch puts a file that was edited in front of those edited before.
func Touch(all []string, name string) []string {
	kept := []string{name}
	for _, n := range all {
		if n != name && len(kept) < mostTouched {
			kept = append(kept, n)
		}
	}
	return kept
}

// mostTouched is how many edited files of one session are known.
const mostTouched = 200

// StepsSaid says in a few words what a plan of steps is, and how much of it is done.
func StepsSaid(steps []model.Step) (says, came string) {
	done, names := 0, make([]string, 0, len(steps))
	for _, s := range steps {
		names = append(names, s.Text)
		if s.Done() {
			done++
		}
	}
	says = fmt.Sprintf("%s: %s", model.Counted(len(steps), "step"), strings.Join(names, ", "))
	return OneLine(says, MostAbout), fmt.Sprintf("%d of %d done", done, len(steps))
}
