package gate

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"coldstart/model"
	"coldstart/vault/text"
)

const (
	// mostShown is how many bytes of an action its request shows, of at most mostParts parts.
	mostShown = 32 << 10
	mostParts = 100
	// mostWhole is how many bytes of an object or a list are shown as one part.
	mostWhole = 4 << 10
	// mostKept is how many bytes of each part of an action the ask keeps.
	mostKept = 4 << 10
	// mostTitle is how many bytes of an action are its title.
	mostTitle = 80
)

// cut gives the beginning of a text in at most so many bytes, which ends before a key rather than in
// it. The zero value knows no keys.
type cut func(s string, most int) string

func (c cut) head(s string, most int) string {
	if c != nil {
		return c(s, most)
	}
	if len(s) <= most {
		return s
	}
	for most > 0 && !utf8.RuneStart(s[most]) {
		most--
	}
	return s[:most]
}

// kept is an action as far as it is kept.
func (c cut) kept(a model.Action) model.Action {
	short := func(s string) string { return strings.ToValidUTF8(s[:min(len(s), mostKept)], "") }
	a.Client, a.Session, a.Call, a.Tool, a.Own = short(a.Client), short(a.Session), short(a.Call), short(a.Tool), short(a.Own)
	a.Input, a.Line, a.Dir, a.Resume = c.beginning(a.Input, mostKept), c.beginning(a.Line, mostKept), c.beginning(a.Dir, mostKept), c.beginning(a.Resume, mostKept)
	const mostPaths = 20
	paths := a.Paths
	a.Paths = nil
	for _, p := range paths[:min(len(paths), mostPaths)] {
		a.Paths = append(a.Paths, c.beginning(p, mostKept))
	}
	if more := len(paths) - mostPaths; more > 0 {
		a.Paths = append(a.Paths, "… (+"+model.Counted(more, "file")+")")
	}
	links := a.Links[:min(len(a.Links), mostPaths)]
	a.Links = nil
	for _, l := range links {
		a.Links = append(a.Links, model.Link{Name: c.beginning(l.Name, mostKept), To: c.beginning(l.To, mostKept)})
	}
	runs := a.Runs[:min(len(a.Runs), model.MostRuns+1)]
	a.Runs = nil
	for _, f := range runs {
		a.Runs = append(a.Runs, model.RunFile{Name: c.beginning(f.Name, mostKept), Seen: f.Seen, Unread: f.Unread})
	}
	return a
}

// beginning is at most so many bytes of a text, and says how much follows.
func (c cut) beginning(s string, most int) string {
	head := c.head(s, most)
	return strings.ToValidUTF8(head, "") + follows(s[len(head):])
}

// follows says how much of a text is left out, "" for nothing.
func follows(rest string) string {
	if rest == "" {
		return ""
	}
	var lines string
	if n := strings.Count(strings.TrimRight(rest, " \t\r\n"), "\n"); n > 0 {
		lines = model.Counted(n, "line") + ", "
	}
	return " … (+" + lines + model.Counted(utf8.RuneCountInString(rest), "character") + ")"
}

// titleOf names an action in a few words, and says how much of it follows.
func (c cut) titleOf(a model.Action) string {
	what := cmp.Or(a.Line, strings.Join(a.Paths, " "), a.Input)
	if a.Line == "" {
		what = strings.TrimSpace(a.Tool + " " + what)
	}
	what = cmp.Or(strings.TrimSpace(what), "an action")
	title, read := folded(what)
	head := c.head(what, read)
	if len(head) < read {
		title, _ = folded(head)
	}
	return title + follows(what[len(head):])
}

// folded is a text on one line as far as a title has room, and how many bytes of the text that are.
func folded(s string) (line string, read int) {
	var out strings.Builder
	letters, between := 0, ""
	for i, r := range s {
		switch r {
		case '\n':
			between = model.LineSign
			continue
		case ' ', '\t':
			between = cmp.Or(between, " ")
			continue
		}
		n := utf8.RuneLen(r)
		if r == utf8.RuneError {
			_, n = utf8.DecodeRuneInString(s[i:])
		}
		next := between + shown(s[i:i+n])
		if letters += utf8.RuneCountInString(next); letters > mostTitle {
			break
		}
		out.WriteString(next)
		between, read = "", i+n
	}
	return out.String(), read
}

// body is the text of the request. Its fields have no escapes, which would be a doubt, and
// its text no line that could be taken for a field.
func (c cut) body(e *entry, a model.Action) (b []byte, left int) {
	field := func(s string) string { return text.QuoteOnce(strings.ReplaceAll(s, "---", "—")) }
	unknown := func(s string) string { return cmp.Or(c.said(s), "(unknown)") }
	var out strings.Builder
	fmt.Fprintf(&out, "---\ntitle: %s\naction: %s\ntarget: %s\ncreated: '%s'\nstatus: pending\n---\n\n",
		field(e.title), field(c.said(cmp.Or(a.Tool, a.Own, "unknown tool"))), field(c.said(cmp.Or(a.Dir, "unknown folder"))), model.FormatUTC(e.At))
	fmt.Fprintf(&out, "# An action needs your approval\n\nThe agent %s wants to use its tool %s:\n\n", unknown(a.Client), unknown(cmp.Or(a.Own, a.Tool)))
	left = c.writeParts(&out, append(partsOf(a), filesOf(a)...))
	if left > 0 {
		fmt.Fprintf(&out, "**Not all of it is shown**: %d more bytes belong to it. Approving covers all of it.\n\n", left)
	}
	fmt.Fprintf(&out, "Why it was blocked: %s.\n\n", strings.TrimSuffix(c.said(e.Why), "."))
	fmt.Fprintf(&out, "It runs in the folder %s, in the session %s. The hash of its whole input is %s.\n\n",
		unknown(a.Dir), unknown(a.Session), model.FingerprintOf([]byte(a.Input)))
	for _, l := range e.Action.Links {
		fmt.Fprintf(&out, "By links, %s. Approving covers that place.\n\n", c.said(l.String()))
	}
	if n := len(a.Links) - len(e.Action.Links); n > 0 {
		fmt.Fprintf(&out, "Not shown: %s in it.\n\n", model.Counted(n, "more link"))
	}
	c.writeRuns(&out, a)
	if e.Prompt {
		out.WriteString("Approving answers the prompt open in the agent, and nothing else. The first answer counts.\n\n")
	} else {
		fmt.Fprintf(&out, "Approving allows exactly this once, in this folder, within %s. You can also allow it several times, or for the session.\n\n", model.Lasting(e.Holds))
	}
	if resume := shown(a.Resume); resume != "" {
		fmt.Fprintf(&out, "The agent has ended. After your decision, this resumes it:\n\n%s\n%s\n%s\n\n", fenceFor(resume), resume, fenceFor(resume))
	}
	fmt.Fprintf(&out, "Nothing here must be carried out: the agent makes the call itself. Its name is %s.\n", e.ID)
	return []byte(out.String()), left
}

// writeParts writes the parts of an action, and gives how many bytes of them there was no room for.
// Short parts are there in full, and long ones share what is left.
func (c cut) writeParts(out *strings.Builder, parts []part) (unshown int) {
	for _, p := range parts[min(len(parts), mostParts):] {
		unshown += len(p.name) + len(p.text)
	}
	more := len(parts) - mostParts
	parts = parts[:min(len(parts), mostParts)]
	rooms := rooms(parts)
	for i, p := range parts {
		head := c.head(p.text, rooms[i])
		left := len(p.text) - len(head)
		unshown += left
		switch name := c.said(p.name); {
		case p.file && left > 0:
			fmt.Fprintf(out, "It runs the file %s. It begins like this; %d more bytes are not shown:\n\n", name, left)
		case p.file:
			fmt.Fprintf(out, "It runs the file %s:\n\n", name)
		case left > 0:
			fmt.Fprintf(out, "Its part %s begins like this; %d more bytes are not shown:\n\n", cmp.Or(name, "input"), left)
		case name != "":
			fmt.Fprintf(out, "Its part %s:\n\n", name)
		}
		says := plain(shown(head))
		fence := fenceFor(says)
		fmt.Fprintf(out, "%s\n%s\n%s\n\n", fence, says, fence)
	}
	if more > 0 {
		fmt.Fprintf(out, "%s are not shown at all.\n\n", model.Counted(more, "more part"))
	}
	return unshown
}

// filesOf are the texts of the files that an action runs.
func filesOf(a model.Action) (parts []part) {
	for _, f := range a.Runs {
		if f.Unread == "" && isText(f.Text) {
			parts = append(parts, part{name: f.Name, text: f.Text, file: true})
		}
	}
	return parts
}

func isText(s string) bool { return utf8.ValidString(s) && !strings.ContainsRune(s, 0) }

// writeRuns says how far a yes is for what files hold.
func (c cut) writeRuns(out *strings.Builder, a model.Action) {
	for _, f := range a.Runs {
		switch {
		case f.Unread != "":
			fmt.Fprintf(out, "**It runs the file %s, whose contents are unknown**: %s.\n\n", c.said(f.Name), c.said(f.Unread))
		case !isText(f.Text):
			fmt.Fprintf(out, "It runs the file %s, which is not text. Approving covers the file with the hash %s.\n\n", c.said(f.Name), f.Seen)
		default:
			fmt.Fprintf(out, "Approving covers the file %s with the text above.\n\n", c.said(f.Name))
		}
	}
}

// rooms is how many bytes of each part are shown.
func rooms(parts []part) []int {
	rooms, order := make([]int, len(parts)), make([]int, len(parts))
	for i := range parts {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return len(parts[i].text) - len(parts[j].text) })
	left := mostShown
	for n, i := range order {
		rooms[i] = min(len(parts[i].text), left/(len(order)-n))
		left -= rooms[i]
	}
	return rooms
}

// plain writes by their numbers the marks that readers of notes take for more than text.
func plain(s string) string {
	return strings.NewReplacer("<<<<<<< ", "<U+003C><<<<<< ", "![[", "!<U+005B>[").Replace(s)
}

// said is a text on one line, of a length that can be read.
func (c cut) said(s string) string {
	const most = 300
	return model.OneLine(shown(c.beginning(s, most)))
}

// part is a piece of an action as it is shown, or a file that it runs.
type part struct {
	name, text string
	file       bool
}

// partsOf are the fields of an action's input; the whole of it where it has none.
func partsOf(a model.Action) (parts []part) {
	parts = partsIn("", json.RawMessage(a.Input), 0)
	if a.Line != "" && !slices.ContainsFunc(parts, func(p part) bool { return p.text == a.Line }) {
		parts = append([]part{{name: "shell line", text: a.Line}}, parts...)
	}
	if len(parts) == 1 {
		parts[0].name = ""
	}
	return parts
}

// partsIn are the fields of an object, and those of a long one within it, named "edits.0.old_string".
// The depth is how many objects stand around it.
func partsIn(name string, value json.RawMessage, depth int) (parts []part) {
	const deepest = 5
	within := func(of string) string { return strings.TrimPrefix(name+"."+of, ".") }
	var says string
	var fields map[string]json.RawMessage
	var list []json.RawMessage
	switch {
	case strings.HasPrefix(string(value), `"`) && json.Unmarshal(value, &says) == nil:
		return []part{{name: name, text: says}}
	case depth == deepest, depth > 0 && len(value) <= mostWhole:
	case json.Unmarshal(value, &fields) == nil:
		for _, of := range slices.Sorted(maps.Keys(fields)) {
			parts = append(parts, partsIn(within(of), fields[of], depth+1)...)
		}
	case depth > 0 && json.Unmarshal(value, &list) == nil:
		for i, v := range list {
			parts = append(parts, partsIn(within(strconv.Itoa(i)), v, depth+1)...)
		}
	}
	if len(parts) == 0 {
		parts = []part{{name: name, text: string(value)}}
	}
	return parts
}

// fenceFor returns a fence that a text does not close.
func fenceFor(s string) string {
	longest, run := 2, 0
	for _, r := range s {
		if r != '`' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return strings.Repeat("`", longest+1)
}

// shown writes each character that does not show as it is by its number: "<U+202E>". What stands so in
// the text begins with <U+003C>.
func shown(s string) string {
	var out strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&out, "<byte %02X>", s[i])
		case r == '\n', r == '\t':
			out.WriteRune(r)
		case r == '<' && (strings.HasPrefix(s[i:], "<U+") || strings.HasPrefix(s[i:], "<byte ")), r != ' ' && !unicode.IsPrint(r), model.CountHidden("x"+string(r)) > 0, unicode.Is(unicode.Variation_Selector, r):
			fmt.Fprintf(&out, "<U+%04X>", r)
		default:
			out.WriteRune(r)
		}
		i += n
	}
	return out.String()
}
