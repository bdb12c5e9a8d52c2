package decision

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf16"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/git"
	"coldstart/vault/ledger"
)

// commit is a git commit of the files that a decision changes.
type commit struct {
	engine  *Engine
	message git.Message
	change  model.Change
	// becomes is the decided file that a request becomes, "" for others and for an undo.
	becomes string
}

// newCommit prepares the commit of a decision, nil for one that changes no file.
func (e *Engine) newCommit(p prepared, d model.Decision) *commit {
	at := slices.IndexFunc(p.Record.Ops, func(o ledger.Operation) bool { return o.Do != "" })
	if at < 0 {
		return nil
	}
	subject := commitSubject(d.Choice, d.Undoes.Choice, calledIn(p))
	c := &commit{
		engine:  e,
		message: git.Message{Subject: subject, At: d.At},
		change:  model.Change{Kind: model.ChangeCommit, Path: p.Record.Ops[at].Path, After: []string{subject}},
	}
	// An undo removes what was decided elsewhere too, even where git ignores what waits again.
	if p.Record.Undoes == "" && p.Record.To != "" {
		if to, err := e.place(ledger.Operation{Path: p.Record.To}); err == nil {
			c.becomes = filepath.Join(to.Folder(), path.Base(to.Name))
		}
	}
	return c
}

// calledIn is what the subject of a decision's commit names.
func calledIn(p prepared) string {
	r := p.Record
	switch {
	case p.called != "":
		return p.called
	case r.Is(model.KindSession):
		return r.Item
	case r.Is(model.KindJournal):
		return path.Base(path.Dir(r.Path))
	}
	return r.Subject()
}

// commitSubject is the reference program's for proposals, and like it for others. Of a proposal it
// has the first 50 UTF-16 units, as that program counts, of other names the first 200, but no half
// characters and no second line.
func commitSubject(c, undone model.Choice, called string) string {
	longest := 200
	if c == model.ChoiceAccept || c == model.ChoiceDecline {
		longest = 50
	}
	units := utf16.Encode([]rune(model.OneLine(called)))
	if len(units) > longest {
		units = units[:longest]
		if last := units[longest-1]; last >= 0xD800 && last < 0xDC00 {
			units = units[:longest-1]
		}
	}
	name := c.String()
	did := strings.ToUpper(name[:1]) + name[1:] + ": " + strings.ToLower(c.Past())
	switch c {
	case model.ChoiceAccept:
		did = "Confirm: accepted"
	case model.ChoiceDecline:
		did = "Reject: rejected"
	case model.ChoiceRerun, model.ChoiceRetry, model.ChoiceSkip, model.ChoiceAbort:
		did = c.Past() + ": a step of"
	case model.ChoiceUndo:
		did = "Undo: took back the " + undone.Noun()
	}
	return fmt.Sprintf("%s '%s'", did, string(utf16.Decode(units)))
}

// wanted reports whether one of the files is in a repository. It is asked beforehand, so that the
// preview promises no commit where there is none.
func (c *commit) wanted(ctx context.Context, ops []ledger.Operation) bool {
	if c == nil {
		return false
	}
	asked := map[string]bool{}
	for _, o := range ops {
		at, err := c.engine.place(o)
		if err != nil || o.Do == "" || asked[at.Folder()] {
			continue
		}
		asked[at.Folder()] = true
		if git.Holds(ctx, c.engine.fileIn(at)) {
			return true
		}
	}
	return false
}

// fileIn is a file as git is asked about it.
func (e *Engine) fileIn(at disk.Place) git.File {
	return git.File{
		Dir: at.Folder(), Name: path.Base(at.Name), Mode: disk.DefaultMode,
		Shuns: func(program string) bool { return disk.Holds(e.vault.Dir, program) },
	}
}

// carryOut commits what a decision did, once it holds, and reports whether it made a commit. What is
// not committed is a notice.
func (c *commit) carryOut(ctx context.Context, ops []ledger.Operation, r *model.Receipt) (made bool) {
	if c == nil {
		return false
	}
	var files []git.File
	var missed []missing
	names := map[string]string{}
	for _, o := range lastOfEach(ops) {
		f, err := c.engine.committed(o)
		f.To = c.becomes
		if err != nil {
			missed = append(missed, missing{o.Path, err})
			continue
		}
		files, names[f.Dir+"/"+f.Name] = append(files, f), o.Path
	}
	made, left := git.Commit(ctx, c.message, files)
	for _, m := range left {
		missed = append(missed, missing{names[m.File.Dir+"/"+m.File.Name], m.Why})
	}
	if made {
		r.Changes = append(r.Changes, c.change)
	}
	r.Notices = append(r.Notices, notCommitted(missed, made)...)
	return made
}

// lastOfEach leaves of the operations on one file the last: what it left is what the file is now.
func lastOfEach(ops []ledger.Operation) (last []ledger.Operation) {
	for i, o := range ops {
		later := func(l ledger.Operation) bool { return l.Path == o.Path && l.On == o.On }
		if !slices.ContainsFunc(ops[i+1:], later) {
			last = append(last, o)
		}
	}
	return last
}

// committed is the file of an operation as it goes into the commit: as coldstart left it, without
// what others wrote since.
func (e *Engine) committed(o ledger.Operation) (git.File, error) {
	at, err := e.place(o)
	if err != nil {
		return git.File{}, err
	}
	f := e.fileIn(at)
	if o.Do == ledger.OpMove || o.Do == ledger.OpRemove {
		f.Gone = true
		return f, nil
	}
	if info, err := at.Disk.Root.Lstat(at.Name); err == nil && info.Mode().IsRegular() {
		f.Mode = info.Mode().Perm()
	}
	f.Grows = o.Do == ledger.OpAppend || o.Rule == ledger.RuleDay
	if f.Content = o.After; o.Do == ledger.OpAppend {
		f.Content, err = uptoLine(at, o.Line)
	}
	return f, err
}

// largestCommitted is the largest log that is read to be committed.
const largestCommitted = 64 << 20

// uptoLine returns a log up to the line that was appended.
func uptoLine(at disk.Place, line []byte) ([]byte, error) {
	b, _, err := at.Disk.Read(at.Name, largestCommitted)
	if err != nil {
		return nil, err
	}
	i := bytes.LastIndex(b, line)
	if i < 0 {
		return nil, errors.New("another program took the line out of it")
	}
	return b[:i+len(line)], nil
}

// missing is a file that is not committed, and why.
type missing struct {
	name string
	why  error
}

// notCommitted says what is not committed, in a notice for each reason. Where nothing is, for one
// reason, the files go without saying.
func notCommitted(missed []missing, made bool) (notices []string) {
	var reasons []string
	names := map[string][]string{}
	for _, m := range missed {
		why := m.why.Error()
		if !slices.Contains(reasons, why) {
			reasons = append(reasons, why)
		}
		names[why] = append(names[why], m.name)
	}
	for _, why := range reasons {
		if !made && len(reasons) == 1 {
			return []string{"not committed: " + why}
		}
		notices = append(notices, fmt.Sprintf("not committed: %s: %s", strings.Join(names[why], ", "), why))
	}
	return notices
}
