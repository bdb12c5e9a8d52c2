// Command notations measures how well coldstart reads. It makes vaults by combining
// notations at random, reads them, and compares what is shown with what a person reads.
// What a person reads comes with the grammar that wrote the files, never from the code that
// reads them.
//
//	go run ./testdata/notations [-n 300] [-seed 1] [-v] [-field F] [-most 3] [-keep DIR]
package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"text/tabwriter"
)

// mostWrong and leastRight are the limits, in percent of all fields.
const (
	mostWrong  = 1.0
	leastRight = 97.0
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}

func run(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("notations", flag.ContinueOnError)
	n := flags.Int("n", 300, "how many vaults")
	seed := flags.Int("seed", 1, "which vaults")
	verbose := flags.Bool("v", false, "misses with the text of their files")
	only := flags.String("field", "", "misses of this field only")
	most := flags.Int("most", 3, "how many misses of one notation, 0 for all")
	keep := flags.String("keep", "", "keep the vaults in this folder")
	if err := flags.Parse(args); err != nil {
		return err
	}
	dir := *keep
	if dir == "" {
		made, err := os.MkdirTemp("", "notations")
		if err != nil {
			return err
		}
		defer os.RemoveAll(made)
		dir = made
	}
	all, err := measure(*n, *seed, dir)
	if err != nil {
		return err
	}
	if *verbose || *only != "" {
		misses(out, all, field(*only), *verbose, *most, dir)
	}
	return report(out, all)
}

// measure makes and reads n vaults.
func measure(n, seed int, dir string) ([]judged, error) {
	var all []judged
	for i := range n {
		part, err := read(makeVault(seed, i), dir)
		if err != nil {
			return nil, fmt.Errorf("vault %d: %w", i, err)
		}
		all = append(all, part...)
	}
	return all, nil
}

// tally counts the verdicts.
type tally [missed + 1]int

func (t tally) all() int { return t[right] + t[wrong] + t[notGiven] + t[missed] }

func (t tally) percent(v verdict) float64 { return 100 * float64(t[v]) / float64(max(1, t.all())) }

// count counts the verdicts for each field of each kind, and for all.
func count(all []judged) (each map[string]tally, order []string, sum tally) {
	each = map[string]tally{}
	for _, j := range all {
		name := string(j.kind) + " " + string(j.field)
		if _, ok := each[name]; !ok {
			order = append(order, name)
		}
		t := each[name]
		t[j.verdict]++
		sum[j.verdict]++
		each[name] = t
	}
	slices.Sort(order)
	return each, order, sum
}

var errLimits = errors.New("the limits do not hold")

// report prints the table.
func report(out io.Writer, all []judged) error {
	each, order, sum := count(all)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "field\tright\twrong\tnot given\tmissed\tright %\twrong %\t")
	row := func(name string, t tally) {
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%.1f\t%.1f\t\n", name, t[right], t[wrong], t[notGiven], t[missed], t.percent(right), t.percent(wrong))
	}
	for _, name := range order {
		row(name, each[name])
	}
	row("all", sum)
	if err := w.Flush(); err != nil {
		return err
	}
	if sum.percent(wrong) > mostWrong || sum.percent(right) < leastRight {
		return fmt.Errorf("%w: at most %.0f %% may be wrong and at least %.0f %% have to be right", errLimits, mostWrong, leastRight)
	}
	return nil
}

// misses prints what was not read right: by notation, the most frequent first, and each one.
func misses(out io.Writer, all []judged, only field, text bool, most int, dir string) {
	var list []judged
	often := map[string]int{}
	name := func(j judged) string {
		if j.own {
			return fmt.Sprintf("%s %s, in the agents' own schema", j.kind, j.field)
		}
		return fmt.Sprintf("%s %s: %s", j.kind, j.field, j.how)
	}
	for _, j := range all {
		if j.verdict != right && (only == "" || j.field == only) {
			list = append(list, j)
			often[name(j)]++
		}
	}
	slices.SortStableFunc(list, func(a, b judged) int {
		return cmp.Or(cmp.Compare(often[name(b)], often[name(a)]), cmp.Compare(name(a), name(b)))
	})
	last, told := "", 0
	for _, j := range list {
		if told++; name(j) != last {
			last, told = name(j), 1
			fmt.Fprintf(out, "%d x %s\n", often[last], last)
		}
		if most > 0 && told > most {
			continue
		}
		fmt.Fprintf(out, "    %s: %03d/%s: want %q%s, got %q\n", j.verdict, j.vault, j.path, j.right, torn(j.fact), j.got)
		if !text || j.path == "" {
			continue
		}
		if content, err := os.ReadFile(filepath.Join(dir, fmt.Sprintf("%03d", j.vault), filepath.FromSlash(j.path))); err == nil {
			fmt.Fprintf(out, "%s\n    ----\n", content)
		}
	}
}

func torn(f fact) string {
	if f.torn == nil {
		return ""
	}
	return fmt.Sprintf(" (contested: %q)", f.torn)
}
