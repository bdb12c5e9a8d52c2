package model

import (
	"cmp"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"
)

// Turn says who has to move.
type Turn int

// Whose turn it is.
const (
	TurnOperator Turn = iota
	TurnAgent
)

// handedBack are the words of a status by which a request is with its agent again.
var handedBack = []string{
	"needs refinement", "needs revision", "needs changes", "needs rework", "needs work", "needs edits",
	"changes requested", "changes wanted", "changes needed", "changes required", "change requested",
	"revision requested", "revisions requested", "revision needed", "in revision", "in refinement", "refinement",
	"revise", "refine", "rework", "sent back", "returned for changes",
}

// Turn says who has to move on a pending request: the agent, once the operator asked for changes, or
// where its own status at the top is a word for that and no more.
func (r Request) Turn() Turn {
	if r.Asked != nil || !r.Reading.StatusBelow && slices.Contains(handedBack, strings.Join(wordsOf(r.Status), " ")) {
		return TurnAgent
	}
	return TurnOperator
}

// wordsOf are the words of a text in lower case.
func wordsOf(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) })
}

// WithAgent lists what waits for its agent and not for the operator: requests for which changes
// were asked, and open plans that were approved and on which their agent has not acted yet.
func (s Snapshot) WithAgent() []Attention {
	var out []Attention
	for _, r := range s.Requests {
		if r.Turn() == TurnAgent {
			a := requestAttention(r, nil, s.At)
			a.Turn, a.Why, a.Until, a.Severity = TurnAgent, []Reason{{Code: BecauseSentBack, Text: r.Status}}, time.Time{}, SeverityNormal
			if r.Asked != nil {
				a.Why[0].Text, a.Since = r.Asked.Note, r.Asked.At
			}
			out = append(out, a)
		}
	}
	for _, p := range s.Plans {
		if g, granted := p.Granted(); granted && !p.Older && !g.ByOthers {
			out = append(out, Attention{
				Ref: p.Ref(), What: cmp.Or(p.Objective, p.ID), Of: p.ID, Turn: TurnAgent, Why: []Reason{g.reason()}, Since: g.At, Severity: SeverityNormal,
			})
		}
	}
	return out
}

// Maybe lists the requests of which it is only probable that somebody has to decide, as rows that
// are not in the queue.
func (s Snapshot) Maybe() []Attention {
	var out []Attention
	for _, r := range s.Requests {
		if r.Reading.Maybe && r.Turn() == TurnOperator {
			out = append(out, requestAttention(r, nil, s.At))
		}
	}
	return out
}

// MaybeNeeds counts the rows of Maybe.
func (s Snapshot) MaybeNeeds() int { return len(s.Maybe()) }

// Triage lists what nobody has planned or drafted anything of yet, as rows that are not in the
// queue.
func (s Snapshot) Triage() []Attention {
	list, titled := s.Untouched(), map[string]map[string]string{}
	for _, i := range list {
		if titled[i.Title] == nil {
			titled[i.Title] = map[string]string{}
		}
		titled[i.Title][i.Path] = path.Base(i.Path)
	}
	for title, names := range titled {
		titled[title] = withoutShared(names)
	}
	var out []Attention
	for _, i := range list {
		a := Attention{Ref: i.Ref(), What: i.Title, Action: i.Folder, Since: i.Since.Time, Severity: SeverityLow}
		if same := titled[i.Title]; len(same) > 1 {
			a.Apart = same[i.Path]
		}
		out = append(out, a)
	}
	return out
}

// Untouched lists what came in of which neither a draft waits nor an open plan was made.
func (s Snapshot) Untouched() []Intake {
	return where(s.Intake, func(i *Intake) bool { return i.Draft.Path == "" })
}

// Drafted counts the rest of what came in.
func (s Snapshot) Drafted() int { return len(s.Intake) - len(s.Untouched()) }

// Pressing is how urgent somebody says that a thing is.
type Pressing int

// The degrees, PressingNormal where nothing is said. What only its title calls urgent is behind what a priority or a
// due date does: PressingTitled where an agent wrote the title, PressingMail where the sender of a mail did.
const (
	PressingLow Pressing = iota - 1
	PressingNormal
	PressingMail
	PressingHigh
	PressingTitled
	PressingNow
)

// degrees are the words of priorities.
var degrees = map[string]Pressing{
	"p0": PressingNow, "critical": PressingNow, "urgent": PressingNow, "immediate": PressingNow, "emergency": PressingNow, "asap": PressingNow,
	"highest": PressingNow, "blocker": PressingNow, "dringend": PressingNow,
	"p1": PressingHigh, "high": PressingHigh, "important": PressingHigh, "major": PressingHigh, "hoch": PressingHigh,
	"p2": PressingNormal, "medium": PressingNormal, "normal": PressingNormal, "mittel": PressingNormal,
	"p3": PressingLow, "p4": PressingLow, "low": PressingLow, "lowest": PressingLow, "minor": PressingLow, "niedrig": PressingLow,
	"urgente": PressingNow, "alta": PressingHigh, "haute": PressingHigh, "media": PressingNormal, "moyenne": PressingNormal,
	"baja": PressingLow, "basse": PressingLow, "bassa": PressingLow,
}

// denials are words by which a priority says that it is none.
var denials = []string{"not", "non", "no", "none", "never", "false", "nicht", "kein", "keine", "nein", "pas"}

// ParsePriority reads a priority as files state it: "High", "P0", "critical (server down)". Words
// that contradict each other, as a choice of several, say nothing, and neither does a denial.
func ParsePriority(text string) Pressing {
	least, most, found := PressingNow, PressingLow, false
	for _, w := range wordsOf(text) {
		if slices.Contains(denials, w) {
			return PressingNormal
		}
		if d, ok := degrees[w]; ok {
			least, most, found = min(least, d), max(most, d), true
		}
	}
	if !found || least != most && least < PressingHigh {
		return PressingNormal
	}
	return most
}

// urgentWords say in a title that something is urgent.
var urgentWords = []string{"urgent", "urgente", "dringend", "eilt", "asap"}

// urgentHead is a title that begins with such a word, set off from the rest, also below what mail
// programs put in front: "URGENT care clinic" is the name of something.
var urgentHead = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)^\PL*(?:(?:re|fwd?|aw|wg|subject|e-?mail|reply(?: to)?)\PL+)*` +
		`(?:` + strings.Join(urgentWords, "|") + `)(?:\s*[\]:!)*–—]|\s+-|-\s|\PL*$)`)
})

// titledUrgent looks for the words first: few titles have one, and the others need no expression.
func titledUrgent(title string) bool {
	upper := strings.ToUpper(title)
	says := func(word string) bool { return strings.Contains(upper, strings.ToUpper(word)) }
	return slices.ContainsFunc(urgentWords, says) && urgentHead().MatchString(title)
}

// pressing is how urgent a request says it is, and by what, if that is worth a word: a due date that
// is near, its priority, or, where it states none, the head of its title.
func (r Request) pressing(now time.Time) (Pressing, Reason) {
	stated := ParsePriority(r.Priority)
	switch due := dueBy(r.Reading.Due, now); {
	case due != "":
		return PressingNow, because(due)
	case stated == PressingNow:
		return PressingNow, because(BecauseStatedUrgent)
	case stated == PressingHigh:
		return stated, because(BecauseHighPriority)
	case r.Priority != "" || !titledUrgent(r.Title()):
		return stated, Reason{}
	case r.Sender != "":
		return PressingMail, because(BecauseTitledUrgent)
	}
	return PressingTitled, because(BecauseTitledUrgent)
}

// dueBy says that a day by which something is wanted is near, "" if not or if that is no time.
func dueBy(raw string, now time.Time) Code {
	due := ParseStamp(raw, now.Location())
	day := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())
	switch end := due.End(); {
	case !due.Known():
		return ""
	case end.Before(now):
		return BecauseOverdue
	case !end.After(day.AddDate(0, 0, 1)):
		return BecauseDueToday
	case !end.After(day.AddDate(0, 0, 2)):
		return BecauseDueTomorrow
	}
	return ""
}

// Urgency groups the queue, most urgent first.
type Urgency int

// The groups: what is wrong with the gate, or ran otherwise than was allowed, what has to be settled first, what an agent waits for right now, what expires within a day, what work waits for,
// what is stated to be urgent, what went wrong, and the rest.
const (
	UrgencyAlarm Urgency = iota
	UrgencyFirst
	UrgencyNow
	UrgencyExpires
	UrgencyBlocks
	UrgencyPressing
	UrgencyWrong
	UrgencyCanWait
)

// Urgency is the group of a row.
func (a Attention) Urgency() Urgency {
	switch {
	case a.Gate:
		return UrgencyAlarm
	case a.First:
		return UrgencyFirst
	case a.Waits:
		return UrgencyNow
	case !a.Until.IsZero():
		return UrgencyExpires
	case a.Blocks && a.Ref.Kind != KindTrace:
		return UrgencyBlocks
	case a.Expired:
		return UrgencyCanWait
	case a.Ref.Kind == KindRequest && a.Pressing >= PressingTitled && a.Severity < SeverityHigh:
		return UrgencyPressing
	case a.Severity == SeverityLow && a.Ref.Kind == KindPlan:
		// A pause is no accident.
		return UrgencyCanWait
	case a.Severity == SeverityLow && a.Ref.Kind == KindProblem:
		// The other program reads its files itself.
		return UrgencyCanWait
	case a.Severity < SeverityHigh && (a.Ref.Kind == KindProposal || a.Ref.Kind == KindRequest && !a.Failed):
		return UrgencyCanWait
	}
	return UrgencyWrong
}

func byUrgency(a, b *Attention) int {
	return cmp.Or(
		cmp.Compare(a.Urgency(), b.Urgency()), falseFirst(a.Expired, b.Expired), a.Until.Compare(b.Until), cmp.Compare(b.Severity, a.Severity), falseFirst(!a.Blocks, !b.Blocks),
		cmp.Compare(b.Pressing, a.Pressing), falseFirst(a.Since.IsZero(), b.Since.IsZero()), a.Since.Compare(b.Since),
		cmp.Compare(a.Ref.Kind.String(), b.Ref.Kind.String()), cmp.Compare(a.Ref.Path, b.Ref.Path), cmp.Compare(a.Ref.Item, b.Ref.Item))
}

// newestCutOffFirst orders the sessions that were cut off among themselves: the others in a queue are
// the more pressing the longer they wait, while of these the last one is where the work stood.
func newestCutOffFirst[T any](queue []T, says func(T) *Attention) {
	var at []int
	var sessions []T
	for i, row := range queue {
		if a := says(row); a.Urgency() == UrgencyWrong && (a.Ref.Kind == KindSession || a.Ref.Kind == KindTranscript) {
			at, sessions = append(at, i), append(sessions, row)
		}
	}
	slices.SortStableFunc(sessions, func(x, y T) int {
		a, b := says(x), says(y)
		return cmp.Or(cmp.Compare(b.Severity, a.Severity), b.Since.Compare(a.Since))
	})
	for i, row := range sessions {
		queue[at[i]] = row
	}
}

// falseFirst orders two booleans.
func falseFirst(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// AgeBand is how long ago something began, roughly.
type AgeBand int

// The bands, by calendar days. AgeAny does not tell things apart.
const (
	AgeAny AgeBand = iota
	AgeToday
	AgeWeek
	AgeMonth
	AgeOlder
	AgeUnknown
)

// String returns the band in words that follow a count, "" for any age.
func (b AgeBand) String() string {
	return word(b, "", "today", "in the last week", "in the last month", "over a month old", "without a date")
}

// bandOf is the band of what began at a time.
func bandOf(since, now time.Time) AgeBand {
	day := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())
	switch {
	case since.IsZero():
		return AgeUnknown
	case !since.Before(day):
		return AgeToday
	case !since.Before(day.AddDate(0, 0, -7)):
		return AgeWeek
	case !since.Before(day.AddDate(0, 0, -30)):
		return AgeMonth
	}
	return AgeOlder
}

// Group is a part of a long queue that can be read as one.
type Group struct {
	Turn Turn
	Kind Kind
	// Action and Who are what all its rows ask for and whom they go to, "" where they have none or
	// differ. Age is AgeAny unless it is by their age that they belong together.
	Action, Who string
	Age         AgeBand
	// Key stays the same from load to load; "" for a row that stands alone.
	Key string
	// Rows has one row or more, in the order of the queue.
	Rows []Attention
}

// Recipients counts whom the rows go to.
func (g Group) Recipients() int {
	all := map[string]bool{}
	for _, a := range g.Rows {
		if a.Who != "" {
			all[a.Who] = true
		}
	}
	return len(all)
}

// LeastGroup is how many rows make a group.
const LeastGroup = 3

const (
	// largeGroup is how many rows are parted by age even if they go to the same one.
	largeGroup = 30
	// mostByWho and mostByAction are how many groups a queue has by its recipients, and by actions.
	mostByWho, mostByAction = 20, 40
)

// sameness is what the rows of a group share.
type sameness struct {
	Turn     Turn
	Urgency  Urgency
	Pressing Pressing
	Kind     Kind
	Code     Code
	Expired  bool
	// About is the fault of a problem, or why the gate held up an action. Unit is what an amount is in.
	About, Action, Who, Unit string
	Age                      AgeBand
}

func (s sameness) key() string {
	return fmt.Sprintf("%d %d %d %s %s %t %q %q %q %q %d", s.Turn, s.Urgency, s.Pressing, s.Kind, s.Code, s.Expired, s.About, s.Action, s.Who, s.Unit, s.Age)
}

// Groups parts a queue by who has the turn, what is asked, of whom, and since when: rows that share
// action and recipient, then action and age, then age alone. That takes three rows, and more in a long
// queue, so that it never has a hundred groups. A row that nothing groups stands alone, and so do
// alarms, deadlines, what an agent waits for right now, what is doubtful, and an amount that is unlike the
// others of its group. The order is that of the first rows.
func Groups(queue []Attention, now time.Time) []Group {
	same := make([]sameness, len(queue))
	in := make([]*sameness, len(queue))
	for i, a := range queue {
		same[i] = sameness{a.Turn, a.Urgency(), a.Pressing, a.Ref.Kind, a.leading(), a.Expired, a.about(), a.Action, a.Who, unitOf(a.Amount), bandOf(a.Since, now)}
	}
	many, some, few := len(queue), max(LeastGroup, len(queue)/mostByAction), max(LeastGroup, len(queue)/mostByWho)
	gather := func(least, most int, level func(sameness) (sameness, bool)) {
		gather(queue, same, in, least, most, level)
	}
	gather(few, largeGroup, byWho)
	gather(few, many, func(s sameness) (sameness, bool) { return s, s.Who+s.About != "" })
	gather(few, many, byWho)
	gather(some, many, func(s sameness) (sameness, bool) { s.Who = ""; return s, true })
	gather(LeastGroup, many, func(s sameness) (sameness, bool) { s.Who, s.Action, s.Code = "", "", ""; return s, true })
	partAmounts(queue, in)
	return gathered(queue, in)
}

// byWho groups whatever goes to one recipient, or has one fault.
func byWho(s sameness) (sameness, bool) {
	s.Age = AgeAny
	return s, s.Who+s.About != ""
}

// gather groups the rows that are in no group yet and are the same by what a level looks at, if they
// are as many as that takes.
func gather(queue []Attention, same []sameness, in []*sameness, least, most int, level func(sameness) (sameness, bool)) {
	sizes := map[sameness]int{}
	each := func(do func(i int, key sameness)) {
		for i, s := range same {
			if key, ok := level(s); ok && in[i] == nil && s.Urgency > UrgencyExpires && !queue[i].Alone {
				do(i, key)
			}
		}
	}
	each(func(_ int, key sameness) { sizes[key]++ })
	each(func(i int, key sameness) {
		if n := sizes[key]; n >= least && n <= most {
			in[i] = &key
		}
	})
}

// outlier is how many times the median of its group an amount is that stands alone.
const outlier = 10

// partAmounts takes rows out of their groups whose amount is unlike the others': another one than most
// share, or one that is far more. What that leaves of a group too small is in none.
func partAmounts(queue []Attention, in []*sameness) {
	members := map[sameness][]int{}
	for i, key := range in {
		if key != nil && key.Unit != "" {
			members[*key] = append(members[*key], i)
		}
	}
	for _, rows := range members {
		count, most := map[float64]int{}, 0.0
		sizes := make([]float64, len(rows))
		for at, i := range rows {
			sizes[at] = amountSize(queue[i].Amount)
			if count[sizes[at]]++; count[sizes[at]] > count[most] {
				most = sizes[at]
			}
		}
		shared := 2*count[most] > len(rows)
		median := slices.Sorted(slices.Values(sizes))[len(sizes)/2]
		alike := len(rows)
		for at, i := range rows {
			if shared && sizes[at] != most || sizes[at] > outlier*median {
				in[i] = nil
				alike--
			}
		}
		if alike < LeastGroup {
			for _, i := range rows {
				in[i] = nil
			}
		}
	}
}

// Amounts are the least and the most of the amounts of a group, as written, "" where it has none.
func (g Group) Amounts() (least, most string) {
	if len(g.Rows) == 0 {
		return "", ""
	}
	bySize := func(x, y Attention) int { return cmp.Compare(amountSize(x.Amount), amountSize(y.Amount)) }
	return slices.MinFunc(g.Rows, bySize).Amount, slices.MaxFunc(g.Rows, bySize).Amount
}

// gathered lists the groups.
func gathered(queue []Attention, in []*sameness) []Group {
	var out []Group
	at := map[sameness]int{}
	for i, a := range queue {
		if in[i] == nil {
			out = append(out, Group{Turn: a.Turn, Kind: a.Ref.Kind, Action: a.Action, Who: a.Who, Rows: queue[i : i+1]})
			continue
		}
		key := *in[i]
		if _, begun := at[key]; !begun {
			at[key] = len(out)
			out = append(out, Group{Turn: key.Turn, Kind: key.Kind, Action: key.Action, Who: key.Who, Age: key.Age, Key: key.key()})
		}
		g := &out[at[key]]
		g.Rows = append(g.Rows, a)
	}
	return out
}

// leading is the code of the first reason, "" for a request that only waits.
func (a Attention) leading() Code {
	if len(a.Why) == 0 || a.Why[0].Code == BecauseInItsWords || a.Why[0].Code == BecauseWaitsForApproval {
		return ""
	}
	return a.Why[0].Code
}

// about names what is wrong where the row is a problem, and why the gate held up an action.
func (a Attention) about() string {
	switch last := len(a.Why) - 1; {
	case last < 0:
	case a.Ref.Kind == KindProblem:
		before, _, _ := strings.Cut(a.Why[0].Text, ":")
		return cmp.Or(a.Fault.Short, a.Fault.Name, before)
	case a.Why[last].Code == BecauseHeldUp:
		return a.Why[last].Text
	}
	return ""
}
