package places_test

import (
	"slices"
	"testing"

	"coldstart/testdata/examples"
	"coldstart/testdata/must"
	"coldstart/vault/places"
	"coldstart/vault/vaulttest"
)

func TestSpellings(t *testing.T) {
	t.Parallel()
	v := must.Get(vaulttest.Open(examples.Folders(t, "Plans/", "pending-approval/", "Pending_Approval/", "notes/", "Done"), places.Options{StateDir: t.TempDir()}))(t)
	defer v.Close()
	got, err := v.Spellings()
	want := []places.Spelling{
		{Name: "Pending_Approval", Seed: "Pending_Approval"},
		{Name: "Plans", Seed: "Plans"},
		{Name: "pending-approval", Seed: "Pending_Approval"},
	}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("got %v and error %v, want %v", got, err, want)
	}
}
