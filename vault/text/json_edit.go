package text

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// JSONEdit is a set of changes to a JSON text. Each replaces some bytes; what is new takes
// the layout of its neighbours, so that a file keeps its style.
type JSONEdit struct {
	b     []byte
	root  Value
	Parts []Splice
	// The changes by the offset of what they change, to check the result: new texts of
	// values, dropped elements, and what is added to a list or an object.
	set     map[int]string
	dropped map[int]bool
	added   map[int][]string
}

// NewJSONEdit begins a set of changes to a text that was read as root.
func NewJSONEdit(b []byte, root Value) *JSONEdit {
	return &JSONEdit{b: b, root: root, set: map[int]string{}, dropped: map[int]bool{}, added: map[int][]string{}}
}

// put keeps the replacements in the order of the text.
func (e *JSONEdit) put(p Splice) {
	e.Parts = inOrder(append(e.Parts, p))
}

// Replace returns a value another text.
func (e *JSONEdit) Replace(v *Value, text string) {
	e.put(Splice{v.From, v.To, text})
	e.set[v.From] = text
}

// Drop removes an element of a list or a member of an object. One that is empty then has
// no blanks, as the agent writes it.
func (e *JSONEdit) Drop(list *Value, i int) {
	gone, last := list.Parts[i], len(list.Parts)-1
	e.dropped[gone.From] = true
	switch {
	case last == 0:
		e.put(Splice{list.From + 1, list.To - 1, ""})
	case i < last:
		e.put(Splice{gone.start(), list.Parts[i+1].start(), ""})
	default:
		e.put(Splice{list.Parts[i-1].To, gone.To, ""})
	}
}

// Empty drops the only element of a list, or the only member of an object, and leaves blanks there.
func (e *JSONEdit) Empty(list *Value, blanks string) {
	e.dropped[list.Parts[0].From] = true
	e.put(Splice{list.From + 1, list.To - 1, blanks})
}

// WasEmpty reports whether Insert put what is in a list or an object into one that was empty, and
// which blanks were there.
func (e *JSONEdit) WasEmpty(v *Value) (blanks string, was bool) {
	l, end := LayoutIn(e.b, v), ""
	if i := strings.LastIndex(l.Lead, "\n"); i >= 0 {
		end = l.Lead[:i+1] + indentAt(e.b, v.From)
	}
	return strings.CutPrefix(l.Tail, end+emptyMark)
}

// emptyMark follows what Insert puts into a list or an object that was empty, with the blanks that
// were there: so they can be put back. Nobody indents like that.
const emptyMark = " \t"

// Add adds elements or members, as they are to be written, to the end of a list or an object;
// like is the layout of one that is empty.
func (e *JSONEdit) Add(to *Value, like Layout, texts ...string) {
	e.added[to.From] = texts
	if len(to.Parts) == 0 {
		e.put(Splice{to.From + 1, to.To - 1, like.Lead + strings.Join(texts, like.Gap) + like.Tail})
		return
	}
	end, gap := to.Parts[len(to.Parts)-1].To, LayoutIn(e.b, to).Gap
	e.put(Splice{end, end, gap + strings.Join(texts, gap)})
}

// Written returns what is between two offsets after the changes.
func (e *JSONEdit) Written(from, to int) []byte { return applied(e.b, from, to, e.Parts) }

// Result returns the whole text with all changes made. It fails with ErrEdit when that
// would not read as the same values with just these changes.
func (e *JSONEdit) Result() ([]byte, error) {
	for i, p := range e.Parts {
		if i > 0 && p.From < e.Parts[i-1].To {
			return nil, fmt.Errorf("%w: its changes would overlap", ErrEdit)
		}
	}
	next := e.Written(0, len(e.b))
	root, err := ReadJSON(next)
	if err != nil || !e.same(next, e.root, root) {
		return nil, Wrong("other values")
	}
	return next, nil
}

// same compares a value with what it became.
func (e *JSONEdit) same(next []byte, was, now Value) bool {
	text := string(next[now.From:now.To])
	if want, changed := e.set[was.From]; changed {
		return text == want
	}
	kind := was.Kind(e.b)
	if kind != '{' && kind != '[' {
		return text == string(e.b[was.From:was.To])
	}
	var kept []Value
	for _, part := range was.Parts {
		if !e.dropped[part.From] {
			kept = append(kept, part)
		}
	}
	more := e.added[was.From]
	if now.Kind(next) != kind || len(now.Parts) != len(kept)+len(more) {
		return false
	}
	for i, want := range more {
		if part := now.Parts[len(kept)+i]; string(next[part.start():part.To]) != want {
			return false
		}
	}
	for i, part := range kept {
		key := bytes.Equal(e.b[part.KeyFrom:part.KeyTo], next[now.Parts[i].KeyFrom:now.Parts[i].KeyTo])
		if !key || !e.same(next, part, now.Parts[i]) {
			return false
		}
	}
	return true
}

// Layout is how the parts of a list or an object are laid out: the blanks before the
// first and after the last, what is between two, and between a key and its value.
type Layout struct{ Lead, Gap, Colon, Tail string }

// LayoutIn takes the layout from a list or an object that is not empty.
func LayoutIn(b []byte, v *Value) Layout {
	first, last := v.Parts[0], v.Parts[len(v.Parts)-1]
	l := Layout{
		Lead: string(b[v.From+1 : first.start()]), Tail: string(b[last.To : v.To-1]),
		Colon: ":",
	}
	if first.KeyTo > 0 {
		l.Colon = string(b[first.KeyTo:first.From])
	} else if len(first.Parts) > 0 && first.Parts[0].KeyTo > 0 {
		l.Colon = LayoutIn(b, &first).Colon
	}
	switch {
	case len(v.Parts) > 1:
		l.Gap = string(b[v.Parts[len(v.Parts)-2].To:last.start()])
	case strings.Contains(l.Lead, "\n"):
		l.Gap = "," + l.Lead
	case strings.HasSuffix(l.Colon, " "):
		l.Gap = ", "
	default:
		l.Gap = ","
	}
	return l
}

// Insert adds a member, or an element where key is empty, in the layout of the text around it. What
// was empty, and not made for it, gets a mark, by which WasEmpty knows it.
func (e *JSONEdit) Insert(to *Value, key string, value any, made bool) error {
	unit, end, colon, wide := "  ", "\n", ": ", true
	if len(e.root.Parts) > 0 {
		l := LayoutIn(e.b, &e.root)
		colon = l.Colon
		if wide = strings.Contains(l.Lead, "\n"); wide {
			unit = l.Lead[strings.LastIndex(l.Lead, "\n")+1:]
		}
		if strings.Contains(l.Lead, "\r\n") {
			end = "\r\n"
		}
	}
	var like Layout
	indent := ""
	if len(to.Parts) > 0 {
		lead := LayoutIn(e.b, to).Lead
		wide = strings.Contains(lead, "\n")
		indent = lead[strings.LastIndex(lead, "\n")+1:]
	} else if wide {
		base := indentAt(e.b, to.From)
		indent = base + unit
		like = Layout{Lead: end + indent, Tail: end + base}
	}
	if len(to.Parts) == 0 && !made {
		like.Tail += emptyMark + string(e.b[to.From+1:to.To-1])
	}
	var text bytes.Buffer
	as := json.NewEncoder(&text)
	// What only web pages need would hide a command from whoever reads it.
	as.SetEscapeHTML(false)
	if wide {
		as.SetIndent(indent, unit)
	}
	if err := as.Encode(value); err != nil {
		return fmt.Errorf("writing JSON: %w", err)
	}
	added := strings.ReplaceAll(strings.TrimSuffix(text.String(), "\n"), "\n", end)
	if key != "" {
		added = string(QuoteASCII(key)) + colon + added
	}
	e.Add(to, like, added)
	return nil
}
