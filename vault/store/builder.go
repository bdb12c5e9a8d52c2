package store

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"coldstart/model"
)

// Builder puts a session together from what its lines tell. A store translates its lines to the calls
// below, in order, and reads the rest of the session from them. It keeps nothing of their bytes
// behind End.
type Builder struct {
	model.Transcript
	// Full is true if the events are wanted and what came of each call; else they are left out.
	Full   bool
	Events []model.Event
	// After is what came last. The methods set it; a program that says more sets it behind them.
	After Last
	// Marks is true if the program says where turns end: words without such a mark are no end.
	Marks bool
	// Echoes is true if the program writes the same words more than once.
	Echoes bool
	// moved is true once anything came of the agent since the last prompt.
	moved   bool
	open    []*Call
	turns   []turn
	touched []touch
	ran     []*Call
	// spent is where the tokens of an answer were counted, by its id.
	spent map[string]spent
}

// touch is a file that was edited, and when.
type touch struct {
	name string
	at   time.Time
}

// spent is the beat in which an answer is counted, and with how much.
type spent struct {
	beat int
	model.Tokens
}

// Call is the call of a tool that has no result so far.
type Call struct {
	ID string
	model.Event
	// Asks is true if it waits for the operator: for answers to Questions, or a yes to Plan.
	Asks      bool
	Questions []model.Question
	Plan      string
	// Touches are the files that it changes, unless it fails.
	Touches []string
	// Tell fills in the rest, if that costs much: it is called for what is shown only.
	Tell func(c *Call)
	// deferred is true for one that a hook left to the operator, at the place of its event.
	deferred bool
	at       int
}

// turn is a prompt, and the last words that answered it.
type turn struct{ prompt, said string }

// mostTurns is how many turns are remembered, for a session that is taken back.
const mostTurns = 100

// Asked tells what the operator said.
func (b *Builder) Asked(at model.Stamp, words string) {
	if words = Words(words); words == "" {
		return
	}
	if b.Heard(words) {
		if b.Title == "" {
			first, _, _ := strings.Cut(words, "\n")
			b.Title = OneLine(first, MostTitle)
		}
		b.Note(model.Event{At: at, Act: model.ActPrompt, Says: words})
	}
}

// Heard begins a turn with words that are no title, and whose event is there. It returns false where they
// only repeat the prompt.
func (b *Builder) Heard(words string) bool {
	b.After = LastPrompt
	if n := len(b.turns); b.Echoes && n > 0 && !b.moved && b.turns[n-1].prompt == words {
		return false
	}
	b.turns = append(b.turns[max(0, len(b.turns)-mostTurns):], turn{prompt: words})
	b.Prompts++
	b.moved, b.Trouble = false, ""
	return true
}

// Answered tells what the agent said.
func (b *Builder) Answered(at model.Stamp, words string) {
	if words = Words(words); words == "" {
		return
	}
	b.After = LastWords
	if len(b.turns) == 0 {
		b.turns = append(b.turns, turn{})
	}
	t := &b.turns[len(b.turns)-1]
	if b.Echoes && t.said == words {
		return
	}
	t.said, b.moved, b.Trouble = words, true, ""
	b.Note(model.Event{At: at, Act: model.ActAnswer, Says: words})
}

// Called tells of the call of a tool.
func (b *Builder) Called(c Call) {
	b.Calls++
	b.moved, b.Trouble, b.After = true, "", LastResult
	c.Open, c.at = true, len(b.Events)
	b.beat(c.At.Time).Calls++
	if b.Full || len(c.Touches) > 0 {
		c.tell()
	}
	if b.Full {
		b.Events = append(b.Events, c.Event)
	}
	b.open = append(b.open, &c)
	for _, name := range c.Touches {
		b.touched = append(b.touched, touch{name, c.At.Time})
	}
}

// mostBeats is how many minutes of a session are kept; the rest counts in the last one.
const mostBeats = 2000

// beat is the minute of a time.
func (b *Builder) beat(at time.Time) *model.Beat {
	at = at.Truncate(time.Minute)
	if n := len(b.Beats); n == 0 || !b.Beats[n-1].At.Equal(at) && n < mostBeats {
		b.Beats = append(b.Beats, model.Beat{At: at})
	}
	return &b.Beats[len(b.Beats)-1]
}

// Spent tells how many tokens an answer took. What is told last of an answer counts: programs write an answer in
// several lines, each with the same numbers or with larger ones.
func (b *Builder) Spent(at model.Stamp, answer string, t model.Tokens) {
	if t == (model.Tokens{}) {
		return
	}
	b.Counted = true
	if was, ok := b.spent[answer]; ok && answer != "" {
		beat := &b.Beats[was.beat]
		beat.Tokens = beat.Tokens.Minus(was.Tokens).Plus(t)
		b.spent[answer] = spent{was.beat, t}
		return
	}
	beat := b.beat(at.Time)
	beat.Tokens = beat.Tokens.Plus(t)
	if b.spent == nil {
		b.spent = map[string]spent{}
	}
	b.spent[answer] = spent{len(b.Beats) - 1, t}
}

// Count reads a number of tokens, 0 for none and for what no answer takes.
func Count(raw []byte) int64 {
	n, err := strconv.ParseInt(string(raw), 10, 64)
	if err != nil || n < 0 || n > mostTokens {
		return 0
	}
	return n
}

// mostTokens is more than any session takes; a number beyond it is none.
const mostTokens = 1 << 40

func (c *Call) tell() {
	if c.Tell != nil {
		c.Tell(c)
		c.Tell = nil
	}
}

// Got tells what came of a call, and returns it, nil for one that is not open. Came says in the event what
// came of it; it is called where that is shown, and for a call that touches files.
func (b *Builder) Got(id string, came func(e *model.Event)) *Call {
	i := b.place(id)
	if i < 0 {
		return nil
	}
	c := b.open[i]
	b.open, b.moved = slices.Delete(b.open, i, i+1), true
	if b.After != LastStop {
		b.After = LastResult
	}
	e := &c.Event
	if b.Full {
		e = &b.Events[c.at]
	}
	if e.Open = false; b.Full || len(c.Touches) > 0 || e.Act == model.ActShell {
		came(e)
	}
	if e.Act == model.ActShell {
		c.Event.Came, c.Event.Result = e.Came, e.Result
		b.ran = append(b.ran[max(0, len(b.ran)+1-mostRan):], c)
	}
	failed := e.Result == "fail"
	for _, name := range c.Touches {
		if at := slices.IndexFunc(b.touched, func(t touch) bool { return t.name == name }); at >= 0 && failed {
			b.touched = slices.Delete(b.touched, at, at+1)
		}
	}
	if len(c.Touches) > 0 && !failed {
		beat := b.beat(c.At.Time)
		beat.Added, beat.Removed = beat.Added+e.Added, beat.Removed+e.Removed
	}
	return c
}

// Came says in an event what came of a call, where there are words for it or nothing is said yet, and its
// result.
func Came(says, result string) func(e *model.Event) {
	return func(e *model.Event) {
		e.Result = result
		if result == "fail" || e.Came == "" && e.Act != model.ActEdit {
			e.Came = says
		}
	}
}

// place is where a call is among the open ones, less than 0 for none.
func (b *Builder) place(id string) int {
	for i, c := range slices.Backward(b.open) {
		if c.ID == id {
			return i
		}
	}
	return -1
}

// IsOpen reports whether a call has no result so far.
func (b *Builder) IsOpen(id string) bool { return b.place(id) >= 0 }

// Approve makes a call one that the operator has to allow.
func (c *Call) Approve() {
	if c.tell(); len(c.Questions) == 0 && c.Plan == "" {
		c.Questions = []model.Question{{Text: "May it run this: " + cmp.Or(c.Says, c.Type)}}
	}
	c.Asks = true
}

// Ask makes a call one that asks the questions of a JSON list.
func (c *Call) Ask(list []byte) {
	c.Act, c.Asks, c.Questions = model.ActAsk, true, Questions(list)
	var all []string
	for _, q := range c.Questions {
		all = append(all, q.Text)
	}
	c.Says = OneLine(strings.Join(all, " / "), MostAbout)
}

// Defer tells that a call, which may be open, is left to the operator by a hook.
func (b *Builder) Defer(c Call) {
	if !b.IsOpen(c.ID) {
		b.Called(c)
	}
	open := b.open[b.place(c.ID)]
	open.Approve()
	open.deferred = true
}

// Drop forgets calls of which nothing will be heard: their turn is over. In the events they have no result.
func (b *Builder) Drop() { b.open = nil }

// Stop tells that the operator interrupted the agent. It is noted once.
func (b *Builder) Stop(at model.Stamp, says string) {
	if b.Drop(); b.After != LastStop {
		b.After = LastStop
		b.Note(model.Event{At: at, Act: model.ActStop, Says: says})
	}
}

// TakeBack leaves out the last turns: the operator took them back.
func (b *Builder) TakeBack(at model.Stamp, turns int, what string) {
	b.Note(model.Event{At: at, Act: model.ActStop, Says: what + " taken back"})
	b.Drop()
	b.turns = b.turns[:len(b.turns)-min(max(turns, 0), len(b.turns))]
	b.moved = true
}

// Compact notes once that what was said before is summed up.
func (b *Builder) Compact(at model.Stamp, says string) {
	if n := len(b.Events); n == 0 || b.Events[n-1].Act != model.ActCompact {
		b.Note(model.Event{At: at, Act: model.ActCompact, Says: says})
	}
}

// Troubled tells of an error. The program may try again.
func (b *Builder) Troubled(at model.Stamp, words string) {
	b.Trouble = OneLine(words, MostAbout)
	b.Note(model.Event{At: at, Act: model.ActTrouble, Says: Words(words)})
}

// Over tells how a turn ended, or the session: nothing will be heard of calls.
func (b *Builder) Over(how Last) {
	b.Drop()
	b.After = how
}

// Pass tells that so many bytes were not read. What was open before may have its result there.
func (b *Builder) Pass(gap int64) {
	for _, c := range b.open {
		if b.Full {
			b.Events[c.at].Open = false
		}
	}
	b.Over(LastNone)
	b.moved = true
	b.Note(model.Event{Gap: gap})
}

// Note adds an event that changes nothing.
func (b *Builder) Note(e model.Event) {
	if b.Full {
		b.Events = append(b.Events, e)
	}
}

// End puts the rest together: the last words of both sides, the files, what is open, and how it ended. Torn
// is true if the last line is cut off; own are verdicts of the program that differ from the usual ones.
func (b *Builder) End(torn bool, own map[Last]Verdict) {
	for _, t := range slices.Backward(b.turns) {
		if b.Prompt == "" {
			b.Prompt = t.prompt
		}
		if b.Said == "" {
			b.Said = t.said
		}
	}
	for _, t := range slices.Backward(b.touched) {
		if name := InDir(b.Dir, t.name); len(b.Touched) < mostTouched && !slices.Contains(b.Touched, name) {
			b.Touched, b.TouchedAt = append(b.Touched, name), append(b.TouchedAt, t.at)
		}
	}
	for _, c := range b.ran {
		if c.tell(); c.Says != "" {
			b.Ran = append(b.Ran, model.Ran{Says: c.Says, Came: c.Event.Came, Failed: c.Event.Result == "fail", At: c.At.Time})
		}
	}
	v := b.verdict(torn, own)
	if b.Ending, b.Sure = v.Ending, v.Sure; !torn {
		b.wait()
	}
	b.open, b.turns, b.touched, b.spent, b.ran = nil, nil, nil, nil, nil
}

// mostRan is how many commands of one session are known.
const mostRan = 40

// mostTouched is how many edited files of one session are known.
const mostTouched = 200

// wait says what the operator is asked, and in which call the session is: the last one that asks, else the
// last one.
func (b *Builder) wait() {
	asks := false
	for _, c := range b.open {
		if asks && !c.Asks {
			continue
		}
		c.tell()
		asks, b.Call, b.Plan, b.Deferred = c.Asks, c.Event, cmp.Or(c.Plan, b.Plan), b.Deferred || c.deferred
		b.Questions = append(b.Questions, c.Questions...)
	}
}
