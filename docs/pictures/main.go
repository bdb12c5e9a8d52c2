// Command pictures draws the pictures of the documentation from the example vault: it
// opens a copy, presses keys, and writes what the screen shows as SVG. What it writes
// depends on the program and the vault alone.
//
//	go run ./docs/pictures        the pictures that the pages of docs show
//	go run ./docs/pictures DIR    every scene at every size, to look at
package main

import (
	"fmt"
	"os"
	"path/filepath"

	_ "coldstart/styles/background"
)

func main() {
	const demo = "testdata"
	draw := func() error { return drawDocs(demo, "docs") }
	if len(os.Args) > 1 {
		draw = func() error { return drawEach(demo, os.Args[1], everything()) }
	}
	if err := draw(); err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}

// drawDocs writes the pictures of the pages, and the story, into the folder docs.
func drawDocs(demo, docs string) error {
	all, err := shots(docs)
	if err != nil {
		return err
	}
	screens := filepath.Join(docs, "screens")
	if err := os.RemoveAll(screens); err != nil {
		return fmt.Errorf("removing the old pictures: %w", err)
	}
	if err := drawEach(demo, screens, all); err != nil {
		return err
	}
	told, err := tell(demo, story())
	if err != nil {
		return err
	}
	return save(filepath.Join(docs, storyFile), moving(told))
}

// drawEach draws the shots into one folder.
func drawEach(demo, folder string, shots []shot) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return fmt.Errorf("making the folder of pictures: %w", err)
	}
	for _, s := range shots {
		picture, err := s.draw(demo)
		if err != nil {
			return err
		}
		if err := save(filepath.Join(folder, s.file()), picture); err != nil {
			return err
		}
	}
	return nil
}

// draw takes the shot on a copy of the example vault, as SVG.
func (s shot) draw(demo string) (string, error) {
	frame, err := capture(demo, s)
	if err != nil {
		return "", fmt.Errorf("drawing %s: %w", s.file(), err)
	}
	return still(frame, s.size, s.look), nil
}

func save(file, text string) error {
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		return fmt.Errorf("writing a picture: %w", err)
	}
	return nil
}
