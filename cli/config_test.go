package cli

import (
	"path/filepath"
	"strings"
	"testing"
)

// A program in the vault could be one that an agent wrote.
func TestAProgramInTheVaultIsRefused(t *testing.T) {
	t.Parallel()
	dir := demoVault(t)
	env, home := machine(t, dir), t.TempDir()
	env.Getenv = variables{"XDG_STATE_HOME": t.TempDir(), "XDG_CONFIG_HOME": home}.get
	write(t, home, "coldstart/coldstart.yaml", "actions:\n- name: a\n  run: ["+filepath.Join(dir, "Plans", "x")+"]\n")
	if got := run(env, "status"); got.code != exitUsage || !strings.Contains(got.err, "coldstart.yaml:2: the program "+filepath.Join(dir, "Plans", "x")+" is in the vault "+dir) {
		t.Errorf("got %+v", got)
	}
}

// The settings that nothing can be opened with still let somebody ask for help.
func TestWrongSettingsStopOnlyWhatOpensAVault(t *testing.T) {
	t.Parallel()
	env := machine(t, demoVault(t))
	env.Getenv = variables{"COLDSTART_READ_ONLY": "maybe"}.get
	for args, want := range map[string]int{"help": exitDone, "version": exitDone, "status": exitUsage, "config": exitUsage, "demo": exitUsage} {
		got := run(env, args)
		if got.code != want || want == exitUsage && got.err != "error: COLDSTART_READ_ONLY is false or true, not \"maybe\"\nhint: see coldstart help config\n" {
			t.Errorf("%s: got %+v, want exit code %d", args, got, want)
		}
	}
	if got := run(env, "memory", "--context"); got.code != exitDone || got.out == "" {
		t.Errorf("an agent's start: got %+v", got)
	}
}

// A home folder that is no vault has the settings in it like any other file. One that is a vault is
// written by agents, and so is what lies in it.
func TestTheSettingsInTheHomeFolderHoldUnlessItIsAVault(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	write(t, home, ".config/coldstart/coldstart.yaml", "read-only: true\nactions: [{key: Z, name: Mill, run: ["+filepath.Join(home, "bin", "mill")+"], kinds: [plan]}]\n")
	env := machine(t, home)
	env.Getenv = variables{"HOME": home}.get
	for _, words := range [][]string{{"status"}, {"status", "--short"}, {"vaults"}, {"approvals", "--vault", filepath.Dir(home)}} {
		if got := run(env, words...); got.code != exitDone {
			t.Errorf("%q: %+v", words, got)
		}
	}
	if got := run(env, "status", "--config", filepath.Join(home, ".config")); got.code != exitUsage {
		t.Errorf("wrong settings are not named: %+v", got)
	}
	write(t, home, "Pending_Approval/ask.md", "Please look at this.\n")
	if got := run(env, "status"); got.code != exitUsage || !strings.Contains(got.err, "coldstart.yaml is in the vault "+home) {
		t.Errorf("agents write the settings: %+v", got)
	}
}
