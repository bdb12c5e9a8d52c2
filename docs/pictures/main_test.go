package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coldstart/testdata/whole"
)

const demo = "../../testdata/demo"

// All pictures together are small enough for a checkout.
const mostBytes = 3 << 20

func TestPicturesAreTheSameEachTime(t *testing.T) {
	t.Parallel()
	for _, sc := range whole.Some(t, 3, scenes()) {
		s := shot{sc, sizes[0], coloured()}
		first, err := capture(demo, s)
		if err != nil {
			t.Fatal(err)
		}
		again, err := capture(demo, s)
		if err != nil {
			t.Fatal(err)
		}
		if first != again {
			t.Errorf("%s: two pictures differ:\n%s\n%s", sc.name, first, again)
		}
	}
}

// Each scene shows something that no other scene does, so that its keys led somewhere.
func TestScenesDiffer(t *testing.T) {
	t.Parallel()
	seen := map[string]string{}
	for _, sc := range scenes() {
		frame, err := capture(demo, shot{sc, sizes[0], plain()})
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(frame, "\n") + 1; n != sizes[0].height {
			t.Errorf("%s: %d rows", sc.name, n)
		}
		if other := seen[frame]; other != "" {
			t.Errorf("%s shows the same as %s", sc.name, other)
		}
		if seen[frame] = sc.name; strings.Contains(frame, "\x1b") {
			t.Errorf("%s has colour", sc.name)
		}
	}
}

func TestTheIndexShowsEveryPicture(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../pictures.md")
	if err != nil {
		t.Fatal(err)
	}
	if string(page) != index() {
		t.Error("docs/pictures.md is not what go run ./docs/pictures writes")
	}
	files, err := filepath.Glob("../screens/*.svg")
	if err != nil || len(files) != len(shots()) {
		t.Errorf("%d pictures (%v), want %d", len(files), err, len(shots()))
	}
	total := int64(0)
	for _, s := range shots() {
		info, err := os.Stat(filepath.Join("..", s.file()))
		if err != nil {
			t.Fatal(err)
		}
		if total += info.Size(); !strings.Contains(string(page), "]("+s.file()+")") {
			t.Errorf("the page does not show %s", s.file())
		}
	}
	if total > mostBytes {
		t.Errorf("the pictures have %d bytes, more than %d", total, mostBytes)
	}
}

func TestSVGKeepsTextAndColumns(t *testing.T) {
	t.Parallel()
	svg := svgOf("\x1b[1;38;2;1;2;3ma<b\x1b[0m  c   \nx✋y", 10, 2)
	for _, want := range []string{
		`fill="#010203" textLength="27" lengthAdjust="spacingAndGlyphs" xml:space="preserve" font-weight="bold">a&lt;b</text>`,
		`textLength="27" lengthAdjust="spacingAndGlyphs" xml:space="preserve">  c</text>`,
		`<text x="23" y="47" fill="#d0d0d0" textLength="18"`, // the hand is two cells wide
		`<text x="41" y="47"`,
	} {
		if !strings.Contains(svg, want) {
			t.Errorf("no %s in\n%s", want, svg)
		}
	}
}
