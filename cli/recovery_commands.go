package cli

import "coldstart/model"

// recoveryCommands are about what interrupted sessions left behind.
func recoveryCommands() []command {
	return []command{
		{
			name: "orphans", usage: "orphans [--json]", example: "coldstart orphans", run: runOrphans,
			summary: "List sessions that never ended, and stuck work items", flags: []string{"json"},
		},
		{
			name: "traces", usage: "traces [--json]", example: "coldstart traces --json", run: runTraces,
			summary: "List workflows by their trace, with what the recovery rules advise", flags: []string{"json"},
		},
		{
			name: "ack", usage: "ack SESSION | ack --all", example: `coldstart ack 244 -m "The machine was restarted"`, run: runAck,
			summary: "Acknowledge that a session is dead: ends it in the event log",
			flags:   []string{"all", "sure", "m", "expect-hash", "dry-run", "json"}, most: 1,
			details: []string{
				"SESSION may also be an approved file that was changed since (coldstart verify), or that",
				"a log says failed: then you know of it, and it needs you no more.",
				"A session that wrote in the last ten minutes may still be live: it is refused",
				"without --sure, and left out of --all.",
			},
		},
		traceCommand("rerun", "Order that an interrupted step is run again", model.ChoiceRerun, `coldstart rerun quarterly-report -m "Start from line 15"`),
		{
			name: "inspect", usage: "inspect TRACE [--step N]", example: "coldstart inspect quarterly-report", run: runInspect,
			summary: "Show what an interrupted step left behind; writes nothing",
			flags:   []string{"step", "json"}, least: 1, most: 1, needs: "the trace to inspect",
		},
		traceCommand("retry", "Order another try of a failed step", model.ChoiceRetry, `coldstart retry import-ledger -m "The bank has explained the sign"`),
		traceCommand("skip", "Order that a failed step is left out", model.ChoiceSkip, `coldstart skip import-ledger -m "Booked by hand"`),
		traceCommand("abort", "Order that a workflow with a failed step is given up", model.ChoiceAbort, `coldstart abort import-ledger -m "Not needed any more"`),
	}
}

func traceCommand(name, summary string, choice model.Choice, example string) command {
	return command{
		name: name, usage: name + " TRACE [--step N] [-m NOTE]", example: example, summary: summary,
		run: func(c *call) (int, error) { return c.decideTrace(choice) }, flags: append([]string{"step"}, decisionFlags...),
		least: 1, most: 1, needs: "the trace",
		details: []string{
			"TRACE is the trace's name, its path, or its folder. Without --step the last step is",
			"meant. The order is added to the end of the trace; nothing is run.",
		},
	}
}

// sessionCommands are for the agents' side of a session.
func sessionCommands() []command {
	return []command{
		{
			name: "start", usage: "start [--session N] [--agent A] [--format text|json|claude]", example: "coldstart start --agent Spindle", run: runStart,
			summary: "Record that a session starts, and print the report for it",
			flags:   []string{"session", "agent", "format", "json"},
			details: []string{
				"Appends SessionStarted to the event log and the audit lines to Logs/sessions.md,",
				"makes a missing Plans folder, and prints the report of coldstart status with what",
				"was decided since the last start. Without --session the last number plus one is",
				"taken. Where there is research, the session is counted in the problem's STATE.md, its",
				"DASHBOARD.md is written anew, and the configuration says when it was worked on.",
				"--format claude prints one JSON object for a SessionStart hook: a line for the human",
				"and at most 8,000 characters for the agent, what was decided first. It always exits",
				"with 0, reads only the newest 150 files of each kind and the ends of long logs, and",
				"goes on with the session that it has recorded already. coldstart hook installs it.",
			},
		},
		{
			name: "end", usage: "end [--session N] [--agent A] [--format text|json|claude]", example: "coldstart end --session 246", run: runEnd,
			summary: "Record that a session ended", flags: []string{"session", "agent", "format", "json"},
			details: []string{
				"Without --session the current session is meant, the one that started last.",
				"--format claude is for a SessionEnd hook: it ends the session that was recorded for",
				"the caller, and always exits with 0.",
			},
		},
	}
}
