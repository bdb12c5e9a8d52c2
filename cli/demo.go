package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/spf13/cobra"

	"coldstart/model"
	"coldstart/vault"
)

// demoStart is the moment that the example vault tells of.
func demoStart() time.Time { return time.Date(2026, time.March, 14, 7, 2, 0, 0, time.UTC) }

const (
	demoFolder = "testdata/demo"
	// demoName is the business whose vault it is.
	demoName = "saltmarsh-wheelworks"
)

func newDemo(c *call) *cobra.Command {
	cmd := &cobra.Command{
		Use: "demo [--linear]", Example: "coldstart demo",
		Short: "Open a copy of the built-in example vault",
		Long: "The copy lies in a temporary folder and is removed when the screen closes.\n" +
			"Its clock starts at " + model.FormatUTC(demoStart()) + " unless --now is given.",
		Args: none, RunE: c.running(c.runDemo),
	}
	linearFlag(cmd)
	return cmd
}

// runDemo opens a copy of the example vault, with a record of decisions of its
// own, and removes both in the end.
func (c *call) runDemo() (exit int, err error) {
	files, err := fs.Sub(c.env.Demo, demoFolder)
	if err != nil {
		return 0, fmt.Errorf("finding the built-in vault: %w", err)
	}
	if c.has("vault") {
		return 0, usage("coldstart demo opens its own vault", "leave --vault out")
	}
	if c.has("seed") {
		return 0, usage("coldstart demo has a memory of its own", "leave --seed out")
	}
	if c.confErr != nil {
		return 0, c.confErr
	}
	now := c.demoClock()
	demo, err := vault.NewTempCopy(files, demoName, now())
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, demo.Remove()) }()
	// The memory in the operator's home is not for trying things out.
	v, err := vault.Open(demo.Dir, vault.Options{
		StateDir: demo.StateDir, ReadOnly: c.conf.on("read-only"), ReadOnlyBy: c.conf.askedFor("read-only"),
		Operator: c.env.Operator, WorkRule: c.workRule(), Clock: c.env.Now,
	})
	if err != nil {
		return 0, err
	}
	defer v.Close()
	c.hint("this is a copy of the built-in vault in " + demo.Dir + "; it is removed in the end")
	return c.openScreen([]*vault.Vault{v}, "demo", now)
}

// demoClock runs on from the moment of the demo, or stands still with --now.
func (c *call) demoClock() func() time.Time {
	if c.has("now") {
		return c.now
	}
	start := c.env.Now()
	return func() time.Time { return demoStart().Add(c.env.Now().Sub(start)) }
}
