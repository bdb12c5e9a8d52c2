package vault

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"coldstart/model"
)

// switchTo gives the change that names another current problem, and the member as it
// stands afterwards. It fails with errEdit when the configuration does not name one
// in exactly one place, or when the result would not read as the same but for it.
func (c *researchConfig) switchTo(slug string) (change splice, added string, err error) {
	if c.current == nil {
		return c.nameFirst(slug)
	}
	m := *c.current
	switch value := string(c.b[m.from:m.to]); {
	case c.named > 1:
		return splice{}, "", fmt.Errorf("%w: %s is given twice", errEdit, currentKey)
	case value != "null" && value[0] != '"':
		return splice{}, "", fmt.Errorf("%w: %s is no text", errEdit, currentKey)
	}
	change = splice{m.from, m.to, jsonString(slug)}
	next := spliced(c.b, []splice{change})
	added = string(next[m.at : m.from+len(change.text)])
	if bytes.Contains(c.b, []byte(added)) {
		return splice{}, "", fmt.Errorf("%w: another place of it says so already", errEdit)
	}
	if now, err := readConfig(next, nil); err != nil || now.slug() != slug || !c.sameBut(now, currentKey) {
		return splice{}, "", fmt.Errorf("%w: the result would not be the same configuration", errEdit)
	}
	return change, added, nil
}

// nameFirst is switchTo for a configuration that names no problem yet: the member
// comes behind the last one.
func (c *researchConfig) nameFirst(slug string) (change splice, added string, err error) {
	if len(c.members) == 0 {
		return splice{}, "", fmt.Errorf("%w: it is empty; the agents' init makes it", errEdit)
	}
	text := bytes.TrimPrefix(c.b, bom)
	change = c.member(c.members, skipBlanks(c.b, len(c.b)-len(text)), currentKey, jsonString(slug))
	added = strings.TrimLeft(change.text, ", \t\r\n")
	now, err := readConfig(spliced(c.b, []splice{change}), nil)
	if n := len(c.members); err != nil || now.slug() != slug || len(now.members) != n+1 || !c.sameBut(researchConfig{b: now.b, members: now.members[:n]}, "") {
		return splice{}, "", fmt.Errorf("%w: the result would not be the same configuration", errEdit)
	}
	return change, added, nil
}

// sameBut reports whether two configurations have the same entries in the same order,
// to the letter but for one of them.
func (c *researchConfig) sameBut(now researchConfig, key string) bool {
	return slices.EqualFunc(c.members, now.members, func(a, b jsonMember) bool {
		return a.key == b.key && (a.key == key || bytes.Equal(c.b[a.from:a.to], now.b[b.from:b.to]))
	})
}

// jsonString writes a text as JSON, without the escapes that only web pages need.
func jsonString(text string) string {
	var out strings.Builder
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	// A text can always be encoded.
	_ = encoder.Encode(text)
	return strings.TrimSuffix(out.String(), "\n")
}

// activate gives the change that says when a problem was worked on last. It fails
// like switchTo, and where the configuration does not list the problem.
func (c *researchConfig) activate(slug string, at time.Time) (splice, error) {
	p, ok := c.listed[slug]
	if !ok {
		return splice{}, fmt.Errorf("%w: it does not list %q", errEdit, slug)
	}
	// That the object can be read is known since it was listed.
	members, _, _ := jsonMembers(c.b, p.from)
	when := jsonString(model.FormatUTC(at))
	var change splice
	found := 0
	for _, m := range members {
		if m.key == activeKey {
			change = splice{m.from, m.to, when}
			found++
		}
	}
	switch {
	case found > 1:
		return splice{}, fmt.Errorf("%w: %s is given twice", errEdit, activeKey)
	case found == 0:
		change = c.member(members, p.from, activeKey, when)
	}
	now, err := readConfig(spliced(c.b, []splice{change}), nil)
	if err != nil || !c.sameBut(now, "problems") || !c.sameListedBut(now, slug, at) {
		return splice{}, fmt.Errorf("%w: the result would not be the same configuration", errEdit)
	}
	return change, nil
}

// member adds an entry behind the last one of an object, laid out as that one is.
// Every listed problem has at least its slug.
func (c *researchConfig) member(members []jsonMember, open int, key, value string) splice {
	last := members[len(members)-1]
	gap := "," + string(c.b[open+1:members[0].at])
	if n := len(members); n > 1 {
		gap = string(c.b[members[n-2].to:last.at])
	}
	colon := string(c.b[stringEnd(c.b, last.at):last.from])
	return splice{last.to, last.to, gap + jsonString(key) + colon + value}
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
