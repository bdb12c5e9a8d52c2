package cli

import (
	"time"

	"coldstart/model"
)

// jsonMemoryAnswer is the answer of coldstart memory.
type jsonMemoryAnswer struct {
	jsonHead
	jsonMemory
}

// jsonMemory is what an agent remembers of its operator, in status too.
type jsonMemory struct {
	ID   string `json:"id"`
	Path string `json:"path"`
	// Found is false when the file is missing; Error says why it cannot be read.
	Found bool   `json:"found"`
	Error string `json:"error"`
	// Context is what an agent is told when its session starts.
	Context string `json:"context"`
	// NeedsSetup is true where the agent takes the file for a first run, FirstRun
	// says why, and WouldBeWiped that its set-up would then lose what the file holds.
	NeedsSetup   bool              `json:"needs_setup"`
	FirstRun     string            `json:"first_run"`
	WouldBeWiped bool              `json:"would_be_wiped"`
	Faults       []jsonSchemaFault `json:"schema_faults"`
	Version      string            `json:"version"`
	Identity     jsonIdentity      `json:"identity"`
	Learned      []jsonLearning    `json:"learned"`
	Pending      int               `json:"proposal_count"`
	Proposals    []jsonProposal    `json:"proposals"`
	LastSession  string            `json:"last_session"`
	Projects     []string          `json:"active_projects"`
	Checkpoint   string            `json:"checkpoint"`
	SHA256       string            `json:"sha256"`
}

type jsonSchemaFault struct {
	Path   string `json:"path"`
	Line   int    `json:"line"`
	Reason string `json:"reason"`
}

type jsonIdentity struct {
	Principal   string `json:"principal_name"`
	AI          string `json:"ai_name"`
	Catchphrase string `json:"catchphrase"`
	Style       string `json:"response_style"`
	Timezone    string `json:"timezone"`
	Locale      string `json:"locale"`
}

type jsonLearning struct {
	ID          string    `json:"id"`
	LearningID  string    `json:"learning_id"`
	Type        string    `json:"type"`
	Content     string    `json:"content"`
	Source      string    `json:"source"`
	Extracted   jsonStamp `json:"extracted"`
	Confirmed   bool      `json:"confirmed"`
	ConfirmedAt jsonStamp `json:"confirmed_at"`
	// Stale says that nobody confirmed it for 90 days.
	Stale bool     `json:"stale"`
	Tags  []string `json:"tags"`
}

type jsonProposal struct {
	ID         string    `json:"id"`
	ProposalID string    `json:"proposal_id"`
	Type       string    `json:"type"`
	Content    string    `json:"content"`
	Source     string    `json:"source"`
	Extracted  jsonStamp `json:"extracted"`
	Status     string    `json:"status"`
	Method     string    `json:"method"`
	// Confidence is the number as written, empty without one.
	Confidence string    `json:"confidence"`
	Decided    jsonStamp `json:"decided"`
	// Before tells that the same was learned or rejected before.
	Before string `json:"before"`
	SHA256 string `json:"sha256"`
}

func memoryJSON(m model.Memory, now time.Time) jsonMemory {
	i := m.Identity
	return jsonMemory{
		ID: m.Ref().String(), Path: m.Path, Found: m.Found, Error: m.Unread, Context: m.Context(),
		NeedsSetup: m.FirstRun() != "", FirstRun: m.FirstRun(), WouldBeWiped: m.WouldBeWiped() != "",
		Faults: each(m.Faults, func(f model.SchemaFault) jsonSchemaFault {
			return jsonSchemaFault{f.Path, f.Line, f.Reason}
		}),
		Version: m.Version, Identity: jsonIdentity{i.Principal, i.AI, i.Catchphrase, i.Style, i.Timezone, i.Locale},
		Learned: each(m.Learned, func(l model.Learning) jsonLearning { return learningJSON(l, now) }), Pending: len(m.Pending()),
		Proposals:   each(m.Proposals, func(p model.Proposal) jsonProposal { return proposalJSON(m, p) }),
		LastSession: m.LastSession, Projects: same(m.Projects), Checkpoint: m.Checkpoint, SHA256: hashJSON(m.Seen),
	}
}

// statusMemoryJSON is null where there is no place for a memory.
func statusMemoryJSON(s model.Snapshot) *jsonMemory {
	if s.Memory.Path == "" {
		return nil
	}
	return pointer(memoryJSON(s.Memory, s.At))
}

func learningJSON(l model.Learning, now time.Time) jsonLearning {
	return jsonLearning{
		l.Ref().String(), l.ID, string(l.Type), l.Content, l.Source, stampJSON(l.Extracted), l.Confirmed,
		stampJSON(l.ConfirmedAt), l.Stale(now), same(l.Tags),
	}
}

func proposalJSON(m model.Memory, p model.Proposal) jsonProposal {
	return jsonProposal{
		p.Ref().String(), p.ID, string(p.Type), p.Content, p.Source, stampJSON(p.Extracted), p.Status, p.Method,
		p.Confidence, stampJSON(p.Decided), m.Before(p), hashJSON(p.Seen),
	}
}
