package phrase

import (
	"fmt"

	"coldstart/model"
	"coldstart/model/rule"
)

// Group names a part of the queue by what its rows share: "143 requests: email reply to 12
// recipients, in the last 7 days". One row by itself has its own name.
func Group(g rule.Group) string {
	if len(g.Rows) == 1 {
		return What(g.Rows[0])
	}
	words := model.Counted(len(g.Rows), g.Kind.Noun())
	if g.Kind == model.KindProblem {
		words += ": " + shared(g)
	} else if action := Action(g.Action); action != "" {
		words += ": " + action
	}
	switch n := g.Recipients(); {
	case g.From && g.Who != "":
		words += " from " + g.Who
	case g.From && n > 1:
		words += " from " + model.Counted(n, "sender")
	case g.Kind == model.KindRequest && g.Who != "":
		words += " to " + g.Who
	case g.Kind == model.KindRequest && n > 1:
		words += " to " + model.Counted(n, "recipient")
	case g.Who != "":
		words += ", " + g.Who
	}
	switch least, most := g.Amounts(); {
	case least == "":
	case model.SameAmount(least, most):
		words += ", " + Amount(least) + " each"
	default:
		words += ", " + Amount(least) + " to " + Amount(most)
	}
	if age := g.Age.String(); age != "" {
		words += ", " + age
	}
	return words
}

// GroupWhy says in a few words why all rows of a group need somebody, "" where the reasons differ or
// say nothing but that a request waits.
func GroupWhy(g rule.Group) string {
	if a := g.Rows[0]; len(g.Rows) == 1 {
		switch why := InRow(a); {
		case !a.Until.IsZero():
			return Reason(model.Reason{Code: model.BecauseExpiresSoon})
		case why == Decide:
			return Action(a.Action)
		default:
			return why
		}
	}
	if why := shared(g); g.Kind != model.KindProblem && why != Decide {
		return why
	}
	return ""
}

// shared is the reason that all rows of a group have in a row, "" where they differ.
func shared(g rule.Group) string {
	why := InRow(g.Rows[0])
	for _, a := range g.Rows[1:] {
		if InRow(a) != why {
			return ""
		}
	}
	return why
}

// Waiting counts what waits for triage, and what of it has a draft or a plan.
func Waiting(untouched, drafted int) string {
	switch {
	case drafted == 0:
		return fmt.Sprintf("%d waiting", untouched)
	case untouched == 0:
		return fmt.Sprintf("nothing new, %d with a draft or a plan", drafted)
	}
	return fmt.Sprintf("%d waiting, and %d more with a draft or a plan", untouched, drafted)
}
