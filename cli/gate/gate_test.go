package gate

import (
	"testing"

	"coldstart/model"
)

func ask(patterns ...string) []model.GateRule {
	var rules []model.GateRule
	for i, p := range patterns {
		rules = append(rules, model.GateRule{Tool: "Bash", Match: p, Then: model.ThenAsk, Line: i + 1})
	}
	return rules
}

func bash(line string) model.Action {
	return model.Action{Tool: "Bash", Own: "Bash", Line: line, Dir: "/srv/shop"}
}

// rulesOfTheTable are what the lines of the tables are held against.
func rulesOfTheTable() []model.GateRule {
	return ask("git push*", "rm *", "npm publish*", "curl *--data*", "gh pr merge*")
}

func TestLinesThatAreAskedFor(t *testing.T) {
	t.Parallel()
	for _, line := range append(askedLines(), askedSpellings()...) {
		if f := Weigh(rulesOfTheTable(), bash(line)); f.Then != model.ThenAsk || f.Rule.Line == 0 || f.Unsure != "" {
			t.Errorf("%s\n\tis not asked for: %+v", line, f)
		}
	}
}

func TestLinesOfWhichNobodyCanTell(t *testing.T) {
	t.Parallel()
	for _, line := range append(unsureLines(), unsureSpellings()...) {
		if f := Weigh(rulesOfTheTable(), bash(line)); f.Then != model.ThenAsk || f.Unsure == "" {
			t.Errorf("%s\n\tis not doubted: %+v", line, f)
		}
	}
}

func TestLinesThatAreNotAskedFor(t *testing.T) {
	t.Parallel()
	for _, line := range append(quietLines(), quietSpellings()...) {
		if f := Weigh(rulesOfTheTable(), bash(line)); f.Then != model.ThenNothing {
			t.Errorf("%s\n\tis asked for: %+v", line, f)
		}
	}
}
