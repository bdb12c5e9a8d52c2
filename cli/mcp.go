package cli

import (
	"io"
	"path/filepath"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"coldstart/cli/agent"
	"coldstart/cli/answer"
	"coldstart/cli/marks"
	"coldstart/cli/mcp"
	"coldstart/cli/say"
	"coldstart/model"
)

func newMCP(c *call) *cobra.Command {
	return &cobra.Command{
		Use: "mcp", Example: "coldstart agent mcp",
		Short: "Serve one vault to an agent over the Model Context Protocol",
		Long: `An agent starts this and talks to it over standard input and output. For
Claude Code, in the project's folder:
  claude mcp add coldstart -- coldstart agent mcp
The agent can look, record its work, draft requests and wait for your answer.
It cannot decide. With --read-only it can only look and wait. Recognized keys
and passwords are always masked.`,
		Args: none, RunE: c.running(c.runMCP),
	}
}

// progressEvery is how often a client is told that a call goes on. Some give up after 60 s
// without a word.
const progressEvery = 5 * time.Second

// runMCP answers an agent until it closes its side. The agent cannot choose another vault.
func (c *call) runMCP() (int, error) {
	if c.reveal {
		return 0, say.NoFlag("coldstart agent mcp", "--reveal", "an agent is not shown keys and passwords")
	}
	v, err := c.open()
	if err != nil {
		return 0, err
	}
	defer v.Close()
	if c.env.StdinIsTerminal {
		c.hint("this talks to a program, not to a person; coldstart help mcp says how to set it up, ctrl+d ends it")
	}
	if err := c.err.Flush(); err != nil {
		return 0, err
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	t := &agent.Tools{Store: v, Name: filepath.Base(v.Dir()), Now: c.now, Caller: marks.Session(c.env.Getenv), Theme: c.conf.Theme(c.env.Getenv, c.reveal, false).Masking()}
	if c.env.client != nil {
		t.Client = c.env.client()
	}
	t.Instructions = func() (string, error) { return c.guide(v.Dir()) }
	t.Print = func(s model.Snapshot, made []model.Made, m model.Message) []string {
		out := answer.New(io.Discard, t.Theme, false)
		out.StartReport(s, made, m)
		return strings.Split(strings.TrimRight(out.Text.String(), "\n"), "\n")
	}
	server := mcp.Server{Tools: t, Version: versionOf(info), ReadOnly: c.conf.On("read-only"), Ticks: func() (<-chan time.Time, func()) {
		beat := time.NewTicker(progressEvery)
		return beat.C, beat.Stop
	}}
	return exitDone, server.Serve(c.ctx, c.env.Stdin, c.env.Stdout)
}
