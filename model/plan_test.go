package model

import (
	"reflect"
	"strings"
	"testing"
	"time"
)

// steps makes a roadmap from one letter a step: x ticked, o open, H an open human
// step, h a ticked one, - another mark.
func steps(letters string) []Step {
	var out []Step
	for i, c := range letters {
		s := Step{Number: i + 1, Text: "step", Mark: ' '}
		switch c {
		case 'x', 'h':
			s.Mark = 'x'
		case '-':
			s.Mark = '-'
		}
		s.Human = c == 'h' || c == 'H'
		out = append(out, s)
	}
	return out
}

func TestProgressCountsTickedBoxes(t *testing.T) {
	t.Parallel()
	done, total := Plan{Steps: steps("xHh-o")}.Progress()
	if done != 2 || total != 5 {
		t.Errorf("got %d of %d, want 2 of 5", done, total)
	}
	for mark, want := range map[rune]bool{'x': true, 'X': true, ' ': false, '-': false, '~': false, '✓': false} {
		if got := (Step{Mark: mark}).Done(); got != want {
			t.Errorf("mark %q: done is %v", mark, got)
		}
	}
}

func TestStepTitleShowsTheHand(t *testing.T) {
	t.Parallel()
	if got := (Step{Text: "Send e-mail", Human: true}).Title(); got != "✋ Send e-mail" {
		t.Errorf("got %q", got)
	}
	if got := (Step{Text: "Send e-mail"}).Title(); got != "Send e-mail" {
		t.Errorf("got %q", got)
	}
}

func TestAnsweredIsTheOperatorsLastWord(t *testing.T) {
	t.Parallel()
	agent, operator := LogEntry{Actor: "Agent", What: "a"}, LogEntry{Actor: OperatorActor, What: "b"}
	for _, tt := range []struct {
		name string
		log  []LogEntry
		want bool
	}{
		{"no log", nil, false},
		{"the agent spoke last", []LogEntry{operator, agent}, false},
		{"the operator spoke last", []LogEntry{agent, operator}, true},
		{"the name is taken exactly", []LogEntry{{Actor: "operator"}}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := Plan{Log: tt.log}.Answered()
			if (got != nil) != tt.want || got != nil && got.What != "b" {
				t.Errorf("got %+v", got)
			}
		})
	}
}

func TestSameIDTakesThePrefixAsOptional(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		plan, id string
		want     bool
	}{
		{"2026-001", "2026-001", true},
		{"2026-001", "PLAN-2026-001", true},
		{"PLAN-2026-001", "2026-001", true},
		{"PLAN-2026-001", " PLAN-2026-001 ", true},
		{"PLAN-2026-001", "plan-2026-001", false},
		{"2026-001", "2026-01", false},
		{"2026-001", "", false},
		{"", "", false},
		{"2026-001", "PLAN-", false},
	} {
		if got := (Plan{ID: tt.plan}).SameID(tt.id); got != tt.want {
			t.Errorf("plan %q, id %q: got %v", tt.plan, tt.id, got)
		}
	}
}

func TestParseStatus(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		word  string
		state State
		shown string
	}{
		{"Active", StateActive, "Active"},
		{"ACTIVE", StateActive, "Active"},
		{" blocked\t", StateBlocked, "Blocked"},
		{"Draft", StateDraft, "Draft"},
		{"", StateDraft, "Draft"},
		{"done", StateDone, "Done"},
		{"Complete", StateUnknown, "Complete"},
		{"In Progress", StateUnknown, "In Progress"},
		{"Active, Blocked", StateUnknown, "Active, Blocked"},
		{"5", StateUnknown, "5"},
	} {
		t.Run(tt.word, func(t *testing.T) {
			if got := ParseStatus(tt.word); got.State != tt.state || got.String() != tt.shown {
				t.Errorf("got %s, shown as %q; want %s and %q", got.State, got, tt.state, tt.shown)
			}
		})
	}
	if got := (Status{}).String(); got != "Unknown" {
		t.Errorf("a status without a word is shown as %q", got)
	}
}

func TestStatesAreRankedAsTheSeedDemands(t *testing.T) {
	t.Parallel()
	order := []State{StateActive, StateBlocked, StateDraft, StateUnknown}
	for i := 1; i < len(order); i++ {
		if order[i-1].Rank() >= order[i].Rank() {
			t.Errorf("%s does not come before %s", order[i-1], order[i])
		}
	}
}

func TestAStatusMayMissAStateByOneLetter(t *testing.T) {
	t.Parallel()
	for word, want := range map[string]string{
		"Actve": "Active", "activee": "Active", "Bloced": "Blocked", "Dome": "Done", "draf": "Draft", "Active": "", "": "", "Paused": "", "Atve": "", "x": "",
	} {
		if got := ParseStatus(word).Meant(); got != want {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
}

func TestBasisNames(t *testing.T) {
	t.Parallel()
	for basis, want := range map[Basis]string{
		BasisNone:     "not given",
		BasisDeclared: "declared",
		BasisFolder:   "folder",
		BasisDerived:  "derived",
		BasisGuessed:  "guessed",
		Basis(99):     "not given",
	} {
		if got := basis.String(); got != want {
			t.Errorf("basis %d is %q, want %q", int(basis), got, want)
		}
	}
}

func TestRequestTitle(t *testing.T) {
	t.Parallel()
	if got := (Request{Name: "r.md", Summary: "Send e-mail"}).Title(); got != "Send e-mail" {
		t.Errorf("got %q", got)
	}
	if got := (Request{Name: "r.md"}).Title(); got != "r.md" {
		t.Errorf("without a summary got %q", got)
	}
}

func TestExpired(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		expires, now string
		want         bool
	}{
		{"", "2026-03-10T12:00:00Z", false},
		{"never", "2026-03-10T12:00:00Z", false},
		{"2026-03-10T12:00:01Z", "2026-03-10T12:00:00Z", false},
		{"2026-03-10T12:00:00Z", "2026-03-10T12:00:00Z", false},
		{"2026-03-10T11:59:59Z", "2026-03-10T12:00:00Z", true},
		{"2026-03-10", "2026-03-10T23:59:59Z", false},
		{"2026-03-10", "2026-03-11T00:00:01Z", true},
	} {
		now, err := time.Parse(time.RFC3339, tt.now)
		if err != nil {
			t.Fatal(err)
		}
		if got := (Request{Expires: ParseStamp(tt.expires, nil)}).Expired(now); got != tt.want {
			t.Errorf("expiry %q at %s: got %v", tt.expires, tt.now, got)
		}
	}
}

// helloSum is the published SHA-256 of "hello".
const helloSum = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"

func TestFingerprint(t *testing.T) {
	t.Parallel()
	f := FingerprintOf([]byte("hello"))
	if f.String() != helloSum || f.Short() != "2cf24dba" || f.IsZero() {
		t.Errorf("got %s, short %s, zero %v", f, f.Short(), f.IsZero())
	}
	if !(Fingerprint{}).IsZero() {
		t.Error("a fingerprint that was never set is not zero")
	}
	if FingerprintOf([]byte("hello\n")) == f {
		t.Error("other bytes have the same fingerprint")
	}
}

func TestParseFingerprint(t *testing.T) {
	t.Parallel()
	for _, text := range []string{helloSum, strings.ToUpper(helloSum), "  " + helloSum + "\n"} {
		if f, err := ParseFingerprint(text); err != nil || f.String() != helloSum {
			t.Errorf("%q: got %s and error %v", text, f, err)
		}
	}
	for _, text := range []string{"", helloSum[:63], helloSum[:62], helloSum + "00", "x" + helloSum[1:]} {
		if f, err := ParseFingerprint(text); err == nil || !f.IsZero() {
			t.Errorf("%q: got %s and error %v, want an error", text, f, err)
		}
	}
}

func TestFingerprintMatches(t *testing.T) {
	t.Parallel()
	f := FingerprintOf([]byte("hello"))
	for text, want := range map[string]bool{
		helloSum: true, strings.ToUpper(helloSum): true, helloSum[:8]: true, " " + helloSum[:20] + " ": true,
		"": false, helloSum[:7]: false, helloSum[1:9]: false, helloSum + "0": false, "00000000": false,
	} {
		if got := f.Matches(text); got != want {
			t.Errorf("%q: got %v", text, got)
		}
	}
}

func TestWhatShowsHowADocumentChanged(t *testing.T) {
	t.Parallel()
	text := func(asks, about, b string) Document {
		d := Document{About: about, Bytes: []byte(b)}
		if asks != "" {
			d.Asks = []byte(asks)
		}
		return d
	}
	for _, tt := range []struct {
		name          string
		was, now      Document
		before, after string
	}{
		{"an ordinary file", text("", "", "a"), text("", "", "b"), "a", "b"},
		{"the document", text("{}", "x.md", "a"), text("{}", "x.md", "b"), "a", "b"},
		{"both", text("{}", "x.md", "a"), text("{1}", "x.md", "b"), "a", "b"},
		{"the file that names it", text("{}", "x.md", "a"), text("{1}", "x.md", "a"), "{}", "{1}"},
		{"it names another", text("{}", "x.md", "a"), text("{1}", "y.md", "b"), "{}", "{1}"},
		{"the document is gone", text("{}", "x.md", "a"), text("{}", "", "{}"), "a", ""},
		{"the document is there now", text("{}", "", "{}"), text("{}", "x.md", "a"), "", "a"},
	} {
		if before, after := tt.now.Against(tt.was); string(before) != tt.before || string(after) != tt.after {
			t.Errorf("%s: %q, %q", tt.name, before, after)
		}
	}
}

// TestATokenTellsWhichPartChanged changes the text, the plan, and the plan's path.
func TestATokenTellsWhichPartChanged(t *testing.T) {
	t.Parallel()
	seen := Decision{Ref: Ref{Kind: KindRequest, Path: "a.md"}, Seen: FingerprintOf([]byte("text"))}
	if seen.Token() != seen.Seen {
		t.Error("without a plan the token is the hash of the text")
	}
	seen.Foreseen = Foreseen{Known: true, Plan: "Plans/p.md", Seen: FingerprintOf([]byte("plan"))}
	token := seen.Token().String()
	other, plan, moved := seen, seen, seen
	other.Seen, plan.Foreseen.Seen, moved.Foreseen.Plan = FingerprintOf([]byte("other")), FingerprintOf([]byte("wire")), "Plans/q.md"
	for name, d := range map[string]Decision{"text": other, "plan": plan, "path": moved} {
		if d.Token().Matches(token[:8]) {
			t.Errorf("with another %s the first digits of the token are the same", name)
		}
		if got := d.Seen.InToken(token); got != (name != "text") {
			t.Errorf("with another %s the text is the same: %t", name, got)
		}
	}
	if seen.Seen.InToken(token[:TellingDigits-1]) {
		t.Error("too few digits tell nothing")
	}
}

func TestStuckWork(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name        string
		item        WorkItem
		seed, phase bool
	}{
		{"an open node in a working phase", WorkItem{Node: "DO", Status: "active", Phase: "DO"}, true, true},
		{"every node was left", WorkItem{Status: "active", Phase: "DO"}, false, false},
		{"no phase", WorkItem{Node: "doing", Status: "active"}, true, false},
		{"another phase", WorkItem{Node: "backlog", Status: "active", Phase: "backlog"}, true, false},
		{"a phase in other letters", WorkItem{Node: "DO", Status: "active", Phase: "do"}, true, false},
		{"no status", WorkItem{Node: "CHAIN", Phase: "CHAIN"}, true, true},
		{"a status that closes nothing", WorkItem{Node: "CHECK", Status: "blocked", Phase: "CHECK"}, true, true},
		{"closed items keep their last node", WorkItem{Node: "DONE", Status: "complete", Phase: "DONE"}, true, false},
		{"a final status in other letters", WorkItem{Node: "DONE", Status: "Archived", Phase: "DONE"}, true, false},
		{"dismissed", WorkItem{Node: "PLAN", Status: "dismissed", Phase: "PLAN"}, true, false},
		{"invalid", WorkItem{Node: "PLAN", Status: "invalid", Phase: "PLAN"}, true, false},
		{"deferred", WorkItem{Node: "PLAN", Status: "deferred", Phase: "PLAN"}, true, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.item.Stuck(WorkRuleSeed); got != tt.seed {
				t.Errorf("by the seed's rule: %v, want %v", got, tt.seed)
			}
			if got := tt.item.Stuck(WorkRulePhase); got != tt.phase {
				t.Errorf("by the later rule: %v, want %v", got, tt.phase)
			}
		})
	}
}

func TestWorkRuleIsTheLaterOneWherePhasesAreKnown(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		items []WorkItem
		want  WorkRule
		words string
	}{
		{"no items", nil, WorkRuleSeed, "any open node"},
		{"no phases", []WorkItem{{ID: "a"}, {ID: "b"}}, WorkRuleSeed, "any open node"},
		{"one phase", []WorkItem{{ID: "a"}, {ID: "b", Phase: "backlog"}}, WorkRulePhase, "open node, status not final, and cycle_phase PLAN, DO, CHECK, DONE or CHAIN"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := workRuleFor(tt.items); got != tt.want || Phrases.WorkRule(got) != tt.words {
				t.Errorf("got %d (%v), want %d", got, got, tt.want)
			}
		})
	}
}

// TestAPlanThatDiffersAnywhereIsNotTheSame changes each field of a plan, and those of its reading.
func TestAPlanThatDiffersAnywhereIsNotTheSame(t *testing.T) {
	t.Parallel()
	var read Plan
	fill(reflect.ValueOf(&read).Elem(), 1)
	if now := read; !read.Same(&now) {
		t.Fatal("a copy differs")
	}
	var each func(of reflect.Value, name string, now *Plan)
	each = func(of reflect.Value, name string, now *Plan) {
		for i := range of.NumField() {
			f, at := of.Field(i), name+of.Type().Field(i).Name
			if f.Kind() == reflect.Struct && f.Type() != reflect.TypeFor[time.Time]() {
				each(f, at+".", now)
				continue
			}
			was := reflect.New(f.Type()).Elem()
			was.Set(f)
			fill(f, 2)
			if read.Same(now) {
				t.Errorf("a change of %s is not seen", at)
			}
			f.Set(was)
		}
	}
	now := read
	each(reflect.ValueOf(&now).Elem(), "", &now)
	if !read.Same(&now) {
		t.Error("it was not changed back")
	}
}

// fill returns a value and all in it something that depends on n.
func fill(v reflect.Value, n int) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(string(rune('a' + n)))
	case reflect.Bool:
		v.SetBool(n%2 == 1)
	case reflect.Int, reflect.Int8, reflect.Int32, reflect.Int64:
		v.SetInt(int64(n))
	case reflect.Uint8:
		v.SetUint(uint64(n))
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
	case reflect.Array:
		fill(v.Index(0), n)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			v.Set(reflect.ValueOf(time.Unix(int64(n), 0)))
			return
		}
		for i := range v.NumField() {
			fill(v.Field(i), n)
		}
	}
}
