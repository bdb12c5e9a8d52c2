// Command speed makes vaults of many sizes, measures how long coldstart takes with
// them, and prints one table: each time beside its floor, which is measured in the same
// run by reading the same bytes and doing nothing else.
//
//	go run ./testdata/speed                      the table; minutes
//	go run ./testdata/speed -quick               small vaults only
//	go run ./testdata/speed -plot docs/speed.svg also draws how the times grow
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
)

func main() {
	if err := run(os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}

func run(args []string, out, progress io.Writer) error {
	flags := flag.NewFlagSet("speed", flag.ContinueOnError)
	quick := flags.Bool("quick", false, "small vaults only")
	plot := flags.String("plot", "", "draw how the times grow into this SVG `file`")
	task := flags.String("task", "", "measure one task in the vault that is the argument; this command calls itself so")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *task != "" && flags.NArg() == 1 {
		return child(*task, flags.Arg(0), out)
	}
	if flags.NArg() > 0 || *task != "" {
		return fmt.Errorf("what is %q? go run ./testdata/speed [-quick] [-plot FILE]", flags.Args())
	}
	return bench(*quick, *plot, out, progress)
}
