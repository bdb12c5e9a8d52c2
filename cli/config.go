package cli

import (
	"cmp"
	"errors"
	"io/fs"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"coldstart/model"
	"coldstart/vault"
)

// option is one thing that can be set: by the flag of its name where there is one, by
// a variable, and in the operator's settings file, in this order.
type option struct {
	name  string
	about string
	// values are what it can be; the first one holds when nothing is said.
	values []string
	// hints gives the variable by which the surroundings rule something out, nil when
	// there is none; the option is then true.
	hints func(getenv func(string) string) (by string)
}

// options gives the table of all that can be set. Nothing in it comes from a vault
// (docs/trust.md, X1).
func options() []option {
	off, on := []string{"false", "true"}, []string{"true", "false"}
	return []option{
		{name: "theme", values: themes(), about: "colours for a light or a dark background; auto and high-contrast go by COLORFGBG"},
		{name: "ascii", values: off, hints: noUnicode, about: "write ASCII characters only"},
		{name: "clipboard", values: on, about: "let Y copy the path or id of what is selected (OSC 52)"},
		{name: "linear", values: off, about: "talk in plain lines instead of a screen, for screen readers"},
		{name: "mouse", values: off, about: "let a click select and the wheel scroll; it never decides"},
		{name: "window-title", values: on, about: "name the vault in the window's title while the screen is open"},
		{name: "read-only", values: off, about: "refuse every decision"},
		{name: "work-rule", values: []string{"auto", "seed", "phase"}, about: "what makes a work item stuck; auto looks at the vault"},
		{name: "commit", values: off, about: "make a git commit with each decision on the memory"},
	}
}

// variable is the name of the option in the environment.
func (o option) variable() string {
	return "COLDSTART_" + strings.ToUpper(strings.ReplaceAll(o.name, "-", "_"))
}

// check fails unless the option can have this value; who names where it stands.
func (o option) check(value, who string) error {
	if slices.Contains(o.values, value) {
		return nil
	}
	return usage(who+" is "+joinedWords(o.values)+", not "+quoted(value), "coldstart help config lists the settings")
}

// joinedWords puts words in a row, as in "a, b or c".
func joinedWords(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// The sources that can say what holds, as JSON names them.
const (
	byDefault     = "default"
	byFile        = "file"
	byEnvironment = "environment"
	byFlag        = "flag"
)

// chosen is what holds of one option, and who said so.
type chosen struct {
	option
	value string
	// source is one of the four; place is the flag, the variable or the file with its
	// line, empty for a default.
	source, place string
}

// config is what holds of every option.
type config struct {
	// file is the settings file, "" when the environment names no place for it; there is
	// one when found is true.
	file  string
	found bool
	all   []chosen
	parts
}

// configure finds out what holds. With an error it is what holds without the wrong part.
func configure(given map[string]string, env Env) (config, error) {
	var conf config
	for _, o := range options() {
		conf.all = append(conf.all, chosen{option: o, value: o.values[0], source: byDefault})
	}
	file, variables, flags := conf.takeFile(given, env), conf.takeVariables(env.Getenv), conf.takeFlags(given)
	return conf, cmp.Or(flags, variables, file)
}

// takeFile reads the settings file. Only one that was named has to be there.
func (conf *config) takeFile(given map[string]string, env Env) error {
	conf.file = configFile(env.Getenv, runtime.GOOS)
	named, isNamed := given["config"]
	if isNamed {
		if named == "" {
			return usage("--config needs a file", "it was given an empty name")
		}
		conf.file = inDir(env.Dir, named)
	}
	if conf.file == "" {
		return nil
	}
	entries, err := vault.ReadConfig(conf.file)
	conf.found = !errors.Is(err, fs.ErrNotExist)
	switch {
	case !conf.found && !isNamed:
		return nil
	case !conf.found:
		return failed(model.ErrNotFound, err.Error(), "without --config "+configName+" in the configuration folder is read")
	case err != nil:
		return failed(errUsage, err.Error(), "nothing is opened until the settings can be read; --config names another file")
	}
	for _, e := range entries {
		if slices.Contains(partNames(), e.Name) {
			if err := conf.takePart(e); err != nil {
				return err
			}
			continue
		}
		where := conf.at(e)
		i := slices.IndexFunc(conf.all, func(c chosen) bool { return c.name == e.Name })
		if i < 0 {
			return usage(where+": there is no setting "+quoted(e.Name), suggest(e.Name, optionNames(), "coldstart help config lists the settings"))
		}
		if e.Value == "" {
			return usage(where+": "+e.Name+" takes one word", "coldstart help config lists the settings")
		}
		if err := conf.all[i].check(e.Value, where+": "+e.Name); err != nil {
			return err
		}
		conf.all[i].value, conf.all[i].source, conf.all[i].place = e.Value, byFile, where
	}
	return conf.checkKeys()
}

func (conf *config) takeVariables(getenv func(string) string) error {
	for i := range conf.all {
		c := &conf.all[i]
		if c.hints != nil {
			if by := c.hints(getenv); by != "" {
				c.value, c.source, c.place = "true", byEnvironment, by
			}
		}
		value := getenv(c.variable())
		if value == "" {
			continue
		}
		if bit, ok := map[string]string{"0": "false", "1": "true"}[value]; ok {
			value = bit
		}
		if err := c.check(value, c.variable()); err != nil {
			return err
		}
		c.value, c.source, c.place = value, byEnvironment, c.variable()
	}
	return nil
}

func (conf *config) takeFlags(given map[string]string) error {
	for i := range conf.all {
		c := &conf.all[i]
		value, ok := given[c.name]
		if !ok {
			continue
		}
		if err := c.check(value, dashed(c.name)); err != nil {
			return err
		}
		c.value, c.source, c.place = value, byFlag, dashed(c.name)
	}
	return nil
}

// is gives the value of an option, "" for a name that is none.
func (conf config) is(name string) string { return conf.named(name).value }

// on reports whether an option is true.
func (conf config) on(name string) bool { return conf.is(name) == "true" }

func (conf config) named(name string) chosen {
	for _, c := range conf.all {
		if c.name == name {
			return c
		}
	}
	return chosen{}
}

// with gives the configuration with another value of one option.
func (conf config) with(name, value string) config {
	conf.all = slices.Clone(conf.all)
	for i := range conf.all {
		if conf.all[i].name == name {
			conf.all[i].value = value
		}
	}
	return conf
}

// askedFor is how an option was asked for, as it goes on behind "asked for".
func (conf config) askedFor(name string) string {
	c := conf.named(name)
	switch c.source {
	case byFlag:
		return "with " + c.place
	case byEnvironment:
		return "by " + c.place
	}
	return "in " + c.place
}

// confFor says why a vault cannot be opened with these settings: they are wrong, or
// they lie in the vault, where agents write.
func (c *call) confFor(dir string) error {
	if c.conf.found && vault.Holds(dir, c.conf.file) {
		return usage("the settings file "+c.conf.file+" lies in the vault "+dir,
			"agents write there, and nothing in a vault configures coldstart; keep it elsewhere, and name it with --config")
	}
	if c.confErr != nil {
		return c.confErr
	}
	return c.conf.programsOutside(dir)
}

func (c *call) workRule() model.WorkRule {
	return map[string]model.WorkRule{"seed": model.WorkRuleSeed, "phase": model.WorkRulePhase}[c.conf.is("work-rule")]
}

func optionNames() []string {
	var names []string
	for _, o := range options() {
		names = append(names, o.name)
	}
	return append(names, partNames()...)
}

const configName = "coldstart.yaml"

// configFile is where the operator's settings lie (freedesktop.org base directories;
// the roaming application data on Windows), "" where the environment names no place.
func configFile(getenv func(string) string, system string) string {
	if dir := getenv("XDG_CONFIG_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "coldstart", configName)
	}
	if dir := getenv("APPDATA"); system == "windows" && filepath.IsAbs(dir) {
		return filepath.Join(dir, "coldstart", configName)
	}
	if home := getenv("HOME"); filepath.IsAbs(home) {
		return filepath.Join(home, ".config", "coldstart", configName)
	}
	return ""
}
