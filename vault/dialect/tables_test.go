package dialect

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/testdata/must"
	"coldstart/vault/text"
)

// These tests walk the tables themselves, so that a new row is tested by being
// there: a word that an earlier row takes away fails.

func planOf(text string) Plan { return ReadPlan(Open(nil, "Plans/x.md", []byte(text))) }

func requestOf(text string) Request {
	return ReadRequest(Open(nil, "Pending_Approval/x.md", []byte(text)))
}

func TestStatusRules(t *testing.T) {
	t.Parallel()
	for _, rule := range statusRules {
		with := rule.with
		if with == nil {
			with = []string{""}
		}
		for _, word := range rule.words {
			for _, and := range with {
				status := strings.TrimSpace(word + " " + and)
				for _, spelled := range []string{status, strings.ToUpper(status), "🔵 " + strings.ReplaceAll(status, " ", "_")} {
					if got := stateOf(spelled); got != rule.state {
						t.Errorf("%q is %v, want %v", spelled, got, rule.state)
					}
				}
			}
		}
	}
	for status, want := range map[string]model.State{
		"":                                model.StateUnknown,
		"incomplete":                      model.StateUnknown,
		"ready_for_local":                 model.StateDraft,
		"skill_fallback":                  model.StateDraft,
		"active (awaiting approval)":      model.StateBlocked,
		"partially completed":             model.StateActive,
		"draft, will be done on Friday":   model.StateDraft,
		"plan created, awaiting human ok": model.StateBlocked,
		"one two three four five six seven eight done": model.StateUnknown,
		// An end is only one at the beginning, without a limit.
		"To be sent": model.StateUnknown, "Would be complete": model.StateUnknown, "Can be closed after payment": model.StateUnknown, "Never sent": model.StateUnknown,
		"Not successful": model.StateUnknown, "Isn't done": model.StateUnknown, "Un-done": model.StateUnknown, "Payment not executed": model.StateUnknown,
		"Completed with errors": model.StateUnknown, "Done except payment": model.StateUnknown, "Done by Friday": model.StateUnknown, "Done by 5 March": model.StateUnknown,
		"Done when client pays": model.StateUnknown, "Cancelled? ask Marta": model.StateUnknown, "Rejected by client, redo": model.StateUnknown,
		"Complete rewrite needed": model.StateUnknown, "Complete redesign": model.StateUnknown, "Done, invoice outstanding": model.StateUnknown,
		"50% complete": model.StateActive, "Almost done": model.StateActive, "Phase 1 complete": model.StateActive, "Step 2 of 5 done": model.StateActive,
		"3/5 done": model.StateActive, "Done (80 %)": model.StateActive, "Reopened (was: done)": model.StateActive, "Partly done": model.StateActive,
		"Sent for approval": model.StateBlocked, "Posted for review": model.StateBlocked, "Sent to Marta for sign-off": model.StateBlocked,
		"Ready to be published": model.StateDraft, "To do": model.StateDraft, "Draft sent, reply outstanding": model.StateDraft,
		"✅ DONE": model.StateDone, "Done 2026-03-01": model.StateDone, "Sent on 1 March": model.StateDone, "Completed successfully": model.StateDone,
		"Done - the pump works": model.StateDone, "100% complete": model.StateDone, "5/5 done": model.StateDone, "Completed by Marta": model.StateDone,
		"Done in full": model.StateDone, "Completed without errors": model.StateDone, "COMPLETE & TESTED": model.StateDone, "All steps done": model.StateDone,
		"Approved and sent": model.StateDone, "Task completed": model.StateDone, "Erledigt": model.StateDone, "Terminé": model.StateDone, "Terminado": model.StateDone,
		// A block counts anywhere, unless it is denied or over.
		"Submitted for approval": model.StateBlocked, "Needs input from the owner": model.StateBlocked, "Stopped: card declined": model.StateBlocked,
		"Awaiting Marta": model.StateBlocked, "Wartet auf Freigabe": model.StateBlocked, "Blockiert": model.StateBlocked, "Approved, waiting for Friday": model.StateBlocked,
		"Not approved": model.StateUnknown, "Not blocked": model.StateUnknown, "Blocked: no": model.StateUnknown, "In review passed": model.StateUnknown,
		"Active (was blocked)": model.StateActive, "Error fixed, running": model.StateActive, "No longer blocked": model.StateUnknown,
		"In Arbeit": model.StateActive, "En cours": model.StateActive, "Entwurf": model.StateDraft, "Completed (no approval required)": model.StateDone,
	} {
		if got := stateOf(status); got != want {
			t.Errorf("%q is %v, want %v", status, got, want)
		}
	}
}

func TestStatesOfSteps(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"### Step 1: Send the ✅ report\n":                          false,
		"### Step 1: Send the report ✅\n":                          true,
		"### ✅ Step 1: Send the report\n":                          true,
		"### Step 1: ✅ Send the report\n":                          true,
		"### Step 1: Send the report ✅ COMPLETE\n":                 true,
		"### Step 1: Pay\n\n**Status:** To be done\n":              false,
		"### Step 1: Pay\n\n**Status:** 50% complete\n":            false,
		"### Step 1: Pay\n\n**Status:** Done\n":                    true,
		"| Step | Done |\n|---|---|\n| Pay | Yes |\n":              true,
		"| Step | Done |\n|---|---|\n| Pay | ✓ |\n":                true,
		"| Step | Done |\n|---|---|\n| Pay | No |\n":               false,
		"| Step | Status |\n|---|---|\n| Pay | Done by Friday |\n": false,
		"| Step | Status |\n|---|---|\n| Pay | Yes |\n":            false,
	} {
		got := planOf("# Pump\n\n## Steps\n\n" + text)
		if len(got.Steps) != 1 || got.Steps[0].Done != want {
			t.Errorf("%q gives %+v, want done %v", text, got.Steps, want)
		}
	}
}

func TestDecisionRules(t *testing.T) {
	t.Parallel()
	for _, rule := range decisionRules {
		for _, word := range rule.words {
			if got := decisionOf("✅ " + strings.ToUpper(word)); got != rule.decision {
				t.Errorf("%q is %v, want %v", word, got, rule.decision)
			}
		}
	}
}

func TestSectionRules(t *testing.T) {
	t.Parallel()
	forms := map[match][]string{
		whole:  {"%s", "## 3. %s:"},
		starts: {"%s", "📌 %s (first)"},
		ends:   {"%s", "My %s"},
		has:    {"%s", "Our %s of today"},
	}
	for _, rule := range sectionRules {
		for _, name := range rule.names {
			for _, form := range forms[rule.how] {
				if heading := fmt.Sprintf(form, strings.ToUpper(name)); roleOf(heading) != rule.role {
					t.Errorf("%q has role %d, want %d", heading, roleOf(heading), rule.role)
				}
			}
		}
	}
	for _, heading := range []string{"", "Weather", "Contented geese", "Planet", "Stepping stones", "12"} {
		if got := roleOf(heading); got != roleNone {
			t.Errorf("%q has role %d", heading, got)
		}
	}
}

func TestGroupWords(t *testing.T) {
	t.Parallel()
	for _, g := range groupWords {
		for _, heading := range []string{g.word + " 12: Plough", "🌾 " + strings.ToUpper(g.word) + " 3 – Plough", g.word + ": Plough"} {
			if title, isStep, ok := group(heading); !ok || title != "Plough" || isStep != g.isStep {
				t.Errorf("%q gives %q, %v, %v", heading, title, isStep, ok)
			}
		}
		if _, _, ok := group(g.word + "s of the year"); ok {
			t.Errorf("%ss is taken for a group", g.word)
		}
	}
}

func TestStepMarks(t *testing.T) {
	t.Parallel()
	for _, m := range stepMarks {
		boxed := planOf("- [" + m.sign + "] Plough\n")
		if len(boxed.Steps) != 1 || boxed.Steps[0].Done != m.done || boxed.Steps[0].Mark != m.sign || boxed.Steps[0].Text != "Plough" {
			t.Errorf("%q in a box gives %+v", m.sign, boxed.Steps)
		}
		bare := planOf("1. " + m.sign + "\uFE0F Plough\n")
		if m.bare && (len(bare.Steps) != 1 || bare.Steps[0].Done != m.done || bare.Steps[0].Stateless || bare.Steps[0].Text != "Plough") {
			t.Errorf("%q without a box gives %+v", m.sign, bare.Steps)
		}
	}
	for _, line := range []string{"- [x](a.md)", "- [1]: a.md", "- [ab] c", "- []", "- [ ", "[ ] c", "-[ ] c", "- [ ]", "- \\[ ] c"} {
		if p := planOf(line); len(p.Steps) != 0 {
			t.Errorf("%q gives %+v", line, p.Steps)
		}
	}
	for _, p := range placeholders {
		if plan := planOf("- [ ]" + strings.ToUpper(p) + ".\n"); len(plan.Steps) != 0 {
			t.Errorf("%q gives %+v", p, plan.Steps)
		}
	}
}

// TestStepSources demands that some fixture has its steps by each row.
func TestStepSources(t *testing.T) {
	t.Parallel()
	found := ""
	wants := must.Get(filepath.Glob(filepath.Join("testdata", "*", "want.txt")))(t)
	for _, name := range wants {
		b := must.Get(os.ReadFile(name))(t)
		found += string(b)
	}
	for _, s := range stepSources {
		if line := "from " + s.words + " (" + s.basis.String() + ")\n"; !strings.Contains(found, line) {
			t.Errorf("no fixture has steps %s", line)
		}
	}
}

func TestStepColumns(t *testing.T) {
	t.Parallel()
	for _, step := range stepColumns.step {
		for _, text := range stepColumns.text {
			for _, state := range stepColumns.state {
				p := planOf("| " + step + " | x | **" + text + "** | " + state + " |\n|-|:-:|-|-|\n| Plough | y | Plough | done |\n| Harrow | y | Harrow | open |\n")
				if len(p.Steps) != 2 || p.Steps[0].Text != "Plough" || !p.Steps[0].Done || p.Steps[1].Done || p.Steps[1].Stateless {
					t.Errorf("%s, %s, %s: got %+v", step, text, state, p.Steps)
				}
			}
		}
	}
	if p := planOf("| Field | Status |\n|-|-|\n| Plough | done |\n"); len(p.Steps) != 0 {
		t.Errorf("a table without a column for steps gives %+v", p.Steps)
	}
}

func TestChoices(t *testing.T) {
	t.Parallel()
	for _, c := range choices {
		for _, text := range []string{"**" + strings.ToUpper(c) + "**", c, c + " — go on", "✅ " + c + ": yes"} {
			if got, ok := choiceOf(text); !ok || got != c {
				t.Errorf("%q is %q, %v", text, got, ok)
			}
		}
		if got, ok := choiceOf(c + " the budget of the choir"); ok {
			t.Errorf("a step is taken for the choice %q", got)
		}
	}
}

func TestNeedRules(t *testing.T) {
	t.Parallel()
	for _, rule := range needRules {
		then, before := rule.then, ""
		if then == nil {
			then = []string{""}
		}
		if rule.before != nil {
			before = rule.before[0] + " this "
		}
		for _, first := range rule.first {
			for _, and := range then {
				for _, gap := range []string{"", "the written and dated "} {
					if and == "" && gap != "" {
						continue
					}
					text := strings.TrimSpace("Please " + before + strings.ToUpper(first) + " " + gap + and)
					if got := needOf(text); got != model.NeedYes {
						t.Errorf("%q is %v", text, got)
					}
				}
			}
		}
	}
	for _, denial := range needDenials {
		if need, said := needIn("Please " + strings.ToUpper(denial)); need != model.NeedNo || !said {
			t.Errorf("%q is %v", denial, need)
		}
	}
}

func TestASentenceAboutApprovalIsReadAsAPersonReadsIt(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("count the chairs in the hall and ", 20)
	for want, texts := range map[model.Need][]string{
		model.NeedYes: {
			"Do not send without Mia's approval", "Never ship it without prior approval", "No payment without approval by the treasurer",
			"No approval from the choir yet, so wait for approval", "No approval needed for the sketch, but wait for approval before printing",
			"Submit the programme for approval", "Send the finished poster to Bo for approval", "Hold until it is approved by Bo",
			"Print once Mia approved it", "Mia must approve the colours", "Owner approves", "Manual approval", "Approval gate", "Approval by Bo",
			"Get sign-off", "Obtain Mia's consent", "Wait for the go-ahead", "Pay the printer (requires_approval)", "Needs human: pay",
			"Freigabe abwarten", "Freigabe von Mia einholen", "Nicht ohne Freigabe drucken", "Always wait for approval, even if urgent",
			long + "wait for approval", "✋ Pay", "Pay the band 🔒", "Wait for approval file to move", "Do not forget to get approval",
		},
		model.NeedMaybe: {"Request approval if it is urgent", "If it is dry, wait for approval"},
		model.NeedNo: {
			"Write the dates [human readable dates]", "Ask Bo (human resources)", "Note the share (approval rate)", "Add icon ✋", "Paint the lock 🔒 icon",
			"Get the approval template", "Request the loan approval letter", "Get approval numbers from the town", `Publish the "Needs approval" help article`,
			"Do not wait for approval", "Nobody needs approval for this", "~~Wait for approval~~ send", "Requires_approval: false", "Keine Freigabe nötig",
			"Needs human readable dates", "Save it to /Needs_Approval",
		},
	} {
		for _, text := range texts {
			if got := needOf(text); got != want {
				t.Errorf("%q is %v, want %v", text, got, want)
			}
		}
	}
}

func TestWhatIsAroundAStepSpeaksOfItsApproval(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]model.Need{
		"## Steps\n- [ ] Pay\nThis one needs approval by the treasurer.\n":  model.NeedYes,
		"## Steps\n- [ ] Pay\n\nThe posters need approval, as ever.\n":      model.NeedNo,
		"## Steps (each needs approval)\n- [ ] Pay\n":                       model.NeedYes,
		"## Steps (each needs approval)\n- [ ] Pay, no approval needed\n":   model.NeedNo,
		"## Steps\n- [ ] Pay\n**Approval:** no payment without approval.\n": model.NeedNo,
	} {
		if p := planOf(text); len(p.Steps) != 1 || p.Steps[0].Need != want {
			t.Errorf("%q gives %+v", text, p.Steps)
		}
	}
}

func TestNeedWords(t *testing.T) {
	t.Parallel()
	for _, sign := range needSigns {
		if needOf("If it rains "+sign) != model.NeedYes {
			t.Errorf("%s is no sign", sign)
		}
	}
	for _, condition := range needConditions {
		for _, mention := range needMentions {
			if text := condition + " it is " + mention; needOf(text) != model.NeedMaybe && !strings.Contains(text, "approval required") {
				t.Errorf("%q is %v", text, needOf(text))
			}
		}
	}
	for _, word := range needBreaks {
		if text := "get the keys " + word + " approval"; needOf(text) != model.NeedNo {
			t.Errorf("%q is %v", text, needOf(text))
		}
	}
	for _, word := range markWords {
		for text, want := range map[string]model.Need{
			"Send it [" + strings.ToUpper(word) + "]": model.NeedYes,
			"If dry, send it (ask: " + word + ")":     model.NeedYes,
			"Send it (after " + word + ")":            model.NeedNo,
		} {
			if got := needOf(text); got != want && (word != "hitl" || got != model.NeedMaybe) {
				t.Errorf("%q is %v, want %v", text, got, want)
			}
		}
	}
}

func TestABoldSentenceAboutAllOfThePlanIsItsFlag(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]model.Need{
		"# Plan: X\n\n**All payments require approval.**\n\n- [ ] Pay\n":               model.NeedYes,
		"# Plan: X\n\n**Nothing goes out without approval**\n\n- [ ] Pay\n":            model.NeedYes,
		"# Plan: X\n\n**All payments require approval if over 50.**\n\n- [ ] Pay\n":    model.NeedNo,
		"# Plan: X\n\n**The hall needs approval.**\n\n- [ ] Pay\n":                     model.NeedNo,
		"# Plan: X\n\n- [ ] Pay\n\n## Email Body\n\n**All payments need approval.**\n": model.NeedNo,
	} {
		if p := planOf(text); p.Needs != want {
			t.Errorf("%q gives %v", text, p.Needs)
		}
	}
}

func TestNeedOfPlans(t *testing.T) {
	t.Parallel()
	for need, answers := range map[model.Need][]string{model.NeedYes: yesWords, model.NeedNo: noWords} {
		for _, word := range answers {
			for _, key := range spellings[fieldNeeds].keys {
				p := planOf("---\n" + key + ": " + strings.ToUpper(word) + "\n---\n")
				if p.Needs != need || !p.NeedsFrom.Given() {
					t.Errorf("%s: %s gives %v", key, word, p.Needs)
				}
			}
			for _, section := range needSections {
				p := planOf("# Plan: X\n\n## 2. " + section + "?\n\n" + word + ", says the choir\n")
				if p.Needs != need || p.NeedsFrom.Line != 5 {
					t.Errorf("%s and %s give %v", section, word, p.Needs)
				}
			}
		}
	}
}

func TestFolderNames(t *testing.T) {
	t.Parallel()
	for name, want := range folderNames {
		for _, spelled := range []string{name, "01 " + strings.ToUpper(name), name[:2] + "-" + name[2:]} {
			if got := FolderOf(spelled); got != want {
				t.Errorf("%q is folder %d, want %d", spelled, got, want)
			}
		}
	}
	for path, want := range map[string]place{
		"x.md":                           {},
		"Plans/x.md":                     {stage: FolderPlans, inPlans: true},
		"Done/Plans/x.md":                {stage: FolderDone, inPlans: true},
		"Plans/completed/x.md":           {stage: FolderDone, inPlans: true, plansFirst: true},
		"Plans/Pending_Approval/x.md":    {stage: FolderPending, inPlans: true, plansFirst: true},
		"In_Progress/cloud/x.md":         {stage: FolderInProgress, claim: "cloud"},
		"In_Progress/cloud/deeper/x.md":  {stage: FolderInProgress, claim: "cloud"},
		"In_Progress/x.md":               {stage: FolderInProgress},
		"In_Progress/cloud/Done/a/x.md":  {stage: FolderDone},
		"vaults/gold/Approved/mail/x.md": {stage: FolderApproved},
	} {
		if got := (*Folders)(nil).placeOf(path); got != want {
			t.Errorf("%s lies in %+v, want %+v", path, got, want)
		}
	}
}

func TestKindTables(t *testing.T) {
	t.Parallel()
	kind := func(name, text string) Kind { return Classify(Open(nil, name, []byte(text))).Kind }
	for _, name := range slices.Concat(readmes, templates) {
		for _, name := range []string{name + ".md", strings.ToUpper(name), strings.ReplaceAll(name, " ", "_") + ".txt"} {
			if got := kind("Pending_Approval/"+name, "text"); got != KindIgnore {
				t.Errorf("%s is %v", name, got)
			}
			if got := kind("Pending_Approval/"+name, "---\nstatus: pending\n---\n"); got != KindRequest {
				t.Errorf("%s with a status is %v", name, got)
			}
		}
	}
	for _, n := range planNames {
		name := map[match]string{starts: n.name + "x", ends: "x" + n.name, whole: n.name}[n.how]
		if got := kind("Needs_Action/"+strings.ToUpper(name)+".md", "text"); got != KindPlan {
			t.Errorf("%s is %v", name, got)
		}
	}
	for _, word := range planTypes {
		if got := kind("Done/x.md", "---\ntype: my_"+strings.ReplaceAll(word, " ", "-")+"\n---\n"); got != KindPlan {
			t.Errorf("type %s is %v", word, got)
		}
	}
	for _, d := range documentWords {
		word := strings.ReplaceAll(d.phrase, " ", "_")
		for name, text := range map[string]string{word + "_1.md": "text", "PLAN_x.md": "---\ntype: my_" + word + "\n---\n"} {
			if got := kind("Plans/"+name, text); got != KindDocument {
				t.Errorf("%s is %v", name, got)
			}
			if got := kind("Plans/"+name, text+"\n- [ ] Plough\n"); got != KindPlan {
				t.Errorf("%s with a step is %v", name, got)
			}
			if got := kind("Plans/"+name, text+"\n## Next Step\nPlough\n"); got != KindPlan {
				t.Errorf("%s with a next step is %v", name, got)
			}
		}
	}
	for _, d := range paperWords {
		for name, want := range map[string]Kind{
			"My_" + strings.ToUpper(d.word) + "_1.md": KindDocument, "write_the_" + d.word + ".md": KindPlan, "PLAN_geese_" + d.word + ".md": KindPlan, "x_" + d.word + "s.md": KindPlan,
		} {
			if got := kind("Plans/"+name, "## Steps\n- [ ] Plough\n"); got != want {
				t.Errorf("%s is %v", name, got)
			}
		}
		for title, want := range map[string]Kind{"Geese " + d.word: KindDocument, "Write the " + d.word: KindPlan, "Plan: geese " + d.word: KindPlan, "Geese " + d.word + " and hay": KindPlan} {
			if got := kind("Plans/x.md", "# "+title+"\n\nStatus: active\n\n- [ ] Plough\n"); got != want {
				t.Errorf("%q is %v", title, got)
			}
			if got := kind("Plans/x.md", "---\nstatus: active\n---\n# "+title+"\n\n- [ ] Plough\n"); got != KindPlan {
				t.Errorf("%q with a status of its own is %v", title, got)
			}
		}
	}
	for _, start := range dumpStarts {
		if got := kind("Plans/PLAN_x.md", "\n"+start+" and more"); got != KindDocument {
			t.Errorf("%q is %v", start, got)
		}
	}
	for _, endings := range [][]string{textEndings, dataEndings, logEndings} {
		for _, e := range endings {
			if got := kind("Pending_Approval/x"+e, "text"); got != KindRequest {
				t.Errorf("an approval with the ending %q is %v", e, got)
			}
		}
	}
	for _, e := range logEndings {
		if got := kind("Logs/x"+strings.ToUpper(e), "text"); got != KindLog {
			t.Errorf("a log with the ending %s is %v", e, got)
		}
	}
}

func TestKindNames(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for k := KindUnknown; k <= KindIgnore; k++ {
		if seen[k.String()] {
			t.Errorf("two kinds are %s", k)
		}
		seen[k.String()] = true
	}
	if Kind(-1).String() != "unknown" {
		t.Error("a kind that does not exist has a name")
	}
}

func TestOnlyANameThatSaysNothingElseIsNoWork(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"pay_template_invoice.md": "", "readme-update-for-client.md": "", "Readme_first.md": "", "a.readme.md": "", "email-template.md": "",
		"TEMPLATE_pay.md": "", "new_Vorlage_for_letters.md": "", "temp.md": "", "x_y.md": "", "PLAN-1.md": "", "": "", "2026.md": "", "approval.md": "",
		"README.md": "the folder's readme", "readme": "the folder's readme", "Read_Me.txt": "the folder's readme", "LIESMICH.md": "the folder's readme",
		"TEMPLATE.md": "a template", "Templates": "a template", "Manual_Approval_Template.md": "a template", "plan-template-2.md": "a template", "Vorlage.md": "a template",
		".pay.md": "a hidden file", "_pay.md": "its name begins with an underscore",
	} {
		if got := NotWork(name); got != want {
			t.Errorf("%q: %q", name, got)
		}
	}
}

func TestAMailAboutAPlanIsNoneOutsideOfTheFolderForPlans(t *testing.T) {
	t.Parallel()
	for folder, want := range map[string]Kind{"Plans": KindPlan, "Needs_Action": KindIntake} {
		if got := Classify(Open(nil, folder+"/Your hay plan.md", []byte("---\ntype: email\n---\nHi\n"))).Kind; got != want {
			t.Errorf("in %s it is %v", folder, got)
		}
	}
}

// A plan whose steps are ticked is not done while a box is open, whoever wrote it how.
func TestAnOpenBoxKeepsAPlanOpen(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]model.State{
		"- [x] Mow\n":                                         model.StateDone,
		"- [x] Mow\n  - [ ] Rake\n":                           model.StateActive,
		"- [x] Mow\n- [] Rake\n":                              model.StateActive,
		"- [x] Mow\n-[ ] Rake\n":                              model.StateActive,
		"- [x] Mow\n• [ ] Rake\n":                             model.StateActive,
		"- [x] Mow\n– [  ] Rake\n":                            model.StateActive,
		"- [x] Mow\n- \\[ \\] Rake\n":                         model.StateActive,
		"- [x] Mow\n-\u00a0[ ] Rake\n":                        model.StateActive,
		"- [x] Mow\n\n## Rollback\n- [ ] Call the farm\n":     model.StateActive,
		"- [x] Mow\n\n## Success Criteria\n- [ ] It is dry\n": model.StateDone,
		"- [x] Mow\n\n> - [ ] Rake\n":                         model.StateDone,
		"- [x] Mow\n- [](hay.md)\n":                           model.StateDone,
		"- [x] Mow\n- [ ]\n":                                  model.StateDone,
	} {
		if p := planOf("# Plan: Hay\n\n## Steps\n" + text); p.Status.State != want {
			t.Errorf("%q is %v, want %v", text, p.Status.State, want)
		}
	}
}

// TestBytesDoNotMatter reads one plan in every way of writing it.
func TestBytesDoNotMatter(t *testing.T) {
	t.Parallel()
	plain := planOf(usualPlan)
	if len(plain.Steps) != 6 || plain.Next.Line != 28 {
		t.Fatalf("got %+v", plain)
	}
	for name, body := range map[string]string{
		"Windows":         strings.ReplaceAll(usualPlan, "\n", "\r\n"),
		"written twice":   strings.ReplaceAll(usualPlan, "\n", "\r\r\n"),
		"mark":            string(text.BOM) + usualPlan,
		"blanks at ends":  strings.ReplaceAll(usualPlan, "\n", " \t\n"),
		"no line end":     strings.TrimSuffix(usualPlan, "\n"),
		"NUL everywhere":  strings.ReplaceAll(usualPlan, "e", "\x00e"),
		"other list mark": strings.ReplaceAll(usualPlan, "- [", "* ["),
	} {
		got := planOf(body)
		same := slices.EqualFunc(plain.Steps, got.Steps, func(a, b Step) bool { return a == b }) && slices.Equal(plain.Log, got.Log)
		if !same || plain.ID != got.ID || plain.Title != got.Title || plain.Status != got.Status || plain.Next != got.Next {
			t.Errorf("%s: got %+v, want %+v", name, got, plain)
		}
	}
}

func TestWordsAreLookedForWhole(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		text, phrase string
		want         bool
	}{
		{"All is DONE.", "done", true},
		{"undone", "done", false},
		{"in_progress", "in progress", true},
		{"don't stop", "dont stop", true},
		{"", "done", false},
		{"done done-in", "done in", true},
	} {
		if got := hasPhrase(words(tt.text), tt.phrase); got != tt.want {
			t.Errorf("%q has %q: %v", tt.text, tt.phrase, got)
		}
	}
	if hasPhrase(names("/Pending_Approval"), "approval") {
		t.Error("the name of a folder speaks of approval")
	}
}

func TestTidy(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"plain":                              "plain",
		" two  words\n":                      "two words",
		"list\u034F \u034F \u200C\u200C":     "list",
		"👩\u200D🔧 repairs":                   "👩\u200D🔧 repairs",
		"pay\u200Bpal":                       "pay\u200Bpal",
		"\u202Eevil":                         "\u202Eevil",
		"a \u00AD\u00AD b":                   "a b",
		strings.Repeat("a", maxText+1):       strings.Repeat("a", maxText) + "…",
		strings.Repeat("é", maxText) + "\t ": strings.Repeat("é", maxText/2) + "…",
	} {
		if got := tidy(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

func TestNormalKey(t *testing.T) {
	t.Parallel()
	for key, want := range map[string]string{
		"status": "status", "taskFile": "task_file", "Task File": "task_file", "task-file": "task_file", "PLAN_ID": "plan_id",
		"To / Target": "to_target", "planID": "plan_id", ".to": ".to", "": "", "Größe": "größe", "step2Next": "step2_next",
	} {
		if got := normalKey(key); got != want {
			t.Errorf("%q becomes %q, want %q", key, got, want)
		}
	}
}

// A plan in which no one ticks steps is done once all that it is measured by is ticked, whatever its status says.
func TestAllCriteriaTickedIsDone(t *testing.T) {
	t.Parallel()
	const plan = "# Plan: Mend the weir\n\n**Status:** STATUS\n\n## Steps\n\n1. Lay the stones\n\n## Definition of Done\n\nBOXES\n"
	const all = "- [x] The stones lie\n- [X] The water is still\n- [x] The eels pass"
	for _, tt := range []struct {
		status, boxes string
		want          model.State
	}{
		{"Approved", all, model.StateDone},
		{"In progress", all, model.StateDone},
		{"Blocked", all, model.StateBlocked},
		{"Approved", strings.Replace(all, "[X]", "[ ]", 1), model.StateActive},
		// Two boxes may be those of anything.
		{"Approved", "- [x] The stones lie\n- [x] The eels pass", model.StateActive},
		{"Approved", "", model.StateActive},
	} {
		text := strings.NewReplacer("STATUS", tt.status, "BOXES", tt.boxes).Replace(plan)
		if got := planOf(text).Status; got.State != tt.want || got.Word != tt.status {
			t.Errorf("%s, %q: %v (%s), want %v", tt.status, tt.boxes, got.State, got.Word, tt.want)
		}
	}
	kept := strings.NewReplacer("STATUS", "Approved", "BOXES", all, "1. Lay", "- [ ] Lay").Replace(plan)
	if got := planOf(kept).Status.State; got != model.StateActive {
		t.Errorf("with an open step: %v", got)
	}
	other := strings.NewReplacer("STATUS", "Approved", "BOXES", all, "## Definition of Done", "## Acceptance Criteria").Replace(plan)
	if got := planOf(other).Status.State; got != model.StateActive {
		t.Errorf("with criteria that are no definition of done: %v", got)
	}
}
