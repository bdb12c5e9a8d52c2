package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/vault"
)

// verdict is how a field was read.
type verdict int

const (
	right verdict = iota
	// wrong is another value than a person reads, or a value where none is given.
	wrong
	// notGiven is no value where a person reads one.
	notGiven
	// missed is a field of a file that is not where it should be.
	missed
)

func (v verdict) String() string { return []string{"right", "wrong", "not given", "missed"}[v] }

// judged is a fact with what was read.
type judged struct {
	fact
	vault   int
	got     string
	verdict verdict
	// own is true for a plan that was read in the agents' own schema.
	own bool
}

// read writes a vault below dir, reads it as coldstart does, and judges each fact.
func read(v made, dir string) ([]judged, error) {
	root := filepath.Join(dir, fmt.Sprintf("%03d", v.number))
	for name, content := range v.files {
		at := filepath.Join(root, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(at), 0o755), os.WriteFile(at, content, 0o644)); err != nil {
			return nil, err
		}
	}
	opened, err := vault.Open(root, vault.Options{StateDir: root + ".state", Operator: "robin", Clock: now})
	if err != nil {
		return nil, err
	}
	snapshot, err := opened.Load(context.Background(), now())
	if err = errors.Join(err, opened.Close()); err != nil {
		return nil, err
	}
	s := seen(snapshot)
	out := make([]judged, len(v.facts))
	for i, f := range v.facts {
		out[i] = s.judge(f)
		out[i].vault = v.number
	}
	return out, nil
}

// sight is what coldstart shows of one vault.
type sight struct {
	model.Snapshot
	plans    map[string]model.Plan
	requests map[string]model.Request
	// listed are the paths of all that is named anywhere.
	listed map[string]bool
	needs  map[string]bool
}

func seen(s model.Snapshot) sight {
	out := sight{s, map[string]model.Plan{}, map[string]model.Request{}, map[string]bool{}, map[string]bool{}}
	for _, p := range s.Plans {
		out.plans[p.Path] = p
	}
	for _, r := range slices.Concat(s.Requests, s.Decided, s.Finished) {
		out.requests[r.Path] = r
	}
	for _, i := range s.Intake {
		out.listed[i.Path] = true
	}
	for _, w := range s.Work {
		out.listed[w.Path] = true
	}
	for _, p := range s.Problems {
		out.listed[p.Path] = true
	}
	for _, o := range s.Others {
		out.listed[o.Path] = true
	}
	for _, a := range rule.NeedsYou(s) {
		if a.Ref.Kind == model.KindPlan || a.Ref.Kind == model.KindRequest {
			out.needs[a.Ref.Path] = true
		}
	}
	return out
}

// judge compares a fact with what is shown.
func (s sight) judge(f fact) judged {
	got, there := s.shown(f)
	p, isPlan := s.plans[f.path]
	j := judged{fact: f, got: got, own: isPlan && p.Own()}
	same := func(want string) bool { return f.field.same(want, got) }
	switch {
	case !there:
		j.verdict = missed
	case f.torn != nil:
		if got != "" || !s.doubts(f) {
			j.verdict = wrong
		}
	case slices.ContainsFunc(f.right, same):
	case got == "" || got == string(unknown) && f.field == fieldStatus:
		j.verdict = notGiven
	default:
		j.verdict = wrong
	}
	return j
}

// doubts tells whether both answers of a contested fact are shown somewhere.
func (s sight) doubts(f fact) bool {
	all := ""
	if p, ok := s.plans[f.path]; ok {
		all = strings.Join(p.Reading.Doubts, "\n") + p.Status.Word
	}
	for _, d := range slices.Concat(s.plans[f.path].Doubts, s.requests[f.path].Doubts) {
		all += "\n" + d.What
	}
	for _, p := range s.Problems {
		if p.Path == f.path {
			all += "\n" + p.Reason + " " + p.Hint
		}
	}
	return !slices.ContainsFunc(f.torn, func(word string) bool { return !strings.Contains(folded(all), folded(word)) })
}

// shown is the value of a field, "" for none. It is not there if the file is not what it
// should be.
func (s sight) shown(f fact) (value string, there bool) {
	if f.field == fieldKind {
		return s.kindOf(f.path)
	}
	switch f.kind {
	case kindPlan:
		p, ok := s.plans[f.path]
		return s.ofPlan(p, f), ok
	case kindRequest:
		r, ok := s.requests[f.path]
		return s.ofRequest(r, f), ok
	}
	if r := rule.ResumeOf(s.Snapshot); r.Plan != nil {
		return r.Plan.Path, true
	}
	return "", true
}

func (s sight) kindOf(path string) (string, bool) {
	_, isPlan := s.plans[path]
	_, isRequest := s.requests[path]
	switch {
	case isPlan && isRequest:
		return "both", true
	case isPlan:
		return string(kindPlan), true
	case isRequest:
		return string(kindRequest), true
	}
	return "listed", s.listed[path]
}

func (s sight) ofPlan(p model.Plan, f fact) string {
	ticked, total := p.Progress()
	switch f.field {
	case fieldID:
		return p.ID
	case fieldTitle:
		return p.Objective
	case fieldStatus:
		if f.torn != nil && p.Status.State == model.StateUnknown {
			return ""
		}
		return p.Status.State.String()
	case fieldSteps:
		return fmt.Sprint(total)
	case fieldTicked:
		return fmt.Sprint(ticked)
	case fieldHuman:
		surely, maybe := p.NeedsHuman()
		switch {
		case len(surely) > 0 || p.Reading.Needs == model.NeedYes:
			return "yes"
		case len(maybe) > 0 || p.Reading.Needs == model.NeedMaybe:
			return "maybe"
		}
		return "no"
	case fieldNext:
		return rule.NextPlan(p).Words()
	case fieldCreated:
		return stamp(p.Created.Time)
	case fieldFolded:
		if p.Older {
			return "older"
		}
		return fmt.Sprint(p.Folded)
	case fieldNeeds:
		return yesNo(s.needs[p.Path])
	}
	return ""
}

func (s sight) ofRequest(r model.Request, f fact) string {
	switch f.field {
	case fieldSummary:
		return r.Title()
	case fieldAction:
		return r.Action
	case fieldTarget:
		return r.Target
	case fieldAmount:
		return r.Amount
	case fieldCreated:
		return stamp(r.Created.Time)
	case fieldExpires:
		return stamp(r.Expires.Time)
	case fieldDue:
		return r.Reading.Due
	case fieldLink:
		if r.Plan != "" {
			return r.Plan
		}
		return r.Probably
	case fieldState:
		return r.Reading.Decision
	case fieldNeeds:
		return yesNo(s.needs[r.Path])
	case fieldMay:
		return yesNo(!rule.Refuse(s.Snapshot, r.Ref(), model.ChoiceApprove).Given())
	case fieldOutcome:
		switch {
		case r.Carried == nil:
			return ""
		case r.Carried.Failed:
			return "failed"
		}
		return "carried out"
	}
	return ""
}

func yesNo(yes bool) string {
	if yes {
		return "yes"
	}
	return "no"
}

// same compares two values as a person does: words by their letters, all others as they are.
func (f field) same(want, got string) bool {
	if want == got {
		return true
	}
	if want == "" || got == "" {
		return false
	}
	switch f {
	case fieldTitle, fieldSummary, fieldNext, fieldAction, fieldTarget, fieldAmount, fieldDue:
		a, b := folded(want), folded(got)
		if len(a) > len(b) {
			a, b = b, a
		}
		if f == fieldAction || f == fieldAmount || f == fieldDue {
			return a == b
		}
		return a != "" && strings.Contains(b, a) && 10*len(a) >= 6*len(b)
	case fieldKind:
		// A text that is none of the others is right wherever it is listed.
		return got == "listed" && (want == string(kindDocument) || want == string(kindItem))
	}
	return false
}

// folded is a text without all but letters, digits and signs of money.
func folded(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Sc, r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}
