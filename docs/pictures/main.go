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

// file is where the picture lies, below docs.
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
	frame, err := photograph(demo, s)
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
