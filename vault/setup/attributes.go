package setup

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"coldstart/vault/places"
	"coldstart/vault/text"
)

// attributesName is the file in which git reads how files are merged.
const attributesName = ".gitattributes"

// attributesAbout is what that file gets.
const attributesAbout = "rules for merging in git"

// ofAttributes are the marks of the lines for git.
var ofAttributes = marks{"# coldstart:begin", "# coldstart:end"}

// dayLogs is the pattern of the logs of days.
const dayLogs = "[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9].json"

// keptName is the file by which git keeps a folder in which nothing else lies.
const keptName = ".gitkeep"

// decidedFolders have the files that are approved by their hash.
var decidedFolders = []places.Folder{places.FolderPending, places.FolderApproved, places.FolderRejected}

// forGit has git keep the lines of both sides where two clones wrote into the log of one day, leave the ends of
// lines in what is decided on, and keep the folder of what waits: where one clone moves the last file of it,
// git takes what the other clone adds there along into Approved. It does nothing outside of git; where it
// cannot be done, a note says why.
func (s *site) forGit() {
	if repositoryOf(s.Dir) == "" {
		return
	}
	if err := s.addAttributes(); err != nil {
		s.Notes = append(s.Notes, "files are merged as git does: "+err.Error())
	}
	dir := s.layout.Main(places.FolderPending)
	entries, err := s.disk.List(dir)
	if err == nil && !slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return places.IsKeeper(e.Name()) }) || errors.Is(err, fs.ErrNotExist) {
		s.create(path.Join(dir, keptName), "keeps the folder in git", []byte{})
	}
}

func (s *site) addAttributes() error {
	content, dir := "", s.layout.Main(places.FolderLogs)
	if list := s.logAsList(dir); list != "" {
		s.Notes = append(s.Notes, "logs of a day are merged as git does: "+list+" is a JSON list, which git would break by keeping all lines")
	} else if err := nameable(dir); err != nil {
		return err
	} else {
		content = "/" + path.Join(dir, dayLogs) + " merge=union\n"
	}
	for _, f := range decidedFolders {
		if err := nameable(s.layout.Main(f)); err != nil {
			return err
		}
		content += "/" + s.layout.Main(f) + "/** -text\n"
	}
	was, err := s.instructions(attributesName)
	if err != nil {
		return err
	}
	if was == nil {
		s.create(attributesName, attributesAbout, []byte(ofAttributes.begin+"\n"+content+ofAttributes.end+"\n"))
		return nil
	}
	splice, err := ofAttributes.put(was, content)
	if err != nil {
		return fmt.Errorf("%s: %w", attributesName, err)
	}
	return s.edit(attributesName, attributesAbout, was, splice)
}

// nameable fails for a folder whose name means something else in a file of attributes.
func nameable(dir string) error {
	if strings.ContainsAny(dir, "\"\\*?[!# \t") {
		return fmt.Errorf("%s/ cannot be listed in %s", dir, attributesName)
	}
	return nil
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
