package decision

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/ledger"
	"coldstart/vault/places"
	"coldstart/vault/source"
	"coldstart/vault/source/events"
	"coldstart/vault/source/journal"
	"coldstart/vault/source/traces"
	"coldstart/vault/text"
)

// prepareSession makes the line that ends an orphan session. It carries the
// seed's fields, the time without a zone as the reference program writes it, and
// an agent name of our own.
func (e *Engine) prepareSession(d model.Decision, id string) (prepared, error) {
	f, info, err := e.where.Disk.Open(d.Ref.Path, os.O_RDONLY)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return prepared{}, refused(d, model.ErrNotFound, "the event log is not there any more")
	case err != nil:
		return prepared{}, disk.FileError(d.Choice.Doing(), d.Ref.Path, err)
	}
	defer f.Close()
	log, _, err := events.ReadEvents(d.Ref.Path, f, e.where.Opts.Zone)
	if err != nil {
		return prepared{}, err
	}
	s := model.Snapshot{At: d.At, Events: log}
	session, ok := s.Session(d.Ref)
	reason := s.Refuse(d.Ref, d.Choice)
	switch {
	case !ok:
		return prepared{}, refused(d, model.ErrNotFound, "%w", reason)
	case session.Seen != d.Seen:
		return prepared{}, refused(d, model.ErrConflict, "session %s has written since it was seen", session.Label)
	case reason.Given() && session.Open():
		return prepared{}, refused(d, model.ErrNotAllowed, "%w", reason)
	case reason.Given():
		return prepared{}, refused(d, model.ErrConflict, "%w", reason)
	case session.MaybeLive(d.At) && !d.Sure:
		return prepared{}, refused(d, model.ErrNotAllowed, "session %s wrote less than 10 minutes ago and may still be live; confirm twice", session.Label)
	}
	p := prepared{Record: e.newRecord(d, id)}
	p.Record.Item = d.Ref.Item
	// One appended line: others write to the log at the same time.
	o := ledger.Addition(d.Ref.Path, fmt.Sprintf(`{"type": "SessionEnded", "session": %s, "agent": %s, "timestamp": %s}`,
		asWritten(session), text.QuoteASCII(model.OperatorAgent), text.QuoteASCII(LocalISO(d.At, e.where.Opts.Zone))), "\n")
	o.From = info.Size()
	p.does(o)
	return p, nil
}

// asWritten spells a session in JSON as its first line did, which the reference
// program takes for the same session.
func asWritten(s model.Session) string {
	if s.Key.IsText() {
		return text.QuoteASCII(s.Label)
	}
	return s.Label
}

// LocalISO writes a time as Python's datetime.now().isoformat() does.
func LocalISO(at time.Time, zone *time.Location) string {
	return at.In(zone).Format("2006-01-02T15:04:05.000000")
}

// prepareTrace makes the Resume entry for one step.
func (e *Engine) prepareTrace(p *prepared, d model.Decision, b []byte) error {
	t, problems := traces.ReadTrace(d.Ref.Path, b, e.where.Opts.Zone)
	if len(problems) > 0 {
		return refused(d, model.ErrNotAllowed, "%s", problems[0].Reason)
	}
	s := model.Snapshot{At: d.At, Traces: []model.Trace{t}}
	if reason := s.RefuseStep(d.Ref, d.Choice, d.Step); reason.Given() {
		return refused(d, model.ErrNotAllowed, "%w", reason)
	}
	step, _ := t.LastStep()
	if d.Step > 0 {
		step, _ = t.Step(d.Step)
	}
	p.Record.Step, p.Record.LastStep = step.Number, d.Step <= 0
	end := lineEndOf(b)
	entry := strings.Join(model.ResumeEntry(step, d.Choice, d.Note, e.where.Opts.Operator, d.At), end) + end
	next := bytes.Clone(b)
	if len(next) > 0 {
		next = append(next, separator(next)...)
	}
	next = append(next, entry...)
	o := ledger.Edited(d.Ref.Path, b, next, text.AddedBehind(b, next), model.Change{Kind: model.ChangeAppend, After: text.Lines([]byte(entry))})
	o.Text, o.From = entry, int64(len(b))
	p.does(o)
	return nil
}

// lineEndOf gives the line end that a text uses.
func lineEndOf(b []byte) string {
	if bytes.Contains(b, []byte("\r\n")) {
		return "\r\n"
	}
	return "\n"
}

// separator is what has to stand between a text and a new block behind it: an
// empty line.
func separator(b []byte) string {
	end := lineEndOf(b)
	if bytes.HasSuffix(b, []byte(end+end)) {
		return ""
	}
	if b[len(b)-1] == '\n' {
		return end
	}
	return end + end
}

// prepareSwitch makes a research problem the current one: one value of the project's
// configuration. What the operator saw is the problem's statement.
func (e *Engine) prepareSwitch(d model.Decision, id string) (prepared, error) {
	if _, _, err := e.seenResearch(d, path.Join(d.Ref.Path, places.ProblemFile)); err != nil {
		return prepared{}, err
	}
	configName := e.where.Opts.Places.ResearchConfig()
	b, _, err := e.where.Disk.Read(configName, source.MaxDocument)
	if err != nil {
		return prepared{}, refused(d, model.ErrNotAllowed, "%v", err)
	}
	slug := path.Base(d.Ref.Path)
	config, err := journal.ReadConfig(b, e.where.Opts.Zone)
	if err != nil {
		return prepared{}, refused(d, model.ErrNotAllowed, "%s: %v", configName, err)
	}
	current := config.Slug() == slug
	s := model.Snapshot{At: d.At, Research: model.Research{Problems: []model.ResearchProblem{{Path: d.Ref.Path, Current: current}}}}
	switch reason := s.Refuse(d.Ref, d.Choice); {
	case reason.Given() && current:
		return prepared{}, refused(d, model.ErrConflict, "%w", reason)
	case reason.Given():
		return prepared{}, refused(d, model.ErrNotAllowed, "%w", reason)
	}
	change, added, err := config.SwitchTo(slug)
	if err != nil {
		return prepared{}, refused(d, model.ErrNotAllowed, "%s: %v", configName, err)
	}
	p := prepared{Record: e.newRecord(d, id)}
	o := ledger.SplicedEdit(configName, b, []text.Splice{change})
	o.Text = added
	p.does(o)
	return p, nil
}
