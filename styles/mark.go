package styles

// Mark is a state or kind of thing on the screen. Each is said three ways, so
// that none depends on colour: by a symbol, a word and a role.
type Mark int

// The marks.
const (
	MarkNone    Mark = iota
	MarkActive       // being worked on
	MarkBlocked      // waits for someone
	MarkDraft        // not begun
	MarkDone         // finished
	MarkUnknown      // a state we do not know
	MarkRequest      // an approval request
	MarkProblem      // something is broken
	MarkWarn         // something deserves a look
	MarkHuman        // a step that only a human may take
	MarkOrphan       // a session that never ended
	MarkTrace        // an interrupted workflow
	MarkUnread       // new since the last look
	MarkPartial      // some of it worked
	MarkNote         // something that was written down
	MarkMemory       // something that an agent has learned

	markCount
)

// sign is how a mark is drawn and said.
type sign struct {
	symbol, ascii, word string
	role                Role
}

// signs has one sign for each mark. No two symbols are equal, and none is a
// character that terminals like to replace by an emoji, except the hand, which
// is one everywhere.
var signs = [markCount]sign{
	MarkNone:    {},
	MarkActive:  {"●", "*", "active", RoleAccent},
	MarkBlocked: {"■", "#", "blocked", RoleWarn},
	MarkDraft:   {"○", "o", "draft", RoleMuted},
	MarkDone:    {"✓", "+", "done", RoleGood},
	MarkUnknown: {"?", "?", "unknown", RoleMuted},
	MarkRequest: {"◆", "@", "request", RoleWarn},
	MarkProblem: {"✗", "X", "problem", RoleBad},
	MarkWarn:    {"▲", "!", "warning", RoleWarn},
	MarkHuman:   {"✋", "[hand]", "human", RoleWarn},
	MarkOrphan:  {"◌", "%", "orphan", RoleWarn},
	MarkTrace:   {"↻", "&", "trace", RoleAccent},
	MarkUnread:  {"•", ".", "unread", RoleAccent},
	MarkPartial: {"◐", "~", "partial", RoleWarn},
	MarkNote:    {"§", "$", "note", RoleMuted},
	MarkMemory:  {"✦", "=", "memory", RoleAccent},
}

// Mark returns the symbol and the word of a mark in its role, such as
// "■ blocked". MarkNone, and anything that is no mark, is empty.
func (t *Theme) Mark(m Mark) Span {
	symbol, word := t.MarkSymbol(m), t.MarkWord(m)
	if word.Width() == 0 {
		return Span{}
	}
	return Span{Text: ornament(symbol.s+" "+word.s, t.ascii), Role: t.MarkRole(m)}
}

// MarkSymbol returns the symbol of a mark: one cell, except for the hand.
func (t *Theme) MarkSymbol(m Mark) Text {
	s := m.sign()
	if t.ascii {
		return ornament(s.ascii, true)
	}
	return ornament(s.symbol, false)
}

// MarkWord returns the word of a mark, in lower case.
func (t *Theme) MarkWord(m Mark) Text { return ornament(m.sign().word, t.ascii) }

// MarkRole returns the role in which a mark is drawn.
func (t *Theme) MarkRole(m Mark) Role { return m.sign().role }

func (m Mark) sign() sign {
	if m < 0 || m >= markCount {
		return sign{}
	}
	return signs[m]
}
