package rule

import (
	"slices"
	"strings"
	"time"

	"pgregory.net/rapid"

	"coldstart/model"
)

func entry(id, outcome, at string, edits ...func(*model.Entry)) model.Entry {
	e := model.Entry{Path: journalPath, ID: id, Outcome: outcome, At: model.ParseStamp(at, nil), Title: "Title of " + id, Agent: "prover"}
	category, _, _ := strings.Cut(id, "-")
	e.Category = model.Category(category)
	e.Number, _ = model.EntryNumber(id, e.Category)
	for _, edit := range edits {
		edit(&e)
	}
	return e
}

const journalPath = ".math/problems/tides/JOURNAL.md"

func journal(entries ...model.Entry) model.Journal {
	return model.Journal{Path: journalPath, Found: true, Entries: entries}
}

func using(strategy string, tags ...string) func(*model.Entry) {
	return func(e *model.Entry) { e.Strategy, e.Tags = strategy, tags }
}

func listingJournal(j model.Journal, rows ...[4]string) model.Journal {
	for _, r := range rows {
		j.Index = append(j.Index, model.IndexRow{ID: r[0], Strategy: r[1], Status: r[2], Tags: strings.Fields(r[3])})
	}
	return j
}

func session(key string, line int, edits ...func(*model.Session)) model.Session {
	s := model.Session{Key: model.SessionKey(key), Label: key, Written: key, PeerStart: key, Path: "events.jsonl", Line: line, LastLine: line, Starts: 1}
	for _, edit := range edits {
		edit(&s)
	}
	return s
}

func lastAt(text string) func(*model.Session) {
	return func(s *model.Session) { s.Last = model.ParseStamp(text, nil) }
}

func declared(line int) func(*model.Session) {
	return func(s *model.Session) {
		s.Declared, s.PeerEnded = &model.SessionEnd{Agent: model.SyntheticAgent, Line: line}, true
	}
}

func ended(line int) func(*model.Session) {
	return func(s *model.Session) { s.Ended, s.PeerEnded = &model.SessionEnd{Agent: "Spindle", Line: line}, true }
}

func wrote(line int) func(*model.Session) { return func(s *model.Session) { s.LastLine = line } }

func traceOf(status, letters string) model.Trace {
	words := map[rune]string{'c': "completed", 'i': "in-progress", 'f': "failed", '?': "paused"}
	t := model.Trace{Path: "runs/report/trace.md", Status: status, State: model.ParseStepState(status)}
	for i, c := range letters {
		t.Steps = append(t.Steps, model.TraceStep{Number: i + 1, Name: "Count", Status: words[c], State: model.ParseStepState(words[c])})
	}
	return t
}

func resumedTrace(t model.Trace, after int, decision string) model.Trace {
	t.Resumes = append(slices.Clone(t.Resumes), model.TraceResume{After: after, Decision: decision})
	return t
}

func steps(letters string) []model.Step {
	var out []model.Step
	for i, c := range letters {
		s := model.Step{Number: i + 1, Text: "step", Mark: ' '}
		switch c {
		case 'x', 'h':
			s.Mark = 'x'
		case '-':
			s.Mark = '-'
		}
		s.Human = c == 'h' || c == 'H'
		out = append(out, s)
	}
	return out
}

func number(s *model.Step) int {
	if s == nil {
		return 0
	}
	return s.Number
}

func logAt(times ...string) []model.LogEntry {
	var out []model.LogEntry
	for _, at := range times {
		out = append(out, model.LogEntry{At: model.ParseStamp(at, nil), Actor: "Agent", What: "did", Why: "so"})
	}
	return out
}

func transcript(id string, e model.Ending, ago time.Duration) model.Transcript {
	at := noon.Add(-ago)
	return model.Transcript{
		Tool: "Claude model.Code", ID: id, Path: "~/.claude/projects/-work/" + id + ".jsonl", Title: id, Dir: "/work",
		Began: model.Stamp{Time: at.Add(-time.Hour), Raw: "x"}, Last: model.Stamp{Time: at, Raw: "x"}, Changed: at,
		Ending: e, Sure: model.BasisDerived, Seen: model.FingerprintOf([]byte(id)),
	}
}

func editedTranscript(t model.Transcript, edit func(*model.Transcript)) model.Transcript {
	edit(&t)
	return t
}

func logged(label string, line int, ago time.Duration) model.Session {
	at := model.Stamp{Time: noon.Add(-ago), Raw: "x"}
	return model.Session{Key: model.SessionKey(label), Label: label, Path: "events.jsonl", Starts: 1, Line: line, LastLine: line, Started: at, Last: at}
}

func hostile() *rapid.Generator[string] {
	return rapid.StringOf(rapid.OneOf(
		rapid.Rune(),
		rapid.SampledFrom([]rune("a \t\n\r\u0085\u00A0\u2028\u2029\u200B\u202E\u2066\uFEFF\uFFFD\x00\x1b\x7f\u2800\uFE0F\U000E0041\u200C\u200Dمé👩")),
	))
}

func learning(t model.LearningType, id, content string, confirmed bool) model.Learning {
	return model.Learning{Path: "seed.json", ID: id, Type: t, Content: content, Confirmed: confirmed}
}

func proposal(id, content, status string) model.Proposal {
	return model.Proposal{Path: "seed.json", ID: id, Type: model.LearningPattern, Content: content, Source: "session_2026-01-30", Status: status}
}

func ivy() model.Memory {
	return model.Memory{
		Path: "seed.json", Found: true, Version: "1.0.0",
		Identity: model.Identity{
			Principal: "Jens-Christian", AI: "Ivy", Catchphrase: "Ivy here, ready to go.",
			Style: "adaptive", Timezone: "Europe/Zurich", Locale: "en-US",
		},
		Learned: []model.Learning{
			learning(model.LearningPattern, "pat_001", "Prefers TypeScript over Python for all projects", true),
			learning(model.LearningInsight, "ins_001", "Morning sessions are more productive for architecture work", true),
			learning(model.LearningPattern, "pat_002", "Uses Bun as the JavaScript runtime, never npm/yarn/pnpm", true),
			learning(model.LearningPattern, "pat_003", "Writes tests before implementation (TDD mandatory)", true),
			learning(model.LearningSelfKnowledge, "sk_001", "Tends to over-explain", false),
		},
		Proposals: []model.Proposal{
			proposal("prop_001", "Prefers Chart.js over D3 for data visualization", "pending"),
			proposal("prop_002", "Likes tabs", "rejected"),
			proposal("prop_003", "Likes blanks", "accepted"),
		},
		LastSession: "2026-01-30T18:45:00Z", Projects: []string{"pai-seed", "reporter", "ragent"}, Checkpoint: "checkpoint_2026-01-30_001",
	}
}

func tides(entries ...model.Entry) model.ResearchProblem {
	return model.ResearchProblem{
		Slug: "tides", Path: ".math/problems/tides", Title: "Tides of the harbour", Current: true,
		Statement: model.Statement{Found: true, Preview: []string{"Let $h$ be the height of the tide."}},
		State:     model.ResearchState{Found: true, Name: "PROOF_IN_PROGRESS", Defined: true},
		Journal:   journal(entries...),
	}
}

func withResearchProblem(p model.ResearchProblem, edits ...func(*model.ResearchProblem)) model.ResearchProblem {
	for _, edit := range edits {
		edit(&p)
	}
	return p
}

func cutLabel(entry []string, label string) (value string, ok bool) {
	for _, line := range entry {
		if value, ok := strings.CutPrefix(line, label); ok {
			return value, true
		}
	}
	return "", false
}

func withMemory(m model.Memory, edit func(*model.Memory)) model.Memory {
	edit(&m)
	return m
}
