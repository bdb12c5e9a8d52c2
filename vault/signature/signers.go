package signature

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"coldstart/vault/disk"
)

// Lists are the files by which signatures are checked.
type Lists struct {
	// Signers is a list of allowed signers as ssh-keygen(1) describes it. Revoked is a list of keys
	// that do not count any more, one on each line or as ssh-keygen -k makes it; empty for none.
	Signers, Revoked string
}

// Checker checks signatures by lists that do not change while it does.
type Checker struct {
	in      scratch
	revoked bool
}

// Open reads the lists. They must lie where no agent writes. Close removes what it made.
func (t Tool) Open(ctx context.Context, l Lists) (*Checker, error) {
	list, err := t.list(l.Signers)
	if err != nil {
		return nil, fmt.Errorf("reading the signers in %s: %w", l.Signers, err)
	}
	if !hasEntry(list) {
		return nil, fmt.Errorf("reading the signers in %s: it allows no one", l.Signers)
	}
	var revoked []byte
	if l.Revoked != "" {
		if revoked, err = t.list(l.Revoked); err != nil {
			return nil, fmt.Errorf("reading the revoked keys in %s: %w", l.Revoked, err)
		}
	}
	in, err := t.scratch()
	if err != nil {
		return nil, err
	}
	c := &Checker{in, l.Revoked != ""}
	if err := errors.Join(in.write("signers", list), in.write("revoked", revoked)); err != nil {
		c.Close()
		return nil, fmt.Errorf("copying the signers: %w", err)
	}
	if !c.revoked {
		return c, nil
	}
	if err := t.readsRevoked(ctx, revoked); err != nil {
		c.Close()
		return nil, fmt.Errorf("reading the revoked keys in %s: %w", l.Revoked, err)
	}
	return c, nil
}

// readsRevoked fails for a list of revoked keys with which nothing at all would count.
func (t Tool) readsRevoked(ctx context.Context, revoked []byte) error {
	if err := t.checkSample(ctx, nil); err != nil {
		return err
	}
	if t.checkSample(ctx, revoked) != nil {
		return errors.New("it is neither made by ssh-keygen -k, nor one public key on each line")
	}
	return nil
}

// list reads one of the files.
func (t Tool) list(name string) ([]byte, error) {
	if t.Shuns(name) {
		return nil, Unguarded("it is in the vault, where agents write")
	}
	if err := guarded(name); err != nil {
		return nil, err
	}
	return readBounded(name, mostSigners)
}

// Unguarded says why a list does not count that others than its owner may write.
type Unguarded string

// Error returns the reason.
func (u Unguarded) Error() string { return string(u) }

// guarded fails for a list that any account, or an agent by another name, may write.
func guarded(name string) error {
	const everybodyWrites = 0o002
	for _, at := range disk.WithoutLinks(name) {
		info, err := os.Stat(at)
		if err != nil || !info.Mode().IsRegular() || runtime.GOOS == "windows" {
			continue
		}
		if disk.LinkCount(info) > 1 {
			return Unguarded("it has another name (a hard link), possibly where agents write")
		}
		if info.Mode()&everybodyWrites != 0 {
			return Unguarded("every account may write it")
		}
		for dir := filepath.Dir(at); ; dir = filepath.Dir(dir) {
			if info, err := os.Stat(dir); err == nil && info.Mode()&everybodyWrites != 0 && info.Mode()&os.ModeSticky == 0 {
				return Unguarded("every account may write in its folder " + dir)
			}
			if dir == filepath.Dir(dir) {
				break
			}
		}
	}
	return nil
}

// hasEntry reports whether a list has a line that is neither blank nor a comment.
func hasEntry(list []byte) bool {
	for lines := bufio.NewScanner(bytes.NewReader(list)); lines.Scan(); {
		if line := strings.TrimSpace(lines.Text()); line != "" && line[0] != '#' {
			return true
		}
	}
	return false
}

// Close removes what the checks needed.
func (c *Checker) Close() { c.in.remove() }

// Check says by which key the person whom the record names signed it, as ssh-keygen shows keys. It
// fails unless the list allowed that key for that person and for decisions at the time of the record.
func (c *Checker) Check(ctx context.Context, s Signed) (key string, err error) {
	at, err := s.Record.Time()
	if err != nil {
		return "", err
	}
	if err := errors.Join(c.in.write("record", s.Line), c.in.write("signature", s.Armor)); err != nil {
		return "", fmt.Errorf("writing the record: %w", err)
	}
	asOf := []string{"-f", c.in.path("signers"), "-s", c.in.path("signature"), "-O", "verify-time=" + at.UTC().Format("20060102150405")}
	args := append(slices.Clone(asOf), "-I", s.Record.By, "-n", Namespace)
	asked := args
	if c.revoked {
		asked = append(slices.Clone(args), "-r", c.in.path("revoked"))
	}
	out, err := c.ask(ctx, "verify", asked)
	if err != nil && c.revoked && ctx.Err() == nil {
		if _, err := c.ask(ctx, "verify", args); err == nil {
			return "", errors.New("its signing key is revoked")
		}
	}
	if err != nil {
		return "", c.why(ctx, s.Record.By, asOf, err)
	}
	good := fmt.Sprintf("Good %q signature for %s with ", Namespace, s.Record.By)
	key, ok := strings.CutPrefix(out, good)
	if !ok {
		return "", errors.New("ssh-keygen answered: " + lastLine(out))
	}
	return strings.Replace(key, " key ", " ", 1), nil
}

// why says what is wrong with a signature that was not accepted: whose it is instead, if anybody's.
func (c *Checker) why(ctx context.Context, by string, asOf []string, cause error) error {
	if ctx.Err() != nil {
		return cause
	}
	if _, err := c.ask(ctx, "check-novalidate", []string{"-n", Namespace, "-s", c.in.path("signature")}); err != nil {
		return fmt.Errorf("the signature does not fit its record (%w)", cause)
	}
	out, err := c.ask(ctx, "find-principals", asOf)
	if err != nil || out == "" {
		return errors.New("its signing key belonged to no one on the list of signers then")
	}
	first, _, _ := strings.Cut(out, "\n")
	return fmt.Errorf("the list does not allow %s this signing key, or not at that time; it is that of %s", by, first)
}

// ask runs one of the checks on the record.
func (c *Checker) ask(ctx context.Context, what string, args []string) (string, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, checkTime, fmt.Errorf("ssh-keygen took longer than %s", checkTime))
	defer cancel()
	record, err := os.Open(c.in.path("record"))
	if err != nil {
		return "", err
	}
	defer record.Close()
	cmd := exec.CommandContext(ctx, c.in.program, append([]string{"-Y", what}, args...)...)
	// Times in its arguments and in the list are those of the zone.
	cmd.Env = append(os.Environ(), "LC_ALL=C", "TZ=UTC")
	cmd.Stdin = record
	detach(cmd)
	return said(ctx, cmd)
}
