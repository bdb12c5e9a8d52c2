package cases

import "strings"

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
