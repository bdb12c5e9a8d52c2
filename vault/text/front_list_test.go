package text

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
	"pgregory.net/rapid"
)

// What is read by line is what the library reads, whatever the lines are.
func TestListsAreReadAsTheLibraryReadsThem(t *testing.T) {
	t.Parallel()
	keys := []string{"node", "entered", "exited", "x_1", "Y", "null", "1x", "a b", "a-b", "", "é", "<<", `"q"`, "# c", "node:", "node "}
	parts := []string{"DO", "null", "~", "", "true", "7", "2026-03-06 11:40:12", "'2026-03-09T11:00:40'", `""`, "''", `"`, "'", "[]", "[ ]", "{}", "[a]", "- ", "-", "#", " #", ":", ": ", ":x", "&a", "*a", "!x", "|", ">",
		"%", "@", "`", "?", "? ", "---", "...", "\t", "\r", "\u0085", "\u00a0", "\u2028", "\ufeff", "\x80", "é", "🚲", "two words", " ", `\`, "=", "<<"}
	fronts := []string{"- ", "- ", "  ", "  ", "", "", "  - ", "    ", " - ", "   ", "-  ", "-\t", "\t", "- - ", "-", "#", "  # ", "- # "}
	ordinary := []string{"- node: DO", "- entered: 2026-03-06 11:40:12", "  exited: '2026-03-09T11:00:40'", "  exited: null", "  node:", "  exited: ''", "  node: \"two words\"", "  - node: DO", "    exited: ~",
		"history:", "other:", "blocked_by: []", "a: b", "", "# c", "last: '1.0'"}
	lists := 0
	rapid.Check(t, func(t *rapid.T) {
		var lines []string
		for range rapid.IntRange(0, 7).Draw(t, "lines") {
			if rapid.IntRange(0, 7).Draw(t, "odd") > 0 {
				lines = append(lines, rapid.SampledFrom(ordinary).Draw(t, "line"))
				continue
			}
			value := strings.Join(rapid.SliceOfN(rapid.SampledFrom(parts), 0, 2).Draw(t, "value"), "")
			lines = append(lines, rapid.SampledFrom(fronts).Draw(t, "front")+rapid.SampledFrom(keys).Draw(t, "key")+rapid.SampledFrom([]string{": ", ": ", ": ", ":", "", ":  "}).Draw(t, "colon")+value)
		}
		lines = slices.Insert(lines, 0, rapid.SampledFrom([]string{"history:", "history:", "history: ", "a: b", "history: x"}).Draw(t, "first"))
		if readAsTheLibrary(t, "---\n"+strings.Join(lines, "\n")+"\n---\n") {
			lists++
		}
	})
	if lists == 0 {
		t.Error("no list was read by line")
	}
}

func FuzzPlainLists(f *testing.F) {
	frontSeeds(f)
	f.Add([]byte(workFront))
	f.Fuzz(func(t *testing.T, b []byte) { readAsTheLibrary(t, string(b)) })
}

// readAsTheLibrary reports whether a text has a list that is read by line, and fails where the library reads
// it otherwise.
func readAsTheLibrary(t rapid.TB, whole string) bool {
	b := []byte(whole)
	fm, err := FindFront(b, MaxFront)
	if fm == nil || err != nil || !fm.scanLines(b) || fm.text == "" || fm.duplicate() != nil {
		return false
	}
	library := &Front{Block: fm.Block, Fields: slices.Clone(fm.Fields)}
	if err := library.decode(b); err != nil {
		t.Fatalf("%q is read by line; the library says %v", whole, err)
	}
	if len(fm.Fields) != len(library.Fields) || len(fm.Fields) > 0 && !reflect.DeepEqual(fm.Fields, library.Fields) {
		t.Fatalf("%q is read as %+v; the library says %+v", whole, fm.Fields, library.Fields)
	}
	for _, f := range fm.Fields {
		if got, want := fm.List(f.Key), rowsOf(library.Node(f.Key)); !slices.Equal(got, want) {
			t.Fatalf("%s of %q is %+v; the library says %+v", f.Key, whole, got, want)
		}
		if got, want := fm.Node(f.Key), library.Node(f.Key); got != nil && !reflect.DeepEqual(got, want) || got == nil && want.Kind != yaml.ScalarNode {
			t.Fatalf("the node %s of %q is %+v; the library says %+v", f.Key, whole, got, want)
		}
	}
	return len(fm.rows) > 0
}

// rowsOf are the keys and values of a list as the library reads it.
func rowsOf(list *yaml.Node) (rows []Row) {
	if list.Kind != yaml.SequenceNode {
		return nil
	}
	for i, item := range list.Content {
		for k := 0; k+1 < len(item.Content); k += 2 {
			value := item.Content[k+1]
			rows = append(rows, Row{i + 1, item.Content[k].Value, NodeText(value), IsNull(value)})
		}
	}
	return rows
}

// workFront is a front matter as programs write it for a work item.
const workFront = "---\nid: E2-7\nblocked_by: []\nnode_history:\n- node: backlog\n  entered: 2026-03-06 11:40:12\n  exited: '2026-03-09T11:00:40'\n- node: DO\n  exited: null\nversion: '1.0'\n---\n"

func TestTheHistoryOfAWorkItemIsReadByLine(t *testing.T) {
	t.Parallel()
	fm, err := ReadFront([]byte(workFront))
	want := []Row{{1, "node", "backlog", false}, {1, "entered", "2026-03-06 11:40:12", false}, {1, "exited", "2026-03-09T11:00:40", false}, {2, "node", "DO", false}, {2, "exited", "", true}}
	if got := fm.List("node_history"); err != nil || fm.top != nil || !slices.Equal(got, want) {
		t.Errorf("got %+v, %v", got, err)
	}
	if fm.Get("version") != "1.0" || fm.List("version") != nil || fm.List("blocked_by") != nil {
		t.Errorf("the fields are %+v", fm.Fields)
	}
}
