package tui

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/draw"
)

// machine is a host with what is known of it.
type machine struct {
	Host
	// asking is true during a question, pausing before the next one.
	asking, pausing bool
	// answered is true once it said which vaults it has.
	answered bool
	// same is another machine that shows a vault of this one already, "" for none.
	same string
	// err is why the last question failed, since when the first of those that failed in a row did.
	err   error
	since time.Time
}

// mostOfHost is how many vaults of a host are shown.
const mostOfHost = 200

// hostMsg is the answer of a host, hostAgainMsg ends the pause after it gave none.
type (
	hostMsg struct {
		at     int
		vaults []Vault
		err    error
	}
	hostAgainMsg struct{ at int }
)

// askHost asks a host for its vaults, unless it is being asked.
func (s *several) askHost(at int) tea.Cmd {
	m := s.hosts[at]
	if m.asking {
		return nil
	}
	m.asking = true
	ask := m.Host
	return func() tea.Msg {
		vaults, err := ask.vaults(context.Background())
		return hostMsg{at, vaults, err}
	}
}

// vaults asks a host for its vaults, of which no more are taken than can be shown. A host that says it
// was another one is not believed.
func (h Host) vaults(ctx context.Context) ([]Vault, error) {
	found, err := h.Vaults(ctx)
	found = slices.Clone(found[:min(len(found), mostOfHost)])
	for i := range found {
		found[i].Host = h.Name
	}
	return found, err
}

// reach shows the vaults of a host beside those that are shown already, or asks again after a pause.
func (msg hostMsg) reach(a *App) tea.Cmd {
	s := a.many()
	m := s.hosts[msg.at]
	m.asking = false
	if msg.err != nil {
		if m.err == nil {
			m.since = s.all.now()
		}
		m.err = msg.err
		return s.askHostLater(msg.at)
	}
	m.answered, m.err, m.same = true, nil, ""
	var cmds []tea.Cmd
	for _, v := range msg.vaults {
		if m.same = cmp.Or(m.same, v.Same); v.Same != "" || s.shows(v) {
			continue
		}
		s.append(v)
		a := s.apps[len(s.apps)-1]
		if s.width > 0 {
			cmds = append(cmds, s.send(a, s.sizeOf(a)))
		}
		cmds = append(cmds, s.to(a, a.Init()))
	}
	return tea.Batch(cmds...)
}

// shows reports whether a vault of a host is shown already.
func (s *several) shows(v Vault) bool {
	for i, a := range s.apps {
		if a.away.host == v.Host && a.away.dir == v.Dir && s.names[i] == v.Name {
			return true
		}
	}
	return false
}

// none says why an answered host shows no vault.
func (m *machine) none() string {
	if m.same != "" {
		return "is the same as " + m.same
	}
	return "has no vault"
}

func (s *several) askHostLater(at int) tea.Cmd {
	m := s.hosts[at]
	if m.pausing || !s.o.Watch {
		return nil
	}
	m.pausing = true
	return s.all.wait(askAgain, func(time.Time) tea.Msg { return hostAgainMsg{at} })
}

func (msg hostAgainMsg) reach(a *App) tea.Cmd {
	s := a.many()
	m := s.hosts[msg.at]
	m.pausing = false
	if m.err == nil {
		return nil
	}
	return s.askHost(msg.at)
}

// reload reads all vaults again, and asks all hosts again which they have.
func (s *several) reload() tea.Cmd {
	var cmds []tea.Cmd
	for _, a := range s.apps {
		cmds = append(cmds, s.to(a, a.loadWith(Store.Load)))
	}
	for i := range s.hosts {
		cmds = append(cmds, s.askHost(i))
	}
	return tea.Batch(cmds...)
}

// label names a vault among all: one on another machine by that, and by its own name where the machine
// has several.
func (s *several) label(at int) string {
	host := s.apps[at].away.host
	if host == "" {
		return s.names[at]
	}
	if len(s.on(host)) == 1 {
		return host
	}
	return host + ":" + s.names[at]
}

// on are the vaults on a host.
func (s *several) on(host string) []*App {
	return slices.DeleteFunc(slices.Clone(s.apps), func(a *App) bool { return a.away.host != host })
}

// state is a vault or a host in a few words, and how much it matters.
type state struct {
	name, words string
	role        styles.Role
	needs       int
	// most is the vault of them that needs somebody most.
	most rule.VaultSummary
	// idle is true where everything was read and nothing needs anybody.
	idle bool
}

// trouble reports what could not be read.
func (st state) trouble() bool { return st.role == styles.RoleBad }

// since stands before the time of what is shown of a machine that is not read any more.
const since = " since "

// isUnreached reports whether a machine gave no answer, rather than one that could not be used.
func isUnreached(err error) bool { return errors.Is(err, model.ErrNotReached) }

// stateOf is what is to be said of the vaults on one host, or of one vault on this machine.
func (s *several) stateOf(name string, apps []*App, m *machine) state {
	st := state{name: name, role: styles.RoleMuted}
	reading, lost := len(apps) == 0, time.Time{}
	unread, unreached := 0, m != nil && m.err != nil && len(apps) == 0 && isUnreached(m.err)
	for _, a := range apps {
		st.needs += a.board.Needs[board.HomePage]
		if st.most.Needs == 0 || rule.ByNeed(a.board.Summary, st.most) < 0 {
			st.most = a.board.Summary
		}
		reading = reading || !a.feed.loaded && a.feed.err == nil
		if a.feed.err == nil {
			continue
		}
		st.role, unread, unreached = styles.RoleBad, unread+1, unreached || isUnreached(a.feed.err)
		if at := a.board.Snapshot.At; a.feed.loaded && (lost.IsZero() || at.Before(lost)) {
			lost = at
		}
	}
	if m != nil && m.err != nil && len(apps) == 0 {
		st.role, lost = styles.RoleBad, m.since
	}
	switch {
	case st.trouble() && !unreached && unread < len(apps):
		st.words = fmt.Sprintf(" %d of %d not read", unread, len(apps))
	case st.trouble() && !unreached && lost.IsZero():
		st.words = " cannot be read"
	case st.trouble() && !unreached:
		st.words = " not read" + since + lost.Format("15:04")
	case st.trouble() && lost.IsZero():
		st.words = " not reached"
	case st.trouble():
		st.words = " not reached" + since + lost.Format("15:04")
	case reading && m != nil && !m.answered:
		st.words = " connecting…"
	case m != nil && len(apps) == 0:
		st.words, st.idle = " "+m.none(), m.same != ""
	case reading:
		st.words = " reading…"
	case st.needs > 0:
		st.words, st.role = " "+phrase.NeedYou(st.needs), styles.RoleWarn
	default:
		st.words, st.idle = " nothing", true
	}
	return st
}

// states are all vaults of this machine and all hosts but for the open vault: what could not be read
// comes first, then what needs somebody.
func (s *several) states(but int) []state {
	var all []state
	for i, a := range s.apps {
		if i != but && !a.isAway() {
			all = append(all, s.stateOf(s.names[i], []*App{a}, nil))
		}
	}
	for _, m := range s.hosts {
		apps := s.on(m.Name)
		if but >= 0 {
			apps = slices.DeleteFunc(apps, func(a *App) bool { return a == s.apps[but] })
			if len(apps) == 0 && s.apps[but].away.host == m.Name {
				continue
			}
		}
		all = append(all, s.stateOf(m.Name, apps, m))
	}
	slices.SortStableFunc(all, func(a, b state) int {
		return cmp.Or(falseLast(a.trouble(), b.trouble()), rule.ByNeed(a.most, b.most))
	})
	return all
}

func falseLast(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

// others are the states of all but the open vault, as many as fit in w cells. Above the queue of all it
// is enough to say in which vaults something waits, and how much.
func (s *several) others(w, but int) styles.Line {
	states := s.states(but)
	lead := ""
	if but < 0 {
		states = slices.DeleteFunc(states, func(st state) bool { return st.idle })
		for i, st := range states {
			if st.role == styles.RoleWarn {
				states[i].words = " " + strconv.Itoa(st.needs)
			}
		}
	} else if len(s.hosts) == 0 {
		lead = strconv.Itoa(len(states)) + " more here: "
	}
	if l := s.namedIn(states, lead); l.Width() <= w {
		return l
	}
	states = s.troublesInOne(states)
	for n := len(states); n > 0; n-- {
		l := s.namedIn(states[:n], lead)
		if n < len(states) {
			l = styles.Join(l, draw.Words(styles.RoleMuted, " · …"))
		}
		if l.Width() <= w {
			return l
		}
	}
	return draw.Words(styles.RoleMuted, strconv.Itoa(len(states))+" more here").Fit(max(0, w))
}

// troublesInOne says in as few words as it can what was not read, so that there is room for what needs somebody.
func (s *several) troublesInOne(states []state) []state {
	mark := s.all.th.MarkSymbol(styles.MarkProblem).String()
	n := 0
	for n < len(states) && states[n].trouble() {
		n++
	}
	switch n {
	case 0:
		return states
	case 1:
		one := states[0]
		if _, at, ok := strings.Cut(one.words, since); ok {
			one.words = " " + mark + since + at
		}
		return append([]state{one}, states[1:]...)
	}
	var names []string
	for _, st := range states[:n] {
		names = append(names, st.name)
	}
	all := state{name: strings.Join(names, ", "), words: " " + mark, role: styles.RoleBad}
	if s.all.th.Show(all.name).Width() > s.width/3 {
		all.name, all.words = "", fmt.Sprintf("%s %d not read", mark, n)
	}
	return append([]state{all}, states[n:]...)
}

// namedIn are states side by side.
func (s *several) namedIn(states []state, lead string) styles.Line {
	l := draw.Words(styles.RoleMuted, lead)
	for i, st := range states {
		if i > 0 {
			l = styles.Join(l, draw.Words(styles.RoleMuted, " · "))
		}
		l = styles.Join(l, styles.Line{{Text: s.all.th.Show(st.name), Role: styles.RolePlain}, {Text: styles.Plain(st.words), Role: st.role}})
	}
	return l
}
