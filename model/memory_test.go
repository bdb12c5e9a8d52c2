package model

import (
	"strings"
	"testing"
	"time"
)

func learning(t LearningType, id, content string, confirmed bool) Learning {
	return Learning{Path: "seed.json", ID: id, Type: t, Content: content, Confirmed: confirmed}
}

func proposal(id, content, status string) Proposal {
	return Proposal{Path: "seed.json", ID: id, Type: LearningPattern, Content: content, Source: "session_2026-01-30", Status: status}
}

// ivy is the seed document's complete example.
func ivy() Memory {
	return Memory{
		Path: "seed.json", Found: true, Version: "1.0.0",
		Identity: Identity{
			Principal: "Jens-Christian", AI: "Ivy", Catchphrase: "Ivy here, ready to go.",
			Style: "adaptive", Timezone: "Europe/Zurich", Locale: "en-US",
		},
		Learned: []Learning{
			learning(LearningPattern, "pat_001", "Prefers TypeScript over Python for all projects", true),
			learning(LearningInsight, "ins_001", "Morning sessions are more productive for architecture work", true),
			learning(LearningPattern, "pat_002", "Uses Bun as the JavaScript runtime, never npm/yarn/pnpm", true),
			learning(LearningPattern, "pat_003", "Writes tests before implementation (TDD mandatory)", true),
			learning(LearningSelfKnowledge, "sk_001", "Tends to over-explain", false),
		},
		Proposals: []Proposal{
			proposal("prop_001", "Prefers Chart.js over D3 for data visualization", "pending"),
			proposal("prop_002", "Likes tabs", "rejected"),
			proposal("prop_003", "Likes blanks", "accepted"),
		},
		LastSession: "2026-01-30T18:45:00Z", Projects: []string{"pai-seed", "reporter", "ragent"}, Checkpoint: "checkpoint_2026-01-30_001",
	}
}

// withMemory returns a memory after an edit to it.
func withMemory(m Memory, edit func(*Memory)) Memory {
	edit(&m)
	return m
}

func TestStale(t *testing.T) {
	t.Parallel()
	const ninety = 90 * 24 * time.Hour
	at := func(ago time.Duration) Stamp { return Stamp{Raw: "x", Time: noon.Add(-ago)} }
	for _, tt := range []struct {
		name                 string
		extracted, confirmed Stamp
		want                 bool
	}{
		{"exactly 90 days", at(ninety), Stamp{}, false},
		{"a millisecond more", at(ninety + time.Millisecond), Stamp{}, true},
		{"confirmed exactly 90 days ago", at(2 * ninety), at(ninety), false},
		{"confirmed a millisecond earlier", at(2 * ninety), at(ninety + time.Millisecond), true},
		{"confirmed today", at(2 * ninety), at(0), false},
		{"confirmed at no time", at(2 * ninety), Stamp{Raw: "soon"}, true},
		{"no time at all", Stamp{}, Stamp{}, false},
		{"in the future", at(-ninety), Stamp{}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := (Learning{Extracted: tt.extracted, ConfirmedAt: tt.confirmed}).Stale(noon); got != tt.want {
				t.Errorf("got %v", got)
			}
		})
	}
}

func TestFirstRunAndWhatItWouldLose(t *testing.T) {
	t.Parallel()
	const faulty, user = "learned.patterns[2].extractedAt: not a time in UTC", `identity.principalName is "User"`
	broken := func(m *Memory) {
		m.Faults = []SchemaFault{{Path: "learned.patterns[2].extractedAt", Line: 9, Reason: "not a time in UTC"}, {Path: "version", Reason: "later"}}
	}
	named := func(name string) func(*Memory) { return func(m *Memory) { m.Identity.Principal = name } }
	emptied := func(m *Memory) { m.Learned, m.Proposals = nil, nil }
	for _, tt := range []struct {
		name, first, wiped string
		memory             Memory
	}{
		{"set up", "", "", ivy()},
		{"no place to look", "the file is missing", "", Memory{}},
		{"missing", "the file is missing", "", Memory{Path: "seed.json"}},
		{"unread", "", "", Memory{Path: "seed.json", Found: true, Unread: "no permission"}},
		{"unread and missing", "", "", Memory{Unread: "no permission"}},
		{"a fault", faulty, faulty, withMemory(ivy(), broken)},
		{"a fault and nothing read", faulty, faulty, withMemory(withMemory(ivy(), broken), emptied)},
		{"a fault and nobody's name", faulty, faulty, withMemory(withMemory(ivy(), broken), named("User"))},
		{"nobody's name", user, user, withMemory(ivy(), named("User"))},
		{"nobody's name and nothing to lose", user, "", withMemory(withMemory(ivy(), named("User")), emptied)},
		{"nobody's name and one proposal", user, user, withMemory(withMemory(ivy(), named("User")), func(m *Memory) { m.Learned = nil })},
		{"a name in lower case", "", "", withMemory(ivy(), named("user"))},
		{"a name with a blank", "", "", withMemory(ivy(), named("User "))},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := Phrases.Reason(tt.memory.FirstRun()); got != tt.first {
				t.Errorf("first run: got %q, want %q", got, tt.first)
			}
			if got := Phrases.Reason(tt.memory.WouldBeWiped()); got != tt.wiped {
				t.Errorf("wiped: got %q, want %q", got, tt.wiped)
			}
		})
	}
}

func TestBefore(t *testing.T) {
	t.Parallel()
	m := Memory{
		Learned: []Learning{
			learning(LearningInsight, "ins_001", "Mornings are  best\n", false), learning(LearningPattern, "pat_001", "mornings are best", true),
			learning(LearningPattern, "pat_002", " ", true), learning(LearningPattern, "pat_003", "Straße", true),
		},
		Proposals: []Proposal{
			proposal("p1", "Likes tabs", "rejected"), proposal("p2", "Likes tabs", "pending"), proposal("p3", "likes\ttabs ", "pending"),
			proposal("p4", "Likes", "rejected"), proposal("p5", "Likes both", "accepted"), proposal("p6", "likes both", "pending"),
			proposal("p7", "MORNINGS are best", "pending"), proposal("p8", "Mornings arebest", "pending"), proposal("p9", "", "pending"),
			proposal("p10", "STRAßE", "pending"), proposal("p11", "twice no", "rejected"), proposal("p12", "Twice no", "rejected"),
		},
	}
	want := map[string]string{
		"p2": "rejected before, as p1", "p3": "rejected before, as p1", "p7": "learned before, as ins_001",
		"p10": "learned before, as pat_003", "p11": "rejected before, as p12", "p12": "rejected before, as p11",
	}
	for _, p := range m.Proposals {
		if got := Phrases.Reason(m.Before(p)); got != want[p.ID] {
			t.Errorf("%s: got %q, want %q", p.ID, got, want[p.ID])
		}
	}
}

func TestFindingInAMemory(t *testing.T) {
	t.Parallel()
	m := ivy()
	m.Proposals = append(m.Proposals, Proposal{Path: "seed.json", ID: "prop_001", Copy: 1, Content: "another"})
	m.Learned = append(m.Learned, Learning{Path: "seed.json", ID: "pat_001", Copy: 1, Content: "another"})
	if p, ok := m.Proposal(Ref{KindProposal, "seed.json", "prop_001~2"}); !ok || p.Content != "another" {
		t.Errorf("got %+v", p)
	}
	if p, ok := m.Proposal(Ref{KindProposal, "seed.json", "prop_001"}); !ok || !strings.HasPrefix(p.Content, "Prefers") {
		t.Errorf("got %+v", p)
	}
	if l, ok := m.Learning(Ref{KindLearning, "seed.json", "pat_001~2"}); !ok || l.Content != "another" {
		t.Errorf("got %+v", l)
	}
	_, proposed := m.Proposal(Ref{KindLearning, "seed.json", "pat_001"})
	_, learned := m.Learning(Ref{KindLearning, "other.json", "pat_001"})
	if proposed || learned {
		t.Error("found what is not there")
	}
	for _, c := range LearningTypes() {
		if c.List() == "" {
			t.Errorf("%s has no list", c)
		}
	}
	if LearningType("habit").List() != "" || LearningSelfKnowledge.List() != "selfKnowledge" {
		t.Error("a list has the wrong name")
	}
}
