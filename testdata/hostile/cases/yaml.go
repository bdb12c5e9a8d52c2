package cases

import (
	"fmt"
	"strings"
)

// yamlCases are front matters that cost a parser its time, its memory or its mind.
func yamlCases() []Case {
	var all []Case
	for _, y := range []struct {
		name, what string
		class      Class
		text       string
	}{
		{"y01-alias-bomb", "nine levels of aliases, nine each", Block, aliasBomb()},
		{"y02-deep-flow", "30,000 nested lists", Block, "deep: " + strings.Repeat("[", 30_000) + strings.Repeat("]", 30_000)},
		{"y02b-deeper-flow", "100,000 nested lists", Block, "deep: " + strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000)},
		{"y03-deep-block", "350 nested maps by indentation", Block, deepMaps(350)},
		{"y03b-deeper-block", "3,000 nested maps by indentation", Block, deepMaps(3_000)},
		{"y05-tabs", "tabs as indentation", Block, "map:\n\tkey: value\n\tother:\n\t\t- x"},
		{"y06-self-alias", "an anchor that contains itself", Block, "a: &a [*a, *a]\nb: &b {b: *b}"},
		{"y07-many-keys", "thousands of keys", Ack, manyKeys(50_000)},
		{"y07b-fewer-keys", "as many keys as fit", Ack, manyKeys(5_000)},
		{"y08-odd-keys", "keys that are lists, maps, null, numbers", Block, "? [a, b]\n: x\n? {c: d}\n: y\n~: z\n1.5: n\ntrue: t"},
		{"y09-unquoted-colon", "a colon in a value", Block, "subject: Berth: extend it: now"},
		{"y10-control", "NUL and an upper control character in a plain value", Block, "subject: a\x00b\u009bc"},
		{"y11-directive", "directives, document ends and short tags", Block, "%YAML 1.2\n%TAG ! tag:evil.example,2026:\n--- !x\nsubject: !y z\n..."},
		{"y12-indent-mess", "indentation that fits nowhere", Block, "a: b\n   c: d\n  - e\n f: g"},
		{"y13-open-quote", "a quote that is never closed", Block, "subject: \"Berth\nmore: 'x"},
		{"y14-open-block", "a value of many lines at the end", Show, "subject: |\n  text\n\n\n  more"},
		{"y15-merge-chain", "maps merged from each other", Block, mergeChain(200)},
	} {
		all = append(all, oneRequest(y.name, y.what, y.class, rawRequest(y.name, good+"status: pending\n"+y.text, "Pay <1> <2> <3>")))
	}
	return append(all, Case{
		Name: "y04-long-scalar", What: "a value of 20 MB", Class: Block, Big: true,
		Files: []File{{Path: pending + "y04-long-scalar.md", Fill: func() string {
			return rawRequest("y04", good+"subject: "+strings.Repeat("long ", 4<<20), "Pay <1>")
		}}},
	})
}

func aliasBomb() string {
	var b strings.Builder
	b.WriteString("a0: &a0 [x,x,x,x,x,x,x,x,x]\n")
	for i := 1; i < 10; i++ {
		all := strings.Repeat(fmt.Sprintf("*a%d,", i-1), 9)
		fmt.Fprintf(&b, "a%d: &a%d [%s]\n", i, i, strings.TrimSuffix(all, ","))
	}
	b.WriteString("subject: *a9")
	return b.String()
}

func deepMaps(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat(" ", i) + "k:\n")
	}
	return b.String() + strings.Repeat(" ", n) + "k: v"
}

func manyKeys(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "key%d: v\n", i)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func mergeChain(n int) string {
	var b strings.Builder
	b.WriteString("m0: &m0 {amount: 990}\n")
	for i := 1; i < n; i++ {
		fmt.Fprintf(&b, "m%d: &m%d {<<: *m%d, k%d: v}\n", i, i, i-1, i)
	}
	return b.String() + fmt.Sprintf("<<: *m%d", n-1)
}
