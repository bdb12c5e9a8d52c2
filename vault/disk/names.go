package disk

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"coldstart/model"
)

// NewID names a decision by its time and four random bytes.
func NewID(at time.Time) string {
	var b [4]byte
	// crypto/rand never fails: it ends the program instead.
	_, _ = rand.Read(b[:])
	return compactTime(at) + "-" + hex.EncodeToString(b[:])
}

// PreviewID is the id in previews.
func PreviewID(at time.Time) string { return compactTime(at) + "-00000000" }

// compactForm is how the time stands in the name of a decision.
const compactForm = "20060102T150405Z"

func compactTime(at time.Time) string { return at.UTC().Format(compactForm) }

// IsID reports whether a text is one that NewID can give, letter for letter: it becomes a part of
// the names of files.
func IsID(text string) bool {
	stamp, random, _ := strings.Cut(text, "-")
	at, err := time.Parse(compactForm, stamp)
	b, isHex := hex.DecodeString(random)
	return err == nil && isHex == nil && len(b) == 4 && text == compactTime(at)+"-"+hex.EncodeToString(b)
}

// PrivatePrefix begins every name that is ours alone. No such name has an ending that
// agents look for, as .md.
const PrivatePrefix = ".coldstart-"

// TempName is the name of an unfinished file of one decision. A decision writes one file at
// a time, so one name in each folder is enough.
func TempName(dir, id string) string { return path.Join(dir, PrivatePrefix+id+tempEnding) }

// RetiredName is where a pending file waits for its removal.
func RetiredName(dir, id string) string { return path.Join(dir, PrivatePrefix+id+RetiredEnding) }

// The endings of private names.
const (
	tempEnding    = ".tmp"
	AsideEnding   = ".swap"
	RetiredEnding = ".retired"
	// KeptEnding is for texts of other programs, which are never removed.
	KeptEnding = ".kept"
)

// AsideName is where a finished file waits to change places with the one that it replaces,
// and where that one is afterwards. The name has both hashes, so that after a crash another
// program's text is recognised.
func AsideName(temp string, was, next []byte) string {
	return strings.TrimSuffix(temp, tempEnding) + "-" + shortHash(was) + "-" + shortHash(next) + AsideEnding
}

// keptName is the n-th name for a text of another program with this private name.
func keptName(private string, n int) string {
	parts := strings.Split(strings.TrimSuffix(path.Base(private), path.Ext(private)), "-")
	// Prefix, time and random part.
	stem := strings.Join(parts[:min(len(parts), 3)], "-")
	return path.Join(path.Dir(private), stem+"-"+strconv.Itoa(n)+KeptEnding)
}

// PrivateNames lists the names in a folder that are ours alone. A folder that is gone has
// none.
func PrivateNames(root *os.Root, folder string) ([]string, error) {
	dir, err := root.Open(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	var names []string
	for {
		some, err := dir.Readdirnames(MaxEntries)
		for _, name := range some {
			if strings.HasPrefix(name, PrivatePrefix) && (IsUnfinished(name) || slices.Contains([]string{RetiredEnding, KeptEnding}, path.Ext(name))) {
				names = append(names, name)
			}
		}
		switch {
		case errors.Is(err, io.EOF):
			return names, nil
		case err != nil:
			return nil, err
		}
	}
}

// IsUnfinished reports whether a private name is that of a file that was not finished, or
// was not removed.
func IsUnfinished(name string) bool {
	ext := path.Ext(name)
	return ext == tempEnding || ext == AsideEnding
}

// PrivateID returns the decision in a private name, "" when there is none.
func PrivateID(name string) string {
	parts := strings.Split(strings.TrimSuffix(name, path.Ext(name)), "-")
	if len(parts) < 3 {
		return ""
	}
	return parts[1] + "-" + parts[2]
}

// IsAsideText reports whether a text is one of the two in a name of AsideName.
func IsAsideText(name string, b []byte) bool {
	parts := strings.Split(strings.TrimSuffix(path.Base(name), AsideEnding), "-")
	return len(parts) > 2 && slices.Contains(parts[len(parts)-2:], shortHash(b))
}

func shortHash(b []byte) string {
	const digits = 16
	return model.FingerprintOf(b).String()[:digits]
}

// BesideName adds a suffix to a name: "a.md" becomes "a-2.md".
func BesideName(name, suffix string) string {
	ext := path.Ext(name)
	return strings.TrimSuffix(name, ext) + "-" + suffix + ext
}
