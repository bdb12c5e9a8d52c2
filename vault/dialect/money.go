package dialect

import "strings"

// currencies is the table of what may stand before or behind the digits of an
// amount, in lower case.
var currencies = []string{
	"$", "us$", "€", "£", "¥", "₹", "₨", "rs", "rs.", "usd", "eur", "gbp", "inr", "pkr", "chf", "jpy", "cad", "aud", "aed", "sar", "sek", "nok", "dkk",
}

// isMoney reports whether a text is an amount: digits with points, commas or
// apostrophes between them, and a currency before or behind or not at all. No sum
// is ever made of it, so how the digits are grouped does not matter.
func isMoney(text string) bool {
	text = strings.ToLower(strings.TrimSpace(text))
	first := strings.IndexAny(text, "0123456789")
	last := strings.LastIndexAny(text, "0123456789")
	if first < 0 || len(text) > 40 {
		return false
	}
	before, number, behind := strings.TrimSpace(text[:first]), text[first:last+1], strings.TrimSpace(text[last+1:])
	before = strings.TrimSpace(strings.TrimLeft(before, "-+~"))
	behind = strings.TrimSuffix(behind, "/-")
	if before != "" && behind != "" || strings.Trim(number, "0123456789.,' ") != "" || strings.Contains(number, "  ") {
		return false
	}
	currency := before + behind
	return currency == "" || isOneOf(currency, currencies)
}
