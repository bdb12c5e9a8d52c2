package main

import (
	"errors"
	"fmt"
	"html"
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"coldstart/styles"
	"coldstart/tui"
	"coldstart/vault"
)

// shotTime is the time on all pictures.
func shotTime() time.Time { return time.Date(2026, time.March, 14, 7, 2, 0, 0, time.UTC) }

// randomID is the random end of a decision's id, which would be another one on each
// picture of the same screen.
var randomID = regexp.MustCompile(`(20260314T070200Z-)[0-9a-f]{8}`)

// capture opens a copy of the example vault and returns the frame of a shot.
func capture(demo string, s shot) (frame string, err error) {
	dir, err := vault.NewTempCopy(os.DirFS(demo), "saltmarsh-wheelworks", shotTime())
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, dir.Remove()) }()
	v, err := vault.Open(dir.Dir, vault.Options{StateDir: dir.StateDir, Operator: "sam"})
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, v.Close()) }()
	c := &runner{}
	c.app = tui.New(v, tui.Options{
		Theme: styles.New(s.look.theme).Masking(), Now: shotTime, Title: "demo", Wait: c.wait,
	})
	c.run(c.app.Init())
	c.send(tea.WindowSizeMsg{Width: s.size.width, Height: s.size.height})
	for _, k := range s.scene.keys {
		c.send(keyMsg(k))
	}
	return randomID.ReplaceAllString(c.app.View(), "${1}00000000"), nil
}

// runner runs the screen without a terminal and without waiting: what the screen would
// wait for is there at once, apart from another look at a file under a dialog, which
// never ends.
type runner struct {
	app    tea.Model
	timers []tea.Cmd
}

// never is the shortest of the waits that are for ever.
const never = time.Second

func (c *runner) wait(after time.Duration, ring func(time.Time) tea.Msg) tea.Cmd {
	if after < never {
		c.timers = append(c.timers, func() tea.Msg { return ring(shotTime().Add(after)) })
	}
	return nil
}

// send hands a message over and lets the timers ring that come of it.
func (c *runner) send(msg tea.Msg) {
	var cmd tea.Cmd
	c.app, cmd = c.app.Update(msg)
	c.run(cmd)
	for len(c.timers) > 0 {
		due := c.timers
		c.timers = nil
		for _, ring := range due {
			c.run(ring)
		}
	}
}

// run runs commands, one after the other, until their answers bring no new ones.
func (c *runner) run(cmd tea.Cmd) {
	for queue := []tea.Cmd{cmd}; len(queue) > 0; {
		cmd, queue = queue[0], queue[1:]
		if cmd == nil {
			continue
		}
		msg := cmd()
		if batch, ok := msg.(tea.BatchMsg); ok {
			queue = append(queue, batch...)
			continue
		}
		c.app, cmd = c.app.Update(msg)
		queue = append(queue, cmd)
	}
}

func keyMsg(name string) tea.KeyMsg {
	named := map[string]tea.KeyType{"down": tea.KeyDown, "end": tea.KeyEnd, "enter": tea.KeyEnter, "pgdown": tea.KeyPgDown}
	if kind, ok := named[name]; ok {
		return tea.KeyMsg{Type: kind}
	}
	return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(name)}
}

// The size of one cell in the picture and the room around the screen, in pixels.
const (
	cellWidth, cellHeight = 9, 19
	margin                = 14
	foreground            = "#d0d0d0"
	ground                = "#121212"
)

// cellStyle is the style of a run of cells.
type cellStyle struct {
	fg, bg          string
	bold, underline bool
}

// svgOf draws a frame of terminal rows. Each run of one cellStyle becomes one text
// with its exact length, so that the columns stay in line with any font.
func svgOf(frame string, w, h int) string {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" font-family="ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="15">`,
		w*cellWidth+2*margin, h*cellHeight+2*margin)
	fmt.Fprintf(&b, "\n<rect width=\"100%%\" height=\"100%%\" rx=\"8\" fill=\"%s\"/>\n", ground)
	for y, row := range strings.Split(frame, "\n") {
		drawRow(&b, row, y)
	}
	b.WriteString("</svg>\n")
	return b.String()
}

func drawRow(b *strings.Builder, row string, y int) {
	var now cellStyle
	var state byte
	x, run, start := 0, "", 0
	flush := func() {
		drawRun(b, run, now, start, y, x-start)
		run, start = "", x
	}
	for len(row) > 0 {
		seq, width, n, next := ansi.DecodeSequence(row, state, nil)
		row, state = row[n:], next
		if width == 0 && strings.HasSuffix(seq, "m") {
			flush()
			now = changed(now, strings.Trim(seq, "\x1b[m"))
			continue
		}
		// A wide character is alone: not every font has it as wide as two others.
		if width > 1 {
			flush()
		}
		run += seq
		x += width
		if width > 1 {
			flush()
		}
	}
	flush()
}

func drawRun(b *strings.Builder, text string, l cellStyle, x, y, cells int) {
	if l.bg == "" && !l.underline {
		bare := strings.TrimRight(text, " ")
		cells, text = cells-(len(text)-len(bare)), bare
	}
	if cells == 0 {
		return
	}
	left, top := margin+x*cellWidth, margin+y*cellHeight
	if l.bg != "" {
		fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>`, left, top, cells*cellWidth, cellHeight, l.bg)
	}
	extra := ""
	if l.bold {
		extra += ` font-weight="bold"`
	}
	if l.underline {
		extra += ` text-decoration="underline"`
	}
	fg := l.fg
	if fg == "" {
		fg = foreground
	}
	fmt.Fprintf(b, `<text x="%d" y="%d" fill="%s" textLength="%d" lengthAdjust="spacingAndGlyphs" xml:space="preserve"%s>%s</text>`+"\n",
		left, top+cellHeight-5, fg, cells*cellWidth, extra, html.EscapeString(text))
}

// changed applies the parameters of one SGR sequence; the theme writes 24-bit
// colours only.
func changed(l cellStyle, params string) cellStyle {
	codes := strings.Split(params, ";")
	for i := 0; i < len(codes); i++ {
		switch code := codes[i]; {
		case code == "" || code == "0":
			l = cellStyle{}
		case code == "1":
			l.bold = true
		case code == "4":
			l.underline = true
		case (code == "38" || code == "48") && i+4 < len(codes) && codes[i+1] == "2":
			colour := "#" + hex(codes[i+2]) + hex(codes[i+3]) + hex(codes[i+4])
			if code == "38" {
				l.fg = colour
			} else {
				l.bg = colour
			}
			i += 4
		}
	}
	return l
}

func hex(decimal string) string {
	n, err := strconv.Atoi(decimal)
	if err != nil {
		return "00"
	}
	return fmt.Sprintf("%02x", n&0xff)
}
