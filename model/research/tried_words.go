package research

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"coldstart/model"
)

// searchable returns the words of a text in lower case and without accents, each behind a blank: a
// blank and the beginning of a word find it. A letter of a script that puts no blanks between words
// is a word by itself, so that a run of them is found inside a text.
func searchable(text string) string {
	out := make([]byte, 0, len(text)+len(text)/16+1)
	within := false
	for i := 0; i < len(text); {
		if text[i] < utf8.RuneSelf {
			c := lowered(text[i])
			if i++; c != 0 {
				if !within {
					out = append(out, ' ')
				}
				out = append(out, c)
			}
			within = c != 0
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		i += size
		if r >= '！' && r <= '～' {
			// As wide as a letter of Chinese, and otherwise ASCII.
			r -= '！' - '!'
		}
		alone := isUnspaced(r)
		if !alone && !unicode.IsLetter(r) && !unicode.IsNumber(r) {
			if r >= '\u0300' && r <= '\u036F' || model.IsHidden(r) {
				continue
			}
			if !unicode.IsMark(r) {
				within = false
				continue
			}
		}
		if alone || !within {
			out = append(out, ' ')
		}
		out, within = append(out, unaccented(unicode.ToLower(r))...), !alone
	}
	return string(out)
}

// lowered returns a letter of ASCII in lower case, or a digit, and zero for anything else.
func lowered(c byte) byte {
	switch {
	case c|0x20-'a' < 26:
		return c | 0x20
	case c-'0' < 10:
		return c
	}
	return 0
}

// isUnspaced reports a letter of a script that puts no blanks between words.
func isUnspaced(r rune) bool {
	return r >= '\u0E00' && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}

// accentRows are letters that people type without their accents, each behind what they type: a letter, or all of ASCII.
var accentRows = [...]string{
	"aàáâãäåāăąǎǟǡǻȁȃȧḁạảấầẩẫậắằẳẵặ",
	"bḃḅḇ",
	"cçćĉċčḉ",
	"dďḋḍḏḑḓđ",
	"eèéêëēĕėęěȅȇȩḕḗḙḛḝẹẻẽếềểễệ",
	"fḟ",
	"gĝğġģǧǵḡ",
	"hĥȟḣḥḧḩḫẖħ",
	"iìíîïĩīĭįǐȉȋḭḯỉịı",
	"jĵǰ",
	"kķǩḱḳḵ",
	"lĺļľḷḹḻḽł",
	"mḿṁṃ",
	"nñńņňǹṅṇṉṋ",
	"oòóôõöōŏőơǒǫǭȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợø",
	"pṕṗ",
	"rŕŗřȑȓṙṛṝṟ",
	"sśŝşšșṡṣṥṧṩ",
	"tţťțṫṭṯṱẗŧ",
	"uùúûüũūŭůűųưǔǖǘǚǜȕȗṳṵṷṹṻụủứừửữự",
	"vṽṿ",
	"wŵẁẃẅẇẉẘ",
	"xẋẍ",
	"yýÿŷȳẏẙỳỵỷỹ",
	"zźżžẑẓẕ",
	"αά", "εέ", "ηή", "ιίϊΐ", "οό", "υύϋΰ", "ωώ", "σς", "её", "ssß", "aeæ", "oeœ", "thþ",
}

// plainLetters are the letters of accentRows with what is typed for each.
var plainLetters = sync.OnceValue(func() map[rune]string {
	all := make(map[rune]string, 512)
	for _, row := range accentRows {
		at := strings.IndexFunc(row, func(r rune) bool { return r > unicode.MaxASCII })
		if at == 0 {
			_, at = utf8.DecodeRuneInString(row)
		}
		for _, r := range row[at:] {
			all[r] = row[:at]
		}
	}
	return all
})

// unaccented returns a lower-case letter as people type it who leave out its accents.
func unaccented(r rune) string {
	if plain, ok := plainLetters()[r]; ok {
		return plain
	}
	return string(r)
}
