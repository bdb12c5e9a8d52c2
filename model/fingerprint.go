package model

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
)

// Fingerprint is the SHA-256 of the exact bytes of a file. A decision carries
// the fingerprint of what the operator saw.
type Fingerprint [sha256.Size]byte

// FingerprintOf hashes b.
func FingerprintOf(b []byte) Fingerprint { return sha256.Sum256(b) }

// IsZero reports whether f was never set.
func (f Fingerprint) IsZero() bool { return f == Fingerprint{} }

// String gives the whole hash in lower-case hex.
func (f Fingerprint) String() string { return hex.EncodeToString(f[:]) }

// Short gives the first eight hex digits, enough for two people to compare.
func (f Fingerprint) Short() string { return f.String()[:8] }

// ParseFingerprint reads a whole hash in hex. It fails when text is not 64 hex
// digits.
func ParseFingerprint(text string) (Fingerprint, error) {
	var f Fingerprint
	b, err := hex.DecodeString(strings.TrimSpace(text))
	if err != nil || len(b) != len(f) {
		return Fingerprint{}, fmt.Errorf("reading a hash: want %d hex digits", 2*len(f))
	}
	copy(f[:], b)
	return f, nil
}

// Matches reports whether text is f, or at least its first eight hex digits.
func (f Fingerprint) Matches(text string) bool {
	t := strings.ToLower(strings.TrimSpace(text))
	return len(t) >= 8 && strings.HasPrefix(f.String(), t)
}
