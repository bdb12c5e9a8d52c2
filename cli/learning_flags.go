package cli

import (
	"flag"
	"slices"
	"strings"

	"coldstart/model"
)

// learning are the flags of the research journal and of the memory.
type learning struct {
	seed     string
	problem  string
	category string
	outcome  string
	strategy string
	tags     string
	dead     bool
	title    string
	insight  string
	tried    string
	// reasoning to repair are the other fields of an entry that is written.
	reasoning string
	artifacts string
	related   string
	earlier   string
	repair    bool
	context   bool
}

func (l *learning) declare(fs *flag.FlagSet) {
	fs.StringVar(&l.seed, "seed", "", "the memory's `FILE`, instead of the vault's seed.json")
	fs.StringVar(&l.problem, "problem", "", "the research problem with this `SLUG`, instead of the current one")
	fs.StringVar(&l.category, "category", "", "the `CATEGORY`: PROOF, LIT, COMP or NOTE")
	fs.StringVar(&l.outcome, "outcome", "", "the `OUTCOME`: SUCCEEDED, FAILED, PARTIAL, ABANDONED or IN_PROGRESS")
	fs.StringVar(&l.strategy, "strategy", "", "the `STRATEGY` type, such as contradiction")
	fs.StringVar(&l.tags, "tags", "", "`TAGS` with commas between them")
	fs.BoolVar(&l.dead, "dead", false, "only what was tried and failed or was abandoned")
	fs.StringVar(&l.title, "title", "", "the entry's `TITLE`")
	fs.StringVar(&l.insight, "insight", "", "what was learned, as `TEXT`")
	fs.StringVar(&l.tried, "tried", "", "what was tried, as `TEXT`")
	fs.StringVar(&l.reasoning, "reasoning", "", "why it ended so, as `TEXT`")
	fs.StringVar(&l.artifacts, "artifacts", "", "the `FILES` that were made")
	fs.StringVar(&l.related, "related", "", "the `FILES` that belong to it")
	fs.StringVar(&l.earlier, "re-attempt-of", "", "the `ID` of the entry that this one tries again")
	fs.BoolVar(&l.repair, "repair", false, "make a broken front matter anew from the entries")
	fs.BoolVar(&l.context, "context", false, "print only what an agent is told; always exits with 0")
	fs.Bool("commit", false, "make a git commit of the memory's file")
}

// tagList takes --tags apart; a tag that is named twice counts once.
func (l learning) tagList() []string {
	var tags []string
	for tag := range strings.SplitSeq(l.tags, ",") {
		if tag = strings.TrimSpace(tag); tag != "" && !slices.Contains(tags, tag) {
			tags = append(tags, tag)
		}
	}
	return tags
}

// categoryWord reads --category, whatever its case; "" when it is not given.
func (l learning) categoryWord() (model.Category, error) {
	c := model.Category(strings.ToUpper(strings.TrimSpace(l.category)))
	if c != "" && c.Section() == "" {
		names := each(model.Categories(), func(c model.Category) string { return string(c) })
		return "", usage(unknown("category", l.category), choices("the categories are ", string(c), names)...)
	}
	return c, nil
}

// outcomeWord reads --outcome in either spelling, whatever its case.
func (l learning) outcomeWord() (model.Outcome, error) {
	o := model.ParseOutcome(l.outcome)
	if l.outcome != "" && o == model.OutcomeNone {
		names := each(model.Outcomes(), model.Outcome.String)
		return o, usage(unknown("outcome", l.outcome), choices("the outcomes are ", strings.ToUpper(l.outcome), names)...)
	}
	return o, nil
}

// strategyWord reads --strategy, which has to be one of the protocol's to the
// letter, since earlier attempts are compared so.
func (l learning) strategyWord() (string, error) {
	if l.strategy != "" && !model.IsStrategy(l.strategy) {
		return "", usage(unknown("strategy", l.strategy), choices("the strategies are ", strings.ToLower(l.strategy), model.Strategies())...)
	}
	return l.strategy, nil
}

// choices are the hints for a word that is none of names.
func choices(start, typed string, names []string) []string {
	hints := []string{start + strings.Join(names, ", ")}
	if near := suggest(typed, names, ""); near != "" {
		hints = append([]string{near}, hints...)
	}
	return hints
}
