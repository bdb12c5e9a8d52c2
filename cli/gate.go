package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"coldstart/cli/answer"
	"coldstart/cli/gate"
	"coldstart/cli/marks"
	"coldstart/cli/say"
	"coldstart/cli/settings"
	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/styles"
	"coldstart/styles/secrets"
	"coldstart/vault"
	"coldstart/vault/hook"
)

const (
	// gateTime is how long the gate may take beside --wait. All clients give it longer.
	gateTime = 8 * time.Second
	// gateEnds is how long it may still take to end orderly, when that is over.
	gateEnds = time.Second
	// mostGateWait is the longest --wait: what a client can wait is below.
	mostGateWait = 14 * 24 * time.Hour
)

// gateName is the word on the command line.
const gateName = "gate"

// gateSpan is how long the gate may take in this environment.
func (e Env) gateSpan() time.Duration { return cmp.Or(e.gateTime, gateTime) }

// gateCall is one event of a client.
type gateCall struct {
	*call
	agent  string
	wait   time.Duration
	client gate.Client
	// elsewhere is true for a hook that is not in a settings file of the agent, such as that of a plugin.
	elsewhere bool
	// try and tool are an action to hold the rules against.
	try, tool string
	// edit is what --in, --then and --yes say.
	edit gateEdit
	// known is what is known so far, for an answer at the deadline.
	known atomic.Pointer[gateKnown]
}

// gateKnown is an event with what the rules say of it.
type gateKnown struct {
	moment gate.Moment
	named  bool
}

// gateSaid is what came of an event.
type gateSaid struct {
	moment gate.Moment
	gate.Answer
	err error
	// refused is what refused the action without asking the operator, zero for nothing.
	refused model.Refusal
	action  model.Action
}

func newGate(c *call) *cobra.Command {
	g := &gateCall{call: c}
	cmd := &cobra.Command{
		Use: "gate add|remove|list|rules|try|test [PATTERN] | --agent A", Example: "coldstart agent gate test",
		Short: "Block an agent's action until you approve it (called by hooks)",
		Long: `Without a word it answers an agent's client, as its hook.
  add      add a rule: a shell command that fits PATTERN waits until you
           approve it; * matches any text
  remove   remove the rule with this pattern or number
  list     list the rules; rules also prints some to start from
  try      show which rule applies to a shell line
  test     call the installed gates as their agents do; exits with 1 if one
           fails to block`,
		Args: atMost(2), RunE: c.running(g.run), ValidArgs: []string{"add", "remove", "list", "rules", "test", "try"},
	}
	cmd.Flags().StringVar(&g.try, "try", "", "apply the rules to this `LINE` of a shell, run in the working directory")
	cmd.Flags().StringVar(&g.tool, "tool", gate.Shell, "the tool `T` of the rule, or of the call tried")
	cmd.Flags().StringVar(&g.edit.in, "in", "", "add a rule for this folder `DIR` alone")
	cmd.Flags().StringVar(&g.edit.then, "then", model.ThenAsk.String(), "what the rule `WANTS`: ask, deny or allow")
	cmd.Flags().BoolVar(&g.edit.yes, "yes", false, "write without asking")
	cmd.Flags().StringVar(&g.agent, "agent", "", "the client `A` that calls: "+say.JoinedWords(clientNames()))
	cmd.Flags().Var(&parsed{read: func(text string) error {
		d, ok := model.ParseSpan(text)
		if !ok || d <= 0 || d > mostGateWait {
			return errors.New("not a length of time like 10m, at most 14d")
		}
		g.wait = d
		return nil
	}}, "wait", "wait `D` for the decision, as in 10m")
	cmd.Flags().BoolVar(&g.elsewhere, "elsewhere", false, "the hook is not in a settings file of the agent, as with a plugin")
	return c.withJSON(cmd)
}

func clientNames() []string {
	return say.Each(gate.Clients(), func(c gate.Client) string { return c.Name })
}

// run answers one event. Reading it, the vault and the answer share one deadline; what is still
// not known at it is refused.
func (g *gateCall) run() (int, error) {
	if len(g.args) > 0 {
		return g.word(g.args[0], g.args[1:])
	}
	g.refuses = true
	if g.has("try") || g.has("tool") {
		return 0, say.Usage("--tool is for coldstart agent gate add and try", g.usageHint())
	}
	if err := g.fits(""); err != nil {
		return 0, err
	}
	if !g.has("agent") {
		return 0, say.Usage("coldstart agent gate needs a command, or --agent with the client that calls it", "the commands are "+strings.Join(g.cmd.ValidArgs, ", "), "see coldstart agent gate list")
	}
	var ok bool
	if g.client, ok = gate.ClientNamed(g.agent); !ok {
		return 0, say.Usage("--agent is "+say.JoinedWords(clientNames())+", not "+say.Quoted(g.agent), g.usageHint())
	}
	ctx, stop := signal.NotifyContext(g.ctx, syscall.SIGTERM, os.Interrupt)
	defer stop()
	span := g.wait + g.env.gateSpan()
	if g.confErr != nil {
		// It may have taken the other half to fail.
		span = g.env.gateSpan() / 2
	}
	ctx, cancel := context.WithTimeout(ctx, span)
	defer cancel()
	done := make(chan gateSaid, 1)
	go func() {
		var a model.Action
		said := g.judge(ctx, &a)
		said.action = a
		done <- said
	}()
	select {
	case said := <-done:
		return g.say(said)
	case <-ctx.Done():
	}
	select {
	case said := <-done:
		return g.say(said)
	case <-time.After(gateEnds):
		return g.say(g.late())
	}
}

// word does what a person asks of the gate.
func (g *gateCall) word(what string, rest []string) (int, error) {
	if err := g.fits(what); err != nil {
		return 0, err
	}
	switch {
	case what == "add", what == "remove", what == "list":
		g.edit.call, g.edit.tool = g.call, g.tool
		return g.edit.run(what, rest)
	case what == "try" && len(rest) == 1 && !g.json:
		return gateRules{g.call, rest[0], g.tool}.saysOf()
	case len(rest) > 0:
		return 0, say.Usage(unexpected+say.Quoted(rest[0]), g.usageHint())
	case what == "test":
		return (&gateTrial{call: g.call, agent: g.agent}).run()
	case what == "try":
		return 0, say.Usage("coldstart agent gate try needs a line", `as in coldstart agent gate try "git push"`)
	case what == "rules" && g.json:
		return 0, say.Usage("only coldstart agent gate test writes JSON", g.usageHint())
	case what == "rules":
		return gateRules{g.call, g.try, g.tool}.run()
	}
	return 0, say.Usage(say.Unknown("word", what), say.Suggest(what, g.cmd.ValidArgs, g.usageHint()))
}

// fits fails for a flag that a word does not take.
func (g *gateCall) fits(what string) error {
	for _, flag := range []string{"in", "then", "yes", "try"} {
		takes := map[string]bool{"add": flag != "try", "remove": flag == "yes", "rules": flag == "try"}[what]
		if g.has(flag) && !takes {
			return say.Usage(say.Dashed(flag)+" is not for coldstart agent "+strings.TrimSpace(gateName+" "+what), g.usageHint())
		}
	}
	return nil
}

// late is the answer when the time is over.
func (g *gateCall) late() gateSaid {
	known := g.known.Load()
	if known == nil && (g.confErr != nil || gate.Restricts(g.conf.Gate)) || known != nil && known.named && known.moment == gate.Before {
		return denies(gate.TooLate, unread("the gate had no answer in time"))
	}
	return gateSaid{}
}

// say writes the answer: one object and nothing else on standard output.
func (g *gateCall) say(said gateSaid) (int, error) {
	if said.refused.By != model.RefusedByNothing && said.action.Session != gate.Probe {
		g.keep(said.action, said.refused)
	}
	if said.err != nil && said.moment == gate.Prompt {
		// Exit 2 would answer the prompt with a no.
		g.err.Line(g.err.Label(styles.RoleWarn, "coldstart: the prompt is left to "+g.client.Name+": "+phrase.Error(said.err)))
	} else if said.err != nil && said.Verdict == gate.Pass {
		return exitUsage, said.err
	}
	line, err := g.client.Write(said.moment, said.Answer)
	if err != nil {
		return exitUsage, err
	}
	// What the operator wrote may have a key in it.
	g.out.Text.Write(answer.ASCIIJSON(append(g.out.Theme.Masking().MaskedJSON(line), '\n')))
	if said.moment == gate.Before && said.Verdict == gate.Deny {
		g.err.Line(g.err.Label(styles.RolePlain, said.Reason))
		if g.env.unheard {
			return exitUsage, nil
		}
	}
	return exitDone, nil
}

// judge says what becomes of one event, and which action it is about.
func (g *gateCall) judge(ctx context.Context, about *model.Action) gateSaid {
	restricts := gate.Restricts(g.conf.Gate)
	raw, err := io.ReadAll(io.LimitReader(g.env.Stdin, gate.MostEvent+1))
	var event gate.Event
	if err == nil {
		event, err = g.client.Read(raw)
	}
	*about = event.Action
	about.Client = g.client.Name
	if event.Moment == gate.Prompt {
		g.known.Store(&gateKnown{gate.Prompt, false})
	}
	switch {
	case event.Moment == gate.Prompt && cmp.Or(err, g.confErr) != nil:
		return gateSaid{moment: gate.Prompt, err: cmp.Or(err, g.confErr)}
	case g.confErr != nil && (err != nil || event.Moment == gate.Before):
		return denies(gate.Unreadable("the settings", phrase.Error(g.confErr)), unread(phrase.Error(g.confErr)))
	case err != nil && restricts:
		return denies(gate.Unreadable("this event", phrase.Error(err)), unread(phrase.Error(err)))
	case err != nil || event.Moment == gate.Elsewhen:
		return gateSaid{}
	case event.Moment == gate.Before && gate.IsProbe(event.Action):
		return denies(gate.Probed, model.Refusal{})
	}
	if event.Moment == gate.Before && restricts {
		// Before anything is known of it: what takes too long is refused, too.
		if reason, by := g.kept(event.Action); reason != "" {
			return denies(reason, by)
		}
	}
	fit := g.weigh(event.Action)
	g.known.Store(&gateKnown{event.Moment, fit.Then == model.ThenAsk || fit.Then == model.ThenDeny})
	switch event.Moment {
	case gate.After:
		return gateSaid{moment: gate.After, err: g.after(ctx, event.Action, fit)}
	case gate.Prompt:
		return g.prompt(ctx, event.Action, fit)
	}
	if !restricts {
		return gateSaid{}
	}
	return g.before(ctx, event.Action, fit)
}

// denies refuses an action; by is what does so without asking the operator, zero for nothing.
func denies(reason string, by model.Refusal) gateSaid {
	return gateSaid{moment: gate.Before, Answer: gate.Answer{Verdict: gate.Deny, Reason: reason}, refused: by}
}

func unread(why string) model.Refusal { return model.Refusal{By: model.RefusedUnread, What: why} }

func byRule(fit model.Fit) model.Refusal {
	return model.Refusal{By: model.RefusedByRule, What: ruleWords(fit.Rule), RuleLine: fit.Rule.Line}
}

// weigh holds the rules against an action, by the paths that are named and by those that links
// lead to. The stricter answer counts.
func (g *gateCall) weigh(a model.Action) model.Fit {
	a = g.led(a)
	if len(gate.Lines(a)) > 0 && gate.Restricts(g.conf.Gate) {
		a.Links = links(a)
	}
	fit := gate.Weigh(g.conf.Gate, a)
	if dir := vault.LeadsTo(a.Dir); dir != a.Dir {
		a.Dir = dir
		if other := gate.Weigh(g.conf.Gate, a); other.Then > fit.Then {
			fit = other
		}
	}
	return fit
}

// led adds to the paths of an action those that a client may make of them, such as of ~/x, and those
// that links lead to.
func (g *gateCall) led(a model.Action) model.Action {
	all := slices.Clone(a.Paths)
	for _, p := range a.Paths {
		rest := strings.TrimSpace(strings.TrimPrefix(p, strings.TrimSuffix(a.Dir, "/")+"/"))
		switch below, ok := strings.CutPrefix(rest, "~/"); {
		case ok:
			all = append(all, filepath.Join(homeDir(g.env.Getenv), below))
		case filepath.IsAbs(rest):
			all = append(all, filepath.Clean(rest))
		}
		if below, ok := strings.CutPrefix(p, "/proc/self/cwd/"); ok {
			all = append(all, filepath.Join(a.Dir, below))
		}
	}
	a.Paths = unique(append(all, say.Each(all, vault.LeadsTo)...))
	return a
}

// kept says why an action is the operator's alone, whatever the rules say, and what refuses it; "" for any other.
func (g *gateCall) kept(a model.Action) (reason string, by model.Refusal) {
	if own := g.own(a).Named(g.led(a)); own != "" {
		return gate.Protected(own), model.Refusal{By: model.RefusedOwnFile, What: own}
	}
	if command := gate.Reserved(a, g.opensScreen); command != "" && !g.conf.On(settings.DecideUnderAgents) {
		return gate.Personal(command), model.Refusal{By: model.RefusedPersonal, What: command}
	}
	return "", model.Refusal{}
}

// before decides on an action that is about to run.
func (g *gateCall) before(ctx context.Context, a model.Action, fit model.Fit) gateSaid {
	v, err := g.openGate(ctx)
	if err == nil {
		defer v.Close()
		// It only tells that the hook works; what it cannot keep now, it keeps at the next call.
		_ = v.Heard(a.Client, a.Session, g.elsewhere, g.now())
		_ = v.SawRules(g.now())
	}
	switch {
	case fit.Then == model.ThenDeny:
		return denies(gate.Denied(fit, g.conf.File), byRule(fit))
	case fit.Then == model.ThenAsk && err != nil:
		return g.failed(err)
	case fit.Then == model.ThenAsk:
		return g.ask(ctx, v, a, fit)
	}
	return gateSaid{}
}

// opensScreen reports whether this program shows its screen for these words.
func (g *gateCall) opensScreen(words []string) bool {
	if slices.ContainsFunc(words, func(w string) bool { return w == "--help" || w == "-h" || w == "--version" }) {
		return false
	}
	c := newCall(g.ctx, g.env)
	_, rest, err := c.root.Find(c.ahead(words))
	rest = slices.DeleteFunc(rest, func(w string) bool { return strings.HasPrefix(w, "-") })
	// A word that nobody knows yet may be one that only the operator says.
	dark := len(rest) > 0 && slices.Contains([]string{"agent", gateName, "hook"}, c.cmd.Name()) && !slices.Contains(c.cmd.ValidArgs, rest[0])
	return err != nil || c.cmd == c.root || dark
}

// failed refuses an action when nobody can tell whether there is a yes for it.
func (g *gateCall) failed(err error) gateSaid {
	if errors.Is(err, model.ErrNotAllowed) {
		return denies(gate.Unasked(phrase.Error(err)), unread(phrase.Error(err)))
	}
	return denies(gate.Unreadable("what the operator decided", phrase.Error(err)), unread(phrase.Error(err)))
}

// ask looks for the operator's yes, and waits for it if that is wanted.
func (g *gateCall) ask(ctx context.Context, v *vault.Gate, a model.Action, fit model.Fit) gateSaid {
	defers := g.wait > 0 && g.client.Defers && g.env.Getenv("CLAUDE_CODE_ENTRYPOINT") == "sdk-cli"
	if defers && !strings.HasPrefix(a.Session, "-") {
		a.Resume = "claude -p --resume " + model.ShellQuoted(a.Session)
	}
	a.Links, a.Runs = links(a), runs(a)
	asking := v.Ask
	if g.wait > 0 && !defers {
		asking = v.AskAndWait
	}
	ask, reply, err := asking(ctx, a, fit, g.now())
	if err == nil && reply.State == model.ReplyPending && g.wait > 0 && !defers {
		waiting, cancel := context.WithTimeout(ctx, g.wait)
		defer cancel()
		reply, err = v.Wait(waiting, ask.ID, g.now)
		if err == nil && reply.State == model.ReplyApproved {
			a.Links, a.Runs = links(a), runs(a)
			ask, reply, err = v.Ask(ctx, a, fit, g.now())
		}
	}
	switch {
	case err != nil:
		return g.failed(err)
	case reply.State == model.ReplyApproved:
		return gateSaid{moment: gate.Before, Answer: gate.Answer{Verdict: gate.Allow, Reason: gate.Approved(ask.ID, reply)}}
	case reply.State == model.ReplyPending && defers:
		return gateSaid{moment: gate.Before, Answer: gate.Answer{Verdict: gate.Defer, Reason: gate.Waits(ask.ID, fit)}}
	case reply.State == model.ReplyPending:
		return denies(gate.Waits(ask.ID, fit), model.Refusal{})
	}
	return denies(gate.Answered(ask.ID, reply), model.Refusal{})
}

// prompt makes the client's question to its user a request for as long as it waits. What goes
// wrong leaves the question to the client.
func (g *gateCall) prompt(ctx context.Context, a model.Action, fit model.Fit) gateSaid {
	pass := gateSaid{moment: gate.Prompt}
	switch {
	case fit.Then == model.ThenDeny:
		said := denies(gate.Denied(fit, g.conf.File), byRule(fit))
		said.moment = gate.Prompt
		return said
	case g.wait == 0 || gate.IsQuestion(a):
		return pass
	}
	v, err := g.openGate(ctx)
	if err != nil {
		return gateSaid{moment: gate.Prompt, err: err}
	}
	defer v.Close()
	a.Links, a.Runs = links(a), runs(a)
	ask, err := v.Prompt(ctx, a, g.now())
	if err != nil {
		return gateSaid{moment: gate.Prompt, err: err}
	}
	waiting, cancel := context.WithTimeout(ctx, g.wait)
	defer cancel()
	go g.endWithClient(waiting, cancel)
	reply, err := v.Wait(waiting, ask.ID, g.now)
	// The request goes also when this process has to end.
	last, end := context.WithTimeout(context.WithoutCancel(ctx), gateEnds/2)
	defer end()
	if err == nil && reply.State == model.ReplyApproved && ctx.Err() == nil {
		reply, err = v.Take(last, ask.ID, g.now())
	}
	switch {
	case err == nil && reply.State == model.ReplyApproved && ctx.Err() == nil:
		return toPrompt(gate.Allow, gate.Approved(ask.ID, reply))
	case err == nil && (reply.State == model.ReplyRejected || reply.State == model.ReplyContradicting):
		return toPrompt(gate.Deny, gate.Answered(ask.ID, reply))
	case err == nil && reply.State == model.ReplyChanges:
		pass = toPrompt(gate.Deny, gate.Answered(ask.ID, reply))
	}
	pass.err = errors.Join(err, v.Withdraw(last, ask.ID, gate.NoLonger, g.now()))
	return pass
}

// toPrompt is the answer to a prompt.
func toPrompt(v gate.Verdict, reason string) gateSaid {
	return gateSaid{moment: gate.Prompt, Answer: gate.Answer{Verdict: v, Reason: reason}}
}

// endWithClient ends a wait when the client that asked is gone, where the system tells that.
func (g *gateCall) endWithClient(ctx context.Context, end func()) {
	unset := func(string) string { return "" }
	if g.env.above == nil {
		return
	}
	if _, known := marks.Find(unset, g.env.above()); !known {
		return
	}
	tick := time.NewTicker(2 * time.Second)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if _, runs := marks.Find(unset, g.env.above()); !runs {
				end()
				return
			}
		}
	}
}

// after compares what ran with what was allowed, and takes back the prompt that it answers.
func (g *gateCall) after(ctx context.Context, a model.Action, fit model.Fit) error {
	v, err := g.openGate(ctx)
	if err != nil {
		return err
	}
	defer v.Close()
	return v.Ran(ctx, a, fit, g.now())
}

// links finds where links lead from the names in an action: its folder, its files and the words of its
// line. A word that a shell puts together is not seen.
func links(a model.Action) []model.Link {
	const mostWords = 200
	words := strings.FieldsFunc(strings.NewReplacer(`\`, "", `"`, "", "'", "").Replace(strings.Join(gate.Lines(a), "\n")), func(r rune) bool { return strings.ContainsRune(" \t\r\n;|&()<>=`:", r) })
	var found []model.Link
	for _, name := range unique(slices.Concat([]string{a.Dir}, a.Paths, words[:min(len(words), mostWords)])) {
		whole := name
		if !filepath.IsAbs(name) {
			whole = filepath.Join(a.Dir, name)
		}
		to := vault.LeadsTo(whole)
		if name == a.Dir && to != whole || to != filepath.Join(vault.LeadsTo(a.Dir), name) && to != filepath.Clean(whole) {
			found = append(found, model.Link{Name: name, To: to})
		}
	}
	return found
}

// runs reads the files that an action runs, as far as there is room for them.
func runs(a model.Action) (found []model.RunFile) {
	more := 0
	add := func(f model.RunFile) {
		if len(found) == model.MostRuns {
			more++
			return
		}
		found = append(found, f)
	}
	for _, r := range gate.Runs(a) {
		some := false
		var missing model.RunFile
		for _, p := range r.Paths {
			f, there := vault.ReadRun(r.Name, p)
			switch {
			case !there:
				missing = f
				continue
			case len(r.Paths) > 1:
				f.Name = p
			}
			some = true
			add(f)
		}
		if !some && !r.Maybe {
			add(missing)
		}
	}
	if more > 0 {
		found = append(found, model.RunFile{Name: "(+" + model.Counted(more, "file") + ")", Unread: "only the first ones were read"})
	}
	return found
}

// openGate opens the gate of the vault, which reads nothing yet.
func (g *gateCall) openGate(ctx context.Context) (*vault.Gate, error) {
	found, err := g.gateDirs(ctx)
	switch {
	case err != nil:
		return nil, err
	case len(found) != 1:
		return nil, say.Usage(fmt.Sprintf("the gate needs one vault, and here are %d", len(found)), "name it with --vault")
	}
	if err := g.confFor(found[0]); err != nil {
		return nil, err
	}
	return g.gateAt(found[0])
}

// gateAt opens the gate of the vault at dir, by the settings as they were read.
func (g *call) gateAt(dir string) (*vault.Gate, error) {
	return vault.OpenGate(dir, vault.Options{
		StateDir: stateDir(g.env.Getenv, runtime.GOOS), Operator: g.env.Operator, ReadOnly: g.conf.On("read-only"), ReadOnlyWhy: g.readOnlyWhy(),
		Places: g.conf.Places, Zone: g.env.Zone, Clock: g.env.Now, GateHolds: g.conf.GateExpires(), GateFits: gate.Covers, Cut: secrets.Beginning, GateSigners: g.conf.Path("gate-signers"),
		Rules: g.rules(),
	})
}

// mostKeeping is how long an agent waits at most until it is written down that it was refused.
const mostKeeping = 50 * time.Millisecond

// keep writes down that an action was refused without asking the operator. What cannot be written
// changes nothing.
func (g *call) keep(a model.Action, by model.Refusal) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		found, err := g.gateDirs(context.WithoutCancel(g.ctx))
		if err != nil || len(found) != 1 {
			return
		}
		if v, err := g.gateAt(found[0]); err == nil {
			_ = errors.Join(v.Refused(a, by, g.now()), v.Close())
		}
	}()
	select {
	case <-done:
	case <-time.After(mostKeeping):
	}
}

func (g *call) gateDirs(ctx context.Context) ([]string, error) {
	if len(g.vaults) == 1 && g.vaults[0] != "" {
		return g.around().Meant(ctx, inDir(g.env.Dir, g.vaults[0]))
	}
	found, err := g.around().From(ctx, g.env.Dir)
	return found.Dirs, err
}

// own are the files that the gate needs, which an agent has no business with, and the hooks of the folder
// of an action and of those above.
func (g *gateCall) own(a model.Action) gate.Own {
	own := gate.Own{Program: g.env.self, Home: homeDir(g.env.Getenv), Leads: vault.LeadsTo}
	for dir := cmp.Or(a.Dir, g.env.Dir); ; dir = filepath.Dir(dir) {
		for _, name := range hook.AgentHookNames() {
			agent, err := hook.AgentNamed(name)
			for _, file := range g.hookFiles(agent, dir) {
				if _, missing := os.Stat(file); err == nil && (missing == nil || !strings.HasPrefix(file, dir)) {
					own.Hooks = append(own.Hooks, file)
				}
			}
		}
		if dir == filepath.Dir(dir) {
			break
		}
	}
	own.Hooks = unique(own.Hooks)
	for _, file := range []string{g.conf.File, stateDir(g.env.Getenv, runtime.GOOS), g.conf.Path("gate-signers"), g.conf.Path("sign")} {
		if file != "" {
			own.Files = append(own.Files, unique([]string{file, vault.LeadsTo(file)})...)
		}
	}
	return own
}
