package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"coldstart/cli/remote"
	"coldstart/cli/settings"
	"coldstart/model"
	"coldstart/vault"
)

// signing is what decisions are signed with: here, or by who asks from another machine.
func (c *call) signing() vault.Sign {
	if c.env.account != "" {
		return c.env.asked.sign
	}
	return vault.Sign{Key: c.conf.Path("sign"), Terminal: c.cmd != c.root && c.env.StdinIsTerminal}
}

// signer signs what is decided on a host. The record comes from there, so it is compared with what
// was decided before it is signed.
func (c *call) signer(h settings.OwnHost) remote.Signer {
	sign := c.signing()
	sign.Key = c.conf.Path("sign")
	signer := remote.Signer{
		Key: c.atHome(sign.Key),
		Decision: func(ctx context.Context, l remote.Listed, d model.Decision, record []byte) ([]byte, error) {
			return vault.SignRecord(ctx, sign, record, func(r vault.SignedRecord) error {
				name, err := shownVault(h, l)
				if err != nil {
					return err
				}
				return r.Fits(d, c.env.Operator, name)
			})
		},
	}
	if slices.Contains([]string{"approve", "reject", "changes", "undo"}, c.cmd.Name()) {
		signer.Line = func(ctx context.Context, line remote.Line, record []byte) ([]byte, error) {
			return vault.SignRecord(ctx, sign, record, func(r vault.SignedRecord) error { return c.fitsLine(r, line.ID, h.Dir) })
		}
	}
	return signer
}

// vaultName is the name of the vault in a folder of a host, "" where the folder does not tell it.
func vaultName(dir string) string {
	name := path.Base(dir)
	if slices.Contains([]string{".", "..", "/", "~", settings.AllOfHost}, name) {
		return ""
	}
	return name
}

// shownVault is the name under which the operator knows a vault: that of the folder in the settings, or
// where these name none the one that was shown.
func shownVault(h settings.OwnHost, l remote.Listed) (string, error) {
	if name := vaultName(h.Dir); name != "" {
		return name, nil
	}
	name := vaultName(l.Dir)
	if name == "" || path.Base(l.Name) != name {
		return "", fmt.Errorf("%s calls the vault in %q by another name: %q", h.Name, l.Dir, l.Name)
	}
	return name, nil
}

// mostOff is how far the clock of another machine may be off, for a decision of a command line that
// is signed here.
const mostOff = time.Hour

// hashDigits is how many digits a hash has.
const hashDigits = 64

// fitsLine compares the record of a decision that a command line makes in a folder of another machine
// with that line. Only --expect-hash says here which bytes are meant: by their hash, or by the token
// that was made of it.
func (c *call) fitsLine(r vault.SignedRecord, id, dir string) error {
	flags := c.cmd.Flags()
	hash := strings.ToLower(given(flags, "expect-hash"))
	at, err := r.Time()
	switch {
	case len(hash) != hashDigits:
		c.unhashed.Store(true)
		return fmt.Errorf("a decision that another machine makes for a command line is signed only with the %d digits of the token in --expect-hash", hashDigits)
	case vaultName(dir) == "":
		return errors.New("the vault must be named here: with --vault, or in the settings")
	case err != nil || c.now().Sub(at).Abs() > mostOff:
		return fmt.Errorf("it wants another time signed: %q", r.At)
	}
	if err := c.fitsArgument(r); err != nil {
		return err
	}
	text := hash
	if seen, err := model.ParseFingerprint(r.SHA256); err == nil && seen.InToken(hash) {
		text = r.SHA256
	}
	// Without the flag it is zero.
	span, _ := model.ParseSpan(given(flags, "for"))
	for _, field := range []struct{ name, says, want string }{
		{"choice", r.Choice, c.cmd.Name()},
		{"text", r.SHA256, text},
		{"note", r.Note, model.OneLine(given(flags, "note"))},
		{"name", r.By, c.env.Operator},
		{"id", r.Decision, id},
		{"vault", r.Vault, vaultName(dir)},
		{"number of times", strconv.Itoa(r.Times), cmp.Or(given(flags, "times"), "0")},
		{"extent", strconv.FormatBool(r.Session), cmp.Or(given(flags, "session"), "false")},
		{"pattern", r.Pattern, given(flags, "pattern")},
		{"length of time", r.Scope().For.String(), span.String()},
	} {
		if field.says != field.want {
			return fmt.Errorf("it wants another %s signed: %q and not %q", field.name, field.says, field.want)
		}
	}
	return r.FitsFile()
}

// fitsArgument compares the record with what the line names: the request, or the decision to undo.
func (c *call) fitsArgument(r vault.SignedRecord) error {
	said, undoes := "", ""
	if len(c.args) > 0 {
		said = c.args[0]
	}
	if c.cmd.Name() == "undo" {
		undoes = said
		if undoes == "" {
			return errors.New("the undone decision must be named here: its id is in coldstart list decisions")
		}
	} else {
		said = path.Clean(strings.TrimPrefix(said, model.KindRequest.String()+":"))
		name := path.Base(r.Request)
		if !slices.Contains([]string{r.Request, name, strings.TrimSuffix(name, path.Ext(name))}, said) {
			return fmt.Errorf("it wants %q signed, and the line names %q: name the request by its path", r.Request, said)
		}
	}
	if r.Undoes != undoes {
		return fmt.Errorf("it wants another undo signed: of %q and not of %q", r.Undoes, undoes)
	}
	return nil
}

// hintHash says how a line is given that was not signed because it names no whole hash.
func (c *call) hintHash() {
	if !c.unhashed.Load() {
		return
	}
	look, what := "coldstart show "+c.toThere(), "token"
	for _, arg := range c.args {
		look += " " + model.ShellQuoted(arg)
	}
	if c.cmd.Name() == model.ChoiceUndo.String() {
		// Its argument is a decision, and not a thing that can be shown.
		look, what = "coldstart list decisions "+c.toThere()+" --json", "hash"
	}
	if c.has("expect-hash") {
		c.hint("only the whole " + what + " says here what is signed: " + look + " prints it")
		return
	}
	c.hint("the " + what + " shows what is signed: look with " + look + ", and add all digits of the one shown there:")
	c.hint(c.lineWithHash(strings.ToUpper(what)))
}

// given is the value of a flag, "" without it.
func given(flags *pflag.FlagSet, name string) string {
	if f := flags.Lookup(name); f != nil {
		return f.Value.String()
	}
	return ""
}
