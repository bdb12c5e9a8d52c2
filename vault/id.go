package vault

import (
	"crypto/rand"
	"encoding/hex"
	"path"
	"strings"
	"time"
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
func tempName(dir, id string) string { return path.Join(dir, privatePrefix+id+".tmp") }

// retiredName is where a pending file waits for its deletion.
func retiredName(dir, id string) string { return path.Join(dir, privatePrefix+id+".retired") }

// besideName gives the n-th name beside name: "a.md" becomes "a-2.md".
func besideName(name, suffix string) string {
	ext := path.Ext(name)
	return strings.TrimSuffix(name, ext) + "-" + suffix + ext
}
