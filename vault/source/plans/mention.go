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
)

// mostMentions is how many requests one plan can mention.
const mostMentions = 20

// Mentions gives the names of the files in folders of requests that a text mentions by
// their path, as in "See /Pending_Approval/x.md".
func Mentions(text []byte, in *dialect.Folders) []string {
	var names []string
	if bytes.IndexByte(text, '\\') >= 0 {
		text = bytes.ReplaceAll(text, []byte{'\\'}, []byte{'/'})
	}
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
		if path.Ext(base) != "" && isAmongRequests(in, path.Dir(name)) && !slices.Contains(names, base) {
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
