package view

import (
	"strings"

	"coldstart/model"
	"coldstart/model/phrase"
)

// action is a request of the gate.
func (l Look) action(r model.Request) []Said {
	k := *r.Ask
	all := append([]Said{{Action, "Action", k.Action.Called(), Head}}, l.warnings(r)...)
	all = append(all,
		Said{Other, "In", k.Action.Dir, Plain},
		Said{Other, "By links", k.Action.Led(), Warn},
		Said{Other, "For", ActionBy(k.Action), Plain},
		Said{Other, "Why", k.Why, Plain},
		Said{Other, "Tool", OwnTool(k.Action), Plain},
		Said{Other, "Before", l.RanBefore(k), Plain},
	)
	if r.Reading.Decision == model.DecisionPending {
		all = append(all, Said{Other, "Waits", ActionWaits(k), Warn})
	}
	all = append(all, l.made(r))
	if !k.Withdrawn.IsZero() {
		all = append(all, Said{Other, "Withdrawn", l.when(k.Withdrawn), Muted})
	}
	if !k.Until.IsZero() {
		left := k.Left(l.At)
		all = append(all, Said{Other, "Allowed", phrase.Allowed(k, left, l.until(k.Until)), Good})
		if left > 0 && len(k.Used) == 0 {
			all = append(all, Said{Other, "Type", l.Course(k).Command, Strong})
		}
	}
	if n := len(k.Used); n > 0 {
		all = append(all, Said{Other, "Last ran", l.when(k.Used[n-1]), Plain})
	}
	return all
}

// ActionBy names the agent and its session.
func ActionBy(a model.Action) string {
	if client, session, ok := strings.Cut(a.By(), " "); ok {
		return client + ", session " + session
	}
	return a.Client
}

// RanBefore says when the same action was let through last by another yes, "" for never.
func (l Look) RanBefore(k model.HeldAction) string {
	last := l.Snapshot.RanBefore(k)
	if last.IsZero() {
		return ""
	}
	return "the same was let through " + l.when(last)
}

// OwnTool is the tool, with the client's own name of it, "" for a shell.
func OwnTool(a model.Action) string {
	switch {
	case a.Line != "":
		return ""
	case a.Own == "" || a.Own == a.Tool:
		return a.Tool
	}
	return a.Tool + " (" + a.Own + ")"
}

// ActionWaits says what the agent does meanwhile, "" where it was refused and goes on.
func ActionWaits(k model.HeldAction) string {
	switch {
	case k.Waits() && k.Prompt:
		return k.Action.Client + " is waiting; you can also answer there"
	case k.Waits():
		return k.Action.Client + " is waiting for your answer"
	case k.Waiter.PID != 0:
		return k.Action.Client + " stopped waiting; its next attempt finds your answer"
	}
	return ""
}
