package journal

import (
	"slices"
	"strings"

	"pgregory.net/rapid"

	"coldstart/model"
)

// bodies are the texts of all entries.
func bodies(text string) []string {
	j := ReadJournal("", []byte(text), nil)
	var out []string
	for _, p := range j.Places {
		out = append(out, text[p.From:p.To])
	}
	return out
}

// complaints are what is wrong with a journal, without the lines in which it stands
// and without the number of entries, which our own writing puts right.
func complaints(j *Journal) []string {
	var out []string
	for _, f := range j.Faults {
		if !strings.HasPrefix(f.Reason, TotalKey) {
			out = append(out, f.Reason)
		}
	}
	slices.Sort(out)
	return out
}

// drawDraft gives any draft that may be written.
func drawDraft(t *rapid.T) model.Draft {
	words := rapid.StringMatching(`[A-Za-z#:*\[\]"'\x60\\ -]{1,20}`).Filter(func(s string) bool { return model.OneLine(s) != "" })
	d := model.Draft{
		Category: rapid.SampledFrom(model.Categories()).Draw(t, "category"), Title: words.Draw(t, "title"), Insight: words.Draw(t, "insight"),
		Tried: words.Draw(t, "tried"), Reasoning: words.Draw(t, "reasoning"),
		Tags:    rapid.SliceOfN(rapid.SampledFrom([]string{"parity", "two words", "a--b", "ü"}), 0, 3).Draw(t, "tags"),
		Outcome: rapid.SampledFrom(model.Outcomes()).Draw(t, "outcome"), Strategy: rapid.SampledFrom(model.Strategies()).Draw(t, "strategy"),
	}
	return d
}
