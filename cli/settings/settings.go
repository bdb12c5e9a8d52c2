// Package settings reads the operator's settings: flags, variables and one file.
package settings

import (
	"cmp"
	"errors"
	"io/fs"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"coldstart/cli/say"
	"coldstart/model"
	"coldstart/vault"
)

// option is one thing that can be set: by the flag of its name where there is one, by
// a variable, and in the operator's settings file, in this order.
type option struct {
	Name  string
	About string
	// values are what it can be; the first one holds when nothing is said.
	Values []string
	// hints gives the variable by which the surroundings rule something out, nil when
	// there is none; the option is then true.
	hints func(getenv func(string) string) (by string)
}

// Options gives the table of all that can be set. Nothing in it comes from a vault
// (docs/trust.md, X1).
func Options() []option {
	off, on := []string{"false", "true"}, []string{"true", "false"}
	return []option{
		{Name: "theme", Values: themes(), About: "colours for a light or a dark background; auto and high-contrast go by COLORFGBG"},
		{Name: "ascii", Values: off, hints: noUnicode, About: "write ASCII characters only"},
		{Name: "clipboard", Values: on, About: "let Y copy the path or id of what is selected (OSC 52)"},
		{Name: "linear", Values: off, About: "talk in plain lines instead of a screen, for screen readers"},
		{Name: "mouse", Values: off, About: "let a click select and the wheel scroll; it never decides"},
		{Name: "window-title", Values: on, About: "name the vault in the window's title while the screen is open"},
		{Name: "read-only", Values: off, About: "refuse every decision"},
		{Name: "work-rule", Values: []string{"auto", "seed", "phase"}, About: "what makes a work item stuck; auto looks at the vault"},
		{Name: "commit", Values: off, About: "make a git commit with each decision on the memory"},
	}
}

// Variable is the name of the option in the environment.
func (o option) Variable() string {
	return "COLDSTART_" + strings.ToUpper(strings.ReplaceAll(o.Name, "-", "_"))
}

// check fails unless the option can have this value; who names where it stands.
func (o option) check(value, who string) error {
	if slices.Contains(o.Values, value) {
		return nil
	}
	return say.Usage(who+" is "+say.JoinedWords(o.Values)+", not "+say.Quoted(value), "coldstart help config lists the settings")
}

// The sources that can say what holds, as JSON names them.
const (
	ByDefault     = "default"
	ByFile        = "file"
	byEnvironment = "environment"
	byFlag        = "flag"
)

// Chosen is what holds of one option, and who said so.
type Chosen struct {
	option
	Value string
	// source is one of the four; place is the flag, the variable or the file with its
	// line, empty for a default.
	Source, Place string
}

// Settings is what holds of every option.
type Settings struct {
	// file is the settings file, "" when the environment names no place for it; there is
	// one when found is true.
	File  string
	Found bool
	All   []Chosen
	parts
}

// Read finds out what holds. With an error it is what holds without the wrong part.
func Read(given map[string]string, getenv func(string) string, dir string) (Settings, error) {
	var conf Settings
	for _, o := range Options() {
		conf.All = append(conf.All, Chosen{option: o, Value: o.Values[0], Source: ByDefault})
	}
	file, variables, flags := conf.takeFile(given, getenv, dir), conf.takeVariables(getenv), conf.takeFlags(given)
	return conf, cmp.Or(flags, variables, file)
}

// takeFile reads the settings file. Only one that was named has to be there.
func (conf *Settings) takeFile(given map[string]string, getenv func(string) string, dir string) error {
	conf.File = configFile(getenv, runtime.GOOS)
	named, isNamed := given["config"]
	if isNamed {
		if named == "" {
			return say.Usage("--config needs a file", "it was given an empty name")
		}
		if conf.File = named; !filepath.IsAbs(named) {
			conf.File = filepath.Join(dir, named)
		}
	}
	if conf.File == "" {
		return nil
	}
	entries, err := vault.ReadConfig(conf.File)
	conf.Found = !errors.Is(err, fs.ErrNotExist)
	switch {
	case !conf.Found && !isNamed:
		return nil
	case !conf.Found:
		return say.Failed(model.ErrNotFound, err.Error(), "without --config "+ConfigName+" in the configuration folder is read")
	case err != nil:
		return say.Failed(say.ErrUsage, err.Error(), "nothing is opened until the settings can be read; --config names another file")
	}
	for _, e := range entries {
		if slices.Contains(partNames(), e.Name) {
			if err := conf.takePart(e); err != nil {
				return err
			}
			continue
		}
		where := conf.At(e)
		i := slices.IndexFunc(conf.All, func(c Chosen) bool { return c.Name == e.Name })
		if i < 0 {
			return say.Usage(where+": there is no setting "+say.Quoted(e.Name), say.Suggest(e.Name, optionNames(), "coldstart help config lists the settings"))
		}
		if e.Value == "" {
			return say.Usage(where+": "+e.Name+" takes one word", "coldstart help config lists the settings")
		}
		if err := conf.All[i].check(e.Value, where+": "+e.Name); err != nil {
			return err
		}
		conf.All[i].Value, conf.All[i].Source, conf.All[i].Place = e.Value, ByFile, where
	}
	return conf.checkKeys()
}

func (conf *Settings) takeVariables(getenv func(string) string) error {
	for i := range conf.All {
		c := &conf.All[i]
		if c.hints != nil {
			if by := c.hints(getenv); by != "" {
				c.Value, c.Source, c.Place = "true", byEnvironment, by
			}
		}
		value := getenv(c.Variable())
		if value == "" {
			continue
		}
		if bit, ok := map[string]string{"0": "false", "1": "true"}[value]; ok {
			value = bit
		}
		if err := c.check(value, c.Variable()); err != nil {
			return err
		}
		c.Value, c.Source, c.Place = value, byEnvironment, c.Variable()
	}
	return nil
}

func (conf *Settings) takeFlags(given map[string]string) error {
	for i := range conf.All {
		c := &conf.All[i]
		value, ok := given[c.Name]
		if !ok {
			continue
		}
		if err := c.check(value, say.Dashed(c.Name)); err != nil {
			return err
		}
		c.Value, c.Source, c.Place = value, byFlag, say.Dashed(c.Name)
	}
	return nil
}

// Is gives the value of an option, "" for a name that is none.
func (conf Settings) Is(name string) string { return conf.Named(name).Value }

// On reports whether an option is true.
func (conf Settings) On(name string) bool { return conf.Is(name) == "true" }

// Named gives what holds of one option.
func (conf Settings) Named(name string) Chosen {
	for _, c := range conf.All {
		if c.Name == name {
			return c
		}
	}
	return Chosen{}
}

// With gives the configuration with another value of one option.
func (conf Settings) With(name, value string) Settings {
	conf.All = slices.Clone(conf.All)
	for i := range conf.All {
		if conf.All[i].Name == name {
			conf.All[i].Value = value
		}
	}
	return conf
}

// AskedFor is how an option was asked for, as it goes on behind "asked for".
func (conf Settings) AskedFor(name string) string {
	c := conf.Named(name)
	switch c.Source {
	case byFlag:
		return "with " + c.Place
	case byEnvironment:
		return "by " + c.Place
	}
	return "in " + c.Place
}

// WorkRule is what makes a work item stuck.
func (conf Settings) WorkRule() model.WorkRule {
	return map[string]model.WorkRule{"seed": model.WorkRuleSeed, "phase": model.WorkRulePhase}[conf.Is("work-rule")]
}

func optionNames() []string {
	var names []string
	for _, o := range Options() {
		names = append(names, o.Name)
	}
	return append(names, partNames()...)
}

// ConfigName is the name of the operator's file of settings.
const ConfigName = "coldstart.yaml"

// configFile is where the operator's settings lie (freedesktop.org base directories;
// the roaming application data on Windows), "" where the environment names no place.
func configFile(getenv func(string) string, system string) string {
	if dir := getenv("XDG_CONFIG_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "coldstart", ConfigName)
	}
	if dir := getenv("APPDATA"); system == "windows" && filepath.IsAbs(dir) {
		return filepath.Join(dir, "coldstart", ConfigName)
	}
	if home := getenv("HOME"); filepath.IsAbs(home) {
		return filepath.Join(home, ".config", "coldstart", ConfigName)
	}
	return ""
}
