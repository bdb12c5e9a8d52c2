package markdown

import (
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/muesli/termenv"

	"coldstart/styles"
	"coldstart/testdata/whole"
)

func coloured() *styles.Theme {
	return styles.New(styles.Options{Profile: termenv.TrueColor, Dark: true})
}

// rolesOf is a line with the role of each piece that has a look of its own.
func rolesOf(l styles.Line) string {
	marks := map[styles.Role]string{styles.RoleTitle: "B", styles.RoleEmphasis: "I", styles.RoleCode: "C"}
	var b strings.Builder
	for _, s := range l {
		if m := marks[s.Role]; m != "" {
			b.WriteString(m + "{" + s.Text.String() + "}")
			continue
		}
		b.WriteString(s.Text.String())
	}
	return b.String()
}

func TestStressedWordsHaveALook(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]string{
		"a **bold** and *italic* word":    "a B{bold} and I{italic} word",
		"**Status:** done":                "B{Status:} done",
		"use `rm *.md *` and `` a`b ``":   "use C{`rm *.md *`} and C{`` a`b ``}",
		"**use `x*y*` here**":             "B{use `x*y*` here}",
		"**wide 漢字**, (*in brackets*)":    "B{wide 漢字}, (I{in brackets})",
		"2*3*4 and src/*/x/*":             "2*3*4 and src/*/x/*",
		"all *.md and (*.go)":             "all *.md and (*.go)",
		"__init__ and _x_ stay":           "__init__ and _x_ stay",
		`\*no\* \**x* stays`:              `\*no\* \**x* stays`,
		"** not ** and **open":            "** not ** and **open",
		"***both*** stay":                 "***both*** stay",
		"*a* *b* **c**":                   "I{a} I{b} B{c}",
		"`open and *it*":                  "`open and I{it}",
		"**a\u202eb**":                    "B{a⟦U+202E RLO⟧b}",
		"- **Rim**: `26`":                 "· B{Rim}: C{`26`}",
		"- [x] **done**":                  "[x] B{done}",
		"# a **heading** stays":           "a **heading** stays",
		"<!-- **comments** are shown -->": "<!-- B{comments} are shown -->",
	} {
		got := ""
		for _, l := range Lines(coloured(), []byte(source), 200) {
			got += rolesOf(l)
		}
		if got != want {
			t.Errorf("%q is %q, want %q", source, got, want)
		}
	}
}

// The hand before what only a person may do is a mark of ours; elsewhere it stays what it is.
func TestTheHandOfAnItemHasItsMarkInASCII(t *testing.T) {
	t.Parallel()
	for source, want := range map[string][2]string{
		"- [ ] ✋ Send it": {"[ ] ✋ Send it", "[ ] & Send it"},
		"- [ ] a ✋ b":     {"[ ] a ✋ b", "[ ] a <<U+270B>> b"},
		"✋ Send it":       {"✋ Send it", "<<U+270B>> Send it"},
	} {
		for i, o := range []styles.Options{{}, {ASCII: true}} {
			if got := joined(Lines(styles.New(o), []byte(source), 80)); got != want[i]+"\n" {
				t.Errorf("%q is %q, want %q", source, got, want[i])
			}
		}
	}
}

// Without looks, and in ASCII, the marks are all there is, and they stay.
func TestMarksStayWhereNothingElseTells(t *testing.T) {
	t.Parallel()
	const source = "a **bold** and *italic* `code`"
	for name, o := range map[string]styles.Options{"NO_COLOR": {NoColor: true, Profile: termenv.TrueColor}, "ASCII": {ASCII: true, Profile: termenv.TrueColor}} {
		if got := joined(Lines(styles.New(o), []byte(source), 80)); got != source+"\n" {
			t.Errorf("%s: %q", name, got)
		}
	}
	// What a mark kept apart must not become a token of ours.
	got := joined(Lines(styles.New(styles.Options{ASCII: true, Profile: termenv.TrueColor}), []byte("<**<U+202E RLO>**>"), 80))
	if strings.Contains(got, "<<") {
		t.Errorf("a token is imitated: %q", got)
	}
}

func TestATableIsSetInColumns(t *testing.T) {
	t.Parallel()
	const source = "| part | count | remark |\n|:-----|------:|---|\n| 漢字 | 9 | **old** stock, to be sold before the summer begins |\n" +
		"| NR-36 | 1,840 |\n| a \\| b | | x | one too many |\nbehind"
	want := []string{
		"part   │  count │ remark     ",
		strings.Repeat("─", 43),
		"漢字   │      9 │ old stock, ",
		"       │        │ to be sold ",
		"       │        │ before the ",
		"       │        │ summer     ",
		"       │        │ begins     ",
		"NR-36  │  1,840",
		"a \\| b │        │ x           │ one too    ",
		"       │        │             │ many       ",
		"behind",
	}
	got := strings.Split(strings.TrimSuffix(joined(Lines(coloured(), []byte(source), 44)), "\n"), "\n")
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// A table that has no room, and a line of it with a cell that is too long, are shown as
// they are written.
func TestATableWithoutRoomStaysAsItIs(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		source string
		w      int
		want   string
	}{
		{"| a | b | c |\n|---|---|---|\n| 1 | 2 | 3 |", 20, "| a | b | c |\n|---|---|---|\n| 1 | 2 | 3 |\n"},
		{"| a | b |\n|---|---|\n| " + strings.Repeat("x", 400) + " | 2 |", 20, "a           │ b     \n────────────────────\n| \nxxx"},
		{"| a |\n|---|---|\n", 40, "| a |\n|---|---|\n"},
		{"```\n| a |\n|---|\n```", 40, "```\n  | a |\n  |---|\n```\n"},
		{strings.Repeat("|a", 30) + "|\n" + strings.Repeat("|-", 30) + "|", 400, strings.Repeat("|a", 30) + "|\n" + strings.Repeat("|-", 30) + "|\n"},
	} {
		got := joined(Lines(coloured(), []byte(tt.source), tt.w))
		if !strings.HasPrefix(got, tt.want) {
			t.Errorf("%q in %d cells is\n%s", tt.source, tt.w, got)
		}
		for l := range strings.Lines(got) {
			if w := len([]rune(strings.TrimSuffix(l, "\n"))); w > tt.w {
				t.Errorf("%q in %d cells has a row of %d", tt.source, tt.w, w)
			}
		}
	}
}

// seen counts the letters of a text that are drawn, without marks of Markdown.
func seen(text string) map[rune]int {
	count := map[rune]int{}
	for _, r := range text {
		if r > ' ' && unicode.IsPrint(r) && !strings.ContainsRune("*|-:#", r) {
			count[unicode.ToLower(r)]++
		}
	}
	return count
}

// FuzzMarkdown holds that the rendered view shows every letter of a text, marks of
// Markdown and the front matter apart, in rows that are no wider than asked.
func FuzzMarkdown(f *testing.F) {
	for _, s := range []string{
		"---\na: b\n---\n# H\n- [x] **d** `c`\n| a | b |\n|---|--:|\n| 1 | \\| 2 |\n", "**a `b**` c*", "| a \\", "|a|\n|-|\n|\\", "*(*a*)*",
		"|a|b|\n|-|-|\n|漢字漢字漢字漢字|🇩🇪🇩|\n", "\u202e**\u0301x**", "* * *\n*a*b*c*", "`*a*", "|a|\n|:-:|\n||||||",
	} {
		f.Add(s, 30)
	}
	f.Fuzz(func(t *testing.T, source string, w int) {
		w = 20 + (w%180+180)%180
		for _, th := range []*styles.Theme{coloured(), styles.New(styles.Options{ASCII: true}), styles.New(styles.Options{NoColor: true})} {
			lines := Lines(th, []byte(source), w)
			shown := joined(lines)
			for _, l := range lines {
				if l.Width() > w {
					t.Fatalf("%q in %d cells has the row %q", source, w, l.String())
				}
			}
			// The notation writes what is special in letters of its own, so only plain
			// texts are counted.
			if strings.ContainsFunc(source, func(r rune) bool { return r > '~' || r < ' ' && r != '\n' }) {
				continue
			}
			if strings.Contains(shown, "⟦") || strings.Contains(shown, "<<") {
				continue
			}
			got := seen(shown)
			_, body, _ := strings.Cut(source, strings.Join(strings.SplitAfter(source, "\n")[:Fields(th, []byte(source))], ""))
			for r, n := range seen(body) {
				if got[r] < n {
					t.Fatalf("%q shows %d of %d %q:\n%s", source, got[r], n, r, shown)
				}
			}
		}
	})
}

// Hostile Markdown is laid out in about the time of any other.
func TestHostileMarkdownIsLaidOutInTime(t *testing.T) {
	size := whole.Rounds(1<<17, 1<<20)
	for name, piece := range map[string]string{
		"stars": "*", "open stars": "*a ", "brackets": "(*a", "backticks": "`", "growing": " *a ` `` ``` ```` ````` `````` *b", "escapes": "*a\\*", "bars": "|", "cells": "|a",
		"tables": "|a|b|c|\n|-|-|-|\n", "wide": "| " + strings.Repeat("x", 300) + " |\n|-|\n", "deep table": "|a|\n|-|\n|" + strings.Repeat("b\n|", 1000),
	} {
		began := time.Now()
		Lines(coloured(), []byte(strings.Repeat(piece, size/len(piece))), 80)
		if took := time.Since(began); took > 5*time.Second {
			t.Errorf("%d bytes of %s took %s", size, name, took)
		} else {
			t.Logf("%s: %s", name, took)
		}
	}
}

func joined(lines []styles.Line) string {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(l.String() + "\n")
	}
	return b.String()
}
