package model

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

const ivyContext = `Seed: v1.0.0
Identity: Ivy (working with Jens-Christian)
Catchphrase: "Ivy here, ready to go."
Style: adaptive | Timezone: Europe/Zurich | Locale: en-US

Learnings: 3 patterns, 1 insight, 1 self-knowledge
Recent patterns:
  - Prefers TypeScript over Python for all projects
  - Uses Bun as the JavaScript runtime, never npm/yarn/pnpm
  - Writes tests before implementation (TDD mandatory)
Recent insights:
  - Morning sessions are more productive for architecture work

Pending proposals (1):
  1. [pattern] "Prefers Chart.js over D3 for data visualization" (from session_2026-01-30)

Last session: 2026-01-30T18:45:00Z
Active projects: pai-seed, reporter, ragent
Checkpoint: checkpoint_2026-01-30_001`

func TestContext(t *testing.T) {
	t.Parallel()
	const notSetUp = "PAI seed not configured. Run setup to initialize."
	for _, tt := range []struct {
		name   string
		memory Memory
		want   string
	}{
		{"the example", ivy(), ivyContext},
		{"nothing learned and nothing proposed", Memory{
			Found: true, Version: "1.0.0", Identity: Identity{Principal: "Ada", AI: "PAI", Catchphrase: "Hi", Style: "brief", Timezone: "UTC", Locale: "en-GB"},
		}, `Seed: v1.0.0
Identity: PAI (working with Ada)
Catchphrase: "Hi"
Style: brief | Timezone: UTC | Locale: en-GB

Last session: never
Active projects: none`},
		{"missing", Memory{}, notSetUp},
		{"a fault", withMemory(ivy(), func(m *Memory) { m.Faults = []SchemaFault{{Path: "version", Reason: "2.0.0"}} }), notSetUp},
		{"nobody's name", withMemory(ivy(), func(m *Memory) { m.Identity.Principal = "User" }), notSetUp},
		{"unread", Memory{Found: true, Unread: "Failed to read seed file: EACCES permission denied"},
			"PAI session context error: Failed to read seed file: EACCES permission denied"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.memory.Context(); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

func TestTheSeedDocumentHasThisContext(t *testing.T) {
	t.Parallel()
	seed, err := os.ReadFile("../../shared/seeds/004_6d9fdb8b08913c16.txt")
	if err != nil {
		t.Skip("the seed documents are not here")
	}
	if !strings.Contains(string(seed), "```\n"+ivy().Context()+"\n```") {
		t.Error("the seed document gives another context")
	}
}

func TestLearningContext(t *testing.T) {
	t.Parallel()
	several := func(t LearningType, confirmed, open int) []Learning {
		var out []Learning
		for n := range confirmed {
			out = append(out, learning(t, "", fmt.Sprint("Item ", n+1), true))
		}
		for range open {
			out = append(out, learning(t, "", "Open", false))
		}
		return out
	}
	for _, tt := range []struct {
		name string
		list []Learning
		want string
	}{
		{"none", nil, ""},
		{"of no category", []Learning{learning("habit", "", "x", true)}, ""},
		{"one unconfirmed", several(LearningInsight, 0, 1), "Learnings: 0 patterns, 1 insight, 0 self-knowledge"},
		{"one", several(LearningPattern, 1, 0), "Learnings: 1 pattern, 0 insights, 0 self-knowledge\nRecent patterns:\n  - Item 1"},
		{"own", several(LearningSelfKnowledge, 2, 1), "Learnings: 0 patterns, 0 insights, 3 self-knowledge\nRecent self-knowledge:\n  - Item 1\n  - Item 2"},
		{"five and open ones", several(LearningPattern, 5, 4), "Learnings: 9 patterns, 0 insights, 0 self-knowledge\nRecent patterns:\n  - Item 1\n  - Item 2\n  - Item 3\n  - Item 4\n  - Item 5"},
		{"six", several(LearningPattern, 6, 0), "Learnings: 6 patterns, 0 insights, 0 self-knowledge\nRecent patterns:\n  - Item 1\n  - Item 2\n  - Item 3\n  - Item 4\n  - Item 5\n  ... and 1 more"},
		{"eight", several(LearningInsight, 8, 1), "Learnings: 0 patterns, 9 insights, 0 self-knowledge\nRecent insights:\n  - Item 1\n  - Item 2\n  - Item 3\n  - Item 4\n  - Item 5\n  ... and 3 more"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := (Memory{Learned: tt.list}).learningContext(); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

func TestProposalAndStateContext(t *testing.T) {
	t.Parallel()
	m := Memory{Proposals: []Proposal{
		proposal("a", "First", "pending"), proposal("b", "No", "rejected"), proposal("c", "Yes", "accepted"),
		proposal("d", `Says "x"`, "pending"), proposal("e", "Odd", "Pending"), proposal("f", "None", ""),
	}}
	const want = "Pending proposals (2):\n  1. [pattern] \"First\" (from session_2026-01-30)\n  2. [pattern] \"Says \"x\"\" (from session_2026-01-30)"
	if got := m.proposalContext(); got != want {
		t.Errorf("got\n%s", got)
	}
	if got := (Memory{Proposals: m.Proposals[1:3]}).proposalContext(); got != "" {
		t.Errorf("got %q", got)
	}
	for _, tt := range []struct {
		memory Memory
		want   string
	}{
		{Memory{}, "Last session: never\nActive projects: none"},
		{Memory{LastSession: "some day", Projects: []string{"one"}}, "Last session: some day\nActive projects: one"},
		{Memory{Projects: []string{"one", "two"}, Checkpoint: "c"}, "Last session: never\nActive projects: one, two\nCheckpoint: c"},
	} {
		if got := tt.memory.stateContext(); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}

func TestNoTextOfASeedMakesALineOfTheContext(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := func(label string) string { return "x" + hostile().Draw(t, label) }
		m := Memory{
			Found: true, Version: text("version"), LastSession: text("last"), Projects: []string{text("project")}, Checkpoint: text("checkpoint"),
			Identity: Identity{text("principal"), text("ai"), text("catchphrase"), text("style"), text("zone"), text("locale")},
			Learned:  []Learning{learning(LearningPattern, "l", text("learning"), true)},
			Proposals: []Proposal{{
				Type: LearningType(text("type")), Content: text("content"), Source: text("source"), Status: ProposalPending,
			}},
		}
		lines := strings.FieldsFunc(m.Context()+"\n", func(r rune) bool { return strings.ContainsRune("\n\r\v\f\u0085\u2028\u2029", r) })
		if len(lines) != 12 {
			t.Fatalf("got %d lines: %q", len(lines), lines)
		}
		if got := (Memory{Unread: text("error")}).Context(); len(strings.Split(got, "\n")) != 1 {
			t.Fatalf("got %q", got)
		}
	})
}
