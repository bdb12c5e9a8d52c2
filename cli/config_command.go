package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/keys"
	"coldstart/vault"
)

// jsonConfig is the answer of coldstart config.
type jsonConfig struct {
	SchemaVersion int `json:"schema_version"`
	// File is the settings file, Found whether it is there.
	File     string        `json:"file"`
	Found    bool          `json:"found"`
	Settings []jsonSetting `json:"settings"`
	// Folders, Views, Actions and Keys can stand in the file only. Keys lists every action
	// whose keys can be changed, with the keys that hold.
	Folders []jsonFolder `json:"folders"`
	Views   []jsonView   `json:"views"`
	Actions []jsonAction `json:"actions"`
	Keys    []jsonKeys   `json:"keys"`
}

// jsonFolder are the folders or files that the operator named for one purpose.
type jsonFolder struct {
	// Name is the purpose: plans, pending, events, ...
	Name string `json:"name"`
	// Paths are from the vault on.
	Paths []string `json:"paths"`
	// Place is the file with its line.
	Place string `json:"place"`
}

// jsonView is a saved view; what it does not ask for is empty.
type jsonView struct {
	Name string `json:"name"`
	Page string `json:"page"`
	Find string `json:"find"`
	// OlderThanSeconds is 0 when any age will do.
	OlderThanSeconds int64    `json:"older_than_seconds"`
	Kinds            []string `json:"kinds"`
	Risk             string   `json:"risk"`
	Plan             string   `json:"plan"`
	NeedsYou         bool     `json:"needs_you"`
	// Place is the file with its line.
	Place string `json:"place"`
}

// jsonAction is an action of the operator's own.
type jsonAction struct {
	Name string `json:"name"`
	// Key is empty for one that only the list of all actions has.
	Key string `json:"key"`
	// Kinds are what it is for; none means everything.
	Kinds []string `json:"kinds"`
	// Run is the program and its arguments.
	Run      []string `json:"run"`
	Confirm  bool     `json:"confirm"`
	Safe     bool     `json:"safe"`
	Terminal bool     `json:"terminal"`
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

// jsonSetting is what holds of one option.
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
	long := `What holds is said by a flag, else by a variable of the environment, else by the file
` + configName + ` in $XDG_CONFIG_HOME/coldstart (else ~/.config/coldstart), or the one that
--config names. Nothing in a vault configures coldstart.

folders, views, actions and keys stand in the file only: other names of the folders and
files in a vault, pages with some of their rows, programs of your own on a key, and other
keys. docs/config.md has an example of each.
`
	for _, o := range options() {
		long += "\n" + o.name + " (" + o.variable() + "): " + o.about
	}
	cmd := &cobra.Command{
		Use: "config [--json]", Example: "coldstart config",
		Short: "Print the settings that hold, and where each comes from",
		Long:  long,
		Args:  none, RunE: c.running(c.runConfig),
	}
	c.jsonFlag(cmd)
	return cmd
}

func (c *call) runConfig() (int, error) {
	if c.confErr != nil {
		return 0, c.confErr
	}
	if c.json {
		return exitDone, c.writeJSON(jsonConfig{
			schemaVersion, c.conf.file, c.conf.found, each(c.conf.all, settingJSON),
			each(c.conf.folders, c.conf.folderJSON), each(c.conf.views, c.conf.viewJSON), each(c.conf.actions, c.conf.actionJSON), each(keys.Bound(c.conf.rebindings()), c.conf.keysJSON),
		})
	}
	c.out.config(c.conf)
	return exitDone, nil
}

func settingJSON(c chosen) jsonSetting {
	return jsonSetting{c.name, c.value, c.source, c.place, c.values}
}

func (conf config) folderJSON(f ownFolder) jsonFolder {
	return jsonFolder{f.what, f.names, conf.at(f.entry)}
}

func (conf config) viewJSON(v ownView) jsonView {
	return jsonView{v.Name, v.Page, v.Find, int64(v.OlderThan.Seconds()), each(v.Kinds, model.Kind.String), v.Risk, v.Plan, v.NeedsYou, conf.at(v.entry)}
}

func (conf config) actionJSON(a ownAction) jsonAction {
	return jsonAction{a.Name, keyWord(a.Key), each(a.Kinds, model.Kind.String), a.Run, a.Confirm, a.Safe, a.Terminal, conf.at(a.entry)}
}

func (conf config) keysJSON(k keys.Rebinding) jsonKeys {
	for _, own := range conf.keys {
		if own.Action == k.Action {
			return jsonKeys{k.Action, each(k.Keys, keyWord), byFile, conf.at(own.entry)}
		}
	}
	return jsonKeys{k.Action, each(k.Keys, keyWord), byDefault, ""}
}

func (p *paper) config(conf config) {
	state := " (not there)"
	if conf.found {
		state = ""
	}
	if conf.file == "" {
		p.say("There is no place for settings: set HOME, or XDG_CONFIG_HOME to an absolute path.")
	} else {
		p.line(words(styles.RoleMuted, "Settings file: "), p.exact(styles.RoleTitle, conf.file), words(styles.RoleMuted, state))
	}
	p.line()
	var rows [][]styles.Span
	for _, c := range conf.all {
		from := words(styles.RoleMuted, c.source)
		if c.place != "" {
			from = p.exact(styles.RolePlain, c.place)
		}
		rows = append(rows, []styles.Span{words(styles.RoleKey, c.name), words(styles.RoleTitle, c.value), from})
	}
	p.table(rows)
	p.ownParts(conf)
}

// ownParts lists what only the file can have.
func (p *paper) ownParts(conf config) {
	var rows [][]styles.Span
	add := func(what, name, says string, e vault.ConfigEntry) {
		rows = append(rows, []styles.Span{words(styles.RoleKey, what), p.label(styles.RoleTitle, name), p.label(styles.RolePlain, says), p.exact(styles.RolePlain, conf.at(e))})
	}
	for _, f := range conf.folders {
		add("folders", f.what, strings.Join(f.names, ", "), f.entry)
	}
	for _, v := range conf.views {
		add("view", v.Name, v.Page+": "+v.String(), v.entry)
	}
	for _, a := range conf.actions {
		add("action", a.Name, strings.Join(a.Run, " "), a.entry)
	}
	for _, k := range conf.keys {
		add("keys", k.Action, strings.Join(each(k.Keys, keyWord), " "), k.entry)
	}
	if len(rows) > 0 {
		p.line()
	}
	p.table(rows)
}
