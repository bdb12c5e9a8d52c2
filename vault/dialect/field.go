package dialect

import "coldstart/model"

// field is something that plans and requests say of themselves.
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

// spelling is how a field is written. Keys stand in a front matter, labels in the
// body; both best first. A dot in front means a key inside another one.
type spelling struct{ keys, labels []string }

// spellings is the table of key names. All are in the normal spelling: lower case,
// words joined by underscores (taskFile, task-file and "Task File" are task_file).
var spellings = [fieldCount]spelling{
	fieldType:  {keys: []string{"type"}},
	fieldID:    {keys: []string{"plan_id", "id", "task_id"}, labels: []string{"plan_id", "task_id"}},
	fieldTitle: {keys: []string{"objective", "goal", "summary", "subject", "topic"}, labels: []string{"objective", "goal"}},
	fieldStatus: {
		keys: []string{"status", "state"},
	},
	fieldCreated: {
		keys:   []string{"created_date", "created", "created_at", "timestamp", "date", "generated", "generated_at", "requested_at", "received"},
		labels: []string{"created", "created_at", "created_date", "date", "generated", "timestamp"},
	},
	fieldUpdated: {
		keys:   []string{"updated", "updated_at", "last_updated", "modified", "completed_at", "resolved_at"},
		labels: []string{"updated", "last_updated"},
	},
	fieldPriority: {keys: []string{"priority"}, labels: []string{"priority"}},
	fieldBlocked: {
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
		keys:   []string{"source_file", "source_task", "source_link", "task_file", "original_file", "original_task", "source_item"},
		labels: []string{"source_file", "source_task", "task_file", "original_file", "original_task"},
	},
	// These hold the name of a file in some vaults, and that of a program in others.
	fieldSourceLoose: {keys: []string{"source", "file"}, labels: []string{"source", "file"}},
	fieldDoneCount:   {keys: []string{"completed_steps", "last_step_completed"}},
	fieldTotalCount:  {keys: []string{"total_steps", "steps_total"}},
	fieldCurrentStep: {keys: []string{"current_step"}},
	fieldSummary: {
		keys: []string{"title", "subject", ".subject", "step_description", "reason"},
	},
	fieldSubject: {labels: []string{"subject"}},
	fieldAction: {
		keys:   []string{"action", "action_type", "approval_type"},
		labels: []string{"action", "action_type", "type", "channel"},
	},
	fieldTaskType: {keys: []string{"task_type"}},
	fieldTarget: {
		keys: []string{"to", "recipient", "target_recipient", "target", "contact", "client", "email_to", "to_number", "vendor",
			".to", ".recipient"},
		labels: []string{"to", "recipient", "target", "to_target", "contact", "client", "vendor"},
	},
	// Who a request came from says less than who it goes to.
	fieldCounterpart: {keys: []string{"from", "platform"}},
	fieldAmount: {
		keys:   []string{"amount", "total_amount", "total", ".amount"},
		labels: []string{"amount", "total_amount", "total"},
	},
	fieldExpires: {
		keys:   []string{"expires", "expires_at", "expires_on", "expiry", "valid_until"},
		labels: []string{"expires", "expires_at", "expires_on", "expiry", "valid_until"},
	},
	fieldDue: {
		keys:   []string{"due", "due_date", "deadline", "sla_deadline"},
		labels: []string{"due", "due_date", "deadline", "sla_deadline"},
	},
	fieldRisk: {keys: []string{"risk_level", "risk"}, labels: []string{"risk_level", "risk"}},
	fieldPlanLink: {
		keys:   []string{"plan_id", "plan", "plan_file", "source_plan", "related_plan"},
		labels: []string{"plan_id", "plan", "plan_file", "source_plan", "related_plan", "plan_reference"},
	},
	fieldStep:      {keys: []string{"step_id", "step"}, labels: []string{"step_id"}},
	fieldRationale: {keys: []string{"rationale", "reason"}, labels: []string{"rationale", "reason"}},
}

// fact gives the value of a field: of the front matter first, then of the body.
func (p *Page) fact(f field) Fact {
	if found := p.fromFront(spellings[f].keys); found.Given() {
		return found
	}
	return p.fromBody(spellings[f].labels)
}

// fromFront gives the value of the first key that has one.
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

// fromBody gives the value of the first label that has one. What stands below the
// heading of a step speaks of that step.
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
