package main

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"coldstart/testdata/must"
	"coldstart/testdata/whole"
)

// TestTasksMeasureEachKindOfVault makes each vault small and measures what the table
// has of it. That coldstart finds nothing wrong with them is what makes their times
// those of ordinary vaults.
func TestTasksMeasureEachKindOfVault(t *testing.T) {
	t.Parallel()
	for _, s := range subjects(true) {
		t.Run(s.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "v")
			must.Do(t, os.Mkdir(dir, 0o755))
			m := newMaker(dir)
			if s.make(m, 200); m.err != nil {
				t.Fatal(m.err)
			}
			must.Do(t, os.WriteFile(dir+listName, []byte(strings.Join(m.files, "\n")), 0o644))
			v := must.Get(open(dir))(t)
			defer v.Close()
			found, err := v.Load(t.Context(), time.Date(2026, 3, 14, 7, 0, 0, 0, time.UTC))
			if err != nil || len(found.Problems) > 0 {
				t.Fatalf("error %v, problems %v", err, found.Problems)
			}
			for _, c := range compare(dir, rivalsOf(s.name, "")) {
				if errors.Is(c.without, errNothing) || c.without == nil && c.took <= 0 {
					t.Errorf("%s: %v", c.name, c.without)
				}
			}
			for task := range tasks {
				if _, ok := grows[s.name]; task == "reload" && !ok {
					continue
				}
				var out strings.Builder
				must.Do(t, child(task, dir, &out))
				var got sample
				if err := json.Unmarshal([]byte(out.String()), &got); err != nil || got.Took <= 0 {
					t.Errorf("%s: %s, error %v", task, out.String(), err)
				}
			}
		})
	}
}

// TestTheSessionsOfASmallHomeAreMeasured runs what the tables have of sessions.
func TestTheSessionsOfASmallHomeAreMeasured(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "it")
	size, err := madeHome(dir, 60, 6_000_000)
	if err != nil || size < 6_000_000 {
		t.Fatal(size, err)
	}
	for task := range homeTasks {
		var out strings.Builder
		if err := child(task, dir, &out); err != nil {
			t.Fatalf("%s: %v", task, err)
		}
		var got sample
		if err := json.Unmarshal([]byte(out.String()), &got); err != nil || got.Took <= 0 {
			t.Errorf("%s: %s, error %v", task, out.String(), err)
		}
	}
}

// TestTheGateIsMeasured builds the program and calls its gate a few times.
func TestTheGateIsMeasured(t *testing.T) {
	if !whole.All() {
		t.Skip("builds the program: needs COLDSTART_WHOLE=1")
	}
	t.Chdir(filepath.Join("..", ".."))
	var out strings.Builder
	must.Do(t, benchGate(true, &out))
	if n := strings.Count(out.String(), "gate: "); n != 3 {
		t.Errorf("%d figures:\n%s", n, out.String())
	}
}

// TestNothingIsQuadratic counts how often each block of the program runs for each command, in a vault and in one twice as large.
func TestNothingIsQuadratic(t *testing.T) {
	if !whole.All() {
		t.Skip("builds the program with counters: needs COLDSTART_WHOLE=1")
	}
	t.Chdir(filepath.Join("..", ".."))
	var out strings.Builder
	if err := benchGrowth(&out); err != nil {
		t.Errorf("%v\n%s", err, &out)
	}
}

func TestSizesAreByRoomAndLibrary(t *testing.T) {
	t.Parallel()
	symbols := "  1 200000 T coldstart/tui/board.New\n  2 100000 r coldstart/tui.a.b\n  3 90000 T github.com/a/b/c.(*D).E\n  4 80000 T gopkg.in/yaml%2ev3.f\n" +
		"  5 70000 D runtime.g\n  6 60000 r type:x\n  7 99000000 B big.room\n  8 99000000 D larger.still\n  9 10 T slices.Sort[coldstart/tui.x]\n"
	want := "| part | kB |\n|---|---|\n| `coldstart/tui` | 300 |\n| names of types, places of lines, tables of the linker | 159 |\n| github.com/a/b | 90 |\n" +
		"| gopkg.in/yaml.v3 | 80 |\n| Go's own library | 70 |\n| parts below 50 kB | 0 |\n| all | 700 |\n"
	if got := sizes([]byte(symbols), 700_000); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestVaultsAreTheSameEachTime(t *testing.T) {
	t.Parallel()
	var texts [2]string
	for i := range texts {
		m := newMaker(t.TempDir())
		m.plans(3)
		b, err := os.ReadFile(filepath.Join(m.dir, m.files[2]))
		if err != nil || m.err != nil {
			t.Fatal(err, m.err)
		}
		texts[i] = string(b)
	}
	if texts[0] != texts[1] {
		t.Errorf("got %q and %q", texts[0], texts[1])
	}
}

// TestThePlotDrawsEveryLine reads the picture as XML and counts the words of its lines.
func TestThePlotDrawsEveryLine(t *testing.T) {
	t.Parallel()
	var rows []row
	for i, n := range []int{100, 1000, 10_000} {
		took := time.Millisecond << (3 * i)
		l := screenTimes{move: []time.Duration{took}, find: []time.Duration{took}}
		rows = append(rows, row{subject: subject{name: "plans", n: n}, floor: took, load: 2 * took, reload: took, screen: l})
	}
	picture := draw(append(rows, row{subject: subject{name: "events", n: 5}}))
	for d := xml.NewDecoder(strings.NewReader(picture)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"load", "floor of the load", "reload, one changed", "key of a search", "key of the cursor", ">100<", ">10000<"} {
		if !strings.Contains(picture, name) {
			t.Errorf("%q is not in the picture", name)
		}
	}
	if strings.Contains(picture, "NaN") || strings.Contains(picture, "Inf") {
		t.Error("a place is no number")
	}
}
