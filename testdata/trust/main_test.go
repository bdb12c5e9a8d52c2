package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"coldstart/testdata/must"
)

// TestTheSuiteNamesTestsThatExist keeps the table from shrinking by itself when a
// test gets another name.
func TestTheSuiteNamesTestsThatExist(t *testing.T) {
	t.Parallel()
	home := must.Get(homes(filepath.Join("..", "..")))(t)
	count := map[string]int{}
	for _, tests := range home {
		for _, name := range tests {
			count[name]++
		}
	}
	for _, c := range suite {
		for _, p := range c.parts {
			for _, name := range p.tests {
				if count[name] != 1 {
					t.Errorf("%s is there %d times", name, count[name])
				}
			}
		}
	}
}

const said = `{"Action":"run","Test":"TestA"}
{"Action":"attr","Test":"TestA","Key":"cases","Value":"40"}
{"Action":"attr","Test":"TestA","Key":"row","Value":"power cut; 7; 3"}
{"Action":"attr","Test":"TestA","Key":"lost-bytes","Value":"0"}
{"Action":"run","Test":"TestA/x y"}
{"Action":"attr","Test":"TestA/x y","Key":"cases","Value":"2"}
{"Action":"pass","Test":"TestA/x y"}
{"Action":"run","Test":"TestA/z"}
{"Action":"output","Test":"TestA/z","Output":"=== RUN   TestA/z\n"}
{"Action":"output","Test":"TestA/z","Output":"    a_test.go:7: only root: can mount\n"}
{"Action":"output","Test":"TestA/z","Output":"    --- SKIP: TestA/z (0.00s)\n"}
{"Action":"skip","Test":"TestA/z"}
{"Action":"pass","Test":"TestA"}
{"Action":"run","Test":"TestB"}
{"Action":"attr","Test":"TestB","Key":"live-bytes","Value":"3"}
{"Action":"attr","Test":"TestB","Key":"half-decisions","Value":"2"}
{"Action":"run","Test":"TestB/x"}
{"Action":"fail","Test":"TestB/x"}
{"Action":"fail","Test":"TestB"}
{"Action":"run","Test":"TestC"}
`

func TestWhatTestsSayIsSummedUp(t *testing.T) {
	t.Parallel()
	all := must.Get(read(strings.NewReader(said)))(t)
	for _, tt := range []struct {
		tests                                            []string
		tried, passed, failed, skipped, lost, half, live int
		good                                             bool
		missing                                          string
	}{
		{[]string{"TestA"}, 42, 42, 0, 1, 0, -1, -1, true, ""},
		{[]string{"TestB"}, 1, 0, 1, 0, -1, 2, 3, false, ""},
		{[]string{"TestA", "TestB"}, 43, 42, 1, 1, 0, 2, 3, false, ""},
		{[]string{"TestC"}, 0, 0, 0, 0, -1, -1, -1, false, "TestC"},
		{[]string{"TestD"}, 0, 0, 0, 0, -1, -1, -1, false, "TestD"},
	} {
		s := sumOf(part{tests: tt.tests}, all)
		if s.tried != tt.tried || s.passed != tt.passed || s.failed != tt.failed || s.skipped != tt.skipped ||
			s.lost != tt.lost || s.half != tt.half || s.live != tt.live || s.good() != tt.good || strings.Join(s.missing, " ") != tt.missing {
			t.Errorf("%v: %+v", tt.tests, s)
		}
	}
	if got := all.by["TestA/z"].reason(); got != "only root: can mount" {
		t.Errorf("skipped because %q", got)
	}
	if _, err := read(strings.NewReader("no JSON")); err == nil {
		t.Error("what is no JSON was read")
	}
}

func TestTheTableHasALineForEachPart(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	if report(&out, results{}) {
		t.Error("tests that did not run count as passed")
	}
	for _, c := range suite {
		for _, p := range c.parts {
			if !strings.Contains(out.String(), "\n  "+p.what) {
				t.Errorf("no line for %q", p.what)
			}
		}
	}
	if !strings.Contains(out.String(), "did not run to an end:\n  1 × TestHostileVaultsOnScreen\n") {
		t.Errorf("what did not run is not told:\n%s", &out)
	}
}

func TestOnlyOneFlagIsKnown(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"-fast"}, {"now"}} {
		if err := run(args, &bytes.Buffer{}, &bytes.Buffer{}); err == nil {
			t.Errorf("%q ran", args)
		}
	}
}
