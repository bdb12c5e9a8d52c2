package docs

import (
	"regexp"
	"strings"
	"testing"
)

// glossaryRow is a row of the table of words: the words, their meaning, and what they are
// never called.
var glossaryRow = regexp.MustCompile(`(?m)^\| ([a-z, ]+) \| [^|]+ \| ([a-z, -]+) \|$`)

// TestOneNameForOneThing holds the table of words in design.md against everything that the
// program says, but for texts that other programs know.
func TestOneNameForOneThing(t *testing.T) {
	var said strings.Builder
	for line := range strings.Lines(readPage(t, "sentences.txt")) {
		if strings.HasPrefix(line, " ") {
			said.WriteString(strings.ToLower(line))
		}
	}
	has := func(words string) bool {
		return regexp.MustCompile(`\b` + regexp.QuoteMeta(words) + `\b`).MatchString(said.String())
	}
	_, table, _ := strings.Cut(readPage(t, "design.md"), "\n## Words\n")
	table, _, _ = strings.Cut(table, "\n## ")
	rows := glossaryRow.FindAllStringSubmatch(table, -1)
	if len(rows) != 31 || rows[0][1] != "word" {
		t.Errorf("%d rows, want a head and 30 words", len(rows))
	}
	for _, row := range rows[1:] {
		for word := range strings.SplitSeq(row[1], ", ") {
			if !strings.Contains(said.String(), word) {
				t.Errorf("nothing says %q", word)
			}
		}
		for word := range strings.SplitSeq(row[2], ", ") {
			if has(word) {
				t.Errorf("a text of sentences.txt says %q: call it %q", word, row[1])
			}
		}
	}
}
