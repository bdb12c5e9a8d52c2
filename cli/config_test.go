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
		if got.code != want || want == exitUsage && got.err != "error: COLDSTART_READ_ONLY is false or true, not \"maybe\"\nhint: coldstart help config lists the settings\n" {
			t.Errorf("%s: got %+v, want exit code %d", args, got, want)
		}
	}
	if got := run(env, "memory", "--context"); got.code != exitDone || got.out == "" {
		t.Errorf("an agent's start: got %+v", got)
	}
}
