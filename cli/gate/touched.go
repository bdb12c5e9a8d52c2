package gate

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// effect is what a command does to a place.
type effect int

// A folder that is filled or removed counts as all that lies in it.
const (
	effectWrite effect = iota
	effectFill
	effectRemove
	// effectMaybe is for a word that may be a file which is written, and is most likely none.
	effectMaybe
)

// takes reports whether a folder counts as what lies in it.
func (e effect) takes() bool { return e == effectFill || e == effectRemove }

// place is a name that a line writes, fills or removes.
type place struct {
	name word
	how  effect
}

// Which of the operands of a command are places.
func all(words []word) []word      { return words }
func foremost(words []word) []word { return words[:min(1, len(words))] }
func others(words []word) []word   { return words[min(1, len(words)):] }

// behindDashes are the words behind --, which is the only sign that they are files.
func behindDashes(c command) []place {
	at := slices.IndexFunc(c.words, func(w word) bool { return string(w) == "--" })
	if at < 0 {
		return nil
	}
	return placed(c.words[at+1:], effectFill)
}

func always(command) bool { return true }

// touched are the places that a command writes, fills or removes.
func touched(c command) []place {
	w, ok := c.row()
	as := c
	if c.program() == "git" {
		at := subcommand(c)
		use := "git-" + joined(c.words[at:min(at+1, len(c.words))])
		as = command{words: append([]word{known(use)}, c.words[min(at+1, len(c.words)):]...), input: c.input}
		w = as.way()
	}
	if !ok || w.how&formats != 0 && !c.without(w.unless) {
		return unknownly(c)
	}
	found := placed(valued(as, strings.Fields(w.out)...), effectWrite)
	if w.operands != nil {
		found = append(found, placed(w.operands(operandsOf(as)), w.effect)...)
	}
	into := valued(as, strings.Fields(w.into)...)
	found = append(found, placed(into, effectFill)...)
	if len(into) == 0 && w.here != nil && w.here(as) {
		found = append(found, place{known("."), effectFill})
	}
	if w.more != nil {
		found = append(found, w.more(as)...)
	}
	if w.how&(code|first) == code {
		found = append(found, coded(c)...)
	}
	if w.how&searches != 0 {
		found = append(found, searched(c)...)
	}
	for _, folder := range gitFolders(c) {
		for _, p := range slices.Clone(found) {
			found = append(found, place{slices.Concat(folder, known("/"), p.name), p.how})
		}
	}
	return found
}

// unknownly are the words of a program that is not in the table: each may be a file that it writes, unless another
// program begins in the middle.
func unknownly(c command) []place {
	if c.inner && slices.ContainsFunc(c.words[1:], func(w word) bool { _, ok := (command{words: []word{w}}).row(); return ok }) {
		return nil
	}
	var found []place
	for _, w := range c.words[1:] {
		if _, value, ok := strings.Cut(string(w), "="); ok && w.isOption() {
			w = known(value)
		}
		if w.isKnown() {
			found = append(found, place{w, effectMaybe})
		}
	}
	return found
}

// subcommand returns the place of the word that says what git does.
func subcommand(c command) int {
	for i := 1; i < len(c.words); i++ {
		switch w := string(c.words[i]); {
		case w == "-C" || w == "-c" || w == "--git-dir" || w == "--work-tree" || w == "--namespace":
			i++
		case !c.words[i].isOption():
			return i
		}
	}
	return len(c.words)
}

// gitFolders are the folders to which git goes before it does anything.
func gitFolders(c command) []word {
	if c.program() != "git" {
		return nil
	}
	return valued(command{words: c.words[:subcommand(c)]}, "-C", "--work-tree")
}

func placed(words []word, how effect) []place {
	var found []place
	for _, w := range words {
		found = append(found, place{w, how})
	}
	return found
}

// has reports whether a command has one of some options, alone or among others of one letter.
func has(c command, names ...string) bool {
	return slices.ContainsFunc(c.words[1:], func(w word) bool {
		text := string(w)
		return slices.ContainsFunc(names, func(name string) bool {
			short := len(name) == 2 && len(text) > 1 && text[0] == '-' && text[1] != '-' && strings.Contains(text, name[1:])
			return text == name || short || len(name) > 2 && strings.HasPrefix(text, name+"=")
		})
	})
}

// arrivals are where copies and what is moved arrive, and for moves whence it goes.
func arrivals(c command) []place {
	words := operandsOf(c)
	name, how := c.program(), effectWrite
	if has(c, "-r", "-R", "-a", "-T", "--recursive", "--archive", "--no-target-directory", "-recurse", "/e", "/s") || name != "cp" && name != "scp" && name != "install" {
		how = effectFill
	}
	found := placed(destinations(c, words), how)
	if slices.Contains([]string{"mv", "move", "move-item", "rename-item"}, name) {
		if len(valued(c, "-t", "--target-directory")) == 0 {
			words = words[:max(0, len(words)-1)]
		}
		found = append(found, placed(words, effectRemove)...)
	}
	return found
}

// received is the last operand of a copy from elsewhere.
func received(c command) []place {
	words := operandsOf(c)
	if !slices.ContainsFunc(words, func(w word) bool { return string(w) == "cp" }) {
		return nil
	}
	return placed(words[len(words)-1:], effectFill)
}

// namesakes are operands, and what is named after them: the last part of the name, each with and without its ending.
func namesakes(words []word) (found []word) {
	for _, w := range words {
		for _, name := range []string{string(w), path.Base(string(w))} {
			found = append(found, known(name), known(strings.TrimSuffix(name, path.Ext(name))))
		}
	}
	return found
}

// renamings are the names that files get: rename FROM TO FILE, or by code, which is not read.
func renamings(c command) []place {
	words := operandsOf(c)
	found := placed(others(words), effectRemove)
	if len(words) < 3 || strings.ContainsAny(string(words[0]), "/({") {
		return append(found, place{word{unknown}, effectWrite})
	}
	for _, w := range words[2:] {
		found = append(found, place{known(strings.Replace(string(w), string(words[0]), string(words[1]), 1)), effectWrite})
	}
	return found
}

// downloaded are the files that curl and wget name after what they come from.
func downloaded(c command) []place {
	if (c.program() == "curl") != has(c, "-O", "--remote-name", "--remote-name-all", "--output-document") {
		return nil
	}
	return placed(namesakes(operandsOf(c)), effectWrite)
}

// extracts reports whether tar takes something out.
func extracts(c command) bool {
	letters := ""
	if len(c.words) > 1 && !strings.HasPrefix(string(c.words[1]), "--") {
		letters = strings.TrimPrefix(string(c.words[1]), "-")
	}
	return strings.Contains(letters, "x") || has(c, "-x", "--extract", "--get")
}

// packed is the archive that tar writes.
func packed(c command) []place {
	if extracts(c) || has(c, "-t", "--list") {
		return nil
	}
	found := placed(valued(c, "-f", "--file"), effectWrite)
	if len(c.words) > 2 && !c.words[1].isOption() && strings.Contains(string(c.words[1]), "f") {
		found = append(found, place{c.words[2], effectWrite})
	}
	return found
}

// prefixed are the files that begin like a word.
func prefixed(c command) []place {
	words := valued(c, "-f", "--prefix")
	if c.program() == "split" {
		words = others(operandsOf(c))
	}
	var found []place
	for _, w := range words {
		found = append(found, place{append(slices.Clone(w), unknown), effectWrite})
	}
	return found
}

// searched are the folders in which a search removes something, or runs what does more than look.
func searched(c command) []place {
	at := slices.IndexFunc(c.words, func(w word) bool {
		return slices.Contains(strings.Fields("-delete -exec -execdir -ok -okdir -x -X --exec --exec-batch"), string(w))
	})
	if at < 0 || string(c.words[at]) != "-delete" && at+1 < len(c.words) && onlyLooks(command{words: c.words[at+1:]}) {
		return nil
	}
	found := []place{{known("."), effectFill}}
	for _, w := range c.words[1:at] {
		if w.isOption() && strings.Contains(c.program(), "find") && !slices.Contains([]string{"-H", "-L", "-P"}, string(w)) {
			break
		}
		if !w.isOption() {
			found = append(found, place{w, effectFill})
		}
	}
	found = found[min(1, len(found)-1):]
	for _, name := range valued(c, "-name", "-iname", "-path", "-wholename") {
		name = known(strings.NewReplacer("*", string(unknown), "?", string(unknown)).Replace(string(name)))
		for _, p := range slices.Clone(found) {
			found = append(found, place{slices.Concat(p.name, known("/"), name), effectRemove})
		}
	}
	return found
}

// edited are the files that an editor of streams changes in place, and those that its code writes.
func edited(c command) []place {
	var found []place
	if awk := strings.HasSuffix(c.program(), "awk"); !awk && slices.ContainsFunc(c.words[1:], inPlace) || awk && has(c, "-i", "--include") {
		words := operandsOf(c)
		if strings.HasSuffix(c.program(), "sed") && !has(c, "-e", "--expression", "-f", "--file") {
			words = others(words)
		}
		found = placed(words, effectWrite)
	}
	print := intoFile()
	if strings.HasSuffix(c.program(), "sed") {
		print = withW()
	} else if !strings.HasSuffix(c.program(), "awk") {
		return found
	}
	for _, t := range append(c.words[1:len(c.words):len(c.words)], c.input) {
		for _, m := range print.FindAllStringSubmatch(string(t), -1) {
			to := known(m[1])
			if m[1] == "" {
				to = word{unknown}
			}
			found = append(found, place{to, effectWrite})
		}
	}
	return found
}

// saved are the files that an editor is told to write.
func saved(c command) []place {
	var found []place
	for _, t := range append(c.words[1:len(c.words):len(c.words)], c.input) {
		for _, m := range saving().FindAllStringSubmatch(string(t), -1) {
			found = append(found, place{known(m[1]), effectWrite})
		}
	}
	return found
}

// intoFile finds where awk prints to, withW what sed writes, saving what an editor does.
var (
	saving = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?:^|[\s:;|%$+\d])(?:w|wq|x|sav\w*|write)!?\s+([^\s;|]+)`)
	})
	intoFile = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`printf?\b[^;}\n]*?>>?\s*(?:"([^"\n]+)"|[A-Za-z_$(])`)
	})
	withW = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?:^|[;{}\s\d$/|#,!])w\s+([^\s;}]+)`) })
)

// queried are the files that stand in what a database is told.
func queried(c command) []place {
	found := quotedIn(string(c.input))
	for _, w := range c.words[1:] {
		if exporting().MatchString(string(w)) {
			found = append(found, quotedIn(string(w))...)
		}
	}
	return found
}

// coded are the files that stand in the code of an interpreter.
func coded(c command) []place {
	found := quotedIn(string(c.input))
	for i, w := range c.words[1:] {
		if module := string(w); string(c.words[i]) == "-m" && (module == "zipfile" || module == "tarfile") {
			found = append(found, placed(operandsOf(c), effectFill)...)
		}
		bare, _ := codeOption(c.program(), c.words[i])
		if _, glued := codeOption(c.program(), w); bare || glued {
			found = append(found, quotedIn(string(w))...)
		}
	}
	return found
}

// inQuotes finds the texts in code, and what a database is told to write; changing says that code does more than to read; exporting that
// a query does; clearing that code removes or fills.
var (
	inQuotes = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`"([^"\n]+)"|'([^'\n]+)'|(?m:^[.\\]\w+ +(\S+))|` + "`([^`]+)`")
	})
	changing = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)open|write|save|dump|touch|file|path|>|` + clears)
	})
	exporting = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)\b(to|into|outfile|dumpfile|writefile|attach)\b|\\[ogwst]|^\.`)
	})
	clearing = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)` + clears) })
)

const clears = `unlink|remove|delete|rename|replace|move|\brm|copy|mkdir|extract|unpack|symlink|link\(|truncate|chmod`

// quotedIn are the texts in quotes in code. One that is not known counts where the code writes.
func quotedIn(code string) []place {
	how := effectWrite
	if clearing().MatchString(code) {
		how = effectFill
	}
	var found []place
	for _, spelled := range codeTexts(code) {
		for _, m := range inQuotes().FindAllStringSubmatch(spelled, -1) {
			name := known(strings.TrimLeft(strings.Join(m[1:], ""), "<>+| "))
			if len(name) > 0 && (name.isKnown() || changing().MatchString(code)) {
				found = append(found, place{name, how})
			}
		}
	}
	return found
}

// hasNoNames reports whether the text of a patch is not in the line.
func hasNoNames(c command) bool { return len(patches(c)) == 0 }

// patches are the files of the patches in a command. Of a patch that is given and not known, it is any.
func patches(c command) []place {
	var found []place
	for _, t := range append(c.words[1:len(c.words):len(c.words)], c.input) {
		files := patched(string(t))
		if len(files) == 0 {
			files = differing(string(t))
		}
		for _, file := range files {
			found = append(found, place{known(file), effectWrite})
			for _, folder := range valued(c, "-d", "--directory") {
				found = append(found, place{slices.Concat(folder, known("/"+file)), effectWrite})
			}
		}
		if len(files) == 0 && !t.isKnown() {
			found = append(found, place{word{unknown}, effectWrite})
		}
	}
	return found
}
