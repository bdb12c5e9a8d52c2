package model

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Stamp is a time as a file states it: the text, and the time if it can be read.
type Stamp struct {
	Raw  string
	Time time.Time
	// Assumed is true if the text names no zone.
	Assumed bool
}

// Known reports whether the text could be read as a time.
func (s Stamp) Known() bool { return !s.Time.IsZero() }

// End returns the last moment the text can mean: the end of a day for a date alone.
func (s Stamp) End() time.Time {
	if s.Known() && s.IsDay() {
		return s.Time.AddDate(0, 0, 1)
	}
	return s.Time
}

// IsDay reports a date without a time of day.
func (s Stamp) IsDay() bool {
	r := stampReader{rest: s.Raw}
	return r.read() && !r.clock
}

// FormatUTC returns t as agents write it: UTC, whole seconds, a Z.
func FormatUTC(t time.Time) string {
	return t.UTC().Format("2006-01-02T15:04:05Z")
}

// ParseStamp reads raw, by default in zone (nil for UTC). It knows what people and programs
// write: 2026-03-15T14:05:02Z, 15 March 2026, Mar 15, 2026 at 2:05 PM, 15.03.2026 14:05,
// 20260315_140502, seconds since 1970. Text that is no time gives an unknown Stamp, and so
// does one that two people would read in two ways, such as 03/04/2026.
func ParseStamp(raw string, zone *time.Location) Stamp {
	s := Stamp{Raw: raw}
	at, assumed := time.Time{}, false
	if len(raw) >= len("2026-03-15T14:05:02Z") && raw[10] == 'T' {
		// Most times are written so, and transcripts have many.
		at, _ = time.Parse(time.RFC3339Nano, raw)
	}
	if at.IsZero() {
		r := stampReader{rest: raw}
		if !r.read() {
			return s
		}
		at, assumed = r.time(zone), r.zone == nil && r.at.IsZero()
	}
	// RFC 3339 and JSON cannot write other years.
	if year := at.UTC().Year(); year >= 1 && year <= 9999 && !at.IsZero() {
		s.Time, s.Assumed = at, assumed
	}
	return s
}

// time is the time that was read, in a zone if the text names none.
func (r *stampReader) time(zone *time.Location) time.Time {
	switch {
	case !r.at.IsZero():
		return r.at
	case r.zone != nil:
		zone = r.zone
	case zone == nil:
		zone = time.UTC
	}
	return time.Date(r.year, time.Month(r.month), r.day, r.hour, r.minute, r.second, r.nano, zone)
}

// The bytes of the shortest and the longest time.
const (
	shortestStamp = len("1.3.2026")
	longestStamp  = 96
)

// stampReader reads a time from the front of rest, piece by piece.
type stampReader struct {
	rest                       string
	year, month, day           int
	hour, minute, second, nano int
	// clock is true when there is a time of day.
	clock bool
	// zone is the one that the text names, nil for none.
	zone *time.Location
	// at is set for seconds since 1970.
	at time.Time
}

// read reports whether the whole text is one time.
func (r *stampReader) read() bool {
	if len(r.rest) < shortestStamp || len(r.rest) > longestStamp {
		return false
	}
	r.bare()
	if r.sinceEpoch() {
		return true
	}
	if n := digitsAt(r.rest); n > 0 && n <= 2 && strings.HasPrefix(r.rest[n:], ":") {
		if !r.timeOfDay(":") {
			return false
		}
		r.offset()
		r.skip(" ,")
	}
	if digitsAt(r.rest) == 0 {
		r.word("on", "am", "le", "el")
		r.weekday()
	}
	if !r.date() || r.month < 1 || r.month > 12 || r.day < 1 || r.day > time.Date(r.year, time.Month(r.month)+1, 0, 0, 0, 0, 0, time.UTC).Day() {
		return false
	}
	if !r.clock {
		if marks := r.toClock(); marks != "" && !r.timeOfDay(marks) {
			return false
		}
		if strings.IndexAny(r.rest, "+-") != 0 || r.clock {
			r.offset()
		}
	}
	r.weekday()
	r.remark()
	return strings.Trim(r.rest, " .,") == ""
}

// bare removes what is written around a time: blanks, quotes, marks of Markdown, brackets, and
// an emoji in front.
func (r *stampReader) bare() {
	r.rest = strings.Trim(r.rest, " \t`*\"'")
	for len(r.rest) > 1 && (r.rest[0] == '[' && r.rest[len(r.rest)-1] == ']' || r.rest[0] == '<' && r.rest[len(r.rest)-1] == '>') {
		r.rest = r.rest[1 : len(r.rest)-1]
	}
	for r.rest != "" && r.rest[0] >= utf8.RuneSelf {
		sign, size := utf8.DecodeRuneInString(r.rest)
		if !unicode.In(sign, unicode.So, unicode.Mn) {
			return
		}
		r.rest = strings.TrimLeft(r.rest[size:], " ")
	}
}

// sinceEpoch reads seconds or milliseconds since 1970, from 2001 on.
func (r *stampReader) sinceEpoch() bool {
	n := digitsAt(r.rest)
	fraction, hasFraction := strings.CutPrefix(r.rest[n:], ".")
	if hasFraction && (fraction == "" || digitsAt(fraction) < len(fraction)) || !hasFraction && n < len(r.rest) {
		return false
	}
	count := int64(0)
	for _, c := range []byte(r.rest[:min(n, 13)]) {
		count = 10*count + int64(c-'0')
	}
	switch n {
	case 10:
		r.at = time.Unix(count, int64(nanos(fraction))).UTC()
	case 13:
		r.at = time.UnixMilli(count).UTC()
	}
	r.clock = r.at.Year() >= 2001 && r.at.Year() < 2200
	return r.clock
}

// date reads a day in one of its orders.
func (r *stampReader) date() bool {
	switch n := digitsAt(r.rest); n {
	case 0:
		return r.monthFirst()
	case 1, 2:
		return r.dayFirst()
	case 4:
		return r.yearFirst()
	case 8, 12, 14:
		return r.packed(n)
	}
	return false
}

// packed reads 20260315, also with the time of day behind it.
func (r *stampReader) packed(n int) bool {
	r.year, r.month, r.day = 100*two(r.rest)+two(r.rest[2:]), two(r.rest[4:]), two(r.rest[6:])
	if r.rest = strings.TrimPrefix(r.rest[8:], "-"); digitsAt(r.rest) > 0 {
		r.rest = "T" + r.rest
	}
	return r.year >= 1970 && r.year < 2200
}

// yearFirst reads 2026-03-15, also with other marks.
func (r *stampReader) yearFirst() bool {
	r.year = r.number()
	mark := r.mark("-/._")
	r.month = r.number()
	if mark == "" || r.mark(mark) == "" {
		return false
	}
	r.day = r.number()
	return true
}

// dayFirst reads 15.03.2026 and 15 March 2026. Of two figures with a slash or a dash either may
// be the day, unless one can be no month or both are equal.
func (r *stampReader) dayFirst() bool {
	r.day = r.number()
	figures := r.rest
	r.ordinal()
	r.skip(" .-/")
	r.word("of", "de", "di")
	if r.monthName() {
		r.skip(" .,-/")
		r.word("de", "del", "di")
		return r.fullYear()
	}
	r.rest = figures
	mark := r.mark("./-")
	r.month = r.number()
	if mark == "" || r.mark(mark) == "" || !r.fullYear() {
		return false
	}
	if mark == "." || r.day == r.month || r.day > 12 {
		return true
	}
	r.day, r.month = r.month, r.day
	return r.day > 12
}

// monthFirst reads "March 15, 2026" and "Mar 15 14:05:02 UTC 2026".
func (r *stampReader) monthFirst() bool {
	if !r.monthName() {
		return false
	}
	r.skip(" .")
	r.day = r.number()
	r.ordinal()
	r.skip(" ,")
	if digitsAt(r.rest) <= 2 && r.timeOfDay(":") {
		r.offset()
		r.skip(" ")
	}
	return r.fullYear()
}

// fullYear reads a year of four figures.
func (r *stampReader) fullYear() bool {
	if digitsAt(r.rest) != 4 {
		return false
	}
	r.year = r.number()
	return true
}

// toClock goes on to the time of day behind a date and gives the marks that may be in it, ""
// where there is none.
func (r *stampReader) toClock() string {
	before := r.rest
	marks := ":.h"
	if strings.IndexAny(before, "Tt_") == 0 {
		marks = ":.h-_"
	}
	r.skip(" Tt_,@|–—")
	r.rest = strings.TrimPrefix(r.rest, "- ")
	r.word("at", "um", "à", "às", "alle", "ore", "a las")
	if digitsAt(r.rest) == 0 || r.rest == before {
		r.rest = before
		return ""
	}
	return marks
}

// timeOfDay reads 14:05, 14:05:02.123, 2:05 PM, 2 PM, 14 Uhr, 140502.
func (r *stampReader) timeOfDay(marks string) bool {
	n := digitsAt(r.rest)
	if n == 4 || n == 6 {
		r.hour, r.minute, r.second = two(r.rest), two(r.rest[2:]), two(r.rest[4:n]+"00")
		r.rest = r.rest[n:]
	} else if r.hour = r.number(); n < 1 || n > 2 || !r.minutes(marks) && !r.halfOrHour() {
		return false
	}
	if len(r.rest) > 1 && (r.rest[0] == '.' || r.rest[0] == ',') {
		n := digitsAt(r.rest[1:])
		r.nano = nanos(r.rest[1 : 1+n])
		if n > 0 {
			r.rest = r.rest[1+n:]
		}
	}
	r.clock = r.hour < 24 && r.minute < 60 && r.second < 60
	return r.clock
}

// minutes reads what follows the hour.
func (r *stampReader) minutes(marks string) bool {
	mark := ""
	if len(r.rest) > 2 && digitsAt(r.rest[1:]) == 2 {
		mark = r.mark(marks)
	}
	if mark == "" {
		return false
	}
	r.minute = r.number()
	if len(r.rest) > 2 && digitsAt(r.rest[1:]) == 2 && r.mark(mark) != "" {
		r.second = r.number()
	}
	if halfAt(strings.TrimLeft(r.rest, " \u00a0\u202f")) != "" {
		return r.halfOrHour()
	}
	r.word("Uhr", "hrs", "h")
	return true
}

// halfAt returns the letters AM or PM in front of a text.
func halfAt(text string) string {
	for _, half := range []string{"am", "pm", "a.m.", "p.m."} {
		if n := len(half); len(text) >= n && strings.EqualFold(text[:n], half) && (len(text) == n || text[n]|0x20 < 'a' || text[n]|0x20 > 'z') {
			return half
		}
	}
	return ""
}

// halfOrHour reads AM, PM or a word for hours, and reports whether the hour can be one of it.
func (r *stampReader) halfOrHour() bool {
	r.skip(" \u00a0\u202f")
	half := halfAt(r.rest)
	if half == "" {
		return r.word("Uhr", "hrs", "h")
	}
	r.rest = r.rest[len(half):]
	switch {
	case half[0] == 'a' && r.hour == 12:
		r.hour = 0
	case half[0] == 'p' && r.hour < 12:
		r.hour += 12
		return r.hour > 12
	}
	return half[0] == 'p' || r.hour < 12
}

// zoneNames are the zones of which everybody means the same, with the minutes east of Greenwich.
var zoneNames = map[string]int{
	"UTC": 0, "GMT": 0, "Z": 0, "WET": 0, "CET": 60, "CEST": 120, "EET": 120, "EEST": 180, "MSK": 180, "PKT": 300,
	"SGT": 480, "HKT": 480, "JST": 540, "AEST": 600, "AEDT": 660, "EST": -300, "EDT": -240, "CDT": -300, "MDT": -360, "PST": -480, "PDT": -420,
}

// offset reads the zone, also in round brackets.
func (r *stampReader) offset() {
	text, inBrackets := strings.CutPrefix(strings.TrimLeft(r.rest, " "), "(")
	n := 0
	for n < len(text) && text[n]|0x20 >= 'a' && text[n]|0x20 <= 'z' {
		n++
	}
	east, known := zoneNames[strings.ToUpper(text[:n])]
	if n > 0 && !known {
		return
	}
	if figures := strings.TrimLeft(text[n:], " "); east == 0 && figures != "" && (figures[0] == '+' || figures[0] == '-') {
		past := stampReader{rest: figures[1:]}
		digits := digitsAt(past.rest)
		hours := past.number()
		minutes := 0
		switch {
		case digits == 4:
			hours, minutes = hours/100, hours%100
		case digits < 1 || digits > 2:
			return
		case strings.HasPrefix(past.rest, ":") && digitsAt(past.rest[1:]) == 2:
			past.rest = past.rest[1:]
			minutes = past.number()
		}
		if east = 60*hours + minutes; hours > 14 || minutes > 59 {
			return
		}
		if figures[0] == '-' {
			east = -east
		}
		text, n, known = past.rest, 0, true
	}
	if !known {
		return
	}
	r.zone, r.rest = time.FixedZone("", 60*east), text[n:]
	if inBrackets {
		r.rest = strings.TrimPrefix(r.rest, ")")
	}
	r.word("UTC")
}

// monthNames are the names of months in English, German, French, Spanish, Portuguese and
// Italian, whole and cut.
var monthNames = [12]string{
	"january jan januar jänner janvier janv enero ene janeiro gennaio gen",
	"february feb februar février fevrier févr fevr fév febrero fevereiro fev febbraio",
	"march mar märz maerz mär mrz mars marzo março marco",
	"april apr avril avr abril abr aprile",
	"may mai mayo maio maggio mag",
	"june jun juni juin junio junho giugno giu",
	"july jul juli juillet juil julio julho luglio lug",
	"august aug août aout agosto ago",
	"september sep sept septembre septiembre setiembre setembro settembre set",
	"october oct oktober okt octobre octubre outubro out ottobre ott",
	"november nov novembre noviembre novembro",
	"december dec dezember dez décembre decembre déc diciembre dic dezembro dicembre",
}

func (r *stampReader) monthName() bool {
	name := r.letters()
	for i, names := range monthNames {
		if isAmong(name, names) {
			r.month, r.rest = i+1, r.rest[len(name):]
			return true
		}
	}
	return false
}

// dayNames are the days of the week, as monthNames are the months; "mar" is March. A date with the wrong
// one is still that date.
const dayNames = "monday mon tuesday tues tue wednesday wed thursday thurs thur thu friday fri saturday sat sunday sun " +
	"montag mo dienstag di mittwoch mi donnerstag do freitag fr samstag sonnabend sa sonntag so " +
	"lundi lun mardi mercredi mer jeudi jeu vendredi ven samedi sam dimanche dim " +
	"lunes martes miércoles mié jueves jue viernes vie sábado sáb domingo dom " +
	"segunda seg terça ter quarta qua quinta qui sexta sex " +
	"lunedì martedì mercoledì giovedì gio venerdì sabato sab domenica"

// weekday passes over the day of the week and what is written around it.
func (r *stampReader) weekday() {
	r.skip(" ,")
	name := r.letters()
	if name == "" || !isAmong(name, dayNames) {
		return
	}
	r.rest = strings.TrimPrefix(r.rest[len(name):], "-feira")
	r.skip(" ,.")
	r.word("den")
}

// remark passes over words in round brackets at the end. Figures there could be another time.
func (r *stampReader) remark() {
	text := strings.TrimRight(strings.TrimLeft(r.rest, " "), " ")
	if strings.HasPrefix(text, "(") && strings.HasSuffix(text, ")") && !strings.ContainsAny(text, "0123456789") {
		r.rest = ""
	}
}

// number reads the figures in front.
func (r *stampReader) number() int {
	n, value := digitsAt(r.rest), 0
	for _, c := range []byte(r.rest[:min(n, 9)]) {
		value = 10*value + int(c-'0')
	}
	r.rest = r.rest[n:]
	return value
}

// mark reads one of some marks, "" for none.
func (r *stampReader) mark(marks string) string {
	if r.rest == "" || strings.IndexByte(marks, r.rest[0]) < 0 {
		return ""
	}
	mark := r.rest[:1]
	r.rest = r.rest[1:]
	return mark
}

// skip passes over any of some characters.
func (r *stampReader) skip(characters string) { r.rest = strings.TrimLeft(r.rest, characters) }

// ordinal passes over what may follow a day: 1st, 1er, 1º.
func (r *stampReader) ordinal() {
	for _, sign := range []string{"st", "nd", "rd", "th", "er", "º"} {
		if rest, ok := strings.CutPrefix(r.rest, sign); ok {
			r.rest = rest
			return
		}
	}
}

// word passes over one of some words with the blanks around it.
func (r *stampReader) word(words ...string) bool {
	text := strings.TrimLeft(r.rest, " ")
	for _, w := range words {
		if n := len(w); len(text) >= n && strings.EqualFold(text[:n], w) {
			if next, _ := utf8.DecodeRuneInString(text[n:]); !unicode.IsLetter(next) {
				r.rest = strings.TrimLeft(text[n:], " ")
				return true
			}
		}
	}
	return false
}

// letters returns the letters in front.
func (r *stampReader) letters() string {
	for i, c := range r.rest {
		if !unicode.IsLetter(c) {
			return r.rest[:i]
		}
	}
	return r.rest
}

// isAmong reports whether a name is one of those with blanks between, in any case.
func isAmong(name, names string) bool {
	for one := range strings.SplitSeq(names, " ") {
		if strings.EqualFold(one, name) {
			return true
		}
	}
	return false
}

// digitsAt counts the figures in front.
func digitsAt(text string) int {
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return i
		}
	}
	return len(text)
}

// two reads two figures.
func two(text string) int { return 10*int(text[0]-'0') + int(text[1]-'0') }

// nanos reads the figures of a fraction of a second.
func nanos(figures string) int {
	value := 0
	for i := range 9 {
		if value *= 10; i < len(figures) {
			value += int(figures[i] - '0')
		}
	}
	return value
}
