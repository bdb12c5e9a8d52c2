package research

import "coldstart/model"

// Words is a reason as people read it, Nudge what they are told of a dead end. TestMain sets both, since the package of phrases
// is above this one.
var (
	Words func(model.Reason) string
	Nudge func(DeadEnd) []string
)
