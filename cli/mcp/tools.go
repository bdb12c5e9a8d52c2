package mcp

import (
	"cmp"
	"context"

	"coldstart/cli/say"
	"coldstart/model"
	"coldstart/model/research"
)

// Bounds of arguments in characters. A path may be long; a text is a paragraph.
const (
	mostName      = 300
	mostText      = 2000
	mostDetails   = 20_000
	mostTags      = 20
	mostStep      = 100_000
	mostLineAsked = 10_000_000
)

// The seconds that a call waits: at most, and where it does not say.
const (
	mostSeconds  = 300
	usualSeconds = 50
)

func required(f field) field {
	f.must = true
	return f
}

func textField(name, about string, most int) field {
	return field{name: name, kind: text, about: about, most: most}
}

var (
	agentField   = field{name: "agent", kind: text, about: "Your name, as in the event log", most: model.MostAgentName}
	planField    = field{name: "plan", kind: text, about: "The plan's id (2026-014) or path", most: mostName, must: true}
	problemField = field{name: "problem", kind: text, about: "The research problem's slug; by default the current one", most: mostName}
	tagsField    = field{name: "tags", kind: words, about: "Tags, as the journal has them", most: mostTags}
)

func replyField() field {
	return required(textField("ref", "The request's id from draft_request or from a refusal of the gate, its path or its name", mostName))
}

func strategyField() field {
	return field{name: "strategy", kind: text, about: "The strategy type", most: mostName, oneOf: model.Strategies()}
}

// readTools change nothing.
func readTools() []tool {
	return []tool{
		{
			name: "context", title: "Where work stands",
			about: "The report of a session start: decisions with their reasons, the plan to resume, recovery, research, memory, and items waiting for a person. Writes nothing.",
			call:  func(ctx context.Context, t Tools, _ arguments) ([]byte, error) { return t.Context(ctx) },
		},
		{
			name: "active_plan", title: "The plan to resume",
			about: "The active plan with its checkpoint, next step, what it waits for, its steps, its newest log lines and why it was chosen.",
			call:  func(ctx context.Context, t Tools, _ arguments) ([]byte, error) { return t.ActivePlan(ctx) },
		},
		{
			name: "needs_you", title: "Items waiting for a person",
			about: "The operator's queue: each item with its reason, its time, and whether it blocks work. Nothing can be decided here.",
			call:  func(ctx context.Context, t Tools, _ arguments) ([]byte, error) { return t.NeedsYou(ctx) },
		},
		replyTool(), waitTool(), guideTool(), sourcesTool(),
		{
			name: "tried", title: "Was this tried?",
			about:  "Searches all journals, attempts noted by other programs, and requests that the operator rejected or wants changed. Also searches failed or difficult steps of traces, and the subjects of sessions. Returns a verdict, and each hit with its place, time, outcome and reason. Informs, never blocks.",
			fields: []field{required(textField("words", "What you want to try: a method, a name, a tag; quotation marks keep words together", mostName))},
			call: func(ctx context.Context, t Tools, a arguments) ([]byte, error) {
				return t.Tried(ctx, a.texts["words"])
			},
		},
		{
			name: "dead_ends", title: "Which attempts would this repeat?",
			about:  "Failed or abandoned attempts at a research problem that share the strategy or two tags with yours, and the changes since. Informs, never blocks.",
			fields: []field{strategyField(), tagsField, problemField},
			call: func(ctx context.Context, t Tools, a arguments) ([]byte, error) {
				return t.DeadEnds(ctx, a.texts["problem"], a.texts["strategy"], a.lists["tags"])
			},
		},
		{
			name: "show", title: "One thing in full",
			about: "A plan, request, trace, session, journal entry or other thing by its id, path or name, with its text line by line. Keys and passwords are masked.",
			fields: []field{
				required(textField("ref", "The id from another tool, a path in the vault or a name", mostName)),
				{name: "from", kind: whole, about: "The first line to show, from 1; next_line is there if more follow", most: mostLineAsked},
			},
			call: func(ctx context.Context, t Tools, a arguments) ([]byte, error) {
				return t.Show(ctx, a.texts["ref"], max(a.wholes["from"], 1))
			},
		},
	}
}

func replyTool() tool {
	return tool{
		name: "decision", title: "The decision on a request",
		about:  "Whether a request is pending, approved, rejected, sent back for changes or withdrawn, with the note, by whom and when. Answers at once.",
		fields: []field{replyField()},
		call: func(ctx context.Context, t Tools, a arguments) ([]byte, error) {
			return t.Reply(ctx, a.texts["ref"])
		},
	}
}

func waitTool() tool {
	return tool{
		name: "wait", title: "Wait for a decision", waits: true,
		about: "Waits until a person has decided on a request, and answers like decision. Without a decision in time the answer is pending: call it again, or end the session and ask in the next one.",
		fields: []field{
			replyField(),
			{name: "seconds", kind: whole, about: "How long to wait; 50 by default, since many clients stop waiting after 60", most: mostSeconds},
		},
		call: func(ctx context.Context, t Tools, a arguments) ([]byte, error) {
			return t.Wait(ctx, a.until, a.texts["ref"], cmp.Or(a.wholes["seconds"], usualSeconds), a.tell)
		},
	}
}

func guideTool() tool {
	return tool{
		name: "guide", title: "How to work here", own: true,
		about: "The instructions for agents: how to plan, ask, log and hand over in this vault.",
		call:  func(ctx context.Context, t Tools, _ arguments) ([]byte, error) { return t.Guide(ctx) },
	}
}

func sourcesTool() tool {
	return tool{
		name: "sources", title: "What is read here",
		about: "The files searched for and found, with version and number, and the parts that were not understood.",
		call:  func(ctx context.Context, t Tools, _ arguments) ([]byte, error) { return t.Sources(ctx) },
	}
}

// writeTools record what an agent does.
func writeTools() []tool {
	return []tool{
		{
			name: "session_start", title: "Record that a session starts", writes: true,
			about:  "Appends SessionStarted with the next number to the event log and the audit lines to the sessions log. Returns the report with the decisions since the last start. Call it once, first, unless you already have the number of this session.",
			fields: []field{agentField},
			call: func(ctx context.Context, t Tools, a arguments) ([]byte, error) {
				return t.StartSession(ctx, a.caller, a.texts["agent"])
			},
		},
		{
			name: "session_end", title: "Record that a session ends", writes: true,
			about: "Appends SessionEnded for the session that you started, or for the last one that started. Your texts begin the report of the next session. Other sessions are for the operator to acknowledge.",
			fields: []field{
				textField("session", "The number from session_start", 20), agentField,
				textField("summary", "The whole in a sentence or two", model.MostHandoff),
				textField("done", "What was done", model.MostHandoff),
				textField("next", "The next step", model.MostHandoff),
				textField("open", "Open questions", model.MostHandoff),
			},
			call: func(ctx context.Context, t Tools, a arguments) ([]byte, error) {
				return t.EndSession(ctx, a.caller, a.texts["session"], a.texts["agent"], model.Handoff{
					Summary: a.texts["summary"], Done: a.texts["done"], Next: a.texts["next"], Open: a.texts["open"],
				})
			},
		},
		{
			name: "log_reasoning", title: "Add to a plan's log", writes: true,
			about: "Adds the line \"- [UTC] Agent: what - why\" to a plan's reasoning log. Its time is the checkpoint that the next session resumes from.",
			fields: []field{
				planField,
				required(textField("what", "What was done: Completed step 2", mostText)),
				textField("why", "The reason or the result", mostText),
			},
			call: func(ctx context.Context, t Tools, a arguments) ([]byte, error) {
				return t.LogReasoning(ctx, a.texts["plan"], a.texts["what"], a.texts["why"])
			},
		},
		entryTool(),
		requestTool(),
	}
}

func entryTool() tool {
	return tool{
		name: "journal_entry", title: "Write to the research journal", writes: true,
		about: "Writes an entry to the journal of a research problem. A PROOF entry needs a strategy, and every entry but a NOTE an outcome.",
		fields: []field{
			{name: "category", kind: text, about: "The section of the journal", most: mostName, must: true, oneOf: say.Each(model.Categories(), func(c model.Category) string { return string(c) })},
			required(textField("title", "The entry's title", mostName)),
			required(textField("insight", "What was learned, also from success", mostText)),
			strategyField(), tagsField,
			textField("tried", "What was tried", mostText),
			{name: "outcome", kind: text, about: "How it ended", most: mostName, oneOf: say.Each(model.Outcomes(), model.Outcome.String)},
			textField("reasoning", "Why", mostText),
			textField("artifacts", "What was produced", mostText),
			textField("related", "Related files", mostText),
			textField("re_attempt_of", "The id of the entry that this one tries again", mostName),
			agentField, problemField,
		},
		call: func(ctx context.Context, t Tools, a arguments) ([]byte, error) {
			return t.WriteEntry(ctx, a.texts["problem"], model.Draft{
				Category: model.Category(a.texts["category"]), Title: a.texts["title"], Agent: a.texts["agent"],
				Strategy: a.texts["strategy"], Tags: a.lists["tags"], Tried: a.texts["tried"],
				Outcome: model.ParseOutcome(a.texts["outcome"]), Reasoning: a.texts["reasoning"], Artifacts: a.texts["artifacts"],
				Related: a.texts["related"], Insight: a.texts["insight"], Earlier: a.texts["re_attempt_of"],
			})
		},
	}
}

func requestTool() tool {
	return tool{
		name: "draft_request", title: "Ask a person to allow a step", writes: true,
		about: "Writes a pending approval request for a step of a plan that is marked for a human. A person decides on it elsewhere; until then do not take the step. context returns the decision.",
		fields: []field{
			planField,
			{name: "step", kind: whole, about: "The number of the step in the plan", must: true, most: mostStep},
			{name: "action", kind: text, about: "The type of the action", must: true, most: mostName, oneOf: research.RequestActions()},
			required(textField("target", "Who or what the action reaches, exactly: an address, an account, a URL", mostName)),
			required(textField("rationale", "Why it should be allowed", mostText)),
			textField("details", "The text to be approved in full, as Markdown: the letter, the amounts, the call", mostDetails),
		},
		call: func(ctx context.Context, t Tools, a arguments) ([]byte, error) {
			return t.DraftRequest(ctx, model.RequestDraft{
				Plan: a.texts["plan"], Step: a.wholes["step"], Action: a.texts["action"], Target: a.texts["target"],
				Rationale: a.texts["rationale"], Details: a.texts["details"],
			})
		},
	}
}
