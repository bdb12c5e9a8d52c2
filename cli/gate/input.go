package gate

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"unicode"

	"coldstart/model"
)

// field is a text in an input: its field's name without capitals and signs, and the number of the object
// that has it.
type field struct {
	name, text string
	of         int
	kind       kind
}

// kind says how a text stands in its field: alone, as one of a list, or as the words of a whole list.
type kind int

const (
	alone kind = iota
	element
	list
)

// fieldsIn are the texts of an input, also in a text that is an object itself, and names that look like
// those of files.
func fieldsIn(input string) []field {
	var found []field
	objects := 0
	var look func(v any, name string, of int, kind kind)
	look = func(v any, name string, of int, kind kind) {
		switch v := v.(type) {
		case string:
			found = append(found, field{name, v, of, kind})
			if strings.HasPrefix(v, "{") {
				look(decoded(v), name, of, kind)
			}
		case []any:
			found = append(found, field{name, quotedList(v), of, list})
			for _, one := range v {
				look(one, name, of, element)
			}
		case map[string]any:
			objects++
			for of, keys := objects, slices.Sorted(maps.Keys(v)); len(keys) > 0; keys = keys[1:] {
				if strings.ContainsAny(keys[0], "/.") {
					found = append(found, field{"", keys[0], of, alone})
				}
				look(v[keys[0]], strings.ToLower(strings.NewReplacer("_", "", "-", "", " ", "").Replace(keys[0])), of, alone)
			}
		}
	}
	look(decoded(input), "", 0, alone)
	return found
}

func decoded(input string) (value any) {
	if json.Unmarshal([]byte(input), &value) != nil {
		return nil
	}
	return value
}

// has reports whether a field has a name of a list.
func (f field) has(names string) bool { return slices.Contains(strings.Fields(names), f.name) }

// What the fields of tools hold, by their names.
const (
	lineNames     = "command commands cmd cmds commandline cmdline line script shellcommand bashcommand shellscript argv exec executable program binary"
	argumentNames = "args arguments argument arg params parameters"
	folderNames   = "cwd workdir workingdir workingdirectory currentdirectory directory dir folder"
	codeNames     = "code script function expression javascript js python source"
	intoNames     = "destination dest target to topath newpath output outputpath outputdir into"
	patchNames    = "patch diff patchtext unifieddiff"
	pathNames     = "path paths filepath file filename files filenames relativepath absolutepath uri from oldpath source notebookpath outfile"
	writtenNames  = patchNames + " content contents text newtext newstring newstr newsource newcontent filetext insertedtext edits data blob body lines replacement repl"
	// What is written or said is data.
	contentNames = patchNames + ` content contents text newtext oldtext newstring oldstring newstr oldstr newsource filetext insertedtext
		body message description prompt instruction instructions comment title summary note notes query question`
)

// hasPart reports whether the name of a tool has one of some words: startProcess has two.
func hasPart(tool, words string) bool {
	var b strings.Builder
	for i, r := range tool {
		if unicode.IsUpper(r) && i > 0 && unicode.IsLower(rune(tool[i-1])) {
			b.WriteByte(' ')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	parts := strings.FieldsFunc(b.String(), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return slices.ContainsFunc(parts, func(part string) bool { return slices.Contains(strings.Fields(words), part) })
}

// takesCode reports whether a tool runs code that is no line of a shell.
func takesCode(tool string) bool {
	return hasPart(tool, "evaluate eval javascript js browser page python sql node code notebook cell ruby applescript")
}

// isShell reports whether a tool is called like a shell.
func isShell(tool string) bool {
	return hasPart(tool, "shell bash sh zsh powershell pwsh cmd terminal console command process ssh keys") || !takesCode(tool) && hasPart(tool, "run exec execute spawn")
}

// isData reports whether a field of a tool has what is written or said.
func (f field) isData(tool string) bool { return f.has(contentNames) && !isShell(tool) }

// effectOf is what a tool does to the places that it is given, by its name.
func effectOf(tool string) effect {
	switch {
	case hasPart(tool, "move rename delete remove rm trash unlink"):
		return effectRemove
	case hasPart(tool, "copy extract unzip unpack clone sync restore replace"):
		return effectFill
	}
	return effectWrite
}

// put are the places that a tool of no client writes: the paths in its input, where that has a text to write as
// well, or a path to write to, or where the name of the tool says that it changes files.
func put(a model.Action) []place {
	var found []place
	how := effectOf(a.Tool)
	writes := how != effectWrite || hasPart(a.Tool, "write create edit append insert save put upload download export screenshot")
	for _, f := range fieldsIn(a.Input) {
		writes = writes || f.has(intoNames+" "+writtenNames)
		name := place{known(plainPath(f.text, "")), how}
		switch {
		case f.has(patchNames):
			for _, file := range slices.Concat(patched(f.text), differing(f.text)) {
				found = append(found, place{known(file), effectWrite})
			}
		case f.text == "" || f.kind == list || !(f.name == "" || f.has(pathNames+" "+intoNames)):
		case f.has(intoNames) && how == effectRemove:
			found = append(found, place{name.name, effectFill})
		default:
			found = append(found, name)
		}
	}
	if !writes || looksOnly(a) {
		return nil
	}
	return found
}

// Lines are what an action hands to a shell: that of a shell, else the fields that have lines. A tool that
// is called like a shell and has no such field may run any of its texts. Each line is read by itself, so
// that no quote of one reaches into the next.
func Lines(a model.Action) []string {
	switch {
	case a.Line != "":
		return []string{a.Line}
	case a.Input == "" || len(a.Paths) > 0 || looksOnly(a):
		return nil
	}
	var lines, folders, others []string
	all := fieldsIn(a.Input)
	for _, f := range all {
		switch isPart := f.kind == element && !strings.ContainsAny(f.text, " \t\n"); {
		case f.text == "" || isPart:
		case f.has(folderNames):
			folders = append(folders, "cd "+quotedForShell(f.text))
		case f.holdsLine(a.Tool):
			line := f.text
			for _, g := range all {
				if g.of == f.of && g.kind != element && g.has(argumentNames) {
					line += " " + g.text
				}
			}
			lines = append(lines, line)
		default:
			others = append(others, f.text)
		}
	}
	if len(lines) == 0 && isShell(a.Tool) {
		lines = others
	}
	if len(lines) > 0 {
		lines = append(folders, lines...)
	}
	return lines
}

func (f field) holdsLine(tool string) bool {
	return f.has(lineNames) && !(takesCode(tool) && f.has(codeNames))
}

// quotedList writes the words of a list as a shell wants them.
func quotedList(list []any) string {
	var words []string
	for _, one := range list {
		if text, ok := one.(string); ok {
			words = append(words, quotedForShell(text))
		}
	}
	return strings.Join(words, " ")
}

func quotedForShell(text string) string {
	if text != "" && !strings.ContainsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_-./:@%+,=", r)
	}) {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}
