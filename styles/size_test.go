package styles

import "testing"

func TestSizesAreShort(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		bytes int64
		want  string
	}{
		{-1, "0 B"}, {0, "0 B"}, {249, "249 B"}, {999, "999 B"}, {1000, "1.0 kB"}, {9_940, "9.9 kB"}, {9_960, "10 kB"}, {12_400, "12 kB"},
		{999_499, "999 kB"}, {999_501, "1.0 MB"}, {1_440_000, "1.4 MB"}, {3_000_000_000, "3.0 GB"}, {1 << 62, "4611686 TB"},
	} {
		if got := Size(tt.bytes); got != tt.want {
			t.Errorf("%d: got %q, want %q", tt.bytes, got, tt.want)
		}
	}
}
