package state_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/testdata/must"
	"coldstart/vault/places"
	"coldstart/vault/state"
	"coldstart/vault/vaulttest"
)

// looks has the operator look at a vault and leave.
func looks(t *testing.T, v *vaulttest.Vault) model.Look {
	t.Helper()
	l := vaulttest.MustLoad(t, v).Look()
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
	if len(l.Things) != 3 || !got.At.Equal(l.At) || !maps.Equal(got.Things, l.Things) {
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
	l := model.Look{At: vaulttest.LoadTime, Things: map[model.Ref]model.Looked{odd: {Title: strings.Repeat("é", state.MaxLookTitle)}}}
	must.Do(t, v.KeepLook(t.Context(), l))
	got, ok := lastLook(t, v).Things[odd]
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
