package load_test

import "coldstart/vault/vaulttest"

// What the tests of several rooms share, by short names.
type (
	contents = vaulttest.Contents
	files    = vaulttest.Files
)

const (
	// demo is the example vault that the program carries.
	demo = "../../testdata/demo"

	approvedLine   = vaulttest.ApprovedLine
	configName     = vaulttest.ConfigName
	eventFile      = vaulttest.EventFile
	freshHead      = vaulttest.FreshHead
	journalName    = vaulttest.JournalName
	orphanLog      = vaulttest.OrphanLog
	payFile        = vaulttest.PayFile
	payRequest     = vaulttest.PayRequest
	payTarget      = vaulttest.PayTarget
	planFile       = vaulttest.PlanFile
	problemsFolder = vaulttest.ProblemsFolder
	researchFolder = vaulttest.ResearchFolder
	sections       = vaulttest.EmptySections
	tracePath      = vaulttest.TracePath
	wheels         = vaulttest.Wheels
)

var (
	agentPlan       = vaulttest.AgentPlan
	began           = vaulttest.SessionBegan
	blockedVault    = vaulttest.BlockedVault
	crlf            = vaulttest.CRLF
	decidingVault   = vaulttest.DecidingVault
	eleven          = vaulttest.Eleven
	entry           = vaulttest.EntryFor
	freedPlan       = vaulttest.FreedPlan
	hasProblem      = vaulttest.HasProblem
	headed          = vaulttest.JournalOf
	loadTime        = vaulttest.LoadTime
	logged          = vaulttest.Logged
	makeFiles       = vaulttest.MakeFiles
	mustDecide      = vaulttest.MustDecide
	mustLoad        = vaulttest.MustLoad
	noted           = vaulttest.SessionNoted
	openAt          = vaulttest.OpenAt
	openContents    = vaulttest.OpenContents
	openVault       = vaulttest.OpenVault
	reasons         = vaulttest.ReasonsOf
	refusedWith     = vaulttest.RefusedWith
	remarked        = vaulttest.Remark
	researching     = vaulttest.Researching
	rows            = vaulttest.RowsOf
	sameFiles       = vaulttest.SameFiles
	seedAt          = vaulttest.SeedAt
	seedTrace       = vaulttest.TraceOf
	stopped         = vaulttest.SessionStopped
	switching       = vaulttest.SwitchTo
	treeOf          = vaulttest.TreeOf
	troubles        = vaulttest.TroublesOf
	wantFates       = vaulttest.WantFates
	watchedContents = vaulttest.WatchedContents
	wish            = vaulttest.Wish
)
