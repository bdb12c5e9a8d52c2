package tui

import "testing"

func TestUTF16IsReadInTheDetailAndShownAsBytesInTheDialog(t *testing.T) {
	t.Parallel()
	s := community()
	wide := "\xff\xfe"
	for _, r := range "# Pay\nthe florist\n" {
		wide += string([]byte{byte(r), 0})
	}
	s.files[claimFile] = wide
	d := newDriver(t, s, 100, 60)
	d.pick("2", claimFile)
	d.press("enter")
	d.shows("UTF-16, decoded", "the florist")
	d.press("v")
	d.shows("t⟦NUL⟧h⟦NUL⟧e")
	d.hides("the florist")
	d.press("x", "n", "o", "enter")
	d.shows("The file is UTF-16, and these are", "t⟦NUL⟧h⟦NUL⟧e")
}
