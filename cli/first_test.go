package cli

import (
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/vault"
)

// The page of an empty folder says how much there is to see in the demo.
func TestTheDemoHasWhatIsPromised(t *testing.T) {
	t.Parallel()
	v, err := vault.Open(demoVault(t), vault.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { v.Close() })
	s, err := v.Load(t.Context(), demoStart())
	if err != nil {
		t.Fatal(err)
	}
	open := 0
	for _, p := range s.Plans {
		if p.Status.State != model.StateDone {
			open++
		}
	}
	if open != 6 || len(s.NeedsYou()) != 17 {
		t.Errorf("%d plans and %d things to decide", open, len(s.NeedsYou()))
	}
}

// What the demo is opened with is this program, in the same colours.
func TestTheDemoIsThisProgram(t *testing.T) {
	t.Parallel()
	env := machine(t, demoVault(t))
	env.self = "/opt/coldstart"
	c := newCall(t.Context(), env)
	if _, err := c.arrange([]string{"--ascii"}); err != nil {
		t.Fatal(err)
	}
	if err := c.root.ParseFlags([]string{"--ascii"}); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(c.beginning().Demo, " "); got != "/opt/coldstart demo --ascii=true" {
		t.Errorf("opened with %q", got)
	}
}
