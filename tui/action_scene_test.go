package tui

import (
	"strconv"
	"time"

	"coldstart/model"
)

// The actions that the gate held up in the workshop.
const (
	pushFile   = "Pending_Approval/gate-7f3a2c91.md"
	promptFile = "Pending_Approval/gate-02be71aa.md"
	resumeFile = "Approved/gate-51d0e3f7.md"
	pushText   = "---\ntitle: Run git push\naction: gate\ntarget: Bash\ncreated: 2026-03-14T06:50:00Z\n---\n\n" +
		"```sh\ngit push --force-with-lease origin spring-prices\n```\n\nAsked by claude, session 5be2c0d4-0000-4000-8000-000000000001, in /srv/shop.\n"
)

// heldUp is a request of the gate for a line of a shell.
func heldUp(path, line, created string) model.Request {
	r := request(path, "Run "+line, "")
	r.Action, r.Target, r.Created = "gate", "Bash", stamp(created)
	r.Ask = &model.HeldAction{
		ID: r.Name, At: r.Created.Time, Request: path, Why: "runs `git push`: rule 3 asks", Holds: 24 * time.Hour,
		Action: model.Action{Client: "claude", Session: "5be2c0d4-0000-4000-8000-000000000001", Tool: "Bash", Own: "Bash", Line: line, Dir: "/srv/shop"},
	}
	r.Ask.Action.Input = `{"command":` + strconv.Quote(line) + `}`
	r.Ask.Key = r.Ask.Action.Key()
	return r
}

// gated is a workshop with an action that the gate blocked, a prompt at which an agent stands
// still, and an allowed one that goes on by a command.
func gated() *fakeStore {
	s := workshop()
	push := heldUp(pushFile, "git push --force-with-lease origin spring-prices", "2026-03-14T06:50:00Z")
	prompt := heldUp(promptFile, "npm publish --access public", "2026-03-14T06:59:00Z")
	prompt.Ask.Why, prompt.Ask.Prompt, prompt.Ask.Waiter = "claude asks its user", true, model.Process{PID: 71, Alive: true}
	resumed := heldUp(resumeFile, "gh release create v2", "2026-03-14T05:40:00Z")
	resumed.Reading.Decision, resumed.DecidedAt, resumed.DecidedHere = model.DecisionApproved, stamp("2026-03-14T06:30:00Z").Time, true
	resumed.Ask.Until, resumed.Ask.Action.Resume = stamp("2026-03-15T06:30:00Z").Time, "claude -p --resume 5be2c0d4-0000-4000-8000-000000000001"
	s.snapshot.Requests = append(s.snapshot.Requests, push, prompt)
	s.snapshot.Decided = append(s.snapshot.Decided, resumed)
	s.files[pushFile], s.files[promptFile], s.files[resumeFile] = pushText, pushText, pushText
	for i := range s.snapshot.Requests {
		if r := &s.snapshot.Requests[i]; r.Ask != nil {
			r.Seen = model.FingerprintOf([]byte(s.files[r.Path]))
			r.Ask.Seen = r.Seen
		}
	}
	s.changes = []model.Change{
		{Kind: model.ChangeMove, Path: pushFile, To: "Approved/gate-7f3a2c91.md"},
		{Kind: model.ChangeAppend, Effect: model.EffectDay, Path: "Logs/2026-03-14.json", After: []string{"{}"}},
	}
	return s
}

// handed is a workshop whose last session left words to the next one.
func handed() *fakeStore {
	s := workshop()
	s.snapshot.Events.Handoff = model.Handoff{
		Summary: "The quote is drafted.", Done: "prices and the fleet discount", Next: "ring the school about the van", Open: "who signs for the van",
		Session: model.Ref{Kind: model.KindSession, Path: eventLog, Item: "245"}, Agent: "Spindle", At: stamp("2026-03-14T06:02:00Z"),
	}
	return s
}
