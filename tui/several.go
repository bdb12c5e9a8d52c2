package tui

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// Vault is one vault on the screen.
type Vault struct {
	// Name tells it from the others: its folder, as short as it is unique.
	Name  string
	Store Store
	// Dir is its folder.
	Dir string
	// Notice is its first message in the status line.
	Notice string
}

// several is a screen over several vaults. Each has an App of its own, so that one
// that cannot be read, or is large, takes nothing from the others; a list of all
// of them leads from one to the other.
type several struct {
	apps  []*App
	names []string
	// at is the vault that is open or marked, choosing whether the list is shown.
	at       int
	top      int
	choosing bool
	width    int
	height   int
	// says is what the last key in the list had to say; helping is true while its keys
	// are listed instead.
	says    string
	helping bool
}

// newSeveral begins with the list of the vaults.
func newSeveral(vaults []Vault, o Options) *several {
	s := &several{choosing: true}
	for _, v := range vaults {
		own := o
		own.Notice, own.Dir = v.Notice, v.Dir
		a := New(v.Store, own)
		a.among, a.glance.open = true, false
		s.apps = append(s.apps, a)
		s.names = append(s.names, v.Name)
	}
	return s
}

// ofVault is a message for one of the vaults.
type ofVault struct {
	at  int
	msg tea.Msg
}

// toVault has the answer of a command go to the vault that asked. An order to quit
// is for the whole program.
func toVault(at int, cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() tea.Msg {
		switch msg := cmd().(type) {
		case nil:
			return nil
		case tea.BatchMsg:
			for i := range msg {
				msg[i] = toVault(at, msg[i])
			}
			return msg
		case tea.QuitMsg:
			return msg
		default:
			return ofVault{at, msg}
		}
	}
}

// Init asks for the first load of each vault.
func (s *several) Init() tea.Cmd {
	var cmds []tea.Cmd
	for i, a := range s.apps {
		cmds = append(cmds, toVault(i, a.Init()))
	}
	return tea.Batch(cmds...)
}

// Update hands keys to the open vault, answers to the one that asked, and the rest
// to all.
func (s *several) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case ofVault:
		switch own := msg.msg.(type) {
		case vaultsMsg:
			s.choosing = true
			return s, s.leaveVault()
		case handOver:
			// Bubble Tea has to see this order itself; only its outcome is for the vault.
			return s, own.take(s.apps[msg.at].mice, func(m tea.Msg) tea.Msg { return ofVault{msg.at, m} })
		}
		return s, s.hand(msg.at, msg.msg)
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

// writing is the vault that is being written, else the open one.
func (s *several) writing() int {
	for i, a := range s.apps {
		if a.writing {
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
	case s.helping && !key.Matches(msg, open.keys.kill):
		s.helping = !key.Matches(msg, open.keys.help, open.keys.back, open.keys.quit)
	case key.Matches(msg, open.keys.help):
		s.helping = true
	case key.Matches(msg, open.keys.find):
		s.says = "There is no filter for the list of vaults; open one with enter."
	case key.Matches(msg, open.keys.kill), key.Matches(msg, open.keys.quit):
		return s.hand(s.at, msg)
	case key.Matches(msg, open.keys.up):
		s.at--
	case key.Matches(msg, open.keys.down):
		s.at++
	case key.Matches(msg, open.keys.top):
		s.at = 0
	case key.Matches(msg, open.keys.bottom):
		s.at = len(s.apps) - 1
	case key.Matches(msg, open.keys.open):
		s.choosing, open.glance.open = false, true
	}
	s.move(0)
	return nil
}

// move marks the vault n rows down and keeps it in view.
func (s *several) move(n int) {
	s.at = max(0, min(s.at+n, len(s.apps)-1))
	rows := max(1, s.height-chooserRows)
	s.top = max(0, min(s.top, s.at), s.at-rows+1)
}

// leaveVault goes back to the list: what the operator saw of the vault is written down.
func (s *several) leaveVault() tea.Cmd {
	a := s.apps[s.at]
	a.glance.open = false
	if canKeepLook(a) != "" {
		return nil
	}
	return toVault(s.at, a.keepLook(false))
}

// amongOthers is about the key that leads to the list of vaults. It is handled
// above the App, which only asks for it.
func amongOthers(a *App) string {
	if !a.among {
		return "there is one vault open"
	}
	return ""
}

// vaultsMsg asks for the list of vaults.
type vaultsMsg struct{}

func askForVaults(*App) tea.Cmd { return func() tea.Msg { return vaultsMsg{} } }
