package signature

import (
	"context"
	"errors"
	"os/exec"
	"strings"
)

// sample is a record with a good signature, and sampleSigners the list for it: its key was valid for
// a day. The private key is gone.
const (
	sample = `{"program":"coldstart","form":1,"choice":"approve","request":"Pending_Approval/a.md","file":"Approved/a.md","sha256":"","plan":"","note":"","times":0,"session":false,"at":"2026-03-13T10:00:00Z","by":"sam@porch","decision":"20260313T100000Z-00000000","undoes":"","vault":"vault"}
-----BEGIN SSH SIGNATURE-----
U1NIU0lHAAAAAQAAADMAAAALc3NoLWVkMjU1MTkAAAAgzOGm/MEvCsuUwn4z0DpiQkzR7b
iXQYW30poQYesg7t4AAAASY29sZHN0YXJ0LWRlY2lzaW9uAAAAAAAAAAZzaGE1MTIAAABT
AAAAC3NzaC1lZDI1NTE5AAAAQN4tB3ZhjjGAtYjv932rS9QunBoPKrz7ElDrqE85TKr182
OuOV4gAgZ3f4m1J6CmSpKTDMC9AYKwvBc8j8wT6g8=
-----END SSH SIGNATURE-----
`
	sampleSigners = `sam@porch namespaces="coldstart-decision",valid-after="20260313",valid-before="20260314" ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIMzhpvzBLwrLlMJ+M9A6YkJM0e24l0GFt9KaEGHrIO7e
`
)

// Works fails where there is no ssh-keygen that can check a signature as of a time. OpenSSH 8.8 and
// newer can.
func (t Tool) Works(ctx context.Context) error { return t.checkSample(ctx, nil) }

// checkSample checks the sample, with a list of revoked keys unless it is nil.
func (t Tool) checkSample(ctx context.Context, revoked []byte) error {
	s, err := Read([]byte(sample))
	if err != nil {
		return err
	}
	in, err := t.scratch()
	if err != nil {
		return err
	}
	c := &Checker{in, revoked != nil}
	defer c.Close()
	if err := errors.Join(in.write("signers", []byte(sampleSigners)), in.write("revoked", revoked)); err != nil {
		return err
	}
	if _, err := c.Check(ctx, s); err != nil {
		return errors.New("ssh-keygen is too old to check signatures; OpenSSH 8.8 can")
	}
	return nil
}

// Look tells whether a key lies in a file that any program of the account can sign with: there is no
// passphrase, and no token that wants a touch. It fails for a file that ssh-keygen takes for no key.
func (t Tool) Look(ctx context.Context, key string) (bare bool, err error) {
	found, err := t.find()
	if err != nil || strings.HasSuffix(key, ".pub") {
		return false, err
	}
	ctx, cancel := context.WithTimeout(ctx, checkTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, found, "-y", "-P", "", "-f", key)
	detach(cmd)
	public, err := said(ctx, cmd)
	if err != nil && strings.Contains(err.Error(), "incorrect passphrase") {
		return false, nil
	}
	return err == nil && !strings.HasPrefix(public, "sk-"), err
}
