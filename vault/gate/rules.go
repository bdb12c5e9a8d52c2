package gate

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/ledger"
	"coldstart/vault/places"
	"coldstart/vault/state"
)

const (
	// RulesAlarm is the id of the alarm that rules are gone.
	RulesAlarm = AlarmPrefix + "rules"
	// maxRules is how many bytes are read of the rules that were there, mostFiles of how many settings files
	// they are: whoever writes more of them makes no room by that.
	maxRules, mostFiles = 1 << 20, 20
)

// seenRules are the rules of one settings file as they were seen last, each by its hash, in their order.
type seenRules struct {
	At    time.Time `json:"at"`
	Rules []string  `json:"rules"`
}

// hashed are the hashes of rules, wherever these stand in their file.
func hashed(rules []model.GateRule) []string {
	hashes := make([]string, len(rules))
	for i, r := range rules {
		hashes[i] = model.FingerprintOf(fmt.Appendf(nil, "%q %q %q %s", r.Tool, r.Match, r.Dir, r.Then)).String()[:16]
	}
	return hashes
}

// weaker says in what the rules are weaker than those that were seen, "" for nothing: some are gone, one that lets
// through is new, or they stand in another order, and the first that fits counts.
func (s seenRules) weaker(rules []model.GateRule) string {
	now := hashed(rules)
	gone := len(slices.DeleteFunc(slices.Clone(s.Rules), func(h string) bool { return slices.Contains(now, h) }))
	left := slices.DeleteFunc(slices.Clone(now), func(h string) bool { return !slices.Contains(s.Rules, h) })
	switch {
	case gone > 0:
		return fmt.Sprintf("gate rules gone: %d of %d", gone, len(s.Rules))
	case !slices.Equal(left, s.Rules):
		return "your gate rules changed order"
	}
	for i, h := range now {
		if rules[i].Then == model.ThenAllow && len(s.Rules) > 0 && !slices.Contains(s.Rules, h) {
			return "a new gate rule allows actions"
		}
	}
	return ""
}

// together is a short hash of hashes.
func together(hashes []string) string {
	return model.FingerprintOf([]byte(strings.Join(hashes, " "))).String()[:16]
}

// seenFile is where the rules that were seen are, for all vaults.
func (g *Gate) seenFile() string { return filepath.Join(g.vault.Opts.StateDir, state.RulesName) }

// seen are the rules that were seen, by their settings file.
func (g *Gate) seen() (map[string]seenRules, error) {
	all := map[string]seenRules{}
	text, err := disk.ReadBounded(g.seenFile(), maxRules)
	if disk.IsMissing(err) {
		return all, nil
	}
	if err == nil {
		err = json.Unmarshal(text, &all)
	}
	if err != nil {
		return nil, fmt.Errorf("reading which rules of the gate were seen: %w", err)
	}
	return all, nil
}

// SawRules keeps which rules the operator has, unless they are weaker than those that were seen, and the
// operator has not acknowledged that.
func (g *Gate) SawRules(now time.Time) error {
	rules := g.vault.Opts.Rules
	if rules == nil || g.ready() != nil {
		return nil
	}
	all, err := g.seen()
	if err != nil {
		return err
	}
	if all[rules.File].weaker(rules.All) != "" {
		b, err := g.look(now)
		if err != nil || slices.ContainsFunc(b.alarms, func(a model.Alarm) bool { return a.ID == RulesAlarm && a.Acked.IsZero() }) {
			return err
		}
	}
	return g.KeepRules(rules, now)
}

// KeepRules keeps the rules as the operator has them now, whatever was there before: the operator changed them.
func (g *Gate) KeepRules(rules *places.Rules, now time.Time) error {
	if err := g.ready(); err != nil {
		return err
	}
	all, err := g.seen()
	if err != nil {
		return err
	}
	was, known := all[rules.File]
	hashes := hashed(rules.All)
	if slices.Equal(was.Rules, hashes) || !known && len(all) >= mostFiles {
		return nil
	}
	all[rules.File] = seenRules{now.UTC(), hashes}
	text, err := json.Marshal(all)
	if err == nil {
		err = replace(g.seenFile(), append(text, '\n'))
	}
	if err != nil {
		return fmt.Errorf("writing down which rules of the gate there are: %w", err)
	}
	return nil
}

// weakened adds the alarm that the rules are weaker than those that were seen.
func (b *book) weakened(records []ledger.Record) {
	rules := b.gate.vault.Opts.Rules
	if rules == nil {
		return
	}
	all, err := b.gate.seen()
	was := all[rules.File]
	what := was.weaker(rules.All)
	if err != nil {
		what = err.Error()
	}
	if what == "" {
		return
	}
	a := model.Alarm{ID: RulesAlarm, At: was.At, Title: strings.ToUpper(what[:1]) + what[1:], What: what + ", in " + rules.File}
	a.Text = fmt.Sprintf("file  %s\nthen  %d, at %s (%s)\nnow   %d (%s)\n", shown(rules.File), len(was.Rules), model.FormatUTC(was.At), together(append([]string{was.At.String()}, was.Rules...)),
		len(rules.All), together(hashed(rules.All)))
	a.Seen = model.FingerprintOf(alarmText(a))
	b.alarms = append(b.alarms, a)
	b.acknowledge(records)
}
