package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"
	"unicode/utf16"
)

// maker draws everything of one vault. The same seed and number make the same vault.
type maker struct {
	*rand.Rand
	// taken are the titles that the vault has, since a person could not tell equal ones apart.
	taken map[string]bool
	// hours counts the times that were given away: no two files of a vault have the same one.
	hours int
	// folders is how the folders are named.
	folders folderForm
	// ids counts the ids.
	ids int
}

func newMaker(seed, number int) *maker {
	m := &maker{Rand: rand.New(rand.NewPCG(uint64(seed), uint64(number))), taken: map[string]bool{}}
	m.folders = draw(m, folderForms)
	return m
}

// odds are things to choose from. A thing with n is chosen n times as often as one with 1.
type odds[T any] []struct {
	n int
	v T
}

func draw[T any](m *maker, from odds[T]) T {
	sum := 0
	for _, o := range from {
		sum += o.n
	}
	left := m.IntN(sum)
	for _, o := range from {
		if left -= o.n; left < 0 {
			return o.v
		}
	}
	return from[len(from)-1].v
}

func pick[T any](m *maker, from ...T) T { return from[m.IntN(len(from))] }

// some takes n things of a list, each once, in the order of the list.
func some[T any](m *maker, n int, from []T) []T {
	n = min(n, len(from))
	out := make([]T, 0, n)
	for i, v := range from {
		if m.IntN(len(from)-i) < n-len(out) {
			out = append(out, v)
		}
	}
	return out
}

// chance is true so many times in a hundred.
func (m *maker) chance(percent int) bool { return m.IntN(100) < percent }

// now is the time at which the vaults are read.
func now() time.Time { return time.Date(2026, 4, 1, 8, 0, 0, 0, time.UTC) }

// moment is a time in the month before now that no other file of the vault has, on another
// day than all others while there are days.
func (m *maker) moment() time.Time {
	m.hours++
	day := now().AddDate(0, 0, -2-m.hours%40)
	return time.Date(day.Year(), day.Month(), day.Day(), 1+m.hours%22, 3+m.hours%50, m.hours%60, 0, time.UTC)
}

// title is something to do that the vault has not yet.
func (m *maker) title() string {
	for {
		t := pick(m, deeds...)
		t = strings.ReplaceAll(t, "MONTH", pick(m, months...))
		t = strings.ReplaceAll(t, "FIRM", pick(m, firms...).name)
		t = strings.ReplaceAll(t, "NUMBER", fmt.Sprint(1000+m.IntN(9000)))
		if !m.taken[t] {
			m.taken[t] = true
			return t
		}
	}
}

// number is an id that the vault has not yet.
func (m *maker) number() int {
	m.ids++
	return 20 + m.ids
}

// slug writes a title as programs write file names.
func slug(title, join string) string {
	words := strings.FieldsFunc(strings.ToLower(title), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	})
	return strings.Join(words, join)
}

// field is something that a person reads of a plan or a request.
type field string

const (
	fieldKind    field = "kind"
	fieldID      field = "id"
	fieldTitle   field = "title"
	fieldStatus  field = "status"
	fieldSteps   field = "steps"
	fieldTicked  field = "done"
	fieldHuman   field = "human"
	fieldNext    field = "next"
	fieldCreated field = "created"
	fieldFolded  field = "versions"
	fieldResume  field = "resume"
	fieldSummary field = "summary"
	fieldAction  field = "action"
	fieldTarget  field = "target"
	fieldAmount  field = "amount"
	fieldExpires field = "expires"
	fieldDue     field = "due"
	fieldLink    field = "link"
	fieldState   field = "state"
	fieldNeeds   field = "needs you"
	fieldOutcome field = "outcome"
	fieldMay     field = "approvable"
)

// fields are all of them.
var fields = []field{
	fieldKind, fieldID, fieldTitle, fieldStatus, fieldSteps, fieldTicked, fieldHuman, fieldNext, fieldCreated, fieldFolded, fieldResume,
	fieldSummary, fieldAction, fieldTarget, fieldAmount, fieldExpires, fieldDue, fieldLink, fieldState, fieldNeeds, fieldOutcome, fieldMay,
}

// fact is one thing that a person reads in one file.
type fact struct {
	path  string
	kind  kind
	field field
	// right are the answers that are equally right. An empty one means that nothing is given.
	right []string
	// torn are two answers of one rank that contradict each other: then it is right to give
	// none and to show both.
	torn []string
	// how names the notation that says it.
	how string
}

// kind is what a file is.
type kind string

const (
	kindPlan     kind = "plan"
	kindRequest  kind = "request"
	kindDocument kind = "document"
	kindItem     kind = "item"
	kindVault    kind = "vault"
)

// made is one vault with what a person reads in it.
type made struct {
	number int
	files  map[string][]byte
	facts  []fact
}

// put adds a file.
func (v *made) put(path string, content []byte) { v.files[path] = content }

// says adds a fact.
func (v *made) says(path string, k kind, f field, how string, right ...string) {
	v.facts = append(v.facts, fact{path: path, kind: k, field: f, right: right, how: how})
}

// tears adds a fact that is contested.
func (v *made) tears(path string, k kind, f field, how string, torn ...string) {
	v.facts = append(v.facts, fact{path: path, kind: k, field: f, right: []string{""}, torn: torn, how: how})
}

// drop takes the facts of a field of a file back, for one that something else decides.
func (v *made) drop(path string, f field) {
	v.facts = slices.DeleteFunc(v.facts, func(x fact) bool { return x.path == path && x.field == f })
}

// stamp writes a time as facts do.
func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339Nano)
}

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
