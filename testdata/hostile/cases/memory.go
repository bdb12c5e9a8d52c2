package cases

import "strings"

// seed is a memory with one proposal, given by its fields.
func seed(proposal string) string {
	return `{
  "version": "1.0.0",
  "identity": {"schemaVersion": "1.0.0", "principalName": "Mara", "aiName": "Sounding", "catchphrase": "Depth is known.", "voiceId": "default",
    "preferences": {"responseStyle": "concise", "timezone": "UTC", "locale": "en-IE"}},
  "learned": {"patterns": [], "insights": [], "selfKnowledge": []},
  "state": {"sessionCount": 4, "activeProjects": ["berth"], "pendingTasks": [],
    "proposals": [{` + proposal + `}]}
}
`
}

const proposal = `"id": "p1", "type": "insight", "content": "Tides repeat", "source": "session_4", "extractedAt": "2026-03-01T10:00:00Z", "status": "pending"`

// memoryCases are files of an agent's memory that are damaged, or that an edit could
// damage.
func memoryCases() []Case {
	plain := seed(proposal)
	odd := strings.Replace(plain, `"version"`, `"pi": 1.0, "big": 9007199254740993, "huge": 123456789012345678901234567890, "e": 1e2, "zero": -0, "Zebra": [1,2 ,3], "version"`, 1)
	crlf := strings.TrimSuffix(strings.ReplaceAll(strings.ReplaceAll(plain, "Tides", `T\u0069des \u00e9`), "\n", "\r\n"), "\r\n")
	two := strings.Replace(plain, `"proposals": [`, `"proposals": [{`+proposal+`}, {"id":"p2","type":"odd","content":"`+strings.Repeat("x", 1<<20)+`","status":"maybe"}, {"content":"no id","confidence":-1e400}, `, 1)
	var all []Case
	for _, s := range []struct{ name, what, text string }{
		{"s01-seed-style", "an own style: four blanks, CRLF, no last line end, escapes", strings.ReplaceAll(crlf, "  ", "    ")},
		{"s02-seed-numbers", "numbers that a rewriting would change, unknown keys", odd},
		{"s03-seed-dup", "a key twice and in other spelling", strings.Replace(plain, `"state": {`, `"State": {}, "state": {}, "state": {`, 1)},
		{"s03b-seed-trailing", "text behind the value, and a comment", plain + "// more\n{}\n"},
		{"s03c-seed-comma", "a comma too many", strings.Replace(plain, `"pendingTasks": [],`, `"pendingTasks": [],,`, 1)},
		{"s04-seed-broken", "cut off", plain[:len(plain)/2]},
		{"s05-seed-empty", "empty", ""},
		{"s05b-seed-null", "null alone", "null\n"},
		{"s05c-seed-array", "an array", "[]\n"},
		{"s05d-seed-bom", "a byte order mark", "\ufeff" + plain},
		{"s06-seed-deep", "a value nested 50,000 deep", strings.Replace(plain, `"version"`, `"deep": `+strings.Repeat("[", 50_000)+strings.Repeat("]", 50_000)+`, "version"`, 1)},
		{"s07-seed-proposals", "proposals with one id, no id, odd states, a megabyte", two},
		{"s08-seed-bytes", "bytes that are not UTF-8", strings.Replace(plain, "Mara", "M\xe4ra \xff", 1)},
		{"s09-seed-names", "control characters in everything", strings.NewReplacer("Mara", `M\u001b[2J\u202e`, "Sounding", `\u009b31m\u0007`, "berth", `b\u0000\u2028`, "Tides", `\u001b]52;c;eA==\u0007T`, `"p1"`, `"p\u001b[1m\u202e"`).Replace(plain)},
	} {
		all = append(all, Case{Name: s.name, What: "memory: " + s.what, Class: Keep, Alone: true, Files: []File{{Path: seedFile, Text: s.text}}})
	}
	return all
}
