package setup

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/places"
	"coldstart/vault/text"
)

// maxInstructions is the largest file of instructions that is edited, in bytes.
const maxInstructions = 1 << 20

// Wish is what somebody asks for.
type Wish struct {
	// Dir is the folder, which must exist.
	Dir string
	// Places are where the settings put folders.
	Places places.Places
	// Agent is the name of the agent that gets instructions, "" for the one that is found.
	Agent string
	// OnPath reports whether a program is installed; with nil none is.
	OnPath func(program string) bool
	// Example asks for a plan and a request to look at.
	Example bool
	// Remove asks to take everything out again.
	Remove bool
	// At is the time in the example.
	At time.Time
}

// Setup is what a wish would change in a folder. Nothing was changed yet.
type Setup struct {
	// Dir is the folder's absolute path.
	Dir string
	// Agent gets the instructions, and Why says by what it was chosen, "" where it was named.
	// Both are empty for a removal.
	Agent Agent
	Why   string
	// Claude is true where Claude Code is used here, or chosen.
	Claude bool
	// Repository is the root of the git repository around Dir, "" where Dir is the root, or
	// in none.
	Repository string
	// Around is the vault around Dir, "" for none.
	Around string
	// Notes say what is left as it is, and why.
	Notes  []string
	places places.Places
	steps  []step
	kept   []model.Making
}

// step is one change. A folder's path ends in a slash.
type step struct {
	model.Change
	// was and next are the bytes of a file; was is nil for a new one, next for one that goes.
	was, next []byte
	// about says what it is, in a few words.
	about string
	// line is the number of the first line that is added.
	line int
}

// Changes are what would be made, in this order: folders end in a slash, files come with
// their lines.
func (s Setup) Changes() []model.Change {
	all := make([]model.Change, len(s.steps))
	for i, step := range s.steps {
		all[i] = step.Change
	}
	return all
}

// Makings are the changes and, behind them, what is here and stays as it is.
func (s Setup) Makings() []model.Making {
	all := make([]model.Making, 0, len(s.steps)+len(s.kept))
	for _, step := range s.steps {
		all = append(all, model.Making{Change: step.Change, About: step.about, Line: step.line})
	}
	return append(all, s.kept...)
}

// keep notes a place that is here and stays as it is.
func (s *site) keep(name, why string) {
	s.kept = append(s.kept, model.Making{Change: model.Change{Path: name}, Kept: true, About: why})
}

// Refusal says why nothing can be made here, and what helps.
type Refusal struct{ Reason, Hint string }

// Error returns the reason.
func (r *Refusal) Error() string { return r.Reason }

// Unwrap makes it model.ErrNotAllowed.
func (r *Refusal) Unwrap() error { return model.ErrNotAllowed }

// Plan lists what a wish would change, and changes nothing. It fails with
// model.ErrNotFound for a folder or an agent that is not there, and with a *Refusal where
// something lies in the way.
func Plan(w Wish) (Setup, error) {
	s, err := open(w)
	if err != nil {
		return Setup{}, err
	}
	defer s.close()
	s.sweep()
	if w.Remove {
		err = s.removal(w)
	} else {
		err = s.making(w)
	}
	return s.Setup, err
}

// site is a folder while it is looked at.
type site struct {
	Setup
	disk   disk.Disk
	layout places.Layout
	// entries are the names in the folder.
	entries []fs.DirEntry
}

func open(w Wish) (*site, error) {
	abs, err := filepath.Abs(w.Dir)
	if err != nil {
		return nil, disk.FileError("opening", w.Dir, err)
	}
	if real, err := filepath.EvalSymlinks(abs); err == nil {
		abs = real
	}
	root, err := os.OpenRoot(abs)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("opening %s: %w", w.Dir, model.ErrNotFound)
	case err != nil:
		return nil, disk.FileError("opening", w.Dir, err)
	}
	v := places.New(root, abs, places.Options{Places: w.Places})
	s := &site{Setup: Setup{Dir: abs, places: w.Places}, disk: v.Disk}
	s.layout, err = v.Layout()
	if err == nil {
		s.entries, err = disk.ReadDir(root, ".")
	}
	if err != nil {
		s.close()
		return nil, disk.FileError("reading", w.Dir, err)
	}
	return s, nil
}

func (s *site) close() { s.disk.Root.Close() }

// create adds a new folder or file.
func (s *site) create(name, about string, b []byte) {
	s.steps = append(s.steps, step{Change: model.Change{Kind: model.ChangeCreate, Path: name, After: text.Lines(b)}, next: b, about: about, line: 1})
}

func (s *site) making(w Wish) error {
	if err := s.surroundings(w); err != nil {
		return err
	}
	guide, err := guideFor(s.layout)
	if err != nil {
		return err
	}
	if err := s.makeFolders(); err != nil {
		return err
	}
	if w.Example {
		s.makeExample(w.At)
	}
	s.Agent, s.Why, err = s.chooseAgent(w)
	if err != nil {
		return err
	}
	s.Claude = s.Agent.Name == "claude" || s.disk.Exists(".claude") || s.disk.Exists("CLAUDE.md")
	s.forGit()
	s.keepOthers()
	return s.instruct(s.Agent.File, guide)
}

// keepOthers notes the instructions of agents that stay as they are.
func (s *site) keepOthers() {
	var noted []string
	for _, a := range Agents() {
		if a.File == s.Agent.File || slices.Contains(noted, a.File) || !s.disk.Exists(a.File) {
			continue
		}
		why := s.Agent.File + " has the guide"
		if s.pointsTo(a.File) == s.Agent.File {
			why = "it points to " + s.Agent.File
		}
		noted = append(noted, a.File)
		s.keep(a.File, "unchanged; "+why)
	}
}

// surroundings looks at the repository and the vault around the folder. It refuses a folder
// that is a part of a vault, but for a repository of its own.
func (s *site) surroundings(w Wish) error {
	repository := repositoryOf(s.Dir)
	if repository != s.Dir {
		s.Repository = repository
	}
	around, ok := w.Places.Above(s.Dir)
	if !ok {
		return nil
	}
	s.Around = around
	rel, err := filepath.Rel(around, s.Dir)
	apart := repository != "" && repository != around && disk.Holds(around, repository)
	first, _, _ := strings.Cut(filepath.ToSlash(rel), "/")
	if err == nil && !apart && places.FolderAt(w.Places.Folders, first) != places.FolderNone {
		return &Refusal{Reason: s.Dir + " is a part of the vault " + around, Hint: "name the vault: coldstart init " + around}
	}
	return nil
}

// repositoryOf is the root of the git repository that a folder is in, "" for none.
func repositoryOf(dir string) string {
	for {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return dir
		}
		up := filepath.Dir(dir)
		if up == dir {
			return ""
		}
		dir = up
	}
}

// makeFolders adds the folders that are missing. A folder in another spelling is kept.
func (s *site) makeFolders() error {
	for _, f := range folders {
		if dirs := s.layout.Dirs[f]; len(dirs) > 0 {
			s.keep(dirs[0]+"/", "is here")
			continue
		}
		name := s.layout.Main(f)
		if link := s.linkFor(f, name); link != "" {
			return &Refusal{
				Reason: link + " is a link, but a vault needs a folder",
				Hint:   "rename it, or name another folder in your settings: coldstart help config",
			}
		}
		if part, is := s.disk.InTheWay(name); part != "" {
			return &Refusal{Reason: fmt.Sprintf("%s is %s, but a vault needs a folder", part, disk.KindOf(is)), Hint: "rename it"}
		}
		s.create(name+"/", folderAbout[f], nil)
	}
	return nil
}

// linkFor is a link in the place of a folder, in any spelling, "" for none.
func (s *site) linkFor(f places.Folder, name string) string {
	for _, e := range s.entries {
		if e.Type()&fs.ModeSymlink != 0 && places.FolderAt(s.layout.Places.Folders, e.Name()) == f {
			return e.Name()
		}
	}
	return s.disk.LinkIn(name)
}

// makeExample adds the plan and the request of the example, unless one was made before.
func (s *site) makeExample(at time.Time) {
	for _, f := range example(s.layout, at) {
		for _, folder := range folders {
			for _, dir := range append(slices.Clone(s.layout.Dirs[folder]), s.layout.Main(folder)) {
				if name := path.Join(dir, path.Base(f.name)); s.disk.Exists(name) {
					s.keep(name, "is here, so no example is made")
					return
				}
			}
		}
	}
	for i, f := range example(s.layout, at) {
		s.create(f.name, [...]string{"an example plan", "an example request"}[i], f.text)
	}
}

// instruct adds the block of instructions to a file.
func (s *site) instruct(name, guide string) error {
	was, err := s.instructions(name)
	if err != nil {
		return err
	}
	if was == nil {
		s.create(name, guideAbout, []byte(beginMarker+"\n"+guide+endMarker+"\n"))
		return nil
	}
	splice, err := ofGuide.put(was, guide)
	if err != nil {
		return unclear(ofGuide, name, err)
	}
	return s.edit(name, guideAbout, was, splice)
}

// edit adds a change of a file, if it is one, else it is kept. It fails with a *Refusal where the file would grow
// over the limit.
func (s *site) edit(name, about string, was []byte, splice text.Splice) error {
	all := []text.Splice{splice}
	next := text.Apply(was, all)
	if string(next) == string(was) {
		if about != "" {
			s.keep(name, "has "+about)
		}
		return nil
	}
	if len(next) > maxInstructions && len(next) > len(was) {
		return &Refusal{
			Reason: name + " is too large to be edited: with the instructions it would have more than 1 MiB",
			Hint:   orOther("shorten it"),
		}
	}
	if info, err := s.disk.Root.Lstat(name); err == nil && disk.LinkCount(info) > 1 {
		s.Notes = append(s.Notes, PartedNote(name))
	}
	change := model.Change{Kind: model.ChangeEdit, Path: name}
	change.Before, change.After = text.Changed(was, all)
	line := len(text.Lines(next[:splice.From]))
	for whole := text.Lines(next); line < len(whole) && len(change.After) > 0 && whole[line] != change.After[0]; line++ {
	}
	s.steps = append(s.steps, step{change, was, next, about, line + 1})
	return nil
}

// PartedNote says what becomes of a file with two names when it is written.
func PartedNote(name string) string {
	return name + " has another name (a hard link), which keeps the old text"
}

// unclear refuses a file in which the block has no place.
func unclear(m marks, name string, err error) error {
	if errors.Is(err, errOpenFence) {
		return &Refusal{Reason: name + ": " + err.Error(), Hint: orOther("end the code block in an editor")}
	}
	return &Refusal{
		Reason: name + ": " + err.Error(),
		Hint:   "fix or delete the lines " + m.begin + " and " + m.end + " in an editor",
	}
}

// instructions reads a file of instructions, nil without one. It fails with a *Refusal
// where something else lies in its place.
func (s *site) instructions(name string) ([]byte, error) {
	b, info, err := s.disk.ReadWhole(name, maxInstructions)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case errors.Is(err, disk.ErrNotRegular):
		return nil, s.notAFile(name)
	case errors.Is(err, disk.ErrTooLarge):
		return nil, &Refusal{Reason: name + " is too large to be edited", Hint: orOther("shorten it")}
	case err != nil:
		return nil, disk.FileError("reading", name, err)
	}
	err = text.CheckUTF8(b)
	if at := bytes.IndexByte(b, 0); err == nil && at >= 0 {
		err = &text.LineError{Line: 1 + bytes.Count(b[:at], []byte("\n")), Reason: "text has a NUL character, as UTF-16 does"}
	}
	if err != nil {
		return nil, &Refusal{Reason: name + ": " + err.Error(), Hint: orOther("save it as UTF-8")}
	}
	if err := disk.Protected(info); err != nil {
		return nil, &Refusal{Reason: name + ": " + err.Error(), Hint: orOther("make it writable")}
	}
	if b == nil {
		b = []byte{}
	}
	return b, nil
}

// notAFile refuses what lies in the place of a file of instructions.
func (s *site) notAFile(name string) error {
	refused := &Refusal{Reason: name + " is no file", Hint: orOther("replace it with a file")}
	if info, err := s.disk.Root.Lstat(name); err == nil {
		refused.Reason = name + " is " + disk.KindOf(info.Mode()) + ", not a file"
	}
	if agent := s.linkedTo(name); agent != "" {
		refused.Hint = "name its target: --agent " + agent
	}
	return refused
}

// orOther adds to a fix of the instructions' file that another one can be used.
func orOther(fix string) string { return fix + ", or choose another file with --agent" }
