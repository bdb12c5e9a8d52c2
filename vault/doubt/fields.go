package doubt

import (
	"fmt"
	"slices"
	"strings"

	"coldstart/vault/text"
)

// decisionFields are the fields that a decision rests on, under all their names.
var decisionFields = map[string]bool{
	"plan_id": true, "step_id": true, "action_type": true, "action": true, "type": true, "status": true, "amount": true, "total": true,
	"target_recipient": true, "recipient": true, "to": true, "target": true, "cc": true, "bcc": true, "account": true, "iban": true,
	"step_description": true, "subject": true, "expires": true,
}

func decides(key string) bool { return decisionFields[key] }

// required are the fields of every request of the agents (Personal AI Employee, approval
// requests).
var required = []string{"plan_id", "step_id", "action_type", "target_recipient", "status", "rationale"}

func isNull(value string) bool {
	switch strings.TrimSpace(bare(value)) {
	case "":
		return true
	case "~", "null", "Null", "NULL":
		return !isQuoted(value)
	}
	return false
}

// blockHead begins a value that is in the lines below it.
var blockHead = text.Pattern{Expr: `^[|>][-+0-9]*(\s+#.*)?$`}

func (p *page) emptyFields() []place {
	var found []place
	for _, key := range required {
		if r, ok := p.field(key); ok && (isNull(r.value) || blockHead.MatchString(r.value)) && !p.goesOn(r) {
			found = append(found, place{r.line, key + " is empty"})
		}
	}
	return found
}

// planID finds values that cannot name a plan, whether or not there is one.
func (p *page) planID() []place {
	r, ok := p.field("plan_id")
	value := bare(r.value)
	switch {
	case !ok || isNull(r.value):
		return nil
	case strings.HasPrefix(value, "/"), strings.HasSuffix(value, "/"), strings.Contains(value, `\`), strings.Contains(value, ".."):
		return []place{{r.line, "plan_id is a path that leads out of the vault or nowhere"}}
	case strings.HasPrefix(value, "[") || strings.HasPrefix(value, "{"), p.goesOn(r):
		return []place{{r.line, "plan_id is more than one value"}}
	}
	return nil
}

// stepNumber is how the agents write the number of a step.
var stepNumber = text.Pattern{Expr: `^[1-9][0-9]{0,5}$`}

func (p *page) stepID() []place {
	r, ok := p.field("step_id")
	if !ok || isNull(r.value) || stepNumber.MatchString(bare(r.value)) && !p.goesOn(r) {
		return nil
	}
	return []place{{r.line, "step_id is not a plain step number"}}
}

// status finds a request that says it was decided. The folder overrules it, but the agents do
// not block a plan on such a request.
func (p *page) status() []place {
	r, ok := p.field("status")
	if value := bare(r.value); ok && !isNull(r.value) && value != "pending" {
		return []place{{r.line, fmt.Sprintf("its status is %q, not \"pending\"", short(value))}}
	}
	return nil
}

// statusInText finds a line of the text that line-by-line editors take for the missing status.
func (p *page) statusInText() []place {
	if _, ok := p.field("status"); ok || p.close < 0 {
		return nil
	}
	body, first := p.body()
	for i, line := range body {
		if key, _ := splitRow(line); key == "status" {
			return []place{{first + i + 1, "a line of the text looks like the status that the front matter lacks"}}
		}
	}
	return nil
}

func (p *page) severalValues() []place {
	var found []place
	for _, r := range p.rows {
		key := r.name
		if !r.decides || key == "plan_id" || key == "step_id" {
			continue
		}
		switch {
		case strings.HasPrefix(r.value, "["), strings.HasPrefix(r.value, "{"), r.value == "" && p.goesOn(r):
			found = append(found, place{r.line, key + " has several values"})
		case strings.HasPrefix(r.value, `"`) && strings.Contains(r.value, `\`):
			found = append(found, place{r.line, key + " has escaped characters"})
		case shortFields[key] && p.goesOn(r):
			found = append(found, place{r.line, key + " continues on the next line; programs that read line by line miss that"})
		}
	}
	return found
}

// shortFields are the fields whose values are too short for a program to wrap.
var shortFields = map[string]bool{"status": true, "action_type": true, "action": true, "type": true, "amount": true, "total": true, "expires": true}

// ambiguousWords and ambiguousNumber are unquoted values that some programs read as something else: booleans,
// times and numbers of base 8 or 60.
var (
	ambiguousWords  = []string{"yes", "no", "on", "off", "y", "n", "true", "false"}
	ambiguousNumber = text.Pattern{Expr: `^[0-9]+:[0-5]?[0-9](:[0-5]?[0-9])?$|^[-+]?0[0-9_]+$|^[-+]?[0-9]+_[0-9_]+$|^0[xob][0-9a-fA-F_]+$|^[-+]?[0-9.]+[eE][-+]?[0-9]+$`}
)

func isAmbiguous(value string) bool {
	if value == "" || strings.IndexByte("+-.0123456789", value[0]) < 0 {
		return slices.ContainsFunc(ambiguousWords, func(word string) bool { return strings.EqualFold(value, word) })
	}
	return ambiguousNumber.MatchString(value)
}

// fraction is a number that loses its last zeros; an id is another one without them.
var fraction = text.Pattern{Expr: `^[-+]?[0-9]+\.[0-9]*$`}

func (p *page) ambiguousValues() []place {
	var found []place
	for _, r := range p.rows {
		if !r.decides || r.name == "step_id" || len(r.value) > longValue {
			continue
		}
		if isAmbiguous(r.value) || r.name == "plan_id" && fraction.MatchString(r.value) {
			found = append(found, place{r.line, fmt.Sprintf("%s is written %s, which some programs read as another value", r.name, r.value)})
		}
	}
	return found
}

// longValue is the most bytes of a field before its length is pointed out.
const longValue = 1000

func (p *page) longValues() []place {
	var found []place
	for _, r := range p.rows {
		if len(r.value) > longValue && r.decides {
			found = append(found, place{r.line, fmt.Sprintf("%s has %d bytes; read all of it", r.name, len(r.value))})
		}
	}
	return found
}

// short cuts a quoted value to fit a sentence.
func short(value string) string {
	const most = 40
	runes := []rune(value)
	if len(runes) <= most {
		return value
	}
	return string(runes[:most]) + "…"
}
