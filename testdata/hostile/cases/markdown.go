package cases

import (
	"fmt"
	"strings"
)

// markdownCases are texts that cost a renderer its time.
func markdownCases() []Case {
	var all []Case
	for _, m := range []struct{ name, what, text string }{
		{"m01-quotes", "10,000 nested quotes", strings.Repeat(">", 10_000) + " x"},
		{"m02-emphasis", "20,000 open marks of emphasis", strings.Repeat("*a _b ", 10_000)},
		{"m03-brackets", "50,000 open brackets", strings.Repeat("[", 50_000) + strings.Repeat("](\n", 5_000)},
		{"m04-lists", "400 nested lists", nestedLists(400)},
		{"m05-backticks", "runs of backticks that grow", backticks(600)},
		{"m06-table", "a table of 3,000 columns", strings.Repeat("|a", 3_000) + "|\n" + strings.Repeat("|-", 3_000) + "|\n" + strings.Repeat("|b", 3_000) + "|"},
		{"m07-refs", "10,000 definitions and uses", references(10_000)},
		{"m08-open-html", "20,000 open comments and the like", strings.Repeat("<!-- <![CDATA[ <? <!X ", 20_000)},
		{"m09-entities", "50,000 character references", strings.Repeat("&#27;", 50_000)},
		{"m10-headings", "20,000 headings", strings.Repeat("# x\n", 20_000)},
		{"m11-boxes", "20,000 boxes", strings.Repeat("- [ ] x\n", 20_000)},
		{"m12-fences", "20,000 fences", strings.Repeat("```\n~~~\n", 20_000)},
	} {
		all = append(all, oneRequest(m.name, m.what, Show, request(m.name, "Pay <1>\n\n"+m.text+"\n\n<2> <3>")))
	}
	return all
}

func nestedLists(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat("  ", i) + "- x\n")
	}
	return b.String()
}

func backticks(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat("`", i+1) + " ")
	}
	return b.String()
}

func references(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "[r%d]: x\n[r%d] ", i, i)
	}
	return b.String()
}
