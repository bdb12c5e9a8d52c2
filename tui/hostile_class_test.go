package tui

import (
	"slices"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/model/view"
	"coldstart/testdata/hostile/cases"
	"coldstart/testdata/must"
	"coldstart/tui/board"
)

// standing is how far the screen goes with a case that deserves a stop.
type standing string

const (
	stops  standing = "stops"  // approving is refused, or takes a step more than a yes
	warns  standing = "warns"  // a yes is enough, after a warning
	silent standing = "silent" // a yes is enough, and nothing is said
)

// notYet are the cases of the classes block and ack that the screen does not stop at,
// what it does instead, and why.
var notYet = []struct {
	standing standing
	why      string
	names    string
}{
	{warns, "the folder makes a request of it, and half of all requests out there have no front matter", "w20-no-frontmatter"},
}

// stopped are the cases of the class show that the screen stops at all the same.
var stopped = []struct{ why, names string }{
	{"its files ask for one step", "f29-passed-over"},
	{"they hide characters without width in the text as well", "t36b-utf8-bom t51-blanks"},
	{"the recipient is written in escapes, which nobody can check by sight", "t38-yaml-escapes"},
	{"control characters make the front matter unreadable for the agents", "t44-fm-control"},
	{"bytes that are no UTF-8, and NUL bytes: programs refuse such a file, or read something else there", "t13-c1-raw t18-nul t35-bad-utf8"},
	{"an editor keeps a file of this name", "f20e-tilde"},
	{"names that are no text are no requests for us", "f18-bad-utf8"},
	{"what may not show in the target has to be typed", "t50-unassigned"},
	{"the agents cannot read a time that does not exist", "w39-created-future"},
	{"the agents read a recipient that is too long for other programs", "w41-long-values"},
}

func TestWhichHostileRequestsAreStoppedAt(t *testing.T) {
	t.Parallel()
	got := map[standing][]string{}
	for _, c := range cases.Chosen(cases.Options{Special: true}) {
		// What the account may read decides about f12.
		if c.Class != cases.Block && c.Class != cases.Ack && c.Class != cases.Show || c.Name == "f12-mode000" {
			continue
		}
		if s := standingOf(t, c); (s == stops) == (c.Class == cases.Show) {
			got[s] = append(got[s], c.Name)
		}
	}
	var wanted []string
	for _, row := range stopped {
		wanted = append(wanted, strings.Fields(row.names)...)
	}
	slices.Sort(got[stops])
	slices.Sort(wanted)
	if !slices.Equal(got[stops], wanted) {
		t.Errorf("stops at\n%s\nwant\n%s", strings.Join(got[stops], " "), strings.Join(wanted, " "))
	}
	for _, s := range []standing{warns, silent} {
		var want []string
		for _, row := range notYet {
			if row.standing == s {
				want = append(want, strings.Fields(row.names)...)
			}
		}
		slices.Sort(got[s])
		slices.Sort(want)
		if !slices.Equal(got[s], want) {
			t.Errorf("%s at\n%s\nwant\n%s", s, strings.Join(got[s], " "), strings.Join(want, " "))
		}
	}
}

// standingOf is the least that the screen does about the files of a case.
func standingOf(t *testing.T, c cases.Case) standing {
	t.Helper()
	store := hostileVault(t, c)
	s := must.Get(store.Load(t.Context(), clock()))(t)
	b, least := board.New(s), stops
	for _, f := range c.Files {
		ref := model.Ref{Kind: model.KindRequest, Path: f.Path}
		r, pending := s.Request(f.Path)
		d := model.Decision{Ref: ref, Choice: model.ChoiceApprove, At: clock(), Seen: r.Seen}
		if typed, _ := b.MustType(d); !pending || rule.Refuse(b.Snapshot, ref, model.ChoiceApprove).Given() || typed != "" {
			continue
		}
		if _, err := store.Preview(t.Context(), d); err != nil {
			continue
		}
		warned := slices.ContainsFunc(b.Facts(ref), func(f view.Said) bool {
			// The plan's own reason is there for every request of it.
			return f.Text != "" && f.ID != view.Blocked && (f.Tone == view.Bad || f.Tone == view.Warn)
		})
		if least = warns; !warned {
			return silent
		}
	}
	return least
}
