package answer

import (
	"slices"

	"coldstart/cli/refs"
	"coldstart/cli/say"
	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/styles"
)

// Hooks is the answer of coldstart agent hook status.
type Hooks struct {
	Head
	Settings []HookFile `json:"settings"`
	// LastReport is the newest report, null when there is none.
	LastReport *jsonReport `json:"last_report"`
}

// HookFile is one file with hooks of an agent.
type HookFile struct {
	// Agent is claude, codex, gemini or opencode.
	Agent  string `json:"agent"`
	Title  string `json:"-"`
	Path   string `json:"path"`
	Exists bool   `json:"exists"`
	Hooks  []Hook `json:"hooks"`
	// Error says why the file could not be read, or why the agent runs none of its hooks, else
	// empty.
	Error string `json:"error"`
}

// Hook is a hook that runs coldstart.
type Hook struct {
	Event   string `json:"event"`
	Command string `json:"command"`
	// Timeout is in seconds, of Gemini CLI and opencode in milliseconds; 0 where there is none.
	Timeout int `json:"timeout"`
}

// jsonReport is the receipt of one report to an agent.
type jsonReport struct {
	At      Time   `json:"at"`
	Session string `json:"session"`
	Caller  string `json:"caller"`
	Cause   string `json:"cause"`
	Format  string `json:"format"`
	// Size is its length in characters, Left the number of lines left out.
	Size int `json:"size"`
	Left int `json:"left"`
}

// HooksJSON answers coldstart agent hook status.
func HooksJSON(s model.Snapshot, found []HookFile, receipts []model.HandOver) Hooks {
	j := Hooks{HeadJSON(s), found, nil}
	if n := len(receipts); n > 0 {
		h := receipts[n-1]
		j.LastReport = &jsonReport{Time(h.At), h.Session, h.Caller, h.Cause, h.Format, h.Size, h.Left}
	}
	return j
}

// Hooks lists the settings files with their hooks, and the last report.
func (p *Output) Hooks(s model.Snapshot, found []HookFile, receipts []model.HandOver) {
	var without []string
	for i, f := range found {
		if i == 0 || found[i-1].Agent != f.Agent {
			if !anyFile(found, f.Agent) && len(found) > 1 {
				without = append(without, f.Title)
				continue
			}
			p.Line(p.Label(styles.RoleMuted, f.Title))
		} else if slices.Contains(without, f.Title) {
			continue
		}
		p.hookFile(f)
	}
	if len(without) > 0 {
		p.Line(Words(styles.RoleMuted, "no hook file of "+say.JoinedWords(without)))
	}
	if len(receipts) == 0 {
		p.Say("no report has been delivered here yet")
		return
	}
	last := receipts[len(receipts)-1]
	p.Line(Words(styles.RolePlain, "last report: "), p.when(last.At, s.At),
		Words(styles.RolePlain, ", format "), p.Label(styles.RolePlain, last.Format),
		Words(styles.RolePlain, ", session "), p.orDash(last.Session))
}

// anyFile reports whether an agent has any file with hooks.
func anyFile(found []HookFile, agent string) bool {
	return slices.ContainsFunc(found, func(f HookFile) bool { return f.Agent == agent && f.Exists })
}

func (p *Output) hookFile(f HookFile) {
	switch {
	case f.Error != "" && len(f.Hooks) > 0:
		p.Line(Words(styles.RoleWarn, "without effect "), p.Exact(styles.RoleTitle, f.Path), Words(styles.RolePlain, ": "), p.Label(styles.RolePlain, f.Error))
	case f.Error != "":
		p.Line(Words(styles.RoleWarn, "not read       "), p.Label(styles.RolePlain, f.Error))
		return
	case !f.Exists:
		p.Line(Words(styles.RoleMuted, "no file        "), p.Exact(styles.RolePlain, f.Path))
		return
	case len(f.Hooks) == 0:
		p.Line(Words(styles.RoleMuted, "no hook        "), p.Exact(styles.RolePlain, f.Path))
		return
	}
	if f.Error == "" {
		p.Line(Words(styles.RoleGood, "installed      "), p.Exact(styles.RoleTitle, f.Path))
	}
	for _, h := range f.Hooks {
		p.Line(Words(styles.RolePlain, "  "), p.Label(styles.RolePlain, h.Event), Words(styles.RolePlain, ": "), p.Exact(styles.RoleCode, h.Command))
	}
}

// jsonMessage is the operator's message to a session.
type jsonMessage struct {
	Text string `json:"text"`
	At   Time   `json:"at"`
	// Waits is true until a session gets it; then Delivered says which one.
	Waits     bool           `json:"waits"`
	Delivered *jsonDelivered `json:"delivered"`
}

type jsonDelivered struct {
	// Session is empty when the start could not be recorded.
	Session string `json:"session"`
	At      Time   `json:"at"`
}

// Messages is the answer of coldstart message.
type Messages struct {
	Head
	// Message is null when there is none.
	Message *jsonMessage `json:"message"`
}

// MessagesJSON answers coldstart message.
func MessagesJSON(s model.Snapshot) Messages {
	return Messages{HeadJSON(s), messageJSON(s.Message)}
}

func messageJSON(m model.Message) *jsonMessage {
	if m.Text == "" {
		return nil
	}
	j := &jsonMessage{Text: m.Text, At: Time(m.At), Waits: m.Waits()}
	if !m.Waits() {
		j.Delivered = &jsonDelivered{m.Delivered.Session, Time(m.Delivered.At)}
	}
	return j
}

// jsonHandoff is what a session said to the next one when it ended, by its agent; texts that were
// not given are empty.
type jsonHandoff struct {
	Session string    `json:"session"`
	Agent   string    `json:"agent"`
	Ended   jsonStamp `json:"ended"`
	Summary string    `json:"summary"`
	Done    string    `json:"done"`
	Next    string    `json:"next"`
	Open    string    `json:"open"`
}

func handoffJSON(h model.Handoff) *jsonHandoff {
	if !h.Given() {
		return nil
	}
	return &jsonHandoff{h.Session.String(), h.Agent, stampJSON(h.At), h.Summary, h.Done, h.Next, h.Open}
}

// leftBy names the session that said something, its agent and the time of its end.
func leftBy(h model.Handoff) string {
	words := refs.Subject(h.Session)
	if h.Agent != "" {
		words += ", " + h.Agent
	}
	if h.At.Known() {
		words += ", at " + model.FormatUTC(h.At.Time)
	}
	return words
}

func handoffHead(part string) string {
	if part == "" {
		return ""
	}
	return part + ": "
}

// handoffForAgent prints what the session before left, between two marked lines: an agent wrote it.
func (p *Output) handoffForAgent(h model.Handoff) {
	if !h.Given() {
		return
	}
	text, _ := HandoverText(p.Theme, isData+"\n", []handoverPart{handoffPart(h)}, Whole())
	p.Page(text)
	p.Line()
}

// lastWords tells what the last session left to the next one.
func (p *Output) lastWords(s model.Snapshot) {
	h := s.Events.Handoff
	if !h.Given() {
		return
	}
	p.Line()
	p.Line(Words(styles.RoleMuted, "Last words of "), p.Label(styles.RoleMuted, leftBy(h)))
	for _, part := range h.Parts() {
		p.Line(Words(styles.RoleMuted, "  "+handoffHead(part[0])), p.Label(styles.RolePlain, part[1]))
	}
}

// MessageKept says what became of the message and of the previous one.
func (p *Output) MessageKept(before, now model.Message) {
	switch {
	case now.Text != "":
		p.Line(Words(styles.RolePlain, "waiting for the next session: "), p.Label(styles.RoleTitle, now.Text))
		if before.Waits() {
			p.Line(Words(styles.RolePlain, "in place of: "), p.Label(styles.RolePlain, before.Text))
		}
	case before.Text == "":
		p.Say("there was no message")
	case !before.Waits():
		p.Line(Words(styles.RolePlain, phrase.Recipient(before.Delivered)+" got it already: "), p.Label(styles.RolePlain, before.Text))
	default:
		p.Line(Words(styles.RolePlain, "cleared: "), p.Label(styles.RolePlain, before.Text))
	}
}

// Message shows the message that waits, or who got it.
func (p *Output) Message(s model.Snapshot) {
	m := s.Message
	if m.Text == "" {
		return
	}
	text, at := p.Label(styles.RoleTitle, m.Text), Words(styles.RoleMuted, "written "+phrase.AgoWords(s.At.Sub(m.At)))
	if m.Waits() {
		p.parts("Message to the next session: ", text, at)
		return
	}
	p.parts(phrase.Recipient(m.Delivered)+" got your message: ", text, Words(styles.RoleMuted, model.FormatUTC(m.Delivered.At)))
}

// MessageNews is Message while it waits and for a while after it was delivered.
func (p *Output) MessageNews(s model.Snapshot) {
	if s.Message.Waits() || s.Message.News(s.At) {
		p.Message(s)
		p.Line()
	}
}

// messageForAgent prints the operator's message for the agent.
func (p *Output) messageForAgent(m model.Message) {
	if m.Text == "" {
		return
	}
	p.parts("Message from the operator to this session: ", p.Label(styles.RoleTitle, m.Text), Words(styles.RoleMuted, "written "+model.FormatUTC(m.At)))
	p.Line()
}

// Start is the answer of coldstart agent start.
type Start struct {
	Status
	Session string `json:"session"`
	// Decided is what the operator decided since the last start.
	Decided []jsonMade `json:"decided"`
	Notices []string   `json:"notices"`
}

// End is the answer of coldstart agent end.
type End struct {
	Head
	Session string   `json:"session"`
	Already bool     `json:"already"`
	Notices []string `json:"notices"`
}

// StartJSON answers coldstart agent start.
func StartJSON(s model.Snapshot, mark model.SessionMark, made []model.Made, m model.Message) Start {
	status := StatusJSON(s)
	status.Message = messageJSON(m)
	return Start{status, mark.Number, say.Each(made, madeJSON(s, s.Asks)), NotNull(mark.Notices)}
}

// EndJSON answers coldstart agent end.
func EndJSON(s model.Snapshot, mark model.SessionMark) End {
	return End{HeadJSON(s), mark.Number, mark.Already, NotNull(mark.Notices)}
}

// decidedForAgent prints what the operator decided, with the reasons.
func (p *Output) decidedForAgent(s model.Snapshot, made []model.Made) {
	if len(made) == 0 {
		return
	}
	p.Line(Words(styles.RoleHeading, "Decided since the last session start:"))
	for _, m := range made {
		p.parts("  ", Words(styles.RoleTitle, m.Decision.Choice.Past()), p.Label(styles.RolePlain, decidedOn(m.Decision, s.Asks)+stillAllowed(s, m.Decision)+phrase.Since(s, m.To)),
			p.Label(styles.RolePlain, m.Decision.Note), Words(styles.RoleMuted, model.FormatUTC(m.At)))
	}
	p.Line()
}

// Ended begins the sentence about a session that ended.
func Ended(mark model.SessionMark) string {
	if mark.Already {
		return "already ended: session "
	}
	return "ended session "
}

// StartReport prints the report of a session start.
func (p *Output) StartReport(s model.Snapshot, made []model.Made, m model.Message) {
	p.messageForAgent(m)
	p.handoffForAgent(s.Events.Handoff)
	p.decidedForAgent(s, made)
	// What the last session left stands at the top already.
	p.report(s, func(model.Snapshot) {})
}
