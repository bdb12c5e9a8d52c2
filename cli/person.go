package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"coldstart/cli/answer"
	"coldstart/cli/gate"
	"coldstart/cli/marks"
	"coldstart/cli/refs"
	"coldstart/cli/say"
	"coldstart/cli/settings"
	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/styles"
	"coldstart/tui"
	"coldstart/vault"
	"coldstart/vault/hook"
)

// onTerminal reports whether a person may be there.
func (c *call) onTerminal() bool { return c.env.StdinIsTerminal && c.env.StdoutIsTerminal }

// agentAbove finds an agent that runs this program, unless the operator's settings let it
// decide. It is a rail and no wall: who runs a program can clear its environment and detach
// it from those above.
func (c *call) agentAbove() (marks.Mark, bool) {
	var above [][]string
	if c.env.above != nil {
		above = c.env.above()
	}
	mark, ok := marks.Find(c.env.Getenv, above)
	if ok && c.conf.On(settings.DecideUnderAgents) {
		c.under = mark.Agent
		return marks.Mark{}, false
	}
	return mark, ok
}

func runsUnder(m marks.Mark) string {
	return "only a person may decide, and " + m.Agent + " is running this (" + m.Sign + ")"
}

// howToAllow tells a person in the shell of an agent what to do.
func (c *call) howToAllow() string {
	return "if you are a person working in this shell, allow it with " + settings.DecideUnderAgents + ": true in " +
		cmp.Or(c.conf.File, settings.ConfigName)
}

// needsPerson refuses what only a person may do when an agent runs this program.
func (c *call) needsPerson() error {
	return c.needsPersonFor(c.cmd.Name())
}

// needsPersonFor is needsPerson for a command with its words. An agent that tries it is written down.
func (c *call) needsPersonFor(command string) error {
	mark, ok := c.agentAbove()
	if !ok {
		return nil
	}
	command = "coldstart " + command
	line := say.Each(append([]string{"coldstart"}, c.line...), model.ShellQuoted)
	c.keep(model.Action{Client: clientCalled(mark.Agent), Session: marks.Session(c.env.Getenv), Tool: gate.Shell, Line: strings.Join(line, " ")},
		model.Refusal{By: model.RefusedPersonal, What: command})
	return say.Failed(model.ErrNotAllowed, command+" is refused: "+runsUnder(mark),
		"no decision made; an agent must stop here: the operator decides in their own terminal", c.howToAllow())
}

// clientCalled is the client that the gate knows under the name of an agent, else that name.
func clientCalled(agent string) string {
	for _, name := range hook.AgentHookNames() {
		if a, err := hook.AgentNamed(name); err == nil && a.Title == agent {
			return name
		}
	}
	return agent
}

// readOnlyWhy says why the vault is only looked at, if it is.
func (c *call) readOnlyWhy() string {
	return cmp.Or(c.lookOnly, "asked for "+c.conf.AskedFor("read-only"))
}

// refuseUnseen refuses an approval without a token where there is no terminal.
func (c *decision) refuseUnseen(d model.Decision) error {
	if d.Choice != model.ChoiceApprove || c.env.StdinIsTerminal || c.dryRun || c.has("expect-hash") {
		return nil
	}
	there := "what is there now"
	if plan := d.Covers(); plan != "" {
		there += ", with " + plan
	}
	return say.Usage("cannot approve "+refs.Subject(d.Ref)+" without a terminal: add --expect-hash",
		"look at it with coldstart show "+refs.Typed(d.Ref)+"; to approve "+there+", run:",
		c.lineWithHash(d.Token().String()))
}

// asksFirst reports whether a decision is shown before it is made: a person at a terminal typed it, without a hash of what
// that person read.
func (c *call) asksFirst() bool {
	dry := c.cmd.Flags().Lookup("dry-run")
	reads := c.env.StdoutIsTerminal || c.env.StderrIsTerminal
	return c.env.StdinIsTerminal && reads && c.cmd.Flags().Lookup("yes") != nil && dry != nil && dry.Value.String() != "true" && !c.has("expect-hash") && !c.saysYes()
}

// asks is where a person reads a question: beside an answer that goes elsewhere, or to a program.
func (c *call) asks() *answer.Output {
	if c.json || !c.env.StdoutIsTerminal {
		return c.err
	}
	return c.out
}

// saysYes reports whether --yes is on the line.
func (c *call) saysYes() bool {
	yes := c.cmd.Flags().Lookup("yes")
	return yes != nil && yes.Value.String() == "true"
}

// ask shows a text whole and what the decision on it would change, and asks. Without a yes it says that nothing was decided.
func (c *decision) ask(v *vault.Vault, s model.Snapshot, d *model.Decision) (bool, error) {
	to := c.asks()
	doc, err := c.readWhole(v, s, d.Ref)
	if err != nil {
		return false, err
	}
	if d.Choice != model.ChoiceAck && doc.Seen != d.Seen {
		return false, advised(d.Ref, fmt.Errorf("%s: %w", d.Ref.Path, model.ErrConflict))
	}
	changes, err := v.Rehearse(c.ctx, *d)
	untyped, types := errors.AsType[*model.Untyped](err)
	if types {
		changes, err = v.Preview(c.ctx, *d)
	}
	if err != nil {
		return false, advised(d.Ref, err)
	}
	to.Show(s, doc)
	to.Line()
	to.Would(s, *d, changes)
	to.Line()
	if r, ok := s.Request(d.Ref.Path); ok {
		// What was shown first may have left the screen.
		to.Line(to.Label(styles.RoleTitle, strings.Join(slices.DeleteFunc([]string{r.Title(), r.Target, phrase.Amount(r.Amount)}, func(part string) bool { return part == "" }), " · ")))
	}
	if !types {
		return c.agrees(to, d.Choice.Order())
	}
	for _, why := range untyped.Why {
		to.Line(to.Label(styles.RoleWarn, phrase.Reason(why)))
	}
	// What was typed is compared where it is decided.
	d.Typed, err = c.typedAt(to, answer.Words(styles.RolePlain, "To "+d.Choice.Verb()+" it anyway, type "), to.Exact(styles.RoleTitle, untyped.Word), answer.Words(styles.RolePlain, ":"))
	if err == nil && d.Typed == "" {
		c.hint(noDecision)
	}
	return d.Typed != "", err
}

const noDecision = "no decision made"

// agrees asks for a yes; whatever else is typed is a no.
func (c *call) agrees(to *answer.Output, what string) (bool, error) {
	typed, err := c.typedAt(to, answer.Words(styles.RolePlain, what+"? [y/N]"))
	yes := isYes(typed)
	if err == nil && !yes {
		c.hint(noDecision)
	}
	return yes, err
}

// lineWithHash is the line that was given, with --expect-hash.
func (c *call) lineWithHash(hash string) string {
	line := slices.Clone(c.line)
	for i, word := range line {
		line[i] = model.ShellQuoted(word)
	}
	flag := []string{"--expect-hash", hash}
	if slices.Contains(line, "--") {
		line = append(flag, line...)
	} else {
		line = append(line, flag...)
	}
	return "coldstart " + strings.Join(line, " ")
}

// guarded is the vault of a screen that an agent runs: it refuses what only a person may do, or
// names the agent in decisions.
func (c *call) guarded(s tui.Store) tui.Store { return guard{s, c.lookOnly, c.under} }

type guard struct {
	tui.Store
	lookOnly, under string
}

func (g guard) refuse(doing string) error {
	if g.lookOnly == "" {
		return nil
	}
	return fmt.Errorf("%s: %w: %s", doing, model.ErrNotAllowed, g.lookOnly)
}

// Decide carries a decision out. The vault itself refuses it where the screen only looks.
func (g guard) Decide(ctx context.Context, d model.Decision) (model.Receipt, error) {
	// Another machine may have named an agent already.
	d.Under = cmp.Or(g.under, d.Under)
	return g.Store.Decide(ctx, d)
}

// Snooze lets a row of the queue rest.
func (g guard) Snooze(ctx context.Context, z model.Snooze) error {
	if err := g.refuse("snoozing"); err != nil {
		return err
	}
	return g.Store.Snooze(ctx, z)
}

// Wake ends that.
func (g guard) Wake(ctx context.Context, ref model.Ref, now time.Time) error {
	if err := g.refuse("ending a snooze"); err != nil {
		return err
	}
	return g.Store.Wake(ctx, ref, now)
}

// Pin makes a plan the one to resume.
func (g guard) Pin(ctx context.Context, p model.Pin) error {
	if err := g.refuse("pinning a plan"); err != nil {
		return err
	}
	return g.Store.Pin(ctx, p)
}

// KeepMessage saves the message to the next session.
func (g guard) KeepMessage(ctx context.Context, text string, at time.Time) (before model.Message, err error) {
	if err := g.refuse("leaving a message"); err != nil {
		return before, err
	}
	return g.Store.KeepMessage(ctx, text, at)
}
