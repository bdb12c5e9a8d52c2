package docs

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"coldstart/testdata/must"
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
		if filepath.Base(page) != "README.md" && !strings.Contains(index, "]("+page+")") {
			t.Errorf("docs/README.md does not link to %s", page)
		}
	}
}

// pages are the README, the pages for users and those for developers.
func pages(t *testing.T) []string {
	t.Helper()
	all := append(must.Get(filepath.Glob("*.md"))(t), must.Get(filepath.Glob("dev/*.md"))(t)...)
	if len(all) < 17 {
		t.Fatalf("%d pages", len(all))
	}
	return append(all, "../README.md")
}

// fromCode are tables that a test generates; checked ones are written by hand and held by a test.
var (
	fromCode = regexp.MustCompile("(?s)<!-- generated: .*?<!-- end -->")
	checked  = regexp.MustCompile("(?s)<!-- checked: .*?<!-- end -->")
)

// A page for developers stays within its words; code and tables that a test generates or checks do not count.
func TestPagesForDevelopersAreShort(t *testing.T) {
	t.Parallel()
	most := map[string]int{"architecture": 1500, "design": 1500, "words": 500, "formats": 1300, "speed": 400, "promises": 300, "limits": 300}
	for _, name := range must.Get(filepath.Glob("dev/*.md"))(t) {
		text := fence.ReplaceAllString(checked.ReplaceAllString(fromCode.ReplaceAllString(readPage(t, name), ""), ""), "")
		n := 0
		for word := range strings.FieldsSeq(text) {
			if strings.ContainsFunc(word, unicode.IsLetter) {
				n++
			}
		}
		if at := most[strings.TrimSuffix(filepath.Base(name), ".md")]; n > at {
			t.Errorf("%s: %d words, more than %d", name, n, at)
		}
	}
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
