package vault

import (
	"context"
	"time"

	"coldstart/model"
	"coldstart/vault/places"
	"coldstart/vault/settings"
	"coldstart/vault/source/events"
	"coldstart/vault/source/plans"
)

// Places are where the operator keeps what is read.
type Places = places.Places

// PlaceNames are the names of the places that the settings can give.
func PlaceNames() []string { return places.PlaceNames() }

// IsFolder reports whether path is a folder.
func IsFolder(path string) bool { return places.IsFolder(path) }

// ConfigEntry is one entry of the operator's settings file.
type ConfigEntry = settings.ConfigEntry

// ReadConfig reads the operator's settings file.
func ReadConfig(path string) ([]ConfigEntry, error) { return settings.ReadConfig(path) }

// Holds reports whether path lies in the folder dir.
func Holds(dir, path string) bool { return settings.Holds(dir, path) }

// Settings are the settings of Claude Code, for its hooks.
type Settings = settings.Settings

// Hook is one hook of Claude Code.
type Hook = settings.Hook

// ReadSettings reads a settings file of Claude Code.
func ReadSettings(file string) (*Settings, error) { return settings.ReadSettings(file) }

// Spelling is a way of writing that this vault uses.
type Spelling = plans.Spelling

// Spellings are the ways of writing of this vault's plans.
func (v *Vault) Spellings() ([]Spelling, error) { return plans.Spellings(v.where) }

// Snooze lets a row of the queue rest until its time comes or its bytes change. It
// fails with model.ErrConflict when the bytes are not those that the operator saw.
func (v *Vault) Snooze(ctx context.Context, z model.Snooze) error {
	return v.state.Snooze(ctx, v.Read, z)
}

// Wake ends a snooze. It fails with model.ErrNotFound when ref does not rest.
func (v *Vault) Wake(ctx context.Context, ref model.Ref, now time.Time) error {
	return v.state.Wake(ctx, ref, now)
}

// Pin makes a plan the active one, or lets the rule choose again.
func (v *Vault) Pin(ctx context.Context, p model.Pin) error { return v.state.Pin(ctx, p) }

// LastLook gives what the operator saw when they left the screen last.
func (v *Vault) LastLook(ctx context.Context) (model.Look, error) { return v.state.LastLook(ctx) }

// KeepLook writes down what the operator saw.
func (v *Vault) KeepLook(ctx context.Context, l model.Look) error {
	return v.state.KeepLook(ctx, v.Read, l)
}

// LookedText gives a text that the operator saw when they left the screen last. It
// fails with model.ErrNotFound when it was not kept.
func (v *Vault) LookedText(ctx context.Context, seen model.Fingerprint) ([]byte, error) {
	return v.state.LookedText(ctx, seen)
}

// KeepMessage keeps a message for the next session; an empty one takes it away.
func (v *Vault) KeepMessage(ctx context.Context, text string, at time.Time) (before model.Message, err error) {
	return v.state.KeepMessage(ctx, text, at)
}

// Deliver gives the waiting message to a session, once.
func (v *Vault) Deliver(ctx context.Context, to model.Delivery, give func(m model.Message, trouble error) error) error {
	return v.state.Deliver(ctx, to, give)
}

// KeepHandOver adds the receipt of a report that was written out.
func (v *Vault) KeepHandOver(h model.HandOver) error { return v.state.KeepHandOver(h) }

// HandOvers gives the receipts of the reports that sessions got, newest last.
func (v *Vault) HandOvers() ([]model.HandOver, error) { return v.state.HandOvers() }

// SessionLines gives the lines of several sessions of one event log, each with at most
// some bytes from either end.
func (v *Vault) SessionLines(ctx context.Context, path string, keys []model.SessionKey, most int) (map[model.SessionKey][]byte, error) {
	return events.SessionLines(v.where, ctx, path, keys, most)
}

// Changed waits until the vault looks otherwise than at the end of the call before, or
// until it is noticed in another way, and says in which. The first call returns at once.
// It fails only when ctx ends or the vault is closed.
func (v *Vault) Changed(ctx context.Context) (model.Watching, error) { return v.watch.changed(ctx) }

// Load reads the whole vault as it is at now. It never writes. What cannot be read is in
// the snapshot's Problems; the error is only for a vault that cannot be read at all.
func (v *Vault) Load(ctx context.Context, now time.Time) (model.Snapshot, error) {
	return v.withUndo(v.loadAll(ctx, now))
}

// LoadChanged is Load for somebody who calls it again and again: files that are the same
// as at the load before, by all that the system says of them, are not opened.
func (v *Vault) LoadChanged(ctx context.Context, now time.Time) (model.Snapshot, error) {
	return v.withUndo(v.loadChanged(ctx, now))
}
