package doubt

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"coldstart/model"
	"coldstart/vault/text"
)

// The agents' own program reads a request by a few lines of code. What is here says where
// these lines give up on a file, and where they stop altogether: then the program checks no
// approval any more, not even those that are good.

// agentFields are the fields without which the agents do not read a request.
var agentFields = [...]string{"action_type", "target_recipient", "plan_id", "step_id", "rationale", "created_date", "status"}

// agentStatuses are the only statuses that they know.
var agentStatuses = []string{"pending", "approved", "rejected", "executed"}

// ByAgents says how the agents' own program would read a request with this front matter, nil for none.
func ByAgents(name string, b []byte, fm *text.Front) model.AgentReading {
	var a model.AgentReading
	for _, key := range agentFields {
		if fm.Find(key) != nil {
			a.Fields++
		}
	}
	a.Fenced = fm != nil && len(fm.Fields) == 0
	a.Unread, a.Stops = unreadByAgents(b)
	if ending := path.Ext(name); ending != ".md" {
		// They look at no other file, and stop at none.
		a.Unread, a.Stops = "they look only at files ending in .md", false
	}
	return a
}

// unreadByAgents says why the agents' program cannot read a request, "" if it can, and
// whether it stops there.
func unreadByAgents(b []byte) (why string, stops bool) {
	rest, fenced := bytes.CutPrefix(b, []byte(fence))
	inner, _, closed := bytes.Cut(rest, []byte(fence))
	switch {
	case !utf8.Valid(b):
		return "it is not UTF-8", false
	case bytes.HasPrefix(b, text.BOM):
		return "there is a byte order mark in front of the three dashes", false
	case !fenced:
		return "it does not begin with three dashes", false
	case !closed:
		return "the front matter is never closed", false
	case len(inner) > longFront:
		return "the front matter is too long to check", false
	}
	front := strings.ReplaceAll(strings.ReplaceAll(string(inner), "\r\n", "\n"), "\r", "\n")
	if line := tabbed(front); line > 0 {
		return fmt.Sprintf("line %d has a tab where only spaces may be", line), false
	}
	if v, plain := text.ReadPlainPython(strings.TrimPrefix(front, "\n")); plain {
		return unreadMembers(v.Members)
	}
	var top, more yaml.Node
	decoder := yaml.NewDecoder(strings.NewReader(front))
	switch err := decoder.Decode(&top); {
	case errors.Is(err, io.EOF):
		return "the front matter is empty", false
	case err != nil:
		_, reason := text.YAMLReason(err)
		return "the front matter is not valid YAML: " + reason, false
	case !errors.Is(decoder.Decode(&more), io.EOF):
		return "the front matter has several YAML documents", false
	}
	return unreadFields(top.Content[0])
}

// unreadFields is unreadByAgents for front matter that is YAML.
func unreadFields(top *yaml.Node) (why string, stops bool) {
	deep := 0
	walk(top, 0, func(n *yaml.Node, depth int) {
		deep = max(deep, depth)
		stops = stops || n.Style&yaml.TaggedStyle != 0 && slices.Contains(stoppingTags, n.ShortTag())
	})
	switch {
	case deep > mostNested:
		return "its values are nested too deep", true
	case stops:
		return "a value has a YAML tag", true
	}
	var values text.PythonMembers
	switch top.Kind {
	case yaml.ScalarNode:
		return unreadScalar(top)
	case yaml.SequenceNode:
		for _, n := range top.Content {
			values = append(values, text.PythonMember{Key: n.Value})
		}
		return "the front matter is a list, without fields", len(missing(values)) == 0
	case yaml.MappingNode:
		for i := 0; i+1 < len(top.Content); i += 2 {
			values = append(values, text.PythonMember{Key: top.Content[i].Value, Value: memberOf(top.Content[i+1])})
		}
	default:
		return "the front matter has no fields", false
	}
	return unreadMembers(values)
}

// memberOf is the value of a field: a text, another word, or a list or a map, all of which are one here.
func memberOf(n *yaml.Node) text.PythonValue {
	switch {
	case n.Kind != yaml.ScalarNode:
		return text.PythonValue{Kind: text.PythonList}
	case n.Style != 0:
		return text.PythonValue{Kind: text.PythonText, Text: n.Value}
	}
	return text.PythonValue{Kind: text.PythonWord(n.Value), Text: n.Value}
}

// unreadMembers is unreadByAgents for front matter with fields.
func unreadMembers(values text.PythonMembers) (why string, stops bool) {
	if none := missing(values); len(none) > 0 {
		return "it has no " + strings.Join(none, ", no "), false
	}
	step, _ := values.Find("step_id")
	status, _ := values.Find("status")
	switch {
	case !isNumber(step):
		return "step_id is not a number", slices.Contains([]text.PythonKind{text.PythonList, text.PythonNull, text.PythonTime, text.PythonFloat}, step.Kind)
	case status.Kind == text.PythonList || !slices.Contains(agentStatuses, status.Text):
		return "its status is none of " + strings.Join(agentStatuses, ", "), false
	}
	return "", false
}

// mostNested is how deep their language can surely go.
const mostNested = 150

// stoppingTags are tags on which their YAML library fails in a way that they do not expect.
var stoppingTags = []string{"!!int", "!!float", "!!timestamp"}

func missing(values text.PythonMembers) []string {
	none := make([]string, 0, len(agentFields))
	for _, key := range agentFields {
		if _, given := values.Find(key); !given {
			none = append(none, key)
		}
	}
	return none
}

// isNumber reports whether they can make a whole number of a value.
func isNumber(v text.PythonValue) bool {
	endless := strings.HasSuffix(strings.ToLower(v.Text), "inf") || strings.HasSuffix(strings.ToLower(v.Text), "nan")
	switch v.Kind {
	case text.PythonBool, text.PythonInt:
		return true
	case text.PythonFloat:
		return !endless
	case text.PythonList:
		return false
	}
	return wholeNumber().MatchString(v.Text)
}

// wholeNumber is a number as they read it of a text.
var wholeNumber = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[-+]?[0-9]+(_[0-9]+)*$`) })

// unreadScalar is unreadByAgents for front matter that is one value. Their program looks for
// the fields inside of it, which ends in an error for numbers and the like.
func unreadScalar(n *yaml.Node) (why string, stops bool) {
	switch kind := text.PythonWord(n.Value); {
	case n.Style == 0 && kind == text.PythonNull:
		return "the front matter is empty", false
	case n.Style == 0 && kind != text.PythonText:
		return "the front matter is the value " + short(n.Value) + ", without fields", true
	}
	all := !slices.ContainsFunc(agentFields[:], func(key string) bool { return !strings.Contains(n.Value, key) })
	return "the front matter is a single text, without fields", all
}

// tabbed gives the first line with a tab that the agents' YAML library refuses: it takes them
// only inside quotes, blocks and comments. Zero is for none.
func tabbed(front string) int {
	if !strings.Contains(front, "\t") {
		return 0
	}
	indent := -1
	for i, line := range strings.Split(front, "\n") {
		if indent >= 0 && (strings.TrimSpace(line) == "" || len(line)-len(strings.TrimLeft(line, " ")) > indent) {
			continue
		}
		indent = -1
		at := strings.TrimLeft(line, " ")
		if strings.HasPrefix(at, "#") {
			continue
		}
		value := at
		if _, after, ok := strings.Cut(at, ":"); ok {
			value = strings.TrimLeft(after, " ")
		}
		switch {
		case strings.HasPrefix(value, "|"), strings.HasPrefix(value, ">"):
			indent = len(line) - len(at)
			continue
		case isQuoted(value):
			value = value[text.QuotedEnd(value):]
		}
		value, _, _ = strings.Cut(value, " #")
		if strings.Contains(value, "\t") {
			return i + 1
		}
	}
	return 0
}
