package store

import (
	"bytes"
	"cmp"
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
	MostWords  = 4 << 10
	MostTitle  = 120
	MostAbout  = 300
	MostCame   = 80
	mostListed = 3
)

// Words are a text without blanks around it, and no longer than what is kept of it.
func Words(s string) string {
	s = strings.TrimSpace(s)
	if len(s) > MostWords {
		s = strings.ToValidUTF8(s[:text.BeforeWord(s, MostWords)], "") + "…"
	}
	return s
}

// OneLine is a text in one line, cut behind at most so many letters.
func OneLine(s string, most int) string { return oneLine(s, most, model.OneLine) }

// Command is as OneLine what an agent calls, with a sign where a line ends: of several commands none looks
// like words of the one before, and a rule of the gate finds it as it finds the call.
func Command(s string) string {
	return oneLine(s, MostAbout, func(s string) string {
		if strings.Contains(s, "\n") {
			s = model.Joined(s)
		}
		return model.OneLine(s)
	})
}

func oneLine(s string, most int, tidy func(string) string) string {
	cut := len(s) > 8*most
	if cut {
		s = s[:text.BeforeWord(s, 8*most)]
	}
	words := tidy(s)
	if !cut && (len(words) <= most || utf8.RuneCountInString(words) <= most) {
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
		return filepath.ToSlash(rest)
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
	return OneLine(text.LastLine(s), MostCame)
}

// LinesIn counts the lines of a text as written in JSON.
func LinesIn(raw []byte) int {
	if len(raw) <= 2 || raw[0] != '"' {
		return 0
	}
	n := 0
	for i := 1; i < len(raw)-1; i++ {
		if raw[i] != '\\' {
			continue
		}
		if i++; raw[i] == 'n' {
			n++
		}
	}
	if !bytes.HasSuffix(raw, []byte(`\n"`)) {
		n++
	}
	return n
}

// maxPicked is how many members of an object are asked for at once.
const maxPicked = 12

// Pick returns the values of some members of the JSON object at the beginning of b, as written; nil
// for what is not there.
func Pick(b []byte, keys ...string) (values [maxPicked][]byte) {
	s := text.NewScan(b)
	for key := range s.Members() {
		for i, k := range keys {
			if string(key) == k {
				values[i] = s.Raw()
				break
			}
		}
	}
	return values
}

// Member is the text of one member of a JSON object, of a few thousand bytes at most.
func Member(object []byte, name string) string { return text.Decoded(Pick(object, name)[0], MostWords) }

// Whole reports whether bytes are one whole JSON value.
func Whole(b []byte) bool {
	s := text.NewScan(b)
	s.Raw()
	return s.Whole()
}

// Lines calls read for the lines that say something. Of a last one without an end that is no whole
// value it returns torn.
func Lines(part []byte, read func(line []byte)) (torn bool) {
	for line := range bytes.Lines(part) {
		ended := bytes.HasSuffix(line, []byte("\n"))
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		if !ended && !Whole(line) {
			return true
		}
		read(line)
	}
	return false
}

// About says in one line what a call is about: the first of some members of its arguments that says
// something, a path relative to dir.
func About(args []byte, dir string, names ...string) string {
	best, about := len(names), ""
	s := text.NewScan(args)
	for key := range s.Members() {
		for i, name := range names[:best] {
			if name != string(key) {
				continue
			}
			if said := Command(text.Decoded(s.Raw(), 8*MostAbout)); said != "" {
				best, about = i, said
			}
			break
		}
	}
	if best < len(names) && strings.HasSuffix(names[best], "path") {
		return InDir(dir, about)
	}
	return about
}

// mostAsked is how many questions a call asks, and how many answers each has to choose from.
const mostAsked = 20

// Questions are what an agent asks in a JSON list, with the answers to choose from.
func Questions(list []byte) (all []model.Question) {
	s := text.NewScan(list)
	for range s.Elements() {
		f := Pick(s.Raw(), "question", "header", "options")
		q := model.Question{Text: OneLine(cmp.Or(text.Decoded(f[0], MostWords), text.Decoded(f[1], MostWords)), MostWords)}
		options := text.NewScan(f[2])
		for range options.Elements() {
			raw := options.Raw()
			if label := OneLine(cmp.Or(text.Decoded(raw, MostWords), Member(raw, "label")), MostAbout); label != "" && len(q.Options) < mostAsked {
				q.Options = append(q.Options, model.Option{Label: label, About: OneLine(Member(raw, "description"), MostAbout)})
			}
		}
		if q.Text != "" && len(all) < mostAsked {
			all = append(all, q)
		}
	}
	return all
}
