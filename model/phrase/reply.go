package phrase

import "coldstart/model"

// Replied says what became of a request: "approved by sam at 2026-03-14T07:02:00Z, now
// Approved/x.md".
func Replied(r model.Reply) string {
	words, but := r.State.String(), ""
	switch r.State {
	case model.ReplyPending:
		words = "still pending"
	case model.ReplyChanges:
		words = "changes requested"
	case model.ReplyUsed:
		words = "approved"
	case model.ReplyContradicting:
		words = "decided both ways, so it is not approved"
	case model.ReplyAltered:
		words, but = "approved", "; the file was altered since, so its current text is not approved"
	case model.ReplyByOthers:
		words = "approved, but not by your operator, so it is not approved"
	case model.ReplyAnotherStep:
		words, but = "approved", "; its plan has another step at that number now, which is not approved"
	case model.ReplyUnsigned:
		words = "approved without a valid signature, so it is not approved"
	case model.ReplyExpired:
		words = "approved, but the approval has expired"
	}
	switch {
	case r.By != "":
		words += " by " + r.By
	case r.At.IsZero() && (r.State == model.ReplyApproved || r.State == model.ReplyRejected):
		words += " by its folder; your ledger does not have it"
	}
	if !r.At.IsZero() {
		words += " at " + model.FormatUTC(r.At)
	}
	words += but
	if r.State == model.ReplyUsed {
		words += ", and used up"
		if !r.Used.IsZero() {
			words += " at " + model.FormatUTC(r.Used)
		}
	}
	if r.To != "" && r.To != r.Ref.Path {
		words += ", now " + r.To
	}
	return words
}
