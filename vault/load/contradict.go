package load

import (
	"context"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/vault/disk"
	"coldstart/vault/git"
	"coldstart/vault/ledger"
	"coldstart/vault/places"
	"coldstart/vault/signature"
	"coldstart/vault/source"
)

// Contradict finds the requests that were decided both ways, by the decided files and the decisions of
// this operator that stand, and notes it on them.
func Contradict(d disk.Disk, records []ledger.Record, s *model.Snapshot) {
	c := contradicting{disk: d, byName: map[string][]*model.Request{}, bySeen: map[model.Fingerprint][]*model.Request{}, byID: map[string][]*model.Request{}}
	for i := range s.Decided {
		r := &s.Decided[i]
		c.byName[strings.ToLower(r.Name)] = append(c.byName[strings.ToLower(r.Name)], r)
		if !r.Unread && !r.Seen.IsZero() {
			c.bySeen[r.Seen] = append(c.bySeen[r.Seen], r)
		}
		if r.Reading.ID != "" {
			c.byID[r.Reading.ID] = append(c.byID[r.Reading.ID], r)
		}
	}
	for i := range s.Decided {
		if r := &s.Decided[i]; r.Reading.Decision == model.DecisionApproved {
			c.betweenFiles(r)
		}
	}
	c.withLedger(records)
	s.Contradictions = append(s.Contradictions, c.found...)
}

// contradicting has the decided requests by what they may share.
type contradicting struct {
	disk         disk.Disk
	byName, byID map[string][]*model.Request
	bySeen       map[model.Fingerprint][]*model.Request
	found        []model.Contradiction
}

// betweenFiles finds the file by which an approved request was rejected, too. Two in one ledger are meant so: a
// request came back after its rejection, or came twice. So is an approval beside a rejection that lay
// there already, by what was written down with it or by the file: the operator saw it. Who decided tells
// nothing, since many machines have the same name and the same user.
func (c *contradicting) betweenFiles(approved *model.Request) {
	same := slices.Clone(c.byName[strings.ToLower(approved.Name)])
	for _, r := range slices.Concat(c.bySeen[approved.Seen], c.byID[approved.Reading.ID]) {
		if rule.SameStem(r.Name, approved.Name) {
			same = append(same, r)
		}
	}
	for _, r := range same {
		switch {
		case r.Reading.Decision != model.DecisionRejected || r.Against != nil:
		case approved.DecidedHere && r.DecidedHere && (r.Name != approved.Name || !r.DecidedAt.After(approved.DecidedAt)):
		case approved.Beside == r.Path, r.Beside == approved.Path && r.Name != approved.Name:
		case approved.DecidedHere && c.layThere(r.Path, approved.DecidedAt):
		default:
			c.add(model.Contradiction{Title: approved.Title(), Approved: sideOf(approved), Rejected: sideOf(r)}, approved, r)
			return
		}
	}
}

// layThere reports whether a file was in its place before a time, by what the system says of its last
// change of any kind, which no program can set.
func (c *contradicting) layThere(name string, before time.Time) bool {
	info, err := c.disk.Lstat(name)
	if err != nil {
		return false
	}
	changed := disk.ChangeTime(info)
	return !changed.IsZero() && changed.Before(before)
}

// withLedger finds the requests that lie decided otherwise than this operator decided on the very same
// bytes, and where the operator's own file is gone: without an acknowledgement of it.
func (c *contradicting) withLedger(records []ledger.Record) {
	last, known := map[string]ledger.Record{}, map[string]bool{}
	for r := range ledger.Answers(records) {
		if !r.Chose(model.ChoiceChanges) {
			last[r.Path] = r
		}
	}
	for r := range ledger.Acknowledged(records, model.KindRequest) {
		known[r.Path+"\x00"+r.Seen] = true
	}
	for _, r := range records {
		if now, ok := last[r.Path]; !ok || now.ID != r.ID || r.To == "" || c.disk.Exists(r.To) {
			continue
		}
		seen, err := model.ParseFingerprint(r.Sent)
		if err != nil {
			continue
		}
		mine := model.DecisionApproved
		if model.ParseChoice(r.Choice) == model.ChoiceReject {
			mine = model.DecisionRejected
		}
		same := slices.DeleteFunc(slices.Clone(c.bySeen[seen]), func(q *model.Request) bool {
			return !rule.SameStem(q.Name, path.Base(r.Path)) && !rule.SameStem(q.Name, path.Base(r.To))
		})
		if len(same) == 0 || slices.ContainsFunc(same, func(q *model.Request) bool { return q.Reading.Decision == mine || q.DecidedHere || q.Against != nil }) {
			continue
		}
		q := same[0]
		if known[q.Path+"\x00"+q.Seen.String()] {
			continue
		}
		own := model.Side{Path: r.To, Gone: true, By: r.Operator, At: r.At, From: "ledger"}
		if mine == model.DecisionApproved {
			c.add(model.Contradiction{Title: q.Title(), Approved: own, Rejected: sideOf(q)}, q)
		} else {
			c.add(model.Contradiction{Title: q.Title(), Approved: sideOf(q), Rejected: own}, q)
		}
	}
}

func (c *contradicting) add(found model.Contradiction, of ...*model.Request) {
	c.found = append(c.found, found)
	for _, r := range of {
		r.Against = &found
	}
}

func sideOf(r *model.Request) model.Side {
	side := model.Side{Path: r.Path, By: r.DecidedBy}
	switch {
	case r.DecidedHere:
		side.At, side.From = r.DecidedAt, "ledger"
	case r.DecidedBy != "":
		side.At, side.From = r.DecidedAt, "log"
	}
	return side
}

// mostAuthors is how many files git is asked about in one load.
const mostAuthors = 8

// tellSides says of the decisions that contradict each other who made them, also by git where neither the ledger
// nor a log does, and lists them among what is wrong.
func (l *Loader) tellSides(ctx context.Context, reading *source.Reading, s *model.Snapshot) {
	asked := 0
	for i := range s.Contradictions {
		c := &s.Contradictions[i]
		for j, side := range []*model.Side{&c.Approved, &c.Rejected} {
			choice := []model.Choice{model.ChoiceApprove, model.ChoiceReject}[j]
			if side.From == "" && !side.Gone {
				l.bySignature(reading, side, choice)
			}
			if side.From == "" && asked < mostAuthors && !l.vault.Opts.Brief && places.InRepository(l.vault.Dir) {
				asked++
				l.byGit(ctx, reading, side)
			}
		}
		c.InGit = places.InRepository(l.vault.Dir)
		s.Problems = append(s.Problems, c.Problem(s.At))
		for j := range s.Decided {
			if q := &s.Decided[j]; q.Against != nil && (q.Path == c.Approved.Path || q.Path == c.Rejected.Path) {
				q.Against = c
			}
		}
	}
}

// bySignature takes who decided from the signed record beside a file, if that is of its bytes. The signature is
// not checked: coldstart verify does that.
func (l *Loader) bySignature(reading *source.Reading, side *model.Side, choice model.Choice) {
	b, _, err := reading.Disk.ReadWhole(side.Path+places.SignedEnding, signature.MostFile)
	if err != nil {
		return
	}
	signed, err := signature.Read(b)
	if r := signed.Record; err != nil || r.File != side.Path || r.Choice != choice.String() {
		return
	}
	text, _, err := reading.Text(reading.Disk, side.Path, source.MaxDocument)
	if err != nil || signed.Record.SHA256 != model.FingerprintOf(text).String() {
		return
	}
	side.By, side.From = signed.Record.By, "signature"
	side.At, _ = signed.Record.Time()
}

// byGit asks git who brought the file of a decision to where it is. What it does not know stays unknown.
func (l *Loader) byGit(ctx context.Context, reading *source.Reading, side *model.Side) {
	type author struct {
		name string
		at   time.Time
	}
	file := reading.Path(side.Path)
	a, err := source.Once(reading, "author", side.Path, file, func() (a author, info fs.FileInfo, err error) {
		if a.name, a.at, err = git.Author(ctx, l.vault.GitFile(filepath.Dir(file), filepath.Base(file))); err != nil {
			return a, nil, err
		}
		info, err = os.Lstat(file)
		return a, info, err
	})
	if err == nil && a.name != "" {
		side.By, side.At, side.From = a.name, a.at, "git"
	}
}
