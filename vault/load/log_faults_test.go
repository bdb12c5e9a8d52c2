package load_test

import "testing"

func TestBrokenLinesOfALogHideNoOther(t *testing.T) {
	t.Parallel()
	v, _ := openContents(t, contents{
		"Approved/offer.md": "# Offer\n", "Logs/day.json": "{\"time\": \n" + `{"time": "2026-03-01T08:00:00Z", "file": "offer.md", "status": "ok"}` + "\n{",
		"Logs/other.jsonl": "{",
	})
	s := mustLoad(t, v)
	if c := s.Decided[0].Carried; c == nil || c.Result != "ok" {
		t.Errorf("got %+v", c)
	}
	if len(s.Problems) != 2 || s.Problems[0].Reason != "2 lines of the log cannot be read: 1, 3" {
		t.Errorf("got %+v", s.Problems)
	}
}
