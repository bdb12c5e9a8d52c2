package journal

import (
	"bytes"
	"cmp"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"
	"unicode"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/text"
)

// SwitchTo returns the splice that makes another problem the current one, and the member
// afterwards. It fails with text.ErrEdit when the configuration does not name a current
// problem exactly once, or the result would differ in anything else.
func (c *Config) SwitchTo(slug string) (change text.Splice, added string, err error) {
	if c.current == nil {
		return c.nameFirst(slug)
	}
	m := *c.current
	switch value := string(c.b[m.From:m.To]); {
	case c.named > 1:
		return text.Splice{}, "", fmt.Errorf("%w: %s appears twice", text.ErrEdit, currentKey)
	case value != "null" && value[0] != '"':
		return text.Splice{}, "", fmt.Errorf("%w: %s is not a text", text.ErrEdit, currentKey)
	}
	change = text.Splice{From: m.From, To: m.To, Text: text.QuoteJSON(slug)}
	next := text.Apply(c.b, []text.Splice{change})
	added = string(next[m.KeyFrom : m.From+len(change.Text)])
	if bytes.Contains(c.b, []byte(added)) {
		return text.Splice{}, "", fmt.Errorf("%w: another place of it has it already", text.ErrEdit)
	}
	if now, err := ReadConfig(next, nil); err != nil || now.Slug() != slug || !c.sameBut(now, currentKey) {
		return text.Splice{}, "", text.Wrong("the configuration")
	}
	return change, added, nil
}

// nameFirst is SwitchTo for a configuration that names no problem yet: it adds the member
// as the last one.
func (c *Config) nameFirst(slug string) (change text.Splice, added string, err error) {
	if len(c.root.Parts) == 0 {
		return text.Splice{}, "", fmt.Errorf("%w: it is empty; the agents' init command creates it", text.ErrEdit)
	}
	change = c.member(c.root, currentKey, text.QuoteJSON(slug))
	added = strings.TrimLeft(change.Text, ", \t\r\n")
	now, err := ReadConfig(text.Apply(c.b, []text.Splice{change}), nil)
	if n := len(c.root.Parts); err != nil || now.Slug() != slug || len(now.root.Parts) != n+1 || !c.sameBut(Config{b: now.b, root: text.Value{Parts: now.root.Parts[:n]}}, "") {
		return text.Splice{}, "", text.Wrong("the configuration")
	}
	return change, added, nil
}

// sameBut reports whether two configurations have the same entries in the same order,
// except for one key.
func (c *Config) sameBut(now Config, key string) bool {
	return slices.EqualFunc(c.root.Parts, now.root.Parts, func(a, b text.Value) bool {
		name := a.Key(c.b)
		return name == b.Key(now.b) && (name == key || bytes.Equal(c.b[a.From:a.To], now.b[b.From:b.To]))
	})
}

// Activate returns the splice that dates a problem's last activity. It fails like SwitchTo,
// and where the configuration does not list the problem.
func (c *Config) Activate(slug string, at time.Time) (text.Splice, error) {
	p, ok := c.Listed[slug]
	if !ok {
		return text.Splice{}, fmt.Errorf("%w: it does not list %q", text.ErrEdit, slug)
	}
	// The object was read before, when it was listed.
	problem, _ := text.Parts(c.b, p.from, 1)
	when := text.QuoteJSON(model.FormatUTC(at))
	var change text.Splice
	found := 0
	for _, m := range problem.Parts {
		if m.Key(c.b) == activeKey {
			change = text.Splice{From: m.From, To: m.To, Text: when}
			found++
		}
	}
	switch {
	case found > 1:
		return text.Splice{}, fmt.Errorf("%w: %s appears twice", text.ErrEdit, activeKey)
	case found == 0:
		change = c.member(problem, activeKey, when)
	}
	now, err := ReadConfig(text.Apply(c.b, []text.Splice{change}), nil)
	if err != nil || !c.sameBut(now, "problems") || !c.sameListedBut(now, slug, at) {
		return text.Splice{}, text.Wrong("the configuration")
	}
	return change, nil
}

// member adds an entry to an object, laid out as the last one is. Every listed problem has
// at least its slug.
func (c *Config) member(in text.Value, key, value string) text.Splice {
	like := text.LayoutIn(c.b, &in)
	last := in.Parts[len(in.Parts)-1].To
	return text.Splice{From: last, To: last, Text: like.Gap + text.QuoteJSON(key) + like.Colon + value}
}

// sameListedBut reports whether two configurations list the same problems, except for the
// last activity of one.
func (c *Config) sameListedBut(now Config, slug string, at time.Time) bool {
	if len(c.Listed) != len(now.Listed) {
		return false
	}
	for name, p := range c.Listed {
		active := p.active.Raw
		if name == slug {
			active = model.FormatUTC(at)
		}
		if q, ok := now.Listed[name]; !ok || q.title != p.title || q.domain != p.domain || q.active.Raw != active {
			return false
		}
	}
	return true
}

const (
	currentKey = "current_problem"
)

// Config is the configuration of a research project, with the places that are edited.
type Config struct {
	b    []byte
	root text.Value
	// current is the member that names the current problem, nil when there is none. named
	// counts such members; the last one counts.
	current *text.Value
	named   int
	// Listed are the listed problems, by slug.
	Listed map[string]listedProblem
	faults []text.LineError
}

// listedProblem is what the configuration says of one problem.
type listedProblem struct {
	title, domain string
	active        model.Stamp
	line          int
	// from is the offset of its object.
	from int
}

// ReadConfig reads the configuration. It fails with a *text.LineError when it is not JSON;
// other faults are in its faults.
func ReadConfig(b []byte, zone *time.Location) (Config, error) {
	c := Config{b: b, Listed: map[string]listedProblem{}}
	bare := bytes.TrimPrefix(b, text.BOM)
	if err := text.CheckJSON(bare); err != nil {
		return c, err
	}
	root, ok := text.Parts(b, text.SkipBlanks(b, len(b)-len(bare)), 1)
	if !ok || !root.Is(b, '{') {
		return c, &text.LineError{Line: 1, Reason: "it is not one JSON object, or too deeply nested"}
	}
	c.root = root
	lines := map[string]int{}
	line, counted := 1, 0
	for i, m := range c.root.Parts {
		key := m.Key(b)
		line, counted = line+bytes.Count(b[counted:m.KeyFrom], []byte("\n")), m.KeyFrom
		if first, ok := lines[key]; ok {
			c.faults = append(c.faults, text.LineError{Line: line, Reason: fmt.Sprintf("key %q appears twice, first on line %d", key, first)})
		} else {
			lines[key] = line
		}
		switch key {
		case currentKey:
			c.current, c.named = &c.root.Parts[i], c.named+1
			if v := b[m.From]; v != '"' && v != 'n' {
				c.faults = append(c.faults, text.LineError{Line: line, Reason: currentKey + " is not a text"})
			}
		case "problems":
			c.readListed(m, line, zone)
		}
	}
	return c, nil
}

func (c *Config) lineOf(at int) int { return 1 + bytes.Count(c.b[:at], []byte("\n")) }

// readListed reads the list of problems, whose key is in a line. Of two lists the last one
// counts.
func (c *Config) readListed(m text.Value, line int, zone *time.Location) {
	clear(c.Listed)
	list, ok := text.Parts(c.b, m.From, 2)
	if !ok || !list.Is(c.b, '[') {
		c.faults = append(c.faults, text.LineError{Line: line, Reason: "problems is not a list"})
		return
	}
	elements := list.Parts
	if len(elements) > disk.MaxEntries {
		elements = elements[:disk.MaxEntries]
		c.faults = append(c.faults, text.LineError{Line: line, Reason: fmt.Sprintf("more than %d problems; the rest is not read", disk.MaxEntries)})
	}
	counted := m.KeyFrom
	for _, e := range elements {
		line, counted = line+bytes.Count(c.b[counted:e.From], []byte("\n")), e.From
		p, slug := listedProblem{line: line, from: e.From}, ""
		for _, f := range e.Parts {
			if f.KeyTo == 0 {
				break
			}
			value := f.Text(c.b)
			switch f.Key(c.b) {
			case "slug":
				slug = value
			case "title":
				p.title = value
			case "domain":
				p.domain = value
			case activeKey:
				p.active = model.ParseStamp(value, zone)
			}
		}
		_, twice := c.Listed[slug]
		switch {
		case slug == "":
			c.faults = append(c.faults, text.LineError{Line: line, Reason: "a problem without a slug"})
		case !isSlug(slug):
			c.faults = append(c.faults, text.LineError{Line: line, Reason: fmt.Sprintf("the slug %q is not the name of a folder; it is not opened", slug)})
		case twice:
			c.faults = append(c.faults, text.LineError{Line: line, Reason: fmt.Sprintf("the slug %q is listed twice", slug)})
		default:
			c.Listed[slug] = p
		}
	}
}

// activeKey is the key of a listed problem for its last activity.
const activeKey = "last_active"

// Slug is the name of the current problem, "" when none is named.
func (c *Config) Slug() string {
	if c.current == nil {
		return ""
	}
	return c.current.Text(c.b)
}

// without names the listed problems without a folder, given all folders in name order. The
// current problem is left out: its missing folder is reported apart.
func (c *Config) without(folders []string) []text.LineError {
	var faults []text.LineError
	for slug, p := range c.Listed {
		if _, there := slices.BinarySearch(folders, slug); !there && slug != c.Slug() {
			faults = append(faults, text.LineError{Line: p.line, Reason: fmt.Sprintf("problems lists %q, which has no folder", slug)})
		}
	}
	slices.SortFunc(faults, func(a, b text.LineError) int { return cmp.Or(a.Line-b.Line, strings.Compare(a.Reason, b.Reason)) })
	return faults
}

// isSlug reports whether a problem's name, which anybody may have written, names one folder
// that is not hidden.
func isSlug(name string) bool {
	const longest = 255
	return name != "" && len(name) <= longest && !strings.HasPrefix(name, ".") && fs.ValidPath(name) &&
		!strings.ContainsFunc(name, func(r rune) bool { return r == '/' || r == '\\' || unicode.IsControl(r) })
}
