package vault

import (
	"path"
	"slices"
	"strings"
	"unicode"
)

// mostMentions is how many files among the requests one plan can speak of.
const mostMentions = 20

// mentions gives the names of the files in folders for requests that a text speaks
// of by their path, as "See /Pending_Approval/x.md" does.
func mentions(text string) []string {
	var names []string
	between := func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("`'\"()[]<>|*", r) }
	for word := range strings.FieldsFuncSeq(text, between) {
		if !strings.ContainsAny(word, `/\`) {
			continue
		}
		name := strings.Trim(strings.ReplaceAll(word, `\`, "/"), ".,;:!?")
		base := path.Base(name)
		if path.Ext(base) == "" || !isAmongRequests(path.Dir(name)) || slices.Contains(names, base) {
			continue
		}
		if names = append(names, base); len(names) == mostMentions {
			break
		}
	}
	return names
}

// isAmongRequests reports a folder for requests, or one below it.
func isAmongRequests(dir string) bool {
	for ; dir != "." && dir != "/"; dir = path.Dir(dir) {
		switch folderOf(path.Base(dir)) {
		case folderPending, folderApproved, folderRejected:
			return true
		case folderNone:
		default:
			return false
		}
	}
	return false
}
