// Command coldstart is a dashboard that a person opens before the next session
// of their agents: what was left behind, what needs a decision, where work
// resumes.
package main

import (
	"context"
	"embed"
	"os"

	"coldstart/cli"
	_ "coldstart/styles/background"
)

// demo is the example vault that coldstart demo opens a copy of.
//
//go:embed all:testdata/demo
var demo embed.FS

func main() { os.Exit(cli.Run(context.Background(), os.Args[1:], cli.FromOS(demo))) }
