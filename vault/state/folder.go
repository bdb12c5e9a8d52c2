// Package state keeps what the operator said to this program alone, outside the vault:
// the pin, what rests, what was seen last, and messages to the next session.
package state

import "coldstart/vault/places"

// Folder is the vault's folder in the operator's state folder.
type Folder struct{ where *places.Where }

// Of gives the state folder of an opened vault.
func Of(w *places.Where) *Folder { return &Folder{where: w} }
