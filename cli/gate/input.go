package gate

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"unicode"

	"coldstart/model"
)

// Other tools say by the names of their fields what they do with a text. A tool that is called
// like a shell has a line in each text that no field tells otherwise.

// field is a text in an input, with the plain name of its field.
type field struct{ name, text string }

// plainly is the name of a field or tool without capitals and signs: shellCommand is shellcommand.
func plainly(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || r == '-' || r == ' ' {
			return -1
		}
		return unicode.ToLower(r)
	}, name)
}

// holdsLine reports whether a field of any tool has a line of a shell, or the program of one.
func holdsLine(name string) bool {
	return slices.Contains(strings.Fields("command commands cmd cmds commandline cmdline line script shellcommand bashcommand shellscript argv exec executable"), name)
}

// holdsArguments reports whether a field has the words behind a program.
func holdsArguments(name string) bool {
	return slices.Contains(strings.Fields("args argv arguments argument arg params parameters"), name)
}

// holdsFolder reports whether a field has the folder of a line.
func holdsFolder(name string) bool {
	return slices.Contains(strings.Fields("cwd workdir workingdir workingdirectory currentdirectory directory dir folder"), name)
}

// holdsContent reports whether a field has what is written or said, which is data.
func holdsContent(name string) bool {
	return slices.Contains(strings.Fields(`content contents text newtext oldtext newstring oldstring newstr oldstr newsource filetext insertedtext
		patch diff patchtext unifieddiff body message description prompt instruction instructions comment title summary note notes query question`), name)
}

// holdsCode reports whether a field has code of some language.
func holdsCode(name string) bool {
	return slices.Contains(strings.Fields("code script function expression javascript js python source"), name)
}

// partsOf are the words of the name of a tool: startProcess has two.
func partsOf(tool string) []string {
	var b strings.Builder
	for i, r := range tool {
		if unicode.IsUpper(r) && i > 0 && unicode.IsLower(rune(tool[i-1])) {
			b.WriteByte(' ')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return strings.FieldsFunc(b.String(), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// hasPart reports whether a name of a tool has one of some words.
func hasPart(tool, words string) bool {
	return slices.ContainsFunc(partsOf(tool), func(part string) bool { return slices.Contains(strings.Fields(words), part) })
}

// codes reports whether a tool runs code that is no line of a shell.
func codes(tool string) bool {
	return hasPart(tool, "evaluate eval javascript js browser page python sql node code notebook cell ruby applescript")
}

// isShell reports whether a tool is called like a shell.
func isShell(tool string) bool {
	return hasPart(tool, "shell bash sh zsh powershell pwsh cmd terminal console command process ssh keys") || !codes(tool) && hasPart(tool, "run exec execute spawn")
}

// Lines are what an action hands to a shell: that of a shell, else what the fields of its input
// say. Each is read by itself, so that no quote of one reaches into the next.
func Lines(a model.Action) []string {
	switch {
	case a.Line != "":
		return []string{a.Line}
	case a.Input == "" || len(a.Paths) > 0 || looksOnly(a):
		return nil
	}
	r := lineReader{shell: isShell(a.Tool), codes: codes(a.Tool)}
	r.value(decoded(a.Input), "")
	return r.lines
}

func decoded(input string) (value any) {
	if json.Unmarshal([]byte(input), &value) != nil {
		return nil
	}
	return value
}

// lineReader finds the lines in an input.
type lineReader struct {
	shell, codes bool
	lines        []string
}

func (r *lineReader) value(v any, name string) {
	switch v := v.(type) {
	case map[string]any:
		r.object(v)
	case []any:
		if line := quotedList(v); line != "" && (r.shell || name == "argv") {
			r.lines = append(r.lines, line)
		}
		for _, one := range v {
			if text, isText := one.(string); !isText || r.shell && strings.ContainsAny(text, " \t\n") {
				r.value(one, name)
			}
		}
	case string:
		if r.shell && strings.TrimSpace(v) != "" {
			r.lines = append(r.lines, v)
		}
	}
}

// object adds the lines of the fields of one object. Where one of them has a line, the other
// texts beside it are none.
func (r *lineReader) object(m map[string]any) {
	var found, before []string
	var rest []string
	arguments := ""
	for _, name := range slices.Sorted(maps.Keys(m)) {
		text, _ := m[name].(string)
		list, _ := m[name].([]any)
		switch plain := plainly(name); {
		case holdsArguments(plain) && (text != "" || list != nil) && plain != "argv":
			arguments += strings.TrimSuffix(" "+text+" "+quotedList(list), " ")
		case holdsFolder(plain) && text != "":
			before = append(before, "cd "+quotedForShell(text))
		case plain == "env" || plain == "environment":
			variables, _ := m[name].(map[string]any)
			for _, v := range slices.Sorted(maps.Keys(variables)) {
				if value, ok := variables[v].(string); ok && isName(v) {
					before = append(before, "export "+v+"="+quotedForShell(value))
				}
			}
		case holdsLine(plain) && !(r.codes && holdsCode(plain)) && text != "":
			found = append(found, text)
		case holdsLine(plain) && list != nil:
			found = append(found, linesOf(list)...)
		default:
			rest = append(rest, name)
		}
	}
	if len(found) == 0 && r.shell && strings.TrimSpace(arguments) != "" {
		found, arguments = []string{strings.TrimSpace(arguments)}, ""
	}
	for _, line := range found {
		r.lines = append(append(r.lines, before...), line+arguments)
	}
	inner := lineReader{shell: r.shell && len(found) == 0, codes: r.codes}
	for _, name := range rest {
		inner.value(m[name], plainly(name))
	}
	if len(inner.lines) > 0 && len(found) == 0 {
		r.lines = append(r.lines, before...)
	}
	r.lines = append(r.lines, inner.lines...)
}

// linesOf are a list as one line, and each text of it that may be one by itself.
func linesOf(list []any) []string {
	var lines []string
	if line := quotedList(list); line != "" {
		lines = append(lines, line)
	}
	for _, one := range list {
		if text, ok := one.(string); ok && strings.ContainsAny(text, " \t\n") {
			lines = append(lines, text)
		}
	}
	return lines
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

// fieldsIn are the texts of an input with their fields, names with a sign of a path too. A text
// that is an object itself is looked into.
func fieldsIn(input string) []field {
	var found []field
	var look func(v any, name string)
	look = func(v any, name string) {
		if len(found) >= mostTexts {
			return
		}
		switch v := v.(type) {
		case string:
			found = append(found, field{name, v})
			if strings.HasPrefix(v, "{") {
				look(decoded(v), name)
			}
		case []any:
			for _, one := range v {
				look(one, name)
			}
		case map[string]any:
			for _, key := range slices.Sorted(maps.Keys(v)) {
				if strings.ContainsAny(key, "/.") {
					found = append(found, field{"", key})
				}
				look(v[key], plainly(key))
			}
		}
	}
	look(decoded(input), "")
	return found
}
