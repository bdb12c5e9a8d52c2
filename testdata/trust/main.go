// Command trust runs the tests that the promises of docs/trust.md rest on, and prints
// what was tried and what came of it: hostile inputs, faults and races.
//
//	go run ./testdata/trust          everything; minutes, and best as root on Linux
//	go run ./testdata/trust -quick   what the ordinary tests run
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

var errTests = errors.New("not everything passed")

func main() {
	if err := run(os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}

func run(args []string, out, progress io.Writer) error {
	flags := flag.NewFlagSet("trust", flag.ContinueOnError)
	quick := flags.Bool("quick", false, "only what the ordinary tests run")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("what is %q? go run ./testdata/trust [-quick]", flags.Arg(0))
	}
	home, err := homes(".")
	if err != nil {
		return fmt.Errorf("looking for the tests: %w", err)
	}
	all := results{by: map[string]*result{}}
	for _, folder := range slices.Sorted(maps.Keys(home)) {
		fmt.Fprintf(progress, "testing %s …\n", folder)
		some, err := tested(folder, home[folder], *quick)
		if err != nil {
			return err
		}
		all.add(some)
		for _, r := range some.list {
			if r.ended == "fail" && !r.parent {
				fmt.Fprintf(progress, "%s", r.said)
			}
		}
		if len(some.list) == 0 {
			fmt.Fprintf(progress, "%s", some.loose)
		}
	}
	if !report(out, all) {
		return errTests
	}
	return nil
}

// tested runs some tests of one package. That tests fail is a result, not an error.
func tested(folder string, tests []string, quick bool) (results, error) {
	cmd := exec.Command("go", "test", "-json", "-count=1", "-timeout=60m", "-run", "^("+strings.Join(tests, "|")+")$", "./"+filepath.ToSlash(folder))
	cmd.Env = os.Environ()
	if !quick {
		cmd.Env = append(cmd.Env, "COLDSTART_FAULTS=1", "COLDSTART_WHOLE=1")
	}
	var text bytes.Buffer
	cmd.Stdout, cmd.Stderr = &text, &text
	err := cmd.Run()
	if _, ended := errors.AsType[*exec.ExitError](err); err != nil && !ended {
		return results{}, fmt.Errorf("running the tests of %s: %w", folder, err)
	}
	return read(&text)
}
