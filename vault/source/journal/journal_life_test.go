package journal_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"coldstart/model"
	"coldstart/testdata/examples"
	"coldstart/testdata/must"
	"coldstart/testdata/whole"
	"coldstart/vault/places"
	"coldstart/vault/source/journal"
	"coldstart/vault/text"
	"coldstart/vault/vaulttest"
)

func TestMain(m *testing.M) {
	whole.Quick()
	os.Exit(m.Run())
}

// twoJournals is a vault in which the operator and an agent write into the journals
// of two problems.
type twoJournals struct {
	v     *vaulttest.Vault
	at    time.Time
	given map[string]bool
}

func (w *twoJournals) name(t *rapid.T) string {
	return vaulttest.ProblemsFolder + "/" + rapid.SampledFrom([]string{"wheels", "cogs"}).Draw(t, "problem") + "/" + journal.FileName
}

func (w *twoJournals) text(t *rapid.T, name string) string {
	b, err := os.ReadFile(filepath.Join(w.v.Dir(), filepath.FromSlash(name)))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return string(b)
}

// agent writes a journal as a program that knows nothing of us does.
func (w *twoJournals) agent(t *rapid.T, name, text string) {
	must.Do(t, os.WriteFile(filepath.Join(w.v.Dir(), filepath.FromSlash(name)), []byte(text), 0o644))
}

// bodies are the texts of all entries.
func bodies(text string) []string {
	j := journal.Read("", []byte(text), nil)
	var out []string
	for _, p := range j.Places {
		out = append(out, text[p.From:p.To])
	}
	return out
}

// complaints are what is wrong with a journal, without the lines in which it stands
// and without the number of entries, which our own writing puts right.
func complaints(j *journal.Journal) []string {
	var out []string
	for _, f := range j.Faults {
		if !strings.HasPrefix(f.Reason, journal.TotalKey) {
			out = append(out, f.Reason)
		}
	}
	slices.Sort(out)
	return out
}

// write lets the operator write an entry and checks what became of the journal.
func (w *twoJournals) write(t *rapid.T) {
	name := w.name(t)
	d := examples.Draft(t)
	text := w.text(t, name)
	was := journal.Read(name, []byte(text), nil)
	w.at = w.at.Add(time.Minute)
	receipt, err := w.v.Decide(t.Context(), model.Decision{
		Ref: was.Ref(), Choice: model.ChoiceEntry, Seen: model.FingerprintOf([]byte(text)), Entry: d, At: w.at,
	})
	if err != nil {
		t.Fatalf("Decide: %v\n%s", err, text)
	}
	if text == "" {
		was = &journal.Journal{}
	}
	next := w.text(t, name)
	now := journal.Read(name, []byte(next), nil)
	id := ""
	for _, e := range now.Entries {
		if e.Title == model.OneLine(d.Title) && e.At.Raw == model.FormatUTC(w.at) && e.Category == d.Category {
			id = e.ID
		}
	}
	if id == "" || w.given[name+id] || strings.Contains(text, "### "+id+":") || len(receipt.Notices) > 0 {
		t.Fatalf("the entry %q was given twice or is missing; notices %q\n%s", id, receipt.Notices, next)
	}
	w.given[name+id] = true
	at := slices.IndexFunc(now.Entries, func(e model.Entry) bool { return e.ID == id })
	if others := slices.Delete(bodies(next), at, at+1); !slices.Equal(others, bodies(text)) {
		t.Fatalf("other entries changed\nfrom %q\n  to %q", text, next)
	}
	if now.Total != len(now.Entries) || now.Last.Raw != model.FormatUTC(w.at) {
		t.Fatalf("total %d of %d, last %s\n%s", now.Total, len(now.Entries), now.Last.Raw, next)
	}
	if !slices.Equal(complaints(now), complaints(was)) {
		t.Fatalf("the journal disagrees by our hand: %q, before %q\n%s", complaints(now), complaints(was), next)
	}
}

// add lets the agent append an entry as its own instructions say: the number is one
// more than there are in the section, and the front matter may be forgotten.
func (w *twoJournals) add(t *rapid.T) {
	name := w.name(t)
	text := w.text(t, name)
	c := rapid.SampledFrom(model.Categories()).Draw(t, "category")
	head, rest, ok := strings.Cut(text, "\n## "+c.Section()+"\n")
	if !ok {
		return
	}
	id := fmt.Sprintf("%s-%03d", c, strings.Count(rest, "### "+string(c)+"-")+1)
	section, behind, _ := strings.Cut(rest, "\n## ")
	if behind != "" {
		behind = "\n## " + behind
	}
	section = strings.TrimRight(strings.Replace(section, journal.NoEntries, "", 1), "\n") + "\n\n### " + id + ": Theirs\n- **Agent:** proof-agent\n- **Strategy type:** duality\n- **Outcome:** FAILED\n- **Insight/Takeaway:** x\n"
	if rapid.Bool().Draw(t, "listed") {
		entries := len(bodies(text))
		head = strings.Replace(head, fmt.Sprintf("%s: %d\n", journal.TotalKey, entries), fmt.Sprintf("%s: %d\n", journal.TotalKey, entries+1), 1)
		if c == model.CategoryProof && !strings.Contains(head, "strategies_tried: []") {
			head = strings.Replace(head, "\nstrategies_tried:\n", "\nstrategies_tried:\n  - id: "+id+"\n    strategy: duality\n    status: failed\n    tags: []\n", 1)
		}
	}
	w.agent(t, name, head+"\n## "+c.Section()+"\n"+section+behind)
}

// remove lets the agent delete an entry and nothing else.
func (w *twoJournals) remove(t *rapid.T) {
	name := w.name(t)
	all := bodies(w.text(t, name))
	if len(all) == 0 {
		return
	}
	gone := rapid.SampledFrom(all).Draw(t, "entry")
	w.forget(name, gone)
	w.agent(t, name, strings.Replace(w.text(t, name), gone, "", 1))
}

// forget lets an id be given again that is nowhere in the journal any more.
func (w *twoJournals) forget(name, entry string) {
	id, _, _ := strings.Cut(strings.TrimPrefix(entry, "### "), ":")
	delete(w.given, name+id)
}

// repeat lets the agent give a number a second time.
func (w *twoJournals) repeat(t *rapid.T) {
	name := w.name(t)
	all := bodies(w.text(t, name))
	if len(all) == 0 {
		return
	}
	twin := rapid.SampledFrom(all).Draw(t, "entry")
	w.agent(t, name, strings.Replace(w.text(t, name), twin, twin+"\n\n"+twin, 1))
}

func TestJournalsThatAnOperatorAndAnAgentShare(t *testing.T) {
	t.Parallel()
	base := t.TempDir()
	round := 0
	rapid.Check(t, func(t *rapid.T) {
		round++
		dir := filepath.Join(base, fmt.Sprint(round))
		text := vaulttest.JournalOf(vaulttest.FreshHead, vaulttest.EmptySections)
		if rapid.Bool().Draw(t, "crlf") {
			text = vaulttest.CRLF(text)
		}
		for name, text := range map[string]string{vaulttest.Wheels + journal.FileName: text, ".math/problems/cogs/" + journal.StateFile: "", vaulttest.ConfigName: examples.ResearchConfig("wheels")} {
			full := filepath.Join(dir, "vault", filepath.FromSlash(name))
			must.Do(t, os.MkdirAll(filepath.Dir(full), 0o755))
			must.Do(t, os.WriteFile(full, []byte(text), 0o644))
		}
		v := must.Get(vaulttest.Open(filepath.Join(dir, "vault"), places.Options{StateDir: filepath.Join(dir, "state"), Operator: "ines"}))(t)
		defer v.Close()
		w := &twoJournals{v: v, at: vaulttest.Eleven, given: map[string]bool{}}
		t.Repeat(map[string]func(*rapid.T){"write": w.write, "write too": w.write, "add": w.add, "remove": w.remove, "repeat": w.repeat})
	})
}

func FuzzReadResearch(f *testing.F) {
	artifacts := []string{places.ProblemFile, journal.StateFile, "NOTATION.md", "LITERATURE.md", "PROOF.md", "COMPUTATION.md"}
	for i, name := range artifacts {
		b := must.Get(os.ReadFile(filepath.Join("../../../testdata/demo", ".math/problems/twin-offset-lacings", name)))(f)
		f.Add([]byte(examples.ResearchConfig("wheels")), b, uint8(i))
	}
	f.Add([]byte(`{"current_problem": "../wheels", "problems": [{"slug": "wheels", "title": "a\nb"}]}`), []byte("<!-- \n a"), uint8(0))
	f.Add([]byte("{"), []byte("---\ntotal_steps: -1\n---\n## Open Gaps\n### GAP-1\n```\n"), uint8(4))
	dir := f.TempDir()
	v := must.Get(vaulttest.Open(dir, places.Options{}))(f)
	f.Cleanup(func() { v.Close() })
	must.Do(f, os.MkdirAll(filepath.Join(dir, vaulttest.Wheels), 0o755))
	f.Fuzz(func(t *testing.T, config, artifact []byte, which uint8) {
		name := filepath.Join(dir, vaulttest.Wheels, artifacts[int(which)%len(artifacts)])
		for file, b := range map[string][]byte{filepath.Join(dir, vaulttest.ConfigName): config, name: artifact} {
			must.Do(t, os.WriteFile(file, b, 0o644))
		}
		s := must.Get(v.Load(t.Context(), vaulttest.Eleven))(t)
		r := s.Research
		p, ok := r.Active()
		if !r.Found || ok == (r.Trouble != "") || ok && (p.Slug != "wheels" || r.Current != "wheels") || len(r.Problems) != 1 {
			t.Fatalf("research %+v", r)
		}
		p = r.Problems[0]
		if len(p.Statement.Preview) > journal.MaxPreview || len(p.Computation.Results) > journal.MaxResults || strings.ContainsAny(strings.Join(p.Statement.Preview, "")+p.Title+p.Literature.KeyResult, "\r\n") {
			t.Fatalf("problem %+v", p)
		}
		// Open gaps are -1 where the text does not tell.
		for _, n := range []int{p.State.Sessions, p.Literature.Papers, p.Literature.Confirmed, p.Proof.Steps, p.Proof.Done, p.Proof.Open + 1, p.Computation.Count} {
			if n < 0 {
				t.Fatalf("problem %+v", p)
			}
		}
		for _, g := range p.Proof.Gaps {
			if len(g.Text) > journal.MaxGapText || !strings.HasPrefix(g.ID, "GAP-") {
				t.Fatalf("gap %+v", g)
			}
		}
		if number, splices, err := journal.CountSession(artifact, vaulttest.Eleven); err == nil {
			next := text.Apply(artifact, splices)
			if again, _, err := journal.CountSession(next, vaulttest.Eleven); err != nil || again != number+1 {
				t.Fatalf("%q became %q: %d, %v", artifact, next, again, err)
			}
			before, after := text.Changed(artifact, splices)
			if !slices.Equal(journal.Without(t, text.Lines(artifact), before), journal.Without(t, text.Lines(next), after)) {
				t.Fatalf("more lines changed than were said\nfrom %q\n  to %q", artifact, next)
			}
		}
		must.Do(t, os.Remove(name))
	})
}
