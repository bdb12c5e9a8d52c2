package vault

import (
	"fmt"

	"coldstart/model"
)

// refusal is a decision that was not made. It reads as one sentence, but for a reason of
// the model in it, and is found by errors.Is as the reason callers tell apart.
type refusal struct{ text, kind error }

func (r *refusal) Error() string { return r.text.Error() }

func (r *refusal) Unwrap() []error { return []error{r.kind, r.text} }

// refused says which decision was not made and why.
func refused(d model.Decision, kind error, format string, args ...any) error {
	return &refusal{fmt.Errorf("%s %s: %w", d.Choice.Doing(), d.Ref.Path, fmt.Errorf(format, args...)), kind}
}
