package vault_test

import "coldstart/vault/vaulttest"

// What the tests of several rooms share, by short names.
type (
	contents = vaulttest.Contents
	files    = vaulttest.Files
)

const (
	ackLine         = vaulttest.AcknowledgedLine
	approvedLine    = vaulttest.ApprovedLine
	configName      = vaulttest.ConfigName
	dayFile         = vaulttest.DayFile
	eventFile       = vaulttest.EventFile
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
	problemsFolder  = vaulttest.ProblemsFolder
	rejectTo        = vaulttest.WayRejectTo
	reqFile         = vaulttest.WayFile
	sections        = vaulttest.EmptySections
	tracePath       = vaulttest.TracePath
	underName       = vaulttest.WayUnderName
)

var (
	ack           = vaulttest.Acknowledge
	acknowledging = vaulttest.Acknowledging
	agentPlan     = vaulttest.AgentPlan
	answers       = vaulttest.AnswerHeld
	appendTo      = vaulttest.AppendTo
	ask           = vaulttest.AskGate
	asked         = vaulttest.AskedFit
	began         = vaulttest.SessionBegan
	blockedVault  = vaulttest.BlockedVault
	boatyard      = vaulttest.Boatyard
	byKey         = vaulttest.WayByKey
	byStatus      = vaulttest.WayByStatus
	checkDay      = vaulttest.CheckDay
	crlf          = vaulttest.CRLF
	decidingVault = vaulttest.DecidingVault
	eleven        = vaulttest.Eleven
	fates         = vaulttest.Fates
	freedPlan     = vaulttest.FreedPlan
	gateFile      = vaulttest.GateFile
	gateVault     = vaulttest.GateVault
	headed        = vaulttest.JournalOf
	heldVault     = vaulttest.HeldVault
	keptTexts     = vaulttest.KeptTexts
	lay           = vaulttest.LayLedger
	ledgerLines   = vaulttest.LedgerLines
	loadTime      = vaulttest.LoadTime
	logged        = vaulttest.Logged
	makeFiles     = vaulttest.MakeFiles
	mustDecide    = vaulttest.MustDecide
	mustLoad      = vaulttest.MustLoad
	mustRemove    = vaulttest.MustRemove
	mustWrite     = vaulttest.MustWrite
	needsExchange = vaulttest.NeedsExchange
	newKeyring    = vaulttest.NewKeyring
	openAt        = vaulttest.OpenAt
	openContents  = vaulttest.OpenContents
	openLedger    = vaulttest.OpenLedger
	openVault     = vaulttest.OpenVault
	push          = vaulttest.PushAction
	refusedWith   = vaulttest.RefusedWith
	researching   = vaulttest.Researching
	rows          = vaulttest.RowsOf
	sameFiles     = vaulttest.SameFiles
	seedTrace     = vaulttest.TraceOf
	treeOf        = vaulttest.TreeOf
	troubles      = vaulttest.TroublesOf
	tryAsk        = vaulttest.TryGate
	undoOf        = vaulttest.UndoOf
	undoWhole     = vaulttest.UndoWhole
	undoes        = vaulttest.TakeBack
	undoing       = vaulttest.TakingBack
	unlogged      = vaulttest.Unlogged
	wantFates     = vaulttest.WantFates
	wants         = vaulttest.WantReply
	wayRequest    = vaulttest.WayRequest
	wish          = vaulttest.Wish
	withGit       = vaulttest.WithGit
	withoutID     = vaulttest.WithoutID
	withoutKept   = vaulttest.WithoutKept
)
