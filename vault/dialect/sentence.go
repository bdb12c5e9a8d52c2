package dialect

import (
	"path"
	"slices"
	"strings"
	"sync"
	"unicode"

	"coldstart/model"
)

// answerFor is which decision a text speaks of, and how surely it speaks to the reader.
type answerFor struct {
	choice model.Choice
	// firm is true for "to approve", false for "if approved", which may be what the agent does then.
	firm bool
}

// phrase is how a text begins to speak of an answer.
type phrase struct {
	answerFor
	words []string
	// bare is true for a verb alone, which counts where a sentence or a cell begins.
	bare bool
}

// answerPhrases are the phrases by their first words. What asks for something else ends what a heading or
// a line before it said.
var answerPhrases = sync.OnceValue(func() map[string][]phrase {
	all := map[string][]phrase{}
	for _, p := range []struct {
		answerFor
		lead, verbs []string
	}{
		{answerFor{model.ChoiceApprove, true}, []string{"to", "how to", ""}, []string{"approve", "accept", "authorize", "authorise", "confirm"}},
		{answerFor{model.ChoiceReject, true}, []string{"to", "how to", ""}, []string{"reject", "deny", "decline", "refuse"}},
		{answerFor{model.ChoiceApprove, false}, []string{"if", "when", "once", "after", "on", "upon", "for", ""}, []string{"approved", "approval", "approving", "you approve", "accepted"}},
		{answerFor{model.ChoiceReject, false}, []string{"if", "when", "once", "after", "on", "upon", "for", ""}, []string{"rejected", "rejection", "rejecting", "you reject", "denied", "declined"}},
		{answerFor{firm: true}, []string{"to", "if you want to"}, []string{"request changes", "edit", "modify", "change", "revise", "defer", "postpone", "hold"}},
	} {
		for _, lead := range p.lead {
			for _, verb := range p.verbs {
				words := strings.Fields(lead + " " + verb)
				all[words[0]] = append(all[words[0]], phrase{p.answerFor, words, lead == ""})
			}
		}
	}
	return all
})

// partWords behind "approve" make it another answer: "to approve all of them".
var partWords = []string{"all", "with", "some", "part", "partially", "only", "without", "several", "both", "them", "multiple"}

type wayVerb int

const (
	verbMove wayVerb = iota + 1
	verbCreate
	verbRename
	verbSet
	// verbTick is for boxes, where they are named.
	verbTick
	// verbAct is for what a person has to do and coldstart cannot; verbDrop for what any rejection does.
	verbAct
	verbDrop
)

// wayVerbs are the verbs of commands.
var wayVerbs = sync.OnceValue(func() map[string]wayVerb {
	all := map[string]wayVerb{}
	for verb, names := range map[wayVerb]string{
		verbMove:   "move moving drag dragging put putting place placing transfer transferring relocate copy copying mv cut",
		verbCreate: "create creating touch add adding save saving",
		verbRename: "rename renaming",
		verbSet:    "change changing set setting edit editing update updating switch switching replace replacing",
		verbAct:    "run running execute reply replying respond sign comment click type react press call tell enter fill uncomment",
		verbTick:   "tick ticking check checking mark marking",
		verbDrop:   "delete remove ignore leave",
	} {
		for name := range strings.FieldsSeq(names) {
			all[name] = verb
		}
	}
	return all
})

// ahead are words that may stand right before a command.
var ahead = []string{"then", "and", "or", "please", "simply", "just", "by", "you", "can", "either", "manually", "alternatively", "git", "option", "otherwise", "else"}

// promises ahead of a verb say what somebody else does.
var promises = []string{"will", "would", "shall", "automatically"}

// token is a word of a sentence, or a text in quotes or in code marks.
type token struct {
	text string
	// word is the text in lower case without marks.
	word   string
	quoted bool
	// ends is true where a sentence, a clause or a cell ends behind it.
	ends, clause bool
}

// tokensOf cuts a line into words.
func tokensOf(line string) []token {
	var all []token
	for rest := strings.ReplaceAll(line, "**", ""); ; {
		rest = strings.TrimLeft(rest, " \t")
		if rest == "" {
			return all
		}
		open, shut := rest[:1], ""
		switch {
		case open == "`" || open == `"`:
			shut = open
		case strings.HasPrefix(rest, "“"):
			open, shut = "“", "”"
		}
		if inside, behind, ok := strings.Cut(rest[len(open):], shut); shut != "" && ok {
			t := token{text: strings.Trim(inside, "`"), quoted: true}
			t.word = strings.ToLower(t.text)
			mark := behind[:len(behind)-len(strings.TrimLeft(behind, ".,;:)|"))]
			t.ends, t.clause = strings.ContainsAny(mark, ".;|"), mark != ""
			all, rest = append(all, t), behind[len(mark):]
			continue
		}
		word := rest
		if end := strings.IndexAny(rest, " \t`"); end > 0 {
			word = rest[:end]
		}
		rest = rest[len(word):]
		t := token{text: strings.Trim(word, "*_()[]'’,;:!?|")}
		if t.text != "." && t.text != ".." {
			t.text = strings.TrimRight(t.text, ".")
		}
		t.word = strings.ToLower(t.text)
		t.ends = strings.HasSuffix(word, ".") || strings.ContainsAny(word, ";|")
		t.clause = t.ends || strings.HasSuffix(strings.TrimRight(word, "*_"), ":") || strings.HasSuffix(word, ",") || !strings.ContainsFunc(t.text, isWordRune)
		all = append(all, t)
	}
}

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// answerAt returns the answer of which the tokens at i speak, and how many they are.
func answerAt(all []token, i int) (answerFor, int) {
	for _, p := range answerPhrases()[all[i].word] {
		next := i + len(p.words)
		switch {
		case next > len(all), !slices.EqualFunc(all[i:next], p.words, func(t token, word string) bool { return !t.quoted && t.word == word }):
		case p.bare && (!begins(all, i) || !p.firm && !all[next-1].clause):
		case next < len(all) && !all[next-1].clause && slices.Contains(partWords, all[next].word):
			return answerFor{firm: true}, len(p.words)
		default:
			return p.answerFor, len(p.words)
		}
	}
	return answerFor{}, 0
}

// begins reports whether a sentence or a cell begins at token i.
func begins(all []token, i int) bool {
	for ; i > 0; i-- {
		if all[i-1].ends {
			return true
		}
		if strings.ContainsFunc(all[i-1].text, unicode.IsLetter) {
			return false
		}
	}
	return true
}

// commands reports whether the verb at token i is a command to the reader. Spoken are the tokens that
// speak of an answer.
func commands(all []token, i int, spoken []bool) bool {
	for j := i - 1; j >= 0 && !all[j].ends; j-- {
		if slices.Contains(promises, all[j].word) {
			return false
		}
	}
	if i == 0 || all[i-1].clause || spoken[i-1] {
		return true
	}
	return slices.Contains(ahead, all[i-1].word)
}

// placed is a path in a sentence, from the folder of decided or finished work on.
type placed struct {
	folder Folder
	path   string
	// sound is false where no file may be put there.
	sound bool
}

func isDecided(f Folder) bool { return f == FolderApproved || f == FolderRejected }

// placed finds the folder in a path as people write it.
func (p *Page) placed(text string) placed {
	written := strings.ReplaceAll(text, `\`, "/")
	parts := strings.FieldsFunc(written, func(r rune) bool { return r == '/' })
	at, folder := -1, FolderNone
	for i := range parts {
		switch f := p.Folders.Of(strings.Join(parts[:i+1], "/"), FolderOf); f {
		case FolderApproved, FolderRejected, FolderPending:
			at, folder = i, f
		case FolderDone:
			if folder == FolderNone {
				at, folder = i, f
			}
		}
	}
	if at < 0 || !slices.ContainsFunc(parts[at:at+1], func(s string) bool { return strings.ContainsFunc(s, unicode.IsLetter) }) {
		return placed{}
	}
	sound := !slices.Contains(parts, "..")
	for _, part := range parts[at:] {
		sound = sound && isPlainName(part)
	}
	return placed{folder, strings.Join(parts[at:], "/"), sound}
}

// isPlainName reports whether a folder or a file may get this name: nothing hidden, and nothing that
// stands for another name.
func isPlainName(name string) bool {
	const odd = "<>{}[]*?|\"$%~:"
	return name[0] != '.' && len(name) <= 120 && strings.TrimSpace(name) == name && !strings.HasSuffix(name, ".") && !strings.Contains(name, "...") &&
		!strings.ContainsAny(name, odd) && !strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) })
}

// isFileName reports whether the last part of a path has an ending of letters.
func isFileName(name string) bool {
	ext := strings.TrimPrefix(path.Ext(strings.TrimRight(name, "/")), ".")
	return ext != "" && len(ext) <= 8 && !strings.HasSuffix(name, "/") && strings.Trim(strings.ToLower(ext), "abcdefghijklmnopqrstuvwxyz0123456789") == ""
}
