package main

import (
	"strings"
	"testing"
)

const someRules = `title = "config"
[allowlist]
regexes = [
    '''true''',
]

[[rules]]
id = "orchard-token"
description = "x"
regex = '''(?i)[\w.-]{0,50}?(?:orchard)(?:=|:)([a-z0-9]{32})(?:\s|$)'''
entropy = 3.5
keywords = [
    "Orchard",
    "pear",
]

[[rules]]
id = "of-one-file"
path = '''\.php$'''
regex = '''x'''
keywords = ["x"]

[[rules.allowlists]]
regexes = ['''y''']

[[rules]]
id = "in-parts"
regex = '''\bpear_([a-f]{4})-([a-f]{12})\b'''
keywords = ["pear_"]

[[rules]]
id = "second-group"
regex = '''(a|b)=([a-f]{12})'''
secretGroup = 2
keywords = ["a="]
`

func TestTheTableHasTheRulesOfTheFile(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	if err := run([]string{"1.2.3"}, strings.NewReader(someRules), &out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"gitleaks 1.2.3; DO NOT EDIT", "MIT licence", "// of-one-file.",
		"{id: \"orchard-token\", keywords: \"orchard pear\", least: 32, entropy: 3.5, pattern: `(?i)(?:orchard)(?:=|:)([a-z0-9]{32})(?:\\s|$)`},",
		"{id: \"in-parts\", keywords: \"pear_\", least: 22, whole: true, pattern: ",
		"{id: \"second-group\", keywords: \"a=\", least: 10, group: 2, pattern: ",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%s is missing in\n%s", want, out.String())
		}
	}
}

func TestAFileThatIsNotUnderstoodIsRefused(t *testing.T) {
	t.Parallel()
	for args, text := range map[string]string{
		"":    someRules,
		"1.0": "[[rules]]\nid = \"x\"\nregex = '''('''\nkeywords = [\"x\"]\n",
		"1.1": "[[rules]]\nid = \"x\"\nregex = '''x'''\n",
		"1.2": "[[rules]]\nid = x\n",
		"1.3": "[[rules]]\nkeywords = [\n",
	} {
		if err := run(strings.Fields(args), strings.NewReader(text), &strings.Builder{}); err == nil {
			t.Errorf("%q is understood", text)
		}
	}
}
