package vault

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// seedEdit is a set of changes to a JSON text. Each is one replacement of bytes; the
// blanks around what is new are those of its neighbours, so that a file keeps its
// style whatever that is.
type seedEdit struct {
	b     []byte
	root  jsonValue
	parts []splice
	// The changes once more, by the offset of what they change, to hold the result
	// against: values with another text, elements that go, and what is added to the end
	// of a list or an object.
	set     map[int]string
	dropped map[int]bool
	added   map[int]string
}

func newSeedEdit(b []byte, root jsonValue) *seedEdit {
	return &seedEdit{b: b, root: root, set: map[int]string{}, dropped: map[int]bool{}, added: map[int]string{}}
}

// put keeps the replacements in the order of the text.
func (e *seedEdit) put(p splice) {
	e.parts = append(e.parts, p)
	slices.SortStableFunc(e.parts, func(a, b splice) int { return cmp.Compare(a.from, b.from) })
}

// replace gives a value another text.
func (e *seedEdit) replace(v *jsonValue, text string) {
	e.put(splice{v.from, v.to, text})
	e.set[v.from] = text
}

// drop takes an element out of a list, or a member out of an object. One without any is
// written as the agent does, without blanks.
func (e *seedEdit) drop(list *jsonValue, i int) {
	gone, last := list.parts[i], len(list.parts)-1
	e.dropped[gone.from] = true
	switch {
	case last == 0:
		e.put(splice{list.from + 1, list.to - 1, ""})
	case i < last:
		e.put(splice{gone.start(), list.parts[i+1].start(), ""})
	default:
		e.put(splice{list.parts[i-1].to, gone.to, ""})
	}
}

// add puts an element or a member, which is given as it is to be written, at the end
// of a list or an object. like is for one that is empty.
func (e *seedEdit) add(to *jsonValue, text string, like jsonLayout) {
	e.added[to.from] = text
	if len(to.parts) == 0 {
		e.put(splice{to.from + 1, to.to - 1, like.lead + text + like.tail})
		return
	}
	end := to.parts[len(to.parts)-1].to
	e.put(splice{end, end, layoutIn(e.b, to).gap + text})
}

// written gives what stands between two offsets after the changes.
func (e *seedEdit) written(from, to int) []byte {
	var next []byte
	for _, p := range e.parts {
		if p.from >= from && p.to <= to {
			next = append(append(next, e.b[from:p.from]...), p.text...)
			from = p.to
		}
	}
	return append(next, e.b[from:to]...)
}

// result gives the whole text with all changes made. It fails when that would not
// read as the same values with just these changes.
func (e *seedEdit) result() ([]byte, error) {
	for i, p := range e.parts {
		if i > 0 && p.from < e.parts[i-1].to {
			return nil, fmt.Errorf("%w: its changes would overlap", errEdit)
		}
	}
	next := e.written(0, len(e.b))
	root, err := readJSON(next)
	if err != nil || !e.same(next, e.root, root) {
		return nil, fmt.Errorf("%w: the result would not read as the same with this change", errEdit)
	}
	return next, nil
}

// lines gives the whole lines that go and come.
func (e *seedEdit) lines() (before, after []string) {
	for i := 0; i < len(e.parts); {
		p := e.parts[i]
		from, to := bytes.LastIndexByte(e.b[:p.from], '\n')+1, lineEndAt(e.b, p.to)
		for i++; i < len(e.parts) && e.parts[i].from <= to; i++ {
			to = lineEndAt(e.b, e.parts[i].to)
			p.text += e.parts[i].text
		}
		was, now := linesIn(e.b[from:to]), linesIn(e.written(from, to))
		// Where something before the rest of a line goes, the rest is not new.
		rest := p.text == "" && len(bytes.TrimSpace(e.b[p.to:to])) > 0
		if rest && len(now) > 0 && was[len(was)-1] == now[len(now)-1] {
			was, now = was[:len(was)-1], now[:len(now)-1]
		}
		before, after = append(before, was...), append(after, now...)
	}
	return before, after
}

func lineEndAt(b []byte, at int) int {
	if n := bytes.IndexByte(b[at:], '\n'); n >= 0 {
		return at + n
	}
	return len(b)
}

// same compares a value with what it became.
func (e *seedEdit) same(next []byte, was, now jsonValue) bool {
	text := string(next[now.from:now.to])
	if want, changed := e.set[was.from]; changed {
		return text == want
	}
	kind := was.kind(e.b)
	if kind != '{' && kind != '[' {
		return text == string(e.b[was.from:was.to])
	}
	var kept []jsonValue
	for _, part := range was.parts {
		if !e.dropped[part.from] {
			kept = append(kept, part)
		}
	}
	want := len(kept)
	more, added := e.added[was.from]
	if added {
		want++
	}
	if now.kind(next) != kind || len(now.parts) != want {
		return false
	}
	if last := now.parts; added && string(next[last[want-1].start():last[want-1].to]) != more {
		return false
	}
	for i, part := range kept {
		key := bytes.Equal(e.b[part.keyFrom:part.keyTo], next[now.parts[i].keyFrom:now.parts[i].keyTo])
		if !key || !e.same(next, part, now.parts[i]) {
			return false
		}
	}
	return true
}

// start is where a part begins, with its key.
func (v jsonValue) start() int {
	if v.keyTo > 0 {
		return v.keyFrom
	}
	return v.from
}

// jsonLayout is how the parts of a list or an object are laid out: the blanks before the
// first and behind the last, what stands between two, and between a key and its value.
type jsonLayout struct{ lead, gap, colon, tail string }

// layoutIn takes the layout from a list or an object that is not empty.
func layoutIn(b []byte, v *jsonValue) jsonLayout {
	first, last := v.parts[0], v.parts[len(v.parts)-1]
	l := jsonLayout{
		lead: string(b[v.from+1 : first.start()]), tail: string(b[last.to : v.to-1]),
		colon: ":",
	}
	if first.keyTo > 0 {
		l.colon = string(b[first.keyTo:first.from])
	} else if len(first.parts) > 0 && first.parts[0].keyTo > 0 {
		l.colon = layoutIn(b, &first).colon
	}
	switch {
	case len(v.parts) > 1:
		l.gap = string(b[v.parts[len(v.parts)-2].to:last.start()])
	case strings.Contains(l.lead, "\n"):
		l.gap = "," + l.lead
	case strings.HasSuffix(l.colon, " "):
		l.gap = ", "
	default:
		l.gap = ","
	}
	return l
}
