package tui

import (
	"testing"

	"coldstart/tui/draw"
)

func TestReadable(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"":                               "",
		"a\x00b":                         "a\x00b",
		"\xff\xfe":                       "",
		"\xfe\xff\x00P\x00a\x00\n":       "Pa\n",
		"\xff\xfeP\x00\x3d\xd8\x00\xdex": "P😀",
		"\xff\xfe\x00\xd8":               "\uFFFD",
		"\xff":                           "\xff",
		"\xEF\xBB\xBFa":                  "\xEF\xBB\xBFa",
	} {
		if got := draw.Readable([]byte(in)); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}

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
	d.shows("The whole file", "The file is UTF-16, and these are its bytes", "t⟦NUL⟧h⟦NUL⟧e")
}
