package cli

import (
	"errors"
	"slices"

	"coldstart/tui"
	"coldstart/tui/keys"
	"coldstart/vault"
)

// ownKeys are other keys for one action, with their place in the settings.
type ownKeys struct {
	keys.Rebinding
	entry vault.ConfigEntry
}

func (conf *config) takeKeys(e vault.ConfigEntry) error {
	if e.Map == nil {
		return conf.wrong(e, "keys takes the names of actions with their keys, as in undo: ctrl+z")
	}
	for _, one := range e.Map {
		if !slices.Contains(keys.Actions(), one.Name) {
			return conf.wrong(one, "there is no action "+quoted(one.Name)+" whose keys can be changed",
				suggest(one.Name, keys.Actions(), "coldstart config --json lists them"))
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
		conf.keys = append(conf.keys, own)
	}
	return nil
}

// keyWord is a key as it stands in the settings.
func keyWord(k string) string {
	if k == " " {
		return "space"
	}
	return k
}

// rebindings are the keys without their places.
func (conf config) rebindings() []keys.Rebinding {
	return each(conf.keys, func(k ownKeys) keys.Rebinding { return k.Rebinding })
}

// checkKeys fails when a key would mean two things.
func (conf *config) checkKeys() error {
	err := tui.CheckKeys(conf.rebindings(), conf.ownActions())
	var clash *tui.KeyError
	if !errors.As(err, &clash) {
		return err
	}
	var entry vault.ConfigEntry
	if clash.Own {
		for _, f := range conf.actions[clash.At].entry.Map {
			if f.Name == "key" {
				entry = f
			}
		}
	} else {
		entry = conf.keys[clash.At].entry
	}
	return conf.wrong(entry, clash.Reason, "? on the screen and docs/keys.md list all keys")
}
