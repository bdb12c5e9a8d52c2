package vault_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/testdata/must"
)

// realVaults holds reduced cases of public vaults, one folder for each class of mistake, with what a person says
// of each file. It lies beside the checkout and may be absent.
const realVaults = "../../shared/dialects-2"

// The shares of fields that are read right, which never fall. Classes from formatsFrom on are other tools' formats.
const (
	leastOfVaults  = 0.97
	leastOfFormats = 0.97
	formatsFrom    = "30"
)

// fieldsOfReal tells for each kind what was read of each field that expected.json may judge.
var fieldsOfReal = map[string]map[string]func(realFile) string{
	"plan": {
		"title":          func(f realFile) string { return f.plan.Objective },
		"title_contains": func(f realFile) string { return f.part(f.plan.Objective, "title_contains") },
		"status":         func(f realFile) string { return f.plan.Status.String() },
		"status_word":    func(f realFile) string { return f.plan.Status.Word },
		"priority":       func(f realFile) string { return f.priority(f.plan.Priority) },
		"steps":          func(f realFile) string { _, total := f.plan.Progress(); return fmt.Sprint(total) },
		"done":           func(f realFile) string { done, _ := f.plan.Progress(); return fmt.Sprint(done) },
		"blocked":        func(f realFile) string { return f.plan.BlockedReason },
		"resumed": func(f realFile) string {
			best := rule.ResumeOf(f.s).Plan
			return fmt.Sprint(best != nil && best.Path == f.plan.Path)
		},
		"next": func(f realFile) string {
			i := slices.IndexFunc(f.plan.Steps, func(s model.Step) bool { return !s.Done() })
			if i < 0 {
				return ""
			}
			return f.plan.Steps[i].Text
		},
		"asks": func(f realFile) string {
			return map[model.Need]string{model.NeedNo: "no", model.NeedMaybe: "maybe", model.NeedYes: "yes"}[f.plan.Reading.Needs]
		},
	},
	"request": {
		"title":           func(f realFile) string { return f.request.Summary },
		"title_contains":  func(f realFile) string { return f.part(f.request.Summary, "title_contains") },
		"action":          func(f realFile) string { return f.request.Action },
		"amount":          func(f realFile) string { return f.request.Amount },
		"priority":        func(f realFile) string { return f.priority(f.request.Priority) },
		"sender":          func(f realFile) string { return f.request.Sender },
		"target":          func(f realFile) string { return cmp.Or(f.request.Target, "<nil>") },
		"target_contains": func(f realFile) string { return f.part(f.request.Target, "target_contains") },
		"plan":            func(f realFile) string { return filepath.Base(f.request.Plan) },
		"created": func(f realFile) string {
			return f.request.Created.Time.Format("2006-01-02T15:04:05")
		},
		// What it is about is judged by the tests of each doubt.
		"doubt": func(f realFile) string {
			if len(rule.Weighed(f.request, model.WeightAsk)) > 0 {
				return f.want["doubt"].(string)
			}
			return ""
		},
	},
	"paused": {
		"next": func(f realFile) string {
			if f.plan.Stop == nil {
				return ""
			}
			return cmp.Or(f.plan.Stop.Next, "<nil>")
		},
	},
}

// realFile is one file with what is said of it.
type realFile struct {
	name    string
	want    map[string]any
	s       model.Snapshot
	plan    model.Plan
	request model.Request
}

// part is what is wanted where a text has it, else the text.
func (f realFile) part(text, field string) string {
	if part := f.want[field].(string); strings.Contains(strings.ToLower(text), strings.ToLower(part)) {
		return part
	}
	return text
}

// priority is the wanted one where what is written means the same, as "P1" means high.
func (f realFile) priority(said string) string {
	if want := f.want["priority"].(string); said != "" && rule.ParsePriority(said) == rule.ParsePriority(want) {
		return want
	}
	return said
}

// kind says what the file was taken for.
func (f realFile) kind() string {
	is := func(path string) bool { return path == f.name }
	_, isPlan := f.s.Plan(f.name)
	_, isRequest := f.s.Request(f.name)
	isOther := slices.ContainsFunc(f.s.Others, func(o model.Other) bool { return is(o.Path) })
	switch {
	case isPlan && f.plan.Stop != nil && f.want["kind"] == "paused":
		return "paused"
	case isPlan:
		return "plan"
	case isRequest:
		return "request"
	case isOther && f.want["kind"] == "named":
		return "named"
	case isOther:
		return "document"
	case slices.ContainsFunc(f.s.Problems, func(p model.Problem) bool { return is(p.Path) }):
		return "named"
	}
	return "hidden"
}

// tally counts the judged fields of a class.
type tally struct {
	right, all int
	wrong      []string
}

func (t *tally) judge(name, field, got, want string) {
	if t.all++; got == want {
		t.right++
	} else {
		t.wrong = append(t.wrong, fmt.Sprintf("%s: %s is %q, want %q", name, field, got, want))
	}
}

// TestRealVaultsAreReadAsAPersonReadsThem counts the fields of real vaults that are read right. How they are
// answered is held by vault/decision.
func TestRealVaultsAreReadAsAPersonReadsThem(t *testing.T) {
	t.Parallel()
	b, err := os.ReadFile(filepath.Join(realVaults, "expected.json"))
	if err != nil {
		t.Skipf("needs the reduced cases beside the checkout: %v", err)
	}
	var expected struct{ Files map[string]map[string]any }
	must.Do(t, json.Unmarshal(b, &expected))
	classes, loaded := map[string]*tally{}, map[string]model.Snapshot{}
	for name, want := range expected.Files {
		class, file, _ := strings.Cut(name, "/")
		dir := class
		if class == "31-handoffs" {
			dir, file = filepath.Split(name)
		}
		if want["kind"] == "repository" {
			continue
		}
		if _, ok := loaded[dir]; !ok {
			loaded[dir] = mustLoad(t, openAt(t, filepath.Join(realVaults, dir)))
		}
		if classes[class] == nil {
			classes[class] = &tally{}
		}
		judgeReal(classes[class], realFile{name: file, want: want, s: loaded[dir]})
	}
	right, all := map[bool]int{}, map[bool]int{}
	for _, class := range slices.Sorted(maps.Keys(classes)) {
		of, isVault := classes[class], class < formatsFrom
		right[isVault], all[isVault] = right[isVault]+of.right, all[isVault]+of.all
		t.Logf("%-26s %2d of %2d", class, of.right, of.all)
		for _, wrong := range of.wrong {
			t.Logf("    %s", wrong)
		}
	}
	for isVault, least := range map[bool]float64{true: leastOfVaults, false: leastOfFormats} {
		share := float64(right[isVault]) / float64(all[isVault])
		t.Logf("%d of %d fields are right: %.1f %%", right[isVault], all[isVault], 100*share)
		if share < least {
			t.Errorf("%.1f %% of the fields are right, want %.1f %%", 100*share, 100*least)
		}
	}
}

func judgeReal(of *tally, f realFile) {
	f.plan, _ = f.s.Plan(f.name)
	f.request, _ = f.s.Request(f.name)
	kind := f.want["kind"].(string)
	if strings.HasPrefix(kind, "companion") {
		_, isPlan := f.s.Plan(f.name)
		of.judge(f.name, "kind", fmt.Sprint(isPlan), "false")
		return
	}
	of.judge(f.name, "kind", f.kind(), kind)
	for field, read := range fieldsOfReal[kind] {
		if want, ok := f.want[field]; ok {
			of.judge(f.name, field, read(f), fmt.Sprint(want))
		}
	}
}
