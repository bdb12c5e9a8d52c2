package cli

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"coldstart/cli/answer"
	"coldstart/cli/gate"
	"coldstart/cli/say"
	"coldstart/cli/settings"
	"coldstart/model"
	"coldstart/styles"
	"coldstart/vault"
	"coldstart/vault/hook"
)

// gateEdit changes or lists the operator's rules.
type gateEdit struct {
	*call
	tool, in, then string
	yes            bool
}

// run does what a word behind coldstart agent gate says.
func (g gateEdit) run(word string, rest []string) (int, error) {
	switch {
	case g.json:
		return 0, say.Usage("only coldstart agent gate test writes JSON", "coldstart config --json has the rules")
	case word == "list":
		return g.list()
	case g.confErr != nil:
		return 0, g.confErr
	case g.conf.File == "":
		return 0, say.Usage("the settings have no folder", "set HOME, or XDG_CONFIG_HOME to an absolute path")
	}
	if err := g.needsPersonFor("gate " + word); err != nil {
		return 0, err
	}
	if word == "remove" {
		return g.remove(rest)
	}
	return g.add(rest)
}

// add adds a rule behind all others.
func (g gateEdit) add(rest []string) (int, error) {
	if len(rest) == 0 && !g.has("tool") {
		return 0, say.Usage("coldstart agent gate add needs a pattern", `as in coldstart agent gate add "git push*"`)
	}
	dir := ""
	if g.has("in") {
		dir = inDir(g.env.Dir, g.in)
	}
	tool := "" // of every tool with a line for a shell
	if g.has("tool") {
		tool = g.tool
	}
	rule, err := g.conf.Rule(tool, strings.Join(rest, ""), dir, g.then)
	if err != nil {
		return 0, err
	}
	file, there, err := ruleAdded(g.conf, rule)
	switch {
	case err != nil:
		return 0, err
	case there > 0:
		g.out.Line(answer.Words(styles.RolePlain, "there already: "), g.out.Exact(styles.RoleTitle, say.Place(g.conf.File, there)))
		g.next()
		return exitDone, nil
	}
	where := "for every folder"
	if dir != "" {
		where = "for " + dir
	}
	written, err := g.writeEdited(file, g.yes, "nothing changes", "In short: a rule "+where+" in your own settings, not in this folder.")
	if err == nil && written {
		g.hintEarlier(rule)
		g.next()
	}
	return exitDone, err
}

// ruleAdded is the settings file with a rule more, or the line on which it is there already.
func ruleAdded(conf settings.Settings, rule model.GateRule) (file *vault.RulesFile, there int, err error) {
	for _, r := range conf.Gate {
		other := r
		other.Then = rule.Then
		switch {
		case r.Same(rule):
			return nil, r.Line, nil
		case other.Same(rule):
			return nil, 0, say.Failed(model.ErrNotAllowed, say.Place(conf.File, r.Line)+" says "+r.Then.String()+" for the same already, and the first rule counts",
				"coldstart agent gate list has its number, coldstart agent gate remove N removes it")
		}
	}
	if file, err = vault.ReadRules(conf.File); err == nil {
		err = file.Add(rule)
	}
	return file, 0, err
}

// addRule adds a rule that the operator wrote on the screen, and says what came of it.
func (c *call) addRule(rule model.GateRule) (said string, err error) {
	given := map[string]string{}
	if c.has("config") {
		given["config"] = c.conf.File
	}
	// They may have changed since the screen opened.
	conf, err := settings.Read(given, c.env.Getenv, c.env.Dir)
	switch {
	case err != nil:
		return "", err
	case conf.File == "":
		return "", say.Usage("the settings have no folder")
	case c.lookOnly != "" || c.conf.On("read-only"):
		return "", fmt.Errorf("adding a rule: %w: %s", model.ErrReadOnly, c.readOnlyWhy())
	}
	if rule, err = conf.Rule(rule.Tool, rule.Match, rule.Dir, rule.Then.String()); err != nil {
		return "", err
	}
	file, there, err := ruleAdded(conf, rule)
	switch {
	case err != nil:
		return "", err
	case there > 0:
		return "The rule is there already: " + say.Place(conf.File, there) + ".", nil
	}
	if err := file.Write(c.now()); err != nil {
		return "", err
	}
	if here := c.gatesHere(); len(here) > 0 {
		return "Rule added: " + ruleWords(rule) + ". It holds from the next call on, in " + strings.Join(here, ", ") + ".", nil
	}
	return "Rule added: " + ruleWords(rule) + ". No gate is installed here: coldstart agent hook install adds one.", nil
}

// hintEarlier says where an earlier rule counts for what a new one names.
func (g gateEdit) hintEarlier(rule model.GateRule) {
	a := model.Action{Tool: gate.Shell, Own: gate.Shell, Dir: g.env.Dir, Line: strings.Trim(rule.Match, "* ")}
	if rule.Tool != gate.Shell && rule.Tool != "" || a.Line == "" {
		return
	}
	if fit := gate.Weigh(g.conf.Gate, a); fit.Then != model.ThenNothing && fit.Then != rule.Then {
		g.hint(ruleLine(fit.Rule) + ", " + ruleWords(fit.Rule) + ", comes first, with " + fit.Then.String() + " for " + a.Line)
	}
}

// next says what makes the rules hold.
func (g gateEdit) next() {
	if here := g.gatesHere(); len(here) > 0 {
		g.out.Say("It holds from the next call on, in %s.", strings.Join(here, ", "))
		return
	}
	g.out.Heading("Next")
	g.out.Table([][]styles.Span{{
		answer.Words(styles.RolePlain, ""), g.out.Exact(styles.RoleKey, "coldstart agent hook install"), answer.Words(styles.RolePlain, "put the gate into Claude Code here; --agent names another"),
	}})
}

// gatesHere are the agents for which a gate stands in the working directory.
func (c *call) gatesHere() []string {
	var titles []string
	for _, name := range hook.AgentHookNames() {
		a, err := hook.AgentNamed(name)
		if err != nil {
			continue
		}
		for _, file := range c.hookFiles(a, c.env.Dir) {
			if s, err := hook.ReadHooks(a, file); err == nil && !slices.Contains(titles, a.Title) {
				if _, ok := s.Gate(); ok {
					titles = append(titles, a.Title)
				}
			}
		}
	}
	return titles
}

// remove takes a rule out, by its number in the list or by its pattern.
func (g gateEdit) remove(rest []string) (int, error) {
	if len(rest) == 0 {
		return 0, say.Usage("coldstart agent gate remove needs a pattern or a number", "see coldstart agent gate list")
	}
	at, err := g.named(rest[0])
	if err != nil {
		return 0, err
	}
	file, err := vault.ReadRules(g.conf.File)
	if err == nil {
		err = file.Remove(at, g.conf.Gate[at])
	}
	if err != nil {
		return 0, err
	}
	written, err := g.writeEdited(file, g.yes, "nothing changes")
	if dir, vaultErr := g.vaultDir(); err == nil && written && vaultErr == nil {
		left := slices.Delete(slices.Clone(g.conf.Gate), at, at+1)
		err = g.keepRules(dir, func(v *vault.Gate, now time.Time) error {
			return v.KeepRules(&vault.GateRules{File: g.conf.File, All: left}, now)
		})
	}
	return exitDone, err
}

// named finds a rule.
func (g gateEdit) named(text string) (int, error) {
	if n, err := strconv.Atoi(text); err == nil && n >= 1 && n <= len(g.conf.Gate) {
		return n - 1, nil
	}
	var found []int
	for i, r := range g.conf.Gate {
		if text == r.Match && (!g.has("tool") || r.Tool == g.tool) || r.Match == "" && text == r.Tool {
			found = append(found, i)
		}
	}
	switch {
	case len(found) == 0:
		return 0, say.Failed(model.ErrNotFound, "there is no rule "+say.Quoted(text), "see coldstart agent gate list")
	case len(found) > 1:
		return 0, say.Usage(fmt.Sprintf("%d rules have the pattern %s", len(found), say.Quoted(text)), "name one by its number: see coldstart agent gate list")
	}
	return found[0], nil
}

// list lists the rules, and says where a gate stands.
func (g gateEdit) list() (int, error) {
	if g.confErr != nil {
		return 0, g.confErr
	}
	var rows [][]styles.Span
	for i, r := range g.conf.Gate {
		rows = append(rows, []styles.Span{
			answer.Words(styles.RoleKey, strconv.Itoa(i+1)), answer.Words(styles.RoleTitle, r.Then.String()), g.out.Label(styles.RolePlain, ruleWords(r)),
			answer.Words(styles.RoleMuted, ruleLine(r)),
		})
	}
	if g.out.List(rows, `No rules yet; coldstart agent gate add "git push*" adds one.`); len(rows) > 0 {
		g.out.Line(answer.Words(styles.RoleMuted, "in "), g.out.Exact(styles.RolePlain, g.conf.File))
	}
	if here := g.gatesHere(); len(here) > 0 {
		g.out.Say("Gates in %s: %s.", filepath.Base(g.env.Dir), strings.Join(here, ", "))
	} else {
		g.out.Say("No gate is installed in %s; coldstart agent hook install adds one.", filepath.Base(g.env.Dir))
	}
	return exitDone, nil
}
