package model

import "time"

// Standing compares a published file with what the operator approved.
type Standing int

// The standings.
const (
	StandingSame Standing = iota
	StandingGone
	StandingAltered
	// StandingKnown is an acknowledged alteration.
	StandingKnown
)

// String gives the standing in one word.
func (s Standing) String() string {
	return word(s, "same", "gone", "altered", "acknowledged")
}

// Verified is one approval compared with its file.
type Verified struct {
	// Path is that of the published file.
	Path string
	// At is when it was approved, ID the decision.
	At time.Time
	ID string
	// Approved is the published hash, Now the current one.
	Approved, Now Fingerprint
	Standing      Standing
}

// Altered lists the approvals whose file changed.
func (s Snapshot) Altered() []Verified {
	return where(s.Verified, func(v Verified) bool { return v.Standing == StandingAltered })
}

// AlteredAt finds the alteration of the file at path.
func (s Snapshot) AlteredAt(path string) (Verified, bool) {
	return first(s.Altered(), func(v Verified) bool { return v.Path == path })
}

// ToKnow reports an approved file that changed or failed, which the operator acknowledges.
func (s Snapshot) ToKnow(ref Ref) bool {
	if ref.Kind != KindRequest {
		return false
	}
	if _, altered := s.AlteredAt(ref.Path); altered {
		return true
	}
	r, ok := s.RequestAnywhere(ref.Path)
	return ok && r.Failed()
}
