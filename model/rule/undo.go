package rule

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"coldstart/model"
)

// Foresee returns the plan that deciding on a request, or on a plan itself, touches: the one that it
// writes into, and any in which it lets the agents tick a step, whether that can be written or
// not. Of other decisions it knows nothing.
func Foresee(s model.Snapshot, ref model.Ref, c model.Choice) model.Foreseen {
	r, pending := s.Request(ref.Path)
	asks := ref.Kind == model.KindRequest && pending && r.Reading.Tool == ""
	if c == model.ChoiceUndo || c == model.ChoiceAck || !asks && ref.Kind != model.KindPlan {
		return model.Foreseen{}
	}
	var touched []model.Plan
	if p, ok := s.Plan(r.Plan); asks && ok && r.PlanID != "" && p.Own() {
		touched = append(touched, p)
	}
	if p, ok := s.Plan(ref.Path); !asks && ok {
		touched = append(touched, p)
	}
	for _, p := range s.PlansCalled(r.PlanID) {
		if asks && forAgents(p) && (len(touched) == 0 || touched[0].Path != p.Path) {
			touched = append(touched, p)
		}
	}
	for _, a := range s.AgentPlans {
		if asks && a.ID != "" && a.ID == r.PlanID {
			touched = append(touched, *planned(a))
		}
	}
	slices.SortFunc(touched, func(a, b model.Plan) int { return strings.Compare(a.Path, b.Path) })
	f := model.Foreseen{Known: true}
	for _, p := range touched {
		if f.Plan == "" {
			f.Plan, f.Seen = p.Path, p.Seen
			continue
		}
		f.Plan, f.Seen = f.Plan+" and "+p.Path, f.Seen.With(p.Seen)
	}
	return f
}

// ForeseeOne is Foresee with the file by which a request was decided the other way. It looks at all decided requests, so
// that a list uses Foresee.
func ForeseeOne(s model.Snapshot, ref model.Ref, c model.Choice) model.Foreseen {
	f := Foresee(s, ref, c)
	if r, pending := s.Request(ref.Path); f.Known && pending && ref.Kind == model.KindRequest {
		f.Beside = DecidedOtherwise(r, c, s.Decided)
	}
	return f
}

// DecidedOtherwise returns the file by which a request was decided the other way than a choice does, "" for none.
func DecidedOtherwise(r model.Request, c model.Choice, decided []model.Request) string {
	other := model.DecisionRejected
	if c == model.ChoiceReject {
		other = model.DecisionApproved
	}
	beside := ""
	for _, q := range decided {
		same := strings.EqualFold(q.Name, r.Name) || SameStem(q.Name, r.Name) && (q.Seen == r.Seen || q.Reading.ID != "" && q.Reading.ID == r.Reading.ID)
		if same && q.Reading.Decision == other && (beside == "" || strings.EqualFold(q.Name, r.Name)) {
			beside = q.Path
		}
	}
	return beside
}

// SameStem reports whether two names of files differ by nothing, or by what a program adds when a name is
// taken: "x.md" and "x_2.md".
func SameStem(a, b string) bool {
	a, b = strings.ToLower(strings.TrimSuffix(a, path.Ext(a))), strings.ToLower(strings.TrimSuffix(b, path.Ext(b)))
	if len(a) < len(b) {
		a, b = b, a
	}
	rest, ok := strings.CutPrefix(a, b)
	return ok && (rest == "" || b != "" && strings.ContainsAny(rest[:1], " _-.(~"))
}

// By is who decided.
func By(p model.Past) model.Operator { return model.Operator{Name: p.Operator, Account: p.Account} }

// Undone names the decision for its undo.
func Undone(p model.Past) model.Undone { return model.Undone{ID: p.ID, Choice: p.Decision.Choice} }

// Since is what has happened since a decision.
type Since struct {
	// Standing is that of the published file, or of the request to be changed.
	Standing model.Standing
	// Carried is what a log says was done, nil for nothing.
	Carried *model.Carried
	// Pending is a new pending file of the same name.
	Pending string
	// Sign is what shows that an agent went on: BecauseGoneOn, BecauseTakenUp,
	// BecauseTakenFrom, or BecausePickedUp for its plan.
	Sign model.Reason
	// Touched is a file that was changed in the same place.
	Touched string
	// Ran is when the action that was approved was let through, zero for never and for all else.
	Ran time.Time
	// Forgotten is true if the ledger lacks the earlier text.
	Forgotten bool
}

// RefuseUndo says why Undo cannot be undone.
func RefuseUndo(s model.Snapshot) model.Reason {
	switch {
	case s.Closed().Given():
		return s.Closed()
	case s.Undo.Why.Given():
		return s.Undo.Why
	case s.Undo.Past.ID == "":
		return model.Because(model.BecauseNoDecision)
	}
	return model.Reason{}
}

// RefuseUndoPast says why by cannot undo the decision, with the error. What an agent acted on
// stays.
func RefuseUndoPast(p model.Past, by model.Operator, since Since) (why model.Reason, kind error) {
	if why := refuseEver(p, by); why.Given() {
		return why, model.ErrNotAllowed
	}
	if why := refuseSince(p, since); why.Given() {
		return why, model.ErrConflict
	}
	if since.Forgotten {
		return model.Because(model.BecauseForgotten), model.ErrNotAllowed
	}
	return model.Reason{}, nil
}

// refuseEver asks what nothing can change.
func refuseEver(p model.Past, by model.Operator) model.Reason {
	switch d := p.Decision; {
	case p.Fate == model.FateVoid:
		return model.Because(model.BecauseDropped)
	case p.Fate == model.FateTakenBack:
		return model.Because(model.BecauseTakenBack)
	case p.Fate == model.FateOpen:
		return model.Because(model.BecauseHalfDone)
	case d.Choice == model.ChoiceUndo:
		return model.Because(model.BecauseIsUndo)
	case p.UndoneBy != "":
		return model.Because(model.BecauseUndoneAlready)
	case !By(p).Is(by):
		return model.Reason{Code: model.BecauseNotYours, Name: p.Operator}
	case d.Ref.Kind == model.KindSession:
		return model.Because(model.BecauseLogOnlyGrows)
	}
	return model.Reason{}
}

// refuseSince asks what has happened since the decision.
func refuseSince(p model.Past, since Since) model.Reason {
	file := cmp.Or(p.To, p.Decision.Ref.Path)
	asked := p.Decision.Choice == model.ChoiceChanges
	switch {
	case !since.Ran.IsZero():
		return model.Reason{Code: model.BecauseRan, At: since.Ran}
	case since.Carried != nil:
		return model.Reason{Code: model.BecauseCarriedOut, Name: since.Carried.Path}
	case since.Standing == model.StandingGone && asked:
		return model.Because(model.BecauseNotPendingAnyMore)
	case since.Standing == model.StandingGone:
		return model.Reason{Code: model.BecausePickedUp, Name: file}
	case since.Standing == model.StandingAltered && asked:
		return model.Because(model.BecauseAnswered)
	case since.Standing == model.StandingAltered:
		why := model.Reason{Code: model.BecauseChangedSince, Name: file}
		if p.Decision.Ref.Kind == model.KindRequest {
			why.Other = p.Decision.Ref.Path
		}
		return why
	case since.Pending != "":
		return model.Reason{Code: model.BecausePendingAgain, Name: since.Pending}
	case since.Sign.Given():
		return since.Sign
	case since.Touched != "":
		return model.Reason{Code: model.BecauseTouchedSince, Name: since.Touched}
	}
	return model.Reason{}
}

// BackTo is what the undo restores.
func BackTo(p model.Past) model.Ref {
	ref := p.Decision.Ref
	if ref.Kind == model.KindJournal {
		ref.Item = ""
	}
	return ref
}

// Reason says that the file changed after its approval.
func Reason(v model.Verified) model.Reason {
	r := model.Reason{Code: model.BecauseAltered, Name: v.Approved.Short(), Other: v.Now.Short(), Text: v.By}
	if v.By != "" {
		r.Code = model.BecauseAlteredElsewhere
	}
	return r
}

// Unrecorded lists the approved files that the operator's record does not have, and that are not among the verified ones.
func Unrecorded(s model.Snapshot) []model.Request {
	verified := map[string]bool{}
	for _, v := range s.Verified {
		verified[v.Path] = true
	}
	return model.Where(s.Decided, func(r *model.Request) bool {
		return r.Reading.Decision == model.DecisionApproved && !r.DecidedHere && !verified[r.Path]
	})
}

// ByOthers lists the files that lie approved since the first look, and not by a decision of the operator.
func ByOthers(s model.Snapshot) []model.Verified {
	return model.Where(s.Verified, func(v *model.Verified) bool { return v.Standing == model.StandingByOthers })
}

// Elsewhere counts by name what others approved since the first look and after a time, as the logs say.
func Elsewhere(s model.Snapshot, after time.Time) []model.Claim {
	count := map[string]int{}
	for _, r := range s.Decided {
		if r.Elsewhere && !r.DecidedAt.Before(after) {
			count[r.DecidedBy]++
		}
	}
	var out []model.Claim
	for _, by := range slices.Sorted(maps.Keys(count)) {
		out = append(out, model.Claim{By: by, Count: count[by]})
	}
	return out
}

// WhyByOthers says of a file that somebody else approved whom it names, whether
// the operator rejected this text, and what it unlocks.
func WhyByOthers(s model.Snapshot, v model.Verified) model.Reason {
	r, _ := s.RequestAnywhere(v.Path)
	why := model.Reason{Code: model.BecauseByOthers, Name: r.Reading.Author}
	if r.Rejected != nil {
		why.At = r.Rejected.At
	}
	if p, ok := s.Plan(cmp.Or(r.Plan, r.Probably)); ok {
		why.Other, why.N = p.ID, r.Step
		if step, ok := numbered(p.Steps, r.Step); ok && step.Human {
			why.Text = step.Title()
		}
	}
	return why
}

// Standing is how the file of a decision stands: StandingDisputed where the request was decided both ways,
// StandingAltered where it has other bytes than were approved, StandingByOthers where the operator approved
// nothing, else StandingSame.
func Standing(s model.Snapshot, file string) model.Standing {
	if contradicts(s, file).Given() {
		return model.StandingDisputed
	}
	return unexpected(s, file)
}

// unexpected is how an approved file stands that is not as the operator approved it, else StandingSame.
func unexpected(s model.Snapshot, file string) model.Standing {
	v, _ := model.First(s.Verified, func(v *model.Verified) bool {
		return v.Path == file && (v.Standing == model.StandingAltered || v.Standing == model.StandingByOthers || v.Standing == model.StandingDisplaced)
	})
	return v.Standing
}

// Sound reports whether every approval is as it was given: no file or answer changed, none is by somebody else or could not be read, nothing was
// decided both ways, and no other step stands at the number of an approved one.
func Sound(s model.Snapshot) bool {
	displaced := slices.ContainsFunc(s.Plans, func(p model.Plan) bool { return len(DisplacedPlan(p)) > 0 })
	return !displaced && len(Altered(s))+len(ByOthers(s))+len(AlteredAnswers(s))+len(s.Contradictions)+len(s.Unchecked) == 0
}

// Altered lists the approvals whose file changed.
func Altered(s model.Snapshot) []model.Verified {
	return model.Where(s.Verified, func(v *model.Verified) bool { return v.Standing == model.StandingAltered })
}

// AlteredAnswers lists the approvals of requests of other programs whose file or document changed.
// Only a new request of that program asks about the new text.
func AlteredAnswers(s model.Snapshot) []model.Verified {
	return model.Where(s.Answered, func(v *model.Verified) bool { return v.Standing == model.StandingAltered })
}

// AlteredAt finds the alteration of the file at path.
func AlteredAt(s model.Snapshot, path string) (model.Verified, bool) {
	return model.First(Altered(s), func(v *model.Verified) bool { return v.Path == path })
}

// ToKnow reports an approved file that changed, failed or is not by the operator, one that was decided otherwise than by this operator, a plan with a ticked step
// at whose number another was approved, or an alarm, which the operator acknowledges.
func ToKnow(s model.Snapshot, ref model.Ref) bool {
	switch ref.Kind {
	case model.KindPlan:
		p, _ := s.Plan(ref.Path)
		d, ok := displaced(p)
		return ok && d.Now.Done()
	case model.KindRequest:
	default:
		return alarms(s, ref)
	}
	if now := unexpected(s, ref.Path); now == model.StandingAltered || now == model.StandingByOthers {
		return true
	}
	r, ok := s.RequestAnywhere(ref.Path)
	return ok && (r.Failed() || r.Against != nil && r.Against.Acknowledge())
}
