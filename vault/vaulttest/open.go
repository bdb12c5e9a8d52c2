// Package vaulttest has vaults, decisions and expectations that tests of several rooms share. Only tests
// import it.
package vaulttest

import (
	"sync/atomic"

	"coldstart/vault"
	"coldstart/vault/places"
)

// Vault is a vault as others see it, with what its rooms share.
type Vault struct {
	*vault.Vault
	Where *places.Vault
	// hook runs ahead of the changes, and can be replaced while something is being written.
	hook atomic.Pointer[func(op, name string)]
}

// Open opens the vault at dir as vault.Open does.
func Open(dir string, o places.Options) (*Vault, error) {
	where, err := places.Open(dir, o)
	if err != nil {
		return nil, err
	}
	return &Vault{Vault: vault.On(where), Where: where}, nil
}
