package git

import (
	"bytes"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/binary"
	"io"
	"os"
	"path/filepath"
)

// Open says by git's own folder what is under way in a working tree: "merge", "rebase", "cherry-pick",
// "revert", "am" for a series of patches, or "conflict" for files in conflict without any of these, as
// after git stash pop; "" for nothing. It runs nothing.
func Open(gitDir string) string {
	for _, state := range []struct{ file, what string }{
		// A rebase picks one commit after the other, so it comes first.
		{"rebase-apply/applying", "am"}, {"rebase-apply", "rebase"}, {"rebase-merge", "rebase"},
		{"MERGE_HEAD", "merge"}, {"CHERRY_PICK_HEAD", "cherry-pick"}, {"REVERT_HEAD", "revert"},
	} {
		if _, err := os.Lstat(filepath.Join(gitDir, filepath.FromSlash(state.file))); err == nil {
			return state.what
		}
	}
	// Between two commits of a series there is only the list of those to come.
	switch todo := beginning(filepath.Join(gitDir, "sequencer", "todo"), 64); {
	case bytes.HasPrefix(todo, []byte("revert")):
		return "revert"
	case len(todo) > 0:
		return "cherry-pick"
	}
	index := beginning(filepath.Join(gitDir, "index"), mostIndex)
	if inConflict(index, sha1.Size) || inConflict(index, sha256.Size) {
		return "conflict"
	}
	return ""
}

// mostIndex is how much of an index is read: of some hundred thousand files.
const mostIndex = 32 << 20

// beginning reads the first bytes of a file, none of what is no file.
func beginning(name string, most int64) []byte {
	if info, err := os.Lstat(name); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, most))
	if err != nil {
		return nil
	}
	return b
}

// inConflict reports whether an index, of a repository with hashes of a size, has a file in conflict: an entry
// with a stage. What is no such index has none. The format is that of gitformat-index(5).
func inConflict(index []byte, hash int) bool {
	const head, times, extended, stage, most = 12, 40, 0x4000, 0x3000, 0xFFF
	if len(index) < head || string(index[:4]) != "DIRC" {
		return false
	}
	version, count := binary.BigEndian.Uint32(index[4:]), binary.BigEndian.Uint32(index[8:])
	if version < 2 || version > 4 {
		return false
	}
	found, before := false, 0
	for at := head; count > 0; count-- {
		name, shared := at+times+hash+2, 0
		if name > len(index) {
			return false
		}
		flags := binary.BigEndian.Uint16(index[name-2:])
		if flags&extended != 0 {
			name += 2
		}
		if version == 4 {
			var dropped int
			dropped, name = offsetIn(index, name)
			shared = before - dropped
		}
		if name > len(index) || shared < 0 {
			return false
		}
		end := bytes.IndexByte(index[name:], 0)
		if before = shared + end; end < 0 || min(before, most) != int(flags&most) {
			return false
		}
		found = found || flags&stage != 0
		if version == 4 {
			at = name + end + 1
		} else {
			// The length is a multiple of eight, with one to eight zeros at its end.
			at += (name + end - at + 8) &^ 7
		}
	}
	return found
}

// offsetIn reads how much of the name before is not in the next one, and gives where the rest stands.
func offsetIn(index []byte, at int) (dropped, next int) {
	for first := true; at < len(index) && dropped < mostIndex; first = false {
		if !first {
			dropped++
		}
		dropped = dropped<<7 | int(index[at]&0x7F)
		at++
		if index[at-1]&0x80 == 0 {
			return dropped, at
		}
	}
	return 0, len(index) + 1
}
