package plans

import (
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"coldstart/model"
	"coldstart/vault/text"
)

// StepRecord writes the file that agents look for before they tick a human step, in the
// form of the reference program's requests. That program ends front matter at the second
// "---" wherever it is, so no value may have one.
func StepRecord(b []byte, plan model.Plan, step model.Step, d model.Decision) []byte {
	status, title := "approved", "Approved by the operator"
	if d.Choice == model.ChoiceReject {
		status, title = "rejected", "Rejected by the operator"
	}
	note := model.OneLine(d.Note)
	rationale := note
	if rationale == "" {
		rationale = "The operator decided on this step; the plan waited without a request."
	}
	var out strings.Builder
	fmt.Fprintf(&out, "---\naction_type: other\ncreated_date: %s\nplan_id: %s\nrationale: %s\nstatus: %s\n",
		text.QuoteYAML(model.FormatUTC(d.At)), PlanIDText(b, plan.ID), text.QuoteYAML(rationale), status)
	fmt.Fprintf(&out, "step_description: %s\nstep_id: %d\ntarget_recipient: operator\n---\n\n",
		text.QuoteYAML(model.OneLine(step.Text)), step.Number)
	fmt.Fprintf(&out, "# %s\n\nStep %d of the plan: %s\n", title, step.Number, model.OneLine(step.Text))
	if note != "" {
		fmt.Fprintf(&out, "\n%s\n", note)
	}
	return []byte(out.String())
}

// PlanIDText writes the plan's id so that YAML gives it the same type as in the plan:
// agents compare the two, and bare digits are a number.
func PlanIDText(b []byte, id string) string {
	fm, err := text.ReadFront(b)
	f := fm.Find("task_id")
	if err == nil && f != nil && f.From > 0 && string(b[f.From:f.To]) == id && !strings.Contains(id, "--") {
		return id
	}
	return text.QuoteYAML(id)
}

// slug makes the last part of a record's name.
func slug(planID string, step int) string {
	return strings.TrimPrefix(fmt.Sprintf("%s-step-%d", SlugOf(planID), step), "-")
}

// SlugOf makes a part of a file name of a text, in the characters of the reference program.
// It may be empty.
func SlugOf(text string) string {
	const longest = 40
	var out strings.Builder
	for _, r := range strings.ToLower(text) {
		if r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
			out.WriteRune(r)
		} else if text := out.String(); text != "" && !strings.HasSuffix(text, "-") {
			out.WriteByte('-')
		}
	}
	return strings.Trim(out.String()[:min(out.Len(), longest)], "-")
}

// StepRecordName is the record's file name in the reference program's pattern: time, type
// of action, and subject.
func StepRecordName(plan model.Plan, step model.Step, at time.Time) string {
	return recordBegin(at) + slug(plan.ID, step.Number) + ".md"
}

// recordBegin begins the name of a record of this time.
func recordBegin(at time.Time) string {
	return strings.ReplaceAll(model.FormatUTC(at), ":", "-") + "_other_"
}

// IsStepRecord reports whether a file has the name of a record of this time.
func IsStepRecord(name string, at time.Time) bool { return strings.HasPrefix(name, recordBegin(at)) }
