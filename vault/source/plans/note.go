package plans

import (
	"path"
	"slices"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/places"
	"coldstart/vault/source"
)

// Notes are what stands beside requests that were rejected, or asked to change.
var Notes = source.Source{Name: "note", Many: "notes beside requests", Find: notesOf, Read: noteOf, Limit: source.MaxDocument}

// notesOf finds the notes that are not too large. A brief report needs none.
func notesOf(d disk.Disk, l places.Layout) ([]string, []model.Problem) {
	if d.Brief {
		return nil, nil
	}
	// Folders that cannot be listed are reported with the requests.
	names, _ := source.Below([]string{places.RemarkEnding}, places.FolderPending, places.FolderRejected)(d, l)
	return slices.DeleteFunc(names, func(name string) bool {
		info, err := d.Lstat(name)
		return err != nil || !info.Mode().IsRegular() || info.Size() > source.MaxDocument
	}), nil
}

// noteOf reads the words of a note without the times and names in front of them. Its time is the
// newest of those.
func noteOf(f source.File) source.Finding {
	var said model.Said
	var words []string
	for line := range strings.Lines(string(f.B)) {
		line = strings.TrimSpace(line)
		first, rest, _ := strings.Cut(line, " ")
		if at, err := time.Parse(time.RFC3339, first); err == nil {
			if line = behindName(rest); at.After(said.At) {
				said.At = at
			}
		}
		if line != "" {
			words = append(words, line)
		}
	}
	said.Note = model.OneLine(strings.Join(words, " "))
	return source.Finding{Notes: map[string]model.Said{strings.TrimSuffix(f.Name, path.Ext(f.Name)): said}}
}

// behindName drops "Operator: Rejected — " in front of the words, and a word that stands alone.
func behindName(line string) string {
	if _, words, ok := strings.Cut(line, " — "); ok {
		return words
	}
	if !strings.Contains(line, " ") {
		return ""
	}
	return line
}
