package cases

import (
	"strings"
	"unicode/utf16"
)

// longTexts hide something behind much else.
func longTexts() []Case {
	flood := "Pay <1> a" + strings.Repeat("\u0301", 100_000) + "<2> <3>"
	line := "Pay <1> " + strings.Repeat("all is well ", 83_000) + "\x1b[2J<2> <3>"
	return []Case{
		oneRequest("t28-combining-flood", "100,000 marks on one letter", Show, request("t28", flood)),
		oneRequest("t31-long-line", "one line of a million characters, the payload at its end", Show, request("t31", line)),
		oneRequest("t32-blank-lines", "5,000 empty lines before the real action", Ack,
			request("t32", "Pay 10 <1>"+strings.Repeat("\n", 5000)+"and <2> 990 more\n<3>")),
		oneRequest("t33-spaces", "4,000 blanks push the rest out of sight", Show,
			request("t33", "Pay 10 <1>"+strings.Repeat(" ", 4000)+"and <2> 990 more <3>")),
		oneRequest("t34-tabs", "tabs as padding and inside words", Show,
			request("t34", "Pay <1>\t10\tto\t\t\tno"+strings.Repeat("\t", 200)+"<2>\t\t\t\t\t\t\t\tone <3>\t")),
	}
}

// encodings are files that are not plain UTF-8 or that become something else once
// they are decoded.
func encodings() []Case {
	const address = "target_recipient: ber\u200bths@tide\u200dwell\u2060-harbour.example\u200c"
	return []Case{
		oneRequest("t23-zero-width", "characters without width in the recipient", Ack,
			request("t23", "Pay <1> \u200b\u200c\u200d\u2060\ufeff<2> <3>", address)),
		oneRequest("t29-homoglyph", "Cyrillic letters in the recipient", Ack,
			request("t29", "Pay <1> p\u0430y\u0440\u0430l <2> <3>", "target_recipient: b\u0435rths@tid\u0435well-harbour.example")),
		oneRequest("t35-bad-utf8", "overlong forms, surrogates, a character cut off at the end", Show,
			strings.TrimSuffix(request("t35", "Pay <1> \xc0\xaf \xe0\x80\xaf \xed\xa0\x80 \xf4\x90\x80\x80 \xff\xfe <2> <3> \xe2\x82"), "\n")),
		oneRequest("t36-utf16", "UTF-16 with a byte order mark", Block, wide(request("t36", "Pay <1> <2> <3>"))),
		oneRequest("t36b-utf8-bom", "a byte order mark before the front matter", Show,
			"\ufeff"+request("t36b", "Pay <1> \ufeff <2> <3>")),
		oneRequest("t38-yaml-escapes", "escapes of YAML that become control characters", Show,
			request("t38", "Pay <4>", `title: "<1> \e[2J\u202E\x9b31m<2>\0\a\N\L\P\_\n second line <3>"`,
				`target_recipient: "\u0062erths@tidewell\x2dharbour.example"`)),
		{
			Name: "t39-json-escapes", What: "escapes of JSON that become control characters", Class: Keep, Alone: true,
			Files: []File{
				{Path: eventLog, Text: marked("t39", `{"type":"SessionStarted","session":"4\u001b[2J1<1>","agent":"\u009b31m\u202e<2>","timestamp":"2026-03-14T05:00:00Z"}`+"\n"+
					`{"type":"SessionStarted","session":42,"agent":"\u0000\ud800<3>","timestamp":"2026-03-14T06:00:00Z"}`+"\n")},
				{Path: seedFile, Text: marked("t39", seed(`"id":"p1","type":"insight","content":"<4>\u001b]52;c;eA==\u0007\u202e","source":"\u009b","extractedAt":"2026-03-01T10:00:00Z","status":"pending"`))},
			},
		},
		oneRequest("t44-fm-control", "control characters in keys and values of the front matter", Show,
			request("t44", "Pay <5>", "title: <1> \x1b[2J\u202e \u009b31m <2>", "amo\x1b[8munt: 990 <3>", "\u202enote: x\x00 <4>")),
	}
}

// wide is a text in UTF-16, the low byte first.
func wide(text string) string {
	out := []byte{0xff, 0xfe}
	for _, u := range utf16.Encode([]rune(text)) {
		out = append(out, byte(u), byte(u>>8))
	}
	return string(out)
}
