package model

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
	"unicode"

	"pgregory.net/rapid"
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

// What fills up the first line of a newsletter changes no word and says nothing.
func TestThePaddingOfNewslettersHidesNothing(t *testing.T) {
	for name, text := range map[string]string{
		"between words":         "Our spring sale \u034f \u034f \u034f begins today",
		"at the end of a line":  "Our spring sale \u200b\nbegins today",
		"on lines of its own":   "Sale\n\u200c\u00a0\u200c\u00a0\u200c\u00a0\n \u200c\u00a0\u200c \nToday",
		"of several characters": "Sale " + strings.Repeat("\u034f\u200c\u00a0\u00ad\u2007", 40) + " today",
		"cut in its pattern":    "Sale " + strings.Repeat("\u034f \u200c \ufeff ", 9) + "\u034f",
		"long, behind a word":   "Sale" + strings.Repeat("\u200c\u00a0", 60) + "today",
		"long, before words":    strings.Repeat("\u034f ", 20) + "View in browser",
		"long, below a line":    "Sale\n" + strings.Repeat("\u034f ", 20) + "View in browser",
		"with CRLF":             "Sale\r\n\u200b\r\nToday",
		"of joiners":            "Sale \u200d \u200d \u200d today",
		"all there is":          "\u034f \u034f",
	} {
		if n := CountHidden(WithoutPadding(text)); n != 0 {
			t.Errorf("%s: %d of %q count", name, n, text)
		}
	}
}

// Padding goes, and everything else of a text stays as it is.
func TestWithoutPaddingKeepsTheRest(t *testing.T) {
	for text, want := range map[string]string{
		"a \u200b b":                       "a  b",
		"a\u200bb \u200b c":                "a\u200bb  c",
		"x\n\u034f\u00a0\u034f\r\ny":       "x\n\u00a0\r\ny",
		"plain":                            "plain",
		"\ufeff---\ntitle: x":              "\ufeff---\ntitle: x",
		"می\u200cخواهم":                    "می\u200cخواهم",
		"no\u00a0break \xff \u200b broken": "no\u00a0break \xff  broken",
	} {
		if got := WithoutPadding(text); got != want {
			t.Errorf("WithoutPadding(%q) is %q, want %q", text, got, want)
		}
	}
}

func TestCountHidden(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want int
	}{
		"a word is cut":                  {"pay\u200bpal", 1},
		"a selector in a word":           {"pay\uFE0Fpal", 1},
		"a selector in a number":         {"12\uFE0F0 EUR", 1},
		"selectors of emoji":             {"\u2764\uFE0F 1\uFE0F\u20E3 \u2139\uFE0F", 0},
		"fillers":                        {"a\U00013455b\U00016FE4c\uFFFC", 3},
		"a soft hyphen in a word":        {"pay\u00adpal", 1},
		"behind a word":                  {"bob@tidewell.example\u200b", 1},
		"before a word":                  {"\u200bstatus: x", 1},
		"before a heading":               {"text\n\u200b # Heading", 1},
		"before the first word":          {"\u200b - [ ] step", 1},
		"long, between letters":          {"a" + strings.Repeat("\u200b", 40) + "b", 40},
		"a message of two characters":    {"a \u200b\u200c\u200c\u200b\u200b\u200b\u200c\u200b\u200c b", 9},
		"a message down the lines":       {"a\n\u200b\n\u200c\n\u200c\n\u200b\n\u200b\nb", 5},
		"a message in blanks":            {"a \u200b \u200c \u200c \u200b \u200b \u200c \u200b b", 7},
		"direction in padding":           {"a \u200b\u202e\u200b b", 3},
		"a mark of direction by itself":  {"a \u200e b", 1},
		"a tag by itself":                {"a \U000e0041 b", 1},
		"a control character":            {"a \x1b b", 1},
		"a joiner in a word":             {"pay\u200dpal", 1},
		"a joiner behind an emoji":       {"👩\u200d x", 1},
		"an emoji of two":                {"👩\u200d💻 ❤\ufe0f\u200d🔥 👩🏽\u200d🚀", 0},
		"Persian":                        {"می\u200cخواهم", 0},
		"Hindi":                          {"क्\u200dष", 0},
		"a joiner from Persian to Latin": {"می\u200cpay", 1},
		"a byte order mark ahead":        {"\ufeff---\n", 0},
	} {
		if got := CountHidden(WithoutPadding(c.text)); got != c.want {
			t.Errorf("%s: %q counts %d, want %d", name, c.text, got, c.want)
		}
	}
}

// Whatever stands around it: what turns the direction of a text, a tag, or a joiner between two Latin
// letters counts, and so does any hidden character inside a word.
func TestWhatHidesMeaningAlwaysCounts(t *testing.T) {
	around := rapid.StringOfN(rapid.RuneFrom([]rune{'a', 'é', ' ', '\n', '\r', '\u00a0', '\u034f', '\u200b', '\u200c', '\u200d', '\u00ad', '\ufeff', '👩', 'م'}), 0, 30, -1)
	alone := rapid.OneOf(
		rapid.RuneFrom(nil, unicode.Bidi_Control),
		rapid.Map(rapid.IntRange(0xE0001, 0xE007F), func(n int) rune { return rune(n) }),
	)
	inside := rapid.SampledFrom([]rune{'\u034f', '\u200b', '\u200c', '\u200d', '\u00ad', '\u2060', '\ufeff'})
	rapid.Check(t, func(t *rapid.T) {
		before, after := around.Draw(t, "before"), around.Draw(t, "after")
		for _, what := range []string{string(alone.Draw(t, "alone")), "a" + string(inside.Draw(t, "inside")) + "b"} {
			text := before + what + after
			if CountHidden(WithoutPadding(text)) == 0 {
				t.Fatalf("nothing of %q counts", text)
			}
		}
	})
}

// The words of a text are the same without its padding.
func TestWithoutPaddingChangesNoWord(t *testing.T) {
	texts := rapid.StringOfN(rapid.RuneFrom([]rune{'a', 'b', ' ', '\n', '\u034f', '\u200b', '\u202e'}), 0, 60, -1)
	words := func(text string) string {
		return strings.Join(strings.Fields(strings.Map(func(r rune) rune {
			if isZeroWidth(r) {
				return -1
			}
			return r
		}, text)), " ")
	}
	rapid.Check(t, func(t *rapid.T) {
		text := texts.Draw(t, "text")
		if got := WithoutPadding(text); words(got) != words(text) || strings.Count(got, "\n") != strings.Count(text, "\n") {
			t.Fatalf("%q becomes %q", text, got)
		}
	})
}
