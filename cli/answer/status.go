package answer

import (
	"fmt"
	"strings"
	"time"

	"coldstart/cli/refs"
	"coldstart/cli/say"
	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/styles"
	"coldstart/styles/signs"
)

// Status is the whole report of coldstart status.
type Status struct {
	Head
	// Message is the operator's message to the next session or to an earlier one; in the
	// answer of coldstart agent start, the one it delivers. It is null when there is none.
	Message *jsonMessage `json:"message"`
	// Handoff is what the last session that said something left to the next one, null for none.
	Handoff    *jsonHandoff `json:"handoff"`
	ActivePlan *ActivePlan  `json:"active_plan"`
	// Pin is null when no plan is pinned.
	Pin      *jsonPinned `json:"pin"`
	Finished []jsonPlan  `json:"finished"`
	NeedsYou []Need      `json:"needs_you"`
	// WithAgent waits for its agent and for nobody else, such as a request that was sent back.
	WithAgent []Need `json:"with_agent"`
	// Beside are other vaults here, with what waits in each; coldstart status alone looks for them.
	Beside  []jsonBeside  `json:"beside"`
	Snoozed []jsonResting `json:"snoozed"`
	// StandingYeses are the approvals of actions that still hold and are more than a single use.
	StandingYeses []jsonStanding `json:"standing_yeses"`
	Triage        []jsonIntake   `json:"triage"`
	// InProgress counts what somebody works on, by who claimed it; by is "" where the folder names nobody.
	InProgress []jsonClaim   `json:"in_progress"`
	Problems   []jsonProblem `json:"problems"`
	// Refused counts what was refused without asking the operator, and is not acknowledged.
	Refused        int         `json:"refused"`
	Others         []jsonOther `json:"others"`
	ReadOnly       bool        `json:"read_only"`
	ReadOnlyReason string      `json:"read_only_reason"`
	// Merging is what git has open in the repository: merge, rebase, cherry-pick, revert, am, or conflict for files in conflict alone, empty for
	// nothing. Until it is finished nothing can be decided.
	Merging        string              `json:"merging"`
	Contradictions []jsonContradiction `json:"contradictions"`
	// NotByYou are the files that lie approved since your first look, and not by your decision. ApprovedElsewhere
	// counts those that the logs say another operator approved; any program here can write these logs.
	NotByYou          []jsonByOthers    `json:"not_by_you"`
	ApprovedElsewhere []jsonClaim       `json:"approved_elsewhere"`
	Interrupted       []jsonInterrupted `json:"interrupted"`
	Recovery          jsonRecovery      `json:"recovery"`
	Traces            []jsonTrace       `json:"traces"`
	// Research and Memory are null where the vault has none.
	Research *jsonResearch `json:"research"`
	Memory   *jsonMemory   `json:"memory"`
}

// ActivePlan is the plan to resume, with the reason for choosing it.
type ActivePlan struct {
	jsonPlan
	Because   string         `json:"because"`
	RunnersUp []jsonRunnerUp `json:"runners_up"`
}

type jsonRunnerUp struct {
	ID        string `json:"id"`
	PlanID    string `json:"plan_id"`
	Path      string `json:"path"`
	Objective string `json:"objective"`
	Status    string `json:"status"`
	Behind    string `json:"behind"`
}

// Need is one row of the queue.
type Need struct {
	ID       string `json:"id"`
	Kind     string `json:"kind"`
	What     string `json:"what"`
	Who      string `json:"who"`
	Why      string `json:"why"`
	Since    Time   `json:"since"`
	Blocks   bool   `json:"blocks"`
	Severity string `json:"severity"`
}

// jsonInterrupted is a decision that is not finished. Outcome is open for one that was cut
// off; done or void for one that has something left all the same. Holds is true when it is
// known to count.
type jsonInterrupted struct {
	ID      string `json:"id"`
	Choice  string `json:"choice"`
	Path    string `json:"path"`
	At      Time   `json:"at"`
	Outcome string `json:"outcome"`
	Holds   bool   `json:"holds"`
	// Left says what is still to be done, and why it could not be.
	Left []string `json:"left"`
}

// jsonByOthers is a file that lies approved, and not by the operator. Author is whom it names, and Step the one that
// it unlocks, zero for none.
type jsonByOthers struct {
	Path     string `json:"path"`
	SHA256   string `json:"sha256"`
	Author   string `json:"author"`
	PlanID   string `json:"plan_id"`
	Step     int    `json:"step"`
	StepText string `json:"step_text"`
}

func byOthersJSON(s model.Snapshot) func(model.Verified) jsonByOthers {
	return func(v model.Verified) jsonByOthers {
		why := rule.WhyByOthers(s, v)
		return jsonByOthers{v.Path, hashJSON(v.Now), why.Name, why.Other, why.N, why.Text}
	}
}

// StatusJSON answers coldstart status.
func StatusJSON(s model.Snapshot) Status {
	r := rule.ResumeOf(s)
	return Status{
		Head: HeadJSON(s), Message: messageJSON(s.Message), Handoff: handoffJSON(s.Events.Handoff),
		ActivePlan: activeJSON(r), Pin: pinnedJSON(s, r),
		Finished:  say.Each(r.Finished, func(p *model.Plan) jsonPlan { return PlanJSON(*p) }),
		NeedsYou:  say.Each(rule.NeedsYou(s), NeedJSON),
		WithAgent: say.Each(rule.WithAgent(s), NeedJSON), Beside: []jsonBeside{},
		Snoozed:       say.Each(rule.Snoozed(s), restingJSON),
		StandingYeses: say.Each(s.StandingYeses(), yesesJSON(s)),
		Triage:        say.Each(s.Intake, intakeJSON),
		InProgress:    say.Each(s.InProgress(), claimJSON),
		Problems:      say.Each(s.Problems, problemJSON),
		Refused:       len(model.Unknown(s.Refused)),
		Others:        say.Each(s.Others, otherJSON),
		ReadOnly:      s.ReadOnly != "", ReadOnlyReason: s.ReadOnly,
		NotByYou: say.Each(rule.ByOthers(s), byOthersJSON(s)), ApprovedElsewhere: say.Each(rule.Elsewhere(s, time.Time{}), claimJSON),
		Merging: string(s.Merging), Contradictions: say.Each(s.Contradictions, contradictionJSON),
		Recovery: recoveryJSON(s), Traces: say.Each(s.Traces, traceJSON),
		Research: researchJSON(s.Research), Memory: statusMemoryJSON(s),
		Interrupted: say.Each(s.Interrupted, func(i model.Interrupted) jsonInterrupted {
			return jsonInterrupted{i.ID, i.Choice.String(), i.Path, Time(i.At), i.Fate.String(), i.Holds, NotNull(i.Left)}
		}),
	}
}

// activeJSON is nil without a plan to resume.
func activeJSON(r rule.Resume) *ActivePlan {
	if r.Plan == nil {
		return nil
	}
	return &ActivePlan{PlanJSON(*r.Plan), phrase.Reason(r.Because), say.Each(r.RunnersUp, runnerUpJSON)}
}

// PlanForAgentJSON is the plan to resume with some runners-up, as told to an agent.
func PlanForAgentJSON(p jsonPlan, r rule.Resume, others []rule.RunnerUp) *ActivePlan {
	return &ActivePlan{p, becauseForAgent(r), say.Each(others, runnerUpJSON)}
}

func runnerUpJSON(r rule.RunnerUp) jsonRunnerUp {
	p := r.Plan
	return jsonRunnerUp{p.Ref().String(), p.ID, p.Path, p.Objective, p.Status.String(), phrase.Reason(r.Behind)}
}

// NeedJSON is one row of the queue.
func NeedJSON(a model.Attention) Need {
	return Need{
		a.Ref.String(), a.Ref.Kind.String(), phrase.What(a), a.Who, phrase.Why(a), Time(a.Since), a.Blocks, a.Severity.String(),
	}
}

// jsonPinned is the pinned plan.
type jsonPinned struct {
	PlanID string `json:"plan_id"`
	Path   string `json:"path"`
	At     Time   `json:"at"`
	// Counts is false when the plan is done or gone; Dropped says so in words.
	Counts  bool   `json:"counts"`
	Dropped string `json:"dropped"`
}

// Pin is the answer of coldstart pin.
type Pin struct {
	Head
	DryRun bool `json:"dry_run"`
	// Pin is null when no plan is pinned.
	Pin        *jsonPinned `json:"pin"`
	ActivePlan *ActivePlan `json:"active_plan"`
}

// PinJSON answers coldstart pin.
func PinJSON(s model.Snapshot, dryRun bool) Pin {
	r := rule.ResumeOf(s)
	return Pin{HeadJSON(s), dryRun, pinnedJSON(s, r), activeJSON(r)}
}

func pinnedJSON(s model.Snapshot, r rule.Resume) *jsonPinned {
	if !rule.Set(s.Pin) {
		return nil
	}
	return &jsonPinned{s.Pin.PlanID, s.Pin.Path, Time(s.Pin.At), r.Pinned, phrase.PinDropped("Your", s.Pin, r)}
}

// Pin says what was pinned or unpinned, and which plan is active.
func (p *Output) Pin(before model.Pin, s model.Snapshot, clear, dryRun bool) {
	done, of := "pinned: ", s.Pin
	if clear {
		done, of = "unpinned: ", before
	}
	if dryRun {
		done = "would be " + done
	}
	switch {
	case !rule.Set(of):
		p.Say("no plan is pinned")
	default:
		p.Line(Words(styles.RolePlain, done), p.Label(styles.RoleTitle, of.PlanID), Words(styles.RolePlain, " "), p.Exact(styles.RoleMuted, of.Path))
	}
	if r := rule.ResumeOf(s); r.Plan != nil {
		p.Line(Words(styles.RoleMuted, "active plan: "), p.Label(styles.RoleTitle, r.Plan.ID), Words(styles.RoleMuted, ", because "), p.Label(styles.RoleMuted, phrase.Reason(r.Because)))
	}
}

// pinDropped says that the pin is ignored.
func (p *Output) pinDropped(s model.Snapshot, r rule.Resume) {
	if dropped := phrase.PinDropped("Your", s.Pin, r); dropped != "" {
		p.Line(p.Label(styles.RoleWarn, dropped), Words(styles.RoleMuted, " (coldstart pin --clear)"))
	}
}

// Snoozed is the answer of coldstart snooze.
type Snoozed struct {
	Head
	// Snoozed are the snoozed rows, the first to return first.
	Snoozed []jsonResting `json:"snoozed"`
}

type jsonResting struct {
	Need
	Until Time `json:"until"`
}

// SnoozedJSON answers coldstart snooze.
func SnoozedJSON(s model.Snapshot) Snoozed {
	return Snoozed{HeadJSON(s), say.Each(rule.Snoozed(s), restingJSON)}
}

func restingJSON(r model.Resting) jsonResting {
	return jsonResting{NeedJSON(r.Attention), Time(r.Until)}
}

// Snoozed lists what is snoozed.
func (p *Output) Snoozed(s model.Snapshot) {
	var rows [][]styles.Span
	for _, r := range rule.Snoozed(s) {
		rows = append(rows, []styles.Span{
			Words(styles.RoleMuted, "until "+model.FormatUTC(r.Until)), p.Exact(styles.RoleTitle, refs.Subject(r.Ref)),
			p.Label(styles.RolePlain, phrase.What(r.Attention)), p.Label(styles.RoleMuted, phrase.Why(r.Attention)),
		})
	}
	p.List(rows, "Nothing is snoozed.")
}

// Status prints the report of a session start: the plan to resume or what waits for
// triage, then what else to know before agents begin.
func (p *Output) Status(s model.Snapshot) {
	p.openMerge(s)
	p.report(s, func(s model.Snapshot) { p.lastWords(s); p.standing(s) })
}

// openMerge says before all else that nothing can be decided, and what to type.
func (p *Output) openMerge(s model.Snapshot) {
	if s.Merging == "" {
		return
	}
	p.Line(Words(styles.RoleBad, s.Merging.Open()+" in this repository: nothing can be decided until it is finished."))
	if names := s.Conflicts.String(); names != "" {
		p.Line(Words(styles.RoleMuted, "Unmerged files: "), p.Label(styles.RolePlain, names))
	}
	p.Line(Words(styles.RoleMuted, "Type: "), Words(styles.RolePlain, s.MergeProblem().Hint))
	p.Line()
}

// report is Status with something behind the plan.
func (p *Output) report(s model.Snapshot, behindPlan func(model.Snapshot)) {
	r := rule.ResumeOf(s)
	if r.Plan != nil {
		for _, l := range signs.Dashboard(p.Theme, *r.Plan, s.Merging, s.At) {
			p.Line(l...)
		}
		p.Line()
		p.Line(Words(styles.RoleMuted, "Chosen because: "), p.Label(styles.RolePlain, phrase.Reason(r.Because)+phrase.AndOlder(*r.Plan)))
		p.ofTool(*r.Plan)
		p.pinDropped(s, r)
		p.runnersUp(r)
		p.finished(r.Finished)
	} else {
		p.Say("No active plans found")
		p.lastSession(s)
		p.pinDropped(s, r)
		p.runnersUp(r)
		p.finished(r.Finished)
	}
	behindPlan(s)
	p.agentTrouble(s)
	p.recovery(s)
	p.interruptedTraces(s)
	p.currentResearch(s.Research)
	p.deadEnds(s.Lessons)
	p.remembered(s.Memory)
	p.warnings(s)
	p.Line()
	p.needsYou(s)
	p.withAgent(s)
	p.triage(s)
	p.inProgress(s)
}

// deadEnds counts what other programs noted as tried.
func (p *Output) deadEnds(j model.Journal) {
	if n := len(j.Entries); n > 0 {
		p.Line()
		p.Line(Words(styles.RoleMuted, "Tried before: "), p.Label(styles.RolePlain, model.Counted(n, "attempt")+" noted by "+strings.Join(j.Tools(), ", ")), Words(styles.RoleMuted, " (coldstart journal)"))
	}
}

// ofTool names the program whose plan it is, and what to type there, on a line of its own.
func (p *Output) ofTool(plan model.Plan) {
	r := plan.Reading
	if r.Tool == "" {
		return
	}
	p.Line(Words(styles.RoleMuted, "Plan of: "), p.Label(styles.RolePlain, r.Tool))
	if s := plan.Stop; s != nil {
		label := "Paused: "
		if s.Cut {
			label = "Interrupted: "
		}
		p.Line(Words(styles.RoleMuted, label), p.Label(styles.RolePlain, strings.Join(phrase.NotEmpty(phrase.Stamp(s.At), phrase.Stopped(*s)), ", ")))
	}
	if r.Command != "" {
		p.Line(Words(styles.RoleMuted, "Resume with: "), p.Label(styles.RoleTitle, r.Command))
	}
	for _, doubt := range r.Doubts {
		p.Line(Words(styles.RoleWarn, "Careful: "), p.Label(styles.RolePlain, doubt))
	}
}

// agentTrouble says where the agents' own programs stop, and what they would resume instead.
func (p *Output) agentTrouble(s model.Snapshot) {
	found := rule.AgentTrouble(s)
	shown := found[:listed(len(found))]
	for _, problem := range shown {
		p.Line(Words(styles.RoleWarn, "Agents: "), p.Label(styles.RoleTitle, say.Place(problem.Path, problem.Line)), Words(styles.RolePlain, ": "),
			p.Label(styles.RolePlain, problem.Reason))
	}
	p.more(len(found)-len(shown), "coldstart list problems")
}

func (p *Output) runnersUp(resume rule.Resume) {
	rows := resume.RunnersUp
	if len(rows) == 0 {
		return
	}
	head, called := "Not known how far:", map[string]int{}
	if resume.Plan != nil {
		head, called[resume.Plan.ID] = "Runners-up:", 1
	}
	p.Line(Words(styles.RoleMuted, head))
	for _, r := range rows {
		called[r.Plan.ID]++
	}
	shown := rows[:listed(len(rows))]
	for _, r := range shown {
		name := r.Plan.ID
		if called[name] > 1 {
			name = r.Plan.Path
		}
		p.row("  ", 2, p.Label(styles.RoleTitle, name), p.Label(styles.RolePlain, r.Plan.Status.String()),
			p.Label(styles.RolePlain, headingBesideID(*r.Plan)), p.Label(styles.RoleMuted, phrase.Reason(r.Behind)+phrase.AndOlder(*r.Plan)))
	}
	p.more(len(rows)-len(shown), "coldstart list plans")
}

// headingBesideID is the title of a plan, "" where that is its id.
func headingBesideID(p model.Plan) string {
	if p.Objective == p.ID {
		return ""
	}
	return phrase.Heading(p)
}

func (p *Output) finished(plans []*model.Plan) {
	shown := plans[:listed(len(plans))]
	if len(shown) < len(plans) {
		names := say.Each(shown, func(done *model.Plan) string { return done.ID })
		p.Line(Words(styles.RolePlain, "Completed: "), p.Label(styles.RoleTitle, strings.Join(names, ", ")), Words(styles.RoleMuted, fmt.Sprintf(" and %d more (coldstart list plans)", len(plans)-len(shown))))
		return
	}
	for _, done := range plans {
		p.parts(phrase.EndedAs(done.Status, "Completed")+": ", p.Label(styles.RoleTitle, done.ID), styles.Span{
			Text: p.Theme.Label(fmt.Sprintf("%s (%s), still in %s", phrase.Heading(*done), phrase.Progress(*done), topFolder(done.Path))),
		})
	}
}

// warnings print what limits or concerns the whole vault.
func (p *Output) warnings(s model.Snapshot) {
	var lines []styles.Line
	if s.Strange {
		lines = p.nothing(s)
	}
	if s.ReadOnly != "" {
		lines = append(lines, styles.Line{
			Words(styles.RoleWarn, "Warning: read-only — "), p.Label(styles.RolePlain, s.ReadOnly),
			Words(styles.RolePlain, "; nothing can be decided"),
		})
	}
	for _, i := range s.Interrupted {
		lines = append(lines, styles.Line{
			Words(styles.RoleWarn, "Unfinished: "), p.Exact(styles.RolePlain, i.Path), Words(styles.RolePlain, ": "),
			p.Label(styles.RolePlain, i.String()), Words(styles.RoleMuted, "; "+model.FinishHint),
		})
	}
	for _, l := range s.LeftOut {
		lines = append(lines, styles.Line{Words(styles.RoleWarn, "Not read: "), Words(styles.RolePlain, l.String())})
	}
	if s.Events.Cut {
		lines = append(lines, styles.Line{Words(styles.RoleWarn, "Not read: "), p.Exact(styles.RolePlain, s.Events.Path), Words(styles.RolePlain, ", "+s.Events.CutReason())})
	}
	if n := len(rule.Unrecorded(s)); n > 0 && s.NeverLooked {
		lines = append(lines, styles.Line{Words(styles.RoleMuted, "Not approved by you here: "+model.Counted(n, "approved file")), Words(styles.RolePlain, " (coldstart verify)")})
	}
	for _, c := range rule.Elsewhere(s, time.Time{}) {
		lines = append(lines, styles.Line{p.Label(styles.RoleMuted, phrase.Elsewhere(c))})
	}
	if n := len(model.Unknown(s.Refused)); n > 0 {
		lines = append(lines, styles.Line{Words(styles.RoleWarn, fmt.Sprintf("Refused: %d", n)), Words(styles.RolePlain, " (coldstart list decisions --refused)")})
	}
	if n := len(s.Faults()); n > 0 {
		lines = append(lines, styles.Line{Words(styles.RoleBad, fmt.Sprintf("Problems: %d", n)), Words(styles.RolePlain, " (coldstart list problems)")})
	}
	if len(s.Others) > 0 {
		lines = append(lines, styles.Line{Words(styles.RoleMuted, "Other files: "+OthersWords(s.Others)), Words(styles.RolePlain, " (coldstart list problems)")})
	}
	if len(lines) > 0 {
		p.Line()
	}
	for _, l := range lines {
		p.Line(l...)
	}
}

// topFolder is the path up to and including the first slash.
func topFolder(name string) string {
	first, _, _ := strings.Cut(name, "/")
	return first + "/"
}

// StatusShort prints one line for shell prompts, and counts what needs the operator.
func (p *Output) StatusShort(s model.Snapshot) (needed, blocked int) {
	needs := rule.NeedsYou(s)
	for _, n := range needs {
		if n.Blocks {
			blocked++
		}
	}
	line := styles.Line{Words(styles.RolePlain, "coldstart: ")}
	if len(needs) > 0 && needs[0].Gate {
		line = append(line, p.Label(styles.RoleBad, phrase.What(needs[0])), Words(styles.RolePlain, ", "))
	}
	line = append(line, Words(styles.RolePlain, needWords(len(needs), blocked)+unfinishedWords(s)+" · "))
	if s.Strange {
		if len(s.KnownNames()) > 0 {
			p.Say("coldstart: nothing understood here")
			return 0, 0
		}
		p.Say("coldstart: nothing here")
		return 0, 0
	}
	if plan := rule.ResumeOf(s).Plan; plan == nil {
		line = append(line, Words(styles.RolePlain, "no active plan"))
	} else {
		line = append(line, p.Label(styles.RoleTitle, plan.ID), Words(styles.RolePlain, " "), styles.Span{Text: p.Theme.Brief(placeWords(*plan), mostPlace)})
	}
	p.Line(line...)
	return len(needs), blocked
}

// unfinishedWords count the decisions that are not finished, "" for none.
func unfinishedWords(s model.Snapshot) string {
	if len(s.Interrupted) == 0 {
		return ""
	}
	return ", " + model.Counted(len(s.Interrupted), "decision") + " unfinished"
}

func needWords(needs, blocked int) string {
	words := phrase.NeedYou(needs)
	if blocked > 0 {
		words += fmt.Sprintf(", %d blocked", blocked)
	}
	return words
}

// mostPlace is the most cells for where a plan goes on, in one line for a prompt.
const mostPlace = 60

// placeWords says where a plan goes on.
func placeWords(p model.Plan) string {
	c := rule.NextPlan(p)
	switch {
	case c.Said != "":
		return "next " + c.Said
	case p.Reading.Tool != "" && c.Waits != nil:
		return "waiting for you at " + rule.Label(*c.Waits)
	case p.Reading.Tool != "" && c.Step != nil:
		return "next " + rule.Label(*c.Step)
	case c.Step != nil:
		return fmt.Sprintf("next %d", c.Step.Number)
	case c.Waits != nil:
		return fmt.Sprintf("waits at %d", c.Waits.Number)
	}
	return "no open step"
}
