package styles

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"
)

// grounds are the backgrounds that terminals have.
var grounds = map[bool][]string{
	true:  {"#000000", "#1E1E1E", "#282C34"},
	false: {"#FFFFFF", "#FAFAFA"},
}

// The least contrast of text is that of WCAG 2: 4.5 (level AA), with high contrast 7
// (AAA). Rules and borders are not text.
func TestColoursAreLegible(t *testing.T) {
	t.Parallel()
	for _, o := range allOptions() {
		if o.ASCII || o.NoColor || o.Profile != termenv.TrueColor && o.Profile != termenv.ANSI256 {
			continue
		}
		least := 4.5
		if o.Contrast {
			least = 7
		}
		row := colourOf(t, o, o.cursorRow(), true)
		for role := range roleCount {
			text, least := colourOf(t, o, o.style(role).color, false), least
			if text == "" {
				continue
			}
			if role == RoleFrame {
				least = 1.7
			}
			backgrounds := grounds[o.Dark]
			if row != "" {
				backgrounds = append([]string{row}, backgrounds...)
			}
			for _, background := range backgrounds {
				if c := contrast(t, text, background); c < least {
					t.Errorf("%+v, role %d: %s on %s has contrast %.1f, want %.1f", o, role, text, background, c, least)
				}
			}
		}
	}
}

// In high contrast nothing is dimmed, and what is not told by a colour of known
// contrast has the terminal's own.
func TestHighContrastTakesNoColourOfUnknownContrast(t *testing.T) {
	t.Parallel()
	for _, o := range allOptions() {
		theme := New(o)
		if !o.Contrast || !theme.color {
			continue
		}
		for role := range roleCount {
			for _, drawn := range []string{theme.plain[role], theme.row[role]} {
				codes := strings.Split(strings.TrimSuffix(strings.TrimPrefix(drawn, "\x1b["), "m"), ";")
				for i, code := range codes {
					if code == "38" || code == "48" {
						break
					}
					if !strings.Contains(" 1 3 4 7  ", " "+code+" ") {
						t.Errorf("%+v, role %d: %q of %v", o, role, code, codes[i:])
					}
				}
			}
		}
	}
}

// colourOf is the colour that a terminal shows for a adaptive, "" for one of its own.
func colourOf(t *testing.T, o Options, s adaptiveColor, background bool) string {
	t.Helper()
	code := s.code(o, background)
	parts := strings.Split(code, ";")
	if len(parts) < 3 {
		return ""
	}
	var numbers []uint8
	for _, p := range parts[2:] {
		n, err := strconv.ParseUint(p, 10, 8)
		if err != nil {
			t.Fatalf("%q: %v", code, err)
		}
		numbers = append(numbers, uint8(n))
	}
	if len(numbers) == 3 {
		return hex(numbers[0], numbers[1], numbers[2])
	}
	r, g, b, _ := ansi.IndexedColor(numbers[0]).RGBA()
	return hex(uint8(r>>8), uint8(g>>8), uint8(b>>8))
}

func hex(channels ...uint8) string {
	out := "#"
	for _, c := range channels {
		out += strings.ToUpper(strconv.FormatUint(uint64(c)|0x100, 16)[1:])
	}
	return out
}

func contrast(t *testing.T, a, b string) float64 {
	la, lb := luminance(t, a), luminance(t, b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

func luminance(t *testing.T, hex string) float64 {
	t.Helper()
	n, err := strconv.ParseUint(strings.TrimPrefix(hex, "#"), 16, 32)
	if err != nil {
		t.Fatal(err)
	}
	channel := func(v uint64) float64 {
		c := float64(v&0xFF) / 255
		if c <= 0.04045 {
			return c / 12.92
		}
		return math.Pow((c+0.055)/1.055, 2.4)
	}
	return 0.2126*channel(n>>16) + 0.7152*channel(n>>8) + 0.0722*channel(n)
}

func TestContrastIsThatOfTheGuidelines(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		a, b string
		want float64
	}{{"#000000", "#FFFFFF", 21}, {"#FFFFFF", "#FFFFFF", 1}, {"#777777", "#FFFFFF", 4.48}} {
		if got := contrast(t, tt.a, tt.b); math.Abs(got-tt.want) > 0.01 {
			t.Errorf("%s on %s: %.3f, want %.2f", tt.a, tt.b, got, tt.want)
		}
	}
}
