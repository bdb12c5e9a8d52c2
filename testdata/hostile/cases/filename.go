package cases

import "strings"

// nameCases are requests whose file name is the payload. A decision moves exactly
// this file, or says why it does not.
func nameCases() []Case {
	var all []Case
	for _, n := range []struct{ name, what, file string }{
		{"f14-newline", "a line break", "f14-new\nline_APPROVED.md"},
		{"f15-esc", "control sequences", "f15-\x1b[2J\x1b]0;x\x07.md"},
		{"f16-bidi", "a turned ending", "f16-invoice\u202efdp.md"},
		{"f17-dash", "a dash in front, as a flag", "-rf f17.md"},
		{"f17b-glob", "characters of a shell", "f17 *?[a] $(id) `id` ;&|.md"},
		{"f18-bad-utf8", "bytes that are not UTF-8", "f18-\xff\xfe.md"},
		{"f19-255", "as long as a name can be", "f19" + strings.Repeat("n", 249) + ".md"},
		{"f20-dot-space", "a dot and a blank before the ending", "f20. .md"},
		{"f20b-con", "a device of Windows", "CON.md"},
		{"f20c-colon", "a colon", "f20:stream.md"},
		{"f20d-backslash", "backslashes", `f20\..\x.md`},
		{"f20e-tilde", "a tilde in front", "~f20.md"},
		{"f21-quote", "quotes", "f21 'q' \"d\" .md"},
		{"f22-blank", "blanks that look like others", "f22\u00a0\u3000\u3164.md"},
		{"f23-hash", "what our own ids are made of", "f23#1:request.md"},
		{"f24-notation", "our own notation", "f24⟦ESC⟧<<ESC>>.md"},
		{"f25-marks", "marks without a base", "\u0301\u20ddf25.md"},
	} {
		all = append(all, Case{
			Name: n.name, What: "a file name with " + n.what, Class: Show, Special: true,
			Files: []File{{Path: pending + n.file, Text: request(n.name, "Pay <1> <2> <3>")}},
		})
	}
	return all
}
