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

func TestARequestThatIsNamedInPassingIsNotAskedForByThePlan(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"See also Approved/a.md and Pending_Approval/b.md as examples.": false,
		"The tone is like that of Approved/a.md.":                       false,
		"We met before Approved/a.md went out.":                         false,
		"## Related files\n\n- `Approved/a.md`\n":                       false,
		"**Example:** `Approved/a.md`":                                  false,
		"- [ ] Copy the table from Approved/a.md":                       false,
		"See /Pending_Approval/a.md.":                                   true,
		"**Approval file:** `/Pending_Approval/a.md`":                   true,
		"- Location: /Pending_Approval/a.md":                            true,
		"blocked_reason: waits for Pending_Approval/a.md":               true,
		"- [ ] ✋ Send the mail (Pending_Approval/a.md)":                 true,
		"The reply was saved as Pending_Approval/a.md":                  true,
		"Awaiting payment approval: Approved/a.md":                      true,
	} {
		if got := Asks([]byte(text), nil); (len(got) > 0) != want {
			t.Errorf("%q: got %q", text, got)
		}
	}
}
