package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"coldstart/cli/answer"
	"coldstart/cli/remote"
	"coldstart/cli/say"
	"coldstart/cli/settings"
	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui"
)

// connect prepares the connection to a host. The host is reached when something is asked.
func (c *call) connect(h settings.OwnHost) *remote.Conn {
	connect := c.env.connect
	if connect == nil {
		connect = remote.New
	}
	return connect(remote.Config{
		Host: remote.Host{Name: h.Name, SSH: h.SSH, Dir: h.Dir, Program: h.Program}, Operator: c.env.Operator, Version: buildVersion(),
		Sign: c.signer(h), Person: c.env.StdinIsTerminal, Under: c.under, Now: c.env.Now,
	})
}

// namedHost is the host of --host, with the folder that --vault names there.
func (c *call) namedHost() (settings.OwnHost, error) {
	if c.confErr != nil {
		return settings.OwnHost{}, c.confErr
	}
	h, err := c.conf.Host(c.host)
	switch {
	case err != nil:
		return h, err
	case c.everyHost:
		return h, say.Combined("--host", "--hosts", "--host is one machine, --hosts is this one and all others")
	case len(c.vaults) > 1:
		return h, say.Usage("--host allows one --vault", "--vault names a folder on "+h.Name)
	case len(c.vaults) == 1 && c.vaults[0] == "":
		return h, say.Usage("--vault needs a folder", "the name is empty")
	case len(c.vaults) == 1:
		h.Dir = c.vaults[0]
	}
	return h, nil
}

// looksThere reports whether the command changes nothing on a host.
func (c *call) looksThere(name string) bool {
	dry := c.cmd.Flags().Lookup("dry-run")
	return c.rows[name].on == looks || dry != nil && dry.Value.String() == "true"
}

// there runs a command on the host of --host, if it is named, else here.
func (c *call) there(run func() (int, error)) (int, error) {
	name := c.cmd.Name()
	switch {
	case c.env.asked.on:
		if err := c.mayBeFlagged(); err != nil {
			return 0, err
		}
		if c.looksThere(name) {
			var end context.CancelFunc
			c.ctx, end = context.WithTimeout(c.ctx, mostLooked)
			defer end()
		}
		return run()
	case !c.has("host"):
		return run()
	case c.cmd == c.root, name == vaultsName:
		return run()
	case c.rows[name].on == here:
		return 0, say.NoFlag(title(c.given), "--host", "it is about this machine; ssh there, and run it there")
	}
	if !c.looksThere(name) {
		if err := c.needsPerson(); err != nil {
			return 0, err
		}
		if c.conf.On("read-only") {
			return 0, fmt.Errorf("%s is not run on a host: %w: %s", title(c.given), model.ErrReadOnly, c.readOnlyWhy())
		}
	}
	h, err := c.namedHost()
	if err != nil {
		return 0, err
	}
	return c.runThere(h, name)
}

// staysHere lists the flags that are about this machine, its terminal and its settings.
func staysHere() []string {
	return []string{"host", "vault", "config", "theme", "ascii", "read-only", "linear"}
}

// wordsThere is the line of a command for a host: every flag that was given but those of this machine, then
// the arguments.
func (c *call) wordsThere(name string) []string {
	words := []string{name}
	c.cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Changed && !slices.Contains(staysHere(), f.Name) {
			words = append(words, "--"+f.Name+"="+f.Value.String())
		}
	})
	for _, name := range []string{"ascii", "read-only"} {
		if c.conf.On(name) {
			words = append(words, "--"+name)
		}
	}
	if name == c.cmd.Name() {
		words = append(append(words, "--"), c.args...)
	}
	return words
}

// runThere runs a command on a host, shows what it wrote and takes its exit code over.
func (c *call) runThere(h settings.OwnHost, name string) (int, error) {
	words := c.wordsThere(name)
	conn := c.connect(h)
	defer conn.Close()
	if h.All() && name != "version" && !(name == "sessions" && c.has("all")) {
		if err := c.oneVault(conn, &h); err != nil {
			return 0, err
		}
		words = slices.Insert(words, 1, "--vault="+h.Dir)
	}
	if c.asksFirst() && !c.has("all") {
		agreed, exit, err := c.askThere(conn, h, words)
		if agreed == nil {
			return exit, err
		}
		words = agreed
	}
	out, err := c.tell(conn, h, words)
	if said := conn.Clock(); said != "" {
		c.hint(said)
	}
	if err != nil {
		return 0, err
	}
	if own, err := c.conf.Host(h.Name); err == nil && own.All() && len(c.vaults) > 0 && out.Exit == exitNotFound {
		defer c.hint("coldstart list vaults --host " + h.Name + " --json names the folders of its vaults")
	}
	defer c.hintHash()
	return c.relay(h, out)
}

// askThere shows what a line would decide on a host, and asks. It returns the line with the hash of what was shown, nil if the
// operator does not agree.
func (c *call) askThere(conn *remote.Conn, h settings.OwnHost, words []string) (agreed []string, exit int, err error) {
	dry := slices.Insert(slices.Clone(words), 1, "--dry-run")
	var on struct {
		ID   string `json:"id"`
		Hash string `json:"token_hash"`
		Made bool   `json:"already"`
	}
	show := []string{"show"}
	if strings.HasPrefix(words[1], "--vault=") {
		show = append(show, words[1])
	}
	for _, step := range []struct {
		words func() []string
		reads bool
	}{
		{func() []string { return slices.Insert(slices.Clone(dry), 1, "--json") }, true},
		{func() []string { return append(slices.Clone(show), "--json", "--", on.ID) }, true},
		{func() []string { return append(slices.Clone(show), "--", on.ID) }, false},
		{func() []string { return dry }, false},
	} {
		out, err := conn.Run(c.ctx, step.words())
		switch {
		case err != nil:
			return nil, 0, c.unmade(err)
		case out.Exit != exitDone:
			exit, err = c.relay(h, out)
			return nil, exit, err
		case !step.reads:
			relayText(c.asks(), string(out.Stdout))
			continue
		}
		if err := json.Unmarshal(out.Stdout, &on); err != nil {
			return nil, 0, fmt.Errorf("%s wrote something that is not JSON", h.Name)
		}
		if on.Made {
			return words, 0, nil
		}
	}
	if !isHash(on.Hash) {
		return nil, 0, fmt.Errorf("%s did not confirm the text that was shown", h.Name)
	}
	yes, err := c.agrees(c.asks(), "Make this decision on "+h.Name)
	if err != nil || !yes {
		return nil, exitFailed, err
	}
	return slices.Insert(slices.Clone(words), 1, "--expect-hash="+on.Hash), 0, nil
}

// tell runs the line on the host. A decision whose answer was lost is asked for.
func (c *call) tell(conn *remote.Conn, h settings.OwnHost, words []string) (remote.Output, error) {
	if c.looksThere(words[0]) {
		return conn.Run(c.ctx, words)
	}
	tell, hint := conn.Run, "it does no harm to say it again"
	if c.decides() {
		hint = "coldstart list decisions --host " + h.Name + " shows it"
		if !c.has("all") {
			tell = conn.Decide
		}
	}
	out, err := tell(c.ctx, words)
	if model.IsUnsettled(err) {
		return out, say.Hinted(fmt.Errorf("it is unknown whether it was done on %s: %w", h.Name, err), hint)
	}
	return out, c.unmade(err)
}

// decides reports whether the command decides on a host, and is no rehearsal.
func (c *call) decides() bool {
	return c.cmd.Flags().Lookup("expect-hash") != nil && !c.looksThere(c.cmd.Name())
}

// unmade says of a line that did not reach its host, or was never carried out there, that nothing came of it.
func (c *call) unmade(err error) error {
	switch {
	case err == nil || c.looksThere(c.cmd.Name()):
		return err
	case c.decides():
		return fmt.Errorf("no decision made: %w", err)
	}
	return fmt.Errorf("nothing was written: %w", err)
}

// oneVault finds the vault of a host that stands for all of its vaults, if it has one only.
func (c *call) oneVault(conn *remote.Conn, h *settings.OwnHost) error {
	list, err := conn.Vaults(c.ctx)
	switch {
	case errors.Is(err, model.ErrNotReached):
		return c.unmade(err)
	case err != nil:
		return c.unmade(fmt.Errorf("on %s: %w", h.Name, err))
	case len(list) == 0:
		return noVault(*h)
	case len(list) > 1:
		return say.Listed(say.ErrUsage, h.Name+" has several vaults:", say.Each(list, func(l remote.Listed) string { return l.Dir }), "name one of them with --vault")
	}
	h.Dir = list[0].Dir
	return nil
}

func noVault(h settings.OwnHost) error {
	return say.Failed(model.ErrNotFound, h.Name+" has no vault with agents' work", "dir in its entry under hosts names the folder there")
}

// leftOpen adds to an error of the screen what tells how decisions on hosts ended, of which it did not learn it.
func (c *call) leftOpen(hosts []settings.OwnHost, err error) error {
	unknown, ok := errors.AsType[tui.NotKnown](err)
	if !ok {
		return err
	}
	var hints []string
	for _, l := range unknown.Left {
		line := "coldstart list decisions --host " + model.ShellQuoted(l.Host)
		if one := slices.IndexFunc(hosts, func(h settings.OwnHost) bool { return h.Name == l.Host }); one < 0 || hosts[one].All() || c.has("vault") {
			line += " --vault " + model.ShellQuoted(l.Dir)
		}
		if c.has("config") {
			line += " --config " + model.ShellQuoted(c.cmd.Flags().Lookup("config").Value.String())
		}
		if hint := line + " shows it"; !slices.Contains(hints, hint) {
			hints = append(hints, hint)
		}
	}
	return say.Hinted(err, hints...)
}

// relay shows what a command line wrote on a host. It is foreign text, and no more than that.
func (c *call) relay(h settings.OwnHost, out remote.Output) (int, error) {
	said, left := firstLines(string(out.Stdout))
	told, more := firstLines(string(out.Stderr))
	if told != "" {
		relayText(c.err, c.fromThere(h, told))
	}
	if left += more; left > 0 && !c.json {
		c.hint(fmt.Sprintf("%s wrote %s more than are shown", h.Name, model.Counted(left, "line")))
	}
	exit := out.Exit
	if exit < exitDone || exit > exitBlocked {
		exit = exitFailed
	}
	switch {
	case len(out.Stdout) == 0:
	case c.json:
		return exit, c.relayJSON(h, out.Stdout)
	default:
		if c.decides() {
			said = "on " + h.Name + ": " + said
		}
		relayText(c.out, said)
		if c.names(said) {
			c.hint("these commands are about " + h.Name + ": add " + c.toThere() + ", or run them there")
		}
	}
	return exit, nil
}

// mostShown is how many lines of a command on a host are shown.
const mostShown = 100_000

// firstLines are the first mostShown lines of a text, and how many are left.
func firstLines(text string) (first string, left int) {
	n := 0
	for at := range len(text) {
		if text[at] != '\n' {
			continue
		}
		if n++; n == mostShown {
			return text[:at+1], strings.Count(text[at+1:], "\n")
		}
	}
	return text, 0
}

// relayText shows foreign text.
func relayText(to *answer.Output, text string) {
	for _, line := range to.Theme.Relayed(text) {
		to.Line(styles.Span{Text: line})
	}
}

// toType finds a command that a hint tells to type.
var toType = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\bcoldstart (-|(?:list|journal) [a-z]+|[a-z-]+)`) })

// names reports whether a report tells to type something. What other commands show is the text of others.
func (c *call) names(report string) bool {
	return slices.Contains([]string{"coldstart", "status", "doctor"}, c.cmd.Name()) && toType().MatchString(report)
}

// fromThere rewrites the errors and hints of a host for this machine: they say where the path is, and
// commands to type name the host.
func (c *call) fromThere(h settings.OwnHost, text string) string {
	lines := strings.SplitAfter(text, "\n")
	for i, line := range lines {
		if what, is := strings.CutPrefix(line, "error: "); is {
			lines[i] = "error: on " + h.Name + ": " + what
			continue
		}
		hint, is := strings.CutPrefix(line, "hint: ")
		if !is {
			continue
		}
		where := ""
		hint = toType().ReplaceAllStringFunc(hint, func(found string) string {
			switch _, word, _ := strings.Cut(found, " "); {
			case word == "-":
				return "coldstart " + c.toThere() + " -"
			case c.rows[strings.Fields(word)[0]].on != here:
				return found + " " + c.toThere()
			case word != "help":
				where = "on " + h.Name + ": "
			}
			return found
		})
		lines[i] = "hint: " + where + hint
	}
	return strings.Join(lines, "")
}

// toThere are the flags by which a line names its host and its vault there.
func (c *call) toThere() string {
	said := "--host " + model.ShellQuoted(c.host)
	for _, dir := range c.vaults {
		said += " --vault " + model.ShellQuoted(dir)
	}
	if c.has("config") {
		said += " --config " + model.ShellQuoted(c.cmd.Flags().Lookup("config").Value.String())
	}
	return said
}

// relayJSON writes the JSON of a host anew.
func (c *call) relayJSON(h settings.OwnHost, text []byte) error {
	if !json.Valid(text) {
		return fmt.Errorf("%s wrote something that is not JSON", h.Name)
	}
	// JSON has these as blanks only; a terminal moves its cursor by them.
	text = bytes.ReplaceAll(bytes.ReplaceAll(text, []byte("\r"), nil), []byte("\t"), []byte(" "))
	c.writeMasked(text)
	return nil
}

// hosts are the machines that the line asks for: the one of --host, all with --hosts, else none.
func (c *call) hosts() ([]settings.OwnHost, error) {
	switch {
	case c.has("host"):
		h, err := c.namedHost()
		return []settings.OwnHost{h}, err
	case !c.everyHost:
		return nil, nil
	case c.confErr != nil:
		return nil, c.confErr
	case len(c.conf.Hosts) == 0:
		_, err := c.conf.Host("")
		return nil, err
	}
	return c.conf.Hosts, nil
}

// hostsFlag declares --hosts.
func (c *call) hostsFlag(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&c.everyHost, "hosts", false, "add the vaults of all machines that the settings name")
}

// listThere lists the vaults of a host. Same names, by folder, the earlier entry that already shows a vault. Entries
// with one ssh destination are one machine.
func (c *call) listThere(ctx context.Context, conn *remote.Conn, h settings.OwnHost, earlier []settings.OwnHost) (list []remote.Listed, same map[string]string, err error) {
	if list, err = conn.Vaults(ctx); err != nil {
		return nil, nil, err
	}
	same = map[string]string{}
	for _, e := range earlier {
		if e.SSH != h.SSH || e.Program != h.Program {
			continue
		}
		theirs, err := conn.VaultsIn(ctx, e.Dir)
		if errors.Is(err, model.ErrNotReached) || ctx.Err() != nil {
			return nil, nil, err
		}
		// What cannot be listed for the other one is not shown by it.
		for _, l := range theirs {
			if same[l.Dir] == "" {
				same[l.Dir] = e.Name
			}
		}
	}
	return list, same, nil
}

// screenHosts are hosts for the screen. Closing ends their connections.
func (c *call) screenHosts(hosts []settings.OwnHost) (shown []tui.Host, closeAll func()) {
	var conns []*remote.Conn
	for i, h := range hosts {
		conn := c.connect(h)
		conns = append(conns, conn)
		shown = append(shown, tui.Host{Name: h.Name, Vaults: func(ctx context.Context) ([]tui.Vault, error) {
			list, same, err := c.listThere(ctx, conn, h, hosts[:i])
			return say.Each(list, func(l remote.Listed) tui.Vault {
				return tui.Vault{Name: l.Name, Dir: l.Dir, Host: h.Name, Same: same[l.Dir], As: h.Account(), Store: c.guardedThere(conn.Store(l)), Screen: conn.Screen(l)}
			}), err
		}})
	}
	return shown, func() {
		// One that hangs takes a moment to end.
		var ending sync.WaitGroup
		for _, conn := range conns {
			ending.Go(func() { _ = conn.Close() })
		}
		ending.Wait()
	}
}

// guardedThere is a vault of a host, which knows nothing of what holds here.
func (c *call) guardedThere(s tui.Store) tui.Store {
	if c.lookOnly == "" && !c.conf.On("read-only") {
		return c.guarded(s)
	}
	return lookedAt{c.guarded(s), c.readOnlyWhy()}
}

// lookedAt is a vault of a host that this machine only looks at.
type lookedAt struct {
	tui.Store
	why string
}

// Load loads the vault.
func (l lookedAt) Load(ctx context.Context, now time.Time) (model.Snapshot, error) {
	s, err := l.Store.Load(ctx, now)
	s.ReadOnly = l.why
	return s, err
}

// LoadChanged loads what changed.
func (l lookedAt) LoadChanged(ctx context.Context, now time.Time) (model.Snapshot, error) {
	s, err := l.Store.LoadChanged(ctx, now)
	s.ReadOnly = l.why
	return s, err
}

// Decide refuses.
func (l lookedAt) Decide(context.Context, model.Decision) (model.Receipt, error) {
	return model.Receipt{}, fmt.Errorf("deciding: %w: %s", model.ErrReadOnly, l.why)
}
