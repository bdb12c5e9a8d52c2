// Package confirm is the dialog of a decision, and knows when a confirmation counts.
package confirm

import (
	"errors"
	"slices"

	"coldstart/model"
)

// Stage is how far a question is.
type Stage uint8

const (
	// Opening has no text yet.
	Opening Stage = iota
	// Reading shows the text and takes a yes.
	Reading
	// Typing takes the words that have to be typed after the yes.
	Typing
	// Stopped takes no yes: what was read is not what would be decided.
	Stopped
)

// Reason is why a yes does not count now.
type Reason uint8

const (
	// None lets it count.
	None Reason = iota
	// Held is a reason of the screen, such as a vault that could not be read.
	Held
	// Covered says that something lies over the text.
	Covered
	// Gone says that the file does not exist any more.
	Gone
	// Silent says that the machine of the file does not answer.
	Silent
	// Unreadable says that the file cannot be read.
	Unreadable
	// Changed says that the file is not what was shown.
	Changed
	// NotShown says that the text is not there yet.
	NotShown
	// Small says that the window has no room for the text.
	Small
	// Unread says that a line was not on screen.
	Unread
	// Masked says that a part of the text is hidden.
	Masked
	// Quick says that other keys came just before.
	Quick
	// Unsteady says that no second look was taken yet.
	Unsteady
	// Again asks for one more yes.
	Again
	// Type asks for words.
	Type
	// Other says that other words were typed.
	Other
	// Joined says that another key came after the yes.
	Joined
	// Pasted says that the words were not typed.
	Pasted
	// Late says that the yes does not wait any more.
	Late
)

// Guard says when a yes counts. It is a value: what happens makes the next one. It reads no clock,
// which --now holds still: the end of a wait comes with the number of that wait.
type Guard struct {
	question Question
	stage    Stage
	why      Reason
	// laid is true once the text is in lines; held, covered, small and masked are how it is shown now.
	laid, held, covered, small, masked bool
	// seen marks the lines that were on screen.
	seen []bool
	// steady is true after a second look, typed are the words.
	steady bool
	typed  string
	// quiet numbers the quiet times, and rested is true after the last. lone numbers the yeses that
	// have to stay alone, and waits is true while the last does.
	quiet, lone   int
	rested, waits bool
}

// Question is what a yes answers.
type Question struct {
	// Shown is the file as it was shown.
	Shown model.Fingerprint
	// No is true for an answer that needs no reading, Twice for one that takes two yeses.
	No, Twice bool
	// Must is what has to be typed after the yes, usually "".
	Must string
}

// Close waits for a text. No wait that began before ends for it; what was seen is remembered, in case the
// same lines come back.
func (g Guard) Close() Guard {
	return Guard{quiet: g.quiet, lone: g.lone, seen: g.seen, covered: g.covered}
}

// Begin asks a question. Its lines have to be laid out, and its file looked at once more.
func (g Guard) Begin(q Question) Guard {
	g = g.Close()
	g.question, g.stage = q, Reading
	return g.Rest()
}

// Laid has the text in lines, and those of them that were on screen before.
func (g Guard) Laid(seen []bool) Guard {
	g.seen, g.laid = seen, true
	return g
}

// Seen are the lines that were on screen.
func (g Guard) Seen() []bool { return g.seen }

// Show is how the text is on screen from now on.
func (g Guard) Show(small, masked bool) Guard {
	g.small, g.masked = small, masked
	return g
}

// Cover lays something over the text, or takes it off.
func (g Guard) Cover(on bool) Guard {
	g.covered = on
	return g
}

// Hold lets no yes count while the screen has a reason.
func (g Guard) Hold(on bool) Guard {
	g.held = on
	return g
}

// Saw marks lines that were on screen.
func (g Guard) Saw(from, to int) Guard {
	if g.covered || g.small || !g.laid || g.stage != Reading && g.stage != Stopped {
		return g
	}
	g.seen = slices.Clone(g.seen)
	for i := max(0, from); i < min(to, len(g.seen)); i++ {
		g.seen[i] = true
	}
	return g
}

// Looked compares the file with what was shown. One that changed stays stopped until it is shown again.
func (g Guard) Looked(now model.Fingerprint, err error) Guard {
	why := None
	switch {
	case errors.Is(err, model.ErrNotFound):
		why = Gone
	case errors.Is(err, model.ErrNotReached):
		why = Silent
	case err != nil:
		why = Unreadable
	case now != g.question.Shown || g.stage == Stopped:
		why = Changed
	}
	switch {
	case g.stage != Reading && g.stage != Stopped:
		return g
	case why != None:
		return g.Stop(why)
	}
	g.steady = true
	return g
}

// Stop takes no yes any more.
func (g Guard) Stop(why Reason) Guard {
	g.stage, g.why = Stopped, why
	return g
}

// Rest begins a new quiet time.
func (g Guard) Rest() Guard {
	g.quiet++
	g.rested = false
	return g
}

// Rested ends the quiet time of that number.
func (g Guard) Rested(number int) Guard {
	g.rested = g.rested || number == g.quiet
	return g
}

// Key is a key of any kind. A yes that waits is not alone then, and does not count.
func (g Guard) Key() (Guard, Reason) {
	if !g.waits {
		return g, None
	}
	g.waits = false
	return g.Rest(), Joined
}

// Type has the words as they are now. Pasted ones are not taken.
func (g Guard) Type(words string, pasted bool) (Guard, Reason) {
	if pasted {
		return g.Rest(), Pasted
	}
	g.typed = words
	return g.Rest(), None
}

// Allows is why a yes does not count now.
func (g Guard) Allows() Reason {
	unread, _ := g.Unseen(0)
	switch {
	case g.held:
		return Held
	case g.covered:
		return Covered
	case g.stage == Stopped:
		return g.why
	case g.stage == Opening || !g.laid:
		return NotShown
	case g.stage == Typing && !g.rested:
		return Quick
	case g.stage == Typing && g.typed != g.question.Must:
		return Other
	case g.stage == Typing:
		return None
	case g.small:
		return Small
	case unread > 0 && !g.question.No:
		return Unread
	case g.masked:
		return Masked
	case !g.rested:
		return Quick
	case !g.steady:
		return Unsteady
	}
	return None
}

// Yes is a yes. Without a reason it waits, and counts at the end of that wait. After a reason the quiet
// time begins anew, so that a held key never gets through.
func (g Guard) Yes() (Guard, Reason) {
	switch why := g.Allows(); {
	case why != None:
		return g.Rest(), why
	case g.stage == Typing:
	case g.question.Twice:
		g.question.Twice = false
		return g.Rest(), Again
	case g.question.Must != "":
		g.stage = Typing
		return g.Rest(), Type
	}
	g.lone++
	g.waits = true
	return g, None
}

// Counts ends the wait of the yes of that number, which counts without a reason.
func (g Guard) Counts(number int) (Guard, Reason) {
	if !g.waits || number != g.lone {
		return g, Late
	}
	g.waits = false
	if why := g.Allows(); why != None {
		return g.Rest(), why
	}
	return g, None
}

// Stage is how far the question is.
func (g Guard) Stage() Stage { return g.stage }

// Why is what stopped the question.
func (g Guard) Why() Reason { return g.why }

// Quiet is the number of the quiet time.
func (g Guard) Quiet() int { return g.quiet }

// Lone is the number of the last yes.
func (g Guard) Lone() int { return g.lone }

// IsRested reports that the quiet time is over.
func (g Guard) IsRested() bool { return g.rested }

// IsReady reports a quiet time that is over, and a second look.
func (g Guard) IsReady() bool { return g.rested && g.steady }

// IsMasked reports that a part of the text is hidden.
func (g Guard) IsMasked() bool { return g.masked }

// IsCovered reports that something lies over the text.
func (g Guard) IsCovered() bool { return g.covered }

// IsRead reports that nothing is left to be read.
func (g Guard) IsRead() bool {
	unread, _ := g.Unseen(0)
	return unread == 0 || g.question.No
}

// Unseen counts the lines that were not on screen, in all and from a line on.
func (g Guard) Unseen(from int) (all, below int) {
	for i, seen := range g.seen {
		if seen {
			continue
		}
		all++
		if i >= from {
			below++
		}
	}
	return all, below
}
