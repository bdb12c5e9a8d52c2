package vault

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"

	"coldstart/model"
	"coldstart/vault/source"
	"coldstart/vault/source/plans"
	"coldstart/vault/text"
)

// freedRegions are the lines of the front matter by which a plan that was freed
// differs from what it was. The line in its log is none of them: logs are only added
// to.
func freedRegions(b, next []byte) []text.Region {
	var regions []text.Region
	// Neither fails: both were read before.
	was, _ := text.ReadFront(b)
	now, _ := text.ReadFront(next)
	for _, key := range []string{"status", "blocked_reason"} {
		f, g := was.Find(key), now.Find(key)
		if f == nil || g == nil || f.From == 0 || g.From == 0 {
			continue
		}
		from := bytes.LastIndexAny(next[:g.From], "\r\n") + 1
		before := b[bytes.LastIndexAny(b[:f.From], "\r\n")+1 : f.To]
		if !bytes.Equal(before, next[from:g.To]) {
			regions = append(regions, text.Region{Was: before, From: from, To: g.To})
		}
	}
	slices.SortFunc(regions, func(a, b text.Region) int { return cmp.Compare(a.From, b.From) })
	return regions
}

// unplan gives a plan the status back that a decision took from it, and adds a line
// that says so to its log. Everything else of the plan stays, also what the agent
// wrote since.
func (v *Vault) unplan(p prepared) (edit, error) {
	r := p.record
	if r.Plan == "" {
		return edit{}, nil
	}
	b, _, err := v.where.Disk.Read(r.Plan, source.MaxDocument)
	if err != nil {
		return edit{}, err
	}
	plan, problems := plans.ReadPlan(v.where.Opts.Places.Folders, r.Plan, b, v.where.Opts.Zone)
	line := r.decision().LogLine(r.Step, r.undoneSubject())
	switch {
	case plan == nil:
		return edit{}, fmt.Errorf("%s: %s", r.Plan, problems[0].Reason)
	case plan.Reading.Foreign, p.resumed && slices.Contains(text.Lines(b), line):
		return edit{}, nil
	}
	var splices []text.Splice
	var notices []string
	for _, back := range p.back {
		if back.Name != r.Plan {
			continue
		}
		ok := false
		if splices, ok = back.undoing(b); !ok {
			notices = append(notices, r.Plan+": its status was changed since and stays as it is")
		}
	}
	e := splicedEdit(r.Plan, b, splices)
	e.notices = notices
	logged, err := plans.AddLogLine(e.next, line)
	switch {
	case errors.Is(err, plans.ErrNoLog):
		e.notices = append(e.notices, r.Plan+": "+err.Error())
	case err != nil:
		return edit{}, fmt.Errorf("%s: %w", r.Plan, err)
	default:
		e.next, e.change.After = logged, append(e.change.After, line)
	}
	if len(splices) == 0 {
		e.change.Kind = model.ChangeAppend
	}
	if bytes.Equal(e.next, b) {
		return edit{notices: e.notices}, nil
	}
	e.change.Was = model.FingerprintOf(b)
	return e, plans.SamePlan(b, e.next, err == nil, func(was, now *model.Plan) {
		if len(splices) > 0 {
			was.Status, was.BlockedReason = now.Status, now.BlockedReason
		}
	})
}

// undoneSubject names what was decided on by the file that comes back.
func (r record) undoneSubject() string {
	if r.To != "" {
		r.Path = r.To
	} else if r.Withdrawn != "" {
		r.Path = r.Withdrawn
	}
	r.To = ""
	return r.subject()
}
