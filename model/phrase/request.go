package phrase

import (
	"cmp"
	"fmt"
	"path"
	"regexp"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"coldstart/model"
	"coldstart/model/rule"
)

// Titled is the title of a request for rows, marked when it is guessed.
func Titled(r model.Request) string {
	if r.Summary == "" {
		return r.Title()
	}
	return guessed(r.Summary, r.Reading.Summary)
}

// Decided says how a decided request stands: "approved", or why that is not all.
func Decided(s model.Snapshot, r model.Request) string {
	switch rule.Standing(s, r.Path) {
	case model.StandingDisputed:
		return "both ways, so it is not approved"
	case model.StandingAltered:
		return r.Reading.Decision + ", and altered after the decision"
	case model.StandingByOthers:
		return r.Reading.Decision + ", but not by you"
	case model.StandingDisplaced:
		return r.Reading.Decision + ", but its number now belongs to another step"
	}
	return r.Reading.Decision
}

// Since says what happened to the file of a decision, ", decided both ways" or ", altered after the decision", ""
// for nothing.
func Since(s model.Snapshot, file string) string {
	switch rule.Standing(s, file) {
	case model.StandingDisputed:
		return ", decided both ways, so it is not approved"
	case model.StandingAltered:
		return ", altered after the decision"
	case model.StandingByOthers:
		return ", not by you"
	case model.StandingDisplaced:
		return ", its number now belongs to another step"
	}
	return ""
}

// Elsewhere counts what another operator approved.
func Elsewhere(c model.Claim) string {
	return fmt.Sprintf("Approved by %s, say the logs: %d; any program here can write those", c.By, c.Count)
}

// Outcome says what became of a decided request. Only a log can say that it was carried
// out.
func Outcome(r model.Request) string {
	switch c := r.Carried; {
	case r.Reading.Decision == model.DecisionPending:
		return ""
	case r.Reading.Decision == model.DecisionRejected:
		return "rejected"
	case c == nil:
		return "no outcome in any log"
	case c.Failed && c.Why != "":
		return "failed, according to a log: " + c.Why + acknowledged(*c)
	case c.Failed:
		return "according to a log: " + c.Result + acknowledged(*c)
	default:
		return "according to a log: " + c.Result
	}
}

func acknowledged(c model.Carried) string {
	if c.Known {
		return " (acknowledged)"
	}
	return ""
}

// Action says what a request asks for, in words: "post on LinkedIn", else the word of its file with
// blanks.
func Action(action string) string {
	words := strings.Join(strings.Fields(strings.ReplaceAll(action, "_", " ")), " ")
	switch low := strings.ToLower(words); {
	case low == "email" || low == "e-mail" || low == "mail" || low == "send email":
		return "e-mail"
	case strings.HasSuffix(low, " post"):
		site := words[:len(words)-len(" post")]
		return "post on " + cmp.Or(sites[strings.ToLower(site)], site)
	}
	return words
}

// sites has the names of sites as they are written.
var sites = map[string]string{
	"linkedin": "LinkedIn", "facebook": "Facebook", "instagram": "Instagram", "twitter": "Twitter", "x": "X",
	"mastodon": "Mastodon", "youtube": "YouTube", "reddit": "Reddit",
}

// plainAmount is a number without groups, with at most two decimals, beside its currency.
var plainAmount = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^([A-Z]{3} ?|[€$£] ?)?([0-9]{1,15})(\.[0-9]{1,2})?( ?[A-Z]{3}| ?[€$£])?$`)
})

// Amount writes an amount of money with two decimals and its thousands apart: "1,284.60 EUR". One
// without a currency, or written in any other way, stays as it is.
func Amount(raw string) string {
	m := plainAmount().FindStringSubmatch(raw)
	if m == nil || (m[1] == "") == (m[4] == "") {
		return raw
	}
	whole := strings.TrimLeft(m[2][:len(m[2])-1], "0") + m[2][len(m[2])-1:]
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	return m[1] + whole + (cmp.Or(m[3], ".") + "00")[:3] + m[4]
}

// Matter is what a request is about, in a few words: a payment by whom and how much, any other by
// its title. what is the kind of it, with the title where that does not come first.
func Matter(r model.Request) (subject, what string) {
	what = Action(r.Action)
	if strings.ToLower(what) != "payment" || r.Target == "" || r.Amount == "" {
		return r.Title(), what
	}
	return "Pay " + r.Target + " " + Amount(r.Amount), what + ", " + strings.TrimPrefix(r.Title(), "Pay ")
}

// Before returns the operator's last answer to an earlier request of this name or these bytes, or to
// an earlier version: "approved before", "you asked for changes", with its note.
func Before(r model.Request) (words string, at time.Time) {
	choice, said := r.Before()
	if said == nil {
		return "", time.Time{}
	}
	words = choice.Earlier() + " before"
	if choice == model.ChoiceChanges {
		words = "you asked for changes"
	}
	if said.Note != "" {
		words += ": " + said.Note
	}
	return words, said.At
}

// DoubtHeading is the label of a doubt.
func DoubtHeading(w model.Weight) string {
	return map[model.Weight]string{model.WeightNote: "Note", model.WeightAsk: "Careful", model.WeightBlock: "No approval"}[w]
}

// DoubtShort is a doubt without its line, in a few words where the text says the rest.
func DoubtShort(d model.Doubt) string {
	if d.Line > 0 {
		return cmp.Or(d.Short, d.What)
	}
	return d.What
}

// DoubtSentence is a doubt below the line it is about.
func DoubtSentence(d model.Doubt) string {
	first, size := utf8.DecodeRuneInString(d.What)
	return string(unicode.ToUpper(first)) + d.What[size:] + "."
}

// OtherWhy says why a file is neither plan nor request.
func OtherWhy(o model.Other) string {
	if o.Asks {
		return o.Why + "; but it asks for an approval"
	}
	return o.Why
}

// OtherAdvice says what to do with a text that asks for an approval.
func OtherAdvice(o model.Other) string {
	if o.Asks {
		return "if a human has to decide on it, move it to the folder for requests, usually Pending_Approval"
	}
	return ""
}

// OtherSize returns the size of a file, "" if empty.
func OtherSize(o model.Other) string {
	if o.Size == 0 {
		return ""
	}
	return fmt.Sprintf("%d bytes", o.Size)
}

// Past names a decision of the past in a few words: "approval of pay.md".
func Past(p model.Past) string {
	d := p.Decision
	what := path.Base(d.Ref.Path)
	switch {
	case d.Ref.Item != "":
		what = d.Ref.Item
	case d.Ref.Kind == model.KindTrace:
		what = path.Base(path.Dir(d.Ref.Path))
	case d.Ref.Kind == model.KindTranscript:
		what = "session " + strings.TrimSuffix(what, path.Ext(what))
	case d.Ref.Kind == model.KindPlan && p.Step > 0:
		what = fmt.Sprintf("step %d of %s", p.Step, what)
	}
	return strings.TrimSpace(d.Choice.Noun() + " " + what)
}

// NoPlan names the plan of a request that is tied to none: no plan here has that id, or several have.
func NoPlan(s model.Snapshot, r model.Request) string {
	n := 0
	for _, p := range s.Plans {
		if p.ID == r.PlanID {
			n++
		}
	}
	if n > 1 {
		return fmt.Sprintf("%s (%d plans have this id)", r.PlanID, n)
	}
	return r.PlanID + " (no such plan here)"
}
