package main

import (
	"fmt"
	"path"
	"strings"
	"time"
)

// askForm is what a request is.
type askForm string

const (
	askLetter   askForm = "request"
	askDraft    askForm = "reply draft"
	askPost     askForm = "post"
	askPayment  askForm = "payment"
	askIncoming askForm = "incoming mail"
)

var askForms = odds[askForm]{{30, askLetter}, {14, askDraft}, {10, askPost}, {16, askPayment}, {10, askIncoming}}

// actions are the words for what a request wants done.
var actions = map[askForm][]string{
	askLetter:  {"send_email", "email_send", "send_message", "create_invoice", "cancel_subscription", "file_delete", "Email", "calendar_event"},
	askDraft:   {"send_email", "email_reply", "reply_email", "send_reply"},
	askPost:    {"post_to_linkedin", "social_post", "linkedin_post", "publish_post"},
	askPayment: {"payment", "make_payment", "pay_invoice", "bank_transfer", "budget_approval"},
}

// amounts are sums as people write them.
var amounts = []string{
	"500", "5000.00", "$1,500.00", "Rs. 50,000", "Rs. 1,20,000", "1200 PKR", "120 EUR", "€84.50", "$5,000/month", "USD 250.00", "£40", "₹75,000", "$12/seat",
}

// summaryForm is where a request says what it is about.
type summaryForm string

const (
	sumTitle   summaryForm = "key title"
	sumSubject summaryForm = "key subject"
	sumHeading summaryForm = "H1 with a prefix"
	sumSection summaryForm = "generic H1, section"
	sumText    summaryForm = "first text"
	sumPipe    summaryForm = "table cell with a pipe"
	// Titles that stand in the content, below headings that name fields, or in the mail that
	// is answered.
	sumContent  summaryForm = "generic H1, content"
	sumFields   summaryForm = "headings as fields"
	sumOriginal summaryForm = "key original subject"
	sumGreeting summaryForm = "below a greeting"
	sumReason   summaryForm = "H2 beside a reason"
)

var summaryForms = odds[summaryForm]{
	{10, sumTitle}, {22, sumSubject}, {24, sumHeading}, {18, sumSection}, {8, sumText}, {4, sumPipe},
	{6, sumContent}, {3, sumFields}, {4, sumOriginal}, {6, sumGreeting}, {2, sumReason},
}

// requestStyle is how one program writes its requests.
type requestStyle struct {
	meta    metaForm
	spelled spelling
	summary summaryForm
	clock   clock
	bytes   byteForm
	// The keys, as words. An empty one is not written.
	action, target, created, expires, due, amount, link string
	prefix                                              string
	// boxes is whether the request ends in boxes to choose from.
	boxes bool
	typed bool
}

func (m *maker) requestStyle() requestStyle {
	return requestStyle{
		meta: draw(m, requestMetas), spelled: draw(m, spellings), summary: draw(m, summaryForms), clock: draw(m, clocks), bytes: draw(m, byteForms),
		action: draw(m, odds[string]{{10, "action"}, {10, "action type"}, {5, "type"}, {2, "approval type"}, {2, "action requested"}, {2, "type of approval"}, {4, ""}}),
		target: draw(m, odds[string]{
			{10, "to"}, {6, "recipient"}, {6, "target"}, {3, "target recipient"}, {2, "contact"}, {2, "client"}, {2, "vendor"}, {1, "payee"},
			{1, "email to"}, {2, "parameters/to"}, {1, "details/recipient"}, {1, "send to"}, {4, ""},
		}),
		created: draw(m, odds[string]{
			{12, "created"}, {8, "created at"}, {3, "timestamp"}, {2, "date"}, {2, "requested at"}, {1, "date created"}, {2, "details/timestamp"},
			{1, "submitted at"}, {1, "drafted at"}, {1, "generated date"}, {5, ""},
		}),
		expires: draw(m, odds[string]{{60, ""}, {12, "expires"}, {6, "expires at"}, {3, "valid until"}, {3, "expiry"}, {3, "text"}, {2, "hours"}, {1, "expiry date"}}),
		due:     draw(m, odds[string]{{80, ""}, {6, "due"}, {4, "deadline"}, {3, "due date"}, {2, "sla deadline"}}),
		amount:  draw(m, odds[string]{{10, "amount"}, {3, "total"}, {3, "total amount"}, {1, "price"}, {1, "budget"}, {1, "amount usd"}}),
		link:    draw(m, odds[string]{{30, ""}, {5, "plan"}, {4, "plan file"}, {2, "source plan"}, {3, "related plan"}, {3, "plan id"}, {1, "plan ref"}, {1, "plan reference"}, {1, "for plan"}, {1, "plan name"}, {1, "related action"}, {5, "path"}, {2, "wiki"}, {4, "stem"}}),
		prefix: pick(m, "Approval Request: ", "Approval Required: ", "ACTION: ", "Email: ", "Draft Reply: ", "📧 Approval Request: ", "Human Approval Required: ",
			"Approval Needed: ", "Payment Approval Request: ", "Request: "),
		boxes: m.chance(30), typed: m.chance(40),
	}
}

// request is a request with what a person reads in it.
type request struct {
	style  requestStyle
	form   askForm
	title  string
	to     firm
	made   time.Time
	path   string
	folder string
	plan   *plan
	// torn is true for one with two targets.
	torn bool
}

// newRequest draws a request; plan is the one it is for, nil for most.
func (m *maker) newRequest(style requestStyle, folder string, p *plan) *request {
	r := &request{style: style, form: draw(m, askForms), title: m.title(), to: pick(m, firms...), made: m.moment(), folder: folder, plan: p}
	if m.chance(20) {
		other := m.requestStyle()
		r.style.summary, r.style.clock, r.style.expires = other.summary, other.clock, other.expires
	}
	for _, f := range firms {
		if strings.HasSuffix(r.title, f.name) {
			r.to = f
		}
	}
	name := pick(m, "APPROVAL_", "approval_", "ACTION_", "REQUEST_", "")
	switch r.form {
	case askDraft:
		name = pick(m, "REPLY_", "EMAIL_", "DRAFT_")
	case askPost:
		name = pick(m, "LINKEDIN_", "POST_")
	case askPayment:
		name = pick(m, "PAYMENT_", "APPROVAL_")
	case askIncoming:
		name = "EMAIL_"
	}
	stem := slug(r.title, "_")
	if p != nil && style.link == "stem" && r.form != askIncoming {
		name, stem = "APPROVAL_", strings.TrimSuffix(p.slug, ".plan")
	}
	if r.form == askIncoming && m.chance(15) {
		stem = "20260301_Changes to your " + stem + " plan"
	}
	r.path = m.folder(folder) + "/" + name + stem + ".md"
	if r.form != askDraft && (r.style.summary == sumOriginal || r.style.summary == sumGreeting) {
		r.style.summary = sumHeading
	}
	if r.style.summary == sumFields {
		r.style.meta, r.style.created = boldLines, ""
	}
	if r.form == askIncoming {
		r.style.meta = frontMatter
		r.plan, r.style.expires, r.style.due = nil, "", ""
		if r.style.summary != sumPipe {
			r.style.summary = sumSubject
		}
	}
	return r
}

// ask writes a request and says what a person reads in it.
func (m *maker) ask(r *request, v *made) {
	s := &sheet{m: m, form: r.style.meta, spelled: r.style.spelled}
	if r.style.summary == sumPipe {
		s.form = tableRows
	}
	v.says(r.path, kindRequest, fieldKind, string(r.form), string(kindRequest))
	v.says(r.path, kindRequest, fieldState, r.folder, map[string]string{
		"Pending_Approval": "pending", "Approved": "approved", "Rejected": "rejected",
	}[r.folder])
	if r.form == askIncoming {
		m.incoming(r, s, v)
	} else {
		m.requestKeys(r, s, v)
	}
	m.summaryOf(r, s, v)
	m.requestTimes(r, s, v)
	m.linkOf(r, s, v)
	m.requestStatus(r, s, v)
	m.content(r, s)
	if r.style.boxes {
		s.section(pick(m, "## Decision", "## To Approve", "## Your Choice"), "- [ ] Approve", "- [ ] Reject", "- [ ] Modify")
	} else {
		s.section("## To Approve", "Move this file to the Approved folder.")
	}
	how := m.bytes(r.style.bytes)
	if how == bytesWide {
		// No agent reads it, so that nobody should approve it.
		v.drop(r.path, fieldMay)
	}
	v.put(r.path, encode(s.text(), how))
}

// requestKeys says what is to be done and with whom.
func (m *maker) requestKeys(r *request, s *sheet, v *made) {
	where := string(s.form) + ", "
	action, right := pick(m, actions[r.form]...), []string{""}
	if r.style.typed && r.style.action != "type" && r.style.action != "type of approval" {
		s.set("type", "approval_request")
		right = []string{"", "approval_request"}
	}
	switch r.style.action {
	case "":
	case "type of approval":
		s.set("type", action+"_approval")
		right = []string{action, action + "_approval"}
	default:
		s.set(r.style.action, action)
		right = []string{action, strings.TrimSuffix(action, "_approval")}
	}
	v.says(r.path, kindRequest, fieldAction, where+r.style.action, right...)
	right = []string{""}
	if r.style.target != "" && r.form != askPost {
		to := pick(m, r.to.mail, r.to.mail, r.to.name, r.to.name+" <"+r.to.mail+">")
		if outer, key, nested := strings.Cut(r.style.target, "/"); nested {
			s.setBelow(outer, key, to)
		} else {
			s.set(r.style.target, to)
		}
		right = []string{to, r.to.mail, r.to.name}
	}
	switch {
	case r.form == askPost && m.chance(50):
		s.set("platform", "LinkedIn")
		right = []string{"LinkedIn", ""}
	case r.form == askDraft && m.chance(40):
		s.set("from", owner.mail)
	}
	if right[0] != "" && r.form != askPost && m.chance(3) && !strings.Contains(r.style.target, "/") {
		other := "Oddvar Finch"
		if strings.Contains(right[0], "@") {
			other = "oddvar@finch.example"
		}
		s.set(r.style.target, other)
		r.torn = r.folder == "Pending_Approval"
		if r.torn {
			v.tears(r.path, kindRequest, fieldTarget, where+"unequal twice", right[0], other)
		} else {
			v.says(r.path, kindRequest, fieldTarget, where+"unequal twice", "")
		}
	} else {
		v.says(r.path, kindRequest, fieldTarget, where+r.style.target, right...)
	}
	m.sum(r, s, v)
}

// sum says how much it costs.
func (m *maker) sum(r *request, s *sheet, v *made) {
	where := string(s.form) + ", "
	right := []string{""}
	if r.form == askPayment {
		sum := pick(m, amounts...)
		if r.style.amount == "amount usd" {
			sum = "2400.00"
		}
		s.set(r.style.amount, sum)
		right = []string{sum}
		switch {
		case r.style.amount == "amount usd":
			right = append(right, sum+" USD", "USD "+sum, "$"+sum)
		case strings.Trim(sum, "0123456789.") == "" && m.chance(50):
			s.set("currency", "EUR")
			right = append(right, sum+" EUR", "EUR "+sum)
		}
	}
	v.says(r.path, kindRequest, fieldAmount, where+r.style.amount+": "+right[0], right...)
}

// incoming writes a mail that came in as it was taken over by a watcher.
func (m *maker) incoming(r *request, s *sheet, v *made) {
	if m.chance(15) {
		s.set("type", "whatsapp")
		s.set("from", r.to.name)
	} else {
		s.set("type", "email")
		s.set("from", r.to.name+" <"+r.to.mail+">")
	}
	if m.chance(40) {
		s.set(pick(m, "recipient", "to"), owner.mail)
	}
	text, says := r.style.clock.write(r.made)
	s.set(pick(m, "received", "date"), text)
	v.says(r.path, kindRequest, fieldTarget, "incoming mail", "")
	v.says(r.path, kindRequest, fieldAmount, "incoming mail", "")
	v.says(r.path, kindRequest, fieldCreated, "incoming mail: "+r.style.clock.name, stamp(says))
}

// summaryOf says what the request is about.
func (m *maker) summaryOf(r *request, s *sheet, v *made) {
	right := []string{r.title}
	how := string(r.style.summary)
	switch r.style.summary {
	case sumTitle:
		s.set("title", r.title)
	case sumSubject:
		s.set("subject", pick(m, "", "", "", "Re: ", "[Reminder] ", "Fwd: [urgent] ", "@robin: ", "!!! ")+r.title)
		s.title = pick(m, "", "", "# Approval Request", "# Email Approval Request")
	case sumContent:
		s.title = "# " + pick(m, "LinkedIn Post - PENDING APPROVAL", "Email Draft - PENDING APPROVAL", "Approval Request: "+slug(r.title, "_")+".md", "Message Request")
		how += " " + s.title
		s.section("## "+pick(m, "Post Content", "Message Content", "Original Content", "Query Content"), r.title+".")
	case sumFields:
		s.title = pick(m, "# Todo Approval Request", "# Approval Request")
		s.section("## Title", r.title)
	case sumOriginal:
		s.set("original subject", r.title)
		s.section("## Draft Response", "Hello,", "", "thank you for your letter.")
	case sumGreeting:
		s.section(pick(m, "## Draft Response", "## Draft Reply", "## Reply"), pick(m, "Hi Nora,", "Hello,", "Dear team,", "Dear Nora Field,"), "", r.title+".", "", "Robin")
	case sumReason:
		s.set("reason", "Nobody used it since winter")
		s.section("## " + pick(m, "Suggestion: ", "Approval Needed: ", "Action: ") + r.title)
	case sumPipe:
		r.title += pick(m, " | second letter", " | Re: your order")
		right = []string{r.title}
		s.set("subject", r.title)
	case sumHeading:
		s.title = "# " + r.style.prefix + r.title
		how += " " + r.style.prefix
	case sumSection:
		heading := pick(m, "What Will Happen", "Proposed Action", "Summary", "Description")
		s.title = pick(m, "# Approval Request", "# Approval Required", "# LinkedIn Post Approval Request", "# Payment Approval Request", "# Action Required")
		s.section("## "+heading, r.title)
		how += " " + s.title + ", " + heading
	default:
		s.lines(r.title)
	}
	v.says(r.path, kindRequest, fieldSummary, how+" ("+string(r.form)+", "+string(s.form)+")", right...)
}

// requestTimes says when it was written, when it ends and when the work is wanted.
func (m *maker) requestTimes(r *request, s *sheet, v *made) {
	where := string(s.form) + ", "
	switch {
	case r.form == askIncoming:
	case r.style.summary == sumFields:
		text, says := r.style.clock.write(r.made)
		s.section(pick(m, "## Requested At", "## Created"), text)
		v.says(r.path, kindRequest, fieldCreated, "heading, "+r.style.clock.name, stamp(says))
	default:
		right := ""
		if r.style.created != "" {
			text, says := r.style.clock.write(r.made)
			right = stamp(says)
			if outer, key, nested := strings.Cut(r.style.created, "/"); nested {
				s.setBelow(outer, key, text)
			} else {
				s.set(r.style.created, text)
			}
		}
		v.says(r.path, kindRequest, fieldCreated, where+r.style.created+", "+r.style.clock.name, right)
	}
	text, says := r.style.clock.write(now().AddDate(0, 0, 2+m.IntN(9)))
	right := ""
	switch r.style.expires {
	case "":
	case "hours":
		right = m.hours24(r, s)
	case "text":
		s.lines("This request " + pick(m, "will expire on: ", "expires on ", "expires: ") + text)
		right = stamp(says)
	default:
		s.set(r.style.expires, text)
		right = stamp(says)
	}
	v.says(r.path, kindRequest, fieldExpires, where+r.style.expires+", "+r.style.clock.name, right)
	right = ""
	if r.style.due != "" {
		right, _ = r.style.clock.write(now().AddDate(0, 0, 3))
		s.set(r.style.due, right)
	}
	v.says(r.path, kindRequest, fieldDue, where+r.style.due, right)
}

// hours24 gives a request a day from its creation, in words.
func (m *maker) hours24(r *request, s *sheet) string {
	if r.style.created == "" || !strings.Contains(r.style.clock.layout, "04") {
		return ""
	}
	s.lines("This request expires in 24 hours.")
	_, says := r.style.clock.write(r.made)
	return stamp(says.Add(24 * time.Hour))
}

// linkOf names the plan.
func (m *maker) linkOf(r *request, s *sheet, v *made) {
	p := r.plan
	if p == nil || r.style.link == "" {
		v.says(r.path, kindRequest, fieldLink, "none", "")
		return
	}
	file := path.Base(p.path)
	if r.style.link == "path" && !strings.HasPrefix(p.path, m.folder("Plans")+"/") {
		r.style.link = "plan"
	}
	switch r.style.link {
	case "plan id":
		if p.id == "" {
			p = nil
			break
		}
		s.set("plan id", p.id)
	case "path":
		s.lines("This belongs to `" + p.path + "`.")
	case "wiki":
		s.lines("**Plan:** [[" + p.slug + "]]")
	case "stem":
	default:
		s.set(r.style.link, pick(m, file, p.path, p.slug))
	}
	right := ""
	if p != nil {
		right = p.path
	}
	v.says(r.path, kindRequest, fieldLink, string(s.form)+", "+r.style.link, right)
}

// requestStatus writes what the file says of its state, which its folder overrules.
func (m *maker) requestStatus(r *request, s *sheet, v *made) {
	word := pick(m, "pending", "pending", "pending_approval", "PENDING", "awaiting_approval", "")
	turn := "yes"
	switch {
	case r.folder != "Pending_Approval":
		turn = "no"
	case m.chance(8):
		word, turn = pick(m, "needs_refinement", "changes_requested", "Needs Refinement"), "no"
	}
	twice := word != "" && m.chance(4)
	if word != "" {
		s.set("status", word)
	}
	if twice {
		s.set("status", word)
	}
	how := "status " + word
	if twice {
		how += " twice"
	}
	v.says(r.path, kindRequest, fieldNeeds, r.folder+", "+how, turn)
	if r.folder == "Pending_Approval" && turn == "yes" && !r.torn && (r.plan == nil || !r.plan.own) {
		v.says(r.path, kindRequest, fieldMay, how, "yes")
	}
}

// content is the rest of a request: a letter, a post, a quoted mail.
func (m *maker) content(r *request, s *sheet) {
	told := r.style.summary == sumContent || r.style.summary == sumGreeting || r.style.summary == sumOriginal
	if !told && r.form != askPayment && m.chance(60) {
		s.section(pick(m, "## Draft", "## Content", "## Body", "## Message"), "Hello,", "", "thank you for your letter. We will come back to you this week.", "", "Robin")
	}
	if r.form == askIncoming || m.chance(25) {
		s.section(pick(m, "## Original Email", "## Original Message"), "> **Status:** Complete", "> To: somebody@fair.example", "> Offer expires: 2025-12-01", "> Total: $9,999", fmt.Sprintf("> - [ ] Reply to %s", r.to.name))
	}
}
