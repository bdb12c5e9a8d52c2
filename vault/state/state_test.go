package state_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/testdata/must"
	"coldstart/testdata/whole"
	"coldstart/vault/places"
	"coldstart/vault/state"
	"coldstart/vault/vaulttest"
)

func TestMain(m *testing.M) {
	whole.Quick()
	os.Exit(m.Run())
}

// looks has the operator look at a vault and leave.
func looks(t *testing.T, v *vaulttest.Vault) model.Look {
	t.Helper()
	l := vaulttest.MustLoad(t, v).Look()
	l.Long = l.At.Add(-time.Hour)
	must.Do(t, v.KeepLook(t.Context(), l))
	return l
}

func lastLook(t *testing.T, v *vaulttest.Vault) model.Look {
	t.Helper()
	l, err := v.LastLook(t.Context())
	must.Do(t, err)
	return l
}

func TestALookIsKeptOutsideTheVault(t *testing.T) {
	t.Parallel()
	v, dir := vaulttest.OpenContents(t, vaulttest.WatchedContents())
	if lastLook(t, v).Known() {
		t.Error("known before the first look")
	}
	before := vaulttest.TreeOf(t, dir)
	l := looks(t, v)
	if got := vaulttest.TreeOf(t, dir); !maps.Equal(got, before) {
		t.Errorf("the vault was written: %v", got)
	}
	got := lastLook(t, v)
	if len(l.Things) != 3 || !got.At.Equal(l.At) || !got.Ended().Equal(l.Long) || !maps.Equal(got.Things, l.Things) {
		t.Errorf("%+v, want %+v", got, l)
	}
	for ref, thing := range l.Things {
		doc, err := v.Read(t.Context(), ref)
		must.Do(t, err)
		if b, err := v.LookedText(t.Context(), thing.Seen); err != nil || !bytes.Equal(b, doc.Bytes) {
			t.Errorf("%s: %q, %v", ref, b, err)
		}
	}
	for _, name := range []string{state.LookName, state.TextsName} {
		info, err := os.Stat(filepath.Join(v.Where.StateDir(), name))
		must.Do(t, err)
		if info.Mode().Perm() != 0o600 {
			t.Errorf("%s has the mode %v", name, info.Mode())
		}
	}
	entries, err := os.ReadDir(v.Where.StateDir())
	must.Do(t, err)
	if len(entries) != 2 {
		t.Errorf("left behind: %v", entries)
	}
}

func TestKeptTextsAreThoseOfTheLastLook(t *testing.T) {
	t.Parallel()
	const name = "Plans/PLAN-1.md"
	v, dir := vaulttest.OpenContents(t, vaulttest.WatchedContents())
	first := looks(t, v).Things[model.Ref{Kind: model.KindPlan, Path: name}].Seen
	must.Do(t, os.WriteFile(filepath.Join(dir, name), []byte("---\nstatus: Done\n---\n"), 0o644))
	if _, err := v.LookedText(t.Context(), first); err != nil {
		t.Errorf("the text was lost with its file: %v", err)
	}
	second := looks(t, v).Things[model.Ref{Kind: model.KindPlan, Path: name}].Seen
	if _, err := v.LookedText(t.Context(), second); err != nil {
		t.Error(err)
	}
	if _, err := v.LookedText(t.Context(), first); !errors.Is(err, model.ErrNotFound) {
		t.Errorf("a text of a look before is still there: %v", err)
	}
}

func TestKeptTextsAreBounded(t *testing.T) {
	t.Parallel()
	c := vaulttest.Contents{
		"Plans/long.md":            strings.Repeat("x", state.MaxKeptText+1),
		"Plans/empty.md":           "",
		"Pending_Approval/ask.md":  "---\naction: payment\n---\nPay.\n",
		"Done/PLAN-2026-01-old.md": "---\nstatus: Done\n---\n",
	}
	for i := range state.MaxKeptTexts/state.MaxKeptText + 10 {
		c[fmt.Sprintf("Plans/PLAN-%03d.md", i)] = fmt.Sprintf("%03d", i) + strings.Repeat("x", state.MaxKeptText-3)
	}
	v, _ := vaulttest.OpenContents(t, c)
	l := looks(t, v)
	texts, err := state.Of(v.Where).KeptTexts()
	must.Do(t, err)
	all := 0
	for _, b := range texts {
		all += len(b)
	}
	if all > state.MaxKeptTexts || all < state.MaxKeptTexts-2*state.MaxKeptText {
		t.Errorf("%d bytes are kept", all)
	}
	is := func(ref model.Ref, want bool) {
		t.Helper()
		if _, got := texts[l.Things[ref].Seen]; got != want {
			t.Errorf("%s kept: %v, want %v", ref, got, want)
		}
	}
	is(model.Ref{Kind: model.KindRequest, Path: "Pending_Approval/ask.md"}, true)
	is(model.Ref{Kind: model.KindPlan, Path: "Plans/PLAN-073.md"}, true)
	is(model.Ref{Kind: model.KindPlan, Path: "Plans/PLAN-000.md"}, false)
	if len(lastLook(t, v).Things) != len(l.Things) {
		t.Error("the list is not whole")
	}
}

// A text that changed between the last load and the end is not what was seen.
func TestOnlyWhatWasSeenIsKept(t *testing.T) {
	t.Parallel()
	const name = "Plans/PLAN-1.md"
	v, dir := vaulttest.OpenContents(t, vaulttest.WatchedContents())
	l := vaulttest.MustLoad(t, v).Look()
	must.Do(t, os.WriteFile(filepath.Join(dir, name), []byte("unseen"), 0o644))
	must.Do(t, v.KeepLook(t.Context(), l))
	for _, text := range []string{"unseen", vaulttest.WatchedContents()[name]} {
		if _, err := v.LookedText(t.Context(), model.FingerprintOf([]byte(text))); !errors.Is(err, model.ErrNotFound) {
			t.Errorf("kept %q", text)
		}
	}
	if got := lastLook(t, v).Things[model.Ref{Kind: model.KindPlan, Path: name}].Seen; got != model.FingerprintOf([]byte(vaulttest.WatchedContents()[name])) {
		t.Error("the look is not of what was seen")
	}
}

func TestALookEndsInTime(t *testing.T) {
	t.Parallel()
	v, _ := vaulttest.OpenContents(t, vaulttest.WatchedContents())
	l := vaulttest.MustLoad(t, v).Look()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	must.Do(t, v.KeepLook(ctx, l))
	if got := lastLook(t, v); len(got.Things) != len(l.Things) {
		t.Errorf("%d things are kept", len(got.Things))
	}
}

func TestDamageOfALook(t *testing.T) {
	t.Parallel()
	v, _ := vaulttest.OpenContents(t, vaulttest.WatchedContents())
	l := looks(t, v)
	file := func(name string) string { return filepath.Join(v.Where.StateDir(), name) }
	for _, text := range []string{"", "{", "[]", `{"things":[{"seen":"no"}]}`} {
		must.Do(t, os.WriteFile(file(state.LookName), []byte(text), 0o600))
		if got, err := v.LastLook(t.Context()); err == nil || got.Known() {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
	b, err := os.ReadFile(file(state.TextsName))
	must.Do(t, err)
	for i := range b {
		torn := append(bytes.Clone(b[:i]), b[i]^1)
		must.Do(t, os.WriteFile(file(state.TextsName), append(torn, b[i+1:]...), 0o600))
		texts, err := state.Of(v.Where).KeptTexts()
		for seen, text := range texts {
			if model.FingerprintOf(text) != seen || err != nil {
				t.Fatalf("byte %d: %q, %v", i, text, err)
			}
		}
		if len(texts) == len(l.Things) {
			t.Fatalf("byte %d was changed and nothing is missing", i)
		}
	}
	looks(t, v)
	if texts, err := state.Of(v.Where).KeptTexts(); len(texts) != len(l.Things) || err != nil {
		t.Errorf("a damaged file is not written anew: %d texts, %v", len(texts), err)
	}
}

func TestOddNamesAndTitlesOfALook(t *testing.T) {
	t.Parallel()
	v, _ := vaulttest.OpenContents(t, nil)
	odd := model.Ref{Kind: model.KindRequest, Path: "Pending_Approval/\xff\n.md"}
	l := model.Look{At: vaulttest.LoadTime, Used: []string{"help", "Plans"}, Things: map[model.Ref]model.Looked{odd: {Title: strings.Repeat("é", state.MaxLookTitle)}}}
	must.Do(t, v.KeepLook(t.Context(), l))
	got, ok := lastLook(t, v).Things[odd]
	if used := lastLook(t, v).Used; !slices.Equal(used, l.Used) {
		t.Errorf("%q was used, want %q", used, l.Used)
	}
	if !ok || len(got.Title) > state.MaxLookTitle || !strings.HasPrefix(l.Things[odd].Title, got.Title) {
		t.Errorf("%+v, %v", got, ok)
	}
}

func TestWithoutAStateFolderNothingIsKept(t *testing.T) {
	t.Parallel()
	_, dir := vaulttest.OpenContents(t, vaulttest.WatchedContents())
	v, err := vaulttest.Open(dir, places.Options{})
	must.Do(t, err)
	defer v.Close()
	must.Do(t, v.KeepLook(t.Context(), vaulttest.MustLoad(t, v).Look()))
	if lastLook(t, v).Known() {
		t.Error("there is a look")
	}
	if _, err := v.LookedText(t.Context(), model.Fingerprint{}); !errors.Is(err, model.ErrNotFound) {
		t.Error(err)
	}
}

// What the operator said of a request stays known when the agent changed it.
func TestNotesStayKnown(t *testing.T) {
	t.Parallel()
	v := vaulttest.DecidingVault(t, vaulttest.BlockedVault())
	vaulttest.MustDecide(t, v, vaulttest.Wish(t, v, vaulttest.PayFile, model.ChoiceChanges, "ask for less"))
	vaulttest.MakeFiles(t, v.Dir(), vaulttest.Files{vaulttest.PayFile: "Pay half.\n"})
	s := vaulttest.MustLoad(t, v)
	want := model.Said{At: vaulttest.Eleven, Choice: model.ChoiceChanges, Note: "ask for less"}
	if got := s.Said[vaulttest.PayFile]; got.Note != want.Note || got.Choice != want.Choice || !got.At.Equal(want.At) {
		t.Errorf("said of the request: %+v", got)
	}
	if s.Requests[0].Asked != nil {
		t.Error("the wish counts for other bytes than it was made on")
	}
	if _, ok := s.Said[""]; ok {
		t.Error("something was said of nothing")
	}
}

func contains(text, part string) bool { return strings.Contains(text, part) }

// given hands the message over as a session start does, and says which text it gave.
func given(t *testing.T, v *vaulttest.Vault, session string, fails error) (text string, err error) {
	t.Helper()
	calls := 0
	err = v.Deliver(t.Context(), model.Delivery{Session: session, At: vaulttest.Eleven}, func(m model.Message, trouble error) error {
		calls++
		text = m.Text
		if trouble != nil {
			t.Errorf("trouble: %v", trouble)
		}
		return fails
	})
	if calls != 1 {
		t.Errorf("given %d times", calls)
	}
	return text, err
}

func keep(t *testing.T, v *vaulttest.Vault, text string) model.Message {
	t.Helper()
	before := must.Get(v.KeepMessage(t.Context(), text, vaulttest.Eleven.Add(-time.Hour)))(t)
	return before
}

func TestAMessageIsGivenOnce(t *testing.T) {
	t.Parallel()
	v := vaulttest.DecidingVault(t, twoPlans())
	before := vaulttest.TreeOf(t, v.Dir())
	keep(t, v, "Ask Northreach first")
	if was := keep(t, v, "Ask Northreach twice"); was.Text != "Ask Northreach first" || !was.Waits() {
		t.Errorf("it replaces %+v", was)
	}
	if m := vaulttest.MustLoad(t, v).Message; !m.Waits() || !m.At.Equal(vaulttest.Eleven.Add(-time.Hour)) {
		t.Errorf("kept %+v", m)
	}
	// What could not be written out was not given.
	broken := errors.New("broken pipe")
	if text, err := given(t, v, "8", broken); text != "Ask Northreach twice" || !errors.Is(err, broken) {
		t.Errorf("gave %q, %v", text, err)
	}
	if text, err := given(t, v, "8", nil); text != "Ask Northreach twice" || err != nil {
		t.Errorf("gave %q, %v", text, err)
	}
	if text, err := given(t, v, "9", nil); text != "" || err != nil {
		t.Errorf("gave %q again, %v", text, err)
	}
	if m := vaulttest.MustLoad(t, v).Message; m.Waits() || m.Delivered != (model.Delivery{Session: "8", At: vaulttest.Eleven}) || m.Text != "Ask Northreach twice" {
		t.Errorf("afterwards %+v", m)
	}
	if was := keep(t, v, ""); was.Waits() || vaulttest.MustLoad(t, v).Message.Text != "" {
		t.Errorf("cleared %+v", was)
	}
	vaulttest.SameFiles(t, "the vault", vaulttest.TreeOf(t, v.Dir()), before)
}

func TestOneOfManyStartsGetsTheMessage(t *testing.T) {
	t.Parallel()
	v := vaulttest.DecidingVault(t, twoPlans())
	keep(t, v, "Ask Northreach first")
	var got [8]string
	var all sync.WaitGroup
	for i := range got {
		all.Go(func() {
			own, err := vaulttest.Open(v.Dir(), v.Where.Opts)
			if err != nil {
				t.Error(err)
				return
			}
			defer own.Close()
			if err := own.Deliver(t.Context(), model.Delivery{Session: "8", At: vaulttest.Eleven}, func(m model.Message, _ error) error {
				got[i] = m.Text
				return nil
			}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if told := slices.DeleteFunc(got[:], func(text string) bool { return text == "" }); len(told) != 1 {
		t.Errorf("%d starts gave it", len(told))
	}
}

func TestWhatKeepsAMessageFromBeingNoted(t *testing.T) {
	t.Parallel()
	v := vaulttest.DecidingVault(t, twoPlans())
	keep(t, v, "Ask Northreach first")
	only := must.Get(vaulttest.Open(v.Dir(), places.Options{StateDir: v.Where.Opts.StateDir, ReadOnly: true}))(t)
	defer only.Close()
	if text, err := given(t, only, "8", nil); text == "" || err != nil || !vaulttest.MustLoad(t, v).Message.Waits() {
		t.Errorf("read-only: gave %q, %v", text, err)
	}
	if _, err := v.KeepMessage(t.Context(), strings.Repeat("ß", model.MaxNote+1), vaulttest.Eleven); !errors.Is(err, model.ErrNotAllowed) {
		t.Errorf("a long one: %v", err)
	}
	must.Do(t, os.WriteFile(filepath.Join(v.Where.StateDir(), state.MessageName), []byte("{"), 0o600))
	if s := vaulttest.MustLoad(t, v); s.Message.Text != "" || !vaulttest.HasProblem(s, state.MessageName) {
		t.Errorf("damaged: %+v, %+v", s.Message, s.Problems)
	}
	if err := v.Deliver(t.Context(), model.Delivery{}, func(m model.Message, trouble error) error {
		if m.Text != "" || trouble == nil {
			t.Errorf("damaged: gave %+v, %v", m, trouble)
		}
		return nil
	}); err != nil {
		t.Error(err)
	}
	keep(t, v, "Once more")
	if text, _ := given(t, v, "8", nil); text != "Once more" {
		t.Errorf("gave %q", text)
	}
}

const (
	quotePlan = "Plans/quote.md"
	spokePlan = "Plans/spokes.md"
)

func twoPlans() vaulttest.Files {
	return vaulttest.Files{
		quotePlan: "---\ntask_id: 2026-014\ncreated_date: 2026-03-12T08:00:00Z\nstatus: Active\n---\n\n# Objective\n\nQuote\n",
		spokePlan: "---\ntask_id: 2026-009\ncreated_date: 2026-03-01T08:00:00Z\nstatus: Draft\n---\n\n# Objective\n\nSpokes\n",
	}
}

func TestAPinIsKeptBesideTheLedgerAndChoosesThePlan(t *testing.T) {
	t.Parallel()
	v := vaulttest.DecidingVault(t, twoPlans())
	before := vaulttest.TreeOf(t, v.Dir())
	pin, refusal := rule.PinPlan(vaulttest.MustLoad(t, v), spokePlan, vaulttest.Eleven)
	if refusal.Given() {
		t.Fatal(refusal)
	}
	must.Do(t, v.Pin(t.Context(), pin))
	vaulttest.SameFiles(t, "the vault", vaulttest.TreeOf(t, v.Dir()), before)
	// A session start names the pinned plan in the vault's own audit trail.
	must.Get(v.StartSession(t.Context(), "", "Spindle", "", vaulttest.Eleven))(t)
	if got := vaulttest.TreeOf(t, v.Dir())["Logs/sessions.md"]; !contains(got, "2026-009") {
		t.Errorf("the audit trail says %q", got)
	}
	s := vaulttest.MustLoad(t, v)
	if r := rule.ResumeOf(s); r.Plan.Path != spokePlan || !r.Pinned || !s.Pin.At.Equal(vaulttest.Eleven) {
		t.Errorf("resumes %+v, pin %+v", r.Plan, s.Pin)
	}
	v.Overwrite(t, spokePlan, "---\ntask_id: 2026-009\nstatus: Done\n---\n\n# Objective\n\nSpokes\n")
	if r := rule.ResumeOf(vaulttest.MustLoad(t, v)); r.Plan.Path != quotePlan || phrase.Reason(r.PinDropped) != "it is Done" {
		t.Errorf("resumes %+v, %q", r.Plan, r.PinDropped)
	}
	must.Do(t, v.Pin(t.Context(), model.Pin{}))
	if s := vaulttest.MustLoad(t, v); rule.Set(s.Pin) || rule.ResumeOf(s).PinDropped.Given() {
		t.Errorf("pin %+v", s.Pin)
	}
}

func TestADamagedPinIsAProblemAndPinsNothing(t *testing.T) {
	t.Parallel()
	v := vaulttest.DecidingVault(t, twoPlans())
	must.Do(t, v.Pin(t.Context(), model.Pin{Path: spokePlan, PlanID: "2026-009", At: vaulttest.Eleven}))
	must.Do(t, os.WriteFile(filepath.Join(v.Where.StateDir(), state.PinName), []byte("{"), 0o600))
	s := vaulttest.MustLoad(t, v)
	if rule.Set(s.Pin) || rule.ResumeOf(s).Plan.Path != quotePlan || !vaulttest.HasProblem(s, state.PinName) {
		t.Errorf("pin %+v, problems %+v", s.Pin, s.Problems)
	}
	// What cannot be read is replaced.
	if err := v.Pin(t.Context(), model.Pin{}); err != nil || vaulttest.HasProblem(vaulttest.MustLoad(t, v), state.PinName) {
		t.Errorf("%v", err)
	}
	lone := must.Get(vaulttest.Open(v.Dir(), places.Options{}))(t)
	defer lone.Close()
	if err := lone.Pin(t.Context(), model.Pin{}); !errors.Is(err, model.ErrReadOnly) {
		t.Errorf("without a state folder: %v", err)
	}
}

// restingIn returns the paths that rest in a vault at a time.
func restingIn(t *testing.T, v *vaulttest.Vault, now time.Time) []string {
	t.Helper()
	s := must.Get(v.Load(t.Context(), now))(t)
	var paths []string
	for _, r := range rule.Snoozed(s) {
		paths = append(paths, r.Ref.Path)
	}
	return paths
}

func snoozeOf(t *testing.T, v *vaulttest.Vault, name string, until time.Time) model.Snooze {
	t.Helper()
	s := must.Get(v.Load(t.Context(), vaulttest.Eleven))(t)
	for _, a := range rule.NeedsYou(s) {
		if a.Ref.Path == name {
			z, _ := rule.Snooze(s, a.Ref, until)
			return z
		}
	}
	t.Fatalf("%s does not need anybody: %+v", name, rule.NeedsYou(s))
	return model.Snooze{}
}

func TestSnoozeWritesBesideTheLedgerOnly(t *testing.T) {
	t.Parallel()
	const a, b = "Pending_Approval/a.md", "Pending_Approval/b.md"
	v := vaulttest.DecidingVault(t, vaulttest.Files{a: "pay a", b: "pay b", "Plans/broken.md": "---\ntask_id: 1\n"})
	before := vaulttest.TreeOf(t, v.Dir())
	later := vaulttest.Eleven.Add(time.Hour)
	for _, name := range []string{a, "Plans/broken.md"} {
		must.Do(t, v.Snooze(t.Context(), snoozeOf(t, v, name, later)))
	}
	if got := restingIn(t, v, vaulttest.Eleven); !slices.Equal(got, []string{"Plans/broken.md", a}) {
		t.Errorf("%q rest", got)
	}
	vaulttest.SameFiles(t, "the vault", vaulttest.TreeOf(t, v.Dir()), before)
	left, err := filepath.Glob(filepath.Join(v.Where.StateDir(), state.SnoozeName+"*"))
	if err != nil || len(left) != 1 {
		t.Errorf("left %q, %v", left, err)
	}
	if got := restingIn(t, v, later); len(got) != 0 {
		t.Errorf("%q rest beyond their time", got)
	}

	if err := v.Wake(t.Context(), model.Ref{Kind: model.KindRequest, Path: b}, vaulttest.Eleven); !errors.Is(err, model.ErrNotFound) {
		t.Errorf("waking what is awake: %v", err)
	}
	must.Do(t, v.Wake(t.Context(), model.Ref{Kind: model.KindRequest, Path: a}, vaulttest.Eleven))
	if got := restingIn(t, v, vaulttest.Eleven); !slices.Equal(got, []string{"Plans/broken.md"}) {
		t.Errorf("%q rest", got)
	}
}

func TestOtherBytesWakeWhatRests(t *testing.T) {
	t.Parallel()
	const a = "Pending_Approval/a.md"
	v := vaulttest.DecidingVault(t, vaulttest.Files{a: "pay a"})
	z := snoozeOf(t, v, a, vaulttest.Eleven.Add(time.Hour))
	must.Do(t, v.Snooze(t.Context(), z))
	v.Overwrite(t, a, "pay more")
	if got := restingIn(t, v, vaulttest.Eleven); len(got) != 0 {
		t.Errorf("%q rest", got)
	}
	if err := v.Snooze(t.Context(), z); !errors.Is(err, model.ErrConflict) {
		t.Errorf("snoozing what nobody has seen: %v", err)
	}
	v.Overwrite(t, a, "pay a")
	if got := restingIn(t, v, vaulttest.Eleven); !slices.Equal(got, []string{a}) {
		t.Errorf("%q rest with the same bytes again", got)
	}
	must.Do(t, os.Remove(filepath.Join(v.Dir(), filepath.FromSlash(a))))
	if got := restingIn(t, v, vaulttest.Eleven); len(got) != 0 {
		t.Errorf("%q rest and are gone", got)
	}
}

func TestADamagedListOfSnoozesIsAProblemAndNothingRests(t *testing.T) {
	t.Parallel()
	const a = "Pending_Approval/a.md"
	v := vaulttest.DecidingVault(t, vaulttest.Files{a: "pay a"})
	z := snoozeOf(t, v, a, vaulttest.Eleven.Add(time.Hour))
	must.Do(t, v.Snooze(t.Context(), z))
	file := filepath.Join(v.Where.StateDir(), state.SnoozeName)
	must.Do(t, os.WriteFile(file, []byte("[{"), 0o600))
	s, err := v.Load(t.Context(), vaulttest.Eleven)
	if err != nil || len(rule.Snoozed(s)) != 0 || !slices.ContainsFunc(s.Problems, func(p model.Problem) bool { return p.Path == state.SnoozeName }) {
		t.Errorf("%v, rest %v, problems %v", err, rule.Snoozed(s), s.Problems)
	}
	if err := v.Snooze(t.Context(), z); err == nil {
		t.Error("the damaged list was written over")
	}
	must.Do(t, os.Remove(file))
	if err := v.Snooze(t.Context(), z); err != nil {
		t.Error(err)
	}
}
