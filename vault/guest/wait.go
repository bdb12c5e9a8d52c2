package guest

import (
	"fmt"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"coldstart/model"
	"coldstart/vault/source"
)

// Wait is what a program has for a person to do with one thing, or with several: "Review: 3 Print (and 1 more)".
type Wait struct {
	// Do is what to do, in words that stand alone: "Review". Items are what to do it with.
	Do    string
	Items []string
	// Why is what stands below it, a line each. Without it, several items stand there.
	Why []string
	// In is the file that says so, that of the job where it is empty. Since is from when on it
	// waits, the time of that file where it is unknown.
	In    source.Document
	Since model.Stamp
	// Type is what to type to do it. Maybe is true where it is only probable that it waits.
	Type  string
	Maybe bool
}

// String is the sentence for people.
func (w Wait) String() string {
	switch n := len(w.Items); n {
	case 0:
		return w.Do
	case 1:
		return w.Do + ": " + w.Items[0]
	default:
		return fmt.Sprintf("%s: %s (and %d more)", w.Do, w.Items[0], n-1)
	}
}

// fill takes from a job what it waits in, and since when.
func (j *Job) fill(w *Wait) source.Document {
	if w.In.Name != "" {
		return w.In
	}
	if w.Since.Raw == "" && !w.Since.Known() {
		w.Since = j.touched()
	}
	return j.shown()
}

// addTo adds it to requests, as one of a plan or of none. What one file has of several kinds is one request.
func (w Wait) addTo(all []model.Request, in source.Document, of *model.Plan, tool string) []model.Request {
	why := w.Why
	if why == nil && len(w.Items) > 1 {
		why = w.Items
	}
	r := model.Request{
		Path: in.Name, Name: path.Base(in.Name), Summary: strings.Clone(w.String()), Rationale: strings.Clone(strings.Join(why, "\n")), Created: w.Since,
		Reading: model.RequestReading{Tool: tool, Command: w.Type, Maybe: w.Maybe, Decision: model.DecisionPending, Summary: model.BasisDerived},
	}
	if r.Created.Raw == "" && !r.Created.Known() {
		r.Created = model.Stamp{Time: in.Changed}
	}
	if of != nil {
		r.PlanID, r.Plan, r.Reading.Plan = of.ID, of.Path, model.BasisDeclared
	}
	for i := range all {
		if was := &all[i]; was.Path == r.Path {
			was.Summary += "; " + lowerFirst(r.Summary)
			was.Rationale = strings.Trim(was.Rationale+"\n"+r.Rationale, "\n")
			was.Reading.Maybe = was.Reading.Maybe && r.Reading.Maybe
			return all
		}
	}
	return append(all, r)
}

func lowerFirst(s string) string {
	first, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToLower(first)) + s[n:]
}
