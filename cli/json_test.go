package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestBytesThatAreNoTextAreMaskedToo shows a file that is no UTF-8, which JSON can
// hold in base64 only.
func TestBytesThatAreNoTextAreMaskedToo(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{"keys.md": "password: hunter2hunter2\n\xff", "plain.md": "\xff"} {
		full := filepath.Join(dir, "Pending_Approval", name)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"keys.md"}, `"text_base64": null`},
		{[]string{"keys.md", "--reveal"}, `"text_base64": "cGFzc3dvcmQ6IGh1bnRlcjJodW50ZXIyCv8="`},
		{[]string{"plain.md"}, `"text_base64": "/w=="`},
	} {
		got := run(machine(t, dir), append([]string{"show", "--json"}, tt.args...)...)
		if got.code != 0 || !strings.Contains(got.out, tt.want) || (got.err != "") != strings.HasSuffix(tt.want, "null") {
			t.Errorf("%q: got %+v", tt.args, got)
		}
	}
}
