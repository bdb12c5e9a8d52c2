package gate

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/ledger"
)

// AlarmPrefix begins the id of every alarm.
const AlarmPrefix = "alarm-"

// Ran compares what ran with what was let through: by the client's id of the call, else by tool
// and input. What ran otherwise than it was allowed, or without a yes that its rule asks
// for, is an alarm. A prompt of this session for it is taken back: it was answered in the client.
func (g *Gate) Ran(ctx context.Context, a model.Action, fit model.Fit, now time.Time) error {
	named := fit.Then == model.ThenAsk || fit.Then == model.ThenDeny
	if _, err := os.Lstat(g.file()); disk.IsMissing(err) && !named {
		return nil
	}
	if !named {
		// Most calls are about nothing that the gate knows, and need no lock.
		if b, err := g.look(now); err == nil && !b.concerns(a) {
			return nil
		}
	}
	return g.change(ctx, "comparing the actions that ran with the allowed ones", now, func(w *work) error {
		for _, e := range w.asks {
			if e.Prompt && e.state == model.ReplyPending && e.is(a) && e.Action.Session == a.Session {
				if err := w.withdraw(e, "it was answered in the client"); err != nil {
					return err
				}
			}
		}
		what, of := w.wrong(a, named)
		if e := w.first(a); e != nil && what == "" {
			return w.add(line{What: lineRan, ID: e.ID, Client: a.Client, Session: a.Session, Does: a.Does().String()})
		}
		if what == "" || slices.ContainsFunc(w.alarms, func(l model.Alarm) bool { return l.What == what && l.Action.Call == a.Call && a.Call != "" }) {
			return nil
		}
		if w.unknown() >= mostAlarms {
			return nil
		}
		ran := w.cut().kept(a)
		return w.add(line{
			What: lineAlarm, ID: newName(AlarmPrefix), Text: what, Request: of, Key: a.Key().String(),
			Client: ran.Client, Session: ran.Session, Call: ran.Call, Tool: ran.Tool, Own: ran.Own,
			Input: ran.Input, Line: ran.Line, Paths: ran.Paths, Dir: ran.Dir,
		})
	})
}

// unknown is how many alarms nobody acknowledged.
func (b *book) unknown() (n int) {
	for _, a := range b.alarms {
		if a.Acked.IsZero() {
			n++
		}
	}
	return n
}

// concerns reports whether the gate has something to say about a call that no rule names.
func (b *book) concerns(a model.Action) bool {
	return slices.ContainsFunc(b.asks, func(e *entry) bool {
		return e.Prompt && e.state == model.ReplyPending && e.is(a) || slices.ContainsFunc(e.used, func(l line) bool { return l.isCall(a) })
	})
}

// isCall reports whether a line is about the call of an action.
func (l line) isCall(a model.Action) bool {
	return a.Call != "" && l.Call == a.Call && l.Client == a.Client && l.Session == a.Session
}

// let reports whether a use of it let that through which ran: a pattern lets others through, too. Uses
// that an earlier version wrote say nothing of it.
func (e *entry) let(l line, a model.Action) bool {
	return l.Does == a.Does().String() || l.Does == "" && e.is(a)
}

// is reports whether what ran is what was asked for, in whatever folder its client tells now: Claude Code
// tells that to which the command went. Links may be others after it, too.
func (e *entry) is(a model.Action) bool { return e.does == a.Does() }

// wrong says what is wrong with what ran, "" for nothing, and of which request that is.
func (b *book) wrong(a model.Action, named bool) (what, of string) {
	matched := b.first(a) != nil
	for _, e := range b.asks {
		for _, l := range e.used {
			switch {
			case l.isCall(a) && !e.let(l, a):
				return fmt.Sprintf("not the action you allowed: %s ran, %s was allowed", b.cut().titleOf(a), cmp.Or(l.Line, e.title)), e.ID
			case l.isCall(a):
				return "", ""
			}
		}
	}
	if named && !matched {
		return "ran without approval: " + b.cut().titleOf(a), ""
	}
	return "", ""
}

// first finds the request of what ran in a client that gives its calls no id: the first one that was
// let through more often than it ran; nil for none.
func (b *book) first(a model.Action) *entry {
	for _, e := range b.asks {
		left := 0
		for _, l := range e.used {
			if l.Client == a.Client && l.Session == a.Session && (l.Call == "" || a.Call == "") && e.let(l, a) {
				left++
			}
		}
		for _, l := range e.ran {
			if l.Client == a.Client && l.Session == a.Session && e.let(l, a) {
				left--
			}
		}
		if left > 0 {
			return e
		}
	}
	return nil
}

// alarm is an alarm as it was written down.
func (l line) alarm() model.Alarm {
	a := model.Alarm{ID: l.ID, At: l.At, Action: l.action(), What: l.Text, Ask: l.Request}
	a.Seen = model.FingerprintOf(alarmText(a))
	return a
}

// alarmText is what there is to read about an alarm.
func alarmText(a model.Alarm) []byte {
	var out strings.Builder
	var plainly cut // its texts are those that were kept
	if a.Text != "" {
		return []byte(model.OneLine(a.What) + "\n\n" + a.Text)
	}
	fmt.Fprintf(&out, "%s\n\nat       %s\nagent    %s\nsession  %s\ntool     %s\nfolder   %s\n", model.OneLine(a.What),
		model.FormatUTC(a.At), plainly.said(a.Action.Client), plainly.said(a.Action.Session), plainly.said(cmp.Or(a.Action.Own, a.Action.Tool)), plainly.said(a.Action.Dir))
	if a.Ask != "" {
		fmt.Fprintf(&out, "allowed  %s\n", plainly.said(a.Ask))
	}
	fmt.Fprintf(&out, "\n%s\n", shown(cmp.Or(a.Action.Line, a.Action.Input)))
	return []byte(out.String())
}

// acknowledge notes which alarms the operator knows.
func (b *book) acknowledge(records []ledger.Record) {
	for r := range ledger.Acknowledged(records, model.KindProblem) {
		for i := range b.alarms {
			if b.alarms[i].ID == r.About && b.alarms[i].Seen.String() == r.Seen {
				b.alarms[i].Acked = r.At
			}
		}
	}
}

// ReadAlarm returns what there is to read about an alarm. It fails with model.ErrNotFound.
func (g *Gate) ReadAlarm(ref model.Ref) (model.Document, error) {
	alarms, err := g.Alarms(time.Time{})
	if err != nil {
		return model.Document{}, err
	}
	for _, a := range alarms {
		switch {
		case a.ID == ref.Item && len(a.Refused) > 0:
			return model.Document{Ref: ref, Bytes: triedText(a), Seen: a.Seen}, nil
		case a.ID == ref.Item:
			return model.Document{Ref: ref, Bytes: alarmText(a), Seen: a.Seen}, nil
		}
	}
	if known := g.triedBefore(ref.Item); known != nil {
		return model.Document{Ref: ref, Bytes: known, Seen: model.FingerprintOf(known)}, nil
	}
	return model.Document{}, fmt.Errorf("the gate has no %s: %w", ref.Item, model.ErrNotFound)
}

// Alarms returns what ran otherwise than it was allowed, oldest first, then what was refused and is not
// known to the operator.
func (g *Gate) Alarms(now time.Time) ([]model.Alarm, error) {
	b, err := g.look(now)
	if err != nil {
		return nil, err
	}
	refused, err := g.Refusals()
	return append(b.alarms, tries(refused)...), err
}
