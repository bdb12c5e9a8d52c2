package editor

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestWords(t *testing.T) {
	for _, tt := range []struct {
		text string
		want []string
		err  string
	}{
		{"", nil, ""},
		{"  \t ", nil, ""},
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
		{`ed "x`, nil, `a quote " has no end`},
		{`ed 'x\'y'`, nil, "a quote ' has no end"},
		{`trailing \`, []string{"trailing", `\`}, ""},
	} {
		got, err := Words(tt.text)
		if tt.err != "" {
			if err == nil || err.Error() != tt.err {
				t.Errorf("%s: %q, %v", tt.text, got, err)
			}
			continue
		}
		if err != nil || !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, %v", tt.text, got, err)
		}
	}
}

func TestOnlyEditorsThatAreKnownGetALine(t *testing.T) {
	for _, tt := range []struct {
		words string
		line  int
		want  string
	}{
		{"vi", 3, "+3 /v/x.md"},
		{"/usr/bin/nvim -u NONE", 12, "-u NONE +12 /v/x.md"},
		{"nano", 0, "/v/x.md"},
		{"emacs -nw", 3, "-nw +3 /v/x.md"},
		{"micro", 3, "+3 /v/x.md"},
		{"hx", 3, "+3 /v/x.md"},
		{"vim.exe", 3, "+3 /v/x.md"},
		{"code --wait", 3, "--wait /v/x.md"},
		{"ed", 3, "/v/x.md"},
		{"viper", 3, "/v/x.md"},
	} {
		if got := strings.Join(arguments(strings.Fields(tt.words), "/v/x.md", tt.line), " "); got != tt.want {
			t.Errorf("%s at %d: %s", tt.words, tt.line, got)
		}
	}
}

func TestTheEditorGetsTheFileAsOneWord(t *testing.T) {
	dir := t.TempDir()
	script := filepath.Join(dir, "my editor")
	if err := os.WriteFile(script, []byte("#!/bin/sh\nprintf '%s|' \"$@\"\ncat\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "a; touch $(x) 'b'.md")
	p, err := New([]string{script, "--wait"}, file, 3)
	if err != nil {
		t.Skip(err)
	}
	var out bytes.Buffer
	p.SetStdin(strings.NewReader("typed"))
	p.SetStdout(&out)
	p.SetStderr(&out)
	if err := p.Run(); err != nil {
		t.Fatal(err)
	}
	if want := "--wait|" + file + "|typed"; out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
	if _, err := New([]string{filepath.Join(dir, "none")}, file, 0); err == nil || !strings.Contains(err.Error(), "looking for the editor: ") {
		t.Errorf("no program: %v", err)
	}
	if _, err := New(nil, file, 0); err == nil {
		t.Error("no words")
	}
}
