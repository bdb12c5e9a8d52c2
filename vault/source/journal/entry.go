package journal

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"coldstart/model"
	"coldstart/vault/text"
)

// entryHeading reads an entry's heading: "PROOF-001: Title", or "Entry 9: Title" as the
// archive command writes. Anything may follow the number: an id that is not recognised
// would be given twice.
func entryHeading(text string) (e model.Entry, ok bool) {
	for _, c := range model.Categories() {
		if rest, found := strings.CutPrefix(text, string(c)+"-"); found {
			digits, title, ok := numbered(rest)
			e = model.Entry{ID: string(c) + "-" + digits, Category: c, Title: title}
			e.Number, _ = model.EntryNumber(e.ID, c)
			return e, ok
		}
	}
	if rest, found := strings.CutPrefix(text, "Entry "); found {
		digits, title, ok := numbered(rest)
		return model.Entry{ID: "Entry " + digits, Category: model.CategoryNote, Title: title}, ok
	}
	return model.Entry{}, false
}

// numbered splits a text into its leading digits and the title behind them and one mark.
func numbered(text string) (digits, title string, ok bool) {
	title = strings.TrimLeft(text, "0123456789")
	digits = text[:len(text)-len(title)]
	if digits == "" || title != "" && !strings.ContainsRune(" \t:.,;()[]–—", firstRune(title)) {
		return "", "", false
	}
	title = strings.TrimSpace(title)
	for _, mark := range []string{":", "—", "–", "-", "."} {
		if rest, cut := strings.CutPrefix(title, mark); cut {
			title = strings.TrimSpace(rest)
			break
		}
	}
	return digits, title, true
}

func firstRune(text string) rune {
	for _, r := range text {
		return r
	}
	return 0
}

// entryField is one of the fields of an entry.
type entryField int

const (
	fieldNone entryField = iota
	fieldTime
	fieldAgent
	fieldStrategy
	fieldTags
	fieldTried
	fieldOutcome
	fieldReasoning
	fieldArtifacts
	fieldRelated
	fieldInsight
	fieldCategory

	fieldCount
)

func entryFieldOf(label string) entryField {
	switch strings.ToLower(label) {
	case "timestamp", "date":
		return fieldTime
	case "agent":
		return fieldAgent
	case "strategy type", "strategy":
		return fieldStrategy
	case "tags":
		return fieldTags
	case "what was tried":
		return fieldTried
	case "outcome":
		return fieldOutcome
	case "reasoning":
		return fieldReasoning
	case "artifacts produced", "artifacts":
		return fieldArtifacts
	case "related files":
		return fieldRelated
	case "insight/takeaway", "insight", "takeaway":
		return fieldInsight
	case "category":
		return fieldCategory
	}
	return fieldNone
}

// entryReader reads the lines of one entry below its heading.
type entryReader struct {
	values [fieldCount]string
	seen   [fieldCount]bool
	// field is the one that is being read, first its first line and value all of it. blank
	// is true behind an empty line.
	field   entryField
	first   string
	value   strings.Builder
	blank   bool
	earlier []string
}

// reattempt finds which attempt an entry repeats, in the words of the seed and of the
// agent's instructions.
var reattempt = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)\bre[-_]?attempt[-_ ]of:?\s*[\[(]?((?:PROOF|LIT|COMP|NOTE)-\d+)`)
})

// line reads one line. A value goes on until another field, or text without an indent
// behind an empty line. The first of two fields with one label counts.
func (r *entryReader) line(line string) {
	if strings.Contains(line, "ttempt_of") || strings.Contains(line, "ttempt of") || strings.Contains(line, "ttempt-of") {
		for _, m := range reattempt().FindAllStringSubmatch(line, -1) {
			if id := strings.ToUpper(m[1]); !slices.Contains(r.earlier, id) {
				r.earlier = append(r.earlier, id)
			}
		}
	}
	words := strings.TrimSpace(line)
	label, value, labels := text.Labelled(words)
	field := fieldNone
	if labels {
		field = entryFieldOf(label)
	}
	indented := words != "" && line[0] != words[0]
	switch {
	case field != fieldNone && !r.seen[field]:
		r.end()
		r.field, r.first, r.seen[field] = field, value, true
	case words == "":
		r.blank = true
	case !indented && (labels || r.blank):
		r.end()
	case r.field != fieldNone:
		r.more(words)
	}
}

// more adds a line to the value that is being read.
func (r *entryReader) more(text string) {
	item, listed := strings.CutPrefix(text, "- ")
	if r.first == "" {
		r.first = item
		return
	}
	if r.value.Len() == 0 {
		r.value.WriteString(r.first)
	}
	if listed {
		text = "; " + item
	} else {
		text = " " + text
	}
	r.value.WriteString(text)
}

// end closes the value that is being read.
func (r *entryReader) end() {
	r.values[r.field] = r.first
	if r.value.Len() > 0 {
		r.values[r.field] = r.value.String()
		r.value.Reset()
	}
	r.field, r.first, r.blank = fieldNone, "", false
}

// fill adds to an entry what was read of it.
func (r *entryReader) fill(e *model.Entry, zone *time.Location) {
	r.end()
	e.At = model.ParseStamp(r.values[fieldTime], zone)
	e.Agent = r.values[fieldAgent]
	e.Strategy = r.values[fieldStrategy]
	e.Tags = splitTags(r.values[fieldTags])
	e.Tried = r.values[fieldTried]
	e.Outcome = outcomeWord(r.values[fieldOutcome])
	e.Reasoning = r.values[fieldReasoning]
	e.Artifacts = r.values[fieldArtifacts]
	e.Related = r.values[fieldRelated]
	e.Insight = r.values[fieldInsight]
	e.Earlier = slices.DeleteFunc(r.earlier, func(id string) bool { return id == e.ID })
	if c := model.Category(r.values[fieldCategory]); e.Number == 0 && c.Section() != "" && strings.HasPrefix(e.ID, "Entry ") {
		e.Category = c
	}
}

// outcomeWord removes a remark behind the outcome: "FAILED (see below)".
func outcomeWord(text string) string {
	first, _, more := strings.Cut(text, " ")
	first = strings.Trim(first, "*_`,;:.")
	if more && model.ParseOutcome(text) == model.OutcomeNone && model.ParseOutcome(first) != model.OutcomeNone {
		return first
	}
	return text
}

// count reads a number of a front matter, -1 when there is none.
func count(text string) int {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil || n < 0 {
		return -1
	}
	return n
}
