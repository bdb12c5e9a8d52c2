package cli

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/vault"
)

// jsonSnoozed is the answer of coldstart snooze.
type jsonSnoozed struct {
	jsonHead
	// Snoozed are the rows that rest, the first to wake first.
	Snoozed []jsonResting `json:"snoozed"`
}

type jsonResting struct {
	jsonNeed
	Until jsonTime `json:"until"`
}

func restingJSON(r model.Resting) jsonResting {
	return jsonResting{needJSON(r.Attention), jsonTime(r.Until)}
}

// snoozeCommands let rows of the queue rest. They write nothing into a vault.
func snoozeCommands() []command {
	return []command{
		{
			name: "snooze", usage: "snooze REF --until T | --for D | --list", example: "coldstart snooze 2026-013 --until tomorrow", run: runSnooze,
			summary: "Let something that needs you rest for a while", flags: []string{"until", "for", "list", "json"}, most: 1,
			details: append(refDetails(),
				"--until takes tomorrow or a date (both mean 07:00 on your clock), a date with a time",
				"(\"2026-03-20 14:00\"), or RFC 3339; --for takes 30m, 1h, 2d. It wakes earlier when its",
				"file has other bytes, and when more waits for it than did. Nothing in the vault changes.",
				"--list shows what rests."),
		},
		{
			name: "unsnooze", usage: "unsnooze REF", example: "coldstart unsnooze 2026-013", run: runUnsnooze,
			summary: "Wake something that rests", least: 1, most: 1, needs: "the thing to wake", details: refDetails(), flags: []string{"json"},
		},
	}
}

func runSnooze(c *call) (int, error) {
	if c.set.has("list") {
		if len(c.args) > 0 || c.set.has("until") || c.set.has("for") {
			return 0, usage("--list stands alone", c.command.usageHint())
		}
		return c.looking(func(_ *vault.Vault, s model.Snapshot) (int, error) { return c.snoozed(s) })
	}
	if len(c.args) == 0 {
		return 0, usage("coldstart snooze needs the thing to let rest", c.command.usageHint())
	}
	until, err := c.until()
	if err != nil {
		return 0, err
	}
	return c.looking(func(v *vault.Vault, s model.Snapshot) (int, error) {
		ref, err := findNeed(s, c.args[0])
		if err != nil {
			return 0, err
		}
		z, ok := s.Snooze(ref, until)
		if !ok {
			return 0, &failure{fmt.Sprintf("cannot snooze %s: it does not need you", subject(ref)), model.ErrNotAllowed, []string{"coldstart status lists what does"}}
		}
		if err := v.Snooze(c.ctx, z); err != nil {
			return 0, err
		}
		return c.rested(v, words(styles.RolePlain, "rests until "+model.FormatUTC(until)+": "), c.out.exact(styles.RoleTitle, subject(ref)))
	})
}

// until is when the snooze ends that the flags ask for.
func (c *call) until() (time.Time, error) {
	text, name := c.set.until, "until"
	if c.set.has("for") {
		text, name = c.set.span, "for"
		if _, ok := model.ParseSpan(text); !ok {
			return time.Time{}, usage("--for needs a time like 30m, 1h or 2d", c.command.usageHint())
		}
	}
	switch {
	case c.set.has("for") && c.set.has("until"):
		return time.Time{}, usage("--until and --for exclude each other", c.command.usageHint())
	case !c.set.has(name):
		return time.Time{}, usage("coldstart snooze needs --until or --for", c.command.usageHint())
	}
	until, err := model.ParseUntil(text, c.now())
	if err != nil {
		return until, usage(fmt.Sprintf("--%s %s: %v", name, text, err), c.command.usageHint())
	}
	return until, nil
}

func runUnsnooze(c *call) (int, error) {
	return c.looking(func(v *vault.Vault, s model.Snapshot) (int, error) {
		ref, err := findNeed(s, c.args[0])
		if err != nil {
			return 0, err
		}
		switch err := v.Wake(c.ctx, ref, s.At); {
		case errors.Is(err, model.ErrNotFound):
			return 0, &failure{subject(ref) + " does not rest", model.ErrNotFound, []string{"coldstart snooze --list shows what rests"}}
		case err != nil:
			return 0, err
		}
		return c.rested(v, words(styles.RolePlain, "awake: "), c.out.exact(styles.RoleTitle, subject(ref)))
	})
}

// rested says what became of it, in JSON as the list that there is now.
func (c *call) rested(v *vault.Vault, line ...styles.Span) (int, error) {
	if !c.set.json {
		c.out.line(line...)
		return exitDone, nil
	}
	s, err := v.Load(c.ctx, c.now())
	if err != nil {
		return 0, err
	}
	return c.snoozed(s)
}

func (c *call) snoozed(s model.Snapshot) (int, error) {
	resting := s.Snoozed()
	if c.set.json {
		return exitDone, c.writeJSON(jsonSnoozed{headJSON(s), each(resting, restingJSON)})
	}
	var rows [][]styles.Span
	for _, r := range resting {
		rows = append(rows, []styles.Span{
			words(styles.RoleMuted, "until "+model.FormatUTC(r.Until)), c.out.exact(styles.RoleTitle, subject(r.Ref)),
			c.out.label(styles.RolePlain, r.What), c.out.label(styles.RoleMuted, r.Why),
		})
	}
	c.out.table(rows)
	c.out.emptyList(len(rows), "Nothing rests")
	return exitDone, nil
}

// findNeed finds what is meant among the rows of the queue and those that rest; a plan
// means the one request that waits for it.
func findNeed(s model.Snapshot, text string) (model.Ref, error) {
	needs := map[model.Ref]bool{}
	for _, a := range s.NeedsYou() {
		needs[a.Ref] = true
	}
	for _, r := range s.Snoozed() {
		needs[r.Ref] = true
	}
	idle := func(r model.Ref) bool { return !needs[r] }
	called := fitting(thingsOf(s), text)
	fits := slices.DeleteFunc(slices.Clone(called), idle)
	if len(fits) == 0 {
		fits = slices.DeleteFunc(requestsNaming(s, ofKind(called, model.KindPlan), text), idle)
	}
	switch len(fits) {
	case 0:
		return findRef(s, text)
	case 1:
		return fits[0], nil
	}
	return model.Ref{}, ambiguous(text, fits)
}
