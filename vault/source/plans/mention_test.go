package plans

import (
	"slices"
	"testing"
)

func TestMentions(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"See /Pending_Approval/pay.md.": {"pay.md"}, "`pending-approval/mail/a.md`, then Approved/b.txt": {"a.md", "b.txt"},
		`C:\vault\Pending_Approval\c.md`: {"c.md"}, "[it](../Pending_Approval/d.md)": {"d.md"}, "Pending_Approval/ e.md": nil,
		"Pending_Approval/Plans/f.md": nil, "Move it to /Approved folder.": nil, "g.md": nil, "pending/h.md pending/h.md": {"h.md"},
	} {
		if got := Mentions([]byte(text), nil); !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
