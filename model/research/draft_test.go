package research

import (
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"

	"coldstart/model"
)

// proofDraft can be written.
func proofDraft(edits ...func(*model.Draft)) model.Draft {
	d := model.Draft{
		Category: model.CategoryProof, Title: "Bound the kernel", Agent: "prover", Strategy: "estimation",
		Tags: []string{"operator-norm", "banach space"}, Tried: "Estimated the norm", Outcome: model.OutcomePartial,
		Reasoning: "The last term stays open", Artifacts: "PROOF.md", Related: "[PROOF.md](PROOF.md)", Insight: "Norms are enough",
	}
	for _, edit := range edits {
		edit(&d)
	}
	return d
}

func TestRefuseADraft(t *testing.T) {
	t.Parallel()
	const all = "direct, contradiction, induction, contrapositive, construction, estimation, reduction, compactness, density, duality, computation, broad-survey, targeted-search, gap-identification"
	const tag = `a tag is one or a few words on one line, without , [ ] " ' \ : # { }`
	for _, tt := range []struct {
		name string
		edit func(*model.Draft)
		want string
	}{
		{"a proof", func(*model.Draft) {}, ""},
		{"no tags", func(d *model.Draft) { d.Tags = nil }, ""},
		{"nothing but what is needed", func(d *model.Draft) { d.Agent, d.Tried, d.Reasoning, d.Artifacts, d.Related = "", "", "", "", "" }, ""},
		{"no category", func(d *model.Draft) { d.Category = "" }, "the category must be one of PROOF, LIT, COMP, NOTE"},
		{"a category in lower case", func(d *model.Draft) { d.Category = "proof" }, "the category must be one of PROOF, LIT, COMP, NOTE"},
		{"no title", func(d *model.Draft) { d.Title = "" }, "an entry needs a title"},
		{"a title that cannot be seen", func(d *model.Draft) { d.Title = " \n\u200b\u202e" }, "an entry needs a title"},
		{"no insight", func(d *model.Draft) { d.Insight = "" }, "an entry needs an insight: what was learned, also from success"},
		{"an insight that cannot be seen", func(d *model.Draft) { d.Insight = "\t\u2060" }, "an entry needs an insight: what was learned, also from success"},
		{"a note without an insight", func(d *model.Draft) { d.Category, d.Insight = model.CategoryNote, " " }, "an entry needs an insight: what was learned, also from success"},
		{"a proof without a strategy", func(d *model.Draft) { d.Strategy = "" }, "the strategy must be one of " + all},
		{"a strategy of its own", func(d *model.Draft) { d.Strategy = "luck" }, "the strategy must be one of " + all},
		{"a note with a strategy of its own", func(d *model.Draft) { d.Category, d.Strategy = model.CategoryNote, "luck" }, "the strategy must be one of " + all},
		{"a strategy with a line of its own", func(d *model.Draft) { d.Strategy = "direct\n- x" }, "the strategy must be one of " + all},
		{"a search without a strategy", func(d *model.Draft) { d.Category, d.Strategy = model.CategoryLit, "" }, ""},
		{"a proof without an outcome", func(d *model.Draft) { d.Outcome = model.OutcomeNone }, "the outcome must be one of SUCCEEDED, FAILED, PARTIAL, ABANDONED, IN_PROGRESS"},
		{"a computation with an outcome that is none", func(d *model.Draft) { d.Category, d.Outcome = model.CategoryComp, 99 }, "the outcome must be one of SUCCEEDED, FAILED, PARTIAL, ABANDONED, IN_PROGRESS"},
		{"a note without a strategy and an outcome", func(d *model.Draft) { d.Category, d.Strategy, d.Outcome = model.CategoryNote, "", model.OutcomeNone }, ""},
		{"an empty tag", func(d *model.Draft) { d.Tags = []string{""} }, tag},
		{"two tags in one", func(d *model.Draft) { d.Tags = []string{"a,b"} }, tag},
		{"a tag that ends the list", func(d *model.Draft) { d.Tags = []string{"a]"} }, tag},
		{"a tag with a quote", func(d *model.Draft) { d.Tags = []string{`a"`} }, tag},
		{"a tag with a backslash", func(d *model.Draft) { d.Tags = []string{`a\`} }, tag},
		{"a tag with a colon", func(d *model.Draft) { d.Tags = []string{"a: b"} }, tag},
		{"a tag of two lines", func(d *model.Draft) { d.Tags = []string{"a\nb"} }, tag},
		{"a tag with blanks around it", func(d *model.Draft) { d.Tags = []string{" a"} }, tag},
		{"a tag with an invisible character", func(d *model.Draft) { d.Tags = []string{"a\u200bb"} }, tag},
		{"the last tag", func(d *model.Draft) { d.Tags = []string{"a", "b", "#c"} }, tag},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := Words(RefuseDraft(proofDraft(tt.edit))); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestDraftLines(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		draft model.Draft
		want  string
	}{
		{"a proof", proofDraft(), `### ID-007: Bound the kernel
- **Timestamp:** 2026-03-10T12:00:00Z
- **Agent:** prover
- **Strategy type:** estimation
- **Tags:** [operator-norm, banach space]
- **What was tried:** Estimated the norm
- **Outcome:** PARTIAL
- **Reasoning:** The last term stays open
- **Artifacts produced:** PROOF.md
- **Related files:** [PROOF.md](PROOF.md)
- **Insight/Takeaway:** Norms are enough`},
		{"a re-attempt", proofDraft(func(d *model.Draft) { d.Earlier, d.Outcome = "PROOF-002", model.OutcomeInProgress }), `### ID-007: Bound the kernel
- **Timestamp:** 2026-03-10T12:00:00Z
- **Agent:** prover
- **Strategy type:** estimation
- **Tags:** [operator-norm, banach space]
- **What was tried:** Estimated the norm (re_attempt_of: PROOF-002)
- **Outcome:** IN_PROGRESS
- **Reasoning:** The last term stays open
- **Artifacts produced:** PROOF.md
- **Related files:** [PROOF.md](PROOF.md)
- **Insight/Takeaway:** Norms are enough`},
		{"what is not given", model.Draft{Category: model.CategoryComp, Title: " A\n title ", Strategy: "computation", Outcome: model.OutcomeSucceeded, Insight: "Holds"}, `### ID-007: A title
- **Timestamp:** 2026-03-10T12:00:00Z
- **Agent:** user
- **Strategy type:** computation
- **Tags:** []
- **What was tried:** A title
- **Outcome:** SUCCEEDED
- **Reasoning:** Not given.
- **Artifacts produced:** None
- **Related files:** None
- **Insight/Takeaway:** Holds`},
		{"a note", NoteDraft("The kernel is small. See Rudin.", "user"), `### ID-007: The kernel is small. See Rudin
- **Timestamp:** 2026-03-10T12:00:00Z
- **Agent:** user
- **Tags:** []
- **What was tried:** Noted.
- **Outcome:** N/A
- **Reasoning:** A note.
- **Artifacts produced:** None
- **Related files:** None
- **Insight/Takeaway:** The kernel is small. See Rudin.`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := strings.Join(Lines(tt.draft, "ID-007", noon), "\n"); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

func TestNoTextOfADraftMakesALine(t *testing.T) {
	t.Parallel()
	labels := []string{"### PROOF-001: ", "- **Timestamp:** ", "- **Agent:** ", "- **Strategy type:** ", "- **Tags:** [",
		"- **What was tried:** ", "- **Outcome:** ", "- **Reasoning:** ", "- **Artifacts produced:** ", "- **Related files:** ", "- **Insight/Takeaway:** "}
	rapid.Check(t, func(t *rapid.T) {
		text := func(label string) string { return hostile().Draw(t, label) }
		d := model.Draft{
			Category: rapid.SampledFrom(model.Categories()).Draw(t, "category"), Title: text("title"), Agent: text("agent"),
			Strategy: text("strategy"), Tags: []string{text("tag"), text("tag")}, Tried: text("tried"),
			Outcome: model.Outcome(rapid.IntRange(-1, 7).Draw(t, "outcome")), Reasoning: text("reasoning"),
			Artifacts: text("artifacts"), Related: text("related"), Insight: text("insight"), Earlier: text("earlier"),
		}
		want := labels
		if d.Strategy == "" {
			want = slices.Concat(labels[:3], labels[4:])
		}
		lines := Lines(d, "PROOF-001", noon)
		if len(lines) != len(want) {
			t.Fatalf("got %d lines, want %d", len(lines), len(want))
		}
		for i, l := range lines {
			if !strings.HasPrefix(l, want[i]) {
				t.Fatalf("line %d is %q, want a %q", i, l, want[i])
			}
			if rest := strings.TrimPrefix(l, want[i]); model.OneLine(rest) != strings.TrimSpace(rest) {
				t.Fatalf("%q has hidden characters", l)
			}
		}
	})
}

func TestNoteTitles(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("abcdefgh ", 12)
	for _, tt := range []struct{ text, title, insight string }{
		{"Count twice", "Count twice", "Count twice"},
		{"Count twice.", "Count twice", "Count twice."},
		{"Count twice. Always!", "Count twice. Always!", "Count twice. Always!"},
		{"  Count\n\ttwice.\r\nAlways. ", "Count twice. Always", "Count twice. Always."},
		{"version 1.2 is out of the box. Look", "version 1.2 is out of the box", "version 1.2 is out of the box. Look"},
		{"Dr. Wexcombe said so", "Dr. Wexcombe said so", "Dr. Wexcombe said so"},
		{". a", ". a", ". a"},
		{".. a", ".. a", ".. a"},
		{".", ".", "."},
		{"Zählt\u202e zwei", "Zählt zwei", "Zählt zwei"},
		{long, strings.TrimSpace(long[:71]) + "…", strings.TrimSpace(long)},
		{strings.Repeat("é", 72), strings.Repeat("é", 72), strings.Repeat("é", 72)},
		{strings.Repeat("é", 73), strings.Repeat("é", 71) + "…", strings.Repeat("é", 73)},
	} {
		d := NoteDraft(tt.text, "user")
		if d.Title != tt.title || d.Insight != tt.insight || d.Category != model.CategoryNote || d.Outcome != model.OutcomeNone || RefuseDraft(d).Given() {
			t.Errorf("%q became %+v, refused: %q", tt.text, d, RefuseDraft(d))
		}
	}
	if got := Words(RefuseDraft(NoteDraft(" \n\u200b", "user"))); got != "an entry needs a title" {
		t.Errorf("an empty note: %q", got)
	}
}

func TestEveryNoteThatSaysSomethingCanBeWritten(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := hostile().Draw(t, "text")
		d := NoteDraft(text, hostile().Draw(t, "agent"))
		if RefuseDraft(d).Given() == (model.OneLine(text) != "") {
			t.Fatalf("%q is refused: %q", text, RefuseDraft(d))
		}
		if utf8.RuneCountInString(d.Title) > mostTitle {
			t.Fatalf("a title of %d characters", utf8.RuneCountInString(d.Title))
		}
	})
}

func TestRetryDraft(t *testing.T) {
	t.Parallel()
	tags := []string{"operator-norm", `he said "x"`, "a: b", "banach space", ""}
	e := entry("PROOF-003", "FAILED", "2026-03-01", using("direct", tags...))
	d := RetryDraft(e, "Rudin 3.3 closes the gap", "user")
	want := `### NOTE-001: Worth retrying PROOF-003: Title of PROOF-003
- **Timestamp:** 2026-03-10T12:00:00Z
- **Agent:** user
- **Tags:** [operator-norm, banach space]
- **What was tried:** Nothing yet. (re_attempt_of: PROOF-003)
- **Outcome:** N/A
- **Reasoning:** Marked by the operator.
- **Artifacts produced:** None
- **Related files:** None
- **Insight/Takeaway:** Rudin 3.3 closes the gap`
	if got := strings.Join(Lines(d, "NOTE-001", noon), "\n"); got != want || RefuseDraft(d).Given() {
		t.Errorf("refused: %q, got\n%s", RefuseDraft(d), got)
	}
	if !slices.Equal(e.Tags, []string{"operator-norm", `he said "x"`, "a: b", "banach space", ""}) {
		t.Errorf("the entry's tags became %q", e.Tags)
	}
	if got := Words(RefuseDraft(RetryDraft(e, "  ", "user"))); got != "an entry needs an insight: what was learned, also from success" {
		t.Errorf("without a reason: %q", got)
	}
}

// Words is a reason as people read it, Nudge what they are told of a dead end. TestMain sets both, since the package of phrases
// is above this one.
var (
	Words func(model.Reason) string
	Nudge func(DeadEnd) []string
)

var noon = time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)

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

func using(strategy string, tags ...string) func(*model.Entry) {
	return func(e *model.Entry) { e.Strategy, e.Tags = strategy, tags }
}

func reasoned(reasoning, insight string) func(*model.Entry) {
	return func(e *model.Entry) { e.Reasoning, e.Insight = reasoning, insight }
}

func again(ids ...string) func(*model.Entry) { return func(e *model.Entry) { e.Earlier = ids } }

func journal(entries ...model.Entry) model.Journal {
	return model.Journal{Path: journalPath, Found: true, Entries: entries}
}

const journalPath = ".math/problems/tides/JOURNAL.md"

func listingJournal(j model.Journal, rows ...[4]string) model.Journal {
	for _, r := range rows {
		j.Index = append(j.Index, model.IndexRow{ID: r[0], Strategy: r[1], Status: r[2], Tags: strings.Fields(r[3])})
	}
	return j
}

func idsOf(entries []model.Entry) string {
	var ids []string
	for _, e := range entries {
		ids = append(ids, e.ID)
	}
	return strings.Join(ids, " ")
}

func hostile() *rapid.Generator[string] {
	return rapid.StringOf(rapid.OneOf(
		rapid.Rune(),
		rapid.SampledFrom([]rune("a \t\n\r\u0085\u00A0\u2028\u2029\u200B\u202E\u2066\uFEFF\uFFFD\x00\x1b\x7f\u2800\uFE0F\U000E0041\u200C\u200Dمé👩")),
	))
}
