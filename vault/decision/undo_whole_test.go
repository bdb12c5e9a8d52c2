package decision_test

import "testing"

func TestAnUndoBringsEverythingBack(t *testing.T) {
	t.Parallel()
	for _, tt := range decideCases {
		t.Run(tt.name, func(t *testing.T) { undoWhole(t, tt.files, tt.path, tt.choice, tt.note) })
	}
}
