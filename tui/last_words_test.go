package tui

import (
	"testing"

	"coldstart/model"
	"coldstart/styles"
)

// TestGoldenLastWords has what a person sees of what the last session left.
func TestGoldenLastWords(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		file   string
		size   [2]int
		noPlan bool
	}{
		{"words_home", [2]int{80, 24}, false},
		{"words_home", [2]int{40, 10}, false},
		{"words_home", [2]int{140, 45}, false},
		{"words_no_plan", [2]int{80, 24}, true},
	} {
		name := tt.file + "_" + sizeName(tt.size)
		t.Run(name, func(t *testing.T) {
			s := handed()
			if tt.noPlan {
				s.snapshot.Plans = nil
			}
			golden(t, name, newDriver(t, s, tt.size[0], tt.size[1]).app.View())
		})
	}
}

func TestPlainLinesTellTheLastWords(t *testing.T) {
	t.Parallel()
	text := talk(t, handed(), Options{}, &script{lines: []string{"q"}})
	tells(t, text, "Next step: 2 (Print the notes)", "Last words: The quote is drafted.", "Last words, next: ring the school about the van", "Left by: Spindle, 1 h ago")
}

// TestLastWordsHideNothing holds that an agent cannot draw with them.
func TestLastWordsHideNothing(t *testing.T) {
	t.Parallel()
	s := handed()
	s.snapshot.Events.Handoff = model.Handoff{Next: "ring \u202eloohcs\u202c\x1b[2J", Agent: "Spin\ndle"}
	d := themedDriver(t, s, styles.Options{NoColor: true}, 80, 24)
	d.shows("⟦U+202E RLO⟧", "⟦ESC⟧")
	d.hides("\u202e", "\x1b[2J")
}
