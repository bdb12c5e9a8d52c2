// Package research answers from journals and from what sessions, traces and requests tell: what was tried, what was a dead end,
// and what to try next.
package research
