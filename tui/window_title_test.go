package tui

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/styles"
	"coldstart/testdata/must"
	"coldstart/tui/calling"
)

// TestTheTitleIsGivenBack holds that the title frames all that the screen writes, and
// that none is written unless it is asked for.
func TestTheTitleIsGivenBack(t *testing.T) {
	t.Parallel()
	one := []Vault{{Name: "salt\x07marsh", Store: workshop()}}
	for _, tt := range []struct {
		vaults []Vault
		asked  bool
		begins string
	}{
		{one, true, "\x1b[22;2t\x1b]2;coldstart: salt⟦BEL⟧marsh\x07"},
		{[]Vault{{Name: "a", Store: workshop()}, {Name: "b", Store: workshop()}}, true, "\x1b[22;2t\x1b]2;coldstart: 2 vaults\x07"},
		{one, false, ""},
	} {
		var out bytes.Buffer
		keys, press := io.Pipe()
		go press.Write([]byte("q"))
		o := Options{Theme: styles.New(styles.Options{NoColor: true}), Now: clock, WindowTitle: tt.asked}
		must.Do(t, Run(t.Context(), tt.vaults, o, keys, &out))
		written := out.String()
		if tt.asked != strings.HasSuffix(written, "\x1b[23;2t") || !strings.HasPrefix(written, tt.begins) {
			t.Errorf("%d vaults, asked for: %v: %.80q … %q", len(tt.vaults), tt.asked, written, written[len(written)-20:])
		}
		if titles := strings.Count(written, "\x1b]2;"); tt.asked && titles == 0 || !tt.asked && titles != 0 {
			t.Errorf("%d titles are written", titles)
		}
	}
}

// TestTheScreenCalls holds that what comes while the screen is open rings once, until a key is pressed.
func TestTheScreenCalls(t *testing.T) {
	t.Parallel()
	now := clock()
	store := workshop()
	o := Options{Theme: styles.New(styles.Options{NoColor: true}), Now: func() time.Time { return now }, WindowTitle: true}
	o.Call = calling.Caller{By: calling.Bell, Theme: o.Theme, Title: "saltmarsh"}
	r := newRoot([]Vault{{Name: "saltmarsh", Store: store}}, o)
	r.runs(r.Init())
	r.sends(tea.WindowSizeMsg{Width: 80, Height: 24})
	had := len(rule.NeedsYou(store.snapshot))
	for i, step := range []struct {
		after time.Duration
		key   string
		comes string
		rings bool
	}{
		{time.Minute, "", "first.md", true}, {2 * time.Minute, "", "second.md", false},
		{3 * time.Minute, "down", "", false}, {5 * time.Minute, "", "third.md", true},
	} {
		now = clock().Add(step.after)
		r.write()
		if step.key != "" {
			r.sends(keyNamed(step.key))
		}
		if step.comes != "" {
			had++
			store.snapshot.Requests = append(store.snapshot.Requests, model.Request{Path: "Pending_Approval/" + step.comes, Name: step.comes})
			r.runs(r.to(r.single, r.single.load()))
		}
		wrote := r.write()
		titled := strings.Contains(wrote, fmt.Sprintf("\x1b]2;(%d) coldstart: saltmarsh\a", had))
		if rings := strings.HasSuffix(strings.ReplaceAll(wrote, "saltmarsh\a", ""), "\a") || strings.HasPrefix(wrote, "\a"); rings != step.rings || titled != (step.comes != "") {
			t.Errorf("step %d wrote %q", i, wrote)
		}
	}
}
