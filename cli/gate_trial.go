package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"coldstart/cli/answer"
	"coldstart/cli/gate"
	"coldstart/cli/program"
	"coldstart/cli/say"
	"coldstart/model"
	"coldstart/vault/hook"
)

const (
	// trialTime is how long one trial of the gate may take: well above its own deadline.
	trialTime = 20 * time.Second
	// hangTime stands in for the time after which an agent gives up a hook, watchTime for that after
	// which the line ends a program that hangs.
	hangTime  = 300 * time.Millisecond
	watchTime = time.Second
)

// failure is one way in which a hook can fail.
type failure struct {
	what string
	// program is what runs in place of the program, as a shell reads it; "" for the program itself.
	program func(own string, t hook.Trial) string
	// places changes the line's places.
	places func(l hook.GateLine, t hook.Trial) hook.GateLine
	// command is what the agent wants to run, the probe for "".
	command string
	// tool is that of a server, which gets input, in place of a shell.
	tool  string
	input any
	// hangs says that the line has to end the program; watched that it is only tried where something
	// does that, and why says where the shell alone cannot.
	hangs, watched bool
	why            string
}

// failures are the ways in which a hook can fail, the line as it is first.
func failures() []failure {
	shell := func(script string) func(string, hook.Trial) string {
		return func(own string, _ hook.Trial) string { return "sh -c " + model.ShellQuoted(script) + " sh " + own }
	}
	return []failure{
		{what: "as installed"},
		{what: "its program is missing", program: func(_ string, t hook.Trial) string { return model.ShellQuoted(t.Missing) }},
		{what: "its program cannot be run", program: func(_ string, t hook.Trial) string { return model.ShellQuoted(t.Config) }},
		{what: "it is killed by a signal", program: shell("kill -9 $$")},
		{what: "it ends with 1", program: shell("exit 1")},
		{what: "it prints nothing", program: shell("exit 0")},
		{what: "a word precedes the answer", program: shell(`echo debug; exec "$@"`)},
		{what: "a word follows the answer", program: shell(`"$@"; echo debug`)},
		{what: "the answer is incomplete", program: shell(`printf %s '{"hookSpecificOutput":'`)},
		{
			what: "its settings cannot be read", command: "true",
			places: func(l hook.GateLine, t hook.Trial) hook.GateLine {
				l.Config = t.Unreadable
				return l
			},
		},
		{
			what: "its state folder cannot be written", command: hook.TrialCommand,
			places: func(l hook.GateLine, t hook.Trial) hook.GateLine {
				l.State, l.Config, l.Vault = t.Unwritable, t.Config, t.Vault
				return l
			},
		},
		{what: "it hangs", program: shell("exec sleep 60"), hangs: true},
		{what: "it is stopped", program: shell("kill -STOP $$"), hangs: true, watched: true},
		{
			what: "it hangs, and what it started keeps its output", program: shell("sleep 20 & exec sleep 60"), hangs: true, watched: true,
			why: "the shell ends the program alone; with timeout or perl on your PATH, coldstart agent hook install writes a line that ends both",
		},
	}
}

// gateTrial tries the gate as installed.
type gateTrial struct {
	*call
	agent string
}

// run tries every line of the gate in the files of the agents.
func (c *gateTrial) run() (int, error) {
	dir, err := c.vaultDir()
	if err != nil {
		return 0, err
	}
	trial, err := hook.NewTrial()
	if err != nil {
		return 0, err
	}
	tried, err := c.tryAll(trial)
	if gone := trial.Remove(); err == nil {
		err = gone
	}
	if err != nil {
		return 0, err
	}
	if len(tried) == 0 {
		return 0, say.Failed(model.ErrNotFound, "no gate is installed here", "coldstart agent hook install adds one when your settings have rules for it")
	}
	exit := exitDone
	for _, t := range tried {
		if !t.Holds() {
			exit = exitFailed
		}
	}
	s := model.Snapshot{Name: filepath.Base(dir), At: c.now()}
	_, err = c.answer(func() any { return answer.GateTrials{Head: answer.HeadJSON(s), OK: exit == exitDone, Gates: tried} }, func() { c.out.GateTrials(tried) })
	return exit, err
}

// tryAll tries the gates of the chosen agent, or of all.
func (c *gateTrial) tryAll(trial hook.Trial) ([]answer.GateTrial, error) {
	var tried []answer.GateTrial
	for _, name := range hook.AgentHookNames() {
		if c.has("agent") && name != c.agent {
			continue
		}
		a, err := hook.AgentNamed(name)
		if err != nil {
			return nil, err
		}
		for _, file := range c.hookFiles(a, c.env.Dir) {
			s, err := hook.ReadHooks(a, file)
			if err != nil {
				return nil, err
			}
			one, err := c.try(s, trial)
			if err != nil {
				return nil, err
			}
			if one.Line != "" {
				tried = append(tried, one)
			}
		}
	}
	return tried, nil
}

// try tries the gate of one file.
func (c *gateTrial) try(s *hook.HookFile, trial hook.Trial) (answer.GateTrial, error) {
	one := answer.GateTrial{Agent: s.Agent.Name, Title: s.Agent.Title, Path: s.Path()}
	one.Faults, one.Notes = c.askedBy(s)
	client, ok := gate.ClientNamed(s.Agent.Name)
	if !ok {
		return one, fmt.Errorf("finding the gate of %s: %w", s.Agent.Name, model.ErrNotFound)
	}
	for _, h := range s.Hooks() {
		if h.Event != s.Agent.Before() {
			continue
		}
		one.Line = h.Command
		l, parsed := hook.ParseGateLine(h.Command)
		for _, f := range append(failures(), c.named(client)...) {
			if !parsed && (f.program != nil || f.places != nil) || f.watched && l.Watchdog == "" {
				continue
			}
			row, err := c.tryOne(client, h.Command, l, f, trial)
			if err != nil {
				return one, err
			}
			one.Trials = append(one.Trials, row)
		}
		if !parsed {
			one.Faults = append(one.Faults, "its line was changed by hand, so only the line itself was tried")
		}
		return one, nil
	}
	return one, nil
}

// named are calls of tools of servers that the operator's rules name, as a client makes them. Nothing can
// be asked for in them, so that each is refused if the rule holds.
func (c *gateTrial) named(client gate.Client) (calls []failure) {
	for _, r := range c.conf.Gate {
		a, ok := gate.Sample(r, c.env.Dir)
		if !ok || gate.Weigh(c.conf.Gate, a).Rule != r {
			continue
		}
		calls = append(calls, failure{
			what: "it calls " + client.Calls(a.Tool) + ", which " + ruleLine(r) + " names", tool: a.Tool, input: json.RawMessage(a.Input),
			places: func(l hook.GateLine, t hook.Trial) hook.GateLine {
				l.State, l.Vault = t.Unwritable, t.Vault
				return l
			},
		})
	}
	return calls
}

// tryOne runs the line with one failure, and says whether the agent refuses the tool then.
func (c *gateTrial) tryOne(client gate.Client, line string, l hook.GateLine, f failure, trial hook.Trial) (answer.Trial, error) {
	limit, written := trialTime, hook.GateLine.Plain
	if line == l.Closing() {
		written = hook.GateLine.Closing
	}
	if f.places != nil {
		l = f.places(l, trial)
		line = written(l)
	}
	switch {
	case f.hangs && l.Watchdog == "":
		limit = hangTime
	case f.hangs:
		l.Limit = watchTime
		line = written(l)
	}
	if f.program != nil {
		own := model.ShellQuoted(l.Program)
		line = strings.Replace(line, own+" gate ", f.program(own, trial)+" gate ", 1)
	}
	command := gate.Probe
	if f.command != "" {
		command = f.command
	}
	call := client.Call(c.env.Dir, command)
	if f.tool != "" {
		call = client.CallOf(c.env.Dir, f.tool, f.input)
	}
	event, err := json.Marshal(call)
	if err != nil {
		return answer.Trial{}, fmt.Errorf("writing an event: %w", err)
	}
	end, err := program.Line(c.ctx, c.env.Dir, line, event, limit)
	if err != nil {
		return answer.Trial{}, err
	}
	closes := client.Closes(gate.End{Exit: end.Exit, Signal: end.Signal, TimedOut: end.TimedOut, Stdout: end.Stdout, Stderr: end.Stderr})
	row := answer.Trial{What: f.what, Refused: closes}
	switch {
	case !closes && l.Watchdog == hook.Shell:
		row.Why = f.why
	case f.program == nil && f.places == nil && !bytes.Contains(end.Stdout, []byte(gate.Probed)):
		row.Why = "its program did not answer"
	}
	return row, nil
}
