package cli

import (
	"github.com/spf13/cobra"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/vault"
)

// jsonPinned is the operator's pin.
type jsonPinned struct {
	PlanID string   `json:"plan_id"`
	Path   string   `json:"path"`
	At     jsonTime `json:"at"`
	// Counts is false for a pin of a plan that is done or gone; Dropped says so in words.
	Counts  bool   `json:"counts"`
	Dropped string `json:"dropped"`
}

// jsonPin is the answer of coldstart pin.
type jsonPin struct {
	jsonHead
	DryRun bool `json:"dry_run"`
	// Pin is null when no plan is pinned.
	Pin        *jsonPinned     `json:"pin"`
	ActivePlan *jsonActivePlan `json:"active_plan"`
}

func pinJSON(s model.Snapshot, dryRun bool) jsonPin {
	r := s.Resume()
	return jsonPin{headJSON(s), dryRun, pinnedJSON(s, r), activeJSON(r)}
}

func pinnedJSON(s model.Snapshot, r model.Resume) *jsonPinned {
	if !s.Pin.Set() {
		return nil
	}
	return &jsonPinned{s.Pin.PlanID, s.Pin.Path, jsonTime(s.Pin.At), r.Pinned, r.PinDropped}
}

// pin makes a plan the one that is gone on with. It writes nothing into a vault.
type pin struct {
	*call
	clear, dryRun bool
}

func newPin(c *call) *cobra.Command {
	p := &pin{call: c}
	cmd := &cobra.Command{
		Use: "pin REF | --clear", Example: "coldstart pin 2026-009 --dry-run",
		Short: "Make a plan the one to go on with, whatever the rule chooses",
		Long: refHelp + `
It holds for everything that names the active plan, until --clear or another pin. A
plan that is Done or gone is dropped from the choice, and that is said. The pin lies in
your state folder; the vault knows nothing of it. --dry-run only says what would be.`,
		Args: atMost(1), RunE: c.running(p.run), ValidArgsFunction: c.argument(planOffers),
	}
	cmd.Flags().BoolVar(&p.clear, "clear", false, "take it away")
	cmd.Flags().BoolVar(&p.dryRun, "dry-run", false, "print the changes and make none")
	c.jsonFlag(cmd)
	return cmd
}

func (c *pin) run() (int, error) {
	switch {
	case c.clear && len(c.args) > 0:
		return 0, usage("--clear stands alone", c.usageHint())
	case !c.clear && len(c.args) == 0:
		return 0, usage("coldstart pin needs the plan to go on with, or --clear", c.usageHint())
	}
	return c.looking(func(v *vault.Vault, s model.Snapshot) (int, error) {
		var pin model.Pin
		if !c.clear {
			plan, err := findPlan(s, c.args[0])
			if err != nil {
				return 0, err
			}
			var refusal string
			if pin, refusal = s.PinPlan(plan.Path, s.At); refusal != "" {
				return 0, failed(model.ErrNotAllowed, "cannot pin "+plan.Path+": "+refusal, "coldstart plans lists what is open")
			}
		}
		before := s.Pin
		s.Pin = pin
		if !c.dryRun {
			if err := v.Pin(c.ctx, pin); err != nil {
				return 0, err
			}
		}
		return c.answer(func() any { return pinJSON(s, c.dryRun) }, func() { c.out.pin(before, s, c.clear, c.dryRun) })
	})
}

// findPlan finds the one plan that is meant.
func findPlan(s model.Snapshot, text string) (model.Ref, error) {
	plans := ofKind(fitting(thingsOf(s), text), model.KindPlan)
	switch len(plans) {
	case 0:
		ref, err := findRef(s, text)
		if err == nil {
			err = usage(subject(ref)+" is no plan", "coldstart plans lists them")
		}
		return ref, err
	case 1:
		return plans[0], nil
	}
	return model.Ref{}, ambiguous(text, plans)
}

// pin says what is pinned now, and which plan is gone on with.
func (p *paper) pin(before model.Pin, s model.Snapshot, clear, dryRun bool) {
	done, of := "pinned: ", s.Pin
	if clear {
		done, of = "unpinned: ", before
	}
	if dryRun {
		done = "would be " + done
	}
	switch {
	case !of.Set():
		p.say("no plan is pinned")
	default:
		p.line(words(styles.RolePlain, done), p.label(styles.RoleTitle, of.PlanID), words(styles.RolePlain, " "), p.exact(styles.RoleMuted, of.Path))
	}
	if r := s.Resume(); r.Plan != nil {
		p.line(words(styles.RoleMuted, "active plan: "), p.label(styles.RoleTitle, r.Plan.ID), words(styles.RoleMuted, ", because "), p.label(styles.RoleMuted, r.Because))
	}
}

// pinDropped says that a pin does not count.
func (p *paper) pinDropped(r model.Resume) {
	if r.PinDropped != "" {
		p.line(p.label(styles.RoleWarn, r.PinDropped), words(styles.RoleMuted, " (coldstart pin --clear)"))
	}
}

// becauseForAgent says why the plan was chosen to somebody who is not the operator.
func becauseForAgent(r model.Resume) string {
	if r.Pinned {
		return "the operator pinned it"
	}
	return r.Because
}
