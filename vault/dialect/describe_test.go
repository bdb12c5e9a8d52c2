package dialect

import (
	"fmt"
	"strings"

	"coldstart/model"
)

// describe returns everything that is read from a file as lines for people, the way
// the fixtures state it.
func describe(p *Page) string {
	var b strings.Builder
	c := Classify(p)
	fmt.Fprintf(&b, "%s\n  kind: %s, because %s (%s)\n", p.Name, c.Kind, c.Why, c.Basis)
	for _, word := range p.Notes.Words() {
		fmt.Fprintf(&b, "  bytes: %s\n", word)
	}
	for _, warning := range p.Warnings {
		fmt.Fprintf(&b, "  warning: line %d: %s\n", warning.Line, warning.Reason)
	}
	switch c.Kind {
	case KindPlan:
		describePlan(&b, ReadPlan(p))
	case KindBoth:
		describePlan(&b, ReadPlan(p))
		describeRequest(&b, ReadRequest(p))
	case KindRequest:
		describeRequest(&b, ReadRequest(p))
	case KindLog, KindSignal, KindJournal:
		describeLog(&b, ReadLog(p))
	}
	return b.String()
}

func describeFact(b *strings.Builder, name string, f Fact) {
	if !f.Given() {
		return
	}
	fmt.Fprintf(b, "  %s: %s (%s", name, f.Text, f.Basis)
	if f.Line > 0 {
		fmt.Fprintf(b, ", line %d", f.Line)
	}
	b.WriteString(")\n")
}

func describePlan(b *strings.Builder, p Plan) {
	describeFact(b, "id", p.ID)
	describeFact(b, "title", p.Title)
	fmt.Fprintf(b, "  state: %s (%s)", p.Status.State, p.Status.Basis)
	if p.Status.Word != "" {
		fmt.Fprintf(b, ", stated as %q on line %d", p.Status.Word, p.Status.Line)
	}
	b.WriteString("\n")
	for _, f := range []struct {
		name string
		fact Fact
	}{
		{"blocked", p.Blocked}, {"priority", p.Priority}, {"created", p.Created}, {"updated", p.Updated}, {"source", p.Source},
		{"name time", p.NameTime}, {"task", Fact{Text: strings.TrimSpace(p.Task), Basis: p.Source.Basis}}, {"claimed by", p.ClaimedBy}, {"parent", p.Parent},
	} {
		describeFact(b, f.name, f.fact)
	}
	if p.NeedsFrom.Given() {
		fmt.Fprintf(b, "  needs approval: %s (line %d)\n", p.Needs, p.NeedsFrom.Line)
	}
	if len(p.Steps) > 0 {
		progress := fmt.Sprintf("%d of %d done", p.Ticked(), len(p.Steps))
		if !p.KeepsState() {
			progress = fmt.Sprintf("%d without a state", len(p.Steps))
		}
		fmt.Fprintf(b, "  steps: %s, from %s (%s)\n", progress, p.StepsFrom, p.StepsBasis)
	}
	for _, s := range p.Steps {
		fmt.Fprintf(b, "    %d. [%s] %s (line %d)", s.Number, s.Mark, s.Text, s.Line)
		if s.Done && s.Mark != "x" && s.Mark != "X" {
			b.WriteString(" done")
		}
		if s.Need != model.NeedNo {
			fmt.Fprintf(b, " human: %s", s.Need)
		}
		b.WriteString("\n")
	}
	describeFact(b, "next", p.Next)
	for _, e := range p.Log {
		describeEntry(b, e)
	}
	for _, name := range p.LeftOut {
		fmt.Fprintf(b, "  left out: %s\n", name)
	}
	for _, doubt := range p.Doubts {
		fmt.Fprintf(b, "  doubt: line %d: %s\n", doubt.Line, doubt.Reason)
	}
}

func describeRequest(b *strings.Builder, r Request) {
	for _, f := range []struct {
		name string
		fact Fact
	}{
		{"id", r.ID}, {"summary", r.Summary}, {"action", r.Action}, {"target", r.Target}, {"sender", r.Sender}, {"amount", r.Amount}, {"expires", r.Expires},
		{"due", r.Due}, {"risk", r.Risk}, {"rationale", r.Rationale}, {"plan", r.Plan}, {"step", r.StepText}, {"status", r.Status},
		{"requested", r.Created}, {"made from", r.Source},
	} {
		describeFact(b, f.name, f.fact)
	}
	if r.Within > 0 {
		fmt.Fprintf(b, "  lapses: %s after its creation\n", r.Within)
	}
	fmt.Fprintf(b, "  stem: %s\n  decision: %s\n", r.Stem, r.Decision)
	for _, c := range r.Contests {
		fmt.Fprintf(b, "  contest: line %d: %s\n", c.Line, c.Reason)
	}
	for _, c := range r.Contradictions {
		fmt.Fprintf(b, "  contradiction: line %d: %s", c.Line, c.Reason)
		if c.Stale {
			b.WriteString(" (stale)")
		}
		b.WriteString("\n")
	}
}

func describeLog(b *strings.Builder, log Log) {
	fmt.Fprintf(b, "  shape: %s, %d bad lines\n", log.Shape, log.BadLines)
	for _, e := range log.Entries {
		describeEntry(b, e)
	}
}

func describeEntry(b *strings.Builder, e Entry) {
	fmt.Fprintf(b, "  entry: %s", e.Time)
	for _, part := range []struct{ name, text string }{
		{"who", e.Who}, {"action", e.Action}, {"target", e.Target}, {"result", e.Result}, {"why", e.Why},
	} {
		if part.text != "" {
			fmt.Fprintf(b, " | %s: %s", part.name, part.text)
		}
	}
	if e.Line > 0 {
		fmt.Fprintf(b, " (line %d)", e.Line)
	}
	b.WriteString("\n")
}
