package plans

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/testdata/examples"
	"coldstart/testdata/must"
	"coldstart/vault/dialect"
	"coldstart/vault/doubt"
	"coldstart/vault/source"
	"coldstart/vault/text"
)

// ownRequest reads a text as a request in the agents' own schema, whatever it is.
func ownRequest(name string, b []byte, zone *time.Location) (model.Request, []model.Problem) {
	fm, err := text.ReadFront(b)
	return ReadOwnRequest(name, b, fm, err, zone)
}

func TestRequestAsTheReferenceProgramWritesIt(t *testing.T) {
	t.Parallel()
	got, problems := ownRequest("Pending_Approval/a.md", []byte(examples.Request), nil)
	if len(problems) > 0 {
		t.Fatalf("got problems %v", problems)
	}
	want := model.Request{
		Path: "Pending_Approval/a.md", Name: "a.md", Summary: "Send email with invoice",
		Action: "email", Target: "desk@harbour.example", PlanID: "2026-001", StepText: "4", Step: 4,
		StepNote:  "Send email with invoice",
		Rationale: "The client asked for it twice and the amount was checked against the order, so nothing is open.",
		Status:    "pending", Created: model.ParseStamp("2026-02-21T10:41:00Z", nil),
		Seen: model.FingerprintOf([]byte(examples.Request)),
		Reading: model.RequestReading{
			Summary: model.BasisDeclared, Action: model.BasisDeclared, Target: model.BasisDeclared, Plan: model.BasisDeclared,
			Decision: model.DecisionPending, Own: true, Agents: model.AgentReading{Fields: 7},
		},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func TestRequestFieldsOfOtherWriters(t *testing.T) {
	t.Parallel()
	got, problems := ownRequest("Pending_Approval/email/b.md", []byte("---\ntype: payment\nto: Harbour Desk\namount: 660.00\n"+
		"plan: PLAN-7\nstep_id: '2'\nreason: due\nrisk: high\ncreated: 2026-03-03 09:05\nexpires: 2026-03-04\ntitle: Pay 1188\n---\n"), time.FixedZone("", 3600))
	if len(problems) > 0 {
		t.Fatalf("got problems %v", problems)
	}
	if got.Name != "b.md" || got.Summary != "Pay 1188" || got.Action != "payment" || got.Target != "Harbour Desk" ||
		got.Amount != "660.00" || got.PlanID != "PLAN-7" || got.Step != 2 || got.Rationale != "due" || got.Risk != "high" {
		t.Errorf("got %+v", got)
	}
	if at := model.FormatUTC(got.Created.Time); at != "2026-03-03T08:05:00Z" || !got.Created.Assumed || got.Expires.Raw != "2026-03-04" {
		t.Errorf("created %s, expires %+v", at, got.Expires)
	}
}

func TestRequestStepIsANumberOrNone(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{"4": 4, "'4'": 4, "0": 0, "-1": 0, "null": 0, "two": 0, "2.5": 0, "99999999999999999999": 0, "": 0} {
		got, _ := ownRequest("a.md", []byte("---\nstep_id: "+text+"\n---\n"), nil)
		if got.Step != want {
			t.Errorf("step_id %s: got %d, want %d", text, got.Step, want)
		}
	}
}

func TestRequestSummary(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, text, want string }{
		{"title first", "---\nsubject: b\ntitle: a\n---\n# c\n", "a"},
		{"then the subject", "---\nstep_description: c\nsubject: b\n---\n", "b"},
		{"then the step", "---\nreason: d\nstep_description: c\n---\n# e\n", "c"},
		{"then the reason", "---\nreason: d\n---\n# e\n", "d"},
		{"then the first heading", "---\nstatus: pending\n---\n\n## e ##\ntext\n", "e"},
		{"or the first line of text", "\n  e f  \n# g\n", "e f"},
		{"rules and empty headings are passed over", "---\na: b\n---\n---\n#\n\ne\n", "e"},
		{"code is passed over", "```\ncode\n```\ne\n", "e"},
		{"nothing", "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, problems := ownRequest("a.md", []byte(tt.text), nil)
			if got.Summary != tt.want || len(problems) > 0 {
				t.Errorf("got %q and problems %v, want %q", got.Summary, problems, tt.want)
			}
		})
	}
}

func TestBrokenRequestsAreStillRequests(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, text, reason, summary, action string
		line                                int
	}{
		{"not valid YAML", "---\naction: email\nsubject: [Step 1] Hours: confirm\n---\n# H\n", "not valid YAML", "[Step 1] Hours: confirm", "email", 3},
		{"never closed", "---\naction: file_delete\n\n# Delete old scans\n", "never closed", "Delete old scans", "file_delete", 1},
		{"closing fence glued to a value", "---\naction: manual\ncreated: x---\n\n# Count keys\n", "never closed", "Count keys", "manual", 1},
		{"key given twice", "---\naction: a\naction: b\n---\n# H\n", "appears twice", "H", "a", 3},
		{"not UTF-8", "---\naction: a\n---\n# H\xe4\n", "not UTF-8", "H\xe4", "a", 4},
		{"too long", "---\naction: a\nb: " + strings.Repeat("c", text.MaxFront) + "\n---\n# H\n", "longer than", "b: " + strings.Repeat("c", text.MaxFront), "a", 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, problems := ownRequest("Pending_Approval/a.md", []byte(tt.text), nil)
			if got.Path != "Pending_Approval/a.md" || got.Summary != tt.summary || got.Action != tt.action {
				t.Errorf("got %+v", got)
			}
			if len(problems) != 1 || problems[0].Line != tt.line || problems[0].Path != got.Path ||
				!strings.Contains(problems[0].Reason, tt.reason) || problems[0].Hint == "" {
				t.Errorf("got problems %+v, want line %d: %s", problems, tt.line, tt.reason)
			}
		})
	}
}

func TestReadIntake(t *testing.T) {
	t.Parallel()
	modified := time.Date(2026, 3, 1, 8, 0, 0, 0, time.UTC)
	for _, tt := range []struct{ name, file, text, title, since string }{
		{"subject and time", "Inbox/a.md", "---\nsubject: Offer\nreceived: 2026-03-02T10:00:00Z\n---\n# H\n", "Offer", "2026-03-02T10:00:00Z"},
		{"heading and file time", "Needs_Action/x/a.md", "# H\n", "H", "2026-03-01T08:00:00Z"},
		{"nothing", "Inbox/a.txt", "", "a.txt", "2026-03-01T08:00:00Z"},
		{"a time that is none", "Inbox/a.md", "---\nreceived: soon\n---\ntext\n", "text", "2026-03-01T08:00:00Z"},
		{"broken front matter", "Inbox/a.md", "---\nsubject: a: b\n---\n", "a: b", "2026-03-01T08:00:00Z"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := dialect.ReadIntake(tt.file, []byte(tt.text), modified, nil)
			folder, _, _ := strings.Cut(tt.file, "/")
			if got.Path != tt.file || got.Folder != folder || got.Title != tt.title || model.FormatUTC(got.Since.Time) != tt.since {
				t.Errorf("got %+v", got)
			}
		})
	}
}

func FuzzReadRequest(f *testing.F) {
	examples.Fronts(f)
	f.Add([]byte(examples.Request))
	f.Add([]byte("---\nstep_id: 9223372036854775808\nexpires: 2026-03-04\n---\n"))
	f.Fuzz(func(t *testing.T, b []byte) {
		r, problems := ownRequest("Pending_Approval/a.md", b, nil)
		if r.Path != "Pending_Approval/a.md" || r.Name != "a.md" || r.Step < 0 || r.Seen != model.FingerprintOf(b) {
			t.Fatalf("got %+v", r)
		}
		for _, p := range problems {
			if p.Line < 1 || p.Reason == "" {
				t.Fatalf("problem without a place: %+v", p)
			}
		}
		dialect.ReadIntake("Inbox/a.md", b, time.Time{}, nil)
	})
}

func TestPriorityAndStatusOfRequestsAreRead(t *testing.T) {
	t.Parallel()
	own, _ := ownRequest("Pending_Approval/a.md", []byte(strings.Replace(examples.Request, "status: pending", "status: needs_refinement\npriority: P1", 1)), nil)
	other := foreignRequest(dialect.Open(nil, "Pending_Approval/b.md", []byte("# Pay the mill\n\n**Priority:** urgent\n**Status:** changes requested\n")), nil, nil, doubt.Agents{})
	if own.Priority != "P1" || rule.Turn(own) != model.TurnAgent {
		t.Errorf("own: %q, %q", own.Priority, own.Status)
	}
	if other.Priority != "urgent" || rule.Turn(other) != model.TurnAgent {
		t.Errorf("other: %q, %q", other.Priority, other.Status)
	}
}

func TestARequestAmongRejectedPlansIsADecidedRequest(t *testing.T) {
	t.Parallel()
	text := "---\ntype: approval_request\naction: create_invoice\namount: 120 EUR\n---\n\n# Approval Request: Invoice for hay\n"
	info := must.Get(os.Stat("."))(t)
	found := planOf(source.File{Name: "Plans/Rejected/hay.md", B: []byte(text), Zone: time.UTC, Info: info})
	if len(found.Plans)+len(found.Others) != 0 || len(found.Decided) != 1 {
		t.Fatalf("found %+v", found)
	}
	if r := found.Decided[0]; r.Reading.Decision != model.DecisionRejected || r.Summary != "Invoice for hay" || r.Amount != "120 EUR" {
		t.Errorf("read %+v", r)
	}
}

func TestOnlyAStatusAtTheTopSendsARequestBack(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]model.Turn{
		"---\nstatus: needs_changes\n---\n# Pay the mill\n":                                         model.TurnAgent,
		"---\nto: a@mill.example\nstatus: needs_changes\n---\n# Pay the mill\n\n## Why\n\nFlour.\n": model.TurnAgent,
		"# Merge the branch\n\n**Status:** Changes requested\n":                                     model.TurnAgent,
		"# Merge pull request 7\n\n**Action:** merge\n\n## Details\n- **Status:** in revision\n":    model.TurnOperator,
		"# Merge pull request 7\n\n## Status\n\nchanges requested\n":                                model.TurnOperator,
		"# Pay the mill\n\n**Status:** changes requested by the mill, see below\n":                  model.TurnOperator,
	} {
		if r := foreignRequest(dialect.Open(nil, "Pending_Approval/b.md", []byte(text)), []byte(text), nil, doubt.Agents{}); rule.Turn(r) != want {
			t.Errorf("%q: got %v with %q", text, rule.Turn(r), r.Status)
		}
	}
}

// The agents' own program reads the front matter of each of these otherwise than most programs do, or not
// at all. TestWhatTheirLanguageCannotRead holds what it reads beside their language.
func TestARequestIsKnownByWhatTheAgentsRead(t *testing.T) {
	t.Parallel()
	const fields = "action_type: payment\ncreated_date: '2026-03-14T09:00:00Z'\nplan_id: 2026-007\nrationale: due\nstatus: pending\nstep_description: Pay the berth\nstep_id: 3\ntarget_recipient: berths@tidewell.example\n"
	const behind = "block: the agents read fields behind the three dashes of line 1"
	block := "---\n" + fields + "---\n\n# Pay\n"
	flow := "--- {" + strings.ReplaceAll(strings.TrimSpace(fields), "\n", ", ") + "}\n# Holidays\n---\n\nNothing to pay.\n"
	in := func(old, new string) string { return strings.Replace(block, old, new, 1) }
	name := filepath.Join(t.TempDir(), "pay.md")
	must.Do(t, os.WriteFile(name, nil, 0o600))
	info := must.Get(os.Lstat(name))(t)
	for _, tt := range []struct {
		name, text, plan string
		step             int
		want             string
	}{
		{"as they write it", block, "2026-007", 3, ""},
		{"with CRLF", strings.ReplaceAll(block, "\n", "\r\n"), "2026-007", 3, ""},
		{"a map behind the dashes", flow, "2026-007", 3, behind},
		{"a comment behind the dashes", "--- # note\n" + strings.TrimPrefix(block, "---\n"), "2026-007", 3, behind},
		{"a key behind the dashes", "---" + strings.TrimPrefix(block, "---\n"), "2026-007", 3, behind},
		{"a tab behind the dashes", "---\t" + strings.TrimPrefix(block, "---\n"), "", 0, "unread: the front matter is not valid YAML: it has a tab where only spaces may be"},
		{"a blank first", " " + block, "", 0, "unread: it does not begin with three dashes"},
		{"a byte order mark", "\uFEFF" + block, "2026-007", 3, "unread: there is a byte order mark in front of the three dashes"},
		{"all merged in", "---\n<<: {" + strings.ReplaceAll(strings.TrimSpace(fields), "\n", ", ") + "}\n---\n", "2026-007", 3, `block: plan_id is "2026-007" to the agents, and missing to other programs`},
		{"the step merged in", in("step_id: 3\n", "<<: {step_id: 2}\n"), "2026-007", 2, "block: the fields of another value are merged in"},
		{"a step of base 8", in("step_id: 3", "step_id: 012"), "2026-007", 10, `block: step_id is not a plain step number`},
		{"a step with a tag", in("step_id: 3", "step_id: !!int '0x2'"), "2026-007", 2, "block: a value has a YAML tag"},
		{"another plan further down", in("status: pending\n", "status: pending\nplan_id: 2026-008\n"), "2026-008", 3, `block: "plan_id" appears twice`},
		{"dots", in("---\n", "---\n...\n"), "", 0, "unread: the front matter is not valid YAML"},
		{"a number for the plan", in("2026-007", "007"), "7", 3, "ask: plan_id is written 007"},
		{"a time for the plan", in("2026-007", "12:30"), "750", 3, "ask: plan_id is written 12:30"},
		{"hexadecimal digits", in("2026-007", "+0x1F"), "31", 3, `ask: plan_id is "31" to the agents, and "+0x1F" to other programs`},
		{"a date for the plan", in("2026-007", "2026-01-01"), "2026-01-01", 3, ""},
		{"a word for yes as action", in("payment", "!!str yes"), "2026-007", 3, "block: a value has a YAML tag"},
		{"a tab in quotes between braces", in("rationale: due", "rationale: due\nextra: {a: \"b\tc\"}"), "2026-007", 3, ""},
		{"a notation that is not followed", "--- {\"plan\\x5fid\": '2026-007', more: !!binary aGk=}\n---\n", "", 0, "unread: it is unknown how they read its front matter"},
		{"a key that is a mark", in("rationale: due", "rationale: due\n=: x"), "2026-007", 3, ""},
	} {
		r := requestOf(source.File{Name: "Pending_Approval/pay.md", B: []byte(tt.text), Info: info, Zone: time.UTC}).Requests[0]
		said := []string{"unread: " + r.Reading.Agents.Unread}
		for _, d := range r.Doubts {
			said = append(said, d.Weight.String()+": "+d.What)
		}
		named := slices.ContainsFunc(said, func(s string) bool { return strings.HasPrefix(s, tt.want) })
		if tt.want == "" {
			named = len(said) == 1 && said[0] == "unread: "
		}
		if named && strings.HasPrefix(tt.want, "unread") && tt.name != "dots" && r.Reading.Agents.Fields < 7 {
			t.Errorf("%s: has %d of their fields, so nobody would take it for theirs", tt.name, r.Reading.Agents.Fields)
		}
		if tt.want == "" || strings.HasPrefix(tt.want, "block: the agents read fields behind") {
			d := decidedOf(source.File{Name: "Approved/pay.md", B: []byte(tt.text), Info: info, Zone: time.UTC}).Decided
			if len(d) != 1 || d[0].PlanID != tt.plan || d[0].Step != tt.step {
				t.Errorf("%s: approved as %+v", tt.name, d)
			}
		}
		if r.PlanID != tt.plan || r.Step != tt.step || !named {
			t.Errorf("%s: plan %q, step %d, %q\nwant %q, %d, %q", tt.name, r.PlanID, r.Step, said, tt.plan, tt.step, tt.want)
		}
	}
}

func TestMentions(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"See /Pending_Approval/pay.md.": {"pay.md"}, "`pending-approval/mail/a.md`, then Approved/b.txt": {"a.md", "b.txt"},
		`C:\vault\Pending_Approval\c.md`: {"c.md"}, "[it](../Pending_Approval/d.md)": {"d.md"}, "Pending_Approval/ e.md": nil,
		"Pending_Approval/Plans/f.md": nil, "Move it to /Approved folder.": nil, "g.md": nil, "pending/h.md pending/h.md": {"h.md"},
	} {
		if got := Mentions([]byte(text), nil); !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestARequestThatIsNamedInPassingIsNotAskedForByThePlan(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"See also Approved/a.md and Pending_Approval/b.md as examples.": false,
		"The tone is like that of Approved/a.md.":                       false,
		"We met before Approved/a.md went out.":                         false,
		"## Related files\n\n- `Approved/a.md`\n":                       false,
		"**Example:** `Approved/a.md`":                                  false,
		"- [ ] Copy the table from Approved/a.md":                       false,
		"See /Pending_Approval/a.md.":                                   true,
		"**Approval file:** `/Pending_Approval/a.md`":                   true,
		"- Location: /Pending_Approval/a.md":                            true,
		"blocked_reason: waits for Pending_Approval/a.md":               true,
		"- [ ] ✋ Send the mail (Pending_Approval/a.md)":                 true,
		"The reply was saved as Pending_Approval/a.md":                  true,
		"Awaiting payment approval: Approved/a.md":                      true,
	} {
		if got := Asks([]byte(text), nil); (len(got) > 0) != want {
			t.Errorf("%q: got %q", text, got)
		}
	}
}

const sound = "---\ntask_id: 2026-013\nstatus: Active\n---\n\n# Objective\n\nClaim the hubs.\n\n## Roadmap\n\n- [x] Count\n"

// Both sides of a conflict would count as steps, so it is named at its line.
func TestGitsMarksInTheTextOfAPlanAreAProblem(t *testing.T) {
	t.Parallel()
	marks := "<<<<<<< HEAD\n- [ ] Write\n=======\n- [x] Write\n>>>>>>> laptop\n"
	for name, text := range map[string]string{"PLAN-2026-013.md": sound, "Plans/hubs.md": "# Claim the hubs\n\nStatus: active\n\n## Steps\n\n- [x] Count\n"} {
		if _, problems := ReadPlan(new(dialect.Folders), name, []byte(text), time.UTC); len(problems) > 0 {
			t.Errorf("%s has %v", name, problems)
		}
		p, problems := ReadPlan(new(dialect.Folders), name, []byte(text+marks), time.UTC)
		if p == nil || len(problems) != 1 || problems[0].Line != strings.Count(text, "\n")+1 || problems[0].Fault.Name != "git merge conflict, not resolved" {
			t.Errorf("%s has %+v", name, problems)
		}
	}
}

func TestAStatusWithAWrongLetterIsADoubt(t *testing.T) {
	t.Parallel()
	p, _ := ReadPlan(new(dialect.Folders), "PLAN-2026-013.md", []byte(strings.Replace(sound, "Active", "Actve", 1)), time.UTC)
	if !slices.Contains(p.Reading.Doubts, "status Actve: did you mean Active?") {
		t.Errorf("doubts %q", p.Reading.Doubts)
	}
}

func TestANoteSaysWhyWithoutItsTimes(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ text, at, want string }{
		{"2026-03-11T15:12:40Z rejected\nNo made-up numbers.\nAsk again.\n", "2026-03-11", "No made-up numbers. Ask again."},
		{"2026-03-09T15:12:40Z Operator: Changes wanted — shorter\n2026-03-11T15:12:40Z Operator: Rejected — too — much\n", "2026-03-11", "shorter too — much"},
		{"which berth?\n", "0001-01-01", "which berth?"},
		{"\ufeff\r\n  \r\nToo \u202elong\r\n", "0001-01-01", "Too long"},
		{"", "0001-01-01", ""},
	} {
		said := noteOf(source.File{Name: "Rejected/offer.md.note", B: []byte(tt.text)}).Notes["Rejected/offer.md"]
		if said.Note != tt.want || said.At.Format("2006-01-02") != tt.at {
			t.Errorf("%q is %q at %v, want %q at %s", tt.text, said.Note, said.At, tt.want, tt.at)
		}
	}
}
