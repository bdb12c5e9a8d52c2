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

// mostWordsOf are the words that each page may have.
var mostWordsOf = map[string]int{
	"README.md": 200, "tour.md": 600, "install.md": 450, "your-repository.md": 500, "deciding.md": 1600, "files.md": 1800, "keys.md": 1700,
	"commands.md": 800, "config.md": 1300, "hooks.md": 1250, "agents.md": 800, "machines.md": 800, "headless.md": 600, "signatures.md": 700,
	"trust.md": 1000, "limits.md": 300,
	"dev/architecture.md": 1500, "dev/design.md": 1500, "dev/words.md": 500, "dev/formats.md": 1300, "dev/speed.md": 400,
	"dev/promises.md": 300, "dev/limits.md": 300, "../README.md": mostWords,
}

// A page stays within its words; code and tables that a test generates or checks do not count. No page for
// users has the name of a test.
func TestPagesAreShort(t *testing.T) {
	t.Parallel()
	for _, name := range pages(t) {
		text := fence.ReplaceAllString(checked.ReplaceAllString(fromCode.ReplaceAllString(readPage(t, name), ""), ""), "")
		n := 0
		for word := range strings.FieldsSeq(text) {
			if strings.ContainsFunc(word, unicode.IsLetter) {
				n++
			}
		}
		if most := mostWordsOf[name]; n > most {
			t.Errorf("%s: %d words, more than %d", name, n, most)
		}
		if !strings.HasPrefix(name, "dev/") {
			for _, found := range regexp.MustCompile(`\b(?:Test|Fuzz|Benchmark)[A-Z]\w+`).FindAllString(text, -1) {
				t.Errorf("%s has the name of a test: %s", name, found)
			}
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
