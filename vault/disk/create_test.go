package disk

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"coldstart/model"
	"coldstart/testdata/must"
)

// stepping is a disk of its own that runs do at each step.
func stepping(t *testing.T, do func(op, name string)) Disk {
	t.Helper()
	root := must.Get(os.OpenRoot(t.TempDir()))(t)
	t.Cleanup(func() { root.Close() })
	return Disk{Root: root, Before: do}
}

func TestANewFileHasItsNameOnlyOnceItsTextIsOnTheDisk(t *testing.T) {
	t.Parallel()
	for _, named := range []bool{false, true} {
		var steps []string
		d := stepping(t, func(op, _ string) { steps = append(steps, op) })
		d.OnlyNamed = named
		must.Do(t, d.Create("a", "temp", []byte("text"), 0o644))
		at := func(step string) int { return slices.Index(steps, step) }
		if at("write") < 0 || at("sync") < at("write") || at("link") < at("sync") || at("syncdir") < at("link") {
			t.Errorf("with a name of its own %v: the steps are %q", named, steps)
		}
	}
}

// A file that is closed where it should be synced cannot be: the failure tells that it was tried.
func TestANewFileThatCannotBeSyncedFails(t *testing.T) {
	t.Parallel()
	var f *os.File
	synced := false
	d := stepping(t, func(op, _ string) {
		if op == "sync" {
			synced = true
			f.Close()
		}
	})
	var err error
	if f, err = os.Create(filepath.Join(d.Root.Name(), "a")); err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := d.fill(f, "a", []byte("text"), fs.FileMode(0o644), nil); !synced || !errors.Is(err, fs.ErrClosed) {
		t.Errorf("synced %v, with error %v", synced, err)
	}
}

// What is approved is for its owner to write, and a second name takes it away again.
func TestAFileOfOursIsOursAlone(t *testing.T) {
	t.Parallel()
	d := stepping(t, nil)
	must.Get(d.CreateOurs("a", "temp", []byte("text"), 0o666))(t)
	info := must.Get(d.Root.Stat("a"))(t)
	if runtime.GOOS != "windows" && info.Mode().Perm()&OthersWrite != 0 {
		t.Errorf("others may write it: %s", info.Mode())
	}
	linked := false
	var own Disk
	own = stepping(t, func(op, _ string) {
		if op == "check" && !linked {
			linked = true
			if err := own.Root.Link("a", "b"); err != nil {
				t.Error(err)
			}
		}
	})
	_, err := own.CreateOurs("a", "temp", []byte("text"), 0o600)
	if _, changed := errors.AsType[ChangedError](err); !linked || !changed {
		t.Errorf("it stays though another program gave it a second name: %v", err)
	}
}

// What was changed since it was seen is not taken away for good.
func TestOnlyTheSeenTextIsTakenAway(t *testing.T) {
	t.Parallel()
	d := stepping(t, nil)
	must.Do(t, d.Create("a", "temp", []byte("text"), 0o644))
	at := Place{Disk: d, Name: "a"}
	if err := at.TakeAway(".private", model.FingerprintOf([]byte("seen")).String()); !errors.Is(err, model.ErrConflict) {
		t.Errorf("another text than the one that was seen is taken away: %v", err)
	}
	if err := at.GiveBack(".private"); err != nil || !d.Exists("a") {
		t.Errorf("it is not given back: %v", err)
	}
	if err := at.TakeAway(".private", model.FingerprintOf([]byte("text")).String()); err != nil || d.Exists("a") {
		t.Errorf("the text that was seen is not taken away: %v", err)
	}
}

func TestHolds(t *testing.T) {
	t.Parallel()
	base := t.TempDir()
	dir, out := filepath.Join(base, "v"), filepath.Join(base, "out.yaml")
	for _, d := range []string{dir, filepath.Join(base, "vault")} {
		must.Do(t, os.Mkdir(d, 0o755))
	}
	in := filepath.Join(dir, "in.yaml")
	for _, name := range []string{in, out, filepath.Join(base, "vault", "in.yaml")} {
		must.Do(t, os.WriteFile(name, nil, 0o600))
	}
	for link, to := range map[string]string{"to-in.yaml": in, "to-v": dir} {
		if err := os.Symlink(to, filepath.Join(base, link)); err != nil {
			t.Skipf("needs links: %v", err)
		}
	}
	must.Do(t, os.Symlink(out, filepath.Join(dir, "to-out.yaml")))
	for name, want := range map[string]bool{
		in: true, out: false, filepath.Join(base, "vault", "in.yaml"): false, filepath.Join(dir, "not-there.yaml"): true,
		filepath.Join(base, "to-in.yaml"): true, filepath.Join(base, "to-v", "in.yaml"): true, filepath.Join(dir, "to-out.yaml"): true,
	} {
		if got := Holds(dir, name); got != want {
			t.Errorf("Holds %s: %v, want %v", name, got, want)
		}
	}
	if !Holds(filepath.Join(base, "to-v"), in) {
		t.Error("a vault that is named by a link does not hold its file")
	}
}

// eleven is when the decisions of these tests are made.
var eleven = time.Date(2026, 2, 21, 11, 0, 0, 0, time.UTC)

// anyID matches the id of every decision made then.
var anyID = regexp.MustCompile(`20260221T110000Z-[0-9a-f]{8}`)

func TestIDsTellTheTimeAndDiffer(t *testing.T) {
	t.Parallel()
	a, b := NewID(eleven), NewID(eleven.In(time.FixedZone("", 7200)))
	if a == b || anyID.FindString(a) != a || anyID.FindString(b) != b {
		t.Errorf("ids %q and %q", a, b)
	}
}

func TestPrivateNamesAreNoAgentsFiles(t *testing.T) {
	t.Parallel()
	temp := TempName("Plans", NewID(eleven))
	for _, name := range []string{temp, AsideName(temp, nil, nil), RetiredName("Plans", NewID(eleven)), AsideName(temp, nil, nil) + KeptEnding} {
		base := path.Base(name)
		if !strings.HasPrefix(base, PrivatePrefix) || len(base) > 255 ||
			slices.Contains([]string{".md", ".json", ".jsonl"}, path.Ext(base)) {
			t.Errorf("%s is not private", name)
		}
	}
}

// written is a file of some size with texts at offsets, and holes between them.
func written(t *testing.T, size int64, texts map[int64]string) *os.File {
	t.Helper()
	f := must.Get(os.Create(filepath.Join(t.TempDir(), "log")))(t)
	t.Cleanup(func() { f.Close() })
	if err := f.Truncate(size); err != nil {
		t.Skipf("needs a file system with holes: %v", err)
	}
	for at, text := range texts {
		must.Get(f.WriteAt([]byte(text), at))(t)
	}
	return f
}

func newest(t *testing.T, f *os.File, most int64) (string, *Newest, *Budget) {
	t.Helper()
	info := must.Get(f.Stat())(t)
	b := NewBudget(1<<50, 0)
	n := NewestOf(f, info, most, b)
	got := must.Get(io.ReadAll(n))(t)
	return string(got), n, b
}

// needsHoles skips a test where the file system has none.
func needsHoles(t *testing.T) {
	t.Helper()
	f := written(t, 1<<30, nil)
	info := must.Get(f.Stat())(t)
	if _, _, ok := nextHole(f, 0, info.Size()); !ok || !mayHaveHoles(info) {
		t.Skip("needs a file system with holes")
	}
}

func TestTheLinesOfALogAreReadWithoutItsHoles(t *testing.T) {
	t.Parallel()
	needsHoles(t)
	const tera = 1 << 40
	for name, tt := range map[string]struct {
		texts map[int64]string
		want  string
	}{
		"nothing else":       {nil, ""},
		"lines at the end":   {map[int64]string{tera - 8: "\none\ntwo"}, "\none\ntwo"},
		"lines at the start": {map[int64]string{0: "one\ntwo\n"}, "one\ntwo\n"},
		"a torn line":        {map[int64]string{0: "one\ntwo"}, "one\ntwo\n"},
		"on both sides":      {map[int64]string{0: "one\n", tera / 2: "two", tera - 6: "three\n"}, "one\ntwo\nthree\n"},
		"a line in the hole": {map[int64]string{tera/2 + 100: "one\ntwo\n"}, "one\ntwo\n"},
	} {
		got, n, b := newest(t, written(t, tera, tt.texts), 1<<20)
		if spent, _ := b.Spent(); got != tt.want || n.Left != 0 || n.Holes < tera-1<<20 || spent > 256<<10 {
			t.Errorf("%s: got %.80q, left %d, holes %d, read %d bytes", name, got, n.Left, n.Holes, spent)
		}
	}
}

func TestALogOfManyHolesGivesItsNewestPart(t *testing.T) {
	t.Parallel()
	needsHoles(t)
	texts := map[int64]string{}
	const parts, apart = mostExtents + 500, 1 << 20
	for i := range int64(parts) {
		texts[i*apart] = fmt.Sprintln("line", i)
	}
	got, n, _ := newest(t, written(t, parts*apart, texts), 1<<40)
	lines := strings.Split(strings.TrimSpace(got), "\n")
	if last := fmt.Sprint("line ", parts-1); lines[len(lines)-1] != last || len(lines) < parts/3 || n.Left == 0 {
		t.Errorf("%d lines, the last is %q, left %d", len(lines), lines[len(lines)-1], n.Left)
	}
}

// What is read of a file without holes ends as the file does, and begins with a whole line.
func TestTheNewestBytesBeginWithAWholeLine(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var text strings.Builder
		for range random.IntN(50) {
			text.WriteString(strings.Repeat("x", random.IntN(300)) + "\n")
		}
		most := int64(random.IntN(8000))
		got, n, b := newest(t, written(t, 0, map[int64]string{0: text.String()}), most)
		rest, whole := strings.CutSuffix(text.String(), got)
		spent, _ := b.Spent()
		switch {
		case !whole || rest != "" && got != "" && !strings.HasSuffix(rest, "\n") || spent > most || int64(len(got)) > most:
			t.Fatalf("of %.80q at most %d: %.80q, %d bytes read", text.String(), most, got, spent)
		case n.Left != max(0, int64(text.Len())-most):
			t.Fatalf("left %d of %d, at most %d", n.Left, text.Len(), most)
		}
	}
}

func TestALogIsNotReadOnWhenTheTimeIsOver(t *testing.T) {
	t.Parallel()
	f := written(t, 0, map[int64]string{0: "one\n"})
	info := must.Get(f.Stat())(t)
	b := NewBudget(1<<20, 0)
	b.lower(LevelGone)
	b.lower(LevelScarce)
	if n, err := NewestOf(f, info, 1<<20, b).Read(make([]byte, 10)); err != ErrLate || n != 0 || !b.Late() || b.Level() != LevelGone {
		t.Errorf("read %d, error %v", n, err)
	}
}

func TestABudgetSaysHowMuchIsLeft(t *testing.T) {
	t.Parallel()
	b := NewBudget(10, 0)
	for spent, want := range []Level{LevelPlenty, LevelPlenty, LevelPlenty, LevelPlenty, LevelPlenty, LevelPlenty, LevelScarce, LevelScarce, LevelScarce, LevelScarce, LevelGone, LevelGone} {
		if b.Level() != want || b.Left() != max(0, 10-int64(spent)) || b.Late() {
			t.Errorf("%d spent: level %d, left %d", spent, b.Level(), b.Left())
		}
		b.spend(1)
	}
	var none *Budget
	none.spend(1)
	none.opened()
	none.Stop()
	if none.Level() != LevelPlenty || none.Late() {
		t.Error("no budget has an end")
	}
}

func TestATextWithAHoleIsNotRead(t *testing.T) {
	t.Parallel()
	needsHoles(t)
	for name, texts := range map[string]map[int64]string{
		"nothing": nil, "at the start": {0: "# Pay\n"}, "at the end": {1<<20 - 6: "# Pay\n"}, "around": {0: "# Pay\n", 1<<20 - 6: "# Pay\n"},
	} {
		f := written(t, 1<<20, texts)
		root := must.Get(os.OpenRoot(filepath.Dir(f.Name())))(t)
		for way, fast := range map[string]*FastReader{"fast": NewFastReader(root), "slow": nil} {
			b := NewBudget(1<<40, 0)
			_, _, err := Disk{Root: root, Fast: fast, Budget: b}.ReadText("log", 1<<20)
			spent, files := b.Spent()
			if err == nil || !strings.Contains(err.Error(), "no text: more than 4096 NUL bytes in a row, from byte ") || spent != 0 || files != 1 {
				t.Errorf("%s, %s: error %v, %d bytes of %d files", name, way, err, spent, files)
			}
			fast.Close()
		}
		if b, _, err := (Disk{Root: root}).ReadWhole("log", 1<<20); err != nil || len(b) != 1<<20 {
			t.Errorf("%s: %d bytes, error %v", name, len(b), err)
		}
		must.Do(t, root.Close())
	}
}

func TestNULsInARowAreNoText(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		b := bytes.Repeat([]byte("x"), random.IntN(40_000))
		for range random.IntN(4) {
			from := random.IntN(len(b) + 1)
			clear(b[from:min(len(b), from+mostNULs-2+random.IntN(5))])
		}
		want := bytes.Contains(b, make([]byte, mostNULs+1))
		if got := noText(b); (got != nil) != want {
			t.Fatalf("%d bytes, no text %v: %v", len(b), want, got)
		}
	}
}

// TestSyncOpensWhatTheSystemFlushes has what Windows asks for: a handle that may write. A file that nobody may write is synced where
// reading is enough.
func TestSyncOpensWhatTheSystemFlushes(t *testing.T) {
	t.Parallel()
	if toSync("windows") != os.O_RDWR || toSync("linux") != os.O_RDONLY {
		t.Error("a file is opened otherwise to be synced")
	}
	if !unknownToDrive("windows", &fs.PathError{Op: "unlinkat", Err: syscall.Errno(1)}) || unknownToDrive("linux", syscall.EPERM) || unknownToDrive("windows", fs.ErrNotExist) {
		t.Error("another answer of a drive is taken for one that does not know the call")
	}
	dir := t.TempDir()
	must.Do(t, os.WriteFile(filepath.Join(dir, "a.md"), []byte("a"), 0o444))
	root := must.Get(os.OpenRoot(dir))(t)
	defer root.Close()
	must.Do(t, Disk{Root: root}.Sync("a.md"))
}
