package disk

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coldstart/testdata/must"
)

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
