package gate

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/vault/ledger"
	"coldstart/vault/places"
	"coldstart/vault/state"
)

var noon = time.Date(2026, 2, 21, 12, 0, 0, 0, time.UTC)

// reading is a gate whose file has a text.
func reading(t testing.TB, text []byte) *Gate {
	t.Helper()
	base := t.TempDir()
	dir := filepath.Join(base, "vault")
	if err := os.MkdirAll(filepath.Join(dir, "Pending_Approval"), 0o755); err != nil {
		t.Fatal(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	v := places.New(root, dir, places.Options{StateDir: filepath.Join(base, "state"), Operator: "ines"})
	t.Cleanup(func() { v.Close() })
	if err := os.MkdirAll(v.StateDir(), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(v.StateDir(), state.AsksName), text, 0o600); err != nil {
		t.Fatal(err)
	}
	return New(v, ledger.Open(v))
}

// Whatever the file holds, reading it says nothing that lets an action through, and asking goes on.
func FuzzTheGatesFile(f *testing.F) {
	one := `{"what":"asked","at":"2026-02-21T11:00:00Z","id":"gate-1","key":"` + strings.Repeat("a", 64) + `","request":"Pending_Approval/gate-1.md","seen":"` + strings.Repeat("b", 64) + `","holds":60}` + "\n"
	for _, text := range []string{
		"", "\n\n", "{", one, one + one, one + `{"what":"used","at":"2026-02-21T11:00:00Z","id":"gate-1"}`, `{"what":"alarm","at":"2026-02-21T11:00:00Z","id":"alarm-1"}`,
		`{"what":"asked","at":"2026-02-21T11:00:00Z","id":"","request":"../x"}`, `{"what":"used","at":"0001-01-01T00:00:00Z","id":"gate-1"}`, "null\n[]\n1\n\x00\xff",
		strings.Replace(one, "Pending_Approval/gate-1.md", "../../etc/passwd", 1),
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		g := reading(t, text)
		asks, err := g.Asks(noon)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range asks {
			reply, err := g.Reply(t.Context(), a.ID, noon)
			if err != nil || reply.State == model.ReplyApproved || reply.State == model.ReplyRejected {
				t.Errorf("%s: %v %s", a.ID, err, reply.State)
			}
		}
		_, reply, err := g.Ask(t.Context(), model.Action{Tool: "Bash", Input: `{"command":"make"}`, Line: "make", Dir: "/repo"}, model.Fit{Then: model.ThenAsk}, noon)
		if err == nil && reply.State == model.ReplyApproved {
			t.Error("it was let through")
		}
	})
}

// A process that is killed between the use and the answer has used the yes.
func TestAUseIsWrittenBeforeTheAnswer(t *testing.T) {
	t.Parallel()
	g := reading(t, nil)
	var written []string
	g.vault.Disk.Before = func(op, name string) {
		if op == "gate" {
			written = append(written, name)
		}
	}
	_, _, err := g.Ask(t.Context(), model.Action{Tool: "Bash", Input: `{"command":"make"}`, Line: "make", Dir: "/repo"}, model.Fit{Then: model.ThenAsk}, noon)
	if err != nil || len(written) != 1 || !strings.Contains(written[0], `"what":"asked"`) {
		t.Fatalf("%v %q", err, written)
	}
	// The ask is written ahead of its request: one that is cut off in between waits for nobody.
	asks, err := g.Asks(noon)
	if err != nil || len(asks) != 1 {
		t.Fatal(err, asks)
	}
	if err := g.vault.Disk.Remove(asks[0].Request); err != nil {
		t.Fatal(err)
	}
	next, reply, err := g.Ask(t.Context(), model.Action{Tool: "Bash", Input: `{"command":"make"}`, Line: "make", Dir: "/repo"}, model.Fit{Then: model.ThenAsk}, noon)
	if err != nil || reply.State != model.ReplyPending || next.ID == asks[0].ID {
		t.Errorf("%v %s %s", err, reply.State, next.ID)
	}
}

func TestFencesHold(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"": "```", "a ` b": "```", "```": "````", "x\n`````\n": "``````"} {
		if got := fenceFor(text); got != want {
			t.Errorf("%q: %s", text, got)
		}
	}
	for text, want := range map[string]string{
		"git push\n": "git push\n", "a\tb": "a\tb", "\u202e": "<U+202E>", "<U+202E>": "<U+003C>U+202E>", "a<b <<U+1": "a<b <<U+003C>U+1", "⟦": "⟦", "\xff": "<byte FF>", "é ü 漢": "é ü 漢",
		"\u00a0": "<U+00A0>", "a\ufe0f": "a<U+FE0F>",
	} {
		if got := shown(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// What one client asks you in its own window says nothing about the same action of another.
func TestWhatIsSaidToAPromptHoldsForNoOtherCall(t *testing.T) {
	t.Parallel()
	g := reading(t, nil)
	a := model.Action{Tool: "Bash", Input: `{"command":"make"}`, Line: "make", Dir: "/repo"}
	prompt, err := g.Prompt(t.Context(), a, noon)
	if err != nil {
		t.Fatal(err)
	}
	asked, reply, err := g.Ask(t.Context(), a, model.Fit{Then: model.ThenAsk}, noon)
	if err != nil || reply.State != model.ReplyPending || asked.ID == prompt.ID {
		t.Errorf("asked as %s beside the prompt %s: %s, %v", asked.ID, prompt.ID, reply.State, err)
	}
	again, _, err := g.Ask(t.Context(), a, model.Fit{Then: model.ThenAsk}, noon)
	if err != nil || again.ID != asked.ID {
		t.Errorf("asked again as %s, want %s, %v", again.ID, asked.ID, err)
	}
}
