package tui

import "testing"

// A request is found by words in its text, and rejected by the name of the action.
func TestStoryFindAndRejectByName(t *testing.T) {
	s := newStory(t)
	s.press("8", "G", "n")
	s.waits("Needs you: ", "from the first again")
	s.press("/", "clothes", " ", "pegs")
	s.waits("1 by their text", "post on LinkedIn")
	s.press("enter", ":")
	s.waits("Go to or do")
	s.press("rej")
	s.waits(": rej")
	s.press("enter")
	s.waits("Reject: why?")
	s.press("not before the flyer", "enter")
	s.read("y reject")
	s.press("y")
	s.waits(`Rejected "`, " · u undo")
	s.leaves()

	s.missing("Pending_Approval/" + postRequest)
	s.contains("Rejected/"+postRequest+".note", "not before the flyer")
}
