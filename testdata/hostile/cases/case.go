// Package cases makes hostile vaults: files as an agent might write them that has
// been told to deceive its operator, to steer the terminal, or to break the reader.
//
// A [Case] says what it is and what is expected of a dashboard that meets it. The
// files of a case are the same each time. Its texts carry canary words before,
// inside and after what is hostile in them, so that a test can tell whether any of
// it was lost on the way to the screen.
//
// All names and addresses are invented. Nothing here is used by the program.
package cases

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Class is what is expected of a dashboard that meets a case. In every class it
// stays alive, loses nothing, and no control character of a file gets out.
type Class string

// The classes.
const (
	// Show: it is listed and shown with visible escapes, and may be decided.
	Show Class = "show"
	// Ack: as Show, with a warning that says what is odd, and one more deliberate
	// step before a yes.
	Ack Class = "ack"
	// Block: it is listed with the reason why it cannot be approved.
	Block Class = "block"
	// Note: it is no request; it is named and never touched.
	Note Class = "note"
	// Keep: a file of data. What can be read is shown, the rest is named, and an edit
	// changes nothing else.
	Keep Class = "keep"
)

// Case is one hostile thing.
type Case struct {
	// Name begins with the letter and number by which the case is known.
	Name string
	// What says how it is hostile.
	What  string
	Class Class
	// Alone is true for a case that needs a vault of its own, because a vault has only
	// one of its file.
	Alone bool
	// Big marks cases of many megabytes or thousands of files, Special those that need
	// more than plain files and folders: pipes, devices, permissions.
	Big, Special bool
	Files        []File
}

// File is one file of a case.
type File struct {
	// Path is relative to the vault, with slashes; it may lead out of the vault.
	Path string
	Text string
	// Fill makes the text of a file that is too long to be kept around; it is nil for
	// the others. Size makes a file of so many bytes without writing them.
	Fill func() string
	Size int64
	Kind Kind
	// Target is where a link leads: for a symbolic link as it stands in the link, for
	// another name of a file its path in the vault.
	Target string
	// Mode is the permissions, zero for the usual ones.
	Mode fs.FileMode
}

// Kind is what a File is.
type Kind int

// The kinds.
const (
	Regular Kind = iota
	Link         // a symbolic link
	Alias        // another name of a file that is there already
	Folder
	Pipe
	Socket
	Device
)

// Bytes are what stands in the file, nil for what is no regular file of bytes.
func (f File) Bytes() []byte {
	switch {
	case f.Kind != Regular || f.Size > 0:
		return nil
	case f.Fill != nil:
		return []byte(f.Fill())
	}
	return []byte(f.Text)
}

var canary = regexp.MustCompile(`CANARY-[a-z][0-9]+[a-z]?-[1-9]`)

// Canaries are the canary words in a text, each once and in their order.
func Canaries(text string) []string {
	var words []string
	for _, w := range canary.FindAllString(text, -1) {
		if !slices.Contains(words, w) {
			words = append(words, w)
		}
	}
	return words
}

// marked replaces <1> to <9> by the canary words of a case.
func marked(name, text string) string {
	short, _, _ := strings.Cut(name, "-")
	var pairs []string
	for _, digit := range "123456789" {
		pairs = append(pairs, "<"+string(digit)+">", "CANARY-"+short+"-"+string(digit))
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// All returns every case, ordered by name within its group.
func All() []Case {
	return slices.Concat(
		terminalCases(), meaningCases(), fieldCases(), yamlCases(), nameCases(), fileCases(),
		eventCases(), memoryCases(), researchCases(), planCases(), markdownCases(),
	)
}

// Options say which cases are made.
type Options struct {
	// Big and Special take the cases in that are so marked.
	Big, Special bool
}

// Chosen are the cases that the options take in.
func Chosen(o Options) []Case {
	return slices.DeleteFunc(All(), func(c Case) bool { return c.Big && !o.Big || c.Special && !o.Special })
}

// Together are those of them that can lie in one vault.
func Together(o Options) []Case {
	return slices.DeleteFunc(Chosen(o), func(c Case) bool { return c.Alone })
}

// Walked are the cases that a test walks over one by one: all that the options take
// in, and every fifth of them under the race detector. It looks for what runs at the
// same time, which no text of a vault changes, and takes five times as long.
func Walked(o Options) []Case {
	const nth = 5
	all := Chosen(o)
	if !underRace {
		return all
	}
	var some []Case
	for i, c := range all {
		if i%nth == 0 {
			some = append(some, c)
		}
	}
	return some
}

// MakeAll makes the folder dir with one vault that has all the cases together, and
// one for each that has to be alone. It returns the vaults, and what Make gives.
func MakeAll(dir string, o Options) (vaults, left []string, err error) {
	var together []Case
	for _, c := range Chosen(o) {
		if !c.Alone {
			together = append(together, c)
			continue
		}
		vaults = append(vaults, filepath.Join(dir, c.Name))
		missed, err := Make(vaults[len(vaults)-1], c)
		if left = append(left, missed...); err != nil {
			return nil, nil, err
		}
	}
	vaults = append(vaults, filepath.Join(dir, "together"))
	missed, err := Make(vaults[len(vaults)-1], together...)
	return vaults, append(left, missed...), err
}

// Make makes the vault dir, which must not be there, out of Base and some cases. It
// gives the files of special cases that this system, or this account, cannot make.
func Make(dir string, some ...Case) (left []string, err error) {
	if _, err := os.Lstat(dir); err == nil {
		return nil, fmt.Errorf("making a hostile vault: %s is there already", dir)
	}
	for _, f := range Base() {
		if err := f.make(dir); err != nil {
			return nil, err
		}
	}
	for _, c := range some {
		for _, f := range c.Files {
			err := f.make(dir)
			if err != nil && !c.Special {
				return left, err
			}
			if err != nil {
				left = append(left, f.Path)
			}
		}
	}
	return left, nil
}

func (f File) make(dir string) error {
	path := filepath.Join(dir, filepath.FromSlash(f.Path))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("making a hostile vault: %w", err)
	}
	if err := f.put(dir, path); err != nil {
		return fmt.Errorf("making a hostile vault: %w", err)
	}
	if f.Mode == 0 {
		return nil
	}
	return os.Chmod(path, f.Mode)
}

func (f File) put(dir, path string) error {
	switch f.Kind {
	case Link:
		return os.Symlink(f.Target, path)
	case Alias:
		return os.Link(filepath.Join(dir, filepath.FromSlash(f.Target)), path)
	case Folder:
		return os.MkdirAll(path, 0o755)
	case Pipe, Socket, Device:
		return special(f.Kind, path)
	}
	to, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	if f.Size > 0 {
		return errors.Join(to.Truncate(f.Size), to.Close())
	}
	_, err = to.Write(f.Bytes())
	return errors.Join(err, to.Close())
}

// Release returns the right to every folder below dir back: what cannot be read could
// not be removed either.
func Release(dir string) {
	_ = filepath.WalkDir(dir, func(path string, e fs.DirEntry, _ error) error {
		if e != nil && e.IsDir() {
			return os.Chmod(path, 0o755)
		}
		return nil
	})
}
