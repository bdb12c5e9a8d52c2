package journal

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"coldstart/model"
	"coldstart/model/research"
	"coldstart/testdata/examples"
	"coldstart/testdata/must"
	"coldstart/vault/text"
)

// headed puts a front matter ahead of a journal's body.
func headed(head, body string) string { return "---\n" + head + "---\n" + body }

// proofRow is what the list of attempts says of it.
func proofRow(number int, status string) string {
	return fmt.Sprintf("  - id: \"PROOF-%03d\"\n    strategy: \"induction\"\n    status: %q\n    tags: [\"parity\", \"wheels\"]\n", number, status)
}

// reasonsOf returns the problems as "line: reason".
func reasonsOf(problems []model.Problem) []string {
	out := []string{}
	for _, p := range problems {
		out = append(out, fmt.Sprintf("%d: %s", p.Line, p.Reason))
	}
	return out
}

func TestTheFieldsOfAnEntry(t *testing.T) {
	t.Parallel()
	plain := model.Entry{ID: "LIT-007", Category: model.CategoryLit, Number: 7, Title: "A survey"}
	for _, tt := range []struct {
		name, text string
		want       func(e *model.Entry)
	}{
		{"nothing but a heading", "### LIT-007: A survey\n", func(*model.Entry) {}},
		{"all fields", strings.NewReplacer("PROOF-001", "LIT-007", "Attempt 1", "A survey").Replace(examples.ProofEntry(1, "FAILED")), func(e *model.Entry) {
			e.At.Raw, e.Agent, e.Strategy, e.Tags = "2026-02-01T09:00:00Z", "proof-agent", "induction", []string{"parity", "wheels"}
			e.Tried, e.Outcome, e.Reasoning, e.Artifacts = "Counted.", "FAILED", "It came out so.", "None"
			e.Related, e.Insight = "[PROOF.md](PROOF.md)", "Count twice."
		}},
		{"no list dashes, other labels", "### LIT-007: A survey\n**Date:** 2026-02-01\n**strategy**: direct\n* **Takeaway:** x\n**Artifacts:** y\n", func(e *model.Entry) {
			e.At.Raw, e.Strategy, e.Insight, e.Artifacts = "2026-02-01", "direct", "x", "y"
		}},
		{"quoted tags", "### LIT-007: A survey\n- **Tags:** [\"a b\", 'c',, d]\n", func(e *model.Entry) { e.Tags = []string{"a b", "c", "d"} }},
		{"tags without brackets", "### LIT-007: A survey\n- **Tags:** a, b\n", func(e *model.Entry) { e.Tags = []string{"a", "b"} }},
		{"values over several lines", "### LIT-007: A survey\n- **Reasoning:** one\n  two\n three\n\n  four\n- **Insight:**\n  - five\n  - **Case:** six\n- **Other:** no\n  no\n", func(e *model.Entry) {
			e.Reasoning, e.Insight = "one two three four", "five; **Case:** six"
		}},
		{"text behind an empty line is none of it", "### LIT-007: A survey\n- **Insight:** x\n\nProse.\n", func(e *model.Entry) { e.Insight = "x" }},
		{"the first of two counts", "### LIT-007: A survey\n- **Outcome:** FAILED\n- **Outcome:** PARTIAL\n", func(e *model.Entry) { e.Outcome = "FAILED" }},
		{"an outcome with a remark", "### LIT-007: A survey\n- **Outcome:** **FAILED**, as feared\n", func(e *model.Entry) { e.Outcome = "FAILED" }},
		{"an outcome in other words", "### LIT-007: A survey\n- **Outcome:** it went well\n", func(e *model.Entry) { e.Outcome = "it went well" }},
		{"code is not read", "### LIT-007: A survey\n```\n- **Insight:** no\n### LIT-008: no\n```\n- **Insight:** yes\n", func(e *model.Entry) { e.Insight = "yes" }},
		{"smaller headings stand inside", "### LIT-007: A survey\n#### More\n- **Insight:** x\n", func(e *model.Entry) { e.Insight = "x" }},
		{"re-attempts", "### LIT-007: A survey\n- **What was tried:** Again (re_attempt_of: PROOF-002) and re-attempt of [PROOF-001], re_attempt_of: LIT-007\nRe-attempt of proof-002.\n", func(e *model.Entry) {
			e.Tried = "Again (re_attempt_of: PROOF-002) and re-attempt of [PROOF-001], re_attempt_of: LIT-007 Re-attempt of proof-002."
			e.Earlier = []string{"PROOF-002", "PROOF-001"}
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			want := plain
			tt.want(&want)
			want.At = model.ParseStamp(want.At.Raw, nil)
			for _, text := range []string{tt.text, crlf(tt.text), "\ufeff" + tt.text, strings.TrimSuffix(tt.text, "\n"), tt.text + "\n\n## Computations\n"} {
				j := Read("J", []byte(text), nil)
				if len(j.Entries) != 1 {
					t.Fatalf("%d entries in %q", len(j.Entries), text)
				}
				got := j.Entries[0]
				want.Path, want.Line, want.Seen = "J", 1, got.Seen
				if !reflect.DeepEqual(got, want) {
					t.Errorf("of %q\n got %+v\nwant %+v", text, got, want)
				}
			}
		})
	}
}

func TestWhatIsAnEntry(t *testing.T) {
	t.Parallel()
	for heading, want := range map[string]string{
		"### PROOF-001: A":           "PROOF-001|PROOF|1|A",
		"### PROOF-12: A":            "PROOF-12|PROOF|12|A",
		"### NOTE-0: ":               "NOTE-0|NOTE|0|",
		"### COMP-1":                 "COMP-1|COMP|1|",
		"### COMP-1 — C#":            "COMP-1|COMP|1|C#",
		"### LIT-3 (withdrawn)":      "LIT-3|LIT|3|(withdrawn)",
		"### LIT-3: - : x":           "LIT-3|LIT|3|- : x",
		"###\tLIT-1234567890: x":     "LIT-1234567890|LIT|0|x",
		"### Entry 9: Archived":      "Entry 9|NOTE|0|Archived",
		"### PROOF-1a: A":            "",
		"### PROOF-: A":              "",
		"### proof-001: A":           "",
		"### XPROOF-001: A":          "",
		"## PROOF-001: A":            "",
		"#### PROOF-001: A":          "",
		"###PROOF-001: A":            "",
		"### Entry: A":               "",
		"- ### PROOF-001: A":         "",
		"### GAP-1: A":               "",
		"### PROOF-00\u0661: digits": "",
	} {
		got := ""
		for _, e := range Read("", []byte(heading+"\n"), nil).Entries {
			got = fmt.Sprintf("%s|%s|%d|%s", e.ID, e.Category, e.Number, e.Title)
		}
		if got != want {
			t.Errorf("%q is %q, want %q", heading, got, want)
		}
	}
}

func TestWhereEntriesStand(t *testing.T) {
	t.Parallel()
	first, second, archived := "### NOTE-001: a\n- **Insight:** x\n\nmore  ", "### NOTE-001: b", "### Entry 4: c\n\n**Date:** 2026-02-01\n**Category:** LIT\n"
	text := "\ufeff" + headed("total_entries: 3\n", "\n# Research Journal: W\n\n## Notes\n\n"+first+"\n\n"+second+"\n### Other\nz\n"+archived+"\n\n")
	for _, text := range []string{text, crlf(text)} {
		j := Read("J", []byte(text), nil)
		if len(j.Entries) != 3 || j.title != "W" || j.Broken != "" {
			t.Fatalf("journal %+v", j)
		}
		for i, want := range []string{first, second, strings.TrimSuffix(archived, "\n")} {
			if strings.Contains(text, "\r") {
				want = crlf(want)
			}
			p := j.Places[i]
			if got := text[p.From:p.To]; got != want || j.Entries[i].Seen != model.FingerprintOf([]byte(want)) {
				t.Errorf("entry %d is %q, want %q", i, got, want)
			}
		}
		if e := j.Entries; e[0].Line != 9 || e[1].Copy != 1 || e[1].Ref().Item != "NOTE-001~2" || e[2].Category != model.CategoryLit || e[2].Line != 17 {
			t.Errorf("entries %+v", e)
		}
	}
}

func TestTheListOfAttempts(t *testing.T) {
	t.Parallel()
	want := []model.IndexRow{
		{ID: "PROOF-001", Strategy: "direct", Status: "failed", Tags: []string{"a", "b, c"}},
		{ID: "PROOF-002", Strategy: "duality", Status: "in-progress"},
	}
	for name, list := range map[string]string{
		"as the protocol has it": "strategies_tried:\n  - id: \"PROOF-001\"\n    strategy: \"direct\"\n    status: \"failed\"\n    tags: [\"a\", \"b, c\"]\n  - id: \"PROOF-002\"\n    strategy: \"duality\"\n    status: \"in-progress\"\n    tags: []\n",
		"no indent, no quotes":   "strategies_tried:\n- tags: [a, 'b, c']\n  id: PROOF-001\n  strategy: direct\n  status: failed\n-   id: PROOF-002\n    strategy: duality\n    status: in-progress\n",
		"tags as lines":          "strategies_tried:\n\n  - id: PROOF-001\n    strategy: direct\n    tags:\n    - a\n    - \"b, c\"\n    status: failed\n  - id: PROOF-002\n    note: x\n    strategy: duality\n    tags:\n    status: in-progress\n",
		"in brackets":            "strategies_tried: [{id: PROOF-001, strategy: direct, status: failed, tags: [a, \"b, c\"]}, {id: PROOF-002, strategy: duality, status: in-progress}]\n",
		"with comments":          "strategies_tried: # tried\n  # first\n  - id: PROOF-001 # c\n    strategy: direct\n    status: failed\n    tags: [a, \"b, c\"]\n# second\n  - id: PROOF-002\n    strategy: duality\n    status: in-progress\n",
		"braces and anchors":     "strategies_tried:\n  - {id: &x PROOF-001, strategy: direct, status: failed, tags: [a, \"b, c\"]}\n  - {id: \"PROOF\\u002d002\", strategy: duality, status: in-progress}\n",
		"a value on its own line": "strategies_tried:\n  - id:\n      PROOF-001\n    strategy: direct\n    status: failed\n    tags:\n      [a,\n       \"b, c\"]\n" +
			"  - id: PROOF-002\n    strategy: duality\n    status: in-progress\n",
	} {
		for _, around := range []string{"problem: x\n%stotal_entries: 0\n", "%s", "a: {b: c}\n%sb: \"x\\ty\"\n"} {
			head := fmt.Sprintf(around, list)
			j := Read("", []byte(headed(head, "")), nil)
			if !reflect.DeepEqual(j.Index, want) || j.Broken != "" || len(j.head.faults) > 0 {
				t.Errorf("%s\n got %+v (%s)\nwant %+v", name, j.Index, j.Broken, want)
			}
			if text, f := headed(head, ""), j.head.fm.Find(IndexKey); text[f.To] != '\n' || strings.TrimRight(text[:f.To], " \n") != text[:f.To] {
				t.Errorf("%s: the list ends at %d, within a line", name, f.To)
			}
		}
	}
	for name, list := range map[string]string{
		"nothing": "", "no value": "strategies_tried:\n", "null": "strategies_tried: ~\n", "empty": "strategies_tried: []\n", "empty with a comment": "strategies_tried: [] # none\n",
	} {
		for _, more := range []string{"", "a: {b: c}\n"} {
			if j := Read("", []byte(headed("total_entries: 0\n"+more+list, "")), nil); len(j.Index) > 0 || j.Broken != "" || len(j.Faults) > 0 {
				t.Errorf("%s: %+v, %q, %v", name, j.Index, j.Broken, j.Faults)
			}
		}
	}
}

func TestWhatIsWrongWithAJournal(t *testing.T) {
	t.Parallel()
	one := "\n## Proof Attempts\n\n" + examples.ProofEntry(1, "FAILED")
	for _, tt := range []struct {
		name, text string
		want       []string
	}{
		{"nothing", headed("total_entries: 1\nstrategies_tried:\n"+proofRow(1, "failed"), one), nil},
		{"the seed document's own mapping", headed("total_entries: 1\nstrategies_tried:\n"+proofRow(1, "abandoned"), one), nil},
		{"no front matter", "# Research Journal\n" + one, []string{"1: there is no front matter"}},
		{"an empty file", "", []string{"1: there is no front matter"}},
		{"a front matter that is never closed", "---\ntotal_entries: 1\n\n# Research Journal\n" + one, []string{"1: front matter is never closed"}},
		{"a rule in the body of such a one", "---\ntotal_entries: 1\n\n# Research Journal\n" + one + "\n---\n\nmore\n", []string{"1: front matter is never closed"}},
		{"no YAML", headed("total_entries: 1\nlast_entry: [\nstrategies_tried:\n"+proofRow(1, "failed"), one), []string{"3: front matter is not valid YAML: a bracket is never closed"}},
		{"another number", headed("total_entries: 7\nstrategies_tried:\n"+proofRow(1, "failed"), one), []string{"2: total_entries says 7, the journal has 1 entry"}},
		{"nothing for a number", headed("total_entries:\nstrategies_tried:\n"+proofRow(1, "failed"), one), []string{"2: total_entries says nothing, the journal has 1 entry"}},
		{"a front matter that is too long", headed("a: "+strings.Repeat("x", text.MaxFront)+"\nstrategies_tried:\n"+proofRow(1, "failed"), one), []string{"2: front matter is longer than 65536 bytes"}},
		{"a long list in another notation", headed("total_entries: 0\nstrategies_tried: ["+strings.Repeat("{id: x}, ", 9000)+"]\n", one), []string{"2: front matter is longer than 65536 bytes"}},
		{"no number", headed("total_entries: many\nstrategies_tried:\n"+proofRow(1, "failed"), one), []string{"2: total_entries says many, the journal has 1 entry"}},
		{"an attempt that is not listed", headed("total_entries: 1\n", one), []string{"7: PROOF-001 is not in the front matter's list strategies_tried"}},
		{"an attempt that is only listed", headed("total_entries: 0\nstrategies_tried:\n"+proofRow(1, "failed")+proofRow(2, "failed"), ""), []string{
			"4: the front matter lists PROOF-001, which has no entry", "8: the front matter lists PROOF-002, which has no entry",
		}},
		{"another outcome", headed("total_entries: 1\nstrategies_tried:\n"+proofRow(1, "succeeded"), one), []string{"12: PROOF-001 is succeeded in the front matter and FAILED in its entry"}},
		{"other tags", headed("total_entries: 1\nstrategies_tried:\n"+strings.Replace(proofRow(1, "failed"), "wheels", "cogs", 1), one), []string{"12: PROOF-001 has other tags in the front matter than in its entry"}},
		{"listed twice", headed("total_entries: 1\nstrategies_tried:\n"+proofRow(1, "failed")+proofRow(1, "failed"), one), []string{"8: strategies_tried lists PROOF-001 twice, first on line 4"}},
		{"an id given twice", headed("total_entries: 2\nstrategies_tried:\n"+proofRow(1, "failed"), one+"\n"+examples.ProofEntry(1, "PARTIAL")), []string{"24: the id PROOF-001 appears twice, first on line 12"}},
		{"rows that are none", headed("total_entries: 1\nstrategies_tried:\n  - PROOF-002\n  - &a {strategy: direct}\n  - *a\n"+proofRow(1, "failed"), one), []string{
			"4: an entry of strategies_tried has no keys and values", "6: an entry of strategies_tried has no keys and values", "5: an entry of strategies_tried has no id",
		}},
		{"no list", headed("total_entries: 0\nstrategies_tried: none\n", ""), []string{"3: strategies_tried is not a list"}},
		{"a list that is a mapping", headed("total_entries: 0\nstrategies_tried:\n  id: x\n", ""), []string{"4: strategies_tried is not a list"}},
		{"keys given twice", headed("total_entries: 1\nstrategies_tried:\n"+proofRow(1, "failed")+"strategies_tried: []\n", one), []string{`8: key "strategies_tried" appears twice, first on line 3`}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			j := Read("J", []byte(tt.text), nil)
			got := reasonsOf(j.problems())
			if !slices.Equal(got, tt.want) {
				t.Errorf("\n got %q\nwant %q", got, tt.want)
			}
			if entries := strings.Count(tt.text, "### PROOF"); len(j.Entries) != entries {
				t.Errorf("%d entries, want %d", len(j.Entries), entries)
			}
		})
	}
}

func TestOfManyDifferencesTheFirstAreTold(t *testing.T) {
	t.Parallel()
	var body strings.Builder
	for i := range 100 {
		fmt.Fprintf(&body, "### PROOF-%03d: x\n", i)
	}
	problems := Read("J", []byte(headed("total_entries: 100\n", body.String())), nil).problems()
	if last := problems[len(problems)-1]; len(problems) != maxFaults+1 || last.Reason != "80 more faults not listed" {
		t.Errorf("%d problems, the last is %+v", len(problems), last)
	}
}

// largeJournal has n attempts in the protocol's notation.
func largeJournal(n int) []byte {
	var head, body strings.Builder
	for i := range n {
		at := time.Date(2026, 1, 1, 0, 0, i, 0, time.UTC)
		fmt.Fprintf(&head, "  - id: \"PROOF-%05d\"\n    strategy: \"induction\"\n    status: \"failed\"\n    tags: [\"parity\", \"wheels\", \"tag-%d\"]\n", i, i%97)
		fmt.Fprintf(&body, "### PROOF-%05d: Attempt number %d at the wheel\n- **Timestamp:** %s\n- **Agent:** proof-agent\n- **Strategy type:** induction\n"+
			"- **Tags:** [parity, wheels, tag-%d]\n- **What was tried:** %s\n- **Outcome:** FAILED\n- **Reasoning:** %s\n- **Artifacts produced:** None\n"+
			"- **Related files:** [PROOF.md](PROOF.md)\n- **Insight/Takeaway:** Count twice, then once more.\n\n",
			i, i, model.FormatUTC(at), i%97, strings.Repeat("Count the spokes. ", 5), strings.Repeat("It came out so. ", 8))
	}
	return []byte(headed(fmt.Sprintf("problem: \"w\"\ntotal_entries: %d\nlast_entry: \"\"\nstrategies_tried:\n%s", n, head.String()),
		"\n# Research Journal: W\n\n## Proof Attempts\n\n"+body.String()+"## Literature Searches\n\n"+NoEntries+"\n"))
}

func TestALargeJournalIsWhole(t *testing.T) {
	t.Parallel()
	const n = 20_000
	j := Read("J", largeJournal(n), nil)
	if len(j.Entries) != n || len(j.Index) != n || j.Total != n || len(j.Faults) > 0 {
		t.Errorf("%d entries, %d rows, total %d, faults %v", len(j.Entries), len(j.Index), j.Total, j.Faults[:min(3, len(j.Faults))])
	}
	if id := j.NextID(model.CategoryProof); id != "PROOF-20000" {
		t.Errorf("next is %s", id)
	}
	p := model.ResearchProblem{Journal: j.Journal, Proof: model.Proof{Found: true, Strategy: "induction", Steps: 1}}
	if repeats := len(research.RepeatsResearchProblem(p)); repeats != n {
		t.Errorf("%d dead ends would be tried again", repeats)
	}
}

// rowLinesOfAnyKind are lines that a list of attempts may have, of which only some
// can be read without the YAML library.
func rowLinesOfAnyKind() []string {
	return []string{
		"  - id: a", "  - id: 'a'", "  -  id: a", "- id: b", "  - tags: [a, \"b\"]", "    tags:", "    - c", "      - d", "    - \"e, f\"", "    status: x # y",
		"    strategy: a: b", "    tags: [a, b", "    id: \"x\\ty\"", "    tags: []", "    tags: [a,]", "    tags: [,a]", "    tags: [a b, 'c d' ]", "    tags: ['a''b']",
		"    x: {y: z}", "    status: ~", "    status:", "  # c", "    tags: [\"a\"b]", "    id: -", "    id: - x", "    id: ?", "    id: \"", "    id: x'y",
		"    tags: [x#y, a'b]", "    tags: [x #y]", "    tags: [-, ?]", "    tags: [~]", "    tags: [null, 1]", "   status: x", "\tstatus: x", "    - - x", "    -", "  -",
		"    status: \"a", "    b\"", "    id: ''", "    tags: ['']", "    tags: a", "    - ''", "    - ~", "    status: x", "    strategy: y", "    k: 1", "    status: x:y",
		"    status: [a]", "    k:", "", "    tags: [a:b]", "    tags: [a: b]", "    tags: [!a]", "    tags: [%a, @b]", "    status: a,b", "    tags: [a}]", "    tags: [a\u00a0]",
		"    status: \u00a0x", "    tags: [a|b, >c]", "    tags: [ a ]", "    - [a]", "    - a: b", "    -  z", "    tags: [ , ]", "    tags: [\"\"]", "    <<: x", "    status: =",
		"    status: a# b", "    status: 'a'#b", "    - a #b", "    - a:", "    status: a:", "    ...: a", "    status: `a", "    tags: [a] # x", "    tags: [[a]]",
		"    tags: ['a' , b]", "    tags: ['a'  'b']", "    status: *a", "    status: &a b", "    tags: [a,\tb\t]", "    status:\tx", "    status: a\tb",
	}
}

func TestBothReadersOfTheListAgree(t *testing.T) {
	t.Parallel()
	line := rapid.SampledFrom(rowLinesOfAnyKind())
	plain := 0
	rapid.Check(t, func(t *rapid.T) {
		lines := append([]string{"---", "strategies_tried:", "  - id: q"}, rapid.SliceOfN(line, 0, 5).Draw(t, "lines")...)
		b := []byte(strings.Join(append(lines, "a: b", "---", ""), "\n"))
		fm := must.Get(text.FindFront(b, text.MaxFront))(t)
		_, byLine, ok := plainIndex(b, fm)
		if !ok {
			return
		}
		plain++
		if err := fm.Scan(b); err != nil {
			t.Fatalf("read by line as %+v, but it is not YAML: %v", byLine, err)
		}
		if rows, _ := yamlIndex(fm); !reflect.DeepEqual(rows, byLine) {
			t.Fatalf("by line %+v, as YAML %+v", byLine, rows)
		}
	})
	if plain == 0 {
		t.Error("no list was read by line")
	}
}

// bodies are the texts of all entries.
func bodies(text string) []string {
	j := Read("", []byte(text), nil)
	var out []string
	for _, p := range j.Places {
		out = append(out, text[p.From:p.To])
	}
	return out
}

// complaints are what is wrong with a journal, without the lines in which it stands
// and without the number of entries, which our own writing puts right.
func complaints(j *Journal) []string {
	var out []string
	for _, f := range j.Faults {
		if !strings.HasPrefix(f.Reason, TotalKey) {
			out = append(out, f.Reason)
		}
	}
	slices.Sort(out)
	return out
}

// dialects holds synthetic vaults in the notations that public vaults use, with
// the values a reader should find. It lies beside the checkout and may be absent.
const dialects = "../../../../shared/dialects"

func TestAGapsTextIsBounded(t *testing.T) {
	t.Parallel()
	var r proofReader
	for _, line := range append([]string{"## Open Gaps", "### GAP-1: x"}, slices.Repeat([]string{strings.Repeat("y", 100)}, 1000)...) {
		r.line(line)
	}
	if got := len(r.proof.Gaps[0].Text); got > MaxGapText || got < MaxGapText-200 {
		t.Errorf("%d bytes", got)
	}
}

// demo is the example vault that the program carries.
const demo = "../../../testdata/demo"

func TestAJournalInTheProtocolsNotation(t *testing.T) {
	t.Parallel()
	if _, ok := examples.Dialects(t, dialects)["journal/JOURNAL.md"]; !ok {
		t.Fatal("expected.json says nothing of the journal")
	}
	b := must.Get(os.ReadFile(filepath.Join(dialects, "journal", FileName)))(t)
	j := Read("JOURNAL.md", b, nil)
	var ids []string
	for _, e := range j.Entries {
		ids = append(ids, e.ID)
	}
	if !slices.Equal(ids, []string{"PROOF-001", "LIT-001"}) || len(j.problems()) > 0 || j.Total != 2 {
		t.Errorf("ids %q, problems %+v", ids, j.problems())
	}
	if dead := research.DeadEnds(j.Journal, "", []string{"parity", "colouring"}); len(dead) != 1 || dead[0].Since[0].ID != "LIT-001" {
		t.Errorf("dead ends %+v", dead)
	}
	if e := j.Entries[0]; e.Result() != model.OutcomeAbandoned || e.Insight != "Three colours may be needed." || e.Line != 16 {
		t.Errorf("entry %+v", e)
	}
}
