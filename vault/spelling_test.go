package vault

import (
	"slices"
	"testing"
)

func TestSpellings(t *testing.T) {
	t.Parallel()
	v, err := Open(folderTree(t, "Plans/", "pending-approval/", "Pending_Approval/", "notes/", "Done"), Options{StateDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	got, err := v.Spellings()
	want := []Spelling{
		{"Pending_Approval", "Pending_Approval"},
		{"Plans", "Plans"},
		{"pending-approval", "Pending_Approval"},
	}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("got %v and error %v, want %v", got, err, want)
	}
}
