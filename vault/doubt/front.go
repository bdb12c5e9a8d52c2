package doubt

import (
	"fmt"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"coldstart/vault/text"
)

// neverClosed finds a front matter without an end.
func (p *page) neverClosed() []place {
	if p.open < 0 || p.close >= 0 {
		return nil
	}
	return []place{{p.open + 1, "the front matter is never closed, so that programs do not agree where it ends"}}
}

// oddFence finds a front matter between marks that agents do not take for one.
func (p *page) oddFence() []place {
	for i, line := range p.lines {
		text := strings.TrimSpace(line)
		switch {
		case text == "":
			continue
		case text == "+++", text == "----", text == fence && line != text:
			return []place{{i + 1, "the marks around the fields are not three dashes alone, which is all that the agents look for"}}
		}
		break
	}
	if p.close >= 0 && p.lines[p.close] != strings.TrimRight(p.lines[p.close], " \t") {
		return []place{{p.close + 1, "blanks stand behind the dashes that end the front matter, where some programs do not see its end"}}
	}
	return nil
}

// endsInDots finds a front matter that ends as a document of YAML may. The agents
// split at three dashes.
func (p *page) endsInDots() []place {
	if p.close < 0 || strings.TrimSpace(p.lines[p.close]) == fence {
		return nil
	}
	return []place{{p.close + 1, "the front matter ends in three dots, which the agents read over"}}
}

// fieldsBehind finds fields of the agents' own schema after a front matter that has
// none of them: the marks make the agents look there and nowhere else.
func (p *page) fieldsBehind() []place {
	if p.close < 0 || p.own {
		return nil
	}
	body, first := p.body()
	for i, line := range body {
		if key, _ := splitRow(line); yamlKey(key) == "plan_id" {
			return []place{{first + i + 1, "fields stand behind the front matter, where the agents do not look for them"}}
		}
		if strings.TrimSpace(line) == "" && i > 0 {
			break
		}
	}
	return nil
}

// indented finds a first field away from the margin while others are at it. Some
// programs read over that and some give up.
func (p *page) indented() []place {
	for i, r := range p.rows {
		if strings.TrimSpace(r.text) == "" || strings.HasPrefix(strings.TrimSpace(r.text), "#") {
			continue
		}
		atMargin := slices.ContainsFunc(p.rows[i:], func(r row) bool { return r.key != "" })
		if strings.HasPrefix(r.text, " ") && atMargin {
			return []place{{r.line, "the first field does not stand where the others do, so that not every program can read them"}}
		}
		break
	}
	return nil
}

// twoBlocks finds a second block of fields straight after the first.
func (p *page) twoBlocks() []place {
	if p.close < 0 {
		return nil
	}
	body, first := p.body()
	for i, line := range body {
		if strings.TrimSpace(line) == "" {
			continue
		}
		if strings.TrimRight(line, " \t") != fence || i+1 == len(body) {
			return nil
		}
		if key, _ := splitRow(body[i+1]); key == "" {
			return nil
		}
		return []place{{first + i + 1, "a second block of fields follows the first; which one counts depends on the program"}}
	}
	return nil
}

// dashes finds three dashes inside the front matter. The agents split a file at the
// first three dashes after its beginning, wherever they are
// (reference: a program that writes such a file cannot read it again).
func (p *page) dashes() []place {
	var found []place
	for _, r := range p.rows {
		// In other notations a comment with dashes is an everyday ornament.
		comment := !p.own && strings.HasPrefix(r.text, "#")
		if strings.Contains(r.text, fence) && !comment {
			found = append(found, place{r.line, "three dashes stand inside the front matter, where the agents take it to end"})
		}
	}
	return found
}

// twice finds a field of the decision that is given twice.
func (p *page) twice() []place {
	var found []place
	first := map[string]int{}
	for _, r := range p.rows {
		key := yamlKey(r.key)
		switch was, again := first[key]; {
		case key == "" || !decides(key):
		case again:
			found = append(found, place{r.line, fmt.Sprintf("%q is given twice, first in line %d; some programs take the first, some the last", key, was)})
		default:
			first[key] = r.line
		}
	}
	return found
}

// lookalikes finds keys that are another spelling of a field of the decision.
func (p *page) lookalikes() []place {
	var found []place
	first := map[string]row{}
	for _, r := range p.rows {
		key := yamlKey(r.key)
		folded := fold(bare(strings.TrimSpace(r.key)))
		if key == "" || !decides(folded) {
			continue
		}
		was, again := first[folded]
		switch {
		case again && yamlKey(was.key) != key:
			found = append(found, place{r.line, fmt.Sprintf("%q looks like %q in line %d", key, yamlKey(was.key), was.line)})
		case !again && !isASCII(key):
			found = append(found, place{r.line, fmt.Sprintf("%q looks like %q and is another key", key, folded)})
		}
		if !again {
			first[folded] = r
		}
	}
	return found
}

// mostKeys is how many fields a request of a person's or an agent's may have before
// it is odd. Real ones reach 40.
const mostKeys = 500

func (p *page) manyKeys() []place {
	n := 0
	for _, r := range p.rows {
		if r.key != "" {
			n++
		}
	}
	if n <= mostKeys {
		return nil
	}
	return []place{{p.open + 1, fmt.Sprintf("the front matter has %d fields; nobody reads so many", n)}}
}

// yamlKey is a key as a program reads it: without quotes, and without blanks behind
// one that has none.
func yamlKey(key string) string {
	key = strings.TrimRight(key, " \t")
	if isQuoted(key) {
		return bare(key)
	}
	return strings.TrimSpace(key)
}

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
	line, reason := text.YAMLReason(p.refused)
	if line > 0 {
		line += p.open + 1
	}
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

// oddKeys finds keys that are not words: programs make different things of them.
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

// deepest is how far lists and maps may be in each other.
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
