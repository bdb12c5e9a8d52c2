// Command pictures draws the screenshots of the documentation from the example
// vault: it opens a copy, presses keys, and writes what the screen shows as SVG.
// What it writes depends on the program and the vault alone.
//
//	go run ./docs/pictures
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/muesli/termenv"

	"coldstart/styles"
	_ "coldstart/styles/background"
)

func main() {
	if err := drawAll("testdata/demo", "docs"); err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}

// look is how a terminal draws: its name is a part of the picture's.
type look struct {
	name  string
	theme styles.Options
}

func coloured() look { return look{"", styles.Options{Profile: termenv.TrueColor, Dark: true}} }

func plain() look { return look{"-plain", styles.Options{NoColor: true}} }

// shots are the pictures of the folder screens: every scene at both sizes, with colour
// and without.
func shots() []shot {
	var all []shot
	for _, sc := range scenes() {
		for _, s := range sizes {
			for _, l := range []look{coloured(), plain()} {
				all = append(all, shot{sc, s, l})
			}
		}
	}
	return all
}

// shot is one picture.
type shot struct {
	scene scene
	size  size
	look  look
}

// file is where the picture is, below docs.
func (s shot) file() string {
	return fmt.Sprintf("screens/%s-%dx%d%s.svg", s.scene.name, s.size.width, s.size.height, s.look.name)
}

// drawAll writes all pictures and the page that shows them into the folder out.
func drawAll(demo, out string) error {
	if err := os.RemoveAll(filepath.Join(out, "screens")); err != nil {
		return fmt.Errorf("removing the old pictures: %w", err)
	}
	if err := os.Mkdir(filepath.Join(out, "screens"), 0o755); err != nil {
		return fmt.Errorf("making the folder of pictures: %w", err)
	}
	for _, s := range shots() {
		if err := write(demo, filepath.Join(out, s.file()), s); err != nil {
			return err
		}
	}
	for _, f := range front() {
		if err := write(demo, filepath.Join(out, f.scene.name+".svg"), f); err != nil {
			return err
		}
	}
	return save(filepath.Join(out, "pictures.md"), index())
}

func write(demo, file string, s shot) error {
	frame, err := capture(demo, s)
	if err != nil {
		return fmt.Errorf("drawing %s: %w", file, err)
	}
	return save(file, svgOf(frame, s.size.width, s.size.height))
}

func save(file, text string) error {
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		return fmt.Errorf("writing a picture: %w", err)
	}
	return nil
}

// scene is one state of the screen and the keys that lead there. A key of several
// letters that is not a key is typed text.
type scene struct {
	name, title string
	keys        []string
}

// size is a terminal's, in cells.
type size struct{ width, height int }

var sizes = []size{{80, 24}, {140, 45}}

// scenes are every page, then what opens over them.
func scenes() []scene {
	return []scene{
		{"home", "Home: the plan to resume, and the queue of what needs you", nil},
		{"approvals", "Approvals: what waits, and what became of it", []string{"2", "down"}},
		{"plans", "Plans, in the order in which they would be resumed", []string{"3", "down"}},
		{"orphans", "Orphans: sessions that never ended, and stuck work", []string{"4"}},
		{"traces", "Traces: workflows that were cut off, with the advice", []string{"5"}},
		{"journal", "Journal: what to do next, and which dead end that would repeat", []string{"6"}},
		{"memory", "Memory: what the agent remembers and proposes", []string{"7"}},
		{"problems", "Problems: what could not be read, and why", []string{"8"}},
		{"request", "A request, opened", []string{"2", "down", "enter"}},
		{"trace", "A trace, opened: what the step left behind", []string{"5", "enter"}},
		{"decision", "A decision: what will change, and every byte of the request", []string{"2", "a"}},
		{"decision-read", "The same, read to the end: only now a yes", []string{"2", "a", "pgdown", "pgdown", "pgdown", "pgdown"}},
		{"reason", "A reason for the agent", []string{"2", "x", "Not before the flyer is out"}},
		{"sessions", "Several sessions at once", []string{"4", "A"}},
		{"undo", "Taking the last decision back", []string{"2", "a", "pgdown", "pgdown", "pgdown", "pgdown", "y", "u"}},
		{"snooze", "Letting a row rest", []string{"down", "s"}},
		{"deadends", "Was this tried before?", []string{"6", "d"}},
		{"entry", "Writing a journal entry", []string{"6", "+"}},
		{"find", "Finding a word, in names and in texts", []string{"2", "/", "offer"}},
		{"palette", "Every action to choose from", []string{"2", ":"}},
		{"help", "All keys, and why some do not work now", []string{"?"}},
	}
}

// front are the pictures of the README.
func front() []shot {
	return []shot{
		{scene{"home", "", nil}, size{100, 36}, coloured()},
		{scene{"decision", "", []string{"2", "down", "down", "down", "a"}}, size{100, 34}, coloured()},
		{scene{"orphans", "", []string{"4"}}, size{120, 28}, coloured()},
		{scene{"journal", "", []string{"6"}}, size{120, 34}, coloured()},
	}
}

// index is the page that shows all pictures.
func index() string {
	var b strings.Builder
	b.WriteString("# Pictures\n\nEvery page and the dialogs, drawn from the built-in example by `go run ./docs/pictures`: at 80 columns and 24 rows, and at\n" +
		"140 and 45; with colour, and as `NO_COLOR` has it.\n")
	for _, sc := range scenes() {
		fmt.Fprintf(&b, "\n## %s\n\n", sc.title)
		for _, s := range shots() {
			if s.scene.name == sc.name {
				fmt.Fprintf(&b, "![%s, %d×%d%s](%s)\n", sc.title, s.size.width, s.size.height, strings.ReplaceAll(s.look.name, "-plain", ", without colour"), s.file())
			}
		}
	}
	return b.String()
}
