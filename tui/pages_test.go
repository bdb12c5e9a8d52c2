package tui

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/styles"
	"coldstart/tui/draw"
)

// alike are many requests that ask for the same of the same.
func alike(n int) *fakeStore {
	s := workshop()
	for i := range n {
		name := fmt.Sprintf("Pending_Approval/pay-%03d.md", i)
		r := request(name, "Pay the invoice", "")
		r.Action, r.Target = "payment", "Velmora Tyres"
		s.snapshot.Requests = append(s.snapshot.Requests, r)
		s.files[name] = "pay\n"
	}
	return s
}

func TestALongQueueIsFoldedAndUnfolded(t *testing.T) {
	t.Parallel()
	for _, page := range []string{"1", "2"} {
		d := newDriver(t, alike(200), 80, 24)
		d.press(page)
		folded := len(d.app.list().Rows)
		d.shows("and 199 more")
		d.pick(page, "Pending_Approval/pay-000.md")
		d.press("o")
		if got := len(d.app.list().Rows); got != folded+199 {
			t.Errorf("page %s: %d rows unfold to %d", page, folded, got)
		}
		d.press("down", "down", "o")
		if r, _ := d.app.list().Current(); len(d.app.list().Rows) != folded || r.More != 199 {
			t.Errorf("page %s: closing leaves %d rows, the cursor on %v", page, len(d.app.list().Rows), r.Ref)
		}
		// What a key leads to is never folded away.
		d.press("n")
		d.press("/", "p", "a", "y")
		if got := len(d.app.list().Rows); got < 200 {
			t.Errorf("page %s: a filter finds %d rows", page, got)
		}
	}
}

func TestEqualTitlesSayWhatDiffers(t *testing.T) {
	t.Parallel()
	s := workshop()
	for _, target := range []string{"Velmora Tyres", "Northreach Hubs"} {
		r := request("Pending_Approval/"+target[:5]+".md", "Pay the invoice of March for everything that came with the last delivery", "")
		r.Target, r.Hidden = target, 1
		s.snapshot.Requests = append(s.snapshot.Requests, r)
	}
	d := newDriver(t, s, 80, 24)
	d.press("2")
	d.shows("… Velmora Tyres hidden text", "… Northreach Hubs hidden text")
}

// The columns fill the row, and a name is cut only where no other column could give more.
func TestNothingIsCutBesideEmptySpace(t *testing.T) {
	t.Parallel()
	for w := draw.MinWidth; w <= 200; w++ {
		d := newDriver(t, workshop(), w, 40)
		for _, page := range []string{"1", "2", "3"} {
			d.press(page)
			wide := d.app.listWidth()
			rows := d.app.list().Shown(0, len(d.app.list().Rows))
			c := d.app.columnsOf(rows, wide)
			taken := c.what
			for _, column := range []int{c.who, c.why, c.age} {
				if column > 0 {
					taken += column + between
				}
			}
			if taken != draw.Inside(wide) && c.what > leastWhat {
				t.Fatalf("%d cells, page %s: the columns %+v take %d of %d", w, page, c, taken, draw.Inside(wide))
			}
			for _, r := range rows {
				if d.app.th.Label(r.What).Width() > c.what && (c.why > mostWhy || c.who > mostWho) {
					t.Fatalf("%d cells, page %s: %q is cut to %d cells beside the columns %+v", w, page, r.What, c.what, c)
				}
			}
		}
	}
}

// The row of tabs is the same whichever page is open, and fits from 40 to 200 cells.
func TestTabsKeepTheirWidth(t *testing.T) {
	t.Parallel()
	for _, th := range []*styles.Theme{styles.New(styles.Options{NoColor: true}), styles.New(styles.Options{ASCII: true})} {
		d := drive(t, interrupted(), Options{Theme: th, Now: clock}, 80, 24)
		for w := draw.MinWidth; w <= 200; w++ {
			d.send(tea.WindowSizeMsg{Width: w, Height: 24})
			widths := map[int]bool{}
			for i := range d.app.pages {
				if d.app.tabs.at = i; !d.app.board.Here[i] {
					continue
				}
				row := d.app.viewTabs()
				widths[row.Width()] = true
				if row.Width() > w {
					t.Fatalf("the tabs take %d of %d cells: %s", row.Width(), w, row)
				}
				if w >= wholeTabs && !strings.Contains(row.String(), "Approvals") {
					t.Fatalf("%d cells have no room for whole names: %s", w, row)
				}
			}
			if w >= roomWidth && len(widths) > 2 {
				t.Fatalf("%d cells: the tabs have the widths %v", w, widths)
			}
		}
	}
}

func TestAnEmptyPageSaysWhatItIsForAndHowItFills(t *testing.T) {
	t.Parallel()
	d := newDriver(t, empty(), 80, 24)
	for i, p := range d.app.pages {
		if i == 0 {
			continue
		}
		if p.For == "" || p.Fills == "" {
			t.Errorf("%s does not say what it is for and how it fills", p.Title)
		}
		d.press(p.Key)
		d.shows("○", p.For, p.Fills)
	}
	// Pages without a source have no tab, and keep their number.
	d.hides("Journal ", "Memory ")
	d.shows("Problems")
}

var isoTime = regexp.MustCompile(`\d{4}-\d{2}-\d{2}T\d{2}:\d{2}`)

// No time is written as ISO but in the block of the seed and in sources.
func TestTimesAreSaidAsPeopleSayThem(t *testing.T) {
	t.Parallel()
	for _, store := range []*fakeStore{workshop(), interrupted(), laboratory()} {
		d := newDriver(t, store, 120, 40)
		b := d.app.board
		for _, rows := range b.Rows {
			for _, r := range rows {
				for _, f := range b.Facts(r.Ref) {
					if isoTime.MatchString(f.Text) && f.Label != "File" && f.Label != "Summary" && f.Label != "Blocked" {
						t.Errorf("%v says %s: %s", r.Ref, f.Label, f.Text)
					}
				}
			}
		}
	}
}

func TestAStepWhoseRequestWasRejectedIsTheAgents(t *testing.T) {
	t.Parallel()
	s := workshop()
	i := slices.IndexFunc(s.snapshot.Requests, func(r model.Request) bool { return r.Path == claimFile })
	r := s.snapshot.Requests[i]
	r.Path, r.Reading.Decision, r.Step = "Rejected/claim.md", model.DecisionRejected, 4
	s.snapshot.Requests, s.snapshot.Decided = slices.Delete(s.snapshot.Requests, i, i+1), append(s.snapshot.Decided, r)
	d := newDriver(t, s, 120, 40)
	d.pick("3", claimPlan)
	d.press("enter")
	d.shows("◉ 4 Send the claim email", "you rejected it: the agent reads your reason", "○ Claim for 14 cracked hub shells")
	d.hides("no request for it")
}

func TestThePlanThatWaitsForSomebodySaysSo(t *testing.T) {
	t.Parallel()
	s := workshop()
	d := newDriver(t, s, 120, 40)
	i := 0
	for k, p := range s.snapshot.Plans {
		if p.Status.State == model.StateBlocked && rule.NextPlan(p).Waits != nil {
			i = k
			break
		}
	}
	d.pick("3", s.snapshot.Plans[i].Path)
	d.press("enter")
	d.shows("◉ 4 Send the claim email", "only you: the request waits, a reviews it", "request, step 4 pending")
	d.press("v")
	d.shows("4 waits for you: Send the claim email", "then 5 (File the answer)")
	d.hides("next step 5")
}
