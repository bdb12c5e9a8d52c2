package confirm

import (
	"fmt"
	"testing"

	"coldstart/model"
)

var shown = model.FingerprintOf([]byte("as it was shown"))

// lines is the length of the text of these tests.
const lines = 8

// asked is a question whose text is on screen, and of which nothing was read.
func asked(q Question) Guard {
	q.Shown = shown
	return Guard{}.Begin(q).Laid(make([]bool, lines))
}

// ready is one to which a yes counts.
func ready(q Question) Guard {
	g := asked(q).Saw(0, lines).Looked(shown, nil)
	return g.Rested(g.Quiet())
}

// said is what comes of a yes that stays alone.
func said(g Guard) (Guard, Reason) {
	g, why := g.Yes()
	if why != None {
		return g, why
	}
	return g.Counts(g.Lone())
}

// quiet lets the quiet time end.
func quiet(g Guard) Guard { return g.Rested(g.Quiet()) }

// What has to hold before a yes counts, one thing missing at a time.
func TestWhatAYesWaitsFor(t *testing.T) {
	t.Parallel()
	other := model.FingerprintOf([]byte("changed"))
	for _, tt := range []struct {
		name string
		of   Guard
		want Reason
	}{
		{"nothing is missing", ready(Question{}), None},
		{"no text came yet", quiet(Guard{}), NotShown},
		{"the text is not laid out", quiet(Guard{}.Begin(Question{Shown: shown})), NotShown},
		{"the text is fetched again", quiet(ready(Question{}).Close()), NotShown},
		{"the last line was not seen", quiet(asked(Question{}).Saw(0, lines-1).Looked(shown, nil)), Unread},
		{"the first line was not seen", quiet(asked(Question{}).Saw(1, lines).Looked(shown, nil)), Unread},
		{"all was on screen below something", quiet(asked(Question{}).Cover(true).Saw(0, lines).Cover(false).Looked(shown, nil)), Unread},
		{"all was drawn in a window without room", quiet(asked(Question{}).Show(true, false).Saw(0, lines).Show(false, false).Looked(shown, nil)), Unread},
		{"the text is laid out anew", ready(Question{}).Laid(make([]bool, lines)), Unread},
		{"a line of it was read before", ready(Question{}).Laid([]bool{true, false}), Unread},
		{"every line of it was read before", ready(Question{}).Laid([]bool{true, true}), None},
		{"a no that was not read", quiet(asked(Question{No: true}).Looked(shown, nil)), None},
		{"something covers the text", ready(Question{}).Cover(true), Covered},
		{"the window is too small", ready(Question{}).Show(true, false), Small},
		{"a part is masked", ready(Question{}).Show(false, true), Masked},
		{"a part of a no is masked", ready(Question{No: true}).Show(false, true), Masked},
		{"the screen has a reason", ready(Question{}).Hold(true), Held},
		{"a key came just before", ready(Question{}).Rest(), Quick},
		{"an earlier quiet time ended", ready(Question{}).Rest().Rested(ready(Question{}).Quiet()), Quick},
		{"no second look was taken", quiet(asked(Question{}).Saw(0, lines)), Unsteady},
		{"the file changed", ready(Question{}).Looked(other, nil), Changed},
		{"the file changed and is as before", ready(Question{}).Looked(other, nil).Looked(shown, nil), Changed},
		{"the file is gone", ready(Question{}).Looked(model.Fingerprint{}, fmt.Errorf("x: %w", model.ErrNotFound)), Gone},
		{"the machine is silent", ready(Question{}).Looked(model.Fingerprint{}, fmt.Errorf("x: %w", model.ErrNotReached)), Silent},
		{"the file cannot be read", ready(Question{}).Looked(shown, model.ErrConflict), Unreadable},
		{"it was stopped", ready(Question{}).Stop(Unreadable), Unreadable},
		{"a no to a file that changed", ready(Question{No: true}).Looked(other, nil), Changed},
	} {
		_, why := said(tt.of)
		switch {
		case why == tt.want:
		case tt.want == None:
			t.Errorf("%s: a yes does not count, because of %d", tt.name, why)
		case why == None:
			t.Errorf("%s: a yes counts, want reason %d", tt.name, tt.want)
		default:
			t.Errorf("%s: the reason is %d, want %d", tt.name, why, tt.want)
		}
	}
}

// A yes that is refused begins the quiet time anew: a held y never gets through.
func TestAHeldYNeverCounts(t *testing.T) {
	t.Parallel()
	g := asked(Question{}).Saw(0, lines).Looked(shown, nil)
	end := g.Quiet()
	for range 3 {
		var why Reason
		if g, why = g.Yes(); why != Quick {
			t.Fatalf("a held y: reason %d, want %d", why, Quick)
		}
	}
	if g = g.Rested(end); g.IsRested() {
		t.Error("the quiet time before the last y counts: a held y gets through")
	}
	if _, why := said(quiet(g)); why != None {
		t.Errorf("a y after the quiet time: reason %d", why)
	}
}

// A yes counts once it stayed alone, and is asked once more whether it may.
func TestAYesHasToStayAlone(t *testing.T) {
	t.Parallel()
	g, why := ready(Question{}).Yes()
	if why != None {
		t.Fatalf("a yes does not wait: reason %d", why)
	}
	first := g.Lone()
	spoilt, why := g.Key()
	if why != Joined {
		t.Errorf("a key after the yes: reason %d, want %d", why, Joined)
	}
	if _, why := quiet(spoilt).Counts(first); why == None {
		t.Error("a yes that other keys came with counts")
	}
	if spoilt.IsRested() {
		t.Error("a yes may follow at once on one that was not alone")
	}
	second, _ := quiet(spoilt).Yes()
	if _, why := second.Counts(first); why != Late {
		t.Error("the end of the first wait counts for the second yes")
	}
	counted, why := second.Counts(second.Lone())
	if why != None {
		t.Errorf("a yes that stayed alone: reason %d", why)
	}
	if _, why := counted.Counts(counted.Lone()); why != Late {
		t.Error("a yes counts twice")
	}
	if _, why := g.Close().Counts(first); why != Late {
		t.Error("a yes counts for a text that came later")
	}
	if _, why := ready(Question{}).Key(); why != None {
		t.Error("a key without a yes before it is taken for one that joined it")
	}
	for name, spoil := range map[string]func(Guard) Guard{
		"changed": func(g Guard) Guard { return g.Looked(model.Fingerprint{}, nil) },
		"covered": func(g Guard) Guard { return g.Cover(true) },
		"masked":  func(g Guard) Guard { return g.Show(false, true) },
		"held":    func(g Guard) Guard { return g.Hold(true) },
	} {
		if _, why := spoil(g).Counts(first); why == None {
			t.Errorf("a yes counts though the text is %s meanwhile", name)
		}
	}
}

// A session that may be running takes two yeses, each on its own.
func TestTwoYeses(t *testing.T) {
	t.Parallel()
	g, why := ready(Question{Twice: true}).Yes()
	if why != Again {
		t.Fatalf("the first of two: reason %d, want %d", why, Again)
	}
	if _, why := g.Counts(g.Lone()); why == None {
		t.Error("one yes counts where two are needed")
	}
	if _, why := g.Yes(); why != Quick {
		t.Errorf("the second comes at once: reason %d, want %d", why, Quick)
	}
	if _, why := said(quiet(g)); why != None {
		t.Errorf("the second yes: reason %d", why)
	}
}

// What has to be typed after the yes.
func TestTypedWords(t *testing.T) {
	t.Parallel()
	const must = "ann@example.com"
	typing, why := ready(Question{Must: must}).Yes()
	if why != Type || typing.Stage() != Typing {
		t.Fatalf("the yes: reason %d at stage %d, want words to be typed", why, typing.Stage())
	}
	typed := func(words string) Guard {
		g, why := typing.Type(words, false)
		if why != None {
			t.Fatalf("typing %q: reason %d", words, why)
		}
		return g
	}
	pasted, why := typed("").Type(must, true)
	if why != Pasted {
		t.Errorf("pasted words: reason %d, want %d", why, Pasted)
	}
	for _, tt := range []struct {
		name string
		of   Guard
		want Reason
	}{
		{"the words", quiet(typed(must)), None},
		{"no words", quiet(typing), Other},
		{"other words", quiet(typed("ann@example.org")), Other},
		{"the beginning of the words", quiet(typed(must[:3])), Other},
		{"the enter at the end of words sent as keys", typed(must), Quick},
		{"pasted words", quiet(pasted), Other},
		{"the screen has a reason", quiet(typed(must)).Hold(true), Held},
	} {
		if _, why := said(tt.of); why != tt.want {
			t.Errorf("%s: reason %d, want %d", tt.name, why, tt.want)
		}
	}
	g, _ := quiet(typed(must)).Yes()
	spoilt, _ := g.Key()
	if _, why := spoilt.Counts(g.Lone()); why == None {
		t.Error("an enter with other keys behind it counts")
	}
}

// What happens to a value leaves the one before as it was.
func TestAGuardIsAValue(t *testing.T) {
	t.Parallel()
	before := asked(Question{})
	before.Saw(0, lines)
	if unseen, below := before.Unseen(3); unseen != lines || below != lines-3 {
		t.Errorf("%d lines are not seen, %d of them from the third on; want all: they were seen by another value", unseen, below)
	}
}
