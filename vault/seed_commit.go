package vault

import (
	"context"
	"fmt"
	"path"
	"slices"
	"unicode/utf16"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/git"
)

// seedCommit is a commit that the operator asked for together with a decision.
type seedCommit struct {
	file   git.File
	change model.Change
}

// newSeedCommit prepares the commit of what an edit leaves, with the reference
// program's own subject.
func newSeedCommit(at disk.Place, e edit, d model.Decision, content string) *seedCommit {
	subject := commitSubject(d.Choice, content)
	return &seedCommit{
		file:   git.File{Dir: at.Folder(), Name: path.Base(at.Name), Content: e.next, Mode: e.mode, Subject: subject, At: d.At},
		change: model.Change{Kind: model.ChangeCommit, Path: d.Ref.Path, After: []string{subject}},
	}
}

// commitSubject has the first 50 UTF-16 units of a proposal, as the reference program
// counts them, but never half of a character and never a second line.
func commitSubject(c model.Choice, content string) string {
	const longest = 50
	units := utf16.Encode([]rune(model.OneLine(content)))
	if len(units) > longest {
		units = units[:longest]
		if last := units[longest-1]; last >= 0xD800 && last < 0xDC00 {
			units = units[:longest-1]
		}
	}
	format := "Confirm: accepted '%s'"
	if c == model.ChoiceDecline {
		format = "Reject: rejected '%s'"
	}
	return fmt.Sprintf(format, string(utf16.Decode(units)))
}

// wanted reports whether there is a repository to commit to. It is asked beforehand:
// where there is none, the dialog promises no commit.
func (c *seedCommit) wanted(ctx context.Context) bool {
	return c != nil && git.Holds(ctx, c.file.Dir)
}

// committed reports whether the ledger knows of a commit that was made of a decision.
func committed(records []record, id string) bool {
	return slices.ContainsFunc(records, func(r record) bool { return r.ID == id && r.Phase == phaseDone && r.Commit })
}

// carryOut commits once the decision holds, and reports whether it did. What fails is a
// notice, never a reason against the decision.
func (c *seedCommit) carryOut(ctx context.Context, r *model.Receipt) (made bool) {
	if c == nil {
		return false
	}
	made, err := git.Commit(ctx, c.file)
	if made {
		r.Changes = append(r.Changes, c.change)
	}
	switch {
	case err == nil:
	case made:
		r.Notices = append(r.Notices, err.Error())
	default:
		r.Notices = append(r.Notices, "not committed: "+err.Error())
	}
	return made
}
