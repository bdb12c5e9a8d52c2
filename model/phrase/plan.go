package phrase

import (
	"fmt"
	"slices"
	"strings"

	"coldstart/model"
	"coldstart/model/rule"
)

// Stamp is a time as its file states it, or that of the file itself.
func Stamp(s model.Stamp) string {
	if s.Raw == "" && s.Known() {
		return model.FormatUTC(s.Time) + " (the file's time)"
	}
	return s.Raw
}

// Stopped says how work on a plan came to rest: "no reply to a tool (from FILE)", and why that does
// not count, if so.
func Stopped(s model.Stop) string {
	words := "from " + s.From
	if s.Why != "" {
		words = s.Why + " (" + words + ")"
	}
	if s.Stale != "" {
		words += "; that is stale: " + s.Stale
	}
	return words
}

const guessedMark = " (guessed)"

// guessed marks a guessed value.
func guessed(value string, b model.Basis) string {
	if value == "" || b != model.BasisGuessed {
		return value
	}
	return value + guessedMark
}

// Heading is the plan's title for rows, marked when it is guessed.
func Heading(p model.Plan) string { return guessed(p.Objective, p.Reading.Title) }

// Aim is the stated objective, else the title.
func Aim(p model.Plan) string {
	if p.Stated != "" {
		return p.Stated
	}
	return Heading(p)
}

// OfSteps marks words about guessed steps.
func OfSteps(p model.Plan, words string) string { return guessed(words, p.Reading.Steps) }

// Status returns the state, with the file's own word if it differs: "Draft (pending)".
func Status(s model.Status) string {
	if s.Word == "" || s.State == model.StateUnknown || strings.EqualFold(s.Word, s.State.String()) {
		return s.String()
	}
	return s.State.String() + " (" + s.Word + ")"
}

// unfinished are the words of a status by which work ended and was not completed.
var unfinished = []string{"cancelled", "canceled", "rejected", "abandoned", "dropped", "withdrawn", "superseded", "declined", "obsolete", "storniert", "verworfen"}

// EndedAs says how the work of a finished plan ended, in the file's own word where it was not completed.
func EndedAs(s model.Status, completed string) string {
	first, _, _ := strings.Cut(strings.TrimLeft(s.Word, " *_❌🚫"), " ")
	if first = strings.Trim(first, ".,;:()*_"); !slices.Contains(unfinished, strings.ToLower(first)) {
		return completed
	}
	return strings.ToUpper(first[:1]) + strings.ToLower(first[1:])
}

// Progress counts ticked steps where any are: most agents never tick, and "0/5" would
// mislead.
func Progress(p model.Plan) string {
	if len(p.Steps) == 0 {
		return "no steps"
	}
	return OfSteps(p, progress(p))
}

func progress(p model.Plan) string {
	done, total := p.Progress()
	switch {
	case p.Reading.Stateless:
		return model.Counted(total, "step") + " without a state"
	case done == 0 && total == 1:
		return "1 step, not ticked"
	case done == 0:
		return fmt.Sprintf("%d steps, none ticked", total)
	}
	return fmt.Sprintf("%d/%d steps", done, total)
}

// Older counts the older versions of a plan: "3 older versions".
func Older(p model.Plan) string {
	if p.Folded == 0 {
		return ""
	}
	return model.Counted(p.Folded, "older version")
}

// AndOlder adds them to a sentence: "; and 3 older versions".
func AndOlder(p model.Plan) string {
	if p.Folded == 0 {
		return ""
	}
	return "; and " + Older(p)
}

// Versions says that a plan has older versions, or is one.
func Versions(p model.Plan) string {
	switch {
	case p.Older:
		return "an older version; a newer one of this source is there"
	case p.Folded > 0:
		return Older(p) + " of this source, folded"
	}
	return ""
}

// Granted says what was approved: "step 3 was approved (Approved/x.md)".
func Granted(p model.Plan) string {
	g, ok := rule.Granted(p)
	if !ok {
		return ""
	}
	return grant(g)
}

func grant(g model.Grant) string {
	what := "it"
	if g.Step > 0 {
		what = fmt.Sprintf("step %d", g.Step)
	}
	switch {
	case g.ByOthers:
		return what + " is approved by " + g.From + ", but not by you"
	case g.Altered:
		return what + " was approved, but " + g.From + " changed since"
	case g.Step == 0 && g.Probably:
		return what + " was probably approved (" + g.From + ")"
	}
	return what + " was approved (" + g.From + ")"
}

// StepNamed names a step by its number and its text.
func StepNamed(s model.Step) string {
	words := fmt.Sprintf("step %d: %s", s.Number, s.Title())
	if s.Hand {
		words += " (an ordinary step to the agents)"
	}
	return words
}

// BlockedSince says from when a foreign plan's block counts.
func BlockedSince(p model.Plan) string {
	switch _, logged := rule.BlockedSince(p); {
	case !p.Reading.Foreign, p.Reading.Tool != "":
		return ""
	case logged:
		return "since its log ends"
	}
	return "since created"
}

// known is one value and how it is known.
type known struct {
	what  string
	basis model.Basis
}

// grouped groups values by how they are known: "declared: id, title; guessed: steps".
func grouped(values ...known) string {
	var groups []string
	for b := model.BasisDeclared; b <= model.BasisGuessed; b++ {
		var names []string
		for _, v := range values {
			if v.basis == b {
				names = append(names, v.what)
			}
		}
		if len(names) > 0 {
			groups = append(groups, b.String()+": "+strings.Join(names, ", "))
		}
	}
	return strings.Join(groups, "; ")
}

// PlanKnown says how the values of a foreign plan are known.
func PlanKnown(r model.PlanReading) string {
	if !r.Foreign {
		return ""
	}
	status := "status"
	if r.Companion != "" {
		status += " by " + r.Companion
	}
	return grouped(known{"id", r.ID}, known{"title", r.Title}, known{status, r.Status}, known{"steps", r.Steps})
}

// RequestKnown says how the values of a request are known if one is guessed.
func RequestKnown(r model.RequestReading) string {
	if r.Summary != model.BasisGuessed && r.Action != model.BasisGuessed && r.Target != model.BasisGuessed {
		return ""
	}
	return grouped(known{"summary", r.Summary}, known{"action", r.Action}, known{"target", r.Target})
}
