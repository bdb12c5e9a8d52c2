package disk_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coldstart/testdata/must"
	"coldstart/vault/disk"
)

// The ends of a file are whole lines, and with the gap they are the file.
func TestReadEnds(t *testing.T) {
	const line = "0123456789\n"
	for _, c := range []struct{ text, head, tail string }{
		{text: ""},
		{text: line, head: line},
		{text: line + "torn", head: line + "torn"},
		{text: strings.Repeat(line, 20), head: line, tail: strings.Repeat(line, 2)},
		{text: strings.Repeat(line, 20) + "torn", head: line, tail: strings.Repeat(line, 2) + "torn"},
		{text: strings.Repeat("x", 200) + "\n" + line, head: "", tail: line},
		{text: strings.Repeat("x", 200), head: "", tail: strings.Repeat("x", 30)},
	} {
		t.Run(fmt.Sprintf("%d bytes", len(c.text)), func(t *testing.T) {
			dir := t.TempDir()
			must.Do(t, os.WriteFile(filepath.Join(dir, "a"), []byte(c.text), 0o600))
			root := must.Get(os.OpenRoot(dir))(t)
			defer root.Close()
			e, _, err := disk.Disk{Root: root}.ReadEnds("a", 16, 30)
			if err != nil {
				t.Fatal(err)
			}
			if string(e.Head) != c.head || string(e.Tail) != c.tail {
				t.Errorf("head %q, tail %q; want %q and %q", e.Head, e.Tail, c.head, c.tail)
			}
			if sum := int64(len(e.Head)+len(e.Tail)) + e.Gap; sum != int64(len(c.text)) {
				t.Errorf("head, gap and tail have %d bytes of %d", sum, len(c.text))
			}
			if torn := c.text != "" && !strings.HasSuffix(c.text, "\n"); e.Torn != torn {
				t.Errorf("torn is %v", e.Torn)
			}
		})
	}
}
