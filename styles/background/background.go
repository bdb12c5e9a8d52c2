// Package background sets the background that lipgloss assumes before any other package can query the
// terminal.
//
// Bubble Tea v1 asks lipgloss for the background colour while its package
// initialises, and lipgloss then queries the terminal and waits up to five
// seconds where nothing answers. A value set beforehand prevents the query.
//
// Go initialises ready packages in the order of their import paths, so this
// works only while the path of this package sorts before
// github.com/charmbracelet/bubbletea and it imports nothing but lipgloss and
// what lipgloss itself needs. The module path "coldstart" satisfies the first
// condition: do not move this package to a module whose path starts with a
// later letter or with "github.com/d" and above. Package main blank-imports it.
package background

import (
	"os"
	"strings"

	"github.com/charmbracelet/lipgloss"
)

func init() { lipgloss.SetHasDarkBackground(Dark(os.Getenv("COLORFGBG"))) }

// Dark reports whether a COLORFGBG value ("foreground;background", some
// terminals put a third field between) names a dark background. Grey (7) and
// the bright colours (9 to 15) are light; anything else, and no value, is dark.
func Dark(colorFGBG string) bool {
	last := strings.LastIndexByte(colorFGBG, ';')
	if last < 0 {
		return true
	}
	switch colorFGBG[last+1:] {
	case "7", "9", "10", "11", "12", "13", "14", "15":
		return false
	}
	return true
}
