package text

import (
	"errors"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"

	"gopkg.in/yaml.v3"
)

// PythonKind is the type that PyYAML, which knows YAML 1.1, makes of a value.
type PythonKind int

// The types of values. PythonTime is a date or a time without quotes. PythonUnsure is a text in
// a notation that is not followed.
const (
	PythonNull PythonKind = iota
	PythonBool
	PythonInt
	PythonFloat
	PythonTime
	PythonText
	PythonList
	PythonMap
	PythonUnsure
)

// PythonValue is a value as PyYAML's safe_load returns it.
type PythonValue struct {
	Kind PythonKind
	// Text is that of a text, and of other words as the file has them.
	Text string
	// Line is that of the value in the text, from 1.
	Line int
	// Members are those of the outermost map that have texts for keys, and the texts of the outermost
	// list, as keys without values.
	Members PythonMembers
}

// PythonMembers are the keys of a map with their values. Of a key that is given twice the last one
// counts.
type PythonMembers []PythonMember

// PythonMember is one key with its value.
type PythonMember struct {
	Key   string
	Value PythonValue
}

// Find returns the value of a key.
func (m PythonMembers) Find(key string) (v PythonValue, given bool) {
	for i := len(m) - 1; i >= 0; i-- {
		if m[i].Key == key {
			return m[i].Value, true
		}
	}
	return v, false
}

// PythonError is why safe_load refuses a text.
type PythonError struct {
	Reason string
	// Line is where, from 1, zero where that is not known.
	Line int
	// Raises is the class of the exception, "" for a YAMLError or a ValueError, which every program
	// expects.
	Raises string
}

// Error returns the reason alone.
func (e *PythonError) Error() string { return e.Reason }

// maxPythonDepth is how deep values are followed; Python surely goes so deep, and gives up at some
// hundred levels.
const maxPythonDepth = 150

// ReadPythonYAML reads YAML with line feeds as PyYAML's safe_load does. The error is a *PythonError.
func ReadPythonYAML(text string) (PythonValue, error) {
	if v, plain := ReadPlainPython(text); plain {
		return v, nil
	}
	v, err := readAllPython(text)
	if errors.Is(err, errPythonUnsure) {
		return PythonValue{Kind: PythonUnsure}, nil
	}
	return v, err
}

// readAllPython reads what is not plain, too. The library parses, and what PyYAML makes of the parts
// is followed here.
func readAllPython(text string) (PythonValue, error) {
	if at := strings.IndexFunc(text, isUnprintable); at >= 0 {
		return PythonValue{}, refusedByPython("it has a control character")
	}
	var doc, more yaml.Node
	decoder := yaml.NewDecoder(strings.NewReader(text))
	switch err := decoder.Decode(&doc); {
	case errors.Is(err, io.EOF) && !strings.Contains(text, "\t"):
		return PythonValue{}, nil
	case err != nil && !errors.Is(err, io.EOF):
		line, reason := YAMLReason(err)
		alone := slices.ContainsFunc(libraryAlone, func(part string) bool { return strings.Contains(reason, part) })
		if alone || strings.Contains(reason, "did not find expected ',' or") && gluedMark.MatchString(text) {
			return PythonValue{}, errPythonUnsure
		}
		if strings.Contains(reason, "cannot start any token") && strings.Contains(text, "\t") {
			return PythonValue{}, &PythonError{Reason: tabReason, Line: line}
		}
		return PythonValue{}, refusedByPython(reason)
	case !errors.Is(decoder.Decode(&more), io.EOF):
		return PythonValue{}, refusedByPython("it holds more than one document")
	}
	src := &pythonSource{text: text}
	if err := src.looseTab(&doc); err != nil {
		return PythonValue{}, err
	}
	if len(doc.Content) == 0 {
		return PythonValue{}, nil
	}
	m := pythonMaker{src: src, anchors: map[string]bool{}, queued: map[*yaml.Node]bool{}}
	if err := m.compose(doc.Content[0], 0, false); err != nil {
		return PythonValue{}, err
	}
	return m.document(doc.Content[0])
}

// libraryAlone are faults that PyYAML may not find: it knows halves of a character, and tabs behind the spaces of
// a block. A gluedMark begins or ends a key for it.
var (
	libraryAlone = []string{"Unicode character escape", "where an indentation space is expected"}
	gluedMark    = Pattern{Expr: `[:?][\[\]{},]`}
)

const tabReason = "it has a tab where only spaces may be"

func refusedByPython(reason string) error { return &PythonError{Reason: reason} }

// errPythonUnsure is for notations that are not followed.
var errPythonUnsure = errors.New("it is unknown how Python reads it")

// isUnprintable reports what PyYAML refuses anywhere.
func isUnprintable(r rune) bool {
	return r != '\t' && r != '\n' && r != '\r' && r != '\u0085' && unicode.IsControl(r) || r == '\uFFFE' || r == '\uFFFF'
}

// pythonNumbers are the patterns of PyYAML for numbers without quotes, in its order. They are
// made when the first is looked at: most runs look at none.
var pythonNumbers = sync.OnceValue(func() []pythonPattern {
	return []pythonPattern{
		{PythonFloat, regexp.MustCompile(`^(?:[-+]?(?:[0-9][0-9_]*)\.[0-9_]*(?:[eE][-+][0-9]+)?|\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?` +
			`|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$`)},
		{PythonInt, regexp.MustCompile(`^(?:[-+]?0b[0-1_]+|[-+]?0[0-7_]+|[-+]?(?:0|[1-9][0-9_]*)|[-+]?0x[0-9a-fA-F_]+|[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+)$`)},
	}
})

type pythonPattern struct {
	kind PythonKind
	is   *regexp.Regexp
}

// PythonWord gives the type that PyYAML takes a word without quotes for.
func PythonWord(word string) PythonKind {
	if word == "" {
		return PythonNull
	}
	switch c := word[0]; {
	case isLetter(c), c == '~':
		return pythonName(word)
	case !isDigit(c) && c != '+' && c != '-' && c != '.':
		return PythonText
	case strings.IndexByte(word[1:], '-') >= 0 && !strings.ContainsAny(word, "eE"):
		// Of numbers only an exponent has a dash further on.
		if isTimeWord(word) {
			return PythonTime
		}
		return PythonText
	}
	for _, p := range pythonNumbers() {
		if p.is.MatchString(word) {
			return p.kind
		}
	}
	return PythonText
}

// pythonName gives the type of a word that begins with a letter or is a tilde.
func pythonName(word string) PythonKind {
	switch word {
	case "yes", "Yes", "YES", "no", "No", "NO", "true", "True", "TRUE", "false", "False", "FALSE", "on", "On", "ON", "off", "Off", "OFF":
		return PythonBool
	case "~", "null", "Null", "NULL":
		return PythonNull
	}
	return PythonText
}

// isTimeWord reports whether a word has the form of a date, or of a date and a time of day.
func isTimeWord(word string) bool {
	year, rest := leadingDigits(word)
	month, rest, dashed := leadingUnit(rest, '-')
	day, clock, again := leadingUnit(rest, '-')
	if len(year) != 4 || !dashed || !again || len(month) < 1 || len(month) > 2 || len(day) < 1 || len(day) > 2 {
		return false
	}
	if clock == "" {
		return len(month) == 2 && len(day) == 2
	}
	behind := strings.TrimLeft(clock, " \t")
	if clock[0]|0x20 == 't' {
		behind = clock[1:]
	} else if len(behind) == len(clock) {
		return false
	}
	hour, rest := leadingDigits(behind)
	minute, rest, colon := leadingUnit(rest, ':')
	second, rest, again := leadingUnit(rest, ':')
	if !colon || !again || len(hour) < 1 || len(hour) > 2 || len(minute) != 2 || len(second) != 2 {
		return false
	}
	if strings.HasPrefix(rest, ".") {
		_, rest = leadingDigits(rest[1:])
	}
	return rest == "" || isZoneWord(strings.TrimLeft(rest, " \t"))
}

// isZoneWord reports whether a text is a zone behind a time of day.
func isZoneWord(zone string) bool {
	if zone == "" || zone == "Z" {
		// Blanks alone are none.
		return zone != ""
	}
	if zone[0] != '+' && zone[0] != '-' {
		return false
	}
	hours, rest := leadingDigits(zone[1:])
	minutes, rest, colon := leadingUnit(rest, ':')
	return len(hours) >= 1 && len(hours) <= 2 && (!colon || len(minutes) == 2) && rest == ""
}

// leadingDigits cuts off the digits with which a text begins.
func leadingDigits(text string) (number, rest string) {
	at := 0
	for at < len(text) && isDigit(text[at]) {
		at++
	}
	return text[:at], text[at:]
}

// leadingUnit cuts off a mark and the digits behind it.
func leadingUnit(text string, mark byte) (number, rest string, ok bool) {
	if text == "" || text[0] != mark {
		return "", text, false
	}
	number, rest = leadingDigits(text[1:])
	return number, rest, true
}

// isPythonTime reports whether a date, or a time with its zone, exists.
func isPythonTime(word string) bool {
	date, clock := word, ""
	if at := strings.IndexAny(word, "Tt \t"); at >= 0 {
		date, clock = word[:at], strings.TrimLeft(word[at+1:], " \t")
	}
	// Both have the form that the pattern asks for.
	year, month, day := leadingNumbers(date, '-')
	hour, minute, second := leadingNumbers(clock, ':')
	at := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	if year < 1 || at.Month() != time.Month(month) || at.Day() != day || hour > 23 || minute > 59 || second > 59 {
		return false
	}
	zone := 0
	if sign := strings.LastIndexAny(clock, "+-"); sign >= 0 {
		zone, _, _ = leadingNumbers(clock[sign+1:], ':')
	}
	return zone < 24
}

// leadingNumbers reads up to three numbers with a mark between, zero for what is missing.
func leadingNumbers(text string, mark byte) (a, b, c int) {
	for i, n := range []*int{&a, &b, &c} {
		if i > 0 {
			if text == "" || text[0] != mark {
				return a, b, c
			}
			text = text[1:]
		}
		var number string
		number, text = leadingDigits(text)
		*n, _ = strconv.Atoi(number)
	}
	return a, b, c
}
