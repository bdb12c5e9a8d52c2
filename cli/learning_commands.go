package cli

import "coldstart/model"

// journalFlags choose the entries that are listed, entryFlags are the fields of one
// that is written.
var (
	journalFlags = []string{"problem", "category", "outcome", "strategy", "tags", "dead", "json"}
	entryFlags   = []string{
		"category", "title", "insight", "strategy", "tags", "tried", "outcome", "reasoning", "artifacts", "related", "agent",
		"re-attempt-of", "problem", "repair", "expect-hash", "dry-run", "json",
	}
)

// journalCommands are about research: what was tried and what came of it.
func journalCommands() []command {
	return []command{
		{
			name: "journal", usage: "journal [--problem SLUG] [--json]", example: "coldstart journal --dead", run: runJournal,
			summary: "Show the research dashboard and the entries of the journal", flags: journalFlags,
			details: []string{
				"--category, --outcome, --strategy and --tags list the entries that fit all of them,",
				"--dead those that were tried and failed or were abandoned.",
			},
		},
		{
			name: "deadends", usage: "deadends --strategy S --tags a,b",
			example: "coldstart deadends --strategy construction --tags modular-queens,residue-classes", run: runDeadEnds,
			summary: "Tell which earlier attempts an approach would repeat", flags: []string{"strategy", "tags", "problem", "json"},
			details: []string{
				"An attempt is similar when it has the same strategy type or two tags in common, to the",
				"letter, and a dead end when it failed or was abandoned. One of the two flags is enough.",
				"It informs and never blocks: the exit code is 0 whatever is found.",
			},
		},
		{
			name: "entry", usage: "entry --category C --title T --insight I [FLAGS]",
			example: `coldstart entry --category COMP --title "Search up to n = 20" --outcome PARTIAL --insight "No new obstacle"`,
			summary: "Write an entry into the journal of the current research problem", run: runEntry, flags: entryFlags,
			details: []string{
				"A PROOF entry needs --strategy, and every entry but a NOTE needs --outcome. When an",
				"earlier attempt like it failed, that is told and the entry is written all the same;",
				"--re-attempt-of ID says that you know. A front matter that cannot be read is only",
				"touched with --repair; --dry-run --repair shows what that would change.",
			},
		},
		{
			name: "note", usage: "note TEXT [--tags a,b]", example: `coldstart note "The 28-hole rim is back. Lace it with two blocks."`,
			summary: "Write a quick note into the journal", run: runNote,
			flags: []string{"insight", "tags", "problem", "repair", "expect-hash", "dry-run", "json"},
			least: 1, most: 1, needs: "the text of the note",
			details: []string{
				"The first sentence is the title and the whole text the insight, unless --insight",
				"says that in other words.",
			},
		},
		{
			name: "switch", usage: "switch SLUG", example: "coldstart switch skid-patch-rotation",
			summary: "Make another research problem the current one", run: runSwitch,
			flags: []string{"expect-hash", "dry-run", "json"}, least: 1, most: 1, needs: "the problem to switch to",
			details: []string{"SLUG is the name of the problem's folder, as coldstart journal lists it."},
		},
	}
}

// memoryCommands are about what an agent remembers of its operator.
func memoryCommands() []command {
	return []command{
		{
			name: "memory", usage: "memory [--context | --json]", example: "coldstart memory", run: runMemory,
			summary: "Show what the agent remembers, what it proposes, and what is stale", flags: []string{"context", "json"},
			details: []string{
				"The memory is the file of --seed, else the vault's seed.json, else ~/.pai/seed.json.",
				"--context prints only what an agent is told when its session starts, and exits with 0",
				"also when nothing can be read, so that it never keeps an agent from starting.",
			},
		},
		proposalCommand("accept", "Accept a proposal: it becomes a learning", model.ChoiceAccept, `coldstart accept Vt3x -m "Since January"`),
		proposalCommand("decline", "Decline a proposal: it is kept as rejected", model.ChoiceDecline, "coldstart decline mB7eKz40Wy --dry-run"),
	}
}

func proposalCommand(name, summary string, choice model.Choice, example string) command {
	return command{
		name: name, usage: name + " PROPOSAL [--commit] [-m NOTE]", example: example, summary: summary,
		run: decideProposal(choice), flags: append([]string{"commit"}, decisionFlags...),
		least: 1, most: 1, needs: "the proposal to " + name,
		details: []string{
			"PROPOSAL is the proposal's id or at least 4 characters that only its id begins with.",
			"--commit makes a git commit of the one file, as the agent does; with commit: true in the",
			"settings (coldstart config) that is the rule, and --commit=false the exception.",
		},
	}
}
