// Package editor makes the operator's own editor ready to be run on one file. Besides
// vault/git and cli/notice it is the only one that runs a program.
package editor

import (
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Program is an editor that has not been started yet. It takes the terminal that it is
// given and gives it back when it ends.
type Program struct{ cmd *exec.Cmd }

// New makes an editor ready for a file: words are the program and its own arguments, as
// Words gives them. No shell reads any of it. The line, where it is not zero, is told to
// editors that are known to take one. It fails when there is no such program.
func New(words []string, file string, line int) (*Program, error) {
	if len(words) == 0 {
		return nil, errors.New("looking for the editor: no program is named")
	}
	if _, err := exec.LookPath(words[0]); err != nil {
		return nil, fmt.Errorf("looking for the editor: %w", err)
	}
	return &Program{exec.Command(words[0], arguments(words, file, line)...)}, nil
}

// arguments are those behind the program's name. A path that is absolute is no option.
func arguments(words []string, file string, line int) []string {
	args := slices.Clone(words[1:])
	if line > 0 && takesLine(words[0]) {
		args = append(args, "+"+strconv.Itoa(line))
	}
	return append(args, file)
}

// takesLine reports whether a program is known to go to the line of an argument +N ahead
// of the file.
func takesLine(program string) bool {
	name := strings.TrimSuffix(filepath.Base(program), ".exe")
	return slices.Contains([]string{"vi", "vim", "nvim", "nano", "emacs", "micro", "hx"}, name)
}

// pause is how long the screen has to come to rest before the editor starts. Bubble Tea
// v1 stops drawing without waiting for it to have stopped: a program that ends at once
// would find it stopping, and nothing would ever be drawn again.
const pause = 50 * time.Millisecond

// Run starts the editor and waits until it ends. It fails when the editor does.
func (p *Program) Run() error {
	time.Sleep(pause)
	return p.cmd.Run()
}

// SetStdin gives it what is typed.
func (p *Program) SetStdin(r io.Reader) { p.cmd.Stdin = r }

// SetStdout gives it the screen.
func (p *Program) SetStdout(w io.Writer) { p.cmd.Stdout = w }

// SetStderr gives it a place for errors.
func (p *Program) SetStderr(w io.Writer) { p.cmd.Stderr = w }

// Words splits the value of a variable such as EDITOR at blanks, as a shell splits plain
// words: quotes keep blanks together, and a backslash keeps a blank, a quote or another
// backslash from meaning anything; before other characters it stays, as paths of Windows
// need it. Nothing is expanded. It fails when a quote has no end.
func Words(text string) ([]string, error) {
	var words []string
	var word strings.Builder
	var quote rune
	inWord := false
	letters := []rune(text)
	for i := 0; i < len(letters); i++ {
		r := letters[i]
		switch blank := r == ' ' || r == '\t' || r == '\n'; {
		case r == '\\' && quote != '\'' && i+1 < len(letters) && escapable(letters[i+1], quote):
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

// escapable reports whether a backslash ahead of r means r itself; within double quotes
// a blank or a single quote needs none.
func escapable(r, quote rune) bool {
	if quote == '"' {
		return r == '"' || r == '\\'
	}
	return strings.ContainsRune(" \t\"'\\", r)
}
