package load_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"coldstart/model/rule"
	"coldstart/testdata/must"
)

// A file that is newer than the time that the operator asks about has not waited for a time that is
// to come: it has no age, and comes last.
func TestAWaitThatIsStillToComeHasNoAge(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, files{
		"Needs_Action/copied.md":        "# Copied later\n",
		"Needs_Action/photo.jpg":        "not a picture",
		"Needs_Action/old.md":           "---\nreceived: 2026-01-05\n---\n# Received in January\n",
		"Pending_Approval/timeless.md":  "---\ntype: approval_request\naction: call\n---\n# Call Nora Field\n",
		"Pending_Approval/with-time.md": "---\ntype: approval_request\naction: call\ncreated: 2026-02-01T09:00:00Z\n---\n# Call Otter Books\n",
	})
	later := mustLoad(t, v).At.AddDate(0, 8, 0)
	for _, name := range []string{"copied.md", "photo.jpg"} {
		must.Do(t, os.Chtimes(filepath.Join(v.Dir(), "Needs_Action", name), later, later))
	}
	s := mustLoad(t, v)
	since := map[string]time.Time{}
	for _, a := range rule.Triage(s) {
		since[a.Ref.Path] = a.Since
	}
	if len(since) != 3 || !since["Needs_Action/copied.md"].IsZero() || !since["Needs_Action/photo.jpg"].IsZero() || since["Needs_Action/old.md"].IsZero() {
		t.Errorf("waiting since %v", since)
	}
	if s.Intake[0].Path != "Needs_Action/old.md" {
		t.Errorf("first is %s", s.Intake[0].Path)
	}
	if len(s.Requests) != 2 || s.Requests[1].Name != "timeless.md" {
		t.Errorf("requests %+v", s.Requests)
	}
}
