package plans

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"coldstart/vault/source"
)

// drawOwnPlan makes a plan as the agents write theirs, with what they may have got
// wrong in its values.
func drawOwnPlan(t *rapid.T) string {
	pick := func(name string, of ...string) string { return rapid.SampledFrom(of).Draw(t, name) }
	text := rapid.StringMatching(`[A-Za-z0-9ßé ,✋*|#:-]{0,30}`)
	var b strings.Builder
	fmt.Fprintf(&b, "---\ntask_id: %s\n", pick("id", "2026-001", "'PLAN-2026-001'", `"x y"`, "a_b"))
	if status := pick("status", "", "Draft", "active", "Blocked", "'Done'"); status != "" {
		fmt.Fprintf(&b, "status: %s\n", status)
	}
	for _, key := range []string{"blocked_reason", "priority", "created_date", "source_link", "requires_approval", "completed_steps"} {
		if rapid.Bool().Draw(t, key) {
			fmt.Fprintf(&b, "%s: %s\n", key, pick("value", "null", "high", "'2026-03-01T08:00:00Z'", "2026-03-01", "true", "3", "Inbox/mail.md"))
		}
	}
	b.WriteString("---\n")
	for range rapid.IntRange(0, 5).Draw(t, "sections") {
		fmt.Fprintf(&b, "\n## %s\n\n", pick("heading", "Objective", "Context", "Roadmap", "Reasoning Logs", "Success Criteria", "Notes", "Phase 1: x", "Step 2"))
		for range rapid.IntRange(0, 4).Draw(t, "lines") {
			b.WriteString(pick("mark", "", "- [ ] ", "- [x] ", "- [ ] ✋ ", "* [ ] ", "1. ", "- [2026-03-01T08:00:00Z] Agent: ", "- ", "```") +
				text.Draw(t, "text") + pick("end", "\n", "\r\n"))
		}
	}
	return b.String()
}

func TestOwnPlansAreReadByTheirOwnRules(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := drawOwnPlan(t)
		name := rapid.SampledFrom([]string{"Plans/PLAN-2026-001.md", "Plans/mail/claim.md", "Plans/plan_x.markdown"}).Draw(t, "name")
		sameAsOwn(t, name, text)
	})
}

func TestWhatIsCalledAsOwnPlansIsReadAsOne(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"", "\n", "no front matter\n\n1. a\n2. b\n", "**Status:** Pending\n\n### Step 1: go\n", "---\nstatus: pending\n---\n- [ ] a\n",
		"---\nstatus: a\nstatus: b\n---\n", "---\nnever closed\n", "\xff\xfe-\x00", "---\ntask_id: 1\n---\n\xff", "| Status | Draft |\n", "{'a': 1}",
	} {
		sameAsOwn(t, "Plans/PLAN-2026-001.md", text)
	}
}

// sameAsOwn expects of a file among the plans just what the reader of the agents' own
// schema says of it.
func sameAsOwn(t interface {
	Helper()
	Errorf(string, ...any)
}, name, text string) {
	t.Helper()
	var want source.Finding
	got := planOf(source.File{Name: name, B: []byte(text), Zone: time.UTC})
	p, problems := ReadOwnPlan(name, []byte(text), time.UTC)
	if want.Problems = problems; p != nil {
		want.Plans = append(want.Plans, p)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s: %q\n got %+v\nwant %+v", name, text, got, want)
	}
}
