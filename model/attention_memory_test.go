package model

import (
	"fmt"
	"testing"
)

func TestMemoryAttention(t *testing.T) {
	t.Parallel()
	asked := proposal("p1", "Likes tabs", "pending")
	asked.Type, asked.Extracted = LearningSelfKnowledge, ParseStamp("2026-03-01", nil)
	row := need{Ref: asked.Ref(), What: "Likes tabs", Who: "session_2026-01-30", Why: "proposed self knowledge", Since: asked.Extracted.Time}
	again := row
	again.Why += ", rejected before, as p2"
	danger := func(lost string) need {
		return need{
			Ref: Ref{Kind: KindMemory, Path: "seed.json"}, What: "seed.json looks like a first run", Severity: SeverityHigh,
			Why: "the agent's setup would replace it and lose " + lost + `: identity.principalName is "User"`,
		}
	}
	user := Memory{Path: "seed.json", Found: true, Identity: Identity{Principal: "User"}}
	learned := learning(LearningPattern, "l", "x", true)
	broken := Memory{Path: "seed.json", Found: true, Faults: []SchemaFault{{Path: "seed.json", Reason: "no JSON"}}}
	emptied := danger("its contents")
	emptied.Why = "the agent's setup would replace it and lose its contents: seed.json: no JSON"
	for _, tt := range []struct {
		name   string
		memory Memory
		want   []need
	}{
		{"none", Memory{}, nil},
		{"a proposal", Memory{Found: true, Proposals: []Proposal{asked, proposal("p2", "x", "rejected"), proposal("p3", "x", "accepted")}}, []need{row}},
		{"one that was rejected before", Memory{Found: true, Proposals: []Proposal{asked, proposal("p2", "likes tabs", "rejected")}}, []need{again}},
		{"one learning in danger", user.with(func(m *Memory) { m.Learned = []Learning{learned} }), []need{danger("1 learning")}},
		{"proposals in danger", user.with(func(m *Memory) { m.Proposals = []Proposal{proposal("p2", "x", "rejected")} }), []need{danger("1 proposal")}},
		{"both in danger", user.with(func(m *Memory) {
			m.Learned, m.Proposals = []Learning{learned, learned}, []Proposal{asked, proposal("p2", "x", "rejected")}
		}), []need{danger("2 learnings and 2 proposals"), row}},
		{"a broken seed", broken, []need{emptied}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := needsOf(Snapshot{Memory: tt.memory}.NeedsYou())
			if fmt.Sprint(got) != fmt.Sprint(tt.want) {
				t.Errorf("got  %+v\nwant %+v", got, tt.want)
			}
		})
	}
}

func TestManyProposalsTakeLittleTime(t *testing.T) {
	t.Parallel()
	const many = 20_000
	var m Memory
	for n := range many {
		status := "pending"
		if n%2 == 0 {
			status = "rejected"
		}
		m.Learned = append(m.Learned, learning(LearningPattern, fmt.Sprint("l", n), fmt.Sprint("learned ", n), true))
		m.Proposals = append(m.Proposals, proposal(fmt.Sprint("p", n), fmt.Sprint("proposed ", n/2), status))
	}
	rows := Snapshot{Memory: m}.NeedsYou()
	if len(rows) != many/2 || Phrases.Why(rows[0]) != "proposed pattern, rejected before, as p0" {
		t.Fatalf("got %d rows, the first %+v", len(rows), rows[0])
	}
}
