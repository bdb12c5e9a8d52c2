package vault

import (
	"fmt"

	"coldstart/model"
)

// refusal is a decision that was not made. It reads as one sentence and is found
// by errors.Is as the reason callers tell apart.
type refusal struct {
	text string
	kind error
}

func (r *refusal) Error() string { return r.text }

func (r *refusal) Unwrap() error { return r.kind }

// refused says which decision was not made and why.
func refused(d model.Decision, kind error, format string, args ...any) error {
	return &refusal{d.Choice.Doing() + " " + d.Ref.Path + ": " + fmt.Sprintf(format, args...), kind}
}
