package dialect

import (
	"fmt"
	"strings"
	"testing"
)

func logOf(name, text string) Log { return ReadLog(Open(nil, "Logs/"+name, []byte(text))) }

// value returns the part of an entry that a field stands for.
func (e Entry) value(f entryField) string {
	return [...]string{e.Time, e.Who, e.Action, e.Target, e.Result, e.Why}[f]
}

func TestEntryKeys(t *testing.T) {
	t.Parallel()
	for f := range entryFieldCount {
		for _, key := range entryKeys[f] {
			camel := key
			if i := strings.IndexByte(key, '_'); i > 0 {
				camel = key[:i] + strings.ToUpper(key[i+1:i+2]) + key[i+2:]
			}
			for name, text := range map[string]string{
				"a.json":  fmt.Sprintf(`[{"other": {"x": 1}, %q: "v"}]`, key),
				"b.jsonl": fmt.Sprintf("{%q: \"v\"}\n{%q: \"v\"}\n", camel, key),
			} {
				log := logOf(name, text)
				if len(log.Entries) == 0 || log.Entries[0].value(f) != "v" || log.BadLines > 0 {
					t.Errorf("%s is read as %+v", text, log)
				}
			}
			p := planOf("# Plan: X\n\n## Log\n| " + strings.ToUpper(key) + " | zz |\n|--|--|\n| v | 1 |\n")
			if len(p.Log) != 1 || p.Log[0].value(f) != "v" {
				t.Errorf("the column %s is read as %+v", key, p.Log)
			}
		}
	}
}

func TestLogLevels(t *testing.T) {
	t.Parallel()
	for _, level := range logLevels {
		log := logOf("a.log", "2026-04-09 06:00:00,1 - barn - "+level+" - the cow - kicked\n")
		if len(log.Entries) != 1 || log.Entries[0].Result != level || log.Entries[0].Who != "barn" || log.Entries[0].Action != "the cow - kicked" {
			t.Errorf("%s: got %+v", level, log)
		}
	}
}

func TestLeadingTimes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"2026-04-09 06:00:00,123 x":             "2026-04-09 06:00:00,123",
		"[2026-04-09T06:00:00.25+02:00] x":      "2026-04-09T06:00:00.25+02:00",
		"**`06:00`** x":                         "06:00",
		"6:00 x":                                "6:00",
		"(2026-04-09) x":                        "2026-04-09",
		"2026-04-09T06:00 x":                    "2026-04-09T06:00",
		"2026-04-09 at noon":                    "2026-04-09",
		"2026-04-09x":                           "",
		"1:2 x":                                 "",
		"12:34:56:78":                           "12:34:56",
		"abc":                                   "",
		"99":                                    "",
		"":                                      "",
		"2026-13-09":                            "",
		"20260409":                              "",
		"06:00+0200":                            "06:00",
		"0":                                     "",
		"06:00.":                                "06:00",
		"2026-04-09 06:00:00 - INFO - x - y |z": "2026-04-09 06:00:00",
	} {
		if got, _, _ := leadingTime(text); got != want {
			t.Errorf("%q begins with %q, want %q", text, got, want)
		}
	}
	for _, zone := range zones {
		if got, rest, _ := leadingTime("06:00" + zone + " milk"); got != "06:00"+zone || rest != "milk" {
			t.Errorf("%q is read as %q and %q", zone, got, rest)
		}
	}
}

func TestLogsThatAreNone(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Shape{
		"":                  ShapeEmpty,
		"\n \n":             ShapeEmpty,
		"{":                 ShapeLines,
		"[":                 ShapeArray,
		"[1, 2]":            ShapeArray,
		"{}":                ShapeObject,
		"null":              ShapeProse,
		"Nothing happened.": ShapeProse,
		"{\"a\": }\n{\"b\"": ShapeLines,
	} {
		log := logOf("a.json", text)
		if log.Shape != want || want == ShapeLines && log.BadLines == 0 {
			t.Errorf("%q is read as %+v, want %s", text, log, want)
		}
	}
}

func TestJournalTables(t *testing.T) {
	t.Parallel()
	for _, prefix := range journalPrefixes {
		for _, first := range journalKeys {
			for _, second := range journalKeys {
				text := fmt.Sprintf("### %s007: Knot\n- **%s:** a\n- **%s:** b\n", prefix,
					strings.ReplaceAll(first, "_", " "), strings.ToUpper(second))
				p := Open(nil, "JOURNAL.md", []byte(text))
				if log := ReadLog(p); Classify(p).Kind != KindJournal || log.Entries[0].Action != prefix+"007" || log.Entries[0].Target != "Knot" {
					t.Errorf("%q is read as %+v", text, log)
				}
			}
		}
	}
	for _, text := range []string{"### PROOF-001: X\n- **Agent:** a\n", "### PROOF-1a: X\n- **Agent:** a\n- **Tags:** b\n", "### PROOF-001\n- **Agent:** a\n- **Tags:** b\n"} {
		if got := Classify(Open(nil, "a.md", []byte(text))).Kind; got != KindUnknown {
			t.Errorf("%q is %v", text, got)
		}
	}
}
