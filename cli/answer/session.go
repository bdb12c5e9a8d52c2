package answer

import (
	"coldstart/cli/refs"
	"coldstart/cli/say"
	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/phrase"
)

// Hooks is the answer of coldstart hook status.
type Hooks struct {
	Head
	Settings []HookFile `json:"settings"`
	// LastReport is the newest receipt, null when there is none.
	LastReport *jsonReport `json:"last_report"`
}

// HookFile is one settings file of an agent program.
type HookFile struct {
	Path   string `json:"path"`
	Exists bool   `json:"exists"`
	Hooks  []Hook `json:"hooks"`
	// Error says why the file could not be read, empty when it could.
	Error string `json:"error"`
}

// Hook is one hook of ours in it.
type Hook struct {
	Event   string `json:"event"`
	Command string `json:"command"`
}

// jsonReport is the receipt of one report that was handed over.
type jsonReport struct {
	At      Time   `json:"at"`
	Session string `json:"session"`
	Caller  string `json:"caller"`
	Cause   string `json:"cause"`
	Format  string `json:"format"`
	// Size is its length in characters, Left how many lines were left out.
	Size int `json:"size"`
	Left int `json:"left"`
}

// HooksJSON is the answer with all files that may have hooks.
func HooksJSON(s model.Snapshot, found []HookFile, receipts []model.HandOver) Hooks {
	j := Hooks{HeadJSON(s), found, nil}
	if n := len(receipts); n > 0 {
		h := receipts[n-1]
		j.LastReport = &jsonReport{Time(h.At), h.Session, h.Caller, h.Cause, h.Format, h.Size, h.Left}
	}
	return j
}

// Hooks lists them, and the last report.
func (p *Output) Hooks(s model.Snapshot, found []HookFile, receipts []model.HandOver) {
	for _, f := range found {
		p.hookFile(f)
	}
	if len(receipts) == 0 {
		p.Say("no report was handed over here yet")
		return
	}
	last := receipts[len(receipts)-1]
	p.Line(Words(styles.RolePlain, "last report: "), p.when(last.At, s.At),
		Words(styles.RolePlain, ", format "), p.Label(styles.RolePlain, last.Format),
		Words(styles.RolePlain, ", session "), p.orDash(last.Session))
}

func (p *Output) hookFile(f HookFile) {
	switch {
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
	p.Line(Words(styles.RoleGood, "installed      "), p.Exact(styles.RoleTitle, f.Path))
	for _, h := range f.Hooks {
		p.Line(Words(styles.RolePlain, "  "), p.Label(styles.RolePlain, h.Event), Words(styles.RolePlain, ": "), p.Exact(styles.RoleCode, h.Command))
	}
}

// jsonMessage is what the operator says to a session.
type jsonMessage struct {
	Text string `json:"text"`
	At   Time   `json:"at"`
	// Waits is true until a session start hands it over; then Delivered says which one.
	Waits     bool           `json:"waits"`
	Delivered *jsonDelivered `json:"delivered"`
}

type jsonDelivered struct {
	// Session is empty where the start could not be recorded.
	Session string `json:"session"`
	At      Time   `json:"at"`
}

// Messages is the answer of coldstart message.
type Messages struct {
	Head
	// Message is null when there is none.
	Message *jsonMessage `json:"message"`
}

// MessagesJSON is the answer with the message.
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

// MessageKept says what became of the message and of the one before it.
func (p *Output) MessageKept(before, now model.Message) {
	switch {
	case now.Text != "":
		p.Line(Words(styles.RolePlain, "waits for the next session: "), p.Label(styles.RoleTitle, now.Text))
		if before.Waits() {
			p.Line(Words(styles.RolePlain, "in place of: "), p.Label(styles.RolePlain, before.Text))
		}
	case before.Text == "":
		p.Say("there was no message")
	case !before.Waits():
		p.Line(Words(styles.RolePlain, phrase.Recipient(before.Delivered)+" got it already: "), p.Label(styles.RolePlain, before.Text))
	default:
		p.Line(Words(styles.RolePlain, "taken away: "), p.Label(styles.RolePlain, before.Text))
	}
}

// Message tells the operator of the message that waits, or who got it.
func (p *Output) Message(s model.Snapshot) {
	m := s.Message
	if m.Text == "" {
		return
	}
	text, at := p.Label(styles.RoleTitle, m.Text), Words(styles.RoleMuted, "written "+styles.AgoWords(s.At.Sub(m.At)))
	if m.Waits() {
		p.parts("Message to the next session: ", text, at)
		return
	}
	p.parts(phrase.Recipient(m.Delivered)+" got your message: ", text, Words(styles.RoleMuted, model.FormatUTC(m.Delivered.At)))
}

// MessageNews is message where it is not asked for: only while it waits, or for a while
// after it was handed over.
func (p *Output) MessageNews(s model.Snapshot) {
	if s.Message.Waits() || s.Message.News(s.At) {
		p.Message(s)
		p.Line()
	}
}

// messageForAgent begins the report of a session start.
func (p *Output) messageForAgent(m model.Message) {
	if m.Text == "" {
		return
	}
	p.parts("Message from the operator to this session: ", p.Label(styles.RoleTitle, m.Text), Words(styles.RoleMuted, "written "+model.FormatUTC(m.At)))
	p.Line()
}

// Start is the answer of coldstart start.
type Start struct {
	Status
	Session string `json:"session"`
	// Decided is what the operator decided since the last start.
	Decided []jsonMade `json:"decided"`
	Notices []string   `json:"notices"`
}

// End is the answer of coldstart end.
type End struct {
	Head
	Session string   `json:"session"`
	Already bool     `json:"already"`
	Notices []string `json:"notices"`
}

// StartJSON is the report of a session start.
func StartJSON(s model.Snapshot, mark model.SessionMark, made []model.Made, m model.Message) Start {
	status := StatusJSON(s)
	status.Message = messageJSON(m)
	return Start{status, mark.Number, say.Each(made, madeJSON), Same(mark.Notices)}
}

// EndJSON is the answer to the end of a session.
func EndJSON(s model.Snapshot, mark model.SessionMark) End {
	return End{HeadJSON(s), mark.Number, mark.Already, Same(mark.Notices)}
}

// decidedForAgent tells the agent what the operator decided, with the reasons.
func (p *Output) decidedForAgent(made []model.Made) {
	if len(made) == 0 {
		return
	}
	p.Line(Words(styles.RoleHeading, "Decided since the last session start:"))
	for _, m := range made {
		p.parts("  ", Words(styles.RoleTitle, m.Decision.Choice.Past()), p.Label(styles.RolePlain, refs.Subject(m.Decision.Ref)),
			p.Label(styles.RolePlain, m.Decision.Note), Words(styles.RoleMuted, model.FormatUTC(m.At)))
	}
	p.Line()
}

// Ended begins the sentence on a session that ended.
func Ended(mark model.SessionMark) string {
	if mark.Already {
		return "already ended: session "
	}
	return "ended session "
}

// StartReport is the report of a session start.
func (p *Output) StartReport(s model.Snapshot, made []model.Made, m model.Message) {
	p.messageForAgent(m)
	p.decidedForAgent(made)
	p.Status(s)
}
