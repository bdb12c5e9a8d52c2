package phrase

import (
	"strconv"
	"strings"

	"coldstart/model"
)

// Verdict says of an answer how often and when, which is ago, and what else is to be known.
func Verdict(a model.Answer, ago string) (often, then string) {
	best, ok := a.Best()
	switch {
	case !ok && len(a.Words) == 1:
		return "", "No attempt noted here has this word."
	case !ok:
		return "", "No attempt noted here has these words."
	}
	switch a.Verdict {
	case model.OnlySpokenOf:
		then = "No entry says that it was tried."
	case model.TriedAndFailed, model.TriedAndGivenUp:
		if n := len(best.Since); n > 0 {
			then = model.Counted(n, "result") + " since then: worth another look."
		}
	}
	if a.NotAsSuch() {
		often = "No entry has all of the words; close: " + best.Called() + " " + best.Verdict.InRow()
		if ago != "" {
			often += ", " + ago
		}
		return often + ".", then
	}
	often = map[int]string{1: "once", 2: "twice"}[a.Times]
	if often == "" {
		often = strconv.Itoa(a.Times) + " times"
	}
	switch {
	case ago == "":
	case a.Times > 1:
		often += ", last " + ago
	default:
		often += ", " + ago
	}
	return often + ".", then
}

// Matched says which words an entry has and where, and which it lacks.
func Matched(h model.Hit) string {
	var has, lacks []string
	for _, m := range h.Matches {
		has = append(has, m.Word+" in "+places(m.Parts))
	}
	for _, w := range h.Missing {
		lacks = append(lacks, "“"+w+"”")
	}
	words := "matched: " + strings.Join(has, "; ")
	if len(lacks) > 0 {
		words += "; not " + strings.Join(lacks, ", ")
	}
	return words
}

// places joins places of an entry: "its title and tags".
func places(parts []string) string {
	var out []string
	for i, p := range parts {
		if i > 0 {
			p = strings.TrimPrefix(p, "its ")
		}
		out = append(out, p)
	}
	if len(out) < 2 {
		return strings.Join(out, "")
	}
	return strings.Join(out[:len(out)-1], ", ") + " and " + out[len(out)-1]
}
