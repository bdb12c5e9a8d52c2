// Package settings reads the operator's settings from flags, variables and one file, and
// checks them.
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

// option is one setting: its flag comes first if there is one, then its variable, then the
// settings file.
type option struct {
	Name  string
	About string
	// Values are what it can be; the first one is the default.
	Values []string
	// fileOnly is true for a setting that a line of a shell must not change in passing: it has
	// no variable and no flag.
	fileOnly bool
	// span is true for a length of time; Values has the default only.
	span bool
	// path is true for the path of a file, or none; Values has the default only.
	path bool
	// hints returns the variable of the environment that turns the option to its other value, if
	// any.
	hints func(getenv func(string) string) (by string)
}

// Options is the table of all settings. Nothing in it comes from a vault.
func Options() []option {
	off, on := []string{"false", "true"}, []string{"true", "false"}
	return []option{
		{Name: "theme", Values: themes(), About: "colours for a light or a dark background; auto and high-contrast follow COLORFGBG"},
		{Name: "ascii", Values: off, hints: noUnicode, About: "write ASCII characters only"},
		{Name: "clipboard", Values: on, About: "let y copy the command, path or id of the selected item (OSC 52)"},
		{Name: "linear", Values: off, About: "use plain lines instead of a full screen, for screen readers"},
		{Name: "mouse", Values: on, About: "let a click select or press a key of the footer, and the wheel scroll; it never decides"},
		{Name: "motion", Values: on, hints: still, About: "let a running session blink and a written row glow once"},
		{Name: "window-title", Values: on, About: "name the vault in the window's title, with the count of what needs you"},
		{Name: "alert", Values: []string{"bell", "notice", "off"}, About: "how the open screen calls you when something new needs you"},
		{Name: awayAfter, Values: []string{"4h"}, span: true, fileOnly: true, About: "Home says what happened while you were away after this long"},
		{Name: "read-only", Values: off, About: "refuse every decision"},
		{Name: "work-rule", Values: []string{"auto", "seed", "phase"}, About: "what makes a work item stuck; auto looks at the vault"},
		{Name: "commit", Values: off, About: "make a git commit of the files that a decision changes"},
		{Name: DecideUnderAgents, Values: off, fileOnly: true, About: "allow decisions although an agent runs coldstart"},
		{Name: "sign", Values: []string{none}, path: true, fileOnly: true, About: "ssh-keygen signs your decisions on requests with this key"},
		{Name: "signers", Values: []string{none}, path: true, fileOnly: true, About: "coldstart verify accepts the signatures of this list"},
		{Name: "gate-signers", Values: []string{none}, path: true, fileOnly: true, About: "an approved action counts only with a signature of this list"},
		{Name: gateExpires, Values: []string{"24h"}, span: true, fileOnly: true, About: "how long your decision on an agent's action holds"},
	}
}

// DecideUnderAgents is the setting by which a person decides in the shell of an agent.
const DecideUnderAgents = "decide-under-agents"

// Variable is the name of the option in the environment, "" for one that only the file can
// have.
func (o option) Variable() string {
	if o.fileOnly {
		return ""
	}
	return "COLDSTART_" + strings.ToUpper(strings.ReplaceAll(o.Name, "-", "_"))
}

// none stands for no file.
const none = "none"

// check fails unless the option can have this value; who names its source.
func (o option) check(value, who string) error {
	if o.span {
		if d, ok := model.ParseSpan(value); !ok || d <= 0 {
			return notSpan(who, value)
		}
		return nil
	}
	if slices.Contains(o.Values, value) || o.path && value != "" {
		return nil
	}
	return say.Usage(who+" is "+say.JoinedWords(o.Values)+", not "+say.Quoted(value), "see coldstart help config")
}

// The sources of a value, as JSON names them.
const (
	ByDefault     = "default"
	ByFile        = "file"
	byEnvironment = "environment"
	byFlag        = "flag"
)

// Chosen is the value of one option with its source.
type Chosen struct {
	option
	Value string
	// Source is default, file, environment or flag; Place is the flag, the variable or the
	// file with its line, empty for a default.
	Source, Place string
}

// Settings has the value of every option and the parts that only the file can have.
type Settings struct {
	// File is the settings file, "" when the environment names no place for it; Found says
	// whether it exists.
	File  string
	Found bool
	All   []Chosen
	// home is the folder that ~ stands for, "" where nobody knows it, and dir the working directory.
	home, dir string
	parts
}

// Read reads all sources. With an error, the settings are those without the wrong part.
func Read(given map[string]string, getenv func(string) string, dir string) (Settings, error) {
	s := Settings{home: getenv("HOME"), dir: dir}
	for _, o := range Options() {
		s.All = append(s.All, Chosen{option: o, Value: o.Values[0], Source: ByDefault})
	}
	file, variables, flags := s.takeFile(given, getenv, dir), s.takeVariables(getenv), s.takeFlags(given)
	return s, cmp.Or(flags, variables, file)
}

// takeFile reads the settings file, which has to exist only if it was named.
func (s *Settings) takeFile(given map[string]string, getenv func(string) string, dir string) error {
	s.File = configFile(getenv, runtime.GOOS)
	named, isNamed := given["config"]
	if isNamed {
		if named == "" {
			return say.Usage("--config needs a file", "the name is empty")
		}
		if s.File = named; !filepath.IsAbs(named) {
			s.File = filepath.Join(dir, named)
		}
	}
	if s.File == "" {
		return nil
	}
	entries, err := vault.ReadConfig(s.File)
	s.Found = !errors.Is(err, fs.ErrNotExist)
	switch {
	case !s.Found && !isNamed:
		return nil
	case !s.Found:
		return say.Failed(model.ErrNotFound, err.Error(), "without --config "+ConfigName+" in the configuration folder is read")
	case err != nil:
		return say.Failed(say.ErrUsage, err.Error(), "nothing is opened until the settings can be read; --config names another file")
	}
	for _, e := range entries {
		if slices.Contains(partNames(), e.Name) {
			if err := s.takePart(e); err != nil {
				return err
			}
			continue
		}
		where := s.At(e)
		i := slices.IndexFunc(s.All, func(c Chosen) bool { return c.Name == e.Name })
		if i < 0 {
			return say.Usage(where+": there is no setting "+say.Quoted(e.Name), say.Suggest(e.Name, optionNames(), "see coldstart help config"))
		}
		if e.Value == "" {
			return say.Usage(where+": "+e.Name+" must be one word", "see coldstart help config")
		}
		if err := s.All[i].check(e.Value, where+": "+e.Name); err != nil {
			return err
		}
		if c := s.All[i]; c.path && e.Value != none && !filepath.IsAbs(s.atHome(e.Value)) {
			return s.wrong(e, e.Name+" must be the whole path of a file, not "+say.Quoted(e.Value), "as in ~/.ssh/id_ed25519_sk")
		}
		s.All[i].Value, s.All[i].Source, s.All[i].Place = e.Value, ByFile, where
	}
	return s.checkKeys()
}

func (s *Settings) takeVariables(getenv func(string) string) error {
	for i := range s.All {
		c := &s.All[i]
		if c.hints != nil {
			if by := c.hints(getenv); by != "" {
				c.Value, c.Source, c.Place = c.Values[1], byEnvironment, by
			}
		}
		if c.fileOnly {
			continue
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

func (s *Settings) takeFlags(given map[string]string) error {
	for i := range s.All {
		c := &s.All[i]
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

// Is returns the value of an option, "" for a name that is none.
func (s Settings) Is(name string) string { return s.Named(name).Value }

// On reports whether an option is true.
func (s Settings) On(name string) bool { return s.Is(name) == "true" }

// Path returns the path that an option names, "" for none.
func (s Settings) Path(name string) string {
	switch c := s.Named(name); {
	case c.Value == none:
		return ""
	case filepath.IsAbs(s.atHome(c.Value)):
		return filepath.Clean(s.atHome(c.Value))
	default:
		return filepath.Join(s.dir, c.Value)
	}
}

// atHome writes out the ~ of a path.
func (s Settings) atHome(path string) string {
	if rest, ok := strings.CutPrefix(path, "~"); ok && (rest == "" || rest[0] == '/' || rest[0] == filepath.Separator) && s.home != "" {
		return filepath.Join(s.home, rest)
	}
	return path
}

// Named returns one option with its source.
func (s Settings) Named(name string) Chosen {
	for _, c := range s.All {
		if c.Name == name {
			return c
		}
	}
	return Chosen{}
}

// With returns the settings with another value of one option.
func (s Settings) With(name, value string) Settings {
	s.All = slices.Clone(s.All)
	for i := range s.All {
		if s.All[i].Name == name {
			s.All[i].Value = value
		}
	}
	return s
}

// AskedFor says where an option was set, to follow "asked for".
func (s Settings) AskedFor(name string) string {
	c := s.Named(name)
	switch c.Source {
	case byFlag:
		return "with " + c.Place
	case byEnvironment:
		return "by " + c.Place
	}
	return "in " + c.Place
}

// WorkRule is what makes a work item stuck.
func (s Settings) WorkRule() model.WorkRule {
	return map[string]model.WorkRule{"seed": model.WorkRuleSeed, "phase": model.WorkRulePhase}[s.Is("work-rule")]
}

func optionNames() []string {
	var names []string
	for _, o := range Options() {
		names = append(names, o.Name)
	}
	return append(names, partNames()...)
}

// ConfigName is the name of the settings file.
const ConfigName = "coldstart.yaml"

// configFile is the path of the settings file (XDG base directories; roaming application
// data on Windows), "" when the environment names no place.
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
