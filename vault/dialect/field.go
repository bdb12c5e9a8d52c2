package dialect

import (
	"fmt"
	"iter"
	"slices"
	"sort"
	"strings"
	"sync"
	"unicode/utf8"

	"coldstart/vault/text"
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
	fieldAction
	fieldTaskType
	fieldTarget
	fieldRequestID
	fieldSender
	fieldOriginalSender
	fieldPlatform
	fieldReceived
	fieldAmount
	fieldExpires
	fieldDue
	fieldRisk
	fieldPlanLink
	fieldStep
	fieldRationale
	fieldApproval
	fieldGoal
	fieldObjective
	fieldMessage
	fieldApprover
	fieldAuthor
	fieldCount
)

// spelling is how a field is written, best first: in the agents' plans and requests, and in
// other notations as a key of the front matter or a label of the body. Names with a blank
// between are of one rank: where their values differ, none counts. A dot in front means a key
// inside another one.
type spelling struct{ plan, request, keys, labels []string }

// spellings is the table of key names, as normalKey writes them (taskFile, task-file and
// "Task File" are task_file).
var spellings = [fieldCount]spelling{
	fieldType:  {keys: []string{"type"}},
	fieldID:    {plan: []string{"task_id"}, keys: []string{"plan_id", "id", "task_id"}, labels: []string{"plan_id", "task_id"}},
	fieldTitle: {keys: []string{"title"}, labels: []string{"title"}},
	// As good as a title where none is given.
	fieldGoal:      {keys: []string{"objective", "goal", "summary", "subject", "topic", "betreff asunto objet oggetto"}, labels: []string{"objective", "goal", "task", "purpose"}},
	fieldObjective: {keys: []string{"objective", "goal"}, labels: []string{"objective", "goal"}},
	fieldStatus: {
		plan: []string{"status"}, request: []string{"status"},
		keys: []string{"status", "state"}, labels: []string{"status"},
	},
	fieldCreated: {
		plan: []string{"created_date"}, request: []string{"created_date", "created", "created_at", "timestamp"},
		keys: []string{"created_date", "created", "created_at", "date_created created_on creation_date", "timestamp", "date", "generated", "generated_at",
			"date_generated generated_date generated_on", "requested requested_at requested_on requested_date request_date date_requested",
			"submitted submitted_at submitted_on", "drafted drafted_at", "detected detected_at", "received received_at received_date date_received",
			".created .created_at", ".timestamp", ".received_at", "erstellt erstellt_am creado créé creato"},
		labels: []string{"created", "created_at", "created_date", "date_created created_on creation_date", "date", "generated", "generated_at",
			"date_generated generated_date generated_on", "timestamp", "requested requested_at requested_on requested_date request_date date_requested",
			"submitted submitted_at submitted_on", "drafted drafted_at", "detected detected_at", "received received_at received_date date_received", "erstellt erstellt_am creado créé creato"},
	},
	fieldUpdated: {
		keys:   []string{"updated", "updated_at", "last_updated", "modified", "modified_at", "updated_on last_update last_modified date_modified", "completed_at", "resolved_at"},
		labels: []string{"updated", "updated_at", "last_updated", "last_modified modified last_update updated_on date_modified"},
	},
	fieldPriority: {plan: []string{"priority"}, request: []string{"priority"}, keys: []string{"priority", "priorität prioridad priorité priorità"}, labels: []string{"priority", "priorität prioridad priorité priorità"}},
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
	fieldSourceLoose: {
		keys:   []string{"source", "file", "original_message", "original_email", "source_message", "source_email"},
		labels: []string{"source", "file", "plan_for"},
	},
	fieldMessage: {keys: []string{
		"message_id", "gmail_message_id", "email_message_id", "original_message_id", "source_message_id", "gmail_id", "email_id", "mail_id", "in_reply_to",
	}},
	fieldDoneCount:   {keys: []string{"completed_steps", "last_step_completed"}},
	fieldTotalCount:  {keys: []string{"total_steps", "steps_total"}},
	fieldCurrentStep: {keys: []string{"current_step"}},
	fieldSummary: {
		request: []string{"title", "subject", "step_description", "reason"},
		keys:    []string{"title", "subject", ".subject", "step_description", "original_subject", "betreff asunto objet oggetto"},
		labels:  []string{"title", "subject", "original_subject", "betreff asunto objet oggetto"},
	},
	fieldAction: {
		request: []string{"action_type", "action", "approval_type", "type"},
		keys:    []string{"action", "action_type", "approval_type", "action_requested requested_action", "request_type"},
		labels:  []string{"action", "action_type", "approval_type", "action_requested requested_action", "request_type", "type", "channel"},
	},
	fieldTaskType: {keys: []string{"task_type"}},
	fieldTarget: {
		request: []string{"target_recipient", "to", "recipient", "target", "contact", "client", "vendor", "payee", "beneficiary", "supplier",
			"pay_to", "creditor", "merchant", "iban"},
		keys: []string{"to recipient target_recipient recipients", "an empfänger para destinatario destinataire", "target", "contact", "client", "email_to send_to to_email recipient_email reply_to",
			"to_number", "vendor", "payee", "beneficiary", "supplier", "pay_to", "creditor", "merchant", "partner", "customer", "bill_to", otherNames, ".to", ".recipient", "iban"},
		labels: []string{"to recipient target_recipient recipients", "an empfänger para destinatario destinataire", "target", "to_target", "contact", "client",
			"email_to send_to to_email recipient_email reply_to", "vendor", "payee", "beneficiary", "supplier", "pay_to", "creditor", "merchant",
			"partner", "customer", "bill_to", otherNames, "iban"},
	},
	fieldRequestID: {
		keys:   []string{"request_id approval_id", "action_id", "post_id draft_id", "id"},
		labels: []string{"request_id approval_id", "action_id", "post_id draft_id", "id"},
	},
	// Who wrote the mail that a request is about, or is.
	fieldSender:         {keys: []string{"from sender from_email sender_email"}, labels: []string{"from sender"}},
	fieldOriginalSender: {keys: []string{"original_from original_sender"}, labels: []string{"original_from original_sender"}},
	// Used when nothing says who a request goes to.
	fieldPlatform: {keys: []string{"platform", "platforms", "account"}, labels: []string{"platform", "platforms", "account"}},
	fieldReceived: {
		keys:   []string{"received received_at received_date date_received message_id gmail_id email_id thread_id"},
		labels: []string{"received received_at received_date date_received message_id gmail_id email_id thread_id"},
	},
	fieldApprover: {keys: []string{"approved_by", "approved_at", "approved_on", "approved_date", "executed_by", "executed_at", "executed", "executed_on"}},
	// Who decided, as a decided file says of itself.
	fieldAuthor: {keys: authorNames, labels: authorNames},
	fieldAmount: {
		request: []string{"amount"},
		keys:    []string{"amount", "total_amount", "total", "amount_due payment_amount invoice_amount grand_total total_cost", "price", "cost", "budget", ".amount", "betrag importe monto montant importo"},
		labels:  []string{"amount", "total_amount", "total", "amount_due payment_amount invoice_amount grand_total total_cost", "price", "cost", "budget", "betrag importe monto montant importo"},
	},
	fieldExpires: {
		request: []string{"expires", "expires_at", "expires_on", "valid_until"},
		keys: []string{"expires", "expires_at", "expires_on", "expiry", "valid_until", "expires_in expiration expiration_date expiry_date valid_till",
			".expires .expires_at", "läuft_ab gültig_bis"},
		labels: []string{"expires", "expires_at", "expires_on", "expiry", "valid_until", "expires_in expiration expiration_date expiry_date valid_till", "läuft_ab gültig_bis"},
	},
	fieldDue: {
		keys:   []string{"due", "due_date", "deadline", "sla_deadline", "fällig fällig_am échéance scadenza"},
		labels: []string{"due", "due_date", "deadline", "sla_deadline", "fällig fällig_am échéance scadenza"},
	},
	fieldRisk: {request: []string{"risk_level", "risk"}, keys: []string{"risk_level", "risk"}, labels: []string{"risk_level", "risk"}},
	fieldPlanLink: {
		request: []string{"plan_id", "plan"},
		keys:    []string{"plan_id", "plan", "plan_file", "source_plan", "related_plan", "plan_ref plan_reference for_plan plan_path", "related_action related_request"},
		labels:  []string{"plan_id", "plan", "plan_file", "source_plan", "related_plan", "plan_ref plan_reference for_plan plan_path", "related_action related_request"},
	},
	fieldStep: {request: []string{"step_id"}, keys: []string{"step_id", "step"}, labels: []string{"step_id"}},
	// The decision as a request states it.
	fieldApproval:  {keys: []string{"approval_status", "status", "state"}, labels: []string{"status"}},
	fieldRationale: {request: []string{"rationale", "reason"}, keys: []string{"rationale", "reason"}, labels: []string{"rationale", "reason"}},
}

// otherNames are longer names of a target.
const otherNames = "client_name customer_name vendor_name recipient_name contact_name payee_name supplier_name partner_name company_name"

var authorNames = []string{
	"approved_by", "decided_by decision_by decision_maker", "rejected_by denied_by declined_by", "authorized_by authorised_by granted_by signed_off_by", "approver decider", "reviewed_by reviewer", "signed_by signed signature",
	"genehmigt_von aprobado_por approuvé_par approvato_da",
}

// fieldSet is a set of fields. Most files state a few, and where none of their names is a field's,
// nobody needs to look for it.
type fieldSet uint64

var _ [64 - fieldCount]struct{}

func (s fieldSet) has(f field) bool { return s&(1<<f) != 0 }

// fieldsOf gives the fields that a key of a front matter and a label of a body may state.
var fieldsOf = sync.OnceValue(func() (of struct{ key, label map[string]fieldSet }) {
	of.key, of.label = map[string]fieldSet{}, map[string]fieldSet{}
	for f := range fieldCount {
		for _, names := range spellings[f].keys {
			for name := range strings.FieldsSeq(names) {
				of.key[name] |= 1 << f
			}
		}
		for _, names := range spellings[f].labels {
			for name := range strings.FieldsSeq(names) {
				of.label[name] |= 1 << f
			}
		}
	}
	return of
})

// key returns the value of a field in the front matter alone.
func (p *Page) key(f field) Fact {
	w := p.weigh(weighing{field: f, rule: &p.anyValue})
	defer p.weighed(w)
	inKeys(p, w)
	return w.first
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
// done |", "## Status: done" or "Status: done".
type label struct {
	key, value string
	line       int
	section    int
	form       form
	// fields are those that the label may state.
	fields fieldSet
}

// maxLabels is the most labels that are kept of one file.
const maxLabels = 2000

// findLabels collects what the body states outside of pasted text.
func (p *Page) findLabels() {
	columns := 0
	for i := range p.lines {
		l := &p.lines[i]
		if p.sections[l.section].embedded {
			continue
		}
		if len(p.labels) == maxLabels {
			p.Warnings = append(p.Warnings, Warning{int(l.number), fmt.Sprintf("more than %d bold keys and rows; the rest is not read", maxLabels)})
			return
		}
		switch l.at {
		case inHeading:
			name := p.sections[l.section].name
			if key, value, ok := strings.Cut(trimMarks(name), ":"); ok && (isStatus(normalKey(key)) || text.Among(normalKey(key), subjectKeys) || p.sections[l.section].level > 1 && fieldsOf().label[normalKey(key)] != 0) {
				p.label(l, key, value, formHeading)
			}
		case inBody:
			columns = p.columnsAt(i, columns)
			p.labelLine(i, l, columns)
		}
	}
}

// columnsAt returns how many columns the table has that line i is in, 0 for none: as many as its
// first row, or the line below it. Before is what the line above has.
func (p *Page) columnsAt(i, before int) int {
	l := &p.lines[i]
	begins := before == 0 || p.lines[i-1].number+1 != l.number || p.lines[i-1].at != inBody
	switch {
	case strings.TrimLeft(l.text, " \t")[0] != '|':
		return 0
	case begins, isSeparator(l.text):
		return len(cells(l.text))
	}
	return before
}

func (p *Page) labelLine(i int, l *line, columns int) {
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
		row := cells(text)
		if columns == 2 {
			row = joined(row, columns, 1)
		}
		if len(row) == 2 {
			p.label(l, row[0], row[1], formTable)
		}
	default:
		// What is indented is about the line above it.
		if key, value, ok := strings.Cut(text, ":"); ok && l.text[0] != ' ' && l.text[0] != '\t' && isPlainKey(key) {
			p.label(l, key, value, formPlain)
		}
	}
}

// mostPlainWords is the most words of a key without bold marks; more are a sentence.
const mostPlainWords = 4

// isPlainKey reports whether a text without bold marks is the name of a field: "Due date".
func isPlainKey(text string) bool {
	return text != "" && len(text) <= maxKey && text[0] != '`' && strings.Count(text, " ") < mostPlainWords && fieldsOf().label[normalKey(trimMarks(text))] != 0
}

// isStatus reports whether a label, as normalKey writes it, is one for the status.
func isStatus(key string) bool { return isLabel(fieldStatus, key) }

func isLabel(f field, key string) bool { return slices.Contains(spellings[f].labels, key) }

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
	if key = normalKey(trimMarks(key)); key == "" {
		return
	}
	for _, value := range picked(stripBold(value)) {
		states := fieldsOf().label[key]
		p.labels = append(p.labels, label{key, clip(value), int(l.number), int(l.section), f, states})
		p.labelled |= states
	}
}

// picked returns the ticked ones of several boxes in one line, "[ ] Low [x] High"; any other value
// is itself.
func picked(value string) (texts []string) {
	_, _, _, isBox := boxOf(value)
	if !isBox || strings.Count(value, "[") < 2 {
		return slices.DeleteFunc([]string{value}, func(v string) bool { return v == "" })
	}
	for option := range strings.SplitSeq(value[1:], "[") {
		if _, done, said, ok := boxOf("[" + option); ok && done && said != "" {
			texts = append(texts, strings.TrimRight(said, " ,;|/·"))
		}
	}
	return texts
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

// cells returns the cells of a table row. A bar behind a backslash parts none.
func cells(text string) []string {
	text = strings.TrimPrefix(strings.TrimSpace(text), "|")
	if !strings.HasSuffix(text, `\|`) {
		text = strings.TrimSuffix(text, "|")
	}
	escaped := strings.Contains(text, `\|`)
	if escaped {
		text = strings.ReplaceAll(text, `\|`, "\x00")
	}
	row := strings.SplitN(text, "|", maxCells)
	for i := range row {
		if row[i] = strings.TrimSpace(row[i]); escaped {
			row[i] = strings.ReplaceAll(row[i], "\x00", "|")
		}
	}
	return row
}

// joined puts the cells of a row back together that a bar in a text has parted, so that it has at
// most so many; at is the column with the text.
func joined(row []string, columns, at int) []string {
	more := len(row) - columns
	if more <= 0 || at < 0 || at >= columns {
		return row
	}
	whole := strings.Join(row[at:at+more+1], " | ")
	return append(append(slices.Clone(row[:at]), whole), row[at+more+1:]...)
}

// isSeparator reports whether a line is the one below the head of a table.
func isSeparator(text string) bool {
	text = strings.TrimSpace(text)
	return len(text) >= 3 && text[0] == '|' && strings.Contains(text, "-") && strings.Trim(text, "|-: ") == ""
}
