package state

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"coldstart/model"
)

const (
	// RefusedName is the file with the actions that were refused without asking the operator, and
	// olderRefused where it goes when it is full.
	RefusedName  = model.RefusedPath
	olderRefused = "refused.1.jsonl"
	// fullRefused is the size at which it is full, in bytes; mostRefused how many lines are read.
	fullRefused = 128 << 10
	mostRefused = 1000
)

// refused is one line of that file.
type refused struct {
	At      time.Time `json:"at"`
	Client  string    `json:"client,omitempty"`
	Session string    `json:"session,omitempty"`
	Tool    string    `json:"tool,omitempty"`
	Line    string    `json:"line,omitempty"`
	By      string    `json:"by"`
	What    string    `json:"what,omitempty"`
	Rule    int       `json:"rule,omitempty"`
	Vault   string    `json:"vault,omitempty"`
}

// KeepRefusal adds an action that was refused. It takes no lock and is not synced, since an agent
// waits for it: of two programs that find the file full at once, one may drop the older half.
func (f *Folder) KeepRefusal(r model.Refusal) error {
	at := filepath.Join(f.vault.StateDir(), RefusedName)
	if info, err := os.Stat(at); err == nil && info.Size() >= fullRefused {
		if err := os.Rename(at, filepath.Join(f.vault.StateDir(), olderRefused)); err != nil {
			return fmt.Errorf("making room for refused actions: %w", err)
		}
	}
	line, err := json.Marshal(refused{r.At.UTC(), r.Client, r.Session, r.Tool, r.Line, r.By.String(), r.What, r.RuleLine, r.Vault})
	if err == nil {
		err = f.addLine(RefusedName, line)
	}
	if err != nil {
		return fmt.Errorf("saving refused actions: %w", err)
	}
	return nil
}

// Refusals returns the newest actions that were refused, oldest first. Damaged lines are skipped.
func (f *Folder) Refusals() ([]model.Refusal, error) {
	var all []model.Refusal
	for _, name := range []string{olderRefused, RefusedName} {
		err := f.eachLine(name, 2*fullRefused, func(line []byte) {
			var r refused
			if json.Unmarshal(line, &r) == nil && !r.At.IsZero() && model.ParseRefusedBy(r.By) != model.RefusedByNothing {
				all = append(all, model.Refusal{
					At: r.At, Client: r.Client, Session: r.Session, Tool: r.Tool, Line: r.Line,
					By: model.ParseRefusedBy(r.By), What: r.What, RuleLine: r.Rule, Vault: r.Vault,
				})
			}
		})
		if err != nil {
			return nil, fmt.Errorf("reading refused actions: %w", err)
		}
	}
	return all[max(0, len(all)-mostRefused):], nil
}
