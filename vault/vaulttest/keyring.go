package vaulttest

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/testdata/must"
	"coldstart/vault"
	"coldstart/vault/places"
)

// WithGit makes git find no settings but those of the test.
func WithGit(t *testing.T) (run func(dir string, args ...string) string) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("needs git")
	}
	home := t.TempDir()
	MakeFiles(t, home, Files{".gitconfig": "[user]\n\tname = Ines\n\temail = ines@ferry.example\n[init]\n\tdefaultBranch = main\n"})
	t.Setenv("HOME", home)
	t.Setenv("XDG_CONFIG_HOME", home)
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	return func(dir string, args ...string) string {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), "git", args...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("git %q: %v\n%s", args, err, out)
		}
		return string(out)
	}
}

// Keyring makes keys with the real ssh-keygen and signs with them.
type Keyring struct {
	T   *testing.T
	Dir string
}

// NewKeyring makes the keys of sam, and skips a test where there is no ssh-keygen.
func NewKeyring(t *testing.T) Keyring {
	t.Helper()
	if _, err := exec.LookPath("ssh-keygen"); err != nil {
		t.Skip("ssh-keygen is not installed")
	}
	k := Keyring{t, t.TempDir()}
	// No agent or program of the machine is asked.
	t.Setenv("SSH_AUTH_SOCK", "")
	t.Setenv("SSH_ASKPASS", "")
	t.Setenv("DISPLAY", "")
	k.Keygen(nil, "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", k.Path("sam"))
	k.List("signers", "ines "+k.Public("sam"))
	return k
}

// Path is where a file of the keyring lies.
func (k Keyring) Path(name string) string { return filepath.Join(k.Dir, name) }

// Keygen runs ssh-keygen.
func (k Keyring) Keygen(input []byte, args ...string) []byte {
	k.T.Helper()
	cmd := exec.CommandContext(k.T.Context(), "ssh-keygen", args...)
	cmd.Stdin = strings.NewReader(string(input))
	out, err := cmd.Output()
	if err != nil {
		k.T.Fatalf("ssh-keygen %q: %v", args, err)
	}
	return out
}

// Public is a public key without its comment.
func (k Keyring) Public(name string) string {
	k.T.Helper()
	b := must.Get(os.ReadFile(k.Path(name + ".pub")))(k.T)
	return strings.Join(strings.Fields(string(b))[:2], " ")
}

// List writes a list of signers.
func (k Keyring) List(name string, lines ...string) {
	k.T.Helper()
	MakeFiles(k.T, k.Dir, Files{name: strings.Join(lines, "\n") + "\n"})
}

// Sign signs a line for a namespace.
func (k Keyring) Sign(key, namespace, line string) string {
	k.T.Helper()
	return line + string(k.Keygen([]byte(line), "-q", "-Y", "sign", "-n", namespace, "-f", k.Path(key)))
}

// SigningVault is a vault whose decisions are signed.
func (k Keyring) SigningVault(f Files) *Vault {
	k.T.Helper()
	base := k.T.TempDir()
	MakeFiles(k.T, filepath.Join(base, "vault"), f)
	v := must.Get(Open(filepath.Join(base, "vault"), places.Options{StateDir: filepath.Join(base, "state"), Operator: "ines", Sign: places.Sign{Key: k.Path("sam")}}))(k.T)
	k.T.Cleanup(func() { v.Close() })
	return v
}

// Decide decides on a file.
func (k Keyring) Decide(v *Vault, path string, choice model.Choice, note string) model.Receipt {
	k.T.Helper()
	r := must.Get(v.Decide(k.T.Context(), Wish(k.T, v, path, choice, note)))(k.T)
	if len(r.Notices) > 0 {
		k.T.Fatalf("notices: %q", r.Notices)
	}
	return r
}

// Undo undoes the last decision.
func (k Keyring) Undo(v *Vault) {
	k.T.Helper()
	s := MustLoad(k.T, v)
	d := model.Decision{Ref: s.Undo.On, Choice: model.ChoiceUndo, Undoes: model.Undone{ID: s.Undo.Past.ID, Choice: s.Undo.Past.Decision.Choice}, At: Eleven}
	doc := must.Get(v.Read(k.T.Context(), d.Ref))(k.T)
	d.Seen = doc.Seen
	must.Get(v.Decide(k.T.Context(), d))(k.T)
}

// Check returns what is wrong with each approved file, by somebody who has no ledger.
func (k Keyring) Check(v *Vault, w vault.SignedWish) map[string]string {
	k.T.Helper()
	stranger := must.Get(Open(v.Dir(), places.Options{}))(k.T)
	defer stranger.Close()
	if w.Signers == "" {
		w.Signers = k.Path("signers")
	}
	all := must.Get(stranger.Signed(k.T.Context(), w, Eleven))(k.T)
	why := map[string]string{}
	for _, s := range all {
		why[s.Path] = s.Why
	}
	return why
}
