package places_test

import (
	"slices"
	"testing"

	"coldstart/testdata/must"
	"coldstart/vault/places"
	"coldstart/vault/vaulttest"
)

func TestLayoutPrefersTheSeedsSpelling(t *testing.T) {
	t.Parallel()
	v, _ := vaulttest.OpenContents(t, vaulttest.Contents{"01 - Done/": "", "Done/": "", "done!/": "", "approved/": "", "Plans": "a file"})
	l := must.Get(v.Where.Layout())(t)
	if got, want := l.Dirs[places.FolderDone], []string{"Done", "01 - Done", "done!"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	for f, want := range map[places.Folder]string{places.FolderDone: "Done", places.FolderApproved: "approved", places.FolderRejected: "Rejected", places.FolderPlans: "Plans"} {
		if got := l.Main(f); got != want {
			t.Errorf("new files go to %q, want %q", got, want)
		}
	}
	if len(l.Dirs[places.FolderPlans]) > 0 {
		t.Error("a file counts as the plans folder")
	}
	for name, want := range map[string]bool{
		"approved/a.md": true, "approved/x/a.md": true, "./approved/a.md": true, "approved": true,
		"Approved/a.md": false, "Plans/approved/a.md": false, "approved/../Plans/a.md": false, "approvedx/a.md": false,
	} {
		if got := l.Contains(places.FolderApproved, name); got != want {
			t.Errorf("%s: got %v", name, got)
		}
	}
}
