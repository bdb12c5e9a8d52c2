package model

import (
	"fmt"
	"strings"
	"unicode"
)

// Doubt is a reason to look twice at a request, or not to approve it: another reader may
// take its bytes for something else, it contradicts the vault, or it may deceive a person.
type Doubt struct {
	// Line counts from 1; zero when the whole file is meant.
	Line int
	// What is one sentence without full stop.
	What string
	// Short is What in a few words, for a row; empty where What is short.
	Short  string
	Weight Weight
	// Again is true for an earlier approval of the same thing, which stands first among those
	// of its weight.
	Again bool
	// Copy is true for a copy of the request that differs, or was not compared.
	Copy bool
}

// Weight says how much a doubt matters.
type Weight int

// The weights, lightest first.
const (
	// WeightNote is worth knowing.
	WeightNote Weight = iota
	// WeightAsk means that approving needs the target typed.
	WeightAsk
	// WeightBlock forbids approval, not rejecting or asking for changes.
	WeightBlock
)

// String returns the weight in one word.
func (w Weight) String() string {
	return word(w, "note", "ask", "block")
}

// String returns the sentence with its line.
func (d Doubt) String() string {
	if d.Line == 0 {
		return d.What
	}
	return fmt.Sprintf("line %d: %s", d.Line, d.What)
}

// NameKey is one for all names that some file system takes for one: it folds case, accents and the ways to
// write them.
func NameKey(name string) string {
	name = strings.ToLower(name)
	if isTidy(name) {
		return name
	}
	var key []rune
	for _, r := range name {
		switch whole, split := foldedWhole[r]; {
		case split:
			key = append(key, []rune(whole)...)
		case unicode.Is(unicode.Mn, r) && len(key) > 0:
			key[len(key)-1] = accented
		case r >= 0xC0 && r <= 0x24F, r >= 0x1E00 && r <= 0x1FFF, strings.ContainsRune(accentedElsewhere, r):
			key = append(key, accented)
		case r >= 0xAC00 && r <= 0xD7A3:
			// A syllable of Korean is two or three letters (Unicode, section 3.12).
			const vowels, finals = 21, 28
			s := r - 0xAC00
			key = append(key, 0x1100+s/(vowels*finals), 0x1161+s/finals%vowels)
			if final := s % finals; final > 0 {
				key = append(key, 0x11A7+final)
			}
		default:
			key = append(key, r)
		}
	}
	return string(key)
}

// accented stands for any accented letter.
const accented = '\u00E0'

// accentedElsewhere are the accented letters of Greek, Cyrillic and Japanese in lower case.
const accentedElsewhere = "άέήίόύώϊϋΐΰ" + "йёїўѓќѐѝ" + "がぎぐげござじずぜぞだぢづでどばびぶべぼぱぴぷぺぽゔガギグゲゴザジズゼゾダヂヅデドバビブベボパピプペポヴ"

// foldedWhole are the letters in lower case that folding makes other ones (Unicode, CaseFolding).
var foldedWhole = map[rune]string{'ß': "ss", 'ſ': "s", 'ς': "σ", 'µ': "μ", 'ﬀ': "ff", 'ﬁ': "fi", 'ﬂ': "fl", 'ﬃ': "ffi", 'ﬄ': "ffl", 'ﬅ': "st", 'ﬆ': "st"}
