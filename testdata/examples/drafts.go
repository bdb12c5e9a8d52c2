package examples

import (
	"pgregory.net/rapid"

	"coldstart/model"
)

// Draft gives any draft that may be written.
func Draft(t *rapid.T) model.Draft {
	words := rapid.StringMatching(`[A-Za-z#:*\[\]"'\x60\\ -]{1,20}`).Filter(func(s string) bool { return model.OneLine(s) != "" })
	d := model.Draft{
		Category: rapid.SampledFrom(model.Categories()).Draw(t, "category"), Title: words.Draw(t, "title"), Insight: words.Draw(t, "insight"),
		Tried: words.Draw(t, "tried"), Reasoning: words.Draw(t, "reasoning"),
		Tags:    rapid.SliceOfN(rapid.SampledFrom([]string{"parity", "two words", "a--b", "ü"}), 0, 3).Draw(t, "tags"),
		Outcome: rapid.SampledFrom(model.Outcomes()).Draw(t, "outcome"), Strategy: rapid.SampledFrom(model.Strategies()).Draw(t, "strategy"),
	}
	return d
}
