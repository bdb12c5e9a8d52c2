package settings

import (
	"errors"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"coldstart/cli/say"
	"coldstart/model"
	"coldstart/tui"
	"coldstart/tui/keys"
	"coldstart/vault"
)

// OwnAction is an action of the operator's own, with its place in the settings.
type OwnAction struct {
	tui.Action
	Entry vault.ConfigEntry
}

func (conf *Settings) takeActions(e vault.ConfigEntry) error {
	if e.List == nil {
		return conf.wrong(e, "actions takes a list, each with a name and what to run")
	}
	names := map[string]int{}
	for _, one := range e.List {
		act := tui.Action{Confirm: true}
		err := conf.fields(one, "an action", map[string]reader{
			"name":     conf.ownName(&act.Name, names),
			"key":      conf.key(&act.Key),
			"kinds":    conf.kinds(&act.Kinds),
			"run":      conf.program(&act.Run),
			"confirm":  conf.truth(&act.Confirm),
			"safe":     conf.truth(&act.Safe),
			"terminal": conf.truth(&act.Terminal),
		})
		switch {
		case err != nil:
			return err
		case act.Name == "":
			return conf.wrong(one, "an action needs a name")
		case act.Run == nil:
			return conf.wrong(one, "an action needs run: [program, argument]")
		}
		conf.Actions = append(conf.Actions, OwnAction{act, one})
	}
	return nil
}

// key reads one key.
func (conf *Settings) key(to *string) reader {
	return func(e vault.ConfigEntry) error {
		k, ok := keys.Named(e.Value)
		if !ok {
			return conf.wrong(e, say.Quoted(e.Value)+" is no key", "a key is a character, or a name as in space, enter, f5, ctrl+x or alt+x")
		}
		*to = k
		return nil
	}
}

// kinds reads what sorts of things something is for.
func (conf *Settings) kinds(to *[]model.Kind) reader {
	return func(e vault.ConfigEntry) error {
		list, err := conf.words(e)
		if err != nil {
			return err
		}
		for _, w := range list {
			var name string
			if err := conf.oneOf(&name, kindWords())(vault.ConfigEntry{Name: e.Name, Value: w.Value, Line: w.Line}); err != nil {
				return err
			}
			*to = append(*to, model.ParseKind(name))
		}
		return nil
	}
}

// kindWords are the sorts of things that have rows.
func kindWords() []string {
	var names []string
	for k := model.KindPlan; k <= model.KindOther; k++ {
		names = append(names, k.String())
	}
	return names
}

// placeholder finds a word in braces that can only be meant as a placeholder: git
// writes @{u}, and a shell ${x}.
var placeholder = regexp.MustCompile(`(?:^|[^@$])(\{[a-z-]+\})`)

// program reads a program and its arguments. Only what no agent can put elsewhere may
// name the program.
func (conf *Settings) program(to *[]string) reader {
	return func(e vault.ConfigEntry) error {
		if e.List == nil {
			return conf.wrong(e, "run takes a list of a program and its arguments", "as in [git, log, --, \"{path}\"]; no shell reads it")
		}
		list, err := conf.words(e)
		if err != nil {
			return err
		}
		for i, w := range list {
			for _, m := range placeholder.FindAllStringSubmatch(w.Value, -1) {
				if !slices.Contains(tui.Placeholders(), m[1]) {
					return conf.wrong(w, "there is no placeholder "+m[1], "there are "+say.JoinedWords(tui.Placeholders()))
				}
			}
			*to = append(*to, w.Value)
			if i > 0 && readByShell(*to) {
				return conf.wrong(w, "a placeholder stands in what "+filepath.Base(list[0].Value)+" reads as a script",
					`agents choose the names of files; hand them over as arguments: [sh, -c, 'wc -w "$1"', sh, "{path}"]`)
			}
		}
		switch name := list[0].Value; {
		case holdsPlaceholder(name):
			return conf.wrong(list[0], "the program itself has a placeholder", "agents choose the names of files, and never what runs")
		case filepath.Base(name) != name && !filepath.IsAbs(name):
			return conf.wrong(list[0], "the program "+say.Quoted(name)+" is a relative path", "it would be looked for in the vault, where agents write; write its whole path, or its name alone")
		}
		return nil
	}
}

func holdsPlaceholder(word string) bool {
	return slices.ContainsFunc(tui.Placeholders(), func(p string) bool { return strings.Contains(word, p) })
}

// readByShell reports whether the last of the words has a placeholder in a place that a
// shell takes for its script.
func readByShell(words []string) bool {
	last := len(words) - 1
	if !holdsPlaceholder(words[last]) {
		return false
	}
	switch strings.TrimSuffix(strings.ToLower(filepath.Base(words[0])), ".exe") {
	case "cmd", "powershell", "pwsh":
		// These put their arguments together again and read the whole.
		return true
	case "sh", "bash", "dash", "zsh", "ksh", "ash", "fish":
		before := words[last-1]
		return last > 1 && strings.HasPrefix(before, "-") && !strings.HasPrefix(before, "--") && strings.HasSuffix(before, "c")
	}
	return false
}

// readable reports whether a name can stand in a list as it is.
func readable(name string) bool {
	return utf8.RuneCountInString(name) <= mostName && !strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) })
}

// ProgramsOutside fails when a program of the operator's own lies in the vault at dir.
func (conf *Settings) ProgramsOutside(dir string) error {
	for _, act := range conf.Actions {
		if program := act.Run[0]; filepath.IsAbs(program) && vault.Holds(dir, program) {
			return conf.wrong(act.Entry, "the program "+program+" lies in the vault "+dir, "agents write there, and nothing in a vault decides what runs")
		}
	}
	return nil
}

// OwnActions are the actions without their places.
func (conf Settings) OwnActions() []tui.Action {
	var actions []tui.Action
	for _, a := range conf.Actions {
		actions = append(actions, a.Action)
	}
	return actions
}

// ownKeys are other keys for one action, with their place in the settings.
type ownKeys struct {
	keys.Rebinding
	Entry vault.ConfigEntry
}

func (conf *Settings) takeKeys(e vault.ConfigEntry) error {
	if e.Map == nil {
		return conf.wrong(e, "keys takes the names of actions with their keys, as in undo: ctrl+z")
	}
	for _, one := range e.Map {
		if !slices.Contains(keys.Actions(), one.Name) {
			return conf.wrong(one, "there is no action "+say.Quoted(one.Name)+" whose keys can be changed",
				say.Suggest(one.Name, keys.Actions(), "coldstart config --json lists them"))
		}
		list, err := conf.words(one)
		if err != nil {
			return err
		}
		own := ownKeys{keys.Rebinding{Action: one.Name}, one}
		for _, w := range list {
			var k string
			if err := conf.key(&k)(w); err != nil {
				return err
			}
			own.Keys = append(own.Keys, k)
		}
		conf.Keys = append(conf.Keys, own)
	}
	return nil
}

// KeyWord is a key as it stands in the settings.
func KeyWord(k string) string {
	if k == " " {
		return "space"
	}
	return k
}

// Rebindings are the keys without their places.
func (conf Settings) Rebindings() []keys.Rebinding {
	return say.Each(conf.Keys, func(k ownKeys) keys.Rebinding { return k.Rebinding })
}

// checkKeys fails when a key would mean two things.
func (conf *Settings) checkKeys() error {
	err := tui.CheckKeys(conf.Rebindings(), conf.OwnActions())
	var clash *tui.KeyError
	if !errors.As(err, &clash) {
		return err
	}
	var entry vault.ConfigEntry
	if clash.Own {
		for _, f := range conf.Actions[clash.At].Entry.Map {
			if f.Name == "key" {
				entry = f
			}
		}
	} else {
		entry = conf.Keys[clash.At].Entry
	}
	return conf.wrong(entry, clash.Reason, "? on the screen and docs/keys.md list all keys")
}
