package places

import (
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"
	"strings"
)

// stateName is the name of a vault's folder in the operator's state folder: the
// vault's own name, so that a person can tell them apart, and a piece of the hash
// of its whole path, so that two vaults of one name never share a ledger.
func stateName(dir string) string {
	sum := sha256.Sum256([]byte(dir))
	name := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '-', r == '_':
			return r
		}
		return '-'
	}, filepath.Base(dir))
	return name[:min(len(name), 40)] + "-" + hex.EncodeToString(sum[:4])
}
