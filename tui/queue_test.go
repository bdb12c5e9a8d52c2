package tui

import (
	"fmt"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/tui/list"
)

// letters are requests that ask the same of somebody else each.
func letters(n int) *fakeStore {
	s := workshop()
	for i := range n {
		name := fmt.Sprintf("Pending_Approval/EMAIL_%03d.md", i)
		r := request(name, fmt.Sprintf("Answer of the office of the harbour master to the letter of berth %d", i), "")
		r.Action, r.Target = "email", fmt.Sprintf("berth-%d@harbour.example", i%140)
		r.Created = model.ParseStamp(clock().AddDate(0, 0, -i%60).Format("2006-01-02"), nil)
		s.snapshot.Requests = append(s.snapshot.Requests, r)
		s.files[name] = "letter\n"
	}
	return s
}

// A queue of any length fits a few screens, counts all that is in it, and opens row by row.
func TestALongQueueOfManyRecipientsCanBeWorkedThrough(t *testing.T) {
	t.Parallel()
	for _, n := range []int{153, 381, 397} {
		d := newDriver(t, letters(n), 80, 24)
		d.shows(fmt.Sprintf("Needs you %d ", len(d.app.board.Queue)))
		if rows := len(d.app.list().Rows); rows > 45 {
			t.Errorf("%d letters are %d rows", n, rows)
		}
		seen := map[model.Ref]bool{}
		for at := 0; at < len(d.app.list().Rows); at++ {
			l := d.app.list()
			if l.At = at; l.Rows[at].More > 0 {
				d.press("o")
			}
			seen[d.app.list().Rows[at].Ref] = true
		}
		if len(seen) != len(d.app.board.Queue) {
			t.Errorf("%d of %d rows can be reached", len(seen), len(d.app.board.Queue))
		}
	}
}

func TestAFoldedGroupSaysHowItIsOpened(t *testing.T) {
	t.Parallel()
	d := newDriver(t, letters(200), 80, 24)
	d.press("2")
	l := d.app.list()
	for l.At = 0; l.Rows[l.At].More == 0; {
		l.At++
	}
	d.shows("o open the group", fmt.Sprintf("and %d more", l.Rows[l.At].More))
	if r := l.Rows[l.At]; !strings.HasSuffix(r.Who, "recipients") || r.Why == "" {
		t.Errorf("a group of several recipients says %q, %q", r.Who, r.Why)
	}
}

func TestADangerIsNeverFolded(t *testing.T) {
	t.Parallel()
	s := letters(100)
	for i := range s.snapshot.Requests {
		if r := &s.snapshot.Requests[i]; strings.HasPrefix(r.Name, "EMAIL_00") {
			r.Hidden = 3
		}
	}
	d := newDriver(t, s, 80, 24)
	for _, page := range []string{"1", "2"} {
		d.press(page)
		shown := 0
		for _, r := range d.app.list().Rows {
			if strings.Contains(r.Ref.Path, "EMAIL_00") {
				shown += 1 + r.More
				if r.More > 0 {
					t.Errorf("page %s: %v hides %d", page, r.Ref, r.More)
				}
			}
		}
		if shown != 10 {
			t.Errorf("page %s shows %d of 10", page, shown)
		}
	}
}

// No two rows on a screen look the same.
func TestNamesAreNotCutAheadOfWhereTheyDiffer(t *testing.T) {
	t.Parallel()
	for _, w := range []int{60, 80, 100, 120} {
		d := newDriver(t, letters(14), w, 30)
		d.press("2")
		from, to := d.app.list().Span(d.app.listHeight())
		rows := d.app.list().Shown(from, to)
		c := d.app.columnsOf(rows, d.app.listWidth())
		shown := map[string]bool{}
		for i, at := range d.app.seenAt(rows, c) {
			name, apart := d.app.titled(rows[i], c, c.nameWidth(rows[i]), at)
			both := name.String() + " " + apart.String()
			if shown[both] {
				t.Errorf("%d columns: two rows are %q", w, both)
			}
			shown[both] = true
			d.shows(strings.TrimSpace(name.String()))
		}
	}
}

func TestARowSaysWhomItIsForWhereItSaidDecide(t *testing.T) {
	t.Parallel()
	d := newDriver(t, letters(5), 80, 24)
	d.press("G")
	d.shows("berth-0@harbour.e…", "berth-4@harbour.e…")
	d.hides("decide")
}

func TestWhatIsWithAgentsIsCountedOnALineOfItsOwn(t *testing.T) {
	t.Parallel()
	s := letters(3)
	last := &s.snapshot.Requests[len(s.snapshot.Requests)-1]
	last.Status = "needs_refinement"
	for _, size := range [][2]int{{80, 24}, {120, 36}} {
		d := newDriver(t, s, size[0], size[1])
		with := rule.WithAgent(d.app.board.Snapshot)
		d.shows(fmt.Sprintf("Waiting for agents %d ", len(with)), "sent back")
		for _, a := range d.app.board.Queue {
			if a.Ref == last.Ref() {
				t.Errorf("%v is in the queue", a.Ref)
			}
		}
		d.pick("2", last.Path)
		if r, _ := d.app.list().Current(); r.Section.Name != "Waiting for the agent" || r.Why != "sent back" {
			t.Errorf("it stands below %v, %q", r.Section, r.Why)
		}
	}
	d := newDriver(t, workshop(), 80, 24)
	if len(rule.WithAgent(d.app.board.Snapshot)) == 0 {
		d.hides("With agents")
	}
}

func TestAGuessedTitleIsMarkedInLists(t *testing.T) {
	t.Parallel()
	s := letters(1)
	guessed := &s.snapshot.Requests[len(s.snapshot.Requests)-1]
	guessed.Summary, guessed.Reading.Summary = "Hello,", model.BasisGuessed
	p := &s.snapshot.Plans[0]
	p.Objective, p.Reading.Title = "FILE flyer", model.BasisGuessed
	d := newDriver(t, s, 120, 40)
	d.shows("~Hello,")
	d.press("2")
	d.shows("~Hello,")
	d.press("3")
	d.shows("~FILE flyer")
}

// The groups that are folded are those of the report, and keep their names from load to load.
func TestGroupsKeepTheirKeys(t *testing.T) {
	t.Parallel()
	keys := func(rows []*list.Row) (all []string) {
		for _, r := range rows {
			all = append(all, r.Group.Key)
		}
		return all
	}
	a, b := newDriver(t, letters(60), 80, 24), newDriver(t, letters(60), 80, 24)
	if one, two := keys(a.app.board.Rows[0]), keys(b.app.board.Rows[0]); strings.Join(one, "|") != strings.Join(two, "|") {
		t.Errorf("%q, then %q", one, two)
	}
}

func TestWhatIsUrgentDoesNotStandBelowCanWait(t *testing.T) {
	t.Parallel()
	s := letters(4)
	last := &s.snapshot.Requests[len(s.snapshot.Requests)-1]
	last.Summary = "URGENT: Invoice due tomorrow"
	d := newDriver(t, s, 120, 40)
	d.shows("Urgent 1", "URGENT: Invoice due tomorrow")
}
