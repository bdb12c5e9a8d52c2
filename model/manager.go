package model

import (
	"time"
)

// ManagedPlan is what the agents' own plan manager makes of one file Plans/PLAN-….md. It is
// stricter than we are: it compares words exactly, passes over what it cannot read, and stops
// at some files with an error, so that it finds no plan at all.
type ManagedPlan struct {
	Path string
	// Leads is the path of the file that it is a link to, empty where it is the file itself.
	Leads string
	// Stops says why it stops at this file, Skips why it passes over it; empty when it reads it.
	Stops, Skips string
	// Mend says how the file is put right where it is stopped at or skipped, Line where, zero
	// for the whole file.
	Mend string
	Line int
	// Unknown is true when all that is not known, as of a file that is too large; Why says why.
	Unknown bool
	Why     string
	// Status is the word that it compares, or what stands in its place; Rank is its place in
	// the order Active, Blocked, Draft, anything else.
	Status string
	Rank   int
	// Created is the time in created_date.
	Created time.Time
}

// AgentPlan is a file that the agents' program takes for a plan of theirs, and that is read otherwise here or not at
// all: as another notation, as a template, or behind a link.
type AgentPlan struct {
	Path string
	// ID is what they read for the task id, Steps are the steps as they count them.
	ID    string
	Steps []Step
	Seen  Fingerprint
	// Unread says why nobody here knows what they read, "" where that is known.
	Unread string
}
