package vault

import (
	"context"
	"errors"
	"fmt"
	"time"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/places"
)

// agentWork does one thing for an agent: a line in a plan's log (agent_log.go), an
// entry in a journal (agent_entry.go) or a pending request (agent_request.go). None of
// them is a decision: nothing of it goes through Decide or into the operator's ledger,
// and none writes where decided requests lie.
//
// It runs under the lock, on the vault as it is then. What an operator's process left
// half done is not finished here; that is the operator's to see.
func (v *Vault) agentWork(ctx context.Context, doing string, at time.Time, work func(l places.Layout, s model.Snapshot) error) error {
	if err := v.where.Here(); err != nil {
		return err
	}
	l, err := v.where.Layout()
	if err != nil {
		return disk.FileError("reading", v.where.Dir, err)
	}
	if reason := v.readOnlyReason(l); reason != "" {
		return fmt.Errorf("%s: %w: %s", doing, model.ErrReadOnly, reason)
	}
	held, err := v.state.Lock(ctx)
	if err != nil {
		return err
	}
	defer held.Release()
	s, _, err := v.loadAll(ctx, at)
	if err != nil {
		return err
	}
	return work(l, s)
}

// agentEdit makes an edit as Decide would: not where a file is write-protected, and
// once more when another program came in between.
func (e *engine) agentEdit(at time.Time, work func() (operation, error)) error {
	_, _, err := e.amend(disk.NewID(at), func() ([]operation, []string, error) {
		o, err := work()
		if err == nil && errors.Is(e.protected(o), disk.ErrProtected) {
			err = disk.FileError("writing", o.Path, disk.ErrProtected)
		}
		return []operation{o}, nil, err
	})
	return err
}

// notDone refuses what an agent asked for.
func notDone(kind error, format string, args ...any) error {
	return &refusal{fmt.Errorf(format, args...), kind}
}
