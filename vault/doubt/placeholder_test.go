package doubt

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/testdata/must"
	"coldstart/vault/text"
)

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
		with(other, "Answer the desk.", "We are proud of [new service/product], ask [name]."):                `line 6: it has placeholders that nobody filled in: "[new service/product]", "[name]"`,
		with(other, "Answer the desk.", "Dear [name],\n[name], the date is TBD.\n\n[Your Name]\n{{footer}}"): `line 6: it has placeholders that nobody filled in: "[name]", "TBD" (line 7), "[Your Name]" (line 9) and 1 more`,
		with(other, "Answer the desk.", "The date is TBD."):                                                  `line 6: it has a placeholder that nobody filled in: "TBD"`,
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
