package main

import (
	"fmt"
	"strings"
	"unicode/utf16"
)

// entry is one key with its value. The key is written as words; Below is the key that it is
// nested in, empty for most.
type entry struct{ key, value, below string }

// sheet is a Markdown file that is being written.
type sheet struct {
	m       *maker
	form    metaForm
	spelled spelling
	entries []entry
	title   string
	body    strings.Builder
}

// set adds a key.
func (s *sheet) set(key, value string) { s.entries = append(s.entries, entry{key: key, value: value}) }

// setBelow adds a key inside another one. Only a front matter can nest.
func (s *sheet) setBelow(outer, key, value string) {
	if !s.fronted() {
		outer = ""
	}
	s.entries = append(s.entries, entry{key, value, outer})
}

// fronted tells whether the keys are in a front matter.
func (s *sheet) fronted() bool { return s.form == frontMatter || s.form == lateFront }

// section writes a heading and the lines below it.
func (s *sheet) section(heading string, lines ...string) {
	s.lines(append([]string{heading, ""}, lines...)...)
}

// lines writes lines and a blank one.
func (s *sheet) lines(lines ...string) {
	for _, l := range lines {
		s.body.WriteString(l + "\n")
	}
	s.body.WriteString("\n")
}

// text is the whole file.
func (s *sheet) text() string {
	var b strings.Builder
	head := ""
	if s.title != "" {
		head = s.title + "\n\n"
	}
	switch s.form {
	case frontMatter:
		b.WriteString(s.front() + "\n" + head)
	case lateFront:
		b.WriteString(head + s.front() + "\n")
	default:
		b.WriteString(head + s.stated())
	}
	b.WriteString(s.body.String())
	return b.String()
}

// front is the front matter.
func (s *sheet) front() string {
	if len(s.entries) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("---\n")
	within := ""
	for _, e := range s.entries {
		indent := ""
		if e.below != "" {
			indent = "  "
			if e.below != within {
				fmt.Fprintf(&b, "%s:\n", s.spelled.key(e.below))
			}
		}
		within = e.below
		value := e.value
		if s.m.chance(12) && !strings.Contains(value, `"`) {
			value = `"` + value + `"`
		}
		fmt.Fprintf(&b, "%s%s: %s\n", indent, s.spelled.key(e.key), value)
	}
	if s.m.chance(2) {
		// A program that forgot the end of the line, or the end of it all.
		return strings.TrimSuffix(b.String(), "\n") + pick(s.m, "---\n", "\n")
	}
	b.WriteString("---\n")
	return b.String()
}

// stated are the keys in the body.
func (s *sheet) stated() string {
	if len(s.entries) == 0 {
		return ""
	}
	var b strings.Builder
	if s.form == tableRows {
		b.WriteString(pick(s.m, "| Field | Value |\n|---|---|\n", "| Property | Value |\n|----------|-------|\n"))
	}
	bold := pick(s.m, "**%s:** %s", "**%s**: %s")
	for _, e := range s.entries {
		key := titleCase(e.key)
		switch s.form {
		case tableRows:
			fmt.Fprintf(&b, pick(s.m, "| %s | %s |\n", "| **%s** | %s |\n"), key, e.value)
		case boldItems:
			fmt.Fprintf(&b, "- "+bold+"\n", key, e.value)
		case plainLines:
			fmt.Fprintf(&b, "%s: %s\n", key, e.value)
		default:
			fmt.Fprintf(&b, bold+"  \n", key, e.value)
		}
	}
	b.WriteString("\n")
	return b.String()
}

// encode makes bytes of a text.
func encode(text string, how byteForm) []byte {
	switch how {
	case bytesCRLF:
		return []byte(strings.ReplaceAll(text, "\n", "\r\n"))
	case bytesTwice:
		return []byte(strings.ReplaceAll(text, "\n", "\r\r\n"))
	case bytesMark:
		return []byte("\uFEFF" + text)
	case bytesWide:
		out := []byte{0xFF, 0xFE}
		for _, u := range utf16.Encode([]rune(text)) {
			out = append(out, byte(u), byte(u>>8))
		}
		return out
	case bytesNul:
		return []byte(text + "The end.\x00\n")
	case bytesInvalid:
		return []byte(text + "Stra\xDFe 4\n")
	case bytesFiller:
		return []byte(text + strings.Repeat("\u034F \u200C\u00AD ", 20) + "\n")
	}
	return []byte(text)
}
