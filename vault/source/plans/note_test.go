package plans

import (
	"testing"

	"coldstart/vault/source"
)

func TestANoteSaysWhyWithoutItsTimes(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ text, at, want string }{
		{"2026-03-11T15:12:40Z rejected\nNo made-up numbers.\nAsk again.\n", "2026-03-11", "No made-up numbers. Ask again."},
		{"2026-03-09T15:12:40Z Operator: Changes wanted — shorter\n2026-03-11T15:12:40Z Operator: Rejected — too — much\n", "2026-03-11", "shorter too — much"},
		{"which berth?\n", "0001-01-01", "which berth?"},
		{"\ufeff\r\n  \r\nToo \u202elong\r\n", "0001-01-01", "Too long"},
		{"", "0001-01-01", ""},
	} {
		said := noteOf(source.File{Name: "Rejected/offer.md.note", B: []byte(tt.text)}).Notes["Rejected/offer.md"]
		if said.Note != tt.want || said.At.Format("2006-01-02") != tt.at {
			t.Errorf("%q is %q at %v, want %q at %s", tt.text, said.Note, said.At, tt.want, tt.at)
		}
	}
}
