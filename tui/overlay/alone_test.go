package overlay

import (
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/styles"
)

// silent is a screen below that takes no text.
type silent struct{ Host }

func (silent) Say(styles.Role, string) {}

// A yes that other keys came with does not count when a later one waits.
func TestTheTimeOfASpoiltYesDoesNotLetTheNextOneCount(t *testing.T) {
	t.Parallel()
	s := &Screen{Host: silent{}, Wait: func(_ time.Duration, end func(time.Time) tea.Msg) tea.Cmd {
		return func() tea.Msg { return end(time.Time{}) }
	}}
	over := func(cmd tea.Cmd) aloneMsg { return cmd().(aloneMsg) }
	var y loneYes
	first := over(y.wait(s, 7))
	if !y.spoilt(s) || y.counts(7, first) {
		t.Error("a yes counts that was not alone")
	}
	second := over(y.wait(s, 7))
	if y.counts(7, first) {
		t.Error("the end of the first time counts for the second yes")
	}
	if y.counts(8, second) {
		t.Error("a yes counts in another dialog")
	}
	if !y.counts(7, second) || y.counts(7, second) {
		t.Error("a yes that was alone does not count, or counts twice")
	}
}
