package tui

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"coldstart/styles"
	"coldstart/testdata/must"
)

// TestTheTitleIsGivenBack holds that the title frames all that the screen writes, and
// that none is written unless it is asked for.
func TestTheTitleIsGivenBack(t *testing.T) {
	t.Parallel()
	one := []Vault{{Name: "salt\x07marsh", Store: workshop()}}
	for _, tt := range []struct {
		vaults []Vault
		asked  bool
		begins string
	}{
		{one, true, "\x1b[22;2t\x1b]2;coldstart: salt⟦BEL⟧marsh\x07"},
		{[]Vault{{Name: "a", Store: workshop()}, {Name: "b", Store: workshop()}}, true, "\x1b[22;2t\x1b]2;coldstart: 2 vaults\x07"},
		{one, false, ""},
	} {
		var out bytes.Buffer
		keys, press := io.Pipe()
		go press.Write([]byte("q"))
		o := Options{Theme: styles.New(styles.Options{NoColor: true}), Now: clock, WindowTitle: tt.asked}
		must.Do(t, Run(t.Context(), tt.vaults, o, keys, &out))
		written := out.String()
		if tt.asked != strings.HasSuffix(written, "\x1b[23;2t") || !strings.HasPrefix(written, tt.begins) {
			t.Errorf("%d vaults, asked for: %v: %.80q … %q", len(tt.vaults), tt.asked, written, written[len(written)-20:])
		}
		if titles := strings.Count(written, "\x1b]"); tt.asked && titles != 1 || !tt.asked && titles != 0 {
			t.Errorf("%d titles are written", titles)
		}
	}
}
