package gsd

import (
	"cmp"
	"path"
	"strings"

	"gopkg.in/yaml.v3"

	"coldstart/model"
	"coldstart/vault/guest"
	"coldstart/vault/source"
	"coldstart/vault/text"
)

// waits returns plans what waits for a human, and returns what is of none.
func (s *set) waits(plans []*plan) (left []guest.Wait) {
	add := func(number string, all ...guest.Wait) {
		for _, p := range plans {
			if p.phase != nil && p.number == number {
				p.Waits = append(p.Waits, all...)
				return
			}
		}
		left = append(left, all...)
	}
	if w, ok := s.handoffAsks(); ok {
		add(s.handoff.number, w)
	}
	for _, p := range s.phases {
		add(p.number, s.byHand(p)...)
	}
	if at := s.current(plans); len(at.asks) > 0 {
		d, _ := s.h.Document(at.part.plan)
		w := guest.Wait{Do: "Plan " + at.part.id + " will ask you", In: d, Type: s.typed("execute-phase", at.number), Maybe: true}
		for _, c := range at.asks {
			w.Items, w.Why = append(w.Items, c.what), append(w.Why, c.what)
			if c.details != "" {
				w.Why = append(w.Why, c.details)
			}
		}
		add(at.number, w)
	}
	return append(left, s.debugAsks()...)
}

// byHand are the tests and checks of a phase that a person has to do.
func (s *set) byHand(p *phase) []guest.Wait {
	if p.waits == nil {
		all := s.tests(p)
		if len(all) == 0 {
			all = s.checks(p)
		}
		p.waits = &all
	}
	return *p.waits
}

// question is one of several that a file asks.
type question struct{ what, how string }

// askAll waits for the questions of a file about a phase. Its front matter may state since when.
func (s *set) askAll(verb string, p *phase, d source.Document, all []question, since string) guest.Wait {
	w := guest.Wait{Do: verb + " phase " + p.number, In: d, Type: s.typed("verify-work", p.number), Since: s.since(since)}
	for _, q := range all {
		line := q.what
		if q.how != "" {
			line += ": " + q.how
		}
		w.Items, w.Why = append(w.Items, q.what), append(w.Why, line)
	}
	return w
}

// since is a time that a file states, unknown where it is none.
func (s *set) since(raw string) model.Stamp {
	if at := model.ParseStamp(raw, s.h.Zone); at.Known() {
		return at
	}
	return model.Stamp{}
}

// tests are the UAT files of a phase with tests that nobody did.
func (s *set) tests(p *phase) (all []guest.Wait) {
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
		w := s.askAll("Test", p, d, open, front.First("updated", "started"))
		// A file that says that it waits for a person stays sure, whatever its phase says.
		w.Maybe = s.finished(p.number) && !awaitsPerson.MatchString(d.Text)
		all = append(all, w)
	}
	return all
}

// awaitsPerson is the line by which a file of tests says so.
var awaitsPerson = text.Pattern{Expr: `(?im)^awaiting:\s*(?:the )?(?:user|human|operator)\b`}

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
	for l := range guest.Said(body) {
		if l.Level > 0 {
			end()
			if m := testHeading.FindStringSubmatch(l.Heading); m != nil {
				q.what = m[1]
			}
			continue
		}
		key, value, ok := strings.Cut(l.Text, ":")
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
			q.how = strings.TrimSpace(l.Text)
		}
	}
	end()
	return open
}

// checks are the verifications of a phase that need a human. Once the phase is over, or has
// tests of its own, they were answered there.
func (s *set) checks(p *phase) []guest.Wait {
	if s.finished(p.number) || len(p.of("UAT")) > 0 || p.verified() != needsHuman {
		return nil
	}
	names := p.of("VERIFICATION")
	d, ok := s.h.Document(names[len(names)-1])
	if !ok {
		return nil
	}
	front, _ := text.ReadFront([]byte(d.Text))
	open := declaredChecks(front)
	if len(open) == 0 {
		open = writtenChecks(d.Text)
	}
	return []guest.Wait{s.askAll("Check", p, d, open, front.First("verified"))}
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
func (s *set) handoffAsks() (guest.Wait, bool) {
	h := s.handoff
	if h == nil || len(h.asks) == 0 {
		return guest.Wait{}, false
	}
	w := guest.Wait{Do: "Yours to do", In: h.Document, Type: s.typed("resume-work"), Maybe: true}
	if h.at.Known() {
		w.Since = h.at
	}
	for _, a := range h.asks {
		line := a.what
		if a.why != "" {
			line += ": " + a.why
		}
		w.Items, w.Why = append(w.Items, a.what), append(w.Why, line)
		w.Maybe = w.Maybe && !a.waits
	}
	w.Maybe = w.Maybe || h.over != ""
	return w, true
}

// debugAsks are the fixes that somebody has to try, and what was found and not mended.
func (s *set) debugAsks() (all []guest.Wait) {
	for _, name := range s.h.Files(path.Join(s.dir, "debug"), ".md") {
		d, ok := s.h.Document(name)
		if !ok || strings.HasSuffix(name, ".resolved.md") {
			continue
		}
		front, _ := text.ReadFront([]byte(d.Text))
		w := guest.Wait{
			Items: []string{cmp.Or(front.Get("trigger"), strings.TrimSuffix(path.Base(name), ".md"))}, In: d, Type: s.typed("debug"),
			Since: s.since(front.First("updated", "created")), Why: []string{},
		}
		switch strings.ToLower(front.Get("status")) {
		case "awaiting_human_verify":
			w.Do = "Confirm a fix"
		case "diagnosed":
			w.Do, w.Maybe = "Diagnosed and not fixed", true
		default:
			continue
		}
		// Who went on has probably tried the fix.
		w.Maybe = w.Maybe || s.wentOn(cmp.Or(w.Since, model.Stamp{Time: d.Changed}))
		for _, field := range [][2]string{{"root_cause", "Cause: "}, {"fix", "Fix: "}} {
			if value := valueOf(d.Text, "resolution", field[0]); value != "" {
				w.Why = append(w.Why, field[1]+value)
			}
		}
		all = append(all, w)
	}
	return all
}
