package session_test

import (
	"os"
	"testing"

	"coldstart/testdata/whole"
)

func TestMain(m *testing.M) {
	whole.Quick()
	os.Exit(m.Run())
}
