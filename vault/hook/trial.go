package hook

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// Trial is a vault of its own in a new temporary folder, in which the gate can be tried: nothing
// of any other vault is touched.
type Trial struct {
	// Vault is an empty vault, Config a settings file with one rule, which asks for the shell
	// command TrialCommand.
	Vault, Config string
	// Unwritable is a path at which no folder can be made, Unreadable one that cannot be read as a
	// settings file, Missing one where nothing is. Config serves as a program that cannot be run.
	Unwritable, Unreadable, Missing string
	base                            string
}

// TrialCommand is the command that the rule of a trial asks for.
const TrialCommand = "coldstart-gate-trial"

// NewTrial makes the folder.
func NewTrial() (Trial, error) {
	base, err := os.MkdirTemp("", "coldstart-gate-")
	if err != nil {
		return Trial{}, fmt.Errorf("making a temporary folder: %w", err)
	}
	t := Trial{
		Vault: filepath.Join(base, "vault"), Config: filepath.Join(base, "coldstart.yaml"),
		Unwritable: filepath.Join(base, "coldstart.yaml"), Unreadable: base, Missing: filepath.Join(base, "missing", "coldstart"), base: base,
	}
	err = os.MkdirAll(filepath.Join(t.Vault, "Plans"), 0o700)
	if err == nil {
		err = os.WriteFile(t.Config, []byte("gate:\n  - {tool: Bash, match: "+TrialCommand+", then: ask}\n"), 0o600)
	}
	if err != nil {
		return Trial{}, errors.Join(fmt.Errorf("making a temporary vault: %w", err), t.Remove())
	}
	return t, nil
}

// Remove removes the folder.
func (t Trial) Remove() error {
	if err := os.RemoveAll(t.base); err != nil {
		return fmt.Errorf("removing the temporary folder: %w", err)
	}
	return nil
}
