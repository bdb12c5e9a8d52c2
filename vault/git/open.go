package git

import (
	"bufio"
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
	if indexInConflict(filepath.Join(gitDir, "index")) {
		return "conflict"
	}
	return ""
}

// mostIndex is how much of an index is read: of some hundred thousand files.
const mostIndex = 32 << 20

// indexInConflict reports whether an index has a file in conflict. It is read part by part, since that
// of a large repository takes megabytes.
func indexInConflict(name string) bool {
	f := openRegular(name)
	if f == nil {
		return false
	}
	defer f.Close()
	r := bufio.NewReaderSize(nil, 32<<10)
	for _, hash := range []int{sha1.Size, sha256.Size} {
		if r.Reset(io.NewSectionReader(f, 0, mostIndex)); inConflict(r, hash) {
			return true
		}
	}
	return false
}

// beginning reads the first bytes of a file, none of what is no file.
func beginning(name string, most int64) []byte {
	f := openRegular(name)
	if f == nil {
		return nil
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, most))
	if err != nil {
		return nil
	}
	return b
}

// openRegular opens a file; nil if there is none, or what is there is no file.
func openRegular(name string) *os.File {
	if info, err := os.Lstat(name); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil
	}
	return f
}

// inConflict reports whether an index, of a repository with hashes of a size, has a file in conflict: an entry
// with a stage. What is no such index has none. The format is that of gitformat-index(5).
func inConflict(index *bufio.Reader, hash int) bool {
	const times, extended, stage, most = 40, 0x4000, 0x3000, 0xFFF
	var head [12]byte
	if _, err := io.ReadFull(index, head[:]); err != nil || string(head[:4]) != "DIRC" {
		return false
	}
	version, count := binary.BigEndian.Uint32(head[4:]), binary.BigEndian.Uint32(head[8:])
	if version < 2 || version > 4 {
		return false
	}
	found, before := false, 0
	for ; count > 0; count-- {
		size := times + hash + 2
		entry, err := index.Peek(size)
		if err != nil {
			return false
		}
		flags := binary.BigEndian.Uint16(entry[size-2:])
		if flags&extended != 0 {
			size += 2
		}
		shared := 0
		if _, err := index.Discard(size); err != nil {
			return false
		}
		if version == 4 {
			if shared = before - dropped(index); shared < 0 {
				return false
			}
		}
		name, err := index.ReadSlice(0)
		if err != nil {
			return false
		}
		if before = shared + len(name) - 1; min(before, most) != int(flags&most) {
			return false
		}
		found = found || flags&stage != 0
		if version != 4 {
			// The length is a multiple of eight, with one to eight zeros at its end.
			size += len(name)
			if _, err := index.Discard((size+7)&^7 - size); err != nil && count > 1 {
				return false
			}
		}
	}
	return found
}

// dropped reads how much of the name before is not in the next one.
func dropped(index *bufio.Reader) int {
	n := 0
	for first := true; n < mostIndex; first = false {
		b, err := index.ReadByte()
		if err != nil {
			break
		}
		if !first {
			n++
		}
		if n = n<<7 | int(b&0x7F); b&0x80 == 0 {
			return n
		}
	}
	return mostIndex
}
