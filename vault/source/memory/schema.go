package memory

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

	"coldstart/model"
	"coldstart/vault/places"
	"coldstart/vault/text"
)

// seed is a seed.json as it was read.
type seed struct {
	Memory model.Memory
	root   text.Value
	// Broken is why the text is no JSON, nil when it is.
	Broken *text.JSONError
	// Objects are the places of the proposals and learnings.
	Objects map[model.Ref]text.Value
}

// ReadSeed reads what can be read and lists what the agent's schema refuses.
func ReadSeed(shown string, b []byte) seed {
	s := seed{Objects: map[model.Ref]text.Value{}}
	s.root, s.Broken = text.ReadJSON(b)
	s.Memory = model.Memory{Path: shown, Found: true, Seen: model.FingerprintOf(b)}
	r := &seedReader{b: b}
	root := seedPart{r: r, value: &s.root}
	root.isObject()
	s.readTop(root)
	s.readLearned(root)
	s.readState(root)
	s.Memory.Faults = r.named(s.Broken)
	return s
}

// named gives the faults with their places. Of a text that is no JSON only that is
// said: what else is missing follows from it.
func (r *seedReader) named(broken *text.JSONError) []model.SchemaFault {
	if broken != nil {
		line := 1 + bytes.Count(r.b[:broken.At], []byte{'\n'})
		return []model.SchemaFault{{Path: places.SeedName, Line: line, Reason: fmt.Sprintf("not JSON from line %d, byte %d on: %s", line, broken.At, broken.Reason)}}
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
var semver = regexp.MustCompile(`^(\d+)\.\d+\.\d+$`)

// readTop reads the version and the identity. The agent's loader puts its own values
// in the place of members that are missing here, so that they are no faults; one
// that is there has to be right.
func (s *seed) readTop(root seedPart) {
	version := root.get("version")
	s.Memory.Version = version.text()
	if version.value.Is(root.r.b, '"') {
		if major := semver.FindStringSubmatch(s.Memory.Version); major == nil {
			version.fault("it has to be three numbers with dots between them, such as 1.0.0")
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

func (s *seed) readLearned(root seedPart) {
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

// found keeps where the thing that ref names stands. Where a copy's name is also
// somebody's id, the first one has it, as for everybody who looks the name up.
func (s *seed) found(ref model.Ref, part seedPart) {
	if _, taken := s.Objects[ref]; !taken {
		s.Objects[ref] = *part.value
	}
}

func (s *seed) readState(root seedPart) {
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
	return p
}

// checkStats reads the counts of what was accepted and rejected, which nobody is
// shown, and reports whether they are kept.
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
