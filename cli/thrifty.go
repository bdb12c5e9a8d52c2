package cli

import (
	"context"
	"runtime/debug"
	"time"

	"coldstart/model"
	"coldstart/vault"
)

// thrifty is a vault that gives memory back to the system some time after each load: a
// screen stands for hours between two of them, and a load needs more than what it finds.
type thrifty struct {
	*vault.Vault
	back *time.Timer
}

// loadRest is how long after a load its memory is given back: by then the screen has
// made what it shows of it.
const loadRest = time.Second

func newThrifty(v *vault.Vault) thrifty {
	return thrifty{v, time.AfterFunc(loadRest, debug.FreeOSMemory)}
}

// Load is that of the vault.
func (t thrifty) Load(ctx context.Context, now time.Time) (model.Snapshot, error) {
	defer t.back.Reset(loadRest)
	return t.Vault.Load(ctx, now)
}

// LoadChanged is that of the vault.
func (t thrifty) LoadChanged(ctx context.Context, now time.Time) (model.Snapshot, error) {
	defer t.back.Reset(loadRest)
	return t.Vault.LoadChanged(ctx, now)
}
