package styles

import (
	"strconv"
	"strings"
)

// controlNames are the short names of U+0000 to U+001F.
var controlNames = [32]string{
	"NUL", "SOH", "STX", "ETX", "EOT", "ENQ", "ACK", "BEL",
	"BS", "TAB", "LF", "VT", "FF", "CR", "SO", "SI",
	"DLE", "DC1", "DC2", "DC3", "DC4", "NAK", "SYN", "ETB",
	"CAN", "EM", "SUB", "ESC", "FS", "GS", "RS", "US",
}

// upperControlNames are the short names of U+0080 to U+009F.
var upperControlNames = [32]string{
	"PAD", "HOP", "BPH", "NBH", "IND", "NEL", "SSA", "ESA",
	"HTS", "HTJ", "VTS", "PLD", "PLU", "RI", "SS2", "SS3",
	"DCS", "PU1", "PU2", "STS", "CCH", "MW", "SPA", "EPA",
	"SOS", "SGC", "SCI", "CSI", "ST", "OSC", "PM", "APC",
}

// specialNames are the usual abbreviations of other special code points.
var specialNames = map[rune]string{
	0x00A0: "NBSP", 0x00AD: "SHY", 0x034F: "CGJ", 0x061C: "ALM",
	0x2002: "EN SPACE", 0x2003: "EM SPACE", 0x2007: "FIGURE SPACE", 0x2009: "THIN SPACE",
	0x200B: "ZWSP", 0x200C: "ZWNJ", 0x200D: "ZWJ", 0x200E: "LRM", 0x200F: "RLM",
	0x2028: "LS", 0x2029: "PS",
	0x202A: "LRE", 0x202B: "RLE", 0x202C: "PDF", 0x202D: "LRO", 0x202E: "RLO",
	0x202F: "NNBSP", 0x205F: "MMSP", 0x2060: "WJ",
	0x2066: "LRI", 0x2067: "RLI", 0x2068: "FSI", 0x2069: "PDI",
	0x3000: "WIDE SPACE", vs15: "VS15", vs16: "VS16", 0xFEFF: "BOM",
}

const deleteName = "DEL"

// unitName returns what stands in the token of a code point.
func unitName(r rune) string {
	switch {
	case r < 0x20:
		return controlNames[r]
	case r == 0x7F:
		return deleteName
	}
	name := codePoint(r)
	if r >= 0x80 && r <= 0x9F {
		return name + " " + upperControlNames[r-0x80]
	}
	if special, ok := specialNames[r]; ok {
		return name + " " + special
	}
	return name
}

// codePoint returns the usual way to write a code point: U+ and at least four
// hexadecimal digits.
func codePoint(r rune) string {
	hex := strings.ToUpper(strconv.FormatInt(int64(r), 16))
	if len(hex) < 4 {
		hex = "0000"[len(hex):] + hex
	}
	return "U+" + hex
}

// byteName returns what stands in the token of a byte that is not UTF-8.
func byteName(b byte) string {
	const digits = "0123456789ABCDEF"
	return string([]byte{'\\', 'x', digits[b>>4], digits[b&0xF]})
}

// controlNamed returns the control character with a short name.
func controlNamed(name string) (rune, bool) {
	if name == deleteName {
		return 0x7F, true
	}
	for i, control := range controlNames {
		if control == name {
			return rune(i), true
		}
	}
	return 0, false
}
