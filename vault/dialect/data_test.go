package dialect

import (
	"strings"
	"testing"

	"coldstart/model"
)

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
