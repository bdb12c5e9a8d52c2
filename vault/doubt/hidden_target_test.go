package doubt

import (
	"testing"

	"coldstart/model"
)

func TestWhatDoesNotShowInATargetIsAsked(t *testing.T) {
	t.Parallel()
	for target, asked := range map[string]bool{
		"ann@ac\uFE0Fme.example": true, "4\uFE0F2": true, "ann\uFFFC@acme.example": true, "a\U00013455nn": true, "a\U00016FE4nn": true, "Ann \u2764\uFE0F": false,
	} {
		got := false
		for _, d := range Find("Pending_Approval/x.md", []byte("---\naction: pay\nto: "+target+"\n---\n# Pay\n")) {
			got = got || d.Weight == model.WeightAsk
		}
		if got != asked {
			t.Errorf("%q: asked %v, want %v", target, got, asked)
		}
	}
}
