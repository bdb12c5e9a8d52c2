package tui

import (
	"encoding/base64"
	"errors"
	"slices"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/confirm"
)

// nothingLeft is a folder in a repository in which nothing was left.
func nothingLeft() *fakeStore {
	s := &fakeStore{snapshot: model.Snapshot{Name: "gannet-street", Strange: true}}
	s.snapshot.Search = model.Search{
		Own: []model.Sought{
			{Name: model.OwnPlans, Signs: []string{"Plans/", "Pending_Approval/"}}, {Name: model.OwnEvents, Signs: []string{"events.jsonl"}},
			{Name: model.OwnTraces, Signs: []string{"trace.md"}}, {Name: model.OwnJournal, Signs: []string{".math/"}}, {Name: model.OwnMemory, Signs: []string{"seed.json"}},
		},
		UpTo: "~/gannet-street", Repository: true,
	}
	for _, sign := range []string{".planning/STATE.md", ".specify", "openspec/changes", ".kiro/specs", ".taskmaster/tasks/tasks.json", "docs/superpowers/plans", "task_plan.md", "a/b", "c/d", "e/f", "g.json"} {
		s.snapshot.Search.Guests = append(s.snapshot.Search.Guests, model.Sought{Name: sign, Signs: []string{sign}})
	}
	return s
}

// beginning is what can be done there, with what was done.
func beginning(f *fakePrograms, made *int) Options {
	return Options{
		Theme: styles.New(styles.Options{NoColor: true}), Now: clock, Program: f.program, Dir: "/v",
		Begin: Beginning{
			Plan: func(dir string) (string, []model.Making, func() error, error) {
				if *made < 0 {
					return "", nil, nil, errors.New("Plans is a link")
				}
				folder := func(name, about string) model.Making {
					return model.Making{Change: model.Change{Kind: model.ChangeCreate, Path: name}, About: about}
				}
				added := strings.Split("## Plans and approvals\n\nAsk first in "+dir+".\n\x1b[2JNever pay.\n"+strings.Repeat("- One more rule.\n", 13)+"The end.", "\n")
				return "~/gannet-street", []model.Making{
					folder("Plans/", "one file for each task"), folder("Approved/", "your decisions"), folder("Rejected/", "your decisions"),
					{Change: model.Change{Kind: model.ChangeCreate, Path: "Plans/PLAN-example.md", After: []string{"# Objective", "Try it."}}, About: "an example plan", Line: 1},
					{Change: model.Change{Kind: model.ChangeEdit, Path: "AGENTS.md", After: added}, About: "the guide for agents", Line: 41},
					{Change: model.Change{Path: "CLAUDE.md"}, Kept: true, About: "unchanged; it points to AGENTS.md"},
				}, func() error { *made++; return nil }, nil
			},
			Demo: []string{"/bin/coldstart", "demo"}, Guide: func(string) (string, error) { return "Ask first; then wait.\n", nil },
		},
	}
}

func TestThePageOfAnEmptyFolder(t *testing.T) {
	t.Parallel()
	for name, size := range map[string][2]int{"first_80x24": {80, 24}, "first_120x36": {120, 36}, "first_40x10": {40, 10}} {
		made := 0
		golden(t, name, drive(t, nothingLeft(), beginning(&fakePrograms{}, &made), size[0], size[1]).app.View())
	}
	made := 0
	o := beginning(&fakePrograms{}, &made)
	o.Theme = styles.New(styles.Options{Dark: true})
	golden(t, "first_colour_80x24", drive(t, nothingLeft(), o, 80, 24).app.View())
	for w := 40; w <= 130; w += 3 {
		for h := 10; h <= 40; h += 3 {
			d := drive(t, nothingLeft(), beginning(&fakePrograms{}, &made), w, h)
			d.shows("No agent work found here yet.", "i Make a vault here", "? help", "q quit")
		}
	}
}

func TestAVaultIsMadeFromThePageAfterAYes(t *testing.T) {
	t.Parallel()
	made := 0
	d := drive(t, nothingLeft(), beginning(&fakePrograms{}, &made), 80, 24)
	d.press("i")
	golden(t, "init_80x24", d.app.View())
	d.shows("Make a vault in ~/gannet-street?", "5 new · 1 kept · nothing overwritten", "2 folders: your decisions", "18 lines added at the end", "43 + Ask first in /v.", "⟦ESC⟧[2JNever pay.")
	d.hides("y make it", "The end.")
	d.ring(confirm.QuietTime)
	d.press("y")
	d.shows("Read to the end first.")
	d.ring(confirm.QuietTime)
	d.press("pgdown")
	d.shows("The end.", "all changes listed", "y make it")
	d.press("?")
	d.shows("make it, once every row", "see the demo first", "cancel; nothing is made")
	d.ring(confirm.QuietTime)
	d.press("y", "esc")
	d.shows("y make it")
	d.press("y")
	d.shows("Too early. Press it again.")
	d.ring(confirm.QuietTime)
	d.press("esc")
	d.shows("Nothing was made.", "i Make a vault here")
	d.press("i", "enter")
	d.hides("2 folders")
	d.press("esc")
	d.shows("2 folders", "all changes listed")
	d.press("up")
	d.shows("Plans/PLAN-example.md a new file", "1 + # Objective")
	d.ring(confirm.QuietTime)
	d.press("z")
	d.shows("Only y makes it; esc cancels.")
	d.ring(confirm.QuietTime)
	loads := d.store.loads
	d.store.snapshot = workshop().snapshot
	d.press("y")
	if made != 1 || d.store.loads != loads+1 {
		t.Errorf("made %d times, %d loads", made, d.store.loads-loads)
	}
	d.shows("A vault was made here.", "RESUMING ACTIVE PLAN")

	made = -1
	d = drive(t, nothingLeft(), beginning(&fakePrograms{}, &made), 80, 24)
	d.press("i")
	d.shows("No vault can be made here: Plans is a link.")
}

func TestTheDemoAndTheGuideAreOneKeyAway(t *testing.T) {
	t.Parallel()
	f, made := &fakePrograms{}, 0
	var to strings.Builder
	o := beginning(f, &made)
	o.Clipboard = Clipboard{to: &to}
	d := drive(t, nothingLeft(), o, 80, 24)
	d.press("d")
	if len(f.ran) != 1 || !slices.Equal(f.ran[0], []string{"/bin/coldstart", "demo"}) {
		t.Errorf("ran %q", f.ran)
	}
	d.press("g")
	d.shows("Copied (if your terminal allows it): the guide")
	if !strings.Contains(to.String(), base64.StdEncoding.EncodeToString([]byte("Ask first; then wait.\n"))) {
		t.Errorf("copied %q", to.String())
	}
}

// Where nothing can be done, it is not offered, and elsewhere its keys mean what they always do.
func TestThePageOffersOnlyWhatWorks(t *testing.T) {
	t.Parallel()
	made := 0
	o := beginning(&fakePrograms{}, &made)
	o.Begin.Demo, o.Clipboard = nil, Clipboard{Off: "copying is switched off"}
	s := nothingLeft()
	s.snapshot.ReadOnly = "asked for with --read-only"
	d := drive(t, s, o, 80, 24)
	d.hides("Make a vault", "See the demo", "Copy the guide")
	d.press("i")
	d.shows("Read-only")
	d = drive(t, workshop(), beginning(&fakePrograms{}, &made), 80, 24)
	d.press("2", "G", "g")
	if at := d.app.list().At; at != 0 {
		t.Errorf("g leads to row %d", at)
	}
	d.press("i")
	d.hides("Make a vault here")
}

// notUnderstood is a repository with files of known names of which none says where to continue.
func notUnderstood() *fakeStore {
	s := nothingLeft()
	s.snapshot.Name, s.snapshot.At, s.snapshot.Events.Current = "truing-stand", clock(), -1
	s.snapshot.Others = []model.Other{
		{Path: "HANDOFF.md", Kind: "5 lines", Why: "not understood", Size: 150, Known: true, At: clock().AddDate(0, 0, -6), Begins: strings.Split(
			"# Truing stand, hand-over\n\nArm and lever are cut.\x1b[2J The dial holder breaks.\npassword: tr0ub4dor-3xyzQ\nThe end.", "\n")},
		{Path: "docs/IMPLEMENTATION_PLAN.md", Kind: "610 lines", Why: "not understood", Known: true, At: clock().AddDate(0, 0, -22), Begins: []string{"# Plan"}},
		{Path: "keys.env", Kind: "text", Why: "it is no plan"},
	}
	return s
}

// Where known names are all there is, they are listed with how they begin, and the keys of the empty page work.
func TestFilesOfKnownNamesThatSayNothing(t *testing.T) {
	t.Parallel()
	made, to := 0, &strings.Builder{}
	o := beginning(&fakePrograms{}, &made)
	o.Clipboard, o.Theme = Clipboard{to: to}, o.Theme.Masking()
	s := notUnderstood()
	d := drive(t, s, o, 80, 24)
	d.shows("Nothing here says where to continue.", "2 files look like an agent’s notes", "Not understood 2", "▲ HANDOFF.md", "5 lines", "6 d", "docs/IMPLEMENTATION_PLAN.md", "HANDOFF.md begins", "⟦ESC⟧[2J", "i make a vault")
	d.hides("keys.env", "tr0ub4dor", "Nothing needs you", "See the demo", "Type")
	d.press("j")
	d.shows("docs/IMPLEMENTATION_PLAN.md begins")
	d.press("enter")
	d.shows("looks like 610 lines", "shown to line 1; your editor has the rest", "Plan")
	d.press("v")
	d.shows("the file has only one view")
	d.press("esc", "g")
	d.shows("Copied (if your terminal allows it): the guide")
	d.press("i")
	d.shows("Make a vault in ~/gannet-street?")
	d.press("esc")
	s.snapshot.Strange, s.snapshot.Transcripts = false, bySessions().snapshot.Transcripts[2:3]
	s.snapshot.Guests = bySessions().snapshot.Guests
	d.press("ctrl+r", "k")
	golden(t, "unread_80x24", d.app.View())
	d.shows("Not understood 2", "Last sessions 1", "Sort the returns shelf", "Type cd /data/kiosk && claude --resume turn-3")
	d.press("j", "j")
	d.shows("R reply")
	d.hides("begins")
	s.snapshot = workshop().snapshot
	d.press("ctrl+r")
	d.hides("Nothing here says where to continue.")
}

func TestThePageGoesAwayByItself(t *testing.T) {
	t.Parallel()
	s := nothingLeft()
	s.changed = []model.Watching{{}}
	d := followingDriver(t, s, 80, 24)
	d.shows("No agent work found here yet.", "live")
	s.snapshot = workshop().snapshot
	d.send(changedMsg{})
	d.shows("RESUMING ACTIVE PLAN")
	d.hides("No agent work found here yet.")
}
