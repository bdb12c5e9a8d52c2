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
	"coldstart/model/phrase"
	"coldstart/testdata/examples"
	"coldstart/testdata/must"
	"coldstart/vault/decision"
	"coldstart/vault/places"
	"coldstart/vault/source/memory"
	"coldstart/vault/vaulttest"
)

// pro1 is the pending proposal of examples.Seed as it stands there.
func pro1(t *testing.T) string {
	t.Helper()
	s := memory.ReadSeed(places.SeedName, []byte(examples.Seed))
	at, ok := s.Objects[model.Ref{Kind: model.KindProposal, Path: places.SeedName, Item: "pro_1"}]
	if !ok {
		t.Fatal("smallSeed has no pro_1")
	}
	return examples.Seed[at.From:at.To]
}

func TestOnlyTheLinesOfTheProposalChange(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name          string
		choice        model.Choice
		before, after []string
	}{
		{
			"accept", model.ChoiceAccept,
			[]string{
				`    "insights": [],`,
				`      {`, `        "id": "pro_1",`, `        "type": "insight",`, `        "content": "Claims go faster with photographs",`,
				`        "source": "session_8",`, `        "extractedAt": "2026-02-19T10:00:00.000Z",`, `        "status": "pending",`,
				`        "method": "acr",`, `        "confidence": 0.860`, `      },`,
				`      "accepted": 3,`, `          "accepted": 2,`, `        "accepted": 1.7,`, `        "accepted": 2,`,
			},
			[]string{
				`    "insights": [`, `      {`, `        "id": "pro_1",`, `        "content": "Claims go faster with photographs",`,
				`        "source": "session_8",`, `        "extractedAt": "2026-02-19T10:00:00.000Z",`, `        "confirmedAt": "2026-02-21T11:00:00.000Z",`,
				`        "confirmed": true,`, `        "tags": []`, `      }`, `    ],`,
				`      "accepted": 4,`, `          "accepted": 3,`, `        "accepted": 2.56,`, `        "accepted": 3,`,
			},
		},
		{
			"decline", model.ChoiceDecline,
			[]string{
				`        "status": "pending",`, `        "confidence": 0.860`,
				`      "rejected": 1,`, `          "rejected": 0`, `        "rejected": 0.1`, `        "rejected": 1`,
			},
			[]string{
				`        "status": "rejected",`, `        "confidence": 0.860,`, `        "decidedAt": "2026-02-21T11:00:00.000Z"`,
				`      "rejected": 2,`, `          "rejected": 1`, `        "rejected": 0.96`, `        "rejected": 2`,
			},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := decidingVault(t, files{places.SeedName: examples.Seed})
			changes, err := v.Preview(t.Context(), wish(t, v, places.SeedName+"#pro_1", tt.choice, ""))
			if err != nil || len(changes) != 2 {
				t.Fatalf("Preview = %q, %v", changes, err)
			}
			want := model.Change{Kind: model.ChangeEdit, Path: places.SeedName, Before: tt.before, After: tt.after}
			if !reflect.DeepEqual(changes[0], want) {
				t.Errorf("got\n%s\n\n%s", strings.Join(changes[0].Before, "\n"), strings.Join(changes[0].After, "\n"))
			}
		})
	}
}

func TestWhatElseChangedInTheFileDoesNotMatter(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, files{places.SeedName: examples.Seed})
	d := wish(t, v, places.SeedName+"#pro_1", model.ChoiceDecline, "")
	more := strings.Replace(examples.Seed, `"activeProjects": [`, `"activeProjects": [`+"\n      \"more\",", 1)
	v.Overwrite(t, places.SeedName, more)
	mustDecide(t, v, d)
	got := treeOf(t, v.Dir())[places.SeedName]
	if !strings.Contains(got, "\"more\",") || !strings.Contains(got, `"status": "rejected",`+"\n        \"method\"") {
		t.Errorf("the file is %s", got)
	}
}

func TestDecidingOnAProposalIsRefused(t *testing.T) {
	t.Parallel()
	change := func(old, next string) string { return strings.Replace(examples.Seed, old, next, 1) }
	for _, tt := range []struct {
		name string
		// next replaces the file after it was seen.
		next   string
		choice model.Choice
		kind   error
		words  string
	}{
		{"it changed", change("Claims go faster", "Claims go slower"), model.ChoiceAccept, model.ErrConflict, "it changed since it was seen"},
		{"only its blanks changed", change(`"confidence": 0.860`, `"confidence":  0.860`), model.ChoiceAccept, model.ErrConflict, "it changed since it was seen"},
		{"rejected meanwhile", change("pending", "rejected"), model.ChoiceDecline, model.ErrConflict, "Proposal 'pro_1' is already rejected"},
		{"accepted meanwhile", change(`"pro_1"`, `"pro_9"`), model.ChoiceAccept, model.ErrNotFound, "Proposal 'pro_1' not found"},
		{"the file is gone", "", model.ChoiceAccept, model.ErrNotFound, "it is no longer there"},
		{"truncated", examples.Seed[:len(examples.Seed)-9], model.ChoiceAccept, model.ErrNotAllowed, "not JSON from line 94"},
		{"empty", " ", model.ChoiceAccept, model.ErrNotAllowed, "the file is empty"},
		{"null", "null", model.ChoiceAccept, model.ErrNotFound, "Proposal 'pro_1' not found"},
		{"a list", "[]", model.ChoiceDecline, model.ErrNotFound, "Proposal 'pro_1' not found"},
		{"trailing text", examples.Seed + "}", model.ChoiceDecline, model.ErrNotAllowed, "more than one value on this file"},
		{"a comment", change(`"learned"`, `/* what */ "learned"`), model.ChoiceDecline, model.ErrNotAllowed, "a comment"},
		{"a trailing comma", change(`"confirmed": false,`, `"confirmed": false,,`), model.ChoiceDecline, model.ErrNotAllowed, "one comma too many"},
		{"UTF-16", "\xff\xfe{\x00}\x00", model.ChoiceDecline, model.ErrNotAllowed, "not UTF-8"},
		{"not UTF-8", change("Rounds late", "Rounds l\xe4te"), model.ChoiceDecline, model.ErrNotAllowed, "not UTF-8"},
		{"too deep", change(`"version"`, `"deep": `+strings.Repeat("[", 50_000)+strings.Repeat("]", 50_000)+`, "version"`), model.ChoiceAccept, model.ErrNotAllowed, "nested too deep"},
		{"two states", change(`"version"`, `"state": {}, "version"`), model.ChoiceAccept, model.ErrNotAllowed, "several members named state"},
		{"two states in different case", change(`"version"`, `"State": {}, "version"`), model.ChoiceDecline, model.ErrNotAllowed, "several members named state"},
		{"two states, the second in other case", strings.TrimSuffix(examples.Seed, "\n}\n") + `, "STATE": {}}`, model.ChoiceDecline, model.ErrNotAllowed, "several members named state"},
		{"two states, one escaped", change(`"version"`, `"st\u0061te": {}, "version"`), model.ChoiceDecline, model.ErrNotAllowed, "several members named state"},
		{"a long s in a key", change(`"version"`, `"ſtate": {}, "version"`), model.ChoiceDecline, model.ErrNotAllowed, "several members named state"},
		{"two learneds", change(`"version"`, `"learned": {}, "version"`), model.ChoiceAccept, model.ErrNotAllowed, "several members named learned"},
		{"two lists", change(`"insights"`, `"insights": [], "insights"`), model.ChoiceAccept, model.ErrNotAllowed, "several members named insights"},
		{"no list", change(`"insights": [],`, ""), model.ChoiceAccept, model.ErrNotAllowed, "insights is not a list"},
		{"two lists of proposals", change(`"proposals"`, `"proposals": [], "proposals"`), model.ChoiceDecline, model.ErrNotAllowed, "several members named proposals"},
		{"two counts", change(`"extractionStats"`, `"extractionStats": {}, "extractionStats"`), model.ChoiceDecline, model.ErrNotAllowed, "several members named extractionStats"},
		{"two counts of one", change(`"accepted": 3`, `"accepted": 1, "accepted": 3`), model.ChoiceAccept, model.ErrNotAllowed, "several members named accepted"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := decidingVault(t, files{places.SeedName: examples.Seed})
			d := wish(t, v, places.SeedName+"#pro_1", tt.choice, "")
			v.Overwrite(t, places.SeedName, tt.next)
			if tt.next == "" {
				must.Do(t, os.Remove(filepath.Join(v.Dir(), places.SeedName)))
			}
			refusedWith(t, v, d, tt.kind, tt.words)
		})
	}
}

func TestWhatTheProposalItselfRulesOut(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, id, proposal string
		choice             model.Choice
		words              string
	}{
		{"two of one id", "pro_2", pro1(t), model.ChoiceAccept, "several proposals have the id 'pro_2'"},
		{"no id", "", strings.Replace(pro1(t), `"id": "pro_1",`, "", 1), model.ChoiceAccept, "the proposal has no id"},
		{"unknown status", "pro_1", strings.Replace(pro1(t), "pending", "Pending", 1), model.ChoiceAccept, "Proposal 'pro_1' is already Pending"},
		{"unknown type", "pro_1", strings.Replace(pro1(t), `"insight"`, `"insights"`, 1), model.ChoiceDecline, "there is no list for proposals of the type 'insights'"},
		{"no content", "pro_1", strings.Replace(pro1(t), `"content": "Claims go faster with photographs",`, "", 1), model.ChoiceAccept, "content is not a text"},
		{"empty content", "pro_1", strings.Replace(pro1(t), `Claims go faster with photographs`, "", 1), model.ChoiceAccept, "its content: it is empty"},
		{"a time with an offset", "pro_1", strings.Replace(pro1(t), `.000Z`, "+01:00", 1), model.ChoiceAccept, "its extractedAt: it must be a time in UTC"},
		{"two contents", "pro_1", strings.Replace(pro1(t), `"content"`, `"content": "x", "content"`, 1), model.ChoiceAccept, "several members named content"},
		{"two statuses", "pro_1", strings.Replace(pro1(t), `"status"`, `"Status": "rejected", "status"`, 1), model.ChoiceDecline, "several members named status"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			text := strings.Replace(examples.Seed, pro1(t), tt.proposal, 1)
			if tt.id == "pro_2" {
				text = strings.Replace(text, `"pro_1"`, `"pro_2"`, 1)
			}
			v := decidingVault(t, files{places.SeedName: text})
			refusedWith(t, v, wish(t, v, places.SeedName+"#"+tt.id, tt.choice, ""), model.ErrNotAllowed, tt.words)
		})
	}
}

func TestAFaultyProposalCanBeDeclined(t *testing.T) {
	t.Parallel()
	text := strings.Replace(examples.Seed, pro1(t), strings.Replace(pro1(t), ".000Z", "+01:00", 1), 1)
	if got := decideSeed(t, text, "pro_1", model.ChoiceDecline); !strings.Contains(got, `"decidedAt": "2026-02-21T11:00:00.000Z"`) {
		t.Errorf("the file is %s", got)
	}
}

func TestCountsThatAreNotRightAreLeftAlone(t *testing.T) {
	t.Parallel()
	for _, change := range [][2]string{
		{`"accepted": 2,` + "\n          \"rejected\": 0", `"accepted": "2",` + "\n          \"rejected\": 0"},
		{`"confidenceSum"`, `"confidenceSums"`}, {`"byType"`, `"ByType"`}, {`"accepted": 1.7`, `"accepted": 1e999`}, {`"confidenceCount": {`, `"confidenceCount": 7, "x": {`},
	} {
		text := strings.Replace(examples.Seed, change[0], change[1], 1)
		got := decideSeed(t, text, "pro_1", model.ChoiceAccept)
		_, was, _ := strings.Cut(text, `"extractionStats"`)
		if _, now, _ := strings.Cut(got, `"extractionStats"`); now != was {
			t.Errorf("with %s the counts became %s", change[1], now)
		}
	}
	text := strings.Replace(examples.Seed, `"confidence": 0.860`, `"x": 1`, 1)
	text = strings.Replace(text, `"confidenceSum"`, `"confidenceSums"`, 1)
	if got := decideSeed(t, text, "pro_1", model.ChoiceAccept); !strings.Contains(got, `"accepted": 4`) {
		t.Error("a proposal without confidence needs no sum of it")
	}
}

func TestAVeryLongProposalIsAcceptedWhole(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("é", 500_000)
	text := strings.Replace(examples.Seed, "Claims go faster with photographs", long, 1)
	v := decidingVault(t, files{places.SeedName: text})
	mustDecide(t, v, wish(t, v, places.SeedName+"#pro_1", model.ChoiceAccept, ""))
	if m := mustLoad(t, v).Memory; len(m.Learned) != 3 || m.Of(model.LearningInsight)[0].Content != long {
		t.Error("the learning is not the proposal")
	}
	if info, err := os.Stat(ledgerFile(v)); err != nil || info.Size() > 4*decision.MaxLedgerPart {
		t.Fatalf("the ledger has %d bytes, %v", info.Size(), err)
	}
	// Without the lines behind the first one, the process ended once it was written.
	lines := ledgerLines(t, v)
	must.Do(t, os.Remove(ledgerFile(v)))
	lay(t, v, lines[0])
	if receipts, err := v.Recover(t.Context(), eleven); err != nil || len(receipts) != 1 || receipts[0].Void {
		t.Errorf("the decision is not found again: %+v, %v", receipts, err)
	}
}

func TestTwoProposalsAreDecidedAtTheSameMoment(t *testing.T) {
	t.Parallel()
	text := strings.Replace(examples.Seed, `"rejected",`+"\n        \"decidedAt\": \"2026-02-19T12:00:00.000Z\"", `"pending"`, 1)
	v := decidingVault(t, files{places.SeedName: text})
	for _, id := range []string{"pro_1", "pro_2"} {
		mustDecide(t, v, wish(t, v, places.SeedName+"#"+id, model.ChoiceDecline, ""))
	}
	if m := mustLoad(t, v).Memory; len(m.Pending()) > 0 || len(m.Faults) > 0 {
		t.Errorf("memory %+v", m)
	}
}

func TestASeedThatChangesAtTheLastMomentIsAConflict(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, files{places.SeedName: examples.Seed})
	d := wish(t, v, places.SeedName+"#pro_1", model.ChoiceAccept, "")
	theirs := strings.Replace(examples.Seed, "Rounds late", "Rounds early", 1)
	v.Before(t, "sync", ".tmp", func() { v.Overwrite(t, places.SeedName, theirs) })
	if _, err := v.Decide(t.Context(), d); !errors.Is(err, model.ErrConflict) {
		t.Errorf("Decide: %v", err)
	}
	sameFiles(t, "afterwards", treeOf(t, v.Dir()), files{places.SeedName: theirs})
	if len(openLedger(t, v)) > 0 {
		t.Error("the decision stays open")
	}
}

func TestDecidingOnAMemoryOutsideTheVault(t *testing.T) {
	t.Parallel()
	for name, named := range map[string]bool{"named": true, "at home": false} {
		t.Run(name, func(t *testing.T) {
			base := t.TempDir()
			makeFiles(t, filepath.Join(base, "vault"), files{"Plans/": ""})
			file := seedAt(t, base, ".pai", examples.Seed)
			opts := places.Options{StateDir: filepath.Join(base, "state"), Operator: "ines"}
			shown := "~/.pai/seed.json"
			if opts.HomeSeed = file; named {
				opts.Seed, shown = file, file
			}
			v := must.Get(vaulttest.Open(filepath.Join(base, "vault"), opts))(t)
			defer v.Close()
			p := mustLoad(t, v).Memory.Proposals[0]
			if p.Path != shown {
				t.Fatalf("the memory is %s", p.Path)
			}
			d := model.Decision{Ref: p.Ref(), Choice: model.ChoiceAccept, Seen: p.Seen, At: eleven}
			receipt, preview := vaulttest.DecideAsShown(t, v, d)
			if preview[0].Path != shown || len(receipt.Notices) > 0 {
				t.Errorf("receipt %+v", receipt)
			}
			want := decideSeed(t, examples.Seed, "pro_1", model.ChoiceAccept)
			sameFiles(t, "around the memory", treeOf(t, filepath.Dir(file)), files{places.SeedName: want})
			got := treeOf(t, v.Dir())
			checkDay(t, got[dayFile], receipt, "proposal_accepted")
			if len(got) != 2 {
				t.Errorf("the vault has %q", got)
			}
		})
	}
}

func TestAnInterruptedDecisionWaitsForItsMemory(t *testing.T) {
	t.Parallel()
	base := t.TempDir()
	makeFiles(t, filepath.Join(base, "vault"), files{places.SeedName: examples.Seed})
	file := seedAt(t, base, "named", examples.Seed)
	open := func(seed string) *vaulttest.Vault {
		v := must.Get(vaulttest.Open(filepath.Join(base, "vault"), places.Options{StateDir: filepath.Join(base, "state"), Operator: "ines", Seed: seed}))(t)
		t.Cleanup(func() { v.Close() })
		return v
	}
	v := open(file)
	p := mustLoad(t, v).Memory.Proposals[0]
	mustDecide(t, v, model.Decision{Ref: p.Ref(), Choice: model.ChoiceAccept, Seen: p.Seen, At: eleven})
	lines := ledgerLines(t, v)
	must.Do(t, os.Remove(ledgerFile(v)))
	lay(t, v, lines[0])
	if receipts, err := open("").Recover(t.Context(), eleven); err == nil || !strings.Contains(phrase.Error(err), "opened with another memory") || len(receipts) > 0 {
		t.Errorf("without the memory: %+v, %v", receipts, err)
	}
	receipts, err := v.Recover(t.Context(), eleven)
	if err != nil || len(receipts) != 1 || receipts[0].Void || receipts[0].Changes[0].Kind != model.ChangeEdit || receipts[0].Changes[0].Path != file {
		t.Errorf("with the memory: %+v, %v", receipts, err)
	}
}

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
	receipt, _ := vaulttest.DecideAsShown(t, v, d)
	if len(receipt.Notices) > 0 {
		t.Errorf("receipt %+v", receipt)
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
