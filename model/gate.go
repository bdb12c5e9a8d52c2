package model

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Action is one call of a tool that an agent is about to make, as its client told the gate.
type Action struct {
	// Client is the agent's program, as in coldstart agent hook install: claude, codex, gemini or
	// opencode.
	Client string
	// Session is the client's id of its session, Call that of the call; either is "" where the
	// client gives none.
	Session, Call string
	// Tool is the name that rules use for all clients: Bash, Write, Edit, Read, WebFetch, or
	// mcp__server__tool. Own is the client's name, and Tool the same where it is none of these.
	Tool, Own string
	// Input is what the tool gets, as JSON with sorted names and no blanks, and without what
	// only describes the call.
	Input string
	// Line is what a shell gets, "" for all other tools.
	Line string
	// Paths are the files that a tool for files names.
	Paths []string
	// Dir is the folder in which it runs.
	Dir string
	// Links are where links lead that stand in its folder, its files or the words of its line.
	Links []Link
	// Runs are the files that its line runs, as they were at the time.
	Runs []RunFile
	// Resume is the command that goes on with it after the answer, "" where the agent tries
	// again or waits by itself.
	Resume string
}

// ShellTool is the name of a shell's tool in rules, for all clients.
const ShellTool = "Bash"

// Link is a name in an action, and the place to which links lead from there at the time.
type Link struct{ Name, To string }

// String tells a link in words.
func (l Link) String() string { return l.Name + " leads to " + l.To }

// MostRuns is how many files that an action runs are looked at.
const MostRuns = 8

// RunFile is a file that an action runs.
type RunFile struct {
	// Name is its name in the action, or where it was found.
	Name string
	// Seen is the hash of its bytes, zero where Unread says why they could not be read.
	Seen   Fingerprint
	Unread string
	// Text are its bytes, where it is about to be asked for.
	Text string
}

// Key is what a yes is bound to: tool, input and folder, where links lead and what the files hold that it
// runs, whoever asks.
func (a Action) Key() Fingerprint {
	parts := []string{a.Tool, a.Input, a.Dir}
	for _, l := range a.Links {
		parts = append(parts, l.Name, l.To)
	}
	for _, f := range a.Runs {
		parts = append(parts, "runs", f.Name, f.Seen.String())
	}
	return fingerprintOfAll(parts)
}

// Differ are the files that another call of the same action runs, and that hold something else than here.
func (a Action) Differ(other Action) (names []string) {
	for _, f := range a.Runs {
		if slices.ContainsFunc(other.Runs, func(o RunFile) bool { return o.Name == f.Name && o.Seen != f.Seen }) {
			names = append(names, f.Name)
		}
	}
	return names
}

// Led says where its links lead, "" for none.
func (a Action) Led() string {
	var all []string
	for _, l := range a.Links {
		all = append(all, l.String())
	}
	return strings.Join(all, ", ")
}

// Does is the hash of its tool and input alone: what it does, wherever that is.
func (a Action) Does() Fingerprint { return fingerprintOfAll([]string{a.Tool, a.Input}) }

// fingerprintOfAll tells apart also where one part ends and the next begins.
func fingerprintOfAll(parts []string) Fingerprint {
	var b strings.Builder
	for _, part := range parts {
		sum := FingerprintOf([]byte(part))
		b.Write(sum[:])
	}
	return FingerprintOf([]byte(b.String()))
}

// Called is what it does, in a row: the lines of a shell, else the tool with its files or its
// input.
func (a Action) Called() string {
	switch {
	case a.Line != "":
		return Joined(a.Line)
	case len(a.Paths) > 0:
		return a.Tool + " " + strings.Join(a.Paths, ", ")
	}
	return Joined(a.Tool + " " + a.Input)
}

// Pattern is what a rule for actions like this one may be held against: the first words of its first
// command but cd, else its file, or everything.
func (a Action) Pattern() string {
	if len(a.Paths) > 0 {
		return a.Paths[0]
	}
	for _, command := range strings.FieldsFunc(a.Line, func(r rune) bool { return strings.ContainsRune(";&|\n", r) }) {
		words := strings.Fields(command)
		for len(words) > 1 && (words[0] == "sudo" || strings.Contains(words[0], "=")) {
			words = words[1:]
		}
		switch {
		case len(words) == 0, words[0] == "cd":
		case len(words) == 1, strings.HasPrefix(words[1], "-"):
			return words[0] // whatever its words are
		default:
			return words[0] + " " + words[1] + "*"
		}
	}
	return "*"
}

// ActionPart is a piece of what an action's tool gets. Its name is "" for the only one.
type ActionPart struct{ Name, Text string }

// Parts are the fields of its input, or the whole of it where it has none. A line of a shell that
// is none of them comes first.
func (a Action) Parts() (parts []ActionPart) {
	var fields map[string]json.RawMessage
	if json.Unmarshal([]byte(a.Input), &fields) != nil || len(fields) == 0 {
		parts = []ActionPart{{"", a.Input}}
	}
	lineThere := a.Line == ""
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		says := string(fields[name])
		var value string
		if strings.HasPrefix(says, `"`) && json.Unmarshal(fields[name], &value) == nil {
			says = value
		}
		lineThere = lineThere || says == a.Line
		parts = append(parts, ActionPart{name, says})
	}
	if !lineThere {
		parts = append([]ActionPart{{"shell line", a.Line}}, parts...)
	}
	if len(parts) == 1 {
		parts[0].Name = ""
	}
	return parts
}

// By names who makes it: "claude 5be2c0d4", the beginning of the session's id.
func (a Action) By() string {
	return strings.TrimSpace(a.Client + " " + Transcript{ID: a.Session}.ShortID())
}

// Then is what a rule of the gate wants.
type Then int

// What a rule can want, in the order of strength. ThenNothing is for an action that no rule
// names: the client goes on as it would without a gate.
const (
	ThenNothing Then = iota
	ThenAllow
	ThenAsk
	ThenDeny

	thenCount
)

// String returns the word of the settings.
func (t Then) String() string { return word(t, "nothing", "allow", "ask", "deny") }

// ParseThen reads a word of the settings; ThenNothing for any other text.
func ParseThen(name string) Then {
	for t := ThenAllow; t < thenCount; t++ {
		if t.String() == name {
			return t
		}
	}
	return ThenNothing
}

// GateRule is one rule of the operator's settings. The first one that fits counts.
type GateRule struct {
	// Tool and Match are patterns, in which * stands for any text and ? for any character. An
	// empty one fits everything. Match is held against each simple command of a shell line,
	// whatever tool has one, against each path of a tool for files, and against the input of
	// every other tool.
	Tool, Match string
	// Dir is a folder: the rule holds for actions in it and below, "" for everywhere.
	Dir  string
	Then Then
	// Line is that of the settings file, from 1.
	Line int
}

// Fit is what the rules say of one action.
type Fit struct {
	Then Then
	// Rule is the rule that counts; the zero rule for ThenNothing.
	Rule GateRule
	// What is the simple command, path or input that it fits.
	What string
	// Unsure says why nobody can tell what runs, "" where it is known. Such an action is asked
	// for as if it fitted.
	Unsure string
}

// Written is the rule as a line of the settings has it.
func (r GateRule) Written() string {
	var parts []string
	if strings.Trim(strings.ToLower(r.Tool), "abcdefghijklmnopqrstuvwxyz") == "" && r.Tool != "" {
		parts = append(parts, "tool: "+r.Tool)
	} else if r.Tool != "" {
		parts = append(parts, "tool: "+strconv.Quote(r.Tool))
	}
	if r.Match != "" {
		parts = append(parts, "match: "+strconv.Quote(r.Match))
	}
	if r.Dir != "" {
		parts = append(parts, "dir: "+strconv.Quote(r.Dir))
	}
	return "{" + strings.Join(append(parts, "then: "+r.Then.String()), ", ") + "}"
}

// Same reports whether two rules say the same, wherever they stand.
func (r GateRule) Same(other GateRule) bool {
	r.Line = other.Line
	return r == other
}

// Scope is how far a yes for an action goes. The zero value is once, whoever asks.
type Scope struct {
	// Times is how often it holds, 0 for once; with any of the others, for as often as it is made.
	Times int
	// Session says that it holds in the session that asked only.
	Session bool
	// For is how long it holds after the decision, in whole seconds, 0 for as long as the settings say.
	For time.Duration
	// Pattern lets every line through whose commands all fit it, "" for the action alone.
	Pattern string
}

// Most is how often it holds at most, 0 for as often as it is made.
func (s Scope) Most() int {
	if s.Times == 0 && (s.Session || s.For > 0 || s.Pattern != "") {
		return 0
	}
	return max(1, s.Times)
}

// Lasts is how long it holds where the settings let a yes hold so long at most.
func (s Scope) Lasts(most time.Duration) time.Duration {
	if s.For > 0 {
		return min(most, s.For)
	}
	return most
}

// Fits reports whether a yes to what was asked for covers an action by its pattern. One that nobody
// can tell fits no pattern.
type Fits func(pattern string, asked, a Action) bool

const (
	// MostTimes is for how many times a yes can be given.
	MostTimes = 1000
	// mostPattern is the longest pattern of a yes, in bytes, and shortestFor the shortest time of one.
	mostPattern = 500
	shortestFor = time.Minute
)

// RefuseScope says why a decision on a request cannot go so far, "" when it can.
func (r Request) RefuseScope(c Choice, s Scope, fits Fits) string {
	switch {
	case s == Scope{}:
		return ""
	case c != ChoiceApprove || r.Ask == nil || r.Ask.Prompt:
		return "only an action that the gate blocked can be approved for more than once"
	case s.Times < 0 || s.Times > MostTimes:
		return "an approval lasts for 1 to 1000 times"
	case s.Session && s.Times > 0:
		return "an approval lasts for several times or for a session, not both"
	case s.Session && r.Ask.Action.Session == "":
		return "its client sent no session, so an approval for the session would cover nothing"
	case s.For != 0 && (s.For < shortestFor || s.For > r.Ask.Holds || s.For%time.Second != 0):
		return "an approval lasts for 1 minute to " + Lasting(r.Ask.Holds) + ", set by gate-expires in the settings"
	case s.Pattern != "":
		return r.Ask.refusePattern(s.Pattern, fits)
	}
	return ""
}

// refusePattern says why a yes cannot be given for a pattern, "" when it can.
func (a *HeldAction) refusePattern(pattern string, fits Fits) string {
	program, _, _ := strings.Cut(pattern, " ")
	switch {
	case a.Action.Line == "":
		return "a pattern is for lines of a shell, and this is none"
	case len(pattern) > mostPattern || OneLine(pattern) != pattern || CountHidden(pattern) > 0:
		return "a pattern is one line of at most 500 letters that all show"
	case program == "" || strings.ContainsAny(program, "*?"):
		return "a pattern begins with the name of one program, without * and ?"
	case !a.Whole() || fits == nil || !fits(pattern, a.Action, a.Action):
		return "it does not fit every command of this line, word for word"
	}
	return ""
}

// Lasting is a length of time in words: "30 minutes".
func Lasting(d time.Duration) string {
	switch {
	case d >= time.Hour && d%time.Hour == 0:
		return Counted(int(d/time.Hour), "hour")
	case d%time.Minute == 0:
		return Counted(int(d/time.Minute), "minute")
	}
	return Counted(int(d/time.Second), "second")
}

// HeldAction is an action that the gate blocked, and what became of it.
type HeldAction struct {
	// ID names it for people and agents: "gate-7f3a2c91".
	ID string
	// Action has what was asked for, of long texts the beginning; Key is its key, Why the rule or
	// prompt in words.
	// Title is what its request is called.
	Action Action
	Title  string
	// Hidden is how many hidden characters all of it has.
	Hidden int
	Key    Fingerprint
	Why    string
	At     time.Time
	// Request is the path of the request in the vault, Seen the hash of its bytes. Only a
	// decision on these bytes counts.
	Request string
	Seen    Fingerprint
	// Prompt is true for a prompt of the client, which its user can answer there, too.
	Prompt bool
	// Waiter is the process that waits for the answer, zero for none; Gone is true if it runs
	// no more.
	Waiter Process
	Gone   bool
	// Holds is how long a yes to it holds.
	Holds time.Duration
	// Scope is how far the yes that was given goes, Until when it runs out; both are zero
	// without one.
	Scope Scope
	Until time.Time
	// Decision is the id of the decision that counts, and To the path where it put the file; both are
	// "" without one.
	Decision, To string
	// Used are the times when it was let through, and Through the lines that its pattern let through,
	// each once, of many the last ones.
	Used    []time.Time
	Through []string
	// Withdrawn is when it was taken back, since it was answered in the client or its session
	// ended; zero for most.
	Withdrawn time.Time
}

// Whole reports whether Action has all that a yes to it is bound to, of an action too long to be
// kept whole it has the beginning only.
func (a *HeldAction) Whole() bool { return a != nil && a.Key == a.Action.Key() }

// RanBefore is when the same action was let through last by another yes, zero for never.
func (s Snapshot) RanBefore(k HeldAction) (last time.Time) {
	for _, other := range s.Asks {
		for _, at := range other.Used {
			if other.ID != k.ID && other.Key == k.Key && at.After(last) {
				last = at
			}
		}
	}
	return last
}

// Waits reports whether its agent stands still right now until it has an answer.
func (a *HeldAction) Waits() bool {
	return a != nil && a.Withdrawn.IsZero() && a.Waiter.PID != 0 && a.Waiter.Alive
}

// Course is how an agent continues after a yes to its action.
type Course struct {
	// Waits says that it stands still and continues by itself, Ended that it has ended.
	Waits, Ended bool
	// Command is what to type to continue it, "" where that is not known.
	Command string
}

// Course tells how the agent of an action continues after a yes. Where nothing is known it is zero: the
// agent tries once more by itself.
func (s Snapshot) Course(k HeldAction) Course {
	if k.Waits() {
		return Course{Waits: true}
	}
	t, known := First(s.Transcripts, func(t *Transcript) bool { return t.ID == k.Action.Session && t.ID != "" })
	switch e, _ := t.State(s.At); {
	case known && t.Runs(s.At):
		return Course{}
	case k.Action.Resume != "":
		return Course{Ended: true, Command: k.Action.Resume}
	case known && (e == EndingDone || e.Dead() || t.Process != nil):
		return Course{Ended: true, Command: t.Command}
	}
	return Course{}
}

// Left is how often the yes that was given still holds; 1 for one that holds as often as it is made,
// 0 without a yes and after its time.
func (a *HeldAction) Left(now time.Time) int {
	most := 1
	switch {
	case a == nil || a.Until.IsZero() || !now.Before(a.Until):
		return 0
	case a.Scope.Most() > 0:
		most = a.Scope.Most() - len(a.Used)
	}
	return max(0, most)
}

// StandingYeses are the yeses that still hold and are more than a single use, the newest first.
func (s Snapshot) StandingYeses() []HeldAction {
	all := Where(s.Asks, func(a *HeldAction) bool { return a.Scope.Most() != 1 && a.Left(s.At) > 0 })
	slices.Reverse(all)
	return all
}

// Covered counts what else a pattern would have let through in the last day, by what it is called, of
// what the gate held up then. The request itself does not count.
func (s Snapshot) Covered(k HeldAction, pattern string, fits Fits) (calls []string, times map[string]int) {
	times = map[string]int{}
	for _, other := range s.Asks {
		if fits == nil || other.ID == k.ID || other.Prompt || s.At.Sub(other.At) > 24*time.Hour || !other.Whole() || !fits(pattern, k.Action, other.Action) {
			continue
		}
		called := other.Action.Called()
		if times[called]++; times[called] == 1 {
			calls = append(calls, called)
		}
	}
	return calls, times
}

// ReplyState is how a request stands.
type ReplyState int

// How a request can stand.
const (
	ReplyPending ReplyState = iota
	ReplyApproved
	ReplyRejected
	// ReplyChanges is for a request that stays pending until the agent has changed it.
	ReplyChanges
	// ReplyWithdrawn is for one that is gone without an answer.
	ReplyWithdrawn
	// ReplyUsed is for an action that was let through as often as it was allowed, ReplyExpired
	// for one whose yes ran out before.
	ReplyUsed
	ReplyExpired
	// ReplyContradicting is for one that was decided both ways: it is not approved.
	ReplyContradicting
	// ReplyAltered is for one that was approved and whose file has other bytes now: those are not approved.
	ReplyAltered
	// ReplyByOthers is for one that lies approved and that its operator did not approve: it is not approved.
	ReplyByOthers
	// ReplyAnotherStep is for an approval at whose number its plan has another step now: that one is not approved.
	ReplyAnotherStep
	// ReplyUnsigned is for an approval without the signature that was asked for: it is none.
	ReplyUnsigned
)

// String returns the name used in JSON.
func (s ReplyState) String() string {
	return word(s, "pending", "approved", "rejected", "changes-wanted", "withdrawn", "used", "expired", "contradicting", "altered", "not-by-operator", "another-step", "unsigned")
}

// Final reports whether waiting longer is of no use.
func (s ReplyState) Final() bool { return s != ReplyPending }

// Reply is what became of a request.
type Reply struct {
	Ref   Ref
	Title string
	State ReplyState
	// Note is what the operator said, By who it was ("user@host") and At when; all are zero
	// for one that waits.
	Note, By string
	At       time.Time
	// To is where its file lies now, "" where it is gone.
	To string
	// Until is when the yes for an action runs out, and Left how often it still holds; zero
	// for every other request, Left also for one that holds as often as it is made. Pattern is what
	// else the yes covers, "" for nothing.
	Until   time.Time
	Left    int
	Pattern string
	// Session is the client's id of the session in which alone the yes holds, "" for any.
	Session string
	// Used is when the action was let through last by a yes that is used up, zero for all else.
	Used time.Time
}

// OfGate reports whether ref is an alarm of the gate, or about what it refused.
func (r Ref) OfGate() bool {
	return r.Kind == KindProblem && (r.Path == AlarmsPath || r.Path == RefusedPath)
}

// AlarmsPath is where the alarms of the gate are, beside the ledger.
const AlarmsPath = "gate.jsonl"

// Problem is how an alarm stands among what is wrong.
func (a Alarm) Problem() Problem {
	if len(a.Refused) > 0 {
		return Problem{
			Path: RefusedPath, Alarm: a.ID, Seen: a.Seen, Since: Stamp{Raw: FormatUTC(a.At), Time: a.At}, Title: a.by(),
			Reason: a.What, Hint: "see all with coldstart list decisions --refused; coldstart ack " + a.ID + " says that you know",
		}
	}
	p := Problem{
		Path: AlarmsPath, Alarm: a.ID, Seen: a.Seen, Since: Stamp{Raw: FormatUTC(a.At), Time: a.At},
		Reason: a.What, Hint: "look at what it did; coldstart ack " + a.ID + " says that you know",
	}
	if a.Title != "" {
		p.Title, p.Type = a.Title, "coldstart ack "+a.ID
		p.Hint = "write them into that file again, or say with " + p.Type + " that it was you"
	}
	return p
}

// by names the agents whose actions were refused.
func (a Alarm) by() string {
	for _, r := range a.Refused {
		if r.Client != a.Action.Client || r.Session != a.Action.Session {
			return "several sessions"
		}
	}
	return cmp.Or(a.Action.By(), "an agent")
}

// Alarm says that something ran otherwise than the operator allowed, or was refused without asking.
type Alarm struct {
	// ID names it: "alarm-7f3a2c91", "refused-7f3a2c91".
	ID string
	At time.Time
	// Action is what ran, with the beginning of its input only.
	Action Action
	// What says what is wrong, without full stop. Title is that in short, and Text what there is to read, where
	// nothing ran and the rules are weaker.
	What, Title, Text string
	// Ask is the id of the request that was allowed instead, "" for none.
	Ask string
	// Seen is the hash of its text.
	Seen Fingerprint
	// Acked says when the operator acknowledged it, zero for never.
	Acked time.Time
	// Refused are the actions that were refused, nil for an alarm about what ran.
	Refused []Refusal
}

// RefusedPath is where the actions are that were refused without asking the operator, beside the
// ledger.
const RefusedPath = "refused.jsonl"

// RefusedBy is what refused an action.
type RefusedBy int

// What can refuse an action. A no of the operator is none of these.
const (
	RefusedByNothing RefusedBy = iota
	// RefusedByRule is for a rule that says deny.
	RefusedByRule
	// RefusedOwnFile is for an action that names a file on which the gate depends.
	RefusedOwnFile
	// RefusedPersonal is for a command that only the operator may run.
	RefusedPersonal
	// RefusedUnread is for one that could not be judged.
	RefusedUnread

	refusedByCount
)

// String returns the name used in JSON.
func (b RefusedBy) String() string {
	return word(b, "nothing", "rule", "own-file", "personal-command", "unreadable")
}

// ParseRefusedBy reads a name; RefusedByNothing for any other text.
func ParseRefusedBy(name string) RefusedBy {
	for b := range refusedByCount {
		if b.String() == name {
			return b
		}
	}
	return RefusedByNothing
}

// Refusal is an action that was refused without asking the operator.
type Refusal struct {
	At time.Time
	// Client, Session and Tool are as in Action; Line is the beginning of what was tried.
	Client, Session, Tool, Line string
	By                          RefusedBy
	// What is the rule, the file or the command, or why the action could not be judged. RuleLine is
	// the rule's line in the settings, 0 for none.
	What     string
	RuleLine int
	// Vault is the folder of the vault.
	Vault string
	// Known says that the operator acknowledged it.
	Known bool
}

// Because says in a few words what refused it.
func (r Refusal) Because() string {
	switch {
	case r.By == RefusedByRule && r.RuleLine > 0:
		return fmt.Sprintf("rule line %d: %s", r.RuleLine, r.What)
	case r.By == RefusedByRule:
		return "rule: " + r.What
	case r.By == RefusedOwnFile:
		return "a file of the gate: " + r.What
	case r.By == RefusedPersonal:
		return "only for the operator: " + r.What
	}
	return "could not be judged: " + r.What
}

const (
	// RefusedPrefix begins the id of every alarm about refusals.
	RefusedPrefix = "refused-"
	// RefusedAll is the id of the one about all of them.
	RefusedAll = RefusedPrefix + "all"
	// mostTries is how many rows refusals have on Home.
	mostTries = 2
)

// Group is the id of the alarm about this refusal and those of its session for the same reason.
func (r Refusal) Group() string {
	return RefusedPrefix + fingerprintOfAll([]string{r.Client, r.Session, r.By.String()}).String()[:8]
}

// Faults are the problems, without what was refused: there the gate did what it is for.
func (s Snapshot) Faults() []Problem {
	return slices.DeleteFunc(slices.Clone(s.Problems), func(p Problem) bool { return p.Path == RefusedPath && p.Alarm != "" })
}

// Unknown are the refusals of which the operator does not know.
func Unknown(all []Refusal) []Refusal {
	return slices.DeleteFunc(slices.Clone(all), func(r Refusal) bool { return r.Known })
}

// Tries are alarms about the refusals of which the operator does not know: one for each session and
// reason, or a single one where these are more than Home has rows for. The caller adds Seen.
func Tries(all []Refusal) []Alarm {
	groups := map[string][]Refusal{}
	var order []string
	for _, r := range Unknown(all) {
		id := r.Group()
		if groups[id] == nil {
			order = append(order, id)
		}
		groups[id] = append(groups[id], r)
	}
	if len(order) > mostTries {
		return []Alarm{Tried(RefusedAll, Unknown(all))}
	}
	var alarms []Alarm
	for _, id := range order {
		alarms = append(alarms, Tried(id, groups[id]))
	}
	return alarms
}

// Tried is the alarm about refusals, of which the newest is named.
func Tried(id string, of []Refusal) Alarm {
	last, times, which := of[len(of)-1], "once", ""
	if len(of) > 1 {
		times = fmt.Sprintf("%d times", len(of))
	}
	for _, r := range of {
		if r.Line != last.Line {
			which = ", at last"
		}
	}
	return Alarm{
		ID: id, At: last.At, Refused: of, What: "refused " + times + which + ": " + cmp.Or(Joined(last.Line), last.Tool, "an action"),
		Action: Action{Client: last.Client, Session: last.Session, Tool: last.Tool, Line: last.Line},
	}
}
