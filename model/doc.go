// Package model holds the rules of coldstart: what a plan, a request and a
// decision are, which plan a session resumes, and what needs a human.
//
// Everything here is a value or a pure function of values. The package imports
// the standard library only, and of that nothing that touches the machine: no
// files, no clock, no environment. Bytes come from package vault, the time comes
// in as an argument, and words for people are made in packages tui and cli, so
// that every rule can be read, tested and trusted on its own.
//
// Strings that came from a vault are kept exactly as they stood there. They are
// made safe for a terminal at the edge, by package styles, and never before.
package model
