package tui

import (
	"context"
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/draw"
	"coldstart/tui/keys"
)

// Vault is one vault on the screen.
type Vault struct {
	// Name is the shortest unique end of its folder.
	Name  string
	Store Store
	Dir   string
	// Host is the machine that the vault is on, as the settings name it; empty for this one. There
	// Dir is a path of that machine, in which nothing here is run or opened.
	Host string
	// Same is another machine of the settings by which this very vault is shown already, empty for most.
	Same string
	// As is the account that decides there, as ssh is told it: "me@attic".
	As string
	// Screen is the command that opens the vault on its host in this terminal, nil where the login there
	// opens none.
	Screen []string
	// Notice is the first message in its status line.
	Notice string
	// Close returns what it needs, nil for nothing.
	Close func()
	// Again opens what is in its place now, nil where that is not possible.
	Again func() (Vault, error)
}

// Host is another machine whose vaults stand beside the local ones.
type Host struct {
	Name string
	// Vaults asks the machine for its vaults. It takes as long as the machine does, within a limit,
	// and may be asked again after it failed.
	Vaults func(ctx context.Context) ([]Vault, error)
}

// several are vaults of this machine and of others, each with its own App, and their pages in one.
type several struct {
	o    Options
	apps []*App
	// names are the vaults' own, labels name them among all.
	names, labels []string
	hosts         []*machine
	// all has the pages of all vaults in one, made of what is in made. It loads nothing, and nothing
	// is decided in it.
	all  *App
	made []made
	// making is true while they are being made.
	making bool
	// at is the open vault, or the one that got the last key; choosing is true while the pages of all
	// are shown. Lent is true while a dialog of that vault lies over them.
	at             int
	choosing, lent bool
	// before is what was open in it.
	before shown
	// decided are the vaults of what was decided on this screen and stands, the newest last.
	decided []int
	// touched is true after the first key: until then the cursor stays on what is most urgent.
	touched bool
	list    vaultList
	width   int
	height  int
	helping bool
	// revealed is true while keys and passwords are shown on the pages of all.
	revealed bool
	// waiting is true until the nearest vault was read: the others are read behind it.
	waiting bool
}

// newSeveral begins with the pages of all vaults, or with the nearest.
func newSeveral(vaults []Vault, o Options) *several {
	s := &several{o: o, choosing: !o.Nearest, waiting: o.Nearest}
	frame := o
	frame.Motion, frame.Looks, frame.Watch = false, false, false
	s.all = newApp(nil, frame, append(board.Pages(), board.Page{Key: keys.Of(defaultKeys().Rebound(o.Keys)[keys.Vaults]), Title: "Vaults"}))
	s.all.all, s.all.feed.loaded = &allPages{}, true
	for i, v := range vaults {
		s.append(v)
		s.apps[i].feed.visit.open = o.Nearest && i == 0
	}
	for _, h := range o.Hosts {
		s.hosts = append(s.hosts, &machine{Host: h})
	}
	s.arrange()
	s.gotMadeAll(madeAllMsg{board.Together(nil, s.title(), o.Now())})
	return s
}

// append takes a vault among those that are shown.
func (s *several) append(v Vault) {
	a := vaultApp(v, s.o)
	a.among = true
	s.apps = append(s.apps, a)
	s.names = append(s.names, v.Name)
	s.labels = s.labels[:0:0]
	for i := range s.apps {
		s.labels = append(s.labels, s.label(i))
		s.apps[i].label = s.labels[i]
	}
}

// vaultApp is the screen of one vault of several.
func vaultApp(v Vault, o Options) *App {
	o = o.of(v)
	if v.Host != "" {
		// Nothing here is made, run or opened in a folder of another machine.
		o.Dir, o.Begin, o.Editor = "", Beginning{}, nil
	}
	a := New(v.Store, o)
	a.away = away{host: v.Host, as: v.As, dir: v.Dir, screen: v.Screen}
	return a
}

// ofVault is for a vault, or for the pages of all.
type ofVault struct {
	at  int
	msg tea.Msg
}

// ofAll is the place of the pages of all.
const ofAll = -1

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

// Init asks for the first load of each vault and for the vaults of each host, for the nearest alone
// where one is open.
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
	for i := range s.hosts {
		cmds = append(cmds, s.askHost(i))
	}
	return tea.Batch(cmds...)
}

// behind asks for the others once the nearest one was read.
func (s *several) behind(cmd tea.Cmd) tea.Cmd {
	if !s.waiting {
		return cmd
	}
	if feed := s.apps[0].feed; !feed.loaded && feed.err == nil {
		return cmd
	}
	s.waiting = false
	return tea.Batch(cmd, s.initFrom(1))
}

// Update sends keys to what is open, answers to the one that asked, the rest to all.
func (s *several) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	cmd := s.route(msg)
	s.turnAll()
	s.revealAll()
	made := s.gather()
	s.hear()
	s.backToList()
	return s, tea.Batch(cmd, made, s.follow())
}

func (s *several) route(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case ofVault:
		if msg.at == ofAll {
			_, cmd := s.all.Update(msg.msg)
			return toVault(ofAll, cmd)
		}
		switch own := msg.msg.(type) {
		case vaultsMsg:
			return s.leaveVault()
		case handOver:
			// Bubble Tea runs this itself; only the outcome is for the vault.
			return own.take(s.apps[msg.at].mice, func(m tea.Msg) tea.Msg { return ofVault{msg.at, m} })
		}
		if own, ok := msg.msg.(decidedMsg); ok && own.err == nil {
			s.noteDecided(msg.at, own)
		}
		return s.behind(s.hand(msg.at, msg.msg))
	case madeAllMsg:
		s.gotMadeAll(msg)
	case hostMsg:
		return s.gotHost(msg)
	case hostAgainMsg:
		return s.gotHostAgain(msg)
	case tea.WindowSizeMsg:
		return s.resized(msg)
	case tea.KeyMsg:
		return s.key(msg)
	case tea.MouseMsg:
		return s.mouse(msg)
	case leaveMsg:
		return s.leaveNow()
	}
	return nil
}

// turnAll turns the colours of all vaults where those of one were turned.
func (s *several) turnAll() {
	all := append([]*App{s.all}, s.apps...)
	if !slices.ContainsFunc(all, func(a *App) bool { return a.th.Dark() != s.o.Theme.Dark() }) {
		return
	}
	for _, a := range all {
		if a.th.Dark() == s.o.Theme.Dark() {
			a.th, _ = a.th.Turned()
			a.layOutBeside()
			a.layOutDetail()
		}
	}
	s.o.Theme, _ = s.o.Theme.Turned()
}

// revealAll shows or masks keys and passwords in all vaults, after the key for it on the pages of all.
func (s *several) revealAll() {
	if s.all.revealed == s.revealed {
		return
	}
	s.revealed = s.all.revealed
	for _, a := range s.apps {
		if a.revealed != s.revealed {
			toggleReveal(a)
			a.toast = toast{}
		}
	}
}

func (s *several) resized(msg tea.WindowSizeMsg) tea.Cmd {
	s.width, s.height = msg.Width, msg.Height
	s.all.Update(msg)
	s.keepVaultInView()
	var cmds []tea.Cmd
	for i := range s.apps {
		cmds = append(cmds, s.hand(i, s.sizeOfVault()))
	}
	return tea.Batch(cmds...)
}

// sizeOfVault leaves a row for the name of an open vault.
func (s *several) sizeOfVault() tea.WindowSizeMsg {
	return tea.WindowSizeMsg{Width: s.width, Height: max(0, s.height-1)}
}

func (s *several) hand(at int, msg tea.Msg) tea.Cmd {
	_, cmd := s.apps[at].Update(msg)
	waits := 0
	for _, a := range s.apps {
		waits += a.board.Needs[board.HomePage]
	}
	for _, a := range s.apps {
		a.waitsBeside = waits - a.board.Needs[board.HomePage]
	}
	return toVault(at, cmd)
}

// writing is the vault that writes a decision, else the one that got the last key, nil without any.
func (s *several) writing() *App {
	for _, a := range s.apps {
		if a.write.on {
			return a
		}
	}
	if len(s.apps) == 0 {
		return nil
	}
	return s.apps[s.at]
}

// leaveNow quits on a signal, after what is being written.
func (s *several) leaveNow() tea.Cmd {
	for i, a := range s.apps {
		if a == s.writing() {
			return s.hand(i, leaveMsg{})
		}
	}
	return tea.Quit
}

// quit leaves the program from the pages of all, and asks once where a text would be lost.
func (s *several) quit(by key.Binding) tea.Cmd {
	for _, a := range s.apps {
		a.asked, a.warned = a.warned, false
		if !a.asked && (a.over.Loses() || len(a.drafts) > 0) {
			a.leave(by)
			s.all.toast, a.toast = a.toast, toast{}
			return nil
		}
	}
	return s.leaveNow()
}

// leaveVault goes back to the pages of all and saves the look at the vault.
func (s *several) leaveVault() tea.Cmd {
	s.choosing, s.lent, s.all.toast = true, false, toast{}
	a := s.apps[s.at]
	a.feed.visit.open = false
	s.list.stand(entry{vault: s.at, host: -1})
	if canKeepLook(a) != "" {
		return nil
	}
	return toVault(s.at, a.keepLook(false))
}

// amongOthers is about the key to the pages of all vaults, which several handles.
func amongOthers(a *App) string {
	if !a.among {
		return "only one vault is open"
	}
	return ""
}

type vaultsMsg struct{}

func askForVaults(*App) tea.Cmd { return func() tea.Msg { return vaultsMsg{} } }

// row names the open vault, with the key that leads to the others, and what waits in them.
func (s *several) row() styles.Line {
	a := s.apps[s.at]
	left := styles.Join(draw.Edge(), styles.Line{{Text: a.th.Show(s.labels[s.at]), Role: styles.RoleTitle}})
	way := styles.Line{draw.Span(styles.RoleKey, keys.Of(a.keys[keys.Vaults])), draw.Span(styles.RolePlain, "  ")}
	return draw.Ends(left, styles.Join(way, s.others(s.width-left.Width()-way.Width()-draw.RightEdge-between, s.at)), s.width)
}
