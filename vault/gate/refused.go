package gate

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/vault/ledger"
	"coldstart/vault/state"
)

// mostTried is how many bytes of an action that was refused are kept.
const mostTried = 500

// Refused writes down that an action was refused without asking the operator, unless nothing can be
// kept.
func (g *Gate) Refused(a model.Action, r model.Refusal, now time.Time) error {
	if g.ready() != nil {
		return nil
	}
	c := cut(g.vault.Opts.Cut)
	r.At, r.Client, r.Session, r.Tool, r.Vault = now, short(a.Client), short(a.Session), short(cmp.Or(a.Own, a.Tool)), g.vault.Dir
	if r.What = c.beginning(model.OneLine(r.What), mostTried); a.Line+a.Input+strings.Join(a.Paths, "") != "" {
		r.Line = c.beginning(a.Called(), mostTried)
	}
	return state.Of(g.vault).KeepRefusal(r)
}

// Refusals returns the newest actions that were refused without asking the operator, oldest first.
func (g *Gate) Refusals() ([]model.Refusal, error) {
	records, err := g.ledger.Sound()
	if err != nil {
		return nil, err
	}
	return g.refusals(records)
}

// refusals are those of which the operator knows by the decisions of the ledger, and all others.
func (g *Gate) refusals(records []ledger.Record) ([]model.Refusal, error) {
	all, err := state.Of(g.vault).Refusals()
	if err != nil || len(all) == 0 {
		return nil, err
	}
	known := map[string]time.Time{}
	for r := range ledger.Acknowledged(records, model.KindProblem) {
		if strings.HasPrefix(r.About, model.RefusedPrefix) && r.At.After(known[r.About]) {
			known[r.About] = r.At
		}
	}
	for i := range all {
		all[i].Known = !all[i].At.After(known[all[i].Group()]) || !all[i].At.After(known[model.RefusedAll])
	}
	return all, nil
}

// tries are the alarms about refusals.
func tries(all []model.Refusal) []model.Alarm {
	alarms := model.Tries(all)
	for i, a := range alarms {
		alarms[i].Seen = model.FingerprintOf(triedText(a))
	}
	return alarms
}

// triedBefore is what there is to read about refusals that the operator acknowledged, nil for none.
func (g *Gate) triedBefore(id string) []byte {
	all, err := state.Of(g.vault).Refusals()
	of := slices.DeleteFunc(all, func(r model.Refusal) bool { return id != model.RefusedAll && r.Group() != id })
	if err != nil || len(of) == 0 {
		return nil
	}
	return triedText(model.Tried(id, of))
}

// triedText is what there is to read about refusals, the newest first.
func triedText(a model.Alarm) []byte {
	const most = 50
	var out strings.Builder
	fmt.Fprintf(&out, "%s\n", model.OneLine(a.What))
	for i := range a.Refused[:min(len(a.Refused), most)] {
		r := a.Refused[len(a.Refused)-1-i]
		by := model.Action{Client: r.Client, Session: r.Session}.By()
		fmt.Fprintf(&out, "\n%s  %s\n  %s\n  %s\n", model.FormatUTC(r.At), shown(by), shown(model.OneLine(cmp.Or(r.Line, r.Tool))), shown(r.Because()))
	}
	if more := len(a.Refused) - most; more > 0 {
		fmt.Fprintf(&out, "\n%d more before these\n", more)
	}
	return []byte(out.String())
}
