package cases

import (
	"io/fs"
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

// All gives every case, ordered by name within its group.
func All() []Case {
	return slices.Concat(
		terminalCases(), meaningCases(), fieldCases(), yamlCases(), nameCases(), fileCases(),
		eventCases(), memoryCases(), researchCases(), planCases(), markdownCases(),
	)
}
