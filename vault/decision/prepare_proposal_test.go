package decision_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/testdata/examples"
	"coldstart/testdata/must"
	"coldstart/vault/places"
	"coldstart/vault/source/memory"
)

// member is one entry of an object that keeps its order.
type member struct {
	key   string
	value any
}

// ordered reads JSON into []member, []any, string, json.Number, bool and nil.
func ordered(t *testing.T, text string) any {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(strings.TrimPrefix(text, "\ufeff")))
	d.UseNumber()
	v, err := orderedValue(d)
	if err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return v
}

func orderedValue(d *json.Decoder) (any, error) {
	token, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch token {
	case json.Delim('{'):
		object := []member{}
		for d.More() {
			key, err := d.Token()
			if err != nil {
				return nil, err
			}
			value, err := orderedValue(d)
			if err != nil {
				return nil, err
			}
			object = append(object, member{key.(string), value})
		}
		_, err = d.Token()
		return object, err
	case json.Delim('['):
		list := []any{}
		for d.More() {
			value, err := orderedValue(d)
			if err != nil {
				return nil, err
			}
			list = append(list, value)
		}
		_, err = d.Token()
		return list, err
	}
	return token, nil
}

// stringify writes a value as JSON.stringify(value, null, 2) does.
func stringify(v any, indent string) string {
	inner := indent + "  "
	var parts []string
	brackets := "{}"
	switch v := v.(type) {
	case []member:
		for _, m := range v {
			parts = append(parts, inner+stringify(m.key, "")+": "+stringify(m.value, inner))
		}
	case []any:
		brackets = "[]"
		for _, e := range v {
			parts = append(parts, inner+stringify(e, inner))
		}
	case string:
		var b bytes.Buffer
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		if err := e.Encode(v); err != nil {
			return err.Error()
		}
		return strings.NewReplacer(`\u2028`, "\u2028", `\u2029`, "\u2029").Replace(strings.TrimSuffix(b.String(), "\n"))
	case nil:
		return "null"
	default:
		return fmt.Sprint(v)
	}
	if len(parts) == 0 {
		return brackets
	}
	return brackets[:1] + "\n" + strings.Join(parts, ",\n") + "\n" + indent + brackets[1:]
}

// look finds a member by its way from the outside.
func look(v any, way ...string) *any {
	at := &v
	for _, key := range way {
		object, _ := (*at).([]member)
		i := slices.IndexFunc(object, func(m member) bool { return m.key == key })
		if i < 0 {
			return nil
		}
		at = &object[i].value
	}
	return at
}

// decidedAt is the time of these tests' decisions as the agent writes it.
const decidedAt = "2026-02-21T11:00:00.000Z"

// peerDecides does to a parsed seed what the reference program does to its own, and
// gives the commit's subject.
func peerDecides(t *testing.T, root any, id string, accept bool) {
	t.Helper()
	proposals := look(root, "state", "proposals")
	list := (*proposals).([]any)
	i := slices.IndexFunc(list, func(p any) bool { return *look(p, "id") == id })
	p := list[i]
	kind, word := (*look(p, "type")).(string), "rejected"
	if accept {
		word = "accepted"
		learned := look(root, "learned", map[string]string{"pattern": "patterns", "insight": "insights", "self_knowledge": "selfKnowledge"}[kind])
		*learned = append((*learned).([]any), []member{
			{"id", *look(p, "id")}, {"content", *look(p, "content")}, {"source", *look(p, "source")}, {"extractedAt", *look(p, "extractedAt")},
			{"confirmedAt", decidedAt}, {"confirmed", true}, {"tags", []any{}},
		})
		*proposals = slices.Concat(list[:i], list[i+1:])
	} else {
		*look(p, "status") = "rejected"
		if at := look(p, "decidedAt"); at != nil {
			*at = decidedAt
		} else {
			list[i] = append(p.([]member), member{"decidedAt", decidedAt})
		}
	}
	add := func(by json.Number, way ...string) {
		count := look(root, append([]string{"state", "extractionStats"}, way...)...)
		a, errA := (*count).(json.Number).Float64()
		b, errB := by.Float64()
		must.Do(t, errors.Join(errA, errB))
		text := must.Get(json.Marshal(a + b))(t)
		*count = json.Number(text)
	}
	if look(root, "state", "extractionStats") == nil {
		return
	}
	add("1", word)
	add("1", "byType", kind, word)
	if confidence := look(p, "confidence"); confidence != nil {
		add((*confidence).(json.Number), "confidenceSum", word)
		add("1", "confidenceCount", word)
	}
}

// decideSeed makes one decision in a new vault and gives the file afterwards.
func decideSeed(t *testing.T, text, id string, choice model.Choice) string {
	t.Helper()
	v := decidingVault(t, files{"seed.json": text})
	d := wish(t, v, places.SeedName+"#"+id, choice, "")
	preview, err := v.Preview(t.Context(), d)
	if err != nil {
		t.Fatalf("Preview: %v", err)
	}
	sameFiles(t, "after the preview", treeOf(t, v.Dir()), files{"seed.json": text})
	receipt := mustDecide(t, v, d)
	if receipt.Already || len(receipt.Notices) > 0 || !reflect.DeepEqual(receipt.Decision, d) {
		t.Errorf("receipt %+v", receipt)
	}
	if got := withoutID(t, receipt); !reflect.DeepEqual(got, preview) {
		t.Errorf("changes differ from the preview\n got %q\nwant %q", got, preview)
	}
	got := treeOf(t, v.Dir())
	checkDay(t, got[dayFile], receipt, map[model.Choice]string{model.ChoiceAccept: "proposal_accepted", model.ChoiceDecline: "proposal_declined"}[choice])
	next := got["seed.json"]
	delete(got, "seed.json")
	delete(got, dayFile)
	sameFiles(t, "beside the memory", got, files{})
	if len(openLedger(t, v)) > 0 {
		t.Error("the decision stays open")
	}
	if again := mustDecide(t, v, d); !again.Already || again.ID != receipt.ID {
		t.Errorf("the second time: %+v", again)
	}
	if after := treeOf(t, v.Dir())["seed.json"]; after != next {
		t.Errorf("the second time changed the file to %q", after)
	}
	return next
}

func demoSeed(t *testing.T) string {
	t.Helper()
	b := must.Get(os.ReadFile(filepath.Join("..", "..", "testdata", "demo", "seed.json")))(t)
	return string(b)
}

func TestACanonicalSeedBecomesWhatTheAgentWouldWrite(t *testing.T) {
	t.Parallel()
	demo := demoSeed(t)
	for name, text := range map[string]string{
		"the example":    demo,
		"with counts":    examples.Seed,
		"one proposal":   strings.Replace(examples.Seed, examples.Seed[strings.Index(examples.Seed, ",\n      {\n        \"id\": \"pro_2\""):strings.Index(examples.Seed, "\n    ],\n    \"activeProjects\"")], "", 1),
		"no learnings":   strings.Replace(demo, demo[strings.Index(demo, `"patterns": [`):strings.Index(demo, `    "insights"`)], `"patterns": [],`+"\n", 1),
		"hostile texts":  strings.Replace(demo, "Signs messages", `\"},{\"id\": \u001b \u0000 \\ \b\f 😀 é <b>`, 1),
		"decided before": strings.Replace(demo, `"confidence": 0.86`, `"confidence": 0.86,`+"\n        "+`"decidedAt": "2026-01-01T00:00:00Z"`, 1),
		"odd numbers":    strings.NewReplacer("1.7", "1e21", "0.1", "0.1", `"accepted": 3`, `"accepted": 9007199254740993`).Replace(examples.Seed),
	} {
		m, _ := memory.Read("seed.json", []byte(text))
		for _, p := range m.Pending() {
			for _, choice := range []model.Choice{model.ChoiceAccept, model.ChoiceDecline} {
				t.Run(name+"/"+p.ID+"/"+choice.String(), func(t *testing.T) {
					root := ordered(t, text)
					if canonical := stringify(root, "") + "\n"; canonical != text && name != "hostile texts" && name != "odd numbers" {
						t.Fatalf("the file is not as the agent writes it:\n%s", canonical)
					}
					peerDecides(t, root, p.ID, choice == model.ChoiceAccept)
					got, want := decideSeed(t, text, p.ID, choice), stringify(root, "")+"\n"
					if name == "hostile texts" || name == "odd numbers" {
						got, want = stringify(ordered(t, got), ""), strings.TrimSuffix(want, "\n")
					}
					if got != want {
						t.Errorf("got\n%s\nwant\n%s", got, want)
					}
				})
			}
		}
	}
}

// styleSeed is a seed with one proposal, or two, in any style. The outer parts have
// what a careless editor would change.
func styleSeed(list, proposals string) string {
	return `{"zeta":1.0,"version":"1.0.0","identity":{"principalName":"Ines","x":[1e2,-0,9007199254740993,123456789012345678901234567890]},` +
		`"learned":{"patterns":` + list + `,"unknown":{"a":"\u00e9\/"}},"state":{"proposals":` + proposals + `}}`
}

func TestTheFilesStyleStays(t *testing.T) {
	t.Parallel()
	const facts = `"content":"c\u00e9","source":"s","extractedAt":"2026-02-19T10:00:00Z"`
	const learned = `{"id":"a",` + facts + `,"confirmedAt":"` + decidedAt + `","confirmed":true,"tags":[]}`
	const compact = `{"id":"a","type":"pattern",` + facts + `,"status":"pending"}`
	const other = `{"id":"b","type":"pattern",` + facts + `,"status":"pending"}`
	spaced := strings.NewReplacer(`","`, `", "`, `":"`, `": "`, `":t`, `": t`, `":[`, `": [`, `,"c`, `, "c`, `,"t`, `, "t`)
	tab := strings.NewReplacer("{\"", "{\n\t\t\t\t\"", "\",\"", "\",\n\t\t\t\t\"", "\":", "\": ", "e,\"", "e,\n\t\t\t\t\"", "\"}", "\"\n\t\t\t}", "]}", "]\n\t\t\t}")
	for _, tt := range []struct {
		name            string
		list, proposals string
		choice          model.Choice
		wantList, want  string
	}{
		{"one line, the only ones", `[]`, `[` + compact + `]`, model.ChoiceAccept, `[` + learned + `]`, `[]`},
		{"one line, the first of two", `[{}]`, `[` + compact + `,` + other + `]`, model.ChoiceAccept, `[{},` + learned + `]`, `[` + other + `]`},
		{"one line, the last of two", `[{"id":"x"}]`, `[` + other + `,` + compact + `]`, model.ChoiceAccept, `[{"id":"x"},` + learned + `]`, `[` + other + `]`},
		{"one line, declined", `[]`, `[` + compact + `]`, model.ChoiceDecline, `[]`, `[` + strings.Replace(compact, `"pending"`, `"rejected","decidedAt":"`+decidedAt+`"`, 1) + `]`},
		{"status first", `[]`, `[{"status":"pending","id":"a","type":"pattern",` + facts + `}]`, model.ChoiceDecline, `[]`,
			`[{"status":"rejected","id":"a","type":"pattern",` + facts + `,"decidedAt":"` + decidedAt + `"}]`},
		{"decided before", `[]`, `[{"decidedAt" : null ,"status":"pending","id":"a","type":"pattern",` + facts + `}]`, model.ChoiceDecline, `[]`,
			`[{"decidedAt" : "` + decidedAt + `" ,"status":"rejected","id":"a","type":"pattern",` + facts + `}]`},
		{"blanks behind commas", `[{"id": "x"}]`, `[` + spaced.Replace(compact) + `, ` + spaced.Replace(other) + `]`, model.ChoiceAccept,
			`[{"id": "x"}, ` + spaced.Replace(learned) + `]`, `[` + spaced.Replace(other) + `]`},
		{"blanks behind commas, empty list with blanks in it", `[  ]`, `[` + spaced.Replace(compact) + `]`, model.ChoiceAccept, `[` + spaced.Replace(learned) + `]`, `[]`},
		{"tabs", "[\n\t\t]", "[\n\t\t\t" + tab.Replace(compact) + "\n\t\t]", model.ChoiceAccept, "[\n\t\t\t" + tab.Replace(learned) + "\n\t\t]", "[]"},
		{"tabs, declined", "[]", "[\n\t\t\t" + tab.Replace(compact) + "\n\t\t]", model.ChoiceDecline, "[]",
			"[\n\t\t\t" + strings.Replace(tab.Replace(compact), `"pending"`, "\"rejected\",\n\t\t\t\t\"decidedAt\": \""+decidedAt+`"`, 1) + "\n\t\t]"},
		{"carriage returns", "[]", crlf("[\n\t\t\t" + tab.Replace(compact) + ",\n\t\t\t" + tab.Replace(other) + "\n\t\t]"), model.ChoiceAccept,
			crlf("[\n\t\t\t" + tab.Replace(learned) + "\n\t\t]"), crlf("[\n\t\t\t" + tab.Replace(other) + "\n\t\t]")},
		{"one object a line", "[\n{\"id\":\"x\",\"n\":1}\n]", "[\n" + other + ",\n" + compact + "\n]", model.ChoiceAccept, "[\n{\"id\":\"x\",\"n\":1},\n" + learned + "\n]", "[\n" + other + "\n]"},
		{"each list in its own style", "[{\n \"id\": \"x\"\n}]", `[` + compact + `]`, model.ChoiceAccept,
			"[{\n \"id\": \"x\"\n}, {\n \"id\": \"a\"" + strings.NewReplacer(`{"id":"a"`, "", `","`, "\",\n \"", `":`, `": `, `,"c`, ",\n \"c", `,"t`, ",\n \"t", "}", "\n}").Replace(learned) + `]`, `[]`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, frame := range []func(string) string{
				func(s string) string { return s }, func(s string) string { return "\ufeff" + s + "\r\n\r\n" },
			} {
				got, want := decideSeed(t, frame(styleSeed(tt.list, tt.proposals)), "a", tt.choice), frame(styleSeed(tt.wantList, tt.want))
				if got != want {
					t.Errorf("got\n%q\nwant\n%q", got, want)
				}
			}
		})
	}
}
