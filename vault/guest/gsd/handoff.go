package gsd

import (
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"

	"coldstart/model"
	"coldstart/vault/guest"
	"coldstart/vault/source"
	"coldstart/vault/text"
)

// handoff is what HANDOFF.json says, which is written for a pause and taken away afterwards.
type handoff struct {
	source.Document
	status, number, why, next string
	at                        model.Stamp
	asks                      []ask
	// blockers are what is in the way and nothing for a human.
	blockers []string
	// over says why it does not count any more, empty where it does.
	over string
}

// ask is something that a human should do.
type ask struct {
	what, why string
	// waits is true where the work waits for it.
	waits bool
}

func readHandoff(s *set) *handoff {
	var m map[string]any
	d, ok := s.h.JSON(path.Join(s.dir, "HANDOFF.json"), &m)
	if !ok {
		return nil
	}
	h := &handoff{Document: d, status: guest.Word(m["status"]), next: guest.Word(m["next_action"]), at: model.ParseStamp(guest.Word(m["timestamp"]), s.h.Zone)}
	h.number = cmp.Or(number(guest.Word(m["phase"])), number(path.Base(guest.Word(m["phase_dir"]))))
	h.why = whereIn(guest.Word(m["task"]), guest.Word(m["total_tasks"]), guest.Word(m["plan"]))
	for _, one := range list(m["human_actions_pending"]) {
		a := ask{what: guest.Word(one), waits: true}
		if fields, ok := one.(map[string]any); ok {
			a = ask{what: guest.Word(fields["action"]), why: guest.Word(fields["context"]), waits: fields["blocking"] != false}
		}
		h.asks = append(h.asks, a)
	}
	for _, one := range list(m["blockers"]) {
		fields, _ := one.(map[string]any)
		what := cmp.Or(guest.Word(one), guest.Word(fields["description"]))
		if guest.Word(fields["type"]) == "human_action" {
			h.asks = append(h.asks, ask{what: what, waits: true})
		} else if what != "" {
			h.blockers = append(h.blockers, what)
		}
	}
	h.asks = slices.DeleteFunc(h.asks, func(a ask) bool { return a.what == "" })
	h.over = s.stale(h.number, h.status, h.at)
	return h
}

func list(v any) []any {
	all, _ := v.([]any)
	return all
}

// whereIn says at which task work stopped.
func whereIn(task, total, plan string) string {
	var out string
	if n, err := strconv.Atoi(task); err == nil && n > 0 {
		out = "task " + task
		if total != "" && total != "0" {
			out += " of " + total
		}
	}
	if _, err := strconv.Atoi(plan); err == nil {
		if out != "" {
			out += " of "
		}
		out += "plan " + plan
	}
	return out
}

// stale says why a note on a phase does not count any more, empty where it does.
func (s *set) stale(n, status string, at model.Stamp) string {
	if lower := strings.ToLower(status); strings.Contains(lower, complete) || strings.Contains(lower, "done") || strings.Contains(lower, "resumed") {
		return "its status is " + status
	}
	here := slices.ContainsFunc(s.phases, func(p *phase) bool { return p.number == n })
	switch {
	case n == "":
	case slices.Contains(s.archived, n) && !here:
		return "phase " + n + " is archived"
	case s.finished(n):
		return "phase " + n + " is finished"
	case s.earlier(n):
		return "STATE.md speaks of a later phase, " + s.state.phase
	}
	if s.wentOn(at) {
		return "STATE.md was written more than a day later"
	}
	return ""
}

// wentOn reports whether work went on for more than a day after a time, by what STATE.md says.
func (s *set) wentOn(at model.Stamp) bool {
	written := s.state.written()
	return at.Known() && written.Known() && written.Time.Sub(at.Time) > muchOlder
}

// rest is how work came to rest.
type rest struct {
	model.Stop
	number string
	// blocked is what the work waits for, where it says so.
	blocked string
}

// rests are all notes on how work came to rest, most trusted first.
func (s *set) rests() (all []rest) {
	if h := s.handoff; h != nil && (h.next != "" || h.why != "" || h.number != "") {
		all = append(all, h.rest())
	}
	for _, name := range s.pauses {
		if r, ok := s.continueHere(name); ok {
			all = append(all, r)
		}
	}
	if st := s.state; st.found() && st.meaning().Word == paused {
		stop := model.Stop{From: st.Name, At: st.updated, Why: st.stopped}
		if st.paused.Known() {
			stop.At = st.paused
		}
		all = append(all, rest{Stop: stop, number: st.phase})
	}
	if r, ok := s.cut(); ok {
		all = append(all, r)
	}
	return all
}

// rest is how work came to rest. What is in the way may have a way around it, so the plan is
// blocked only where the status says so.
func (h *handoff) rest() rest {
	r := rest{Stop: model.Stop{From: h.Name, At: h.at, Why: h.why, Next: h.next, Stale: h.over}, number: h.number}
	inTheWay := strings.Join(h.blockers, "; ")
	switch {
	case strings.ToLower(h.status) == "blocked":
		r.blocked = cmp.Or(inTheWay, "it is marked as blocked")
	case inTheWay != "" && r.Why != "":
		r.Why += ", in the way: " + inTheWay
	case inTheWay != "":
		r.Why = "in the way: " + inTheWay
	}
	return r
}

// continueHere reads a .continue-here.md, which a pause leaves in the folder of its phase.
func (s *set) continueHere(name string) (rest, bool) {
	d, ok := s.h.Document(name)
	if !ok {
		return rest{}, false
	}
	front, _ := text.ReadFront([]byte(d.Text))
	n := cmp.Or(number(front.Get("phase")), number(path.Base(path.Dir(name))))
	status, at := front.Get("status"), model.ParseStamp(front.Get("last_updated"), s.h.Zone)
	r := rest{number: n, Stop: model.Stop{
		From: name, At: at, Why: strings.TrimSuffix(firstLine(section(d.Text, "current_state")), "."),
		Next: strings.TrimSpace(strings.TrimPrefix(firstLine(section(d.Text, "next_action")), "Start with:")), Stale: s.stale(n, status, at),
	}}
	r.Why = cmp.Or(r.Why, whereIn(front.Get("task"), front.Get("total_tasks"), ""))
	if status == "blocked" {
		r.blocked = cmp.Or(firstLine(section(d.Text, "blockers")), "it is marked as blocked")
	}
	return r, true
}

// section returns the text in an element, or under the heading that some write in its place.
func section(body, name string) string {
	if inside := element(body, name); inside != "" {
		return inside
	}
	var lines []string
	within := false
	for _, line := range text.Unfenced([]byte(body)) {
		if level, heading := text.Heading(line); level > 0 {
			within = strings.EqualFold(strings.ReplaceAll(heading, " ", "_"), name)
		} else if within {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

// cut reports an agent that was started and not closed.
func (s *set) cut() (rest, bool) {
	name := path.Join(s.dir, "current-agent-id.txt")
	d, ok := s.h.Document(name)
	id := strings.TrimSpace(d.Text)
	if !ok || id == "" {
		return rest{}, false
	}
	var m map[string]any
	if _, ok := s.h.JSON(path.Join(s.dir, "agent-history.json"), &m); !ok {
		return rest{}, false
	}
	var last map[string]any
	for _, one := range list(m["entries"]) {
		if fields, ok := one.(map[string]any); ok && guest.Word(fields["agent_id"]) == id {
			last = fields
		}
	}
	switch guest.Word(last["status"]) {
	case "spawned", "resumed", "interrupted":
	default:
		return rest{}, false
	}
	if guest.Word(last["completion_timestamp"]) != "" {
		return rest{}, false
	}
	n, at := number(guest.Word(last["phase"])), model.ParseStamp(guest.Word(last["timestamp"]), s.h.Zone)
	r := rest{number: n, Stop: model.Stop{
		From: name, Cut: true, At: at, Why: guest.Word(last["task_description"]), Stale: s.stale(n, "", at),
	}}
	if r.Stale == "" && s.summarized(n, number(guest.Word(last["plan"]))) {
		r.Stale = "its plan has a summary"
	}
	return r, true
}

// summarized reports whether a plan of a phase has a summary.
func (s *set) summarized(n, plan string) bool {
	for _, p := range s.phases {
		for _, x := range p.parts {
			if i := strings.LastIndexByte(x.id, '-'); p.number == n && plan != "" && x.summary != "" && number(x.id[i+1:]) == plan {
				return true
			}
		}
	}
	return false
}
