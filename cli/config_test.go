package cli

import (
	"path/filepath"
	"strings"
	"testing"
)

// A program in the vault could be one that an agent wrote.
func TestAProgramInTheVaultIsRefused(t *testing.T) {
	dir := demoVault(t)
	env, home := machine(t, dir), t.TempDir()
	env.Getenv = Variables{"XDG_STATE_HOME": t.TempDir(), "XDG_CONFIG_HOME": home}.Get
	Write(t, home, "coldstart/coldstart.yaml", "actions:\n- name: a\n  run: ["+filepath.Join(dir, "Plans", "x")+"]\n")
	if got := run(env, "status"); got.code != exitUsage || !strings.Contains(got.err, "coldstart.yaml:2: the program "+filepath.Join(dir, "Plans", "x")+" lies in the vault "+dir) {
		t.Errorf("got %+v", got)
	}
}

// The settings that nothing can be opened with still let somebody ask for help.
func TestWrongSettingsStopOnlyWhatOpensAVault(t *testing.T) {
	env := machine(t, demoVault(t))
	env.Getenv = Variables{"COLDSTART_READ_ONLY": "maybe"}.Get
	for args, want := range map[string]int{"help": exitDone, "version": exitDone, "status": exitUsage, "config": exitUsage, "demo": exitUsage} {
		got := run(env, args)
		if got.code != want || want == exitUsage && got.err != "error: COLDSTART_READ_ONLY is false or true, not \"maybe\"\nhint: coldstart help config lists the settings\n" {
			t.Errorf("%s: got %+v, want exit code %d", args, got, want)
		}
	}
	if got := run(env, "memory", "--context"); got.code != exitDone || got.out == "" {
		t.Errorf("an agent's start: got %+v", got)
	}
}
