package signature

import (
	"os/exec"
	"testing"
)

func TestAnInstalledProgramWorks(t *testing.T) {
	if _, err := exec.LookPath("ssh-keygen"); err != nil {
		t.Skip("ssh-keygen is not installed")
	}
	if err := (Tool{Shuns: func(string) bool { return false }}).Works(t.Context()); err != nil {
		t.Error(err)
	}
}
