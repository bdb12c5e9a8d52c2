package gate

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/ledger"
	"coldstart/vault/places"
)

// look reads the gate's file and the ledger without a lock.
func (g *Gate) look(now time.Time) (b *book, err error) {
	if g.vault.Opts.StateDir == "" {
		return &book{gate: g, now: now}, nil
	}
	err = g.ledger.WhileStill(func() error {
		var records []ledger.Record
		if records, err = g.ledger.Sound(); err == nil {
			b, err = g.read(records, now)
		}
		return err
	})
	return b, err
}

// Reply says what became of the request with an id. It fails with model.ErrNotFound.
func (g *Gate) Reply(ctx context.Context, id string, now time.Time) (model.Reply, error) {
	b, err := g.look(now)
	if err != nil {
		return model.Reply{}, err
	}
	e := b.named(id)
	if e == nil {
		return model.Reply{}, fmt.Errorf("the gate has no request %s: %w", id, model.ErrNotFound)
	}
	return b.reply(e), ctx.Err()
}

// pollEvery is how often a wait looks at the stamps of the files.
const pollEvery = 200 * time.Millisecond

// Wait waits until the request with an id is answered, or ctx ends: then the reply's state is
// model.ReplyPending. It does not use the yes; Ask does, or Take.
func (g *Gate) Wait(ctx context.Context, id string, now func() time.Time) (model.Reply, error) {
	request := ""
	for {
		// The stamps come first, so that a change in between is seen at the next look.
		before := g.stamps(request)
		reply, err := g.Reply(context.WithoutCancel(ctx), id, now())
		if err != nil || reply.State.Final() {
			return reply, err
		}
		if request == "" {
			request = reply.Ref.Path
			before = ""
		}
		for before != "" && g.stamps(request) == before {
			select {
			case <-ctx.Done():
				return reply, nil
			case <-time.After(pollEvery):
			}
		}
	}
}

// stamps says how the files look by which a reply changes: the ledger, the gate's own, and the
// request.
func (g *Gate) stamps(request string) string {
	all := []string{g.ledger.Stamp()}
	note := func(info os.FileInfo, err error) {
		if err != nil {
			all = append(all, "none")
			return
		}
		all = append(all, fmt.Sprint(info.Size(), " ", info.ModTime().UnixNano()))
	}
	note(os.Stat(g.file()))
	if request != "" {
		note(g.vault.Disk.Root.Lstat(request))
	}
	return strings.Join(all, ", ")
}

// Asks returns the newest actions that were held up, oldest first, and what became of them.
func (g *Gate) Asks(now time.Time) ([]model.HeldAction, error) {
	b, err := g.look(now)
	if err != nil {
		return nil, err
	}
	var all []model.HeldAction
	for _, e := range b.asks {
		all = append(all, e.HeldAction)
	}
	return all, nil
}

// reply is what became of a request.
func (b *book) reply(e *entry) model.Reply {
	r := model.Reply{Ref: model.Ref{Kind: model.KindRequest, Path: e.Request}, Title: e.title, State: e.state}
	at := e.Request
	if e.by != nil {
		r.Note, r.By, r.At = e.by.Note, e.by.Operator, e.by.At
		if e.to != "" {
			at = e.to
		}
	}
	switch e.state {
	case model.ReplyApproved:
		if e.Scope.Session {
			r.Session = e.Action.Session
		}
		r.Until, r.Pattern = e.Until, e.Scope.Pattern
		if most := e.Scope.Most(); most > 0 {
			r.Left = most - len(e.Used)
		}
	case model.ReplyWithdrawn:
		r.Note, r.By, r.At = e.unsigned, "", e.Withdrawn
		if e.undo != nil {
			r.Note, r.By, at = e.undo.Note, e.undo.Operator, e.to
		}
	case model.ReplyContradicting:
		r.Note = "approved here, and rejected in another copy of the vault"
	case model.ReplyUsed:
		r.Used = e.Used[len(e.Used)-1]
	}
	if r.To = at; !b.gate.vault.Disk.Exists(at) {
		r.To = b.finished(at, e.Seen)
	}
	return r
}

// finished finds the request among the finished ones, where it goes in the end; "" where it is
// not there.
func (b *book) finished(name string, seen model.Fingerprint) string {
	l, err := b.gate.vault.Layout()
	if err != nil {
		return ""
	}
	done := path.Join(l.Main(places.FolderDone), path.Base(name))
	if there, err := (disk.Place{Disk: b.gate.vault.Disk, Name: done}).Is(disk.HasHash(seen.String())); err != nil || there != disk.Present {
		return ""
	}
	return done
}

// ReadApproved returns what there is to read about an action whose approved request lay at a path
// and is gone. It fails with model.ErrNotFound.
func (g *Gate) ReadApproved(ref model.Ref) (model.Document, error) {
	b, err := g.look(time.Time{})
	if err != nil {
		return model.Document{}, err
	}
	for _, e := range b.asks {
		if e.by == nil || e.to == "" || e.to != ref.Path {
			continue
		}
		a := e.Action
		var plainly cut // its texts are those that were kept
		text := fmt.Appendf(nil, "%s\n\nagent    %s\nsession  %s\nfolder   %s\nallowed  %s\n\n%s\n", model.OneLine(e.title),
			plainly.said(a.Client), plainly.said(a.Session), plainly.said(a.Dir), e.ID, shown(cmp.Or(a.Line, a.Input)))
		return model.Document{Ref: ref, Bytes: text, Seen: model.FingerprintOf(text)}, nil
	}
	return model.Document{}, fmt.Errorf("the gate allowed nothing by %s: %w", ref.Path, model.ErrNotFound)
}
