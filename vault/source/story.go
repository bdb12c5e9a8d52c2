package source

import (
	"slices"
	"strings"

	"coldstart/model"
	"coldstart/vault/text"
)

// Story is what the lines of a session tell, put together line by line.
type Story struct {
	model.Transcript
	// Full is true if the events are wanted and what came of each call; else they are left out.
	Full   bool
	Events []model.Event
	// moved is true once anything came of the agent since the last prompt.
	moved bool
	open  []Call
	turns []turn
}

// Call is the call of a tool that has no result so far.
type Call struct {
	ID string
	model.Event
	// Questions are those of a call that asks the operator.
	Questions []model.Question
	// at is the place of its event.
	at int
}

// turn is a prompt, and the last words that answered it.
type turn struct{ prompt, said string }

// mostTurns is how many turns are remembered, for a session that is taken back.
const mostTurns = 100

// Asked tells what the operator said. The same words again with nothing between are the same prompt.
func (s *Story) Asked(at model.Stamp, words string) {
	if words = Words(words); words == "" {
		return
	}
	if n := len(s.turns); n > 0 && !s.moved && s.turns[n-1].prompt == words {
		return
	}
	s.turns = append(s.turns[max(0, len(s.turns)-mostTurns):], turn{prompt: words})
	if s.Prompts++; s.Title == "" {
		first, _, _ := strings.Cut(words, "\n")
		s.Title = OneLine(first, MostTitle)
	}
	s.moved, s.Trouble = false, ""
	s.Note(model.Event{At: at, Act: model.ActPrompt, Says: words})
}

// Answered tells what the agent said. The same words again in the same turn are the same answer.
func (s *Story) Answered(at model.Stamp, words string) {
	if words = Words(words); words == "" {
		return
	}
	if len(s.turns) == 0 {
		s.turns = append(s.turns, turn{})
	}
	t := &s.turns[len(s.turns)-1]
	if t.said == words {
		return
	}
	t.said, s.moved, s.Trouble = words, true, ""
	s.Note(model.Event{At: at, Act: model.ActAnswer, Says: words})
}

// Called tells of the call of a tool.
func (s *Story) Called(c Call) {
	s.Calls++
	s.moved, s.Trouble = true, ""
	c.Open, c.at = true, len(s.Events)
	s.open = append(s.open, c)
	s.Note(c.Event)
}

// Got tells what came of a call. One that is not open is left aside.
func (s *Story) Got(id, came, result string) {
	for i := len(s.open) - 1; i >= 0; i-- {
		c := s.open[i]
		if c.ID != id {
			continue
		}
		if s.moved = true; s.Full {
			e := &s.Events[c.at]
			e.Open, e.Result = false, result
			if result == "fail" || e.Came == "" && e.Act != model.ActEdit {
				e.Came = came
			}
		}
		s.open = slices.Delete(s.open, i, i+1)
		return
	}
}

// IsOpen reports whether a call has no result so far.
func (s *Story) IsOpen(id string) bool {
	return slices.ContainsFunc(s.open, func(c Call) bool { return c.ID == id })
}

// Open is the last call without a result that asks the operator, else the last one.
func (s *Story) Open() (c Call, ok bool) {
	for _, c := range slices.Backward(s.open) {
		if len(c.Questions) > 0 {
			return c, true
		}
	}
	if n := len(s.open); n > 0 {
		return s.open[n-1], true
	}
	return Call{}, false
}

// Drop forgets calls that get no result any more: their turn is over.
func (s *Story) Drop() { s.open = nil }

// TakeBack leaves out the last turns: the operator took them back.
func (s *Story) TakeBack(turns int) {
	turns = min(max(turns, 0), len(s.turns))
	s.turns = s.turns[:len(s.turns)-turns]
	s.open, s.moved = nil, true
}

// Troubled tells of an error that came instead of an answer, or of a call.
func (s *Story) Troubled(at model.Stamp, words string) {
	s.Trouble = OneLine(words, MostAbout)
	s.Note(model.Event{At: at, Act: model.ActTrouble, Says: s.Trouble})
}

// Note adds an event.
func (s *Story) Note(e model.Event) {
	if s.Full {
		s.Events = append(s.Events, e)
	}
}

// Pass tells that so many bytes were not read. What was open before may have been closed there.
func (s *Story) Pass(gap int64) {
	s.Note(model.Event{Gap: gap})
	s.open, s.moved = nil, true
}

// End sets the last words of both sides, and the call that is open.
func (s *Story) End() {
	for _, t := range slices.Backward(s.turns) {
		if s.Prompt == "" {
			s.Prompt = t.prompt
		}
		if s.Said == "" {
			s.Said = t.said
		}
	}
	if c, ok := s.Open(); ok {
		s.Call, s.Questions = c.Event, c.Questions
	}
}

// Words are a text without blanks around it, and no longer than what is kept of it.
func Words(s string) string {
	s = strings.TrimSpace(s)
	if len(s) > MostWords {
		s = strings.ToValidUTF8(s[:text.BeforeWord(s, MostWords)], "") + "…"
	}
	return strings.Clone(s)
}

// Pick gives the values of some members of the JSON object at the beginning of b, as written; nil
// for what is not there.
func Pick(b []byte, keys ...string) (values [maxPicked][]byte) {
	s := text.NewScan(b)
	for key := range s.Members() {
		for i, k := range keys {
			if string(key) == k {
				values[i] = s.Raw()
				break
			}
		}
	}
	return values
}

// maxPicked is how many members of an object are asked for at once.
const maxPicked = 12
