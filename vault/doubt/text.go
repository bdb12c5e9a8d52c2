package doubt

import (
	"bytes"
	"fmt"
	"path"
	"regexp"
	"strings"
	"unicode/utf8"

	"coldstart/model"
	"coldstart/vault/dialect"
)

func (p *page) empty() []place {
	if strings.TrimSpace(p.text) != "" {
		return nil
	}
	return []place{{0, "there is nothing in it"}}
}

func (p *page) wide() []place {
	switch p.notes.Encoding {
	case dialect.UTF16LittleEndian, dialect.UTF16BigEndian:
		return []place{{0, "it is UTF-16, which the agents cannot read"}}
	}
	return nil
}

// noText finds bytes that no text has. Some programs refuse the whole file for one of
// them, and some read on with another character in its place.
func (p *page) noText() []place {
	if p.notes.Encoding == dialect.UTF16LittleEndian || p.notes.Encoding == dialect.UTF16BigEndian {
		return nil
	}
	var found []place
	if n := p.notes.Invalid; n > 0 {
		at := 0
		for r, size := utf8.DecodeRune(p.raw); r != utf8.RuneError || size > 1; r, size = utf8.DecodeRune(p.raw[at:]) {
			at += size
		}
		is := "is"
		if n > 1 {
			is = "are"
		}
		found = append(found, place{p.lineOf(at), fmt.Sprintf("%s of it %s no UTF-8 text, the first byte is 0x%02X; programs refuse the file, or read something else there", model.Counted(n, "part"), is, p.raw[at])})
	}
	if n := p.notes.Nulls; n > 0 {
		at := bytes.IndexByte(p.raw, 0)
		found = append(found, place{p.lineOf(at), fmt.Sprintf("it has %s, which no text has; programs refuse the file, or leave out what follows", model.Counted(n, "NUL byte"))})
	}
	return found
}

// lineOf is the line of the byte at an index of the file.
func (p *page) lineOf(at int) int {
	before, _ := dialect.Decode(p.raw[:at])
	return strings.Count(before, "\n") + 1
}

// copies are the names that programs which keep folders in step give to a file of
// which there are two versions (docs of Syncthing, Dropbox, Nextcloud, Obsidian Sync).
var copies = regexp.MustCompile(`(?i)\.sync-conflict-\d{8}-\d{6}|\([^)]*conflict(ed)? copy[^)]*\)|[ _-]conflict(ed)?[ _-]copy|_conf\(\d+\)|\(conflict(ed)?[^)]*\)`)

func (p *page) conflictCopy() []place {
	if !copies.MatchString(path.Base(p.name)) {
		return nil
	}
	return []place{{0, "it is the copy that a program made when two versions were written at once; decide the original"}}
}

// mostBlank is how many lines without anything may follow each other.
const mostBlank = 200

func (p *page) blankLines() []place {
	var found []place
	run := 0
	for i := 0; i <= len(p.lines); i++ {
		if i < len(p.lines) && strings.TrimSpace(p.lines[i]) == "" {
			run++
			continue
		}
		if run > mostBlank && i < len(p.lines) {
			found = append(found, place{i - run + 1, fmt.Sprintf("%d blank lines follow, and then the text goes on in line %d", run, i+1)})
		}
		run = 0
	}
	return found
}

func (p *page) mergeMarks() []place {
	for i, line := range p.lines {
		if strings.HasPrefix(line, "<<<<<<< ") {
			return []place{{i + 1, "two versions stand in it side by side: a merge was not finished"}}
		}
	}
	return nil
}

var (
	embedded = regexp.MustCompile(`!\[\[[^\]\n]+\]\]`)
	wikiLink = regexp.MustCompile(`\[\[([^\]\n]+)\]\]`)
	fileLink = regexp.MustCompile(`\]\(([^)\s:]+)\)`)
)

// embeds finds other files that a note program shows as part of this one.
func (p *page) embeds() []place {
	var found []place
	for i, line := range p.lines {
		if name := embedded.FindString(line); name != "" {
			found = append(found, place{i + 1, fmt.Sprintf("part of it stands in another file, which is not part of what is approved: %s", short(name))})
		}
	}
	return found
}

// leansOn names the first other file that the text points to without showing it.
func (p *page) leansOn() []place {
	body, first := p.body()
	for i, line := range body {
		if !strings.Contains(line, "]") {
			continue
		}
		line = embedded.ReplaceAllString(line, "")
		link := wikiLink.FindStringSubmatch(line)
		if link == nil {
			link = fileLink.FindStringSubmatch(line)
		}
		if link != nil {
			return []place{{first + i + 1, fmt.Sprintf("it points to other files, which are not part of what is approved: %s", short(link[1]))}}
		}
	}
	return nil
}

// sum is an amount of money as it stands in a text.
var sum = regexp.MustCompile(`(?:[$€£] ?|\b(?:EUR|USD|GBP|CHF|INR|PKR|Rs\.?) ?)([0-9][0-9.,]*[0-9]|[0-9])|\b([0-9][0-9.,]*[0-9]|[0-9]) ?(?:[$€£]|EUR\b|USD\b|GBP\b|CHF\b|INR\b|PKR\b)`)

// amounts compares the amount of the front matter with those of the text.
func (p *page) amounts() []place {
	r, ok := p.field("amount")
	if !ok {
		return nil
	}
	said := digits(bare(r.value))
	body, first := p.body()
	var other place
	for i, line := range body {
		for _, m := range sum.FindAllStringSubmatch(line, -1) {
			text := m[1] + m[2]
			if digits(text) == said {
				return nil
			}
			if other.line == 0 {
				other = place{first + i + 1, fmt.Sprintf("the text says %s where the amount in line %d is %s", strings.TrimSpace(m[0]), r.line, short(r.value))}
			}
		}
	}
	if other.line == 0 || said == "" {
		return nil
	}
	return []place{other}
}

// digits keeps the figures of an amount, without the cents when there are none.
func digits(text string) string {
	text = strings.TrimSuffix(strings.TrimSuffix(strings.TrimSpace(strings.TrimRight(text, "$€£ ABCDEFGHIJKLMNOPQRSTUVWXYZ")), ".00"), ",00")
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, text)
}
