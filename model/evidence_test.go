package model

import "testing"

func TestEvidenceIsFoundHoweverLinesAreWrapped(t *testing.T) {
	t.Parallel()
	for quote, want := range map[string]bool{"Kind  regards Elm Street": true, "kind regards": false, " ": false, "": false} {
		if got := (Evidence{Quote: quote}).Quotes([]byte("So long.\r\n\r\nKind regards\n  Elm Street\n")); got != want {
			t.Errorf("%q is found: %v, want %v", quote, got, want)
		}
	}
}

func TestOnlyTheFirstFiveLessonsAreTold(t *testing.T) {
	t.Parallel()
	m := Memory{Found: true, Identity: Identity{Principal: "Ada"}}
	for n := range mostLearnings + 2 {
		if got, want := m.Told(Proposal{Type: LearningPattern}), n < mostLearnings; got != want {
			t.Errorf("with %d confirmed patterns, the next one is listed: %v, want %v", n, got, want)
		}
		m.Learned = append(m.Learned, Learning{Type: LearningPattern, Confirmed: true}, Learning{Type: LearningInsight, Confirmed: true}, Learning{Type: LearningPattern})
	}
}
