package events

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"coldstart/model"
	"coldstart/testdata/must"
	"coldstart/vault/disk"
	"coldstart/vault/places"
	"coldstart/vault/source"
)

// readOn reads a log in chunks of a size from where an earlier reading stopped, nil for its beginning.
func readOn(t must.T, log string, size int, from *reader) (finding, *reader) {
	e := newReader("events.jsonl", time.UTC)
	if from != nil {
		e = from.clone()
		e.before = from
	}
	e.chunk, e.grows = size, true
	must.Do(t, e.read(strings.NewReader(log[e.at:])))
	found, problems := e.said()
	return finding{found, problems}, e.before
}

// However a log grows, reading on from any place where a reading stopped says what reading all does.
func TestALogThatGrewSaysWhatAllOfItSays(t *testing.T) {
	t.Parallel()
	lines := append(manyLines(),
		`{"type": "Step", "session_id": 1, "timestamp": "2026-03-01T08:33:00Z", oops}`, `{"type": "SessionStarted", "session": [1]}`,
		`{"type": "SessionEnded", "session": 1, "agent": "SYNTHETIC_RECOVERY", "timestamp": "2026-03-01T09:10:00Z"}`, `{"type": "SessionStarted", "session": 3}`)
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.SampledFrom([]int{16, 100, 1000}).Draw(t, "size")
		log := rapid.SampledFrom([]string{"", "\ufeff"}).Draw(t, "begins")
		before := []*reader{nil}
		var all, want []finding
		for range rapid.IntRange(1, 8).Draw(t, "pieces") {
			var b strings.Builder
			for range rapid.IntRange(0, 12).Draw(t, "lines") {
				b.WriteString(rapid.SampledFrom(lines).Draw(t, "line") + rapid.SampledFrom([]string{"\n", "\n", "\n", "\n", "\n", "\n", "\r\n", "\r"}).Draw(t, "end"))
			}
			piece := b.String()
			log += piece[:rapid.IntRange(0, len(piece)).Draw(t, "cut")]
			found, next := readOn(t, log, size, rapid.SampledFrom(before).Draw(t, "from"))
			whole, _ := readOn(t, log, size, nil)
			if !reflect.DeepEqual(found, whole) {
				t.Fatalf("in chunks of %d bytes:\n%s\ngot  %+v\nwant %+v", size, log, found, whole)
			}
			if all, want = append(all, found), append(want, whole); next != nil && !slices.Contains(before, next) {
				before = append(before, next)
			}
		}
		if !reflect.DeepEqual(all, want) {
			t.Fatal("what was found before changed later")
		}
	})
}

// A line that is no JSON within counts only at the end of a run, so runs have to end where they do when all
// is read.
func TestRunsEndAlikeWhereALogIsReadOn(t *testing.T) {
	t.Parallel()
	lines := []string{
		`{"type": "Step", "session_id": 1, "timestamp": "2026-03-01T08:10:00Z"}`, `{"type": "Step", "session_id": 1, "timestamp": "2026-03-01T08:33:00Z", oops}`,
		`{"type": "Step", "session_id": 1, "timestamp": "2026-03-01T08:31:00Z", "text": "` + strings.Repeat("long ", 30) + `"}`,
	}
	random := rand.New(rand.NewPCG(5, 6))
	for range 100 {
		log, size, cut := "", 200+random.IntN(200), 0
		var before *reader
		for range 8 {
			for range random.IntN(8) {
				log += lines[random.IntN(len(lines))] + "\n"
			}
			cut = max(cut, len(log)-random.IntN(100))
			found, next := readOn(t, log[:cut], size, before)
			whole, _ := readOn(t, log[:cut], size, nil)
			if !reflect.DeepEqual(found, whole) {
				t.Fatalf("in chunks of %d bytes:\n%s\ngot  %+v\nwant %+v", size, log[:cut], found, whole)
			}
			before = next
		}
	}
}

// A load may stop between the two bytes that end a line, and the next one does not begin there.
func TestNoLogIsReadOnInAnEndOfALine(t *testing.T) {
	t.Parallel()
	for pad := range 40 {
		log := `{"a":` + strings.Repeat(" ", pad) + "1}\r\n" + strings.Repeat("{}\r\n\r\n", 9)
		var before *reader
		for cut := range len(log) {
			found, next := readOn(t, log[:cut], 16, before)
			whole, _ := readOn(t, log[:cut], 16, nil)
			if before = next; !reflect.DeepEqual(found, whole) {
				t.Fatalf("%q: got %+v, want %+v", log[:cut], found, whole)
			}
		}
	}
}

// Lines over the limit, and over the size of a chunk, are chunks of their own.
func TestALogOfLongLinesIsReadOn(t *testing.T) {
	t.Parallel()
	log := began("1") + "\r\n"
	var cuts []int
	for _, size := range []int{100, 3 * chunkSize, chunkSize - 150, 2*disk.MaxLine + chunkSize, chunkSize, 3 * chunkSize, 100} {
		log += `{"type": "Note", "text": "` + strings.Repeat("x", size) + `"}` + "\r\n"
		cuts = append(cuts, len(log)-1, len(log)+300)
		log += strings.Repeat(noted("1", "2026-01-26T11:00:00")+"\r\n", 4)
	}
	var before *reader
	for _, cut := range cuts {
		found, next := readOn(t, log[:cut], chunkSize, before)
		whole, _ := readOn(t, log[:cut], chunkSize, nil)
		if before = next; !reflect.DeepEqual(found, whole) {
			t.Fatalf("%d bytes: got %+v, want %+v", cut, found, whole)
		}
	}
	if before == nil || before.at < int64(len(log)-5*chunkSize) {
		t.Errorf("the log is remembered up to %+v", before)
	}
}

// longLog is a log of at least so many bytes, with a session for each 100 lines.
func longLog(size int) string {
	var b strings.Builder
	for i := 0; b.Len() < size; i++ {
		if i%100 == 0 {
			b.WriteString(began(fmt.Sprint(i/100)) + "\n")
		}
		b.WriteString(noted(fmt.Sprint(i/100), "2026-01-26T11:00:00") + "\n")
	}
	return b.String()
}

// grownLog is a log that is loaded again and again, at times of a clock of its own.
type grownLog struct {
	t     testing.TB
	name  string
	vault *places.Vault
	cache source.Cache
	now   time.Time
}

func newGrownLog(t testing.TB, size int) *grownLog {
	t.Helper()
	dir := t.TempDir()
	if _, local := disk.FileSystemOf(dir); !local {
		t.Skip("nothing is remembered on this file system")
	}
	root := must.Get(os.OpenRoot(dir))(t)
	t.Cleanup(func() { root.Close() })
	l := &grownLog{t: t, name: filepath.Join(dir, "events.jsonl"), now: time.Date(2026, 3, 14, 7, 0, 0, 0, time.UTC)}
	l.vault = places.New(root, dir, places.Options{Zone: time.UTC, Clock: time.Now})
	l.add(longLog(size))
	return l
}

func (l *grownLog) add(text string) {
	l.t.Helper()
	f, err := os.OpenFile(l.name, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
	if err == nil {
		_, err = f.WriteString(text)
	}
	if err = errors.Join(err, f.Close()); err != nil {
		l.t.Fatal(err)
	}
}

// put writes into the log at a place, and gives it another time.
func (l *grownLog) put(at int64, text string) {
	l.t.Helper()
	f, err := os.OpenFile(l.name, os.O_WRONLY, 0)
	if err == nil {
		_, err = f.WriteAt([]byte(text), at)
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Chtimes(l.name, time.Time{}, l.now.Add(time.Duration(at)))
	}
	if err != nil {
		l.t.Fatal(err)
	}
}

// load loads the log, and tells how many bytes were read of it.
func (l *grownLog) load(cache *source.Cache) (s model.Snapshot, read int64) {
	l.t.Helper()
	s.At = l.now
	// By this clock every file has rested.
	r := &source.Reading{Vault: l.vault, Disk: l.vault.Disk, Cache: cache, Began: time.Now().Add(time.Hour)}
	r.Disk.Budget = disk.NewBudget(source.LoadBytes, 0)
	must.Do(l.t, addEvents(r, filepath.Base(l.name), &s))
	cache.Finish()
	read, _ = r.Disk.Budget.Spent()
	return s, read
}

// added loads the log, which says what it says to one who never saw it, and expects that little was read.
func (l *grownLog) added(what string) model.Snapshot {
	l.t.Helper()
	return l.expect(what, false)
}

// whole is added, but expects that all was read.
func (l *grownLog) whole(what string) model.Snapshot {
	l.t.Helper()
	return l.expect(what, true)
}

func (l *grownLog) expect(what string, whole bool) model.Snapshot {
	l.t.Helper()
	got, read := l.load(l.cache.For(l.vault))
	want, all := l.load(nil)
	if !reflect.DeepEqual(got, want) {
		l.t.Fatalf("%s: the load tells something else than a first one", what)
	}
	if few := all/2 > read; few == whole {
		l.t.Errorf("%s: %d bytes were read, a first load reads %d", what, read, all)
	}
	return got
}

func (l *grownLog) size() int64 {
	l.t.Helper()
	info := must.Get(os.Stat(l.name))(l.t)
	return info.Size()
}

func TestOfALogThatGrewOnlyNewLinesAreRead(t *testing.T) {
	t.Parallel()
	for _, end := range []string{"\r", "\r\n"} {
		l := newGrownLog(t, 0)
		l.add(strings.ReplaceAll(longLog(8*chunkSize), "\n", end))
		l.whole("at first")
		l.add(began("new") + end)
		l.added(fmt.Sprintf("whose lines end with %q", end))
	}
	l := newGrownLog(t, 8*chunkSize)
	first := l.whole("at first")
	for _, text := range []string{
		noted("3", "2026-01-26T12:00:00") + "\n", noted("4", "2026-01-26T12:00:00")[:50], noted("4", "2026-01-26T12:00:00")[50:], "\n",
		began("new") + "\r", "\n" + stopped("3", "A") + "\r\n", "no JSON\n", "no JSON", "\n" + began("2000") + "\n", longLog(2 * chunkSize), began("2001") + "\n", "",
	} {
		l.add(text)
		l.now = l.now.Add(time.Second)
		l.added(fmt.Sprintf("after %.60q", text))
	}
	if err := os.Link(l.name, l.name+".2"); err != nil {
		t.Skip(err)
	}
	l.add("{}\n")
	if s := l.added("with a second name"); len(s.Problems) == 0 || reflect.DeepEqual(s.Events, first.Events) {
		t.Error("the second name is not told")
	}
	l.now = l.now.Add(mostTrust)
	l.whole("a minute later")
	if _, read := l.load(l.cache.For(l.vault)); read > 0 {
		t.Errorf("%d bytes were read of a log that is the same", read)
	}
	l.add("{}\n")
	l.now = l.now.Add(time.Hour)
	l.added("much later")
}

func TestALogThatIsNoLongerTheSameIsReadWhole(t *testing.T) {
	t.Parallel()
	const line = "{}\n"
	for name, change := range map[string]func(l *grownLog) error{
		"its first bytes are others": func(l *grownLog) error { l.put(5, "x"); l.add(line); return nil },
		"its last bytes are others": func(l *grownLog) error {
			r := source.Reading{Cache: l.cache.For(l.vault)}
			l.put(r.Recall(grownAs, filepath.Base(l.name)).(grown).upTo.at-blockBefore, "x")
			l.add(line)
			return nil
		},
		"a line in it is another": func(l *grownLog) error { l.put(l.size()/2, "x"); return nil },
		"it has another time":     func(l *grownLog) error { l.put(0, ""); return nil },
		"it is shorter":           func(l *grownLog) error { return os.Truncate(l.name, l.size()-1000) },
		"it begins again": func(l *grownLog) error {
			return os.WriteFile(l.name, []byte(began("x")+"\n"+longLog(9*chunkSize)), 0o644)
		},
		"it goes by":                 func(l *grownLog) error { l.add(line); l.now = l.now.Add(mostTrust); return nil },
		"the clock is put back":      func(l *grownLog) error { l.add(line); l.now = l.now.Add(-time.Hour); return nil },
		"everything is to be read":   func(l *grownLog) error { l.add(line); l.cache.Emptied(); return nil },
		"another takes its place":    replaced,
		"nothing fills a part of it": func(l *grownLog) error { l.add(line); return os.Truncate(l.name, l.size()+16*blockBefore) },
	} {
		l := newGrownLog(t, 8*chunkSize)
		l.whole("at first")
		l.add(line)
		l.added("then")
		must.Do(t, change(l))
		l.whole(name)
	}
}

// blockBefore is less than what is hashed ahead of the place where a log is read on.
const blockBefore = 4 << 10

// replaced puts a copy of the log with one more line in its place.
func replaced(l *grownLog) error {
	b, err := os.ReadFile(l.name)
	if err != nil {
		return err
	}
	other := l.name + ".new"
	return errors.Join(os.WriteFile(other, append(b, "{}\n"...), 0o644), os.Rename(other, l.name))
}

// What a program changes before the new lines is seen a minute later, also if nothing changes any more.
func TestAChangeBeforeTheNewLinesIsSeenAMinuteLater(t *testing.T) {
	t.Parallel()
	l := newGrownLog(t, 8*chunkSize)
	l.whole("at first")
	l.put(l.size()/2, "\n")
	l.add("{}\n")
	if s, read := l.load(l.cache.For(l.vault)); s.Events.Bad > 0 || read > 3*chunkSize {
		t.Fatalf("%d bad lines, %d bytes read", s.Events.Bad, read)
	}
	l.now = l.now.Add(mostTrust)
	if s := l.whole("a minute later"); s.Events.Bad == 0 {
		t.Error("the bad line is not told")
	}
}
