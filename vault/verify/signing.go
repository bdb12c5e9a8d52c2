package verify

import (
	"context"
	"errors"
	"os"
	"slices"

	"coldstart/vault/disk"
	"coldstart/vault/places"
	"coldstart/vault/signature"
)

// SigningNote is something to know about how decisions are signed here.
type SigningNote struct {
	// Fine is false for what keeps decisions from being signed, or signatures from being checked.
	Fine bool
	// What it is, and the Hint that helps, "" for none.
	What, Hint string
}

// Signing looks at what the settings say of signatures; signers is the list for checking them, "" for
// none. It signs nothing, so that no key asks for anything.
func Signing(ctx context.Context, v *places.Vault, signers string) (notes []SigningNote) {
	key, gate := v.Opts.Sign.Key, v.Opts.GateSigners
	if key == "" && signers == "" && gate == "" {
		return nil
	}
	tool := signature.Tool{Shuns: func(path string) bool { return disk.Holds(v.Dir, path) }}
	if err := tool.Works(ctx); err != nil {
		return []SigningNote{{false, "decisions cannot be signed, nor signatures checked: " + err.Error(), "install OpenSSH 8.8 or newer"}}
	}
	if key != "" {
		notes = append(notes, signingKey(ctx, tool, key))
	} else if gate != "" {
		notes = append(notes, SigningNote{false, "the gate requires a signed approval (gate-signers), and nothing signs your decisions", "name a key with sign in the settings"})
	}
	for _, list := range slices.Compact([]string{signers, gate}) {
		if list == "" {
			continue
		}
		by, err := tool.Open(ctx, signature.Lists{Signers: list})
		if err != nil {
			hint := "it needs a line for each person, as ssh-keygen(1) says under ALLOWED SIGNERS"
			if errors.As(err, new(signature.Unguarded)) {
				hint = "keep it where only you can write"
			}
			notes = append(notes, SigningNote{false, err.Error(), hint})
			continue
		}
		by.Close()
		notes = append(notes, SigningNote{true, "signatures can be checked by " + list, ""})
	}
	return notes
}

// signingKey looks at the key.
func signingKey(ctx context.Context, tool signature.Tool, key string) SigningNote {
	if tool.Shuns(key) {
		return SigningNote{false, "the key " + key + " is in the vault, where agents write", "keep it elsewhere"}
	}
	f, err := os.Open(key)
	if err != nil {
		return SigningNote{false, disk.FileError("reading the key", key, err).Error(), "until it can be read, no request can be decided on"}
	}
	f.Close()
	bare, err := tool.Look(ctx, key)
	if err != nil {
		return SigningNote{false, "nothing can be signed with " + key + ": " + err.Error(), "until it can, no request can be decided on"}
	}
	if bare {
		return SigningNote{
			true, "your decisions are signed with " + key + ", so any program of your account can sign",
			"a key on a token, or one that ssh-add -c added, asks you each time",
		}
	}
	return SigningNote{true, "your decisions are signed with " + key, ""}
}
