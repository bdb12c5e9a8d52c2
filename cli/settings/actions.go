package settings

import (
	"errors"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"coldstart/cli/say"
	"coldstart/model"
	"coldstart/tui"
	"coldstart/tui/keys"
	"coldstart/vault"
)

// OwnAction is an action that the operator defined.
type OwnAction struct {
	tui.Action
	Entry vault.ConfigEntry
}

func (s *Settings) takeActions(e vault.ConfigEntry) error {
	if e.List == nil {
		return s.wrong(e, "actions must be a list, each with a name and a program to run")
	}
	names := map[string]int{}
	for _, one := range e.List {
		act := tui.Action{Confirm: true}
		err := s.fields(one, "an action", map[string]reader{
			"name":     s.ownName(&act.Name, names),
			"key":      s.key(&act.Key),
			"kinds":    s.kinds(&act.Kinds),
			"run":      s.program(&act.Run),
			"confirm":  s.truth(&act.Confirm),
			"safe":     s.truth(&act.Safe),
			"terminal": s.truth(&act.Terminal),
		})
		switch {
		case err != nil:
			return err
		case act.Name == "":
			return s.wrong(one, "an action needs a name")
		case act.Run == nil:
			return s.wrong(one, "an action needs run: [program, argument]")
		}
		s.Actions = append(s.Actions, OwnAction{act, one})
	}
	return nil
}

// key reads one key.
func (s *Settings) key(to *string) reader {
	return func(e vault.ConfigEntry) error {
		k, ok := keys.Named(e.Value)
		if !ok {
			return s.wrong(e, say.Quoted(e.Value)+" is not a key", "a key is a character, or a name as in space, enter, f5, ctrl+x or alt+x")
		}
		*to = k
		return nil
	}
}

// kinds reads the kinds of things that something is for.
func (s *Settings) kinds(to *[]model.Kind) reader {
	return func(e vault.ConfigEntry) error {
		list, err := s.words(e)
		if err != nil {
			return err
		}
		for _, w := range list {
			var name string
			if err := s.oneOf(&name, kindWords())(vault.ConfigEntry{Name: e.Name, Value: w.Value, Line: w.Line}); err != nil {
				return err
			}
			*to = append(*to, model.ParseKind(name))
		}
		return nil
	}
}

// kindWords are the kinds that have rows.
func kindWords() []string {
	var names []string
	for k := model.KindPlan; k <= model.KindOther; k++ {
		names = append(names, k.String())
	}
	return names
}

// placeholder finds placeholders, but not @{u} of git or ${x} of a shell.
var placeholder = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?:^|[^@$])(\{[a-z-]+\})`) })

// program reads a program and its arguments. The program has to be one that no agent can
// replace.
func (s *Settings) program(to *[]string) reader {
	return func(e vault.ConfigEntry) error {
		if e.List == nil {
			return s.wrong(e, "run must be a list: the program, then its arguments", "as in [git, log, --, \"{path}\"]; no shell reads it")
		}
		list, err := s.words(e)
		if err != nil {
			return err
		}
		for i, w := range list {
			for _, m := range placeholder().FindAllStringSubmatch(w.Value, -1) {
				if !slices.Contains(tui.Placeholders(), m[1]) {
					return s.wrong(w, "there is no placeholder "+m[1], "there are "+say.JoinedWords(tui.Placeholders()))
				}
			}
			*to = append(*to, w.Value)
			if i > 0 && readByShell(*to) {
				return s.wrong(w, "a placeholder is in what "+filepath.Base(list[0].Value)+" runs as a script",
					`agents choose names; pass them as arguments: [sh, -c, 'wc -w "$1"', sh, "{path}"]`)
			}
		}
		switch name := list[0].Value; {
		case holdsPlaceholder(name):
			return s.wrong(list[0], "the program itself has a placeholder", "agents choose names, but never a program")
		case filepath.Base(name) != name && !filepath.IsAbs(name):
			return s.wrong(list[0], "the program "+say.Quoted(name)+" is a relative path", "it would be looked for in the vault, where agents write; write its full path or only its name")
		}
		return nil
	}
}

func holdsPlaceholder(word string) bool {
	return slices.ContainsFunc(tui.Placeholders(), func(p string) bool { return strings.Contains(word, p) })
}

// readByShell reports whether the last word has a placeholder where a shell expects its
// script.
func readByShell(words []string) bool {
	last := len(words) - 1
	if !holdsPlaceholder(words[last]) {
		return false
	}
	switch strings.TrimSuffix(strings.ToLower(filepath.Base(words[0])), ".exe") {
	case "cmd", "powershell", "pwsh":
		// These join their arguments and parse the result.
		return true
	case "sh", "bash", "dash", "zsh", "ksh", "ash", "fish":
		before := words[last-1]
		return last > 1 && strings.HasPrefix(before, "-") && !strings.HasPrefix(before, "--") && strings.HasSuffix(before, "c")
	}
	return false
}

// readable reports whether a name can be shown in a list as it is.
func readable(name string) bool {
	return utf8.RuneCountInString(name) <= mostName && !strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) })
}

// ProgramsOutside fails when the program of an action is in the vault at dir.
func (s *Settings) ProgramsOutside(dir string) error {
	for _, act := range s.Actions {
		if program := act.Run[0]; filepath.IsAbs(program) && vault.Holds(dir, program) {
			return s.wrong(act.Entry, "the program "+program+" is in the vault "+dir, "agents write there, and nothing in a vault decides what runs")
		}
	}
	return nil
}

// OwnActions are the actions that the operator defined.
func (s Settings) OwnActions() []tui.Action {
	return say.Each(s.Actions, func(a OwnAction) tui.Action { return a.Action })
}

// ownKeys are the operator's keys for one action.
type ownKeys struct {
	keys.Rebinding
	Entry vault.ConfigEntry
}

func (s *Settings) takeKeys(e vault.ConfigEntry) error {
	if e.Map == nil {
		return s.wrong(e, "keys must list actions with their keys, as in undo: ctrl+z")
	}
	for _, one := range e.Map {
		if !slices.Contains(tui.KeyNames(), one.Name) {
			return s.wrong(one, "there is no action "+say.Quoted(one.Name)+" whose keys can be changed",
				say.Suggest(one.Name, tui.KeyNames(), "coldstart config --json lists them"))
		}
		list, err := s.words(one)
		if err != nil {
			return err
		}
		own := ownKeys{keys.Rebinding{Action: keys.ID(one.Name)}, one}
		for _, w := range list {
			var k string
			if err := s.key(&k)(w); err != nil {
				return err
			}
			own.Keys = append(own.Keys, k)
		}
		s.Keys = append(s.Keys, own)
	}
	return nil
}

// KeyWord is a key as the settings write it.
func KeyWord(k string) string {
	if k == " " {
		return "space"
	}
	return k
}

// Rebindings are the keys that the operator changed.
func (s Settings) Rebindings() []keys.Rebinding {
	return say.Each(s.Keys, func(k ownKeys) keys.Rebinding { return k.Rebinding })
}

// checkKeys fails when a key would have two meanings.
func (s *Settings) checkKeys() error {
	err := tui.CheckKeys(s.Rebindings(), s.OwnActions())
	var clash *tui.KeyError
	if !errors.As(err, &clash) {
		return err
	}
	var entry vault.ConfigEntry
	if clash.Own {
		for _, f := range s.Actions[clash.At].Entry.Map {
			if f.Name == "key" {
				entry = f
			}
		}
	} else {
		entry = s.Keys[clash.At].Entry
	}
	return s.wrong(entry, clash.Reason, "? on the screen and docs/keys.md list all keys")
}
