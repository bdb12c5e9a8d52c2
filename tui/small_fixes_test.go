package tui

import (
	"strings"
	"testing"

	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/confirm"
)

// The values of facts stand in one column, two blanks behind the longest label.
func TestLabelsKeepTheirDistance(t *testing.T) {
	t.Parallel()
	for _, s := range []*fakeStore{workshop(), needy(), community(), laboratory()} {
		b := newDriver(t, s, 80, 24).app.board
		for _, rows := range b.Rows {
			for _, r := range rows {
				for _, f := range b.Facts(r.Ref) {
					if w := styles.Plain(" " + f.Label).Width(); f.Text != "" && w > board.LabelWidth-2 {
						t.Errorf("%q takes %d of %d cells", f.Label, w, board.LabelWidth)
					}
				}
			}
		}
	}
	for _, f := range confirm.NewForm().Fields {
		if len(f.Label)+2 > board.LabelWidth {
			t.Errorf("%q is too long", f.Label)
		}
	}
}

func TestATraceSaysWhenItsStepBegan(t *testing.T) {
	t.Parallel()
	d := newDriver(t, interrupted(), 80, 24)
	d.press("5", "enter")
	d.shows("step 2 of 2 was interrupted Fri 20:00")
}

func TestTheCursorComesBackWhenTheSnoozedAreHidden(t *testing.T) {
	t.Parallel()
	d := newDriver(t, workshop(), 80, 24)
	d.press("s", "1", "down", "down")
	was := d.cursor()
	d.press("z")
	if d.cursor() == was {
		t.Fatal("the cursor is not on what is snoozed")
	}
	d.press("z")
	if got := d.cursor(); got != was {
		t.Errorf("the cursor is on %s, want %s", got, was)
	}
	d.press("z", "g", "z")
	if d.app.list().At != 0 {
		t.Error("the cursor was taken from where it was put")
	}
}

func TestTheListOfVaultsHasNoFilter(t *testing.T) {
	t.Parallel()
	s, press := severalDriver(t, workshop(), workshop(), 80, 24)
	press("0", "/")
	if !strings.Contains(s.View(), "The list of vaults has no filter") {
		t.Errorf("nothing is said:\n%s", s.View())
	}
	press("down")
	if strings.Contains(s.View(), "There is no filter") {
		t.Error("the message stays")
	}
}

func TestTabsCountInOneForm(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{80, 24}, {120, 40}, {160, 40}} {
		d := newDriver(t, workshop(), size[0], size[1])
		tabs := strings.Split(d.app.View(), "\n")[1]
		if strings.Contains(tabs, "(") || !strings.Contains(tabs, "[¹Home 8]") {
			t.Errorf("the tabs are %q", tabs)
		}
	}
}
