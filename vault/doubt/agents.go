package doubt

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"coldstart/model"
	"coldstart/vault/text"
	"coldstart/vault/text/python"
)

// The agents' own program reads a request by a few lines of code. What is here reads it in the same
// way, says where these lines give up on a file, and where they stop altogether: then the program
// checks no approval any more, not even those that are good.

// agentFields are the fields without which the agents do not read a request.
var agentFields = [...]string{"action_type", "target_recipient", "plan_id", "step_id", "rationale", "created_date", "status"}

// agentStatuses are the only statuses that they know.
var agentStatuses = []string{"pending", "approved", "rejected", "executed"}

// Agents is a request as the agents' own program reads it.
type Agents struct {
	model.AgentReading
	front python.Front
	// differ is what they read otherwise than we do.
	differ []difference
}

// difference is a field of a decision with two values.
type difference struct {
	key, theirs, ours string
	line              int
	weight            model.Weight
}

// ByAgents reads a request as the agents' own program does. fm is the front matter as we read it, nil for none.
func ByAgents(name string, b []byte, fm *text.Front) Agents {
	var a Agents
	var err error
	a.front, err = python.ReadFront(b)
	for _, key := range agentFields {
		if fm.Find(key) != nil || fm == nil && strings.Contains(a.front.Between, key+":") {
			a.Fields++
		}
	}
	a.Fenced = fm != nil && len(fm.Fields) == 0
	a.Unread, a.Stops = a.read(err)
	if path.Ext(name) != ".md" {
		// They look at no other file, and stop at none.
		a.Unread, a.Stops = "they look only at files ending in .md", false
	}
	if a.Unread == "" {
		a.compare(fm)
	}
	return a
}

// read says why the agents' program cannot read a request, "" if it can, and whether it stops there.
func (a *Agents) read(err error) (why string, stops bool) {
	if refused := (*python.Error)(nil); errors.As(err, &refused) {
		return refused.Reason, refused.Raises != "" && refused.Raises != "KeyError"
	}
	switch v := a.front.Value; v.Kind {
	case python.Unsure:
		// It may have all that they look for, in any spelling.
		a.Fields = len(agentFields)
		return "it is unknown how they read its front matter", false
	case python.Null:
		return "the front matter is empty", false
	case python.List:
		return "the front matter is a list, without fields", len(a.missing()) == 0
	case python.Text:
		// They look for the fields inside of it, and then for the value of one.
		all := !slices.ContainsFunc(agentFields[:], func(key string) bool { return !strings.Contains(v.Text, key) })
		return "the front matter is a single text, without fields", all
	case python.Map:
		return a.check()
	}
	return "the front matter is the value " + short(a.front.Text) + ", without fields", true
}

// check is read for front matter with fields.
func (a *Agents) check() (why string, stops bool) {
	if none := a.missing(); len(none) > 0 {
		return "it has no " + strings.Join(none, ", no "), false
	}
	step, _ := a.front.Members.Find("step_id")
	status, _ := a.front.Members.Find("status")
	if n, raises := step.Int(); n == nil {
		return "step_id is not a number", raises != ""
	}
	if status.Kind != python.Text || !slices.Contains(agentStatuses, status.Text) {
		return "its status is none of " + strings.Join(agentStatuses, ", "), false
	}
	return "", false
}

func (a *Agents) missing() []string {
	none := make([]string, 0, len(agentFields))
	for _, key := range agentFields {
		if _, given := a.front.Members.Find(key); !given {
			none = append(none, key)
		}
	}
	return none
}

// compared are the fields of a decision that they read, with the weight of another value.
var compared = [...]struct {
	key    string
	weight model.Weight
}{
	{"plan_id", model.WeightBlock}, {"step_id", model.WeightBlock}, {"step_description", model.WeightAsk},
	{"action_type", model.WeightAsk}, {"target_recipient", model.WeightAsk}, {"status", model.WeightAsk},
}

// compare finds the fields that the agents read otherwise than we do.
func (a *Agents) compare(fm *text.Front) {
	for _, c := range compared {
		v, _ := a.front.Members.Find(c.key)
		d := difference{c.key, asText(c.key, v), fm.Get(c.key), v.Line, c.weight}
		same := d.theirs == d.ours
		switch {
		case c.key == "step_id":
			n, err := strconv.Atoi(d.ours)
			same = err == nil && d.theirs == strconv.Itoa(n)
		case c.key != "plan_id":
			same = strings.TrimSpace(d.theirs) == strings.TrimSpace(d.ours)
		case v.Kind != python.Text && fm.Find(c.key) != nil:
			// The field is the same one, and only its value is no text to them.
			d.weight = model.WeightAsk
		}
		if !same {
			a.differ = append(a.differ, d)
		}
	}
}

// asText is a value as they use it, "" for null.
func asText(key string, v python.Value) string {
	if v.Kind == python.Null {
		return ""
	}
	if n, _ := v.Int(); key == "step_id" && n != nil {
		return n.String()
	}
	said, ok := v.Str()
	if !ok {
		return "several values"
	}
	return said
}

// Front is the front matter by which a request is known: fm, which is ours, with their values where the
// agents read another plan or step.
func (a Agents) Front(fm *text.Front) *text.Front {
	if !slices.ContainsFunc(a.differ, func(d difference) bool { return d.key == "plan_id" || d.key == "step_id" }) {
		return fm
	}
	theirs := &text.Front{Block: text.Block{Body: a.front.Body}}
	if fm != nil {
		*theirs = *fm
		theirs.Fields = slices.Clone(fm.Fields)
		theirs.LastWins()
	}
	for _, m := range a.front.Members {
		of := theirs.Find(m.Key)
		if of == nil {
			theirs.Fields = append(theirs.Fields, text.Field{Key: m.Key, Line: m.Value.Line})
			of = &theirs.Fields[len(theirs.Fields)-1]
		} else if !decides(m.Key) && fm != nil {
			continue
		}
		of.Value = asText(m.Key, m.Value)
	}
	return theirs
}

// Doubts adds to the doubts about a request what the agents read otherwise than we do, where its line is not
// doubted already.
func (a Agents) Doubts(found []model.Doubt) []model.Doubt {
	if a.Unread == "" && a.front.Behind {
		return append(found, model.Doubt{
			Line: 1, What: "the agents read fields behind the three dashes of line 1, which other programs take for text", Short: "fields behind the three dashes", Weight: model.WeightBlock,
		})
	}
	for _, d := range a.differ {
		if slices.ContainsFunc(found, func(f model.Doubt) bool { return f.Line == d.line && f.Weight >= d.weight }) {
			continue
		}
		what := fmt.Sprintf("%s is %s to the agents, and %s to other programs", d.key, given(d.theirs), given(d.ours))
		found = append(found, model.Doubt{Line: d.line, What: what, Weight: d.weight})
	}
	return found
}

// given is a value in a sentence.
func given(value string) string {
	if value == "" {
		return "missing"
	}
	return strconv.Quote(short(value))
}
