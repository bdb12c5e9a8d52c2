package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestTheEditorIsTheOperatorsOwn(t *testing.T) {
	bin := t.TempDir()
	for _, name := range []string{"visual", "plain"} {
		if err := os.WriteFile(filepath.Join(bin, name), []byte("#!/bin/sh\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	visual, plain := filepath.Join(bin, "visual"), filepath.Join(bin, "plain")
	for _, tt := range []struct {
		name string
		vars variables
		err  string
	}{
		{"VISUAL first", variables{"VISUAL": visual + " --wait", "EDITOR": "/none/at/all"}, ""},
		{"then EDITOR", variables{"VISUAL": " ", "EDITOR": plain}, ""},
		{"none", variables{}, "neither VISUAL nor EDITOR names one; put a name there, as in export EDITOR=nano"},
		{"not there", variables{"EDITOR": "/none/at/all"}, "looking for the editor: "},
		{"no words", variables{"EDITOR": `''`}, "looking for the editor: "},
		{"half a quote", variables{"VISUAL": `"code --wait`, "EDITOR": plain}, `reading VISUAL: a quote " has no end`},
	} {
		c := &call{env: Env{Getenv: tt.vars.get}}
		p, err := c.editor("/vault/Plans/x.md", 3)
		switch {
		case tt.err == "" && (err != nil || p == nil):
			t.Errorf("%s: %v", tt.name, err)
		case tt.err != "" && (err == nil || p != nil || !strings.HasPrefix(err.Error(), tt.err)):
			t.Errorf("%s: %v, %v", tt.name, p, err)
		}
	}
}
