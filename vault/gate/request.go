package gate

import (
	"cmp"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"path"
	"time"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/places"
)

// request writes the request for an action or a prompt, and the ask ahead of it. By is the process
// that waits for the answer, zero for none.
func (w *work) request(a model.Action, why string, prompt bool, by model.Process) (*entry, error) {
	pending := 0
	for _, e := range w.asks {
		if e.state == model.ReplyPending || e.state == model.ReplyChanges {
			pending++
		}
	}
	switch {
	case len(a.Input) > mostInput:
		return nil, fmt.Errorf("the action has %d bytes; the limit is %d: %w", len(a.Input), mostInput, model.ErrNotAllowed)
	case pending >= mostPending:
		return nil, fmt.Errorf("%d actions are already waiting: %w", pending, model.ErrNotAllowed)
	}
	e := &entry{does: a.Does(), title: w.cut().titleOf(a), latest: w.now, state: model.ReplyPending, HeldAction: model.HeldAction{
		ID: newName(askPrefix), Action: w.cut().kept(a), Hidden: model.CountHidden(a.Line + a.Input), Key: a.Key(), Why: model.OneLine(why), At: w.now.UTC(), Holds: w.gate.holds(), Prompt: prompt, Waiter: by,
	}}
	body, left := w.cut().body(e, a)
	dir := w.layout.Main(places.FolderPending)
	e.cut, e.Seen, e.Request = left, model.FingerprintOf(body), path.Join(dir, e.ID+".md")
	if err := w.add(e.line()); err != nil {
		return nil, err
	}
	w.asks, w.byID[e.ID] = append(w.asks, e), e
	d := w.gate.vault.Disk
	if err := d.Mkdir(dir); err != nil {
		return nil, err
	}
	err := d.Create(e.Request, disk.TempName(dir, disk.NewID(w.now)), body, disk.DefaultMode)
	return e, errors.Join(err, d.SyncDir(dir))
}

// askPrefix begins the id of every request.
const askPrefix = "gate-"

// newName returns a word with eight random digits.
func newName(word string) string {
	var random [4]byte
	// crypto/rand never fails: it ends the program instead.
	_, _ = rand.Read(random[:])
	return word + hex.EncodeToString(random[:])
}

// line is the ask as it is written down.
func (e *entry) line() line {
	a := e.Action
	return line{
		What: lineAsked, ID: e.ID, Client: a.Client, Session: a.Session, Call: a.Call, Key: e.Key.String(),
		Tool: a.Tool, Own: a.Own, Input: a.Input, Line: a.Line, Paths: a.Paths, Dir: a.Dir, Links: a.Links, Does: e.does.String(), Runs: runFiles(a.Runs), Resume: a.Resume,
		Hidden: e.Hidden, Request: e.Request, Seen: e.Seen.String(), Cut: e.cut, Title: e.title, Text: e.Why,
		Holds: int64(e.Holds / time.Second), Prompt: e.Prompt, PID: e.Waiter.PID, Start: e.Waiter.Start,
	}
}

// whyOf says why an action is held up. What the rule fits is said where it is a part of the action.
func (c cut) whyOf(fit model.Fit, what string) string {
	why := "your settings require approval"
	if r := fit.Rule; r.Line > 0 {
		why = fmt.Sprintf("rule line %d: %s", r.Line, cmp.Or(r.Match, r.Tool, "everything"))
	}
	// The text of the action stands above it in full.
	const most = 200
	switch {
	case fit.Unsure != "":
		why += ", so it is unknown which program runs: " + c.beginning(fit.Unsure, most)
	case fit.What != "" && model.Joined(fit.What) != what:
		why += ", for " + c.beginning(model.Joined(fit.What), most)
	}
	return model.OneLine(c.beginning(why, mostKept))
}
