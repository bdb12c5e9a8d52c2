package setup

import (
	"bytes"
	"fmt"
	"path"
	"strings"

	"coldstart/vault/places"
	"coldstart/vault/text"
)

// attributesName is the file in which git reads how files are merged.
const attributesName = ".gitattributes"

// ofAttributes are the marks of the lines for git.
var ofAttributes = marks{"# coldstart:begin", "# coldstart:end"}

// dayLogs is the pattern of the logs of days.
const dayLogs = "[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9].json"

// mergeLogs has git keep the lines of both sides where two clones wrote into the log of one day. It
// does nothing outside of git; where it cannot be done, a note says why.
func (s *site) mergeLogs() {
	if repositoryOf(s.Dir) == "" {
		return
	}
	if err := s.addAttributes(); err != nil {
		s.Notes = append(s.Notes, "logs of a day are merged as git does: "+err.Error())
	}
}

func (s *site) addAttributes() error {
	dir := s.layout.Main(places.FolderLogs)
	if strings.ContainsAny(dir, "\"\\*?[!# \t") {
		return fmt.Errorf("the name of %s/ cannot stand in %s", dir, attributesName)
	}
	if list := s.logAsList(dir); list != "" {
		return fmt.Errorf("%s is a JSON list, which git would break by keeping all lines", list)
	}
	was, err := s.instructions(attributesName)
	if err != nil {
		return err
	}
	content := "/" + path.Join(dir, dayLogs) + " merge=union\n"
	if was == nil {
		s.create(attributesName, []byte(ofAttributes.begin+"\n"+content+ofAttributes.end+"\n"))
		return nil
	}
	splice, err := ofAttributes.put(was, content)
	if err != nil {
		return fmt.Errorf("%s: %w", attributesName, err)
	}
	return s.edit(attributesName, was, splice)
}

// logAsList names the newest log of a day where it is a JSON list, "" for none. Of one that cannot be read
// nothing is known.
func (s *site) logAsList(dir string) string {
	entries, _ := s.disk.List(dir)
	newest := ""
	for _, e := range entries {
		if is, _ := path.Match(dayLogs, e.Name()); is {
			newest = max(newest, e.Name())
		}
	}
	if newest == "" {
		return ""
	}
	name := path.Join(dir, newest)
	b, _, err := s.disk.ReadWhole(name, maxInstructions)
	b = bytes.TrimPrefix(b, text.BOM)
	if at := text.SkipBlanks(b, 0); err == nil && at < len(b) && b[at] == '[' {
		return name
	}
	return ""
}
