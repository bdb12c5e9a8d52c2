package bmad

import (
	"fmt"
	"strings"
	"testing"

	"coldstart/vault/source"
)

// A tracker of any size is read up to a bound, and the line where that ends is known.
func TestALongTrackerIsCut(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("development_status:\n  epic-1: in-progress\n")
	for i := range 3 * mostKeys {
		fmt.Fprintf(&b, "  1-%d-plank: done\n", i)
	}
	s, err := readTracker(source.Document{Name: tracker, Text: b.String()})
	if err != nil || len(s.epics) != 1 || len(s.epics[0].stories) != mostKeys-1 || s.cutAt != mostKeys+2 {
		t.Fatalf("%d stories, cut at line %d, %v", len(s.epics[0].stories), s.cutAt, err)
	}
}

// A key that is there twice counts where it is last, and one that no version knows is no story.
func TestTheLastOfTwoKeysCounts(t *testing.T) {
	t.Parallel()
	s, err := readTracker(source.Document{Name: tracker, Text: "development_status:\n  epic-1: backlog\n  1-1-a: backlog\n  1-1-a: done\n  1-1-jira-id: X-1\n"})
	if err != nil || len(s.epics[0].stories) != 1 || s.epics[0].stories[0].stage != stageDone {
		t.Fatalf("%+v, %v", s, err)
	}
}
