package main

import (
	"slices"
	"time"
)

// field is something that a person reads of a plan or a request.
type field string

const (
	fieldKind    field = "kind"
	fieldID      field = "id"
	fieldTitle   field = "title"
	fieldStatus  field = "status"
	fieldSteps   field = "steps"
	fieldTicked  field = "done"
	fieldHuman   field = "human"
	fieldNext    field = "next"
	fieldCreated field = "created"
	fieldFolded  field = "versions"
	fieldResume  field = "resume"
	fieldSummary field = "summary"
	fieldAction  field = "action"
	fieldTarget  field = "target"
	fieldAmount  field = "amount"
	fieldExpires field = "expires"
	fieldDue     field = "due"
	fieldLink    field = "link"
	fieldState   field = "state"
	fieldNeeds   field = "needs you"
	fieldOutcome field = "outcome"
	fieldMay     field = "approvable"
)

// fields are all of them.
var fields = []field{
	fieldKind, fieldID, fieldTitle, fieldStatus, fieldSteps, fieldTicked, fieldHuman, fieldNext, fieldCreated, fieldFolded, fieldResume,
	fieldSummary, fieldAction, fieldTarget, fieldAmount, fieldExpires, fieldDue, fieldLink, fieldState, fieldNeeds, fieldOutcome, fieldMay,
}

// fact is one thing that a person reads in one file.
type fact struct {
	path  string
	kind  kind
	field field
	// right are the answers that are equally right. An empty one means that nothing is given.
	right []string
	// torn are two answers of one rank that contradict each other: then it is right to give
	// none and to show both.
	torn []string
	// how names the notation that says it.
	how string
}

// kind is what a file is.
type kind string

const (
	kindPlan     kind = "plan"
	kindRequest  kind = "request"
	kindDocument kind = "document"
	kindItem     kind = "item"
	kindVault    kind = "vault"
)

// made is one vault with what a person reads in it.
type made struct {
	number int
	files  map[string][]byte
	facts  []fact
}

// put adds a file.
func (v *made) put(path string, content []byte) { v.files[path] = content }

// says adds a fact.
func (v *made) says(path string, k kind, f field, how string, right ...string) {
	v.facts = append(v.facts, fact{path: path, kind: k, field: f, right: right, how: how})
}

// tears adds a fact that is contested.
func (v *made) tears(path string, k kind, f field, how string, torn ...string) {
	v.facts = append(v.facts, fact{path: path, kind: k, field: f, right: []string{""}, torn: torn, how: how})
}

// drop takes the facts of a field of a file back, for one that something else decides.
func (v *made) drop(path string, f field) {
	v.facts = slices.DeleteFunc(v.facts, func(x fact) bool { return x.path == path && x.field == f })
}

// stamp writes a time as facts do.
func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339Nano)
}
