package gate

import (
	"slices"
	"strings"
	"sync"
)

// how is how a program takes what it runs, and what it does with files.
type how uint32

const (
	// starts is for a program that runs the one that begins at one of its words.
	starts how = 1 << iota
	// lines is for one that runs a line that one of its words is, or all of them together.
	lines
	// shell is for one that takes a line with -c, else a script, else lines from its input.
	shell
	// code is for one that takes code of another language with an option, else a script, else its input;
	// first for one whose first word is code where no option gave some.
	code
	first
	// codes is for one that can run others with code in a word or in its input; most use is something else.
	codes
	// marks is for one that hands what stands behind a mark to a shell: !git push.
	marks
	// sets is for commands of the shell that set, read or test variables, assigns for programs with words
	// such as CC=gcc.
	sets
	assigns
	// enters, sources and evals are the shell's cd, source and eval.
	enters
	sources
	evals
	// talks is for one that takes words as texts or as names of files, looks for one that only looks at those files.
	talks
	looks
	// fills is for one that puts words of its input behind those that it has.
	fills
	// copies is for one that makes its last word a copy of the others, pours for one that writes its input,
	// blank for one of which what it writes is no text, searches for one that can remove or run something for what it finds.
	copies
	pours
	blank
	searches
	// formats is for one that looks, and changes its files with an option of unless.
	formats
)

// row says what some programs run and what they touch, each program in one row. A name such as git-clone is for that use of git.
type row struct {
	programs string
	how      how
	// after says how many words stand before the program that is run: a container, a folder.
	after int
	// jobs are those of its jobs that run a program, one among many: their words come first, options left out.
	// lines are jobs that run a line, own those that run the program itself.
	jobs, lines, own string
	// options are those whose value is a line, or begins a command; commas those in which commas part its words;
	// entries those with a program whose words come later.
	options, commas, entries string
	// files are options whose value is a file of lines or code, and reads the files that it runs unnamed.
	files, reads string
	// goes are options with the folder in which it runs.
	goes string
	// unless are the beginnings of options by which a program does more than to look.
	unless string

	// operands picks those of the words that are no options and name places, nil for none; effect is what
	// becomes of these.
	operands func([]word) []word
	effect   effect
	// out are options with a file to write, into those with a folder to fill. A program that is
	// given none of these fills the folder where it runs if here says so.
	out, into string
	here      func(command) bool
	// more finds places that take a closer look.
	more func(command) []place
}

// rows are the programs of the table. One that is not there can still start another one, and write.
func rows() []row { return slices.Concat(shells(), starters(), tools(), languages(), files(), gits()) }

// ways are the rows by program.
var ways = sync.OnceValue(func() map[string]*row {
	all := map[string]*row{}
	for _, r := range rows() {
		for _, name := range strings.Fields(r.programs) {
			all[name] = &r
		}
	}
	return all
})

// row finds the row of a program; a version at the end of its name does not count.
func (c command) row() (*row, bool) {
	name := c.program()
	w, ok := ways()[name]
	if !ok {
		w, ok = ways()[strings.TrimRight(name, "0123456789.-")]
	}
	return w, ok
}

// way says how a program runs others, and what it touches.
func (c command) way() *row {
	if w, ok := c.row(); ok {
		return w
	}
	return &row{}
}

// is reports whether a program is of a kind.
func (c command) is(of how) bool { return c.way().how&of != 0 }

// uses are the ways of a program by its own name and by that of its use.
func (c command) uses() []*row {
	found := []*row{c.way()}
	if program := c.program(); program == "git" {
		for _, w := range c.words[1:] {
			if use := ways()[program+"-"+string(w)]; use != nil {
				found = append(found, use)
			}
		}
	}
	return found
}

// without reports whether no word of a command begins like one of some options.
func (c command) without(options string) bool {
	return !slices.ContainsFunc(c.words[1:], func(w word) bool {
		return slices.ContainsFunc(strings.Fields(options), func(o string) bool { return strings.HasPrefix(string(w), o) })
	})
}

// behind returns the places behind the words of jobs.
func behind(c command, jobs string) (found []int) {
	for _, job := range strings.Split(jobs, ",") {
		words := strings.Fields(job)
		for i, w := range c.words[1:] {
			if len(words) == 0 || string(w) != words[0] {
				continue
			}
			if words = words[1:]; len(words) == 0 {
				found = append(found, i+2)
			}
		}
	}
	return found
}
