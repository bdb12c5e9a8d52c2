package claude

import (
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/source"
	"coldstart/vault/text"
)

// ahead is how much later than its last change a file may say that it was written.
const ahead = 24 * time.Hour

// readSession tells the session of a transcript. A file in which nobody asked and no agent
// answered is none.
func readSession(name string, e disk.Ends, zone *time.Location) (model.Transcript, bool) {
	head, tail := parts(e, zone, true)
	r := reader{newest: e.Changed.Add(ahead)}
	r.t.ID = strings.TrimSuffix(path.Base(name), ".jsonl")
	r.t.Unknown = head.odd + tail.odd
	for i := range head.lines {
		r.read(&head.lines[i])
	}
	torn := head.torn
	if e.Gap > 0 {
		// Nothing that was open before the gap has to be open behind it.
		r.open, r.state, r.t.Planning, torn = nil, nothing, false, tail.torn
		for i := range tail.lines {
			r.read(&tail.lines[i])
		}
	}
	if !r.talked {
		return model.Transcript{}, false
	}
	return r.finish(torn), true
}

// state is what happened last between the operator and the agent.
type state int

const (
	nothing state = iota
	// asked: the operator said something.
	asked
	// thinking: the agent has what it called for, or began to answer.
	thinking
	// announced: the agent said that it calls a tool, and no call is there.
	announced
	// called: a tool is at work, or waits for a yes.
	called
	// deferred: a hook left the call of a tool to the operator.
	deferred
	// answered: the agent said all; perhaps so, or not, if it did not say that it stops.
	answered
	perhaps
	// failed: the model's API gave an error.
	failed
	// stopped: the operator interrupted.
	stopped
	// exited: the operator left the program.
	exited
	// limited: the run reached its last turn, and the agent was not done.
	limited
)

// call is the call of a tool.
type call struct {
	id, tool string
	input    []byte
	at       model.Stamp
}

// reader goes through a transcript and remembers what it comes to.
type reader struct {
	t model.Transcript
	// newest is the latest time that a line can have.
	newest time.Time
	state  state
	open   []call
	talked bool
	// titles are the latest of each kind, in the order of titleKinds.
	titles [4]string
	// first is the first prompt that is no command.
	first string
	// stops is true if the program says of each answer why it stops there.
	stops bool
	// closed is true if the last line is one that is written when the program ends.
	closed bool
	// command is a command of the operator that may have a prompt behind it.
	command string
	// edits are calls that change a file, touched the files.
	edits   map[string]string
	touched []string
}

// titleKinds are the kinds of lines that name a session, the best first.
var titleKinds = [...]string{"custom-title", "agent-name", "ai-title", "summary"}

func (r *reader) read(l *line) {
	r.place(l)
	switch l.kind {
	case "user":
		r.user(l)
	case "assistant":
		r.assistant(l)
	case "system":
		r.closed = false
		if r.state == perhaps && (l.sub == "turn_duration" || l.sub == "stop_hook_summary") {
			r.state = answered
		}
	case "attachment":
		r.attachment(l)
	case "last-prompt":
		r.closed = r.state == answered || r.state == perhaps
		if r.t.Prompt == "" {
			r.t.Prompt = l.name
		}
	case "queue-operation":
		r.closed = false
	default:
		if i := slices.Index(titleKinds[:], l.kind); i >= 0 && strings.TrimSpace(l.name) != "" {
			r.titles[i] = l.name
		}
	}
}

// place reads where and when the session took place.
func (r *reader) place(l *line) {
	if l.at.Known() && !l.at.Time.After(r.newest) {
		if !r.t.Began.Known() || l.at.Time.Before(r.t.Began.Time) {
			r.t.Began = l.at
		}
		if l.at.Time.After(r.t.Last.Time) {
			r.t.Last = l.at
		}
	}
	if l.cwd != "" && filepath.IsAbs(l.cwd) {
		dir := filepath.Clean(l.cwd)
		if r.t.Dir == "" {
			r.t.Dir = dir
		}
		r.t.LastDir = dir
	}
	for _, field := range []struct{ to, from *string }{{&r.t.Branch, &l.branch}, {&r.t.Version, &l.version}} {
		if *field.from != "" {
			*field.to = *field.from
		}
	}
	if l.entry != "" {
		r.t.Batch = strings.HasPrefix(l.entry, "sdk-")
	}
	switch {
	case l.fork != "" && l.fork != r.t.ID:
		r.t.From = l.fork
	case l.session != "" && l.session != r.t.ID && r.t.From == "":
		r.t.From = l.session
	}
	if r.t.Root == "" && l.kind == "user" {
		r.t.Root = l.id
	}
}

func (r *reader) assistant(l *line) {
	r.closed = false
	said := l.said()
	if l.model == "<synthetic>" && !l.failed {
		// The program itself closes what was left open when a session is resumed.
		return
	}
	r.talked = true
	r.stops = r.stops || l.stop != "" || saysWhy(l.version)
	if l.failed {
		r.state, r.open, r.t.Trouble = failed, nil, source.OneLine(said, source.MostAbout)
		return
	}
	r.t.Trouble = ""
	if said != "" {
		r.t.Said = said
	}
	switch {
	case l.stop == "tool_use" && len(r.open) == 0:
		r.state = announced
	case said == "" || l.stop == "pause_turn":
		r.state = thinking
	case l.stop == "":
		r.state = perhaps
	case l.stop != "tool_use":
		r.state = answered
	}
	for _, b := range l.blocks {
		if b.kind == "tool_use" {
			r.call(l, b)
		}
	}
	if len(r.open) > 0 {
		r.state = called
	}
}

func (r *reader) call(l *line, b block) {
	r.t.Calls++
	r.open = append(r.open, call{b.id, b.tool, b.body, l.at})
	if file := changedBy(b.tool, b.body); file != "" {
		if r.edits == nil {
			r.edits = map[string]string{}
		}
		r.edits[b.id] = file
		r.touched = append(r.touched, file)
	}
	if b.tool == "ExitPlanMode" {
		r.t.Planning = true
		if file := memberOf(b.body, "planFilePath"); file != "" {
			r.t.PlanFile = file
		}
	}
}

func (r *reader) user(l *line) {
	r.closed = false
	if l.summary {
		return
	}
	results := false
	for _, b := range l.blocks {
		if b.kind == "tool_result" {
			r.came(b)
			results = true
		}
	}
	said := promptOf(l)
	switch {
	case said.stop:
		r.state, r.open = stopped, nil
	case said.exit:
		r.state, r.open = exited, nil
	case said.command != "":
		r.command = said.command
	case said.output:
		r.command = ""
	case l.meta && r.command != "" && said.text != "":
		r.asked(r.command, l)
	case l.meta || !said.own || said.text == "":
		if results && len(r.open) == 0 && r.state != stopped {
			r.state = thinking
		}
	default:
		if r.first == "" {
			r.first = said.text
		}
		r.asked(said.text, l)
	}
}

func (r *reader) asked(prompt string, l *line) {
	r.state, r.open, r.talked, r.t.Trouble = asked, nil, true, ""
	r.t.Prompts++
	r.t.Prompt = prompt
	if l.source == "sdk" {
		r.t.Batch = true
	}
	r.command = ""
}

// came takes what came of a call.
func (r *reader) came(b block) {
	if !b.failed && slices.ContainsFunc(r.open, func(c call) bool { return c.id == b.id && c.tool == "ExitPlanMode" }) {
		r.t.Planning = false
	}
	r.open = slices.DeleteFunc(r.open, func(c call) bool { return c.id == b.id })
	if file, ok := r.edits[b.id]; ok && b.failed {
		if i := slices.Index(r.touched, file); i >= 0 {
			r.touched = slices.Delete(r.touched, i, i+1)
		}
	}
}

func (r *reader) attachment(l *line) {
	switch kind := memberOf(l.extra, "type"); kind {
	case "plan_mode", "plan_mode_exit", "plan_mode_reentry", "plan_file_reference":
		if file := memberOf(l.extra, "planFilePath"); file != "" {
			r.t.PlanFile = file
		}
		switch kind {
		case "plan_mode", "plan_mode_reentry":
			r.t.Planning = true
		case "plan_mode_exit":
			r.t.Planning = false
		}
	case "hook_deferred_tool":
		c := call{at: l.at}
		s := text.NewScan(l.extra)
		for key := range s.Members() {
			switch string(key) {
			case "toolUseID":
				c.id = text.Decoded(s.Raw(), shortText)
			case "toolName":
				c.tool = text.Decoded(s.Raw(), shortText)
			case "toolInput":
				c.input = s.Raw()
			}
		}
		r.open, r.state, r.closed = []call{c}, deferred, false
	case "max_turns_reached":
		r.state, r.open = limited, nil
	}
}

// mostTouched is how many files of a session are named.
const mostTouched = 200

func (r *reader) finish(torn bool) model.Transcript {
	t := &r.t
	for i := range titleKinds {
		if t.Title == "" {
			t.Title = firstLine(r.titles[i])
		}
	}
	if t.Title == "" {
		t.Title = firstLine(r.first)
	}
	for _, file := range slices.Backward(r.touched) {
		if isPlanFile(file) {
			if t.PlanFile == "" {
				t.PlanFile = file
			}
			continue
		}
		if shown := inDir(t.Dir, file); !slices.Contains(t.Touched, shown) && len(t.Touched) < mostTouched {
			t.Touched = append(t.Touched, shown)
		}
	}
	t.Ending, t.Sure = r.ending(torn)
	t.Deferred = r.state == deferred && t.Ending == model.EndingWaits
	if t.Ending == model.EndingInTool || t.Ending == model.EndingWaits {
		r.wait()
	}
	if t.Dir != "" {
		t.Command = source.ResumeIn(t.Dir, t.ID, "claude", "--resume")
	}
	return *t
}

// ending says how the session ended by its lines.
func (r *reader) ending(torn bool) (model.Ending, model.Basis) {
	switch {
	case torn:
		return model.EndingInWriting, model.BasisDerived
	case r.state == limited:
		return model.EndingYourTurn, model.BasisDerived
	case r.closed || r.state == exited, r.state == answered && r.t.Batch:
		return model.EndingDone, model.BasisDerived
	}
	switch r.state {
	case called:
		if slices.ContainsFunc(r.open, func(c call) bool { return asks(c.tool) }) {
			return model.EndingWaits, model.BasisDerived
		}
		return model.EndingInTool, model.BasisDerived
	case deferred:
		return model.EndingWaits, model.BasisDerived
	case asked, thinking, failed:
		return model.EndingUnanswered, model.BasisDerived
	case announced:
		return model.EndingInWriting, model.BasisDerived
	case stopped:
		return model.EndingStopped, model.BasisDerived
	case answered:
		return model.EndingYourTurn, model.BasisDerived
	case perhaps:
		if r.stops {
			return model.EndingUnanswered, model.BasisDerived
		}
		return model.EndingYourTurn, model.BasisGuessed
	}
	return model.EndingUnknown, model.BasisNone
}

// saysWhy reports whether a version of the program says of each answer why it stops there: the oldest
// that was looked at, or a newer one. Old ones never did.
func saysWhy(version string) bool {
	var n [3]int
	for i, part := range strings.SplitN(version, ".", len(n)) {
		n[i], _ = strconv.Atoi(part)
	}
	return slices.Compare(n[:], []int{2, 1, 197}) >= 0
}

// wait tells what the session waits for, or in which call it was cut off.
func (r *reader) wait() {
	for _, c := range r.open {
		switch c.tool {
		case "AskUserQuestion":
			r.t.Questions = append(r.t.Questions, questionsOf(c.input)...)
		case "ExitPlanMode":
			r.t.Plan = memberText(c.input, "plan", mostPlan)
		}
	}
	last := r.open[len(r.open)-1]
	for _, c := range r.open {
		if asks(c.tool) {
			last = c
		}
	}
	r.t.Call = callOf(last.tool, last.input, r.t.Dir)
	r.t.Call.At, r.t.Call.Open = last.at, true
	if r.state == deferred && len(r.t.Questions) == 0 && r.t.Plan == "" {
		r.t.Questions = []model.Question{{Text: "May it run this: " + r.t.Call.Says}}
	}
}

// asks reports whether a tool asks the operator.
func asks(tool string) bool { return tool == "AskUserQuestion" || tool == "ExitPlanMode" }

// isPlanFile reports whether a file is one of those that the program keeps plans in.
func isPlanFile(file string) bool {
	dir := path.Dir(filepath.ToSlash(file))
	return path.Base(dir) == "plans" && path.Base(path.Dir(dir)) == ".claude" && path.Ext(file) == ".md"
}

// inDir is a file relative to a folder in which it lies.
func inDir(dir, file string) string {
	if rest, ok := strings.CutPrefix(file, dir+string(filepath.Separator)); ok && dir != "" {
		return filepath.ToSlash(rest)
	}
	return file
}

// firstLine is the first line of a text that says something, shortened.
func firstLine(s string) string {
	for line := range strings.Lines(s) {
		if line = model.OneLine(line); line != "" {
			return short(line, mostTitle)
		}
	}
	return ""
}

const (
	mostTitle = 120
	mostPlan  = 64 << 10
)

// short cuts a text behind so many characters.
func short(s string, most int) string {
	n := 0
	for i := range s {
		if n++; n > most {
			return strings.TrimRight(s[:text.BeforeWord(s, i)], " ") + "…"
		}
	}
	return s
}
