// Package research answers from journals, sessions, traces and requests: earlier attempts, dead ends, and
// the next idea.
package research
