// Command coldstart is a dashboard that a person opens before the next session
// of their agents: what was left behind, what needs a decision, where work
// resumes.
package main

import (
	"context"
	"embed"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"syscall"

	"coldstart/cli"
	_ "coldstart/styles/background"
)

// demo is the example vault that coldstart demo opens a copy of, and the home folder of its agents.
//
//go:embed all:testdata/demo all:testdata/demo-home
var demo embed.FS

func main() { os.Exit(run()) }

// run ends in order when the terminal goes away, so that the demo is cleared up
// and no decision is cut off.
func run() int {
	collectLater()
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGHUP)
	defer stop()
	return cli.Run(ctx, os.Args[1:], cli.FromOS(demo))
}

// collectLater lets the heap grow to 16 MB before garbage is first collected, where Go begins at 4: most
// commands are done by then. What comes after is collected as ever.
func collectLater() {
	was := debug.SetGCPercent(400)
	runtime.AddCleanup(&struct{ *int }{}, func(was int) { debug.SetGCPercent(was) }, was)
}
