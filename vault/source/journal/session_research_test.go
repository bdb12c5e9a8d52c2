package journal

import (
	"errors"
	"strings"
	"testing"

	"coldstart/vault/text"
)

// stateText is a STATE.md with a count and the rows of its history.
func stateText(sessions string, rows ...string) string {
	return "---\ncurrent_state: PROOF_IN_PROGRESS\nsession_count: " + sessions + "\n---\n\n# Research State\n\n## History\n\n| Timestamp | Event | Details |\n|---|---|---|\n" +
		strings.Join(append(rows, ""), "\n")
}

func resumedRow(number string) string {
	return "| 2026-02-21T11:00:00Z | Session resumed | Session #" + number + " |"
}

func TestCountSession(t *testing.T) {
	t.Parallel()
	table := "| Timestamp | Event | Details |\n|-----------|-------|---------|\n"
	for _, tt := range []struct{ name, text, want string }{
		{"one more", stateText("9", "| a | b | c |"), stateText("10", "| a | b | c |", resumedRow("10"))},
		{"the template", stateText("0", "| | | |"), stateText("1", "| | | |", resumedRow("1"))},
		{"a table without rows", stateText("'3' # c"), stateText("'4' # c", resumedRow("4"))},
		{"no value but a blank, which stays", stateText(""), stateText("1 ", resumedRow("1"))},
		{
			"more behind the table", stateText("1", "| a | b | c |", "", "text", "", "## More", "| x |"),
			stateText("2", "| a | b | c |", resumedRow("2"), "", "text", "", "## More", "| x |"),
		},
		{"no line end at the end", strings.TrimSuffix(stateText("1", "| a |"), "\n"), strings.TrimSuffix(stateText("2", "| a |", resumedRow("2")), "\n")},
		{"a history without a table", "---\nsession_count: 1\n---\n## history\n\nNone.\n\n## More\n", "---\nsession_count: 2\n---\n## history\n\nNone.\n\n" + table + resumedRow("2") + "\n\n## More\n"},
		{"no history", "---\nsession_count: 1\n---\n# State\n", "---\nsession_count: 2\n---\n# State\n\n## History\n\n" + table + resumedRow("2") + "\n"},
		{"nothing but a front matter", "---\nsession_count: 1\n---\n", "---\nsession_count: 2\n---\n\n## History\n\n" + table + resumedRow("2") + "\n"},
		{"no count", "---\na: b\n---\n## History\n| x |\n", "---\na: b\nsession_count: 1\n---\n## History\n| x |\n" + resumedRow("1") + "\n"},
		{"a table in a code block", "---\nsession_count: 1\n---\n## History\n| a |\n```\n| b |\n```\n", "---\nsession_count: 2\n---\n## History\n| a |\n" + resumedRow("2") + "\n```\n| b |\n```\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, as := range []func(string) string{func(s string) string { return s }, crlf, func(s string) string { return "\ufeff" + s }} {
				b := []byte(as(tt.text))
				_, splices, err := CountSession(b, eleven)
				if err != nil {
					t.Fatal(err)
				}
				if got := string(text.Apply(b, splices)); got != as(tt.want) {
					t.Errorf("\n got %q\nwant %q", got, as(tt.want))
				}
			}
		})
	}
	for name, body := range map[string]string{
		"no front matter": "# State\n", "a broken one": "---\na: [\n---\n", "no number": stateText("many"), "an open code block": stateText("1") + "```\n",
		"damaged line ends": strings.ReplaceAll(stateText("1"), "\n", "\r\r\n"), "a count over two lines": stateText("|\n  1"),
	} {
		if number, splices, err := CountSession([]byte(body), eleven); !errors.Is(err, text.ErrEdit) && !errors.Is(err, text.ErrUneven) {
			t.Errorf("%s: %d, %v, %v", name, number, splices, err)
		}
	}
}
