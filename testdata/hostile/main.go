// Command hostile makes vaults that try to deceive their operator, to steer the
// terminal or to break the reader, for trying this program, or another one, on them.
//
//	go run ./testdata/hostile DIR [--special] [--big]
//	go run ./testdata/hostile -table
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"

	"coldstart/testdata/hostile/cases"
)

const usage = "go run ./testdata/hostile DIR [--special] [--big], or -table for the list of cases"

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}

func run(args []string, out io.Writer) error {
	var o cases.Options
	flags := flag.NewFlagSet("hostile", flag.ContinueOnError)
	table := flags.Bool("table", false, "list the cases instead of making them")
	flags.BoolVar(&o.Special, "special", false, "also pipes, devices, odd names, permissions")
	flags.BoolVar(&o.Big, "big", false, "also files of many megabytes and thousands of files")
	dir := ""
	// Flags may be on both sides of the folder.
	for rest := args; len(rest) > 0; {
		if err := flags.Parse(rest); err != nil {
			return err
		}
		if rest = flags.Args(); len(rest) > 0 {
			if dir != "" {
				return fmt.Errorf("one folder only: %s", usage)
			}
			dir, rest = rest[0], rest[1:]
		}
	}
	switch {
	case *table:
		return list(out)
	case dir == "":
		return fmt.Errorf("no folder given: %s", usage)
	}
	return build(dir, o, out)
}

func build(dir string, o cases.Options, out io.Writer) error {
	vaults, left, err := cases.MakeAll(dir, o)
	if err != nil {
		return err
	}
	for _, v := range vaults {
		fmt.Fprintln(out, v)
	}
	for _, name := range left {
		fmt.Fprintf(out, "cannot be made here: %q\n", name)
	}
	return nil
}

func list(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, c := range cases.All() {
		var marks []string
		for _, m := range []struct {
			is   bool
			word string
		}{{c.Alone, "alone"}, {c.Big, "big"}, {c.Special, "special"}} {
			if m.is {
				marks = append(marks, m.word)
			}
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", c.Name, c.Class, c.What, strings.Join(marks, " "))
	}
	return w.Flush()
}
