package cli

import (
	"cmp"
	"strings"

	"github.com/spf13/cobra"

	"coldstart/cli/answer"
	"coldstart/cli/say"
	"coldstart/cli/settings"
	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui"
	"coldstart/tui/keys"
	"coldstart/vault"
)

// jsonConfig is the answer of coldstart config.
type jsonConfig struct {
	SchemaVersion int `json:"schema_version"`
	// File is the settings file, Found whether it exists.
	File     string        `json:"file"`
	Found    bool          `json:"found"`
	Settings []jsonSetting `json:"settings"`
	// Folders, Views, Actions, Gate, Hosts and Keys can be set in the file only. Keys lists
	// every action whose keys can be changed, with its keys.
	Folders []jsonFolder `json:"folders"`
	Views   []jsonView   `json:"views"`
	Actions []jsonAction `json:"actions"`
	// Gate are the rules for actions of agents; the first one that fits counts.
	Gate []jsonGateRule `json:"gate"`
	// Hosts are other machines.
	Hosts []jsonOwnHost `json:"hosts"`
	Keys  []jsonKeys    `json:"keys"`
}

// jsonFolder are the folders or files that the settings name for one purpose.
type jsonFolder struct {
	// Name is the purpose: plans, pending, events, ...
	Name string `json:"name"`
	// Paths are relative to the vault.
	Paths []string `json:"paths"`
	// Place is the file with its line.
	Place string `json:"place"`
}

// jsonView is a saved view; empty fields filter nothing.
type jsonView struct {
	Name string `json:"name"`
	Page string `json:"page"`
	Find string `json:"find"`
	// OlderThanSeconds is 0 for any age.
	OlderThanSeconds int64    `json:"older_than_seconds"`
	Kinds            []string `json:"kinds"`
	Risk             string   `json:"risk"`
	Plan             string   `json:"plan"`
	NeedsYou         bool     `json:"needs_you"`
	// Place is the file with its line.
	Place string `json:"place"`
}

// jsonAction is an action that the operator defined.
type jsonAction struct {
	Name string `json:"name"`
	// Key is empty for an action that only the palette has.
	Key string `json:"key"`
	// Kinds are the kinds of things it is for; none means all.
	Kinds []string `json:"kinds"`
	// Run is the program and its arguments.
	Run      []string `json:"run"`
	Confirm  bool     `json:"confirm"`
	Safe     bool     `json:"safe"`
	Terminal bool     `json:"terminal"`
	// Place is the file with its line.
	Place string `json:"place"`
}

// jsonGateRule is one rule for actions of agents.
type jsonGateRule struct {
	// Tool and Match are patterns; an empty one fits everything.
	Tool  string `json:"tool"`
	Match string `json:"match"`
	// Dir is the folder for which the rule holds, empty for all.
	Dir string `json:"dir"`
	// Then is ask, deny or allow.
	Then string `json:"then"`
	// Place is the file with its line.
	Place string `json:"place"`
}

// jsonOwnHost is another machine that the settings name.
type jsonOwnHost struct {
	Name string `json:"name"`
	// SSH is the destination as ssh takes it.
	SSH string `json:"ssh"`
	// Dir is the folder of the vault there, empty for the home folder; --all stands for every vault.
	Dir string `json:"dir"`
	// Program is coldstart as the shell there finds it.
	Program string `json:"program"`
	// Place is the file with its line.
	Place string `json:"place"`
}

// jsonKeys are the keys of one action.
type jsonKeys struct {
	Action string   `json:"action"`
	Keys   []string `json:"keys"`
	// Source is default or file; Place is the file with its line.
	Source string `json:"source"`
	Place  string `json:"place"`
}

// jsonSetting is the value of one option.
type jsonSetting struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	// Source is default, file, environment or flag; Place is the file with its line, the
	// variable or the flag.
	Source string   `json:"source"`
	Place  string   `json:"place"`
	Values []string `json:"values"`
}

func newConfig(c *call) *cobra.Command {
	return c.withJSON(&cobra.Command{
		Use: "config [--json]", Example: "coldstart config",
		Short: "Print the settings and where each comes from",
		Long: `A flag overrides an environment variable, and that overrides the file
` + settings.ConfigName + ` in $XDG_CONFIG_HOME/coldstart, else ~/.config/coldstart.
Some settings can only be in the file; docs/config.md has an example of each.
Nothing in a vault configures coldstart.`,
		Args: none, RunE: c.running(c.runConfig),
	})
}

func (c *call) runConfig() (int, error) {
	if c.confErr != nil {
		return 0, c.confErr
	}
	conf := c.conf
	if c.json {
		return exitDone, c.writeJSON(jsonConfig{
			answer.SchemaVersion, conf.File, conf.Found, say.Each(conf.All, settingJSON),
			say.Each(conf.Folders, func(f settings.OwnFolder) jsonFolder { return jsonFolder{f.What, f.Names, conf.At(f.Entry)} }),
			say.Each(conf.Views, func(v settings.OwnView) jsonView { return viewJSON(conf, v) }),
			say.Each(conf.Actions, func(a settings.OwnAction) jsonAction { return actionJSON(conf, a) }),
			say.Each(conf.Gate, func(r model.GateRule) jsonGateRule { return gateRuleJSON(conf, r) }),
			say.Each(conf.Hosts, func(h settings.OwnHost) jsonOwnHost {
				return jsonOwnHost{h.Name, h.SSH, h.Dir, h.Program, conf.At(h.Entry)}
			}),
			say.Each(tui.BoundKeys(conf.Rebindings()), func(k keys.Rebinding) jsonKeys { return keysJSON(conf, k) }),
		})
	}
	configText(c.out, conf)
	return exitDone, nil
}

func settingJSON(c settings.Chosen) jsonSetting {
	return jsonSetting{c.Name, c.Value, c.Source, c.Place, c.Values}
}

func viewJSON(conf settings.Settings, v settings.OwnView) jsonView {
	return jsonView{v.Name, v.Page, v.Find, int64(v.OlderThan.Seconds()), say.Each(v.Kinds, model.Kind.String), v.Risk, v.Plan, v.NeedsYou, conf.At(v.Entry)}
}

func actionJSON(conf settings.Settings, a settings.OwnAction) jsonAction {
	return jsonAction{a.Name, settings.KeyWord(a.Key), say.Each(a.Kinds, model.Kind.String), a.Run, a.Confirm, a.Safe, a.Terminal, conf.At(a.Entry)}
}

func gateRuleJSON(conf settings.Settings, r model.GateRule) jsonGateRule {
	return jsonGateRule{r.Tool, r.Match, r.Dir, r.Then.String(), say.Place(conf.File, r.Line)}
}

func keysJSON(conf settings.Settings, k keys.Rebinding) jsonKeys {
	for _, own := range conf.Keys {
		if own.Action == k.Action {
			return jsonKeys{string(k.Action), say.Each(k.Keys, settings.KeyWord), settings.ByFile, conf.At(own.Entry)}
		}
	}
	return jsonKeys{string(k.Action), say.Each(k.Keys, settings.KeyWord), settings.ByDefault, ""}
}

func configText(p *answer.Output, conf settings.Settings) {
	state := " (not there)"
	if conf.Found {
		state = ""
	}
	if conf.File == "" {
		p.Say("No folder for settings: set HOME, or XDG_CONFIG_HOME to an absolute path.")
	} else {
		p.Line(answer.Words(styles.RoleMuted, "Settings file: "), p.Exact(styles.RoleTitle, conf.File), answer.Words(styles.RoleMuted, state))
	}
	p.Line()
	var rows [][]styles.Span
	for _, c := range conf.All {
		from := answer.Words(styles.RoleMuted, c.Source)
		if c.Place != "" {
			from = p.Exact(styles.RolePlain, c.Place)
		}
		rows = append(rows, []styles.Span{answer.Words(styles.RoleKey, c.Name), answer.Words(styles.RoleTitle, c.Value), from})
	}
	p.Table(rows)
	ownParts(p, conf)
}

func ownParts(p *answer.Output, conf settings.Settings) {
	var rows [][]styles.Span
	add := func(what, name, says string, e vault.ConfigEntry) {
		rows = append(rows, []styles.Span{answer.Words(styles.RoleKey, what), p.Label(styles.RoleTitle, name), p.Label(styles.RolePlain, says), p.Exact(styles.RolePlain, conf.At(e))})
	}
	for _, f := range conf.Folders {
		add("folders", f.What, strings.Join(f.Names, ", "), f.Entry)
	}
	for _, v := range conf.Views {
		add("view", v.Name, v.Page+": "+v.String(), v.Entry)
	}
	for _, a := range conf.Actions {
		add("action", a.Name, strings.Join(a.Run, " "), a.Entry)
	}
	for _, r := range conf.Gate {
		add("gate", r.Then.String(), ruleWords(r), vault.ConfigEntry{Line: r.Line})
	}
	for _, h := range conf.Hosts {
		add("host", h.Name, hostWords(h), h.Entry)
	}
	for _, k := range conf.Keys {
		add("keys", string(k.Action), strings.Join(say.Each(k.Keys, settings.KeyWord), " "), k.Entry)
	}
	if len(rows) > 0 {
		p.Line()
	}
	p.Table(rows)
}

// ruleWords is what a rule of the gate is for, as in Bash: git push* in /srv/shop.
func ruleWords(r model.GateRule) string {
	words := cmp.Or(r.Tool, "every tool")
	if r.Match != "" {
		words += ": " + r.Match
	}
	if r.Dir != "" {
		words += " in " + r.Dir
	}
	return words
}

// hostWords is where a host is and what of it is shown, as in lou@attic.example: vault.
func hostWords(h settings.OwnHost) string {
	of := cmp.Or(h.Dir, "home folder")
	if h.All() {
		of = "every vault there"
	}
	return h.SSH + ": " + of
}
