package answer

import (
	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/styles"
)

// Reply is the answer of coldstart wait: what became of a request.
type Reply struct {
	Head
	// ID is that of the request as long as it waited; it stays its name.
	ID    string `json:"id"`
	Title string `json:"title"`
	// State is pending, approved, rejected, changes-wanted, withdrawn, used (an action that
	// was let through as often as it was allowed), expired (one whose approval ran out),
	// contradicting (approved and rejected, as after a merge: it is not approved), altered (the approved
	// file has other bytes now, which are not approved), not-by-operator (somebody put it among the approved files, and
	// no decision of the operator did: it is not approved), another-step (its plan has another
	// step at the number that was approved: that one is not approved) or, with --signers, unsigned (approved without a
	// valid signature: it is not approved).
	State string `json:"state"`
	// Note is what the operator said, or of contradicting decisions who made them, or what is wrong with the signature; By the account that decided, empty where the file was
	// moved without coldstart, and DecidedAt when it was.
	Note      string `json:"note"`
	By        string `json:"by"`
	DecidedAt Time   `json:"decided_at"`
	// Path is where the file lies now, empty where it is gone.
	Path string `json:"path"`
	// Until is when the approval of an action runs out, null for any other request, and Left
	// how often it still holds, 0 for one that holds for any number of times.
	Until Time `json:"until"`
	Left  int  `json:"left"`
	// Pattern is what else the approval of an action lets through, empty for nothing.
	Pattern string `json:"pattern"`
	// Session is the agent's own id of the session in which alone the approval holds, empty for any.
	Session string `json:"session"`
	// UsedAt is when the action was let through last, once its approval is used up, null for all else.
	UsedAt Time `json:"used_at"`
}

// ReplyJSON answers coldstart wait.
func ReplyJSON(h Head, r model.Reply) Reply {
	return Reply{h, r.Ref.String(), r.Title, r.State.String(), r.Note, r.By, Time(r.At), r.To, Time(r.Until), r.Left, r.Pattern, r.Session, Time(r.Used)}
}

// Reply tells what became of a request. The first word of the first line is the state.
func (p *Output) Reply(r model.Reply) {
	p.Line(Words(replyRole(r.State), r.State.String()), Words(styles.RolePlain, "  "), p.Label(styles.RoleTitle, r.Title))
	if r.State != model.ReplyPending {
		p.replyLine("", phrase.Replied(r))
	}
	p.replyLine("note: ", r.Note)
	if !r.Until.IsZero() && r.State == model.ReplyApproved {
		left, only := "", ""
		if r.Session != "" {
			only = ", only in session " + r.Session
		}
		if r.Left > 0 {
			left = ", " + model.Counted(r.Left, "use") + " left"
		}
		if r.Pattern != "" {
			left += ", for " + r.Pattern
		}
		p.replyLine("", "holds until "+model.FormatUTC(r.Until)+left+only)
	}
}

func (p *Output) replyLine(before, text string) {
	if text != "" {
		p.Line(Words(styles.RolePlain, "  "+before), p.Label(styles.RolePlain, text))
	}
}

func replyRole(s model.ReplyState) styles.Role {
	switch s {
	case model.ReplyApproved, model.ReplyUsed:
		return styles.RoleGood
	case model.ReplyRejected, model.ReplyChanges, model.ReplyExpired, model.ReplyContradicting, model.ReplyAltered, model.ReplyByOthers, model.ReplyAnotherStep, model.ReplyUnsigned:
		return styles.RoleWarn
	}
	return styles.RolePlain
}
