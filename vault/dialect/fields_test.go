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

func TestTheSameAmount(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"120", "120.00", true}, {"1,200.00 EUR", "1.200,00 €", true}, {"1,200", "1200 USD", true}, {"1 200", "1'200", true},
		{"$5k", "$5,000", true}, {"₹5 lakh", "₹5,00,000", true}, {"1.5 million", "1,500,000", true}, {"Rs. 500", "500 PKR", true},
		{"$500", "500 USD", true}, {"120 - 150 EUR", "120-150", true}, {"0,50 €", "0.5 EUR", true},
		{"5,00 €", "500 €", false}, {"$5", "$5k", false}, {"5 EUR", "5 million EUR", false}, {"500 INR", "500 USD", false},
		{"$500", "€500", false}, {"120-150", "120150", false}, {"-500", "500", false}, {"$-500", "$500", false},
		{"120-150", "120", false}, {"1.20", "120", false}, {"10", "100", false},
	} {
		if sameAmount(c.a, c.b) != c.same || sameAmount(c.b, c.a) != c.same {
			t.Errorf("%q and %q: want the same %v", c.a, c.b, c.same)
		}
	}
}

func TestTheSameTarget(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b           string
		same, together bool
	}{
		{"Ann Lee", "\"ann  lee\"", true, true}, {"Ann <ann@acme.example>", "ann@acme.example", true, true},
		{"Ann (ann@acme.example)", "Ann", true, true}, {"Ann <ann@acme.example>", "A. Lee <Ann@acme.example>", true, true},
		{"+49 170 1234567", "+491701234567", true, true},
		{"Ann", "Ann Mallory-Evil", false, false}, {"billing@acme.example", "billing@acme.example.evil.example", false, false},
		{"Ann Lee", "mallory@evil.example", false, false}, {"Ann <ann@acme.example>", "Ann <ann@evil.example>", false, false},
		{"ann@acme.example", "ann@acme.example, press@evil.example", false, false},
		{"Ann Lee", "ann@acme.example", false, true}, {"Hausverwaltung Nord", "DE00 1111 2222", false, true},
		{"DE00 1111 2222", "DE00 9999 2222", false, false}, {"a-b@acme.example", "ab@acme.example", false, false},
	} {
		if sameTarget(c.a, c.b) != c.same || sameTarget(c.b, c.a) != c.same || goTogether(c.a, c.b) != c.together || goTogether(c.b, c.a) != c.together {
			t.Errorf("%q and %q: got %v and %v, want %v and %v", c.a, c.b, sameTarget(c.a, c.b), goTogether(c.a, c.b), c.same, c.together)
		}
	}
}

func TestPlacesThatDisagreeAreADoubt(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, text, want string }{
		{"a key and the body", "---\nto: ann@acme.example\n---\n# Pay\n\n**To:** mallory@evil.example\n", `target is "ann@acme.example" in line 2, but "mallory@evil.example" in line 6`},
		{"two names", "# Pay\n\n**To:** Ann\n**Payee:** Mallory\n", `target is "Ann" in line 3, but "Mallory" in line 4`},
		{"two amounts", "# Pay\n\n**Amount:** 5 EUR\n**Total:** 50 EUR\n", `amount is "5 EUR" in line 3, but "50 EUR" in line 4`},
		{"two expiries", "---\nexpires: 2026-03-20\n---\n# Pay\n\n**Valid until:** 2026-05-20\n", `expiry is "2026-03-20" in line 2, but "2026-05-20" in line 6`},
		{"a time after the creation", "---\nexpires: 2026-03-20\nexpires_in: 24 hours\n---\n# Pay\n", ""},
		{"a name and its address", "---\nto: ann@acme.example\n---\n# Pay\n\n**Client:** Ann Lee\n", ""},
		{"a name and both", "---\nto: Ann Lee\n---\n# Pay\n\n**To:** Ann Lee, billing@acme.example\n", ""},
		{"the amount of the invoice", "---\namount: 98 EUR\n---\n# Pay\n\n**Invoice amount:** 100 EUR\n", ""},
		{"what is pasted", "# Pay\n\n**To:** Ann\n\n## Original mail\n\n**To:** Mallory\n", ""},
	} {
		r := requestOf(c.text)
		got := ""
		if len(r.Contests) > 0 {
			got = r.Contests[0].Reason
		}
		if got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

func TestTitleOfARequest(t *testing.T) {
	t.Parallel()
	letter := "\n\n## Draft\n\nHello,\n\nthank you for your letter.\n"
	for _, c := range []struct{ name, text, want string }{
		{"the text at the top beats the letter below", "---\nto: ida@club.example\n---\n\nMend the canoe" + letter, "Mend the canoe"},
		{"below a heading of a second level too", "## Payment Request\nPay the boat builder.\n\n## Draft\nA draft was written.\n", "Pay the boat builder."},
		{"a description beats the letter below", "# Approval Required\n\n## Description\n\nMend the canoe" + letter, "Mend the canoe"},
		{"a description beats the kind of file", "# LinkedIn Post Approval Request\n\n## Description\n\nMend the canoe\n", "Mend the canoe"},
		{"the kind of approval is no part of a title", "# Payment Approval Request: Mend the canoe\n", "Mend the canoe"},
		{"but what is asked for is", "# Payment Request: Canoe Club\n", "Payment Request: Canoe Club"},
		{"a title line for a kind, without the words for an approval", "# Approval Required: Social Post Request\n", "Social Post Request"},
		{"nor those at its end", "## WhatsApp Message — Approval Required\n\n**To:** 0700\n", "WhatsApp Message"},
		{"behind any dash", "# LinkedIn Post - PENDING APPROVAL\n", "LinkedIn Post"},
		{"what is pasted beats the kind of file", "# Email Draft - PENDING APPROVAL\n\n## Original Content\n\nMend the canoe.\n", "Mend the canoe."},
		{"and the name of a file", "# Approval Request: canoe_club_30.md\n\n## Original Content\n\nMend the canoe.\n", "Mend the canoe."},
		{"a label for the subject of the original", "**Action**: send_reply\n**Original Subject**: Mend the canoe" + letter, "Mend the canoe"},
		{
			"a greeting alone tells whom it is from",
			"---\ntype: email\nfrom: Ida Roe <ida@club.example>\nsubject:\nreceived: 2026-03-01T08:00:00Z\n---\n\n# New Email:\n\n## Email Preview\nHi\n", "Email from Ida Roe",
		},
	} {
		if got := requestOf(c.text).Summary.Text; got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// A key in a name is known for one only while nothing is taken out of it.
func TestTheTitleOfANameLeavesAKeyWhole(t *testing.T) {
	t.Parallel()
	const key = "q7Kx2Vn9q7Kx2Vn9q7Kx2Vn9q7Kx2Vn9q7Kx"
	for name, want := range map[string]string{
		"pay_ghp_" + key + "_now":          "pay_ghp_" + key + "_now",
		"the-sk-ant-api03-" + key:          "the-sk-ant-api03-" + key,
		"pay_AKIAQ7KX2VN9Q7KX2VN9_now":     "pay_AKIAQ7KX2VN9Q7KX2VN9_now",
		"token_0123456789abcdef0123456789": "token_0123456789abcdef0123456789",
		"EMAIL_19c8b4d3363e738f_Mend_it":   "EMAIL 19c8b4d3363e738f Mend it",
		"Step1_Report2_of-2026":            "Step1 Report2 of-2026",
		"mend-the-canoe":                   "mend the canoe",
	} {
		if got := readable(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

func TestTitleOfAPlan(t *testing.T) {
	t.Parallel()
	prose := "\n\n## Context\n\nRobin is away on Thursday.\n"
	for _, c := range []struct{ name, file, text, want string }{
		{"a dated title line beats a summary", "x.md", "# Execution Plan — 2026-03-29\n\n## Summary\n\nTwo letters wait.\n", "Execution Plan — 2026-03-29"},
		{"and the context", "x.md", "# Execution Plan — 2026-03-29" + prose, "Execution Plan — 2026-03-29"},
		{"the word plan with a day does not", "x.md", "# Plan — 2026-03-29" + prose, "Robin is away on Thursday."},
		{"unless there is nothing else", "x.md", "# Plan — 2026-03-29\n", "Plan — 2026-03-29"},
		{"an objective beats both", "x.md", "# Execution Plan — 2026-03-29\n\n**Objective:** Mend the canoe" + prose, "Mend the canoe"},
		{"a name that says enough beats the context", "plan-translate-the-leaflet-of-the-club.md", prose, "plan translate the leaflet of the club"},
		{"a name of kinds and numbers does not", "PLAN_email_draft_7f3a9c_20260329.md", prose, "Robin is away on Thursday."},
		{"a plain line for the title", "x.md", "# Task Plan\n\nCreated: 2026-03-29\nTitle: Mend the canoe\nStatus: draft" + prose, "Mend the canoe"},
		{"a bold one", "x.md", "# Task Plan\n\n**Title:** Mend the canoe" + prose, "Mend the canoe"},
		{"a label for the task", "x.md", "# Action Plan\n\n**Task:** Mend the canoe" + prose, "Mend the canoe"},
		{"but not the name of its file", "x.md", "# Action Plan\n\n**Task:** FILE_canoe.txt" + prose, "Robin is away on Thursday."},
		{"a plan for a task", "x.md", "# Plan for: Mend the canoe\n", "Mend the canoe"},
	} {
		if got := ReadPlan(Open(nil, "Plans/"+c.file, []byte(c.text))).Title.Text; got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestWhatIsNoPlan(t *testing.T) {
	t.Parallel()
	box := "\n- [ ] Feed the geese\n"
	numbers := "\n1. Ida spoke\n2. Then lunch\n"
	for _, c := range []struct {
		name, file, text string
		want             Kind
	}{
		{"a day sheet by its type", "Plans/x.md", "---\ntype: daily_plan\nstatus: active\n---\n\n## Today\n" + box, KindDocument},
		{"by its name", "Plans/daily_2026-03-15.md", "## Today\n" + box, KindDocument},
		{"by its title", "Plans/PLAN_x.md", "# Daily Plan - 2026-03-15\n\n## Today\n" + box, KindDocument},
		{"elsewhere", "Needs_Action/2026-03-15_day_plan.md", "## Today\n" + box, KindIntake},
		{"a plan for every day is none", "Plans/PLAN_daily_milk.md", "# Daily milk\n" + box, KindPlan},
		{"nor is work with daily in its name", "Plans/daily_milk.md", "## Today\n" + box, KindPlan},
		{"notes of a meeting", "Plans/Meeting_Notes_geese.md", "# Geese\n" + numbers, KindDocument},
		{"with what comes next", "Plans/Meeting_Notes_geese.md", "# Geese\n\n## Next Steps\n" + numbers, KindDocument},
		{"notes by their type", "Plans/x.md", "---\ntype: notes\nstatus: active\n---\n" + numbers, KindDocument},
		{"minutes by their title", "Plans/x.md", "# Minutes of 3 March\n" + numbers, KindDocument},
		{"minutes with boxes are work", "Plans/x.md", "# Minutes of 3 March\n\n## Action Items\n" + box, KindPlan},
		{"release notes are work", "Plans/release_notes.md", "# Write the release notes\n" + numbers, KindPlan},
		{"a request among rejected plans", "Plans/Rejected/x.md", "---\ntype: approval_request\naction: buy\n---\n\n# Buy hay\n", KindRequest},
		{"a rejected plan", "Plans/Rejected/x.md", "---\ntype: plan\n---\n\n# Buy hay\n" + box, KindPlan},
		{"a request among the plans is not decided", "Plans/x.md", "---\ntype: approval_request\naction: buy\n---\n\n# Buy hay\n", KindDocument},
	} {
		if got := Classify(Open(nil, c.file, []byte(c.text))); got.Kind != c.want {
			t.Errorf("%s: %s, because %s, want %s", c.name, got.Kind, got.Why, c.want)
		}
	}
}

func TestAReportOfFinishedWorkHasNoSteps(t *testing.T) {
	t.Parallel()
	list := "\n\n## Folders\n\n1. The barn is dry\n2. The geese are in\n"
	for _, c := range []struct {
		name, text string
		want       int
	}{
		{"a list that may be anything", "---\nstatus: completed\n---\n\n# Audit" + list, 0},
		{"in a plan that is not done", "---\nstatus: pending\n---\n\n# Audit" + list, 2},
		{"a list of steps", "---\nstatus: completed\n---\n\n# Audit\n\n## Steps\n\n1. Look at the barn\n2. Count the geese\n", 2},
		{"boxes", "---\nstatus: completed\n---\n\n# Audit\n\n- [x] Look at the barn\n", 1},
	} {
		if got := len(planOf(c.text).Steps); got != c.want {
			t.Errorf("%s: %d steps, want %d", c.name, got, c.want)
		}
	}
}

func TestWhatARequestSaysWithoutTheUsualKeys(t *testing.T) {
	t.Parallel()
	front := func(lines string) string { return "---\ntype: approval_request\n" + lines + "\n---\n\n" }
	for _, tt := range []struct{ name, text, title, to, from string }{
		{"a recommendation before its evidence", front("action: end_lease\nvendor: Reed Boats") + "## Evidence\n- The punt was rowed twice.\n\n## Recommendation\nEnd the lease of the punt.\n", "End the lease of the punt.", "Reed Boats", ""},
		{"an action and what it is about", front("action: end_lease\nvendor: Reed Boats") + "## Evidence\n- The punt was rowed twice.\n", "End lease: Reed Boats", "Reed Boats", ""},
		{"a title line wins", front("action: end_lease\nvendor: Reed Boats") + "# Give the punt back\n\n## Recommendation\nEnd it.\n", "Give the punt back", "Reed Boats", ""},
		{"a post named by its action", front("action: mastodon_post") + "## Post content\n\nThe weir opens in May.\n", "The weir opens in May.", "mastodon", ""},
		{"a post named by its type", "---\ntype: linkedin_post_approval\naction: publish\n---\n\n## Draft Post\n\nThe weir opens in May.\n", "The weir opens in May.", "linkedin", ""},
		{"a platform that is given", front("action: linkedin_post\nplatform: Club page") + "## Post content\n\nThe weir opens in May.\n", "The weir opens in May.", "Club page", ""},
		{"a message on a channel goes to a person", front("action: linkedin_message") + "## Message\n\nThe weir opens in May.\n", "The weir opens in May.", "", ""},
		{"two channels are none", front("action: linkedin_facebook_post") + "## Post content\n\nThe weir opens in May.\n", "The weir opens in May.", "", ""},
		{"a pointer is no text", "# Approval Required: Social Post Request\n\n- **Platform:** Not specified\n- **Content:** See the draft below\n", "Social Post Request", "", ""},
		{"what is seen is text", front("title: See who rows below") + "# Approval\n", "See who rows below", "", ""},
		{"a heading with a sender", "---\ntype: sms_message\n---\n\n# SMS Detected\n\n## From: +00 555 0100 (Ida)\n\n## Message Content\n\nThe weir leaks\n", "The weir leaks", "", "+00 555 0100 (Ida)"},
	} {
		if r := requestOf(tt.text); r.Summary.Text != tt.title || r.Target.Text != tt.to || r.Sender.Text != tt.from {
			t.Errorf("%s: title %q, to %q, from %q", tt.name, r.Summary.Text, r.Target.Text, r.Sender.Text)
		}
	}
}

func TestABlockerBelowTheOpenStepBlocks(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, text string
		state      model.State
		why        string
	}{
		{"below the open step", "status: in_progress\n---\n# Weir\n\n## Steps\n\n- [x] Drain it\n  - Blocker: the rain\n- [ ] Mend it\n  - File: `weir.md`\n  - **Blocker:** the owner has to say yes\n", model.StateBlocked, "the owner has to say yes"},
		{"below a later step", "status: in_progress\n---\n# Weir\n\n## Steps\n\n- [x] Drain it\n- [ ] Mend it\n- [ ] Fill it\n  - Blocker: the rain\n", model.StateActive, ""},
		{"none", "status: in_progress\n---\n# Weir\n\n## Steps\n\n- [x] Drain it\n- [ ] Mend it\n  - Blocker: none\n", model.StateActive, ""},
		{"over", "status: done\n---\n# Weir\n\n## Steps\n\n- [x] Drain it\n- [ ] Mend it\n  - Blocker: the rain\n", model.StateDone, ""},
	} {
		if p := planOf("---\n" + tt.text); p.Status.State != tt.state || p.Blocked.Text != tt.why {
			t.Errorf("%s: %v, blocked by %q", tt.name, p.Status.State, p.Blocked.Text)
		}
	}
}
