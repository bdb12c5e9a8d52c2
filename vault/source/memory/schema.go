package memory

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"coldstart/model"
	"coldstart/vault/places"
	"coldstart/vault/text"
)

// Seed is a seed.json as it was read.
type Seed struct {
	Memory model.Memory
	root   text.Value
	// Broken is why the text is no JSON, nil when it is.
	Broken *text.JSONError
	// Objects are the places of proposals and learnings.
	Objects map[model.Ref]text.Value
}

// ReadSeed reads what can be read and lists what the agent's schema refuses.
func ReadSeed(shown string, b []byte) Seed {
	s := Seed{Objects: map[model.Ref]text.Value{}}
	s.root, s.Broken = text.ReadJSON(b)
	s.Memory = model.Memory{Path: shown, Found: true, Seen: model.FingerprintOf(b)}
	r := &seedReader{b: b}
	root := seedPart{r: r, value: &s.root}
	root.isObject()
	s.readTop(root)
	s.readLearned(root)
	s.readState(root)
	s.Memory.Faults, s.Memory.Broken = r.named(s.Broken), s.Broken != nil
	return s
}

// named returns the faults with their places. Of a text that is no JSON that is the only
// fault.
func (r *seedReader) named(broken *text.JSONError) []model.SchemaFault {
	if broken != nil {
		f := model.SchemaFault{Path: places.SeedName, Line: broken.Line, Reason: fmt.Sprintf("not JSON from line %d on: %s", broken.Line, broken.Reason)}
		var at *text.LineError
		if errors.As(text.CheckJSON(bytes.TrimPrefix(r.b, text.BOM)), &at) && len(bytes.TrimSpace(r.b)) > 0 {
			f.Line, f.Fault, f.Reason = at.Line, at.Fault, fmt.Sprintf("not JSON from line %d on: %s", at.Line, at.Fault.Name)
		}
		return []model.SchemaFault{f}
	}
	var out []model.SchemaFault
	line, counted := 1, 0
	for _, f := range r.firstFaults() {
		line += bytes.Count(r.b[counted:f.at], []byte{'\n'})
		counted = f.at
		out = append(out, model.SchemaFault{Path: f.part.String(), Line: line, Reason: f.reason})
	}
	return out
}

// semver is a version as the agent's schema takes it.
var semver = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(\d+)\.\d+\.\d+$`) })

// firstVersion is what the agent takes a memory for that states none.
const firstVersion = "1.0.0"

// readTop reads the version and the identity. The agent has defaults for missing members,
// so only wrong ones are faults.
func (s *Seed) readTop(root seedPart) {
	version := root.may("version")
	s.Memory.Version = version.or(firstVersion, seedPart.text)
	if version.value.Is(root.r.b, '"') {
		if major := semver().FindStringSubmatch(s.Memory.Version); major == nil {
			version.fault("it must be three numbers with dots between them, such as 1.0.0")
		} else if n := strings.TrimLeft(major[1], "0"); n != "" && n != "1" {
			version.fault("the agent knows version 1 only")
		}
	}
	id := root.may("identity")
	id.isObject()
	id.may("voiceId").text()
	prefs := id.may("preferences")
	prefs.isObject()
	style := func(p seedPart) string { return p.word("concise", "detailed", "adaptive") }
	s.Memory.Identity = model.Identity{
		Principal:   id.may("principalName").or("User", seedPart.filled),
		AI:          id.may("aiName").or("PAI", seedPart.filled),
		Catchphrase: id.may("catchphrase").or("PAI here, ready to go.", seedPart.filled),
		Style:       prefs.may("responseStyle").or("adaptive", style),
		Timezone:    prefs.may("timezone").or("UTC", seedPart.text),
		Locale:      prefs.may("locale").or("en-US", seedPart.text),
	}
}

func (s *Seed) readLearned(root seedPart) {
	learned := root.may("learned")
	learned.isObject()
	ids := map[string]int{}
	for _, t := range model.LearningTypes() {
		list := learned.may(t.List())
		for _, part := range list.list() {
			if !part.isObject() {
				continue
			}
			l := model.Learning{Path: s.Memory.Path, Type: t, ID: part.get("id").text(), Content: part.get("content").filled(), Source: part.get("source").filled()}
			l.Extracted, l.ConfirmedAt = part.get("extractedAt").stamp(), part.may("confirmedAt").stamp()
			l.Confirmed = part.get("confirmed").truth()
			tags := part.get("tags")
			l.Tags = tags.texts()
			l.Copy = ids[l.ID]
			ids[l.ID]++
			s.Memory.Learned = append(s.Memory.Learned, l)
			s.found(l.Ref(), part)
		}
	}
}

// found keeps the place of a thing. Where the name of a copy is somebody's id too, the
// first one counts.
func (s *Seed) found(ref model.Ref, part seedPart) {
	if _, taken := s.Objects[ref]; !taken {
		s.Objects[ref] = *part.value
	}
}

func (s *Seed) readState(root seedPart) {
	state := root.may("state")
	state.isObject()
	state.may("lastSessionId").text()
	s.Memory.LastSession = state.may("lastSessionAt").stamp().Raw
	s.Memory.Checkpoint = state.may("checkpointRef").text()
	projects := state.may("activeProjects")
	s.Memory.Projects = projects.texts()
	proposals := state.may("proposals")
	ids := map[string]int{}
	for _, part := range proposals.list() {
		if !part.isObject() {
			continue
		}
		p := readProposal(s.Memory.Path, part)
		p.Copy = ids[p.ID]
		ids[p.ID]++
		s.Memory.Proposals = append(s.Memory.Proposals, p)
		s.found(p.Ref(), part)
	}
	for i := range s.Memory.Proposals {
		s.Memory.Proposals[i].Twice = ids[s.Memory.Proposals[i].ID] > 1
	}
	stats := state.may("extractionStats")
	s.Memory.Stats = checkStats(&stats)
}

func readProposal(file string, part seedPart) model.Proposal {
	p := model.Proposal{Path: file, ID: part.get("id").text(), Seen: model.FingerprintOf(part.raw())}
	var types []string
	for _, t := range model.LearningTypes() {
		types = append(types, string(t))
	}
	p.Type = model.LearningType(part.get("type").word(types...))
	p.Content, p.Source = part.get("content").filled(), part.get("source").filled()
	p.Extracted = part.get("extractedAt").stamp()
	p.Status = part.get("status").word(model.ProposalPending, "accepted", "rejected")
	p.Method = part.may("method").word("acr", "regex")
	p.Confidence = part.may("confidence").number()
	p.Decided = part.may("decidedAt").stamp()
	p.Evidence = readEvidence(part)
	return p
}

// checkStats checks the counts of decisions, and reports whether there are any.
func checkStats(stats *seedPart) bool {
	if stats.value == nil || !stats.isObject() {
		return false
	}
	byType := stats.get("byType")
	byType.isObject()
	sum, count := stats.get("confidenceSum"), stats.get("confidenceCount")
	sum.isObject()
	count.isObject()
	counts := []*seedPart{stats, &sum, &count}
	for _, t := range model.LearningTypes() {
		part := byType.get(string(t))
		part.isObject()
		counts = append(counts, &part)
	}
	for _, part := range counts {
		part.get("accepted").number()
		part.get("rejected").number()
	}
	return true
}

// seedReader checks a seed.json against the agent's schema and collects its faults.
type seedReader struct {
	b      []byte
	faults []seedFault
	// last is the offset of the last fault that is listed, once there are too many.
	last int
}

// seedFault is a fault at an offset of the file.
type seedFault struct {
	at     int
	part   seedPart
	reason string
}

// seedPart is one value of the file with its place in the schema.
type seedPart struct {
	r *seedReader
	// value is nil when it is missing, which is a fault if needed.
	value  *text.Value
	needed bool
	// up is the value around it, which has it at key, or at index when key is empty.
	up    *seedPart
	key   string
	index int
}

// get returns a member that must exist.
func (p *seedPart) get(key string) seedPart {
	part := p.may(key)
	part.needed = p.value.Is(p.r.b, '{')
	return part
}

// may returns an optional member.
func (p *seedPart) may(key string) seedPart {
	part := seedPart{r: p.r, up: p, key: key}
	if p.value != nil {
		part.value = p.value.Member(p.r.b, key)
	}
	return part
}

// String returns the path: "learned.patterns[2].extractedAt".
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

// firstFaults keeps the faults that come first in the file.
func (r *seedReader) firstFaults() []seedFault {
	slices.SortStableFunc(r.faults, func(a, b seedFault) int { return cmp.Compare(a.at, b.at) })
	r.faults = r.faults[:min(len(r.faults), maxSeedFaults)]
	return r.faults
}

// kindWords names the kinds of text.Value.Kind.
var kindWords = map[byte]string{
	'{': "an object", '[': "a list", '"': "a text", '0': "a number", 't': "true", 'f': "false", 'n': "null",
}

// is reports whether the part has one of the kinds, and adds a fault otherwise.
func (p seedPart) is(what string, kinds ...byte) bool {
	if p.value == nil {
		if p.needed {
			p.fault("it is missing")
		}
		return false
	}
	kind := p.value.Kind(p.r.b)
	if !slices.Contains(kinds, kind) {
		p.fault("it must be %s, not %s", what, kindWords[kind])
		return false
	}
	return true
}

func (p seedPart) isObject() bool { return p.is(kindWords['{'], '{') }

// raw returns the bytes of the part.
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

// or reads the part, or gives a default for a missing one.
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
		p.fault("it must be one of %s", strings.Join(words, ", "))
	}
	return s
}

// number returns a number as it was written.
func (p seedPart) number() string {
	if !p.is(kindWords['0'], '0') {
		return ""
	}
	return string(p.raw())
}

func (p seedPart) truth() bool { return p.is("true or false", 't', 'f') && p.value.Is(p.r.b, 't') }

// list returns the parts of a list.
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

// utcTime is the shape of times in the agent's schema: UTC, with optional seconds and
// fractions.
var utcTime = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?Z$`)
})

// stamp reads a time. One that the schema refuses is still read where it makes sense to
// people.
func (p seedPart) stamp() model.Stamp {
	s := p.text()
	if !p.value.Is(p.r.b, '"') {
		return model.Stamp{}
	}
	shape := utcTime().FindStringSubmatch(s)
	if shape == nil {
		p.fault("it must be a time in UTC such as 2026-02-21T10:00:00.000Z")
	} else if _, err := time.Parse(time.DateOnly, shape[1]); err != nil {
		p.fault("there is no such day")
	}
	return model.ParseStamp(s, time.UTC)
}
