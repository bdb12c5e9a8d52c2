package research_test

import (
	"os"
	"testing"

	"coldstart/model/research"
	"coldstart/tui/phrase"
)

func TestMain(m *testing.M) {
	research.Words, research.Nudge = phrase.Reason, phrase.Nudge
	os.Exit(m.Run())
}
