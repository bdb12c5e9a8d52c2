// Package rule says what follows from what was found: what may be decided and why not, what needs the operator and in which order,
// where work continues, what makes a request doubtful beside others, what a decision did and whether it can be undone.
//
// Its functions take a model.Snapshot or one of its things, and know neither files nor a clock.
package rule
