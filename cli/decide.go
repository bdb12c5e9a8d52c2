package cli

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"coldstart/cli/answer"
	"coldstart/cli/gate"
	"coldstart/cli/refs"
	"coldstart/cli/say"
	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/styles"
	"coldstart/vault"
)

// isHash reports whether --expect-hash takes a text: enough hex digits that no other file
// has them by chance.
func isHash(text string) bool {
	return len(text) >= 8 && len(text) <= 64 && strings.Trim(text, "0123456789abcdefABCDEF") == ""
}

// decision is a command that decides, with its flags.
type decision struct {
	*call
	choice             model.Choice
	note, hash, target string
	scope              model.Scope
	span               string
	dryRun             bool
	// step is the step of a trace, 0 for the last one.
	step int
	// agreed is true once the operator agreed to all decisions of the line.
	agreed bool
}

// choosing is a command that decides: how it is called, and what it decides on.
type choosing struct {
	use, example, short, about string
	choice                     model.Choice
	args                       cobra.PositionalArgs
	offers                     func(*vault.Vault, model.Snapshot) []offer
	// decide finds what the arguments name and decides on it. The note is checked, and a person is there.
	decide func(*decision, *vault.Vault, model.Snapshot) (int, error)
	// mute is true for a decision without a note, which does no harm: it is made without asking.
	mute bool
}

// choosing makes a command that decides.
func (c *call) choosing(r choosing) (*cobra.Command, *decision) {
	d := &decision{call: c, choice: r.choice}
	cmd := &cobra.Command{
		Use: r.use, Example: r.example, Short: r.short, Long: r.about, Args: r.args, ValidArgsFunction: c.argument(r.offers),
		RunE: c.running(func() (int, error) {
			if err := d.check(); err != nil {
				return 0, err
			}
			return d.deciding(func(v *vault.Vault, s model.Snapshot) (int, error) { return r.decide(d, v, s) })
		}),
	}
	if !r.mute {
		cmd.Flags().StringVarP(&d.note, "note", "m", "", "the `NOTE` or reason for the agent")
		cmd.Flags().Bool("yes", false, "decide without showing it and asking")
	}
	return c.decisionFlags(cmd, d), d
}

// decisionFlags declares the flags of every command that decides.
func (c *call) decisionFlags(cmd *cobra.Command, d *decision) *cobra.Command {
	cmd.Flags().StringVar(&d.hash, "expect-hash", "", "refuse unless the file has this `HASH`, or the request and its plan this token")
	cmd.Flags().BoolVar(&d.dryRun, "dry-run", false, "print the changes without making them")
	// It is a setting too.
	cmd.Flags().Bool("commit", false, "make a git commit of the files that it changes")
	return c.withJSON(cmd)
}

// refHelp says what a REF is.
const refHelp = `REF is an id as in --json, a path in the vault, a file name with or without
its extension, or a plan id. If several things match, they are listed.`

const decisionHelp = refHelp + `
A plan id means the one request that the plan waits for.
--expect-hash refuses unless the file still has the token or SHA-256 that
coldstart show prints.`

func newApprove(c *call) *cobra.Command {
	cmd, d := c.requestCommand("approve REF [-m NOTE]", "Approve a request or a proposal", model.ChoiceApprove, "a request or a proposal",
		`coldstart approve 2026-013 -m "Checked against the delivery note"`)
	cmd.Long += `
Without a terminal --expect-hash is needed.
A request with warnings needs --target, one with a masked key --reveal; the
error has the reason. An action that the gate blocked may run once: --times,
--session and --for allow more, --pattern allows similar lines. A deny rule
overrides any approval.`
	cmd.Flags().StringVar(&d.target, "target", "", "the `TARGET`, to confirm a request that is expired or has warnings")
	cmd.Flags().IntVar(&d.scope.Times, "times", 0, "allow an action of an agent up to `N` times")
	cmd.Flags().BoolVar(&d.scope.Session, "session", false, "allow it as often as the agent asks in its session")
	cmd.Flags().StringVar(&d.span, "for", "", "allow it as often as the agent asks within this `TIME`, as in 30m")
	cmd.Flags().StringVar(&d.scope.Pattern, "pattern", "", "allow every line that fits `PATTERN`, as in 'git push origin feature/*'")
	return cmd
}

func newReject(c *call) *cobra.Command {
	cmd, _ := c.requestCommand("reject REF -m REASON", "Reject a request or a proposal, with a reason", model.ChoiceReject, "a request or a proposal",
		`coldstart reject 2026-013 -m "Ask for a credit note first"`)
	return cmd
}

func newChanges(c *call) *cobra.Command {
	cmd, _ := c.requestCommand("changes REF -m NOTE", "Ask for changes to a request, which stays pending", model.ChoiceChanges, "a request",
		`coldstart changes 2026-013 -m "Shorter, please"`)
	return cmd
}

func (c *call) requestCommand(use, short string, choice model.Choice, what, example string) (*cobra.Command, *decision) {
	return c.choosing(choosing{use, example, short, decisionHelp, choice, needs(what), decisionOffers, (*decision).onRequest, false})
}

func (c *decision) onRequest(v *vault.Vault, s model.Snapshot) (int, error) {
	choice := c.choice
	ref, err := refs.FindRequest(s, c.args[0], choice)
	p, is, hidden := c.proposal(s, choice, ref, err)
	switch {
	case hidden != nil:
		return 0, hidden
	case is:
		return c.onProposal(v, s, p, map[model.Choice]model.Choice{model.ChoiceApprove: model.ChoiceAccept, model.ChoiceReject: model.ChoiceDecline}[choice])
	case errors.Is(err, model.ErrNotFound):
		return c.decidedBefore(v, s, choice, err)
	case err != nil:
		return 0, err
	}
	if ref.Kind == model.KindProblem {
		// The note of a decided file can be in trouble too.
		if _, before, err := v.Decided(ref.Path); err == nil && before != model.ChoiceNone {
			return c.decidedBefore(v, s, choice, refused(s, ref, choice, rule.Refuse(s, ref, choice)))
		}
	}
	if q, _ := s.Request(ref.Path); q.Unread {
		if s, err = v.LoadWith(c.ctx, s.At, ref.Path); err != nil {
			return 0, err
		}
	}
	q, _ := s.Request(ref.Path)
	if why := q.RefuseScope(choice, c.scope, gate.Covers); why != "" {
		return 0, say.Usage(why, "without --times, --session, --for and --pattern an approval allows it once")
	}
	return c.decideOn(v, s, model.Decision{Ref: ref, Choice: choice, Scope: c.scope})
}

// proposal finds the proposal that a line means which approves or rejects. It fails where a request has the name too.
func (c *decision) proposal(s model.Snapshot, choice model.Choice, ref model.Ref, notFound error) (p model.Proposal, is bool, err error) {
	p, no := refs.FindProposal(s.Memory, c.args[0])
	if no != nil || choice == model.ChoiceChanges {
		return p, false, nil
	}
	decidable := slices.Contains([]model.Kind{model.KindRequest, model.KindPlan, model.KindProblem}, ref.Kind)
	switch {
	case notFound == nil && decidable:
		return p, false, refs.Ambiguous(c.args[0], []model.Ref{ref, p.Ref()})
	case notFound != nil && !errors.Is(notFound, model.ErrNotFound):
		return p, false, nil
	case c.scope != model.Scope{}:
		return p, false, say.Usage("--times, --session, --for and --pattern are for an action of an agent", c.usageHint())
	}
	return p, true, nil
}

func (c *decision) decideOn(v *vault.Vault, s model.Snapshot, d model.Decision) (int, error) {
	if reason := rule.RefuseStep(s, d.Ref, d.Choice, d.Step); reason.Given() {
		return 0, refused(s, d.Ref, d.Choice, reason)
	}
	return c.decideNow(v, s, d)
}

func (c *decision) decideNow(v *vault.Vault, s model.Snapshot, d model.Decision) (int, error) {
	d.At, d.Typed, d.Note = s.At, c.target, cmp.Or(d.Note, c.note)
	for try := 1; ; try++ {
		doc, err := v.Read(c.ctx, d.Ref)
		if moved, gone := errors.AsType[model.Moved](err); gone {
			return 0, lost(d, moved)
		}
		if err != nil {
			return 0, err
		}
		d.Seen, d.Foreseen = doc.Seen, rule.ForeseeOne(s, d.Ref, d.Choice)
		if err := cmp.Or(c.expected(d), c.refuseMasked(d, doc), c.refuseUnseen(d)); err != nil {
			return 0, err
		}
		if !d.Token().Matches(c.hash) && !c.asksFirst() {
			// No plan was shown with it.
			d.Foreseen = model.Foreseen{}
		}
		exit, err := c.carryOut(v, s, d)
		// An entry does not depend on what the journal says, so another one in between is no
		// conflict.
		again := d.Choice == model.ChoiceEntry && errors.Is(err, model.ErrConflict) && !c.has("expect-hash")
		if !again || try == mostTries {
			return exit, err
		}
	}
}

// mostTries bounds the attempts to add an entry to a journal that others write to.
const mostTries = 50

// deciding runs a command that only a person may give.
func (c *decision) deciding(do work) (int, error) {
	if !c.dryRun {
		if err := c.needsPerson(); err != nil {
			return 0, err
		}
	}
	return c.writing(do)
}

// writing is call.deciding, except that a dry run finishes nothing.
func (c *decision) writing(do work) (int, error) {
	switch {
	case c.dryRun:
		return c.looking(do)
	case c.env.asked.unmade != nil:
		do = c.settled
	}
	return c.call.deciding(do)
}

// settled answers for a line whose answer was lost, in the place of its work: with the receipt of the
// decision that it made, if it made one.
func (c *decision) settled(v *vault.Vault, s model.Snapshot) (int, error) {
	settled, err := v.Settle(c.ctx, c.env.asked.id, s.At)
	switch {
	case err != nil:
		return 0, err
	case !settled.Made:
		*c.env.asked.unmade = true
		return 0, errors.New("it was not decided")
	}
	return c.made(s, settled.Receipt)
}

func (c *call) loadFinished(v *vault.Vault) (model.Snapshot, error) {
	now := c.now()
	s, err := v.Load(c.ctx, now)
	if err != nil || len(s.Interrupted) == 0 || s.Closed().Given() {
		return s, err
	}
	if notice := c.finish(v, now, ""); notice != "" {
		c.hint(notice)
	}
	return v.Load(c.ctx, now)
}

// check checks the flags.
func (c *decision) check() error {
	c.note = model.OneLine(c.note)
	if c.note == "" && c.choice.NeedsNote() {
		return say.Usage(title(c.given)+" needs -m with a reason for the agent", c.usageHint())
	}
	if c.has("times") && (c.scope.Times < 1 || c.scope.Times > model.MostTimes) {
		return say.Usage(fmt.Sprintf("--times needs a number from 1 to %d", model.MostTimes), c.usageHint())
	}
	if err := cmp.Or(tooLong("the text of -m", c.note), c.takeScope()); err != nil {
		return err
	}
	if c.has("expect-hash") && !isHash(c.hash) {
		return say.Usage("--expect-hash needs 8 to 64 hex digits", "coldstart show REF prints the token of a request, and the SHA-256 of anything else")
	}
	return nil
}

// takeScope reads how often, how long and for what else an approval counts.
func (c *decision) takeScope() error {
	if c.has("for") {
		span, ok := model.ParseSpan(c.span)
		if !ok || span <= 0 {
			return say.Usage("--for needs a length of time, as in 30m or 2h", c.usageHint())
		}
		c.scope.For = span
	}
	if c.has("pattern") && c.scope.Pattern == "" {
		return say.Usage("--pattern needs a text", c.usageHint())
	}
	return nil
}

// tooLong refuses a text that is longer than model.MaxNote.
func tooLong(what, note string) error {
	n := utf8.RuneCountInString(note)
	if n <= model.MaxNote {
		return nil
	}
	return say.Usage(fmt.Sprintf("%s has %d characters; the limit is %d", what, n, model.MaxNote), "nothing was written; use fewer words")
}

func refused(s model.Snapshot, ref model.Ref, choice model.Choice, reason model.Reason) error {
	if reason.Code == model.BecauseOfTool {
		return say.Failed(model.ErrNotAllowed, phrase.Reason(reason), "coldstart changes no file of another tool")
	}
	if reason.Code == model.BecauseMerging {
		return say.Hinted(fmt.Errorf("cannot %s %s: %w: %s", choice.Verb(), refs.Subject(ref), model.ErrNotAllowed, phrase.Reason(reason)), s.MergeProblem().Hint)
	}
	kind := model.ErrNotAllowed
	if s.ReadOnly != "" {
		kind = model.ErrReadOnly
	}
	return fmt.Errorf("cannot %s %s: %w: %s", choice.Verb(), refs.Subject(ref), kind, phrase.Reason(reason))
}

// expected compares what is there with --expect-hash. For a yes the hash of the text alone is not
// enough where the yes touches a plan.
func (c *decision) expected(d model.Decision) error {
	token, plan, alone := d.Token(), d.Covers(), d.Seen.Matches(c.hash)
	if !c.has("expect-hash") || token.Matches(c.hash) || alone && d.Choice != model.ChoiceApprove {
		return nil
	}
	if alone {
		return say.Failed(model.ErrConflict, "cannot approve "+refs.Subject(d.Ref)+": this is the hash of the request alone, and approving also changes "+plan,
			"no decision made; coldstart show "+refs.Typed(d.Ref)+" prints the token that covers both")
	}
	changed := d.Ref.Path
	switch same := d.Seen.InToken(c.hash); {
	case same && plan != "":
		changed = plan + ", the plan of " + changed
	case same:
		changed = "the plan of " + changed
	case plan != "" && len(c.hash) < model.TellingDigits:
		changed += " or its plan " + plan
	case plan == "":
		is, not := token.String(), strings.ToLower(c.hash)
		n := len(token.Short())
		for n < len(not) && is[:n] == not[:n] {
			n++
		}
		return advised(d.Ref, fmt.Errorf("%s: %w: its hash is %s, not %s", changed, model.ErrConflict, is[:n], not[:n]))
	}
	return advised(d.Ref, fmt.Errorf("%s: %w", changed, model.ErrConflict))
}

// refuseMasked refuses to approve a text with a masked part, or under a name with one, which nobody has seen.
func (c *call) refuseMasked(d model.Decision, doc model.Document) error {
	if d.Choice != model.ChoiceApprove || !c.out.Theme.Masks(doc.Bytes) && !c.out.Theme.Masks([]byte(d.Ref.Path)) {
		return nil
	}
	return say.Hinted(fmt.Errorf("cannot approve %s: %w: it seems to contain a key or a password, which is masked", refs.Subject(d.Ref), model.ErrNotAllowed),
		"look at it with coldstart show --reveal "+refs.Typed(d.Ref), "then approve with --reveal")
}

// lost refuses a decision on a request that was pending a moment ago.
func lost(d model.Decision, moved model.Moved) error {
	return say.Failed(model.ErrConflict, d.Choice.Doing()+" "+d.Ref.Path+": "+moved.Error(), movedHint(moved))
}

func movedHint(m model.Moved) string {
	return "no decision made; read it with coldstart show " + refs.Typed(model.Ref{Kind: model.KindRequest, Path: m.To})
}

// target is the flag that confirms a request with warnings.
func target(u *model.Untyped) string {
	return "--target '" + strings.ReplaceAll(u.Word, "'", `'\''`) + "'"
}

// advised adds what to do after a decision that was not made.
func advised(ref model.Ref, err error) error {
	untyped, needed := errors.AsType[*model.Untyped](err)
	moved, gone := errors.AsType[model.Moved](err)
	switch {
	case needed:
		return say.Listed(model.ErrNotAllowed, untyped.What()+":", say.Each(untyped.Why, phrase.Reason), "to approve it anyway, add "+target(untyped))
	case gone:
		return say.Hinted(err, movedHint(moved))
	case errors.Is(err, model.ErrConflict):
		return say.Hinted(err, "no decision made; read it again with coldstart show "+refs.Typed(ref))
	case errors.Is(err, model.ErrLocked):
		return say.Hinted(err, "no decision made; try again in a moment")
	case vault.IsNobody(err):
		return say.Hinted(err, "no decision made; "+nameYourself)
	case model.IsUnsettled(err), errors.Is(err, model.ErrNotAllowed), errors.Is(err, model.ErrReadOnly):
		return err
	}
	return say.Hinted(err, "no decision made")
}

func (c *decision) carryOut(v *vault.Vault, s model.Snapshot, d model.Decision) (int, error) {
	d.Commit = c.conf.On("commit")
	if c.dryRun {
		changes, err := v.Rehearse(c.ctx, d)
		if untyped, needed := errors.AsType[*model.Untyped](err); needed {
			c.hint("to approve it, add " + target(untyped) + ": " + strings.Join(say.Each(untyped.Why, phrase.Reason), "; "))
			changes, err = v.Preview(c.ctx, d)
		}
		if err != nil {
			return 0, advised(d.Ref, err)
		}
		return c.answer(func() any { return answer.DecisionJSON(s, model.Receipt{Decision: d, Changes: changes}, true) }, func() { c.out.Preview(s, d, changes) })
	}
	if c.asksFirst() && !c.agreed {
		if yes, err := c.ask(v, s, &d); err != nil || !yes {
			return exitFailed, err
		}
		d.At = c.now()
	}
	d.Under = c.under
	if d.How = model.HowScript; c.env.StdinIsTerminal {
		d.How = model.HowTerminal
	}
	d.ID = c.env.asked.id
	receipt, err := v.Decide(c.ctx, d)
	if err != nil {
		return 0, advised(d.Ref, err)
	}
	if receipt.Already && d.Ref.Kind == model.KindRequest && d.Choice != model.ChoiceUndo {
		// It was pending a moment ago: another process made the same decision first.
		if to, choice, err := v.Decided(d.Ref.Path); err == nil && choice == d.Choice {
			return 0, lost(d, model.Moved{Choice: choice, To: to})
		}
	}
	return c.made(s, receipt)
}

// made shows what a decision did.
func (c *call) made(s model.Snapshot, receipt model.Receipt) (int, error) {
	for _, notice := range receipt.Notices {
		c.hint(notice)
	}
	return c.answer(func() any { return answer.DecisionJSON(s, receipt, false) }, func() { c.out.Receipt(s, receipt) })
}

// decidedBefore answers for a request that is no longer pending: the same decision is
// already done, another one is a conflict. If it was never decided, the error is notThere.
func (c *decision) decidedBefore(v *vault.Vault, s model.Snapshot, choice model.Choice, notThere error) (int, error) {
	for _, name := range fileNames(c.args[0]) {
		file, before, err := v.Decided(name)
		switch {
		case err != nil:
			return 0, err
		case before == model.ChoiceNone:
			continue
		case before == choice && c.scope != model.Scope{}:
			return 0, say.Failed(model.ErrConflict, file+" is approved already", "no decision made; coldstart undo withdraws the rest of that approval")
		case before != choice:
			return 0, say.Failed(model.ErrConflict, fmt.Sprintf("%s is %s already, as %s", name, strings.ToLower(before.Past()), file), "no decision made; see coldstart list decisions")
		}
		if v, ok := model.First(rule.ByOthers(s), func(v *model.Verified) bool { return v.Path == file }); ok {
			return 0, say.Failed(model.ErrConflict, file+" is "+phrase.Reason(rule.WhyByOthers(s, v)), "no decision made; "+answer.ByOthersHint(v))
		}
		return c.alreadySo(v, s, model.Decision{
			Ref: model.Ref{Kind: model.KindRequest, Path: file}, Choice: choice, At: s.At,
		})
	}
	return 0, answeredBefore(v, c.args[0], notThere)
}

// answeredBefore says what a request of another program was answered by its file, or else what it
// is given.
func answeredBefore(v *vault.Vault, text string, otherwise error) error {
	text = strings.TrimPrefix(text, model.KindRequest.String()+":")
	for _, name := range append([]string{text}, fileNames(text)...) {
		if q, ok := v.Answered(name); ok {
			when := ""
			if !q.DecidedAt.IsZero() {
				when = ", " + model.FormatUTC(q.DecidedAt)
			}
			return say.Failed(model.ErrConflict, fmt.Sprintf("%s was answered already: %s%s", q.Path, q.Status, when), "no decision made; a new text comes as a new request of "+q.Reading.Tool)
		}
	}
	return otherwise
}

// alreadySo reports a decision that was made before, after comparing the decided file with
// --expect-hash.
func (c *decision) alreadySo(v *vault.Vault, s model.Snapshot, d model.Decision) (int, error) {
	doc, err := v.Read(c.ctx, d.Ref)
	switch {
	case errors.Is(err, model.ErrNotFound) && (!c.has("expect-hash") || c.saw(v, d)):
	case err != nil:
		return 0, err
	default:
		d.Seen = doc.Seen
		if err := c.expected(d); err != nil && !doc.Seen.InToken(c.hash) && !c.saw(v, d) {
			return 0, err
		}
	}
	if c.note != "" && s.Said[d.Ref.Path].Note != c.note {
		c.hint("your text was not recorded: the earlier decision stands")
	}
	return c.already(s, d)
}

// saw reports whether --expect-hash is that of the decision itself: an answer to another program
// changes the file that was seen, and agents move an approved file on.
func (c *decision) saw(v *vault.Vault, d model.Decision) bool {
	past, err := v.History()
	return err == nil && slices.ContainsFunc(past, func(p model.Past) bool {
		seen := p.Decision.Seen
		return (p.Decision.Ref == d.Ref || p.To == d.Ref.Path) && p.Decision.Choice == d.Choice && p.Fate == model.FateDone && (seen.Matches(c.hash) || seen.InToken(c.hash))
	})
}

// already reports a decision that was made before.
func (c *call) already(s model.Snapshot, d model.Decision) (int, error) {
	return c.answer(func() any { return answer.DecisionJSON(s, model.Receipt{Decision: d, Already: true}, false) }, func() { c.out.Already(d) })
}

func fileNames(text string) []string {
	text = strings.TrimPrefix(text, model.KindRequest.String()+":")
	base := path.Base(text)
	if path.Ext(base) == "" {
		return []string{base + ".md", base + ".json"}
	}
	return []string{base, base + ".md"}
}

func newHistory(c *call) *cobra.Command {
	var limit int
	var refused bool
	cmd := &cobra.Command{
		Use: "history [REF] [--limit N] [--refused] [--json]", Example: "coldstart list decisions --json",
		Short: "List your decisions in this vault, newest first; writes nothing",
		Long: `With REF, an id or a path, it lists only the decisions on that item. Undone
decisions stay in the list. --refused lists actions that the gate refused
without asking you.`,
		Args: atMost(1), RunE: c.running(func() (int, error) {
			if refused {
				return c.runRefused(limit)
			}
			return c.runHistory(limit)
		}),
		ValidArgsFunction: c.argument(askedOffers),
	}
	cmd.Flags().IntVar(&limit, "limit", 0, "only the newest `N`")
	cmd.Flags().BoolVar(&refused, "refused", false, "list the refused actions of agents")
	return c.withJSON(cmd)
}

// runRefused lists what was refused without asking the operator.
func (c *call) runRefused(limit int) (int, error) {
	switch {
	case c.has("limit") && limit < 1:
		return 0, say.Usage("--limit needs a number of 1 or more", c.usageHint())
	case len(c.args) > 0:
		return 0, say.Usage("--refused needs no REF: a refused action is not a request", c.usageHint())
	}
	return c.looking(func(v *vault.Vault, s model.Snapshot) (int, error) {
		all := slices.Clone(s.Refused)
		slices.Reverse(all)
		if limit > 0 {
			all = all[:min(limit, len(all))]
		}
		return c.answer(func() any { return answer.RefusedJSON(s, all) }, func() { c.out.Refused(s, all) })
	})
}

func (c *call) runHistory(limit int) (int, error) {
	if c.has("limit") && limit < 1 {
		return 0, say.Usage("--limit needs a number of 1 or more", c.usageHint())
	}
	return c.looking(func(v *vault.Vault, s model.Snapshot) (int, error) {
		history, err := v.History()
		if err != nil {
			return 0, err
		}
		if len(c.args) > 0 {
			if history, err = c.historyOf(v, s, history); err != nil {
				return 0, err
			}
		}
		if limit > 0 && limit < len(history) {
			history = history[:limit]
		}
		asks, err := v.Gate().Asks(s.At)
		if err != nil {
			return 0, err
		}
		return c.answer(func() any { return answer.HistoryJSON(s, history, asks) }, func() { c.out.History(s, history, asks) })
	})
}

// historyOf keeps the decisions on what the argument names.
func (c *call) historyOf(v *vault.Vault, s model.Snapshot, history []model.Past) ([]model.Past, error) {
	text, path := c.args[0], c.args[0]
	reply, err := v.Reply(c.ctx, text, s.At)
	switch {
	case err == nil:
		path = reply.Ref.Path
	case !errors.Is(err, model.ErrNotFound):
		return nil, notAsked(err)
	}
	if ref, _, err := refs.FindShown(s, text); err == nil {
		text = ref.String()
	}
	of := slices.DeleteFunc(slices.Clone(history), func(p model.Past) bool {
		return !slices.Contains([]string{p.ID, p.Decision.Ref.String(), p.Decision.Undoes.ID}, text) && p.Decision.Ref.Path != path
	})
	if len(of) == 0 {
		return nil, refs.NotFound(c.args[0], "see coldstart list decisions")
	}
	return of, nil
}

func newUndo(c *call) *cobra.Command {
	cmd, _ := c.choosing(choosing{"undo [ID] [-m NOTE]", `coldstart undo -m "Sent to the wrong desk"`, "Undo your last decision, unless an agent has acted on it",
		`Without ID it undoes the newest decision; run it again for the one before. The
request, the note and the plan's status come back byte for byte; logs keep both
lines. It is refused, with the file and the line, once an agent has acted on the
decision, and for sessions, since event logs only grow. The unused part of an
approval for several times or for a session can be undone at any time.`, model.ChoiceUndo, atMost(1), undoOffers, (*decision).undo, false})
	return cmd
}

func (c *decision) undo(v *vault.Vault, s model.Snapshot) (int, error) {
	u, err := c.undoable(v, s)
	if err != nil {
		return 0, err
	}
	d := model.Decision{Ref: u.On, Choice: model.ChoiceUndo, Note: c.note, Undoes: rule.Undone(u.Past)}
	switch {
	case u.Past.UndoneBy != "":
		return c.undoneAlready(s, u, d)
	case s.ReadOnly != "":
		return 0, fmt.Errorf("cannot undo: %w: %s", model.ErrReadOnly, s.ReadOnly)
	case s.Merging != "":
		return 0, say.Hinted(fmt.Errorf("cannot undo: %w: %s", model.ErrNotAllowed, phrase.Reason(s.Merging.Reason())), s.MergeProblem().Hint)
	case len(u.Newer) > 0:
		return 0, passedOver(u)
	case u.Why.Given():
		return 0, say.Failed(u.Kind, "cannot undo the "+phrase.NotUndoable(u), instead(u.Why))
	}
	exit, err := c.decideNow(v, s, d)
	if err == nil && u.Withdraws != nil && !c.json {
		c.out.Withdraws(*u.Withdraws, s.At, c.dryRun)
	}
	return exit, err
}

// instead says what can be done where nothing can be undone.
func instead(why model.Reason) string {
	const history = "see coldstart list decisions"
	switch why.Code {
	case model.BecauseCarriedOut, model.BecausePickedUp, model.BecauseGoneOn, model.BecauseTakenUp, model.BecauseTakenFrom:
		return "coldstart message TEXT tells the next session; " + history
	}
	return history
}

func (c *decision) undoable(v *vault.Vault, s model.Snapshot) (model.Undoable, error) {
	if len(c.args) == 0 {
		if s.Undo.Past.ID == "" {
			return s.Undo, say.Failed(model.ErrNotFound, "nothing to undo", "see coldstart list decisions")
		}
		return s.Undo, nil
	}
	u, err := v.Undoable(c.args[0], s)
	if err != nil {
		return u, say.Hinted(err, "see coldstart list decisions")
	}
	return u, nil
}

// passedOver refuses to undo an older decision that was not named when the newest cannot
// be undone.
func passedOver(older model.Undoable) error {
	return say.Failed(model.ErrConflict, "cannot undo the "+phrase.NotUndoable(older.Newer[0]), "nothing was undone; coldstart undo "+older.Past.ID+" undoes the older "+phrase.Past(older.Past))
}

func (c *decision) undoneAlready(s model.Snapshot, u model.Undoable, d model.Decision) (int, error) {
	return c.answer(func() any {
		return answer.DecisionJSON(s, model.Receipt{ID: u.Past.UndoneBy, Decision: d, Already: true}, false)
	}, func() {
		c.out.Line(answer.Words(styles.RolePlain, "already undone: "), c.out.Exact(styles.RolePlain, phrase.Past(u.Past)))
	})
}
