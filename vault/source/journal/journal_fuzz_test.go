package journal

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"coldstart/model"
	"coldstart/model/research"
	"coldstart/testdata/examples"
	"coldstart/vault/text"
)

// failing is what a check needs of a test.
type failing interface {
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

// journalSeeds are journals in every notation that the tables know.
func journalSeeds() []string {
	listed := headed("total_entries: 2\nlast_entry: x\nstrategies_tried:\n"+proofRow(1, "failed")+proofRow(2, "partial")+"a: b\n",
		"\n## Proof Attempts\n\n"+examples.ProofEntry(1, "FAILED")+"\n"+examples.ProofEntry(2, "PARTIAL")+"\n## General Notes\n\n(No entries yet)\n")
	return []string{
		headed(freshHead, sections), listed, crlf(listed), "\ufeff" + listed, strings.ReplaceAll(listed, "\n", "\r"), strings.TrimSuffix(listed, "\n"),
		"---\n" + freshHead + sections, sections, "", "---", "---\n---", "---\nstrategies_tried:\n- id: [\n---\n### NOTE-1: x\n(No entries yet)\n## General Notes",
		headed("strategies_tried: [{id: a}, {id: b, tags: [c]}]\ntotal_entries: '3' # c\n", "### Entry 2: x\n\n**Date:** y\n```\n### LIT-1: z\n```\n"),
		headed("strategies_tried: [\n {id: a}, # b\n ]\n", "### PROOF-999999999: x\n## Proof Attempts\n_(no entries yet)_\n## Computations\n"),
		headed("\"total_entries\": 1\nstrategies_tried:\n  a: b\n", ""), headed("{total_entries: 1}\n", ""), headed("total_entries: |\n  1\n", "## General Notes\r\r\n"),
		headed("notes: \"a\nstrategies_tried:\n  - id: x\n b\"\n", ""), headed("strategies_tried:\n- id: a\n# c\n- id: b\n", ""), headed("a: &x 1\nstrategies_tried: *x\n", ""),
	}
}

func FuzzReadJournal(f *testing.F) {
	for _, s := range journalSeeds() {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) { readsSoundly(t, b) })
}

// readsSoundly checks what holds of any text that is read as a journal.
func readsSoundly(t failing, b []byte) {
	kept := bytes.Clone(b)
	j := Read("J", b, nil)
	if !bytes.Equal(b, kept) {
		t.Fatal("the input was changed")
	}
	if len(j.Places) != len(j.Entries) || len(j.problems()) > maxFaults+1 || j.Total < -1 || !j.Found {
		t.Fatalf("%d places of %d entries, %d problems, total %d", len(j.Places), len(j.Entries), len(j.problems()), j.Total)
	}
	at, line := 0, 0
	refs := map[model.Ref]bool{}
	for i, e := range j.Entries {
		p := j.Places[i]
		if p.From < at || p.To <= p.From || p.To > len(b) || e.Line <= line || !bytes.HasPrefix(b[p.From:], []byte("###")) || refs[e.Ref()] {
			t.Fatalf("entry %+v at %v, behind %d on line %d", e, p, at, line)
		}
		if e.Seen != model.FingerprintOf(b[p.From:p.To]) || strings.ContainsAny(e.Title+e.Insight+e.Outcome, "\r\n") || e.Category.Section() == "" {
			t.Fatalf("entry %+v", e)
		}
		at, line, refs[e.Ref()] = p.To, e.Line, true
	}
	for _, p := range j.problems() {
		if p.Reason == "" || p.Line < 0 || p.Line > bytes.Count(b, []byte("\n"))+bytes.Count(b, []byte("\r"))+1 {
			t.Fatalf("problem %+v", p)
		}
	}
	if j.Broken != "" && (len(j.Index) > 0 || j.Total != -1) {
		t.Fatalf("broken (%s), but with %+v", j.Broken, j.Index)
	}
}

func FuzzWriteEntry(f *testing.F) {
	for i, s := range journalSeeds() {
		f.Add([]byte(s), "By parity", "Count twice.", uint8(i), i%2 == 0)
	}
	f.Fuzz(func(t *testing.T, b []byte, title, insight string, kind uint8, repair bool) {
		d := model.Draft{
			Category: model.Categories()[kind%4], Title: title, Insight: insight, Strategy: "duality", Outcome: model.Outcomes()[kind%5], Tags: []string{"a", "b c"}, Repair: repair,
		}
		if !research.RefuseDraft(d).Given() {
			writesSoundly(t, b, d)
		}
	})
}

// writesSoundly checks what holds of any text that an entry is written into. It
// reports whether one was.
func writesSoundly(t failing, b []byte, d model.Draft) bool {
	kept := bytes.Clone(b)
	e, err := AddEntry(b, d, eleven, "wheels")
	if !bytes.Equal(b, kept) {
		t.Fatal("the input was changed")
	}
	if err != nil {
		return false
	}
	was, now := Read("", b, nil), Read("", e.Next, nil)
	if now.Broken != "" || len(now.Entries) != len(was.Entries)+1 || now.Total != len(now.Entries) {
		t.Fatalf("%q became %q", b, e.Next)
	}
	got, _ := now.Entry(e.ID)
	if got.Title != model.OneLine(d.Title) || got.Insight != model.OneLine(d.Insight) || got.Copy != 0 || bytes.Count(e.Next, []byte(e.Added)) < 1 {
		t.Fatalf("the entry reads back as %+v", got)
	}
	theirs := slices.DeleteFunc(bodies(string(e.Next)), func(s string) bool { return s == e.Added })
	if !slices.Equal(theirs, bodies(string(b))) {
		t.Fatalf("other entries changed\nfrom %q\n  to %q", b, e.Next)
	}
	if !slices.Equal(without(t, text.Lines(b), e.Before), without(t, text.Lines(e.Next), e.After)) {
		t.Fatalf("more lines changed than were said\nfrom %q\n  to %q\nbefore %q\nafter %q", b, e.Next, e.Before, e.After)
	}
	if was.Broken == "" && !slices.Equal(complaints(now), complaints(was)) {
		t.Fatalf("complaints %q, before %q", complaints(now), complaints(was))
	}
	return true
}

// TestJournalsOfAnyLines puts journals together from lines that mean something.
func TestJournalsOfAnyLines(t *testing.T) {
	t.Parallel()
	var lines []string
	for _, s := range journalSeeds() {
		lines = append(lines, text.Lines([]byte(s))...)
	}
	lines = append(lines, "", " ", "---", "```", "- a", "  - id: PROOF-003", "strategies_tried:", "## Proof Attempts", "## General Notes", "### NOTE-001: x", "### Other", "# x", NoEntries)
	line := rapid.OneOf(rapid.SampledFrom(lines), rapid.SampledFrom([]string{"---", "", "## General Notes", "### NOTE-001: x", "strategies_tried:"}))
	written := 0
	rapid.Check(t, func(t *rapid.T) {
		body := rapid.SliceOfN(line, 0, 25).Draw(t, "lines")
		if rapid.Bool().Draw(t, "headed") {
			body = append([]string{"---", "total_entries: 0"}, body...)
			if rapid.Bool().Draw(t, "listed") {
				body = slices.Insert(body, 2, "strategies_tried:", "  - id: PROOF-001")
				body = append(body, "---")
			}
		}
		b := []byte(strings.Join(body, rapid.SampledFrom([]string{"\n", "\n", "\r\n", "\r"}).Draw(t, "end")))
		readsSoundly(t, b)
		d := examples.Draft(t)
		d.Repair = rapid.Bool().Draw(t, "repair")
		if writesSoundly(t, b, d) {
			written++
		}
	})
	if written == 0 {
		t.Error("no entry was ever written")
	}
}

// without returns the lines that are not blank, without some of them, sorted.
func without(t failing, lines, gone []string) []string {
	var left []string
	count := map[string]int{}
	for _, l := range gone {
		count[l]++
	}
	for _, l := range lines {
		if count[l] > 0 {
			count[l]--
		} else if strings.TrimSpace(l) != "" {
			left = append(left, l)
		}
	}
	for l, n := range count {
		if n > 0 {
			t.Fatalf("the line %q is not there %d times", l, n)
		}
	}
	slices.Sort(left)
	return left
}
