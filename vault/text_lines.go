package vault

import (
	"bytes"
	"errors"
	"iter"
	"strings"
	"unicode/utf8"

	"coldstart/model"
)

// lineAt gives the line that starts at offset at, without its line end, and the
// offset of the next one. A line ends at a line feed, with any number of carriage
// returns before it, or at carriage returns alone, as the reference program reads
// them.
func lineAt(b []byte, at int) (line []byte, next int) {
	end := at
	for end < len(b) && b[end] != '\n' && b[end] != '\r' {
		end++
	}
	for next = end; next < len(b) && b[next] == '\r'; {
		next++
	}
	if next < len(b) && b[next] == '\n' {
		next++
	}
	return b[at:end], next
}

// unfenced gives the lines that stand outside code fences, without line ends and
// the blanks before them. A fence that is never closed hides nothing: reading
// starts again behind it and takes no more fences. All lines share the memory of one
// text: who keeps a few of them clones these.
func unfenced(b []byte) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, line := range numberedUnfenced(b) {
			if !yield(line) {
				return
			}
		}
	}
}

// numberedUnfenced is unfenced with the number of each line, counted from 1.
func numberedUnfenced(b []byte) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		for at, line := range placedUnfenced(b) {
			if !yield(at.number, line) {
				return
			}
		}
	}
}

// linePlace is where a line stands: its number, counted from 1, its offset, and
// that of the next line.
type linePlace struct{ number, from, next int }

// placedUnfenced is unfenced with the place of each line.
func placedUnfenced(b []byte) iter.Seq2[linePlace, string] {
	return func(yield func(linePlace, string) bool) {
		text := string(b)
		var now, behind linePlace
		open, heeded := "", true
		for now.next < len(b) {
			raw, next := lineAt(b, now.next)
			now = linePlace{now.number + 1, now.next, next}
			line := text[now.from : now.from+len(bytes.TrimRight(raw, " \t"))]
			mark := ""
			if heeded {
				mark = fenceMark(line)
			}
			switch {
			case open != "":
				if strings.HasPrefix(mark, open) && strings.TrimSpace(line) == mark {
					open = ""
				}
			case mark != "":
				open, behind = mark, now
			case !yield(now, line):
				return
			}
			if now.next == len(b) && open != "" {
				now, open, heeded = behind, "", false
			}
		}
	}
}

// fenceMark gives the three or more backticks or tildes that a line starts with,
// "" when it is no fence. Backticks further on make it text, not a fence.
func fenceMark(line string) string {
	line = strings.TrimLeft(line, " \t")
	for _, c := range []string{"`", "~"} {
		rest := strings.TrimLeft(line, c)
		mark := line[:len(line)-len(rest)]
		if len(mark) >= 3 && (c == "~" || !strings.Contains(rest, c)) {
			return mark
		}
	}
	return ""
}

// errEmpty is what is wrong with a file that has to say something and says nothing.
var errEmpty = errors.New("the file is empty")

func isBlank(b []byte) bool { return len(bytes.TrimSpace(bytes.TrimPrefix(b, bom))) == 0 }

func emptyFile(name, hint string) model.Problem {
	return model.Problem{Path: name, Reason: errEmpty.Error(), Hint: hint}
}

// checkUTF8 fails at the first line that is not UTF-8, which agents cannot read.
func checkUTF8(b []byte) error {
	if utf8.Valid(b) {
		return nil
	}
	for at, line := 0, 1; at < len(b); line++ {
		text, next := lineAt(b, at)
		if !utf8.Valid(text) {
			return &lineError{line, "text is not UTF-8"}
		}
		at = next
	}
	return nil
}
