package disk_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/testdata/must"
	"coldstart/testdata/whole"
	"coldstart/vault/disk"
	"coldstart/vault/places"
	"coldstart/vault/vaulttest"
)

func TestMain(m *testing.M) {
	whole.Quick()
	os.Exit(m.Run())
}

func TestReadGivesTheExactBytes(t *testing.T) {
	t.Parallel()
	const text = "\xEF\xBB\xBFa\r\nb\x00\xff"
	v, _ := vaulttest.OpenContents(t, vaulttest.Contents{"Plans/a.md": text, "Plans/empty.md": "", "Plans/Grüße — “x”.md": "y"})
	for name, want := range map[string]string{"Plans/a.md": text, "Plans/empty.md": "", "Plans/Grüße — “x”.md": "y"} {
		ref := model.Ref{Kind: model.KindPlan, Path: name}
		d, err := v.Read(t.Context(), ref)
		if err != nil || string(d.Bytes) != want || d.Ref != ref || d.Seen != model.FingerprintOf([]byte(want)) {
			t.Errorf("%s: got %+v and error %v", name, d, err)
		}
	}
}

func TestReadHoldsItsLimit(t *testing.T) {
	t.Parallel()
	v, _ := vaulttest.OpenContents(t, vaulttest.Contents{"a": "12345"})
	for limit, fits := range map[int64]bool{4: false, 5: true, 6: true} {
		b, info, err := v.Where.Disk.Read("a", limit)
		if fits && (err != nil || string(b) != "12345" || info.Size() != 5) {
			t.Errorf("limit %d: got %q and error %v", limit, b, err)
		}
		if !fits && (!errors.Is(err, disk.ErrTooLarge) || b != nil || err.Error() != "reading a: too large: 5 bytes, the limit is 4") {
			t.Errorf("limit %d: got %q and error %v", limit, b, err)
		}
	}
}

func TestReadOfWhatIsGone(t *testing.T) {
	t.Parallel()
	v, dir := vaulttest.OpenContents(t, vaulttest.Contents{"Plans/a.md": "a"})
	must.Do(t, os.Remove(filepath.Join(dir, "Plans", "a.md")))
	if _, err := v.Read(t.Context(), model.Ref{Kind: model.KindPlan, Path: "Plans/a.md"}); !errors.Is(err, model.ErrNotFound) {
		t.Errorf("got error %v", err)
	}
}

func TestOpenRefusesWhatIsNoFolder(t *testing.T) {
	t.Parallel()
	_, dir := vaulttest.OpenContents(t, vaulttest.Contents{"a": "x"})
	for path, want := range map[string]string{"none": "not found", "a": "not a folder"} {
		v, err := vaulttest.Open(filepath.Join(dir, path), places.Options{})
		if err == nil || !strings.HasPrefix(err.Error(), "opening the vault ") || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%s: got %v and error %v, want %s", path, v, err, want)
		}
	}
}

func TestDirIsTheVaultsOwnPathWithoutLinks(t *testing.T) {
	t.Parallel()
	_, dir := vaulttest.OpenContents(t, vaulttest.Contents{})
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(dir, link); err != nil {
		t.Skipf("needs links: %v", err)
	}
	real := must.Get(filepath.EvalSymlinks(dir))(t)
	if v := vaulttest.OpenAt(t, link); v.Dir() != real {
		t.Errorf("got %s, want %s", v.Dir(), real)
	}
}

// The ends of a file are whole lines, and with the gap they are the file.
func TestReadEnds(t *testing.T) {
	const line = "0123456789\n"
	for _, c := range []struct{ text, head, tail string }{
		{text: ""},
		{text: line, head: line},
		{text: line + "torn", head: line + "torn"},
		{text: strings.Repeat(line, 20), head: line, tail: strings.Repeat(line, 2)},
		{text: strings.Repeat(line, 20) + "torn", head: line, tail: strings.Repeat(line, 2) + "torn"},
		{text: strings.Repeat("x", 200) + "\n" + line, head: "", tail: line},
		{text: strings.Repeat("x", 200), head: "", tail: strings.Repeat("x", 30)},
	} {
		t.Run(fmt.Sprintf("%d bytes", len(c.text)), func(t *testing.T) {
			dir := t.TempDir()
			must.Do(t, os.WriteFile(filepath.Join(dir, "a"), []byte(c.text), 0o600))
			root := must.Get(os.OpenRoot(dir))(t)
			defer root.Close()
			e, _, err := disk.Disk{Root: root}.ReadEnds("a", 16, 30)
			if err != nil {
				t.Fatal(err)
			}
			if string(e.Head) != c.head || string(e.Tail) != c.tail {
				t.Errorf("head %q, tail %q; want %q and %q", e.Head, e.Tail, c.head, c.tail)
			}
			if sum := int64(len(e.Head)+len(e.Tail)) + e.Gap; sum != int64(len(c.text)) {
				t.Errorf("head, gap and tail have %d bytes of %d", sum, len(c.text))
			}
			if torn := c.text != "" && !strings.HasSuffix(c.text, "\n"); e.Torn != torn {
				t.Errorf("torn is %v", e.Torn)
			}
		})
	}
}

// A load answers from a folder that it listed, also of names that some file system takes for the same, as the system would.
func TestALoadAnswersFromWhatItListed(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	must.Do(t, os.MkdirAll(filepath.Join(dir, "work/inner"), 0o755))
	must.Do(t, os.WriteFile(filepath.Join(dir, "work/plan.md"), []byte("x"), 0o644))
	must.Do(t, os.Symlink("plan.md", filepath.Join(dir, "work/link.md")))
	must.Do(t, os.Symlink("work", filepath.Join(dir, "linked")))
	root := must.Get(os.OpenRoot(dir))(t)
	defer root.Close()
	fast := disk.NewFastReader(root)
	defer fast.Close()
	plain, load := disk.Disk{Root: root}, disk.Disk{Root: root, Fast: fast, Cache: &disk.FolderCache{}}
	for _, listed := range []string{"", ".", "work", "gone"} {
		if listed != "" {
			_, _ = load.List(listed)
		}
		for _, name := range []string{
			".", "work", "WORK", "gone", "gone/x", "work/plan.md", "work/PLAN.MD", "work/plän.md", "work/plan.md/x", "work/link.md", "work/inner", "linked", "linked/plan.md",
		} {
			if got, want := load.Exists(name), plain.Exists(name); got != want {
				t.Errorf("%q listed: %s exists is %t, want %t", listed, name, got, want)
			}
			if got, want := load.IsFolder(name), plain.IsFolder(name); got != want {
				t.Errorf("%q listed: %s is a folder is %t, want %t", listed, name, got, want)
			}
			if got, want := load.LinkIn(name), plain.LinkIn(name); got != want {
				t.Errorf("%q listed: the link in %s is %q, want %q", listed, name, got, want)
			}
			got, gotErr := load.Lstat(name)
			want, wantErr := root.Lstat(name)
			if (gotErr == nil) != (wantErr == nil) || wantErr == nil && (got.Mode() != want.Mode() || got.Size() != want.Size() || !got.ModTime().Equal(want.ModTime())) {
				t.Errorf("%q listed: %s is %v (%v), want %v (%v)", listed, name, got, gotErr, want, wantErr)
			}
		}
	}
}
