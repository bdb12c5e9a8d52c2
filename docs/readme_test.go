package docs

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// mostWords is how long the README may be.
const mostWords = 600

func TestTheREADMEIsShortAndHasItsTwoCommands(t *testing.T) {
	t.Parallel()
	page := readPage(t, "../README.md")
	if n := len(strings.Fields(page)); n > mostWords {
		t.Errorf("%d words, more than %d", n, mostWords)
	}
	for _, want := range []string{"\ngo run . demo ", "\ngo test ./... ", "](docs/story.svg)", "](docs/README.md)"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q", want)
		}
	}
	if !strings.Contains(readPage(t, "../.ci/run"), "\n# As in README.\nstep \"go test\"\ngo test ./...\n") {
		t.Error(".ci/run does not run the tests as the README does")
	}
}

func TestTheIndexNamesEveryPage(t *testing.T) {
	t.Parallel()
	index := readPage(t, "README.md")
	for _, page := range pages(t) {
		if name := filepath.Base(page); name != "README.md" && !strings.Contains(index, "["+name+"]("+name+")") {
			t.Errorf("docs/README.md does not name %s", name)
		}
	}
}

// pages are the README and all pages of docs.
func pages(t *testing.T) []string {
	t.Helper()
	all, err := filepath.Glob("*.md")
	if err != nil || len(all) < 10 {
		t.Fatalf("%d pages (%v)", len(all), err)
	}
	return append(all, "../README.md")
}

var (
	link    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading = regexp.MustCompile(`(?m)^#+ (.+)$`)
	fence   = regexp.MustCompile("(?ms)^```.*?^```")
)

// Every link of a page leads to a file in the checkout, and to a heading that is there.
func TestEveryLinkLeadsSomewhere(t *testing.T) {
	t.Parallel()
	for _, page := range pages(t) {
		text := fence.ReplaceAllString(readPage(t, page), "")
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			path, anchor, anchored := strings.Cut(m[1], "#")
			file := page
			if path != "" {
				file = filepath.Join(filepath.Dir(page), path)
			}
			if _, err := os.Stat(file); err != nil {
				t.Errorf("%s: %s: %v", page, m[1], err)
			} else if anchored && !slices.Contains(anchors(readPage(t, file)), anchor) {
				t.Errorf("%s: %s: no such heading", page, m[1])
			}
		}
	}
}

// anchors are the names by which headings of a page can be linked to: in small letters,
// with dashes for blanks and without punctuation.
func anchors(page string) (names []string) {
	for _, m := range heading.FindAllStringSubmatch(fence.ReplaceAllString(page, ""), -1) {
		names = append(names, strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
				return unicode.ToLower(r)
			}
			return -1
		}, m[1]))
	}
	return names
}
