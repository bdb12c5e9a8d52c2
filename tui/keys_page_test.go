package tui

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/aymanbagabas/go-udiff"
	"github.com/charmbracelet/bubbles/key"

	"coldstart/testdata/must"
	"coldstart/tui/board"
	"coldstart/tui/confirm"
	"coldstart/tui/keys"
)

const keysPageHead = `# Keys

` + "`?`" + ` shows the keys that work now, and ` + "`tab`" + ` adds the others, each with the reason. ` + "`a`" + ` approves a request or a proposal,
acknowledges a session or an alarm, and makes a research problem the current one. ` + "`x`" + ` rejects, ` + "`r`" + ` reruns a step. A key that decides
opens a dialog, and nothing is written before ` + "`y`" + `.

` + "`keys`" + ` in your [settings](config.md#other-keys) changes the keys of an action, by the name in this table.

` + "`coldstart --all`" + ` lists [all repositories](files.md#all-repositories). Its keys are in its last line, and behind ` + "`?`" + `.
`

// keysPage is docs/keys.md, made from the tables that the screen itself is driven by.
func keysPage() string {
	var b strings.Builder
	b.WriteString(keysPageHead)
	var groups []string
	for _, act := range actions() {
		if act.group != "" && !slices.Contains(groups, act.group) {
			groups = append(groups, act.group)
		}
	}
	for _, group := range groups {
		fmt.Fprintf(&b, "\n## %s\n\n| keys | do | name | command |\n|---|---|---|---|\n", group)
		if group == "Pages" {
			for _, p := range board.Pages() {
				fmt.Fprintf(&b, "| `%s` | the page %s | | |\n", p.Key, p.Title)
			}
		}
		for _, act := range actions() {
			if act.group == group {
				fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", keysOf(act.binding()), act.does, nameOf(act), commandOf(act))
			}
		}
	}
	b.WriteString("\n## While deciding\n\n| keys | do |\n|---|---|\n")
	fmt.Fprintf(&b, "| %s | read on; `y` works only after every line was on screen |\n", keysOf(defaultKeys()[keys.PageDown]))
	for _, h := range confirm.DialogKeys(defaultKeys()) {
		fmt.Fprintf(&b, "| `%s` | %s |\n", h.Key, h.Does)
	}
	return b.String()
}

// nameOf is what the settings call an action, "" when its keys stay what they are.
func nameOf(act action) string {
	if act.fixed != "" {
		return ""
	}
	return "`" + string(act.id) + "`"
}

// commandOf is the command that does the same, or why there is none.
func commandOf(act action) string {
	if act.command == "" {
		return act.none
	}
	return "`coldstart " + act.command + "`"
}

// keysOf are all keys of a binding, as keyboards call them.
func keysOf(binding key.Binding) string {
	var all []string
	for _, name := range binding.Keys() {
		all = append(all, "`"+keys.Name(name)+"`")
	}
	return strings.Join(all, " ")
}

func TestTheKeysPageIsTheTableOfKeys(t *testing.T) {
	t.Parallel()
	file := filepath.Join("..", "docs", "keys.md")
	want := keysPage()
	if os.Getenv(updateVar) == "1" {
		must.Do(t, os.WriteFile(file, []byte(want), 0o644))
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v (%s=1 writes it)", err, updateVar)
	}
	if string(got) != want {
		t.Errorf("docs/keys.md is not what the keys do (%s=1 writes it):\n%s", updateVar, udiff.Unified("page", "keys", string(got), want))
	}
}
