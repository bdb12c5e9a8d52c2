package dialect

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/testdata/must"
)

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

// TestTheTableOfEvidence holds docs/dialects.md to the rules.
func TestTheTableOfEvidence(t *testing.T) {
	t.Parallel()
	b := must.Get(os.ReadFile("../../docs/dialects.md"))(t)
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
		differ := "the first counts"
		if rule.same != nil {
			differ = "none counts"
		}
		if row := fmt.Sprintf("| %s | %s | %s |", rule.name, strings.Join(places, "; "), differ); !strings.Contains(string(b), row+"\n") {
			t.Errorf("docs/dialects.md lacks the row\n%s", row)
		}
	}
}
