package ledger

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/places"
	"coldstart/vault/state"
)

// Elsewhere looks for decided files, by their hashes, in the ledgers of other paths: that of
// a vault that was moved or renamed lies under its old one. It returns those that know any,
// the one that knows most first. That of a folder which lies beside the vault is another clone's own. Of all ledgers together it reads as much as of one.
func Elsewhere(v *places.Vault, files []model.Fingerprint) ([]model.OtherLedger, error) {
	if v.Opts.StateDir == "" || len(files) == 0 {
		return nil, nil
	}
	folders, err := os.ReadDir(v.Opts.StateDir)
	switch {
	case disk.IsMissing(err):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("looking for other ledgers: %w", err)
	}
	wanted := map[string]bool{}
	for _, f := range files {
		wanted[f.String()] = true
	}
	var found []model.OtherLedger
	left, beside := int64(maxLedger), v.StatesBeside()
	for _, folder := range folders {
		dir := filepath.Join(v.Opts.StateDir, folder.Name())
		if dir == v.StateDir() || beside[folder.Name()] || !folder.IsDir() {
			continue
		}
		knows, read, err := knownTo(filepath.Join(dir, state.LedgerName), left, wanted)
		if err != nil {
			return nil, fmt.Errorf("looking for other ledgers: %w", err)
		}
		if left -= read; knows > 0 {
			found = append(found, model.OtherLedger{Dir: dir, Knows: knows})
		}
	}
	slices.SortFunc(found, func(a, b model.OtherLedger) int {
		return cmp.Or(b.Knows-a.Knows, cmp.Compare(a.Dir, b.Dir))
	})
	return found, nil
}

// knownTo counts the wanted hashes that a ledger published, within a number of bytes.
func knownTo(file string, limit int64, wanted map[string]bool) (knows int, read int64, err error) {
	f, err := os.Open(file)
	if disk.IsMissing(err) {
		return 0, 0, nil
	}
	if err != nil {
		return 0, 0, err
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return 0, 0, err
	}
	seen, lines := map[string]bool{}, bufio.NewReader(io.LimitReader(f, limit))
	for {
		line, err := lines.ReadBytes('\n')
		read += int64(len(line))
		var r struct {
			Sent string `json:"sent"`
		}
		if json.Unmarshal(line, &r) == nil && wanted[r.Sent] {
			seen[r.Sent] = true
		}
		switch {
		case errors.Is(err, io.EOF):
			return len(seen), read, nil
		case err != nil:
			return 0, read, err
		}
	}
}
