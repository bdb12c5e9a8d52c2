package load_test

import (
	"slices"
	"testing"

	"coldstart/model"
)

// What is in progress is counted by who claimed it, whatever kind of file it is.
func TestWhatIsInProgressIsCountedByWhoClaimedIt(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, files{
		"In_Progress/cloud/MAIL_otter.md":  "# Mail of Otter Books\n",
		"In_Progress/cloud/invoice.pdf":    "%PDF",
		"In_Progress/cloud/.gitkeep":       "",
		"In_Progress/local/PLAN_garden.md": "---\nstatus: pending\n---\n# Plan: order seeds\n\n## Steps\n- [ ] Order\n",
		"In_Progress/local/PLAN_roof.md":   "---\nstatus: completed\n---\n# Plan: mend the roof\n\n## Steps\n- [x] Mend\n",
		"In_Progress/loose.md":             "# Nobody took this by name\n",
		"In_Progress/idle/README.md":       "# The folder of idle\n",
		"Plans/PLAN_shed.md":               "---\nstatus: pending\n---\n# Plan: clear the shed\n\n## Steps\n- [ ] Clear\n",
		"Pending_Approval/.gitkeep":        "",
	})
	want := []model.Claim{{By: "cloud", Count: 2}, {By: "local", Count: 1}, {Count: 1}}
	if got := mustLoad(t, v).InProgress(); !slices.Equal(got, want) {
		t.Errorf("in progress %+v, want %+v", got, want)
	}
}
