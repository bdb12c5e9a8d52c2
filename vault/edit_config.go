package vault

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/vault/text"
)

// switchTo gives the change that names another current problem, and the member as it
// stands afterwards. It fails with errEdit when the configuration does not name one
// in exactly one place, or when the result would not read as the same but for it.
func (c *researchConfig) switchTo(slug string) (change text.Splice, added string, err error) {
	if c.current == nil {
		return c.nameFirst(slug)
	}
	m := *c.current
	switch value := string(c.b[m.From:m.To]); {
	case c.named > 1:
		return text.Splice{}, "", fmt.Errorf("%w: %s is given twice", text.ErrEdit, currentKey)
	case value != "null" && value[0] != '"':
		return text.Splice{}, "", fmt.Errorf("%w: %s is no text", text.ErrEdit, currentKey)
	}
	change = text.Splice{From: m.From, To: m.To, Text: text.QuoteJSON(slug)}
	next := text.Apply(c.b, []text.Splice{change})
	added = string(next[m.At : m.From+len(change.Text)])
	if bytes.Contains(c.b, []byte(added)) {
		return text.Splice{}, "", fmt.Errorf("%w: another place of it says so already", text.ErrEdit)
	}
	if now, err := readConfig(next, nil); err != nil || now.slug() != slug || !c.sameBut(now, currentKey) {
		return text.Splice{}, "", fmt.Errorf("%w: the result would not be the same configuration", text.ErrEdit)
	}
	return change, added, nil
}

// nameFirst is switchTo for a configuration that names no problem yet: the member
// comes behind the last one.
func (c *researchConfig) nameFirst(slug string) (change text.Splice, added string, err error) {
	if len(c.members) == 0 {
		return text.Splice{}, "", fmt.Errorf("%w: it is empty; the agents' init makes it", text.ErrEdit)
	}
	bare := bytes.TrimPrefix(c.b, text.BOM)
	change = c.member(c.members, text.SkipBlanks(c.b, len(c.b)-len(bare)), currentKey, text.QuoteJSON(slug))
	added = strings.TrimLeft(change.Text, ", \t\r\n")
	now, err := readConfig(text.Apply(c.b, []text.Splice{change}), nil)
	if n := len(c.members); err != nil || now.slug() != slug || len(now.members) != n+1 || !c.sameBut(researchConfig{b: now.b, members: now.members[:n]}, "") {
		return text.Splice{}, "", fmt.Errorf("%w: the result would not be the same configuration", text.ErrEdit)
	}
	return change, added, nil
}

// sameBut reports whether two configurations have the same entries in the same order,
// to the letter but for one of them.
func (c *researchConfig) sameBut(now researchConfig, key string) bool {
	return slices.EqualFunc(c.members, now.members, func(a, b text.Member) bool {
		return a.Key == b.Key && (a.Key == key || bytes.Equal(c.b[a.From:a.To], now.b[b.From:b.To]))
	})
}

// activate gives the change that says when a problem was worked on last. It fails
// like switchTo, and where the configuration does not list the problem.
func (c *researchConfig) activate(slug string, at time.Time) (text.Splice, error) {
	p, ok := c.listed[slug]
	if !ok {
		return text.Splice{}, fmt.Errorf("%w: it does not list %q", text.ErrEdit, slug)
	}
	// That the object can be read is known since it was listed.
	members, _, _ := text.Members(c.b, p.from)
	when := text.QuoteJSON(model.FormatUTC(at))
	var change text.Splice
	found := 0
	for _, m := range members {
		if m.Key == activeKey {
			change = text.Splice{From: m.From, To: m.To, Text: when}
			found++
		}
	}
	switch {
	case found > 1:
		return text.Splice{}, fmt.Errorf("%w: %s is given twice", text.ErrEdit, activeKey)
	case found == 0:
		change = c.member(members, p.from, activeKey, when)
	}
	now, err := readConfig(text.Apply(c.b, []text.Splice{change}), nil)
	if err != nil || !c.sameBut(now, "problems") || !c.sameListedBut(now, slug, at) {
		return text.Splice{}, fmt.Errorf("%w: the result would not be the same configuration", text.ErrEdit)
	}
	return change, nil
}

// member adds an entry behind the last one of an object, laid out as that one is.
// Every listed problem has at least its slug.
func (c *researchConfig) member(members []text.Member, open int, key, value string) text.Splice {
	last := members[len(members)-1]
	gap := "," + string(c.b[open+1:members[0].At])
	if n := len(members); n > 1 {
		gap = string(c.b[members[n-2].To:last.At])
	}
	colon := string(c.b[text.StringEnd(c.b, last.At):last.From])
	return text.Splice{From: last.To, To: last.To, Text: gap + text.QuoteJSON(key) + colon + value}
}

// sameListedBut reports whether two configurations list the same problems, but for
// when one of them was worked on last.
func (c *researchConfig) sameListedBut(now researchConfig, slug string, at time.Time) bool {
	if len(c.listed) != len(now.listed) {
		return false
	}
	for name, p := range c.listed {
		active := p.active.Raw
		if name == slug {
			active = model.FormatUTC(at)
		}
		if q, ok := now.listed[name]; !ok || q.title != p.title || q.domain != p.domain || q.active.Raw != active {
			return false
		}
	}
	return true
}
