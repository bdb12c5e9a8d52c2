package gsd

import (
	"cmp"
	"path"
	"strings"

	"coldstart/model"
	"coldstart/vault/guest"
	"coldstart/vault/source"
	"coldstart/vault/text"
)

// lessons are what was tried and did not work: hypotheses that were ruled out, and patterns that
// a handoff warns of.
func (s *set) lessons() (all []model.Entry) {
	for _, dir := range []string{"debug", "debug/resolved"} {
		for _, name := range s.h.Files(path.Join(s.dir, dir), ".md") {
			if d, ok := s.h.Document(name); ok {
				all = append(all, s.eliminated(d)...)
			}
		}
	}
	for _, name := range s.pauses {
		if d, ok := s.h.Document(name); ok {
			all = append(all, s.patterns(d)...)
		}
	}
	return all
}

// eliminated reads the hypotheses of a debug file that were ruled out.
func (s *set) eliminated(d source.Document) (all []model.Entry) {
	front, _ := text.ReadFront([]byte(d.Text))
	for _, f := range fields(d.Text, "eliminated") {
		switch {
		case f.key == "hypothesis" && f.value != "":
			e := d.Lesson(len(all)+1, f.line, f.value)
			e.Tried, e.Outcome = front.Get("trigger"), model.OutcomeRuledOut.String()
			all = append(all, e)
		case len(all) == 0:
		case f.key == "evidence":
			all[len(all)-1].Reasoning = f.value
		case f.key == "timestamp":
			all[len(all)-1].At = model.ParseStamp(f.value, s.h.Zone)
		}
	}
	// How the search itself ended comes before what was ruled out on the way.
	if status := strings.ToLower(front.Get("status")); len(all) > 0 && (status == "fixed" || status == "resolved") {
		e := d.Lesson(len(all)+1, 0, cmp.Or(front.Get("trigger"), strings.TrimSuffix(path.Base(d.Name), ".md")))
		e.Outcome, e.Reasoning, e.At = model.OutcomeSucceeded.String(), valueOf(d.Text, "resolution", "root_cause"), model.ParseStamp(front.Get("updated"), s.h.Zone)
		e.Insight = valueOf(d.Text, "resolution", "fix")
		all = append(all, e)
	}
	return all
}

// field is a "key: value" of a section, whose value may go on in the next lines.
type field struct {
	key, value string
	line       int
}

// fields reads the fields below a heading. Keys are in small letters.
func fields(body, heading string) (all []field) {
	within := false
	for l := range guest.Said(body) {
		if l.Level > 0 {
			within = strings.EqualFold(l.Heading, heading)
			continue
		}
		plain := strings.TrimSpace(strings.ReplaceAll(strings.TrimLeft(l.Text, " \t-*"), "**", ""))
		if !within || plain == "" {
			continue
		}
		key, value, ok := strings.Cut(plain, ":")
		if key = strings.ToLower(key); ok && isKey(key) {
			all = append(all, field{key, strings.TrimLeft(strings.TrimSpace(value), "|>"), l.Number})
		} else if n := len(all); n > 0 {
			all[n-1].value = strings.TrimSpace(all[n-1].value + " " + plain)
		}
	}
	return all
}

// isKey reports one of the keys of a debug file, so that no sentence with a colon is one.
func isKey(key string) bool {
	switch key {
	case "hypothesis", "evidence", "timestamp", "root_cause", "fix", "verification", "files_changed":
		return true
	}
	return false
}

// valueOf returns a field below a heading, empty for none.
func valueOf(body, heading, key string) string {
	for _, f := range fields(body, heading) {
		if f.key == key {
			return f.value
		}
	}
	return ""
}

// patterns reads the table of what must not be done again.
func (s *set) patterns(d source.Document) (all []model.Entry) {
	front, _ := text.ReadFront([]byte(d.Text))
	var columns []string
	within := false
	for l := range guest.Said(d.Text) {
		if l.Level > 0 {
			within, columns = strings.HasPrefix(strings.ToLower(l.Heading), "critical anti-patterns"), nil
			continue
		}
		cells := text.Cells(l.Text)
		if !within || len(cells) == 0 {
			continue
		}
		if columns == nil {
			columns = cells
			continue
		}
		cell := func(name string) string {
			for i, column := range columns {
				if i < len(cells) && strings.HasPrefix(strings.ToLower(column), name) {
					return cells[i]
				}
			}
			return ""
		}
		title := strings.Trim(cell("pattern"), "*` ")
		if title == "" {
			continue
		}
		e := d.Lesson(len(all)+1, l.Number, title)
		e.Reasoning, e.Insight, e.At = cell("description"), cell("prevention"), model.ParseStamp(front.Get("last_updated"), s.h.Zone)
		if severity := cell("severity"); severity != "" {
			e.Tags = []string{severity}
		}
		all = append(all, e)
	}
	return all
}
