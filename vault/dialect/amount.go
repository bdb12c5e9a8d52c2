package dialect

import (
	"slices"
	"strings"

	"coldstart/vault/text"
)

// Amounts are shown as written and never added up. They are read only to tell whether a text is one,
// and whether two of them mean the same.

// sum is one sum of an amount.
type sum struct {
	negative bool
	// whole and part are the digits before and behind the decimal sign, scale applied, without
	// zeros at the ends.
	whole, part string
	// currencies are the codes that its currency may stand for, "" where it has none.
	currencies string
}

// currencies is the table of what may be before or after the digits of an amount, in lower case,
// with the codes that it may stand for.
var currencies = map[string]string{
	"$": "usd cad aud", "us$": "usd", "€": "eur", "£": "gbp", "¥": "jpy cny", "₹": "inr", "₨": "pkr inr", "rs": "pkr inr", "rs.": "pkr inr",
	"usd": "usd", "eur": "eur", "gbp": "gbp", "inr": "inr", "pkr": "pkr", "chf": "chf", "jpy": "jpy", "cad": "cad", "aud": "aud", "aed": "aed",
	"sar": "sar", "sek": "sek", "nok": "nok", "dkk": "dkk",
	"dollars": "usd cad aud", "dollar": "usd cad aud", "euros": "eur", "euro": "eur", "pounds": "gbp", "rupees": "pkr inr",
}

// scales is the table of words behind a number that multiply it, by how many zeros they add.
var scales = []struct {
	word  string
	zeros int
}{
	{"k", 3}, {"million", 6}, {"mio", 6}, {"m", 6}, {"billion", 9}, {"bn", 9}, {"lakh", 5}, {"lac", 5}, {"crore", 7},
}

// roughly are words in front of an amount, and rates and others what may follow it.
var (
	roughly = []string{"approximately ", "approx. ", "approx ", "about ", "around ", "up to ", "max. ", "max ", "ca. ", "from "}
	rates   = []string{"per ", "a ", "each ", "every ", "monthly", "yearly", "annually", "weekly", "daily", "each", "total", "net", "gross", "incl. ", "incl ", "including ", "plus ", "excl. ", "+ "}
)

// longestMoney is the most bytes of an amount.
const longestMoney = 60

// isMoney reports whether a text is an amount: figures, grouped in any way, with a currency or
// none, also two of them for a range, and what it is for: $5,000/month.
func isMoney(text string) bool { return len(sumsOf(text)) > 0 }

// sumsOf returns the sum of an amount, or both of a range; none for what is no amount.
func sumsOf(text string) []sum {
	text = strings.ToLower(strings.TrimSpace(text))
	if len(text) > longestMoney {
		return nil
	}
	negative := strings.HasPrefix(text, "-")
	text = strings.TrimLeft(text, "-+~≈ ")
	for _, word := range roughly {
		text = strings.TrimPrefix(text, word)
	}
	first, rest, ok := cutSum(text)
	if !ok {
		return nil
	}
	first.negative = first.negative || negative
	sums := []sum{first}
	for _, to := range []string{"-", "–", "to "} {
		if second, isRange := strings.CutPrefix(strings.TrimLeft(rest, " "), to); isRange {
			if other, behind, also := cutSum(strings.TrimLeft(second, " ")); also {
				sums, rest = []sum{first, other}, behind
			}
		}
	}
	rest = strings.TrimLeft(strings.TrimPrefix(rest, "/-"), " ")
	if rest != "" && !isRemark(rest) {
		return nil
	}
	return sums
}

// isRemark reports whether what follows a sum says what it is for.
func isRemark(rest string) bool {
	if rest[0] == '/' || rest[0] == '(' {
		return rest[0] == '/' && len(rest) > 1 && isLetter(rest[1]) || strings.HasSuffix(rest, ")")
	}
	return slices.ContainsFunc(rates, func(rate string) bool {
		return strings.HasPrefix(rest, rate) && (strings.HasSuffix(rate, " ") || len(rest) == len(rate) || rest[len(rate)] == ' ')
	})
}

// cutSum cuts one sum off: figures with a currency in front or behind.
func cutSum(text string) (s sum, rest string, ok bool) {
	text, s.currencies = cutCurrency(text)
	signed := strings.TrimLeft(text, " -+~")
	s.negative = strings.Contains(text[:len(text)-len(signed)], "-")
	text = signed
	n := 0
	for n < len(text) && strings.IndexByte("0123456789.,' ", text[n]) >= 0 && !strings.HasPrefix(text[n:], "  ") {
		n++
	}
	n = len(strings.TrimRight(text[:n], "., "))
	if n == 0 || !isDigit(text[0]) {
		return s, text, false
	}
	rest = strings.TrimLeft(text[n:], " ")
	zeros := 0
	for _, scale := range scales {
		if behind, ok := strings.CutPrefix(rest, scale.word); ok && (behind == "" || !isLetter(behind[0])) {
			rest, zeros = behind, scale.zeros
			break
		}
	}
	s.whole, s.part = figures(text[:n], zeros)
	rest, behind := cutCurrency(rest)
	if s.currencies == "" {
		s.currencies = behind
	}
	return s, rest, true
}

// cutCurrency cuts a currency off in front, if there is one, and returns the codes that it may stand for.
func cutCurrency(text string) (rest, codes string) {
	bare, longest := strings.TrimLeft(text, " "), 0
	for currency, stands := range currencies {
		n := len(currency)
		if n > longest && strings.HasPrefix(bare, currency) && (len(bare) == n || !isLetter(currency[n-1]) || !isLetter(bare[n])) {
			longest, codes = n, stands
		}
	}
	if longest == 0 {
		return text, ""
	}
	return bare[longest:], codes
}

// figures splits a number at its decimal sign, and moves that by a count of zeros. The decimal sign
// is the last point or comma, unless it stands there more than once or before three digits.
func figures(number string, zeros int) (whole, part string) {
	whole = number
	if at := strings.LastIndexAny(number, ".,"); at > 0 {
		sign, behind := number[at:at+1], number[at+1:]
		mixed := strings.ContainsAny(number[:at], ".,")
		if strings.Count(number, sign) == 1 && (len(behind) != 3 || mixed || number[:at] == "0") {
			whole, part = number[:at], behind
		}
	}
	digits := func(s string) string {
		return strings.Map(func(r rune) rune {
			if r >= '0' && r <= '9' {
				return r
			}
			return -1
		}, s)
	}
	whole, part = digits(whole), digits(part)
	part += strings.Repeat("0", max(0, zeros-len(part)))
	whole, part = whole+part[:zeros], part[zeros:]
	return strings.TrimLeft(whole, "0"), strings.TrimRight(part, "0")
}

// sameAmount reports whether two amounts have the same sums: 1,200.00, 1200 EUR and 1.2k are one.
func sameAmount(a, b string) bool { return slices.EqualFunc(sumsOf(a), sumsOf(b), sum.agrees) }

// agrees compares two sums. A sum without a currency may be one in any.
func (s sum) agrees(other sum) bool {
	if s.negative != other.negative || s.whole != other.whole || s.part != other.part {
		return false
	}
	return s.currencies == "" || other.currencies == "" || slices.ContainsFunc(strings.Fields(s.currencies), func(code string) bool {
		return text.Among(code, other.currencies)
	})
}
