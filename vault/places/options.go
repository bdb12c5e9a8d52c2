package places

import (
	"time"

	"coldstart/model"
)

// Options are the settings of one opened vault.
type Options struct {
	// StateDir is the operator's own folder for this program, outside any vault.
	// The ledger lies in a folder below it. It is made when first needed. Without
	// one the vault can only be read.
	StateDir string
	// ReadOnly refuses every decision.
	ReadOnly bool
	// ReadOnlyBy says how that was asked for, as in "with --read-only"; "" means so.
	ReadOnlyBy string
	// Brief bounds how much is read, for a program that cannot wait: only the newest
	// files, and the ends of logs. What is left out is among the problems.
	Brief bool
	// Places are where the operator keeps what is read, the zero value the usual places.
	Places Places
	// WorkRule is the rule for stuck work items; the zero value lets the vault decide.
	WorkRule model.WorkRule
	// Zone is assumed for times that name none; nil means UTC.
	Zone *time.Location
	// Operator is the account name that goes into the ledger and the logs.
	Operator string
	// Seed is the memory's file, wherever it lies, when the operator names one.
	// HomeSeed is the one in the operator's home; it is used when nothing is named and
	// the vault has none of its own. Both are absolute paths or empty.
	Seed     string
	HomeSeed string
	// Clock gives the real time, whatever the time of a load; nil has LoadChanged read
	// everything.
	Clock func() time.Time
}
