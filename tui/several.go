package tui

import (
	"strconv"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/draw"
	"coldstart/tui/keys"
	"coldstart/tui/phrase"
)

// mouse goes to the open vault, or selects one in the list.
func (s *several) mouse(msg tea.MouseMsg) tea.Cmd {
	if !s.choosing {
		msg.Y--
		return s.hand(s.at, msg)
	}
	if s.helping || !s.apps[s.at].mice || msg.Action != tea.MouseActionPress {
		return nil
	}
	switch msg.Button {
	case tea.MouseButtonWheelUp:
		s.move(-1)
	case tea.MouseButtonWheelDown:
		s.move(1)
	case tea.MouseButtonLeft:
		if i := s.top + msg.Y - chooserHead; msg.Y >= chooserHead && msg.Y < s.height-2 && i < len(s.apps) {
			s.move(i - s.at)
		}
	}
	return nil
}

// Vault is one vault on the screen.
type Vault struct {
	// Name is the shortest unique end of its folder.
	Name  string
	Store Store
	Dir   string
	// Notice is the first message in its status line.
	Notice string
	// Close gives back what one needs that was opened on the screen, nil for nothing.
	Close func()
}

// several is the list of vaults, each with its own App.
type several struct {
	apps  []*App
	names []string
	// at is the open or selected vault; choosing is true while the list is shown.
	at       int
	top      int
	choosing bool
	width    int
	height   int
	// says is the message of the last key; helping is true while help is shown.
	says    string
	helping bool
	// waiting is true until the nearest vault was read: the others are read behind it.
	waiting bool
}

// newSeveral begins with the list of the vaults, or with the nearest.
func newSeveral(vaults []Vault, o Options) *several {
	s := &several{choosing: !o.Nearest, waiting: o.Nearest}
	for i, v := range vaults {
		own := o
		own.Notice, own.Dir = v.Notice, v.Dir
		a := New(v.Store, own)
		a.among, a.feed.visit.open = true, o.Nearest && i == 0
		s.apps = append(s.apps, a)
		s.names = append(s.names, v.Name)
	}
	return s
}

type ofVault struct {
	at  int
	msg tea.Msg
}

// toVault sends the answer of a command to the vault that asked. Quitting is for all.
func toVault(at int, cmd tea.Cmd) tea.Cmd {
	return addressed(cmd, func(msg tea.Msg) tea.Msg { return ofVault{at, msg} })
}

// addressed puts an address on the answers of a command. Quitting is for all.
func addressed(cmd tea.Cmd, to func(tea.Msg) tea.Msg) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() tea.Msg {
		switch msg := cmd().(type) {
		case nil:
			return nil
		case tea.BatchMsg:
			for i := range msg {
				msg[i] = addressed(msg[i], to)
			}
			return msg
		case tea.QuitMsg, everywhereMsg:
			return msg
		default:
			return to(msg)
		}
	}
}

// Init asks for the first load of each vault, of the nearest one alone where one is open.
func (s *several) Init() tea.Cmd {
	if s.waiting {
		return toVault(0, s.apps[0].Init())
	}
	return s.initFrom(0)
}

func (s *several) initFrom(first int) tea.Cmd {
	var cmds []tea.Cmd
	for i := first; i < len(s.apps); i++ {
		cmds = append(cmds, toVault(i, s.apps[i].Init()))
	}
	return tea.Batch(cmds...)
}

// behind asks for the other vaults once the nearest one was read.
func (s *several) behind(cmd tea.Cmd) tea.Cmd {
	if feed := s.apps[0].feed; !s.waiting || !feed.loaded && feed.err == nil {
		return cmd
	}
	s.waiting = false
	return tea.Batch(cmd, s.initFrom(1))
}

// Update sends keys to the open vault, answers to the one that asked, the rest to all.
func (s *several) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case ofVault:
		switch own := msg.msg.(type) {
		case vaultsMsg:
			s.choosing = true
			return s, s.leaveVault()
		case handOver:
			// Bubble Tea runs this itself; only the outcome is for the vault.
			return s, own.take(s.apps[msg.at].mice, func(m tea.Msg) tea.Msg { return ofVault{msg.at, m} })
		}
		return s, s.behind(s.hand(msg.at, msg.msg))
	case tea.WindowSizeMsg:
		s.width, s.height = msg.Width, msg.Height
		var cmds []tea.Cmd
		for i := range s.apps {
			cmds = append(cmds, s.hand(i, tea.WindowSizeMsg{Width: msg.Width, Height: max(0, msg.Height-1)}))
		}
		return s, tea.Batch(cmds...)
	case tea.KeyMsg:
		return s, s.key(msg)
	case tea.MouseMsg:
		return s, s.mouse(msg)
	case leaveMsg:
		return s, s.hand(s.writing(), msg)
	}
	return s, nil
}

func (s *several) hand(at int, msg tea.Msg) tea.Cmd {
	_, cmd := s.apps[at].Update(msg)
	return toVault(at, cmd)
}

func (s *several) writing() int {
	for i, a := range s.apps {
		if a.write.on {
			return i
		}
	}
	return s.at
}

func (s *several) key(msg tea.KeyMsg) tea.Cmd {
	open := s.apps[s.at]
	if !s.choosing {
		return s.hand(s.at, msg)
	}
	s.says = ""
	switch {
	case s.helping && !key.Matches(msg, open.keys.Kill):
		s.helping = !key.Matches(msg, open.keys.Help, open.keys.Back, open.keys.Quit)
	case key.Matches(msg, open.keys.Help):
		s.helping = true
	case key.Matches(msg, open.keys.Find):
		s.says = "The list of vaults has no filter; enter opens one."
	case key.Matches(msg, open.keys.Kill), key.Matches(msg, open.keys.Quit):
		cmd := s.hand(s.at, msg)
		s.says = open.toast.text
		return cmd
	case key.Matches(msg, open.keys.Up):
		s.at--
	case key.Matches(msg, open.keys.Down):
		s.at++
	case key.Matches(msg, open.keys.Top):
		s.at = 0
	case key.Matches(msg, open.keys.Bottom):
		s.at = len(s.apps) - 1
	case key.Matches(msg, open.keys.Open):
		s.choosing, open.feed.visit.open = false, true
	}
	s.move(0)
	return nil
}

func (s *several) move(n int) {
	s.at = max(0, min(s.at+n, len(s.apps)-1))
	rows := max(1, s.height-chooserRows)
	s.top = max(0, min(s.top, s.at), s.at-rows+1)
}

// leaveVault goes back to the list and saves the look at the vault.
func (s *several) leaveVault() tea.Cmd {
	a := s.apps[s.at]
	a.feed.visit.open = false
	if canKeepLook(a) != "" {
		return nil
	}
	return toVault(s.at, a.keepLook(false))
}

// amongOthers is about the key to the list of vaults, which several handles.
func amongOthers(a *App) string {
	if !a.among {
		return "only one vault is open"
	}
	return ""
}

type vaultsMsg struct{}

func askForVaults(*App) tea.Cmd { return func() tea.Msg { return vaultsMsg{} } }

// The list of vaults has chooserRows rows around it, chooserHead of them above.
const (
	chooserRows = 7
	chooserHead = 5
)

// View draws the open vault below a row with its name, or the list.
func (s *several) View() string {
	if s.width <= 0 || s.height <= 0 {
		return ""
	}
	th := s.apps[s.at].th
	if !s.choosing {
		return th.Render(s.row(), s.width) + "\n" + s.apps[s.at].View()
	}
	rows := make([]string, s.height)
	for i, l := range draw.Tall(s.lines(), s.height) {
		rows[i] = th.Render(l, s.width)
	}
	return strings.Join(rows, "\n")
}

// row names the open vault, with the key that leads to the list, and what waits in the others.
func (s *several) row() styles.Line {
	th := s.apps[s.at].th
	left := styles.Join(draw.Edge(), styles.Line{{Text: th.Show(s.names[s.at]), Role: styles.RoleTitle}})
	way := styles.Line{draw.Span(styles.RoleKey, keys.Of(s.apps[s.at].keys.Vaults)), draw.Span(styles.RolePlain, "  ")}
	return draw.Ends(left, styles.Join(way, s.others(s.width-left.Width()-way.Width()-draw.RightEdge-between)), s.width)
}

// others are the other vaults with what waits in each, as many as fit in w cells.
func (s *several) others(w int) styles.Line {
	words := strconv.Itoa(len(s.apps)-1) + " more here"
	var named []styles.Line
	for i, a := range s.apps {
		if i == s.at {
			continue
		}
		of := styles.Line{{Text: a.th.Show(s.names[i]), Role: styles.RolePlain}}
		switch n := a.board.Needs[board.HomePage]; {
		case a.feed.err != nil:
			of = append(of, draw.Span(styles.RoleBad, " cannot be read"))
		case a.feed.loaded && n > 0:
			of = append(of, draw.Span(styles.RoleWarn, phrase.NeedsIn(n)))
		case a.feed.loaded:
			of = append(of, draw.Span(styles.RoleMuted, phrase.NeedsIn(n)))
		}
		named = append(named, of)
	}
	for n := len(named); n > 0; n-- {
		l := draw.Words(styles.RoleMuted, words+": ")
		for i, of := range named[:n] {
			if i > 0 {
				l = styles.Join(l, draw.Words(styles.RoleMuted, " · "))
			}
			l = styles.Join(l, of)
		}
		if n < len(named) {
			l = styles.Join(l, draw.Words(styles.RoleMuted, " · …"))
		}
		if l.Width() <= w {
			return l
		}
	}
	return draw.Words(styles.RoleMuted, words).Fit(w)
}

func (s *several) helpLines() []styles.Line {
	k := s.apps[s.at].keys
	var lines []styles.Line
	for _, h := range []draw.Hint{
		{Key: k.Moving(), Does: "move"},
		{Key: keys.Of(k.Top) + " " + keys.Of(k.Bottom), Does: "the first, the last"},
		{Key: keys.Of(k.Open), Does: "open"},
		{Key: keys.Of(k.Vaults), Does: "from a vault, back here"},
		{Key: keys.Of(k.Help), Does: "in a vault, all keys"},
		{Key: keys.Of(k.Quit), Does: "quit"},
	} {
		lines = append(lines, draw.HelpLine(h, styles.RoleKey, styles.RolePlain, s.width)...)
	}
	return lines
}

// summary is the state of a vault in a few words.
func (a *App) summary() (string, styles.Role) {
	switch n := a.board.Needs[board.HomePage]; {
	case a.feed.err != nil:
		return "cannot be read: " + a.feed.err.Error(), styles.RoleBad
	case !a.feed.loaded:
		return "reading…", styles.RoleMuted
	case n == 0:
		return phrase.NeedYou(n), styles.RoleGood
	default:
		return phrase.NeedYou(n), styles.RoleWarn
	}
}
