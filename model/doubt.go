package model

import "fmt"

// Doubt is a reason to look twice at a request, or not to approve it: a place where
// another reader of the same bytes takes them for something else, where the file
// contradicts the vault, or where a person is easily deceived.
type Doubt struct {
	// Line counts from 1; zero when the whole file is meant.
	Line int
	// What is one sentence without its line and full stop.
	What   string
	Weight Weight
}

// Weight is what follows from a doubt.
type Weight int

// The weights, lightest first.
const (
	// WeightNote is worth knowing.
	WeightNote Weight = iota
	// WeightAsk takes one more deliberate step to approve: the target is typed.
	WeightAsk
	// WeightBlock cannot be approved. Rejecting and asking for changes stay possible.
	WeightBlock
)

// String gives the weight in one word.
func (w Weight) String() string {
	switch w {
	case WeightAsk:
		return "ask"
	case WeightBlock:
		return "block"
	}
	return "note"
}

// Heading is what stands in front of a doubt of this weight where a request is shown.
func (w Weight) Heading() string {
	switch w {
	case WeightAsk:
		return "Careful"
	case WeightBlock:
		return "No approval"
	}
	return "Note"
}

// String gives the sentence with its line.
func (d Doubt) String() string {
	if d.Line == 0 {
		return d.What
	}
	return fmt.Sprintf("line %d: %s", d.Line, d.What)
}

// Weighed lists the doubts of one weight.
func (r Request) Weighed(w Weight) []Doubt {
	var out []Doubt
	for _, d := range r.Doubts {
		if d.Weight == w {
			out = append(out, d)
		}
	}
	return out
}

// Doubtful reports whether the request has a doubt that takes more than a look.
func (r Request) Doubtful() bool {
	return len(r.Weighed(WeightAsk)) > 0 || len(r.Weighed(WeightBlock)) > 0
}
