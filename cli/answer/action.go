package answer

import (
	"path"
	"slices"
	"time"

	"coldstart/cli/refs"
	"coldstart/cli/say"
	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/styles"
)

// jsonHeld is an action of an agent that the gate held up, and what became of it.
type jsonHeld struct {
	// ID is that of the ask, which coldstart wait takes.
	ID string `json:"id"`
	// Client is the agent's program, Session its id of its session, empty where it gives none.
	Client  string `json:"client"`
	Session string `json:"session"`
	Tool    string `json:"tool"`
	// Line is what a shell gets, empty for other tools; Paths are the files that a tool names.
	Line  string   `json:"line"`
	Paths []string `json:"paths"`
	Dir   string   `json:"dir"`
	Why   string   `json:"why"`
	// Prompt says that it is a prompt of the agent, Waits that the agent stands still right now.
	Prompt bool `json:"prompt"`
	Waits  bool `json:"waits"`
	// Resume is the command with which the agent goes on after the answer, empty where it tries
	// again by itself.
	Resume string `json:"resume"`
	// Withdrawn is when it was taken back, else null.
	Withdrawn Time `json:"withdrawn"`
	// Allows is how far its approval goes, null without one.
	Allows *jsonAllows `json:"allows"`
}

// jsonAllows is how far the approval of an action goes.
type jsonAllows struct {
	// Times is how often it holds, 0 for any number of times.
	Times      int  `json:"times"`
	ForSession bool `json:"for_session"`
	// Pattern is what else it lets through, empty for nothing.
	Pattern string `json:"pattern"`
	// Until is when it runs out, null where that is not known any more.
	Until Time `json:"until"`
	// Used are the times at which it was used, and Through the lines that its pattern let through.
	Used    []Time   `json:"used"`
	Through []string `json:"through"`
}

func allowsJSON(s model.Scope, until time.Time, k model.HeldAction) *jsonAllows {
	return &jsonAllows{
		s.Most(), s.Session, s.Pattern, Time(until), say.Each(k.Used, func(t time.Time) Time { return Time(t) }), NotNull(k.Through),
	}
}

// jsonStanding is an approval that still counts and is for more than one action.
type jsonStanding struct {
	jsonHeld
	// Decision is its id, which coldstart undo takes, and Left how often it still holds, 0 for any
	// number of times.
	Decision string `json:"decision"`
	Left     int    `json:"left"`
}

func yesesJSON(s model.Snapshot) func(model.HeldAction) jsonStanding {
	return func(k model.HeldAction) jsonStanding {
		left := 0
		if k.Scope.Most() > 0 {
			left = k.Left(s.At)
		}
		return jsonStanding{*heldJSON(&k), k.Decision, left}
	}
}

// standing prints the yeses that still hold, a line for each.
func (p *Output) standing(s model.Snapshot) {
	for i, k := range s.StandingYeses() {
		if i == 0 {
			p.Line()
		}
		p.Line(Words(styles.RoleMuted, "Standing yes: "), p.Label(styles.RoleTitle, phrase.Let(k)), Words(styles.RolePlain, ", "),
			p.Label(styles.RolePlain, phrase.Stands(k, k.Left(s.At), model.FormatUTC(k.Until))), Words(styles.RoleMuted, " (coldstart undo "+k.Decision+")"))
	}
}

func heldJSON(k *model.HeldAction) *jsonHeld {
	if k == nil {
		return nil
	}
	a := k.Action
	j := &jsonHeld{
		ID: k.ID, Client: a.Client, Session: a.Session, Tool: a.Tool, Line: a.Line, Paths: NotNull(a.Paths), Dir: a.Dir, Why: k.Why,
		Prompt: k.Prompt, Waits: k.Waits(), Resume: a.Resume, Withdrawn: Time(k.Withdrawn),
	}
	if !k.Until.IsZero() {
		j.Allows = allowsJSON(k.Scope, k.Until, *k)
	}
	return j
}

// yesTo is the action that a decision allows, nil for all other decisions.
func yesTo(s model.Snapshot, d model.Decision) *model.HeldAction {
	if d.Choice != model.ChoiceApprove {
		return nil
	}
	r, _ := s.Request(d.Ref.Path)
	return r.Ask
}

// givenJSON is how far the approval goes that a decision gives, null for all other decisions.
func givenJSON(s model.Snapshot, d model.Decision) *jsonAllows {
	k := yesTo(s, d)
	if k == nil {
		return nil
	}
	return allowsJSON(d.Scope, d.At.Add(d.Scope.Lasts(k.Holds)), model.HeldAction{})
}

// lets says what the approval of an action lets happen, and what to type then.
func (p *Output) lets(s model.Snapshot, d model.Decision) {
	k := yesTo(s, d)
	if k == nil {
		return
	}
	for _, words := range []string{phrase.Lets(*k, d.Scope, model.FormatUTC(d.At.Add(d.Scope.Lasts(k.Holds)))), phrase.Continues(k.Action.Client, s.Course(*k))} {
		if words != "" {
			p.Line(p.Label(styles.RolePlain, words))
		}
	}
}

// Withdraws says what an undo took back of a yes to an action, or would.
func (p *Output) Withdraws(k model.HeldAction, now time.Time, dry bool) {
	does := "withdrawn: "
	if dry {
		does = "would withdraw "
	}
	p.Line(p.Label(styles.RolePlain, does+phrase.Withdraws(k, k.Left(now))))
}

// askOf finds the action that a decision of the past is about, nil for all other decisions.
func askOf(p model.Past, asks []model.HeldAction) *model.HeldAction {
	at := slices.IndexFunc(asks, func(k model.HeldAction) bool { return k.Request == p.Decision.Ref.Path && k.Seen == p.Hash })
	if at < 0 || p.Decision.Choice != model.ChoiceApprove {
		return nil
	}
	return &asks[at]
}

// heldOf finds the action that a decision or its undo is about, nil for all other decisions.
func heldOf(d model.Decision, asks []model.HeldAction) *model.HeldAction {
	at := slices.IndexFunc(asks, func(k model.HeldAction) bool {
		return path.Base(k.Request) == path.Base(d.Ref.Path) && (k.Seen == d.Seen || d.Choice == model.ChoiceUndo)
	})
	if at < 0 || d.Ref.Kind != model.KindRequest {
		return nil
	}
	return &asks[at]
}

// decidedOn names what a decision is about: an action by what it does and its id, everything else
// by its path.
func decidedOn(d model.Decision, asks []model.HeldAction) string {
	if k := heldOf(d, asks); k != nil && k.Title != "" {
		return k.Title + " (" + k.ID + ")"
	}
	return refs.Subject(d.Ref)
}

// stillAllowed says behind a decision what the action that it approved may still do, and what it
// did; "" for all other decisions.
func stillAllowed(s model.Snapshot, d model.Decision) string {
	k := heldOf(d, s.Asks)
	switch {
	case k == nil || d.Choice != model.ChoiceApprove || k.Until.IsZero():
		return ""
	case k.Left(s.At) == 0 && len(k.Used) > 0:
		return ", " + spent(*k, s.At)
	}
	return ", " + phrase.Allowed(*k, k.Left(s.At), model.FormatUTC(k.Until))
}

// spent says how often an action ran, and that its yes holds no more.
func spent(k model.HeldAction, now time.Time) string {
	ran := phrase.Ran(k)
	if k.Left(now) > 0 {
		return ran
	}
	if most := k.Scope.Most(); most > 0 && len(k.Used) >= most {
		return ran + ", used up"
	}
	return ran + ", expired"
}

// pastAllows is how far an approval of the past went, null for all other decisions.
func pastAllows(p model.Past, asks []model.HeldAction) *jsonAllows {
	k := askOf(p, asks)
	switch {
	case k == nil:
		return nil
	case p.UndoneBy != "":
		return allowsJSON(p.Decision.Scope, time.Time{}, *k)
	}
	return allowsJSON(p.Decision.Scope, k.Until, *k)
}
