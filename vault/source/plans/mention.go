package plans

import (
	"bytes"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"coldstart/vault/dialect"
	"coldstart/vault/places"
	"coldstart/vault/text"
)

// mostMentions is how many requests one plan can mention.
const mostMentions = 20

// Mentions returns the names of the files in folders of requests that a text mentions by
// their path, as in "See /Pending_Approval/x.md".
func Mentions(b []byte, in *dialect.Folders) []string {
	return mentions(b, in, func([]byte, int, string) bool { return true })
}

// Asks returns those of the mentioned requests that the text of a plan calls its own: in a step, as
// the value of a label or an item of a list, or in a line about an approval. One that is named in
// passing ("see also", "as in") belongs to other work, and its approval allows nothing here.
func Asks(b []byte, in *dialect.Folders) []string { return mentions(b, in, isOwnRequest) }

func mentions(text []byte, in *dialect.Folders, counts func(whole []byte, at int, name string) bool) []string {
	var names []string
	if bytes.IndexByte(text, '\\') >= 0 {
		text = bytes.ReplaceAll(text, []byte{'\\'}, []byte{'/'})
	}
	whole := text
	between := func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("`'\"()[]<>|*", r) }
	// Most words have no slash, so they are not looked at.
	for slash := bytes.IndexByte(text, '/'); slash >= 0 && len(names) < mostMentions; slash = bytes.IndexByte(text, '/') {
		from, to := bytes.LastIndexFunc(text[:slash], between), len(text)
		if from >= 0 {
			_, size := utf8.DecodeRune(text[from:])
			from += size
		}
		if end := bytes.IndexFunc(text[slash:], between); end >= 0 {
			to = slash + end
		}
		name := strings.Trim(string(text[max(from, 0):to]), ".,;:!?")
		base := path.Base(name)
		if path.Ext(base) != "" && isAmongRequests(in, path.Dir(name)) && !slices.Contains(names, base) && counts(whole, len(whole)-len(text)+slash, name) {
			names = append(names, base)
		}
		text = text[to:]
	}
	return names
}

// isAmongRequests reports a folder for requests, or one below it.
func isAmongRequests(in *dialect.Folders, dir string) bool {
	for ; dir != "." && dir != "/"; dir = path.Dir(dir) {
		switch places.FolderAt(in, dir) {
		case places.FolderPending, places.FolderApproved, places.FolderRejected:
			return true
		case places.FolderNone:
		default:
			return false
		}
	}
	return false
}

var (
	// inPassing are words by which a line points at other work, decisive those about an approval,
	// filing those of a plan that puts its request into the folder.
	inPassing = text.Pattern{Expr: `(?i)\b(?:see also|examples?|e\.g|samples?|templates?|similar|like|as in|same as|cf|compare|related|references?|` +
		`previous|earlier|other|copy|copied|from|format|how)\b`}
	decisive = text.Pattern{Expr: `(?i)\b(?:approv|await|wait|block|confirm|decision|decid|sign[ -]?off|human|hitl|genehmig|freigabe)|✋`}
	filing   = text.Pattern{Expr: `(?i)\b(?:creat|sav|draft|plac|mov|queu|submit|fil(?:e|ing)|prepar)`}
	isBox    = text.Pattern{Expr: `^\s*(?:[-*+]|\d+[.)])\s+\[.\]\s`}
	// isAlone is what is left of a line with nothing but a mention: a mark, and a label.
	isAlone = text.Pattern{Expr: `^[\s\-*+>|#.\d)]*(?:[\pL\d _-]{1,40}[:：]|see)?$`}
)

// isOwnRequest reports whether the line with a mention calls the request that of its plan.
func isOwnRequest(whole []byte, at int, name string) bool {
	from, line := bytes.LastIndexByte(whole[:at], '\n')+1, whole
	if end := bytes.IndexByte(whole[at:], '\n'); end >= 0 {
		line = whole[:at+end]
	}
	line = line[from:]
	rest := strings.ReplaceAll(string(line), name, "")
	if inPassing.MatchString(rest) {
		return false
	}
	pending := !strings.Contains(strings.ToLower(name), "approved/")
	if isBox.MatchString(rest) || decisive.MatchString(rest) || pending && filing.MatchString(rest) {
		return true
	}
	bare := strings.Map(func(r rune) rune {
		if strings.ContainsRune("`*'\"()[]<>|.,;", r) {
			return -1
		}
		return r
	}, rest)
	if !isAlone.MatchString(strings.ToLower(strings.TrimSpace(bare))) {
		return false
	}
	above := whole[:from]
	for len(above) > 0 {
		start := bytes.LastIndexByte(above[:len(above)-1], '\n') + 1
		if above[start] == '#' {
			return !inPassing.MatchString(string(above[start:]))
		}
		above = above[:start]
	}
	return true
}
