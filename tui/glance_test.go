package tui

import (
	"strings"
	"testing"

	"coldstart/model"
)

// A preview says what a yes is to, and begins with the text of the file, not its title again.
func TestThePreviewOfARequestSaysWhatAYesIsTo(t *testing.T) {
	t.Parallel()
	s := workshop()
	r := &s.snapshot.Requests[0]
	r.Summary, r.Action, r.Target, r.Amount = "Pay invoice 12", "payment", "Bell Tyres", "1284.6 EUR"
	s.files[r.Path] = "---\naction: payment\n---\n# Approval request: pay invoice 12\n\n## Payment\n\nBy the business account.\n"
	d := newDriver(t, s, 120, 36)
	d.pick("2", r.Path)
	d.shows("│ Pay Bell Tyres 1,284.60 EUR", "what payment, invoice 12", "amount 1,284.60 EUR", "By the business account.")
	d.hides("Approval request", r.Path)
	lines := strings.Split(d.app.View(), "\n")
	for i, l := range lines {
		if strings.HasSuffix(strings.TrimSpace(l), "│  ## Payment") && !strings.Contains(lines[i+1], "By the business account.") {
			t.Errorf("an empty row below a heading:\n%s", d.app.View())
		}
	}
	d = newDriver(t, s, 120, 30)
	r.Summary = "Pay invoice 12 to Bell Tyres of Marsh End before noon"
	s.files[r.Path] = "# " + r.Summary + "\n\nBy the business account.\n"
	d.press("ctrl+r")
	d.pick("2", r.Path)
	d.shows("By the business account.")
	d.hides("│ # Pay invoice")
	r.Summary = "Pay invoice 12"
	r.Action, r.Amount = "linkedin_post", ""
	d = newDriver(t, s, 120, 36)
	d.pick("2", r.Path)
	d.shows("what post on LinkedIn", "│ Pay invoice 12")
	s.files[r.Path] = "# Approval request: pay invoice 13\n\nBy the business account.\n"
	d = newDriver(t, s, 120, 36)
	d.pick("2", r.Path)
	d.shows("Approval request: pay invoice 13")
}

// A stuck work item can be edited and named, and the page says what moves it.
func TestAStuckWorkItemSaysWhatHelps(t *testing.T) {
	t.Parallel()
	d := newDriver(t, needy(), 120, 36)
	d.pick("4", stuckWork)
	d.shows("fix", "node_history gets a time in", "if no session continues it")
	ref, _ := d.app.selected()
	if got := d.app.copied(ref); got != "E2-240" {
		t.Errorf("y copies %q", got)
	}
	d.edits(func(map[string]string) error { return nil })
	d.shows("e edit", "y copy its id")
	twin := d.app.board.Snapshot.Work[0]
	twin.Path = "docs/work/active/other/WORK.md"
	d.app.board.Snapshot.Work = append(d.app.board.Snapshot.Work, twin)
	if got := d.app.copied(ref); got != stuckWork {
		t.Errorf("an id that two items have is copied: %q", got)
	}
	d.press("g")
	d.hides("y copy its id", "e edit")
}

// Groups stand apart where all rows still fit, and close up where they do not.
func TestGroupsStandApartWhereAllRowsFit(t *testing.T) {
	t.Parallel()
	const apart, close = "                    \n    Waiting for the agent 1", "h  \n    Waiting for the agent 1"
	s := workshop()
	shown := func(h int) string {
		d := newDriver(t, s, 80, h)
		d.press("2", "G")
		return d.app.View()
	}
	if got := shown(24); !strings.Contains(got, apart) {
		t.Errorf("no empty row:\n%s", got)
	}
	rows := len(s.snapshot.Requests)
	for range 24 - rows - 7 {
		r := s.snapshot.Requests[0]
		r.Path, r.Name = r.Path+"x.md", r.Name+"x.md"
		s.snapshot.Requests = append([]model.Request{r}, s.snapshot.Requests...)
	}
	if got := shown(24); strings.Contains(got, apart) || !strings.Contains(got, close) {
		t.Errorf("an empty row where not all rows fit:\n%s", got)
	}
}

// Beside a long name no reason is cut.
func TestReasonsAreNotCut(t *testing.T) {
	t.Parallel()
	for _, s := range []*fakeStore{workshop(), needy(), interrupted(), laboratory()} {
		d := newDriver(t, s, 80, 24)
		for _, page := range []string{"2", "3", "5", "7"} {
			d.press(page)
			for _, r := range d.app.list().Rows {
				if n := len([]rune(r.Why)); n > mostWhy {
					t.Errorf("page %s, %s: %q takes %d cells", page, r.What, r.Why, n)
				}
			}
		}
	}
}
