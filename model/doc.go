// Package model holds the rules of coldstart: what a plan, a request and a
// decision are, which plan a session resumes, and what needs a human.
//
// Everything here is a value or a pure function of values. The package imports
// the standard library only, and of that nothing that touches the machine: no
// files, no clock, no environment. Bytes come from package vault, and the time comes
// in as an argument, so that every rule can be read, tested and trusted on its own.
//
// What a rule says against something is a Reason; package phrase has its sentence.
// The sentences that stand here are written into files: the seeds' own, and the
// doubts that the ledger keeps.
//
// Strings that came from a vault are kept exactly as they stood there. They are
// made safe for a terminal at the edge, by package styles, and never before.
package model
