package vault

import (
	"bytes"
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
	"unicode"

	"coldstart/model"
	"coldstart/vault/text"
)

const (
	currentKey = "current_problem"
)

// researchConfig is the configuration of a research project, with the places of
// what is edited in it.
type researchConfig struct {
	b       []byte
	members []text.Member
	// current is the member that names the current problem, nil when there is none, and
	// named how many do; the last one counts.
	current *text.Member
	named   int
	// listed are the problems that it lists, by slug.
	listed map[string]listedProblem
	faults []text.LineError
}

// listedProblem is what the configuration says of one problem.
type listedProblem struct {
	title, domain string
	active        model.Stamp
	line          int
	// from is where its object begins.
	from int
}

// readConfig reads the configuration. It fails with a *lineError when it is not
// JSON; what else is wrong with it is in its faults.
func readConfig(b []byte, zone *time.Location) (researchConfig, error) {
	c := researchConfig{b: b, listed: map[string]listedProblem{}}
	bare := bytes.TrimPrefix(b, text.BOM)
	if err := text.CheckJSON(bare); err != nil {
		return c, err
	}
	members, _, ok := text.Members(b, text.SkipBlanks(b, len(b)-len(bare)))
	if !ok {
		return c, &text.LineError{Line: 1, Reason: "it is not one JSON object, or too deeply nested"}
	}
	c.members = members
	lines := map[string]int{}
	line, counted := 1, 0
	for i, m := range members {
		line, counted = line+bytes.Count(b[counted:m.At], []byte("\n")), m.At
		if first, ok := lines[m.Key]; ok {
			c.faults = append(c.faults, text.LineError{Line: line, Reason: fmt.Sprintf("key %q is given twice, first in line %d", m.Key, first)})
		} else {
			lines[m.Key] = line
		}
		switch m.Key {
		case currentKey:
			c.current, c.named = &members[i], c.named+1
			if v := b[m.From]; v != '"' && v != 'n' {
				c.faults = append(c.faults, text.LineError{Line: line, Reason: currentKey + " is no text"})
			}
		case "problems":
			c.readListed(m, line, zone)
		}
	}
	return c, nil
}

func (c *researchConfig) lineOf(at int) int { return 1 + bytes.Count(c.b[:at], []byte("\n")) }

// readListed reads the list of problems, whose key stands in a line. Of two lists the
// last one counts.
func (c *researchConfig) readListed(m text.Member, line int, zone *time.Location) {
	clear(c.listed)
	elements, ok := text.Elements(c.b, m.From)
	if !ok {
		c.faults = append(c.faults, text.LineError{Line: line, Reason: "problems is no list"})
		return
	}
	if len(elements) > maxFolder {
		elements = elements[:maxFolder]
		c.faults = append(c.faults, text.LineError{Line: line, Reason: fmt.Sprintf("more than %d problems; the rest is not read", maxFolder)})
	}
	counted := m.At
	for _, e := range elements {
		line, counted = line+bytes.Count(c.b[counted:e.From], []byte("\n")), e.From
		members, _, ok := text.Members(c.b, e.From)
		p, slug := listedProblem{line: line, from: e.From}, ""
		for _, f := range members {
			value := text.JSONText(c.b[f.From:f.To])
			switch f.Key {
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
		_, twice := c.listed[slug]
		switch {
		case !ok || slug == "":
			c.faults = append(c.faults, text.LineError{Line: line, Reason: "a problem without a slug"})
		case !isSlug(slug):
			c.faults = append(c.faults, text.LineError{Line: line, Reason: fmt.Sprintf("the slug %q is no name of a folder; it is not opened", slug)})
		case twice:
			c.faults = append(c.faults, text.LineError{Line: line, Reason: fmt.Sprintf("the slug %q is listed twice", slug)})
		default:
			c.listed[slug] = p
		}
	}
}

// activeKey is the key of a listed problem that says when it was worked on last.
const activeKey = "last_active"

// slug is the name of the current problem, "" when none is named.
func (c *researchConfig) slug() string {
	if c.current == nil {
		return ""
	}
	return text.JSONText(c.b[c.current.From:c.current.To])
}

// without names the listed problems that are not among the folders, which are in name
// order. The current one is left out: its missing folder is trouble of its own.
func (c *researchConfig) without(folders []string) []text.LineError {
	var faults []text.LineError
	for slug, p := range c.listed {
		if _, there := slices.BinarySearch(folders, slug); !there && slug != c.slug() {
			faults = append(faults, text.LineError{Line: p.line, Reason: fmt.Sprintf("problems lists %q, which has no folder", slug)})
		}
	}
	slices.SortFunc(faults, func(a, b text.LineError) int { return cmp.Or(a.Line-b.Line, strings.Compare(a.Reason, b.Reason)) })
	return faults
}

// configOf is the configuration that names a problem, by the problem's folder.
func configOf(problem string) string { return path.Join(path.Dir(path.Dir(problem)), "config.json") }

// isSlug reports whether a problem's name is the name of one folder that is not
// hidden. Names come from files that anybody may have written.
func isSlug(name string) bool {
	const longest = 255
	return name != "" && len(name) <= longest && !strings.HasPrefix(name, ".") && fs.ValidPath(name) &&
		!strings.ContainsFunc(name, func(r rune) bool { return r == '/' || r == '\\' || unicode.IsControl(r) })
}
