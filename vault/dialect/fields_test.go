package dialect

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"coldstart/model"
)

func TestSpellings(t *testing.T) {
	t.Parallel()
	for f := range fieldCount {
		s := spellings[f]
		value := map[field]string{fieldNeeds: "yes", fieldAmount: "12", fieldCreated: "2026-03-15", fieldUpdated: "2026-03-15"}[f]
		if value == "" {
			value = "v_1_2"
		}
		if len(s.keys)+len(s.labels) == 0 {
			t.Errorf("field %d has no spelling", f)
		}
		for _, key := range strings.Fields(strings.Join(s.keys, " ")) {
			text := "---\nother: 1\n" + key + ": " + value + "\n---\n"
			if inner, nested := strings.CutPrefix(key, "."); nested {
				text = "---\nparameters:\n  " + inner + ": " + value + "\n---\n"
			}
			for _, spelled := range []string{text, strings.ReplaceAll(text, key, strings.ReplaceAll(strings.ToUpper(key), "_", "-"))} {
				if got := Open(nil, "x.md", []byte(spelled)).fact(f); got.Text != value || got.Line != 3 || got.Basis != model.BasisDeclared {
					t.Errorf("key %q of field %d gives %+v", key, f, got)
				}
			}
		}
		for _, label := range strings.Fields(strings.Join(s.labels, " ")) {
			_, n := utf8.DecodeRuneInString(label)
			name := strings.ToUpper(label[:n]) + strings.ReplaceAll(label[n:], "_", " ")
			for _, line := range []string{"**%s:** VALUE", "**%s**: VALUE", "- **%s:** VALUE", "| **%s** | VALUE |", "**Zz:** 1 | **%s:** VALUE"} {
				line = strings.ReplaceAll(line, "VALUE", value)
				if got := Open(nil, "x.md", []byte("# X\n\n"+fmt.Sprintf(line, name)+"\n")).fact(f); got.Text != value || got.Line != 3 {
					t.Errorf("label %q of field %d gives %+v", fmt.Sprintf(line, name), f, got)
				}
			}
		}
	}
}

func TestARequestMayBeWrittenInGerman(t *testing.T) {
	t.Parallel()
	r := requestOf("# Freigabe\n\n- **Betreff:** Heu für den Stall\n- **An:** mia@stall.example\n- **IBAN:** XX00 1111\n- **Betrag:** 120 EUR\n- **Gültig bis:** 2026-03-20\n- **Fällig:** 2026-03-18\n- **Priorität:** hoch\n- **Erstellt:** 2026-03-15\n")
	got := []string{r.Summary.Text, r.Target.Text, r.Amount.Text, r.Expires.Text, r.Due.Text, r.Priority.Text, r.Created.Text}
	if want := []string{"Heu für den Stall", "mia@stall.example", "120 EUR", "2026-03-20", "2026-03-18", "hoch", "2026-03-15"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestAbsentValues(t *testing.T) {
	t.Parallel()
	for _, word := range append([]string{""}, absentWords...) {
		if p := planOf("---\nplan_id: " + strings.ToUpper(word) + "\ntask_id: T\n---\n"); p.ID.Text != "T" {
			t.Errorf("%q is the id %q", word, p.ID.Text)
		}
	}
	for _, mark := range unexpanded {
		if p := planOf("---\nplan_id: P_" + mark + "date)}}\n---\n"); p.ID.Text != "x" {
			t.Errorf("%q is the id %q", mark, p.ID.Text)
		}
	}
}

func TestQuotedValues(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		`plain # comment`:            "plain",
		`Order #55 # two`:            "Order #55",
		`'it''s' # so`:               "it's",
		`"a \"b\" \\ \/ \u00e9\xe9"`: `a "b" \ / éé`,
		`"tab\tline\nend\0"`:         "tab\tline\nend",
		`"\q \u12"`:                  `\q \u12`,
		`"Desk (A)" <a@b.example>`:   `"Desk (A)" <a@b.example>`,
		`"open`:                      `"open`,
		`[1 of 2] Re: x`:             "[1 of 2] Re: x",
		`> 500`:                      "> 500",
	} {
		if got := planOf("---\ntitle: " + raw + "\n---\n"); got.Title.Text != tidy(want) {
			t.Errorf("%s reads %q, want %q", raw, got.Title.Text, want)
		}
	}
	for c, want := range escapes {
		if got := plainValue(`"a\` + string(c) + `"`); got != "a"+want {
			t.Errorf("\\%c gives %q", c, got)
		}
	}
}

func TestTitles(t *testing.T) {
	t.Parallel()
	for _, prefix := range titlePrefixes {
		for _, form := range []string{"%s: Mend it", "🛠️ %s – Mend it", "%s for Mend it", "%s — Mend it"} {
			title, _ := Open(nil, "x.md", []byte("# "+fmt.Sprintf(form, strings.ToUpper(prefix))+"\n")).titleHeading()
			if title.Text != "Mend it" {
				t.Errorf("%q is the title %q", fmt.Sprintf(form, prefix), title.Text)
			}
		}
	}
	for _, title := range genericTitles {
		if got := planOf("# " + strings.ToUpper(title) + "\n"); got.Title.Text != "x" || got.Title.Basis != model.BasisGuessed {
			t.Errorf("%q is a title: %+v", title, got.Title)
		}
	}
	for _, section := range append(append([]string{}, goalSections...), contextSections...) {
		if got := planOf("# Plan\n\n## 2. " + section + "\n\n**Key:** x\n---\n- Mend it\n"); got.Title.Text != "Mend it" {
			t.Errorf("below %q the title is %+v", section, got.Title)
		}
	}
	for _, section := range summarySections {
		if got := requestOf("First.\n\n## " + section + "\n\nMend it\n"); got.Summary.Text != "Mend it" {
			t.Errorf("below %q the summary is %+v", section, got.Summary)
		}
	}
	for _, ending := range fileEndings {
		if got := planOf("# Plan: mend" + ending + "\n"); got.Title.Text != "mend" || got.Title.Basis != model.BasisDerived {
			t.Errorf("mend%s is the title %+v", ending, got.Title)
		}
	}
}

func TestActionOfRequests(t *testing.T) {
	t.Parallel()
	for _, word := range []string{"approval", "request"} {
		if got := requestOf("---\ntype: budget_" + word + "\ntask_type: mail\n---\n**Type:** call\n").Action.Text; got != "mail" {
			t.Errorf("type %s gives the action %q", word, got)
		}
		if got := requestOf("---\ntype: budget_" + word + "\n---\n").Action; got.Text != "budget" || got.Basis != model.BasisDerived {
			t.Errorf("type %s is the action %q", word, got.Text)
		}
		if got := requestOf("---\ntype: " + word + "_required\n---\n**Type:** Approval " + word + "\n").Action.Text; got != "" {
			t.Errorf("type %s is the action %q", word, got)
		}
	}
	if got := requestOf("---\ntype: payment\n---\n**Channel:** post\n").Action.Text; got != "post" {
		t.Errorf("the action is %q", got)
	}
	for _, key := range []string{"payee", "beneficiary", "Supplier", "pay_to", "payTo", "creditor", "merchant", "iban", "vendor"} {
		for _, text := range []string{"---\nfrom: a@yard.example\n" + key + ": Velmora Tyres\n---\n", "# Pay\n\n**" + key + ":** Velmora Tyres\n"} {
			if got := requestOf(text).Target.Text; got != "Velmora Tyres" {
				t.Errorf("%q: target %q", text, got)
			}
		}
	}
	if got := requestOf("---\nfrom: a@yard.example\n---\n**To:** b@yard.example\n").Target.Text; got != "b@yard.example" {
		t.Errorf("the target is %q", got)
	}
}

func TestAMailThatCameInHasASenderAndNoTarget(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, text, target, sender string }{
		{"a mail", "---\ntype: email\nfrom: Otter Books <desk@otter.example>\n---\n", "", "Otter Books <desk@otter.example>"},
		{"with the owner's mailbox", "---\ntype: email\nfrom: desk@otter.example\nto: robin@vale.example\nreceived: 2026-03-01\n---\n", "", "desk@otter.example"},
		{"with a date", "---\ntype: email\nfrom: desk@otter.example\nrecipient: robin@vale.example\ndate: 2026-03-01\n---\n", "", "desk@otter.example"},
		{"in bold lines", "# Your order\n\n**Type:** email\n**From:** desk@otter.example\n**To:** robin@vale.example\n**Received:** 2026-03-01\n", "", "desk@otter.example"},
		{"a message", "---\ntype: whatsapp_message\nsender: Ada Lunt\n---\n", "", "Ada Lunt"},
		{"a reply", "---\ntype: reply_draft\nfrom: desk@otter.example\n---\n", "desk@otter.example", "desk@otter.example"},
		{"a reply that says to whom", "---\ntype: email_reply\nfrom: robin@vale.example\nto: desk@otter.example\n---\n", "desk@otter.example", "robin@vale.example"},
		{"a draft for a mail", "---\ntype: email_draft\noriginal_from: desk@otter.example\n---\n", "desk@otter.example", ""},
		{"to be sent", "---\ntype: email\naction: send_email\nfrom: robin@vale.example\nto: desk@otter.example\ndate: 2026-03-01\n---\n", "desk@otter.example", "robin@vale.example"},
		{"to be sent by its name", "---\ntype: email\nto: desk@otter.example\n---\n", "desk@otter.example", ""},
		{"a bill that somebody forwarded", "---\ntype: approval_request\ntask_type: payment\nfrom: accounting\n---\n", "", "accounting"},
		{"a post", "# Post\n\n**Platform:** Mastodon\n**Account:** otters\n", "Mastodon", ""},
	} {
		r := requestOf(c.text)
		if r.Target.Text != c.target || r.Sender.Text != c.sender {
			t.Errorf("%s: target %q, sender %q", c.name, r.Target.Text, r.Sender.Text)
		}
	}
}

func TestMoney(t *testing.T) {
	t.Parallel()
	for c := range currencies {
		for _, amount := range []string{c + " 1,20,000.50", strings.ToUpper(c) + "5", "12 " + c, "0" + c} {
			if !isMoney(amount) {
				t.Errorf("%q is no money", amount)
			}
		}
	}
	for text, want := range map[string]bool{
		"500": true, "5000.00": true, "-12.50 EUR": true, "1'200 CHF": true, "1 200,00 €": true, "Rs. 500/-": true,
		"": false, "free": false, "50%": false, "500 MB": false, "3 to 5 EUR": true, "2026-04-01": false,
		"$5,000/month": true, "$12/seat": true, "5 EUR per seat and month": true, "Rs. 1,20,000/-": true, "USD 1.5k": true, "$1,000 - $2,000": true,
		"$500 USD": true, "up to $500": true, "120 EUR (incl. VAT)": true, "₹2 lakh": true, "€84,50 monthly": true, "$40 each": true, "50 dollars": true,
		"3 items": false, "5 of 12": false, "2 hours": false, "$5/": false, "see invoice 12": false, "12 Main Street": false, "10:30": false, "INV-2026": false,
		"$" + strings.Repeat("9", 60): false,
	} {
		if isMoney(text) != want {
			t.Errorf("%q is money: %v", text, !want)
		}
	}
}

func TestExpiryPhrases(t *testing.T) {
	t.Parallel()
	for _, e := range expiryPhrases {
		stated := "2026-05-01T10:00:00Z"
		if e.relative {
			stated = "36 hours"
		}
		line := "The offer **" + strings.ToUpper(e.phrase[:1]) + e.phrase[1:] + "** " + stated + "."
		r := requestOf("**Created:** 2026-04-01\n\n" + line + "\n")
		if r.Expires.Text != stated || r.Expires.Line != 3 || (r.Within > 0) != e.relative {
			t.Errorf("%q gives %+v, %v", line, r.Expires, r.Within)
		}
		for _, hidden := range []string{"> " + line, "```\n" + line + "\n```", "## Draft Content\n" + line, "## Original Mail\n" + line} {
			if r := requestOf(hidden + "\n"); r.Expires.Given() {
				t.Errorf("%q gives %+v", hidden, r.Expires)
			}
		}
	}
	for _, u := range expiryUnits {
		if got := relative("in 3 " + u.word); got != 3*u.unit {
			t.Errorf("3 %s is %v", u.word, got)
		}
	}
	for _, text := range []string{"", "24", "hours", "0 hours", "-1 day", "3 hats", "99999999999 days", "9999 weeks", "2026-05-01"} {
		if got := relative(text); got != 0 {
			t.Errorf("%q is %v", text, got)
		}
	}
	if r := requestOf("---\nexpires: 24h\n---\n"); r.Within != 0 || r.Expires.Text != "24h" {
		t.Errorf("without a creation it lapses after %v", r.Within)
	}
}

func TestLinksBetweenFiles(t *testing.T) {
	t.Parallel()
	for _, prefix := range stemPrefixes {
		for _, suffix := range stemSuffixes {
			if got := linkStem(strings.ToUpper(prefix) + "hay-barn two" + suffix + ".md"); got != "hay_barn_two" {
				t.Errorf("%s and %s leave %q", prefix, suffix, got)
			}
		}
	}
	for a, b := range map[string]string{
		"Needs_Action/EMAIL_hay.md":   "`EMAIL_hay.md`",
		"Done/mail/EMAIL_hay.md":      "EMAIL_hay",
		`C:\vault\Inbox\EMAIL_hay.md`: "email_hay",
		"/runs/hay/trace.md":          "runs/hay/trace.md",
	} {
		if (*Folders)(nil).sourceKey(a) != (*Folders)(nil).sourceKey(b) || (*Folders)(nil).sourceKey(a) == "" {
			t.Errorf("%q and %q have the keys %q and %q", a, b, (*Folders)(nil).sourceKey(a), (*Folders)(nil).sourceKey(b))
		}
	}
	if (*Folders)(nil).sourceKey("/runs/hay/trace.md") == (*Folders)(nil).sourceKey("/runs/rye/trace.md") {
		t.Error("two traces have one key")
	}
}

func TestTimesInNames(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"PLAN_20260305_081502":     "2026-03-05T08:15:02",
		"a_20260305_081502_b":      "2026-03-05T08:15:02",
		"a 2026-03-05T08-15-02Z b": "2026-03-05T08:15:02Z",
		"2026_03_05_0815":          "2026-03-05T08:15",
		"20250101_x_20260305":      "2026-03-05",
		"PLAN_214651":              "",
		"12345678901234":           "",
		"20261305":                 "",
		"2026-03-05_9999":          "2026-03-05",
		"invoice-2026-03":          "",
		"20260305081502":           "",
		"x_20260305-hay":           "2026-03-05",
	} {
		if _, _, got := lastTime(name); got != want {
			t.Errorf("%s holds %q, want %q", name, got, want)
		}
	}
}

func TestManyLabels(t *testing.T) {
	t.Parallel()
	text := "# Plan: X\n\n## Steps\n\n"
	for i := range maxLabels {
		text += fmt.Sprintf("### Step %d: a\n**Status:** completed\n", i+1)
	}
	p := Open(nil, "Plans/x.md", []byte(text))
	if plan := ReadPlan(p); plan.Ticked() != maxLabels || len(p.Warnings) > 0 {
		t.Errorf("%d of %d are done, warnings %v", plan.Ticked(), len(plan.Steps), p.Warnings)
	}
	p = Open(nil, "Plans/x.md", []byte(text+"### Step: b\n**Status:** completed\n"))
	if plan := ReadPlan(p); plan.Ticked() != maxLabels || len(p.Warnings) != 1 {
		t.Errorf("%d of %d are done, warnings %v", plan.Ticked(), len(plan.Steps), p.Warnings)
	}
}

// A label for the status is one row of the table, in whatever form a body has it.
func TestEachLabelOfAStatusIsReadInEachForm(t *testing.T) {
	t.Parallel()
	for _, key := range spellings[fieldStatus].labels {
		for _, form := range []string{"**%s:** Draft", "%s: Draft", "## %s: Draft", "| %s | Draft |"} {
			text := "# A\n\n" + fmt.Sprintf(form, key) + "\n\n- [ ] x\n"
			if p := ReadPlan(Open(nil, "Plans/a.md", []byte(text))); p.Status.State != model.StateDraft {
				t.Errorf("%q: %v", text, p.Status)
			}
		}
	}
}

func TestWhatIsNoTitle(t *testing.T) {
	t.Parallel()
	const better = "\n## Objective\nMend it\n"
	for _, g := range greetings {
		for _, line := range []string{strings.ToUpper(g), g + ",", g + " Club Team,"} {
			if got := planOf("# " + line + better); got.Title.Text != "Mend it" {
				t.Errorf("%q is the title %q", line, got.Title.Text)
			}
			if got := requestOf("# Draft reply\n\n" + line + "\n\nIt floats\n"); got.Summary.Text != "It floats" {
				t.Errorf("%q is the summary %q", line, got.Summary.Text)
			}
		}
	}
	for _, medium := range mediumWords {
		for _, form := range formWords {
			if got := planOf("# " + medium + " - " + strings.ToUpper(form) + better); got.Title.Text != "Mend it" {
				t.Errorf("%s %s is the title %q", medium, form, got.Title.Text)
			}
		}
		for _, fill := range fillWords {
			if got := requestOf("# " + medium + " " + fill + "\n\n## Message\nMend it\n"); got.Summary.Text != "Mend it" {
				t.Errorf("%s %s is the summary %q", medium, fill, got.Summary.Text)
			}
		}
	}
	for _, phrase := range formPhrases {
		if got := requestOf("This " + phrase + " now.\n\nMend it\n"); got.Summary.Text != "Mend it" {
			t.Errorf("%s is in the summary %q", phrase, got.Summary.Text)
		}
	}
	for _, line := range []string{"AUTO items: 1", "- Boats: 12 of 13", "Total: $20", "<html>", "N/A"} {
		if got := planOf("# Plan\n\n## Objective\n" + line + "\nMend it\n"); got.Title.Text != "Mend it" {
			t.Errorf("%q is the title %q", line, got.Title.Text)
		}
	}
	for _, title := range []string{"Hello world of boats", "Hire a crew: 3 people for the regatta in May", "Pay the invoice", "Hi-fi for the club", "Social media plan"} {
		if got := planOf("# " + title + better); got.Title.Text != title {
			t.Errorf("%q is not the title, but %q", title, got.Title.Text)
		}
	}
	for header, want := range map[string]string{"Subject: The race": "The race", "To: ida@club.example": "Mend it", "From: Ida Roe": "Mend it"} {
		if got := requestOf("# Draft\n\n## Email body\n" + header + "\nMend it\n"); got.Summary.Text != want {
			t.Errorf("%q gives %q", header, got.Summary.Text)
		}
	}
}

// replyTo is a request to send a reply, with a quoted message.
func replyTo(action, quoted, reply string) Request {
	return requestOf("---\naction: " + action + "\nstatus: pending\n---\n\n# Reply Approval Required\n\n## Original Message\n" + quoted + "\n\n## Proposed Reply\n" + reply + "\n")
}

func TestAReplyGoesToTheOneSenderOfWhatItQuotes(t *testing.T) {
	t.Parallel()
	const kim = "Garden Club <kim@club.example>"
	for quoted, want := range map[string]string{
		"**From:** " + kim + "\n**Subject:** Hay\n\nHow much?":    kim,
		"- From: " + kim + "\n\nHow much?":                        kim,
		"> From: " + kim + "\n> Reply-To: kim@club.example":       kim,
		"**From:** " + kim + "\n\n> From: Ida <ida@boat.example>": "",
		"From: " + kim + "\nReply-To: desk@farm.example":          "",
		"**To:** " + kim + "\n\nHow much?":                        "",
	} {
		r := replyTo("Send Reply", quoted, "Hello Kim,\n\nThank you for your message. I've received it.")
		if r.Target.Text != want || want != "" && r.Target.Basis != model.BasisGuessed || r.Target.Contested() {
			t.Errorf("%q goes to %+v", quoted, r.Target)
		}
		if want != "" && r.Summary.Text != "Reply to Garden Club" {
			t.Errorf("%q has the title %q", quoted, r.Summary.Text)
		}
	}
	for _, word := range replying {
		if r := replyTo(word, "From: "+kim, "It floats"); r.Target.Text != kim || r.Summary.Text != "It floats" {
			t.Errorf("%s: %+v, %q", word, r.Target, r.Summary.Text)
		}
	}
	for _, courtesy := range courtesies {
		if r := replyTo("reply", "From: kim@club.example", courtesy+" letter."); r.Summary.Text != "Reply to kim@club.example" {
			t.Errorf("%s: %q", courtesy, r.Summary.Text)
		}
	}
	for _, key := range []string{"to", "from", "original_sender"} {
		if r := replyTo("reply\n"+key+": Kim", "How much?", "I hope this helps."); r.Summary.Text != "Reply to Kim" {
			t.Errorf("%s: %q", key, r.Summary.Text)
		}
	}
	if r := replyTo("forward", "From: "+kim, "It floats"); r.Target.Given() {
		t.Errorf("what is forwarded goes to %+v", r.Target)
	}
}

func TestThePartnerOfADealIsTheTarget(t *testing.T) {
	t.Parallel()
	for _, key := range []string{"Partner", "Customer", "Bill To"} {
		if r := requestOf("# Invoice for hay\n\n## Details\n- **" + key + "**: Kim Stalls\n- **Amount**: $250.00\n"); r.Target.Text != "Kim Stalls" || r.Amount.Text != "$250.00" {
			t.Errorf("%s: %+v, %+v", key, r.Target, r.Amount)
		}
	}
}
