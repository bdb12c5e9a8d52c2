package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/muesli/termenv"

	"coldstart/styles"
)

// scene is one state of the screen and the keys that lead there. A key of several
// letters that is not a key is typed text.
type scene struct {
	name, title string
	keys        []string
}

// claim are keys on the e-mail that the README shows.
func claim(keys ...string) []string { return append([]string{"2", "down", "down", "down"}, keys...) }

// readAll is the key of a scene that turns pages until all of a request was on screen.
const readAll = "pgdown to the end"

// scenes are every page, then what opens over them.
func scenes() []scene {
	return []scene{
		{"home", "Home: the plan to resume, and the queue of what needs you", nil},
		{"approvals", "Approvals: what waits, and what became of it", []string{"2", "down"}},
		{"plans", "Plans, in the order in which they would be resumed", []string{"3", "down"}},
		{"orphans", "Orphans: sessions waiting or interrupted, and stuck work", []string{"4"}},
		{"session", "A session: prompts, tools, silences, and where it was interrupted", []string{"4", "down", "enter"}},
		{"waiting", "A session that waits for an answer", []string{"4", "enter"}},
		{"traces", "Traces: workflows that were interrupted, with the advice", []string{"5"}},
		{"journal", "Journal: what to do next, and which dead end that would repeat", []string{"6"}},
		{"memory", "Memory: what the agent remembers and proposes", []string{"7"}},
		{"problems", "Problems: what could not be read, and why", []string{"8"}},
		{"request", "A request, opened", []string{"2", "down", "enter"}},
		{"trace", "A trace, opened: what the step left behind", []string{"5", "enter"}},
		{"artifact", "One of the files that it left", []string{"5", "enter", "down", "enter"}},
		{"decision", "A decision: what it is about, what a yes does, and the text", claim("a")},
		{"decision-read", "The same, read to the end: only now a yes", claim("a", readAll)},
		{"changes", "All changes this makes", claim("a", "D")},
		{"doubt", "A request with a trap: the doubt stands below the words it is about", []string{"2", "down", "down", "down", "down", "a"}},
		{"reason", "A reason for the agent", []string{"2", "x", "Not before the flyer is out"}},
		{"sessions", "Several sessions at once", []string{"4", "A"}},
		{"undo", "Taking the last decision back", claim("a", readAll, "y", "u")},
		{"history", "Past decisions, each with what became of it", claim("a", readAll, "y", "H")},
		{"snooze", "Letting a row rest", []string{"down", "s"}},
		{"message", "A message to the next session", []string{"m", "The hubs cannot wait"}},
		{"deadends", "Was this tried before?", []string{"6", "d", "affine"}},
		{"entry", "Writing a journal entry", []string{"6", "+"}},
		{"find", "Finding a word, in names and in texts", []string{"2", "/", "offer"}},
		{"palette", "Every action to choose from", []string{"2", ":"}},
		{"help", "All keys, and why some do not work now", []string{"?"}},
	}
}

// size is a terminal's, in cells.
type size struct{ width, height int }

var (
	small  = size{80, 24}
	medium = size{100, 30}
	wide   = size{120, 36}
	large  = size{140, 45}
	huge   = size{200, 50}
)

// look is how a terminal draws: its name is a part of the picture's. Ground and ink are
// the terminal's own colours.
type look struct {
	name, says  string
	theme       styles.Options
	ground, ink string
	edge, cap   string // around the picture, and behind the name of a key
	quiet       string // the captions of a story
}

func dark() look {
	return look{
		"", "", styles.Options{Profile: termenv.TrueColor, Dark: true},
		"#121212", "#dcdcdc", "#2c3540", "#1d2b38", "#95a6b7",
	}
}

func light() look {
	return look{
		"-light", ", on a light background", styles.Options{Profile: termenv.TrueColor},
		"#ffffff", "#1c232a", "#c6d0da", "#dfe9f2", "#56626e",
	}
}

func plain() look {
	l := dark()
	l.name, l.says, l.theme = "-plain", ", without colour", styles.Options{NoColor: true}
	return l
}

// shot is one picture.
type shot struct {
	scene scene
	size  size
	look  look
}

// file is the name of the picture.
func (s shot) file() string {
	return fmt.Sprintf("%s-%dx%d%s.svg", s.scene.name, s.size.width, s.size.height, s.look.name)
}

// shots are the pictures of docs/screens: every scene on a small screen in each look and
// on a large one, and those of the page on the design at the sizes that it speaks of.
func shots() []shot {
	var all []shot
	for _, sc := range scenes() {
		for _, l := range []look{dark(), light(), plain()} {
			all = append(all, shot{sc, small, l})
		}
		all = append(all, shot{sc, large, dark()})
		for _, s := range designed[sc.name] {
			all = append(all, shot{sc, s, dark()}, shot{sc, s, light()})
		}
	}
	return all
}

// designed are the other sizes at which docs/dev/design.md shows scenes.
var designed = map[string][]size{
	"home":     {wide, huge},
	"decision": {wide},
	"doubt":    {wide},
	"deadends": {wide},
	"trace":    {wide},
	"journal":  {wide},
	"problems": {medium},
}

// everything is each scene at each size in each look.
func everything() []shot {
	var all []shot
	for _, sc := range scenes() {
		for _, s := range []size{small, medium, wide, large, huge} {
			for _, l := range []look{dark(), light(), plain()} {
				all = append(all, shot{sc, s, l})
			}
		}
	}
	return all
}

// index is the page that shows all pictures.
func index() string {
	var b strings.Builder
	b.WriteString("# Pictures\n\nEvery page and the dialogs, drawn from the built-in example by `go run ./docs/pictures`: at 80 columns and 24 rows on a\n" +
		"dark background, on a light one, and without colour, as `NO_COLOR` has it; and larger.\n")
	all := shots()
	for _, sc := range scenes() {
		fmt.Fprintf(&b, "\n## %s\n\n", sc.title)
		for _, s := range slices.DeleteFunc(slices.Clone(all), func(s shot) bool { return s.scene.name != sc.name }) {
			fmt.Fprintf(&b, "![%s, %d×%d%s](screens/%s)\n", sc.title, s.size.width, s.size.height, s.look.says, s.file())
		}
	}
	return b.String()
}
