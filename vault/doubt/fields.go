package doubt

import (
	"fmt"
	"regexp"
	"strings"
)

// deciding are the fields that a decision rests on, under every name that the agents
// or others use.
var deciding = map[string]bool{
	"plan_id": true, "step_id": true, "action_type": true, "action": true, "type": true, "status": true, "amount": true, "total": true,
	"target_recipient": true, "recipient": true, "to": true, "target": true, "cc": true, "bcc": true, "account": true, "iban": true,
	"step_description": true, "subject": true, "expires": true,
}

func decides(key string) bool { return deciding[key] }

// required are the fields that every request of the agents has
// (Personal AI Employee, approval requests).
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
var blockHead = regexp.MustCompile(`^[|>][-+0-9]*(\s+#.*)?$`)

func (p *page) emptyFields() []place {
	var found []place
	for _, key := range required {
		if r, ok := p.field(key); ok && (isNull(r.value) || blockHead.MatchString(r.value)) && !p.goesOn(r) {
			found = append(found, place{r.line, key + " is empty"})
		}
	}
	return found
}

func (p *page) missingFields() []place {
	var missing []string
	for _, key := range required {
		if _, ok := p.field(key); !ok {
			missing = append(missing, key)
		}
	}
	if missing == nil {
		return nil
	}
	return []place{{0, "it lacks what the agents' requests have: " + strings.Join(missing, ", ")}}
}

// planID finds values that no plan can have. Whether there is a plan of that name is
// another question.
func (p *page) planID() []place {
	r, ok := p.field("plan_id")
	value := bare(r.value)
	switch {
	case !ok || isNull(r.value):
		return nil
	case strings.HasPrefix(value, "/"), strings.HasSuffix(value, "/"), strings.Contains(value, `\`), strings.Contains(value, ".."):
		return []place{{r.line, "plan_id is a path that leads out of the vault, or nowhere"}}
	case strings.HasPrefix(value, "[") || strings.HasPrefix(value, "{"), p.goesOn(r):
		return []place{{r.line, "plan_id is more than one value"}}
	}
	return nil
}

// stepNumber is how the agents write the number of a step.
var stepNumber = regexp.MustCompile(`^[1-9][0-9]{0,5}$`)

func (p *page) stepID() []place {
	r, ok := p.field("step_id")
	if !ok || isNull(r.value) || stepNumber.MatchString(bare(r.value)) && !p.goesOn(r) {
		return nil
	}
	return []place{{r.line, "step_id is no step's number, or one that programs read differently"}}
}

// status finds a request that says that it was decided. The folder overrules it, but
// the agents' own code does not block a plan on such a request.
func (p *page) status() []place {
	r, ok := p.field("status")
	if value := bare(r.value); ok && !isNull(r.value) && value != "pending" {
		return []place{{r.line, fmt.Sprintf("its status is %q and not \"pending\"", short(value))}}
	}
	return nil
}

// statusInText finds a line of the text that programs which edit by line take for the
// status that the front matter lacks.
func (p *page) statusInText() []place {
	if _, ok := p.field("status"); ok || p.close < 0 {
		return nil
	}
	body, first := p.body()
	for i, line := range body {
		if key, _ := splitRow(line); key == "status" {
			return []place{{first + i + 1, "a line of the text looks like the status, which the front matter does not have"}}
		}
	}
	return nil
}

func (p *page) severalValues() []place {
	var found []place
	for _, r := range p.rows {
		key := yamlKey(r.key)
		if !decides(key) || key == "plan_id" || key == "step_id" {
			continue
		}
		switch {
		case strings.HasPrefix(r.value, "["), strings.HasPrefix(r.value, "{"), r.value == "" && p.goesOn(r):
			found = append(found, place{r.line, key + " has several values"})
		case strings.HasPrefix(r.value, `"`) && strings.Contains(r.value, `\`):
			found = append(found, place{r.line, key + " has characters in a notation that does not show them"})
		case brief[key] && p.goesOn(r):
			found = append(found, place{r.line, key + " goes on in the next line, which programs that read line by line do not see"})
		}
	}
	return found
}

// brief are the fields whose values are never so long that a program would break them
// into lines.
var brief = map[string]bool{"status": true, "action_type": true, "action": true, "type": true, "amount": true, "total": true, "expires": true}

// changing are unquoted values that become something else in some programs: truths,
// times and numbers of base 8 or 60.
var changing = regexp.MustCompile(`^(?i:yes|no|on|off|y|n|true|false)$|^[0-9]+:[0-5]?[0-9](:[0-5]?[0-9])?$|^[-+]?0[0-9_]+$|^[-+]?[0-9]+_[0-9_]+$|^0[xob][0-9a-fA-F_]+$|^[-+]?[0-9.]+[eE][-+]?[0-9]+$`)

// fraction is a number that loses its last zeros; an id is another one without them.
var fraction = regexp.MustCompile(`^[-+]?[0-9]+\.[0-9]*$`)

func (p *page) changingValues() []place {
	var found []place
	for _, r := range p.rows {
		key := yamlKey(r.key)
		turns := changing.MatchString(r.value) || key == "plan_id" && fraction.MatchString(r.value)
		if decides(key) && key != "step_id" && len(r.value) <= longValue && turns {
			found = append(found, place{r.line, fmt.Sprintf("%s is written %s, which some programs turn into another value", key, r.value)})
		}
	}
	return found
}

// longValue is how many bytes a field of the decision may have before its length is
// told.
const longValue = 1000

func (p *page) longValues() []place {
	var found []place
	for _, r := range p.rows {
		if key := yamlKey(r.key); decides(key) && len(r.value) > longValue {
			found = append(found, place{r.line, fmt.Sprintf("%s has %d bytes; read it to its end", key, len(r.value))})
		}
	}
	return found
}

// short keeps a quoted value from filling a sentence.
func short(value string) string {
	const most = 40
	runes := []rune(value)
	if len(runes) <= most {
		return value
	}
	return string(runes[:most]) + "…"
}
