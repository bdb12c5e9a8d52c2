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

// The types of values. PythonTime is a date or a time without quotes. PythonUnsure is a value
// in a notation that is not followed, as an explicit tag.
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

// PythonValue is a value as PyYAML's safe_load gives it.
type PythonValue struct {
	Kind PythonKind
	// Text is that of a text, and of other words as the file has them.
	Text string
	// Line is that of the value in the text, from 1.
	Line int
	// Members are those of the outermost map that have texts for keys.
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

// Find gives the value of a key.
func (m PythonMembers) Find(key string) (v PythonValue, given bool) {
	for i := len(m) - 1; i >= 0; i-- {
		if m[i].Key == key {
			return m[i].Value, true
		}
	}
	return v, false
}

// maxPythonDepth is how deep values are followed; Python gives up at some hundred levels.
const maxPythonDepth = 100

// ReadPythonYAML reads YAML with line feeds as PyYAML's safe_load does. The error is why it
// refuses the text: as invalid YAML, or for a value that does not exist, as the 30th of
// February.
func ReadPythonYAML(text string) (PythonValue, error) {
	if v, plain := ReadPlainPython(text); plain {
		return v, nil
	}
	return readAllPython(text)
}

// readAllPython reads what is not plain, too.
func readAllPython(text string) (PythonValue, error) {
	if at := strings.IndexFunc(text, isUnprintable); at >= 0 {
		return PythonValue{}, errors.New("it has a control character")
	}
	if hasLooseTab(text) {
		return PythonValue{}, errors.New("it has a tab outside of quotes")
	}
	var doc, more yaml.Node
	decoder := yaml.NewDecoder(strings.NewReader(text))
	switch err := decoder.Decode(&doc); {
	case errors.Is(err, io.EOF):
		return PythonValue{}, nil
	case err != nil:
		_, reason := YAMLReason(err)
		if strings.Contains(reason, "Unicode character escape") {
			// Python knows halves of a character.
			return PythonValue{Kind: PythonUnsure}, nil
		}
		return PythonValue{}, errors.New(reason)
	case !errors.Is(decoder.Decode(&more), io.EOF):
		return PythonValue{}, errors.New("it holds more than one document")
	}
	top := doc.Content[0]
	switch err := checkPython(top, map[string]bool{}, 0); {
	case errors.Is(err, errPythonUnsure):
		return PythonValue{Kind: PythonUnsure}, nil
	case err != nil:
		return PythonValue{}, err
	}
	v := pythonValue(top)
	if v.Kind != PythonMap {
		return v, nil
	}
	for i := 0; i+1 < len(top.Content); i += 2 {
		if key := pythonValue(top.Content[i]); key.Kind == PythonText {
			v.Members = append(v.Members, PythonMember{key.Text, pythonValue(top.Content[i+1])})
		}
	}
	return v, nil
}

// isUnprintable reports what PyYAML refuses anywhere.
func isUnprintable(r rune) bool {
	return r != '\t' && r != '\n' && r != '\r' && r != '\u0085' && unicode.IsControl(r) || r == '\uFFFE' || r == '\uFFFF'
}

// errPythonUnsure is for notations that are not followed; the others are refusals of values.
var (
	errPythonUnsure = errors.New("it is unknown how Python reads it")
	errPythonAnchor = errors.New("two values have the same name")
	errPythonKey    = errors.New("a key is a list or a map")
	errPythonTag    = errors.New("it has a tag that is not known")
	errPythonValue  = errors.New("it has a date that does not exist")
)

// checkPython looks for a value at any depth that PyYAML cannot construct. Anchors are the
// names of values so far.
func checkPython(n *yaml.Node, anchors map[string]bool, depth int) error {
	v := pythonValue(n)
	switch {
	case depth > maxPythonDepth:
		return errPythonUnsure
	case n.Kind == yaml.AliasNode:
		return nil
	case anchors[n.Anchor]:
		return errPythonAnchor
	case n.Style&yaml.TaggedStyle != 0 && !slices.Contains(pythonTags, n.ShortTag()):
		return errPythonTag
	case v.Kind == PythonTime && !isPythonTime(n.Value):
		return errPythonValue
	case n.Kind == yaml.ScalarNode && n.Style == 0 && (n.Value == "=" || n.Value == mergeKey):
		return errPythonTag
	}
	if n.Anchor != "" {
		anchors[n.Anchor] = true
	}
	for i, part := range n.Content {
		if isKey := n.Kind == yaml.MappingNode && i%2 == 0; isKey {
			if part.Value == mergeKey && part.Style == 0 {
				return errPythonUnsure
			}
			if kind := pythonValue(part).Kind; kind == PythonList || kind == PythonMap {
				return errPythonKey
			}
		}
		if err := checkPython(part, anchors, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// mergeKey takes the members of another map into this one, which is not followed.
const mergeKey = "<<"

// pythonTags are the tags that safe_load knows.
var pythonTags = []string{
	"!!null", "!!bool", "!!int", "!!float", "!!binary", "!!timestamp", "!!omap", "!!pairs", "!!set", "!!str", "!!seq", "!!map", "!",
}

// pythonValue gives the type of one value, and its words.
func pythonValue(n *yaml.Node) PythonValue {
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	v := PythonValue{Kind: PythonText, Text: n.Value, Line: n.Line}
	switch tagged := n.Style&yaml.TaggedStyle != 0; {
	case tagged && n.Kind == yaml.ScalarNode && n.ShortTag() == "!!str":
	case tagged:
		v.Kind = PythonUnsure
	case n.Kind == yaml.MappingNode:
		v.Kind = PythonMap
	case n.Kind == yaml.SequenceNode:
		v.Kind = PythonList
	case n.Style == 0:
		v.Kind = PythonWord(n.Value)
	}
	return v
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

// hasLooseTab reports a tab outside of quotes, comments and blocks of text, with which PyYAML
// can begin nothing.
func hasLooseTab(text string) bool {
	if !strings.Contains(text, "\t") {
		return false
	}
	var quote byte
	block := -1
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		indent := len(line) - len(strings.TrimLeft(line, " "))
		if block >= 0 && quote == 0 {
			if indent > block || indent == len(line) {
				continue
			}
			block = -1
		}
		loose, open := looseTab(line, quote)
		if loose {
			return true
		}
		if quote = open; quote == 0 && line[indent:] != "" && line[indent] != '#' && blockMark().MatchString(line) {
			block = indent
		}
	}
	return false
}

// blockMark ends a line after which a block of text begins.
var blockMark = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?:^ *|[:-] +)[|>][-+0-9]* *(?: #.*)?$`) })

// looseTab looks for a tab in a line that begins within a quote, or within none, and gives
// the quote that is open behind the line.
func looseTab(line string, quote byte) (loose bool, open byte) {
	// fresh is where a value may begin, and so a quote.
	fresh := true
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case quote == '"' && c == '\\', quote == '\'' && strings.HasPrefix(line[i:], "''"):
			i++
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
		case c == '\t':
			return true, 0
		case c == '#' && (i == 0 || line[i-1] == ' '):
			return false, 0
		case fresh && (c == '"' || c == '\''):
			quote = c
		}
		if c == ' ' {
			fresh = fresh || i > 0 && strings.IndexByte(":-?", line[i-1]) >= 0
		} else {
			fresh = strings.IndexByte("[{,", c) >= 0
		}
	}
	return false, quote
}
