package dialect

import "strings"

// line is one line of a body that is not blank.
type line struct {
	// text has no blanks at its end.
	text   string
	number int32
	// section is the index of the section the line stands in.
	section int32
	at      setting
}

// setting is what surrounds a line.
type setting uint8

const (
	inBody setting = iota
	inHeading
	inFence
	inQuote
	inComment
)

// cut takes the rows outside the front matter as lines and finds out what
// surrounds each.
func (p *Page) cut(rows []string) {
	n := 0
	for _, row := range rows {
		if row != "" {
			n++
		}
	}
	p.lines = make([]line, 0, n)
	for k, row := range rows {
		if k >= p.front.from && k < p.front.to {
			continue
		}
		if text := strings.TrimRight(row, " \t"); text != "" {
			p.lines = append(p.lines, line{text: text, number: int32(k + 1)})
		}
	}
	settle(p.lines)
}

// settle finds fences, comments, quotations and headings. A fence or a comment
// that is never closed hides nothing: reading starts again behind it and takes no
// more of its kind.
func settle(lines []line) {
	fences, comments := true, true
	open, opened := "", 0
	for i := 0; ; i++ {
		if i == len(lines) {
			if open == "" {
				return
			}
			fences, comments = fences && open == commentOpen, comments && open != commentOpen
			i, open = opened, ""
			lines[i].at = inBody
			continue
		}
		l := &lines[i]
		text := strings.TrimLeft(l.text, " \t")
		mark := fenceMark(text)
		switch {
		case open == commentOpen:
			l.at = inComment
			if strings.Contains(text, commentClose) {
				open = ""
			}
		case open != "":
			l.at = inFence
			if strings.HasPrefix(mark, open) && mark == text {
				open = ""
			}
		case fences && mark != "":
			l.at, open, opened = inFence, mark, i
		case comments && strings.HasPrefix(text, commentOpen):
			l.at = inComment
			if !strings.Contains(text[len(commentOpen):], commentClose) {
				open, opened = commentOpen, i
			}
		default:
			l.at = plainSetting(l.text, text)
		}
	}
}

const (
	commentOpen  = "<!--"
	commentClose = "-->"
)

func plainSetting(row, text string) setting {
	if text[0] == '>' {
		return inQuote
	}
	if _, _, ok := heading(row); ok {
		return inHeading
	}
	return inBody
}

// fenceMark gives the three or more backticks or tildes that a text starts with,
// "" when it is no fence. Backticks further on make it text.
func fenceMark(text string) string {
	if text == "" || text[0] != '`' && text[0] != '~' {
		return ""
	}
	c := text[:1]
	rest := strings.TrimLeft(text, c)
	mark := text[:len(text)-len(rest)]
	if len(mark) < 3 || c == "`" && strings.Contains(rest, c) {
		return ""
	}
	return mark
}

// heading gives the level and the text of a heading.
func heading(row string) (level int, text string, ok bool) {
	for level < len(row) && row[level] == '#' {
		level++
	}
	if level == 0 || level > 6 || level < len(row) && row[level] != ' ' && row[level] != '\t' {
		return 0, "", false
	}
	return level, strings.TrimSpace(strings.TrimRight(strings.TrimSpace(row[level:]), "#")), true
}

// item is a line with a list mark.
type item struct {
	indent int
	// numbered is true for "1." and "1)".
	numbered bool
	text     string
}

// listItem reads "- text", "* text", "+ text", "1. text", "1) text" and
// "1. - text".
func listItem(row string) (item, bool) {
	text := strings.TrimLeft(row, " \t")
	it := item{indent: len(row) - len(text)}
	if rest, ok := cutNumber(text); ok {
		it.numbered = true
		text = rest
		if rest, ok := cutBullet(text); ok && strings.HasPrefix(rest, "[") {
			text = rest
		}
	} else if text, ok = cutBullet(text); !ok {
		return item{}, false
	}
	it.text = strings.TrimLeft(text, " \t")
	return it, true
}

// cutBullet takes "- " off.
func cutBullet(text string) (string, bool) {
	if len(text) < 2 || !strings.ContainsRune("-*+", rune(text[0])) || text[1] != ' ' && text[1] != '\t' {
		return text, false
	}
	return strings.TrimLeft(text[1:], " \t"), true
}

// cutNumber takes "1. " or "1) " off, with up to three digits.
func cutNumber(text string) (string, bool) {
	n := 0
	for n < len(text) && n < 3 && text[n] >= '0' && text[n] <= '9' {
		n++
	}
	if n == 0 || n+1 >= len(text) || text[n] != '.' && text[n] != ')' || text[n+1] != ' ' && text[n+1] != '\t' {
		return text, false
	}
	return strings.TrimLeft(text[n+1:], " \t"), true
}
