package list

import (
	"strings"
	"testing"
)

func TestExcerpts(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		text, word, want string
		cut              bool
	}{
		{"refund", "refund", "refund", false},
		{"one\ntwo refund three\nfour", "refund", "two refund three", false},
		{"Please do confirm the whole refund of it", "refund", "confirm the whole refund of it", true},
		{"a" + strings.Repeat("é", 30) + "refund", "refund", strings.Repeat("é", 10) + "refund", true},
		{"refund" + strings.Repeat("é", 200), "refund", "refund" + strings.Repeat("é", 77), false},
	} {
		got := ExcerptAt(tt.text, strings.Index(tt.text, tt.word), ExcerptLead)
		if got.Text != tt.want || got.Cut != tt.cut || !strings.HasPrefix(got.Text[got.At:], tt.word) {
			t.Errorf("of %q: %q, cut %v, want %q, %v", tt.text, got.Text, got.Cut, tt.want, tt.cut)
		}
	}
}
