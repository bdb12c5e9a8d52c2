package model

import (
	"slices"
	"testing"
)

func TestArtifactNames(t *testing.T) {
	for _, tt := range []struct {
		value string
		want  []string
	}{
		{"", nil},
		{"None", nil},
		{"`figures.csv`, `draft.md`", []string{"figures.csv", "draft.md"}},
		{"figures.csv, draft.md;  notes/old draft.md ,", []string{"figures.csv", "draft.md", "notes/old draft.md"}},
		{"`figures, final.csv` (14 lines), and draft.md", []string{"figures, final.csv"}},
		{"`figures.csv", []string{"figures.csv"}},
		{"`` ` ` `a`", []string{"a"}},
		{", ;", nil},
	} {
		s := TraceStep{Fields: []TraceField{{"artifacts", tt.value}}}
		if got := s.ArtifactNames(); !slices.Equal(got, tt.want) {
			t.Errorf("%q: got %q, want %q", tt.value, got, tt.want)
		}
	}
}
