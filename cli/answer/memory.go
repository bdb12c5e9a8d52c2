package answer

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"coldstart/cli/say"
	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/styles"
)

// Holds counts what is in a memory.
func Holds(m model.Memory) string {
	return fmt.Sprintf("%d learned, %d proposed", len(m.Learned), len(m.Pending()))
}

// Memory is the answer of coldstart list memory.
type Memory struct {
	Head
	jsonMemory
}

// jsonMemory is what an agent remembers of its operator.
type jsonMemory struct {
	ID   string `json:"id"`
	Path string `json:"path"`
	// Found is false when the file is missing; Error says why it cannot be read.
	Found bool   `json:"found"`
	Error string `json:"error"`
	// Context is what an agent is told when its session starts.
	Context string `json:"context"`
	// NeedsSetup says that the agent takes the file for a first run, FirstRun why, and
	// WouldBeWiped that its setup would then lose what the file holds.
	NeedsSetup   bool              `json:"needs_setup"`
	FirstRun     string            `json:"first_run"`
	WouldBeWiped bool              `json:"would_be_wiped"`
	Faults       []jsonSchemaFault `json:"schema_faults"`
	Version      string            `json:"version"`
	Identity     jsonIdentity      `json:"identity"`
	Learned      []jsonLearning    `json:"learned"`
	// Kept are what programs of agents keep of the work here.
	Kept        []jsonKept     `json:"kept"`
	Pending     int            `json:"proposal_count"`
	Proposals   []jsonProposal `json:"proposals"`
	LastSession string         `json:"last_session"`
	Projects    []string       `json:"active_projects"`
	Checkpoint  string         `json:"checkpoint"`
	SHA256      string         `json:"sha256"`
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
	// Stale says that it has not been confirmed for 90 days.
	Stale bool     `json:"stale"`
	Tags  []string `json:"tags"`
}

// jsonKept is a file of a program of agents.
type jsonKept struct {
	ID      string    `json:"id"`
	Tool    string    `json:"tool"`
	Content string    `json:"content"`
	Kind    string    `json:"kind"`
	Written jsonStamp `json:"written"`
	Path    string    `json:"path"`
}

func keptJSON(l model.Learning) jsonKept {
	return jsonKept{l.Ref().String(), l.Tool, l.Content, strings.Join(l.Tags, ", "), stampJSON(l.Extracted), l.Path}
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
	// Evidence is what the agent wrote down for it and against it.
	Evidence []jsonEvidence `json:"evidence"`
	// Before says that the same was learned or rejected before.
	Before string `json:"before"`
	SHA256 string `json:"sha256"`
}

type jsonEvidence struct {
	Quote string    `json:"quote"`
	Where string    `json:"where"`
	Line  int       `json:"line"`
	At    jsonStamp `json:"at"`
	// Against is true for what speaks against the proposal.
	Against bool `json:"against"`
	// Found is "yes", "no" or "gone" (no such file); empty where nothing was looked for.
	Found string `json:"found"`
}

func evidenceJSON(e model.Evidence) jsonEvidence {
	return jsonEvidence{e.Quote, e.Where, e.Line, stampJSON(e.At), e.Against, e.Found.String()}
}

func memoryJSON(m model.Memory, now time.Time) jsonMemory {
	return jsonMemory{
		ID: m.Ref().String(), Path: m.Path, Found: m.Found, Error: m.Unread, Context: m.Context(),
		NeedsSetup: m.FirstRun().Given(), FirstRun: phrase.Reason(m.FirstRun()), WouldBeWiped: m.WouldBeWiped().Given(),
		Faults:  say.Each(m.Faults, func(f model.SchemaFault) jsonSchemaFault { return jsonSchemaFault{f.Path, f.Line, f.Reason} }),
		Version: m.Version, Identity: jsonIdentity(m.Identity),
		Learned: say.Each(m.Learned, func(l model.Learning) jsonLearning { return learningJSON(l, now) }), Pending: len(m.Pending()),
		Kept:        say.Each(m.Kept, keptJSON),
		Proposals:   say.Each(m.Proposals, func(p model.Proposal) jsonProposal { return proposalJSON(m, p) }),
		LastSession: m.LastSession, Projects: NotNull(m.Projects), Checkpoint: m.Checkpoint, SHA256: hashJSON(m.Seen),
	}
}

// statusMemoryJSON is nil where there is no place for a memory.
func statusMemoryJSON(s model.Snapshot) *jsonMemory {
	if s.Memory.Path == "" {
		return nil
	}
	return new(memoryJSON(s.Memory, s.At))
}

func learningJSON(l model.Learning, now time.Time) jsonLearning {
	return jsonLearning{
		l.Ref().String(), l.ID, string(l.Type), l.Content, l.Source, stampJSON(l.Extracted), l.Confirmed,
		stampJSON(l.ConfirmedAt), l.Stale(now), NotNull(l.Tags),
	}
}

func proposalJSON(m model.Memory, p model.Proposal) jsonProposal {
	return jsonProposal{
		p.Ref().String(), p.ID, string(p.Type), p.Content, p.Source, stampJSON(p.Extracted), p.Status, p.Method,
		p.Confidence, stampJSON(p.Decided), say.Each(p.Evidence, evidenceJSON), phrase.Reason(m.Before(p)), hashJSON(p.Seen),
	}
}

// MemoryJSON answers coldstart list memory.
func MemoryJSON(s model.Snapshot) Memory {
	return Memory{HeadJSON(s), memoryJSON(s.Memory, s.At)}
}

// Memory shows the memory, what is proposed and what is stale.
func (p *Output) Memory(s model.Snapshot) {
	p.MemoryContext(s.Memory)
	p.proposals(s)
	p.stale(s)
	p.keptByPrograms(s)
	p.memoryWarnings(s.Memory)
}

// MemoryContext prints an agent's memory as the agent gets it. Each value stays on one line,
// so that it cannot pass for one of ours.
func (p *Output) MemoryContext(m model.Memory) {
	for l := range strings.SplitSeq(m.Context(), "\n") {
		p.Line(p.Exact(styles.RolePlain, l))
	}
}

// remembered prints the same text in the report of a session start.
func (p *Output) remembered(m model.Memory) {
	if m.Path != "" {
		p.Line()
		p.MemoryContext(m)
	}
}

func (p *Output) proposals(s model.Snapshot) {
	pending := s.Memory.Pending()
	if len(pending) == 0 {
		return
	}
	p.Heading("Proposals waiting for you")
	var rows [][]styles.Span
	for _, proposal := range pending {
		rows = append(rows, []styles.Span{
			Words(styles.RolePlain, ""), p.Exact(styles.RoleTitle, cmp.Or(proposal.Ref().Item, "-")), p.orDash(string(proposal.Type)),
			p.orDash(proposal.Confidence), p.orDash(proposal.Source), Words(styles.RoleMuted, phrase.Evidence(proposal)), p.when(proposal.Extracted.Time, s.At),
			p.Label(styles.RolePlain, proposal.Content+proposalRemark(s.Memory, proposal)),
		})
	}
	p.Table(rows)
}

func proposalRemark(m model.Memory, proposal model.Proposal) string {
	remark := ""
	if before := m.Before(proposal); before.Given() {
		remark += " (" + phrase.Reason(before) + ")"
	}
	if proposal.Twice {
		remark += " (several proposals have this id)"
	}
	return remark
}

// stale lists the learnings that have not been confirmed for a long time.
func (p *Output) stale(s model.Snapshot) {
	var rows [][]styles.Span
	for _, l := range s.Memory.Learned {
		if l.Stale(s.At) {
			rows = append(rows, []styles.Span{
				Words(styles.RolePlain, ""), p.Exact(styles.RoleTitle, l.Ref().Item), Words(styles.RoleWarn, "stale"),
				p.orDash(string(l.Type)), p.when(lastLookedAt(l).Time, s.At), p.Label(styles.RolePlain, l.Content),
			})
		}
	}
	if len(rows) > 0 {
		p.Heading("Learnings to review")
	}
	p.Table(rows)
}

// keptByPrograms lists what programs of agents keep of the work here.
func (p *Output) keptByPrograms(s model.Snapshot) {
	if len(s.Memory.Kept) == 0 {
		return
	}
	p.Heading("Kept by programs of agents")
	var rows [][]styles.Span
	for _, l := range s.Memory.Kept {
		rows = append(rows, []styles.Span{
			Words(styles.RolePlain, ""), p.Exact(styles.RoleTitle, l.ID), p.orDash(l.Tool), p.orDash(strings.Join(l.Tags, ", ")),
			p.when(l.Extracted.Time, s.At), p.Label(styles.RolePlain, l.Content),
		})
	}
	p.Table(rows)
}

// lastLookedAt is when a learning was confirmed, else when it was found.
func lastLookedAt(l model.Learning) model.Stamp {
	if l.ConfirmedAt.Known() {
		return l.ConfirmedAt
	}
	return l.Extracted
}

// memoryWarnings say what is wrong with the memory, and why the agent takes it for a
// first run.
func (p *Output) memoryWarnings(m model.Memory) {
	why := m.FirstRun()
	if !why.Given() && len(m.Faults) == 0 {
		return
	}
	p.Line()
	if m.WouldBeWiped().Given() {
		p.Line(Words(styles.RoleBad, "Warning: the agent's setup would replace "), p.Exact(styles.RoleTitle, m.Path),
			Words(styles.RolePlain, " and lose its contents ("+Holds(m)+"): "),
			p.Label(styles.RolePlain, phrase.Reason(why)))
	} else if why.Given() {
		p.Line(Words(styles.RoleMuted, "Not configured because "), p.Label(styles.RolePlain, phrase.Reason(why)))
	}
	for _, f := range m.Faults {
		p.Line(Words(styles.RoleWarn, "Schema: "), p.Label(styles.RoleTitle, say.Place(m.Path, f.Line)), Words(styles.RolePlain, ": "),
			p.Label(styles.RolePlain, f.Path+": "+f.Reason))
	}
}
