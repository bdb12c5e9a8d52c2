package cli

import (
	"fmt"

	"coldstart/model"
)

// examineReports tells whether the session that started last got its report: each
// one that is written out leaves a receipt.
func examineReports(s model.Snapshot, receipts []model.HandOver) finding {
	if len(receipts) == 0 {
		return finding{OK: true, What: "no agent got a report from coldstart here yet", Hint: "coldstart hook install makes Claude Code ask for it"}
	}
	last := receipts[len(receipts)-1]
	got := "session " + last.Session
	if last.Session == "" {
		got = "a session that was not recorded"
	}
	got = fmt.Sprintf("%s at %s", got, model.FormatUTC(last.At))
	current, ok := s.Events.CurrentSession()
	for _, h := range receipts {
		if h.Session == string(current.Key) {
			ok = false
		}
	}
	if ok {
		return finding{
			What: fmt.Sprintf("session %s started without a report: the last one went to %s", current.Label, got),
			Hint: "see coldstart hook status; what you decided since then is in the next report",
		}
	}
	left := ""
	if last.Left > 0 {
		left = "; " + leftOut(last.Left) + " of it"
	}
	return finding{OK: true, What: fmt.Sprintf("the last report went to %s (%s, %d characters%s)", got, last.Format, last.Size, left)}
}
