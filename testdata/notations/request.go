package main

import (
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
