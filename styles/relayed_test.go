package styles_test

import (
	"strings"
	"testing"

	"coldstart/styles"
)

func TestWhatAnotherMachineWroteStaysReadable(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name       string
		ascii      bool
		text, want string
	}{
		{"a table", false, "a            b\n", "a            b"},
		{"lines", false, "a\n\nb\r\n", "a||b"},
		{"tokens of its own", false, "x⟦ESC⟧[2J ⟦240 spaces⟧ ⟦46 × U+0301⟧ ⟦masked: 12 bytes⟧", "x⟦ESC⟧[2J ⟦240 spaces⟧ ⟦46 × U+0301⟧ ⟦masked: 12 bytes⟧"},
		{"controls", false, "a\x1b[2Jb\x07\tc\x9b", "a⟦ESC⟧[2Jb⟦BEL⟧⟦TAB⟧c⟦\\x9B⟧"},
		{"controls in a token", false, "⟦\x1b[2J⟧", "⟦U+27E6⟧⟦ESC⟧[2J⟦U+27E7⟧"},
		{"no end of a token", false, "⟦ESC", "⟦U+27E6⟧ESC"},
		{"other letters in a token", false, "⟦не⟧", "⟦U+27E6⟧не⟦U+27E7⟧"},
		{"a direction", false, "\u202eabc", "⟦U+202E RLO⟧abc"},
		{"a token in ASCII", true, "x<<ESC>>[2J <<46 x U+0301>>", "x<<ESC>>[2J <<46 x U+0301>>"},
		{"what is none in ASCII", true, "a << b <<\x1b>>", "a <<U+003C>>< b <<U+003C>><<U+003C>><<ESC>>>>"},
		{"letters in ASCII", true, "caf\u00e9", "caf<<U+00E9>>"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, line := range styles.New(styles.Options{ASCII: tt.ascii}).Relayed(tt.text) {
				got = append(got, line.String())
			}
			if all := strings.Join(got, "|"); all != tt.want {
				t.Errorf("got %q, want %q", all, tt.want)
			}
		})
	}
	key := "AKIA" + strings.Repeat("Q7", 8)
	if got := styles.New(styles.Options{}).Masking().Relayed("key: " + key)[0].String(); strings.Contains(got, key) || !strings.Contains(got, "masked") {
		t.Errorf("a key is shown: %q", got)
	}
}

// FuzzRelayed shows any text without a control, and the same when it was shown before.
func FuzzRelayed(f *testing.F) {
	for _, seed := range []string{"", "a  b", "⟦ESC⟧", "⟦⟦ESC⟧⟧", "<<ESC>>", "<<<ESC>>", "⟦a<b⟧", "\x1b]0;x\a", "⟦" + strings.Repeat("9", 200) + "⟧"} {
		f.Add(seed, true)
		f.Add(seed, false)
	}
	f.Fuzz(func(t *testing.T, raw string, ascii bool) {
		th := styles.New(styles.Options{ASCII: ascii})
		for _, line := range th.Relayed(raw) {
			for _, r := range line.String() {
				if r < ' ' || r == 0x7F || r >= 0x80 && r < 0xA0 || ascii && r >= 0x80 {
					t.Fatalf("%q is shown as %q", raw, line)
				}
			}
			if again := th.Relayed(line.String())[0].String(); again != line.String() {
				t.Fatalf("%q is shown as %q, and that as %q", raw, line, again)
			}
		}
	})
}
