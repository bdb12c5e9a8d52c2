// Command transcripts makes a home folder in which the programs of agents left sessions of all kinds
// and with all ends, for trying this program, or another one, on it.
//
//	go run ./testdata/transcripts -seed 1 -n 200 DIR
//	go run ./testdata/transcripts -n 5000 -bytes 8000000000 DIR
//	go run ./testdata/transcripts -table
//
// DIR/home is the home folder, DIR/work has the folders that were worked in, and DIR/expected.json says
// what each session has to tell.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"coldstart/testdata/transcripts/homes"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}

func run(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("transcripts", flag.ContinueOnError)
	var o homes.Options
	flags.Uint64Var(&o.Seed, "seed", 1, "the same `number` makes the same home")
	flags.IntVar(&o.Number, "n", 200, "how many sessions")
	flags.Int64Var(&o.Bytes, "bytes", 0, "about how large all of them are together")
	now := flags.String("now", "2026-03-14T08:05:00Z", "when the newest session was left, and an hour more")
	tools := flags.String("tools", "", "only sessions of these programs, such as claude,codex")
	table := flags.Bool("table", false, "list the kinds of sessions instead of making them")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *table {
		fmt.Fprintln(out, strings.Join(homes.Kinds(), "\n"))
		return nil
	}
	if flags.NArg() != 1 || o.Number < 1 {
		return fmt.Errorf("go run ./testdata/transcripts [-seed N] [-n N] [-bytes N] [-now TIME] [-tools LIST] DIR")
	}
	var err error
	if o.Now, err = time.Parse(time.RFC3339, *now); err != nil {
		return err
	}
	if *tools != "" {
		o.Tools = strings.Split(*tools, ",")
	}
	dir, err := filepath.Abs(flags.Arg(0))
	if err != nil {
		return err
	}
	made, err := homes.Make(dir, o)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%d sessions in %s\n", len(made), filepath.Join(dir, "home"))
	return nil
}
