package vault

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"coldstart/model"
)

// rebuiltHead makes a front matter that cannot be read anew from the body (seed
// "Resume", error handling): the number of the entries, the newest time and the list
// of all attempts. Other keys that can be read by themselves stay as they are; what
// nothing can be made of becomes a comment. Nothing but the broken block changes.
func (j *journal) rebuiltHead(b []byte, n newHead) ([]splice, error) {
	entries := append(slices.Clone(j.Entries), n.entry)
	newest := n.entry.At
	var rows []string
	for _, e := range entries {
		if e.At.Known() && e.At.Time.After(newest.Time) {
			newest = e.At
		}
		if e.Category == model.CategoryProof && e.Copy == 0 {
			rows = append(rows, rowLines(rowOf(e), "  ", "    ")...)
		}
	}
	kept, named, err := keptHead(b, j.head.fm)
	if err != nil {
		return nil, err
	}
	lines := []string{totalKey + ": " + strconv.Itoa(len(entries)), lastKey + ": " + quotedText(newest.Raw)}
	if !named {
		lines = append([]string{"problem: " + quotedText(n.slug)}, lines...)
	}
	if lines = append(lines, indexKey+":"); len(rows) == 0 {
		lines[len(lines)-1] += " []"
	}
	if last := len(kept) - 1; last >= 0 && kept[last] != '\n' && kept[last] != '\r' {
		kept += n.end
	}
	text := kept + strings.Join(append(lines, rows...), n.end) + n.end
	fm := j.head.fm
	switch {
	case fm == nil:
		at := 0
		if bytes.HasPrefix(b, bom) {
			at = len(bom)
		}
		text = "---" + n.end + text + "---" + n.end
		if first, _ := lineAt(b, at); at == len(b) || len(bytes.TrimSpace(first)) > 0 {
			text += n.end
		}
		return []splice{{at, at, text}}, nil
	case fm.body == fm.end:
		text += "---" + n.end
	}
	return []splice{{fm.start, fm.end, text}}, nil
}

// rowOf is what the list of attempts says of an entry.
func rowOf(e model.Entry) model.IndexRow {
	status := e.Result().Status()
	if status == "" {
		status = e.Outcome
	}
	return model.IndexRow{ID: e.ID, Strategy: e.Strategy, Status: status, Tags: e.Tags}
}

// keptHead gives the lines of a broken front matter that stay, and whether the
// problem is named in them.
func keptHead(b []byte, fm *frontmatter) (kept string, named bool, err error) {
	if fm == nil {
		return "", false, nil
	}
	if rest, _ := lineAt(b, fm.end); fm.body == fm.end && len(bytes.TrimSpace(rest)) > 0 && rest[0] != '#' {
		return "", false, fmt.Errorf("%w: it cannot be told where the front matter ends", errEdit)
	}
	seen := map[string]bool{totalKey: true, lastKey: true, indexKey: true}
	var out strings.Builder
	for at := fm.start; at < fm.end; {
		line, next := lineAt(b, at)
		f, isKey := scanField(line, at, 0)
		for isKey && next < fm.end {
			below, behind := lineAt(b, next)
			if !goesOn(below) {
				break
			}
			next = behind
		}
		entry := b[at:next]
		at = next
		switch {
		case len(bytes.TrimSpace(line)) == 0, line[0] == '#':
			out.Write(entry)
		case isKey && (f.key == totalKey || f.key == lastKey || f.key == indexKey):
		case isKey && !seen[f.key] && readsAlone(entry):
			out.Write(entry)
			seen[f.key] = true
		default:
			out.WriteString(commented(entry))
		}
	}
	return out.String(), seen["problem"], nil
}

// goesOn reports whether a line continues the value of the key above it.
func goesOn(line []byte) bool {
	if len(line) == 0 {
		return false
	}
	dash := line[0] == '-' && (len(line) == 1 || line[1] == ' ' || line[1] == '\t')
	return dash || line[0] == ' ' || line[0] == '\t'
}

// readsAlone reports whether the lines of one key are a front matter by themselves.
func readsAlone(entry []byte) bool {
	fm := frontmatter{end: len(entry), line: 1}
	return fm.scan(entry) == nil && len(fm.fields) == 1
}

// commented makes comments of lines. Those that no reader could take even so are
// left out.
func commented(lines []byte) string {
	var out strings.Builder
	for at := 0; at < len(lines); {
		line, next := lineAt(lines, at)
		if isPlainText(line) {
			out.WriteString("# " + string(lines[at:next]))
		}
		at = next
	}
	return out.String()
}
