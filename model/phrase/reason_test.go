package phrase

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"testing"

	"coldstart/model"
)

func TestEveryReasonHasASentence(t *testing.T) {
	t.Parallel()
	source, err := os.ReadFile("../../model/reason.go")
	if err != nil {
		t.Fatal(err)
	}
	codes := regexp.MustCompile(`(?m)^\tBecause\w+ +Code = "([a-z-]+)"$`).FindAllStringSubmatch(string(source), -1)
	if len(codes) < 100 {
		t.Fatalf("found %d codes", len(codes))
	}
	seen := map[string]bool{}
	for _, c := range codes {
		r := model.Reason{Code: model.Code(c[1]), Name: model.KindIntake.String(), Text: "text"}
		if said := Reason(r); said == c[1] || said == "" || seen[c[1]] {
			t.Errorf("%s is said as %q", c[1], said)
		}
		seen[c[1]] = true
	}
	if got := Reason(model.Reason{}); got != "" {
		t.Errorf("no reason is said as %q", got)
	}
}

func TestAnEqualPlanOfTheAgentsIsNamedBesideTheChoice(t *testing.T) {
	t.Parallel()
	r := model.Reason{Code: model.BecauseOnlyPlan, Tied: "Plans/PLAN-b.md", More: 2}
	const want = "it is the only open plan; the agents may resume Plans/PLAN-b.md or one of 2 more, since of equal plans they take the one that their folder lists first"
	if got := Reason(r); got != want {
		t.Errorf("got %q", got)
	}
	if got := BriefReason(r); got != "the only open plan" {
		t.Errorf("in brief %q", got)
	}
}

func TestEveryKindIsDecidableOrSaysWhyNot(t *testing.T) {
	t.Parallel()
	for k := model.KindNone; k.String() != "none" || k == model.KindNone; k++ {
		if why := undecidable[k]; (why == "") != k.Decidable() {
			t.Errorf("a %s can be decided on: %v, and says %q", k, k.Decidable(), why)
		}
	}
}

func TestErrorsAreSaidWithTheirReasons(t *testing.T) {
	t.Parallel()
	stale := model.Reason{Code: model.BecauseBeingWritten}
	pinned := model.Reason{Code: model.BecausePlanIs, Name: "Done"}
	for _, tt := range []struct {
		err  error
		want string
	}{
		{errors.New("plain"), "plain"},
		{stale, "it is still being written"},
		{fmt.Errorf("approving a.md: %w", stale), "approving a.md: it is still being written"},
		{fmt.Errorf("approving [being-written].md: %w, and more", stale), "approving [being-written].md: it is still being written, and more"},
		{errors.Join(fmt.Errorf("one: %w", stale), fmt.Errorf("two: %w", pinned)), "one: it is still being written; two: it is Done"},
		{errors.Join(stale, stale), "it is still being written; it is still being written"},
	} {
		if got := Error(tt.err); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}

func TestCannot(t *testing.T) {
	t.Parallel()
	for reason, want := range map[string]string{"nothing to undo": "Nothing to undo.", "the plan is Done": "Cannot undo: the plan is Done."} {
		if got := Cannot("undo", reason); got != want {
			t.Errorf("%q: %q", reason, got)
		}
	}
}
