package cli

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"coldstart/cli/remote"
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

// signer signs what is decided on other machines. The record comes from there, so it is compared
// with what was decided before it is signed.
func (c *call) signer() remote.Signer {
	sign := c.signing()
	sign.Key = c.conf.Path("sign")
	return remote.Signer{
		Key: c.atHome(sign.Key),
		Decision: func(ctx context.Context, dir string, d model.Decision, line []byte) ([]byte, error) {
			return vault.SignRecord(ctx, sign, line, func(r vault.SignedRecord) error {
				return r.Fits(d, c.env.Operator, path.Base(dir))
			})
		},
		Line: func(ctx context.Context, _ []string, line []byte) ([]byte, error) {
			return vault.SignRecord(ctx, sign, line, c.fitsLine)
		},
	}
}

// mostOff is how far the clock of another machine may be off, for a decision of a command line that
// is signed here.
const mostOff = time.Hour

// fitsLine compares the record of a decision that a command line makes on another machine with that
// line. Only --expect-hash says here which bytes are meant.
func (c *call) fitsLine(r vault.SignedRecord) error {
	hash := strings.ToLower(given(c.cmd.Flags(), "expect-hash"))
	at, err := r.Time()
	off := c.now().Sub(at).Abs()
	switch {
	case hash == "":
		c.unhashed.Store(true)
		return errors.New("a decision that another machine makes for a command line is signed only with --expect-hash")
	case r.Choice != c.cmd.Name():
		return fmt.Errorf("it wants another choice signed: %q", r.Choice)
	case !strings.HasPrefix(r.SHA256, hash):
		return errors.New("it wants another text signed than that of --expect-hash")
	case r.Note != model.OneLine(given(c.cmd.Flags(), "note")):
		return fmt.Errorf("it wants another note signed: %q", r.Note)
	case r.By != c.env.Operator:
		return fmt.Errorf("it wants another name signed: %q", r.By)
	case err != nil || off > mostOff:
		return fmt.Errorf("it wants another time signed: %q", r.At)
	}
	return nil
}

// hintHash says how a line is given that was not signed because it names no hash.
func (c *call) hintHash() {
	if !c.unhashed.Load() {
		return
	}
	look := "coldstart show " + c.toThere()
	if c.cmd.Name() == model.ChoiceUndo.String() {
		// Its argument is a decision, and not a thing that can be shown.
		look = "coldstart history " + c.toThere()
	}
	for _, arg := range c.args {
		look += " " + vault.ShellQuoted(arg)
	}
	c.hint("only a hash says here what is signed: look with " + look + ", and give the hash that stands there (eight digits of it do):")
	c.hint(c.lineWithHash("HASH"))
}

// given is the value of a flag, "" without it.
func given(flags *pflag.FlagSet, name string) string {
	if f := flags.Lookup(name); f != nil {
		return f.Value.String()
	}
	return ""
}
