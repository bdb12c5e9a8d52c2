package source

import (
	"slices"
	"strings"

	"coldstart/model"
)

// Lean makes a finding fit to be kept for hours: its plans hold no more than what they say. What was
// read shares the memory of the whole text, in which a plan's context is most of what nobody asks for
// before the file is opened, and read then.
func (f Finding) Lean() {
	for _, p := range f.Plans {
		p.Context, p.Reading.Lines = "", nil
		p.Steps, p.Log = slices.Clone(p.Steps), slices.Clone(p.Log)
		var texts packed
		texts.plan(p)
		texts.pack()
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
