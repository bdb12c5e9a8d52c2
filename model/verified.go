package model

import "time"

// Standing says how a published file stands to what the operator approved.
type Standing int

// The standings. A file that is gone was moved on by the agent that carried it out.
const (
	StandingSame Standing = iota
	StandingGone
	StandingAltered
	// StandingKnown is an alteration that the operator has acknowledged.
	StandingKnown
)

// String gives the standing in one word.
func (s Standing) String() string {
	return word(s, "same", "gone", "altered", "acknowledged")
}

// Verified is one approval held against the file that lies in the folder now.
type Verified struct {
	// Path is where the approved bytes were published.
	Path string
	// At is when they were approved, ID the decision.
	At time.Time
	ID string
	// Approved is the hash of what was published, Now that of what lies there.
	Approved, Now Fingerprint
	Standing      Standing
}

// Altered lists the approvals whose file has other bytes now.
func (s Snapshot) Altered() []Verified {
	return where(s.Verified, func(v Verified) bool { return v.Standing == StandingAltered })
}

// AlteredAt finds the alteration of the file at path.
func (s Snapshot) AlteredAt(path string) (Verified, bool) {
	return first(s.Altered(), func(v Verified) bool { return v.Path == path })
}

// ToKnow reports an approved file that was changed since, or that a log says failed:
// the operator acknowledges that.
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
