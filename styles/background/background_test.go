package background

import (
	"go/parser"
	"go/token"
	"os"
	"strconv"
	"testing"

	"github.com/charmbracelet/lipgloss"
)

func TestDarkReadsTheLastFieldOfCOLORFGBG(t *testing.T) {
	for value, want := range map[string]bool{
		"":                true,
		"15;0":            true,
		"0;15":            false,
		"0;7":             false,
		"7;8":             true,
		"0;default;15":    false,
		"15;default;0":    true,
		"default;default": true,
		"0;16":            true,
		"15":              true,
		"0;15;":           true,
		"\x1b]11;?":       true,
	} {
		if got := Dark(value); got != want {
			t.Errorf("Dark(%q) = %v, want %v", value, got, want)
		}
	}
}

func TestTheBackgroundIsPinnedAtStart(t *testing.T) {
	if want := Dark(os.Getenv("COLORFGBG")); lipgloss.HasDarkBackground() != want {
		t.Errorf("lipgloss believes dark=%v, want %v", !want, want)
	}
}

// An import that is not ready before Bubble Tea would move this package's
// init behind Bubble Tea's.
func TestImportsStaySmallEnoughToRunFirst(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "background.go", nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	allowed := map[string]bool{"os": true, "strings": true, "github.com/charmbracelet/lipgloss": true}
	for _, spec := range file.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		if !allowed[path] {
			t.Errorf("background imports %s, which may initialise too late", path)
		}
	}
}
