package cli

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/testdata/must"
)

// signedVault is the demo's vault with one approval that is signed by sam, on the list of whom the
// name is given.
func signedVault(t *testing.T) (env Env, dir, file, list string) {
	t.Helper()
	if _, err := exec.LookPath("ssh-keygen"); err != nil {
		t.Skip("ssh-keygen is not installed")
	}
	keys := t.TempDir()
	key := filepath.Join(keys, "key")
	if out, err := exec.Command("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", key).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	public := must.Get(os.ReadFile(key + ".pub"))(t)
	list = filepath.Join(keys, "signers")
	write(t, keys, "signers", "sam "+string(public))
	write(t, keys, "coldstart/coldstart.yaml", "sign: "+key+"\n")
	dir = demoVault(t)
	env = machine(t, dir)
	env.Getenv = variables{"XDG_STATE_HOME": t.TempDir(), "XDG_CONFIG_HOME": keys}.get
	text := must.Get(os.ReadFile(filepath.Join(dir, "Pending_Approval", "LINKEDIN_2026-03-12_truing_evening.md")))(t)
	if got := run(env, "approve", "LINKEDIN_2026-03-12_truing_evening", "--expect-hash", model.FingerprintOf(text).String()); got.code != exitDone {
		t.Fatalf("%+v", got)
	}
	return env, dir, "Approved/LINKEDIN_2026-03-12_truing_evening.md", list
}

// Without a name there is nobody to sign for, and doctor says so before it is too late.
func TestNobodySigns(t *testing.T) {
	t.Parallel()
	env, _, _, _ := signedVault(t)
	if got := run(env, "doctor"); strings.Contains(got.out, "USER") {
		t.Errorf("with a name: %+v", got)
	}
	env.Operator = ""
	env.StdinIsTerminal = true
	got := run(env, "reject", "2026-013", "-m", "no")
	if got.code != exitFailed || !strings.HasSuffix(got.err, ": it cannot be signed: the account that decides has no name\nhint: no decision made; set USER to the name of your account\n") {
		t.Errorf("got %+v", got)
	}
	if got := run(env, "doctor"); got.code != exitProblems || !strings.Contains(got.out, "neither the environment nor the system names this account") || !strings.Contains(got.out, "set USER to the name") {
		t.Errorf("got %+v", got)
	}
}

func TestVerifyAndWaitByAListOfSigners(t *testing.T) {
	t.Parallel()
	env, dir, file, list := signedVault(t)
	check := func(what string, wantCode int, want string, args ...string) {
		t.Helper()
		got := run(env, args...)
		if got.code != wantCode || !strings.Contains(got.out+got.err, want) {
			t.Errorf("%s: %+v", what, got)
		}
	}
	wait := []string{"wait", file, "--timeout", "0", "--signers", list}
	verify := []string{"verify", file, "--signers", list}
	with := func(args []string, more ...string) []string { return append(args[:len(args):len(args)], more...) }
	check("verify", exitDone, "signed  "+file, verify...)
	check("wait", exitDone, "approved  ", wait...)
	for _, line := range [][]string{verify, wait} {
		check("by another name", exitProblems, "its record is of the vault \"demo\", not of \"till\" or \"bank\"", with(line, "--name", "till", "--name", "bank")...)
		check("by several names", exitDone, file, with(line, "--name", "till", "--name", "demo")...)
		check("by an empty name", exitUsage, "--name needs a name", with(line, "--name", "")...)
		check("without a revoked file", exitUsage, "--revoked needs a file", with(line, "--revoked", "")...)
		check("with a missing revoked file", exitFailed, "reading the revoked keys in ", with(line, "--revoked", "nowhere")...)
		check("without signers", exitUsage, "--revoked needs --signers", with(line[:len(line)-2], "--revoked", list)...)
	}
	check("by another name", exitProblems, `its record is of the vault "demo", not of "till"`, with(verify, "--name", "till")...)
	check("the hint", exitProblems, "hint: if that was the name of this vault when they were signed: --name demo\n", with(verify, "--name", "till")...)
	check("no time", exitUsage, "--timeout must be above 0", with(verify, "--timeout", "0s")...)
	check("no time left", exitProblems, "it was not checked within 1ns", with(verify, "--timeout", "1ns")...)

	record := filepath.Join(dir, file) + ".signed"
	text, err := os.ReadFile(record)
	if err != nil || os.Remove(record) != nil {
		t.Fatalf("the record: %v", err)
	}
	got := run(env, wait...)
	if got.code != exitProblems || !strings.HasPrefix(got.out, "unsigned  ") || !strings.Contains(got.out, "note: it has no signature") || !strings.Contains(got.err, "this approval does not count: it has no signature") {
		t.Errorf("wait for a file without its record: %+v", got)
	}
	var reply struct{ State, Note, By string }
	got = run(env, with(wait, "--json")...)
	if err := json.Unmarshal([]byte(got.out), &reply); err != nil || got.code != exitProblems || reply.State != "unsigned" || reply.Note != "it has no signature" || reply.By != "" {
		t.Errorf("in JSON: %v: %+v", err, got)
	}
	write(t, dir, file+".signed", string(text))

	write(t, dir, file, "Post something else\n")
	const altered = "its bytes are not those that were decided on"
	check("verify of an altered file", exitProblems, altered, verify...)
	got = run(env, wait...)
	if got.code != exitProblems || !strings.HasPrefix(got.out, "altered  ") || !strings.Contains(got.err, "this approval does not count: "+altered) {
		t.Errorf("wait for an altered file: %+v", got)
	}
	var all struct {
		OK         bool
		Signatures []struct {
			Path, Why string
			OK        bool
		}
	}
	got = run(env, with(verify, "--json")...)
	if err := json.Unmarshal([]byte(got.out), &all); err != nil || got.code != exitProblems || all.OK || len(all.Signatures) != 1 || all.Signatures[0].OK || all.Signatures[0].Why != altered {
		t.Errorf("verify in JSON: %v: %+v", err, got)
	}

	must.Do(t, os.Rename(filepath.Join(dir, file), filepath.Join(dir, "Done", filepath.Base(file))))
	check("wait for one that was carried out", exitProblems, "its file is not among the approved ones", wait...)
}

func TestWithoutAVaultNoSignatureIsGood(t *testing.T) {
	t.Parallel()
	_, _, _, list := signedVault(t)
	env := machine(t, t.TempDir())
	for _, args := range [][]string{{"verify", "--signers", list}, {"verify", "--signers", list, "--vault", env.Dir}, {"verify", "--signers", list, "--json"}} {
		if got := run(env, args...); got.code != exitFailed || got.out != "" || !strings.Contains(got.err, "no vault was made here") {
			t.Errorf("%q: %+v", args, got)
		}
	}
}
