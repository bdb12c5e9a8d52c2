// Package view describes each kind of item once: its facts, as values with identities, labels and tones. A
// place, such as a page or the card of a decision, chooses among them by identity.
package view

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
)

// ID is what a value says of a thing.
type ID uint8

// What values say. Places choose by these, so that labels are for reading only.
const (
	// Other is a value that every place shows.
	Other ID = iota
	// Name heads all others, FileName where the thing is a file, Action that of the gate. A glance
	// at a request has Subject and Matter in place of Name and What, and For in place of Link.
	Name
	FileName
	Action
	Subject
	Matter
	For
	Title
	File
	Waiting
	Chosen
	Status
	Priority
	Blocked
	Progress
	NextStep
	Then
	WaitsFor
	Checkpoint
	Objective
	Command
	Program
	Known
	Began
	Started
	State
	What
	To
	Amount
	Document
	Risk
	Why
	Until
	Link
	Undoes
	// Past is the decision on an action, of which a glance says how far it goes.
	Past
	// Suggested is what comes next in research, which stands above a list of it.
	Suggested
	// Careful warns. Doubt is a warning that a card has in a place of its own, Hidden one that is among its doubts.
	Careful
	Doubt
	Hidden
	// Created and Unlocks are for programs: when a plan was made, and the step that a yes lets agents
	// tick, by their own count.
	Created
	Unlocks
	// Detail is what the text of a thing says as well.
	Detail
	// By is the program that waits for the answer, Covers what a yes for a pattern covers, and LastDay what it
	// would have let through.
	By
	Covers
	LastDay
	// Request is a request of a plan, Source where a lesson comes from.
	Request
	Source
)

// Tone is how a value is meant. The screen makes a colour of it.
type Tone uint8

// The tones of values. Head is that of the name of a thing.
const (
	Plain Tone = iota
	Muted
	Strong
	Accent
	Good
	Warn
	Bad
	Head
)

// Said is one value of a thing, ready to draw; one without a text is not shown.
type Said struct {
	ID    ID
	Label string
	Text  string
	Tone  Tone
}

// Say is a value with its label.
func Say(id ID, label, text string, tone Tone) Said { return Said{id, label, text, tone} }

// Heads reports whether a value is the name of the thing, which needs no label.
func (s Said) Heads() bool {
	return s.ID == Name || s.ID == FileName || s.ID == Action || s.ID == Subject
}

// Exact reports whether a value is the name of a file, which is shown byte by byte.
func (s Said) Exact() bool { return s.ID == File || s.ID == FileName }

// Place is where things are described.
type Place uint8

// Page is the page of a thing, Glance what stands beside a list, Brief what stands below one, and Card what is asked before a
// decision. Beneath is what the page of a plan has below its steps. Resume is the plan to resume, for a reader, and Show what a program reads.
const (
	Page Place = iota
	Glance
	Brief
	Card
	Beneath
	Resume
	Show
)

// left are the values that a place leaves out, by kind; those of KindNone are left out for any kind.
var left = map[Place]map[model.Kind][]ID{
	Page:   {model.KindNone: {Created, Unlocks}, model.KindRequest: {Subject, Matter, For}},
	Show:   {model.KindRequest: {Subject, Matter, For}},
	Glance: {model.KindNone: {Created, Unlocks}, model.KindRequest: {Name, What, Risk, Why, Link, Blocked, File, Past}, model.KindResearch: {Suggested}},
	Beneath: {model.KindPlan: {
		Name, Title, Objective, Status, Priority, Created, Unlocks, Blocked, Progress, NextStep, Then, WaitsFor, Checkpoint, Chosen, File, Request, Detail,
	}},
	Brief: {model.KindNone: {Created, Unlocks, File, Detail}, model.KindRequest: {Name, What, Risk, Link, Blocked, Past}, model.KindPlan: {Chosen, Objective, Blocked, Priority}, model.KindResearch: {Suggested}, model.KindProposal: {Source}},
	// The card says them elsewhere, or its text does.
	Card: {
		model.KindNone:       {File, FileName, Waiting, Chosen, Title, Undoes, Created, Unlocks},
		model.KindPlan:       {Status, Priority, Progress, NextStep, WaitsFor, Checkpoint, Doubt},
		model.KindSession:    {Name, Command, Program, Careful, Known, Began},
		model.KindTranscript: {Name, Command, Program, Careful, Known, Began},
		model.KindTrace:      {Name, Detail},
		model.KindProposal:   {Name},
	},
}

// resumed are the values of a plan that are read aloud where it is resumed.
var resumed = []ID{Name, Objective, Status, Blocked, Progress, NextStep, Then, Checkpoint}

// In are the values that a place has of a thing of a kind, in their order.
func In(p Place, k model.Kind, all []Said) (in []Said) {
	for _, s := range all {
		out := slices.Contains(left[p][model.KindNone], s.ID) || slices.Contains(left[p][k], s.ID)
		if s.Text != "" && !out && (p != Resume || slices.Contains(resumed, s.ID)) {
			in = append(in, s)
		}
	}
	return in
}

// Look is a snapshot as things of it are described.
type Look struct {
	model.Snapshot
	// Exact is true where a program reads it: times are as they are written, without ages.
	Exact bool
	// Order is the order of its plans, and Rule the one by which work is stuck.
	Order *rule.Resume
	Rule  model.WorkRule
	// Next is what research problems suggest, by folder, where that was worked out before.
	Next map[string][]Said
}

// Describe says what a place says of a thing, only where its file is for one that is not there.
func (l Look) Describe(p Place, ref model.Ref) []Said {
	all := l.all(ref)
	if all == nil {
		all = []Said{{File, "File", ref.Path, Plain}}
	}
	return In(p, ref.Kind, all)
}

// all are the values of a thing, nil for one that is not there.
func (l Look) all(ref model.Ref) []Said {
	switch ref.Kind {
	case model.KindRequest:
		if r, ok := l.RequestAnywhere(ref.Path); ok {
			return l.request(r)
		}
	case model.KindPlan:
		if p, ok := l.Plan(ref.Path); ok {
			return l.plan(p)
		}
	case model.KindSession, model.KindTranscript:
		return l.session(ref)
	case model.KindWork:
		if w, ok := l.WorkItem(ref.Path); ok {
			return l.work(w)
		}
	case model.KindTrace:
		if t, ok := l.Trace(ref.Path); ok {
			return l.trace(t)
		}
	case model.KindResearch, model.KindJournal, model.KindEntry:
		return l.research(ref)
	case model.KindMemory, model.KindProposal, model.KindLearning:
		return l.learned(ref)
	case model.KindProblem:
		if p, ok := found(l.Problems, ref); ok {
			return problem(p)
		}
	case model.KindOther:
		if o, ok := found(l.Others, ref); ok {
			return other(o)
		}
	case model.KindIntake:
		if i, ok := found(l.Intake, ref); ok {
			return []Said{{Name, "Title", i.Title, Head}, {File, "File", i.Path, Plain}, {Waiting, "Waiting", l.waited(i.Since), Plain}}
		}
	}
	return nil
}

// Shown is all that is known of a thing, for a program, with the problems of its file.
func Shown(s model.Snapshot, ref model.Ref) []Said {
	r := rule.ResumeOf(s)
	all := Look{Snapshot: s, Exact: true, Order: &r, Rule: s.WorkRule()}.Describe(Show, ref)
	for i := range all {
		if all[i].Label == "" {
			// It continues the value before.
			all[i].Label = all[i-1].Label
		}
	}
	for _, p := range s.Problems {
		if p.Path != ref.Path || ref.Kind == model.KindProblem {
			continue
		}
		at := p.Path
		if p.Line > 0 {
			at += ":" + strconv.Itoa(p.Line)
		}
		all = append(all, Said{Other, "Problem", at + ": " + p.Reason, Bad}, Said{Other, "Advice", p.Hint, Plain})
	}
	return all
}

// found is the thing of a list that has a ref.
func found[T interface{ Ref() model.Ref }](list []T, ref model.Ref) (thing T, ok bool) {
	at := slices.IndexFunc(list, func(t T) bool { return t.Ref() == ref })
	if at < 0 {
		return thing, false
	}
	return list[at], true
}

func (l Look) when(t time.Time) string {
	if l.Exact && !t.IsZero() {
		return model.FormatUTC(t)
	}
	return phrase.When(l.At, t)
}

// moment is when without an age.
func (l Look) moment(t time.Time) string {
	if l.Exact || t.IsZero() {
		return l.when(t)
	}
	return phrase.Moment(l.At, t)
}

func (l Look) stamp(t model.Stamp) string {
	if l.Exact {
		return cmp.Or(phrase.Stamp(t), "no stated time")
	}
	return phrase.StampWords(l.At, t)
}

func (l Look) known(t model.Stamp) string {
	if t.Raw == "" {
		return ""
	}
	return l.stamp(t)
}

func (l Look) waited(t model.Stamp) string {
	if l.Exact && t.Known() {
		return phrase.Stamp(t)
	}
	return phrase.Waited(l.At, t)
}

func (l Look) until(t time.Time) string {
	if l.Exact {
		return model.FormatUTC(t)
	}
	return phrase.UntilWords(l.At, t)
}
