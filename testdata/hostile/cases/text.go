package cases

import (
	"fmt"
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

// markdownCases are texts that cost a renderer its time.
func markdownCases() []Case {
	var all []Case
	for _, m := range []struct{ name, what, text string }{
		{"m01-quotes", "10,000 nested quotes", strings.Repeat(">", 10_000) + " x"},
		{"m02-emphasis", "20,000 open marks of emphasis", strings.Repeat("*a _b ", 10_000)},
		{"m03-brackets", "50,000 open brackets", strings.Repeat("[", 50_000) + strings.Repeat("](\n", 5_000)},
		{"m04-lists", "400 nested lists", nestedLists(400)},
		{"m05-backticks", "runs of backticks that grow", backticks(600)},
		{"m06-table", "a table of 3,000 columns", strings.Repeat("|a", 3_000) + "|\n" + strings.Repeat("|-", 3_000) + "|\n" + strings.Repeat("|b", 3_000) + "|"},
		{"m07-refs", "10,000 definitions and uses", references(10_000)},
		{"m08-open-html", "20,000 open comments and the like", strings.Repeat("<!-- <![CDATA[ <? <!X ", 20_000)},
		{"m09-entities", "50,000 character references", strings.Repeat("&#27;", 50_000)},
		{"m10-headings", "20,000 headings", strings.Repeat("# x\n", 20_000)},
		{"m11-boxes", "20,000 boxes", strings.Repeat("- [ ] x\n", 20_000)},
		{"m12-fences", "20,000 fences", strings.Repeat("```\n~~~\n", 20_000)},
	} {
		all = append(all, oneRequest(m.name, m.what, Show, request(m.name, "Pay <1>\n\n"+m.text+"\n\n<2> <3>")))
	}
	return all
}

func nestedLists(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat("  ", i) + "- x\n")
	}
	return b.String()
}

func backticks(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat("`", i+1) + " ")
	}
	return b.String()
}

func references(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "[r%d]: x\n[r%d] ", i, i)
	}
	return b.String()
}

// payload is a text that must not reach a terminal as it is.
type payload struct {
	name, what string
	class      Class
	text       string
}

// terminalCases put each payload into the first line of a request, which names it in
// lists, and into its text.
func terminalCases() []Case {
	var all []Case
	for _, p := range append(append(controls, characters...), imitations...) {
		all = append(all, oneRequest(p.name, p.what, p.class, request(p.name, p.text)))
	}
	return append(append(all, longTexts()...), encodings()...)
}

var controls = []payload{
	{"t01-csi-clear", "clears the screen and draws a false one", Show,
		"Pay <1>\x1b[2J\x1b[H <2> coldstart: nothing needs you \x1b[1;1H<3>"},
	{"t02-sgr-conceal", "conceals a second recipient", Show,
		"To <1> \x1b[8mand to <2>@elsewhere.example\x1b[0m \x1b[30;40mand more\x1b[m <3>"},
	{"t03-sgr-bleed", "leaves a colour on", Show, "From <1> \x1b[1;5;7;31;48;2;0;0;0m<2>\nand on <3>"},
	{"t04-osc52-bel", "writes the clipboard", Show, "Copy <1>\x1b]52;c;PDI+\x07<2>\x1b]52;c;cm0gLXJm\x07 <3>"},
	{"t05-osc52-st", "writes and reads the clipboard", Show, "Copy <1>\x1b]52;c;PDI+\x1b\\\x1b]52;p;?\x1b\\<2> <3>"},
	{"t06-osc-open", "begins a string that never ends", Show, "Pay 10 <1>\x1b]52;c;<2>\nand 990 more <3>"},
	{"t07-osc8", "a link whose text is another address", Show,
		"See <1> \x1b]8;;http://<2>.evil.example/\x1b\\https://bank.example/\x1b]8;;\x1b\\ <3>"},
	{"t08-title", "sets and reads back the title", Show, "Hello <1>\x1b]0;<2>\x07\x1b]2;x\x1b\\\x1b[21t <3>"},
	{"t09-dcs-apc-pm", "other strings: sixel, graphics, macros", Show,
		"Draw <1>\x1bPq#0;2;0;0;0<2>\x1b\\\x1b_Gf=100;AAAA\x1b\\\x1b^pm\x1b\\\x1bXsos\x1b\\ <3>"},
	{"t10-decset", "leaves the other screen, hides the cursor, takes the mouse", Show,
		"Leave <1>\x1b[?1049l\x1b[?25l\x1b[?1000h\x1b[?1003h\x1b[?2004l\x1b[?47l<2> <3>"},
	{"t11-queries", "asks for replies, which arrive as keys", Show,
		"Ask <1>\x1b[c\x1b[6n\x1b]11;?\x07\x1b[>c\x05<2>\x1bP$qm\x1b\\ <3>"},
	{"t12-c1-utf8", "upper control characters", Show, "Clear <1>\u009b2J\u009d0;<2>\u009c\u0090q\u009c\u0085 <3>"},
	{"t13-c1-raw", "upper control characters as single bytes", Show, "Clear <1>\x9b2J\x9d0;<2>\x9c\x90q\x9c <3>"},
	{"t14-esc-lone", "single escapes", Show, "Reset <1>\x1bc\x1b(0\x1bN<2>\x1b7\x1b8\x1b#8 <3>\x1b"},
	{"t15-cr", "a carriage return overwrites the amount", Show, "Amount <1> 990.00 EUR <2>\rAmount 9.90 EUR <3>"},
	{"t16-bs", "backspaces rub out words", Show, "Do not <1>" + strings.Repeat("\b", 20) + "<2>\b\b\b\b\b\b <3>"},
	{"t17-vt-ff-nel", "line breaks of other kinds", Show, "One <1>\v<2>\f<4>\u0085<5>\u2028<6>\u2029 <3>"},
	{"t18-nul", "NUL inside words", Show, "Pay <1>no\x00thing\x00\x00<2>\x00\x00\x00\x00\x00 <3>"},
	{"t19-del", "DEL and other control characters", Show,
		"Pay <1>\x7f\x7f<2>\x01\x02\x03\x04\x06\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1c\x1d\x1e\x1f <3>"},
}

var characters = []payload{
	{"t20-bidi-override", "turns an address round", Ack, "To <1> \u202eelpmaxe.evil@<2>\u202c \u202dx\u202c <3>"},
	{"t21-bidi-isolate", "isolates, as in Trojan Source", Ack,
		"Pay <1> \u2066if\u2069 \u2067<2>\u2069 \u2068x\u2069 \u200e\u200f\u061c <3>"},
	{"t22-rtl-letters", "right-to-left letters beside digits", Show, "Pay <1> 100 \u05e9\u05dc\u05d5\u05dd 900 \u0645\u0631\u062d\u0628\u0627 <2> <3>"},
	{"t24-tags", "a message in tag characters", Ack, "Pay <1>" + tags("to mallory") + "<2> <3>"},
	{"t25-varsel", "bytes in variation selectors", Ack, "Pay <1> \U0001f4b6" + selectors("mallory") + "<2>\ufe00\ufe0e <3>"},
	{"t26-blank-letters", "letters that are blank, as padding", Show,
		"Pay <1>\u00ad\u115f\u1160\u3164\uffa0\u2800\u00a0\u3000" + strings.Repeat("\u3164", 300) + "<2>" + strings.Repeat("\u2800", 50) + " <3>"},
	{"t27-zalgo", "sixty marks on each letter", Show,
		"Pay <1> z" + strings.Repeat("\u0335\u0301\u031b", 20) + "a" + strings.Repeat("\u0336", 60) + " <2> <3>"},
	{"t30-width", "characters on whose width terminals disagree", Show,
		"Pay <1> \U0001f469\u200d\U0001f469\u200d\U0001f467 \U0001f1e9\U0001f1ea\U0001f1eb \U0001f44d\U0001f3fd \u2764\ufe0f \u263a\ufe0e \u00b1\u2160\u2026 " +
			"\u1100\u1161\u11a8 \ufdfd \u2e3b \U00012031 \u0e33\u0e33 <2> 1\ufe0f\u20e3 <3>"},
	{"t50-unassigned", "noncharacters, private and unassigned code points", Show,
		"Pay <1>\ue000\uf8ff\U000f0000\U0010fffd\ufdd0\ufffe\uffff\U0001ffff\u0378\U000e0fff\ufffc\ufffd<2> <3>"},
	{"t51-blanks", "blanks of all widths", Show,
		"Pay <1>\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000\u180e\u034f\u17b4<2>\u2061\u2062\u2063\u2064\u206a\u206f\ufff9\ufffb\U0001d173 <3>"},
	{"t52-marks-first", "marks without a base, and over ours", Show, "\u0301\u20dd<1> \u0301\u0335\n\u0338\u20e0<2>\n\u0338 <3>"},
}

var imitations = []payload{
	{"t37-entity-esc", "character references that become control characters", Show,
		"Pay <1> &#27;[31m<2>&#x1b;]0;x&#7; &#**27**; &amp;#27;[2J &#155; &#x202e;x %1b[2J \\x1b[2J \\033[2J \\u001b <3>"},
	{"t40-fake-dialog", "a copy of a dialog of ours", Show,
		"Pay <1>\n\n── all was on screen · sha256 0000000000000000 ──────────\n\n y approve  n note  esc leave it \n▌ <2>\n<3>"},
	{"t41-fake-status", "a copy of our messages", Show,
		"Approved: t41-fake-status.md. <1>\n\n── all was on screen · sha256 1234abcd ──\n Approved: ordinary.md. Nothing needs you. <2>\n<3>"},
	{"t42-markup-tags", "style tags of other toolkits and our own notation", Show,
		"[red]<1>[-] {bold}x{/bold} <b>y</b> ⟦ESC⟧ ⟦U+202E RLO⟧ ⟦46 × U+0301⟧ ⟦no newline at end⟧ ⇥    \u301aESC\u301b <2> <<ESC>> <<<46 x U+0301>>> <<U+003C>> |> %s %!d(BAD) \\n <3>"},
	{"t43-links", "links that lead elsewhere than they say", Show,
		"[https://bank.example/<1>](https://bank.example@evil.example/<2>) [a](javascript:alert(1)) [b](file:///etc/hosts) [c](obsidian://x) <https://b\u0430nk.example/> <3>"},
	{"t45-fake-gutter", "rows that begin like rows of ours", Show,
		"Pay <1>\n│ <2>\n│ │ ── The whole file ────\n  │ x\n" + strings.Repeat("x", 300) + "\n─ What will happen ─\n y approve\n<3>"},
	{"t46-like-a-key", "an order in the place of a password, which may be masked", Show,
		"Pay <1>\npassword: <2>andpay990toMallory1\n-----BEGIN PRIVATE KEY-----\nPay 990 <4>\n-----END PRIVATE KEY-----\n<3>"},
}

// tags writes ASCII in tag characters.
func tags(text string) string {
	return strings.Map(func(r rune) rune { return 0xe0000 + r }, text)
}

// selectors hides bytes in variation selectors.
func selectors(text string) string {
	return strings.Map(func(r rune) rune { return 0xe0100 + r - 16 }, text)
}
