package model

import (
	"errors"
	"fmt"
	"testing"
)

func TestJoinedErrorsArePartedBySemicolons(t *testing.T) {
	t.Parallel()
	a, b, c := errors.New("a"), errors.New("b\nof a file"), errors.New("c")
	for want, err := range map[string]error{
		"a": a, "a; b\nof a file": errors.Join(a, b), "x: a; c": fmt.Errorf("x: %w", errors.Join(a, c)),
		"a; c; z": errors.Join(errors.Join(a, c), errors.New("z")), "a, a; c": fmt.Errorf("%w, %w", a, errors.Join(a, c)),
	} {
		if got := ErrorText(err); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
