package tui

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/draw"
	"coldstart/tui/keys"
	"coldstart/tui/overlay"
)

// The size that the App is given here. Nothing is laid out for it that is printed.
const linearWidth, linearHeight = 80, 24

const mostInput = 64 << 10

// listedAtOnce is how many rows are listed before the operator asks for more.
const listedAtOnce = 40

// linear is the dashboard in plain lines, for screen readers: no screen is taken over
// and no line is ever drawn again. It types keys into an App, so that what can be
// decided, and everything that a decision asks for, is the same as on the screen.
type linear struct {
	a   *App
	in  *bufio.Scanner
	out io.Writer
	// over is true at the end of the input, or when nothing can be written; failed is
	// why.
	over   bool
	failed error
	// listed are the rows as they were numbered last.
	listed []model.Ref
	// live is true where the clock runs, so that an answer can come too quickly.
	live bool
	// quit is true once the App asked to leave.
	quit bool
}

// Linear shows one vault, or one of several, in lines, and asks for one line at a time,
// until the operator quits or the input ends.
func Linear(ctx context.Context, vaults []Vault, o Options, in io.Reader, out io.Writer) error {
	l := &linear{in: bufio.NewScanner(in), out: out, live: o.Watch}
	l.in.Buffer(nil, mostInput)
	o.Watch, o.Mouse, o.WindowTitle = false, false, false
	// The commands are words and the keys as they are by default, and the operator's own
	// programs and editor need the terminal for themselves.
	o.Keys, o.Actions, o.Program, o.Editor, o.Views = nil, nil, nil, nil, nil
	// Nothing happens by itself here: what the screen waits for is done between lines.
	o.Wait = func(time.Duration, func(time.Time) tea.Msg) tea.Cmd { return nil }
	o.Clipboard = Clipboard{Off: "it is for the screen"}
	for {
		at, ok := l.choose(vaults, o)
		if !ok {
			return l.failed
		}
		o.Notice = vaults[at].Notice
		l.a, l.quit = New(vaults[at].Store, o), false
		l.a.among = len(vaults) > 1
		l.vault(ctx)
		if len(vaults) == 1 || l.over || ctx.Err() != nil || !l.quit {
			return l.failed
		}
	}
}

func (l *linear) choose(vaults []Vault, o Options) (at int, ok bool) {
	if len(vaults) == 1 {
		return 0, true
	}
	for !l.over {
		l.print(o.Theme, draw.Span(styles.RolePlain, fmt.Sprintf("There are %d vaults:", len(vaults))))
		for i, v := range vaults {
			l.print(o.Theme, draw.Span(styles.RolePlain, fmt.Sprintf("%d. ", i+1)), styles.Span{Text: o.Theme.Show(v.Name)})
		}
		text := l.ask("Type a number, or q to quit")
		if text == "q" {
			return 0, false
		}
		if n, err := strconv.Atoi(text); err == nil && 1 <= n && n <= len(vaults) {
			return n - 1, true
		}
	}
	return 0, false
}

func (l *linear) vault(ctx context.Context) {
	l.send(tea.WindowSizeMsg{Width: linearWidth, Height: linearHeight})
	l.run(l.a.load())
	l.say()
	l.show()
	for !l.over && !l.quit && ctx.Err() == nil {
		l.obey(l.ask("Type a command, ? for help"))
	}
	if !l.quit {
		// The input ended. What the operator saw is noted as when they quit.
		l.press("q")
	}
	if l.failed == nil {
		l.failed = l.a.feed.glance.failed
	}
}

func (l *linear) obey(text string) {
	word, rest, _ := strings.Cut(text, " ")
	n, err := strconv.Atoi(text)
	switch {
	case text == "":
	case err == nil:
		l.open(n)
	case text == "q":
		l.press("q")
		l.say()
	case text == "?":
		l.help()
	case text == "list":
		l.list()
	case text == "more":
		l.rows(len(l.listed))
	case word == "page":
		l.page(strings.TrimSpace(rest))
	case strings.HasPrefix(text, "/"):
		l.find(strings.TrimSpace(text[1:]))
	case text == "text":
		l.thing(true)
	default:
		l.key(text)
	}
}

// key types one of the keys that do something here. A key that is for one thing works
// where that is open: no cursor is seen here that could be on another one.
func (l *linear) key(text string) {
	for _, act := range linearActions(l.a.keys) {
		if !slices.Contains(act.binding(l.a.bound()).Keys(), text) {
			continue
		}
		if reason := l.refuse(act); reason != "" {
			l.value("Not now: ", l.a.th.Label(reason+"."))
			return
		}
		rows := len(l.a.list().Rows)
		l.press(text)
		l.converse()
		switch k := l.a.keys; {
		case text == keys.Of(k.Other) && l.a.detail != nil:
			l.thing(false)
		case text == keys.Of(k.Other), l.a.detail == nil && act.group == "Find" && rows != len(l.a.list().Rows):
			l.rows(0)
		}
		return
	}
	l.plain("That is no command here; ? lists them.")
}

func (l *linear) refuse(act action) string {
	if l.a.detail == nil && aboutOpen(l.a.keys, act) {
		return "nothing is open; the number of a row opens it"
	}
	return act.refuse(l.a)
}

// aboutOpen reports whether an action is about one thing. Only that which is open is
// meant here.
func aboutOpen(k keys.Map, act action) bool {
	key := keys.Of(act.binding(k))
	if act.group == decideGroup {
		return !slices.Contains([]string{keys.Of(k.Undo), keys.Of(k.All), keys.Of(k.Note), keys.Of(k.Entry)}, key)
	}
	return key == keys.Of(k.Snooze) || key == keys.Of(k.Pin)
}

// linearActions are the actions that need no screen: all decisions, and what else
// changes something.
func linearActions(k keys.Map) []action {
	more := []string{keys.Of(k.Snooze), keys.Of(k.Pin), keys.Of(k.Message), keys.Of(k.Reveal), keys.Of(k.Seen), keys.Of(k.Snoozed), keys.Of(k.Dead), keys.Of(k.Other)}
	return slices.DeleteFunc(actions(), func(act action) bool {
		key := keys.Of(act.binding(k))
		decides := act.group == decideGroup && key != keys.Of(k.Mark) && key != keys.Of(k.Inspect)
		return !decides && !slices.Contains(more, key)
	})
}

// send has the App take a message, and does what it asks for until there is no more.
func (l *linear) send(msg tea.Msg) {
	_, cmd := l.a.Update(msg)
	l.run(cmd)
}

func (l *linear) run(cmd tea.Cmd) {
	for todo := []tea.Cmd{cmd}; len(todo) > 0; todo = todo[1:] {
		if todo[0] == nil {
			continue
		}
		switch msg := todo[0]().(type) {
		case nil:
		case tea.QuitMsg:
			l.quit = true
		case tea.BatchMsg:
			todo = append(todo, msg...)
		default:
			_, next := l.a.Update(msg)
			todo = append(todo, next)
		}
	}
}

func (l *linear) press(name string) {
	special := map[string]tea.KeyType{"esc": tea.KeyEsc, "enter": tea.KeyEnter, "tab": tea.KeyTab, "right": tea.KeyRight, "clear": tea.KeyCtrlU, "review": tea.KeyCtrlD}
	if t, ok := special[name]; ok {
		l.send(tea.KeyMsg{Type: t})
		return
	}
	l.enter(name)
}

// enter types a text into what is open, one character at a time: together they could
// be the name of a key.
func (l *linear) enter(text string) {
	for _, r := range text {
		l.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}})
	}
}

// confirm asks for something that decides. What was there before the question, as lines
// that were pasted together, is no answer.
func (l *linear) confirm(question string) (text string, ok bool) {
	asked := l.a.now()
	text = l.ask(question)
	if l.live && !l.over && l.a.now().Sub(asked) < overlay.QuietTime {
		l.plain("Too quick: that was typed before the question.")
		return "", false
	}
	return text, true
}

func (l *linear) ask(question string) string {
	l.write(question + ": ")
	if l.over || !l.in.Scan() {
		l.over = true
		l.write("\n")
		if err := l.in.Err(); err != nil && l.failed == nil {
			l.failed = fmt.Errorf("reading a line: %w", err)
		}
		return ""
	}
	return strings.TrimSpace(strings.ToValidUTF8(l.in.Text(), ""))
}

func (l *linear) write(text string) {
	if l.failed != nil {
		return
	}
	if _, err := io.WriteString(l.out, text); err != nil {
		l.failed, l.over = fmt.Errorf("writing a line: %w", err), true
	}
}

func (l *linear) print(th *styles.Theme, line ...styles.Span) { l.write(th.Render(line, -1) + "\n") }

func (l *linear) plain(text string) { l.print(l.a.th, draw.Span(styles.RolePlain, text)) }

func (l *linear) value(label string, text styles.Text) {
	l.print(l.a.th, draw.Span(styles.RolePlain, label), styles.Span{Text: text})
}

// say writes what the status line of the screen says behind the last key.
func (l *linear) say() {
	if text := l.a.toast.text; text != "" {
		l.value("", l.a.th.Label(text))
	}
	l.trouble()
}

func (l *linear) trouble() {
	if l.a.feed.err != nil {
		l.value("Could not read the vault: ", l.a.th.Label(l.a.feed.err.Error()))
	}
}
