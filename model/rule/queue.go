package rule

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

	"coldstart/model"
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
func Turn(r model.Request) model.Turn {
	if r.Asked != nil || !r.Reading.StatusBelow && slices.Contains(handedBack, strings.Join(wordsOf(r.Status), " ")) {
		return model.TurnAgent
	}
	return model.TurnOperator
}

// wordsOf are the words of a text in lower case.
func wordsOf(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) })
}

// WithAgent lists what waits for its agent and not for the operator: requests for which changes
// were asked, and open plans that were approved and on which their agent has not acted yet.
func WithAgent(s model.Snapshot) []model.Attention {
	var out []model.Attention
	for _, r := range s.Requests {
		if Turn(r) == model.TurnAgent {
			a := requestAttention(r, nil, s.At)
			a.Turn, a.Why, a.Until, a.Severity = model.TurnAgent, []model.Reason{{Code: model.BecauseSentBack, Text: r.Status}}, time.Time{}, model.SeverityNormal
			if r.Asked != nil {
				a.Why[0].Text, a.Since = r.Asked.Note, r.Asked.At
			}
			out = append(out, a)
		}
	}
	for _, p := range s.Plans {
		if g, granted := Granted(p); granted && !p.Older && g.Yours() {
			out = append(out, model.Attention{
				Ref: p.Ref(), What: cmp.Or(p.Objective, p.ID), Of: p.ID, Turn: model.TurnAgent, Why: []model.Reason{reason(g)}, Since: g.At, Severity: model.SeverityNormal,
			})
		}
	}
	return out
}

// Maybe lists the requests of which it is only probable that somebody has to decide, as rows that
// are not in the queue.
func Maybe(s model.Snapshot) []model.Attention {
	var out []model.Attention
	for _, r := range s.Requests {
		if r.Reading.Maybe && Turn(r) == model.TurnOperator {
			out = append(out, requestAttention(r, nil, s.At))
		}
	}
	return out
}

// MaybeNeeds counts the rows of Maybe.
func MaybeNeeds(s model.Snapshot) int { return len(Maybe(s)) }

// Triage lists what nobody has planned or drafted anything of yet, as rows that are not in the
// queue.
func Triage(s model.Snapshot) []model.Attention {
	list, titled := Untouched(s), map[string]map[string]string{}
	for _, i := range list {
		if titled[i.Title] == nil {
			titled[i.Title] = map[string]string{}
		}
		titled[i.Title][i.Path] = path.Base(i.Path)
	}
	for title, names := range titled {
		titled[title] = model.WithoutShared(names)
	}
	var out []model.Attention
	for _, i := range list {
		a := model.Attention{Ref: i.Ref(), What: i.Title, Action: i.Folder, Since: i.Since.Time, Severity: model.SeverityLow}
		if same := titled[i.Title]; len(same) > 1 {
			a.Apart = same[i.Path]
		}
		out = append(out, a)
	}
	return out
}

// Untouched lists what came in of which neither a draft waits nor an open plan was made.
func Untouched(s model.Snapshot) []model.Intake {
	return model.Where(s.Intake, func(i *model.Intake) bool { return i.Draft.Path == "" })
}

// Drafted counts the rest of what came in.
func Drafted(s model.Snapshot) int { return len(s.Intake) - len(Untouched(s)) }

// degrees are the words of priorities.
var degrees = map[string]model.Pressing{
	"p0": model.PressingNow, "critical": model.PressingNow, "urgent": model.PressingNow, "immediate": model.PressingNow, "emergency": model.PressingNow, "asap": model.PressingNow,
	"highest": model.PressingNow, "blocker": model.PressingNow, "dringend": model.PressingNow,
	"p1": model.PressingHigh, "high": model.PressingHigh, "important": model.PressingHigh, "major": model.PressingHigh, "hoch": model.PressingHigh,
	"p2": model.PressingNormal, "medium": model.PressingNormal, "normal": model.PressingNormal, "mittel": model.PressingNormal,
	"p3": model.PressingLow, "p4": model.PressingLow, "low": model.PressingLow, "lowest": model.PressingLow, "minor": model.PressingLow, "niedrig": model.PressingLow,
	"urgente": model.PressingNow, "alta": model.PressingHigh, "haute": model.PressingHigh, "media": model.PressingNormal, "moyenne": model.PressingNormal,
	"baja": model.PressingLow, "basse": model.PressingLow, "bassa": model.PressingLow,
}

// denials are words by which a priority says that it is none.
var denials = []string{"not", "non", "no", "none", "never", "false", "nicht", "kein", "keine", "nein", "pas"}

// ParsePriority reads a priority as files state it: "High", "P0", "critical (server down)". Words
// that contradict each other, as a choice of several, say nothing, and neither does a denial.
func ParsePriority(text string) model.Pressing {
	least, most, found := model.PressingNow, model.PressingLow, false
	for _, w := range wordsOf(text) {
		if slices.Contains(denials, w) {
			return model.PressingNormal
		}
		if d, ok := degrees[w]; ok {
			least, most, found = min(least, d), max(most, d), true
		}
	}
	if !found || least != most && least < model.PressingHigh {
		return model.PressingNormal
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
func pressing(r model.Request, now time.Time) (model.Pressing, model.Reason) {
	stated := ParsePriority(r.Priority)
	switch due := dueBy(r.Reading.Due, now); {
	case due != "":
		return model.PressingNow, model.Because(due)
	case stated == model.PressingNow:
		return model.PressingNow, model.Because(model.BecauseStatedUrgent)
	case stated == model.PressingHigh:
		return stated, model.Because(model.BecauseHighPriority)
	case r.Priority != "" || !titledUrgent(r.Title()):
		return stated, model.Reason{}
	case r.Sender != "":
		return model.PressingMail, model.Because(model.BecauseTitledUrgent)
	}
	return model.PressingTitled, model.Because(model.BecauseTitledUrgent)
}

// dueBy says that a day by which something is wanted is near, "" if not or if that is no time.
func dueBy(raw string, now time.Time) model.Code {
	due := model.ParseStamp(raw, now.Location())
	day := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())
	switch end := due.End(); {
	case !due.Known():
		return ""
	case end.Before(now):
		return model.BecauseOverdue
	case !end.After(day.AddDate(0, 0, 1)):
		return model.BecauseDueToday
	case !end.After(day.AddDate(0, 0, 2)):
		return model.BecauseDueTomorrow
	}
	return ""
}

// Urgency is the group of a row.
func Urgency(a model.Attention) model.Urgency {
	switch {
	case a.Gate:
		return model.UrgencyAlarm
	case a.First:
		return model.UrgencyFirst
	case a.Waits:
		return model.UrgencyNow
	case !a.Until.IsZero():
		return model.UrgencyExpires
	case a.Blocks:
		return model.UrgencyBlocks
	case a.Expired:
		return model.UrgencyExpired
	case a.Ref.Kind == model.KindRequest && a.Pressing >= model.PressingTitled && a.Severity < model.SeverityHigh:
		return model.UrgencyPressing
	case a.Severity == model.SeverityLow && a.Ref.Kind == model.KindPlan:
		// A pause is no accident.
		return model.UrgencyCanWait
	case a.Severity == model.SeverityLow && a.Ref.Kind == model.KindProblem:
		// The other program reads its files itself.
		return model.UrgencyCanWait
	case a.Severity < model.SeverityHigh && (a.Ref.Kind == model.KindProposal || a.Ref.Kind == model.KindRequest && !a.Failed):
		return model.UrgencyCanWait
	}
	return model.UrgencyCheck
}

func byUrgency(a, b *model.Attention) int {
	return cmp.Or(
		cmp.Compare(Urgency(*a), Urgency(*b)), model.FalseFirst(a.Expired, b.Expired), a.Until.Compare(b.Until), cmp.Compare(b.Severity, a.Severity), model.FalseFirst(!a.Blocks, !b.Blocks), model.FalseFirst(a.Ref.Kind != model.KindTrace, b.Ref.Kind != model.KindTrace),
		cmp.Compare(b.Pressing, a.Pressing), model.FalseFirst(a.Since.IsZero(), b.Since.IsZero()), a.Since.Compare(b.Since),
		cmp.Compare(a.Ref.Kind.String(), b.Ref.Kind.String()), cmp.Compare(a.Ref.Path, b.Ref.Path), cmp.Compare(a.Ref.Item, b.Ref.Item))
}

// newestCutOffFirst orders the sessions that were cut off among themselves: the others in a queue are
// the more pressing the longer they wait, while of these the last one is where the work stood.
func newestCutOffFirst[T any](queue []T, says func(T) *model.Attention) {
	var at []int
	var sessions []T
	for i, row := range queue {
		if a := says(row); Urgency(*a) == model.UrgencyCheck && (a.Ref.Kind == model.KindSession || a.Ref.Kind == model.KindTranscript) {
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

// bandOf is the band of what began at a time.
func bandOf(since, now time.Time) model.AgeBand {
	day := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())
	switch {
	case since.IsZero():
		return model.AgeUnknown
	case !since.Before(day):
		return model.AgeToday
	case !since.Before(day.AddDate(0, 0, -7)):
		return model.AgeWeek
	case !since.Before(day.AddDate(0, 0, -30)):
		return model.AgeMonth
	}
	return model.AgeOlder
}

// Group is a part of a long queue that can be read as one.
type Group struct {
	Turn model.Turn
	Kind model.Kind
	// Action and Who are what all its rows ask for and whom they go to, "" where they have none or
	// differ. Age is AgeAny unless it is by their age that they belong together.
	Action, Who string
	// From says that Who wrote what the rows ask about.
	From bool
	Age  model.AgeBand
	// Key stays the same from load to load; "" for a row that stands alone.
	Key string
	// Rows has one row or more, in the order of the queue.
	Rows []model.Attention
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

const (
	// largeGroup is how many rows are parted by age even if they go to the same one.
	largeGroup = 30
	// mostByWho and mostByAction are how many groups a queue has by its recipients, and by actions.
	mostByWho, mostByAction = 20, 40
)

// sameness is what the rows of a group share.
type sameness struct {
	Turn     model.Turn
	Urgency  model.Urgency
	Pressing model.Pressing
	Kind     model.Kind
	Code     model.Code
	Expired  bool
	From     bool
	// About is the fault of a problem, or why the gate held up an action. Unit is what an amount is in.
	About, Action, Who, Unit string
	Age                      model.AgeBand
}

func (s sameness) key() string {
	return fmt.Sprintf("%d %d %d %s %s %t %t %q %q %q %q %d", s.Turn, s.Urgency, s.Pressing, s.Kind, s.Code, s.Expired, s.From, s.About, s.Action, s.Who, s.Unit, s.Age)
}

// Groups parts a queue by who has the turn, what is asked, of whom, and since when: rows that share
// action and recipient, then action and age, then age alone. That takes three rows, and more in a long
// queue, so that it never has a hundred groups. A row that nothing groups stands alone, and so do
// alarms, deadlines, what an agent waits for right now, what is doubtful, and an amount that is unlike the
// others of its group. The order is that of the first rows.
func Groups(queue []model.Attention, now time.Time) []Group {
	same := make([]sameness, len(queue))
	in := make([]*shared, len(queue))
	to := map[[2]string]int{}
	for i, a := range queue {
		same[i] = sameness{a.Turn, Urgency(a), a.Pressing, a.Ref.Kind, leading(a), a.Expired, a.From, about(a), a.Action, a.Who, unitOf(a.Amount), bandOf(a.Since, now)}
		to[[2]string{same[i].Who, same[i].About}]++
	}
	many, some, few := len(queue), max(model.LeastGroup, len(queue)/mostByAction), max(model.LeastGroup, len(queue)/mostByWho)
	known := map[sameness]*shared{}
	gather := func(least, most int, level func(sameness) (sameness, bool)) {
		gather(queue, same, in, known, least, most, level)
	}
	// What goes to one recipient, or has one fault, of one age or of any: many have one of their own.
	toOne := func(s sameness) (sameness, bool) {
		return s, s.Who+s.About != "" && to[[2]string{s.Who, s.About}] >= few
	}
	byWho := func(s sameness) (sameness, bool) {
		_, ok := toOne(s)
		s.Age = model.AgeAny
		return s, ok
	}
	gather(few, largeGroup, byWho)
	gather(few, many, toOne)
	gather(few, many, byWho)
	gather(some, many, func(s sameness) (sameness, bool) { s.Who = ""; return s, true })
	gather(model.LeastGroup, many, func(s sameness) (sameness, bool) { s.Who, s.Action, s.Code = "", "", ""; return s, true })
	partAmounts(queue, in)
	return gathered(queue, in)
}

// shared is one sameness with all rows that have it: what is hashed is long, and there are many rows.
type shared struct {
	sameness
	rows []int32
}

// gather groups the rows that are in no group yet and are the same by what a level looks at, if they
// are as many as that takes.
func gather(queue []model.Attention, same []sameness, in []*shared, known map[sameness]*shared, least, most int, level func(sameness) (sameness, bool)) {
	var met []*shared
	for i, s := range same {
		if in[i] != nil || s.Urgency <= model.UrgencyExpires || queue[i].Alone {
			continue
		}
		key, ok := level(s)
		if !ok {
			continue
		}
		k := known[key]
		if k == nil {
			k = &shared{sameness: key}
			known[key] = k
		}
		if len(k.rows) == 0 {
			met = append(met, k)
		}
		k.rows = append(k.rows, int32(i))
	}
	for _, k := range met {
		if n := len(k.rows); n >= least && n <= most {
			for _, i := range k.rows {
				in[i] = k
			}
		}
		k.rows = nil
	}
}

// outlier is how many times the median of its group an amount is that stands alone.
const outlier = 10

// partAmounts takes rows out of their groups whose amount is unlike the others': another one than most
// share, or one that is far more. What that leaves of a group too small is in none.
func partAmounts(queue []model.Attention, in []*shared) {
	members := map[*shared][]int{}
	for i, key := range in {
		if key != nil && key.Unit != "" {
			members[key] = append(members[key], i)
		}
	}
	for _, rows := range members {
		count, most := map[float64]int{}, 0.0
		sizes := make([]float64, len(rows))
		for at, i := range rows {
			sizes[at] = model.AmountSize(queue[i].Amount)
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
		if alike < model.LeastGroup {
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
	bySize := func(x, y model.Attention) int {
		return cmp.Compare(model.AmountSize(x.Amount), model.AmountSize(y.Amount))
	}
	return slices.MinFunc(g.Rows, bySize).Amount, slices.MaxFunc(g.Rows, bySize).Amount
}

// gathered lists the groups.
func gathered(queue []model.Attention, in []*shared) []Group {
	var out []Group
	at := map[*shared]int{}
	for i, a := range queue {
		key := in[i]
		if key == nil {
			out = append(out, Group{Turn: a.Turn, Kind: a.Ref.Kind, Action: a.Action, Who: a.Who, From: a.From, Rows: queue[i : i+1]})
			continue
		}
		if _, begun := at[key]; !begun {
			at[key] = len(out)
			out = append(out, Group{Turn: key.Turn, Kind: key.Kind, Action: key.Action, Who: key.Who, From: key.From, Age: key.Age, Key: key.key()})
		}
		g := &out[at[key]]
		g.Rows = append(g.Rows, a)
	}
	return out
}

// leading is the code of the first reason, "" for a request that only waits.
func leading(a model.Attention) model.Code {
	if len(a.Why) == 0 || a.Why[0].Code == model.BecauseInItsWords || a.Why[0].Code == model.BecauseWaitsForApproval {
		return ""
	}
	return a.Why[0].Code
}

// about names what is wrong where the row is a problem, and why the gate held up an action.
func about(a model.Attention) string {
	switch last := len(a.Why) - 1; {
	case last < 0:
	case a.Ref.Kind == model.KindProblem:
		before, _, _ := strings.Cut(a.Why[0].Text, ":")
		return cmp.Or(a.Fault.Short, a.Fault.Name, before)
	case a.Why[last].Code == model.BecauseHeldUp:
		return a.Why[last].Text
	}
	return ""
}

// unitOf is what an amount is in: all of it but the number, "" for no amount.
func unitOf(amount string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsDigit(c) || unicode.IsSpace(c) || strings.ContainsRune(".,'", c) {
			return -1
		}
		return unicode.ToUpper(c)
	}, amount)
}

// wakes reports whether the row has become more urgent than it was.
func wakes(z model.Snooze, a model.Attention) bool {
	return a.Blocks && !z.Blocks || a.Severity > z.Severity
}

// beforeEnd is how long before it is too late a snoozed row comes back.
const beforeEnd = time.Hour

// restsUntil is when a row snoozed at a time wakes: in time for its deadline, or at it if that was near already.
func restsUntil(a model.Attention, at, until time.Time) time.Time {
	last := a.Until.Add(-beforeEnd)
	if !last.After(at) {
		last = a.Until
	}
	if a.Until.IsZero() || until.Before(last) {
		return until
	}
	return last
}

// NeedsYou is the queue of all sources without what is snoozed: blocked work first, then
// by severity, then the longest wait.
func NeedsYou(s model.Snapshot) []model.Attention {
	needs, _ := Queue(s)
	return needs
}

// Snoozed lists the snoozed rows, the first to wake first.
func Snoozed(s model.Snapshot) []model.Resting {
	if len(s.Snoozes) == 0 {
		return nil
	}
	_, resting := Queue(s)
	return resting
}

// Queue returns NeedsYou and Snoozed at once.
func Queue(s model.Snapshot) (needs []model.Attention, resting []model.Resting) {
	if len(s.Snoozes) == 0 {
		return queue(s), nil
	}
	by := map[model.Ref]model.Snooze{}
	for _, z := range s.Snoozes {
		by[z.Ref] = z
	}
	for _, a := range queue(s) {
		if z, ok := by[a.Ref]; ok && !a.First && !wakes(z, a) {
			if until := restsUntil(a, z.At, z.Until); s.At.Before(until) {
				resting = append(resting, model.Resting{Attention: a, Until: until})
				continue
			}
		}
		needs = append(needs, a)
	}
	slices.SortStableFunc(resting, func(a, b model.Resting) int { return a.Until.Compare(b.Until) })
	return needs, resting
}

// Snooze snoozes a row until a time, or until shortly before it is too late; false if ref is no row of the queue, or one that cannot wait.
func Snooze(s model.Snapshot, ref model.Ref, until time.Time) (model.Snooze, bool) {
	for _, a := range queue(s) {
		if a.Ref == ref && !a.First {
			return model.Snooze{Ref: ref, Seen: s.Seen(ref), At: s.At, Until: restsUntil(a, s.At, until), Blocks: a.Blocks, Severity: a.Severity}, true
		}
	}
	return model.Snooze{}, false
}

// CannotWait reports a row that nobody can snooze: it has to be settled before anything else.
func CannotWait(s model.Snapshot, ref model.Ref) bool {
	_, ok := model.First(queue(s), func(a *model.Attention) bool { return a.Ref == ref && a.First })
	return ok
}
