package tui

import (
	"errors"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/styles"
	"coldstart/tui/keys"
)

// opening opens a screen in which nothing happens by itself, and runs what it asks for.
func opening(vaults []Vault, o Options) *root {
	o.Theme, o.Now = styles.New(colours), clock
	o.Wait = func(time.Duration, func(time.Time) tea.Msg) tea.Cmd { return nil }
	r := newRoot(vaults, o)
	r.runs(r.Init())
	r.sends(tea.WindowSizeMsg{Width: 100, Height: 30})
	return r
}

// sends hands a message over, and runs what comes of it.
func (r *root) sends(msg tea.Msg) {
	_, cmd := r.Update(msg)
	r.runs(cmd)
}

func (r *root) runs(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case tea.BatchMsg:
		for _, c := range msg {
			r.runs(c)
		}
	case answer:
		r.sends(msg)
	}
}

// Whatever list is on the screen, with rows and without, read or not: an action does something, or a sentence says
// why not, and nothing else happens.
func TestEveryActionOnEveryList(t *testing.T) {
	t.Parallel()
	unread, reading := workshop(), errors.New("no permission")
	unread.loadErr = reading
	var touched []string
	machine, gone := machineOf(&touched, folders(3)...), machineOf(&touched)
	gone.Open = func(string) (Vault, error) { return Vault{}, reading }
	local := []Vault{{Name: "north", Store: laboratory()}, {Name: "south", Store: interrupted()}, {Name: "barn", Store: unread}}
	for name, r := range map[string]*root{
		"vaults":          opening(local, Options{}),
		"empty vaults":    opening([]Vault{{Name: "a", Store: empty()}, {Name: "b", Store: empty()}}, Options{}),
		"unread vaults":   opening([]Vault{{Name: "a", Store: unread}, {Name: "b", Store: unread}}, Options{}),
		"no vault":        opening(nil, Options{}),
		"a host":          opening(nil, Options{Hosts: []Host{attic(workshop()).host()}}),
		"a host is down":  opening(nil, Options{Hosts: []Host{(&fakeHost{name: "attic", err: unreached("attic does not answer")}).host()}}),
		"repositories":    opening(nil, Options{Machine: machine}),
		"no repositories": opening(nil, Options{Machine: gone}),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			page := r.stack[0].App
			for at := range page.pages {
				for _, act := range page.actions() {
					r.stack = r.stack[:1]
					for _, a := range append(r.vaults(), page) {
						a.over, a.detail, a.drafts, a.toast, a.tabs.filtering, a.asked, a.warned = nil, nil, map[string]string{}, toast{}, false, false, false
					}
					if page.revealed {
						toggleReveal(page)
					}
					page.openPage(at)
					r.Update(nil)
					why, does := page.refuse(act), page.called(act)
					if does == "" {
						t.Errorf("page %d: %s has no name", at+1, act.id)
					}
					if why != "" {
						if says := page.cannot(act); !strings.HasSuffix(says, ".") || strings.Contains(says, "..") || strings.HasSuffix(why, ".") && act.of != aboutThing {
							t.Errorf("page %d: %s says %q, since %q", at+1, act.id, says, why)
						}
						continue
					}
					before := r.View()
					cmd := r.to(page, page.do(act))
					r.runs(cmd)
					r.sends(nil)
					if r.View() == before && cmd == nil && act.group != "Move" && act.id != keys.Reload {
						t.Errorf("page %d: %s does nothing:\n%s", at+1, act.id, before)
					}
				}
			}
		})
	}
}

// As plain lines, each action of the table has a name, and does something or has a reason, too.
func TestEveryActionAsPlainLines(t *testing.T) {
	t.Parallel()
	unread := workshop()
	unread.loadErr = errors.New("no permission")
	for name, s := range map[string]*fakeStore{"workshop": workshop(), "empty": empty(), "laboratory": laboratory(), "unread": unread} {
		d := newDriver(t, s, 80, 24)
		for page := range d.app.pages {
			d.app.over, d.app.detail = nil, nil
			d.app.openPage(page)
			for _, act := range (lineScreen{d.app}).Actions() {
				if act.Name == "" || act.Refuse == "" && len(act.Keys) == 0 && d.app.action(act.ID).command == "" {
					t.Errorf("%s, page %d: %s is %q and cannot be reached", name, page+1, act.ID, act.Name)
				}
			}
		}
	}
}

// An answer that comes late is for the screen that asked, whatever is on top by then.
func TestLateAnswersReachWhoAsked(t *testing.T) {
	t.Parallel()
	var touched []string
	r := opening([]Vault{{Name: "shop", Store: workshop()}}, Options{Machine: machineOf(&touched, folders(2)...)})
	_, ask := r.Update(keyNamed("ctrl+r"))
	late := ask().(answer)
	r.runs(r.answered(answer{r.single, everywhereMsg{}}))
	r.sends(keyNamed("enter"))
	if r.top().App == r.single || len(r.stack) != 3 {
		t.Fatalf("%d screens:\n%s", len(r.stack), r.View())
	}
	board := r.top().board
	late.msg.(loadedMsg).board.Snapshot.Name = "late"
	if r.Update(late); r.top().board != board || r.single.board.Snapshot.Name != "late" {
		t.Error("a late answer reached another screen")
	}
}
