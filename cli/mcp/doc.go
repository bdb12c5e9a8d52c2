// Package mcp lets an agent work with a vault over the Model Context Protocol, on two
// streams: JSON-RPC 2.0, one message a line.
//
// The room is closed. It has no files, no clock and no vault, only a [Desk], which is
// all that an agent may do. A Desk cannot decide: there is no method for it, and nothing
// that is passed through one is a decision. Who approves is a person in front of a
// screen or a command line.
//
// Everything that comes in is bounded before it is understood: the message, its depth,
// the number of arguments and the length of each. What goes out is JSON in the lines of
// JSON; text of a vault is inside its strings, behind a line that says so.
//
// The official library is not used: for the four methods of a server with tools on
// standard streams it would link a web server, TLS and OAuth into a program that talks
// to nobody. docs/agents.md has the measured sizes.
package mcp
