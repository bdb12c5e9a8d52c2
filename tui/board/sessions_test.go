package board

import (
	"testing"
	"time"

	"coldstart/model"
	"coldstart/styles"
)

// What is done first with a session follows from how it stands: an answer comes before all else, and nothing resumes
// one that runs.
func TestTheFirstVerbOfASession(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 14, 7, 2, 0, 0, time.UTC)
	of := func(id string, e model.Ending, ago time.Duration) model.Transcript {
		at := model.Stamp{Raw: "x", Time: now.Add(-ago)}
		return model.Transcript{Path: "~/.claude/projects/till/" + id + ".jsonl", ID: id, Tool: "Claude Code", Dir: "/data/till", Began: at, Last: at, Changed: at.Time, Ending: e, Sure: model.BasisDeclared}
	}
	asks := of("asks", model.EndingWaits, time.Hour)
	asks.Questions = []model.Question{{Text: "Which paper width, for the receipts that riders take?", Options: []model.Option{{Label: "58 mm"}, {Label: "80 mm"}}}}
	s := model.Snapshot{At: now, Transcripts: []model.Transcript{
		asks, of("cut", model.EndingInTool, 2*time.Hour), of("turn", model.EndingYourTurn, 3*time.Hour), of("runs", model.EndingRuns, time.Second), of("done", model.EndingDone, 4*time.Hour),
	}}
	b := New(s)
	for id, want := range map[string]Verb{"asks": VerbAnswer, "cut": VerbResume, "turn": VerbReply, "done": VerbOpen} {
		if got := b.VerbOf(of(id, 0, 0).Ref()); got != want {
			t.Errorf("%s has the verb %d, want %d", id, got, want)
		}
	}
	line := b.LastSaid(styles.New(styles.Options{NoColor: true}), asks.Ref(), 60)
	if got := line.String(); line.Width() > 58 || got != "    Which paper width, for the receipts…  1 58 mm  2 80 mm" {
		t.Errorf("the row is %q", got)
	}
}
