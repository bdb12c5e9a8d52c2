package signature

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

const (
	// signTime is how long a key may take: it may wait for a touch or a passphrase.
	signTime = time.Minute
	// checkTime is how long one check may take.
	checkTime = 10 * time.Second
	// mostSaid is how many bytes of the program's answer are read.
	mostSaid = 64 << 10
	// mostSigners is how long a list of signers may be, in bytes.
	mostSigners = 1 << 20
)

// Tool is ssh-keygen.
type Tool struct {
	// Shuns reports whether agents may have put a file at a path. Nothing there is run or believed.
	Shuns func(path string) bool
}

// find finds the program on the PATH. One by a relative entry of it, or that agents may have put
// there, is not run, and no other one in its place.
func (t Tool) find() (string, error) {
	found, err := exec.LookPath("ssh-keygen")
	switch {
	case errors.Is(err, exec.ErrDot):
		return "", fmt.Errorf("the ssh-keygen on your PATH is %s, through an entry that is not a full path", found)
	case err != nil:
		return "", errors.New("ssh-keygen is not installed; it comes with OpenSSH")
	case t.Shuns(found):
		return "", fmt.Errorf("the ssh-keygen on your PATH is %s, in the vault, where agents write", found)
	}
	return found, nil
}

// scratch is a folder of our own for what the program reads and writes.
type scratch struct{ program, dir string }

func (t Tool) scratch() (scratch, error) {
	found, err := t.find()
	if err != nil {
		return scratch{}, err
	}
	dir, err := os.MkdirTemp("", "coldstart-sign-")
	if err != nil {
		return scratch{}, fmt.Errorf("making a temporary folder: %w", err)
	}
	return scratch{found, dir}, nil
}

func (s scratch) remove() { _ = os.RemoveAll(s.dir) }

func (s scratch) path(name string) string { return filepath.Join(s.dir, name) }

func (s scratch) write(name string, b []byte) error { return os.WriteFile(s.path(name), b, 0o600) }

// Sign signs a line with a key: the path of a private key, or of a public one whose private key
// the ssh-agent holds. With terminal the program may ask there for a passphrase; otherwise only the
// agent, SSH_ASKPASS or a touch can help.
func (t Tool) Sign(ctx context.Context, key string, terminal bool, line []byte) (armor []byte, err error) {
	if t.Shuns(key) {
		return nil, fmt.Errorf("the key %s is in the vault, where agents write", key)
	}
	in, err := t.scratch()
	if err != nil {
		return nil, err
	}
	defer in.remove()
	if err := in.write("record", line); err != nil {
		return nil, fmt.Errorf("writing the record: %w", err)
	}
	ctx, cancel := context.WithTimeoutCause(ctx, signTime, errors.New("the key did not answer within a minute"))
	defer cancel()
	cmd := exec.CommandContext(ctx, in.program, "-Y", "sign", "-n", Namespace, "-f", key, in.path("record"))
	cmd.Env = os.Environ()
	if tty, err := os.Open("/dev/tty"); terminal && err == nil {
		defer tty.Close()
		cmd.Stdin = tty
	} else {
		if err == nil {
			tty.Close()
		}
		detach(cmd)
		if os.Getenv("SSH_ASKPASS") != "" && os.Getenv("SSH_ASKPASS_REQUIRE") == "" {
			cmd.Env = append(cmd.Env, "SSH_ASKPASS_REQUIRE=force")
		}
	}
	if _, err := said(ctx, cmd); err != nil {
		if strings.Contains(err.Error(), "incorrect passphrase") {
			return nil, errors.New("the key needs its passphrase: ssh-add adds it to the ssh-agent, and SSH_ASKPASS is a program that asks")
		}
		return nil, err
	}
	armor, err = readBounded(in.path("record.sig"), mostSaid)
	if err == nil && !armored().Match(armor) {
		err = errors.New("ssh-keygen wrote no signature")
	}
	return armor, err
}

// said runs the program and gives its answer, with an error in its own words.
func said(ctx context.Context, cmd *exec.Cmd) (string, error) {
	cmd.WaitDelay = time.Second
	var out, errs limited
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	switch _, exited := errors.AsType[*exec.ExitError](err); {
	case ctx.Err() != nil:
		return "", context.Cause(ctx)
	case exited:
		return "", errors.New("ssh-keygen: " + lastLine(errs.String(), out.String()))
	case err != nil:
		return "", fmt.Errorf("running ssh-keygen: %w", err)
	}
	return strings.TrimSpace(out.String()), nil
}

// lastLine is the last line of the first text that has one.
func lastLine(texts ...string) string {
	for _, text := range texts {
		if text = strings.TrimSpace(text); text != "" {
			return strings.TrimSpace(text[strings.LastIndexAny(text, "\r\n")+1:])
		}
	}
	return "it failed"
}

// limited keeps the first mostSaid bytes that are written to it.
type limited struct{ bytes.Buffer }

// Write keeps what fits, and takes the rest, so that the program that writes goes on.
func (l *limited) Write(p []byte) (int, error) {
	l.Buffer.Write(p[:min(len(p), mostSaid-l.Len())])
	return len(p), nil
}

// readBounded reads a file of at most limit bytes that is a file.
func readBounded(name string, limit int64) ([]byte, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, plain(err)
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("it is not a file")
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, plain(err)
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(b)) > limit {
		err = fmt.Errorf("it has more than %d KiB", limit>>10)
	}
	return b, err
}

// plain is an error of the system without the path that it repeats.
func plain(err error) error {
	if p, ok := errors.AsType[*os.PathError](err); ok {
		return p.Err
	}
	return err
}
