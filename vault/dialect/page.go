package dialect

import (
	"path"
	"strings"

	"coldstart/model"
)

// Page is one file, decoded and cut into front matter, lines and sections once.
// All readers take it, so that a file that is both a plan and a request is cut
// once only.
type Page struct {
	// Name is the path in the vault, with slashes.
	Name string
	// In are the folders of that vault.
	In *Folders
	// Notes says what was unusual about the bytes.
	Notes Notes
	// Troubles are the lines that other readers may stumble over.
	Troubles []Trouble

	place    place
	text     string
	front    frontMatter
	lines    []line
	sections []section
	labels   []label
}

// Fact is one value with how we know it.
type Fact struct {
	// Text is the value as written, but for quotes, list marks and bold marks.
	Text  string
	Basis model.Basis
	// Line is where it stands, counted from 1; zero when it stands in no line.
	Line int
}

// Given reports whether there is a value at all.
func (f Fact) Given() bool { return f.Text != "" }

// Open cuts up a file of a vault with these folders. Name is its path in the vault; b should be bounded by the
// caller (1 MiB is far above what real plans reach). Whatever the bytes are, it
// gives a page. Of a file whose ending no rule knows only the name is read, so that
// nothing of it can reach a screen.
func Open(in *Folders, name string, b []byte) *Page {
	p := &Page{Name: name, In: in, place: in.placeOf(name)}
	if !isText(name) && !isData(name) {
		return p
	}
	p.text, p.Notes = Decode(b)
	if isData(name) {
		p.front = jsonFront(p.text)
		return p
	}
	rows := strings.Split(p.text, "\n")
	p.front = readFront(rows)
	p.Troubles = p.front.troubles
	p.cut(rows)
	p.findSections()
	p.findLabels()
	return p
}

// base is the last part of the path.
func (p *Page) base() string { return path.Base(p.Name) }

// isBlank reports a file without any text.
func (p *Page) isBlank() bool { return strings.TrimSpace(p.text) == "" }

// body gives the lines of section s that are text of the file itself: outside
// fences, quotations and comments.
func (p *Page) body(s int) []line {
	return p.lines[p.sections[s].from:p.sections[s].to]
}
