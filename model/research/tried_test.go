package research

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"pgregory.net/rapid"

	"coldstart/model"
)

func spokes() model.Snapshot {
	on := func(day int) model.Stamp {
		return model.Stamp{Raw: "x", Time: time.Date(2026, 3, day, 20, 0, 0, 0, time.UTC)}
	}
	entry := func(id string, c model.Category, title, outcome string, day int) model.Entry {
		return model.Entry{Path: "JOURNAL.md", ID: id, Category: c, Title: title, Outcome: outcome, At: on(day)}
	}
	affine := entry("PROOF-002", model.CategoryProof, "Affine lacings when 3 divides n", "FAILED", 2)
	affine.Strategy, affine.Tags = "construction", []string{"affine-maps"}
	spoke := entry("PROOF-003", model.CategoryProof, "Delete a spoke", "ABANDONED", 6)
	spoke.Strategy, spoke.Insight = "reduction", "A lacing in blocks would avoid it."
	squares := entry("PROOF-004", model.CategoryProof, "Counting squares", "PARTIAL", 10)
	squares.Strategy = "estimation"
	wear := entry("PROOF-001", model.CategoryProof, "Even tyre wear", "FAILED", 4)
	wear.Path = "skids/JOURNAL.md"
	return model.Snapshot{
		Research: model.Research{Problems: []model.ResearchProblem{
			{Slug: "lacing", Title: "Spoke lacings", Journal: model.Journal{
				Path:  "JOURNAL.md",
				Index: []model.IndexRow{{ID: "PROOF-009", Strategy: "duality", Status: "abandoned", Tags: []string{"linear-program"}}, {ID: "LIT-007", Status: "failed", Tags: []string{"hexagons"}}},
				Entries: []model.Entry{
					affine, spoke, squares,
					entry("LIT-001", model.CategoryLit, "Two-block constructions", "SUCCEEDED", 11),
					entry("COMP-001", model.CategoryComp, "Exhaustive search", "SUCCEEDED", 12),
					entry("PROOF-005", model.CategoryProof, "Greedy shifts", "IN_PROGRESS", 13),
				},
			}},
			{Slug: "skids", Journal: model.Journal{Path: "skids/JOURNAL.md", Entries: []model.Entry{wear}}},
		}},
		Lessons: model.Journal{Entries: []model.Entry{{Path: "notes.md", ID: "ERROR-001", Category: model.CategoryProof, Title: "Port 8080 is taken", Outcome: "failed", Line: 7, Tool: "Till"}}},
		Decided: []model.Request{
			{Path: "Rejected/countdown.md", Name: "countdown.md", Summary: "Countdown offer", Reading: model.RequestReading{Decision: model.DecisionRejected}},
			{Path: "Approved/poster.md", Name: "poster.md", Summary: "Poster in the window", Reading: model.RequestReading{Decision: model.DecisionApproved}},
		},
		Requests: []model.Request{
			{Path: "Pending/quote.md", Name: "quote.md", Summary: "Quote for the school", Asked: &model.EarlierAnswer{At: on(9).Time, Note: "Round the prices"}},
			{Path: "Pending/letter.md", Name: "letter.md", Summary: "Letter to the bank", Rejected: &model.EarlierAnswer{At: on(8).Time, Note: "Too long"}},
			{Path: "Pending/flyer.md", Name: "flyer.md", Summary: "Flyer"},
		},
		Notes: map[string]model.Said{"Rejected/countdown.md": {At: on(7).Time, Note: "No made-up numbers"}},
		Transcripts: []model.Transcript{
			{Tool: "Till", ID: "1", Path: "~/till/1.jsonl", Title: "Waxed thread", Prompt: "Try pigeons", Said: "All affine and done", Changed: on(12).Time},
			{Tool: "Till", ID: "2", Path: "~/till/2.jsonl", Label: "244", Title: "Quarterly figures", Said: "The ledger waits", Changed: on(14).Time},
		},
		Plans: []model.Plan{{Path: "Plans/zeppelin.md", Objective: "Zeppelin"}},
		Traces: []model.Trace{{Path: "runs/import/trace.md", Name: "Import", Steps: []model.TraceStep{
			{Number: 1, Name: "Read the export", Line: 3, State: model.StepCompleted, Fields: []model.TraceField{{Label: "Challenges", Value: "Umlauts were broken"}}},
			{Number: 2, Name: "Book the rest", Line: 9, State: model.StepFailed, Fields: []model.TraceField{{Label: "Challenges", Value: "An empty sign column"}}},
			{Number: 3, Name: "Publish", State: model.StepInProgress, Fields: []model.TraceField{{Label: "Challenges", Value: "The gateway"}}},
			{Number: 4, Name: "Rest", State: model.StepCompleted, Fields: []model.TraceField{{Label: "Challenges", Value: "None"}}},
		}}},
	}
}

// unblanked is for texts without secrets.
func unblanked(text string) string { return text }

// What is taken out of a text cannot be found by guessing.
func TestASecretIsNotFound(t *testing.T) {
	t.Parallel()
	s := spokes()
	s.Lessons.Entries[0].Tried = "The token Qx7 was refused"
	trials := NewTrials(s, func(text string) string { return strings.ReplaceAll(text, "Qx7", "   ") })
	for words, want := range map[string]Verdict{"qx7": NeverTried, "qx7 refused": TriedAndFailed, "token refused": TriedAndFailed} {
		if got := trials.Tried(words); got.Verdict != want || len(got.Hits) > 0 && slices.ContainsFunc(got.Hits[0].Matches, func(m Match) bool { return m.Word == "qx7" }) {
			t.Errorf("%s: %v by %v", words, got.Verdict, hitNames(got))
		}
	}
}

func hitNames(a Answer) string {
	var names []string
	for _, h := range a.Hits {
		names = append(names, h.Name())
	}
	return strings.Join(names, ", ")
}

func TestWhatWasTriedAndHowItEnded(t *testing.T) {
	t.Parallel()
	trials := NewTrials(spokes(), unblanked)
	for words, want := range map[string]struct {
		verdict Verdict
		hits    string
		times   int
	}{
		"":                     {NeverTried, "", 0},
		"pigeonhole":           {NeverTried, "", 0},
		"ffine":                {NeverTried, "", 0},
		"Affine":               {TriedAndFailed, `PROOF-002, session "Waxed thread"`, 1},
		"ÀFFINE":               {TriedAndFailed, `PROOF-002, session "Waxed thread"`, 1},
		"was affine tried?":    {TriedAndFailed, `PROOF-002, session "Waxed thread"`, 1},
		"affine pigeonhole":    {TriedAndFailed, `PROOF-002, session "Waxed thread"`, 1},
		"blocks":               {OnlySpokenOf, "LIT-001, PROOF-003", 2},
		"two-blocks":           {OnlySpokenOf, "LIT-001", 1},
		`"lacing in blocks"`:   {OnlySpokenOf, "PROOF-003", 1},
		`"blocks in lacing"`:   {NeverTried, "", 0},
		"affine blocks":        {TriedAndFailed, `PROOF-002, LIT-001, session "Waxed thread", PROOF-003`, 1},
		"reduction":            {TriedAndGivenUp, "PROOF-003", 1},
		"linear":               {TriedAndGivenUp, "PROOF-009", 1},
		"squares":              {WorkedInPart, "PROOF-004", 1},
		"exhaustive search":    {TriedAndWorked, "COMP-001", 1},
		"greedy":               {BeingTried, "PROOF-005", 1},
		"construction":         {TriedAndFailed, "PROOF-002, LIT-001", 1},
		"tyres":                {TriedAndFailed, "PROOF-001", 1},
		"8080":                 {TriedAndFailed, "Till", 1},
		"hexagons":             {OnlySpokenOf, "LIT-007", 1},
		"countdown":            {AskedAndRejected, `request "Countdown offer"`, 1},
		"numbers":              {AskedAndRejected, `request "Countdown offer"`, 1},
		"quote":                {ChangesWanted, `request "Quote for the school"`, 1},
		"prices":               {ChangesWanted, `request "Quote for the school"`, 1},
		"bank":                 {AskedAndRejected, `request "Letter to the bank"`, 1},
		"sign column":          {TriedAndFailed, "step 2 of Import", 1},
		"umlauts":              {OnlySpokenOf, "step 1 of Import", 1},
		"export":               {TriedAndWorked, "step 1 of Import", 1},
		"waxed":                {OnlySpokenOf, `session "Waxed thread"`, 1},
		"pigeons":              {OnlySpokenOf, `session "Waxed thread"`, 1},
		"ledger":               {OnlySpokenOf, `session 244 "Quarterly figures"`, 1},
		"poster flyer gateway": {NeverTried, "", 0},
		"zeppelin":             {Planned, "plan", 1},
	} {
		got := trials.Tried(words)
		if got.Verdict != want.verdict || hitNames(got) != want.hits || got.Times != want.times {
			t.Errorf("%q: %v, %d times, by %v; want %v", words, got.Verdict, got.Times, hitNames(got), want)
		}
	}
}

func TestOnlyAllWordsAreTheSame(t *testing.T) {
	t.Parallel()
	trials := NewTrials(spokes(), unblanked)
	for words, want := range map[string]bool{"": false, "pigeonhole": false, "affine": false, "exhaustive search": false, "affine blocks": true, "affine pigeonhole": true} {
		if got := trials.Tried(words).NotAsSuch(); got != want {
			t.Errorf("%q: %v", words, got)
		}
	}
}

// A strategy that failed, or two tags of an attempt that did, are a dead end whatever else is sought.
func TestADeadEndIsToldFirst(t *testing.T) {
	t.Parallel()
	s := spokes()
	failed := &s.Research.Problems[0].Journal.Entries[0]
	failed.Strategy, failed.Tags = "case-analysis", []string{"affine-maps", "queens", "residue"}
	trials := NewTrials(s, unblanked)
	for words, want := range map[string]struct {
		verdict Verdict
		dead    bool
		first   string
	}{
		"case analysis mod-3":                  {TriedAndFailed, true, "PROOF-002"},
		"case-analysis two-block construction": {TriedAndFailed, true, "PROOF-002"},
		"queen residues zeppelin":              {TriedAndFailed, true, "PROOF-002"},
		"reduction of mod-3":                   {TriedAndGivenUp, true, "PROOF-003"},
		"estimation mod-3":                     {WorkedInPart, false, "PROOF-004"},
		"queens mod-3":                         {TriedAndFailed, false, "PROOF-002"},
		"case-analysis":                        {TriedAndFailed, false, "PROOF-002"},
		"exhaustive search":                    {TriedAndWorked, false, "COMP-001"},
	} {
		got := trials.Tried(words)
		if best, _ := got.Best(); got.Verdict != want.verdict || got.DeadEnd != want.dead || got.Hits[0].Called != want.first || best.Called != want.first {
			t.Errorf("%q: %v, dead %v, best %s of %s; want %v", words, got.Verdict, got.DeadEnd, best.Called, hitNames(got), want)
		}
	}
}

func TestAHitSaysWhereItsWordsAreAndWhatCameSince(t *testing.T) {
	t.Parallel()
	trials := NewTrials(spokes(), unblanked)
	hit := trials.Tried("affine blocks").Hits[0]
	if got := strings.Join(hit.Matches[0].Parts, ", "); got != "its title, its tags" || strings.Join(hit.Missing, " ") != "blocks" {
		t.Errorf("affine is in %s, missing %q", got, hit.Missing)
	}
	if len(hit.Since) != 2 || hit.Since[0].ID != "LIT-001" {
		t.Errorf("since: %v", hit.Since)
	}
	for words, want := range map[string]string{
		"affine": "JOURNAL.md Spoke lacings", "tyre": "skids/JOURNAL.md skids", "8080": "notes.md:7 ", "countdown": "Rejected/countdown.md ", "sign column": "runs/import/trace.md:9 Import", "linear": "JOURNAL.md Spoke lacings",
		"waxed": "~/till/1.jsonl ",
	} {
		if h := trials.Tried(words).Hits[0]; h.Where()+" "+h.Of != want {
			t.Errorf("%s is in %q of %q, want %q", words, h.Where(), h.Of, want)
		}
	}
	countdown := trials.Tried("countdown").Hits[0]
	if countdown.Why != "No made-up numbers" || countdown.At.Day() != 7 {
		t.Errorf("the reason is %q, of %v", countdown.Why, countdown.At)
	}
}

func TestWhatCannotBeReadIsSaid(t *testing.T) {
	t.Parallel()
	s := spokes()
	s.Research.Problems[0].Journal = model.Journal{Path: "JOURNAL.md", Unread: "permission denied"}
	s.TranscriptsLeft = 2
	s.LeftOut = []model.LeftOut{{What: model.Plans, Files: 1, Of: 2}, {What: "requests", Files: 3, Of: 9}}
	got := strings.Join(NewTrials(s, unblanked).Unread, "|")
	if want := "The journal of Spoke lacings cannot be read: permission denied|2 older sessions not read|" + s.LeftOut[0].String() + "|" + s.LeftOut[1].String(); got != want {
		t.Errorf("unread: %s", got)
	}
	trials := NewTrials(s, unblanked)
	for words, want := range map[string]bool{"airship": true, "countdown": false} {
		if got := trials.Tried(words).NotFound(); got != want {
			t.Errorf("%s: %v", words, got)
		}
	}
}

// What the dead-end check finds by strategy and tags, the search finds by their words.
func TestTheSearchFindsWhatTheDeadEndCheckFinds(t *testing.T) {
	t.Parallel()
	s := spokes()
	j := s.Research.Problems[0].Journal
	for _, strategy := range []string{"construction", "reduction", "duality"} {
		answer := NewTrials(s, unblanked).Tried(strategy)
		for _, d := range DeadEnds(j, strategy, nil) {
			if !slices.ContainsFunc(answer.Hits, func(h Hit) bool { return h.Called == d.ID && h.Verdict == VerdictOf(model.ParseOutcome(d.Outcome())) }) {
				t.Errorf("%s: %s is a dead end, and not among %s", strategy, d.ID, hitNames(answer))
			}
		}
	}
	if dead := DeadEnds(j, "", []string{"hexagons", "x"}); len(dead) > 0 {
		t.Errorf("dead ends %v", dead)
	}
	j.Index[1].Strategy = "density"
	if dead := DeadEnds(j, "density", nil); len(dead) > 0 {
		t.Error("what was only read in the literature is a dead end")
	}
}

func TestWordsAsPeopleTypeThem(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		sought, text string
		want         bool
	}{
		{"über", "Uber den Wolken", true},
		{"UBER", "über", true},
		{"cafe\u0301", "Café", true},
		{"strasse", "Straße", true},
		{"ώρα", "ΩΡΑ", true},
		{"ελλάς", "ΕΛΛΑΣ", true},
		{"ёлка", "Елка", true},
		{"istanbul", "İstanbul", true},
		{"đường", "DUONG", true},
		{"maps", "one map", true},
		{"map", "maps", true},
		{"mapping", "map", false},
		{"t(n)", "the value of t(n) is", true},
		{"go", "golden", false},
		{"go", "in Go.", true},
		{"n", "t(n)", true},
		{"n", "no", false},
		{"two-block", "two blocks", true},
		{"two-block", "two large blocks", false},
		{"PROOF-00", "proof-002", true},
		{"affi\u00adne", "affine", true},
		{"缓存", "我们试过缓存方案了", true},
		{"存缓", "我们试过缓存方案了", false},
		{"gpu加速", "使用GPU加速する", true},
		{"ＧＰＵ", "gpu", true},
		{"キャッシュ", "ディスクキャッシュを消す", true},
		{"แคช", "ลองใช้แคชแล้ว", true},
		{"캐시", "캐시를 지웠다", true},
		{"हिन्दी", "हिन्दी में", true},
	} {
		if got := newTerm(tt.sought).in(searchable(tt.text)); got != tt.want {
			t.Errorf("%q in %q: %v (%q in %q)", tt.sought, tt.text, got, newTerm(tt.sought).need, searchable(tt.text))
		}
	}
}

// plainly is how the oracle reads a text: word by word.
func plainly(text string) (words [][]rune) {
	accents := map[rune]rune{'é': 'e', 'ü': 'u', 'É': 'e', 'Ü': 'u'}
	within := false
	for _, r := range text {
		switch {
		case unicode.Is(unicode.Han, r):
			words, within = append(words, []rune{r}), false
			continue
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			within = false
			continue
		}
		if !within {
			words = append(words, nil)
		}
		if plain, ok := accents[r]; ok {
			r = plain
		}
		words[len(words)-1], within = append(words[len(words)-1], unicode.ToLower(r)), true
	}
	return words
}

// hasPlainly looks at every place of a text for words that follow each other, the last of which
// may be a beginning.
func hasPlainly(text, sought string) bool {
	words, wanted := plainly(text), plainly(sought)
	if len(wanted) == 0 {
		return false
	}
	last := string(wanted[len(wanted)-1])
	short := len(wanted) == 1 && len(last) < 3
	if cut, ok := strings.CutSuffix(last, "s"); ok && len(cut) >= 3 {
		last = cut
	}
	for from := 0; from+len(wanted) <= len(words); from++ {
		fits := true
		for i, w := range wanted[:len(wanted)-1] {
			fits = fits && string(words[from+i]) == string(w)
		}
		end := string(words[from+len(wanted)-1])
		if fits && (end == last || !short && strings.HasPrefix(end, last)) {
			return true
		}
	}
	return false
}

func TestTheSearchAgreesWithALookAtEveryWord(t *testing.T) {
	t.Parallel()
	piece := rapid.SampledFrom([]string{"a", "b", "s", "é", "É", "ü", "e", "u", "Ab", "abbas", "bass", " ", " ", "-", "_", ".", "缓", "存", "7", "\n", "(", "abba"})
	text := rapid.Map(rapid.SliceOfN(piece, 0, 12), func(pieces []string) string { return strings.Join(pieces, "") })
	rapid.Check(t, func(t *rapid.T) {
		var s model.Snapshot
		s.Research.Problems = []model.ResearchProblem{{}}
		for i := range rapid.IntRange(0, 5).Draw(t, "entries") {
			s.Research.Problems[0].Journal.Entries = append(s.Research.Problems[0].Journal.Entries, model.Entry{
				ID: fmt.Sprintf("PROOF-9%02d", i), Category: rapid.SampledFrom(model.Categories()).Draw(t, "category"), Outcome: rapid.SampledFrom(model.Outcomes()).Draw(t, "outcome").String(),
				Title: text.Draw(t, "title"), Tried: text.Draw(t, "tried"), Reasoning: text.Draw(t, "reasoning"), Insight: text.Draw(t, "insight"), Tags: []string{text.Draw(t, "tag")},
			})
		}
		var sought []string
		for _, w := range rapid.SliceOfN(text, 0, 3).Draw(t, "sought") {
			if w = strings.Join(strings.Fields(w), ""); !isFiller(newTerm(w).word) {
				sought = append(sought, w)
			}
		}
		got, want := NewTrials(s, unblanked).Tried(strings.Join(sought, " ")), map[string][]string{}
		for _, e := range s.Research.Problems[0].Journal.Entries {
			for name, text := range map[string]string{
				"its title": e.Title, "its tags": strings.Join(e.Tags, " "), "what was tried": e.Tried, "why it ended that way": e.Reasoning, "what it taught": e.Insight, "its number": e.ID,
			} {
				for _, w := range got.Words {
					if hasPlainly(text, w) {
						want[e.ID] = append(want[e.ID], w+" in "+name)
					}
				}
			}
		}
		for _, h := range got.Hits {
			var has []string
			central := false
			for _, m := range h.Matches {
				for _, name := range m.Parts {
					has = append(has, m.Word+" in "+name)
					central = central || name != "why it ended that way" && name != "what it taught"
				}
			}
			slices.Sort(has)
			slices.Sort(want[h.Called])
			if !slices.Equal(has, want[h.Called]) {
				t.Fatalf("%s: %q\nwant %q", h.Called, has, want[h.Called])
			}
			delete(want, h.Called)
			verdict := OnlySpokenOf
			if e, _ := s.Research.Problems[0].Journal.Entry(h.Called); central && (e.Category == model.CategoryProof || e.Category == model.CategoryComp) {
				verdict = VerdictOf(e.Result())
			}
			if h.Verdict != verdict {
				t.Fatalf("%s is %v, want %v", h.Called, h.Verdict, verdict)
			}
		}
		if len(want) > 0 {
			t.Fatalf("not found: %v", want)
		}
		if len(got.Hits) == 0 && got.Verdict != NeverTried {
			t.Fatalf("verdict %v", got.Verdict)
		}
	})
}

// BenchmarkTried makes 5,000 entries of a page each ready and searches them for two words.
func BenchmarkTried(b *testing.B) {
	words := strings.Fields("affine block spoke lacing when the wheel has holes and each part needs another shift that nobody found before")
	var j model.Journal
	for i := range 5000 {
		text := strings.Repeat(strings.Join(words[i%7:], " ")+". ", 4)
		j.Entries = append(j.Entries, model.Entry{ID: fmt.Sprintf("PROOF-%04d", i), Category: model.CategoryProof, Title: words[i%len(words)], Outcome: "FAILED", Tried: text, Reasoning: text, Insight: text})
	}
	s := model.Snapshot{Research: model.Research{Problems: []model.ResearchProblem{{Journal: j}}}}
	b.Run("once", func(b *testing.B) {
		for b.Loop() {
			NewTrials(s, unblanked).Tried("affine blocks")
		}
	})
	trials := NewTrials(s, unblanked)
	b.Run("again", func(b *testing.B) {
		for b.Loop() {
			trials.Tried("affine blocks")
		}
	})
}

func told(repeats []Repeats) string {
	var rows []string
	for _, r := range repeats {
		rows = append(rows, r.ID+" by "+r.What)
	}
	return strings.Join(rows, "; ")
}

func TestRepeats(t *testing.T) {
	t.Parallel()
	lit := entry("LIT-001", "", "2026-03-01")
	dead := entry("PROOF-001", "FAILED", "2026-03-02", using("direct", "norm", "kernel"))
	running := func(edits ...func(*model.Entry)) model.Entry {
		return entry("PROOF-002", "IN_PROGRESS", "2026-03-03", edits...)
	}
	news := entry("COMP-001", "", "2026-03-09")
	for _, tt := range []struct {
		name string
		p    model.ResearchProblem
		want string
	}{
		{"nothing tried", tides(lit), ""},
		{"a dead end that nobody is about to repeat", tides(lit, dead), ""},
		{"the last approach, with news", tides(lit, dead, news), "PROOF-001 by the suggested next step"},
		{"an attempt with the same strategy", tides(lit, dead, running(using("direct"))), "PROOF-001 by PROOF-002, which is in progress,"},
		{"an attempt with two tags of it", tides(lit, dead, running(using("duality", "kernel", "norm"))), "PROOF-001 by PROOF-002, which is in progress,"},
		{"an attempt with one tag of it", tides(lit, dead, running(using("duality", "kernel"))), ""},
		{"an attempt that ended", tides(lit, dead, entry("PROOF-002", "SUCCEEDED", "2026-03-03", using("direct"))), ""},
		{"an attempt that says that it tries it again", tides(lit, dead, running(using("direct"), again("PROOF-001"))), ""},
		{"one marked as worth retrying", tides(lit, dead, running(using("direct")), entry("NOTE-001", "", "", again("PROOF-001"))), ""},
		{"one that says it tries itself again", tides(lit, entry("PROOF-001", "FAILED", "2026-03-02", using("direct"), again("PROOF-001")), running(using("direct"))),
			"PROOF-001 by PROOF-002, which is in progress,"},
		{"another one than the one tried again", tides(lit, dead, entry("PROOF-003", "ABANDONED", "2026-03-02", using("direct")), running(using("direct"), again("PROOF-001"))),
			"PROOF-003 by PROOF-002, which is in progress,"},
		{"one that is in progress itself", withResearchProblem(tides(lit, running(using("direct"))), func(p *model.ResearchProblem) {
			p.Journal = listingJournal(p.Journal, [4]string{"PROOF-002", "direct", "failed"})
		}), ""},
		{"one of the same id", tides(lit, entry("PROOF-002", "FAILED", "2026-03-02", using("direct")), running(using("direct"), func(e *model.Entry) { e.Copy = 1 })),
			"PROOF-002 by PROOF-002, which is in progress,"},
		{"one that is only listed", withResearchProblem(tides(lit, running(using("direct"))), func(p *model.ResearchProblem) {
			p.Journal = listingJournal(p.Journal, [4]string{"PROOF-000", "direct", "abandoned"})
		}), "PROOF-000 by PROOF-002, which is in progress,"},
		{"the proof's strategy", withResearchProblem(tides(lit, entry("PROOF-001", "FAILED", "2026-03-02", using("estimation"))), proven(1, 2)), "PROOF-001 by the proof's strategy"},
		{"a proof that is complete", withResearchProblem(tides(lit, entry("PROOF-001", "FAILED", "2026-03-02", using("estimation"))), proven(2, 2)), ""},
		{"a proof with all steps and a gap", withResearchProblem(tides(lit, entry("PROOF-001", "FAILED", "2026-03-02", using("estimation"))), proven(2, 2, model.Gap{ID: "GAP-1", Title: "x"})),
			"PROOF-001 by the proof's strategy"},
		{"a gap that names a strategy", withResearchProblem(tides(lit, dead), proven(1, 2, model.Gap{ID: "GAP-1", Title: "try a direct bound"})), "PROOF-001 by the suggested next step"},
		{"a gap that names two tags", withResearchProblem(tides(lit, dead), proven(1, 2, model.Gap{ID: "GAP-1", Title: "the norm", Text: "of the kernel"})), "PROOF-001 by the suggested next step"},
		{"each once", withResearchProblem(tides(lit, dead, running(using("direct", "norm", "kernel")), entry("PROOF-003", "IN_PROGRESS", "", using("direct"))), proven(1, 2, model.Gap{ID: "GAP-1", Title: "a direct bound on the norm of the kernel"})), "PROOF-001 by the suggested next step"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := told(RepeatsResearchProblem(tt.p)); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestOnlyTheNewestAttemptsInProgressCount(t *testing.T) {
	t.Parallel()
	entries := []model.Entry{entry("LIT-001", "", "2026-03-01")}
	for n := range mostOpen + 1 {
		tags := []string{fmt.Sprint("a", n), fmt.Sprint("b", n)}
		entries = append(entries, entry(fmt.Sprintf("PROOF-1%02d", n), "FAILED", "2026-03-02", using("", tags...)),
			entry(fmt.Sprintf("PROOF-2%02d", n), "IN_PROGRESS", "2026-03-03", using("", tags...)))
	}
	got := RepeatsResearchProblem(tides(entries...))
	if len(got) != mostOpen || got[0].ID != "PROOF-101" || got[mostOpen-1].ID != "PROOF-120" {
		t.Errorf("got %s", told(got))
	}
}

func TestFindingResearchProblems(t *testing.T) {
	t.Parallel()
	other := withResearchProblem(tides(), func(p *model.ResearchProblem) {
		p.Slug, p.Path, p.Title, p.Current, p.Journal.Path = "knots", ".math/problems/knots", "", false, ".math/problems/knots/JOURNAL.md"
	})
	r := model.Research{Problems: []model.ResearchProblem{tides(), other}}
	if p, ok := r.Active(); !ok || p.Slug != "tides" || p.Name() != "Tides of the harbour" {
		t.Errorf("active: %+v", p)
	}
	if p, ok := r.Problem(other.Path); !ok || p.Name() != "knots" {
		t.Errorf("by folder: %+v", p)
	}
	if p, ok := r.Named("knots"); !ok || p.Path != other.Path {
		t.Errorf("by slug: %+v", p)
	}
	if p, ok := r.Holding(other.Journal.Path); !ok || p.Path != other.Path {
		t.Errorf("by journal: %+v", p)
	}
	_, byPath := r.Problem("")
	_, byName := r.Named("")
	_, byJournal := r.Holding("")
	_, active := model.Research{Problems: []model.ResearchProblem{other}}.Active()
	if byPath || byName || byJournal || active {
		t.Error("found what is not there")
	}
	for got, want := range map[string]string{
		model.NoProject:                   "No math project found. Run `/math:init` first.",
		model.NoActiveProblem:             "No active problem. Run `/math:init` to create one, or `/math:switch` to select an existing one.",
		model.NoProblemFolder("knots"):    "Problem directory for 'knots' not found. State may be corrupted. Run `/math:init` to reinitialize.",
		model.EmptyProblemFolder("knots"): "Problem directory for 'knots' is empty. Run `/math:init` to reinitialize.",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// The call in which a session was interrupted is not being tried any more.
func TestACallThatIsOpenIsBeingTriedOnlyWhileItsSessionRuns(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 14, 7, 0, 0, 0, time.UTC)
	for want, p := range map[Verdict]*model.Process{BeingTried: {PID: 7, Alive: true, Status: "busy"}, Interrupted: nil} {
		s := model.Snapshot{At: now, Transcripts: []model.Transcript{{
			Tool: "Till", Path: "~/till/1.jsonl", Title: "Figures", Changed: now.Add(-time.Hour), Ending: model.EndingInTool, Process: p, Call: model.Event{Open: true, Says: "make quay"},
		}}}
		if got := NewTrials(s, unblanked).Tried("quay"); got.Verdict != want {
			t.Errorf("process %+v: %v, want %v", p, got.Verdict, want)
		}
	}
}
