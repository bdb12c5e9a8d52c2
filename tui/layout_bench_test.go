package tui

import (
	"strings"
	"testing"

	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"

	"coldstart/styles"
	"coldstart/tui/draw"
)

// BenchmarkColumns lays a list and a preview side by side, once as rows of typed spans and once
// as lipgloss does it with strings. docs/dev/design.md quotes the ratio.
func BenchmarkColumns(b *testing.B) {
	th := styles.New(styles.Options{Profile: termenv.TrueColor, Dark: true})
	const w, h, left = 200, 50, 122
	row := styles.Line{
		draw.Span(styles.RoleWarn, "  ◆ "), draw.Span(styles.RolePlain, strings.Repeat("Send the new prices ", 3)),
		draw.Span(styles.RoleMuted, "  blocks 2026-011       22 h"),
	}
	text := styles.Line{draw.Span(styles.RoleMuted, "amount  "), draw.Span(styles.RolePlain, strings.Repeat("1,284.60 EUR ", 4))}
	var list, preview []styles.Line
	for range h {
		list, preview = append(list, row), append(preview, text)
	}
	b.Run("spans", func(b *testing.B) {
		for b.Loop() {
			var out strings.Builder
			for _, l := range draw.Columns(th, list, preview, left, h, draw.Part{}) {
				out.WriteString(th.Render(l, w))
				out.WriteByte('\n')
			}
		}
	})
	b.Run("lipgloss", func(b *testing.B) {
		page := lipgloss.NewStyle().Width(left)
		bar := lipgloss.NewStyle().Border(lipgloss.NormalBorder(), false, false, false, true)
		for b.Loop() {
			one, two := make([]string, h), make([]string, h)
			for i := range h {
				one[i], two[i] = th.Render(list[i], left), th.Render(preview[i], w-left-2)
			}
			_ = lipgloss.JoinHorizontal(lipgloss.Top, page.Render(strings.Join(one, "\n")), bar.Render(strings.Join(two, "\n")))
		}
	})
}
