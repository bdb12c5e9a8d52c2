package styles

import "testing"

func TestLineFitCutsAcrossSpans(t *testing.T) {
	t.Parallel()
	line := Line{{Text: Plain("● "), Role: RoleAccent}, {Text: Plain("Send"), Role: RoleTitle}, {}, {Text: Plain(" now"), Role: RoleMuted}}
	for w, want := range map[int]string{
		-1: "", 0: "", 1: "…", 2: "●…", 3: "● …", 5: "● Se…", 6: "● Sen…", 7: "● Send…", 9: "● Send n…", 10: "● Send now", 99: "● Send now",
	} {
		got := line.Fit(w)
		if got.String() != want {
			t.Errorf("in %d cells it is %q, want %q", w, got, want)
		}
		if got.Width() > max(w, 0) {
			t.Errorf("in %d cells it is %d wide", w, got.Width())
		}
	}
	if got := line.Fit(5)[1].Role; got != RoleTitle {
		t.Errorf("the cut has role %v", got)
	}
}

func TestLineFitEndsInTheNotationOfWhatIsCut(t *testing.T) {
	t.Parallel()
	ascii := New(Options{ASCII: true})
	if got := (Line{{Text: ascii.Show("approve")}}).Fit(4).String(); got != "app~" {
		t.Errorf("got %q", got)
	}
}

func TestLinePadIsExactAndLeavesTheLineAlone(t *testing.T) {
	t.Parallel()
	backing := Line{{Text: Plain("漢字")}, {Text: Plain("kept")}}
	line := backing[:1]
	for w := range 9 {
		if got := line.Pad(w).Width(); got != w {
			t.Errorf("Pad(%d) is %d wide", w, got)
		}
	}
	if backing.String() != "漢字kept" {
		t.Errorf("the line became %q", backing)
	}
}

func TestJoinCopies(t *testing.T) {
	t.Parallel()
	left, right := Line{{Text: Plain("a")}}, Line{{Text: Plain("b")}}
	joined := Join(left, nil, right)
	if joined.String() != "ab" || joined.Width() != 2 {
		t.Errorf("joined is %q", joined)
	}
	joined[0].Text = Plain("x")
	if left.String() != "a" {
		t.Error("joining shares spans")
	}
}
