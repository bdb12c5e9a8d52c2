package dialect

import (
	"strings"
	"testing"

	"coldstart/model"
)

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
