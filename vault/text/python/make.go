package python

import (
	"errors"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"coldstart/vault/text"
)

// maker makes values of the nodes of a text as PyYAML's SafeConstructor does, level by level,
// so that of several faults it finds the same one first.
type maker struct {
	src     *source
	anchors map[string]bool
	// queue are the lists and maps whose parts are still to be made.
	queue  []*yaml.Node
	queued map[*yaml.Node]bool
	// merged counts the pairs that merge keys took in.
	merged int
}

// mostMerged is how many pairs are followed: a few lines can merge millions.
const mostMerged = 10_000

// compose finds what PyYAML refuses before it makes any value.
func (m *maker) compose(n *yaml.Node, depth int, flow bool) error {
	flow = flow || n.Style&yaml.FlowStyle != 0
	switch {
	case depth > maxDepth, m.src.isOdd(n):
		return errUnsure
	case flow && n.Kind == yaml.ScalarNode && n.Style&^yaml.TaggedStyle == 0 && strings.HasSuffix(n.Value, ":"):
		// Between brackets its colon ends a key.
		return errUnsure
	case n.Kind == yaml.AliasNode:
		return nil
	case m.anchors[n.Anchor]:
		return refuse("two values have the same name")
	case n.Anchor != "":
		m.anchors[n.Anchor] = true
	}
	for _, part := range n.Content {
		if err := m.compose(part, depth+1, flow); err != nil {
			return err
		}
	}
	return nil
}

// document makes the outermost value with its members.
func (m *maker) document(top *yaml.Node) (v Value, err error) {
	if v, err = m.value(top); err != nil {
		return v, err
	}
	if tagOf(top) == "!!set" {
		return v, errUnsure
	}
	for at := 0; at < len(m.queue); at++ {
		members, err := m.parts(m.queue[at])
		if err != nil {
			return Value{}, err
		}
		if at == 0 {
			v.Members = members
		}
	}
	return v, nil
}

// value makes one value; the parts of a list or map come later.
func (m *maker) value(n *yaml.Node) (Value, error) {
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	v := Value{Text: n.Value, Line: n.Line}
	switch tag := tagOf(n); {
	case tag == "!!seq", tag == "!!omap", tag == "!!pairs":
		v.Kind = List
	case tag == "!!map", tag == "!!set":
		v.Kind = Map
	case n.Kind == yaml.ScalarNode:
		err := v.construct(tag)
		return v, err
	case n.Kind == yaml.MappingNode:
		// A key "=" may stand for all of it.
		return v, errUnsure
	default:
		return v, refuse("it has an unknown tag")
	}
	if !m.queued[n] {
		m.queued[n] = true
		m.queue = append(m.queue, n)
	}
	return v, nil
}

// parts makes what is in a list or map. Here PyYAML finds that a tag does not fit.
func (m *maker) parts(n *yaml.Node) (Members, error) {
	switch tag := tagOf(n); {
	case n.Kind == yaml.MappingNode && (tag == "!!map" || tag == "!!set"):
		return m.mapping(n)
	case n.Kind == yaml.SequenceNode && tag != "!!map" && tag != "!!set":
		return m.list(n)
	}
	return nil, refuse("it has a tag that does not fit its value")
}

// list makes the items of a list. Those of an ordered map are pairs.
func (m *maker) list(n *yaml.Node) (items Members, err error) {
	pairs := tagOf(n) != "!!seq"
	for _, part := range n.Content {
		if part.Kind == yaml.AliasNode {
			part = part.Alias
		}
		of := []*yaml.Node{part}
		if pairs {
			if of = part.Content; part.Kind != yaml.MappingNode || len(of) != 2 {
				return nil, refuse("it has a tag that does not fit its value")
			}
		}
		for _, n := range of {
			v, err := m.value(n)
			if err != nil {
				return nil, err
			}
			if v.Kind == Text && !pairs {
				items = append(items, Member{Key: v.Text})
			}
		}
	}
	return items, nil
}

// mapping makes the keys and values of a map.
func (m *maker) mapping(n *yaml.Node) (members Members, err error) {
	pairs, err := m.flatten(n, 0)
	if err != nil {
		return nil, err
	}
	for i := 0; i+1 < len(pairs); i += 2 {
		key := Value{Kind: Text, Text: pairs[i].Value}
		if tagOf(pairs[i]) != "!!value" {
			if key, err = m.value(pairs[i]); err != nil {
				return nil, err
			}
		}
		if key.Kind == List || key.Kind == Map {
			return nil, refuse("a key is a list or a map")
		}
		v, err := m.value(pairs[i+1])
		if err != nil {
			return nil, err
		}
		if key.Kind == Text {
			members = append(members, Member{key.Text, v})
		}
	}
	return members, nil
}

// flatten returns the keys and values of a map, those that merge keys take in first.
func (m *maker) flatten(n *yaml.Node, depth int) (pairs []*yaml.Node, err error) {
	var own []*yaml.Node
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, of := n.Content[i], n.Content[i+1]
		if key.Kind == yaml.AliasNode {
			key = key.Alias
		}
		if tagOf(key) != "!!merge" {
			own = append(own, key, of)
			continue
		}
		if of.Kind == yaml.AliasNode {
			of = of.Alias
		}
		from := []*yaml.Node{of}
		if of.Kind == yaml.SequenceNode {
			from = slices.Clone(of.Content)
			slices.Reverse(from)
		}
		for _, part := range from {
			if part.Kind == yaml.AliasNode {
				part = part.Alias
			}
			if part.Kind != yaml.MappingNode {
				return nil, refuse("a merge key includes a value that is not a map")
			}
			taken, err := m.flatten(part, depth+1)
			if m.merged += len(taken) + 1; err == nil && (m.merged > mostMerged || depth > maxDepth) {
				err = errUnsure
			}
			if err != nil {
				return nil, err
			}
			pairs = append(pairs, taken...)
		}
	}
	return append(pairs, own...), nil
}

// tagOf is the tag that PyYAML gives a value: the one that is written, else that of its form.
func tagOf(n *yaml.Node) string {
	switch {
	case n.Style&yaml.TaggedStyle != 0:
		return n.ShortTag()
	case n.Kind == yaml.MappingNode:
		return "!!map"
	case n.Kind == yaml.SequenceNode:
		return "!!seq"
	case n.Style != 0:
		return "!!str"
	case n.Value == "=":
		return "!!value"
	case n.Value == "<<":
		return "!!merge"
	}
	return tags[Word(n.Value)]
}

// tags are the tags of words.
var tags = map[Kind]string{
	Null: "!!null", Bool: "!!bool", Int: "!!int", Float: "!!float", Time: "!!timestamp", Text: "!!str",
}

// construct makes a word what its tag says.
func (v *Value) construct(tag string) error {
	bad := &Error{Line: v.Line}
	switch tag {
	case "!!str":
		v.Kind = Text
		return nil
	case "!!null":
		v.Kind = Null
		return nil
	case "!!bool":
		v.Kind, bad.Reason, bad.Raises = Bool, "it has a boolean tag on another word", "KeyError"
		if slices.Contains([]string{"yes", "no", "true", "false", "on", "off"}, strings.ToLower(v.Text)) {
			return nil
		}
	case "!!int", "!!float":
		v.Kind, bad.Reason = Int, "it has a number that cannot be read"
		empty := strings.ReplaceAll(v.Text, "_", "") == ""
		var err error
		if tag == "!!int" {
			empty = empty || v.Text == "-" || v.Text == "+"
			_, err = readInt(v.Text)
		} else {
			v.Kind = Float
			_, err = readFloat(v.Text)
		}
		if err == nil || errors.Is(err, errUnsure) {
			return err
		}
		if empty {
			bad.Raises = "IndexError"
		}
	case "!!timestamp":
		v.Kind, bad.Reason = Time, "it has a date that does not exist"
		switch isTime := Word(v.Text) == Time; {
		case isTime && timeExists(v.Text):
			return nil
		case !isTime && looseDate.MatchString(v.Text):
			return errUnsure
		case !isTime:
			bad.Reason, bad.Raises = "it has a time tag on another word", "AttributeError"
		}
	case "!!binary":
		return errUnsure
	default:
		bad.Reason = "it has an unknown tag"
	}
	return bad
}

// looseDate begins what only the tag makes a time.
var looseDate = text.Pattern{Expr: `^[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}`}
