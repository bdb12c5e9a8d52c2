package research_test

import (
	"os"
	"testing"

	"coldstart/model/phrase"
	"coldstart/model/research"
)

func TestMain(m *testing.M) {
	research.Words, research.Nudge = phrase.Reason, phrase.Nudge
	os.Exit(m.Run())
}
