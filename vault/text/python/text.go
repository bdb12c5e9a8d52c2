package python

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Str is the text that Python's str makes of a value; ok is false for lists, maps and what is not
// followed.
func (v Value) Str() (text string, ok bool) {
	switch v.Kind {
	case Null:
		return "None", true
	case Bool:
		if v.isTrue() {
			return "True", true
		}
		return "False", true
	case Int:
		n, err := readInt(v.Text)
		if err != nil || n.BitLen() > mostDigits*3 {
			return "", false
		}
		return n.String(), true
	case Float:
		f, err := readFloat(v.Text)
		return floatText(f), err == nil
	case Time:
		return timeText(v.Text), true
	case Text:
		return v.Text, true
	}
	return "", false
}

func (v Value) isTrue() bool {
	word := strings.ToLower(v.Text)
	return word == "yes" || word == "true" || word == "on"
}

// Int is the whole number that Python's int makes of a value, nil where it raises an exception: a
// ValueError, or one of another class.
func (v Value) Int() (n *big.Int, raises string) {
	switch v.Kind {
	case Bool:
		if v.isTrue() {
			return big.NewInt(1), ""
		}
		return new(big.Int), ""
	case Int:
		n, _ = readInt(v.Text)
		return n, ""
	case Float:
		switch f, _ := readFloat(v.Text); {
		case math.IsInf(f, 0):
			return nil, "OverflowError"
		case math.IsNaN(f):
			return nil, ""
		default:
			n, _ = new(big.Float).SetFloat64(f).Int(nil)
			return n, ""
		}
	case Text:
		// Python takes digits of any script, and single underscores between digits.
		digits := strings.Map(asDigit, strings.TrimFunc(v.Text, unicode.IsSpace))
		bare := strings.TrimLeft(digits, "+-")
		if len(digits)-len(bare) > 1 || strings.HasPrefix(bare, "_") || strings.HasSuffix(bare, "_") || strings.Contains(bare, "__") {
			return nil, ""
		}
		n, _ = decimal(strings.ReplaceAll(digits, "_", ""))
		return n, ""
	}
	return nil, "TypeError"
}

// asDigit is the digit that a character stands for, in scripts that have their ten in one row.
func asDigit(r rune) rune {
	if r <= unicode.MaxASCII || !unicode.Is(unicode.Nd, r) {
		return r
	}
	value := rune(0)
	for r-value > 0 && unicode.Is(unicode.Nd, r-value-1) {
		value++
	}
	return '0' + value%10
}

// mostDigits is the longest number of which Python reads the digits.
const mostDigits = 4300

var errNumber = errors.New("it is not a number")

func decimal(digits string) (*big.Int, error) {
	if len(digits) <= mostDigits {
		if n, ok := new(big.Int).SetString(digits, 10); ok {
			return n, nil
		}
	}
	return nil, errNumber
}

// readInt reads a whole number as PyYAML does: to base 2, 8, 10, 16 or 60.
func readInt(word string) (n *big.Int, err error) {
	word = strings.ReplaceAll(word, "_", "")
	digits := strings.TrimPrefix(word, "+")
	minus := strings.HasPrefix(word, "-")
	if minus {
		digits = word[1:]
	}
	base := 10
	switch {
	case strings.ContainsFunc(digits, func(r rune) bool { return r > unicode.MaxASCII || unicode.IsSpace(r) }):
		return nil, errUnsure
	case strings.HasPrefix(digits, "0b"):
		base, digits = 2, digits[2:]
	case strings.HasPrefix(digits, "0x"):
		base, digits = 16, digits[2:]
	case strings.HasPrefix(digits, "0o"), strings.HasPrefix(digits, "0O"):
		return nil, errUnsure
	case strings.HasPrefix(digits, "0"):
		base = 8
	}
	if base != 10 {
		var ok bool
		if n, ok = new(big.Int).SetString(digits, base); !ok {
			return nil, errNumber
		}
	} else {
		n = new(big.Int)
		for part := range strings.SplitSeq(digits, ":") {
			d, err := decimal(part)
			if err != nil {
				return nil, err
			}
			n.Add(n.Mul(n, big.NewInt(60)), d)
		}
	}
	if minus {
		n.Neg(n)
	}
	return n, nil
}

// readFloat reads a number with a fraction as PyYAML does.
func readFloat(word string) (f float64, err error) {
	word = strings.ToLower(strings.ReplaceAll(word, "_", ""))
	sign, digits := 1.0, strings.TrimPrefix(word, "+")
	if strings.HasPrefix(word, "-") {
		sign, digits = -1, word[1:]
	}
	switch digits {
	case ".inf":
		return sign * math.Inf(1), nil
	case ".nan":
		return math.NaN(), nil
	}
	base := 1.0
	for _, part := range slices.Backward(strings.Split(digits, ":")) {
		if strings.Trim(part, "0123456789.e+-") != "" {
			return 0, errUnsure
		}
		x, err := strconv.ParseFloat(part, 64)
		if err != nil && !errors.Is(err, strconv.ErrRange) {
			return 0, errNumber
		}
		f, base = f+x*base, base*60
	}
	return sign * f, nil
}

// floatText is Python's repr of a number.
func floatText(f float64) string {
	switch {
	case math.IsInf(f, 1):
		return "inf"
	case math.IsInf(f, -1):
		return "-inf"
	case math.IsNaN(f):
		return "nan"
	case f != 0 && (math.Abs(f) < 1e-4 || math.Abs(f) >= 1e16):
		return strconv.FormatFloat(f, 'e', -1, 64)
	}
	text := strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.Contains(text, ".") {
		text += ".0"
	}
	return text
}

// timeText is Python's str of a date, or of a date with a time of day.
func timeText(word string) string {
	at := strings.IndexAny(word, "Tt \t")
	if at < 0 {
		return word
	}
	year, month, day := leadingNumbers(word[:at], '-')
	clock := strings.TrimLeft(word[at+1:], " \t")
	hour, minute, second := leadingNumbers(clock, ':')
	text := fmt.Sprintf("%04d-%02d-%02d %02d:%02d:%02d", year, month, day, hour, minute, second)
	if _, behind, ok := strings.Cut(clock, "."); ok {
		if fraction, _ := leadingDigits(behind); strings.Trim(fraction[:min(6, len(fraction))], "0") != "" {
			text += "." + (fraction + "000000")[:6]
		}
	}
	sign := strings.LastIndexAny(clock, "+-")
	if sign < 0 {
		if strings.HasSuffix(clock, "Z") {
			text += "+00:00"
		}
		return text
	}
	hours, minutes, _ := leadingNumbers(clock[sign+1:], ':')
	if minutes += hours * 60; minutes == 0 {
		return text + "+00:00"
	}
	return text + fmt.Sprintf("%c%02d:%02d", clock[sign], minutes/60, minutes%60)
}
