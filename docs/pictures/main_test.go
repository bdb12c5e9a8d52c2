package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coldstart/testdata/must"
	"coldstart/testdata/whole"
)

func TestMain(m *testing.M) {
	whole.Quick()
	os.Exit(m.Run())
}

const demo = "../../testdata"

const (
	// All pictures together are small enough for a checkout, and the moving one for a page.
	mostBytes      = 3 << 20
	mostStoryBytes = 300 << 10
)

// Each scene shows something that no other scene does, so that its keys led somewhere.
func TestScenesDiffer(t *testing.T) {
	t.Parallel()
	seen := map[string]string{}
	for _, sc := range scenes() {
		frame := must.Get(capture(demo, shot{sc, small, plain()}))(t)
		if n := strings.Count(frame, "\n") + 1; n != small.height {
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

// The pictures in docs are those that the program draws today.
func TestThePicturesShowThisProgram(t *testing.T) {
	t.Parallel()
	const redraw = "go run ./docs/pictures draws it anew"
	for _, s := range whole.Some(t, 10, must.Get(shots(".."))(t)) {
		drawn := must.Get(s.draw(demo))(t)
		if kept(t, "screens/"+s.file()) != drawn {
			t.Errorf("docs/screens/%s shows another screen; %s", s.file(), redraw)
		}
	}
	told := must.Get(tell(demo, story()))(t)
	if kept(t, storyFile) != moving(told) {
		t.Errorf("docs/%s tells another story; %s", storyFile, redraw)
	}
}

// kept is a file of docs.
func kept(t *testing.T, name string) string {
	t.Helper()
	text := must.Get(os.ReadFile(filepath.Join("..", name)))(t)
	return string(text)
}

func TestThePagesShowEveryPicture(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../screens/*.svg")
	all := must.Get(shots(".."))(t)
	if err != nil || len(files) != len(all) {
		t.Errorf("%d pictures (%v), the pages show %d", len(files), err, len(all))
	}
	total := 0
	for _, s := range all {
		total += len(kept(t, "screens/"+s.file()))
	}
	if total > mostBytes {
		t.Errorf("the pictures have %d bytes, more than %d", total, mostBytes)
	}
}

func TestAPictureThatNoSceneHasIsAnError(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	must.Do(t, os.WriteFile(filepath.Join(dir, "a.md"), []byte("![a](screens/home-80x24.svg) ![b](screens/hom-80x24.svg)"), 0o600))
	if _, err := shots(dir); err == nil || !strings.Contains(err.Error(), "[hom-80x24.svg]") {
		t.Errorf("got %v", err)
	}
}

func TestTheStoryMovesWithoutAScript(t *testing.T) {
	t.Parallel()
	told := must.Get(tell(demo, story()))(t)
	picture := moving(told)
	if len(picture) > mostStoryBytes {
		t.Errorf("%d bytes, more than %d", len(picture), mostStoryBytes)
	}
	for _, banned := range []string{"<script", "href", "url(", "@import", "foreignObject", "onload"} {
		if strings.Contains(picture, banned) {
			t.Errorf("the picture has %s", banned)
		}
	}
	again, err := tell(demo, story())
	if err != nil || moving(again) != picture {
		t.Errorf("played twice, the story differs (%v)", err)
	}
	// Decided and undone, the queue is as it was.
	if first, last := told[0].frame, told[len(told)-1].frame; !strings.Contains(first, "Needs you 18") || !strings.Contains(last, "Needs you 18") {
		t.Errorf("the story ends with\n%s", last)
	}
}

func TestAStoryThatLeadsNowhereIsAnError(t *testing.T) {
	t.Parallel()
	_, err := tell(demo, []beat{{key: "down", until: "no such words"}})
	if err == nil || !strings.Contains(err.Error(), `"down" never led to "no such words"`) {
		t.Errorf("got %v", err)
	}
}

// Each row is drawn once, and is there in its moments only.
func TestRowsOfAMovingPictureComeAndGo(t *testing.T) {
	t.Parallel()
	picture := moving([]moment{
		{"head\none", "", "First.", brief}, {"head\ntwo", "a", "Second.", brief}, {"head\none", "u", "Third.", 2 * brief},
	})
	for _, want := range []string{
		">head</text>\n<g class=\"m0\"><text", // always there, so in no group
		".m0 { animation: m0 2.4s step-end infinite }\n@keyframes m0 { 0% { visibility: visible } 25% { visibility: hidden } 50% { visibility: visible } }",
		`<g class="m2" visibility="hidden"><text x="14" y="47"`,
		"prefers-reduced-motion",
	} {
		if !strings.Contains(picture, want) {
			t.Errorf("no %s in\n%s", want, picture)
		}
	}
	for _, row := range []string{">head<", ">one<", ">two<"} {
		if n := strings.Count(picture, row); n != 1 {
			t.Errorf("%s is drawn %d times", row, n)
		}
	}
}

func TestSVGKeepsTextAndColumns(t *testing.T) {
	t.Parallel()
	svg := still("\x1b[1;38;2;1;2;3ma<b\x1b[0m  c   \nx✋y\n━━◉╌", size{10, 3}, dark())
	for _, want := range []string{
		`<text x="14" y="28" textLength="27" lengthAdjust="spacingAndGlyphs" fill="#010203" font-weight="bold">a&lt;b</text>`,
		`<text x="59" y="28" textLength="9" lengthAdjust="spacingAndGlyphs">c</text>`,
		`<text x="23" y="47" textLength="18"`, // the hand is two cells wide
		`<text x="41" y="47"`,
		`<path d="M14 61.5h18" stroke="#dcdcdc" stroke-width="2.6"/>`,
		`<text x="32" y="66" textLength="9" lengthAdjust="spacingAndGlyphs">◉</text>`,
		`<path d="M41 61.5h9" stroke="#dcdcdc" stroke-width="1.2" stroke-dasharray="3 1.5"/>`,
	} {
		if !strings.Contains(svg, want) {
			t.Errorf("no %s in\n%s", want, svg)
		}
	}
}
