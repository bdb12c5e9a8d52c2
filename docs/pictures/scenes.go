package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"github.com/muesli/termenv"

	"coldstart/styles"
)

// scene is one state of the screen and the keys that lead there. A key of several
// letters that is not a key is typed text.
type scene struct {
	name string
	keys []string
}

// claim are keys on the e-mail that the README shows.
func claim(keys ...string) []string { return append([]string{"2", "down", "down", "down"}, keys...) }

// readAll is the key of a scene that turns pages until all of a request was on screen.
const readAll = "pgdown to the end"

// scenes are every page, then what opens over them.
func scenes() []scene {
	return []scene{
		{"home", nil},
		{"approvals", []string{"2", "down"}},
		{"plans", []string{"3", "down"}},
		{"orphans", []string{"4"}},
		{"session", []string{"4", "down", "enter"}},
		{"waiting", []string{"4", "enter"}},
		{"traces", []string{"5"}},
		{"journal", []string{"6"}},
		{"memory", []string{"7"}},
		{"problems", []string{"8"}},
		{"request", []string{"2", "down", "enter"}},
		{"trace", []string{"5", "enter"}},
		{"artifact", []string{"5", "enter", "down", "enter"}},
		{"decision", claim("a")},
		{"decision-read", claim("a", readAll)},
		{"changes", claim("a", "D")},
		{"doubt", []string{"2", "down", "down", "down", "down", "a"}},
		{"reason", []string{"2", "x", "Not before the flyer is out"}},
		{"sessions", []string{"4", "A"}},
		{"undo", claim("a", readAll, "y", "u")},
		{"history", claim("a", readAll, "y", "H")},
		{"snooze", []string{"down", "s"}},
		{"message", []string{"m", "The hubs cannot wait"}},
		{"deadends", []string{"6", "d", "affine"}},
		{"entry", []string{"6", "+"}},
		{"find", []string{"2", "/", "offer"}},
		{"palette", []string{"2", ":"}},
		{"help", []string{"?"}},
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
	name        string
	theme       styles.Options
	ground, ink string
	edge, cap   string // around the picture, and behind the name of a key
	quiet       string // the captions of a story
}

func dark() look {
	return look{
		"", styles.Options{Profile: termenv.TrueColor, Dark: true},
		"#121212", "#dcdcdc", "#2c3540", "#1d2b38", "#95a6b7",
	}
}

func light() look {
	return look{
		"-light", styles.Options{Profile: termenv.TrueColor},
		"#ffffff", "#1c232a", "#c6d0da", "#dfe9f2", "#56626e",
	}
}

func plain() look {
	l := dark()
	l.name, l.theme = "-plain", styles.Options{NoColor: true}
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

// linked is a picture on a page.
var linked = regexp.MustCompile(`screens/([\w-]+\.svg)\)`)

// shots are the pictures that the pages of the folder docs show.
func shots(docs string) (all []shot, err error) {
	shown := map[string]bool{}
	for _, folder := range []string{"", "dev"} {
		pages, err := filepath.Glob(filepath.Join(docs, folder, "*.md"))
		if err != nil {
			return nil, fmt.Errorf("listing the pages: %w", err)
		}
		for _, page := range pages {
			text, err := os.ReadFile(page)
			if err != nil {
				return nil, fmt.Errorf("reading a page: %w", err)
			}
			for _, m := range linked.FindAllSubmatch(text, -1) {
				shown[string(m[1])] = true
			}
		}
	}
	for _, s := range everything() {
		if shown[s.file()] {
			all = append(all, s)
			delete(shown, s.file())
		}
	}
	if len(shown) > 0 {
		return nil, fmt.Errorf("no scene has these pictures: %v", slices.Sorted(maps.Keys(shown)))
	}
	return all, nil
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
