package memory

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/vault/places"
	"coldstart/vault/text"
)

// seedReader reads a seed.json against the agent's own schema and collects what
// that schema refuses.
type seedReader struct {
	b      []byte
	faults []seedFault
	// last is where the last fault that will be named stands, once there are too many.
	last int
}

// seedFault is a fault at an offset of the file.
type seedFault struct {
	at     int
	part   seedPart
	reason string
}

// seedPart is one value of the file together with its place in the schema.
type seedPart struct {
	r *seedReader
	// value is nil when there is none; needed says that this is a fault.
	value  *text.Value
	needed bool
	// up is what the part stands in, with this key, or with index when key is empty.
	up    *seedPart
	key   string
	index int
}

// get gives a member that has to be there.
func (p *seedPart) get(key string) seedPart {
	part := p.may(key)
	part.needed = p.value.Is(p.r.b, '{')
	return part
}

// may gives a member that can be missing.
func (p *seedPart) may(key string) seedPart {
	part := seedPart{r: p.r, up: p, key: key}
	if p.value != nil {
		part.value = p.value.Member(p.r.b, key)
	}
	return part
}

// String names the place: "learned.patterns[2].extractedAt".
func (p seedPart) String() string {
	switch {
	case p.up == nil:
		return places.SeedName
	case p.key == "":
		return p.up.String() + "[" + strconv.Itoa(p.index) + "]"
	case p.up.up == nil:
		return p.key
	}
	return p.up.String() + "." + p.key
}

func (p seedPart) fault(format string, args ...any) {
	at := &p
	for at.value == nil && at.up != nil {
		at = at.up
	}
	if p.r.last > 0 && at.value.From >= p.r.last {
		return
	}
	p.r.faults = append(p.r.faults, seedFault{at.value.From, p, fmt.Sprintf(format, args...)})
	if len(p.r.faults) >= 20*maxSeedFaults {
		p.r.last = p.r.firstFaults()[maxSeedFaults-1].at
	}
}

// firstFaults keeps the faults that stand first in the file.
func (r *seedReader) firstFaults() []seedFault {
	slices.SortStableFunc(r.faults, func(a, b seedFault) int { return cmp.Compare(a.at, b.at) })
	r.faults = r.faults[:min(len(r.faults), maxSeedFaults)]
	return r.faults
}

// kindWords names the kinds of values that text.Value.Kind tells apart.
var kindWords = map[byte]string{
	'{': "an object", '[': "a list", '"': "a text", '0': "a number", 't': "true", 'f': "false", 'n': "null",
}

// is reports whether the part has one of the kinds, and notes a fault otherwise.
func (p seedPart) is(what string, kinds ...byte) bool {
	if p.value == nil {
		if p.needed {
			p.fault("it is missing")
		}
		return false
	}
	kind := p.value.Kind(p.r.b)
	if !slices.Contains(kinds, kind) {
		p.fault("it has to be %s, not %s", what, kindWords[kind])
		return false
	}
	return true
}

func (p seedPart) isObject() bool { return p.is(kindWords['{'], '{') }

// raw gives the bytes of a part as they stand in the file.
func (p seedPart) raw() []byte { return p.r.b[p.value.From:p.value.To] }

// text reads a text, "" when there is none.
func (p seedPart) text() string {
	if !p.is(kindWords['"'], '"') {
		return ""
	}
	return text.Unquote(p.raw())
}

// filled reads a text that must not be empty.
func (p seedPart) filled() string {
	s := p.text()
	if s == "" && p.value.Is(p.r.b, '"') {
		p.fault("it is empty")
	}
	return s
}

// or reads a text, or gives another one where nothing is.
func (p seedPart) or(missing string, read func(seedPart) string) string {
	if p.value == nil {
		return missing
	}
	return read(p)
}

// word reads one of several words.
func (p seedPart) word(words ...string) string {
	s := p.text()
	if p.value.Is(p.r.b, '"') && !slices.Contains(words, s) {
		p.fault("it has to be one of %s", strings.Join(words, ", "))
	}
	return s
}

// number gives a number as it was written.
func (p seedPart) number() string {
	if !p.is(kindWords['0'], '0') {
		return ""
	}
	return string(p.raw())
}

func (p seedPart) truth() bool { return p.is("true or false", 't', 'f') && p.value.Is(p.r.b, 't') }

// list gives the parts of a list.
func (p *seedPart) list() []seedPart {
	if !p.is(kindWords['['], '[') {
		return nil
	}
	parts := make([]seedPart, len(p.value.Parts))
	for i := range parts {
		parts[i] = seedPart{r: p.r, value: &p.value.Parts[i], up: p, index: i}
	}
	return parts
}

// texts reads a list of texts.
func (p *seedPart) texts() []string {
	var out []string
	for _, part := range p.list() {
		if s := part.text(); part.value.Is(p.r.b, '"') {
			out = append(out, s)
		}
	}
	return out
}

// utcTime is the shape of the times that the agent's schema takes: UTC, with the
// seconds and their fraction optional.
var utcTime = regexp.MustCompile(`^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?Z$`)

// stamp reads a time. One that the schema refuses is still read when it means
// something to people.
func (p seedPart) stamp() model.Stamp {
	s := p.text()
	if !p.value.Is(p.r.b, '"') {
		return model.Stamp{}
	}
	shape := utcTime.FindStringSubmatch(s)
	if shape == nil {
		p.fault("it has to be a time in UTC such as 2026-02-21T10:00:00.000Z")
	} else if _, err := time.Parse(time.DateOnly, shape[1]); err != nil {
		p.fault("there is no such day")
	}
	return model.ParseStamp(s, time.UTC)
}
