package cli

import (
	"strings"
	"testing"

	"coldstart/model"
)

// TestEachPlaceSaysWhatIsNotPlainlyApproved looks at a request that was approved and rejected, and at one whose
// file was changed after its approval, as a merge leaves them.
func TestEachPlaceSaysWhatIsNotPlainlyApproved(t *testing.T) {
	dir := t.TempDir()
	env := machine(t, dir)
	const text = "---\ntype: approval_request\naction: payment\nrecipient: harbour@ferry.example\namount: 120 EUR\n---\n\nPay the dues.\n"
	write(t, dir, "Plans/.keep", "")
	for _, name := range []string{"pay.md", "fee.md"} {
		write(t, dir, "Pending_Approval/"+name, strings.ReplaceAll(text, "dues", name))
		done := run(env, "approve", name, "--target", "harbour@ferry.example", "--expect-hash", model.FingerprintOf([]byte(strings.ReplaceAll(text, "dues", name))).String())
		if done.code != 0 {
			t.Fatal(done.err)
		}
	}
	write(t, dir, "Rejected/pay.md", strings.ReplaceAll(text, "dues", "pay.md"))
	write(t, dir, "Approved/fee.md", strings.ReplaceAll(text, "120", "990"))
	for _, tt := range []struct {
		args string
		code int
		want []string
	}{
		{"show Approved/pay.md", 0, []string{"Decided:    both ways, so it is not approved", "rm Rejected/pay.md"}},
		{"show Rejected/pay.md", 0, []string{"Decided:    both ways, so it is not approved", "rejected by someone unknown"}},
		{"show Approved/fee.md", 0, []string{"Decided:    approved, and altered after the decision"}},
		{"show Approved/pay.md --json", 0, []string{`"standing": "contradicting"`}},
		{"show Approved/fee.md --json", 0, []string{`"standing": "altered"`}},
		{"approvals", 0, []string{"both ways, so it is not approved", "approved, and altered after the decision"}},
		{"verify", exitProblems, []string{"contradicting", "altered", "decided both ways, so not approved: 1"}},
		{"wait pay.md", 0, []string{"contradicting  "}},
		{"wait fee.md", 0, []string{"altered  "}},
		{"start --agent tern", 0, []string{"pay.md, decided both ways, so it is not approved", "fee.md, altered after the decision"}},
	} {
		got := run(env, strings.Fields(tt.args)...)
		if got.code != tt.code {
			t.Errorf("%s: exit %d: %s", tt.args, got.code, got.err)
		}
		for _, want := range tt.want {
			if !strings.Contains(got.out, want) {
				t.Errorf("%s says no %q:\n%s", tt.args, want, got.out)
			}
		}
	}
}
