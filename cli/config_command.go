package cli

import "coldstart/styles"

// jsonConfig is the answer of coldstart config.
type jsonConfig struct {
	SchemaVersion int `json:"schema_version"`
	// File is the settings file, Found whether it is there.
	File     string        `json:"file"`
	Found    bool          `json:"found"`
	Settings []jsonSetting `json:"settings"`
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

func configCommand() command {
	details := []string{
		"What holds is said by a flag, else by a variable of the environment, else by the file",
		configName + " in $XDG_CONFIG_HOME/coldstart (else ~/.config/coldstart), or the one that",
		"--config names. Nothing in a vault configures coldstart.",
		"",
	}
	for _, o := range options() {
		details = append(details, o.name+" ("+o.variable()+"): "+o.about)
	}
	return command{
		name: "config", usage: "config [--json]", example: "coldstart config", run: runConfig,
		summary: "Print the settings that hold, and where each comes from", flags: []string{"json"}, details: details,
	}
}

func runConfig(c *call) (int, error) {
	if c.confErr != nil {
		return 0, c.confErr
	}
	if c.set.json {
		return exitDone, c.writeJSON(jsonConfig{schemaVersion, c.conf.file, c.conf.found, each(c.conf.all, settingJSON)})
	}
	c.out.config(c.conf)
	return exitDone, nil
}

func settingJSON(c chosen) jsonSetting {
	return jsonSetting{c.name, c.value, c.source, c.place, c.values}
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
}
