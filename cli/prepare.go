package cli

import (
	"cmp"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"coldstart/cli/answer"
	"coldstart/cli/refs"
	"coldstart/cli/say"
	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/styles"
	"coldstart/vault"
)

// message keeps the operator's message to the next session, outside the vault.
type message struct {
	*call
	show, clear bool
}

func newMessage(c *call) *cobra.Command {
	m := &message{call: c}
	cmd := &cobra.Command{
		Use: "message TEXT | --show | --clear", Example: `coldstart message "Ask Northreach before you send anything"`,
		Short: "Leave a message for the next session",
		Long: `The next session's report begins with the text; later sessions do not get it.
There is only one message: a new text replaces it. It is kept in your state
folder, not in the vault.`,
		Args: atMost(1), RunE: c.running(m.run), ValidArgsFunction: cobra.NoFileCompletions,
	}
	cmd.Flags().BoolVar(&m.show, "show", false, "print the message and who got it")
	cmd.Flags().BoolVar(&m.clear, "clear", false, "remove it")
	return c.withJSON(cmd)
}

func (c *message) run() (int, error) {
	if len(c.args) == 0 && !c.show && !c.clear {
		return 0, say.Usage("coldstart message needs a text, --show or --clear", c.usageHint())
	}
	if len(c.args) > 0 && (c.show || c.clear) || c.show && c.clear {
		return 0, say.Combined("a text, --show", "--clear", c.usageHint())
	}
	text := ""
	if len(c.args) > 0 {
		if text = model.OneLine(c.args[0]); text == "" {
			return 0, say.Usage("the message is empty", "coldstart message --clear removes one")
		}
		if err := tooLong("the message", text); err != nil {
			return 0, err
		}
	}
	if !c.show {
		if err := c.needsPerson(); err != nil {
			return 0, err
		}
	}
	return c.looking(func(v *vault.Vault, s model.Snapshot) (int, error) {
		if c.show {
			return c.showMessage(s)
		}
		before, err := v.KeepMessage(c.ctx, text, s.At)
		if errors.Is(err, model.ErrLocked) {
			return 0, say.Hinted(err, "nothing was written; try again in a moment")
		}
		if err != nil {
			return 0, err
		}
		s.Message = model.Message{Text: text, At: s.At}
		if c.json {
			return c.showMessage(s)
		}
		c.out.MessageKept(before, s.Message)
		return exitDone, nil
	})
}

func (c *call) showMessage(s model.Snapshot) (int, error) {
	return c.answer(func() any { return answer.MessagesJSON(s) }, func() {
		if c.out.Message(s); s.Message.Text == "" {
			c.out.List(nil, "There is no message.")
		}
	})
}

// delivering makes a report with the operator's message. When the delivery cannot be noted,
// the report comes all the same.
func (c *call) delivering(v *vault.Vault, to model.Delivery, report func(m model.Message, trouble error) error) error {
	reported := false
	err := v.Deliver(c.ctx, to, func(m model.Message, trouble error) error {
		err := report(m, trouble)
		reported = err == nil
		return err
	})
	if reported && err != nil {
		c.hint(phrase.Error(err))
		return nil
	}
	return err
}

// pin makes a plan the active one. The pin is kept outside the vault.
type pin struct {
	*call
	clear, dryRun bool
}

func newPin(c *call) *cobra.Command {
	p := &pin{call: c}
	cmd := &cobra.Command{
		Use: "pin REF | --clear", Example: "coldstart pin 2026-009 --dry-run",
		Short: "Make a plan the active one",
		Long: refHelp + `
The plan stays active until --clear or another pin. The pin of a finished plan
is ignored, with a notice. It is kept in your state folder, not in the vault.`,
		Args: atMost(1), RunE: c.running(p.run), ValidArgsFunction: c.argument(planOffers),
	}
	cmd.Flags().BoolVar(&p.clear, "clear", false, "remove the pin")
	cmd.Flags().BoolVar(&p.dryRun, "dry-run", false, "print the changes without making them")
	return c.withJSON(cmd)
}

func (c *pin) run() (int, error) {
	switch {
	case c.clear && len(c.args) > 0:
		return 0, say.Usage("--clear needs no plan", c.usageHint())
	case !c.clear && len(c.args) == 0:
		return 0, say.Usage("coldstart pin needs a plan, or --clear", c.usageHint())
	}
	if !c.dryRun {
		if err := c.needsPerson(); err != nil {
			return 0, err
		}
	}
	return c.looking(func(v *vault.Vault, s model.Snapshot) (int, error) {
		var pin model.Pin
		if !c.clear {
			plan, err := refs.FindPlan(s, c.args[0])
			if err != nil {
				return 0, err
			}
			var refusal model.Reason
			if pin, refusal = rule.PinPlan(s, plan.Path, s.At); refusal.Given() {
				return 0, say.Failed(model.ErrNotAllowed, "cannot pin "+plan.Path+": "+phrase.Reason(refusal), "see coldstart list plans")
			}
		}
		before := s.Pin
		s.Pin = pin
		if !c.dryRun {
			if err := v.Pin(c.ctx, pin); err != nil {
				return 0, err
			}
		}
		return c.answer(func() any { return answer.PinJSON(s, c.dryRun) }, func() { c.out.Pin(before, s, c.clear, c.dryRun) })
	})
}

// snooze hides a row of the queue for a while. It is kept outside the vault.
type snooze struct {
	*call
	until, span string
	list        bool
}

func newSnooze(c *call) *cobra.Command {
	z := &snooze{call: c}
	cmd := &cobra.Command{
		Use: "snooze REF --until T | --clear", Example: "coldstart snooze 2026-013 --until tomorrow",
		Short: "Hide something that needs you for a while",
		Long: refHelp + `
--until takes 30m, 2h, 2d, tomorrow, a date or "2026-03-20 14:00". A day without
a time means 07:00. The item comes back early if its file changes or if it
becomes more urgent. The vault is not modified.`,
		Args: atMost(1), RunE: c.running(z.run), ValidArgsFunction: c.argument(needOffers),
	}
	cmd.Flags().StringVar(&z.until, "until", "", "snooze until `TIME`: tomorrow, 2h, a date, or RFC 3339")
	cmd.Flags().Bool("clear", false, "end the snooze")
	cmd.Flags().StringVar(&z.span, "for", "", "snooze for `SPAN`: 30m, 1h, 2d")
	cmd.Flags().Lookup("for").Hidden = true // --until takes it too
	cmd.Flags().BoolVar(&z.list, "list", false, "list snoozed items")
	return c.turning(c.withJSON(cmd), map[string]string{"clear": "unsnooze"})
}

// newSnoozed makes the list of what is snoozed, which snooze shows.
func newSnoozed(c *call) *cobra.Command {
	cmd := c.withJSON(&cobra.Command{Use: "snooze", Example: "coldstart snooze", Short: "List snoozed items, with their times", Args: none})
	cmd.Flags().Bool("list", true, "")
	cmd.Flags().Lookup("list").Changed = true
	return cmd
}

func newUnsnooze(c *call) *cobra.Command {
	return c.withJSON(&cobra.Command{
		Use: "unsnooze REF", Example: "coldstart snooze 2026-013 --clear",
		Short: "End a snooze", Long: refHelp,
		Args: needs("an item to unsnooze"), RunE: c.running(c.runUnsnooze), ValidArgsFunction: c.argument(restOffers),
	})
}

func (z *snooze) run() (int, error) {
	c := z.call
	if z.list {
		if len(c.args) > 0 || c.has("until") || c.has("for") {
			return 0, say.Combined("--list", "anything else", c.usageHint())
		}
		return c.looking(func(_ *vault.Vault, s model.Snapshot) (int, error) { return c.snoozed(s) })
	}
	if len(c.args) == 0 {
		return 0, say.Usage("coldstart snooze needs something to snooze", c.usageHint())
	}
	until, err := z.end()
	if err := cmp.Or(err, c.needsPerson()); err != nil {
		return 0, err
	}
	return c.looking(func(v *vault.Vault, s model.Snapshot) (int, error) {
		ref, err := refs.FindNeed(s, c.args[0])
		if err != nil {
			return 0, err
		}
		z, ok := rule.Snooze(s, ref, until)
		if rule.CannotWait(s, ref) {
			return 0, say.Failed(model.ErrNotAllowed, fmt.Sprintf("cannot snooze %s: resolve this before anything else", refs.Subject(ref)), "see coldstart doctor")
		}
		if !ok {
			return 0, say.Failed(model.ErrNotAllowed, fmt.Sprintf("cannot snooze %s: it does not need you", refs.Subject(ref)), "see coldstart status")
		}
		if err := v.Snooze(c.ctx, z); err != nil {
			return 0, err
		}
		return c.rested(v, answer.Words(styles.RolePlain, "snoozed until "+model.FormatUTC(z.Until)+": "), c.out.Exact(styles.RoleTitle, refs.Subject(ref)))
	})
}

func (z *snooze) end() (time.Time, error) {
	text, name := z.until, "until"
	if z.has("for") {
		text, name = z.span, "for"
		if _, ok := model.ParseSpan(text); !ok {
			return time.Time{}, say.Usage("--for needs a duration like 30m, 1h or 2d", z.usageHint())
		}
	}
	switch {
	case z.has("for") && z.has("until"):
		return time.Time{}, say.Combined("--until", "--for", z.usageHint())
	case !z.has(name):
		return time.Time{}, say.Usage("coldstart snooze needs --until", z.usageHint())
	}
	until, err := model.ParseUntil(text, z.now())
	if err != nil {
		return until, say.Usage(fmt.Sprintf("--%s %s: %s", name, text, phrase.Error(err)), z.usageHint())
	}
	return until, nil
}

func (c *call) runUnsnooze() (int, error) {
	if err := c.needsPerson(); err != nil {
		return 0, err
	}
	return c.looking(func(v *vault.Vault, s model.Snapshot) (int, error) {
		ref, err := refs.FindNeed(s, c.args[0])
		if err != nil {
			return 0, err
		}
		switch err := v.Wake(c.ctx, ref, s.At); {
		case errors.Is(err, model.ErrNotFound):
			return 0, say.Failed(model.ErrNotFound, refs.Subject(ref)+" is not snoozed", "see coldstart list snoozed")
		case err != nil:
			return 0, err
		}
		return c.rested(v, answer.Words(styles.RolePlain, "no longer snoozed: "), c.out.Exact(styles.RoleTitle, refs.Subject(ref)))
	})
}

// rested prints a line, or as JSON the list as it is now.
func (c *call) rested(v *vault.Vault, line ...styles.Span) (int, error) {
	if !c.json {
		c.out.Line(line...)
		return exitDone, nil
	}
	s, err := v.Load(c.ctx, c.now())
	if err != nil {
		return 0, err
	}
	return c.snoozed(s)
}

func (c *call) snoozed(s model.Snapshot) (int, error) {
	return c.answer(func() any { return answer.SnoozedJSON(s) }, func() { c.out.Snoozed(s) })
}
