package dialect

import (
	"fmt"
	"iter"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"coldstart/model"
)

// field is a property of plans and requests.
type field int

const (
	fieldType field = iota
	fieldID
	fieldTitle
	fieldStatus
	fieldCreated
	fieldUpdated
	fieldPriority
	fieldBlocked
	fieldNeeds
	fieldParent
	fieldClaim
	fieldSource
	fieldSourceLoose
	fieldDoneCount
	fieldTotalCount
	fieldCurrentStep
	fieldSummary
	fieldSubject
	fieldAction
	fieldTaskType
	fieldTarget
	fieldCounterpart
	fieldAmount
	fieldExpires
	fieldDue
	fieldRisk
	fieldPlanLink
	fieldStep
	fieldRationale
	fieldCount
)

// spelling is how a field is written, best first: in the agents' plans and requests, and in
// other notations as a key of the front matter or a label of the body. A dot in front means
// a key inside another one.
type spelling struct{ plan, request, keys, labels []string }

// spellings is the table of key names, as normalKey writes them (taskFile, task-file and
// "Task File" are task_file).
var spellings = [fieldCount]spelling{
	fieldType:  {keys: []string{"type"}},
	fieldID:    {plan: []string{"task_id"}, keys: []string{"plan_id", "id", "task_id"}, labels: []string{"plan_id", "task_id"}},
	fieldTitle: {keys: []string{"objective", "goal", "summary", "subject", "topic"}, labels: []string{"objective", "goal"}},
	fieldStatus: {
		plan: []string{"status"}, request: []string{"status"},
		keys: []string{"status", "state"}, labels: []string{"status"},
	},
	fieldCreated: {
		plan: []string{"created_date"}, request: []string{"created_date", "created", "created_at", "timestamp"},
		keys:   []string{"created_date", "created", "created_at", "timestamp", "date", "generated", "generated_at", "requested_at", "received"},
		labels: []string{"created", "created_at", "created_date", "date", "generated", "timestamp"},
	},
	fieldUpdated: {
		keys:   []string{"updated", "updated_at", "last_updated", "modified", "completed_at", "resolved_at"},
		labels: []string{"updated", "last_updated"},
	},
	fieldPriority: {plan: []string{"priority"}, keys: []string{"priority"}, labels: []string{"priority"}},
	fieldBlocked: {
		plan:   []string{"blocked_reason"},
		keys:   []string{"blocked_reason", "block_reason", "blocker", "blocked_by", "waiting_for", "waiting_on"},
		labels: []string{"blocked_reason", "block_reason", "blocker", "blocked_by", "blocked", "waiting_for", "waiting_on"},
	},
	fieldNeeds: {
		keys:   []string{"requires_approval", "requires_hitl", "approval_required", "needs_approval", "requires_human_approval"},
		labels: []string{"requires_approval", "requires_hitl", "approval_required", "needs_approval", "requires_human_approval"},
	},
	fieldParent: {keys: []string{"parent_plan"}, labels: []string{"parent_plan"}},
	fieldClaim:  {keys: []string{"claimed_by"}, labels: []string{"claimed_by"}},
	fieldSource: {
		plan:   []string{"source_link"},
		keys:   []string{"source_file", "source_task", "source_link", "task_file", "original_file", "original_task", "source_item"},
		labels: []string{"source_file", "source_task", "task_file", "original_file", "original_task"},
	},
	// In some vaults these name a file, in others a program.
	fieldSourceLoose: {keys: []string{"source", "file"}, labels: []string{"source", "file"}},
	fieldDoneCount:   {keys: []string{"completed_steps", "last_step_completed"}},
	fieldTotalCount:  {keys: []string{"total_steps", "steps_total"}},
	fieldCurrentStep: {keys: []string{"current_step"}},
	fieldSummary: {
		request: []string{"title", "subject", "step_description", "reason"},
		keys:    []string{"title", "subject", ".subject", "step_description", "reason"},
	},
	fieldSubject: {labels: []string{"subject"}},
	fieldAction: {
		request: []string{"action_type", "action", "approval_type", "type"},
		keys:    []string{"action", "action_type", "approval_type"},
		labels:  []string{"action", "action_type", "type", "channel"},
	},
	fieldTaskType: {keys: []string{"task_type"}},
	fieldTarget: {
		request: []string{"target_recipient", "to", "recipient", "target", "contact", "client", "vendor", "payee", "beneficiary", "supplier",
			"pay_to", "creditor", "merchant", "iban"},
		keys: []string{"to", "recipient", "target_recipient", "target", "contact", "client", "email_to", "to_number", "vendor",
			"payee", "beneficiary", "supplier", "pay_to", "creditor", "merchant", ".to", ".recipient", "iban"},
		labels: []string{"to", "recipient", "target", "to_target", "contact", "client", "vendor", "payee", "beneficiary", "supplier",
			"pay_to", "creditor", "merchant", "iban"},
	},
	// Used when nothing says who a request goes to.
	fieldCounterpart: {keys: []string{"from", "platform"}},
	fieldAmount: {
		request: []string{"amount"},
		keys:    []string{"amount", "total_amount", "total", ".amount"},
		labels:  []string{"amount", "total_amount", "total"},
	},
	fieldExpires: {
		request: []string{"expires", "expires_at", "expires_on", "valid_until"},
		keys:    []string{"expires", "expires_at", "expires_on", "expiry", "valid_until"},
		labels:  []string{"expires", "expires_at", "expires_on", "expiry", "valid_until"},
	},
	fieldDue: {
		keys:   []string{"due", "due_date", "deadline", "sla_deadline"},
		labels: []string{"due", "due_date", "deadline", "sla_deadline"},
	},
	fieldRisk: {request: []string{"risk_level", "risk"}, keys: []string{"risk_level", "risk"}, labels: []string{"risk_level", "risk"}},
	fieldPlanLink: {
		request: []string{"plan_id", "plan"},
		keys:    []string{"plan_id", "plan", "plan_file", "source_plan", "related_plan"},
		labels:  []string{"plan_id", "plan", "plan_file", "source_plan", "related_plan", "plan_reference"},
	},
	fieldStep:      {request: []string{"step_id"}, keys: []string{"step_id", "step"}, labels: []string{"step_id"}},
	fieldRationale: {request: []string{"rationale", "reason"}, keys: []string{"rationale", "reason"}, labels: []string{"rationale", "reason"}},
}

// fact returns the value of a field: of the front matter first, then of the body.
func (p *Page) fact(f field) Fact {
	if found := p.fromFront(spellings[f].keys); found.Given() {
		return found
	}
	return p.fromBody(spellings[f].labels)
}

// fromFront returns the value of the first key that has one.
func (p *Page) fromFront(keys []string) Fact {
	for _, key := range keys {
		for i := range p.front.entries {
			if e := &p.front.entries[i]; e.key == key && !isAbsent(e.value) {
				return Fact{e.value, model.BasisDeclared, e.line}
			}
		}
	}
	return Fact{}
}

// fromBody returns the value of the first label that has one. Labels below the heading of a
// step belong to that step.
func (p *Page) fromBody(labels []string) Fact {
	for _, key := range labels {
		for i := range p.labels {
			if l := &p.labels[i]; l.key == key && l.form != formPlain && !p.sections[l.section].step && !isAbsent(l.value) {
				return Fact{l.value, model.BasisDeclared, l.line}
			}
		}
	}
	return Fact{}
}

// form is how a line of the body states a value, best first.
type form uint8

const (
	formBold form = iota
	formTable
	formHeading
	formPlain
)

// label is a value that the body states: "**Status:** done", a row "| Status |
// done |", "## Status: done" or, for a status only, "Status: done".
type label struct {
	key, value string
	line       int
	section    int
	form       form
}

// maxLabels is the most labels that are kept of one file.
const maxLabels = 2000

// findLabels collects what the body states outside of embedded sources.
func (p *Page) findLabels() {
	for i := range p.lines {
		l := &p.lines[i]
		if p.sections[l.section].embedded {
			return
		}
		if len(p.labels) == maxLabels {
			p.Warnings = append(p.Warnings, Warning{int(l.number), fmt.Sprintf("more than %d bold keys and rows; the rest is not read", maxLabels)})
			return
		}
		switch l.at {
		case inHeading:
			name := p.sections[l.section].name
			if key, value, ok := strings.Cut(trimMarks(name), ":"); ok && isStatus(normalKey(key)) {
				p.label(l, key, value, formHeading)
			}
		case inBody:
			p.labelLine(i, l)
		}
	}
}

func (p *Page) labelLine(i int, l *line) {
	text := strings.TrimLeft(l.text, " \t")
	if rest, ok := cutBullet(text); ok {
		text = rest
	}
	switch {
	case strings.HasPrefix(text, "**"):
		for key, value := range boldPairs(text) {
			p.label(l, key, value, formBold)
		}
	case text[0] == '|':
		if i+1 < len(p.lines) && isSeparator(p.lines[i+1].text) {
			return
		}
		if row := cells(text); len(row) == 2 {
			p.label(l, row[0], row[1], formTable)
		}
	default:
		for _, key := range spellings[fieldStatus].labels {
			if n := len(key); len(text) > n+1 && text[n] == ':' && strings.EqualFold(text[:n], key) {
				p.label(l, key, text[n+1:], formPlain)
			}
		}
	}
}

// isStatus reports whether a label, as normalKey writes it, is one for the status.
func isStatus(key string) bool { return slices.Contains(spellings[fieldStatus].labels, key) }

// boldPairs reads "**Key:** value" and "**Key**: value", also several in one line.
func boldPairs(text string) iter.Seq2[string, string] {
	return func(yield func(key, value string) bool) {
		for strings.HasPrefix(text, "**") {
			key, rest, ok := strings.Cut(text[2:], "**")
			if !ok {
				return
			}
			key, inside := strings.CutSuffix(key, ":")
			rest, outside := strings.CutPrefix(rest, ":")
			if !inside && !outside {
				return
			}
			value := rest
			text = ""
			if next := strings.Index(rest, "**"); next >= 0 && isNextLabel(rest[next+2:]) {
				value, text = rest[:next], rest[next:]
			}
			if !yield(key, strings.TrimRight(value, " |·•")) {
				return
			}
		}
	}
}

// isNextLabel reports whether bold text is again a key.
func isNextLabel(text string) bool {
	key, rest, ok := strings.Cut(text, "**")
	return ok && (strings.HasSuffix(key, ":") || strings.HasPrefix(rest, ":"))
}

func (p *Page) label(l *line, key, value string, f form) {
	if len(key) > maxKey || len(p.labels) == maxLabels {
		return
	}
	key, value = normalKey(trimMarks(key)), stripBold(value)
	if key != "" && value != "" {
		p.labels = append(p.labels, label{key, clip(value), int(l.number), int(l.section), f})
	}
}

// labelsOf returns the labels below one heading.
func (p *Page) labelsOf(section int) []label {
	from := sort.Search(len(p.labels), func(i int) bool { return p.labels[i].section >= section })
	to := from
	for to < len(p.labels) && p.labels[to].section == section {
		to++
	}
	return p.labels[from:to]
}

// trimMarks removes bold marks, blanks at the ends, and emoji in front.
func trimMarks(s string) string {
	s = stripBold(s)
	for s != "" {
		r, size := utf8.DecodeRuneInString(s)
		if !isDecoration(r) {
			break
		}
		s = s[size:]
	}
	return strings.TrimSpace(s)
}

// isDecoration reports whether a sign is mere ornament before titles and keys.
func isDecoration(r rune) bool {
	return r == ' ' || r == '\t' || r == '\uFE0F' || r == '\u200D' || r == '\u20E3' ||
		r >= 0x2190 && r <= 0x2BFF || r >= 0x1F000 && r <= 0x1FAFF
}

// stripBold removes bold marks, and blanks at the ends.
func stripBold(s string) string {
	if strings.Contains(s, "**") {
		s = strings.ReplaceAll(s, "**", "")
	}
	return strings.TrimSpace(s)
}

// cells returns the cells of a table row.
func cells(text string) []string {
	text = strings.TrimSpace(text)
	text = strings.TrimSuffix(strings.TrimPrefix(text, "|"), "|")
	row := strings.SplitN(text, "|", maxCells)
	for i := range row {
		row[i] = strings.TrimSpace(row[i])
	}
	return row
}

// isSeparator reports whether a line is the one below the head of a table.
func isSeparator(text string) bool {
	text = strings.TrimSpace(text)
	return len(text) >= 3 && text[0] == '|' && strings.Contains(text, "-") && strings.Trim(text, "|-: ") == ""
}
