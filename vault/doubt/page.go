package doubt

import (
	"strings"

	"gopkg.in/yaml.v3"

	"coldstart/vault/text"
)

// page is a request as the rules see it.
type page struct {
	name  string
	raw   []byte
	text  string
	notes text.Notes
	// lines are all lines of the text, without their ends.
	lines []string
	// open and close are the indexes of the fences in lines, -1 where there is none;
	// close is -1 as well for a block that never ends.
	open, close int
	// rows are the lines between the fences.
	rows []row
	own  bool
	// top is the front matter as the YAML library reads it, nil where it was not read;
	// yamlErr is why it could not be.
	top     *yaml.Node
	yamlErr error
	// long is true when it is too long to read.
	long bool
}

// row is one line of the front matter.
type row struct {
	// line counts from 1 in the file.
	line int
	text string
	// key and value are those of a line "key: value" at the margin, else empty. The
	// key is as written; the value has no comment after it.
	key, value string
	// name is the key as a program reads it, decides true where a decision rests on it.
	name    string
	decides bool
}

const fence = "---"

func read(name string, b []byte, decoded string, notes text.Notes) *page {
	p := &page{name: name, raw: b, open: -1, close: -1, text: decoded, notes: notes}
	p.lines = strings.Split(p.text, "\n")
	// Nothing is too long for a front matter that is doubted.
	block, ok := text.FindBlock(p.text, text.Rules{})
	if !ok {
		return p
	}
	p.open = block.Line - 2
	end := block.Last
	if block.Ends == text.Closed {
		p.close = block.Last - 1
		end--
	}
	p.rows = make([]row, 0, max(0, end-p.open-1))
	for i := p.open + 1; i < end; i++ {
		r := row{line: i + 1, text: p.lines[i]}
		r.key, r.value = splitRow(p.lines[i])
		r.name = yamlKey(r.key)
		r.decides = decides(r.name)
		p.rows = append(p.rows, r)
	}
	_, p.own = p.field("plan_id")
	p.parse()
	return p
}

// body is the text after the front matter, with the index of its first line.
func (p *page) body() (lines []string, first int) {
	switch {
	case p.close >= 0:
		first = p.close + 1
	case len(p.rows) > 0:
		first = p.rows[len(p.rows)-1].line
	}
	return p.lines[first:], first
}

// splitRow reads "key: value" at the margin, without a comment after it.
func splitRow(line string) (key, value string) {
	if line == "" || strings.ContainsRune(" \t#-", rune(line[0])) {
		return "", ""
	}
	f, ok := text.ScanField(line, 0, 0)
	if !ok {
		return "", ""
	}
	value, _ = text.SplitComment(strings.TrimSpace(line[f.From:]))
	return f.Key, value
}

// bare is a value without its quotes.
func bare(value string) string {
	if n := len(value); n > 1 && (value[0] == '"' || value[0] == '\'') && value[n-1] == value[0] {
		return value[1 : n-1]
	}
	return value
}

func isQuoted(value string) bool { return value != "" && (value[0] == '"' || value[0] == '\'') }

// field finds the first row of a key of the agents' own schema.
func (p *page) field(key string) (row, bool) {
	for _, r := range p.rows {
		if strings.TrimSpace(bare(strings.TrimSpace(r.key))) == key {
			return r, true
		}
	}
	return row{}, false
}

// goesOn reports whether the value of a row has more lines below it.
func (p *page) goesOn(r row) bool {
	for next := r.line - p.open - 1; next >= 0 && next < len(p.rows); next++ {
		if text := p.rows[next].text; strings.TrimSpace(text) != "" {
			return strings.HasPrefix(text, " ") || strings.HasPrefix(text, "\t") || strings.HasPrefix(text, "- ")
		}
	}
	return false
}
