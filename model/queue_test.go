package model

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestParsePriority(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Pressing{
		"": PressingNormal, "critical": PressingNow, "P0": PressingNow, "🔴 URGENT": PressingNow, "p0 (server down)": PressingNow,
		"High": PressingHigh, "p1": PressingHigh, "high (urgent)": PressingNow, "🟠 High": PressingHigh,
		"medium": PressingNormal, "P2": PressingNormal, "medium-high": PressingNormal,
		"low": PressingLow, "P3": PressingLow,
		"Urgente": PressingNow, "Alta": PressingHigh, "haute": PressingHigh, "moyenne": PressingNormal, "baja": PressingLow,
		"high | medium | low": PressingNormal, "high/low": PressingNormal, "not urgent": PressingNormal, "non-critical": PressingNormal,
		"7": PressingNormal, "soon": PressingNormal,
		"urgent? no": PressingNormal, "nicht dringend": PressingNormal, "urgent: false": PressingNormal, "pas urgent": PressingNormal,
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
		r := request("r.md", "2026-03-09").with(func(r *Request) { r.Summary = title })
		if title == "" {
			r.Name = ""
		}
		if got, _ := r.pressing(noon); (got == PressingTitled) != want {
			t.Errorf("%q: %d, want urgent %v", title, got, want)
		}
	}
}

func TestWhatIsPressingComesBeforeWhatIsOnlyOlder(t *testing.T) {
	t.Parallel()
	stated := func(summary, priority, due string) func(*Request) {
		return func(r *Request) { r.Summary, r.Priority, r.Reading.Due = summary, priority, due }
	}
	mailed := func(r *Request) { r.Sender = "sales@offers.example" }
	s := Snapshot{At: noon, Requests: []Request{
		request("offer.md", "2026-03-01").with(stated("Last days of the spring sale", "", "")),
		request("newest.md", "2026-03-10").with(stated("Spring sale: everything must go", "", "")),
		request("low.md", "2026-02-01").with(stated("URGENT: your offer runs out", "low", "")),
		request("invoice.md", "2026-03-09").with(stated("URGENT: Invoice due tomorrow", "", "")),
		request("mail.md", "2026-03-09").with(stated("URGENT: Last seats", "", "")).with(mailed),
		request("normal.md", "2026-03-11").with(stated("URGENT: Confirm your order", "normal", "")),
		request("high.md", "2026-03-08").with(stated("Renew the lease", "high", "")),
		request("p0.md", "2026-03-07").with(stated("Server down", "P0", "")),
		request("due.md", "2026-03-10").with(stated("Tax return", "", "2026-03-11")),
		request("far.md", "2026-03-02").with(stated("Yearly report", "medium", "2026-03-12")),
	}}
	var got []string
	for _, a := range s.NeedsYou() {
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
		want Code
	}{
		{"2026-03-09", noon, BecauseOverdue},
		{"2026-03-10T11:00", noon, BecauseOverdue},
		{"2026-03-10", noon, BecauseDueToday},
		{"2026-03-10T18:00:00Z", noon, BecauseDueToday},
		{"2026-03-11", noon, BecauseDueTomorrow},
		{"2026-03-12", noon, ""},
		{"2026-03-11", noon.In(east), BecauseDueTomorrow},
		{"2026-03-11", noon.Add(4 * time.Hour).In(east), BecauseDueToday},
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
	with := func(status string) func(*Request) { return func(r *Request) { r.Status = status } }
	granted := blocked("Plans/granted.md", "wait")
	granted.Grants = []Grant{{From: "Approved/g.md"}}
	s := Snapshot{At: noon, Plans: []Plan{granted, blocked("Plans/held.md", "")}, Requests: []Request{
		request("pending.md", "2026-03-09").with(with("pending")),
		request("refine.md", "2026-03-09").with(with("needs_refinement")).with(forPlan("Plans/held.md", 2)).with(expiring("2026-03-10T13:00:00Z")),
		request("changes.md", "2026-03-09").with(with("Changes Requested")),
		request("approved.md", "2026-03-09").with(with("approved")),
		request("asked.md", "2026-03-09").with(func(r *Request) { r.Asked = &Asked{At: noon, Note: "Cheaper"} }),
	}}
	refs := func(rows []Attention) (paths []string) {
		for _, a := range rows {
			paths = append(paths, a.Ref.Path+" "+Phrases.Why(a))
		}
		return paths
	}
	if got, want := refs(s.NeedsYou()), []string{"Pending_Approval/approved.md waits for approval", "Pending_Approval/pending.md waits for approval"}; !slices.Equal(got, want) {
		t.Errorf("queue %q, want %q", got, want)
	}
	want := []string{
		"Pending_Approval/refine.md with its agent: needs_refinement", "Pending_Approval/changes.md with its agent: Changes Requested",
		"Pending_Approval/asked.md with its agent: Cheaper", "Plans/granted.md it was approved, says Approved/g.md; the agent has not acted yet",
	}
	if got := refs(s.WithAgent()); !slices.Equal(got, want) {
		t.Errorf("with agents %q\nwant %q", got, want)
	}
	for _, a := range s.WithAgent() {
		if a.Turn != TurnAgent || a.Urgency() == UrgencyExpires {
			t.Errorf("%s: turn %d, urgency %d", a.Ref, a.Turn, a.Urgency())
		}
	}
}

// row is a request in a queue.
func row(n int, action, who string, days int) Attention {
	return Attention{
		Ref: Ref{Kind: KindRequest, Path: fmt.Sprintf("%03d.md", n)}, Action: action, Who: who, Severity: SeverityNormal,
		Why: []Reason{inItsWords(action)}, Since: noon.AddDate(0, 0, -days),
	}
}

func TestGroups(t *testing.T) {
	t.Parallel()
	queue := []Attention{
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
	var queue []Attention
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
		var queue []Attention
		for i := range rapid.IntRange(0, 60).Draw(rt, "rows") {
			a := row(i, word.Draw(rt, "action"), word.Draw(rt, "who"), rapid.SampledFrom([]int{0, 3, 20, 99}).Draw(rt, "days"))
			a.Turn, a.Pressing = Turn(rapid.IntRange(0, 1).Draw(rt, "turn")), Pressing(rapid.IntRange(-1, 2).Draw(rt, "pressing"))
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
			if n := len(g.Rows); n > 1 && (n < LeastGroup || g.Rows[0].Waits) {
				rt.Fatalf("a group of %d: %v", n, g.Rows[0])
			}
			for _, a := range g.Rows {
				if seen[a.Ref.Path] || a.Turn != g.Turn || a.Urgency() != g.Rows[0].Urgency() || a.Pressing != g.Rows[0].Pressing ||
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
	named := func(names ...string) (all []Request) {
		for _, n := range names {
			all = append(all, request(n, "2026-03-09").with(func(r *Request) { r.Summary = "Post approval" }))
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
		apart := Apart(all)
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
		var queue []Attention
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
	for name, r := range map[string]Request{
		"doubt": {Doubts: []Doubt{{What: "two amounts", Weight: WeightAsk}}}, "block": {Doubts: []Doubt{{What: "two amounts", Weight: WeightBlock}}},
		"hidden": {Hidden: 1}, "before": {Rejected: &Asked{At: noon}},
	} {
		if !requestAttention(r, nil, noon).Alone {
			t.Errorf("%s: may be folded", name)
		}
	}
	if requestAttention(Request{Doubts: []Doubt{{What: "no reason", Weight: WeightNote}}}, nil, noon).Alone {
		t.Error("a note sets a request apart")
	}
}
