package dialect

import (
	"fmt"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/testdata/page"
)

func logOf(name, text string) Log { return ReadLog(Open(nil, "Logs/"+name, []byte(text))) }

// value returns the part of an entry that a field stands for.
func (e Entry) value(f entryField) string {
	return [...]string{e.Time, e.Who, e.Action, e.Target, e.Result, e.Why}[f]
}

func TestEntryKeys(t *testing.T) {
	t.Parallel()
	for f := range entryFieldCount {
		for _, key := range entryKeys[f] {
			camel := key
			if i := strings.IndexByte(key, '_'); i > 0 {
				camel = key[:i] + strings.ToUpper(key[i+1:i+2]) + key[i+2:]
			}
			for name, text := range map[string]string{
				"a.json":  fmt.Sprintf(`[{"other": {"x": 1}, %q: "v"}]`, key),
				"b.jsonl": fmt.Sprintf("{%q: \"v\"}\n{%q: \"v\"}\n", camel, key),
			} {
				log := logOf(name, text)
				if len(log.Entries) == 0 || log.Entries[0].value(f) != "v" || log.BadLines > 0 {
					t.Errorf("%s is read as %+v", text, log)
				}
			}
			p := planOf("# Plan: X\n\n## Log\n| " + strings.ToUpper(key) + " | zz |\n|--|--|\n| v | 1 |\n")
			if len(p.Log) != 1 || p.Log[0].value(f) != "v" {
				t.Errorf("the column %s is read as %+v", key, p.Log)
			}
		}
	}
}

func TestLogLevels(t *testing.T) {
	t.Parallel()
	for _, level := range logLevels {
		log := logOf("a.log", "2026-04-09 06:00:00,1 - barn - "+level+" - the cow - kicked\n")
		if len(log.Entries) != 1 || log.Entries[0].Result != level || log.Entries[0].Who != "barn" || log.Entries[0].Action != "the cow - kicked" {
			t.Errorf("%s: got %+v", level, log)
		}
	}
}

func TestLeadingTimes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"2026-04-09 06:00:00,123 x":             "2026-04-09 06:00:00,123",
		"[2026-04-09T06:00:00.25+02:00] x":      "2026-04-09T06:00:00.25+02:00",
		"**`06:00`** x":                         "06:00",
		"6:00 x":                                "6:00",
		"(2026-04-09) x":                        "2026-04-09",
		"2026-04-09T06:00 x":                    "2026-04-09T06:00",
		"2026-04-09 at noon":                    "2026-04-09",
		"2026-04-09x":                           "",
		"1:2 x":                                 "",
		"12:34:56:78":                           "12:34:56",
		"abc":                                   "",
		"99":                                    "",
		"":                                      "",
		"2026-13-09":                            "",
		"20260409":                              "",
		"06:00+0200":                            "06:00",
		"0":                                     "",
		"06:00.":                                "06:00",
		"2026-04-09 06:00:00 - INFO - x - y |z": "2026-04-09 06:00:00",
	} {
		if got, _, _ := leadingTime(text); got != want {
			t.Errorf("%q begins with %q, want %q", text, got, want)
		}
	}
	for _, zone := range zones {
		if got, rest, _ := leadingTime("06:00" + zone + " milk"); got != "06:00"+zone || rest != "milk" {
			t.Errorf("%q is read as %q and %q", zone, got, rest)
		}
	}
}

func TestLogsThatAreNone(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Shape{
		"":                  ShapeEmpty,
		"\n \n":             ShapeEmpty,
		"{":                 ShapeLines,
		"[":                 ShapeArray,
		"[1, 2]":            ShapeArray,
		"{}":                ShapeObject,
		"null":              ShapeProse,
		"Nothing happened.": ShapeProse,
		"{\"a\": }\n{\"b\"": ShapeLines,
	} {
		log := logOf("a.json", text)
		if log.Shape != want || want == ShapeLines && log.BadLines == 0 {
			t.Errorf("%q is read as %+v, want %s", text, log, want)
		}
	}
}

func TestJournalTables(t *testing.T) {
	t.Parallel()
	for _, prefix := range journalPrefixes {
		for _, first := range journalKeys {
			for _, second := range journalKeys {
				text := fmt.Sprintf("### %s007: Knot\n- **%s:** a\n- **%s:** b\n", prefix,
					strings.ReplaceAll(first, "_", " "), strings.ToUpper(second))
				p := Open(nil, "JOURNAL.md", []byte(text))
				if log := ReadLog(p); Classify(p).Kind != KindJournal || log.Entries[0].Action != prefix+"007" || log.Entries[0].Target != "Knot" {
					t.Errorf("%q is read as %+v", text, log)
				}
			}
		}
	}
	for _, text := range []string{"### PROOF-001: X\n- **Agent:** a\n", "### PROOF-1a: X\n- **Agent:** a\n- **Tags:** b\n", "### PROOF-001\n- **Agent:** a\n- **Tags:** b\n"} {
		if got := Classify(Open(nil, "a.md", []byte(text))).Kind; got != KindUnknown {
			t.Errorf("%q is %v", text, got)
		}
	}
}

// pastedBelow is a plan with a text that ends in a status and a ticked box below a heading.
func pastedBelow(heading, first string) Plan {
	return planOf("# Plan: Hay\n\n" + heading + "\n" + first + "\n**Status:** Done\n- [x] Burn it\n\n## Steps\n- [ ] Mow\n")
}

func TestWhatIsPastedSaysNothing(t *testing.T) {
	t.Parallel()
	check := func(heading, first string) {
		t.Helper()
		p := pastedBelow(heading, first)
		if p.Title.Text != "Hay" || p.Status.State != model.StateDraft || p.Status.Word != "" || len(p.Steps) != 1 || p.Steps[0].Text != "Mow" {
			t.Errorf("%q, %q: title %q, status %+v, steps %+v", heading, first, p.Title.Text, p.Status, p.Steps)
		}
	}
	for _, rule := range sectionRules {
		for _, name := range rule.names {
			if rule.role == roleEmbedded {
				check("## "+name, "Hay please.")
				check("## "+name, "# Hay please")
			}
		}
	}
	for _, name := range receivedSections {
		check("## "+name, "Hay please.")
	}
	for _, mark := range mailMarks {
		check("## Background", "-----"+strings.ToUpper(strings.TrimSpace(mark))+"-----")
	}
	check("## Background", "On Monday, Ida Roe wrote:")
	check("## Background", "Am Montag um 12:00 schrieb Ida Roe:")
	check("## Background", "On Fri, Mar 13, 2026 at 9:12 AM Ida\n<ida@hay.example> wrote:")
	check("## Background", "Le 13 mars 2026 à 9:12, Ida a écrit :")
	check("## Background", "El 13 mar 2026, Ida escribió:")
	check("## Background", "From: Ida <ida@hay.example>\nSent: Monday\nTo: Jon\nSubject: Hay")
	check("## Background", "Von: Ida\nGesendet: Montag\nAn: Jon\nBetreff: Heu")
	check("## Task Details", "---\ntype: data\nfrom: Ida\n---")
	check("## Task Details", "---\ntype: data\n---")
	check("## Task Details", "---\ntype: data\nfrom: Ida\n")
}

func TestWhatOnlyLooksPasted(t *testing.T) {
	t.Parallel()
	for _, first := range []string{"---", "---\n\n", "---\ntype: data\n", "---\nType: data\nFrom: Ida\n---", "On Monday we mow", "On Monday we mow\nwhat Ida wrote:", "From: Ida\nTo: Jon", "---\n- a\n---"} {
		if p := pastedBelow("## Background", first); p.Status.Word != "Done" {
			t.Errorf("%q hides the status", first)
		}
	}
	p := planOf("## Plan for hay\n---\nstatus: done\ncreated: 2026-02-13\n---\n- [ ] Mow\n")
	if p.Status.Word != "done" || len(p.Steps) != 1 {
		t.Errorf("keys below a title at the second level are not the file's: %+v", p)
	}
}

func TestAMessageStatesNoStatus(t *testing.T) {
	t.Parallel()
	for _, name := range messageSections {
		r := requestOf("# Ask Ida\n\n## " + name + "\n**To:** ida@hay.example\n**Amount:** 20 EUR\n**Status:** Approved\n**Expires:** 2026-02-13\n")
		if r.Target.Text != "ida@hay.example" || r.Amount.Text != "20 EUR" || r.Status.Given() || r.Expires.Given() || len(r.Contradictions) > 0 {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

func TestStepsThatAreHeadingsEndWhatIsPasted(t *testing.T) {
	t.Parallel()
	own := "## Execution Steps\n### Step 1: Count the stalls\n**Status:** Pending\n### Step 2: Post the list\n**⚠️ Requires Approval:** Yes\n"
	for _, pasted := range []string{
		"# Letter from the club\n\nHello, how many stalls?\n",
		"---\ntype: letter\nfrom: Kim\n---\n# Letter\n\nHello\n",
		"# Plan of the club\n\n## Step-by-Step Plan\n1. Mow\n2. Rake\n3. Burn it\n",
		"# Plan of the club\n\n## Steps\n### Step 1: Mow\n### Step 2: Rake\n### Step 3: Burn it\n",
	} {
		p := planOf("# Execution Plan: Fair\n\n## Original Task\n" + pasted + "\n" + own)
		if len(p.Steps) != 2 || p.Steps[0].Text != "Count the stalls" || p.Steps[1].Need != model.NeedYes {
			t.Errorf("%q: steps %+v", pasted, p.Steps)
		}
		p = planOf("# Execution Plan: Fair\n\n" + own + "\n## Original Task\n" + pasted)
		if len(p.Steps) != 2 || p.Steps[0].Text != "Count the stalls" {
			t.Errorf("above %q: steps %+v", pasted, p.Steps)
		}
	}
}

func TestABlockquoteSaysNothing(t *testing.T) {
	t.Parallel()
	r := requestOf("# Ask Ida\n\n**To:** ida@hay.example\n\n<blockquote>\n**Amount:** 20 EUR\n</blockquote>\n")
	if r.Amount.Given() {
		t.Errorf("the amount of a quotation counts: %+v", r.Amount)
	}
	r = requestOf("# Ask Ida\n\n<blockquote>\n\n**Amount:** 20 EUR\n")
	if !r.Amount.Given() {
		t.Error("a quotation that is never closed hides the amount")
	}
}

func dataPlan(text string) Plan { return ReadPlan(Open(nil, "Plans/plan_x.json", []byte(text))) }

func TestStepsOfData(t *testing.T) {
	t.Parallel()
	for _, key := range stepLists {
		for _, around := range append([]string{""}, wrappers...) {
			text := `{"` + key + `": ["Plough", {"` + stepTextKeys[0] + `": "Sow"}, 7, {}, ""]}`
			if around != "" {
				text = `{"` + around + `": ` + text + `}`
			}
			if p := dataPlan(text); len(p.Steps) != 2 || p.Steps[1].Text != "Sow" || p.Steps[1].Number != 2 || !p.Steps[0].Stateless {
				t.Errorf("%s gives %+v", text, p.Steps)
			}
		}
	}
	for _, key := range groupLists {
		if p := dataPlan(`{"` + key + `": [{"name": "A", "steps": ["a"]}, {"tasks": ["b"]}]}`); len(p.Steps) != 2 {
			t.Errorf("%s gives %+v", key, p.Steps)
		}
		if p := dataPlan(`{"` + key + `": [{"name": "A"}, {"name": "B"}]}`); len(p.Steps) != 2 {
			t.Errorf("%s without steps gives %+v", key, p.Steps)
		}
	}
	for _, key := range stepTextKeys {
		if p := dataPlan(`{"steps": [{"step": 1, "` + key + `": "Plough"}]}`); len(p.Steps) != 1 || p.Steps[0].Text != "Plough" {
			t.Errorf("%s gives %+v", key, p.Steps)
		}
	}
	for says, done := range map[string]bool{`"status": "completed"`: true, `"state": "open"`: false, `"done": true`: true, `"isCompleted": false`: false} {
		if p := dataPlan(`{"steps": [{"name": "Plough", ` + says + `}]}`); len(p.Steps) != 1 || p.Steps[0].Done != done || p.Steps[0].Stateless {
			t.Errorf("%s gives %+v", says, p.Steps)
		}
	}
	for _, key := range append(stepNeedKeys, spellings[fieldNeeds].keys...) {
		if p := dataPlan(`{"steps": [{"name": "Plough", "` + key + `": true}, {"name": "Sow", "` + key + `": false}]}`); p.Steps[0].Need != model.NeedYes || p.Steps[1].Need != model.NeedNo {
			t.Errorf("%s gives %+v", key, p.Steps)
		}
	}
	for _, key := range sentenceKeys {
		if p := dataPlan(`{"` + key + `": "Plough the field", "steps": ["a"]}`); p.Title.Text != "Plough the field" {
			t.Errorf("%s gives the title %q", key, p.Title.Text)
		}
	}
	if p := dataPlan(`{"task": "EMAIL_field.md", "steps": ["a"]}`); p.Title.Basis != model.BasisGuessed {
		t.Errorf("the name of a file gives the title %+v", p.Title)
	}
}

func TestDataIsReadInBounds(t *testing.T) {
	t.Parallel()
	many := `{"steps": [` + strings.Repeat(`"Plough",`, maxListed) + `"Sow"]}`
	if p := dataPlan(many); len(p.Steps) != maxListed {
		t.Errorf("got %d steps", len(p.Steps))
	}
	deep := `{"steps": ` + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + `}`
	if p := Open(nil, "Plans/plan_x.json", []byte(deep)); p.Broken == nil {
		t.Error("a value that is nested too deep is read")
	}
	for text, line := range map[string]int{"{\n\"a\": 1,\n}": 2, "{} {}": 1, "": 0, "[1]": 0, `{"a": 1}`: 0} {
		p := Open(nil, "Plans/plan_x.json", []byte(text))
		if p.Broken != nil && p.Broken.Line != line || (p.Broken == nil) != (line == 0) {
			t.Errorf("%q is broken at %v, want line %d", text, p.Broken, line)
		}
	}
}

func TestTwoValuesOfOneRankCountForNone(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, text, field string
		got               func(p *Page) Fact
		want              string
	}{
		{"a key that is given twice", "---\nto: a@shop.example\nto: b@shop.example\n---\n", "target", func(p *Page) Fact { return p.fact(fieldTarget) }, ""},
		{"two names of one rank", "---\nto: a@shop.example\nrecipient: b@shop.example\n---\n", "target", func(p *Page) Fact { return p.fact(fieldTarget) }, ""},
		{"a name and an address", "---\nto: Ada Lunt\nrecipient: ada@shop.example\n---\n", "target", func(p *Page) Fact { return p.fact(fieldTarget) }, ""},
		{"a name with its address", "---\nto: Ada Lunt <ada@shop.example>\nrecipient: ada@shop.example\n---\n", "target", func(p *Page) Fact { return p.fact(fieldTarget) }, "Ada Lunt <ada@shop.example>"},
		{"one value twice", "---\namount: 120\namount: 120.00\n---\n", "amount", func(p *Page) Fact { return p.fact(fieldAmount) }, "120"},
		{"two labels", "# A\n\n**Amount:** 120 EUR\n**Amount:** 990 EUR\n", "amount", func(p *Page) Fact { return p.fact(fieldAmount) }, ""},
		{"a key beats a label", "---\namount: 120\n---\n\n**Amount:** 990\n", "amount", func(p *Page) Fact { return p.fact(fieldAmount) }, "120"},
		{"the top beats what is below", "# A\n\n**Amount:** 120\n\n## Terms\n\n**Amount:** 990\n", "amount", func(p *Page) Fact { return p.fact(fieldAmount) }, "120"},
		{"a title may differ from the subject", "---\ntitle: A\ntitle: B\n---\n", "title of a plan", func(p *Page) Fact { return p.fact(fieldTitle) }, "A"},
		{"two words for one state", "---\nstatus: pending\nstatus: draft\n---\n", "status", func(p *Page) Fact { return p.fact(fieldStatus) }, "pending"},
	} {
		f := c.got(Open(nil, "Pending_Approval/x.md", []byte(c.text)))
		if f.Text != c.want || f.Contested() != (c.want == "") {
			t.Errorf("%s: %q, contested %v, want %q", c.name, f.Text, f.Contested(), c.want)
		}
	}
}

func TestAContestedStatusIsUnknownAndShowsBoth(t *testing.T) {
	t.Parallel()
	p := planOf("# Plan: Hay\n\n**Status:** Draft\n**Status:** Done\n\n- [ ] Mow\n")
	if p.Status.State != model.StateUnknown || p.Status.Word != "Draft or Done" || len(p.Doubts) != 1 {
		t.Errorf("got %+v, doubts %v", p.Status, p.Doubts)
	}
	p = ReadPlan(Open(nil, "Done/plan_hay.md", []byte("# Plan: Hay\n\n**Status:** Draft\n**Status:** Done\n")))
	if p.Status.State != model.StateDone || p.Status.Basis != model.BasisFolder {
		t.Errorf("the folder does not decide: %+v", p.Status)
	}
}

func TestContestsOfARequest(t *testing.T) {
	t.Parallel()
	r := requestOf("---\naction: pay\namount: 120\namount: 990\n---\n")
	if r.Amount.Given() || len(r.Contests) != 1 || r.Contests[0].Reason != `amount is given twice: "120" in line 3, "990" in line 4` {
		t.Errorf("got %+v, %v", r.Amount, r.Contests)
	}
}

// TestTheTableOfEvidence writes the rules down for docs/dev/formats.md.
func TestTheTableOfEvidence(t *testing.T) {
	t.Parallel()
	table := "| value | places, best first | in a conflict |\n|---|---|---|\n"
	for f := range fieldCount {
		rule := &fieldRules[f]
		if rule.name == "" || len(rule.places) == 0 {
			t.Errorf("field %d has no rule", f)
			continue
		}
		var places []string
		for _, place := range rule.places {
			places = append(places, place.words)
		}
		conflict := "the first counts"
		if rule.same != nil {
			conflict = "none counts"
		}
		table += fmt.Sprintf("| %s | %s | %s |\n", rule.name, strings.Join(places, "; "), conflict)
	}
	page.Generated(t, "../../docs/dev/formats.md", "evidence", table, *update)
}

// asText returns a front matter as "line key=value" with its end and its warnings.
func (f frontMatter) asText() string {
	var b strings.Builder
	for _, e := range f.entries {
		fmt.Fprintf(&b, "%d %s=%s; ", e.line, e.key, e.value)
	}
	fmt.Fprintf(&b, "to %d", f.Last)
	for _, warning := range f.warnings {
		fmt.Fprintf(&b, "; warning in %d", warning.Line)
	}
	return b.String()
}

func TestFrontMatter(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ text, want string }{
		"none":                       {"# Title\ntext: x", "to 0"},
		"empty file":                 {"", "to 0"},
		"only a fence":               {"---", "to 0"},
		"usual":                      {"---\na: 1\nb: 2\n---\nc: 3", "2 a=1; 3 b=2; to 4"},
		"blank rows before":          {"\n \n---\na: 1\n---", "4 a=1; to 5"},
		"dots":                       {"---\na: 1\n...\nb: 2", "2 a=1; to 3"},
		"comment first":              {"---\n# made by a program\na: 1\n---", "3 a=1; to 4"},
		"only comments":              {"---\n# made by a program", "to 0"},
		"blank row inside":           {"---\na: 1\n\nb: 2\n---", "2 a=1; 4 b=2; to 5"},
		"both of two are kept":       {"---\na: 1\nA: 2\nA: 1\n---", "2 a=1; 3 a=2; to 5"},
		"quoted key":                 {"---\n\"a\": 1\n---", "2 a=1; to 3"},
		"text of a block":            {"---\nbody: |\n  to: x\n  ---\n\n  end\nto: y\n---", "2 body=to: x --- end; 7 to=y; to 8"},
		"folded value":               {"---\na: one\n  two: three\nb: 2\n---", "2 a=one two: three; 4 b=2; to 5"},
		"items":                      {"---\na:\n  - x: 1\n  - y\nb: 2\n---", "2 a=x: 1, y; 5 b=2; to 6"},
		"items at the margin":        {"---\na:\n- x\n- y\n---", "2 a=x, y; to 5"},
		"item below a value":         {"---\na: 1\n- x\n---", "2 a=1; to 4; warning in 3"},
		"nested":                     {"---\na:\n  b: 1\n  c:\n    d: 2\n  e: 3\n---", "3 .b=1; 4 .c=; 5 .d=2; 6 .e=3; 2 a=; to 7"},
		"indented before any key":    {"---\n# x\n  a: 1\n---\n", "to 0"},
		"rule behind a title":        {"# T\n\n---\n\na: 1\n---", "to 0"},
		"behind a title":             {"# T\n\n---\na: 1\n---", "4 a=1; to 5"},
		"behind a title, unclosed":   {"# T\n---\na: 1\n\ntext", "to 0"},
		"behind a smaller heading":   {"## T\n---\na: 1\n---", "to 0"},
		"glued":                      {"---\na: 1---\n\ntext", "2 a=1; to 2; warning in 2"},
		"value that ends like that":  {"---\na: 1---\nb: 2\n---", "2 a=1---; 3 b=2; to 4"},
		"value that is a rule":       {"---\na: ---\n\n---", "2 a=---; to 4"},
		"unclosed":                   {"---\na: 1\n\ntext\n---\n", "2 a=1; to 2; warning in 1"},
		"unclosed before a heading":  {"---\na: 1\n# T\n\ntext", "2 a=1; to 2; warning in 1"},
		"unclosed to the end":        {"---\na: 1\nb: 2", "2 a=1; 3 b=2; to 3; warning in 1"},
		"indented fence":             {"---\na: 1\n ---\n---", "2 a=1 ---; to 4"},
		"no blank behind the colon":  {"---\na: 1\nhttp://x.example\n---", "2 a=1; to 4; warning in 3"},
		"odd keys":                   {"---\na: 1\n*b: 2\n---", "2 a=1; to 4; warning in 3"},
		"longer than two hundred":    {"---\n" + strings.Repeat("a: 1\n", 201) + "---\n", "2 a=1; to 201; warning in 1"},
		"as long as two hundred":     {"---\n" + strings.Repeat("a: 1\n", 199) + "---\n", "2 a=1; to 201"},
		"backslash joins the rows":   {"---\na: \"one\\\n  \\ two\"\n---", "2 a=one two; to 4"},
		"quotes over several rows":   {"---\na: \"one\n  two\"\n---", "2 a=one two; to 4"},
		"number and indented number": {"---\na: 1\n  2\n---", "2 a=1 2; to 4"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := readFront(tt.text).asText(); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestLongValuesAreCut(t *testing.T) {
	t.Parallel()
	p := planOf("---\ntitle: a\n" + strings.Repeat("  "+strings.Repeat("b", 90)+"\n", 150) + "---\n")
	if n := len(p.Title.Text); n < maxText || n > maxText+len("…") || !strings.HasSuffix(p.Title.Text, "…") {
		t.Errorf("the title has %d bytes", n)
	}
}

// wayOf spells a way as the tables do.
func wayOf(w model.Way) string {
	switch w.Kind {
	case model.WayPlain:
		return ""
	case model.WayStatus:
		return "status " + w.Word
	case model.WayUnclear:
		return "?"
	}
	return w.Kind.String() + " " + w.Path
}

// ways is what people wrote below a request, and how it wants a yes and a no. It was written before
// the reader was.
var ways = []struct{ text, yes, no string }{
	// Nothing is said, or just the folders.
	{"Please look at it.", "", ""},
	{"## To Approve\nMove this file to /Approved folder.\n\n## To Reject\nMove this file to /Rejected folder.", "", ""},
	{"- **To Approve & Execute**: Move this file to `/Approved/`\n- **To Reject & Halt**: Move this file to `/Rejected/`", "", ""},
	{"Move this file to `/Approved/` or to `/Rejected/`.", "", ""},
	{"Move to the Approved folder to approve, or to the Rejected folder to reject.", "", ""},
	{"2. Human moves it to Approved/ or Rejected/", "", ""},
	{"To approve: mv Pending_Approval/x.md Approved/", "", ""},
	{"To approve, move this file to ~/vault/Approved/.", "", ""},
	{"To approve: move it to /srv/ida/Vault/Approved", "", ""},
	{"Approve by moving this file into `vault/Approved`.", "", ""},
	{"| Approve | Move to `Approved/` |\n| Reject | Move to `Rejected/` |", "", ""},
	{"To approve: move this file to `Approved/x.md`", "", ""},
	{"## Instructions for Human Review\n> - Move this file to `/Approved/general/` to **execute**", "", ""},
	{"To reject: delete this file.", "", ""},

	// A folder below.
	{"## To Approve\nMove this file to `Approved/general/` folder", "folder Approved/general", ""},
	{"To approve: move this file to Approved/email", "folder Approved/email", ""},
	{"**To Approve:** move to `/Approved/finance/q1/`.", "folder Approved/finance/q1", ""},
	{"✅ **Approve:** drag the file into `vault/Approved/social/`\n❌ **Reject:** drag the file into `vault/Rejected/social/`", "folder Approved/social", "folder Rejected/social"},
	{"If approved: move to Approved/email/\nIf rejected: move to `Done/`", "folder Approved/email", "folder Done"},
	{"On approval, move this file to Approved/payments. On rejection, move it to Archive/.", "folder Approved/payments", "folder Archive"},
	{"Move this file to `Approved/general/` to approve, or `Rejected/general/` to reject.", "folder Approved/general", "folder Rejected/general"},
	{"### How to approve\n1. Read the draft\n2. Move this file from `Pending_Approval/general/` to `Approved/general/`\n3. Done", "folder Approved/general", ""},
	{"To approve: `mv Pending_Approval/x.md Approved/general/`", "folder Approved/general", ""},
	{"To approve: move this file to `~/notes/Approved/general`", "folder Approved/general", ""},
	{"To approve: move this file to `C:\\\\vault\\\\Approved\\\\general`", "folder Approved/general", ""},
	{"| Decision | How |\n|---|---|\n| Approve | Move to `Approved/email/` |\n| Reject | Move to `Done/` |", "folder Approved/email", "folder Done"},
	{"To approve → `Approved/general/`", "folder Approved/general", ""},
	{"You can approve this by moving it to Approved/general.", "folder Approved/general", ""},
	{"## Approval\nTo APPROVE:\n- Place this file in `Approved/general/`\nTo REJECT:\n- Place this file in `Rejected/general/`", "folder Approved/general", "folder Rejected/general"},
	{"## Next steps\n- Please move this file to Approved/hr/", "folder Approved/hr", ""},
	{"To deny, move the file to `Rejected/hr/`.", "", "folder Rejected/hr"},
	{"To approve: move to Approved/. This request belongs in `Approved/general/`: move it to `Approved/general/`.", "folder Approved/general", ""},
	{"[ ] Approve: move to `Approved/general/`", "folder Approved/general", ""},

	{"Human: move to Approved/linkedin/ when ready", "folder Approved/linkedin", ""},
	{"If you approve, move this file to `Approved/finance/`; otherwise move it to `Rejected/finance/`.", "folder Approved/finance", "folder Rejected/finance"},
	{"To approve: mv \"Pending_Approval/x.md\" \"Approved/general/x.md\"", "folder Approved/general", ""},

	// A file of its own.
	{"To approve: Create file `Approved/REQ_1_APPROVED.md`\nTo reject: Create file `Rejected/REQ_1_REJECTED.md`", "file Approved/REQ_1_APPROVED.md", "file Rejected/REQ_1_REJECTED.md"},
	{"## To Approve\n`touch Approved/REQ_1_APPROVED.md`", "file Approved/REQ_1_APPROVED.md", ""},
	{"To approve, add a file named `REQ_1_APPROVED.md` to the Approved folder.", "file Approved/REQ_1_APPROVED.md", ""},
	{"- **Approve:** create `vault/Approved/general/REQ_1_APPROVED.md`", "file Approved/general/REQ_1_APPROVED.md", ""},
	{"If approved, rename this file to `REQ_1_APPROVED.md` and move it to `Approved/`.", "file Approved/REQ_1_APPROVED.md", ""},
	{"Approve: `Approved/REQ_1_APPROVED.md`", "file Approved/REQ_1_APPROVED.md", ""},
	{"To approve: move this file to `Approved/REQ_1_APPROVED.md`", "file Approved/REQ_1_APPROVED.md", ""},

	// A word in the file.
	{"To **APPROVE** this action:\n2. Change STATUS above from \"PENDING\" to \"APPROVED\"\n3. Save this file", "status APPROVED", ""},
	{"To approve: set status to approved.\nTo reject: set status to rejected.", "status approved", "status rejected"},
	{"## To Approve\nEdit the `status` field to `approved` and save.", "status approved", ""},
	{"To approve, change `status: pending` to `status: approved`.", "status approved", ""},
	{"Update STATUS to APPROVED to approve, or to REJECTED to reject.", "status APPROVED", "status REJECTED"},
	{"- To approve: replace PENDING with APPROVED above", "status APPROVED", ""},
	{"Change the status to APPROVED or REJECTED and save the file.", "status APPROVED", "status REJECTED"},

	{"Approve by changing status to 'approved'", "status approved", ""},
	{"To decline, change status to declined.", "", "status declined"},

	// It wants something, and nobody here knows how.
	{"To approve: run `python approve.py 12`", "?", ""},
	{"To approve, reply YES to this mail.", "?", ""},
	{"## To Approve\nTick the box below.", "?", ""},
	{"To approve: move this file to `../Approved/x/`", "?", ""},
	{"To approve: move this file to `Approved/.hidden/`", "?", ""},
	{"To approve: move this file to `Signed_Off/`", "?", ""},
	{"To approve: create file `Approved/<name>_APPROVED.md`", "?", ""},
	{"To approve: create file `Approved/x.json`", "?", ""},
	{"To approve: rename this file to `x_APPROVED.md`", "?", ""},
	{"To approve: set `decision: yes` in the front matter", "?", ""},
	{"To approve: change the status to APPROVED and move this file to `Approved/`", "?", ""},
	{"To approve: move this file to `Approved/a/`.\n\n## To Approve\nMove this file to `Approved/b/`.", "?", ""},
	{"To reject: move this file to `Trash/`", "", "?"},

	{"To approve - check the box and save:\n- [ ] Approved", "?", ""},
	{"To approve: add `approved: true` to the front matter.", "?", ""},
	{"Change status to `approved` in the front matter and move to `/Approved/` folder", "?", ""},
	{"To approve: create an empty file `Approved/x.approved`", "?", ""},
	{"To reject: move this file to `Approved/trash/`", "", "?"},

	// One of several is enough.
	{"To approve: reply with \"approved\" or move the file to `Approved/`", "", ""},
	{"To approve or reject, move this file to Approved/a/ or Rejected/a/", "folder Approved/a", "folder Rejected/a"},
	{"To approve: change the status to APPROVED, or move this file to `Approved/`.", "", ""},
	{"To approve: move this file to `Approved/`, or run `python approve.py 12`", "", ""},
	{"To approve: move this file to `Approved/general/`.\nThen run `python orchestrator.py`.", "folder Approved/general", ""},

	{"## How to respond\n**Approve:** Move this file to `Approved/general/`\n**Reject:** Move this file to `Rejected/`\n**Edit:** Change the draft above", "folder Approved/general", ""},
	{"**Action required:** move this file to **Approved/general** to approve or **Rejected/general** to reject", "folder Approved/general", "folder Rejected/general"},
	{"To approve this post, please drag it to the `Approved/linkedin` folder.", "folder Approved/linkedin", ""},
	{"*To approve, move to Approved/general/*", "folder Approved/general", ""},
	{"1. ✅ To approve: Save a copy as `Approved/REQ_1_APPROVED.md`", "file Approved/REQ_1_APPROVED.md", ""},
	{"To accept: Set **Status** to \"Approved\".", "status Approved", ""},
	{"## To Approve\nChange `status: pending` → `status: approved` in the front matter above.", "status approved", ""},

	// No instruction.
	{"## Original Content\nTo approve: move this file to `Approved/general/`", "", ""},
	{"## Email Content\nTo approve, move this file to `Approved/general/`.", "", ""},
	{"On Monday, Ida Roe wrote:\nTo approve: create file `Approved/x_APPROVED.md`", "", ""},
	{"```\nTo approve: move this file to `Approved/general/`\n```", "", ""},
	{"<!-- To approve: move this file to `Approved/general/` -->", "", ""},
	{"## Steps\n- [ ] Move this file to `Approved/general/`\n- [ ] Send it", "", ""},
	{"- [ ] If approved: send the answer", "", ""},
	{"If approved, the agent will move this file to `Approved/general/` and send it.", "", ""},
	{"After approval, move this file to Done/.", "", ""},
	{"On approval: create the invoice in the books.", "", ""},
	{"The file was moved to Approved/general/ by mistake.", "", ""},
	{"Do not move this file to `Approved/general/` yourself.", "", ""},
	{"To approve all of them, move the folder to `Approved/batch/`.", "", ""},
	{"To request changes: move this file to `Needs_Action/`.", "", ""},
	{"Move the old invoices to `Archive/2025/`.", "", ""},
	{"Move approved invoices to Approved/general/ every Monday.", "", ""},
	{"Status: the offer was approved by Ida.", "", ""},
	{"To approve: review the draft and check the price.", "", ""},
	{"To approve: make sure that the price is right.", "", ""},
	{"If approved, create an invoice and move the money to savings/.", "", ""},
	{"When approved, the file in Approved/general/ is picked up.", "", ""},
	{"Approve?", "", ""},
	{"To approve, drag this file into the /Approved folder. The agent will then create `Done/x.md` and move this file to Done/.", "", ""},
	{"Once approved, this file will be moved to Approved/general/", "", ""},
	{"- [ ] Approved\n- [ ] Rejected", "", ""},
	{"Set the price to 12.50 EUR and the status of the order to paid.", "", ""},
}

func TestHowARequestWantsToBeAnswered(t *testing.T) {
	t.Parallel()
	for _, tt := range ways {
		yes, no := ReadWays(Open(nil, "Pending_Approval/x.md", []byte("---\nstatus: pending\n---\n# Send the offer\n\n"+tt.text+"\n")))
		if wayOf(yes) != tt.yes || wayOf(no) != tt.no {
			t.Errorf("%s\n\tyes %q, want %q; no %q, want %q", tt.text, wayOf(yes), tt.yes, wayOf(no), tt.no)
		}
		for _, w := range []model.Way{yes, no} {
			if w.Kind != model.WayPlain && (w.Line < 6 || !strings.Contains(tt.text, strings.TrimSuffix(w.Said, "…"))) {
				t.Errorf("%s\n\tline %d says %q", tt.text, w.Line, w.Said)
			}
		}
	}
}
