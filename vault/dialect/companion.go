package dialect

import (
	"path"
	"slices"
	"strings"
)

// A file among finished work may tell that the plan it belongs to was carried out, while the plan
// still lies where it was made.

// carriedWords stand in front of the name of what was carried out, or behind it.
var carriedWords = []string{"executed", "done", "completed", "finished", "sent", "posted", "published"}

// failedWords say that something came to nothing.
var failedWords = []string{"failed", "failure", "error", "expired", "rejected", "denied", "declined", "cancelled", "canceled", "duplicate"}

// outcomeKeys are keys of what became of a request, besides its status.
var outcomeKeys = []string{"result", "outcome", "execution_status", "execution_result"}

// CarriedOut returns the stem of the work that a finished file tells of by its name, as in
// "EXECUTED_x.md", "" for any other name.
func CarriedOut(name string) string {
	base := strings.ToLower(cutEndings(path.Base(name)))
	for _, word := range carriedWords {
		rest, ok := strings.CutPrefix(base, word)
		if !ok || rest == "" || !strings.ContainsRune(nameMarks, rune(rest[0])) {
			if rest, ok = strings.CutSuffix(base, word); !ok || rest == "" || !strings.ContainsRune(nameMarks, rune(rest[len(rest)-1])) {
				continue
			}
		}
		return linkStem(strings.Trim(rest, nameMarks))
	}
	return ""
}

// SourceNames are the names of a file by which plans call their source, and by which their own name
// does.
func SourceNames(name string) [2]string {
	base := path.Base(name)
	return [2]string{strings.ToLower(cutEndings(base)), linkStem(base)}
}

// Tells reports whether a file among finished work tells that the plan it belongs to was carried
// out: it was a request for it, or its name says so, and nothing in it says that it failed.
func Tells(p *Page) bool {
	name := words(p.base())
	if NamesPlan(p.Name) || anyPhrase(words(p.key(fieldType).Text), planTypes) || anyPhrase(name, failedWords) {
		return false
	}
	if anyPhrase(words(p.fact(fieldApproval).Text), failedWords) {
		return false
	}
	for i := range p.front.entries {
		if e := &p.front.entries[i]; slices.Contains(outcomeKeys, e.key) && anyPhrase(words(e.value), failedWords) {
			return false
		}
	}
	return p.asks() || strings.HasPrefix(name, " approval ") || strings.HasPrefix(name, " approve ") || CarriedOut(p.Name) != ""
}

// A decided file may answer a request that still waits under its own name.

// decidedWords stand in the name of such a file before or behind that of the request, and askingWords in the
// request's own.
var (
	decidedWords = []string{
		"approved", "approve", "accepted", "granted", "rejected", "reject", "denied", "declined", "refused",
		"genehmigt", "abgelehnt", "aprobado", "rechazado", "approuvé", "refusé", "approvato", "rifiutato",
	}
	askingWords = []string{"approval", "request", "pending", "required", "needed"}
)

// AskedStem returns what the name of a request shares with that of a file that answers it.
func AskedStem(name string) string { return strings.Join(withoutAsking(nameParts(name)), "_") }

// AnsweredStem returns the AskedStem of the request that a file answers by its name, as in "x_APPROVED.md", "" for
// any other name.
func AnsweredStem(name string) string {
	parts := nameParts(name)
	switch last := len(parts) - 1; {
	case last < 1:
		return ""
	case slices.Contains(decidedWords, parts[0]):
		parts = parts[1:]
	case slices.Contains(decidedWords, parts[last]):
		parts = parts[:last]
	default:
		return ""
	}
	return strings.Join(withoutAsking(parts), "_")
}

// nameParts are the words of the name of a file.
func nameParts(name string) []string {
	return strings.FieldsFunc(strings.ToLower(cutEndings(path.Base(name))), func(c rune) bool { return strings.ContainsRune("_-. ()[]{}~", c) })
}

func withoutAsking(parts []string) []string {
	for len(parts) > 1 && slices.Contains(askingWords, parts[0]) {
		parts = parts[1:]
	}
	for len(parts) > 1 && slices.Contains(askingWords, parts[len(parts)-1]) {
		parts = parts[:len(parts)-1]
	}
	return parts
}
