package answer

import (
	"encoding/json"
	"fmt"

	"coldstart/cli/say"
	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/styles"
	"coldstart/styles/signs"
)

// Orphans is the answer of coldstart list orphans.
type Orphans struct {
	Head
	jsonRecovery
}

// jsonRecovery is what interrupted sessions left.
type jsonRecovery struct {
	// OrphanSession is what the reference program answers, null where it answers none, fails,
	// or is not followed; CurrentSession is the session that started last. Both stand as the
	// log writes them, but for NaN and Infinity, which become texts.
	OrphanSession  json.RawMessage `json:"orphan_session"`
	CurrentSession json.RawMessage `json:"current_session"`
	Orphans        []jsonSession   `json:"orphans"`
	// NotListed counts the sessions that were cut off or wait, and need nobody: for over two
	// weeks, or in a run of a script whose later run ended well.
	NotListed int          `json:"not_listed"`
	StuckWork []jsonWork   `json:"stuck_work"`
	WorkRule  string       `json:"work_rule"`
	Events    jsonEventLog `json:"events"`
}

type jsonSession struct {
	ID        string    `json:"id"`
	Session   string    `json:"session"`
	Agent     string    `json:"agent"`
	Started   jsonStamp `json:"started"`
	LastEvent jsonStamp `json:"last_event"`
	LastType  string    `json:"last_event_type"`
	// MaybeLive says that it wrote in the last ten minutes, Returned that it wrote after
	// it had been declared dead.
	MaybeLive bool   `json:"maybe_live"`
	Returned  bool   `json:"returned"`
	Path      string `json:"path"`
	Line      int    `json:"line"`
	SHA256    string `json:"sha256"`
	jsonWritten
}

// jsonWritten is what the program of an agent wrote down of a session. All of it is empty where it
// wrote nothing; where the event log does not have the session, session is its id in its program,
// and path that file.
type jsonWritten struct {
	Tool   string `json:"tool"`
	Title  string `json:"title"`
	Folder string `json:"folder"`
	Branch string `json:"branch"`
	// Ending and EndingBasis are as in coldstart list sessions.
	Ending      string `json:"ending"`
	EndingBasis string `json:"ending_basis"`
	// CutOffIn is the call without a result, Asks what it asks, or what it waits for.
	CutOffIn string   `json:"cut_off_in"`
	Asks     []string `json:"asks"`
	// Edited are the files that it changed, PlanFile is its plan, Command resumes it where it does not run.
	Edited   []string `json:"edited"`
	PlanFile string   `json:"plan_file"`
	Command  string   `json:"command"`
	// Acknowledged is when you said that you know how it ended, null for never.
	Acknowledged Time `json:"acknowledged"`
}

func writtenFields(s model.Snapshot, t model.Transcript) jsonWritten {
	ending, sure := t.State(s.At)
	j := jsonWritten{
		Tool: t.Tool, Title: t.Name(), Folder: t.Dir, Branch: t.Branch, Ending: ending.String(), EndingBasis: sure.String(), Asks: asksOf(s, t),
		Edited: NotNull(t.Touched), PlanFile: t.PlanFile, Command: t.Resume(s.At), Acknowledged: Time(t.Acked),
	}
	if ending == model.EndingInTool {
		j.CutOffIn = phrase.Call(t.Call)
	}
	return j
}

// openSessions are those that never ended: orphans of the event log, then those that programs of
// agents wrote down and that need somebody.
func openSessions(s model.Snapshot) []jsonSession {
	all := say.Each(s.Orphans(), func(o model.Session) jsonSession { return sessionJSON(o, s) })
	for _, t := range s.ApartFromLog() {
		if t.NeedsYou(s.At) {
			all = append(all, writtenJSONOf(s, t))
		}
	}
	return all
}

// minorSessions counts those that were cut off or wait, and need nobody.
func minorSessions(s model.Snapshot) (n int) {
	for _, t := range s.ApartFromLog() {
		if t.Minor(s.At) {
			n++
		}
	}
	return n
}

// writtenJSONOf is a session that the event log may not have.
func writtenJSONOf(s model.Snapshot, t model.Transcript) jsonSession {
	return jsonSession{
		ID: t.Ref().String(), Session: t.ID, Started: stampJSON(t.Began), LastEvent: stampJSON(t.Last), MaybeLive: t.Runs(s.At),
		Path: t.Path, SHA256: t.Seen.String(), jsonWritten: writtenFields(s, t),
	}
}

type jsonWork struct {
	ID     string    `json:"id"`
	WorkID string    `json:"work_id"`
	Title  string    `json:"title"`
	Status string    `json:"status"`
	Phase  string    `json:"phase"`
	Node   string    `json:"node"`
	Since  jsonStamp `json:"since"`
	Path   string    `json:"path"`
}

type jsonEventLog struct {
	Path    string `json:"path"`
	Records int    `json:"records"`
	Bad     int    `json:"bad"`
	Blank   int    `json:"blank"`
	// NotRead says that sessions are those of the newest part of the log, which was too large
	// to be read whole; it is empty where all of it was read.
	NotRead string `json:"not_read"`
}

func recoveryJSON(s model.Snapshot) jsonRecovery {
	events := jsonEventLog{Path: s.Events.Path, Records: s.Events.Records, Bad: s.Events.Bad, Blank: s.Events.Blank}
	if s.Events.Cut {
		events.NotRead = s.Events.CutReason()
	}
	j := jsonRecovery{
		Orphans:   openSessions(s),
		NotListed: minorSessions(s),
		StuckWork: say.Each(s.StuckWork(), workJSON),
		WorkRule:  phrase.WorkRule(s.WorkRule()),
		Events:    events,
	}
	j.OrphanSession, j.CurrentSession = json.RawMessage("null"), json.RawMessage("null")
	if orphan, ok := s.Events.PeerAnswer(); ok {
		j.OrphanSession = writtenJSON(orphan)
	}
	if c, ok := s.Events.CurrentSession(); ok {
		j.CurrentSession = writtenJSON(c.Written)
	}
	return j
}

// writtenJSON is a session as its log writes it. What is no JSON becomes a text: NaN.
func writtenJSON(session string) json.RawMessage {
	if json.Valid([]byte(session)) {
		return json.RawMessage(session)
	}
	// A text can always be encoded.
	quoted, _ := json.Marshal(session)
	return quoted
}

func sessionJSON(o model.Session, s model.Snapshot) jsonSession {
	j := jsonSession{
		o.Ref().String(), o.Label, o.Agent, stampJSON(o.Started), stampJSON(o.Last), o.LastType,
		o.MaybeLive(s.At), o.Returned(), o.Path, o.Line, o.Seen.String(), jsonWritten{Asks: []string{}, Edited: []string{}},
	}
	if t, ok := s.Written(o.Ref()); ok {
		j.jsonWritten = writtenFields(s, t)
		j.MaybeLive = j.MaybeLive || t.Runs(s.At)
	}
	return j
}

func workJSON(w model.WorkItem) jsonWork {
	return jsonWork{w.Ref().String(), w.ID, w.Title, w.Status, w.Phase, w.Node, stampJSON(w.Since), w.Path}
}

// OrphansJSON answers coldstart list orphans.
func OrphansJSON(s model.Snapshot) Orphans { return Orphans{HeadJSON(s), recoveryJSON(s)} }

// Orphans lists sessions that never ended and stuck work.
func (p *Output) Orphans(s model.Snapshot) {
	var all []entry
	if s.Events.Cut {
		p.Line(Words(styles.RoleWarn, "Not read: "), p.Exact(styles.RolePlain, s.Events.Path), Words(styles.RolePlain, ", "+s.Events.CutReason()))
	}
	for _, o := range s.Orphans() {
		all = append(all, p.orphan(s, o))
	}
	for _, t := range s.ApartFromLog() {
		if t.NeedsYou(s.At) {
			all = append(all, entry{
				mark: signs.Session(s, t), title: t.Name(), state: p.Label(styles.RoleWarn, p.endedWords(s, t)), at: t.Wrote(),
				about: p.aboutSession(s, t),
			})
		}
	}
	for _, w := range s.StuckWork() {
		all = append(all, entry{
			mark: styles.MarkWarn, title: w.ID, state: p.Label(styles.RoleWarn, "stuck in '"+w.Node+"'"), at: w.Since.Time,
			about: []styles.Span{p.Label(styles.RoleMuted, w.Status)},
		})
	}
	minor, and := minorSessions(s), ""
	switch {
	case len(all) > 0:
		and = "… and "
		p.entries("Sessions waiting or interrupted, and stuck work items", s.At, all)
	case minor > 0:
	case s.Events.Cut:
		p.Say("No open sessions or work items in the part that was read.")
	default:
		p.Say("No open sessions or work items.")
	}
	if minor > 0 {
		p.Say("%s%s not listed: interrupted or left waiting over two weeks ago, or before a later run of a script (coldstart list sessions)", and, model.Counted(minor, "session"))
	}
}

// orphan is a session of the event log that never ended.
func (p *Output) orphan(s model.Snapshot, o model.Session) entry {
	e := entry{mark: styles.MarkCutOff, title: "session " + o.Label, at: o.Last.Time, about: []styles.Span{p.Label(styles.RoleMuted, o.Agent)}}
	state, live := "very likely ended", o.MaybeLive(s.At)
	if t, ok := s.Written(o.Ref()); ok {
		e.mark, e.title, e.at, e.about = signs.Session(s, t), e.title+": "+t.Name(), t.Wrote(), p.aboutSession(s, t)
		state, live = p.endedWords(s, t), t.Runs(s.At)
	}
	if live {
		e.mark, state = styles.MarkActive, "may be running"
	}
	e.state = p.Label(styles.RoleWarn, state)
	return e
}

// endedWords say how a session ended, and in which call or with which question.
func (p *Output) endedWords(s model.Snapshot, t model.Transcript) string {
	e, sure := t.State(s.At)
	if !t.NeedsYou(s.At) {
		return phrase.EndedOf(e, t) + ", " + phrase.SureOf(t, e, sure)
	}
	return phrase.Why(t.Attention(s.At)) + ", " + phrase.SureOf(t, e, sure)
}

// recovery prints the recovery block that agents know, line for line, when a session or a
// work item was left open. Each orphan has a line, the newest first, if they are few.
func (p *Output) recovery(s model.Snapshot) {
	orphans, stuck := s.Orphans(), s.StuckWork()
	if len(orphans) == 0 && len(stuck) == 0 {
		return
	}
	p.Heading("[PHASE: RECOVERY]")
	if len(orphans) > 0 {
		p.Line(Words(styles.RoleWarn, "=== ORPHAN SESSION DETECTED ==="))
		shown := orphans[:listed(len(orphans))]
		for _, o := range shown {
			p.Line(Words(styles.RolePlain, "Session "), p.Label(styles.RoleTitle, o.Label), Words(styles.RolePlain, " started but never ended."))
		}
		p.more(len(orphans)-len(shown), "coldstart list orphans")
		if c, ok := s.Events.CurrentSession(); ok {
			p.Line(Words(styles.RolePlain, "Current session: "), p.Label(styles.RoleTitle, c.Label))
		}
		p.Line()
	}
	if len(stuck) > 0 {
		p.Line(Words(styles.RoleWarn, "=== INCOMPLETE WORK DETECTED ==="))
		shown := stuck[:listed(len(stuck))]
		for _, w := range shown {
			p.Line(Words(styles.RolePlain, "- "), p.Label(styles.RoleTitle, w.ID), Words(styles.RolePlain, ": stuck in '"),
				p.Label(styles.RolePlain, w.Node), Words(styles.RolePlain, "'"))
		}
		p.more(len(stuck)-len(shown), "coldstart list orphans")
		p.Line()
	}
	p.Line(Words(styles.RoleMuted, "[BREATHE]"))
}

// interruptedTraces prints the workflows that need a person or go on.
func (p *Output) interruptedTraces(s model.Snapshot) {
	var cut []model.Trace
	for _, t := range s.Traces {
		if t.NeedsHuman() || t.Recovery() == model.RecoveryContinue {
			cut = append(cut, t)
		}
	}
	if len(cut) == 0 {
		return
	}
	p.Heading("Interrupted workflows:")
	shown := cut[:listed(len(cut))]
	for _, t := range shown {
		p.parts("  ", p.Label(styles.RoleTitle, t.Title()), p.Label(styles.RolePlain, TraceRemark(t)))
		last, _ := t.LastStep()
		for _, label := range []string{"Summary", "Challenges"} {
			if value := last.Field(label); value != "" {
				p.Line(Words(styles.RoleMuted, "    "+label+": "), p.Label(styles.RolePlain, value))
			}
		}
	}
	p.more(len(cut)-len(shown), "coldstart list traces")
}

// Traces is the answer of coldstart list traces.
type Traces struct {
	Head
	Traces []jsonTrace `json:"traces"`
}

type jsonTrace struct {
	ID         string `json:"id"`
	Name       string `json:"name"`
	Workflow   string `json:"workflow"`
	Status     string `json:"status"`
	Recovery   string `json:"recovery"`
	Advice     string `json:"advice"`
	NeedsHuman bool   `json:"needs_human"`
	// Answer is the operator's decision, until a step follows it.
	Answer string          `json:"answer"`
	Steps  []jsonTraceStep `json:"steps"`
	Path   string          `json:"path"`
	SHA256 string          `json:"sha256"`
	// Tool is the program whose workflow it is, empty for the vault's own, and Command what to
	// type there to go on.
	Tool    string `json:"tool"`
	Command string `json:"command"`
}

type jsonTraceStep struct {
	Number  int               `json:"number"`
	Name    string            `json:"name"`
	Status  string            `json:"status"`
	State   string            `json:"state"`
	Started jsonStamp         `json:"started"`
	Fields  map[string]string `json:"fields"`
}

func traceJSON(t model.Trace) jsonTrace {
	answer, _ := t.Answered()
	return jsonTrace{
		t.Ref().String(), t.Title(), t.Workflow, t.Status, t.Recovery().String(), phrase.Advice(t), t.NeedsHuman(),
		answer.Decision, say.Each(t.Steps, traceStepJSON), t.Path, t.Seen.String(), t.Tool, t.Command,
	}
}

func traceStepJSON(s model.TraceStep) jsonTraceStep {
	fields := map[string]string{}
	for _, f := range s.Fields {
		fields[f.Label] = f.Value
	}
	return jsonTraceStep{s.Number, s.Name, s.Status, s.State.String(), stampJSON(s.Started), fields}
}

// TracesJSON answers coldstart list traces.
func TracesJSON(s model.Snapshot) Traces {
	return Traces{HeadJSON(s), say.Each(s.Traces, traceJSON)}
}

// Traces lists the workflows.
func (p *Output) Traces(s model.Snapshot) {
	var rows [][]styles.Span
	for _, t := range s.Traces {
		last, _ := t.LastStep()
		rows = append(rows, []styles.Span{
			p.Exact(styles.RoleTitle, t.Path), p.when(last.Started.Time, s.At), Words(styles.RoleMuted, t.Recovery().String()),
			p.Label(styles.RolePlain, fmt.Sprintf("step %d %s", last.Number, last.Name)), p.Label(styles.RolePlain, TraceRemark(t)),
		})
	}
	p.List(rows, "No workflow traces.")
}

// TraceRemark says what is advised, or what was decided.
func TraceRemark(t model.Trace) string {
	if r, ok := t.Answered(); ok {
		return "you decided: " + r.Decision
	}
	if t.Command != "" && t.Recovery() != model.RecoveryFinished {
		return phrase.Advice(t) + " Resume with: " + t.Command
	}
	return phrase.Advice(t)
}

// Inspection is the answer of coldstart inspect.
type Inspection struct {
	Head
	ID        string         `json:"id"`
	Step      jsonTraceStep  `json:"step"`
	Artifacts []jsonArtifact `json:"artifacts"`
	Changed   []jsonArtifact `json:"changed_since_start"`
}

type jsonArtifact struct {
	Path     string `json:"path"`
	Exists   bool   `json:"exists"`
	Refused  string `json:"refused"`
	Size     int64  `json:"size"`
	Modified Time   `json:"modified"`
	// News is what became of it in the step: new, changed, older than the step, or missing,
	// with the number of lines of a text.
	News string `json:"news"`
}

func artifactJSON(a model.Artifact) jsonArtifact {
	return jsonArtifact{a.Path, a.Exists, a.Refused, a.Size, Time(a.Modified), a.News()}
}

// InspectionJSON answers coldstart inspect.
func InspectionJSON(s model.Snapshot, ref model.Ref, in model.Inspection) Inspection {
	return Inspection{
		HeadJSON(s), ref.String(), traceStepJSON(in.Step), say.Each(in.Named(), artifactJSON), say.Each(in.Changed(), artifactJSON),
	}
}

// Inspection lists what a step left behind.
func (p *Output) Inspection(s model.Snapshot, in model.Inspection) {
	p.Line(p.Label(styles.RoleTitle, fmt.Sprintf("Step %d: %s", in.Step.Number, in.Step.Name)))
	for _, f := range in.Step.Fields {
		p.Line(p.Label(styles.RoleMuted, f.Label+": "), Words(styles.RolePlain, " "), p.Label(styles.RolePlain, f.Value))
	}
	p.Heading(fmt.Sprintf("Files from step %d", in.Step.Number))
	p.artifacts(s, in.Left)
	if in.More > 0 {
		p.Say("  and %s not checked", model.Counted(in.More, "more file"))
	}
}

func (p *Output) artifacts(s model.Snapshot, list []model.Artifact) {
	if len(list) == 0 {
		p.Say("  none")
	}
	var rows [][]styles.Span
	for _, a := range list {
		role := styles.RolePlain
		switch {
		case a.Refused != "":
			role = styles.RoleWarn
		case !a.Exists:
			role = styles.RoleBad
		}
		size, when := Words(styles.RoleMuted, "-"), Words(styles.RoleMuted, "-")
		if a.Exists {
			size, when = Words(styles.RoleMuted, phrase.Size(a.Size)), Words(styles.RoleMuted, phrase.Moment(s.At, a.Modified))
		}
		rows = append(rows, []styles.Span{Words(styles.RolePlain, ""), p.Exact(role, a.Path), size, when, p.Label(role, a.News())})
	}
	p.Table(rows)
}
