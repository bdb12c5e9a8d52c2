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
)

// place is a name that a line writes, fills or removes.
type place struct {
	name word
	how  effect
}

// touch says which words of some programs are places. Of git, the word behind it counts, too.
type touch struct {
	programs string
	// operands picks those of the words that are no options, nil for none.
	operands func([]word) []word
	how      effect
	// files are options with a file to write, folders those with one to fill. A program that is
	// given none of these fills the folder where it runs if here says so.
	files, folders string
	here           func(command) bool
	// more finds places that take a closer look.
	more func(command) []place
}

// touches are the rows by program.
var touches = sync.OnceValue(func() map[string][]touch {
	rows := map[string][]touch{}
	for _, t := range []touch{
		{programs: `tee sponge touch truncate mkfifo mknod mkdir gzip gunzip bzip2 bunzip2 xz unxz zstd ed ex vi vim nvim nano emacs mktemp
			set-content out-file add-content clear-content new-item`, operands: all},
		{programs: "mktemp", folders: "-p --tmpdir"},
		{programs: "rm rmdir unlink shred trash trash-put rimraf remove-item del erase rd", operands: all, how: effectRemove},
		{programs: "ln chmod chown chgrp chattr setfacl mount umount rsync git-rm git-mv git-clean git-init git-worktree git-submodule", operands: all, how: effectFill},
		{programs: "ln install rsync scp cp copy xcopy robocopy copy-item ditto mv move move-item rename-item", folders: "-t --target-directory", more: arrivals},
		{programs: "git-clone", operands: namesakes, how: effectFill},
		{programs: "git-restore git-stash", operands: all, how: effectFill},
		{programs: "git-checkout", more: behindDashes},
		{programs: "git-apply git-am", folders: "--directory", here: always, more: patches},
		{programs: "git-archive git-diff git-log git-show git-format-patch git-bundle", files: "-o --output", folders: "--output-directory"},
		{programs: "patch", operands: foremost, files: "-o --output -r", folders: "-d --directory", here: hasNoNames, more: patches},
		{programs: "apply_patch applypatch", more: patches},
		{programs: "tar bsdtar gtar", folders: "-C --directory --one-top-level", here: extracts, more: packed},
		{programs: "unzip", folders: "-d", here: always},
		{programs: "7z 7za 7zr 7zz", folders: "-o", here: always},
		{programs: "unrar", operands: rest, how: effectFill, here: always},
		{programs: "cpio pax", operands: all, how: effectFill, folders: "-D --directory", here: always},
		{programs: "ar", operands: rest, here: always},
		{programs: "expand-archive", operands: rest, how: effectFill, here: always},
		{programs: "zip", operands: foremost},
		{programs: "wget", files: "-O --output-document -o --output-file -a --append-output", folders: "-P --directory-prefix", more: downloaded},
		{programs: "curl", files: "-o --output -D --dump-header -c --cookie-jar --trace --trace-ascii --stderr", folders: "--output-dir", more: downloaded},
		{programs: "dd", files: "of"},
		{programs: "sort gcc cc g++ c++ clang clang++ ld go rustc pandoc gpg", files: "-o --output"},
		{programs: "openssl", files: "-out -keyout"},
		{programs: "ssh-keygen", files: "-f"},
		{programs: "split", operands: rest, more: prefixed},
		{programs: "csplit", more: prefixed},
		{programs: "find gfind", files: "-fprint -fprint0 -fls -fprintf", more: searched},
		{programs: "fd fdfind", more: searched},
		{programs: "sed gsed perl ruby awk gawk mawk nawk", more: edited},
		{programs: "sqlite3", operands: all, more: coded},
	} {
		for _, program := range strings.Fields(t.programs) {
			rows[program] = append(rows[program], t)
		}
	}
	return rows
})

// Which of the operands of a command are places.
func all(words []word) []word      { return words }
func foremost(words []word) []word { return words[:min(1, len(words))] }
func rest(words []word) []word     { return words[min(1, len(words)):] }

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
	name, words := c.program(), c.words
	if name == "git" {
		at := subcommand(c)
		name, words = "git-"+joined(words[at:min(at+1, len(words))]), words[min(at, len(words)-1):]
	}
	var found []place
	for _, t := range touches()[name] {
		c := command{words: words, input: c.input}
		if t.operands != nil {
			found = append(found, placed(t.operands(operandsOf(c)), t.how)...)
		}
		found = append(found, placed(valued(c, strings.Fields(t.files)...), effectWrite)...)
		into := valued(c, strings.Fields(t.folders)...)
		found = append(found, placed(into, effectFill)...)
		if len(into) == 0 && t.here != nil && t.here(c) {
			found = append(found, place{known("."), effectFill})
		}
		if t.more != nil {
			found = append(found, t.more(c)...)
		}
	}
	if c.way().how&(code|first) == code {
		found = append(found, coded(c)...)
	}
	for _, folder := range gitFolders(c) {
		for _, p := range slices.Clone(found) {
			found = append(found, place{slices.Concat(folder, known("/"), p.name), p.how})
		}
	}
	return found
}

// subcommand gives the place of the word that says what git does.
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

// namesakes are operands, and what is named after them.
func namesakes(words []word) []word {
	for _, w := range slices.Clone(words) {
		words = append(words, known(strings.TrimSuffix(path.Base(string(w)), ".git")))
	}
	return words
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
		words = rest(operandsOf(c))
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
	if at < 0 || string(c.words[at]) != "-delete" && at+1 < len(c.words) && looks(command{words: c.words[at+1:]}) {
		return nil
	}
	found := []place{{known("."), effectFill}}
	for _, w := range c.words[1:at] {
		switch {
		case !w.isOption():
			found = append(found, place{w, effectFill})
		case strings.Contains(c.program(), "find") && !slices.Contains([]string{"-H", "-L", "-P"}, string(w)):
			return found[min(1, len(found)-1):]
		}
	}
	return found[min(1, len(found)-1):]
}

// edited are the files that an editor of streams changes in place, and those that its code writes.
func edited(c command) []place {
	var found []place
	if awk := strings.HasSuffix(c.program(), "awk"); !awk && slices.ContainsFunc(c.words[1:], inPlace) || awk && has(c, "-i", "--include") {
		found = placed(operandsOf(c), effectWrite)
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

// intoFile finds where awk prints to, withW what sed writes.
var (
	intoFile = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`printf?\b[^;}\n]*?>>?\s*(?:"([^"\n]+)"|[A-Za-z_$(])`)
	})
	withW = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?:^|[;{}\s\d$/|#,!])w\s+([^\s;}]+)`) })
)

// coded are the files that stand in the code of an interpreter or a database.
func coded(c command) []place {
	found := quotedIn(string(c.input))
	for i, w := range c.words[1:] {
		if module := string(w); string(c.words[i]) == "-m" && (module == "zipfile" || module == "tarfile") {
			found = append(found, placed(operandsOf(c), effectFill)...)
		}
		bare, _ := codeOption(c.program(), c.words[i])
		if _, glued := codeOption(c.program(), w); bare || glued || c.program() == "sqlite3" {
			found = append(found, quotedIn(string(w))...)
		}
	}
	return found
}

// inQuotes finds the texts in code, and what a database is told to write; changing says that code does more than to read; clearing that it
// removes or fills.
var (
	inQuotes = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`"([^"\n]+)"|'([^'\n]+)'|(?m:^\.\w+ +(\S+))|` + "`([^`]+)`")
	})
	changing = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)open|write|save|dump|touch|file|path|>|` + clears)
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
	for _, m := range inQuotes().FindAllStringSubmatch(code, -1) {
		name := known(strings.TrimLeft(strings.Join(m[1:], ""), "<>+| "))
		if len(name) > 0 && (name.isKnown() || changing().MatchString(code)) {
			found = append(found, place{name, how})
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
