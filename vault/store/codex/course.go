package codex

import (
	"bytes"
	"cmp"
	"strconv"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/store"
	"coldstart/vault/text"
)

// course tells a builder what the lines of a rollout say.
type course struct {
	*store.Builder
	zone *time.Location
	// isSession is true once the line came with which a rollout begins, sub for the one of a
	// sub-agent.
	isSession, sub bool
	// over is how the last turn ended by its mark. What stands behind it changes nothing.
	over store.Last
	// silent is true in a turn in which the agent said nothing so far.
	silent bool
	// at is the time of the last line, stamp what it means.
	at    string
	stamp model.Stamp
	// total is the last running sum of tokens. Recorded is true once the program wrote down what each answer took:
	// then the sums, of which a killed session lacks the last, say nothing more.
	total    model.Tokens
	totalAt  model.Stamp
	recorded bool
	sums     []sum
}

// sum is what one running sum adds to the one before.
type sum struct {
	at model.Stamp
	model.Tokens
}

// read tells what a rollout says. An archived session is done, however it ended.
func read(b *store.Builder, name string, e disk.Ends, zone *time.Location) bool {
	b.Echoes = true
	c := course{Builder: b, zone: zone}
	torn := store.Lines(e.Head, c.readLine)
	if e.Gap > 0 {
		c.Pass(e.Gap)
		c.over, c.silent = store.LastNone, false
		torn = store.Lines(e.Tail, c.readLine)
	}
	switch {
	case c.over != store.LastNone:
		c.After = c.over
	case c.After == store.LastNone && c.Marks && len(e.Tail) > 0:
		c.After = store.LastResult
	}
	c.ID, c.Last = cmp.Or(c.ID, idOf(name)), c.now()
	c.Command = store.ResumeIn(tool, c.Dir, c.ID)
	for _, s := range c.sums {
		if !c.recorded {
			c.Spent(s.at, "", s.Tokens)
		}
	}
	c.End(torn, map[store.Last]store.Verdict{
		store.LastAnswer:  {Ending: model.EndingYourTurn, Sure: model.BasisDeclared},
		store.LastStop:    {Ending: model.EndingStopped, Sure: model.BasisDeclared},
		store.LastFailure: {Ending: model.EndingUnanswered, Sure: model.BasisDeclared},
	})
	if strings.HasPrefix(name, archived+"/") {
		c.Ending, c.Sure = model.EndingDone, model.BasisFolder
	}
	nothing := c.Prompts+c.Calls == 0 && c.Said == "" && e.Gap == 0
	return c.isSession && !c.sub && !nothing
}

// now is the time of the last line.
func (c *course) now() model.Stamp {
	if c.stamp.Raw != c.at {
		c.stamp = model.ParseStamp(c.at, c.zone)
	}
	return c.stamp
}

// readLine reads one line: its time, its kind, and what it tells.
func (c *course) readLine(line []byte) {
	f := store.Pick(line, "timestamp", "type", "payload")
	if f[0] != nil {
		c.at = text.Decoded(f[0], maxWord)
	}
	switch kind := text.Decoded(f[1], maxWord); kind {
	case "session_meta":
		c.meta(f[2])
	case "response_item":
		c.item(f[2])
	case "event_msg":
		c.event(f[2])
	case "compacted":
		c.Compact(c.now(), "")
	case "token_usage_record":
		f := store.Pick(f[2], "response_id", "usage")
		c.recorded = true
		c.Spent(c.now(), text.Decoded(f[0], maxWord), tokens(f[1]))
	case "turn_context", "world_state", "inter_agent_communication", "inter_agent_communication_metadata":
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
	f := store.Pick(body, "id", "timestamp", "cwd", "cli_version", "originator", "source", "forked_from_id", "git", "thread_source")
	c.isSession = true
	c.ID, c.From = text.Decoded(f[0], maxWord), text.Decoded(f[6], maxWord)
	c.Began = model.ParseStamp(text.Decoded(f[1], maxWord), c.zone)
	c.Dir, c.Version = text.Decoded(f[2], maxPath), text.Decoded(f[3], maxWord)
	from := text.Decoded(f[5], maxWord)
	c.Batch = from == "exec" || from == "" && text.Decoded(f[4], maxWord) == "codex_exec"
	c.sub = bytes.HasPrefix(f[5], []byte(`{`)) && store.Pick(f[5], "subagent")[0] != nil || text.Decoded(f[8], maxWord) == "subagent"
	c.Branch = text.Decoded(store.Pick(f[7], "branch")[0], maxWord)
}

// event reads what the program itself notes.
func (c *course) event(body []byte) {
	switch kind := store.Member(body, "type"); kind {
	case "task_started", "turn_started":
		c.Marks, c.over, c.Plan, c.silent = true, store.LastNone, "", true
		c.Over(store.LastPrompt)
	case "task_complete", "turn_complete":
		c.complete(body)
	case "turn_aborted":
		c.Stop(c.now(), stopped(store.Member(body, "reason")))
		c.Marks, c.over = true, store.LastStop
	case "thread_rolled_back":
		n, _ := strconv.Atoi(string(store.Pick(body, "num_turns")[0]))
		c.TakeBack(c.now(), n, model.Counted(n, "turn"))
		c.over = store.LastAnswer
	case "token_count":
		c.count(store.Pick(body, "info")[0])
	case "user_message":
		f := store.Pick(body, "message", "kind")
		if kind := text.Decoded(f[1], maxWord); kind == "" || kind == "plain" {
			c.Asked(c.now(), prompt(text.Decoded(f[0], store.MostWords+1)))
		}
	case "agent_message":
		c.Answered(c.now(), wordsIn(body, "message"))
	case "thread_name_updated":
		if name := store.Member(body, "thread_name"); name != "" {
			c.Title = store.OneLine(name, store.MostTitle)
		}
	case "context_compacted":
		c.Compact(c.now(), "")
	case "error", "stream_error":
		c.trouble(body)
	case "entered_review_mode":
		c.Asked(c.now(), strings.TrimSpace("/review "+store.Member(body, "user_facing_hint")))
	case "exited_review_mode":
		c.Answered(c.now(), wordsIn(store.Pick(body, "review_output")[0], "overall_explanation"))
	case "exec_command_end", "patch_apply_end", "mcp_tool_call_end":
		c.ended(body)
	case "item_completed":
		c.completed(store.Pick(body, "item")[0])
	default:
		if !passed[kind] {
			c.Unknown++
		}
	}
}

// wordsIn is what somebody said, in a member of an object.
func wordsIn(body []byte, name string) string {
	return text.Decoded(store.Pick(body, name)[0], store.MostWords+1)
}

// passed are events that tell nothing of the course of a session.
var passed = map[string]bool{
	"agent_reasoning": true, "agent_reasoning_raw_content": true, "agent_reasoning_section_break": true,
	"thread_settings_applied": true, "session_configured": true, "web_search_end": true, "view_image_tool_call": true,
	"image_generation_end": true, "undo_completed": true, "warning": true, "item_started": true, "sub_agent_activity": true,
	"collab_agent_spawn_end": true, "collab_agent_interaction_end": true, "collab_waiting_end": true, "collab_close_end": true,
	"collab_resume_end": true, "dynamic_tool_call_request": true, "dynamic_tool_call_response": true, "thread_goal_updated": true,
	"turn_diff": true, "plan_update": true, "background_event": true, "guardian_assessment": true, "hook_completed": true,
}

// Answered tells what the agent said.
func (c *course) Answered(at model.Stamp, words string) {
	c.silent = c.silent && store.Words(words) == ""
	c.Builder.Answered(at, words)
}

// complete ends a turn, which may have failed: with an error behind the last words of the agent, or without any words the mark
// says only that the turn is over.
func (c *course) complete(body []byte) {
	planned := c.over == store.LastPlan
	if c.Marks = true; !planned {
		c.over = store.LastAnswer
	}
	c.Drop()
	f := store.Pick(body, "error", "last_agent_message")
	if bytes.HasPrefix(f[0], []byte("{")) {
		c.over = store.LastFailure
		c.trouble(f[0])
	} else if !planned {
		if c.Answered(c.now(), text.Decoded(f[1], store.MostWords+1)); c.Trouble != "" || c.silent {
			c.over = store.LastFailure
		}
	}
}

// trouble notes an error. Its message may be the answer of a server, which has one in itself.
func (c *course) trouble(body []byte) {
	words := store.Member(body, "message")
	inner := store.Pick([]byte(words), "error")[0]
	c.Troubled(c.now(), cmp.Or(store.Member(inner, "message"), words))
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
	return strings.ReplaceAll(store.OneLine(reason, store.MostTitle), "_", " ")
}

// count reads a running sum of tokens. That of a fork begins with its parent's, and behind a gap it has what was not read,
// which counts at the time of the sum before.
func (c *course) count(info []byte) {
	f := store.Pick(info, "last_token_usage", "total_token_usage")
	last, total := tokens(f[0]), tokens(f[1])
	if total == c.total || total == (model.Tokens{}) {
		return
	}
	before := total.Minus(last)
	if missed := before.Minus(c.total); c.totalAt.Known() && missed.Used() > 0 {
		c.sums = append(c.sums, sum{c.totalAt, missed})
	}
	c.sums = append(c.sums, sum{c.now(), last})
	c.total, c.totalAt = total, c.now()
}

// tokens are those of an answer. What came from a cache is in its input.
func tokens(usage []byte) model.Tokens {
	f := store.Pick(usage, "input_tokens", "cached_input_tokens", "output_tokens")
	cached := store.Count(f[1])
	return model.Tokens{In: max(0, store.Count(f[0])-cached), CacheRead: cached, Out: store.Count(f[2])}
}
