package main

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// cellStyle is the style of a run of cells; a colour that is "" is the terminal's own.
type cellStyle struct {
	fg, bg          string
	bold, underline bool
}

// run is a piece of a row that is drawn at once: letters of one style, several of one
// line character, or a single symbol, since not every font has symbols as wide as letters.
type run struct {
	text     string
	at, wide int // in cells
	style    cellStyle
}

// runsOf takes a row of the terminal apart.
func runsOf(row string) []run {
	var runs []run
	var now cellStyle
	var state byte
	at := 0
	for len(row) > 0 {
		seq, width, n, next := ansi.DecodeSequence(row, state, nil)
		row, state = row[n:], next
		if width == 0 {
			if strings.HasSuffix(seq, "m") {
				now = changed(now, strings.Trim(seq, "\x1b[m"))
			}
			continue
		}
		if last := len(runs) - 1; last >= 0 && runs[last].style == now && joins(runs[last].text, seq) {
			runs[last].text += seq
			runs[last].wide += width
		} else {
			runs = append(runs, run{seq, at, width, now})
		}
		at += width
	}
	return runs
}

// joins tells whether a character is drawn together with the text before it.
func joins(text, next string) bool {
	first, _ := utf8.DecodeRuneInString(next)
	last, _ := utf8.DecodeLastRuneInString(text)
	if drawnLine(first) || drawnLine(last) {
		return first == last
	}
	return !single(first) && !single(last)
}

// single is true of a symbol and of a wide character.
func single(r rune) bool {
	return r > unicode.MaxLatin1 && (unicode.IsSymbol(r) || ansi.StringWidth(string(r)) > 1)
}

// changed applies the parameters of one SGR sequence; the theme writes 24-bit
// colours only.
func changed(s cellStyle, params string) cellStyle {
	codes := strings.Split(params, ";")
	for i := 0; i < len(codes); i++ {
		switch code := codes[i]; {
		case code == "" || code == "0":
			s = cellStyle{}
		case code == "1":
			s.bold = true
		case code == "4":
			s.underline = true
		case (code == "38" || code == "48") && i+4 < len(codes) && codes[i+1] == "2":
			colour := "#" + hex(codes[i+2]) + hex(codes[i+3]) + hex(codes[i+4])
			if code == "38" {
				s.fg = colour
			} else {
				s.bg = colour
			}
			i += 4
		}
	}
	return s
}

func hex(decimal string) string {
	n, err := strconv.Atoi(decimal)
	if err != nil {
		return "00"
	}
	return fmt.Sprintf("%02x", n&0xff)
}
