package tui

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"
)

// glass is a terminal that knows what a painter writes: places, texts, and erasing.
type glass struct {
	cells    [][]rune
	row, col int
}

func newGlass(w, h int) *glass {
	g := &glass{cells: make([][]rune, h)}
	for i := range g.cells {
		g.cells[i] = []rune(strings.Repeat("?", w))
	}
	return g
}

func (g *glass) Write(b []byte) (int, error) {
	for text := string(b); text != ""; {
		if !strings.HasPrefix(text, "\x1b[") {
			r := []rune(text)[0]
			if g.row < len(g.cells) && g.col < len(g.cells[g.row]) {
				g.cells[g.row][g.col] = r
			}
			g.col++
			text = text[len(string(r)):]
			continue
		}
		end := strings.IndexFunc(text[2:], func(r rune) bool { return r >= '@' && r <= '~' }) + 2
		g.obey(text[2:end], text[end])
		text = text[end+1:]
	}
	return len(b), nil
}

func (g *glass) obey(numbers string, order byte) {
	switch order {
	case 'H':
		row, col, _ := strings.Cut(numbers, ";")
		g.row, _ = strconv.Atoi(row)
		g.col, _ = strconv.Atoi(col)
		g.row, g.col = max(g.row, 1)-1, max(g.col, 1)-1
	case 'K':
		// On the last cell, a full line in front of it would lose that cell.
		g.erase(g.row, min(g.col, len(g.cells[0])-1))
	case 'J':
		from := 0
		if numbers != "2" {
			from = g.row
		}
		for i := from; i < len(g.cells); i++ {
			g.erase(i, 0)
		}
	case 'm':
	default:
		panic(fmt.Sprintf("no terminal of this test obeys %q%c", numbers, order))
	}
}

func (g *glass) erase(row, from int) {
	for i := from; row < len(g.cells) && i < len(g.cells[row]); i++ {
		g.cells[row][i] = ' '
	}
}

func (g *glass) text() string {
	var rows []string
	for _, r := range g.cells {
		rows = append(rows, strings.TrimRight(string(r), " "))
	}
	return strings.TrimRight(strings.Join(rows, "\n"), "\n")
}

// TestAPainterShowsEachFrame paints frames of any length, on terminals that are resized
// and that other programs had in between, and looks at what stands there then.
func TestAPainterShowsEachFrame(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		w, h := 8, 5
		g := newGlass(w, h)
		p := &painter{out: g}
		p.resize(w)
		for range rapid.IntRange(1, 12).Draw(t, "frames") {
			switch rapid.IntRange(0, 5).Draw(t, "what") {
			case 0:
				w, h = rapid.IntRange(1, 12).Draw(t, "width"), rapid.IntRange(1, 6).Draw(t, "height")
				g = newGlass(w, h)
				p.out = g
				p.resize(w)
			case 1:
				g = newGlass(w, h)
				p.out = g
				p.resize(w)
			}
			line := rapid.StringMatching(`[a-c ]{0,14}`)
			lines := rapid.SliceOfN(line, 1, h).Draw(t, "lines")
			p.paint(strings.Join(lines, "\n"))
			for i := range lines {
				lines[i] = strings.TrimRight(ansi.Truncate(lines[i], w, ""), " ")
			}
			if want := strings.TrimRight(strings.Join(lines, "\n"), "\n"); g.text() != want {
				t.Fatalf("on %dx%d stands\n%s\nwant\n%s", w, h, g.text(), want)
			}
		}
	})
}

// counter counts what is written.
type counter struct{ bytes int }

func (c *counter) Write(b []byte) (int, error) {
	c.bytes += len(b)
	return len(b), nil
}

func TestAFrameThatIsTheSameWritesNothing(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 80, 24)
	out := &counter{}
	var m tea.Model = painted{Model: d.app, on: &painter{out: out}}
	m, _ = m.Update(tea.FocusMsg{})
	if out.bytes > 0 {
		t.Errorf("%d bytes before anybody knows the size", out.bytes)
	}
	m, _ = m.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	if m.View() != d.app.View() {
		t.Error("the frame is not that of the screen")
	}
	whole := out.bytes
	if m, _ = m.Update(tea.FocusMsg{}); whole == 0 || out.bytes != whole {
		t.Errorf("%d bytes for a frame, %d more for the same again", whole, out.bytes-whole)
	}
	if m.View(); out.bytes != whole {
		t.Error("a view writes")
	}
	if _, _ = m.Update(keyNamed("down")); out.bytes == whole || out.bytes-whole > whole {
		t.Errorf("%d bytes for a frame, %d more for a move of the cursor", whole, out.bytes-whole)
	}
}
