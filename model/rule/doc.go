// Package rule answers from the facts: possible decisions, the order of the queue, the place to resume,
// warnings from other requests, and undo.
//
// Its functions take a model.Snapshot or one of its things, and know neither files nor a clock.
package rule
