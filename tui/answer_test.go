package tui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coldstart/styles"
	"coldstart/testdata/must"
)

const (
	boatyardRepo  = "../vault/guest/specflow/testdata/boatyard/repo"
	hallApproval  = ".spec-workflow/approvals/winter-storage/approval_1763625600000_w1n.json"
	hallDesign    = ".spec-workflow/specs/winter-storage/design.md"
	noVaultFolder = "Logs"
)

// newAnswerStory is a story in a repository whose agent waits for an answer to a long document.
func newAnswerStory(t *testing.T) *story {
	t.Helper()
	s := storyIn(t, boatyardRepo, Options{Theme: styles.New(styles.Options{NoColor: true}), Now: clock})
	s.waits("as of 07:02")
	s.writes(hallDesign, "# Design Document\n"+strings.Repeat("\nEach place has a number.\n", 100)+"\nThe last line.\n")
	s.press("ctrl+r")
	s.press("2", "g")
	s.waits("Winter storage: design")
	return s
}

func (s *story) writes(name, text string) {
	s.t.Helper()
	must.Do(s.t, os.WriteFile(filepath.Join(s.dir, filepath.FromSlash(name)), []byte(text), 0o644))
}

func TestStoryApproveADocument(t *testing.T) {
	s := newAnswerStory(t)
	was := s.file(hallApproval)
	s.press("a")
	s.waits("Approve this document?", "document ", "spec-workflow", "lines read")
	for strings.Contains(s.counts().text, readOn) {
		// A yes counts at the end only.
		s.tm.Send(keyNamed("y"))
		s.tm.Send(keyNamed("pgdown"))
	}
	s.read("y approve")
	if got := s.file(hallApproval); got != was {
		t.Errorf("a yes before the end counted:\n%s", got)
	}
	s.press("y")
	s.waits(`Approved "`, " · u undo")
	want := strings.Replace(strings.Replace(was, "pending", "approved", 1), `"categoryName": "winter-storage"`,
		`"categoryName": "winter-storage",`+"\n"+`  "respondedAt": "2026-03-14T07:02:00.000Z"`, 1)
	if got := s.file(hallApproval); got != want {
		t.Errorf("the approval is\n%s\nwant\n%s", got, want)
	}
	s.press("u")
	s.waits("Undo this approval?", "takes your answer out of")
	s.read("y undo")
	s.press("y")
	s.waits("Undone: ")
	s.leaves()
	if got := s.file(hallApproval); got != was {
		t.Errorf("after the undo the approval is\n%s", got)
	}
	s.missing(noVaultFolder, "Approved", "Rejected", "Pending_Approval", hallApproval+".note")
}

func TestStoryADocumentChangesUnderTheDialog(t *testing.T) {
	s := newAnswerStory(t)
	was := s.file(hallApproval)
	s.press("a")
	s.waits("Approve this document?")
	s.read("y approve")
	s.writes(hallDesign, s.file(hallDesign)+"and one line more\n")
	s.waits("The file changed while you were reading. Read the new text first.", "+and one line more")
	s.press("y")
	s.waits("Not yet: the file changed; l rereads it.")
	s.press("l")
	s.waits("where the agent looks for it")
	s.writes(hallApproval, strings.Replace(was, "pending", "rejected", 1))
	s.waits("Read the new text first.", `"status": "rejected"`)
	s.press("esc")
	s.waits("No decision made.")
	s.leaves()
	if got := s.file(hallApproval); got != strings.Replace(was, "pending", "rejected", 1) {
		t.Errorf("the approval was written:\n%s", got)
	}
}

func TestStoryAskForChangesToADocument(t *testing.T) {
	s := newAnswerStory(t)
	s.press("c")
	s.waits("Ask for changes: what should change?", "The agent gets this as your answer.")
	s.press("name the doors", "enter")
	s.waits("note    ")
	// You can reject without typing to the end.
	s.waits("y ask for changes")
	s.press("y")
	s.waits("Changes wanted on")
	s.leaves()
	s.contains(hallApproval, `"status": "needs-revision"`, `"response": "name the doors"`)
	s.missing(noVaultFolder, hallApproval+".note")
}
