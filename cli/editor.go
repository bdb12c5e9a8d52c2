package cli

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"coldstart/vault"
)

// editor gives the words that open a file of the vault at dir in the operator's own
// editor: the one of VISUAL, else of EDITOR. No shell reads them. The line, where it is
// not zero, is told to editors that are known to take one. The program must not be one
// that agents could put there.
func (c *call) editor(dir, file string, line int) ([]string, error) {
	for _, name := range []string{"VISUAL", "EDITOR"} {
		text := c.env.Getenv(name)
		if strings.TrimSpace(text) == "" {
			continue
		}
		words, err := plainWords(text)
		switch {
		case err != nil:
			return nil, fmt.Errorf("reading %s: %w", name, err)
		case words[0] == "":
			return nil, fmt.Errorf("reading %s: it names no program", name)
		case filepath.Base(words[0]) != words[0] && !filepath.IsAbs(words[0]):
			return nil, fmt.Errorf("reading %s: %s is a relative path; write its whole path, or its name alone", name, words[0])
		case filepath.IsAbs(words[0]) && vault.Holds(dir, words[0]):
			return nil, fmt.Errorf("reading %s: %s lies in the vault, where agents write", name, words[0])
		}
		if line > 0 && takesLine(words[0]) {
			words = append(words, "+"+strconv.Itoa(line))
		}
		// A path that is absolute is no option.
		return append(words, file), nil
	}
	return nil, errors.New("neither VISUAL nor EDITOR names one; put a name there, as in export EDITOR=nano")
}

// takesLine reports whether a program is known to go to the line of an argument +N ahead
// of the file.
func takesLine(program string) bool {
	name := strings.TrimSuffix(filepath.Base(program), ".exe")
	return slices.Contains([]string{"vi", "vim", "nvim", "nano", "emacs", "micro", "hx"}, name)
}

// plainWords splits a text that is not blank at its blanks, as a shell splits plain
// words: quotes keep blanks together, and a backslash keeps a blank, a quote or another
// backslash from meaning anything; before other characters it stays, as paths of Windows
// need it. Nothing is expanded. It fails when a quote has no end.
func plainWords(text string) ([]string, error) {
	var words []string
	var word strings.Builder
	var quote rune
	inWord := false
	letters := []rune(text)
	for i := 0; i < len(letters); i++ {
		r := letters[i]
		switch blank := r == ' ' || r == '\t' || r == '\n'; {
		case r == '\\' && i+1 < len(letters) && escapable(letters[i+1], quote):
			i++
			inWord = true
			word.WriteRune(letters[i])
		case quote != 0 && r == quote:
			quote = 0
		case quote == 0 && (r == '\'' || r == '"'):
			quote, inWord = r, true
		case quote == 0 && blank && inWord:
			words, inWord = append(words, word.String()), false
			word.Reset()
		case quote == 0 && blank:
		default:
			inWord = true
			word.WriteRune(r)
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("a quote %c has no end", quote)
	}
	if inWord {
		words = append(words, word.String())
	}
	return words, nil
}

// escapable reports whether a backslash ahead of r means r itself, which depends on the
// quotes around them.
func escapable(r, quote rune) bool {
	switch quote {
	case '\'':
		return false
	case '"':
		return r == '"' || r == '\\'
	}
	return strings.ContainsRune(" \t\"'\\", r)
}
