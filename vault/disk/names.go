package disk

import (
	"crypto/rand"
	"encoding/hex"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"coldstart/model"
)

// NewID names a decision: its time, for people, and four random bytes.
func NewID(at time.Time) string {
	var b [4]byte
	// crypto/rand never fails: it ends the program instead.
	_, _ = rand.Read(b[:])
	return compactTime(at) + "-" + hex.EncodeToString(b[:])
}

// PreviewID stands for the id of a decision that is not made yet.
func PreviewID(at time.Time) string { return compactTime(at) + "-00000000" }

func compactTime(at time.Time) string { return at.UTC().Format("20060102T150405Z") }

// PrivatePrefix begins every name that is ours alone. The agents' patterns want
// an ending such as .md, which none of these names has.
const PrivatePrefix = ".coldstart-"

// TempName is the name of an unfinished file of one decision. A decision writes
// one file at a time, so one name for each folder is enough.
func TempName(dir, id string) string { return path.Join(dir, PrivatePrefix+id+tempEnding) }

// RetiredName is where a pending file waits for its deletion.
func RetiredName(dir, id string) string { return path.Join(dir, PrivatePrefix+id+retiredEnding) }

// Endings of private names, by what becomes of the files.
const (
	tempEnding    = ".tmp"
	AsideEnding   = ".swap"
	retiredEnding = ".retired"
	// Kept files hold texts of other programs. We never remove them.
	KeptEnding = ".kept"
)

// AsideName is where a finished file waits to change places with the one that it
// replaces, and where that one is afterwards. The name tells both texts, so that
// after a crash a third text is known for what it is: somebody else's.
func AsideName(temp string, was, next []byte) string {
	return strings.TrimSuffix(temp, tempEnding) + "-" + shortHash(was) + "-" + shortHash(next) + AsideEnding
}

// keptName is the n-th name for a text of another program that was found under a
// private name.
func keptName(private string, n int) string {
	parts := strings.Split(strings.TrimSuffix(path.Base(private), path.Ext(private)), "-")
	// The prefix, the time and the random part make the decision's id.
	stem := strings.Join(parts[:min(len(parts), 3)], "-")
	return path.Join(path.Dir(private), stem+"-"+strconv.Itoa(n)+KeptEnding)
}

// isAsideText reports whether a file with the name of asideName has one of the two
// texts that its name tells.
func isAsideText(name string, b []byte) bool {
	parts := strings.Split(strings.TrimSuffix(path.Base(name), AsideEnding), "-")
	return len(parts) > 2 && slices.Contains(parts[len(parts)-2:], shortHash(b))
}

func shortHash(b []byte) string {
	const digits = 16
	return model.FingerprintOf(b).String()[:digits]
}

// BesideName gives the n-th name beside name: "a.md" becomes "a-2.md".
func BesideName(name, suffix string) string {
	ext := path.Ext(name)
	return strings.TrimSuffix(name, ext) + "-" + suffix + ext
}
