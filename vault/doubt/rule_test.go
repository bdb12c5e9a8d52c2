package doubt

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/testdata/must"
	"coldstart/vault/text"
)

// own is a request of the agents' own schema that gives no reason to doubt it.
const own = `---
plan_id: PLAN-2026-007
step_id: 3
action_type: payment
target_recipient: berths@tidewell.example
amount: 120.00 EUR
status: pending
rationale: The berth is ours until May.
---

# Pay the berth

Please pay 120 EUR.
`

// other is a request in another notation that gives none either.
const other = `---
type: email
to: desk@harbour.example
---

Answer the desk.
`

func with(text, old, new string) string {
	changed := strings.Replace(text, old, new, 1)
	if changed == text {
		panic("nothing to replace: " + old)
	}
	return changed
}

func TestAPlainRequestRaisesNoDoubt(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		own, other, "Just a line.\n",
		strings.ReplaceAll(own, "\n", "\r\n"),
		with(own, "120.00 EUR", "120.00 EUR # as agreed"),
		with(own, "Pay the berth", "Pay the berth ⚓ for the crew 👩‍✈️"),
		with(own, "berths@tidewell.example", "Müller & Søn"),
		with(other, "Answer the desk.", "Our spring sale "+strings.Repeat("\u034f \u200c\u00a0", 30)+"\n\u00ad \u00ad\nView in browser"),
		with(other, "to: desk", "subject: \"The hall\n\n  and the key\"\nnote: 'It''s late' # so\nto: desk"),
		with(other, "Answer the desk.", "سلام، می\u200cخواهم."),
		with(other, "Answer the desk.", "Привет, desk.\n\n---\n\nA rule in the text is no fence.\n"),
	} {
		if doubts := Find("Pending_Approval/pay.md", []byte(text)); len(doubts) > 0 {
			t.Errorf("%q\nraises %+v", text, doubts)
		}
	}
}

// raised is one request for each way in which a rule applies. A weight of -1 means
// that the rule does not hold for requests in other notations.
var raised = []struct {
	rule, name, text string
	line             int
	what             string
	weight           model.Weight
}{
	{"empty", "", " \n\t\n", 0, "it is empty", model.WeightBlock},
	{"UTF-16", "", "\xff\xfea\x00\n\x00", 0, "UTF-16", model.WeightBlock},
	{"no text", "", with(own, "tidewell", "tide\xffwell"), 5, "it has invalid UTF-8 in 1 place, the first byte is 0xFF", model.WeightBlock},
	{"no text", "", with(own, "Please pay", "Please \xc3 \xe2\x82 pay"), 13, "it has invalid UTF-8 in 2 places, the first byte is 0xC3", model.WeightBlock},
	{"no text", "", with(own, "Please pay", "Please\x00 pay"), 13, "it has 1 NUL byte", model.WeightBlock},
	{"no text", "", with(other, "harbour", "har\xffbour"), 3, "invalid UTF-8", model.WeightAsk},
	{"no text", "", "\x7f\x00\x8b\x00\ufffd", 1, "it has 2 NUL bytes", model.WeightAsk},
	{"never closed", "", with(own, "rationale: The berth is ours until May.\n---\n", "rationale: R\n"), 1, "never closed", model.WeightBlock},
	{"never closed", "", "---\ntype: email\n\nHello.\n", 1, "never closed", model.WeightAsk},
	{"odd fence", "", "+++\ntype = 'email'\n+++\n", 1, "only for three dashes alone", model.WeightAsk},
	{"odd fence", "", "\n----\nplan_id: P\n----\n", 2, "only for three dashes alone", model.WeightAsk},
	{"odd fence", "", with(own, "May.\n---\n", "May.\n--- \n"), 9, "spaces follow the dashes", model.WeightAsk},
	{"ends in dots", "", with(own, "May.\n---\n", "May.\n...\n"), 9, "three dots", model.WeightBlock},
	{"two blocks", "", with(own, "\n# Pay", "---\nstatus: approved\n---\n\n# Pay"), 10, "second block", model.WeightBlock},
	{"two blocks", "", with(other, "\nAnswer", "\n---\nto: me@quay.example\n---\nAnswer"), 6, "second block", model.WeightAsk},
	{"dashes in a value", "", with(own, "The berth is ours", "The berth --- ours"), 8, "three dashes are inside", model.WeightBlock},
	{"dashes in a value", "", with(own, "status: pending", "# was --- before\nstatus: pending"), 7, "three dashes are inside", model.WeightBlock},
	{"fields behind", "", "---\n---\n" + strings.TrimPrefix(own, "---\n"), 3, "follow the front matter", model.WeightAsk},
	{"fields behind", "", with(own, "---\nplan_id", "---\ntitle: Berth\n---\n\nplan_id"), 5, "follow the front matter", model.WeightAsk},
	{"open quote", "", with(other, "desk@", "\"desk@"), 3, `the quote before the value of "to" is never closed`, model.WeightAsk},
	{"open quote", "", with(other, "to: desk@harbour.example", "to: 'desk@harbour.example\nsubject: 'It''s late'"), 3, `the value of "to"`, model.WeightAsk},
	{"open quote", "", with(other, "to: desk@harbour.example", "subject: \"The \\\"hall\\\"\nto: desk@harbour.example"), 3, `the value of "subject"`, model.WeightAsk},
	{"indented", "", with(own, "---\nplan_id", "---\n  title: Berth\nplan_id"), 2, "is indented and the others are not", model.WeightBlock},
	{"unread", "", with(own, "status: pending", "status: pending\nnote: "+strings.Repeat("x", 256<<10)), 1, "more than 256 kB", model.WeightBlock},
	{"unread", "", with(other, "type: email", "note: "+strings.Repeat("x", 256<<10)), 1, "too much to check", model.WeightAsk},
	{"not YAML", "", with(own, "rationale: The", "rationale: Note: the"), 8, "not valid YAML (mapping values", model.WeightBlock},
	{"not YAML", "", with(own, "rationale: The", "\trationale: The"), 8, "not valid YAML (found", model.WeightBlock},
	{"duplicate", "", with(own, "status: pending", "amount: 9 EUR\nstatus: pending"), 7, `"amount" appears twice, first on line 6`, model.WeightBlock},
	{"repeated", "", with(other, "---\n\nAnswer", "\"to\": \"desk@harbour.example\"\n---\n\nAnswer"), 4, `"to" appears twice with the same value, first on line`, model.WeightNote},
	{"duplicate", "", with(other, "---\n\nAnswer", "\"to\": me@quay.example\n---\n\nAnswer"), 4, `"to" appears twice`, model.WeightBlock},
	{"look-alike key", "", with(own, "status: pending", "status: pending\nStatus: approved"), 8, `"Status" looks like "status" on line 7`, model.WeightBlock},
	{"look-alike key", "", with(other, "to:", "tо:"), 3, `looks like "to" but is another key`, model.WeightBlock},
	{"anchors and tags", "", with(own, "status: pending", "status: &s pending\nnote: *s"), 7, "YAML anchor", model.WeightBlock},
	{"anchors and tags", "", with(other, "type: email", "type: !!python/name:os.system email"), 2, "YAML tag", model.WeightAsk},
	{"anchors and tags", "", with(other, "type: email", "base: &b {type: email}\n<<: *b"), 3, "YAML alias", model.WeightAsk},
	{"anchors and tags", "", with(own, "status: pending", "status: pending\n<<: {to: me}"), 8, "merged in", model.WeightBlock},
	{"odd keys", "", with(own, "status: pending", "status: pending\n? [a, b]\n: c"), 8, "a key is not a plain word", model.WeightBlock},
	{"too deep", "", with(own, "status: pending", "status: pending\nx: "+strings.Repeat("[", 40)+strings.Repeat("]", 40)), 1, "more than 32 levels deep", model.WeightBlock},
	{"many keys", "", with(other, "type: email", manyRows(501)), 1, "502 fields", model.WeightAsk},
	{"plan id", "", with(own, "PLAN-2026-007", "../Plans/PLAN-2026-007"), 2, "leads out of the vault", model.WeightBlock},
	{"plan id", "", with(own, "PLAN-2026-007", "[A, B]"), 2, "more than one value", model.WeightBlock},
	{"step id", "", with(own, "step_id: 3", "step_id: 03"), 3, "not a plain step number", model.WeightBlock},
	{"step id", "", with(own, "step_id: 3", "step_id: three"), 3, "not a plain step number", model.WeightBlock},
	{"empty field", "", with(own, "action_type: payment", "action_type: ~"), 4, "action_type is empty", model.WeightBlock},
	{"empty field", "", with(own, "action_type: payment", "action_type: |"), 4, "action_type is empty", model.WeightBlock},
	{"status in the text", "", with(with(own, "status: pending\n", ""), "\n# Pay", "\nstatus: approved\n\n# Pay"), 10, "looks like the status", model.WeightBlock},
	{"status", "", with(own, "status: pending", "status: approved"), 7, `its status is "approved"`, model.WeightAsk},
	{"several values", "", with(own, "berths@tidewell.example", "[a@quay.example, b@quay.example]"), 5, "target_recipient has several values", model.WeightAsk},
	{"several values", "", with(own, "berths@tidewell.example", `"berths\u0040tidewell.example"`), 5, "escaped characters", model.WeightAsk},
	{"several values", "", with(own, "status: pending", "status: pending\n\n  not"), 7, "status continues on the next line", model.WeightAsk},
	{"ambiguous value", "", with(own, "PLAN-2026-007", "1.10"), 2, "plan_id is written 1.10", model.WeightAsk},
	{"ambiguous value", "", with(own, "PLAN-2026-007", "010"), 2, "plan_id is written 010", model.WeightAsk},
	{"ambiguous value", "", with(own, "120.00 EUR", "1_200"), 6, "amount is written 1_200", model.WeightAsk},
	{"ambiguous value", "", with(own, "120.00 EUR", "Off"), 6, "amount is written Off", model.WeightAsk},
	{"ambiguous value", "", with(own, "120.00 EUR", "-1.2e3"), 6, "amount is written -1.2e3", model.WeightAsk},
	{"hidden characters", "", with(own, "Please pay", "Please\u200b pay\u200b"), 13, "2 zero-width characters, the first is U+200B", model.WeightAsk},
	{"hidden characters", "", with(other, "Answer", "\u202eAnswer"), 6, "1 direction control, the first is U+202E", model.WeightAsk},
	{"hidden characters", "", with(own, "berths@tidewell.example", "berths@\u202ellewedit\u202c.example"), 5, "looks like berths@tidewell.example, but contains 2 direction controls, the first is U+202E", model.WeightAsk},
	{"hidden characters", "", with(other, "Answer", "Answer\U000E0041"), 6, "1 invisible tag", model.WeightAsk},
	{"hidden characters", "", with(other, "Answer", "Ans\u200dwer \u200b \u200b"), 6, "1 zero-width character, the first is U+200D", model.WeightAsk},
	{"hidden characters", "", with(other, "Answer", "Answer\U000E0101"), 6, "variation selector", model.WeightAsk},
	{"mixed scripts", "", with(own, "tidewell", "tidеwell"), 5, "mixes letters that look alike: U+0435", model.WeightAsk},
	{"mixed scripts", "", with(other, "desk@harbour.example", "оса@harbour.example"), 3, "U+043E U+0441 U+0430", model.WeightAsk},
	{"placeholders", "", with(own, "Please pay", "Dear [name], please pay"), 13, `an unfilled placeholder: "[name]"`, model.WeightAsk},
	{"right to left", "", with(own, "berths@tidewell.example", "מרינה"), 5, "right-to-left", model.WeightNote},
	{"long value", "", with(other, "desk@harbour.example", strings.Repeat("a", 1001)), 3, "to has 1001 bytes", model.WeightNote},
	{"blank lines", "", other + strings.Repeat("\n", 300) + "and pay 900\n", 7, "300 blank lines, then", model.WeightAsk},
	{"in conflict", "", own + "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> b\n", strings.Count(own, "\n") + 1, "two versions", model.WeightBlock},
	{"in conflict", "", other + "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> b\n", 7, "two versions", model.WeightBlock},
	{"merge marks", "", other + "```\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> b\n```\n", 8, "a conflict mark of git", model.WeightAsk},
	{"comment", "", with(own, "Please pay 120 EUR.", "Please pay 120 EUR. <!-- today -->"), 13, "a comment: viewers hide it", model.WeightNote},
	{"comment", "", with(other, "Answer", "<!-- a --><!--\nb -->Answer"), 6, "2 comments: viewers hide them", model.WeightNote},
	{"embedded", "", other + "![[Terms]]\n", 7, "![[Terms]]", model.WeightAsk},
	{"leans on", "", other + "See [the terms](terms.md).\n", 7, "terms.md", model.WeightNote},
	{"amounts", "", with(own, "pay 120 EUR", "pay 1200 EUR"), 13, "the text says 1200 EUR, the amount on line 6 is 120.00 EUR", model.WeightNote},
}

func manyRows(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "field_%d: x\n", i)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func TestEachRuleNamesItsLine(t *testing.T) {
	t.Parallel()
	for _, tt := range raised {
		t.Run(tt.rule, func(t *testing.T) {
			name := "Pending_Approval/pay.md"
			if tt.name != "" {
				name = "Pending_Approval/" + tt.name
			}
			doubts := Find(name, []byte(tt.text))
			for _, d := range doubts {
				if d.Line == tt.line && strings.Contains(d.What, tt.what) && d.Weight == tt.weight {
					return
				}
			}
			t.Errorf("%q\nraises %+v\nwant line %d, %q, weight %d", tt.text, doubts, tt.line, tt.what, tt.weight)
		})
	}
}

func TestEachRuleHasAnExample(t *testing.T) {
	t.Parallel()
	shown := map[string]bool{}
	for _, tt := range raised {
		shown[tt.rule] = true
	}
	for _, r := range rules {
		if !shown[r.name] {
			t.Errorf("no example of %q", r.name)
		}
	}
}

// A rule about the agents' own schema says nothing about requests of others.
func TestOtherNotationsAreNotMeasuredByTheAgentsOwn(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		with(other, "type: email", "type: email: urgent"),
		with(other, "to: desk@harbour.example", "to:"),
		with(other, "type: email", "status: approved"),
		with(other, "harbour.example\n---", "harbour.example\n..."),
	} {
		if doubts := Find("Pending_Approval/mail.md", []byte(text)); len(doubts) > 0 {
			t.Errorf("%q\nraises %+v", text, doubts)
		}
	}
}

func TestTheHeaviestDoubtComesFirstAndManyAreCounted(t *testing.T) {
	t.Parallel()
	text := with(own, "status: pending", "status: done")
	for range mostOfARule + 3 {
		text += "![[Terms]]\n"
	}
	text = with(text, "plan_id: PLAN-2026-007", "plan_id: ../x")
	doubts := Find("Pending_Approval/pay.md", []byte(text))
	embeds := 0
	for i, d := range doubts {
		if i > 0 && d.Weight > doubts[i-1].Weight {
			t.Errorf("a lighter doubt comes before %+v", d)
		}
		if strings.Contains(d.What, "[[Terms]]") {
			embeds++
		}
	}
	if doubts[0].Weight != model.WeightBlock || embeds != mostOfARule || doubts[len(doubts)-1].What != "and more of the same" {
		t.Errorf("%+v", doubts)
	}
}

// unfilled are lines of drafts, each with the gaps that a person sees in it, "|" between them.
var unfilled = []struct{ line, gaps string }{
	{"We are proud of [new service/product], ask [name].", "[new service/product]|[name]"},
	{"Dear [Customer Name],", "[Customer Name]"},
	{"Dear **[Name]**,", "[Name]"},
	{`Dear \[Name\],`, `[Name\]`},
	{"Best regards,  [Your Name]", "[Your Name]"},
	{"[Your Company] · [Your Title]", "[Your Company]|[Your Title]"},
	{"Your Name", "Your Name"},
	{"— your company name", "your company name"},
	{"[NAME], thank you for your order.", "[NAME]"},
	{"We helped [Client] to save [specific result].", "[Client]|[specific result]"},
	{"It saves [X%] in [X weeks].", "[X%]|[X weeks]"},
	{"#Harbour #[Industry]", "[Industry]"},
	{"[Your post content here]", "[Your post content here]"},
	{"See [insert link here] for the tide table.", "[insert link here]"},
	{"[INSERT: berth plan]", "[INSERT: berth plan]"},
	{"[TODO: add the price]", "[TODO: add the price]"},
	{"The fee is [amount].", "[amount]"},
	{"On [date/time] at [location].", "[date/time]|[location]"},
	{"[Brief explanation of what this means]", "[Brief explanation of what this means]"},
	{"[Why this matters to your audience]", "[Why this matters to your audience]"},
	{"- [Point 1]", "[Point 1]"},
	{"- [ ] Tell [recipient] about it", "[recipient]"},
	{"To: [recipient], [company]", "[recipient]|[company]"},
	{"Sehr geehrte Frau [Name], der Betrag ist [Betrag].", "[Name]|[Betrag]"},
	{"Bonjour [votre nom]", "[votre nom]"},
	{"Hello {{name}},", "{{name}}"},
	{"Hello {{ customer.first_name }},", "{{ customer.first_name }}"},
	{"{{RECIPIENT_EMAIL}}", "{{RECIPIENT_EMAIL}}"},
	{"{{#if EMAIL_CC}}", "{{#if EMAIL_CC}}"},
	{"Hello {name}, you owe {invoice_amount}.", "{name}|{invoice_amount}"},
	{"Hi {firstName}!", "{firstName}"},
	{"To: <RECIPIENT>", "<RECIPIENT>"},
	{"Dear <your name>,", "<your name>"},
	{"Dear <Client Name>,", "<Client Name>"},
	{"Pay to <<account_number>>.", "<account_number>"},
	{"The date is TBD.", "TBD"},
	{"- **Amount:** tbd", "tbd"},
	{"- **To:** `[recipient]`", "[recipient]"},
	{"Invoice XXX is due on XX/XX/XXXX.", "XXX|XX/XX/XXXX"},
	{"Please pay $X,XXX.", "X,XXX"},
	{"Please pay $AMOUNT to $CLIENT_NAME.", "$AMOUNT|$CLIENT_NAME"},
	{"Log in as YOUR_USER_NAME.", "YOUR_USER_NAME"},
	{"Lorem ipsum dolor sit amet.", "Lorem ipsum"},
	{"> Dear [Name],", "[Name]"},
	{"| Guest | [Guest name] |", "[Guest name]"},
}

// filled are lines that are whole as they are.
var filled = []string{
	"See [the price list](https://shop.example/prices).",
	"See [your name](names.md) and [name][ref] and [company][].",
	"[ref]: https://shop.example/names",
	"[name]: https://shop.example/names",
	"See [name] in the list.\n\n[Name]: https://shop.example/names",
	"- [ ] Send it\n- [x] Read it\n- [X] Print it\n- [-] Dropped\n* [ ] Name the boat",
	"As we said.[^1] And again.[^name]\n\n[^1]: The name of the boat.",
	"It is known [1], [2, 3], [12-14] and [@harbour2026].",
	"[[Name]] and [[Clients/Tidewell|client]] and ![[Company]]",
	"[2026-02-21T10:00:00Z] [2026-02-21] [10:00] [14d]",
	"[URGENT] Pay the berth",
	"[HITL] [DRY-RUN] [EXTERNAL] [EXTERNAL EMAIL] [ACTION REQUIRED] [WIP] [P1] [INTERNAL]",
	"Subject: [Customer Service] Your ticket is closed",
	"Subject: Re: [Project] Week 7",
	"# [Product] Launch in May",
	"- [Event] The regatta begins at ten.",
	"[Ticket #1234] [HARBOUR-17] [Case 0012] [Customer 4711]",
	"[INFO] [WARN] [ERROR] [main] [worker-2] [OK] [PASS]",
	"She wrote that [the client] would pay, and \"agreed [sic]\".",
	"[no subject] [unknown sender] [redacted] [emphasis added] [Name: Ann Roe] [Date: 2026-02-21]",
	"[Approve] [Reject] [View your order] [Unsubscribe] [Read more] [Book now] [Click here]",
	"[image: Logo] [cid:image001] [mailto:ann@shop.example]",
	"> [!note] The name of the boat\n> [!TIP]",
	"First line<br>second line<br/><hr /><b>bold</b></p>",
	"<title>Berths</title> <address>Quay 3</address> <name>Ann Roe</name> <details><summary>More</summary></details>",
	"<!-- the name of the client -->",
	"Ann <ann@shop.example> and <https://shop.example/name> and <mailto:ann@shop.example>",
	"a < b and c > d; if x <name and y> z",
	"`[Your Name]` stands there today, and `{{name}}` and `<RECIPIENT>` too.",
	"```python\nprint(f\"Dear {name}, [Your Name]\")\n```",
	"```html\n<p>Hello {{name}}</p>\n```",
	"~~~jinja\n{{ company }} [company]\n~~~",
	"names[name] = list[date] + f(x)[0]",
	"Set ${HOME}, ${name}, $HOME, $PATH, $USER and ${{ secrets.NAME }}.",
	`$\frac{name}{2}$, x^{date}, y_{{name}} and {x, y, z}`,
	"GET /users/{name}/orders/{date}",
	"{\"name\": \"Ann\", \"tags\": [\"name\", \"date\"]}",
	"Card XXXX XXXX XXXX 1234, account XXXX1234, SSN XXX-XX-1234, 4111-XXXX-XXXX-XXXX",
	"Size XXL or XXXL, with xxx Ann",
	"We pay $500, US$ 20 and A$AP.",
	"The word tbdx and ATBD and TBD2 are none.",
	"Your name stands on the list.",
	"What is the name of your company?",
	"[a-z0-9]+ [^name] [0, 1) [i] [n+1]",
	"【Name】 (name) \"name\" *name*",
	"## To approve\n\nApproved by: [Name]\nDate: [date]\nReason: TBD",
	"## Notes (human use)\n\n[Add your notes here]",
	"## Original email\n\nDear [Name], reply to [company].",
	"**Rejection reason:** [reason]",
	"- Approved by: [Your Name]",
	"Reviewed by: <your name>",
	"## Performance tracking\n\n- Impressions: TBD\n### Later\n- Comments: [number]",
}

// gaps lists the placeholders of a text.
func gaps(draft string) string {
	decoded, notes := text.Decode([]byte(draft))
	found := read("Pending_Approval/a.md", []byte(draft), decoded, notes).gaps()
	var all []string
	for _, g := range found {
		all = append(all, g.text)
	}
	return strings.Join(all, "|")
}

func TestPlaceholdersAreFound(t *testing.T) {
	t.Parallel()
	for _, tt := range unfilled {
		for _, text := range []string{tt.line + "\n", "# Post\n\n" + tt.line, "```\n" + tt.line + "\n```\n", "## Notes\n\nNone.\n\n## Draft for your approval\n\n" + tt.line} {
			if got := gaps(text); got != tt.gaps {
				t.Errorf("%q\nhas  %q\nwant %q", text, got, tt.gaps)
			}
		}
	}
}

func TestWholeTextHasNoPlaceholders(t *testing.T) {
	t.Parallel()
	for _, line := range filled {
		if got := gaps("# Post\n\n" + line + "\n"); got != "" {
			t.Errorf("%q\nhas %q, want none", line, got)
		}
	}
}

// What is in the fields goes out too, apart from those that the decision fills in.
func TestPlaceholdersOfFields(t *testing.T) {
	t.Parallel()
	for fields, want := range map[string]string{
		"to: {{RECIPIENT_EMAIL}}":                        "{{RECIPIENT_EMAIL}}",
		"to: [name]":                                     "[name]",
		"amount: $AMOUNT":                                "$AMOUNT",
		"mcp_params:\n  to: <RECIPIENT>\n  cc: TBD":      "<RECIPIENT>|TBD",
		"body: |\n  Dear [Name],\n  see you on [date].":  "[Name]|[date]",
		"subject: \"[Your Company]: news\" # [name] TBD": "[Your Company]",
		"tags: [client]\nlabels: [name, date]":           "",
		"approved_by: TBD\nrejection_reason: [reason]":   "",
		"decided_at: {{now}}\nexecuted_at: TBD":          "",
	} {
		if got := gaps("---\ntype: email\n" + fields + "\n---\n\nHello.\n"); got != want {
			t.Errorf("%q\nhas  %q\nwant %q", fields, got, want)
		}
	}
	for action, want := range map[string]string{"email": "[name]", "merge_pull_request": "", "deploy": ""} {
		if got := gaps("---\naction: " + action + "\n---\n\n```\necho [name]\n```\n"); got != want {
			t.Errorf("a block of %s has %q, want %q", action, got, want)
		}
	}
}

func TestTheDoubtQuotesPlaceholdersWithTheirLines(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		with(other, "Answer the desk.", "We are proud of [new service/product], ask [name]."):                `line 6: it has unfilled placeholders: "[new service/product]", "[name]"`,
		with(other, "Answer the desk.", "Dear [name],\n[name], the date is TBD.\n\n[Your Name]\n{{footer}}"): `line 6: it has unfilled placeholders: "[name]", "TBD" (line 7), "[Your Name]" (line 9) and 1 more`,
		with(other, "Answer the desk.", "The date is TBD."):                                                  `line 6: it has an unfilled placeholder: "TBD"`,
	} {
		doubts := Find("Pending_Approval/a.md", []byte(text))
		if len(doubts) != 1 || doubts[0].String() != want || doubts[0].Weight != model.WeightAsk {
			t.Errorf("%q\nraises %v\nwant   %s", text, doubts, want)
		}
	}
}

// In the synthetic vaults beside the checkout only these two have gaps, one of them a form.
func TestPlaceholdersInOtherVaults(t *testing.T) {
	t.Parallel()
	want := map[string]bool{"26-placeholders/Pending_Approval/post.md": true, "not-plans/Pending_Approval/Manual_Approval_Template.md": true}
	for _, vaults := range []string{"dialects", "dialects-2"} {
		dir := os.DirFS(filepath.Join("../../../shared", vaults))
		names, err := fs.Glob(dir, "*/*/*.md")
		if err != nil || len(names) == 0 {
			t.Skip("needs the synthetic vaults beside the checkout")
		}
		for _, name := range names {
			b := must.Get(fs.ReadFile(dir, name))(t)
			if got := gaps(string(b)); (got != "") != want[name] {
				t.Errorf("%s has %q", name, got)
			}
		}
	}
}

func TestWhatDoesNotShowInATargetIsAsked(t *testing.T) {
	t.Parallel()
	for target, asked := range map[string]bool{
		"ann@ac\uFE0Fme.example": true, "4\uFE0F2": true, "ann\uFFFC@acme.example": true, "a\U00013455nn": true, "a\U00016FE4nn": true, "Ann \u2764\uFE0F": false,
	} {
		got := false
		for _, d := range Find("Pending_Approval/x.md", []byte("---\naction: pay\nto: "+target+"\n---\n# Pay\n")) {
			got = got || d.Weight == model.WeightAsk
		}
		if got != asked {
			t.Errorf("%q: asked %v, want %v", target, got, asked)
		}
	}
}
