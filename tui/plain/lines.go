// Package plain shows a vault as plain lines for screen readers. No line is ever redrawn. It types
// keys into a Screen and writes what they do.
package plain

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
	"coldstart/tui/board"
	"coldstart/tui/confirm"
	"coldstart/tui/draw"
	"coldstart/tui/keys"
	"coldstart/tui/list"
	"coldstart/tui/overlay"
)

// The size of the screen. Nothing that is printed depends on it.
const width, height = 80, 24

const mostInput = 64 << 10

// listedAtOnce is how many rows are listed at once.
const listedAtOnce = 40

// Screen is the hidden screen that does the work.
type Screen interface {
	Update(msg tea.Msg) (tea.Model, tea.Cmd)
	// Load reads the vault again.
	Load() tea.Cmd
	State() State
	Actions() []Action
}

// State is what there is to write of a screen.
type State struct {
	Theme *styles.Theme
	Keys  keys.Map
	Now   func() time.Time
	Files overlay.Files
	// Said is the status line; Err is why the last load failed, Failed why the look could
	// not be saved.
	Said        string
	Err, Failed error
	// List and Filter are those of the open page; Elsewhere names other pages that match.
	Board             *board.Board
	Pages             []board.Page
	Page              int
	List              *list.List
	Filter, Elsewhere string
	// Open is the open thing, Over the top overlay; nil for none.
	Open *Open
	Over overlay.Overlay
	// Where says where a decision is made, "" on this machine.
	Where string
}

// Open is the open thing, as far as it was read.
type Open struct {
	Ref   model.Ref
	Doc   *model.Document
	Err   error
	Found *model.Inspection
	// InGit is what a session left in git, nil unless that was asked for.
	InGit *model.LeftInGit
}

// Use says when an action makes sense in lines.
type Use uint8

// The uses: unsaid, which no action may have, never, always, of an open thing since no cursor is shown, and of an
// open session.
const (
	Unsaid Use = iota
	Not
	Always
	OfOpen
	OfOpenSession
)

// Action is what a key does.
type Action struct {
	ID keys.ID
	// Keys are those of the open page.
	Keys []string
	Name string
	// Decides is true if it changes files, Finds if it changes which rows there are.
	Decides, Finds bool
	Use            Use
	// Refuse is why it cannot run now, "" when it can.
	Refuse string
}

// RowMsg puts the cursor on the row of a thing.
type RowMsg struct{ Ref model.Ref }

// Vaults are the vaults to choose from.
type Vaults struct {
	Theme *styles.Theme
	Names []string
	// Hosts are other machines. Ask gives the names of the vaults of one, which follow the others from
	// then on, or says why there are none and what helps.
	Hosts []string
	Ask   func(ctx context.Context, host string) (names, failed []string)
	// Open starts a screen for one of them.
	Open func(at int) Screen
	// Live is true with a running clock: answers can come too quickly.
	Live bool
}

// lines types keys into a screen and writes what comes of them.
type lines struct {
	Vaults
	a   Screen
	s   State
	in  *bufio.Scanner
	out io.Writer
	// asked is true once a host gave its vaults.
	asked bool
	// over is true at the end of input or after an error, which is failed.
	over   bool
	failed error
	// listed are the rows by their last numbers.
	listed []model.Ref
	// read is the last decision that was read out.
	read int
	// quit is true once the screen quit.
	quit bool
}

// Run reads commands and writes lines until the operator quits or the input ends.
func Run(ctx context.Context, v Vaults, in io.Reader, out io.Writer) error {
	l := &lines{Vaults: v, in: bufio.NewScanner(in), out: out}
	l.in.Buffer(nil, mostInput)
	for {
		at, ok := l.choose(ctx)
		if !ok {
			return l.failed
		}
		l.a, l.quit = v.Open(at), false
		l.s = l.a.State()
		l.vault(ctx)
		if l.single() || l.over || ctx.Err() != nil || !l.quit {
			return l.failed
		}
	}
}

// choose asks for a vault. The hosts follow the vaults: the number of one asks it for its own.
func (l *lines) choose(ctx context.Context) (at int, ok bool) {
	if l.single() {
		return 0, true
	}
	for !l.over && ctx.Err() == nil {
		l.listVaults()
		text := l.ask("Type a number, or q to quit")
		if text == "q" {
			return 0, false
		}
		switch n, err := strconv.Atoi(text); {
		case err != nil || n < 1 || n > len(l.Names)+len(l.Hosts):
		case n <= len(l.Names):
			return n - 1, true
		default:
			l.askHost(ctx, n-len(l.Names)-1)
		}
	}
	return 0, false
}

// single reports whether there is nothing to choose.
func (l *lines) single() bool { return len(l.Names) == 1 && len(l.Hosts) == 0 && !l.asked }

func (l *lines) listVaults() {
	words := "There are " + strconv.Itoa(len(l.Names)) + " vaults"
	switch len(l.Names) {
	case 0:
		words = "No vault here"
	case 1:
		words = "There is 1 vault"
	}
	if len(l.Hosts) > 0 {
		words += ", and " + model.Counted(len(l.Hosts), "host") + " to ask"
	}
	l.print(l.Theme, draw.Span(styles.RolePlain, words+":"))
	for i, name := range l.Names {
		l.print(l.Theme, draw.Span(styles.RolePlain, fmt.Sprintf("%d. ", i+1)), styles.Span{Text: l.Theme.Show(name)})
	}
	for i, name := range l.Hosts {
		l.print(l.Theme, draw.Span(styles.RolePlain, fmt.Sprintf("%d. ", len(l.Names)+i+1)), styles.Span{Text: l.Theme.Show(name)}, draw.Span(styles.RolePlain, ", a host: its number asks for its vaults"))
	}
}

// askHost puts the vaults of a host among those to choose from, or says why it gave none.
func (l *lines) askHost(ctx context.Context, at int) {
	host := l.Hosts[at]
	l.print(l.Theme, draw.Span(styles.RolePlain, "Asking "), styles.Span{Text: l.Theme.Show(host)}, draw.Span(styles.RolePlain, "…"))
	names, failed := l.Ask(ctx, host)
	for _, words := range failed {
		l.print(l.Theme, styles.Span{Text: l.Theme.Label(words)})
	}
	switch {
	case len(failed) > 0:
	case len(names) == 0:
		l.print(l.Theme, styles.Span{Text: l.Theme.Show(host)}, draw.Span(styles.RolePlain, " has no vault."))
	default:
		l.Names, l.Hosts, l.asked = append(l.Names, names...), slices.Delete(slices.Clone(l.Hosts), at, at+1), true
	}
}

func (l *lines) vault(ctx context.Context) {
	l.send(tea.WindowSizeMsg{Width: width, Height: height})
	l.run(l.a.Load())
	l.say()
	l.show()
	for !l.over && !l.quit && ctx.Err() == nil {
		l.command(l.ask("Type a command, ? for help"))
	}
	if !l.quit {
		// The input ended: save the look as when quitting.
		l.press("q")
	}
	if l.failed == nil {
		l.failed = l.s.Failed
	}
}

func (l *lines) command(text string) {
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
		l.writeOpen(true)
	default:
		l.key(text)
	}
}

// key types a key. A key about one thing needs that thing open, since no cursor is shown.
func (l *lines) key(text string) {
	for _, act := range l.actions() {
		if !slices.Contains(act.Keys, text) {
			continue
		}
		if reason := l.refuse(act); reason != "" {
			l.value("Unavailable: ", l.s.Theme.Label(reason+"."))
			return
		}
		rows := len(l.s.List.Rows)
		l.press(text)
		l.converse()
		switch {
		case act.ID == keys.Inspect:
			l.inGit()
		case act.ID == keys.NextProblem && l.s.Open != nil:
			l.writeOpen(false)
		case act.ID == keys.NextProblem, l.s.Open == nil && act.Finds && rows != len(l.s.List.Rows):
			l.rows(0)
		}
		return
	}
	l.plain("Unknown command; ? lists them.")
}

func (l *lines) refuse(act Action) string {
	if l.s.Open == nil && act.Use == OfOpen {
		return "nothing is open; the number of a row opens it"
	}
	return act.Refuse
}

// actions are those that make sense in lines.
func (l *lines) actions() []Action {
	session := l.s.Open != nil && l.s.Open.Ref.Kind.Session()
	return slices.DeleteFunc(l.a.Actions(), func(act Action) bool {
		return act.Use == Not || act.Use == OfOpenSession && !session
	})
}

func (l *lines) send(msg tea.Msg) {
	l.run(l.update(msg))
}

func (l *lines) update(msg tea.Msg) tea.Cmd {
	_, cmd := l.a.Update(msg)
	l.s = l.a.State()
	return cmd
}

func (l *lines) run(cmd tea.Cmd) {
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
			todo = append(todo, l.update(msg))
		}
	}
}

func (l *lines) press(name string) {
	special := map[string]tea.KeyType{"esc": tea.KeyEsc, "enter": tea.KeyEnter, "tab": tea.KeyTab, "right": tea.KeyRight, "clear": tea.KeyCtrlU, "review": tea.KeyCtrlD}
	if t, ok := special[name]; ok {
		l.send(tea.KeyMsg{Type: t})
		return
	}
	l.enter(name)
}

// enter types a text one character at a time: together they could name a key.
func (l *lines) enter(text string) {
	for _, r := range text {
		l.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}})
	}
}

// confirm asks for a decision. What was typed before the question does not count.
func (l *lines) confirm(question string) (text string, ok bool) {
	asked := l.s.Now()
	text = l.ask(question)
	if l.Live && !l.over && l.s.Now().Sub(asked) < confirm.QuietTime {
		l.plain("Too quick: that was typed before the question.")
		return "", false
	}
	return text, true
}

func (l *lines) ask(question string) string {
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

func (l *lines) write(text string) {
	if l.failed != nil {
		return
	}
	if _, err := io.WriteString(l.out, text); err != nil {
		l.failed, l.over = fmt.Errorf("writing a line: %w", err), true
	}
}

func (l *lines) print(th *styles.Theme, line ...styles.Span) { l.write(th.Render(line, -1) + "\n") }

func (l *lines) plain(text string) { l.print(l.s.Theme, draw.Span(styles.RolePlain, text)) }

func (l *lines) value(label string, text styles.Text) {
	l.print(l.s.Theme, draw.Span(styles.RolePlain, label), styles.Span{Text: text})
}

// say writes the status line.
func (l *lines) say() {
	if text := l.s.Said; text != "" {
		l.value("", l.s.Theme.Label(text))
	}
	l.loadError()
}

func (l *lines) loadError() {
	if l.s.Err != nil {
		l.value("Could not read the vault: ", l.s.Theme.Label(l.s.Err.Error()))
	}
}
