package gsd

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"coldstart/model"
	"coldstart/vault/source"
	"coldstart/vault/text"
)

// requests are all that waits for a human.
func (s *set) requests(plans []*plan) (all []model.Request) {
	ids := map[string]string{}
	for _, p := range plans {
		if p.phase != nil {
			ids[p.number] = p.ID
		}
	}
	if r, ok := s.handoffAsks(ids); ok {
		all = append(all, r)
	}
	for _, p := range s.phases {
		for _, r := range s.waits(p) {
			r.PlanID = ids[p.number]
			all = append(all, r)
		}
	}
	at := s.current(plans)
	if len(at.asks) > 0 {
		d, _ := s.h.Document(at.part.plan)
		r := s.request(d, "execute-phase "+at.number)
		r.PlanID, r.Reading.Maybe = at.ID, true
		r.Summary = "Plan " + at.part.id + " will ask you: " + firstOf(at.asks[0].what, len(at.asks))
		var lines []string
		for _, c := range at.asks {
			lines = append(lines, c.what)
			if c.details != "" {
				lines = append(lines, c.details)
			}
		}
		r.Rationale = strings.Join(lines, "\n")
		all = append(all, r)
	}
	return append(all, s.debugAsks()...)
}

// waits are the tests and checks of a phase that a person has to do.
func (s *set) waits(p *phase) []model.Request {
	if p.waits == nil {
		all := s.tests(p)
		if len(all) == 0 {
			all = s.checks(p)
		}
		p.waits = &all
	}
	return *p.waits
}

// request is one that a file makes.
func (s *set) request(d source.Document, command string) model.Request {
	return model.Request{
		Path: d.Name, Name: path.Base(d.Name), Created: model.Stamp{Time: d.Changed},
		Reading: model.RequestReading{Tool: tool, Command: s.command(command), Decision: model.DecisionPending, Summary: model.BasisDerived},
	}
}

// created takes the first time that the front matter states.
func (s *set) created(r *model.Request, front *text.Front, keys ...string) {
	if at := model.ParseStamp(front.First(keys...), s.h.Zone); at.Known() {
		r.Created = at
	}
}

// question is one of several that a file asks.
type question struct{ what, how string }

// askAll puts the questions of a file into a request.
func askAll(r *model.Request, verb, phase string, all []question) {
	lines := make([]string, len(all))
	for i, q := range all {
		lines[i] = q.what
		if q.how != "" {
			lines[i] += ": " + q.how
		}
	}
	r.Rationale = strings.Join(lines, "\n")
	switch len(all) {
	case 0:
		r.Summary = verb + " phase " + phase + " by hand"
	case 1:
		r.Summary = verb + ": " + all[0].what + " (phase " + phase + ")"
	default:
		r.Summary = fmt.Sprintf("%s: %s (and %d more, phase %s)", verb, all[0].what, len(all)-1, phase)
	}
}

// firstOf names the first of several things.
func firstOf(what string, all int) string {
	if all > 1 {
		what += fmt.Sprintf(" (and %d more)", all-1)
	}
	return what
}

// tests are the UAT files of a phase with tests that nobody did.
func (s *set) tests(p *phase) (all []model.Request) {
	for _, name := range p.of("UAT") {
		d, ok := s.h.Document(name)
		if !ok {
			continue
		}
		front, _ := text.ReadFront([]byte(d.Text))
		status := strings.ToLower(front.Get("status"))
		open := pending(d.Text)
		if len(open) == 0 || status == "complete" || status == "diagnosed" || status == "resolved" || status == "passed" {
			continue
		}
		r := s.request(d, "verify-work "+p.number)
		s.created(&r, front, "updated", "started")
		askAll(&r, "Test", p.number, open)
		r.Reading.Maybe = s.finished(p.number)
		all = append(all, r)
	}
	return all
}

var testHeading = text.Pattern{Expr: `^\d+\.\s+(.*)$`}

// pending reads the tests of a UAT file that have no result yet.
func pending(body string) (open []question) {
	var q question
	waits, into := false, false
	end := func() {
		if waits && q.what != "" {
			open = append(open, q)
		}
		q, waits, into = question{}, false, false
	}
	for _, line := range text.Unfenced([]byte(text.WithoutComments(body))) {
		if level, heading := text.Heading(line); level > 0 {
			end()
			if m := testHeading.FindStringSubmatch(heading); m != nil {
				q.what = m[1]
			}
			continue
		}
		key, value, ok := strings.Cut(line, ":")
		value = strings.TrimSpace(value)
		switch {
		case ok && key == "expected":
			into = value == "|" || value == ">"
			if !into {
				q.how = value
			}
		case ok && key == "result":
			waits, into = strings.Trim(value, "[]") == "pending", false
		case into && q.how == "":
			q.how = strings.TrimSpace(line)
		}
	}
	end()
	return open
}

// checks are the verifications of a phase that need a human. Once the phase is over, or has
// tests of its own, they were answered there.
func (s *set) checks(p *phase) (all []model.Request) {
	if s.finished(p.number) || len(p.of("UAT")) > 0 || p.verified() != needsHuman {
		return nil
	}
	names := p.of("VERIFICATION")
	d, ok := s.h.Document(names[len(names)-1])
	if !ok {
		return nil
	}
	front, _ := text.ReadFront([]byte(d.Text))
	r := s.request(d, "verify-work "+p.number)
	s.created(&r, front, "verified")
	open := declaredChecks(front)
	if len(open) == 0 {
		open = writtenChecks(d.Text)
	}
	askAll(&r, "Check", p.number, open)
	return []model.Request{r}
}

// declaredChecks are those in the front matter.
func declaredChecks(front *text.Front) (open []question) {
	if front == nil {
		return nil
	}
	node := front.Node("human_verification")
	if node == nil || node.Kind != yaml.SequenceNode {
		return nil
	}
	for _, item := range node.Content {
		q := question{what: plain(item)}
		if item.Kind == yaml.MappingNode {
			q = question{plain(text.ValueOf(item, "test")), plain(text.ValueOf(item, "expected"))}
		}
		if q.what != "" {
			open = append(open, q)
		}
	}
	return open
}

// plain is a value of one line, empty for anything but text.
func plain(n *yaml.Node) string {
	if n == nil || n.Kind != yaml.ScalarNode {
		return ""
	}
	return strings.Join(strings.Fields(n.Value), " ")
}

// writtenChecks are those in the text, below their heading.
func writtenChecks(body string) (open []question) {
	within := false
	for _, line := range text.Unfenced([]byte(body)) {
		level, heading := text.Heading(line)
		label, value, labelled := text.Labelled(strings.TrimSpace(line))
		switch m := testHeading.FindStringSubmatch(heading); {
		case level > 0 && m == nil:
			within = strings.HasPrefix(strings.ToLower(heading), "human verification")
		case level > 0 && within:
			open = append(open, question{what: m[1]})
		case labelled && len(open) > 0 && within && strings.EqualFold(label, "expected"):
			open[len(open)-1].how = value
		}
	}
	return open
}

// handoffAsks are the things that HANDOFF.json wants of a human.
func (s *set) handoffAsks(ids map[string]string) (model.Request, bool) {
	h := s.handoff
	if h == nil || len(h.asks) == 0 {
		return model.Request{}, false
	}
	r := s.request(h.Document, "resume-work")
	if h.at.Known() {
		r.Created = h.at
	}
	r.PlanID = ids[h.number]
	r.Reading.Maybe = h.over != "" || !slices.ContainsFunc(h.asks, func(a ask) bool { return a.waits })
	var lines []string
	for _, a := range h.asks {
		line := a.what
		if a.why != "" {
			line += ": " + a.why
		}
		lines = append(lines, line)
	}
	r.Rationale = strings.Join(lines, "\n")
	r.Summary = "Yours to do: " + firstOf(h.asks[0].what, len(h.asks))
	return r, true
}

// debugAsks are the fixes that somebody has to try, and what was found and not mended.
func (s *set) debugAsks() (all []model.Request) {
	for _, name := range s.h.Files(path.Join(s.dir, "debug"), ".md") {
		d, ok := s.h.Document(name)
		if !ok || strings.HasSuffix(name, ".resolved.md") {
			continue
		}
		front, _ := text.ReadFront([]byte(d.Text))
		r := s.request(d, "debug")
		what := cmp.Or(front.Get("trigger"), strings.TrimSuffix(path.Base(name), ".md"))
		switch strings.ToLower(front.Get("status")) {
		case "awaiting_human_verify":
			r.Summary = "Confirm a fix: " + what
		case "diagnosed":
			r.Summary, r.Reading.Maybe = "Diagnosed and not fixed: "+what, true
		default:
			continue
		}
		s.created(&r, front, "updated", "created")
		// Who went on has probably tried the fix.
		r.Reading.Maybe = r.Reading.Maybe || s.wentOn(r.Created)
		var lines []string
		for _, field := range [][2]string{{"root_cause", "Cause: "}, {"fix", "Fix: "}} {
			if value := valueOf(d.Text, "resolution", field[0]); value != "" {
				lines = append(lines, field[1]+value)
			}
		}
		r.Rationale = strings.Join(lines, "\n")
		all = append(all, r)
	}
	return all
}
