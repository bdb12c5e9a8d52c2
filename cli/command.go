package cli

import (
	"slices"

	"coldstart/model"
)

// command is one row of the table of commands.
type command struct {
	// name is what is typed, empty for the dashboard.
	name string
	// summary is one line for the list of commands.
	summary string
	// usage is the command line without the program's name.
	usage string
	// example is a whole command line that works in the demo vault.
	example string
	// details follow the usage in the command's own help, one line each.
	details []string
	// flags are the names of the flags it takes besides the global ones.
	flags []string
	// least and most count its arguments; needs says in words what is missing.
	least, most int
	needs       string
	run         func(*call) (exit int, err error)
}

var decisionFlags = []string{"m", "expect-hash", "dry-run", "json"}

// commands gives the table. It is a function because help, which is in it, reads
// it.
func commands() []command {
	return slices.Concat(reportCommands(), decisionCommands(), pastCommands(), snoozeCommands(), pinCommands(), messageCommands(), recoveryCommands(), journalCommands(), memoryCommands(), sessionCommands(), hookCommands(), agentCommands(), otherCommands(), shellCommands())
}

func reportCommands() []command {
	return []command{
		dashboardCommand(),
		{
			name: "demo", usage: "demo [--linear]", example: "coldstart demo", run: runDemo, flags: []string{"linear"},
			summary: "Open a copy of the built-in example vault",
			details: []string{
				"The copy lies in a temporary folder and is removed when the screen closes.",
				"Its clock starts at " + model.FormatUTC(demoStart()) + " unless --now is given.",
			},
		},
		{
			name: "status", usage: "status [--json | --short]", example: "coldstart status", run: runStatus,
			summary: "Print the session-start report; never writes",
			flags:   []string{"json", "short"},
			details: []string{
				"--short prints one line and exits with 0 when nothing needs you, 10 when",
				"something does, and 11 when work is blocked by it.",
			},
		},
		{
			name: "approvals", usage: "approvals [--json]", example: "coldstart approvals --json", run: runApprovals,
			summary: "List the requests that wait for a decision", flags: []string{"json"},
		},
		{
			name: "plans", usage: "plans [--json]", example: "coldstart plans", run: runPlans,
			summary: "List the plans in the order in which they would be resumed", flags: []string{"json"},
		},
		{
			name: "problems", usage: "problems [--json]", example: "coldstart problems", run: runProblems,
			summary: "List what could not be read, with file, line and reason", flags: []string{"json"},
		},
		{
			name: "show", usage: "show REF [--json]", example: "coldstart show 2026-014", run: runShow,
			summary: "Show one plan, request, journal entry or other thing whole", flags: []string{"json"},
			least: 1, most: 1, needs: "the thing to show",
			details: append(refDetails(),
				"It is also a research problem by its slug, an entry of a journal (PROOF-002, or",
				"SLUG/PROOF-002), a proposal or a learning."),
		},
	}
}

func dashboardCommand() command {
	return command{
		usage: "[VAULT] [--linear]", example: "coldstart .", most: 1, run: runDashboard,
		summary: "Open the dashboard", flags: []string{"linear"},
		details: []string{
			"Without VAULT the nearest vault at or above the working directory is opened.",
			"Without a terminal the report of coldstart status is printed instead.",
			"--linear asks for one line at a time and draws nothing, for screen readers: every",
			"decision can be made, behind its whole text.",
		},
	}
}

func decisionCommands() []command {
	return []command{
		{
			name: "approve", usage: "approve REF [-m NOTE]", example: `coldstart approve 2026-013 -m "Checked against the delivery note"`,
			summary: "Approve a request", run: decideWith(model.ChoiceApprove),
			flags: append([]string{"target"}, decisionFlags...), least: 1, most: 1, needs: "the request to approve",
			details: append(decisionDetails(),
				"An expired or doubtful request, or one that was approved before, needs --target with its target, as",
				"a sign that it is meant all the same; the refusal says why, and what to give.",
				"One with a masked key or password is approved only with --reveal: look at it first."),
		},
		{
			name: "reject", usage: "reject REF -m REASON", example: `coldstart reject 2026-013 -m "Ask for a credit note first"`,
			summary: "Reject a request with a reason", run: decideWith(model.ChoiceReject),
			flags: decisionFlags, least: 1, most: 1, needs: "the request to reject", details: decisionDetails(),
		},
		{
			name: "changes", usage: "changes REF -m NOTE", example: `coldstart changes 2026-013 -m "Shorter, please"`,
			summary: "Ask for another version of a request, which stays pending", run: decideWith(model.ChoiceChanges),
			flags: decisionFlags, least: 1, most: 1, needs: "the request to change", details: decisionDetails(),
		},
	}
}

func otherCommands() []command {
	return []command{
		{
			name: "doctor", usage: "doctor [--json]", example: "coldstart doctor", run: runDoctor,
			summary: "Check the vault for what would trip people or agents", flags: []string{"json"},
			details: []string{"Exits with 5 when it found something. Nothing is changed."},
		},
		{
			name: "verify", usage: "verify [--json]", example: "coldstart verify", run: runVerify,
			summary: "Hold your approvals against the files that lie there now", flags: []string{"json"},
			details: []string{"Exits with 5 when an approved file has other bytes than you approved."},
		},
		configCommand(),
		{
			name: "version", usage: "version", example: "coldstart version", run: runVersion,
			summary: "Print the version of this program",
		},
		{
			name: "help", usage: "help [COMMAND]", example: "coldstart help approve", run: runHelp,
			summary: "Print the list of commands, or how one of them is used", most: 1,
		},
	}
}

func refDetails() []string {
	return []string{
		"REF is an id as --json gives it, a path in the vault, a file name with or without",
		"its ending, or a plan id. Where several things fit, they are listed.",
	}
}

func decisionDetails() []string {
	return append(refDetails(),
		"A plan id means the one request that waits for it.",
		"--expect-hash refuses when the file is not the one with this SHA-256 (8 digits or",
		"more); --dry-run prints the changes and makes none.")
}

func commandNamed(name string) (command, bool) {
	for _, cmd := range commands() {
		if cmd.name == name {
			return cmd, true
		}
	}
	return command{}, false
}

func commandNames() []string {
	var names []string
	for _, cmd := range commands() {
		if cmd.name != "" {
			names = append(names, cmd.name)
		}
	}
	return names
}

// title is how the command is called in sentences.
func (c command) title() string {
	if c.name == "" {
		return "coldstart"
	}
	return "coldstart " + c.name
}

func (c command) usageHint() string { return "usage: coldstart " + c.usage }

func (c command) helpHint() string {
	if c.name == "" {
		return "coldstart help lists the commands and their flags"
	}
	return "coldstart help " + c.name + " tells what it takes"
}
