package doubt

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"coldstart/vault/text"
	"coldstart/vault/text/python"
)

// neverClosed finds a front matter without an end.
func (p *page) neverClosed() []place {
	if p.open < 0 || p.close >= 0 {
		return nil
	}
	return []place{{p.open + 1, "the front matter is never closed; programs disagree on where it ends"}}
}

// oddFence finds front matter between marks that the agents do not recognize.
func (p *page) oddFence() []place {
	for i, line := range p.lines {
		text := strings.TrimSpace(line)
		switch {
		case text == "":
			continue
		case text == "+++", text == "----", text == fence && line != text:
			return []place{{i + 1, "the agents look only for three dashes alone around the fields"}}
		}
		break
	}
	if p.close >= 0 && p.lines[p.close] != strings.TrimRight(p.lines[p.close], " \t") {
		return []place{{p.close + 1, "spaces follow the dashes that end the front matter; some programs miss its end"}}
	}
	return nil
}

// endsInDots finds front matter that ends like a YAML document. The agents look for dashes.
func (p *page) endsInDots() []place {
	if p.close < 0 || strings.TrimSpace(p.lines[p.close]) == fence {
		return nil
	}
	return []place{{p.close + 1, "the front matter ends in three dots, which the agents ignore"}}
}

// fieldsBehind finds the agents' fields after front matter that has none of them: the agents
// look only inside.
func (p *page) fieldsBehind() []place {
	if p.close < 0 || p.own {
		return nil
	}
	body, first := p.body()
	for i, line := range body {
		if key, _ := splitRow(line); yamlKey(key) == "plan_id" {
			return []place{{first + i + 1, "fields follow the front matter, where the agents do not look"}}
		}
		if strings.TrimSpace(line) == "" && i > 0 {
			break
		}
	}
	return nil
}

// openQuotes finds values whose quote is never closed: where they end, programs disagree, and some read the quote
// as a part of them. In the agents' own schema no such front matter is valid YAML.
func (p *page) openQuotes() (found []place) {
	for _, r := range p.rows {
		if isQuoted(r.value) && !p.closesQuote(r) {
			found = append(found, place{r.line, fmt.Sprintf("the quote before the value of %q is never closed; programs disagree about the value", r.name)})
		}
	}
	return found
}

// closesQuote reports whether the quote that opens the value of a row ends in it, or in an indented line below.
func (p *page) closesQuote(r row) bool {
	mark, rest := r.value[0], r.value[1:]
	for next := r.line - p.open - 1; ; next++ {
		for i := 0; i < len(rest); i++ {
			switch {
			case mark == '"' && rest[i] == '\\':
				i++
			case rest[i] == mark:
				return true
			}
		}
		for next >= 0 && next < len(p.rows) && strings.TrimSpace(p.rows[next].text) == "" {
			next++
		}
		if next >= len(p.rows) || next < 0 || !strings.HasPrefix(p.rows[next].text, " ") && !strings.HasPrefix(p.rows[next].text, "\t") {
			return false
		}
		rest = p.rows[next].text
	}
}

// indented finds a first field that is indented while others are not. Some programs ignore
// that, some give up.
func (p *page) indented() []place {
	for i, r := range p.rows {
		if strings.TrimSpace(r.text) == "" || strings.HasPrefix(strings.TrimSpace(r.text), "#") {
			continue
		}
		atMargin := slices.ContainsFunc(p.rows[i:], func(r row) bool { return r.key != "" })
		if strings.HasPrefix(r.text, " ") && atMargin {
			return []place{{r.line, "the first field is indented and the others are not; some programs cannot read that"}}
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
		return []place{{first + i + 1, "a second block of fields follows the first; programs disagree on which one counts"}}
	}
	return nil
}

// dashes finds three dashes inside the front matter. The agents split a file at the first
// three dashes after its beginning, wherever they are.
func (p *page) dashes() []place {
	var found []place
	for _, r := range p.rows {
		// In other notations a comment with dashes is an everyday ornament.
		comment := !p.own && strings.HasPrefix(r.text, "#")
		if strings.Contains(r.text, fence) && !comment {
			found = append(found, place{r.line, "three dashes are inside the front matter, where the agents think it ends"})
		}
	}
	return found
}

// twice finds a field of the decision that is given twice. The agents' own programs may stop at
// it even where both are equal.
func (p *page) twice() []place {
	var found []place
	for again, first := range p.givenAgain() {
		if p.own || bare(again.value) != bare(first.value) || p.goesOn(again) || p.goesOn(first) {
			found = append(found, place{again.line, fmt.Sprintf("%q appears twice, first on line %d; programs disagree on which one counts", again.name, first.line)})
		}
	}
	return found
}

// repeated finds a field of the decision that is given twice with one value.
func (p *page) repeated() []place {
	var found []place
	for again, first := range p.givenAgain() {
		if bare(again.value) == bare(first.value) && !p.goesOn(again) && !p.goesOn(first) {
			found = append(found, place{again.line, fmt.Sprintf("%q appears twice with the same value, first on line %d", again.name, first.line)})
		}
	}
	return found
}

// givenAgain returns the fields of the decision that were given before, with the first of each.
func (p *page) givenAgain() iter.Seq2[row, row] {
	return func(yield func(again, first row) bool) {
		// They are as few as the fields of a decision.
		first := make([]*row, 0, 16)
		for i := range p.rows {
			r := &p.rows[i]
			if !r.decides {
				continue
			}
			was := slices.IndexFunc(first, func(was *row) bool { return was.name == r.name })
			switch {
			case was < 0:
				first = append(first, r)
			case !yield(*r, *first[was]):
				return
			}
		}
	}
}

// lookalikes finds keys that are another spelling of a field of the decision.
func (p *page) lookalikes() []place {
	var found []place
	type reads struct {
		as string
		at *row
	}
	// They are as few as the fields of a decision.
	first := make([]reads, 0, 16)
	for i := range p.rows {
		r := &p.rows[i]
		folded := fold(bare(strings.TrimSpace(r.key)))
		if r.name == "" || !decides(folded) {
			continue
		}
		switch was := slices.IndexFunc(first, func(was reads) bool { return was.as == folded }); {
		case was < 0:
			if first = append(first, reads{folded, r}); !isASCII(r.name) {
				found = append(found, place{r.line, fmt.Sprintf("%q looks like %q but is another key", r.name, folded)})
			}
		case first[was].at.name != r.name:
			found = append(found, place{r.line, fmt.Sprintf("%q looks like %q on line %d", r.name, first[was].at.name, first[was].at.line)})
		}
	}
	return found
}

// mostKeys is how many fields are odd. Real requests have up to 40.
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
	return []place{{p.open + 1, fmt.Sprintf("the front matter has %d fields, more than anyone reads", n)}}
}

// yamlKey is a key as a program reads it, without quotes and trailing blanks.
func yamlKey(key string) string {
	key = text.TrimEnd(key)
	if isQuoted(key) {
		return bare(key)
	}
	return strings.TrimSpace(key)
}

// special are characters without which a front matter has no anchors, tags or lists.
const special = "&*!<[{?"

// unread finds a front matter that is too long to be read as YAML for each look.
func (p *page) unread() []place {
	if !p.long {
		return nil
	}
	return []place{{p.open + 1, fmt.Sprintf("the fields take more than %d kB, too much to check", python.LongestFront>>10)}}
}

// notYAML finds front matter that is not valid YAML: the agents do not see such a request, and
// approving it would start nothing.
func (p *page) notYAML() []place {
	if p.close < 0 || p.yamlErr == nil {
		return nil
	}
	line, reason := text.YAMLReason(p.yamlErr)
	if line > 0 {
		line += p.open + 1
	}
	// The library names an earlier line for some faults.
	_, err := text.ReadFront(p.raw)
	if exact := (*text.LineError)(nil); errors.As(err, &exact) {
		line = exact.Line
	}
	return []place{{line, "not valid YAML (" + reason + "); the agents cannot read this request"}}
}

// parse reads the front matter with the library, unless it is too long or too plain to hide
// anything. Aliases stay unresolved, so that none costs more than its name.
func (p *page) parse() {
	needed, size := p.own, 0
	for _, r := range p.rows {
		size += len(r.text) + 1
		needed = needed || strings.ContainsAny(r.text, special)
	}
	p.long = size > python.LongestFront
	if p.long || !needed {
		return
	}
	lines := make([]string, len(p.rows))
	for i, r := range p.rows {
		lines[i] = r.text
	}
	var top yaml.Node
	if p.yamlErr = yaml.Unmarshal([]byte(strings.Join(lines, "\n")), &top); p.yamlErr == nil {
		p.top = &top
	}
}

// yamlFeatures finds anchors, aliases, merge keys and tags: values that come from elsewhere, or
// that a program makes.
func (p *page) yamlFeatures() []place {
	var found []place
	walk(p.top, 0, func(n *yaml.Node, _ int) {
		line := p.open + 1 + n.Line
		switch {
		case n.Kind == yaml.AliasNode:
			found = append(found, place{line, "a value refers to another one (YAML alias)"})
		case n.Tag == "!!merge":
			found = append(found, place{line, "the fields of another value are merged in (YAML merge key)"})
		case n.Anchor != "":
			found = append(found, place{line, "a value can be used again elsewhere (YAML anchor)"})
		case n.Style&yaml.TaggedStyle != 0:
			found = append(found, place{line, "a value has a YAML tag, which can make a program act"})
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
			found = append(found, place{p.open + 1 + n.Line, "a key is not a plain word"})
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
	return []place{{p.open + 1, fmt.Sprintf("values are nested more than %d levels deep", deepest)}}
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
