package answer

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"coldstart/cli/refs"
	"coldstart/cli/say"
	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/styles"
)

// Receipt writes one row for each change that was made.
func (p *Output) Receipt(s model.Snapshot, r model.Receipt) {
	if r.Already {
		p.Already(r.Decision)
	}
	p.wrote(r)
	if !r.Already {
		p.ofSession(s, r.Decision, inLedger(r.Decision))
	}
	for _, change := range r.Changes {
		p.Line(p.change(done(change.Kind), change)...)
		p.waits(change)
	}
	if !r.Already {
		p.lets(s, r.Decision)
	}
}

// inLedger says what a decision of which only the ledger knows did.
func inLedger(d model.Decision) string {
	if d.Choice == model.ChoiceUndo {
		return "needs you again: "
	}
	return "acknowledged: "
}

// ofSession says what a decision on a program's session or an alarm does, which changes no file of
// the vault.
func (p *Output) ofSession(s model.Snapshot, d model.Decision, does string) {
	if d.Ref.Kind != model.KindTranscript && d.Ref.Kind != model.KindProblem {
		return
	}
	line := styles.Line{Words(styles.RolePlain, does)}
	if t, ok := s.Transcript(d.Ref); ok {
		line = append(line, p.Label(styles.RoleTitle, t.Called()), Words(styles.RolePlain, " ("), p.Exact(styles.RolePlain, s.ShortID(t)), Words(styles.RolePlain, ")"))
	} else {
		line = append(line, p.Exact(styles.RoleTitle, refs.Subject(d.Ref)))
	}
	p.Line(line...)
}

// Preview writes what a rehearsed decision would change.
func (p *Output) Preview(s model.Snapshot, d model.Decision, changes []model.Change) {
	p.Say("dry run, nothing was changed")
	p.Would(s, d, changes)
}

// Would writes what a decision would change.
func (p *Output) Would(s model.Snapshot, d model.Decision, changes []model.Change) {
	would := "would note in your own ledger that you know of "
	if d.Choice == model.ChoiceUndo {
		would = "would undo in your own ledger your acknowledgement of "
	}
	p.ofSession(s, d, would)
	p.Changes(changes)
	p.lets(s, d)
}

// Changes writes what would change, with the lines that go and come.
func (p *Output) Changes(changes []model.Change) {
	for _, change := range changes {
		p.Line(p.change("would "+wouldDo(change.Kind), change)...)
		for _, r := range p.Theme.RowsOf(change.Before) {
			p.Line(Words(styles.RoleRemoved, "  - "), styles.Span{Text: r.Whole(), Role: styles.RoleRemoved})
		}
		_, added := change.Heading()
		for _, r := range p.Theme.RowsOf(added) {
			p.Line(Words(styles.RoleAdded, "  + "), styles.Span{Text: r.Whole(), Role: styles.RoleAdded})
		}
		p.waits(change)
	}
}

// waits says why an approved plan stays blocked.
func (p *Output) waits(change model.Change) {
	if change.Waits != "" {
		p.Line(Words(styles.RolePlain, "the plan stays Blocked: "), p.Exact(styles.RoleTitle, change.Waits), Words(styles.RolePlain, " is still pending"))
	}
}

func wouldDo(kind model.ChangeKind) string {
	if kind == model.ChangeAppend {
		return "append to"
	}
	return kind.String()
}

func (p *Output) change(does string, change model.Change) styles.Line {
	if change.Kind == model.ChangeCommit {
		subject, _ := change.Heading()
		return styles.Line{Words(styles.RolePlain, does+" with git: "), p.Label(styles.RoleTitle, subject)}
	}
	line := styles.Line{Words(styles.RolePlain, does+" "), p.Exact(styles.RoleTitle, change.Path)}
	if change.To == "" {
		return line
	}
	return append(line, Words(styles.RolePlain, " to "), p.Label(styles.RoleTitle, change.To))
}

func done(kind model.ChangeKind) string {
	switch kind {
	case model.ChangeMove:
		return "moved"
	case model.ChangeEdit:
		return "edited"
	case model.ChangeAppend:
		return "appended to"
	case model.ChangeCommit:
		return "committed"
	case model.ChangeRemove:
		return "removed"
	}
	return "created"
}

// wrote names the journal entry that was written, if any.
func (p *Output) wrote(r model.Receipt) {
	if id := entryWritten(r); id != "" {
		p.Line(Words(styles.RolePlain, "Wrote "), p.Exact(styles.RoleTitle, id),
			Words(styles.RolePlain, " into "), p.Exact(styles.RoleTitle, r.Decision.Ref.Path))
	}
}

// entryWritten returns the id of the entry that was added to the journal, "" for other
// decisions.
func entryWritten(r model.Receipt) string {
	d := r.Decision
	if d.Choice != model.ChoiceEntry {
		return ""
	}
	heading := "### " + string(d.Entry.Category) + "-"
	for _, change := range r.Changes {
		if change.Path != d.Ref.Path {
			continue
		}
		at := slices.IndexFunc(change.After, func(l string) bool {
			return strings.HasPrefix(l, heading) && !slices.Contains(change.Before, l)
		})
		if at >= 0 {
			id, _, _ := strings.Cut(strings.TrimPrefix(change.After[at], "### "), ":")
			return id
		}
	}
	return ""
}

// History is the answer of coldstart list decisions.
type History struct {
	Head
	// Decisions are newest first.
	Decisions []jsonPast `json:"decisions"`
	// Refused are what was refused without asking the operator, newest first; coldstart list decisions
	// --refused alone lists them, and has no decisions.
	Refused []jsonRefusal `json:"refused"`
}

// jsonRefusal is an action that was refused without asking the operator.
type jsonRefusal struct {
	At      Time   `json:"at"`
	Agent   string `json:"agent"`
	Session string `json:"session"`
	Tool    string `json:"tool"`
	// Line is the beginning of what was tried.
	Line string `json:"line"`
	// By is what refused it: rule, own-file, personal-command or unreadable. What is the rule, the
	// file or the command, or why it could not be judged.
	By   string `json:"by"`
	What string `json:"what"`
	// RuleLine is the line of the rule in the settings, 0 for none.
	RuleLine int    `json:"rule_line"`
	Vault    string `json:"vault"`
	// Known is true once the operator acknowledged it.
	Known bool `json:"known"`
}

// RefusedJSON answers coldstart list decisions --refused.
func RefusedJSON(s model.Snapshot, all []model.Refusal) History {
	return History{HeadJSON(s), []jsonPast{}, say.Each(all, func(r model.Refusal) jsonRefusal {
		return jsonRefusal{Time(r.At), r.Client, r.Session, r.Tool, r.Line, r.By.String(), r.What, r.RuleLine, r.Vault, r.Known}
	})}
}

// Refused lists what was refused without asking the operator, newest first.
func (p *Output) Refused(s model.Snapshot, all []model.Refusal) {
	var rows [][]styles.Span
	for _, r := range all {
		by := model.Action{Client: r.Client, Session: r.Session}.By()
		rows = append(rows, []styles.Span{
			p.when(r.At, s.At), p.Label(styles.RoleMuted, by), p.Label(styles.RoleTitle, cmp.Or(r.Line, r.Tool)), p.Label(styles.RolePlain, r.Because()),
		})
	}
	p.List(rows, "Nothing was refused.")
}

// jsonPast is one decision of the ledger. Outcome is done, undone, void (dropped
// before it took effect), open (interrupted and not finished) or taken back (by somebody
// else, before all of it was written).
type jsonPast struct {
	jsonMade
	// Operator is who decided, as user@host. Account is the account on the vault's machine that
	// carried it out for an operator at another one, "" for the operator's own.
	Operator string `json:"operator"`
	Account  string `json:"account"`
	// How is by what it was made: screen, terminal, script (no terminal), or unknown for a
	// decision of an earlier version. Under is the agent under which it was, "" for none.
	How     string `json:"how"`
	Under   string `json:"under"`
	SHA256  string `json:"sha256"`
	Outcome string `json:"outcome"`
	// Left says what is still to be done, and why it could not be.
	Left []string `json:"left"`
	// UndoneBy and Undoes are decision ids, empty for most decisions.
	UndoneBy string `json:"undone_by"`
	Undoes   string `json:"undoes"`
	// Allows is how far the approval of an action goes that the gate held up, null for all
	// other decisions.
	Allows *jsonAllows `json:"allows"`
}

// HistoryJSON answers coldstart list decisions.
func HistoryJSON(s model.Snapshot, history []model.Past, asks []model.HeldAction) History {
	return History{HeadJSON(s), say.Each(history, func(p model.Past) jsonPast { return pastJSON(s, p, asks) }), []jsonRefusal{}}
}

func pastJSON(s model.Snapshot, p model.Past, asks []model.HeldAction) jsonPast {
	made := madeJSON(s, asks)(model.Made{ID: p.ID, At: p.At, Decision: p.Decision, PlanID: p.PlanID, Step: p.Step, To: p.To})
	return jsonPast{made, p.Operator, p.Account, p.Decision.How.String(), p.Decision.Under, hashJSON(p.Hash), p.Fate.String(), NotNull(p.Left), p.UndoneBy, p.Decision.Undoes.ID, pastAllows(p, asks)}
}

// History lists decisions, newest first. asks are the actions that the gate held up.
func (p *Output) History(s model.Snapshot, history []model.Past, asks []model.HeldAction) {
	var rows [][]styles.Span
	for _, past := range history {
		rows = append(rows, []styles.Span{
			p.Exact(styles.RoleKey, past.ID), p.when(past.At, s.At), p.Label(styles.RoleMuted, rule.By(past).String()),
			Words(styles.RoleTitle, pastChoice(past.Decision)), pastHow(p, past.Decision), pastOutcome(p, s.At, past, askOf(past, asks)),
			Words(styles.RoleMuted, past.Hash.Short()), pastSubject(p, past, asks), p.Label(styles.RolePlain, past.Decision.Note),
		})
	}
	p.List(rows, "No decisions yet.")
}

// pastChoice is the choice, with how far the approval of an action goes if that is more than once.
func pastChoice(d model.Decision) string {
	if d.Scope == (model.Scope{}) {
		return d.Choice.String()
	}
	return d.Choice.String() + " " + phrase.Times(d.Scope)
}

// pastHow says by what a decision was made: "script", "terminal under Codex".
func pastHow(p *Output, d model.Decision) styles.Span {
	if d.Under == "" {
		return Words(styles.RoleMuted, d.How.String())
	}
	return p.Label(styles.RoleWarn, d.How.String()+" under "+d.Under)
}

func pastOutcome(p *Output, now time.Time, past model.Past, ask *model.HeldAction) styles.Span {
	switch {
	case past.UndoneBy != "" && ask != nil && len(ask.Used) > 0:
		return p.Exact(styles.RoleWarn, phrase.Ran(*ask)+", the rest withdrawn by "+past.UndoneBy)
	case past.UndoneBy != "":
		return p.Exact(styles.RoleWarn, "undone by "+past.UndoneBy)
	case past.Decision.Undoes.ID != "" && past.Fate == model.FateDone:
		return p.Exact(styles.RoleGood, "undid "+past.Decision.Undoes.ID)
	case past.Fate == model.FateDone && len(past.Left) > 0:
		return p.Label(styles.RoleWarn, "done, still to do: "+strings.Join(past.Left, "; "))
	case past.Fate == model.FateDone && ask != nil && len(ask.Used) > 0:
		return Words(styles.RoleGood, past.Fate.String()+", "+spent(*ask, now))
	case past.Fate == model.FateDone:
		return Words(styles.RoleGood, past.Fate.String())
	case past.Fate == model.FateVoid:
		return Words(styles.RoleWarn, "never took effect")
	case past.Fate == model.FateTakenBack:
		return Words(styles.RoleWarn, "moved back by someone else")
	}
	return Words(styles.RoleWarn, past.Fate.String())
}

func pastSubject(p *Output, past model.Past, asks []model.HeldAction) styles.Span {
	ref := past.Decision.Ref
	switch {
	case heldOf(past.Decision, asks) != nil:
		return p.Label(styles.RolePlain, decidedOn(past.Decision, asks))
	case ref.Item == "":
		return p.Exact(styles.RolePlain, ref.Path)
	}
	return p.Exact(styles.RolePlain, ref.Path+"#"+ref.Item)
}

// Decision is the answer of every command that decides.
type Decision struct {
	Head
	// DecisionID is its id in the ledger, empty for a dry run.
	DecisionID string `json:"decision_id"`
	ID         string `json:"id"`
	Choice     string `json:"choice"`
	Note       string `json:"note"`
	SHA256     string `json:"sha256"`
	DryRun     bool   `json:"dry_run"`
	// Already is true when the same decision had been made before.
	Already bool `json:"already"`
	// Undoes is the id of the decision that was undone, empty for other choices.
	Undoes string `json:"undoes"`
	// EntryID is the id of the journal entry, empty for other choices.
	EntryID string `json:"entry_id"`
	// Allows is how far the approval of an action goes that the gate held up, null for all
	// other decisions.
	Allows  *jsonAllows  `json:"allows"`
	Changes []jsonChange `json:"changes"`
	Notices []string     `json:"notices"`
}

type jsonChange struct {
	Kind   string   `json:"kind"`
	Path   string   `json:"path"`
	To     string   `json:"to"`
	Before []string `json:"before"`
	After  []string `json:"after"`
}

// DecisionJSON answers a command that decides.
func DecisionJSON(s model.Snapshot, r model.Receipt, dry bool) Decision {
	return Decision{
		Head: HeadJSON(s), DecisionID: r.ID, ID: r.Decision.Ref.String(),
		Choice: r.Decision.Choice.String(), Note: r.Decision.Note,
		DryRun: dry, Already: r.Already, EntryID: entryWritten(r), Allows: givenJSON(s, r.Decision),
		Changes: say.Each(r.Changes, func(c model.Change) jsonChange {
			return jsonChange{c.Kind.String(), c.Path, c.To, NotNull(c.Before), NotNull(c.After)}
		}),
		Undoes: r.Decision.Undoes.ID, Notices: NotNull(r.Notices), SHA256: hashJSON(r.Decision.Seen),
	}
}

// jsonMade is one decision of the operator.
type jsonMade struct {
	DecisionID string `json:"decision_id"`
	At         Time   `json:"at"`
	ID         string `json:"id"`
	Choice     string `json:"choice"`
	Note       string `json:"note"`
	PlanID     string `json:"plan_id"`
	Step       int    `json:"step"`
	To         string `json:"to"`
	// Title is what an action does that the gate held up, empty for all other decisions.
	Title string `json:"title"`
	// Standing is altered or contradicting where the file of the decision is not what was decided any more, else empty.
	Standing string `json:"standing"`
}

// standingJSON says what is wrong with the file of a decision, "" for nothing.
func standingJSON(s model.Snapshot, file string) string {
	if now := rule.Standing(s, file); now != model.StandingSame {
		return now.String()
	}
	return ""
}

// madeJSON returns decisions, with the actions that the gate held up.
func madeJSON(s model.Snapshot, asks []model.HeldAction) func(model.Made) jsonMade {
	return func(m model.Made) jsonMade {
		d, title := m.Decision, ""
		if k := heldOf(d, asks); k != nil {
			title = k.Title
		}
		return jsonMade{m.ID, Time(m.At), d.Ref.String(), d.Choice.String(), d.Note, m.PlanID, m.Step, m.To, title, standingJSON(s, m.To)}
	}
}

// Already reports a decision that was made before.
func (p *Output) Already(d model.Decision) {
	p.Line(Words(styles.RolePlain, "already "+strings.ToLower(d.Choice.Past())+": "), p.Exact(styles.RolePlain, refs.Subject(d.Ref)))
}

// Verify is the answer of coldstart verify.
type Verify struct {
	Head
	OK        bool           `json:"ok"`
	Approvals []jsonVerified `json:"approvals"`
	// Unrecorded are the approved files that your ledger does not have, and
	// OtherRecords those of other paths that have some of them.
	Unrecorded   []string          `json:"unrecorded"`
	OtherRecords []jsonOtherRecord `json:"other_records"`
	// Unchecked are the files and folders among the approved ones that were not read.
	Unchecked []string `json:"unchecked"`
	// Signers is the list by which Signatures were checked, empty where they were not.
	Signers    string       `json:"signers"`
	Signatures []jsonSigned `json:"signatures"`
}

// jsonOtherRecord is a ledger under another path: the vault was moved, renamed
// or copied.
type jsonOtherRecord struct {
	Dir string `json:"dir"`
	// Knows is how many of the unrecorded files it has.
	Knows int `json:"knows"`
}

// jsonVerified is one approval compared with its file: same, gone, altered, acknowledged,
// or contradicting where the request was rejected, too.
type jsonVerified struct {
	DecisionID     string `json:"decision_id"`
	At             Time   `json:"at"`
	Path           string `json:"path"`
	Standing       string `json:"standing"`
	ApprovedSHA256 string `json:"approved_sha256"`
	// SHA256 is the hash of the file now, empty when it is gone.
	SHA256 string `json:"sha256"`
}

func verifiedJSON(v model.Verified) jsonVerified {
	return jsonVerified{v.ID, Time(v.At), v.Path, v.Standing.String(), hashJSON(v.Approved), hashJSON(v.Now)}
}

// VerifyJSON answers coldstart verify.
func VerifyJSON(s model.Snapshot, others []model.OtherLedger) Verify {
	return Verify{
		HeadJSON(s), rule.Sound(s) && len(others) == 0, say.Each(slices.Concat(s.Verified, s.Answered), verifiedJSON),
		say.Each(rule.Unrecorded(s), func(r model.Request) string { return r.Path }),
		say.Each(others, func(o model.OtherLedger) jsonOtherRecord { return jsonOtherRecord{o.Dir, o.Knows} }),
		say.Each(s.Unchecked, func(p model.Problem) string { return p.Path }),
		"", []jsonSigned{},
	}
}

// ByOthersHint says what to do about a file that somebody else approved.
func ByOthersHint(v model.Verified) string {
	return "look at it with coldstart show; if it may stand, coldstart ack " + v.Path + "; if not, move it out of its folder"
}

// RecordElsewhere says that the record under another path knows approved files.
func RecordElsewhere(o model.OtherLedger) string {
	return fmt.Sprintf("your ledger under another path has %d of them: %s", o.Knows, o.Dir)
}

// mostUnrecorded is how many approved files that the record does not have are named.
const mostUnrecorded = 20

func (p *Output) unrecorded(files []model.Request) {
	for _, r := range files[:min(len(files), mostUnrecorded)] {
		p.Line(Words(styles.RolePlain, "  "), p.Exact(styles.RoleTitle, r.Path))
	}
	if more := len(files) - mostUnrecorded; more > 0 {
		p.Say("  and %d more; --json has them all", more)
	}
}

// unchecked lists what is among the approved files and could not be read.
func (p *Output) unchecked(all []model.Problem) {
	if n := len(all); n > 0 {
		p.Say("could not be checked: %d", n)
	}
	for _, u := range all {
		p.Line(Words(styles.RolePlain, "  "), p.Exact(styles.RoleTitle, u.Path), Words(styles.RolePlain, ": "), p.Label(styles.RolePlain, u.Reason))
	}
}

// Verified lists all approvals, each compared with its file.
func (p *Output) Verified(s model.Snapshot, others []model.OtherLedger) {
	var rows [][]styles.Span
	for _, v := range slices.Concat(s.Verified, s.Answered) {
		role, now := styles.RoleMuted, ""
		switch v.Standing {
		case model.StandingSame:
			role = styles.RoleGood
		case model.StandingDisputed, model.StandingDisplaced:
			role = styles.RoleBad
		case model.StandingAltered:
			role, now = styles.RoleBad, " (now "+v.Now.Short()+")"
		case model.StandingByOthers:
			role = styles.RoleBad
		}
		hash := v.Approved
		if hash.IsZero() {
			hash = v.Now
		}
		rows = append(rows, []styles.Span{
			Words(role, v.Standing.String()), Words(styles.RolePlain, hash.Short()+now),
			p.when(v.At, s.At), p.Exact(styles.RoleTitle, v.Path),
		})
	}
	p.Table(rows)
	switch n := len(rule.Altered(s)); {
	case len(rows) == 0:
		p.Say("no approvals yet")
	case n > 0:
		p.Say("changed after approval: %d; acknowledge one with coldstart ack PATH", n)
	}
	for _, plan := range s.Plans {
		for _, d := range rule.DisplacedPlan(plan) {
			p.Say("%s: %s", d.Plan, phrase.Reason(d.Reason()))
			p.Say("  %s", phrase.DisplacedHint(d))
		}
	}
	for _, v := range rule.ByOthers(s) {
		p.Line(Words(styles.RoleBad, "  "), p.Exact(styles.RoleTitle, v.Path), Words(styles.RolePlain, ": "), p.Label(styles.RolePlain, phrase.Reason(rule.WhyByOthers(s, v))))
	}
	if all := rule.ByOthers(s); len(all) > 0 {
		p.Say("approved, but not by you: %d; %s", len(all), ByOthersHint(all[0]))
	}
	for _, c := range rule.Elsewhere(s, time.Time{}) {
		p.Line(p.Label(styles.RoleMuted, phrase.Elsewhere(c)))
	}
	if n := len(s.Contradictions); n > 0 {
		p.Say("decided both ways, so not approved: %d; coldstart list problems has the command", n)
	}
	if n := len(rule.AlteredAnswers(s)); n > 0 {
		p.Say("changed after you answered another program: %d; it asks again only if its agent does", n)
	}
	p.unchecked(s.Unchecked)
	if before := rule.Unrecorded(s); len(before) > 0 {
		p.Say("approved files that are not in your ledger: %d", len(before))
		p.unrecorded(before)
	}
	for _, o := range others {
		p.Line(Words(styles.RoleBad, "  "), p.Exact(styles.RolePlain, RecordElsewhere(o)))
	}
}
