package gsd

import (
	"cmp"
	"path"
	"strconv"
	"strings"

	"coldstart/model"
	"coldstart/vault/guest"
	"coldstart/vault/source"
	"coldstart/vault/text"
)

// state is what STATE.md says.
type state struct {
	source.Document
	// declared is true for one in the form of GSD.
	declared bool
	version  string
	// status is as written, stopped what was done last.
	status, stopped string
	// updated is when the file says that it was written, paused when the work was paused.
	updated, paused model.Stamp
	// phase is the number of the phase at work, name its name, and plan that of the plan in it.
	phase, name string
	plan        int
	// activity is what was done at a time.
	activity   string
	activityAt model.Stamp
	// counted is true where it counts all its phases as complete.
	counted bool
	// next is what the program wants to do next: "plan-phase".
	next string
	// session is when the last session was, of the number of phases in all.
	session model.Stamp
	of      string
	// concerns are what may be in the way, looked is true where there is a section for them.
	concerns []string
	looked   bool
}

// readState reads STATE.md: front matter, which only newer files have, and the lines of the body.
func readState(s *set) state {
	d, ok := s.h.Document(path.Join(s.dir, "STATE.md"))
	if !ok {
		return state{}
	}
	st := state{Document: d}
	body := d.Text
	if strings.HasPrefix(d.Text, "---") {
		// Values that are no YAML are read line by line, as the program does.
		front, err := text.ReadFront([]byte(d.Text))
		if err != nil && front != nil && front.Ends != text.Closed {
			s.h.Broken(d.Name, err, "close the front matter; "+tool+guest.Neither)
		}
		if front != nil {
			st.readFront(s, front)
			body = d.Text[front.Body:]
		}
	}
	if at := text.Conflict([]byte(d.Text)); at != nil {
		s.h.Broken(d.Name, at, "merge both versions")
	}
	st.readBody(s, body)
	return st
}

func (st *state) readFront(s *set, front *text.Front) {
	value := func(key string) string { return filled(front.Get(key)) }
	st.version = value("gsd_state_version")
	st.declared = st.version != ""
	st.status, st.stopped, st.next = value("status"), value("stopped_at"), value("next_action")
	st.updated = model.ParseStamp(value("last_updated"), s.h.Zone)
	st.paused = model.ParseStamp(value("paused_at"), s.h.Zone)
	st.phase = cmp.Or(number(value("current_phase")), number(value("active_phase")))
	st.name = value("current_phase_name")
	st.readActivity(s, value("last_activity"))
	if n := front.Node("progress"); n != nil {
		all, _ := strconv.Atoi(text.NodeText(text.ValueOf(n, "total_phases")))
		done, _ := strconv.Atoi(text.NodeText(text.ValueOf(n, "completed_phases")))
		st.counted = all > 0 && done >= all
	}
}

var (
	// "4 of 6 (Receipts)", where the name may stand behind a dash too.
	positionLine = text.Pattern{Expr: `^(?:Phase )?([\w.-]+)(?: of ([\w.]+))?\s*(?:\(([^()]*)\)|[—–-]\s*(.*))?`}
	activityLine = text.Pattern{Expr: `^(\d{4}-\d\d-\d\d\S*(?:\s\d\d:\d\d(?::\d\d)?)?)(?:\s+[—–-]+\s+(.*))?$`}
	planLine     = text.Pattern{Expr: `^(\d{1,4})\b`}
)

// readBody reads the lines of the body. What the front matter says comes first.
func (st *state) readBody(s *set, body string) {
	section := ""
	for l := range guest.Said(body) {
		if l.Level > 0 {
			section = strings.ToLower(l.Heading)
			st.declared = st.declared || section == position
			switch {
			case l.Level == 1:
				// Some leave the heading away.
				section = position
			case strings.HasPrefix(section, "blockers"):
				section, st.looked = blockers, true
			}
			continue
		}
		if section == blockers {
			st.concern(l)
			continue
		}
		label, value, ok := strings.Cut(strings.ReplaceAll(strings.TrimLeft(l.Text, "-* "), "**", ""), ":")
		if value = filled(value); !ok || value == "" {
			continue
		}
		switch section + "/" + strings.ToLower(strings.TrimSpace(label)) {
		case position + "/phase":
			if m := positionLine.FindStringSubmatch(value); m != nil {
				st.of = cmp.Or(st.of, number(m[2]))
				if st.phase == "" {
					st.phase, st.name = number(m[1]), cmp.Or(st.name, m[3])
				}
			}
		case position + "/plan":
			if m := planLine.FindStringSubmatch(value); m != nil {
				st.plan, _ = strconv.Atoi(m[1])
			}
		case position + "/status":
			st.status = cmp.Or(st.status, value)
		case position + "/last activity":
			st.readActivity(s, value)
		case "session continuity/last session":
			st.session = model.ParseStamp(value, s.h.Zone)
		case "session continuity/stopped at":
			st.stopped = cmp.Or(st.stopped, value)
		}
	}
}

const (
	position = "current position"
	blockers = "blockers"
)

// concern reads a line of the section of what may be in the way.
func (st *state) concern(l guest.Line) {
	said := strings.TrimSpace(l.Text)
	item := strings.TrimSpace(strings.TrimLeft(strings.ReplaceAll(said, "**", ""), "-*+ "))
	if l.Boxed && l.Box.Ticked() || item == said || settled.MatchString(item) || strings.HasPrefix(item, "[") && strings.HasSuffix(item, "]") {
		return
	}
	// What stands in brackets may be a phase.
	if l.Boxed && len(l.Box.Mark) <= 1 {
		item = l.Box.Text
	}
	if item = filled(item); item != "" {
		st.concerns = append(st.concerns, item)
	}
}

var (
	// settled is a concern that is none any more, or the word for none.
	settled = text.Pattern{Expr: `^~~|^(?i)(?:none|nothing|no (?:blockers|concerns|open))\b|✅|(?i)\b(?:resolved|unblocked|fixed|mitigated)\b`}
	// asks is one that waits for what only a person can give.
	asks = text.Pattern{Expr: `(?i)\b(?:needs?|requires?|awaits?|awaiting|waiting (?:for|on)|pending|missing|lacks?)\b.*\b(?:decision|decide|approval|answer|confirmation|sign-?off|input|feedback|access|credentials?|password|permission|review|choice|user|human|owner)\b` +
		`|^(?:decide|choose|confirm|approve|ask)\b|\?$`}
	// ofPhase is the phase that a concern names first.
	ofPhase = text.Pattern{Expr: `^\[?[Pp]hase (\d[\w.]*)`}
)

// inTheWay divides the concerns: asked wait for a person, old did so in an earlier phase, and the others may be none.
func (s *set) inTheWay() (asked, old, others []string) {
	for _, c := range s.state.concerns {
		m := ofPhase.FindStringSubmatch(c)
		switch {
		case m != nil && s.earlier(number(m[1])):
			old = append(old, c)
		case asks.MatchString(c):
			asked = append(asked, c)
		default:
			others = append(others, c)
		}
	}
	return asked, old, others
}

// readActivity reads "2026-11-20 — printed the first receipt", of which the text may be missing.
func (st *state) readActivity(s *set, value string) {
	if m := activityLine.FindStringSubmatch(value); m != nil && (st.activity == "" || filled(m[2]) != "") {
		st.activityAt, st.activity = model.ParseStamp(strings.TrimRight(m[1], ",:"), s.h.Zone), filled(m[2])
	}
}

// filled returns a value, empty for the words that stand for none.
func filled(value string) string {
	switch value = strings.TrimSpace(value); strings.ToLower(value) {
	case "none", "null", "n/a", "tbd", "—", "–", "-":
		return ""
	}
	return value
}

// statusWords are the words by which the program itself understands a status, in its order.
var statusWords = []struct {
	has  []string
	word string
	is   model.State
}{
	{[]string{"paused", "stopped"}, paused, model.StateActive},
	{[]string{"executing", "in progress"}, "executing", model.StateActive},
	{[]string{"planning", "ready to plan"}, "planning", model.StateDraft},
	{[]string{"discussing"}, "discussing", model.StateDraft},
	{[]string{"verif"}, verifying, model.StateActive},
	{[]string{"complete", "done"}, complete, model.StateDone},
	{[]string{"ready to execute"}, "ready to execute", model.StateDraft},
	{[]string{"blocked"}, "blocked", model.StateBlocked},
}

const (
	paused    = "paused"
	complete  = "complete"
	verifying = "verifying"
)

// meaning is the status in the program's own few words, or as written where none fits.
func (st state) meaning() model.Status {
	if st.paused.Raw != "" {
		return model.Status{State: model.StateActive, Word: paused}
	}
	status := strings.NewReplacer("-", " ", "_", " ").Replace(strings.ToLower(st.status))
	for _, row := range statusWords {
		for _, word := range row.has {
			if strings.Contains(status, word) {
				return model.Status{State: row.is, Word: row.word}
			}
		}
	}
	return model.Status{State: model.StateUnknown, Word: st.status}
}

// log is what was done last, oldest first.
func (st state) log() (lines []model.LogEntry) {
	if st.activity != "" {
		lines = append(lines, model.LogEntry{At: st.activityAt, What: st.activity})
	}
	if st.stopped != "" && st.stopped != st.activity {
		lines = append(lines, model.LogEntry{At: st.updated, What: st.stopped})
	}
	return lines
}

// written is the latest of the times of the file, unknown where it states none.
func (st state) written() (at model.Stamp) {
	for _, stated := range []model.Stamp{st.updated, st.activityAt, st.session} {
		if stated.Time.After(at.Time) {
			at = stated
		}
	}
	return at
}

// more reports whether there are phases behind the one at work, by the number of all.
func (st state) more() bool { return st.of != "" && st.phase != "" && compare(st.phase, st.of) < 0 }

// place says which phase is at work, and which plan of it: "Phase 2 of 3: Receipts, plan 1".
func (st state) place() string {
	at := "Phase " + st.phase
	if st.of != "" {
		at += " of " + st.of
	}
	if st.name != "" {
		at += ": " + st.name
	}
	if st.plan > 0 {
		at += ", plan " + strconv.Itoa(st.plan)
	}
	return at
}

// ahead is where work continues as far as the state alone says.
func (st state) ahead() string {
	switch done := st.meaning().State == model.StateDone; {
	case st.phase != "" && !done:
		return st.place()
	case done && st.more():
		return "Start the phase after phase " + st.phase + ", of " + st.of
	}
	return "Start the next milestone"
}

func (st state) found() bool { return st.Name != "" }
