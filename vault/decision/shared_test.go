package decision_test

import (
	"os"
	"testing"

	"coldstart/testdata/whole"
	"coldstart/vault/vaulttest"
)

func TestMain(m *testing.M) {
	whole.Quick()
	os.Exit(m.Run())
}

// What the tests of several rooms share, by short names.
type (
	contents = vaulttest.Contents
	files    = vaulttest.Files
	line     = vaulttest.LedgerLine
)

const (
	ackLine         = vaulttest.AcknowledgedLine
	approvedLine    = vaulttest.ApprovedLine
	configName      = vaulttest.ConfigName
	dayFile         = vaulttest.DayFile
	emailFile       = vaulttest.EmailFile
	eventFile       = vaulttest.EventFile
	freedHead       = vaulttest.FreedHead
	freshHead       = vaulttest.FreshHead
	inFolder        = vaulttest.WayInFolder
	journalName     = vaulttest.JournalName
	mooringApproval = vaulttest.MooringApproval
	mooringDesign   = vaulttest.MooringDesign
	orphanLog       = vaulttest.OrphanLog
	payFile         = vaulttest.PayFile
	payRequest      = vaulttest.PayRequest
	payTarget       = vaulttest.PayTarget
	planFile        = vaulttest.PlanFile
	rejectTo        = vaulttest.WayRejectTo
	reqFile         = vaulttest.WayFile
	sections        = vaulttest.EmptySections
	tracePath       = vaulttest.TracePath
	underName       = vaulttest.WayUnderName
)

var (
	ack           = vaulttest.Acknowledge
	acknowledging = vaulttest.Acknowledging
	began         = vaulttest.SessionBegan
	blockedVault  = vaulttest.BlockedVault
	boatyard      = vaulttest.Boatyard
	byKey         = vaulttest.WayByKey
	byStatus      = vaulttest.WayByStatus
	checkDay      = vaulttest.CheckDay
	crlf          = vaulttest.CRLF
	decidingVault = vaulttest.DecidingVault
	eleven        = vaulttest.Eleven
	entry         = vaulttest.EntryFor
	freedPlan     = vaulttest.FreedPlan
	headed        = vaulttest.JournalOf
	lay           = vaulttest.LayLedger
	ledgerFile    = vaulttest.LedgerFile
	ledgerLines   = vaulttest.LedgerLines
	logged        = vaulttest.Logged
	makeFiles     = vaulttest.MakeFiles
	mustDecide    = vaulttest.MustDecide
	mustLoad      = vaulttest.MustLoad
	mustRemove    = vaulttest.MustRemove
	noted         = vaulttest.SessionNoted
	openLedger    = vaulttest.OpenLedger
	openVault     = vaulttest.OpenVault
	placed        = vaulttest.PlacesOf
	planned       = vaulttest.PlannedLine
	reached       = vaulttest.ReachedLine
	refusedWith   = vaulttest.RefusedWith
	remarked      = vaulttest.Remark
	researching   = vaulttest.Researching
	sameFiles     = vaulttest.SameFiles
	seedAt        = vaulttest.SeedAt
	seedTrace     = vaulttest.TraceOf
	stopped       = vaulttest.SessionStopped
	switching     = vaulttest.SwitchTo
	treeOf        = vaulttest.TreeOf
	tried         = vaulttest.Attempt
	undoOf        = vaulttest.UndoOf
	undoWhole     = vaulttest.UndoWhole
	wantFates     = vaulttest.WantFates
	wayRequest    = vaulttest.WayRequest
	wish          = vaulttest.Wish
)
