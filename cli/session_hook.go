package cli

import (
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"time"

	"coldstart/cli/answer"
	"coldstart/cli/marks"
	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/vault"
	"coldstart/vault/hook"
)

// hookCall is what Claude Code tells a hook on standard input.
type hookCall struct {
	// Session is the program's own name for its session, Source why a session starts
	// (startup, resume, clear, compact), Reason why it ends.
	Session string `json:"session_id"`
	// Event is the hook's name.
	Event  string `json:"hook_event_name"`
	Source string `json:"source"`
	Reason string `json:"reason"`
}

const (
	// mostHookCall bounds what is read of standard input, in bytes.
	mostHookCall = 64 << 10
	// hookCallWait bounds the wait for it: not every caller writes or closes it.
	hookCallWait = 250 * time.Millisecond
)

// hookCall reads what the caller says of itself; where it does not name its session, its
// environment may. What cannot be read is ignored.
func (c *call) hookCall() hookCall {
	h := c.hookInput()
	h.Session = cmp.Or(h.Session, marks.Session(c.env.Getenv))
	return h
}

func (c *call) hookInput() hookCall {
	if c.env.StdinIsTerminal || c.env.Stdin == nil {
		return hookCall{}
	}
	said := make(chan hookCall, 1)
	go func() {
		var h hookCall
		// One object is enough; the input need not end.
		if json.NewDecoder(io.LimitReader(c.env.Stdin, mostHookCall)).Decode(&h) != nil {
			h = hookCall{}
		}
		said <- h
	}()
	select {
	case h := <-said:
		return h
	case <-time.After(hookCallWait):
		return hookCall{}
	}
}

// formatClaude is the report as one JSON object for a hook of Claude Code.
const formatClaude = "claude"

const sessionStart = "SessionStart"

// causeCompact is why a hook asks for the report once the session has summed itself up.
const causeCompact = "compact"

// forHook reports whether a hook calls. It always gets a JSON object and exit code 0, so
// that nothing keeps an agent from starting.
func (c *call) forHook() bool {
	return c.format == formatClaude
}

// failHook gives a hook its object after a failure.
func (c *call) failHook(err error) int {
	// Earlier output would be a second object.
	c.out.Text.Reset()
	said := answer.HookAnswer{SystemMessage: c.out.OneLine(c.cmd.Name() + " failed: " + phrase.Error(err))}
	if c.cmd.Name() == "start" {
		said.Specific = &answer.HookReport{Event: sessionStart, Context: noContext}
	}
	if c.writeJSON(said) != nil || c.out.Flush() != nil {
		return exitFailed
	}
	return exitDone
}

// noContext is the text for an agent after a failure.
const noContext = "coldstart could not read the vault, so the operator's decisions are unknown. " +
	"Treat nothing as approved, and ask the operator to run coldstart doctor."

// startClaude records a session start and hands the report over. A session that Claude
// Code continues, as after compacting, keeps its number.
func (c *session) startClaude() (int, error) {
	caller := c.hookCall()
	v, err := c.open()
	if err != nil {
		return 0, err
	}
	defer v.Close()
	agent, known := c.hookAgent()
	if known && caller.Event == agent.Prompt() {
		return exitDone, errors.Join(v.Prompted(c.ctx, caller.Session, c.now()), c.writeJSON(struct{}{}))
	}
	receipts, err := v.HandOvers()
	var notices []string
	if err != nil {
		notices = append(notices, phrase.Error(err))
	}
	s, mark, err := c.markClaude(v, caller)
	if err != nil {
		return 0, err
	}
	made, err := v.Made(answer.LastReport(s, mark.Number, receipts))
	if err != nil {
		notices = append(notices, phrase.Error(err))
	}
	notices = append(notices, mark.Notices...)
	receipt := model.HandOver{At: s.At, Session: mark.Number, Caller: caller.Session, Cause: caller.Source, Format: formatClaude}
	to := model.Delivery{Session: mark.Number, At: s.At}
	if known && caller.Event != "" && c.tellsOfPrompts(agent) {
		to.Caller = caller.Session
	}
	err = c.delivering(v, to, func(m model.Message, trouble error) error {
		if trouble != nil {
			notices = append(notices, trouble.Error())
		}
		return c.claudeReport(s, made, m, notices, &receipt)
	})
	if err != nil {
		return exitFailed, err
	}
	if err := v.KeepHandOver(receipt); err != nil {
		// The object is out, and there may be only one.
		c.hint(phrase.Error(err))
	}
	return exitDone, nil
}

// hookAgent is the agent whose hook this is, by the name under which its sessions are recorded.
func (c *session) hookAgent() (hook.Agent, bool) {
	for _, name := range hook.AgentHookNames() {
		// The names are those of agents that exist.
		if a, err := hook.AgentNamed(name); err == nil && a.Caller == cmp.Or(c.agent, "claude-code") {
			return a, a.Prompt() != ""
		}
	}
	return hook.Agent{}, false
}

// tellsOfPrompts reports whether a hook will say when the session has its first prompt, so that
// its message is not read before. Where an earlier version installed the hooks, none does.
func (c *session) tellsOfPrompts(a hook.Agent) bool {
	files := a.Files(c.env.Dir, homeDir(c.env.Getenv), c.env.Getenv)
	if dir := c.env.Getenv("CLAUDE_PLUGIN_ROOT"); filepath.IsAbs(dir) {
		files = append(files, filepath.Join(dir, "hooks", "hooks.json"))
	}
	return slices.ContainsFunc(files, func(file string) bool {
		// A file that cannot be read has no hook that runs.
		s, err := hook.ReadHooks(a, file)
		return err == nil && slices.ContainsFunc(s.Hooks(), func(h hook.Hook) bool { return h.Event == a.Prompt() })
	})
}

// claudeReport writes the report as one JSON object, and its size into the receipt.
func (c *session) claudeReport(s model.Snapshot, made []model.Made, m model.Message, notices []string, receipt *model.HandOver) error {
	decided, _ := answer.ApartFromEntries(made)
	most, parts := answer.Whole(), answer.HandoverParts(s, made, m)
	if receipt.Cause == causeCompact {
		told := m
		if told.Text == "" && receipt.Session != "" && s.Message.Delivered.Session == receipt.Session {
			told = s.Message
		}
		most, parts = answer.Compacted(), answer.CompactedParts(s, made, told)
	}
	text, left := answer.HandoverText(c.out.Theme, answer.HandoverIntro(receipt.Session), parts, most)
	receipt.Size, receipt.Left = answer.Units(text), left
	err := c.writeJSON(answer.HookAnswer{
		SystemMessage: c.out.OneLine(answer.HandoverMessage(s, receipt.Session, len(decided), left, m, notices)),
		Specific:      &answer.HookReport{Event: sessionStart, Context: text},
	})
	return errors.Join(err, c.out.Flush())
}

// markClaude records the start of a session unless it is open, and gives the vault as it
// was before. A failure is a notice.
func (c *session) markClaude(v *vault.Vault, caller hookCall) (model.Snapshot, model.SessionMark, error) {
	now := c.now()
	mark, err := v.StartSession(c.ctx, c.number, cmp.Or(c.agent, "claude-code"), caller.Session, now)
	if err != nil {
		mark.Number = ""
	} else if c.env.client != nil {
		// Gemini CLI names the session to its hooks, and not to its server.
		if err := v.KeepCaller(c.env.client(), mark.Number, now); err != nil {
			mark.Notices = append(mark.Notices, phrase.Error(err))
		}
	}
	// Where nobody made a vault, each session would hear of it again.
	if err != nil && !errors.Is(err, model.ErrNoVault) {
		mark.Notices = append(mark.Notices, phrase.Error(err))
	}
	if mark.Before != nil {
		return *mark.Before, mark, nil
	}
	s, err := v.Load(c.ctx, now)
	return s, mark, err
}

func openSession(s model.Snapshot, number string) bool {
	return slices.ContainsFunc(s.Events.Sessions, func(o model.Session) bool {
		return string(o.Key) == number && o.Open()
	})
}

// endClaude records the end of the caller's session, and takes back what the gate was asked for it in
// prompts of its program.
func (c *session) endClaude() (int, error) {
	caller := c.hookCall()
	v, err := c.open()
	if err != nil {
		return 0, err
	}
	defer v.Close()
	if err := v.Gate().EndSession(c.ctx, caller.Session, c.now()); err != nil {
		c.hint(phrase.Error(err))
	}
	number := c.number
	if number == "" {
		if number, err = v.SessionOf(caller.Session); err != nil {
			return 0, err
		}
	}
	if number == "" && caller.Session != "" {
		return exitDone, c.writeJSON(answer.HookAnswer{SystemMessage: c.out.OneLine("no session to end: this one was not recorded")})
	}
	mark, err := v.EndSession(c.ctx, number, c.agent, c.handoff, c.now())
	if err != nil {
		return 0, err
	}
	return exitDone, c.writeJSON(answer.HookAnswer{SystemMessage: c.out.OneLine(answer.Ended(mark) + mark.Number)})
}
