package load

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/vault/dialect"
	"coldstart/vault/disk"
	"coldstart/vault/guest"
	"coldstart/vault/ledger"
	"coldstart/vault/places"
	"coldstart/vault/source"
	"coldstart/vault/source/plans"
	"coldstart/vault/state"
	"coldstart/vault/text"
)

// Several says that a name is that of more than one request.
type Several struct {
	Text  string
	Paths []string
}

// Error lists the requests.
func (s *Several) Error() string {
	return fmt.Sprintf("%q is the name of %d requests: %s", s.Text, len(s.Paths), strings.Join(s.Paths, ", "))
}

// Reply says what became of a request, by its id, its path when it waited or where it lies now,
// or its file name, with or without its ending. For an action that the gate held up that is its
// id. Nothing but the folders, the ledger and the lists of drafts and of such actions is read. It
// fails with model.ErrNotFound, and with Several.
func (l *Loader) Reply(ctx context.Context, name string, now time.Time) (reply model.Reply, err error) {
	if err := errors.Join(ctx.Err(), l.vault.Here()); err != nil {
		return model.Reply{}, err
	}
	err = l.ledger.WhileStill(func() error {
		reply, err = l.reply(ctx, name, now)
		return err
	})
	return reply, err
}

func (l *Loader) reply(ctx context.Context, name string, now time.Time) (model.Reply, error) {
	// The request of an action that the gate held up is called by its id.
	id := strings.TrimSuffix(path.Base(strings.TrimPrefix(name, model.KindRequest.String()+":")), ".md")
	if reply, err := l.gate.Reply(ctx, id, now); !errors.Is(err, model.ErrNotFound) {
		return reply, err
	}
	k, err := l.known()
	if err != nil {
		return model.Reply{}, err
	}
	at, err := k.find(name)
	if err != nil {
		return model.Reply{}, err
	}
	reply, err := l.replyTo(k, at)
	if err != nil || reply.State != model.ReplyApproved && reply.State != model.ReplyRejected {
		return reply, err
	}
	return l.undisputed(ctx, reply, now)
}

// noApproval says what an agent hears of an approved file that is none.
var noApproval = map[model.Standing]model.ReplyState{
	model.StandingAltered:   model.ReplyAltered,
	model.StandingByOthers:  model.ReplyByOthers,
	model.StandingDisplaced: model.ReplyAnotherStep,
}

// undisputed is the reply as it stands where somebody else decided otherwise: contradicting, or the decision
// whose file is left.
func (l *Loader) undisputed(ctx context.Context, reply model.Reply, now time.Time) (model.Reply, error) {
	s, err := l.Deciding(ctx, now, Want{File: reply.To})
	if err != nil {
		return reply, err
	}
	about := func(side model.Side) bool {
		// A file that is gone has left its name.
		return side.Path == reply.To || reply.To == "" && path.Base(side.Path) == path.Base(reply.Ref.Path)
	}
	for _, c := range s.Contradictions {
		if (about(c.Approved) || about(c.Rejected)) && !(c.Approved.Gone && reply.To == c.Rejected.Path) {
			reply.State, reply.By, reply.At, reply.Note = model.ReplyContradicting, "", time.Time{}, c.Sides(now)
			return reply, nil
		}
	}
	if spoilt, is := noApproval[rule.Standing(s.Snapshot, reply.To)]; is && reply.State == model.ReplyApproved {
		reply.State = spoilt
		return reply, nil
	}
	if i := slices.IndexFunc(s.Decided, func(r model.Request) bool { return r.Path == reply.To }); i >= 0 {
		r, lies := s.Decided[i], model.ReplyApproved
		if r.Reading.Decision == model.DecisionRejected {
			lies = model.ReplyRejected
		}
		if reply.State != lies {
			reply.State, reply.By, reply.At, reply.Note = lies, r.DecidedBy, r.DecidedAt, ""
		}
	}
	return reply, nil
}

// known is what is known of requests.
type known struct {
	layout  places.Layout
	records []ledger.Record
	drafts  []state.Draft
	folders folders
}

// folders are the files of requests by what their folders say. While a request waits, nothing but these names is asked
// for: a picture of 10,000 plans takes as long as a thousand of such lists.
type folders struct{ waiting, approved, rejected, finished []string }

// list lists the files of requests.
func (l *Loader) list(layout places.Layout) folders {
	in := func(all ...places.Folder) (names []string) {
		for _, f := range all {
			// What cannot be listed is among the problems of the vault.
			found, _ := places.Watched(l.vault.Disk, layout, f)
			names = append(names, found...)
		}
		return names
	}
	return folders{in(places.FolderPending), in(places.FolderApproved), in(places.FolderRejected), in(places.FolderInProgress, places.FolderDone)}
}

// lies returns where a file with one of the names lies that does not wait, and what its folder says; "" and withdrawn
// where none does.
func (f folders) lies(names ...string) (file string, said model.ReplyState) {
	for _, in := range []struct {
		files []string
		said  model.ReplyState
	}{{f.approved, model.ReplyApproved}, {f.rejected, model.ReplyRejected}, {f.finished, model.ReplyWithdrawn}} {
		i := slices.IndexFunc(in.files, func(file string) bool { return slices.Contains(names, path.Base(file)) })
		if i >= 0 {
			return in.files[i], in.said
		}
	}
	return "", model.ReplyWithdrawn
}

func (l *Loader) known() (k known, err error) {
	if k.layout, err = l.vault.Layout(); err != nil {
		return k, disk.FileError("reading", l.vault.Dir, err)
	}
	if k.records, _, err = l.ledger.Read(); err != nil {
		return k, err
	}
	k.records = slices.DeleteFunc(slices.Clone(k.records), func(r ledger.Record) bool {
		return !r.IsAnswer() || r.IsOff() && r.UndoneBy == ""
	})
	if k.drafts, err = l.state.Drafts(); err != nil {
		return k, err
	}
	k.folders = l.list(k.layout)
	return k, nil
}

// find returns the path that a request had when it waited. The newest request of a name is
// meant; a file that nobody decided on here is its own.
func (k known) find(name string) (string, error) {
	name = strings.TrimPrefix(name, model.KindRequest.String()+":")
	is := func(file string) bool { return file == name }
	if !strings.Contains(name, "/") {
		is = func(file string) bool {
			base := path.Base(file)
			return base == name || strings.TrimSuffix(base, path.Ext(base)) == name
		}
	}
	var found []string
	add := func(file string) {
		if !slices.Contains(found, file) {
			found = append(found, file)
		}
	}
	for _, file := range k.folders.waiting {
		if is(file) {
			add(file)
		}
	}
	for _, r := range k.records {
		if is(r.Path) || r.To != "" && is(r.To) {
			add(r.Path)
		}
	}
	for _, d := range k.drafts {
		if is(d.Path) {
			add(d.Path)
		}
	}
	if len(found) == 0 {
		for _, file := range slices.Concat(k.folders.approved, k.folders.rejected) {
			switch {
			case is(file):
				add(file)
			case path.Base(file) == path.Base(name) && k.layout.Contains(places.FolderPending, name):
				// An agent that asked under this name finds it where a person put it.
				add(name)
			}
		}
	}
	switch len(found) {
	case 0:
		return "", fmt.Errorf("the request %q: %w", name, model.ErrNotFound)
	case 1:
		return found[0], nil
	}
	return "", &Several{name, found}
}

// replyTo says what became of the request that waited at a path.
func (l *Loader) replyTo(k known, at string) (model.Reply, error) {
	ref := model.Ref{Kind: model.KindRequest, Path: at}
	out := model.Reply{Ref: ref}
	last, decided := ledger.LastAnswer(k.records, at)
	if a := AnswersTo(ref); a != nil {
		return l.replyInFile(a, out, last, decided), nil
	}
	b, _, err := l.vault.Disk.ReadWholeText(at, source.MaxDocument)
	waits := err == nil && k.layout.Contains(places.FolderPending, at)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return out, disk.FileError("reading", at, err)
	}
	// A file that is still there, although it was approved, is one that could not be removed,
	// or that came anew.
	moving := decided && last.Counts() && last.IsUnfinished()
	asked := decided && model.ParseChoice(last.Choice) == model.ChoiceChanges
	if state, answered := answeredInFile(l.vault.Opts.Places.Folders, at, b); waits && answered {
		if out.State, out.To, out.Title = state, at, l.titleOf(at, b); decided && stateOf(last) == state {
			out.Note, out.By, out.At = last.Note, last.Operator, last.At
		}
		return out, nil
	}
	switch {
	case waits && decided && asked && last.Seen == model.FingerprintOf(b).String():
		out.State, out.To = model.ReplyChanges, at
	case waits && (asked || !moving):
		out.Title, out.To = l.titleOf(at, b), at
		return out, nil
	case decided && !asked && last.Counts():
		out.State, out.To = stateOf(last), k.lies(l.vault.Disk, last)
	default:
		return l.undecided(k, out), nil
	}
	out.Note, out.By, out.At = last.Note, last.Operator, last.At
	if out.To != at {
		// What lies elsewhere may be gone, and then its name stays.
		b, _, _ = l.vault.Disk.ReadWholeText(out.To, source.MaxDocument)
	}
	out.Title = l.titleOf(at, b)
	return out, nil
}

// answeredInFile returns the answer that a request of the vault has in its own file, false for none.
func answeredInFile(in *dialect.Folders, name string, b []byte) (model.ReplyState, bool) {
	if fm, _ := text.ReadFront(b); dialect.IsOwnRequest(fm) {
		return model.ReplyPending, false
	}
	switch dialect.ReadRequest(dialect.Open(in, name, b)).Decision {
	case dialect.DecisionApproved:
		return model.ReplyApproved, true
	case dialect.DecisionRejected:
		return model.ReplyRejected, true
	}
	return model.ReplyPending, false
}

func stateOf(r ledger.Record) model.ReplyState {
	switch model.ParseChoice(r.Choice) {
	case model.ChoiceApprove:
		return model.ReplyApproved
	case model.ChoiceChanges:
		return model.ReplyChanges
	}
	return model.ReplyRejected
}

// lies returns where the file of a decision lies now: where it was put, or where an agent moved
// it, "" where it is gone.
func (k known) lies(d disk.Disk, r ledger.Record) string {
	if d.Exists(r.To) {
		return r.To
	}
	file, _ := k.folders.lies(path.Base(r.To), path.Base(r.Path))
	return file
}

// undecided answers for a request that does not wait and that this ledger has no answer to:
// somebody else moved it, or took it away.
func (l *Loader) undecided(k known, out model.Reply) model.Reply {
	if out.To, out.State = k.folders.lies(path.Base(out.Ref.Path)); out.To != "" {
		// What cannot be read keeps the name of its file.
		b, _, _ := l.vault.Disk.ReadWholeText(out.To, source.MaxDocument)
		out.Title = l.titleOf(out.Ref.Path, b)
		return out
	}
	out.Title = path.Base(out.Ref.Path)
	for _, d := range k.drafts {
		if d.Path == out.Ref.Path && d.Title != "" {
			out.Title = d.Title
		}
	}
	return out
}

// replyInFile answers for a request whose program waits for a change of its file.
func (l *Loader) replyInFile(a *guest.Answers, out model.Reply, last ledger.Record, decided bool) model.Reply {
	q, err := a.Ask(out.Ref.Path, source.Named(l.vault.Disk))
	out.Title = path.Base(out.Ref.Path)
	switch {
	case err == nil:
		out.Title, out.To = q.Request.Title(), out.Ref.Path
		switch q.Request.Reading.Decision {
		case model.DecisionPending:
			return out
		case model.DecisionApproved:
			out.State = model.ReplyApproved
		case model.DecisionRejected:
			out.State = model.ReplyRejected
		default:
			out.State = model.ReplyChanges
		}
	case decided:
		out.State = stateOf(last)
	default:
		out.State = model.ReplyWithdrawn
	}
	if decided && stateOf(last) == out.State {
		out.Note, out.By, out.At = last.Note, last.Operator, last.At
	}
	return out
}

// titleOf says what a request asks for, by its text, or else by the name of its file.
func (l *Loader) titleOf(name string, b []byte) string {
	if len(b) == 0 {
		return path.Base(name)
	}
	fm, err := text.ReadFront(b)
	r, _ := plans.ReadOwnRequest(name, b, fm, err, l.vault.Opts.Zone)
	return r.Title()
}

// replyEvery is how often a wait looks whether something changed.
const replyEvery = 200 * time.Millisecond

// Wait is Reply that waits until the request has an answer. When ctx ends before, it gives the
// request as it is.
func (l *Loader) Wait(ctx context.Context, name string, now func() time.Time) (model.Reply, error) {
	tick := time.NewTicker(replyEvery)
	defer tick.Stop()
	for at := ""; ; {
		seen := l.stamp(at)
		reply, err := l.Reply(context.WithoutCancel(ctx), name, now())
		if err != nil || reply.State.Final() {
			return reply, err
		}
		if at == "" {
			// Only now it is known which file to look at.
			at, seen = reply.Ref.Path, ""
		}
		for l.stamp(at) == seen {
			select {
			case <-ctx.Done():
				return reply, nil
			case <-tick.C:
			}
		}
	}
}

// stamp changes when the ledger does, or the gate's list, or the file of a request.
func (l *Loader) stamp(name string) string {
	said := func(info fs.FileInfo, err error) string {
		if err != nil {
			return "none "
		}
		return fmt.Sprint(info.Size(), info.ModTime().UnixNano(), " ")
	}
	return l.ledger.Stamp() + " " + said(os.Stat(filepath.Join(l.vault.StateDir(), state.AsksName))) + said(l.vault.Disk.Root.Lstat(name))
}
