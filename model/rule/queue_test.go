package rule

import (
	"fmt"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"coldstart/model"
)

func TestParsePriority(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]model.Pressing{
		"": model.PressingNormal, "critical": model.PressingNow, "P0": model.PressingNow, "🔴 URGENT": model.PressingNow, "p0 (server down)": model.PressingNow,
		"High": model.PressingHigh, "p1": model.PressingHigh, "high (urgent)": model.PressingNow, "🟠 High": model.PressingHigh,
		"medium": model.PressingNormal, "P2": model.PressingNormal, "medium-high": model.PressingNormal,
		"low": model.PressingLow, "P3": model.PressingLow,
		"Urgente": model.PressingNow, "Alta": model.PressingHigh, "haute": model.PressingHigh, "moyenne": model.PressingNormal, "baja": model.PressingLow,
		"high | medium | low": model.PressingNormal, "high/low": model.PressingNormal, "not urgent": model.PressingNormal, "non-critical": model.PressingNormal,
		"7": model.PressingNormal, "soon": model.PressingNormal,
		"urgent? no": model.PressingNormal, "nicht dringend": model.PressingNormal, "urgent: false": model.PressingNormal, "pas urgent": model.PressingNormal,
	} {
		if got := ParsePriority(text); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

func TestATitleSaysThatItIsUrgent(t *testing.T) {
	t.Parallel()
	for title, want := range map[string]bool{
		"URGENT: Invoice due tomorrow": true, "Re: URGENT: Invoice": true, "[URGENT] Server down": true, "🚨 Urgent – call back": true,
		"Fwd: Re: urgent: the lease": true, "URGENT - invoice": true, "** URGENT ** invoice": true, "URGENT": true, "Reply to: Urgent! Keys": true, "Dringend: keys": true, "eilt! Keys": true, "aſap: keys": true, "Urgent - rent": true,
		"URGENT care clinic": false, "ASAP Logistics invoice": false, "URGENT_care_clinic.md": false, "Urgent? no": false,
		"Urgent care invoice": false, "Urgent-care invoice": false, "The urgent one": false, "URGENTLY wanted": false, "Invoice: nothing urgent": false, "": false,
	} {
		r := withRequest(request("r.md", "2026-03-09"), func(r *model.Request) { r.Summary = title })
		if title == "" {
			r.Name = ""
		}
		if got, _ := pressing(r, noon); (got == model.PressingTitled) != want {
			t.Errorf("%q: %d, want urgent %v", title, got, want)
		}
	}
}

func TestWhatIsPressingComesBeforeWhatIsOnlyOlder(t *testing.T) {
	t.Parallel()
	stated := func(summary, priority, due string) func(*model.Request) {
		return func(r *model.Request) { r.Summary, r.Priority, r.Reading.Due = summary, priority, due }
	}
	mailed := func(r *model.Request) { r.Sender = "sales@offers.example" }
	s := model.Snapshot{At: noon, Requests: []model.Request{
		withRequest(request("offer.md", "2026-03-01"), stated("Last days of the spring sale", "", "")),
		withRequest(request("newest.md", "2026-03-10"), stated("Spring sale: everything must go", "", "")),
		withRequest(request("low.md", "2026-02-01"), stated("URGENT: your offer runs out", "low", "")),
		withRequest(request("invoice.md", "2026-03-09"), stated("URGENT: Invoice due tomorrow", "", "")),
		withRequest(withRequest(request("mail.md", "2026-03-09"), stated("URGENT: Last seats", "", "")), mailed),
		withRequest(request("normal.md", "2026-03-11"), stated("URGENT: Confirm your order", "normal", "")),
		withRequest(request("high.md", "2026-03-08"), stated("Renew the lease", "high", "")),
		withRequest(request("p0.md", "2026-03-07"), stated("Server down", "P0", "")),
		withRequest(request("due.md", "2026-03-10"), stated("Tax return", "", "2026-03-11")),
		withRequest(request("far.md", "2026-03-02"), stated("Yearly report", "medium", "2026-03-12")),
	}}
	var got []string
	for _, a := range NeedsYou(s) {
		got = append(got, a.Ref.Path[len("Pending_Approval/"):]+" "+Phrases.Why(a))
	}
	want := []string{
		"p0.md urgent, waits for approval", "due.md due tomorrow, waits for approval", "invoice.md says urgent, waits for approval",
		"high.md high priority, waits for approval", "mail.md says urgent, waits for approval",
		"offer.md waits for approval", "far.md waits for approval", "newest.md waits for approval", "normal.md waits for approval",
		"low.md waits for approval",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestADueDateThatIsNear(t *testing.T) {
	t.Parallel()
	east := time.FixedZone("east", 10*60*60)
	for _, tt := range []struct {
		due  string
		now  time.Time
		want model.Code
	}{
		{"2026-03-09", noon, model.BecauseOverdue},
		{"2026-03-10T11:00", noon, model.BecauseOverdue},
		{"2026-03-10", noon, model.BecauseDueToday},
		{"2026-03-10T18:00:00Z", noon, model.BecauseDueToday},
		{"2026-03-11", noon, model.BecauseDueTomorrow},
		{"2026-03-12", noon, ""},
		{"2026-03-11", noon.In(east), model.BecauseDueTomorrow},
		{"2026-03-11", noon.Add(4 * time.Hour).In(east), model.BecauseDueToday},
		{"tomorrow", noon, ""},
		{"", noon, ""},
	} {
		if got := dueBy(tt.due, tt.now); got != tt.want {
			t.Errorf("%q at %s: %q, want %q", tt.due, tt.now, got, tt.want)
		}
	}
}

func TestWhatIsWithItsAgentIsNotInTheQueue(t *testing.T) {
	t.Parallel()
	with := func(status string) func(*model.Request) { return func(r *model.Request) { r.Status = status } }
	granted := blocked("Plans/granted.md", "wait")
	granted.Grants = []model.Grant{{From: "Approved/g.md"}}
	s := model.Snapshot{At: noon, Plans: []model.Plan{granted, blocked("Plans/held.md", "")}, Requests: []model.Request{
		withRequest(request("pending.md", "2026-03-09"), with("pending")),
		withRequest(withRequest(withRequest(request("refine.md", "2026-03-09"), with("needs_refinement")), forPlan("Plans/held.md", 2)), expiring("2026-03-10T13:00:00Z")),
		withRequest(request("changes.md", "2026-03-09"), with("Changes Requested")),
		withRequest(request("approved.md", "2026-03-09"), with("approved")),
		withRequest(request("asked.md", "2026-03-09"), func(r *model.Request) { r.Asked = &model.EarlierAnswer{At: noon, Note: "Cheaper"} }),
	}}
	refs := func(rows []model.Attention) (paths []string) {
		for _, a := range rows {
			paths = append(paths, a.Ref.Path+" "+Phrases.Why(a))
		}
		return paths
	}
	if got, want := refs(NeedsYou(s)), []string{"Pending_Approval/approved.md waits for approval", "Pending_Approval/pending.md waits for approval"}; !slices.Equal(got, want) {
		t.Errorf("queue %q, want %q", got, want)
	}
	want := []string{
		"Pending_Approval/refine.md with its agent: needs_refinement", "Pending_Approval/changes.md with its agent: Changes Requested",
		"Pending_Approval/asked.md with its agent: Cheaper", "Plans/granted.md it was approved (Approved/g.md); the agent has not acted yet",
	}
	if got := refs(WithAgent(s)); !slices.Equal(got, want) {
		t.Errorf("with agents %q\nwant %q", got, want)
	}
	for _, a := range WithAgent(s) {
		if a.Turn != model.TurnAgent || Urgency(a) == model.UrgencyExpires {
			t.Errorf("%s: turn %d, urgency %d", a.Ref, a.Turn, Urgency(a))
		}
	}
}

// row is a request in a queue.
func row(n int, action, who string, days int) model.Attention {
	return model.Attention{
		Ref: model.Ref{Kind: model.KindRequest, Path: fmt.Sprintf("%03d.md", n)}, Action: action, Who: who, Severity: model.SeverityNormal,
		Why: []model.Reason{inItsWords(action)}, Since: noon.AddDate(0, 0, -days),
	}
}

func TestGroups(t *testing.T) {
	t.Parallel()
	queue := []model.Attention{
		row(0, "email", "a", 0), row(1, "post", "", 0), row(2, "email", "a", 9), row(3, "email", "b", 0), row(4, "email", "a", 90),
		row(5, "email", "c", 0), row(6, "email", "", 0), row(7, "pay", "d", 3), row(8, "fix", "e", 5), row(9, "call", "f", 7), row(10, "pay", "d", 60),
	}
	queue[1].Blocks = true
	var got []string
	for _, g := range Groups(queue, noon) {
		line := fmt.Sprintf("%s|%s|%s|%d:", g.Action, g.Who, g.Age, g.Recipients())
		for _, a := range g.Rows {
			line += " " + a.Ref.Path[:3]
		}
		got = append(got, line)
	}
	want := []string{
		"email|a||1: 000 002 004", "post|||0: 001", "email||today|2: 003 005 006", "||in the last week|3: 007 008 009", "pay|d||1: 010",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// A queue of any size is parted into few groups, and nothing that presses is among others.
func TestALargeQueueHasFewGroups(t *testing.T) {
	t.Parallel()
	var queue []model.Attention
	for i := range 400 {
		queue = append(queue, row(i, []string{"email", "post", "payment"}[i%3], fmt.Sprintf("%d@guild.example", i%140), i%50))
	}
	for i := range 400 {
		queue = append(queue, row(400+i, fmt.Sprintf("Answer letter %d", i), "desk@guild.example", i%50))
	}
	if n := len(Groups(queue[:400], noon)); n > 20 {
		t.Errorf("400 requests to 140 recipients are %d groups", n)
	}
	if n := len(Groups(queue[400:], noon)); n > 20 {
		t.Errorf("400 requests with an action each are %d groups", n)
	}
	for i := range queue {
		queue[i].Action, queue[i].Who = "email", fmt.Sprintf("%d@guild.example", i/4)
	}
	if n := len(Groups(queue, noon)); n > 20 {
		t.Errorf("four requests to each of 200 recipients are %d groups", n)
	}
}

func TestGroupsKeepEachRowOnce(t *testing.T) {
	t.Parallel()
	word := rapid.SampledFrom([]string{"", "a", "b", "c"})
	rapid.Check(t, func(rt *rapid.T) {
		var queue []model.Attention
		for i := range rapid.IntRange(0, 60).Draw(rt, "rows") {
			a := row(i, word.Draw(rt, "action"), word.Draw(rt, "who"), rapid.SampledFrom([]int{0, 3, 20, 99}).Draw(rt, "days"))
			a.Turn, a.Pressing = model.Turn(rapid.IntRange(0, 1).Draw(rt, "turn")), model.Pressing(rapid.IntRange(-1, 2).Draw(rt, "pressing"))
			if a.Waits = rapid.IntRange(0, 9).Draw(rt, "waits") == 0; a.Waits {
				a.Blocks = true
			}
			queue = append(queue, a)
		}
		at := 0
		seen := map[string]bool{}
		for _, g := range Groups(queue, noon) {
			for at < len(queue) && seen[queue[at].Ref.Path] {
				at++
			}
			if g.Rows[0].Ref != queue[at].Ref {
				rt.Fatalf("a group begins with %s, and %s comes before", g.Rows[0].Ref, queue[at].Ref)
			}
			if n := len(g.Rows); n > 1 && (n < model.LeastGroup || g.Rows[0].Waits) {
				rt.Fatalf("a group of %d: %v", n, g.Rows[0])
			}
			for _, a := range g.Rows {
				if seen[a.Ref.Path] || a.Turn != g.Turn || Urgency(a) != Urgency(g.Rows[0]) || a.Pressing != g.Rows[0].Pressing ||
					g.Who != "" && a.Who != g.Who || g.Action != "" && a.Action != g.Action {
					rt.Fatalf("%v is twice, or in a group that it is not like: %v", a, g)
				}
				seen[a.Ref.Path] = true
			}
		}
		if len(seen) != len(queue) {
			rt.Fatalf("%d of %d rows are in a group", len(seen), len(queue))
		}
	})
}

// Requests of equal titles are told apart by the part of their files' names that differs.
func TestEqualTitlesAreToldApartByWhatDiffers(t *testing.T) {
	t.Parallel()
	named := func(names ...string) (all []model.Request) {
		for _, n := range names {
			all = append(all, withRequest(request(n, "2026-03-09"), func(r *model.Request) { r.Summary = "Post approval" }))
		}
		return all
	}
	for _, tt := range []struct{ names, want []string }{
		{[]string{"POST_20260301_101010.md", "POST_20260301_111111.md"}, []string{"101010", "111111"}},
		{[]string{"POST_20260301_spring_approval.md", "POST_20260302_sale_approval.md"}, []string{"20260301_spring", "20260302_sale"}},
		{[]string{"POST.md", "POST_2.md"}, []string{"POST", "POST_2"}},
		{[]string{"a.md", "b.txt"}, []string{"a.md", "b.txt"}},
	} {
		all := named(tt.names...)
		apart := model.Apart(all)
		for i, r := range all {
			if apart[r.Path] != tt.want[i] {
				t.Errorf("%s: %q, want %q", r.Name, apart[r.Path], tt.want[i])
			}
		}
	}
}

// Of nine rents the one that is ten times as much is not folded into the others, and neither is one
// with a doubt.
func TestAnAmountUnlikeTheOthersStandsAlone(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		amounts []string
		want    string
	}{
		"one differs":           {[]string{"45 EUR", "45 EUR", "45,000 EUR", "45.00 EUR", "45 EUR"}, "0134 45 EUR-45 EUR, 2"},
		"one differs by little": {[]string{"45 EUR", "45 EUR", "46 EUR", "45 EUR", "45 EUR"}, "0134 45 EUR-45 EUR, 2"},
		"all differ":            {[]string{"$20", "$35.50", "$1,200", "$12", "$80"}, "0134 $12-$80, 2"},
		"another currency":      {[]string{"45 EUR", "45 EUR", "45 USD", "45 EUR", "45 EUR"}, "0134 45 EUR-45 EUR, 2"},
		"one with an amount":    {[]string{"", "", "900 EUR", "", ""}, "0134 -, 2"},
		"too few alike":         {[]string{"", "", "900 EUR", "90 EUR", "90 EUR"}, "0, 1, 2, 3, 4"},
		"a doubt":               {[]string{"45 EUR", "45 EUR", "doubt", "45 EUR", "45 EUR"}, "0134 45 EUR-45 EUR, 2"},
	} {
		var queue []model.Attention
		for i, amount := range tt.amounts {
			a := row(i, "payment", "landlord", 0)
			if a.Amount = amount; amount == "doubt" {
				a.Amount, a.Alone = "45 EUR", true
			}
			queue = append(queue, a)
		}
		var got []string
		for _, g := range Groups(queue, noon) {
			line := ""
			for _, a := range g.Rows {
				line += a.Ref.Path[2:3]
			}
			if len(g.Rows) > 1 {
				least, most := g.Amounts()
				line += " " + least + "-" + most
			}
			got = append(got, line)
		}
		if strings.Join(got, ", ") != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}

func TestWhatIsNotJustApprovedStandsAlone(t *testing.T) {
	t.Parallel()
	for name, r := range map[string]model.Request{
		"doubt": {Doubts: []model.Doubt{{What: "two amounts", Weight: model.WeightAsk}}}, "block": {Doubts: []model.Doubt{{What: "two amounts", Weight: model.WeightBlock}}},
		"hidden": {Hidden: 1}, "before": {Rejected: &model.EarlierAnswer{At: noon}},
	} {
		if !requestAttention(r, nil, noon).Alone {
			t.Errorf("%s: may be folded", name)
		}
	}
	if requestAttention(model.Request{Doubts: []model.Doubt{{What: "no reason", Weight: model.WeightNote}}}, nil, noon).Alone {
		t.Error("a note sets a request apart")
	}
}

// Each request is held against all others here, and against two of each sort in the program.
func TestRequestsThatAreAlikeAreFoundAmongMany(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(15, 5))
	decisions := []string{model.DecisionPending, model.DecisionApproved, "rejected"}
	for range 300 {
		var pending, decided []model.Request
		for i := range 2 + random.IntN(8) {
			r := model.Request{Name: []string{"pay.md", "Pay.md", "PAY.md"}[random.IntN(3)], PlanID: "7", Step: 1 + random.IntN(2)}
			r.Path = fmt.Sprintf("%d/%s", i, r.Name)
			r.Seen = model.FingerprintOf([]byte{byte(random.IntN(3))})
			r.Reading.Decision = decisions[random.IntN(3)]
			if r.Reading.Decision == model.DecisionPending {
				pending = append(pending, r)
			} else {
				decided = append(decided, r)
			}
		}
		all := slices.Concat(pending, decided)
		find := func(r model.Request, counts func(o model.Request) bool) string {
			for _, o := range all {
				if o.Path != r.Path && counts(o) {
					return ": " + o.Path
				}
			}
			return ""
		}
		same := alikeIn(pending, decided, copiesIn(pending, nil))
		for _, r := range pending {
			var want, got []string
			for _, found := range []string{
				find(r, func(o model.Request) bool { return o.Seen == r.Seen && o.Reading.Decision == model.DecisionApproved }),
				find(r, func(o model.Request) bool { return o.Seen == r.Seen && o.Reading.Decision == model.DecisionPending }),
				find(r, func(o model.Request) bool {
					return o.Seen != r.Seen && o.Step == r.Step && o.Reading.Decision == model.DecisionPending
				}),
				find(r, func(o model.Request) bool {
					return o.Reading.Decision == model.DecisionPending || path.Base(o.Path) != r.Name
				}),
			} {
				if found != "" {
					want = append(want, found)
				}
			}
			for _, d := range same.doubts(r) {
				got = append(got, d.What[len(d.What)-len(": 1/pay.md"):])
			}
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Fatalf("%+v\ngot  %q\nwant %q", r, got, want)
			}
		}
	}
}

// Thousands of requests may have the same bytes.
func TestRequestsThatAreAllAlikeTakeOneLookEach(t *testing.T) {
	t.Parallel()
	s := model.Snapshot{Requests: make([]model.Request, 100_000)}
	for i := range s.Requests {
		s.Requests[i].Path = fmt.Sprint(i)
		s.Requests[i].Reading.Decision = model.DecisionPending
	}
	WeighRequests(&s)
	if d := s.Requests[7].Doubts; len(d) == 0 || d[0].What != "another request has exactly the same text: 0" {
		t.Errorf("got %+v", d)
	}
}

// Phrases makes sentences of what the tests get, so that they read as people read it.
// TestMain sets it, since the package of phrases is above this one.
var Phrases struct {
	Reason     func(model.Reason) string
	What, Why  func(model.Attention) string
	PinDropped func(string, model.Pin, Resume) string
	Granted    func(model.Plan) string
	Advice     func(model.Trace) string
}

// need is a row of the queue as people read it.
type need struct {
	What, Who, Why string
	Since          time.Time
	Ref            model.Ref
	Blocks, Human  bool
	Severity       model.Severity
}

func needOf(a model.Attention) need {
	return need{Ref: a.Ref, What: Phrases.What(a), Who: a.Who, Why: Phrases.Why(a), Since: a.Since, Blocks: a.Blocks, Human: a.Human, Severity: a.Severity}
}

func needsOf(rows []model.Attention) []need {
	var out []need
	for _, a := range rows {
		out = append(out, needOf(a))
	}
	return out
}

func TestManyDeadEndsWithMuchNewsTakeLittleTime(t *testing.T) {
	t.Parallel()
	const many = 4000
	var j model.Journal
	for n := range many {
		j.Entries = append(j.Entries,
			entry(fmt.Sprintf("PROOF-%d", n), "FAILED", "2026-03-01", using("direct", "norm", "kernel")),
			entry(fmt.Sprintf("PROOF-%d", many+n), "IN_PROGRESS", "2026-03-01", using("direct", "norm", "kernel")),
			entry(fmt.Sprintf("LIT-%d", n), "", "2026-03-02"))
	}
	p := model.ResearchProblem{Path: "p", Current: true, Journal: j, State: model.ResearchState{Found: true, Defined: true}}
	rows := NeedsYou(model.Snapshot{Research: model.Research{Problems: []model.ResearchProblem{p}}})
	if len(rows) != many {
		t.Fatalf("got %d rows", len(rows))
	}
	for _, r := range rows {
		if len(r.Why) > 200 {
			t.Fatalf("a row of %d bytes: %.300s", len(r.Why), r.Why)
		}
	}
}

func TestResearchAttention(t *testing.T) {
	t.Parallel()
	dead := entry("PROOF-001", "FAILED", "2026-03-02", using("direct"))
	plain := tides(entry("LIT-001", "", "2026-03-01"), dead, entry("PROOF-002", "IN_PROGRESS", "2026-03-03", using("direct")))
	listed := withResearchProblem(plain, func(p *model.ResearchProblem) {
		p.Journal = listingJournal(journal(entry("LIT-001", "", "2026-03-09"), entry("PROOF-002", "IN_PROGRESS", "2026-03-03", using("direct"))), [4]string{"PROOF-000", "direct", "abandoned"})
	})
	changed := withResearchProblem(plain, func(p *model.ResearchProblem) {
		p.Journal.Entries = append(p.Journal.Entries[:3:3], entry("LIT-002", "", "2026-03-09"), entry("COMP-001", "", "2026-03-08"))
	})
	row := need{
		Ref: dead.Ref(), What: "PROOF-001: Title of PROOF-001", Who: "prover", Since: dead.At.Time,
		Why: "PROOF-002, which is in progress, repeats it: direct, FAILED",
	}
	news := row
	news.Why += "; since then COMP-001, LIT-002"
	for _, tt := range []struct {
		name string
		r    model.Research
		want []need
	}{
		{"no research", model.Research{}, nil},
		{"a repetition", model.Research{Problems: []model.ResearchProblem{plain}}, []need{row}},
		{"a repetition with news", model.Research{Problems: []model.ResearchProblem{changed}}, []need{news}},
		{"without an entry", model.Research{Problems: []model.ResearchProblem{listed}}, []need{{
			Ref: model.Ref{Kind: model.KindJournal, Path: listed.Journal.Path, Item: "PROOF-000"}, What: "PROOF-000", Why: "PROOF-002, which is in progress, repeats it: direct, abandoned",
		}}},
		{"not the current problem", model.Research{Problems: []model.ResearchProblem{withResearchProblem(plain, func(p *model.ResearchProblem) { p.Current = false })}}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := needsOf(NeedsYou(model.Snapshot{Research: tt.r}))
			if fmt.Sprint(got) != fmt.Sprint(tt.want) {
				t.Errorf("got  %+v\nwant %+v", got, tt.want)
			}
		})
	}
}
