package tui

import (
	"context"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/testdata/must"
)

// looked is a workshop that was left at ten the evening before. Since then a request
// came, one was changed, and a plan and a request went.
func looked(t testing.TB) *fakeStore {
	t.Helper()
	s := workshop()
	s.snapshot.Said = map[string]model.Said{claimFile: {At: clock().Add(-15 * time.Hour), Choice: model.ChoiceChanges, Note: "name the batch"}}
	before := *s
	before.files = map[string]string{}
	for name, text := range s.files {
		before.files[name] = text
	}
	before.files[claimFile] = strings.Replace(claimText, "of batch NR-7731 ", "", 1)
	before.files["Pending_Approval/tools.md"] = "---\naction: loan\n---\n\nBorrow the truing stand.\n"
	before.snapshot.Requests = append([]model.Request{}, s.snapshot.Requests...)
	before.snapshot.Requests = append(before.snapshot.Requests[:3], before.snapshot.Requests[4:]...)
	before.snapshot.Requests = append(before.snapshot.Requests, request("Pending_Approval/tools.md", "Borrow the truing stand", ""))
	before.snapshot.Plans = append(append([]model.Plan{}, s.snapshot.Plans...), plan("Plans/PLAN-2026-001.md", "Active", "Paint the sign", nil))
	left := must.Get(before.Load(context.Background(), clock().Add(-9*time.Hour)))(t)
	s.last = left.Look()
	s.texts = map[model.Fingerprint]string{}
	for _, name := range []string{claimFile, "Pending_Approval/tools.md"} {
		s.texts[model.FingerprintOf([]byte(before.files[name]))] = before.files[name]
	}
	return s
}

// lookingDriver is a driver of a screen that knows the last look.
func lookingDriver(t testing.TB, s *fakeStore, w, h int) *driver {
	t.Helper()
	return drive(t, s, Options{Theme: styles.New(styles.Options{NoColor: true}), Now: clock, Looks: true}, w, h)
}

func TestGoldenNews(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		keys []string
		size [2]int
	}{
		{"news_approvals", []string{"2"}, [2]int{80, 24}},
		{"news_changed", []string{"2", "g", "enter"}, [2]int{80, 45}},
	} {
		name := tt.name + "_" + sizeName(tt.size)
		t.Run(name, func(t *testing.T) {
			d := lookingDriver(t, looked(t), tt.size[0], tt.size[1])
			d.press(tt.keys...)
			golden(t, name, d.app.View())
		})
	}
}
