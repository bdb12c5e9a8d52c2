package gate

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"coldstart/vault/disk"
	"coldstart/vault/state"
)

const (
	// heardEvery is how often a session is written down anew.
	heardEvery = time.Minute
	// mostHeard is how many sessions are kept, maxHeard how many bytes of them are read.
	mostHeard = 50
	maxHeard  = 64 << 10
)

// Heard says when the gate was called last in a session of a client.
type Heard struct {
	Client  string    `json:"client"`
	Session string    `json:"session"`
	At      time.Time `json:"at"`
	// Elsewhere is true for a hook that is not in a settings file of the agent, such as that of a plugin.
	Elsewhere bool `json:"elsewhere,omitempty"`
}

// Heard notes that the gate was called in a session, at most once a minute. Elsewhere says that
// the hook is not in a settings file of the agent. It is not synced,
// and of two gates that write at once one is lost: the next call writes it again.
func (g *Gate) Heard(client, session string, elsewhere bool, now time.Time) error {
	if g.ready() != nil {
		return nil
	}
	// One that cannot be read is replaced.
	all, _ := g.HeardFrom()
	is := func(h Heard) bool { return h.Client == client && h.Session == session && h.Elsewhere == elsewhere }
	if i := slices.IndexFunc(all, is); i >= 0 && now.Sub(all[i].At) < heardEvery && !all[i].At.After(now) {
		return nil
	}
	all = append(slices.DeleteFunc(all, is), Heard{short(client), short(session), now.UTC(), elsewhere})
	text, err := json.Marshal(all[max(0, len(all)-mostHeard):])
	if err == nil {
		err = replace(filepath.Join(g.vault.StateDir(), state.HeardName), append(text, '\n'))
	}
	if err != nil {
		return fmt.Errorf("writing down that the gate was called: %w", err)
	}
	return nil
}

// HeardFrom returns the sessions in which the gate was called last, the latest at the end.
func (g *Gate) HeardFrom() ([]Heard, error) {
	if g.vault.Opts.StateDir == "" {
		return nil, nil
	}
	text, err := disk.ReadBounded(filepath.Join(g.vault.StateDir(), state.HeardName), maxHeard)
	if disk.IsMissing(err) {
		return nil, nil
	}
	var all []Heard
	if err == nil {
		err = json.Unmarshal(text, &all)
	}
	if err != nil {
		return nil, fmt.Errorf("reading when the gate was called: %w", err)
	}
	return all, nil
}

// short bounds a name that a client gives.
func short(name string) string {
	const most = 200
	return name[:min(len(name), most)]
}

// replace replaces a small file that can be lost.
func replace(name string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(name), ".new-*")
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}
