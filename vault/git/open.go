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
	if _, n := InConflict(gitDir, 0); n > 0 {
		return "conflict"
	}
	return ""
}

const (
	// mostIndex is how much of an index is read: of some hundred thousand files.
	mostIndex = 32 << 20
	// longestName is how long the name of a file in it may be, as long as one can be on a disk.
	longestName = 4 << 10
)

// InConflict counts the files in conflict of a working tree, by git's own folder, and names the first of them,
// as paths from its root. The index is read part by part, since that of a large repository takes megabytes.
func InConflict(gitDir string, most int) (first []string, n int) {
	f := openRegular(filepath.Join(gitDir, "index"))
	if f == nil {
		return nil, 0
	}
	defer f.Close()
	r := bufio.NewReaderSize(nil, 32<<10)
	for _, hash := range []int{sha1.Size, sha256.Size} {
		r.Reset(io.NewSectionReader(f, 0, mostIndex))
		if first, n = inConflict(r, hash, most); n > 0 {
			break
		}
	}
	return first, n
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

// inConflict counts the files in conflict of an index, of a repository with hashes of a size: those with
// entries that have a stage. What is no such index has none. The format is that of gitformat-index(5).
func inConflict(index *bufio.Reader, hash, limit int) (first []string, n int) {
	const times, extended, stage, most = 40, 0x4000, 0x3000, 0xFFF
	var head [12]byte
	if _, err := io.ReadFull(index, head[:]); err != nil || string(head[:4]) != "DIRC" {
		return nil, 0
	}
	version, count := binary.BigEndian.Uint32(head[4:]), binary.BigEndian.Uint32(head[8:])
	if version < 2 || version > 4 {
		return nil, 0
	}
	var name []byte
	last := ""
	for ; count > 0; count-- {
		size := times + hash + 2
		entry, err := index.Peek(size)
		if err != nil {
			return nil, 0
		}
		flags := binary.BigEndian.Uint16(entry[size-2:])
		if flags&extended != 0 {
			size += 2
		}
		shared := 0
		if _, err := index.Discard(size); err != nil {
			return nil, 0
		}
		if version == 4 {
			if shared = len(name) - dropped(index); shared < 0 {
				return nil, 0
			}
		}
		rest, err := index.ReadSlice(0)
		if err != nil {
			return nil, 0
		}
		name = append(name[:shared], rest[:len(rest)-1]...)
		if len(name) > longestName || min(len(name), most) != int(flags&most) {
			return nil, 0
		}
		// Each side of a file in conflict is an entry with its name.
		if flags&stage != 0 && (n == 0 || string(name) != last) {
			last = string(name)
			if n++; n <= limit {
				first = append(first, last)
			}
		}
		if version != 4 {
			// The length is a multiple of eight, with one to eight zeros at its end.
			size += len(rest)
			if _, err := index.Discard((size+7)&^7 - size); err != nil && count > 1 {
				return nil, 0
			}
		}
	}
	return first, n
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
