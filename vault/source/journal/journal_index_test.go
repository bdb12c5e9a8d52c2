package journal

import (
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"coldstart/vault/text"
)

// rowLinesOfAnyKind are lines that a list of attempts may have, of which only some
// can be read without the YAML library.
func rowLinesOfAnyKind() []string {
	return []string{
		"  - id: a", "  - id: 'a'", "  -  id: a", "- id: b", "  - tags: [a, \"b\"]", "    tags:", "    - c", "      - d", "    - \"e, f\"", "    status: x # y",
		"    strategy: a: b", "    tags: [a, b", "    id: \"x\\ty\"", "    tags: []", "    tags: [a,]", "    tags: [,a]", "    tags: [a b, 'c d' ]", "    tags: ['a''b']",
		"    x: {y: z}", "    status: ~", "    status:", "  # c", "    tags: [\"a\"b]", "    id: -", "    id: - x", "    id: ?", "    id: \"", "    id: x'y",
		"    tags: [x#y, a'b]", "    tags: [x #y]", "    tags: [-, ?]", "    tags: [~]", "    tags: [null, 1]", "   status: x", "\tstatus: x", "    - - x", "    -", "  -",
		"    status: \"a", "    b\"", "    id: ''", "    tags: ['']", "    tags: a", "    - ''", "    - ~", "    status: x", "    strategy: y", "    k: 1", "    status: x:y",
		"    status: [a]", "    k:", "", "    tags: [a:b]", "    tags: [a: b]", "    tags: [!a]", "    tags: [%a, @b]", "    status: a,b", "    tags: [a}]", "    tags: [a\u00a0]",
		"    status: \u00a0x", "    tags: [a|b, >c]", "    tags: [ a ]", "    - [a]", "    - a: b", "    -  z", "    tags: [ , ]", "    tags: [\"\"]", "    <<: x", "    status: =",
		"    status: a# b", "    status: 'a'#b", "    - a #b", "    - a:", "    status: a:", "    ...: a", "    status: `a", "    tags: [a] # x", "    tags: [[a]]",
		"    tags: ['a' , b]", "    tags: ['a'  'b']", "    status: *a", "    status: &a b", "    tags: [a,\tb\t]", "    status:\tx", "    status: a\tb",
	}
}

func TestBothReadersOfTheListAgree(t *testing.T) {
	t.Parallel()
	line := rapid.SampledFrom(rowLinesOfAnyKind())
	plain := 0
	rapid.Check(t, func(t *rapid.T) {
		lines := append([]string{"---", "strategies_tried:", "  - id: q"}, rapid.SliceOfN(line, 0, 5).Draw(t, "lines")...)
		b := []byte(strings.Join(append(lines, "a: b", "---", ""), "\n"))
		fm, err := text.FindFront(b, text.MaxFront)
		if err != nil {
			t.Fatal(err)
		}
		_, byLine, ok := plainIndex(b, fm)
		if !ok {
			return
		}
		plain++
		if err := fm.Scan(b); err != nil {
			t.Fatalf("read by line as %+v, but it is not YAML: %v", byLine, err)
		}
		if rows, _ := yamlIndex(fm); !reflect.DeepEqual(rows, byLine) {
			t.Fatalf("by line %+v, as YAML %+v", byLine, rows)
		}
	})
	if plain == 0 {
		t.Error("no list was read by line")
	}
}
