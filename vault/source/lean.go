package source

import (
	"slices"
	"strings"

	"coldstart/model"
)

// Lean makes a finding fit to be kept for hours: its plans and requests hold no more than what they say. What was
// read shares the memory of the whole text, most of which nobody asks for before the file is opened, and read then.
func (f Finding) Lean() {
	for _, p := range f.Plans {
		p.Context, p.Reading.Lines = "", nil
		p.Steps, p.Log = slices.Clone(p.Steps), slices.Clone(p.Log)
		var texts packed
		texts.plan(p)
		texts.pack()
	}
	for _, list := range [][]model.Request{f.Requests, f.Decided, f.Finished} {
		for i := range list {
			var texts packed
			texts.request(&list[i])
			texts.pack()
		}
	}
	for i := range f.Managed {
		m := &f.Managed[i]
		texts := packed{&m.Stops, &m.Skips, &m.Mend, &m.Status}
		texts.pack()
	}
}

// packed are texts that come to share the memory of one text without anything between them.
type packed []*string

func (t packed) pack() {
	var all strings.Builder
	size := 0
	for _, s := range t {
		size += len(*s)
	}
	all.Grow(size)
	for _, s := range t {
		all.WriteString(*s)
	}
	rest := all.String()
	for _, s := range t {
		*s, rest = rest[:len(*s)], rest[len(*s):]
	}
}

func (t *packed) add(texts ...*string) { *t = append(*t, texts...) }

// plan adds the texts of a plan as it was read, but for its path, which others have too.
func (t *packed) plan(p *model.Plan) {
	r := &p.Reading
	*t = make(packed, 0, 32+2*len(p.Steps)+4*len(p.Log))
	t.add(&p.ID, &p.Objective, &p.Stated, &p.Context, &p.Status.Word, &p.BlockedReason, &p.Priority, &p.Created.Raw, &p.SourceLink, &p.Touched.Raw)
	t.add(&r.StepsFrom, &r.Unseen, &r.IDAs, &r.Next, &r.Why, &r.Claimed, &r.Parent, &r.Source, &r.Task, &r.Message, &r.Stem, &r.Version.Raw, &r.Named.Raw)
	for _, steps := range [][]model.Step{p.Steps, r.Counted} {
		for i := range steps {
			t.add(&steps[i].Text)
		}
	}
	for i := range p.Log {
		e := &p.Log[i]
		t.add(&e.At.Raw, &e.Actor, &e.What, &e.Why)
	}
	for _, texts := range [][]string{r.Mentions, r.Doubts, r.Parts} {
		for i := range texts {
			t.add(&texts[i])
		}
	}
}

// request adds the texts of a request as it was read, but for its path.
func (t *packed) request(q *model.Request) {
	r := &q.Reading
	*t = make(packed, 0, 48)
	t.add(&q.Summary, &q.Action, &q.Target, &q.Sender, &q.Amount, &q.PlanID, &q.StepText, &q.StepNote, &q.Rationale, &q.Priority, &q.Risk, &q.Status)
	t.add(&q.Created.Raw, &q.Expires.Raw, &q.About, &q.Probably, &r.ID, &r.Author, &r.Source, &r.Stem, &r.Message, &r.Tool, &r.Command, &r.Due, &r.Agents.Unread)
	for _, w := range []*model.Way{&r.Yes, &r.No} {
		t.add(&w.Path, &w.Word, &w.Said)
	}
}
