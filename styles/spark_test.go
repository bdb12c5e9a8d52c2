package styles

import "testing"

func TestSparklines(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		counts         []int
		most           int
		unicode, ascii string
	}{
		{nil, 0, "", ""},
		{[]int{0, 0}, 0, "··", "00"},
		{[]int{1, 0, 1}, 1, "█·█", "101"},
		{[]int{0, 1, 2, 3, 4, 5, 6, 7}, 7, "·▂▃▄▅▆▇█", "01234567"},
		{[]int{1, 1000, 500, 12, -3}, 1000, "▁█▄▁·", "19990"},
		{[]int{1, 9}, 0, "██", "19"},
	} {
		if got := New(Options{}).Sparkline(tt.counts, tt.most); got.String() != tt.unicode || got.Width() != len(tt.counts) {
			t.Errorf("%v is %q of %d cells, want %q", tt.counts, got, got.Width(), tt.unicode)
		}
		if got := New(Options{ASCII: true}).Sparkline(tt.counts, tt.most); got.String() != tt.ascii {
			t.Errorf("%v is %q in ASCII, want %q", tt.counts, got, tt.ascii)
		}
	}
}
