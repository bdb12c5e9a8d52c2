package mcp

import (
	"context"

	"coldstart/model"
)

// Desk is all that an agent can do with a vault. Every answer is JSON without keys and
// passwords; an error is one line that can be shown to the agent as it is.
type Desk interface {
	// ActivePlan gives the plan to resume with its checkpoint, NeedsYou what waits for a
	// person, Context the report of a session start. None of them writes.
	ActivePlan(ctx context.Context) ([]byte, error)
	NeedsYou(ctx context.Context) ([]byte, error)
	Context(ctx context.Context) ([]byte, error)
	// Show gives one thing by its id, path or name, from one of its lines on.
	Show(ctx context.Context, ref string, from int) ([]byte, error)
	// DeadEnds tells what an approach to a research problem would repeat. An empty
	// problem is the current one.
	DeadEnds(ctx context.Context, problem, strategy string, tags []string) ([]byte, error)

	// StartSession and EndSession record the agent's own session in the event log.
	StartSession(ctx context.Context, agent string) ([]byte, error)
	EndSession(ctx context.Context, session, agent string) ([]byte, error)
	// LogReasoning adds a line to a plan's log.
	LogReasoning(ctx context.Context, plan, what, why string) ([]byte, error)
	// WriteEntry writes into the journal of a research problem.
	WriteEntry(ctx context.Context, problem string, d model.Draft) ([]byte, error)
	// DraftRequest writes a request that waits for a person.
	DraftRequest(ctx context.Context, d model.RequestDraft) ([]byte, error)
}
