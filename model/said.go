package model

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
)

// said are the patterns of what the reason of a request says in a sentence.
var (
	saidAmount = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`\b\d[\d.,]*\d? ?(?:EUR|USD|GBP|CHF|€|£|\$)|(?:€|£|\$) ?\d[\d.,]*\d`)
	})
	saidDay = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)\b(?:until|by|before|due|due on|ends|ends on|expires|expires on) (?:the )?(\d{1,2}) (January|February|March|April|May|June|July|August|September|October|November|December)(?: (\d{4}))?\b`)
	})
)

// AmountSaid returns the amount of money that a text names, "" if there is none or more than one.
func AmountSaid(text string) string {
	return onlyOne(saidAmount().FindAllString(text, -1))
}

// DaySaid returns the day until which something is wanted in the words of a text, such as "ends on
// 17 March": without a year the next such day from a time on. It is false if there is none or more
// than one.
func DaySaid(text string, from time.Time) (time.Time, bool) {
	found := saidDay().FindAllStringSubmatch(text, -1)
	var days []string
	for _, f := range found {
		days = append(days, strings.Join(f[1:], " "))
	}
	day := onlyOne(days)
	if day == "" || from.IsZero() {
		return time.Time{}, false
	}
	f := found[0]
	if year, err := strconv.Atoi(f[3]); err == nil {
		return parsedDay(f[1], f[2], year, from)
	}
	at, ok := parsedDay(f[1], f[2], from.Year(), from)
	if ok && at.AddDate(0, 0, 1).Before(from) {
		return parsedDay(f[1], f[2], from.Year()+1, from)
	}
	return at, ok
}

func parsedDay(day, month string, year int, near time.Time) (time.Time, bool) {
	at, err := time.ParseInLocation("2 January 2006", day+" "+month+" "+strconv.Itoa(year), near.Location())
	return at, err == nil
}

// onlyOne returns the text that all are, "" if they differ.
func onlyOne(texts []string) string {
	for _, t := range texts {
		if t != texts[0] {
			return ""
		}
	}
	if len(texts) == 0 {
		return ""
	}
	return texts[0]
}

// AmountSize is the number of an amount, of several the first: a last part of one or two digits is a fraction.
func AmountSize(amount string) float64 {
	if amount == "" {
		return 0
	}
	number := amountNumber().FindString(amount)
	whole, fraction := number, ""
	if at := strings.LastIndexAny(number, ".,"); at >= 0 && len(number)-at <= 3 {
		whole, fraction = number[:at], number[at+1:]
	}
	digits := strings.Map(func(c rune) rune {
		if strings.ContainsRune(".,' ", c) {
			return -1
		}
		return c
	}, whole)
	size, err := strconv.ParseFloat(digits+"."+fraction, 64)
	if err != nil {
		return 0
	}
	return size
}

// amountNumber is the number of an amount.
var amountNumber = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\d+(?:[ .,']\d+)*`) })

// SameAmount reports whether two amounts of one unit are as much, however they are written.
func SameAmount(a, b string) bool { return AmountSize(a) == AmountSize(b) }
