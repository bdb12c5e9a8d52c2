package setup

import (
	"bytes"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"coldstart/model"
	"coldstart/vault/places"
	"coldstart/vault/text"
)

// removal lists what a wish may have made: files of the example as they were made, folders that
// are empty without them, and the blocks of instructions. The blocks go last, since
// without one nothing shows that anything here is ours. With a named agent its block goes, and
// the rest with the last block.
func (s *site) removal(w Wish) error {
	all := Agents()
	if w.Agent != "" {
		a, ok := agentNamed(w.Agent)
		if !ok {
			return noAgent(w.Agent)
		}
		all = []Agent{a}
	}
	swept := s.steps
	s.steps = nil
	var seen []string
	for _, a := range all {
		if !slices.Contains(seen, a.File) {
			if err := s.uninstruct(ofGuide, a.File, w.Agent != ""); err != nil {
				return err
			}
		}
		seen = append(seen, a.File)
	}
	blocks := s.steps
	s.steps = swept
	if w.Agent == "" {
		if err := s.uninstruct(ofAttributes, attributesName, false); err != nil {
			s.Notes = append(s.Notes, "the lines for git stay: "+err.Error())
		}
	}
	other := ""
	if len(blocks) > 0 {
		other = s.otherBlock(all)
	}
	if other != "" {
		s.Notes = append(s.Notes, "the folders stay: "+other+" also has instructions for them")
	}
	if len(blocks) == 0 || other != "" {
		s.steps = append(s.steps, blocks...)
		return nil
	}
	for _, f := range example(s.layout, w.At) {
		s.removeExample(f.name)
	}
	if kept := path.Join(s.layout.Main(places.FolderPending), keptName); s.isEmptyFile(kept) {
		s.steps = append(s.steps, step{Change: model.Change{Kind: model.ChangeRemove, Path: kept}, was: []byte{}})
	}
	s.removeFolders()
	s.steps = append(s.steps, blocks...)
	return nil
}

// otherBlock names a file of other agents than these in which our block stands, or may stand,
// "" for none.
func (s *site) otherBlock(going []Agent) string {
	for _, a := range Agents() {
		if slices.ContainsFunc(going, func(g Agent) bool { return g.File == a.File }) {
			continue
		}
		b, err := s.instructions(a.File)
		if err != nil {
			if info, gone := s.disk.Root.Lstat(a.File); gone == nil && info.Mode().IsRegular() {
				return a.File
			}
			continue
		}
		if _, found, err := ofGuide.find(b); found || err != nil {
			return a.File
		}
	}
	return ""
}

// uninstruct takes the block between marks out of a file, and the file away where nothing else is in it. What
// cannot be edited stays, and fails only where it was named. A link has no block of ours.
func (s *site) uninstruct(m marks, name string, named bool) error {
	was, err := s.instructions(name)
	if err != nil && !named {
		if info, gone := s.disk.Root.Lstat(name); gone == nil && info.Mode().IsRegular() {
			s.Notes = append(s.Notes, "its possible contents stay: "+err.Error())
		}
		return nil
	}
	if err != nil || was == nil {
		return err
	}
	splice, found, all, err := m.takeOut(was)
	switch {
	case err != nil:
		return unclear(m, name, err)
	case all:
		s.steps = append(s.steps, step{Change: model.Change{Kind: model.ChangeRemove, Path: name, Before: text.Lines(was)}, was: was})
	case found:
		return s.edit(name, "", was, splice)
	}
	return nil
}

// removeExample removes a file of the example that is as it was made.
func (s *site) removeExample(name string) {
	b, _, err := s.disk.ReadWhole(name, maxInstructions)
	if err != nil {
		return
	}
	if s.isExample(path.Dir(name), b) {
		s.steps = append(s.steps, step{Change: model.Change{Kind: model.ChangeRemove, Path: name}, was: b})
		return
	}
	s.Notes = append(s.Notes, name+" stays: it was changed")
}

// isEmptyFile reports a file of no bytes.
func (s *site) isEmptyFile(name string) bool {
	b, _, err := s.disk.ReadWhole(name, maxInstructions)
	return err == nil && len(b) == 0
}

// isExample reports a file of the example, as it was made in a folder.
func (s *site) isExample(dir string, b []byte) bool {
	at, ok := madeAt(b)
	return ok && slices.ContainsFunc(example(s.layout, at), func(f file) bool {
		return path.Dir(f.name) == dir && bytes.Equal(f.text, b)
	})
}

// removeFolders removes the folders of a vault, as a new one would be made, that hold nothing
// but what goes.
func (s *site) removeFolders() {
	going := map[string]bool{}
	for _, step := range s.steps {
		going[step.Path] = step.Kind == model.ChangeRemove
	}
	for _, f := range folders {
		// A folder in another spelling is not ours.
		name := unnamed(s.layout, f)
		if !s.disk.IsFolder(name) {
			continue
		}
		entries, err := s.disk.List(name)
		stays := slices.IndexFunc(entries, func(e fs.DirEntry) bool { return !going[path.Join(name, e.Name())] })
		switch {
		case err != nil:
			s.Notes = append(s.Notes, name+"/ stays: it cannot be read")
		case stays >= 0:
			s.Notes = append(s.Notes, fmt.Sprintf("%s/ stays: it holds %s", name, entries[stays].Name()))
		default:
			s.steps = append(s.steps, step{Change: model.Change{Kind: model.ChangeRemove, Path: name + "/"}})
		}
	}
}

// unnamed is the name of a folder in a vault that has none of its kind.
func unnamed(l places.Layout, f places.Folder) string {
	l.Dirs = nil
	return l.Main(f)
}

// isFolder reports a step about a folder.
func (s step) isFolder() bool { return strings.HasSuffix(s.Path, "/") }
