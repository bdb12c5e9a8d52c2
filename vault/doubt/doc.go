// Package doubt finds what makes it unsafe to approve a request by the look of it:
// places that two common readers of the same bytes take for two things, values that
// no agent can use, and characters that deceive the eye. It reads bytes and gives
// sentences; nothing here touches a file.
//
// The rules stand in one table (rule.go). A rule weighs one way for requests in the
// agents' own schema, which known programs read as YAML and act on, and often less for
// the notations of others, where the same place is an everyday slip (docs/dialects.md,
// docs/trust.md).
package doubt
