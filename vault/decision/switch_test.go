package decision_test

import (
	"errors"
	"reflect"
	"testing"

	"coldstart/model"
	"coldstart/testdata/examples"
	"coldstart/vault/places"
	"coldstart/vault/source/journal"
	"coldstart/vault/vaulttest"
)

func TestDecideToSwitch(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, config, to, want string }{
		{"as agents write it", examples.ResearchConfig("wheels"), "cogs", examples.ResearchConfig("cogs")},
		{"and to one with a statement", examples.ResearchConfig("cogs"), "wheels", examples.ResearchConfig("wheels")},
		{"from none", examples.ResearchConfig(""), "wheels", examples.ResearchConfig("wheels")},
		{"from one that is not there", examples.ResearchConfig("gears"), "wheels", examples.ResearchConfig("wheels")},
		{"carriage returns and a byte order mark", "\ufeff" + crlf(examples.ResearchConfig("wheels")), "cogs", "\ufeff" + crlf(examples.ResearchConfig("cogs"))},
		{"on one line", `{"a":{"current_problem":"x"},"current_problem":"wheels","b":[1.0]}`, "cogs", `{"a":{"current_problem":"x"},"current_problem":"cogs","b":[1.0]}`},
		{"a name with escapes", `{"current_problem" : "\u0077heels"}`, "cogs", `{"current_problem" : "cogs"}`},
		{"a name beyond ASCII", examples.ResearchConfig("wheels"), "räder & <x>", examples.ResearchConfig("räder & <x>")},
	} {
		t.Run(tt.name, func(t *testing.T) {
			start := researching("").With(files{configName: tt.config, ".math/problems/räder & <x>/" + journal.StateFile: "x"})
			v := decidingVault(t, start)
			d := switching(t, v, tt.to)
			preview, err := v.Preview(t.Context(), d)
			if err != nil {
				t.Fatalf("Preview: %v", err)
			}
			sameFiles(t, "after the preview", treeOf(t, v.Dir()), start)
			receipt := mustDecide(t, v, d)
			if receipt.Already || !reflect.DeepEqual(receipt.Decision, d) || len(receipt.Notices) > 0 {
				t.Errorf("receipt %+v", receipt)
			}
			if got := withoutID(t, receipt); !reflect.DeepEqual(got, preview) || got[0].Kind != model.ChangeEdit || got[0].Path != configName || len(got[0].Before) != 1 || len(got[0].After) != 1 {
				t.Errorf("changes %q, preview %q", got, preview)
			}
			got := treeOf(t, v.Dir())
			checkDay(t, got[dayFile], receipt, "problem_switched")
			delete(got, dayFile)
			sameFiles(t, "after the decision", got, start.With(files{configName: tt.want}))
			if p, ok := mustLoad(t, v).Research.Active(); !ok || p.Slug != tt.to {
				t.Errorf("the current problem is %q", p.Slug)
			}
			if again := mustDecide(t, v, d); !again.Already || again.ID != receipt.ID {
				t.Errorf("the second time: %+v", again)
			}
		})
	}
}

func TestAProblemIsNamedWhereNoneWas(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, config, want string }{
		{"null", "{\n  \"current_problem\": null,\n  \"x\": 1\n}\n", "{\n  \"current_problem\": \"cogs\",\n  \"x\": 1\n}\n"},
		{"no text", `{"current_problem": "", "x": 1}`, `{"current_problem": "cogs", "x": 1}`},
		{"no key", "{\n  \"version\": \"1\",\n  \"problems\": []\n}\n", "{\n  \"version\": \"1\",\n  \"problems\": [],\n  \"current_problem\": \"cogs\"\n}\n"},
		{"no key, one line", `{"x": 1, "y": 2}`, `{"x": 1, "y": 2, "current_problem": "cogs"}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := decidingVault(t, researching("").With(files{configName: tt.config}))
			mustDecide(t, v, switching(t, v, "cogs"))
			if got := treeOf(t, v.Dir())[configName]; got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
			if s := mustLoad(t, v); s.Research.Current != "cogs" {
				t.Errorf("the current problem is %q", s.Research.Current)
			}
		})
	}
}

func TestDecideToSwitchIsRefused(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, config string
		change       func(d *model.Decision)
		meanwhile    func(t *testing.T, v *vaulttest.Vault)
		kind         error
		words        string
	}{
		{name: "the current one", config: examples.ResearchConfig("cogs"), kind: model.ErrConflict, words: "it is already the current problem"},
		{name: "an empty configuration", config: `{}`, kind: model.ErrNotAllowed, words: "it is empty"},
		{name: "a key given twice", config: `{"current_problem": "a", "current_problem": "wheels"}`, kind: model.ErrNotAllowed, words: "current_problem is given twice"},
		{name: "a key given twice, with escapes", config: `{"current_problem": "a", "current\u005fproblem": "wheels"}`, kind: model.ErrNotAllowed, words: "current_problem is given twice"},
		{name: "a number", config: `{"current_problem": 7}`, kind: model.ErrNotAllowed, words: "current_problem is not a text"},
		{name: "no JSON", config: "{\n\"current_problem\": \"wheels\",}", kind: model.ErrNotAllowed, words: "config.json: line 2: invalid JSON"},
		{name: "said elsewhere", config: `{"was": {"current_problem": "cogs"}, "current_problem": "wheels"}`, kind: model.ErrNotAllowed, words: "another place of it says so already"},
		{name: "no configuration", config: examples.ResearchConfig("wheels"), meanwhile: func(t *testing.T, v *vaulttest.Vault) { v.MoveFile(t, configName, "old.json") }, kind: model.ErrNotAllowed, words: "no such file"},
		{name: "a folder that is gone", config: examples.ResearchConfig("wheels"), meanwhile: func(t *testing.T, v *vaulttest.Vault) { v.MoveFile(t, ".math/problems/cogs", "old") }, kind: model.ErrNotFound, words: "there is no such research problem"},
		{
			name: "a statement that was written meanwhile", config: examples.ResearchConfig("wheels"), kind: model.ErrConflict, words: "it changed since it was seen",
			meanwhile: func(t *testing.T, v *vaulttest.Vault) {
				v.Overwrite(t, ".math/problems/cogs/"+places.ProblemFile, "new")
			},
		},
		{name: "a folder elsewhere", config: examples.ResearchConfig("wheels"), change: func(d *model.Decision) { d.Ref.Path = "Plans" }, kind: model.ErrNotFound, words: "there is no such research problem"},
		{name: "a choice for other things", config: examples.ResearchConfig("wheels"), change: func(d *model.Decision) { d.Choice = model.ChoiceEntry }, kind: model.ErrNotAllowed, words: "that cannot be done with a research"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := decidingVault(t, researching("").With(files{configName: tt.config}))
			d := switching(t, v, "cogs")
			if tt.change != nil {
				tt.change(&d)
			}
			if tt.meanwhile != nil {
				tt.meanwhile(t, v)
			}
			refusedWith(t, v, d, tt.kind, tt.words)
		})
	}
}

func TestAConfigurationThatChangesAtTheLastMomentIsAConflict(t *testing.T) {
	t.Parallel()
	v := decidingVault(t, researching(""))
	d := switching(t, v, "cogs")
	v.Before(t, "sync", "", func() { v.Overwrite(t, configName, examples.ResearchConfig("gears")) })
	if _, err := v.Decide(t.Context(), d); !errors.Is(err, model.ErrConflict) {
		t.Errorf("Decide: %v", err)
	}
	sameFiles(t, "afterwards", treeOf(t, v.Dir()), researching("").With(files{configName: examples.ResearchConfig("gears")}))
	if len(openLedger(t, v)) > 0 {
		t.Error("the decision stays open")
	}
}
