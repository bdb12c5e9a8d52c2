package model

// Basis says how a value is known. Many programs write vaults, so some values are stated
// and some inferred.
type Basis int

// The bases, from none to the weakest.
const (
	BasisNone Basis = iota
	// BasisDeclared: a key, a bold line or a table states it.
	BasisDeclared
	// BasisFolder: it follows from the folder.
	BasisFolder
	// BasisCompanion: another file among finished work says so.
	BasisCompanion
	// BasisDerived: it follows from other parts of the file.
	BasisDerived
	// BasisGuessed: a rule that is often right found it.
	BasisGuessed
)

// String returns the basis for people and JSON.
func (b Basis) String() string {
	return word(b, "not given", "declared", "folder", "companion", "derived", "guessed")
}

// PlanReading says how a plan was understood.
type PlanReading struct {
	// Foreign is true for a plan in another notation than the agents' own, which is never
	// changed.
	Foreign bool
	// Current is true if the program that keeps the plan itself names it as the one in work.
	Current bool
	// How each value is known.
	ID, Title, Status, Steps Basis
	// Stateless is true if the steps cannot be ticked.
	Stateless bool
	// Otherwise is true if a person would count the steps otherwise than the agents do in
	// their own schema. Counted are the steps as a person would count them.
	Otherwise bool
	// Needs says whether the whole plan needs an approval.
	Needs Need
	// Request is true for a plan that waits for approval as a request itself.
	Request bool
	// Closed is true for a plan in a folder for finished or rejected work.
	Closed bool
	// Tool is the program whose file the plan is, empty for the vault's own; such a plan is
	// read and never changed. Command is what to type to change it, empty when not known.
	Tool, Command string
	// StepsFrom says where a foreign plan's steps were found.
	StepsFrom string
	Counted   []Step
	// Unseen says why the agents find no place for steps, "" where they find one: the steps
	// are then those that a person would count.
	Unseen string
	// IDAs says what the agents read for the task id where that is not its text: "the number 2026"; "" for
	// most. They compare it with a text, so no approval can match it.
	IDAs string
	// Lines are the lines of the steps in a plan of the agents' own schema, counted from 1; like the context
	// of a plan, a screen keeps none.
	Lines []int
	// BlockUnknown is true where nothing in its files would say that it is blocked.
	BlockUnknown bool
	// Why says in a few words why a plan of another program is done, and Parts has the heading above each of its
	// steps, nil where there are none.
	Why   string
	Parts []string
	// Next is the sentence that says what comes next, if there are no steps.
	Next string
	// Claimed is the agent whose folder it is in, Parent the plan whose state it is, Source
	// what it was made from; all as written.
	Claimed, Parent, Source string
	// Task tells plans with one source apart where only their names say that they have one.
	Task string
	// Message is the id of the message that it answers, "" for most.
	Message string
	// Companion is the path of the file that says that the plan was carried out, "" for most.
	Companion string
	// Stem is what its file name shares with those of its requests.
	Stem string
	// Version orders plans of one source, then Named, the time in the file name.
	Version, Named Stamp
	// Called is what else a plan may be called, by what it was made from, where its title says nothing.
	Called string
	// Keys are what it has in common with its requests, such as the id of an action.
	Keys []string
	// ProgressFrom is the path of the file that keeps which steps are done, "" for most.
	ProgressFrom string
	// Mentions are the request files that the text names.
	Mentions []string
	// Doubts are sentences about contradictions and pitfalls for other programs.
	Doubts []string
}

// Same reports whether two readings of a plan differ in nothing, each text, time and list being the very same.
func (p *Plan) Same(q *Plan) bool {
	return p.Path == q.Path && p.ID == q.ID && p.Objective == q.Objective && p.Stated == q.Stated && p.Context == q.Context &&
		p.Status == q.Status && p.BlockedReason == q.BlockedReason && p.Priority == q.Priority && p.Created == q.Created &&
		p.SourceLink == q.SourceLink && same(p.Steps, q.Steps) && same(p.Log, q.Log) && p.HasLog == q.HasLog && p.Reading.same(&q.Reading) &&
		p.Older == q.Older && p.Folded == q.Folded && p.Before == q.Before && same(p.Grants, q.Grants) && same(p.AskedSteps, q.AskedSteps) && p.AsksYou == q.AsksYou && same(p.Disputed, q.Disputed) &&
		same(p.Approvals, q.Approvals) && same(p.Known, q.Known) &&
		same(p.Approved, q.Approved) && same(p.Rejected, q.Rejected) && same(p.Doubts, q.Doubts) && p.Stop == q.Stop && p.Touched == q.Touched &&
		p.Seen == q.Seen
}

func (r *PlanReading) same(q *PlanReading) bool {
	return r.Foreign == q.Foreign && r.Tool == q.Tool && r.Command == q.Command && r.Current == q.Current && r.ID == q.ID && r.Title == q.Title &&
		r.Status == q.Status && r.Steps == q.Steps && r.StepsFrom == q.StepsFrom && r.Stateless == q.Stateless && r.BlockUnknown == q.BlockUnknown && r.Otherwise == q.Otherwise &&
		same(r.Counted, q.Counted) && r.Unseen == q.Unseen && r.IDAs == q.IDAs && same(r.Lines, q.Lines) && r.Next == q.Next && r.Needs == q.Needs &&
		r.Claimed == q.Claimed && r.Parent == q.Parent && r.Source == q.Source && r.Task == q.Task && r.Request == q.Request &&
		r.Message == q.Message && r.Closed == q.Closed && r.Companion == q.Companion && r.Stem == q.Stem && r.Version == q.Version &&
		r.Named == q.Named && r.Called == q.Called && same(r.Keys, q.Keys) && r.ProgressFrom == q.ProgressFrom && r.Why == q.Why && same(r.Parts, q.Parts) && same(r.Mentions, q.Mentions) && same(r.Doubts, q.Doubts)
}

// same reports one list, not two that are equal.
func same[T any](a, b []T) bool {
	return len(a) == len(b) && (a == nil) == (b == nil) && (len(a) == 0 || &a[0] == &b[0])
}

// Need says whether a human has to do or to allow something.
type Need int

// The answers, weakest first. NeedMaybe stands for conditions ("if approved").
const (
	NeedNo Need = iota
	NeedMaybe
	NeedYes
)

// String returns the answer in one word.
func (n Need) String() string {
	return word(n, "no", "maybe", "yes")
}

// What the folder of a request says about it.
const (
	DecisionPending  = "pending"
	DecisionApproved = "approved"
	DecisionRejected = "rejected"
)

// RequestReading says how a request was understood.
type RequestReading struct {
	// How each value is known.
	Summary, Action, Target, Plan Basis
	// Own is true for a request in the agents' own schema.
	Own bool
	// Agents says how the agents' own program would read it.
	Agents AgentReading
	// ID is what the request calls itself, and Author who decided it by its own text; "" for most.
	ID, Author string
	// Source and Stem link it to a plan, and both and Message to what came in.
	Source, Stem, Message string
	// Platform is true where the target is only the platform on which something is published.
	Platform bool
	// Decision is one of the words above.
	Decision string
	// StatusBelow is true where the status stands below a heading, and may be that of something
	// else.
	StatusBelow bool
	// OpenBy is the name of what an editor keeps beside the file while somebody has it open, "" for none.
	OpenBy string
	// Tool is the program whose file the request is, empty for the vault's own. Unless it Polls
	// the decision is made there, and Command is what to type for it, empty when not known.
	Tool, Command string
	// Polls is true where the program waits until somebody changes the file: then the request
	// is decided here as any other.
	Polls bool
	// Maybe is true where it is only probable that somebody has to decide.
	Maybe bool
	// Tells is true for a file among finished work that tells that its plan was carried out.
	Tells bool
	// Due is when the work is wanted, as written; no expiry.
	Due string
	// Yes and No are how the request wants to be answered.
	Yes, No Way
}

// Way returns how the request wants a choice to be written.
func (r RequestReading) Way(c Choice) Way {
	if c == ChoiceReject {
		return r.No
	}
	return r.Yes
}

// Way is how a request says that it wants to be answered.
type Way struct {
	Kind WayKind
	// Path is the folder or the file that is asked for, from the folder of decided requests on, as
	// written: "Approved/general".
	Path string
	// Word is what the status becomes. It is Exact where the request quotes it or spells it in
	// capitals.
	Word  string
	Exact bool
	// Line is where the request says so, and Said is that line; zero where it does not.
	Line int
	Said string
}

// WayKind is a kind of answer.
type WayKind int

// The kinds. WayPlain stands for a move to the folder of the decision, also where nothing is said;
// WayUnclear for a sentence that cannot be followed.
const (
	WayPlain WayKind = iota
	WayFolder
	WayFile
	WayStatus
	WayUnclear
)

// String returns the kind in one word.
func (k WayKind) String() string { return word(k, "plain", "folder", "file", "status", "unclear") }

// AgentReading is how the agents' own program would read a request.
type AgentReading struct {
	// Unread says why it cannot, "" if it can.
	Unread string
	// Stops is true if the program stops at the file, and checks no other approval then.
	Stops bool
	// Fields is how many of the seven fields are there that it requires, all where that is not known. Fenced is true for
	// a front matter without any field.
	Fields int
	Fenced bool
}
