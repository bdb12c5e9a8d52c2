package thread

import (
	"strings"
	"testing"

	"github.com/muesli/termenv"

	"coldstart/styles"
	"coldstart/tui/draw"
)

func quote() Way {
	return Way{
		Knots: []Knot{Done, Done, Done, Open, Yours}, At: 3,
		Says: draw.Words(styles.RoleTitle, "4 Write the quote with the 10 % fleet discount"),
		Then: styles.Line{knot(theme(), Yours), draw.Span(styles.RoleMuted, " you")},
	}
}

func theme() *styles.Theme { return styles.New(styles.Options{Profile: termenv.Ascii}) }

func TestAWayEndsInItsEmberAndWhatItSays(t *testing.T) {
	t.Parallel()
	bare := quote()
	bare.Then = nil
	long := quote()
	long.Knots = append(make([]Knot, 14), long.Knots...)
	for i := range 14 {
		long.Knots[i] = Done
	}
	long.At = 17
	all := Way{Knots: []Knot{Done, Done}, At: 2, Says: draw.Words(styles.RolePlain, "finished")}
	for _, tt := range []struct {
		name string
		way  Way
		w    int
		want string
	}{
		{"80", quote(), 80, "━━━━✓━━✓━━✓━━◉ 4 Write the quote with the 10 % fleet discount ╌╌╌╌╌╌╌╌╌╌ ◇ you"},
		{"60", quote(), 60, "━━━━✓━✓━✓━◉ 4 Write the quote with the 10 % fleet d… ╌╌╌ ◇"},
		{"40", bare, 40, "━━━✓✓✓◉ 4 Write the quote with the 10…"},
		{"many steps", long, 80, "━━━━ 17 ✓ ━◉ 4 Write the quote with the 10 % fleet discount ╌╌╌╌╌╌╌╌╌╌╌╌ ◇ you"},
		{"all done", all, 80, "━━━━✓━━✓━━ finished"},
	} {
		got := strings.TrimRight(tt.way.Row(theme(), tt.w).String(), " ")
		if got != tt.want {
			t.Errorf("%s:\n%s\n%s", tt.name, got, tt.want)
		}
		if w := tt.way.Row(theme(), tt.w).Width(); w > tt.w {
			t.Errorf("%s: %d cells of %d", tt.name, w, tt.w)
		}
	}
}

func TestAWayIsShortInLists(t *testing.T) {
	t.Parallel()
	if got := quote().Short(theme()).String(); got != "━━━◉◇" {
		t.Error(got)
	}
}

func TestWhatWasReadIsAThread(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		seen, all int
		want      string
	}{
		{9, 87, "━━━━━━◉╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌ 9 of 87 lines read"},
		{87, 87, "━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━◉ all read"},
		{86, 87, "━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━◉╌ 86 of 87 lines read"},
	} {
		if got := strings.TrimRight(Read(theme(), tt.seen, tt.all, "all read", 80).String(), " "); got != tt.want {
			t.Errorf("%d of %d:\n%s\n%s", tt.seen, tt.all, got, tt.want)
		}
	}
}

// The glow is behind the ember only, and changes no letter.
func TestOnlyTheGlowTellsALitRowApart(t *testing.T) {
	t.Parallel()
	th := styles.New(styles.Options{Profile: termenv.TrueColor, Dark: true})
	row := quote().Row(th, 80)
	if got := th.Render(row, 80); !strings.Contains(got, "\x1b[48;2;67;38;15m◉") {
		t.Errorf("%q", got)
	}
	if got, want := th.Render(styles.Line{{Text: styles.Plain("x")}}.Lit(styles.Light{At: 5, Left: 1, Right: 1, Strength: 1}, 4), 4), "x   "; got != want {
		t.Errorf("%q", got)
	}
}
