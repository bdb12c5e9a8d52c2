package gate

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// words returns the text of each word, quotes and backslashes taken away.
func words(list []*syntax.Word) []word {
	var found []word
	for _, w := range list {
		found = append(found, wordOf(w))
	}
	return withFolders(found, list)
}

// withFolders joins git's -C and a folder in quotes, which is one word whatever it is, so that
// it is not taken for the word that says what git does.
func withFolders(found []word, list []*syntax.Word) []word {
	var all []word
	git := false
	for i, w := range found {
		if git && i > 0 && string(found[i-1]) == "-C" && !w.isKnown() && isOneWord(list[i]) {
			all[len(all)-1] = append(known("-C"), w...)
			continue
		}
		git = git || string(w) == "git"
		all = append(all, w)
	}
	return all
}

// isOneWord reports whether a word surely stays one word: it is in double quotes, with plain text and
// variables only. "$@" may become several.
func isOneWord(w *syntax.Word) bool {
	if len(w.Parts) != 1 {
		return false
	}
	q, ok := w.Parts[0].(*syntax.DblQuoted)
	for i := 0; ok && i < len(q.Parts); i++ {
		switch part := q.Parts[i].(type) {
		case *syntax.Lit:
		case *syntax.ParamExp:
			ok = part.Exp == nil && part.Index == nil && part.Slice == nil && part.Repl == nil && !part.Excl && part.Param != nil && isName(part.Param.Value)
		default:
			ok = false
		}
	}
	return ok
}

// wordOf returns the text of one word; nil has none. Braces, variables, substitutions and
// patterns of file names are unknown.
func wordOf(w *syntax.Word) word {
	if w == nil {
		return nil
	}
	var text word
	split := &syntax.Word{Parts: slices.Clone(w.Parts)}
	syntax.SplitBraces(split)
	for i, part := range split.Parts {
		switch part := part.(type) {
		case *syntax.Lit:
			text = append(text, unquoted(part.Value, i == 0)...)
		case *syntax.SglQuoted:
			if part.Dollar && strings.Contains(part.Value, `\`) {
				text = append(text, unknown)
			} else {
				text = append(text, known(part.Value)...)
			}
		case *syntax.DblQuoted:
			text = append(text, quoted(part.Parts)...)
		case *syntax.ProcSubst:
			text = append(text, append(known("/dev/fd/"), unknown)...)
		default:
			text = append(text, unknown)
		}
	}
	return text
}

// quoted returns the text within double quotes, or of a here-document.
func quoted(parts []syntax.WordPart) word {
	var text word
	for _, part := range parts {
		lit, ok := part.(*syntax.Lit)
		if !ok {
			text = append(text, unknown)
			continue
		}
		escaped := false
		for _, r := range lit.Value {
			switch {
			case escaped && !strings.ContainsRune("$`\"\\\n", r):
				text = append(text, '\\', r)
			case escaped && r == '\n':
			case escaped, r != '\\':
				text = append(text, r)
			}
			escaped = !escaped && r == '\\'
		}
	}
	return text
}

// unquoted returns the text of bare letters; first is true at the beginning of a word, where ~
// stands for a home folder.
func unquoted(value string, first bool) word {
	var text word
	escaped := false
	set, begun := strings.Contains(value, "[") && strings.Contains(value, "]"), -1
	for i, r := range value {
		switch {
		case begun >= 0:
			if r == ']' && i > begun+1 {
				begun = -1
			}
			continue
		case r == '[' && set && !escaped:
			text, begun = append(text, unknown), i
		case escaped && r == '\n':
		case escaped:
			text = append(text, r)
		case r == '\\':
		case r == '*', r == '?', r == '~' && first && i == 0:
			text = append(text, unknown)
		default:
			text = append(text, r)
		}
		escaped = !escaped && r == '\\'
	}
	return text
}

// input returns the text that here-documents and here-strings feed a command, nil for none.
func input(redirs []*syntax.Redirect) word {
	var text word
	for _, r := range redirs {
		switch {
		case r.Op == syntax.WordHdoc:
			text = append(append(text, wordOf(r.Word)...), '\n')
		case r.Hdoc == nil:
		case r.Word.Lit() == "" || strings.Contains(r.Word.Lit(), `\`):
			// Its end was given with quotes, so that nothing in it is replaced.
			for _, part := range r.Hdoc.Parts {
				if lit, ok := part.(*syntax.Lit); ok {
					text = append(text, known(lit.Value)...)
				}
			}
		default:
			text = append(text, quoted(r.Hdoc.Parts)...)
		}
	}
	return text
}
