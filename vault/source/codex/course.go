package codex

import (
	"bytes"
	"strconv"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/source"
	"coldstart/vault/text"
)

// course puts a rollout together, line by line.
type course struct {
	source.Story
	zone *time.Location
	// isSession is true once the line came with which a rollout begins, sub for the one of a
	// sub-agent.
	isSession, sub bool
	turn           turn
	// marked is true if the version of the program marks where turns begin and end.
	marked bool
	// last is what came last, for versions that mark no turns.
	last last
	// at is the time of the last line.
	at string
}

// turn is how the last turn stands by its marks.
type turn int

const (
	turnNone turn = iota
	turnOpen
	turnOver
	turnStopped
	turnFailed
	// turnPlanned is over with a plan to accept.
	turnPlanned
)

type last int

const (
	lastNone last = iota
	lastPrompt
	lastAnswer
	lastResult
)

func (c *course) readAll(e disk.Ends) {
	c.readPart(e.Head, e.Torn && e.Gap == 0)
	if e.Gap > 0 {
		c.Pass(e.Gap)
		if c.marked {
			c.turn = turnOpen
		}
		c.readPart(e.Tail, e.Torn)
	}
	c.Last = model.ParseStamp(c.at, c.zone)
}

// readPart reads lines, but for a last one that was cut short.
func (c *course) readPart(part []byte, torn bool) {
	for len(part) > 0 {
		n := bytes.IndexByte(part, '\n')
		if n < 0 {
			n = len(part) - 1
			if torn && !whole(part) {
				return
			}
		}
		if line := bytes.TrimSpace(part[:n+1]); len(line) > 0 {
			c.readLine(line)
		}
		part = part[n+1:]
	}
}

// whole reports whether a line is one JSON value: then only its end is missing.
func whole(line []byte) bool {
	s := text.NewScan(line)
	s.Raw()
	return s.Whole()
}

// readLine reads one line: its time, its kind, and what it tells.
func (c *course) readLine(line []byte) {
	f := source.Pick(line, "timestamp", "type", "payload")
	if f[0] != nil {
		c.at = text.Decoded(f[0], maxWord)
	}
	at := model.Stamp{}
	stamp := func() model.Stamp {
		if at.Raw == "" {
			at = model.ParseStamp(c.at, c.zone)
		}
		return at
	}
	switch kind := text.Decoded(f[1], maxWord); kind {
	case "session_meta":
		c.meta(f[2])
	case "response_item":
		c.item(f[2], stamp)
	case "event_msg":
		c.event(f[2], stamp)
	case "compacted":
		c.compacted(stamp())
	case "turn_context", "world_state", "token_usage_record", "inter_agent_communication", "inter_agent_communication_metadata":
	default:
		c.Unknown++
	}
}

// meta reads the line with which a rollout begins. A fork of older versions repeats that of the
// session from which it comes.
func (c *course) meta(body []byte) {
	if c.isSession {
		return
	}
	f := source.Pick(body, "id", "timestamp", "cwd", "cli_version", "originator", "source", "forked_from_id", "git", "thread_source")
	c.isSession = true
	c.ID, c.From = text.Decoded(f[0], maxWord), text.Decoded(f[6], maxWord)
	c.Began = model.ParseStamp(text.Decoded(f[1], maxWord), c.zone)
	c.Dir, c.Version = text.Decoded(f[2], maxPath), text.Decoded(f[3], maxWord)
	from := text.Decoded(f[5], maxWord)
	c.Batch = from == "exec" || from == "" && text.Decoded(f[4], maxWord) == "codex_exec"
	c.sub = bytes.HasPrefix(f[5], []byte(`{`)) && source.Pick(f[5], "subagent")[0] != nil || text.Decoded(f[8], maxWord) == "subagent"
	c.Branch = text.Decoded(source.Pick(f[7], "branch")[0], maxWord)
}

// compacted notes once that what was said before is summed up: a line and an event tell of it.
func (c *course) compacted(at model.Stamp) {
	if n := len(c.Events); n > 0 && c.Events[n-1].Act == model.ActCompact {
		return
	}
	c.Note(model.Event{At: at, Act: model.ActCompact})
}

func (c *course) asked(at model.Stamp, words string) {
	c.Asked(at, words)
	c.last = lastPrompt
}

func (c *course) answered(at model.Stamp, words string) {
	c.Answered(at, words)
	c.last = lastAnswer
}

func (c *course) got(id, came, result string) {
	c.Got(id, came, result)
	c.last = lastResult
}

// event reads what the program itself notes.
func (c *course) event(body []byte, stamp func() model.Stamp) {
	switch text.Decoded(source.Pick(body, "type")[0], maxWord) {
	case "task_started", "turn_started":
		c.turn, c.marked, c.Plan = turnOpen, true, ""
		c.Drop()
	case "task_complete", "turn_complete":
		c.complete(body, stamp)
	case "turn_aborted":
		c.turn, c.marked = turnStopped, true
		c.Drop()
		c.Note(model.Event{At: stamp(), Act: model.ActStop, Says: stopped(text.Decoded(source.Pick(body, "reason")[0], maxWord))})
	case "thread_rolled_back":
		n, _ := strconv.Atoi(string(source.Pick(body, "num_turns")[0]))
		c.TakeBack(n)
		c.turn = turnOver
		c.Note(model.Event{At: stamp(), Act: model.ActStop, Says: model.Counted(n, "turn") + " taken back"})
	case "user_message":
		f := source.Pick(body, "message", "kind")
		if kind := text.Decoded(f[1], maxWord); kind == "" || kind == "plain" {
			c.asked(stamp(), c.prompt(text.Decoded(f[0], source.MostWords+1)))
		}
	case "agent_message":
		c.answered(stamp(), text.Decoded(source.Pick(body, "message")[0], source.MostWords+1))
	case "thread_name_updated":
		if name := text.Decoded(source.Pick(body, "thread_name")[0], source.MostWords); name != "" {
			c.Title = source.OneLine(name, source.MostTitle)
		}
	case "context_compacted":
		c.compacted(stamp())
	case "error", "stream_error":
		c.trouble(stamp(), body)
	case "entered_review_mode":
		c.review(body, stamp())
	case "exited_review_mode":
		f := source.Pick(body, "review_output")
		c.answered(stamp(), text.Decoded(source.Pick(f[0], "overall_explanation")[0], source.MostWords+1))
	case "exec_command_end", "patch_apply_end", "mcp_tool_call_end":
		c.ended(body)
	case "item_completed":
		c.completed(source.Pick(body, "item")[0], stamp)
	default:
		if !passed[text.Decoded(source.Pick(body, "type")[0], maxWord)] {
			c.Unknown++
		}
	}
}

// passed are events that tell nothing of the course of a session.
var passed = map[string]bool{
	"token_count": true, "agent_reasoning": true, "agent_reasoning_raw_content": true, "agent_reasoning_section_break": true,
	"thread_settings_applied": true, "session_configured": true, "web_search_end": true, "view_image_tool_call": true,
	"image_generation_end": true, "undo_completed": true, "warning": true, "item_started": true, "sub_agent_activity": true,
	"collab_agent_spawn_end": true, "collab_agent_interaction_end": true, "collab_waiting_end": true, "collab_close_end": true,
	"collab_resume_end": true, "dynamic_tool_call_request": true, "dynamic_tool_call_response": true, "thread_goal_updated": true,
	"turn_diff": true, "plan_update": true, "background_event": true, "guardian_assessment": true, "hook_completed": true,
}

// complete ends a turn, which may have failed.
func (c *course) complete(body []byte, stamp func() model.Stamp) {
	planned := c.turn == turnPlanned
	c.turn, c.marked = turnOver, true
	if planned {
		c.turn = turnPlanned
	}
	c.Drop()
	f := source.Pick(body, "error", "last_agent_message")
	if bytes.HasPrefix(f[0], []byte("{")) {
		c.turn = turnFailed
		c.trouble(stamp(), f[0])
		return
	}
	if words := text.Decoded(f[1], source.MostWords+1); words != "" && !planned {
		c.answered(stamp(), words)
	}
}

// trouble notes an error. Its message may be the answer of a server, which has one in itself.
func (c *course) trouble(at model.Stamp, body []byte) {
	words := text.Decoded(source.Pick(body, "message")[0], source.MostWords)
	if inner := source.Pick([]byte(words), "error")[0]; inner != nil {
		if own := text.Decoded(source.Pick(inner, "message")[0], source.MostWords); own != "" {
			words = own
		}
	}
	c.Troubled(at, words)
}

// stopped says in a few words why a turn was aborted.
func stopped(reason string) string {
	switch reason {
	case "", "interrupted":
		return ""
	case "replaced":
		return "for another prompt"
	case "review_ended":
		return "the review ended"
	}
	return strings.ReplaceAll(source.OneLine(reason, source.MostTitle), "_", " ")
}

// review takes the request of a review for a prompt.
func (c *course) review(body []byte, at model.Stamp) {
	f := source.Pick(body, "user_facing_hint")
	c.asked(at, strings.TrimSpace("/review "+text.Decoded(f[0], source.MostWords)))
}

// ending says how the session ended.
func (c *course) ending(e disk.Ends, isArchived bool) (model.Ending, model.Basis) {
	open, isOpen := c.Open()
	switch {
	case isArchived:
		return model.EndingDone, model.BasisFolder
	case e.Gap > 0 && len(e.Tail) == 0:
		return model.EndingUnknown, model.BasisNone
	case e.Torn && !whole(lastLine(e.End())):
		return model.EndingInWriting, model.BasisDerived
	case c.turn == turnStopped:
		return model.EndingStopped, model.BasisDeclared
	case c.turn == turnFailed:
		return model.EndingUnanswered, model.BasisDeclared
	case c.turn == turnPlanned && c.Plan != "":
		return model.EndingWaits, model.BasisDerived
	case c.turn == turnOver && c.Batch:
		return model.EndingDone, model.BasisDeclared
	case c.turn == turnOver:
		return model.EndingYourTurn, model.BasisDeclared
	case isOpen && len(open.Questions) > 0:
		return model.EndingWaits, model.BasisDerived
	case isOpen:
		return model.EndingInTool, model.BasisDerived
	case c.turn == turnNone && c.last == lastAnswer:
		return model.EndingYourTurn, model.BasisGuessed
	case c.turn == turnNone && c.last == lastNone:
		return model.EndingUnknown, model.BasisNone
	}
	return model.EndingUnanswered, model.BasisDerived
}

func lastLine(b []byte) []byte { return b[bytes.LastIndexByte(b, '\n')+1:] }
