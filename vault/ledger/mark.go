package ledger

import (
	"encoding/binary"
	"hash/fnv"
	"strings"

	"coldstart/vault/text"
)

// Mark is a file as it was when a decision was made, so that an undo can tell what others
// have written since.
type Mark struct {
	Path string `json:"path"`
	// Size is in bytes, zero for a file that was not there.
	Size int64 `json:"size,omitempty"`
	// Lines has a hash of four bytes for each line of a plan that is not blank.
	Lines []byte `json:"lines,omitempty"`
}

// Mark returns the mark of a file, false for one that was not there or was not looked at.
func (r Record) Mark(name string) (Mark, bool) {
	for _, m := range r.Around {
		if m.Path == name {
			return m, true
		}
	}
	return Mark{}, false
}

// mostLines is how many lines of a plan are remembered. Of a longer plan nothing is known.
const mostLines = 16 << 10

// MarkOf returns the mark of a plan's text.
func MarkOf(name string, b []byte) Mark {
	m := Mark{Path: name, Size: int64(len(b))}
	for _, line := range text.Lines(b) {
		if line = plain(line); line != "" {
			m.Lines = binary.BigEndian.AppendUint32(m.Lines, hashOf(line))
		}
	}
	if len(m.Lines) > 4*mostLines {
		m.Lines = nil
	}
	return m
}

// Since compares a plan's text with its mark, leaving out the lines that are ours. It gives
// the last line that is new, with its number from 1, and whether lines were taken out. Blanks
// at the end of lines do not count, nor does the order of lines.
func (m Mark) Since(b []byte, ours []string) (line string, number int, taken bool) {
	if m.Lines == nil {
		return "", 0, false
	}
	left, mine := map[uint32]int{}, map[uint32]bool{}
	for at := 0; at+4 <= len(m.Lines); at += 4 {
		left[binary.BigEndian.Uint32(m.Lines[at:])]++
	}
	for _, l := range ours {
		mine[hashOf(plain(l))] = true
	}
	for i, l := range text.Lines(b) {
		hash := hashOf(plain(l))
		switch {
		case plain(l) == "":
		case left[hash] > 0:
			left[hash]--
		case !mine[hash]:
			line, number = l, i+1
		}
	}
	for hash, n := range left {
		taken = taken || n > 0 && !mine[hash]
	}
	return line, number, taken
}

func plain(line string) string { return strings.TrimRight(line, " \t") }

func hashOf(line string) uint32 {
	h := fnv.New32a()
	h.Write([]byte(line))
	return h.Sum32()
}

// PlanLines are the lines that a decision may have written into its plan or taken out of it.
func (r Record) PlanLines() []string {
	lines := []string{r.PlanLine()}
	for _, o := range r.Ops {
		if o.Path == r.Plan && (o.Rule == RulePlan || o.Rule == RulePlanBack) {
			for _, p := range o.Parts {
				lines = append(append(lines, text.Lines(p.Was)...), text.Lines(p.Now)...)
			}
		}
	}
	return lines
}
