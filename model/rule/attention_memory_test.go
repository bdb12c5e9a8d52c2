package rule

import (
	"fmt"
	"testing"

	"coldstart/model"
)

func TestMemoryAttention(t *testing.T) {
	t.Parallel()
	asked := proposal("p1", "Likes tabs", "pending")
	asked.Type, asked.Extracted = model.LearningSelfKnowledge, model.ParseStamp("2026-03-01", nil)
	row := need{Ref: asked.Ref(), What: "Likes tabs", Who: "session_2026-01-30", Why: "proposed self knowledge", Since: asked.Extracted.Time}
	again := row
	again.Why += ", rejected before, as p2"
	danger := func(lost string) need {
		return need{
			Ref: model.Ref{Kind: model.KindMemory, Path: "seed.json"}, What: "seed.json looks like a first run", Severity: model.SeverityHigh,
			Why: "the agent's setup would replace it and lose " + lost + `: identity.principalName is "User"`,
		}
	}
	user := model.Memory{Path: "seed.json", Found: true, Identity: model.Identity{Principal: "User"}}
	learned := learning(model.LearningPattern, "l", "x", true)
	broken := model.Memory{Path: "seed.json", Found: true, Faults: []model.SchemaFault{{Path: "seed.json", Reason: "no JSON"}}}
	emptied := danger("its contents")
	emptied.Why = "the agent's setup would replace it and lose its contents: seed.json: no JSON"
	for _, tt := range []struct {
		name   string
		memory model.Memory
		want   []need
	}{
		{"none", model.Memory{}, nil},
		{"a proposal", model.Memory{Found: true, Proposals: []model.Proposal{asked, proposal("p2", "x", "rejected"), proposal("p3", "x", "accepted")}}, []need{row}},
		{"one that was rejected before", model.Memory{Found: true, Proposals: []model.Proposal{asked, proposal("p2", "likes tabs", "rejected")}}, []need{again}},
		{"one learning in danger", withMemory(user, func(m *model.Memory) { m.Learned = []model.Learning{learned} }), []need{danger("1 learning")}},
		{"proposals in danger", withMemory(user, func(m *model.Memory) { m.Proposals = []model.Proposal{proposal("p2", "x", "rejected")} }), []need{danger("1 proposal")}},
		{"both in danger", withMemory(user, func(m *model.Memory) {
			m.Learned, m.Proposals = []model.Learning{learned, learned}, []model.Proposal{asked, proposal("p2", "x", "rejected")}
		}), []need{danger("2 learnings and 2 proposals"), row}},
		{"a broken seed", broken, []need{emptied}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := needsOf(NeedsYou(model.Snapshot{Memory: tt.memory}))
			if fmt.Sprint(got) != fmt.Sprint(tt.want) {
				t.Errorf("got  %+v\nwant %+v", got, tt.want)
			}
		})
	}
}

func TestManyProposalsTakeLittleTime(t *testing.T) {
	t.Parallel()
	const many = 20_000
	var m model.Memory
	for n := range many {
		status := "pending"
		if n%2 == 0 {
			status = "rejected"
		}
		m.Learned = append(m.Learned, learning(model.LearningPattern, fmt.Sprint("l", n), fmt.Sprint("learned ", n), true))
		m.Proposals = append(m.Proposals, proposal(fmt.Sprint("p", n), fmt.Sprint("proposed ", n/2), status))
	}
	rows := NeedsYou(model.Snapshot{Memory: m})
	if len(rows) != many/2 || Phrases.Why(rows[0]) != "proposed pattern, rejected before, as p0" {
		t.Fatalf("got %d rows, the first %+v", len(rows), rows[0])
	}
}
