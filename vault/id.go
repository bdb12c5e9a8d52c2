package vault

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

// newID names a decision: its time, for people, and four random bytes.
func newID(at time.Time) string {
	var b [4]byte
	// crypto/rand never fails: it ends the program instead.
	_, _ = rand.Read(b[:])
	return compactTime(at) + "-" + hex.EncodeToString(b[:])
}

// previewID stands for the id of a decision that is not made yet.
func previewID(at time.Time) string { return compactTime(at) + "-00000000" }

func compactTime(at time.Time) string { return at.UTC().Format("20060102T150405Z") }

// privatePrefix begins every name that is ours alone. The agents' patterns want
// an ending such as .md, which none of these names has.
const privatePrefix = ".coldstart-"

// tempName is the name of an unfinished file of one decision. A decision writes
// one file at a time, so one name for each folder is enough.
func tempName(dir, id string) string { return path.Join(dir, privatePrefix+id+tempEnding) }

// retiredName is where a pending file waits for its deletion.
func retiredName(dir, id string) string { return path.Join(dir, privatePrefix+id+retiredEnding) }

// Endings of private names, by what becomes of the files.
const (
	tempEnding    = ".tmp"
	asideEnding   = ".swap"
	retiredEnding = ".retired"
	// Kept files hold texts of other programs. We never remove them.
	keptEnding = ".kept"
)

// asideName is where a finished file waits to change places with the one that it
// replaces, and where that one is afterwards. The name tells both texts, so that
// after a crash a third text is known for what it is: somebody else's.
func asideName(temp string, was, next []byte) string {
	return strings.TrimSuffix(temp, tempEnding) + "-" + shortHash(was) + "-" + shortHash(next) + asideEnding
}

// keptName is the n-th name for a text of another program that was found under a
// private name.
func keptName(private string, n int) string {
	parts := strings.Split(strings.TrimSuffix(path.Base(private), path.Ext(private)), "-")
	// The prefix, the time and the random part make the decision's id.
	stem := strings.Join(parts[:min(len(parts), 3)], "-")
	return path.Join(path.Dir(private), stem+"-"+strconv.Itoa(n)+keptEnding)
}

// isAsideText reports whether a file with the name of asideName has one of the two
// texts that its name tells.
func isAsideText(name string, b []byte) bool {
	parts := strings.Split(strings.TrimSuffix(path.Base(name), asideEnding), "-")
	return len(parts) > 2 && slices.Contains(parts[len(parts)-2:], shortHash(b))
}

func shortHash(b []byte) string {
	const digits = 16
	return model.FingerprintOf(b).String()[:digits]
}

// besideName gives the n-th name beside name: "a.md" becomes "a-2.md".
func besideName(name, suffix string) string {
	ext := path.Ext(name)
	return strings.TrimSuffix(name, ext) + "-" + suffix + ext
}
