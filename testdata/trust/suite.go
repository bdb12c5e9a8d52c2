package main

import "slices"

// part is one line of the table: tests of one package that try one thing.
type part struct {
	what string
	// folder is the package, tests are the names of its tests.
	folder string
	tests  []string
}

// chapter is a group of parts.
type chapter struct {
	title string
	parts []part
}

// suite are the tests that the promises of docs/trust.md rest on.
var suite = []chapter{
	{"bad inputs", []part{
		{"every page, text and dialog of the screen", "tui", []string{"TestHostileVaultsOnScreen", "TestHostileVaultTogether"}},
		{"files of many megabytes, thousands of files", "tui", []string{"TestLargeHostileVaults"}},
		{"which requests cannot be approved by a yes alone", "tui", []string{"TestWhichHostileRequestsAreStoppedAt"}},
		{"every command: text, terminal, JSON", "cli", []string{"TestHostileVaultsInCommands", "TestNothingHostileGetsOut"}},
		{"requests are published byte by byte", "cli", []string{"TestHostileRequestsArePublishedAsTheyAre"}},
		{"edits of damaged files", "cli", []string{"TestEditsOfHostileDataKeepTheRest"}},
		{"every character there is", "styles", []string{
			"TestEveryCodePointIsDrawnInACellOrEscapedAndReadBack", "TestEveryCodePointAfterABaseIsDrawnOrEscaped", "TestSourceShowsEveryByte",
		}},
		{"the notation read back, from the seeds of the fuzzers", "styles", []string{"FuzzShow", "FuzzSource", "FuzzFit", "FuzzWrap"}},
		{"front matter as other programs read it", "vault/doubt", []string{"TestOtherReadersAgreeOnWhatRaisesNoDoubt"}},
		{"files that are none: pipes, links, folders, devices", "vault", []string{
			"TestWhatIsNoRegularFileIsNeverDecidedOn", "TestLoadNamesWhatIsNoFileAndNeverOpensIt", "TestLinksInPlaceOfFoldersAndFilesAreNotFollowed",
		}},
	}},
	{"faults", []part{
		{"killed, failing and missing calls, limits, file systems, power cuts", "vault", []string{"TestEveryFaultEndsInTheOldStateOrTheNewOne"}},
		{"killed ahead of each step", "vault", []string{"TestADecisionKilledAnywhereIsWholeOrNothing", "TestARecoveryKilledAnywhereIsGoneOnWith"}},
		{"recovered after others went on", "vault", []string{
			"TestRecoverAfterTheAgentsWentOn", "TestRecoveryKeepsADisplacedTextOfAnother", "TestTheNextDecisionFinishesAnInterruptedOne",
		}},
		{"files that may not be written", "vault", []string{
			"TestAWriteProtectedFileIsLeftAlone", "TestAFailureBeforePublicationLeavesEverything", "TestAVaultThatCannotBeWrittenIsAnnouncedAndLeftAlone",
			"TestHalfALineIsTakenBack",
		}},
	}},
	{"races", []part{
		{"a writer that hammers the plan under decisions", "vault", []string{"TestNoLineOfATirelessWriterIsLost"}},
		{"a reader that looks all the time", "vault", []string{"TestAReaderSeesWholeFilesOnly"}},
		{"two operators at once", "vault", []string{"TestOfTwoOperatorsAtOnceOneSucceeds"}},
		{"agents that add to the log meanwhile", "vault", []string{"TestAcknowledgingWhileOthersWriteLosesAndTearsNothing"}},
		{"texts written at the worst moment", "vault", []string{
			"TestATextWrittenInTheWindowStays", "TestAFileThatIsBeingWrittenIsNotReplaced", "TestAnOpenRequestIsKeptWhenItIsDecidedOn",
			"TestANewerTextStaysPending", "TestANameTakenAtTheLastMomentIsAConflict",
		}},
		{"files that change under the dialog, held and pasted keys", "tui", []string{
			"TestAFileThatChangesUnderTheDialogTurnsYOff", "TestStoryChangedAtTheLastMoment", "TestHeldYNeverConfirms", "TestOnlyASingleTypedYConfirms",
			"TestPastedTextDoesNothingOnPages", "TestRepliesOfTheTerminalDecideNothing", "TestAFileThatKeepsChangingIsNotShown",
		}},
	}},
}

// folders are the packages of the suite, each once.
func folders() []string {
	var all []string
	for _, c := range suite {
		for _, p := range c.parts {
			if !slices.Contains(all, p.folder) {
				all = append(all, p.folder)
			}
		}
	}
	return all
}

// testsIn are the tests of the suite in one package.
func testsIn(folder string) []string {
	var all []string
	for _, c := range suite {
		for _, p := range c.parts {
			if p.folder == folder {
				all = append(all, p.tests...)
			}
		}
	}
	return all
}
