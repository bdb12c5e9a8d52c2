// Command trust runs the tests that the promises of docs/dev/promises.md rest on, and prints
// what was tried and what came of it: hostile inputs, faults and races.
//
//	go run ./testdata/trust          everything; minutes, and best as root on Linux
//	go run ./testdata/trust -quick   what the ordinary tests run
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

var errTests = errors.New("not everything passed")

func main() {
	if err := run(os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}

func run(args []string, out, progress io.Writer) error {
	flags := flag.NewFlagSet("trust", flag.ContinueOnError)
	quick := flags.Bool("quick", false, "only what the ordinary tests run")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("what is %q? go run ./testdata/trust [-quick]", flags.Arg(0))
	}
	home, err := homes(".")
	if err != nil {
		return fmt.Errorf("looking for the tests: %w", err)
	}
	all := results{by: map[string]*result{}}
	for _, folder := range slices.Sorted(maps.Keys(home)) {
		fmt.Fprintf(progress, "testing %s …\n", folder)
		some, err := tested(folder, home[folder], *quick)
		if err != nil {
			return err
		}
		all.add(some)
		for _, r := range some.list {
			if r.ended == "fail" && !r.parent {
				fmt.Fprintf(progress, "%s", r.said)
			}
		}
		if len(some.list) == 0 {
			fmt.Fprintf(progress, "%s", some.loose)
		}
	}
	if !report(out, all) {
		return errTests
	}
	return nil
}

// tested runs some tests of one package. That tests fail is a result, not an error.
func tested(folder string, tests []string, quick bool) (results, error) {
	cmd := exec.Command("go", "test", "-json", "-count=1", "-timeout=60m", "-run", "^("+strings.Join(tests, "|")+")$", "./"+filepath.ToSlash(folder))
	cmd.Env = os.Environ()
	if !quick {
		cmd.Env = append(cmd.Env, "COLDSTART_FAULTS=1", "COLDSTART_WHOLE=1")
	}
	var text bytes.Buffer
	cmd.Stdout, cmd.Stderr = &text, &text
	err := cmd.Run()
	if _, ended := errors.AsType[*exec.ExitError](err); err != nil && !ended {
		return results{}, fmt.Errorf("running the tests of %s: %w", folder, err)
	}
	return read(&text)
}

// part is one line of the table: tests that try one thing.
type part struct {
	what  string
	tests []string
}

// chapter is a group of parts.
type chapter struct {
	title string
	parts []part
}

// suite are the tests that the promises of docs/dev/promises.md rest on.
var suite = []chapter{
	{"bad inputs", []part{
		{"every page, text and dialog of the screen", []string{"TestHostileVaultsOnScreen", "TestHostileVaultTogether"}},
		{"files of many megabytes, thousands of files", []string{"TestLargeHostileVaults"}},
		{"which requests cannot be approved by a yes alone", []string{"TestWhichHostileRequestsAreStoppedAt"}},
		{"every command: text, terminal, JSON", []string{"TestHostileVaultsInCommands", "TestNothingHostileGetsOut"}},
		{"requests are published byte by byte", []string{"TestHostileRequestsArePublishedAsTheyAre"}},
		{"edits of damaged files", []string{"TestEditsOfHostileDataKeepTheRest"}},
		{"every character there is", []string{
			"TestEveryCodePointIsDrawnInACellOrEscapedAndReadBack", "TestEveryCodePointAfterABaseIsDrawnOrEscaped", "TestSourceShowsEveryByte",
		}},
		{"the notation read back, from the seeds of the fuzzers", []string{"FuzzShow", "FuzzSource", "FuzzFit", "FuzzWrap"}},
		{"front matter as other programs read it", []string{"TestOtherReadersAgreeOnWhatRaisesNoDoubt"}},
		{"files that are none: pipes, links, folders, devices", []string{
			"TestWhatIsNoRegularFileIsNeverDecidedOn", "TestLoadNamesWhatIsNoFileAndNeverOpensIt", "TestLinksInPlaceOfFoldersAndFilesAreNotFollowed",
		}},
	}},
	{"faults", []part{
		{"killed, failing and missing calls, limits, file systems, power cuts", []string{"TestEveryFaultEndsInTheOldStateOrTheNewOne"}},
		{"killed ahead of each step", []string{"TestADecisionKilledAnywhereIsWholeOrNothing", "TestARecoveryKilledAnywhereIsGoneOnWith"}},
		{"recovered after others went on", []string{
			"TestRecoverAfterTheAgentsWentOn", "TestRecoveryKeepsADisplacedTextOfAnother", "TestTheNextDecisionFinishesAnInterruptedOne",
		}},
		{"full disks and folders, read-only ones, files that cannot be removed", []string{"TestNoDecisionIsHalfDone"}},
		{"files that may not be written", []string{
			"TestAWriteProtectedFileIsLeftAlone", "TestAFailureBeforePublicationLeavesEverything", "TestAVaultThatCannotBeWrittenIsAnnouncedAndLeftAlone",
			"TestHalfALineIsTakenBack",
		}},
	}},
	{"races", []part{
		{"a writer that hammers the plan under decisions", []string{"TestNoLineOfATirelessWriterIsLost"}},
		{"a reader that looks all the time", []string{"TestAReaderSeesWholeFilesOnly"}},
		{"two operators at once", []string{"TestOfTwoOperatorsAtOnceOneSucceeds"}},
		{"two operators while a stranger locks all that it may read", []string{"TestOfTwoOperatorsAtOnceOneSucceedsDespiteAStranger"}},
		{"locks of strangers, claims of killed processes", []string{
			"TestAStrangersLockHoldsNobodyUp", "TestTheNextStartRemovesWhatAKilledProcessClaimed", "TestAKilledDecisionHoldsNoOtherOperatorUp",
		}},
		{"a program that takes whatever comes into Approved", []string{"TestAWatcherOfTheFolderTakesNothing"}},
		{"a hand in what is published", []string{
			"TestWhatAnotherProgramHasAHandInIsNotPublished", "TestWhatIsChangedRightAfterItWasPublishedIsSaid", "TestWhatIsTakenUpAtOnceIsApproved", "TestOnlyWeMayWriteWhatIsPublished",
		}},
		{"agents that add to the log meanwhile", []string{"TestAcknowledgingWhileOthersWriteLosesAndTearsNothing"}},
		{"texts written at the worst moment", []string{
			"TestATextWrittenInTheWindowStays", "TestAFileThatIsBeingWrittenIsNotReplaced", "TestAnOpenRequestIsKeptWhenItIsDecidedOn",
			"TestANewerTextStaysPending", "TestANameTakenAtTheLastMomentIsAConflict",
		}},
		{"files that change under the dialog, held and pasted keys", []string{
			"TestAFileThatChangesUnderTheDialogTurnsYOff", "TestStoryChangedAtTheLastMoment", "TestAHeldYNeverCounts", "TestOnlyASingleTypedYConfirms",
			"TestPastedTextDoesNothingOnPages", "TestRepliesOfTheTerminalDecideNothing", "TestAFileThatKeepsChangingIsNotShown",
		}},
	}},
	{"ways around the gate", []part{
		{"one command in many spellings, and what shells run of them", []string{
			"TestEverySpellingOfAPushIsAskedFor", "TestWhatTheLineDoesNotSayIsAskedFor", "TestEachRowOfTheTableIsClosed", "TestWhatAShellRunsIsAskedFor", "TestWhatIsWrittenAndRunIsAskedFor",
		}},
		{"what no rule can see is told", []string{"TestWhatTheGateCannotSeeIsTold", "TestWhatStaysOpenIsTold"}},
		{"forged, replayed, changed and old answers, other places and tools", []string{"TestWaysAroundTheGate"}},
		{"events that no client says", []string{"TestWhatNoClientSaysIsRefused", "TestEachClientIsRefused"}},
		{"calls at the same moment", []string{"TestOfManyCallsAtOnceOneUsesTheYes"}},
		{"a missing, broken or other program, other variables", []string{"TestTheInstalledLineRefuses"}},
		{"the agents' own programs, where they are installed", []string{"TestTheGateInTheClients", "TestAPushThatIsLeftForLater"}},
	}},
}

// homes are the packages with tests of the suite, each with the names of these tests.
func homes(root string) (map[string][]string, error) {
	found := map[string][]string{}
	return found, filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(name, "_test.go") {
			return err
		}
		source, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		folder, err := filepath.Rel(root, filepath.Dir(name))
		for _, c := range suite {
			for _, p := range c.parts {
				for _, test := range p.tests {
					if bytes.Contains(source, []byte("\nfunc "+test+"(")) && !slices.Contains(found[folder], test) {
						found[folder] = append(found[folder], test)
					}
				}
			}
		}
		return err
	})
}
