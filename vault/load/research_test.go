package load_test

import (
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/model/research"
	"coldstart/testdata/examples"
	"coldstart/vault/places"
	"coldstart/vault/source/journal"
)

// researchVault has two problems, of which wheels is current.
func researchVault() contents {
	return contents{
		configName:                  examples.ResearchConfig("wheels"),
		wheels + places.ProblemFile: "---\nstatus: submitted\n---\n# Problem Statement\n\nHow many?\n",
		".math/problems/cogs/" + journal.StateFile: "---\ncurrent_state: INITIALIZED\n---\n",
	}
}

func TestWhichProblemIsCurrent(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		files   contents
		current string
		trouble string
		// slugs are all problems in order, problems what is reported.
		slugs    []string
		problems []string
	}{
		{name: "the one that is named", files: researchVault(), current: "wheels", slugs: []string{"wheels", "cogs"}},
		{name: "another one", files: researchVault().With(contents{configName: examples.ResearchConfig("cogs")}), current: "cogs", slugs: []string{"cogs", "wheels"}},
		{name: "no configuration", files: researchVault().With(contents{"-" + configName: ""}), trouble: model.NoProject, slugs: []string{"cogs", "wheels"}},
		{name: "none named", files: researchVault().With(contents{configName: examples.ResearchConfig("")}), trouble: model.NoActiveProblem, slugs: []string{"cogs", "wheels"}},
		{name: "no key", files: researchVault().With(contents{configName: "{}"}), trouble: model.NoActiveProblem, slugs: []string{"cogs", "wheels"}},
		{name: "null", files: researchVault().With(contents{configName: `{"current_problem": null}`}), trouble: model.NoActiveProblem, slugs: []string{"cogs", "wheels"}},
		{
			name: "a number", files: researchVault().With(contents{configName: `{"current_problem": 1}`}), trouble: model.NoActiveProblem, slugs: []string{"cogs", "wheels"},
			problems: []string{configName + ":1: current_problem is not a text"},
		},
		{name: "its folder is missing", files: researchVault().With(contents{configName: examples.ResearchConfig("gears")}), trouble: model.NoProblemFolder("gears"), slugs: []string{"cogs", "wheels"}},
		{name: "its folder is empty", files: researchVault().With(contents{"-" + wheels + places.ProblemFile: "", wheels: ""}), trouble: model.EmptyProblemFolder("wheels"), slugs: []string{"cogs", "wheels"}},
		{
			name: "no JSON", files: researchVault().With(contents{configName: "{\n  \"current_problem\": \"wheels\",\n}"}), slugs: []string{"cogs", "wheels"},
			trouble:  ".math/config.json cannot be read: line 2: invalid JSON: one comma too many",
			problems: []string{configName + ":2: invalid JSON: one comma too many"},
		},
		{
			name: "no object", files: researchVault().With(contents{configName: "[]"}), slugs: []string{"cogs", "wheels"},
			trouble:  ".math/config.json cannot be read: line 1: it is not one JSON object, or too deeply nested",
			problems: []string{configName + ":1: it is not one JSON object, or too deeply nested"},
		},
		{
			name: "an empty file", files: researchVault().With(contents{configName: ""}), slugs: []string{"cogs", "wheels"},
			trouble:  ".math/config.json cannot be read: line 1: invalid JSON: the file stops in the middle",
			problems: []string{configName + ":1: invalid JSON: the file stops in the middle"},
		},
		{
			name: "a slug that leads elsewhere", files: researchVault().With(contents{configName: "{\n\"current_problem\": \"../wheels\"}"}), slugs: []string{"cogs", "wheels"},
			trouble:  `current_problem is "../wheels", which is not the name of a folder; it is not opened`,
			problems: []string{configName + `:2: current_problem is "../wheels", which is not the name of a folder; it is not opened`},
		},
		{
			name: "a hidden folder", files: researchVault().With(contents{configName: `{"current_problem": ".git"}`, ".math/problems/.git/" + places.ProblemFile: "x"}), slugs: []string{"cogs", "wheels"},
			trouble:  `current_problem is ".git", which is not the name of a folder; it is not opened`,
			problems: []string{configName + `:1: current_problem is ".git", which is not the name of a folder; it is not opened`},
		},
		{
			name: "odd entries of the list", current: "wheels", slugs: []string{"wheels", "cogs"},
			files: researchVault().With(contents{configName: "{\"current_problem\": \"cogs\",\n\"current_problem\": \"wheels\", \"problems\": [\n\"cogs\",\n{\"slug\": 3},\n{\"slug\": \"a/b\"},\n{\"slug\": \"wheels\"},\n{\"slug\": \"wheels\"},\n{\"slug\": \"gears\"}]}"}),
			problems: []string{
				configName + `:2: key "current_problem" appears twice, first on line 1`, configName + ":3: a problem without a slug", configName + ":4: a problem without a slug",
				configName + `:5: the slug "a/b" is not the name of a folder; it is not opened`, configName + `:7: the slug "wheels" is listed twice`, configName + `:8: problems lists "gears", which has no folder`,
			},
		},
		{
			name: "two lists", files: researchVault().With(contents{configName: "{\"current_problem\": \"wheels\", \"problems\": [{\"slug\": \"gears\"}],\n\"problems\": [{\"slug\": \"hubs\"}]}"}), current: "wheels", slugs: []string{"wheels", "cogs"},
			problems: []string{configName + `:2: key "problems" appears twice, first on line 1`, configName + `:2: problems lists "hubs", which has no folder`},
		},
		{
			name: "a list that is none", files: researchVault().With(contents{configName: `{"current_problem": "wheels", "problems": {}}`}), current: "wheels", slugs: []string{"wheels", "cogs"},
			problems: []string{configName + ":1: problems is not a list"},
		},
		{name: "a byte order mark", files: researchVault().With(contents{configName: "\ufeff" + crlf(examples.ResearchConfig("wheels"))}), current: "wheels", slugs: []string{"wheels", "cogs"}},
		{name: "no folder of problems", files: contents{configName: examples.ResearchConfig("")}, trouble: model.NoActiveProblem, problems: []string{
			configName + `:11: problems lists "cogs", which has no folder`, configName + `:5: problems lists "wheels", which has no folder`,
		}},
		{name: "a file beside the problems", files: researchVault().With(contents{".math/problems/notes.md": "x"}), current: "wheels", slugs: []string{"wheels", "cogs"}},
		{
			name: "a folder in place of a file", files: researchVault().With(contents{configName + "/": "", "-" + configName: ""}), slugs: []string{"cogs", "wheels"},
			trouble:  "reading .math/config.json: not a regular file: a folder",
			problems: []string{configName + ":0: reading .math/config.json: not a regular file: a folder"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v, _ := openContents(t, tt.files)
			s := mustLoad(t, v)
			r := s.Research
			active, ok := r.Active()
			if !r.Found || r.Config != configName || r.Trouble != tt.trouble || ok != (tt.current != "") || active.Slug != tt.current {
				t.Errorf("current %q (%v), trouble %q", active.Slug, ok, r.Trouble)
			}
			var slugs, problems []string
			for _, p := range r.Problems {
				slugs = append(slugs, p.Slug)
			}
			for _, p := range s.Problems {
				problems = append(problems, fmt.Sprintf("%s:%d: %s", p.Path, p.Line, p.Reason))
			}
			slices.Sort(problems)
			if !slices.Equal(slugs, tt.slugs) || !slices.Equal(problems, tt.problems) {
				t.Errorf("problems %q\n got %q\nwant %q", slugs, problems, tt.problems)
			}
		})
	}
}

func TestAVaultWithoutResearch(t *testing.T) {
	t.Parallel()
	for name, files := range map[string]contents{"none": {}, "a file": {".math": "x"}} {
		v, _ := openContents(t, files)
		if s := mustLoad(t, v); !reflect.DeepEqual(s.Research, model.Research{}) || len(s.Problems) != len(files) {
			t.Errorf("%s: %+v, %+v", name, s.Research, s.Problems)
		}
	}
}

func TestWhatAProblemIsCalled(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name                string
		files               contents
		title, called, area string
	}{
		{"as it is listed", contents{wheels + places.ProblemFile: "---\ntitle: x\n---\n"}, "Even wheels", "Even wheels", "combinatorics"},
		{"with what does not show", contents{configName: strings.Replace(examples.ResearchConfig("wheels"), "Even", `E\u001b[2J\u202even`, 1)}, "E\x1b[2J\u202even wheels", "E\x1b[2J\u202even wheels", "combinatorics"},
		{"by its statement's front matter", contents{configName: "{}", wheels + places.ProblemFile: "---\ntitle: T\ndomain: d\n---\n# Problem: Y\n"}, "T", "T", "d"},
		{"by its statement's heading", contents{configName: "{}", wheels + places.ProblemFile: "# Problem: Y\n", wheels + journal.FileName: "# Research Journal: J\n"}, "Y", "Y", ""},
		{"by its journal", contents{configName: "{}", wheels + journal.FileName: "# Research Journal: J\n"}, "J", "J", ""},
		{"by its folder", contents{configName: "{}"}, "", "wheels", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v, _ := openContents(t, researchVault().With(tt.files))
			p, ok := mustLoad(t, v).Research.Named("wheels")
			if !ok || p.Title != tt.title || p.Name() != tt.called || p.Domain != tt.area || p.Path != ".math/problems/wheels" {
				t.Errorf("got %+v", p)
			}
		})
	}
}

func TestTheArtifactsOfAProblem(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, file, text string
		want             func(p *model.ResearchProblem)
		problems         []string
	}{
		{
			name: "the template of a statement", file: places.ProblemFile,
			text: "---\nstatus: draft\ntype: \"\"\noutput_type: x\n---\n\n# Problem Statement\n\nNo problem yet.\n\n## Desired Output\n\n<!-- What form?\n     values: a, b -->\n\n<!-- one line -->\n## Known\n- b\n",
			want: func(p *model.ResearchProblem) {
				p.Statement.Status, p.Statement.OutputType = "draft", "x"
				p.Statement.Preview = []string{"No problem yet."}
			},
		},
		{
			name: "a long statement", file: places.ProblemFile, text: "a\n\nb\n```\ncode\n```\nc\nd\ne\nf\n",
			want: func(p *model.ResearchProblem) { p.Statement.Preview = []string{"a", "b", "c", "d", "e …"} },
		},
		{
			name: "a statement that cannot be read", file: places.ProblemFile, text: "---\nstatus: [\n---\nHow many?\n",
			want:     func(p *model.ResearchProblem) { p.Statement.Preview = []string{"How many?"} },
			problems: []string{"2: front matter is not valid YAML: a bracket is never closed"},
		},
		{
			name: "a state", file: journal.StateFile, text: "---\ncurrent_state: PROOF_IN_PROGRESS\nproblem_defined: True\nnotation_configured: yes\nsession_count: \"12\"\n---\n",
			want: func(p *model.ResearchProblem) {
				p.State = model.ResearchState{Name: "PROOF_IN_PROGRESS", Defined: true, Notation: true, Sessions: 12}
			},
		},
		{
			name: "a state with odd values", file: journal.StateFile, text: "---\nproblem_defined: maybe\nsession_count: -3\n---\n",
			want: func(*model.ResearchProblem) {},
		},
		{
			name: "notation", file: "NOTATION.md", text: "---\ndomain: d\nbased_on_preset: p\nmodified: true\n---\n",
			want: func(p *model.ResearchProblem) {
				p.Notation = model.Notation{Domain: "d", Preset: "p", Modified: true}
			},
		},
		{
			name: "literature that is counted", file: "LITERATURE.md",
			text: "# L\n### REF-001: a\n- **Key Results:**\n- **Key results:** Theorem 4.\n### REF-002: b\n- **Key Results:** later\n### UREF-001: c\n```\n### REF-003: no\n```\n",
			want: func(p *model.ResearchProblem) {
				p.Literature = model.Literature{Papers: 3, Confirmed: 2, KeyResult: "Theorem 4."}
			},
		},
		{
			name: "literature that counts itself", file: "LITERATURE.md", text: "---\ntotal_papers: 9\nconfirmed_count: many\n---\n### REF-001: a\n",
			want: func(p *model.ResearchProblem) { p.Literature = model.Literature{Papers: 9, Confirmed: 1} },
		},
		{
			name: "a proof that is counted", file: "PROOF.md",
			text: "### Step 1: a\n- **Claim:** [V] `[V]` and [S]\n\n### Step 2: b\n- **Status:** Verified.\n- **Status:** done\n#### Step 3\n### Step 4\n- **Status:** open [~]\n```\n[V]\n```\n" +
				"## Closed Gaps\n### GAP-1: closed\nx\n## Open gaps (1)\ntext\n### GAP-2: the bound\n\nOne\n two\n```\ncode\n```\n### Other\nthree\n",
			want: func(p *model.ResearchProblem) {
				p.Proof = model.Proof{Steps: 3, Done: 1, Open: 1, Verified: 1, Sketched: 1, Speculative: 1, Gaps: []model.Gap{{ID: "GAP-2", Title: "the bound", Text: "One two"}}}
			},
		},
		{
			name: "a proof that counts itself", file: "PROOF.md", text: "---\nstrategy: duality\ntotal_steps: 5\ncompleted_steps: 0\nopen_gaps: 2\n---\n### Step 1: a\n**Status:** completed\n",
			want: func(p *model.ResearchProblem) { p.Proof = model.Proof{Strategy: "duality", Steps: 5, Open: 2} },
		},
		{
			name: "computations", file: "COMPUTATION.md", text: "# C\n## a\n## b\n### no\n## c\n## d\n",
			want: func(p *model.ResearchProblem) {
				p.Computation = model.Computation{Count: 4, Results: []string{"a", "b", "c"}}
			},
		},
		{
			name: "an empty file", file: "COMPUTATION.md", want: func(*model.ResearchProblem) {},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, text := range []string{tt.text, crlf(tt.text), "\ufeff" + tt.text} {
				v, _ := openContents(t, contents{configName: `{"current_problem": "p"}`, ".math/problems/p/" + tt.file: text})
				s := mustLoad(t, v)
				got, _ := s.Research.Active()
				var want model.ResearchProblem
				tt.want(&want)
				want.Slug, want.Path, want.Current, want.Journal = "p", ".math/problems/p", true, got.Journal
				want.Statement.Found, want.State.Found, want.Notation.Found = tt.file == places.ProblemFile, tt.file == journal.StateFile, tt.file == "NOTATION.md"
				want.Literature.Found, want.Proof.Found, want.Computation.Found = tt.file == "LITERATURE.md", tt.file == "PROOF.md", tt.file == "COMPUTATION.md"
				want.Statement.Seen = got.Statement.Seen
				if text == tt.text && tt.file == places.ProblemFile && got.Statement.Seen != model.FingerprintOf([]byte(text)) {
					t.Error("the hash is not that of the statement")
				}
				if !reflect.DeepEqual(got, want) {
					t.Errorf("of %q\n got %+v\nwant %+v", text, got, want)
				}
				if problems := reasonsOf(s.Problems); !slices.Equal(problems, append([]string{}, tt.problems...)) {
					t.Errorf("problems %q, want %q", problems, tt.problems)
				}
			}
		})
	}
}

func TestAMissingJournalHasAPlaceAndAHash(t *testing.T) {
	t.Parallel()
	v, _ := openContents(t, researchVault())
	s := mustLoad(t, v)
	p, _ := s.Research.Active()
	want := model.Journal{Path: wheels + journal.FileName, Total: -1, Seen: model.FingerprintOf(nil)}
	if !reflect.DeepEqual(p.Journal, want) || len(s.Problems) > 0 {
		t.Errorf("journal %+v, problems %+v", p.Journal, s.Problems)
	}
	if held, ok := s.Research.Holding(want.Path); !ok || held.Slug != "wheels" {
		t.Errorf("the journal belongs to %+v", held)
	}
}

func TestReadResearchText(t *testing.T) {
	t.Parallel()
	entry := "### NOTE-001: a\n- **Insight:** x"
	journal_ := headed("total_entries: 2\n", "\n## General Notes\n\n"+entry+"\n\n### NOTE-001: b\n")
	v, _ := openContents(t, researchVault().With(contents{wheels + journal.FileName: journal_}))
	folder := strings.TrimSuffix(wheels, "/")
	for _, tt := range []struct {
		name string
		ref  model.Ref
		want string
		gone bool
	}{
		{name: "a journal", ref: model.Ref{Kind: model.KindJournal, Path: wheels + journal.FileName}, want: journal_},
		{name: "a journal that is not there yet", ref: model.Ref{Kind: model.KindJournal, Path: ".math/problems/cogs/" + journal.FileName}},
		{name: "an entry", ref: model.Ref{Kind: model.KindEntry, Path: wheels + journal.FileName, Item: "NOTE-001"}, want: entry},
		{name: "its twin", ref: model.Ref{Kind: model.KindEntry, Path: wheels + journal.FileName, Item: "NOTE-001~2"}, want: "### NOTE-001: b"},
		{name: "a problem", ref: model.Ref{Kind: model.KindResearch, Path: folder}, want: researchVault()[wheels+places.ProblemFile]},
		{name: "a problem without a statement", ref: model.Ref{Kind: model.KindResearch, Path: ".math/problems/cogs"}},
		{name: "an entry that is gone", ref: model.Ref{Kind: model.KindEntry, Path: wheels + journal.FileName, Item: "NOTE-002"}, gone: true},
		{name: "an entry of no journal", ref: model.Ref{Kind: model.KindEntry, Path: ".math/problems/cogs/" + journal.FileName, Item: "NOTE-001"}, gone: true},
		{name: "a folder that is gone", ref: model.Ref{Kind: model.KindResearch, Path: ".math/problems/gears"}, gone: true},
		{name: "a journal elsewhere", ref: model.Ref{Kind: model.KindJournal, Path: "Plans/JOURNAL.md"}, gone: true},
		{name: "another file of the problem", ref: model.Ref{Kind: model.KindJournal, Path: wheels + places.ProblemFile + "/../" + journal.StateFile}, gone: true},
		{name: "outside", ref: model.Ref{Kind: model.KindResearch, Path: ".math/problems/.."}, gone: true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			doc, err := v.Read(t.Context(), tt.ref)
			if tt.gone {
				if err == nil || !strings.Contains(err.Error(), model.ErrNotFound.Error()) {
					t.Errorf("got %q, %v", doc.Bytes, err)
				}
				return
			}
			if err != nil || string(doc.Bytes) != tt.want || doc.Seen != model.FingerprintOf([]byte(tt.want)) || doc.Ref != tt.ref || tt.want == "" && doc.Bytes != nil {
				t.Errorf("got %q, %v", doc.Bytes, err)
			}
		})
	}
}

func TestTheDemoResearch(t *testing.T) {
	t.Parallel()
	s := mustLoad(t, openAt(t, demo))
	for _, p := range s.Problems {
		if filepath.Dir(p.Path) == researchFolder {
			t.Errorf("problem %+v", p)
		}
	}
	r := s.Research
	if !r.Found || r.Trouble != "" || r.Current != "twin-offset-lacings" || len(r.Problems) != 2 || r.Problems[1].Slug != "skid-patch-rotation" {
		t.Fatalf("research %+v", r)
	}
	p := r.Problems[0]
	if !p.Current || p.Title != "Twin-offset spoke lacings" || p.Domain != "combinatorics" || p.State.Sessions != 9 || len(p.Statement.Preview) != 5 {
		t.Errorf("problem %+v", p)
	}
	if l := p.Literature; l.Papers != 3 || l.Confirmed != 2 || l.KeyResult == "" {
		t.Errorf("literature %+v", l)
	}
	if f := p.Proof; f.Steps != 6 || f.Done != 4 || f.Open != 2 || len(f.Gaps) != 2 || f.Verified != 1 || f.Sketched != 3 || f.Speculative != 2 {
		t.Errorf("proof %+v", f)
	}
	if c := p.Computation; c.Count != 2 || len(c.Results) != 2 {
		t.Errorf("computation %+v", c)
	}
	j := p.Journal
	if len(j.Entries) != 8 || j.Total != 8 || len(j.Index) != 4 || j.Broken != "" {
		t.Errorf("journal of %d entries, total %d, index %+v, broken %q", len(j.Entries), j.Total, j.Index, j.Broken)
	}
	var dead []string
	for _, a := range research.Attempts(j) {
		if a.Dead() {
			dead = append(dead, a.ID)
		}
	}
	if !slices.Equal(dead, []string{"PROOF-002", "PROOF-003"}) {
		t.Errorf("dead ends %q", dead)
	}
	if got := research.Suggest(p); got.Rule != 4 || got.Text[:len("The proof has a gap at GAP-1 ")] != "The proof has a gap at GAP-1 " {
		t.Errorf("suggestion %+v", got)
	}
	for _, e := range j.Entries {
		if e.Insight == "" || e.Agent == "" || !e.At.Known() || len(e.Tags) == 0 || e.Tried == "" || e.Reasoning == "" {
			t.Errorf("entry %+v", e)
		}
	}
}

// reasonsOf returns the problems as "line: reason".
func reasonsOf(problems []model.Problem) []string {
	out := []string{}
	for _, p := range problems {
		out = append(out, fmt.Sprintf("%d: %s", p.Line, p.Reason))
	}
	return out
}
