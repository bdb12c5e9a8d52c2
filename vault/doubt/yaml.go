package doubt

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"
)

// special are characters without which a front matter has no anchors, tags or lists.
const special = "&*!<[{?"

// longFront is how many bytes of front matter are read as YAML. Real ones reach 4 kB.
const longFront = 256 << 10

// unread finds a front matter that is too long to be read as YAML for each look.
func (p *page) unread() []place {
	if !p.long {
		return nil
	}
	return []place{{p.open + 1, fmt.Sprintf("the fields take more than %d kB, which nobody reads and which is not checked", longFront>>10)}}
}

// notYAML finds a front matter that the YAML library refuses: the agents, who use
// one too, do not see the request then, and approving it would start nothing.
func (p *page) notYAML() []place {
	if p.close < 0 || p.refused == nil {
		return nil
	}
	line, reason := yamlReason(p.refused, p.open+1)
	return []place{{line, "it is no YAML (" + reason + "), so that the agents cannot read this request"}}
}

// parse reads the front matter with the library, unless it is too long or so plain
// that there is nothing to find. Anchors stay unresolved, so that no alias costs more than its name.
func (p *page) parse() {
	lines := make([]string, len(p.rows))
	needed, size := p.own, 0
	for i, r := range p.rows {
		lines[i] = r.text
		size += len(r.text) + 1
		needed = needed || strings.ContainsAny(r.text, special)
	}
	p.long = size > longFront
	if p.long || !needed {
		return
	}
	var top yaml.Node
	if p.refused = yaml.Unmarshal([]byte(strings.Join(lines, "\n")), &top); p.refused == nil {
		p.top = &top
	}
}

var atLine = regexp.MustCompile(`^line ([0-9]+): `)

// yamlReason takes the library's own words apart.
func yamlReason(err error, offset int) (line int, reason string) {
	reason = strings.TrimPrefix(strings.TrimPrefix(err.Error(), "yaml: "), "unmarshal errors:\n  ")
	if m := atLine.FindStringSubmatch(reason); m != nil {
		n, _ := strconv.Atoi(m[1])
		line, reason = offset+n, reason[len(m[0]):]
	}
	reason, _, _ = strings.Cut(reason, "\n")
	return line, reason
}

// machinery finds anchors, aliases, merged keys and tags: ways to write a value
// somewhere else, or to have a program make it.
func (p *page) machinery() []place {
	var found []place
	walk(p.top, 0, func(n *yaml.Node, _ int) {
		line := p.open + 1 + n.Line
		switch {
		case n.Kind == yaml.AliasNode:
			found = append(found, place{line, "a value stands for another one (an alias of YAML)"})
		case n.Tag == "!!merge":
			found = append(found, place{line, "the fields of another value are merged in (a merge key of YAML)"})
		case n.Anchor != "":
			found = append(found, place{line, "a value can be used again elsewhere (an anchor of YAML)"})
		case n.Style&yaml.TaggedStyle != 0:
			found = append(found, place{line, "a value has a tag of YAML, which can make a program do something"})
		}
	})
	return found
}

// oddKeys finds keys that are no words: programs make different things of them.
func (p *page) oddKeys() []place {
	if p.top == nil || len(p.top.Content) == 0 || p.top.Content[0].Kind != yaml.MappingNode {
		return nil
	}
	var found []place
	for i, n := range p.top.Content[0].Content {
		if i%2 == 0 && (n.Kind != yaml.ScalarNode || n.Tag != "!!str" && n.Tag != "!!merge") {
			found = append(found, place{p.open + 1 + n.Line, "a key is no word"})
		}
	}
	return found
}

// deepest is how far lists and maps may stand in each other.
const deepest = 32

func (p *page) tooDeep() []place {
	deep := 0
	walk(p.top, 0, func(_ *yaml.Node, depth int) { deep = max(deep, depth) })
	if deep <= deepest {
		return nil
	}
	return []place{{p.open + 1, fmt.Sprintf("values stand in each other more than %d deep", deepest)}}
}

// walk visits a tree without following aliases. The depth of the top is zero.
func walk(n *yaml.Node, depth int, visit func(*yaml.Node, int)) {
	if n == nil {
		return
	}
	if n.Kind != yaml.DocumentNode {
		visit(n, depth)
		depth++
	}
	for _, child := range n.Content {
		walk(child, depth, visit)
	}
}
