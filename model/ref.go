package model

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
)

// Ref names one thing as long as its file keeps its path. It is comparable.
type Ref struct {
	Kind Kind
	// Path is relative to the vault and uses forward slashes.
	Path string
	// Item tells apart things in one file; empty for the file itself.
	Item string
}

// String returns the id used in JSON: "request:Pending_Approval/x.md".
func (r Ref) String() string {
	id := r.Kind.String() + ":" + r.Path
	if r.Item != "" {
		id += "#" + r.Item
	}
	return id
}

// Fingerprint is the SHA-256 of the bytes of a file.
type Fingerprint [sha256.Size]byte

// FingerprintOf hashes b.
func FingerprintOf(b []byte) Fingerprint { return sha256.Sum256(b) }

// With returns the hash of two texts by their hashes.
func (f Fingerprint) With(other Fingerprint) Fingerprint {
	return FingerprintOf(append(f[:], other[:]...))
}

// IsZero reports whether f was never set.
func (f Fingerprint) IsZero() bool { return f == Fingerprint{} }

// String returns the whole hash in lower-case hex.
func (f Fingerprint) String() string { return hex.EncodeToString(f[:]) }

// Short returns the first eight hex digits.
func (f Fingerprint) Short() string { return f.String()[:8] }

// ParseFingerprint reads 64 hex digits.
func ParseFingerprint(text string) (Fingerprint, error) {
	var f Fingerprint
	b, err := hex.DecodeString(strings.TrimSpace(text))
	if err != nil || len(b) != len(f) {
		return Fingerprint{}, fmt.Errorf("reading a hash: want %d hex digits", 2*len(f))
	}
	copy(f[:], b)
	return f, nil
}

// Matches reports whether text is the hash, or at least its first eight digits.
func (f Fingerprint) Matches(text string) bool {
	t := strings.ToLower(strings.TrimSpace(text))
	return len(t) >= 8 && strings.HasPrefix(f.String(), t)
}

// A token stands for a text and the plan that a yes to it touches: four bytes of a hash over both, so
// that its first digits change with either, then what tells which of the two changed, and what a
// signature of the text is compared with.
const (
	tokenText = 4
	tokenPlan = 20
)

// Token joins the hash of a text and that of its plan.
func (f Fingerprint) Token(plan Fingerprint) Fingerprint {
	both := f.With(plan)
	copy(both[tokenText:], f[:])
	copy(both[tokenPlan:], plan[:])
	return both
}

// TellingDigits is how many digits of a token tell whether its text is another.
const TellingDigits = 16

// InToken reports whether a token, given by that many digits or more, was made of this text.
func (f Fingerprint) InToken(digits string) bool {
	t := strings.ToLower(strings.TrimSpace(digits))
	return len(t) >= TellingDigits && strings.HasPrefix(f.String(), t[2*tokenText:min(len(t), 2*tokenPlan)])
}

// Document is the content of one file with its hash.
type Document struct {
	Ref   Ref
	Bytes []byte
	Seen  Fingerprint
	// About is the document whose text Bytes are, where the file that Ref names is about
	// another one, whose text is then in Asks. Seen covers both.
	About string
	Asks  []byte
	// Events are the lines of a session, read.
	Events []Event
}

// TextName names the text where a decision shows it.
func (d Document) TextName() string {
	if d.About != "" {
		return "The whole document"
	}
	return d.Ref.Kind.TextName()
}

// Against returns the two texts that show how a document differs from an earlier read: its own, else
// those of the file that names it. One that is gone, or came into being, has one text only.
func (d Document) Against(was Document) (before, after []byte) {
	switch {
	case was.Asks == nil, d.About == was.About && !bytes.Equal(d.Bytes, was.Bytes):
		return was.Bytes, d.Bytes
	case !bytes.Equal(d.Asks, was.Asks):
		return was.Asks, d.Asks
	case d.About == "":
		return was.Bytes, nil
	}
	return nil, d.Bytes
}
