package cli

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

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

func snoozedJSON(s model.Snapshot) jsonSnoozed {
	return jsonSnoozed{headJSON(s), each(s.Snoozed(), restingJSON)}
}

func restingJSON(r model.Resting) jsonResting {
	return jsonResting{needJSON(r.Attention), jsonTime(r.Until)}
}

// snooze lets a row of the queue rest. It writes nothing into a vault.
type snooze struct {
	*call
	until, span string
	list        bool
}

func newSnooze(c *call) *cobra.Command {
	z := &snooze{call: c}
	cmd := &cobra.Command{
		Use: "snooze REF --until T | --for D | --list", Example: "coldstart snooze 2026-013 --until tomorrow",
		Short: "Let something that needs you rest for a while",
		Long: refHelp + `
--until takes tomorrow or a date (both mean 07:00 on your clock), a date with a time
("2026-03-20 14:00"), or RFC 3339; --for takes 30m, 1h, 2d. It wakes earlier when its
file has other bytes, and when more waits for it than did. Nothing in the vault changes.
--list shows what rests.`,
		Args: atMost(1), RunE: c.running(z.run), ValidArgsFunction: c.argument(needOffers),
	}
	cmd.Flags().StringVar(&z.until, "until", "", "rest until `TIME`: tomorrow, a date, or RFC 3339")
	cmd.Flags().StringVar(&z.span, "for", "", "rest for `SPAN`: 30m, 1h, 2d")
	cmd.Flags().BoolVar(&z.list, "list", false, "list what rests")
	c.jsonFlag(cmd)
	return cmd
}

func newUnsnooze(c *call) *cobra.Command {
	cmd := &cobra.Command{
		Use: "unsnooze REF", Example: "coldstart unsnooze 2026-013",
		Short: "Wake something that rests", Long: refHelp,
		Args: needs("the thing to wake"), RunE: c.running(c.runUnsnooze), ValidArgsFunction: c.argument(restOffers),
	}
	c.jsonFlag(cmd)
	return cmd
}

func (z *snooze) run() (int, error) {
	c := z.call
	if z.list {
		if len(c.args) > 0 || c.has("until") || c.has("for") {
			return 0, usage("--list stands alone", c.usageHint())
		}
		return c.looking(func(_ *vault.Vault, s model.Snapshot) (int, error) { return c.snoozed(s) })
	}
	if len(c.args) == 0 {
		return 0, usage("coldstart snooze needs the thing to let rest", c.usageHint())
	}
	until, err := z.end()
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
			return 0, failed(model.ErrNotAllowed, fmt.Sprintf("cannot snooze %s: it does not need you", subject(ref)), "coldstart status lists what does")
		}
		if err := v.Snooze(c.ctx, z); err != nil {
			return 0, err
		}
		return c.rested(v, words(styles.RolePlain, "rests until "+model.FormatUTC(until)+": "), c.out.exact(styles.RoleTitle, subject(ref)))
	})
}

// end is when the snooze ends that the flags ask for.
func (z *snooze) end() (time.Time, error) {
	text, name := z.until, "until"
	if z.has("for") {
		text, name = z.span, "for"
		if _, ok := model.ParseSpan(text); !ok {
			return time.Time{}, usage("--for needs a time like 30m, 1h or 2d", z.usageHint())
		}
	}
	switch {
	case z.has("for") && z.has("until"):
		return time.Time{}, usage("--until and --for exclude each other", z.usageHint())
	case !z.has(name):
		return time.Time{}, usage("coldstart snooze needs --until or --for", z.usageHint())
	}
	until, err := model.ParseUntil(text, z.now())
	if err != nil {
		return until, usage(fmt.Sprintf("--%s %s: %v", name, text, err), z.usageHint())
	}
	return until, nil
}

func (c *call) runUnsnooze() (int, error) {
	return c.looking(func(v *vault.Vault, s model.Snapshot) (int, error) {
		ref, err := findNeed(s, c.args[0])
		if err != nil {
			return 0, err
		}
		switch err := v.Wake(c.ctx, ref, s.At); {
		case errors.Is(err, model.ErrNotFound):
			return 0, failed(model.ErrNotFound, subject(ref)+" does not rest", "coldstart snooze --list shows what rests")
		case err != nil:
			return 0, err
		}
		return c.rested(v, words(styles.RolePlain, "awake: "), c.out.exact(styles.RoleTitle, subject(ref)))
	})
}

// rested says what became of it, in JSON as the list that there is now.
func (c *call) rested(v *vault.Vault, line ...styles.Span) (int, error) {
	if !c.json {
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
	return c.answer(func() any { return snoozedJSON(s) }, func() { c.out.snoozed(s) })
}

func (p *paper) snoozed(s model.Snapshot) {
	var rows [][]styles.Span
	for _, r := range s.Snoozed() {
		rows = append(rows, []styles.Span{
			words(styles.RoleMuted, "until "+model.FormatUTC(r.Until)), p.exact(styles.RoleTitle, subject(r.Ref)),
			p.label(styles.RolePlain, r.What), p.label(styles.RoleMuted, r.Why),
		})
	}
	p.list(rows, "Nothing rests")
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
