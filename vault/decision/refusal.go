package decision

import (
	"fmt"

	"coldstart/model"
)

// Refusal is a decision that was not made. It reads as one sentence, but for a reason of
// the model in it, and is found by errors.Is as the reason callers tell apart.
type Refusal struct{ Text, Kind error }

// Error is the sentence.
func (r *Refusal) Error() string { return r.Text.Error() }

// Unwrap gives the reason that callers tell apart.
func (r *Refusal) Unwrap() []error { return []error{r.Kind, r.Text} }

// refused says which decision was not made and why.
func refused(d model.Decision, kind error, format string, args ...any) error {
	return &Refusal{fmt.Errorf("%s %s: %w", d.Choice.Doing(), d.Ref.Path, fmt.Errorf(format, args...)), kind}
}
