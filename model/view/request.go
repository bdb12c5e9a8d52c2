package view

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
)

func requestReading(r model.Request) []Said {
	h := r.Reading
	all := []Said{{Other, "Due", h.Due, Plain}}
	if r.Probably != "" {
		all = append(all, Said{Other, "Probably of", r.Probably, Muted})
	}
	if weak := phrase.RequestKnown(h); weak != "" {
		all = append(all, Said{Other, "Known from", weak, Warn})
	}
	return append(all, doubts(r.Doubts)...)
}

// carried say what became of a decided request.
func (l Look) carried(r model.Request) []Said {
	id := Other
	if r.Ask != nil {
		id = Past
	}
	all := []Said{{id, "Decided", strings.Join(phrase.NotEmpty(phrase.DecidedByOther(r, r.Reading.Decision), l.when(r.DecidedAt)), " "), Muted}}
	if rule.Standing(l.Snapshot, r.Path) != model.StandingSame {
		all[0].Text, all[0].Tone = phrase.Decided(l.Snapshot, r), Bad
	}
	if r.Reading.Decision == model.DecisionPending {
		all = nil
	}
	if c := r.Against; c != nil {
		p := c.Problem(l.At)
		if p.Path != r.Path {
			all = append(all, Said{Careful, "Careful", p.Reason, Bad})
		}
		all = append(all, Said{Other, "To settle", p.Hint, Warn})
	}
	if r.ByOthers && r.Against == nil {
		all = append(all, Said{Careful, "Careful", phrase.Reason(rule.WhyByOthers(l.Snapshot, model.Verified{Path: r.Path})), Bad})
	}
	if v, ok := rule.AlteredAt(l.Snapshot, r.Path); ok {
		all = append(all, Said{Careful, "Careful", fmt.Sprintf("changed after %s approved it: %s was approved %s, it is now %s", cmp.Or(v.By, "you"), v.Approved.Short(), l.when(v.At), v.Now.Short()), Bad})
	}
	if c := r.Carried; c != nil {
		tone := Good
		known := ""
		if c.Failed {
			tone = Bad
		}
		if c.Known {
			known = "acknowledged"
		}
		all = append(all, Said{Other, "In logs", strings.Join(phrase.NotEmpty(c.Result, known, c.Why, l.known(c.At), c.Path), ", "), tone})
	}
	return all
}

func (l Look) request(r model.Request) []Said {
	var all []Said
	if r.Ask != nil {
		all = append(l.action(r), doubts(r.Doubts)...)
	} else {
		all = l.written(r)
	}
	all = append(all, Said{File, "File", r.Path, Plain})
	if step, ok := rule.Unlocks(l.Snapshot, r); ok {
		all = append(all, Said{Unlocks, "Unlocks", phrase.StepNamed(step), Plain})
	}
	return append(append(all, l.carried(r)...), l.asked(r))
}

// written is a request that an agent wrote.
func (l Look) written(r model.Request) []Said {
	subject, matter := phrase.Matter(r)
	all := append([]Said{{Name, "Request", r.Title(), Head}, {Subject, "Request", subject, Head}}, l.warnings(r)...)
	all = append(all, asks(r)...)
	all = append(all,
		Said{What, "What", phrase.Action(r.Action), Plain},
		Said{Matter, "What", matter, Plain},
		Said{To, "To", r.Target, Plain},
		Said{Other, "From", r.Sender, Plain},
		Said{Amount, "Amount", phrase.Amount(r.Amount), Strong},
		Said{Risk, "Risk", r.Risk, Warn},
		Said{Document, "Document", r.About, Plain},
		Said{Why, "Why", ownRationale(r), Plain},
		Said{Until, "Until", l.expiry(r), ExpiryTone(l.At, r)},
	)
	if to, _ := l.ForPlan(r); to.Text != "" {
		all = append(all, to)
	}
	all = append(append(all, l.made(r)), l.link(r)...)
	return append(all, requestReading(r)...)
}

// asked is what the operator asked for, without a value for most requests.
func (l Look) asked(r model.Request) Said {
	if r.Asked == nil {
		return Said{}
	}
	return Said{Other, "You asked", r.Asked.Note + ", " + l.when(r.Asked.At), Accent}
}

// asks say which program decides, and what to type there.
func asks(r model.Request) []Said {
	all := []Said{{Other, "Asked by", r.Reading.Tool, Plain}, {Other, "Type", r.Reading.Command, Strong}}
	if r.Reading.Tool != "" {
		label := "Asks"
		for line := range strings.SplitSeq(r.Rationale, "\n") {
			all, label = append(all, Said{Other, label, line, Plain}), ""
		}
	}
	if r.Reading.Maybe {
		all = append(all, Said{Other, "Maybe", "its files do not clearly say that it waits for you", Muted})
	}
	return all
}

// ownRationale is why an agent of the vault asks.
func ownRationale(r model.Request) string {
	if r.Reading.Tool != "" {
		return ""
	}
	return r.Rationale
}

// made says how long a request waits, or when a decided one was made.
func (l Look) made(r model.Request) Said {
	switch r.Reading.Decision {
	case model.DecisionApproved, model.DecisionRejected:
		return Said{Other, "Made", l.known(r.Created), Plain}
	}
	return Said{Other, "Asked", l.waited(r.Created), Plain}
}

// warnings come near the top, where they are read.
func (l Look) warnings(r model.Request) []Said {
	var all []Said
	if r.Hidden > 0 {
		all = append(all, Said{Hidden, "Careful", model.Counted(r.Hidden, "hidden character") + ", shown in brackets", Bad})
	}
	if before, at := phrase.Before(r); before != "" {
		all = append(all, Said{Other, "Earlier", strings.Join(phrase.NotEmpty(before, l.when(at)), ", "), Bad})
	}
	if c := r.Companion; c != nil {
		all = append(all, Said{Hidden, "Careful", c.String(), Bad})
	}
	if r.Twin != "" {
		all = append(all, Said{Careful, "Careful", r.Twin + " has the same name; an agent may take that one", Bad})
	}
	for _, p := range l.Problems {
		if p.Path == r.Path {
			all = append(all, Said{Careful, "Careful", p.Reason, Bad})
		}
	}
	return all
}

// link shows the plan's own words beside what the request claims.
func (l Look) link(r model.Request) []Said {
	p, ok := l.Plan(r.Plan)
	switch decided := r.Reading.Decision; {
	case !ok && (decided == model.DecisionApproved || decided == model.DecisionRejected):
		// The plans of decided requests are not looked up.
		return []Said{{Link, "Plan", r.PlanID, Plain}}
	case !ok && r.PlanUnread != "":
		return []Said{{Link, "Plan", r.PlanID + " (could not be read)", Bad}}
	case !ok && r.Reading.Tool != "":
		return []Said{{Link, "Plan", r.PlanID, Plain}}
	case !ok && r.PlanID != "":
		return []Said{{Link, "Plan", phrase.NoPlan(l.Snapshot, r), Warn}}
	case !ok:
		return nil
	}
	named := ""
	if r.PlanID == "" {
		named = " (the plan names this request)"
	}
	all := []Said{{Link, "Plan", p.ID + ", " + p.Status.String() + ": " + phrase.Heading(p) + named, Plain}}
	switch {
	case r.Step > 0 && r.Step <= len(p.Steps):
		step := p.Steps[r.Step-1]
		note := ""
		if step.Done() {
			note = " (this step is done already)"
		} else if !step.Human {
			note = " (the plan does not mark this step for a human)"
		}
		all = append(all, Said{Link, "Plan's step", strconv.Itoa(r.Step) + " " + step.Text + note, Plain})
	case r.StepText != "":
		all = append(all, Said{Link, "Plan's step", r.StepText + " (the plan has no such step)", Warn})
	}
	return append(all, Said{Blocked, "Blocked", p.BlockedReason, Bad})
}

func (l Look) expiry(r model.Request) string {
	switch {
	case !l.Exact:
		return phrase.Expiry(l.At, r)
	case r.Expired(l.At):
		return r.Expires.Raw + ", expired"
	}
	return r.Expires.Raw
}

// ExpiryTone is the tone of the time at which a request expires.
func ExpiryTone(now time.Time, r model.Request) Tone {
	if r.Expired(now) {
		return Bad
	}
	return Warn
}

// ForPlan names the plan and the step that a request is for, and in short the plan.
func (l Look) ForPlan(r model.Request) (to Said, short string) {
	p, ok := l.Plan(r.Plan)
	switch {
	case !ok && r.PlanUnread != "":
		return Said{For, "For", r.PlanID + " (could not be read)", Bad}, ""
	case !ok && r.PlanID != "":
		return Said{For, "For", phrase.NoPlan(l.Snapshot, r), Warn}, ""
	case !ok && r.Probably != "":
		return Said{For, "For", r.Probably + ", probably", Warn}, ""
	case !ok:
		return Said{}, ""
	case r.Step == 0:
		return Said{For, "For", p.ID + ": " + phrase.Heading(p), Plain}, p.ID
	}
	// The step's own text is what is allowed, so it is never cut.
	words := fmt.Sprintf("%s, step %d", p.ID, r.Step)
	if step, ok := rule.Step(p, r.Step); ok {
		words += ": " + step.Text
	}
	return Said{For, "For", words, Plain}, ""
}

// Warned is what warns of a request besides its doubts, for a card.
func (l Look) Warned(r model.Request) []Said {
	return slices.DeleteFunc(l.request(r), func(s Said) bool {
		return s.Tone != Bad || slices.Contains([]ID{Until, For, Blocked, Doubt}, s.ID) || s.ID == Hidden && len(r.Doubts) > 0
	})
}
