package main

import (
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// foreignText are the strings that tie a file to one machine or network.
var foreignText = []struct {
	what    string
	pattern *regexp.Regexp
}{
	// A path inside a vault, such as docs/work/active, is none of these.
	{"absolute machine path", regexp.MustCompile(`(?:^|[^\w.~*})\]>-])/(?:root|work|(?:home|Users)/\w[\w.-]*)(?:/|$)`)},
	{"registry host", regexp.MustCompile(`proxy\.golang|registry\.npmjs|deb\.debian`)},
}

// foreignStrings reports what ties the text of one file to a machine.
func foreignStrings(name, text string) []string {
	var problems []string
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimRight(line, "\r\n")
		for _, foreign := range foreignText {
			if found := foreign.pattern.FindString(line); found != "" {
				problems = append(problems, fmt.Sprintf("%s:%d: %s %q", name, number, foreign.what, found))
			}
		}
	}
	return problems
}

func TestFilesAreNotTiedToAMachine(t *testing.T) {
	// New files count before they are committed; ignored ones never do.
	list, err := exec.CommandContext(t.Context(), "git", "ls-files", "-z", "--cached", "--others", "--exclude-standard").Output()
	if err != nil {
		t.Skipf("needs git and its checkout: %v", err)
	}
	for name := range strings.SplitSeq(strings.TrimSuffix(string(list), "\x00"), "\x00") {
		// Links may point nowhere on purpose, and a deleted file is still listed.
		if info, err := os.Lstat(name); err != nil || !info.Mode().IsRegular() {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Errorf("read a listed file: %v", err)
		}
		for _, problem := range foreignStrings(name, string(text)) {
			t.Error(problem)
		}
	}
}

func TestForeignStringsAreReported(t *testing.T) {
	// The examples are put together here, so that this file passes its own check.
	for _, tt := range []struct {
		name, text, want string
	}{
		{"home of root", "a\ncd /" + "root/go", "f:2: absolute machine path"},
		{"quoted", `"/` + `work/main"`, "f:1: absolute machine path"},
		{"user's home", "(/" + "home/sam/vault)", "f:1: absolute machine path"},
		{"end of line", "HOME=/" + "root", "f:1: absolute machine path"},
		{"registry", "https://proxy." + "golang.org", "f:1: registry host"},
		{"vault path", "docs/work/active/W-1/WORK.md", ""},
		{"pattern of a vault path", "**/work/*, {docs}/work/", ""},
		{"home without a user", "~/ and /home/<you>", ""},
		{"address", "https://files.example/root/a", ""},
		{"longer name", "/rooted/a and /workshop/b", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := foreignStrings("f", tt.text)
			if tt.want == "" && len(got) > 0 {
				t.Errorf("got %q, want no problem", got)
			}
			if tt.want != "" && (len(got) != 1 || !strings.HasPrefix(got[0], tt.want)) {
				t.Errorf("got %q, want one problem starting with %q", got, tt.want)
			}
		})
	}
}
