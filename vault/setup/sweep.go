package setup

import (
	"path"
	"slices"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/places"
)

// ownMark ends the id in the private names of init, by which the next one knows what one that
// was killed has left.
const ownMark = "-init"

func newID(at time.Time) string { return disk.NewID(at) + ownMark }

// sweep removes what an init that was killed has left: files that were not finished, and a text
// that was read and replaced. What somebody else wrote stays.
func (s *site) sweep() {
	var dirs []string
	for _, dir := range []string{".", s.layout.Main(places.FolderPlans), s.layout.Main(places.FolderPending)} {
		if slices.Contains(dirs, dir) || !s.disk.IsFolder(dir) {
			continue
		}
		dirs = append(dirs, dir)
		// Another step meets a folder that cannot be read.
		names, _ := disk.PrivateNames(s.disk.Root, dir)
		slices.Sort(names)
		for _, name := range names {
			if id := disk.PrivatePrefix + disk.PrivateID(name) + ownMark; strings.HasPrefix(name, id+".") || strings.HasPrefix(name, id+"-") {
				s.sweepOne(path.Join(dir, name))
			}
		}
	}
}

func (s *site) sweepOne(name string) {
	b, _, err := s.disk.ReadWhole(name, maxInstructions)
	ours := err == nil
	switch path.Ext(name) {
	case disk.AsideEnding:
		ours = ours && disk.IsAsideText(name, b)
	case disk.RetiredEnding:
		_, found, all, wrong := ofGuide.takeOut(b)
		ours = ours && (found && all && wrong == nil || s.isExample(path.Dir(name), b))
	}
	if !ours {
		s.Notes = append(s.Notes, name+" stays: an interrupted init left it, but someone else wrote to it")
		return
	}
	s.Notes = append(s.Notes, name+" goes: an interrupted init left it")
	s.steps = append(s.steps, step{Change: model.Change{Kind: model.ChangeRemove, Path: name}, was: b, about: "an interrupted init left it"})
}

// isSwept reports a step about what an init has left.
func (s step) isSwept() bool { return strings.HasPrefix(path.Base(s.Path), disk.PrivatePrefix) }
