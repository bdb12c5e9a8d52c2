package ledger

import (
	"bytes"

	"coldstart/vault/text"
)

// Part is one region of an edit. It has no offset, since other programs go on writing, but
// enough text around it to be found again. End is true when it ends the file. Bytes, since
// a file may not be text in any encoding.
type Part struct {
	Before []byte `json:"before,omitempty"`
	Was    []byte `json:"was,omitempty"`
	Now    []byte `json:"now,omitempty"`
	After  []byte `json:"after,omitempty"`
	End    bool   `json:"end,omitempty"`
}

const (
	// leastAround and mostAround are how many bytes of text a part has on either side.
	leastAround, mostAround = 8, 4 << 10
	// maxRestore is how many bytes of an edit are kept. A larger one cannot be undone.
	maxRestore = 256 << 10
)

// partsOf returns the parts of an edit, nil when one would not be found again or all are too
// large.
func partsOf(next []byte, regions []text.Region) []Part {
	var parts []Part
	size := 0
	for _, g := range regions {
		p, ok := partOf(next, g)
		if size += len(p.Was) + len(p.Now); !ok || size > maxRestore {
			return nil
		}
		parts = append(parts, p)
	}
	return parts
}

// partOf takes enough text around a region to make it unique.
func partOf(next []byte, g text.Region) (Part, bool) {
	p := Part{Was: bytes.Clone(g.Was), Now: bytes.Clone(next[g.From:g.To]), End: g.To == len(next)}
	for around := leastAround; around <= mostAround; around *= 2 {
		from, to := max(0, g.From-around), min(len(next), g.To+around)
		p.Before, p.After = bytes.Clone(next[from:g.From]), bytes.Clone(next[g.To:to])
		if _, ok := p.in(next); ok {
			return p, true
		}
	}
	return Part{}, false
}

// in finds the part in a text, in exactly one place.
func (p Part) in(b []byte) (text.Splice, bool) {
	around := bytes.Join([][]byte{p.Before, p.Now, p.After}, nil)
	at := bytes.LastIndex(b, around)
	switch {
	case at < 0, p.End && at+len(around) != len(b):
		return text.Splice{}, false
	case bytes.Index(b, around) != at:
		return text.Splice{}, false
	}
	at += len(p.Before)
	return text.Splice{From: at, To: at + len(p.Now), Text: string(p.Was)}, true
}

// Reverse returns the splices that undo an edit in a text, false when a part of it is not there
// any more as it was written.
func Reverse(b []byte, parts []Part) ([]text.Splice, bool) {
	var splices []text.Splice
	at := 0
	for _, p := range parts {
		s, ok := p.in(b)
		if !ok || s.From < at {
			return nil, false
		}
		splices, at = append(splices, s), s.To
	}
	return splices, true
}
