package memory

import (
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/testdata/examples"
	"coldstart/testdata/must"
	"coldstart/vault/places"
	"coldstart/vault/text"
)

func at(text string) model.Stamp { return model.ParseStamp(text, time.UTC) }

func TestReadMemory(t *testing.T) {
	t.Parallel()
	m, problems := Read("seed.json", []byte(examples.Seed))
	if len(problems) > 0 {
		t.Errorf("problems %+v", problems)
	}
	object := func(id string) model.Fingerprint {
		_, rest, _ := strings.Cut(examples.Seed, "    {\n        \"id\": \""+id)
		body, _, _ := strings.Cut(rest, "\n      }")
		return model.FingerprintOf([]byte("{\n        \"id\": \"" + id + body + "\n      }"))
	}
	want := model.Memory{
		Path: "seed.json", Found: true, Version: "1.2.0", Seen: model.FingerprintOf([]byte(examples.Seed)),
		Identity: model.Identity{Principal: "Ines", AI: "Spindle", Catchphrase: "Here.", Style: "concise", Timezone: "Europe/Dublin", Locale: "en-IE"},
		Learned: []model.Learning{
			{
				Path: "seed.json", ID: "pat_1", Type: model.LearningPattern, Content: `Writes "so"`, Source: "session_1",
				Extracted: at("2026-02-01T10:00:00.000Z"), ConfirmedAt: at("2026-02-02T10:00:00.000Z"), Confirmed: true, Tags: []string{"style"},
			},
			{
				Path: "seed.json", ID: "slf_1", Type: model.LearningSelfKnowledge, Content: "Rounds late", Source: "session_1",
				Extracted: at("2026-02-01T10:00:00Z"),
			},
		},
		Proposals: []model.Proposal{
			{
				Path: "seed.json", ID: "pro_1", Type: model.LearningInsight, Content: "Claims go faster with photographs", Source: "session_8",
				Extracted: at("2026-02-19T10:00:00.000Z"), Status: "pending", Method: "acr", Confidence: "0.860", Seen: object("pro_1"),
			},
			{
				Path: "seed.json", ID: "pro_2", Type: model.LearningSelfKnowledge, Content: "Should name files", Source: "session_8",
				Extracted: at("2026-02-19T11:00:00.000Z"), Status: "rejected", Decided: at("2026-02-19T12:00:00.000Z"), Seen: object("pro_2"),
			},
		},
		LastSession: "2026-02-20T18:45:00Z", Projects: []string{"office", "post"}, Checkpoint: "checkpoint_1", Stats: true,
	}
	if !reflect.DeepEqual(m, want) {
		t.Errorf("got  %+v\nwant %+v", m, want)
	}
	for name, text := range map[string]string{"line ends": crlf(examples.Seed), "a byte order mark": "\ufeff" + examples.Seed} {
		if m, problems := Read("seed.json", []byte(text)); len(problems) > 0 || len(m.Learned) != 2 || len(m.Proposals) != 2 {
			t.Errorf("with %s: %+v, %+v", name, m, problems)
		}
	}
}

func TestTheExampleVaultHasNoFaults(t *testing.T) {
	t.Parallel()
	b := must.Get(os.ReadFile("../../../testdata/demo/seed.json"))(t)
	m, problems := Read("seed.json", b)
	if len(problems) > 0 || len(m.Pending()) != 3 || len(m.Learned) != 7 || m.WouldBeWiped().Given() {
		t.Errorf("%+v, problems %+v", m, problems)
	}
}

func TestWhatTheAgentsLoaderAddsIsNotMissing(t *testing.T) {
	t.Parallel()
	m, problems := Read("seed.json", []byte(`{"version": "0.9.0", "identity": {"principalName": "Ines"}}`))
	if len(problems) > 0 {
		t.Errorf("problems %+v", problems)
	}
	want := model.Identity{Principal: "Ines", AI: "PAI", Catchphrase: "PAI here, ready to go.", Style: "adaptive", Timezone: "UTC", Locale: "en-US"}
	if m.Identity != want || m.FirstRun().Given() {
		t.Errorf("identity %+v, first run %q", m.Identity, m.FirstRun())
	}
	m, problems = Read("seed.json", []byte(`{"identity": {"principalName": "Ines"}}`))
	if len(problems) > 0 || m.Version != "1.0.0" || m.Identity != want || m.FirstRun().Given() || m.WouldBeWiped().Given() {
		t.Errorf("without a version: %+v, problems %+v", m, problems)
	}
	m, _ = Read("seed.json", []byte(`{"version": "1.0.0", "learned": {"insights": [{"id": "a", "content": "b", "source": "c", "extractedAt": "2026-02-01T10:00:00Z", "confirmed": true, "tags": []}]}}`))
	if phrase.Reason(m.WouldBeWiped()) != `identity.principalName is "User"` {
		t.Errorf("without a name: %q", m.WouldBeWiped())
	}
}

func TestSchemaFaults(t *testing.T) {
	t.Parallel()
	change := func(old, next string) string {
		if strings.Count(examples.Seed, old) == 0 {
			t.Fatalf("smallSeed has no %s", old)
		}
		return strings.Replace(examples.Seed, old, next, 1)
	}
	const utc = "it must be a time in UTC such as 2026-02-21T10:00:00.000Z"
	for _, tt := range []struct {
		name, text string
		want       []model.SchemaFault
	}{
		{"no version", change(`"version": "1.2.0",`, ""), nil},
		{"null for a version", change(`"1.2.0"`, "null"), []model.SchemaFault{{Path: "version", Line: 2, Reason: "it must be a text, not null"}}},
		{"version as a number", change(`"1.2.0"`, "1"), []model.SchemaFault{{Path: "version", Line: 2, Reason: "it must be a text, not a number"}}},
		{"version 2", change("1.2.0", "2.0.0"), []model.SchemaFault{{Path: "version", Line: 2, Reason: "the agent knows version 1 only"}}},
		{"a huge version", change("1.2.0", "10000000000000000000001.0.0"), []model.SchemaFault{{Path: "version", Line: 2, Reason: "the agent knows version 1 only"}}},
		{"version 01", change("1.2.0", "01.2.0"), nil},
		{"version 0", change("1.2.0", "0.9.0"), nil},
		{"version of two parts", change("1.2.0", "1.2"), []model.SchemaFault{{Path: "version", Line: 2, Reason: "it must be three numbers with dots between them, such as 1.0.0"}}},
		{"version with a line feed", change("1.2.0", `1.2.0\n`), []model.SchemaFault{{Path: "version", Line: 2, Reason: "it must be three numbers with dots between them, such as 1.0.0"}}},
		{"null for an object", change(`"preferences": {
      "responseStyle": "concise",
      "timezone": "Europe/Dublin",
      "locale": "en-IE"
    }`, `"preferences": null`), []model.SchemaFault{{Path: "identity.preferences", Line: 8, Reason: "it must be an object, not null"}}},
		{"an empty name", change(`"Ines"`, `""`), []model.SchemaFault{{Path: "identity.principalName", Line: 4, Reason: "it is empty"}}},
		{"an empty zone", change(`"Europe/Dublin"`, `""`), nil},
		{"another style", change(`"concise"`, `"terse"`), []model.SchemaFault{{Path: "identity.preferences.responseStyle", Line: 9, Reason: "it must be one of concise, detailed, adaptive"}}},
		{"a list that is none", change(`"insights": []`, `"insights": {}`), []model.SchemaFault{{Path: "learned.insights", Line: 28, Reason: "it must be a list, not an object"}}},
		{"a learning that is none", change(`"insights": []`, `"insights": ["a", null]`), []model.SchemaFault{
			{Path: "learned.insights[0]", Line: 28, Reason: "it must be an object, not a text"}, {Path: "learned.insights[1]", Line: 28, Reason: "it must be an object, not null"},
		}},
		{"an offset", change("2026-02-01T10:00:00Z", "2026-02-01T10:00:00+01:00"), []model.SchemaFault{{Path: "learned.selfKnowledge[0].extractedAt", Line: 34, Reason: utc}}},
		{"no zone", change("2026-02-01T10:00:00Z", "2026-02-01T10:00:00"), []model.SchemaFault{{Path: "learned.selfKnowledge[0].extractedAt", Line: 34, Reason: utc}}},
		{"a date alone", change("2026-02-01T10:00:00Z", "2026-02-01"), []model.SchemaFault{{Path: "learned.selfKnowledge[0].extractedAt", Line: 34, Reason: utc}}},
		{"small letters", change("2026-02-01T10:00:00Z", "2026-02-01t10:00:00z"), []model.SchemaFault{{Path: "learned.selfKnowledge[0].extractedAt", Line: 34, Reason: utc}}},
		{"hour 24", change("2026-02-01T10:00:00Z", "2026-02-01T24:00:00Z"), []model.SchemaFault{{Path: "learned.selfKnowledge[0].extractedAt", Line: 34, Reason: utc}}},
		{"no such day", change("2026-02-01T10:00:00Z", "2026-02-29T10:00:00Z"), []model.SchemaFault{{Path: "learned.selfKnowledge[0].extractedAt", Line: 34, Reason: "there is no such day"}}},
		{"a leap day without seconds", change("2026-02-01T10:00:00Z", "2024-02-29T10:00Z"), nil},
		{"nine digits of a second", change("2026-02-01T10:00:00Z", "2026-02-01T10:00:00.123456789Z"), nil},
		{"no date of confirmation", change(`"confirmedAt": "2026-02-02T10:00:00.000Z",`, ""), nil},
		{"null for what can be missing", change(`"2026-02-02T10:00:00.000Z"`, "null"), []model.SchemaFault{{Path: "learned.patterns[0].confirmedAt", Line: 21, Reason: "it must be a text, not null"}}},
		{"no confirmation", change(`"confirmed": false,`, ""), []model.SchemaFault{{Path: "learned.selfKnowledge[0].confirmed", Line: 30, Reason: "it is missing"}}},
		{"confirmed as a text", change(`"confirmed": false`, `"confirmed": "false"`), []model.SchemaFault{{Path: "learned.selfKnowledge[0].confirmed", Line: 35, Reason: "it must be true or false, not a text"}}},
		{"a tag that is none", change(`"style"`, "7"), []model.SchemaFault{{Path: "learned.patterns[0].tags[0]", Line: 24, Reason: "it must be a text, not a number"}}},
		{"no id", change(`"id": "pro_1",`, ""), []model.SchemaFault{{Path: "state.proposals[0].id", Line: 44, Reason: "it is missing"}}},
		{"an empty id", change(`"pro_1"`, `""`), nil},
		{"another type", change(`"insight",`, `"insights",`), []model.SchemaFault{{Path: "state.proposals[0].type", Line: 46, Reason: "it must be one of pattern, insight, self_knowledge"}}},
		{"another status", change(`"pending"`, `"Pending"`), []model.SchemaFault{{Path: "state.proposals[0].status", Line: 50, Reason: "it must be one of pending, accepted, rejected"}}},
		{"another method", change(`"acr"`, `"guess"`), []model.SchemaFault{{Path: "state.proposals[0].method", Line: 51, Reason: "it must be one of acr, regex"}}},
		{"confidence as a text", change("0.860", `"0.86"`), []model.SchemaFault{{Path: "state.proposals[0].confidence", Line: 52, Reason: "it must be a number, not a text"}}},
		{"a project that is none", change(`"office"`, "{}"), []model.SchemaFault{{Path: "state.activeProjects[0]", Line: 65, Reason: "it must be a text, not an object"}}},
		{"a session that is none", change(`"session_9"`, "9"), []model.SchemaFault{{Path: "state.lastSessionId", Line: 41, Reason: "it must be a text, not a number"}}},
		{"counts of a type missing", change(`"pattern": {
          "accepted": 1,
          "rejected": 0
        },`, ""), []model.SchemaFault{{Path: "state.extractionStats.byType.pattern", Line: 72, Reason: "it is missing"}}},
		{"counts as texts", change(`"accepted": 3`, `"accepted": "3"`), []model.SchemaFault{{Path: "state.extractionStats.accepted", Line: 70, Reason: "it must be a number, not a text"}}},
		{"no counts", change(`"confidenceCount": {
        "accepted": 2,
        "rejected": 1
      }`, `"x": 1`), []model.SchemaFault{{Path: "state.extractionStats.confidenceCount", Line: 69, Reason: "it is missing"}}},
		{"unknown keys", change(`"version"`, `"toString": 1, "Version": 7, "version"`), nil},
		{"the last of two counts", change(`"version": "1.2.0"`, `"version": 1, "version": "1.0.0"`), nil},
		{
			"state before learned", `{"state": {"proposals": 1}, "learned": [], "version": "1.0.0"}`,
			[]model.SchemaFault{{Path: "state.proposals", Line: 1, Reason: "it must be a list, not a number"}, {Path: "learned", Line: 1, Reason: "it must be an object, not a list"}},
		},
		{"null", "null", []model.SchemaFault{{Path: "seed.json", Line: 1, Reason: "it must be an object, not null"}}},
		{"a list", "\n[]", []model.SchemaFault{{Path: "seed.json", Line: 2, Reason: "it must be an object, not a list"}}},
		{"empty", "", []model.SchemaFault{{Path: "seed.json", Line: 1, Reason: "not JSON from line 1 on: the file is empty"}}},
		{"a trailing comma", strings.Replace(examples.Seed, "\"post\"\n", "\"post\",\n", 1), []model.SchemaFault{{Path: "seed.json", Line: 66, Reason: "not JSON from line 66 on: one comma too many"}}},
		{"braces inside", "{\n\"a\": x}", []model.SchemaFault{{Path: "seed.json", Line: 2, Reason: "not JSON from line 2 on: a text without quotes"}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m, problems := Read("seed.json", []byte(tt.text))
			for i, f := range m.Faults {
				if f.Fault.Name != "" && !strings.HasSuffix(f.Reason, f.Fault.Name) {
					t.Errorf("the fault has the name %q", f.Fault.Name)
				}
				m.Faults[i].Fault = model.Fault{}
			}
			if !reflect.DeepEqual(m.Faults, tt.want) {
				t.Errorf("got  %+v\nwant %+v", m.Faults, tt.want)
			}
			if len(tt.want) == 0 {
				return
			}
			if len(problems) != 1 || problems[0].Path != "seed.json" || problems[0].Line != tt.want[0].Line ||
				problems[0].Reason != tt.want[0].Path+": "+tt.want[0].Reason || problems[0].Hint == "" {
				t.Errorf("problems %+v", problems)
			}
		})
	}
}

func TestFaultsAreBoundedAndInFileOrder(t *testing.T) {
	t.Parallel()
	text := `{"state": {"activeProjects": [` + strings.Repeat("\n1,", 5000) + `1]}, "identity": 5,` + "\n" + `"version": "1.0.0"}`
	m, _ := Read("seed.json", []byte(text))
	if len(m.Faults) != maxSeedFaults {
		t.Fatalf("%d faults", len(m.Faults))
	}
	for i, f := range m.Faults {
		if want := fmt.Sprintf("state.activeProjects[%d]", i); f.Path != want || f.Line != i+2 {
			t.Errorf("fault %d is %+v, want %s", i, f, want)
		}
	}
}

func TestABrokenSeedIsReadAsFarAsItGoes(t *testing.T) {
	t.Parallel()
	cut := strings.Index(examples.Seed, `"status": "pending"`)
	m, problems := Read("seed.json", []byte(examples.Seed[:cut]))
	if len(m.Faults) != 1 || m.Faults[0].Line != 50 || !strings.Contains(m.Faults[0].Reason, "the file stops in the middle") || len(problems) != 1 {
		t.Errorf("faults %+v, problems %+v", m.Faults, problems)
	}
	if len(m.Learned) != 2 || m.Identity.Principal != "Ines" || len(m.Proposals) != 1 || m.Proposals[0].Status != "" {
		t.Errorf("read %+v", m)
	}
	if !strings.Contains(phrase.Reason(m.WouldBeWiped()), "not JSON") {
		t.Errorf("wiped: %q", m.WouldBeWiped())
	}
}

func TestThingsOfOneIDAreToldApart(t *testing.T) {
	t.Parallel()
	text := strings.ReplaceAll(examples.Seed, `"pro_2"`, `"pro_1"`)
	text = strings.ReplaceAll(text, `"slf_1"`, `"pat_1"`)
	m, _ := Read("seed.json", []byte(text))
	if p := m.Proposals; !p[0].Twice || !p[1].Twice || p[0].Ref().Item != "pro_1" || p[1].Ref().Item != "pro_1~2" {
		t.Errorf("proposals %+v", p)
	}
	if l := m.Learned; l[0].Ref().Item != "pat_1" || l[1].Ref().Item != "pat_1~2" {
		t.Errorf("learnings %+v", l)
	}
	s := model.Snapshot{Memory: m}
	if why := rule.Refuse(s, m.Proposals[0].Ref(), model.ChoiceAccept); !strings.Contains(phrase.Reason(why), "several proposals") {
		t.Errorf("refused with %q", why)
	}
}

func TestEscapesAreDecodedOnce(t *testing.T) {
	t.Parallel()
	text := strings.Replace(examples.Seed, "Rounds late", `\u001b[2J\u009b\u202e \ud83d\ude00 \ud800 \\u0041 é`, 1)
	m, problems := Read("seed.json", []byte(text))
	if want := "\x1b[2J\u009b\u202e \U0001f600 \ufffd \\u0041 é"; m.Learned[1].Content != want || len(problems) > 0 {
		t.Errorf("got %q, want %q; problems %+v", m.Learned[1].Content, want, problems)
	}
}

// FuzzReadMemory expects that any text gives a memory whose things can be read back
// by their names.
func FuzzReadMemory(f *testing.F) {
	// Short texts: the longer one is, the longer it takes to make a find smaller.
	for _, text := range []string{
		`{"version":"1.0.0","identity":{"principalName":"Ines","preferences":{"responseStyle":"terse"}},"learned":{"insights":[{"id":"a","content":"","tags":[1]}]}}`,
		`{"state":{"proposals":[{"id":"a"},{"id":"a"},{"id":"a~2"},{},{}],"extractionStats":{"byType":7}},"learned":{"patterns":[{"id":1}]}}`,
		`{"state":{"lastSessionAt":"2026-02-30T10:00:00Z","proposals":[{"id":"\ud800","confidence":1e999`, "\ufeff[]", "null",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		s := ReadSeed("seed.json", b)
		m := s.Memory
		if len(m.Faults) > maxSeedFaults {
			t.Fatalf("%d faults", len(m.Faults))
		}
		line := 0
		for _, f := range m.Faults {
			if f.Line < line || f.Path == "" || f.Reason == "" {
				t.Fatalf("fault %+v behind line %d", f, line)
			}
			line = f.Line
		}
		for _, p := range m.Proposals {
			value, ok := s.Objects[p.Ref()]
			if first, _ := m.Proposal(p.Ref()); !ok || model.FingerprintOf(b[value.From:value.To]) != first.Seen {
				t.Fatalf("%s is not where it was read", p.Ref())
			}
		}
		for _, l := range m.Learned {
			if _, ok := s.Objects[l.Ref()]; !ok {
				t.Fatalf("%s has no place", l.Ref())
			}
		}
	})
}

func crlf(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") }

// eleven is when the decisions of these tests are made.
var eleven = time.Date(2026, 2, 21, 11, 0, 0, 0, time.UTC)

// decidedAt is the time of these tests' decisions as the agent writes it.
const decidedAt = "2026-02-21T11:00:00.000Z"

// outline writes a value anew by its parts, with a mark in the place of those that
// skip names by their way from the outside.
func outline(b []byte, v text.Value, way string, skip map[string]bool) string {
	if skip[way] {
		return "*"
	}
	kind := v.Kind(b)
	if kind != '{' && kind != '[' {
		return string(b[v.From:v.To])
	}
	var parts []string
	for i, part := range v.Parts {
		inner := fmt.Sprintf("%s/%d", way, i)
		if kind == '{' {
			inner = way + "/" + part.Key(b)
		}
		parts = append(parts, string(b[part.KeyFrom:part.KeyTo])+":"+outline(b, part, inner, skip))
	}
	return string(kind) + strings.Join(parts, ",")
}

// listAt returns the elements of a list as they are written.
func listAt(b []byte, root text.Value, way ...string) []string {
	v := &root
	for _, key := range way {
		if v = v.Member(b, key); v == nil {
			return nil
		}
	}
	var out []string
	for _, part := range v.Parts {
		out = append(out, string(b[part.From:part.To]))
	}
	return out
}

// FuzzDecideOnAProposal expects that an edit changes what was decided on and no
// other byte of any value, whatever the file looks like.
func FuzzDecideOnAProposal(f *testing.F) {
	const p = `{"id":"a","type":"pattern","content":"c","source":"s","extractedAt":"2026-02-19T10:00:00Z","status":"pending","confidence":1e-7}`
	const stats = `"extractionStats":{"accepted":1,"rejected":2,"byType":{"pattern":{"accepted":3,"rejected":4}},"confidenceSum":{"accepted":0.1,"rejected":-0},"confidenceCount":{"accepted":5,"rejected":6}}`
	// Short texts: the longer one is, the longer it takes to make a find smaller.
	for _, text := range []string{
		`{"learned":{"patterns":[]},"state":{"proposals":[` + p + `]}}`,
		`{"learned":{"patterns":[{"id":"x"}]},"state":{"proposals":[1,` + p + `,null],` + stats + `}}`,
		"\ufeff{\r\n\t\"learned\": { \"patterns\": [ {} ] },\r\n\t\"state\": {\"proposals\": [\r\n\t" + p + ",\r\n\t" + strings.Replace(p, `"a"`, `"b"`, 1) + "\r\n]}}\r\n",
		`{"state":{"proposals":[` + strings.Replace(p, `"status"`, `"decidedAt":1,"status"`, 1) + `]},"learned":{"patterns":["x"]},"State":1}`,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		s := ReadSeed(places.SeedName, b)
		if s.Broken != nil {
			return
		}
		for _, p := range s.Memory.Pending() {
			for _, choice := range []model.Choice{model.ChoiceAccept, model.ChoiceDecline} {
				d := model.Decision{Ref: p.Ref(), Choice: choice, Seen: p.Seen, At: eleven}
				if rule.Refuse((model.Snapshot{Memory: s.Memory}), d.Ref, choice).Given() {
					continue
				}
				e, left, err := s.Change(b, p, d)
				if err != nil {
					continue
				}
				next, err := e.Result()
				if err != nil {
					t.Fatalf("%s %s of %q: %v", choice, p.Ref(), b, err)
				}
				checkEdit(t, b, next, s, p, choice)
				if !strings.Contains(string(next), left) {
					t.Fatalf("%q does not hold %q", next, left)
				}
			}
		}
	})
}

func checkEdit(t *testing.T, b, next []byte, s Seed, p model.Proposal, choice model.Choice) {
	t.Helper()
	after := ReadSeed(places.SeedName, next)
	if after.Broken != nil || len(after.Memory.Faults) > len(s.Memory.Faults) {
		t.Fatalf("%q became worse: %q has %v", b, next, after.Memory.Faults)
	}
	list := p.Type.List()
	changed := map[string]bool{"/state/proposals": true, "/state/extractionStats": true, "/learned/" + list: choice == model.ChoiceAccept}
	if was, now := outline(b, s.root, "", changed), outline(next, after.root, "", changed); was != now {
		t.Fatalf("%q\nbecame\n%q", was, now)
	}
	counts := map[string]bool{}
	for _, of := range []string{"", "/byType/" + string(p.Type), "/confidenceSum", "/confidenceCount"} {
		counts["/state/extractionStats"+of+"/"+map[model.Choice]string{model.ChoiceAccept: "accepted", model.ChoiceDecline: "rejected"}[choice]] = true
	}
	for _, key := range []string{"/learned", "/state/proposals"} {
		counts[key] = true
	}
	if was, now := outline(b, s.root, "", counts), outline(next, after.root, "", counts); was != now {
		t.Fatalf("besides the counts %q\nbecame\n%q", was, now)
	}
	wasProposals, nowProposals := listAt(b, s.root, "state", "proposals"), listAt(next, after.root, "state", "proposals")
	own := s.Objects[p.Ref()]
	i := slices.Index(wasProposals, string(b[own.From:own.To]))
	if choice == model.ChoiceDecline {
		now, _ := after.Memory.Proposal(p.Ref())
		p.Status, p.Decided, p.Seen = "rejected", at(decidedAt), now.Seen
		if !reflect.DeepEqual(now, p) {
			t.Fatalf("the proposal is %+v, want %+v", now, p)
		}
		wasProposals, nowProposals = slices.Delete(wasProposals, i, i+1), slices.Delete(nowProposals, i, i+1)
	} else {
		wasProposals = slices.Delete(wasProposals, i, i+1)
		was, now := listAt(b, s.root, "learned", list), listAt(next, after.root, "learned", list)
		if len(now) != len(was)+1 || !slices.Equal(was, now[:len(was)]) {
			t.Fatalf("the list was %q and is %q", was, now)
		}
		of := after.Memory.Of(p.Type)
		l := of[len(of)-1]
		want := model.Learning{Path: places.SeedName, ID: p.ID, Copy: l.Copy, Type: p.Type, Content: p.Content, Source: p.Source, Extracted: p.Extracted, ConfirmedAt: at(decidedAt), Confirmed: true}
		if fmt.Sprint(l) != fmt.Sprint(want) {
			t.Fatalf("the learning is %+v, want %+v", l, want)
		}
	}
	if !slices.Equal(wasProposals, nowProposals) {
		t.Fatalf("the other proposals were %q and are %q", wasProposals, nowProposals)
	}
}
