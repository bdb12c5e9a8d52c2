package answer

import (
	"fmt"
	"slices"

	"coldstart/cli/say"
	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/styles"
)

// jsonPlan is one plan.
type jsonPlan struct {
	ID        string `json:"id"`
	PlanID    string `json:"plan_id"`
	Path      string `json:"path"`
	Objective string `json:"objective"`
	// Stated is the objective in the plan's text where it differs from the title.
	Stated     string     `json:"stated_objective"`
	Context    string     `json:"context"`
	Status     string     `json:"status"`
	StatusWord string     `json:"status_word"`
	Priority   string     `json:"priority"`
	Created    jsonStamp  `json:"created"`
	SourceLink string     `json:"source_link"`
	Checkpoint jsonStamp  `json:"checkpoint"`
	NextStep   *jsonStep  `json:"next_step"`
	WaitingOn  *jsonStep  `json:"waiting_on"`
	Approved   *jsonGrant `json:"approved"`
	// ApprovedOtherwise are approvals that do not count: another step stands at their number now.
	ApprovedOtherwise []jsonDisplaced `json:"approved_otherwise"`
	Progress          jsonProgress    `json:"progress"`
	Blocked           *jsonBlocked    `json:"blocked"`
	// BlockedKnown is false where nothing in the files of its program would say that it is blocked.
	BlockedKnown bool          `json:"blocked_known"`
	Steps        []jsonStep    `json:"steps"`
	Log          []jsonLogLine `json:"log"`
	// MustType is what --target has to be to approve the step that it waits for, empty for
	// most; Doubts are the reasons, the weightiest first.
	MustType string      `json:"must_type"`
	Doubts   []jsonDoubt `json:"doubts"`
	SHA256   string      `json:"sha256"`
	// Reading is the plan in the terms of docs/dev/formats.md.
	Reading jsonPlanReading `json:"reading"`
}

// jsonGrant is an approval that the agent has not acted on yet, null for none.
type jsonGrant struct {
	// Step is zero where the approval names none.
	Step int    `json:"step"`
	At   Time   `json:"at"`
	From string `json:"from"`
	// Probably says that plan and approved file do not name each other.
	Probably bool `json:"probably"`
	// ByOthers says that the operator approved nothing: the file came since their first look, and not by a decision.
	ByOthers bool `json:"by_others"`
	// Altered says that the file changed after the operator approved it.
	Altered bool `json:"altered"`
}

type jsonStep struct {
	Number int    `json:"number"`
	Text   string `json:"text"`
	Done   bool   `json:"done"`
	Human  bool   `json:"human"`
}

type jsonProgress struct {
	Done  int `json:"done"`
	Total int `json:"total"`
}

// jsonDisplaced is an approval at whose number another step stands now, which counts as not approved.
type jsonDisplaced struct {
	Step int `json:"step"`
	// ApprovedAs is what the step said then, empty where there was none. Now is what stands there, MovedTo the number
	// at which the approved text stands, 0 for nowhere.
	ApprovedAs string `json:"approved_as"`
	Now        string `json:"now"`
	Done       bool   `json:"done"`
	MovedTo    int    `json:"moved_to"`
	At         Time   `json:"at"`
	From       string `json:"from"`
	// Decision is the id in the operator's ledger, empty for none.
	Decision string `json:"decision"`
}

// jsonBlocked is null for a plan that is not blocked.
type jsonBlocked struct {
	Reason string    `json:"reason"`
	Since  jsonStamp `json:"since"`
}

type jsonLogLine struct {
	At    jsonStamp `json:"at"`
	Actor string    `json:"actor"`
	What  string    `json:"what"`
	Why   string    `json:"why"`
}

// PlanJSON is one plan.
func PlanJSON(p model.Plan) jsonPlan {
	c := rule.NextPlan(p)
	done, total := p.Progress()
	j := jsonPlan{
		ID: p.Ref().String(), PlanID: p.ID, Path: p.Path, Objective: p.Objective, Stated: p.Stated, Context: p.Context,
		Status: p.Status.State.String(), StatusWord: p.Status.Word, Priority: p.Priority,
		Created: stampJSON(p.Created), SourceLink: p.SourceLink, Checkpoint: stampJSON(c.At),
		NextStep: stepJSON(c.Step), WaitingOn: stepJSON(c.Waits), BlockedKnown: !p.Reading.BlockUnknown,
		Progress: jsonProgress{done, total},
		Steps:    say.Each(p.Steps, func(s model.Step) jsonStep { return *stepJSON(&s) }),
		Log: say.Each(p.Log, func(e model.LogEntry) jsonLogLine {
			return jsonLogLine{stampJSON(e.At), e.Actor, e.What, e.Why}
		}),
		MustType: rule.MustTypePlan(p), Doubts: doubtsJSON(p.Doubts), SHA256: p.Seen.String(), Reading: planReadingJSON(p),
	}
	if g, ok := rule.Granted(p); ok {
		j.Approved = &jsonGrant{g.Step, Time(g.At), g.From, g.Probably, g.ByOthers, g.Altered}
	}
	j.ApprovedOtherwise = say.Each(rule.DisplacedPlan(p), func(d rule.Displaced) jsonDisplaced {
		return jsonDisplaced{d.Now.Number, d.Text, d.Now.Text, d.Now.Done(), d.To, Time(d.At), d.From, d.ID}
	})
	if p.Status.State == model.StateBlocked {
		since, _ := rule.BlockedSince(p)
		j.Blocked = &jsonBlocked{p.BlockedReason, stampJSON(since)}
	}
	return j
}

func stepJSON(s *model.Step) *jsonStep {
	if s == nil {
		return nil
	}
	return &jsonStep{s.Number, s.Text, s.Done(), s.Human}
}

// jsonPlanReading is what a plan says, and how each value is known: declared, folder,
// companion, derived or guessed.
type jsonPlanReading struct {
	Kind   string `json:"kind"`
	ID     string `json:"id"`
	Title  string `json:"title"`
	Status string `json:"status"`
	Steps  int    `json:"steps"`
	Done   int    `json:"done"`
	// Next is null when nothing is open.
	Next *string `json:"next"`
	// NeedsApproval and Maybe are step numbers.
	NeedsApproval []int `json:"needs_approval"`
	Maybe         []int `json:"maybe"`
	// Flag says that the whole plan asks for approval.
	Flag      bool   `json:"flag"`
	ClaimedBy string `json:"claimed_by"`
	// Stateless says that the steps cannot be ticked.
	Stateless bool   `json:"stateless"`
	StepsFrom string `json:"steps_from"`
	Source    string `json:"source"`
	Older     bool   `json:"older"`
	Folded    int    `json:"folded"`
	// Closed says that it is in a folder for finished or rejected work.
	Closed bool `json:"closed"`
	// Companion is the path of the file among finished work that says that the plan was carried
	// out, empty for most.
	Companion string `json:"companion"`
	// Tool is the program whose file it is, empty for the vault's own, and Command what to
	// type to change it.
	Tool    string      `json:"tool"`
	Command string      `json:"command"`
	How     jsonPlanHow `json:"how"`
	Doubts  []string    `json:"doubts"`
}

type jsonPlanHow struct {
	ID     string `json:"id"`
	Title  string `json:"title"`
	Status string `json:"status"`
	Steps  string `json:"steps"`
}

func planReadingJSON(p model.Plan) jsonPlanReading {
	done, total := p.Progress()
	surely, maybe := p.NeedsHuman()
	r := p.Reading
	j := jsonPlanReading{
		Kind: "plan", ID: p.ID, Title: p.Objective, Status: p.Status.State.String(), Steps: total, Done: done,
		NeedsApproval: NotNull(surely), Maybe: NotNull(maybe),
		Flag: r.Needs == model.NeedYes, ClaimedBy: r.Claimed, Stateless: r.Stateless, StepsFrom: r.StepsFrom, Source: r.Source,
		Older: p.Older, Folded: p.Folded, Closed: r.Closed, Companion: r.Companion, Tool: r.Tool, Command: r.Command, Doubts: NotNull(r.Doubts),
		How: jsonPlanHow{r.ID.String(), r.Title.String(), r.Status.String(), r.Steps.String()},
	}
	if next := rule.NextPlan(p).Words(); next != "" {
		j.Next = &next
	}
	return j
}

// Plans is the answer of coldstart list plans.
type Plans struct {
	Head
	Plans []jsonPlan `json:"plans"`
}

// PlansJSON answers coldstart list plans.
func PlansJSON(s model.Snapshot) Plans {
	return Plans{HeadJSON(s), say.Each(inScreenOrder(s), PlanJSON)}
}

// Plans lists the plans and returns how many older versions it left out.
func (p *Output) Plans(s model.Snapshot) (folded int) {
	plans := inScreenOrder(s)
	var rows [][]styles.Span
	for _, plan := range plans {
		if plan.Older {
			continue
		}
		rows = append(rows, []styles.Span{
			p.Exact(styles.RoleTitle, plan.Path), p.when(plan.Created.Time, s.At),
			p.Label(styles.RolePlain, phrase.Status(plan.Status)+ofTool(plan)),
			Words(styles.RolePlain, stepCount(plan)), p.Label(styles.RolePlain, phrase.Heading(plan)+planRemarks(plan)),
		})
	}
	p.List(rows, "No plans in this vault.")
	return len(plans) - len(rows)
}

// ofTool names the program whose plan it is.
func ofTool(p model.Plan) string {
	if p.Reading.Tool == "" {
		return ""
	}
	return ", " + p.Reading.Tool
}

// stepCount is done/total; "-" for steps that cannot be ticked, "~" before guessed ones.
func stepCount(p model.Plan) string {
	done, total := p.Progress()
	count := fmt.Sprintf("%d/%d", done, total)
	if p.Reading.Stateless {
		count = fmt.Sprintf("-/%d", total)
	}
	if p.Reading.Steps == model.BasisGuessed && total > 0 {
		return "~" + count
	}
	return count
}

func planRemarks(p model.Plan) string {
	if p.Folded > 0 {
		return " (and " + phrase.Older(p) + ")"
	}
	return ""
}

// inScreenOrder lists the active plan, the runners-up, those that wait as requests, the finished plans, older versions
// of the same source, and closed plans.
func inScreenOrder(s model.Snapshot) []model.Plan {
	r := rule.ResumeOf(s)
	var plans, older, closed []model.Plan
	if r.Plan != nil {
		plans = append(plans, *r.Plan)
	}
	for _, next := range r.RunnersUp {
		plans = append(plans, *next.Plan)
	}
	for _, p := range slices.Concat(r.Asking, r.Finished) {
		plans = append(plans, *p)
	}
	for _, p := range s.Plans {
		switch {
		case p.Older:
			older = append(older, p)
		case p.Reading.Closed, p.Reading.Tool != "" && p.Status.State == model.StateDone:
			closed = append(closed, p)
		}
	}
	return slices.Concat(plans, older, closed)
}
