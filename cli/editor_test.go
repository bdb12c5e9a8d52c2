package cli

import (
	"runtime"
	"slices"
	"strings"
	"testing"
)

func TestPlainWords(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		text string
		want []string
		err  string
	}{
		{"vi", []string{"vi"}, ""},
		{" code  --wait\t-n ", []string{"code", "--wait", "-n"}, ""},
		{`"/opt/My Editor/bin/ed" --wait`, []string{"/opt/My Editor/bin/ed", "--wait"}, ""},
		{`'/opt/My Editor/ed' '' x`, []string{"/opt/My Editor/ed", "", "x"}, ""},
		{`/opt/My\ Editor/ed`, []string{"/opt/My Editor/ed"}, ""},
		{`ed -c "set \"a\" \\ b" 'it\s'`, []string{"ed", "-c", `set "a" \ b`, `it\s`}, ""},
		{`pre"mid dle"post`, []string{"premid dlepost"}, ""},
		{`C:\tools\vim.exe -f`, []string{`C:\tools\vim.exe`, "-f"}, ""},
		{`"C:\Program Files\vim.exe"`, []string{`C:\Program Files\vim.exe`}, ""},
		{"ed $HOME/*.md `id` $(id) ; rm -rf ~ | x && y > z", []string{"ed", "$HOME/*.md", "`id`", "$(id)", ";", "rm", "-rf", "~", "|", "x", "&&", "y", ">", "z"}, ""},
		{`ed "x`, nil, `the quote " is never closed`},
		{`ed 'x\'y'`, nil, "the quote ' is never closed"},
		{`trailing \`, []string{"trailing", `\`}, ""},
	} {
		got, err := plainWords(tt.text)
		if said := errorText(err); said != tt.err || !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, %q", tt.text, got, said)
		}
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestTheEditorIsTheOperatorsOwn(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		vars variables
		line int
		want string
		err  string
	}{
		{"VISUAL first", variables{"VISUAL": "code --wait", "EDITOR": "nano"}, 0, "code|--wait|/vault/Plans/x y.md", ""},
		{"then EDITOR", variables{"VISUAL": " ", "EDITOR": "nano"}, 0, "nano|/vault/Plans/x y.md", ""},
		{"a line for one that takes it", variables{"EDITOR": "/usr/bin/nvim -u NONE"}, 12, "/usr/bin/nvim|-u|NONE|+12|/vault/Plans/x y.md", ""},
		{"another", variables{"EDITOR": "emacs"}, 3, "emacs|+3|/vault/Plans/x y.md", ""},
		{"no line for others", variables{"EDITOR": "code --wait"}, 3, "code|--wait|/vault/Plans/x y.md", ""},
		{"nor for one that begins alike", variables{"EDITOR": "viper"}, 3, "viper|/vault/Plans/x y.md", ""},
		{"that of the system", variables{}, 6, usualEditor(runtime.GOOS) + map[bool]string{true: "", false: "|+6"}[runtime.GOOS == "windows"] + "|/vault/Plans/x y.md", ""},
		{"no name", variables{"EDITOR": `''`}, 0, "", "reading EDITOR: it does not name a program"},
		{"half a quote", variables{"VISUAL": `"code --wait`, "EDITOR": "nano"}, 0, "", `reading VISUAL: the quote " is never closed`},
		{"where agents write", variables{"EDITOR": "bin/ed"}, 0, "", "reading EDITOR: bin/ed is a relative path; write its full path or only its name"},
		{"in the vault", variables{"EDITOR": "/vault/bin/ed"}, 0, "", "reading EDITOR: /vault/bin/ed is in the vault, where agents write"},
	} {
		c := &call{env: Env{Getenv: tt.vars.get}}
		words, err := c.editor("/vault", "/vault/Plans/x y.md", tt.line)
		if got, said := strings.Join(words, "|"), errorText(err); got != tt.want || said != tt.err {
			t.Errorf("%s: %q, %q", tt.name, got, said)
		}
	}
}

func TestEachSystemHasAnEditor(t *testing.T) {
	t.Parallel()
	if usualEditor("windows") != "notepad" || usualEditor("linux") != "vi" || usualEditor("darwin") != "vi" {
		t.Error("vi, and notepad on Windows")
	}
}
