package vault

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/places"
	"coldstart/vault/source/events"
	"coldstart/vault/source/traces"
	"coldstart/vault/text"
)

// prepareSession makes the line that ends an orphan session. It carries the
// seed's fields, the time without a zone as the reference program writes it, and
// an agent name of our own.
func (v *Vault) prepareSession(d model.Decision, id string, l places.Layout) (prepared, error) {
	f, info, err := v.where.Disk.Open(d.Ref.Path, os.O_RDONLY)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return prepared{}, refused(d, model.ErrNotFound, "the event log is not there any more")
	case err != nil:
		return prepared{}, disk.FileError(d.Choice.Doing(), d.Ref.Path, err)
	}
	defer f.Close()
	log, _, err := events.ReadEvents(d.Ref.Path, f, v.where.Opts.Zone)
	if err != nil {
		return prepared{}, err
	}
	s := model.Snapshot{At: d.At, Events: log}
	session, ok := s.Session(d.Ref)
	reason := s.Refuse(d.Ref, d.Choice)
	switch {
	case !ok:
		return prepared{}, refused(d, model.ErrNotFound, "%s", reason)
	case session.Seen != d.Seen:
		return prepared{}, refused(d, model.ErrConflict, "session %s has written since it was seen", session.Label)
	case reason != "" && session.Open():
		return prepared{}, refused(d, model.ErrNotAllowed, "%s", reason)
	case reason != "":
		return prepared{}, refused(d, model.ErrConflict, "%s", reason)
	case session.MaybeLive(d.At) && !d.Sure:
		return prepared{}, refused(d, model.ErrNotAllowed, "session %s wrote less than 10 minutes ago and may still be live; confirm twice", session.Label)
	}
	p := prepared{layout: l, mode: info.Mode().Perm(), record: v.newRecord(d, id)}
	p.record.Item, p.record.From = d.Ref.Item, info.Size()
	p.record.Added = fmt.Sprintf(`{"type": "SessionEnded", "session": %s, "agent": %s, "timestamp": %s}`,
		asWritten(session), text.QuoteASCII(model.OperatorAgent), text.QuoteASCII(localISO(d.At, v.where.Opts.Zone)))
	// One appended line: others write to the log at the same time.
	p.main = edit{name: d.Ref.Path, line: []byte(p.record.Added + "\n"), change: p.record.appended()}
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

// localISO writes a time as Python's datetime.now().isoformat() does.
func localISO(at time.Time, zone *time.Location) string {
	return at.In(zone).Format("2006-01-02T15:04:05.000000")
}

// prepareTrace makes the Resume entry for one step.
func (v *Vault) prepareTrace(p *prepared, d model.Decision, b []byte) error {
	t, problems := traces.ReadTrace(d.Ref.Path, b, v.where.Opts.Zone)
	if len(problems) > 0 {
		return refused(d, model.ErrNotAllowed, "%s", problems[0].Reason)
	}
	s := model.Snapshot{At: d.At, Traces: []model.Trace{t}}
	if reason := s.RefuseStep(d.Ref, d.Choice, d.Step); reason != "" {
		return refused(d, model.ErrNotAllowed, "%s", reason)
	}
	step, _ := t.LastStep()
	if d.Step > 0 {
		step, _ = t.Step(d.Step)
	}
	p.record.Step, p.record.LastStep = step.Number, d.Step <= 0
	p.record.From = int64(len(b))
	end := lineEndOf(b)
	lines := model.ResumeEntry(step, d.Choice, d.Note, v.where.Opts.Operator, d.At)
	p.record.Added = strings.Join(lines, end) + end
	next := bytes.Clone(b)
	if len(next) > 0 {
		next = append(next, separator(next)...)
	}
	p.main = edit{name: d.Ref.Path, was: b, next: append(next, p.record.Added...), mode: p.mode, change: p.record.appended()}
	p.main.back = text.AddedBehind(b, p.main.next)
	return nil
}

// appended is the change that the text of a decision makes: at the end of its file,
// or within one that is written otherwise.
func (r record) appended() model.Change {
	c := model.Change{Kind: model.ChangeAppend, Path: r.Path, After: text.Lines([]byte(r.Added))}
	switch model.ParseKind(r.Kind) {
	case model.KindJournal, model.KindProposal:
		c.Kind = model.ChangeEdit
	case model.KindResearch:
		c.Kind, c.Path = model.ChangeEdit, places.ConfigOf(r.Path)
	}
	return c
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

// add carries out a decision that is one change of one file. Another program's
// change in between is a conflict, never lost.
func (v *Vault) add(p prepared) error {
	err := v.apply(p.record.ID, p.main)
	if errors.Is(err, fs.ErrExist) {
		err = refused(p.record.decision(), model.ErrConflict, "another program just made it")
	}
	return err
}

// unadded closes the intent of a decision whose addition failed. Where the text
// is in the file all the same, the intent stays open for Recover.
func (v *Vault) unadded(p prepared, cause error) error {
	if there, _ := v.added(p.record); there != absent && !disk.IsUntouched(cause) {
		return fmt.Errorf("%w; %s may hold the decision and is looked at again at the next start", cause, p.record.Path)
	}
	if err := v.appendLedger(p.record.reached(phaseVoid, p.record.At)); err != nil {
		return fmt.Errorf("%w; %w", cause, err)
	}
	return cause
}

// added looks whether the addition of a decision is in its file: behind what was
// there before, since the same text may have been added earlier, unless the file
// has become shorter than it was.
func (v *Vault) added(r record) (presence, error) {
	at, err := v.placeOf(r.decision().Ref)
	if err != nil {
		return unknown, err
	}
	f, info, err := at.Disk.Open(at.Name, os.O_RDONLY)
	if errors.Is(err, fs.ErrNotExist) {
		return absent, nil
	}
	if err != nil {
		return unknown, disk.FileError("reading", r.Path, err)
	}
	defer f.Close()
	from := r.From
	if from > info.Size() {
		from = 0
	}
	found, err := containsText(io.NewSectionReader(f, from, math.MaxInt64-from), []byte(r.Added))
	switch {
	case err != nil:
		return unknown, disk.FileError("reading", r.Path, err)
	case found:
		return present, nil
	}
	return absent, nil
}

// containsText searches a file of any size piece by piece.
func containsText(r io.Reader, text []byte) (bool, error) {
	buf := make([]byte, 0, 256<<10+len(text))
	for {
		n, err := r.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		if bytes.Contains(buf, text) {
			return true, nil
		}
		if keep := len(text) - 1; len(buf) > keep {
			buf = buf[:copy(buf, buf[len(buf)-keep:])]
		}
		switch {
		case errors.Is(err, io.EOF):
			return false, nil
		case err != nil:
			return false, err
		}
	}
}
