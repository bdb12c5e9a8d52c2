package styles

import (
	"strings"
	"testing"

	"coldstart/model/phrase"
)

const megabyte = 1 << 20

// hard are lines of about a megabyte that are hard to show.
func hard() map[string]string {
	return map[string]string{
		"ascii":    strings.Repeat("plain words ", megabyte/12),
		"cjk":      strings.Repeat("漢字", megabyte/6),
		"escapes":  strings.Repeat("\x1b\x00", megabyte/2),
		"zalgo":    strings.Repeat("e\u0301\u0302\u0303\u0304\u0305\u0306", megabyte/13),
		"marks":    "e" + strings.Repeat("\u0301", megabyte/2),
		"stray":    strings.Repeat("\x80\xff", megabyte/2),
		"brackets": strings.Repeat("⟦", megabyte/3),
		"angles":   strings.Repeat("<", megabyte),
		"emoji":    strings.Repeat("⚠\ufe0f", megabyte/6),
	}
}

func BenchmarkShowMegabyte(b *testing.B) {
	for name, raw := range hard() {
		for mode, theme := range themes() {
			b.Run(name+"/"+mode, func(b *testing.B) {
				b.SetBytes(int64(len(raw)))
				for b.Loop() {
					theme.Show(raw)
				}
			})
		}
	}
}

func BenchmarkWrapMegabyte(b *testing.B) {
	for name, raw := range hard() {
		text := New(Options{}).Show(raw)
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text.s)))
			for b.Loop() {
				text.Wrap(80)
			}
		})
	}
}

func BenchmarkShow(b *testing.B) {
	theme := New(Options{})
	for name, raw := range map[string]string{
		"ascii":   "EMAIL_invoice-2041_2026-01-05.md",
		"umlaut":  "Rechnung über 2.041 € prüfen",
		"special": "pay 10\r99 to \u202emoc.elpmaxe",
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				theme.Show(raw)
			}
		})
	}
}

func BenchmarkRender(b *testing.B) {
	for name, o := range map[string]Options{"color": {Dark: true}, "plain": {NoColor: true}, "ascii": {ASCII: true, NoColor: true}} {
		theme := New(o)
		line := Line{
			{Text: theme.Symbol(SymCursor), Role: RoleSelected},
			{Text: theme.MarkSymbol(MarkRequest), Role: theme.MarkRole(MarkRequest)},
			{Text: theme.Label("  Send the January invoice to Northwind "), Role: RoleTitle},
			{Text: Plain(phrase.Ago(0)), Role: RoleMuted},
		}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				theme.Render(line, 100)
			}
		})
	}
}
