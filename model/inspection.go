package model

import "time"

// Inspection is what an interrupted step left behind.
type Inspection struct {
	Step TraceStep
	// Left are the files that the step names, then those of the task's folder written since
	// it began, the newest first, which is none if that time is unknown. Each is there once.
	Left []Artifact
	// More counts artifacts and files that were not examined, at least.
	More int
}

// Artifact is a file or folder that a step made or named.
type Artifact struct {
	// Path is relative to the vault, or for a missing file as the step has it.
	Path   string
	Exists bool
	// Refused says why it was not examined: a link, or outside the vault.
	Refused  string
	Size     int64
	Modified time.Time
	// Named is true if the step names it, Earlier if a step before does. Changed is true if it
	// was written since the step began.
	Named, Earlier, Changed bool
	// Lines counts the lines of a text; zero for another file, and for one too large to count.
	Lines int
}

// Named are the files that the step names.
func (in Inspection) Named() []Artifact {
	return Where(in.Left, func(a *Artifact) bool { return a.Named })
}

// Changed are the files that were written since the step began, the newest first.
func (in Inspection) Changed() []Artifact {
	return Where(in.Left, func(a *Artifact) bool { return a.Changed })
}

// News says in a word or two what became of an artifact in its step.
func (a Artifact) News() string {
	words := "older than the step"
	switch {
	case a.Refused != "":
		return a.Refused
	case !a.Exists:
		return "missing"
	case a.Changed && a.Earlier:
		words = "changed"
	case a.Changed:
		words = "new"
	}
	if a.Lines > 0 {
		words += ", " + Counted(a.Lines, "line")
	}
	return words
}

// MostPreview is how many bytes of a file a Preview has.
const MostPreview = 256 << 10

// Preview is what can be shown of a file that a step left.
type Preview struct {
	Path     string
	Size     int64
	Modified time.Time
	// Text is the beginning of a text, nil for another file. Cut is true if there is more.
	Text []byte
	Cut  bool
	// Format is that of a picture, such as png, else empty; Width and Height are its pixels.
	Format        string
	Width, Height int
	// Before is the whole text that git had when the step began; nil for none.
	Before []byte
}

// Excerpt is some lines of a file around one of them.
type Excerpt struct {
	// First is the number of the first line, from 1.
	First int
	// Lines are without their ends; long ones are cut.
	Lines [][]byte
	// Of is how many lines the file has, zero when they were not counted to the end.
	Of int
}

// History are the commits of the repository around the vault, the newest first. Of More there is only the number, at least; None
// says why they could not be read, "" where they could or there is no repository.
type History struct {
	Commits []Commit
	More    int
	None    string
}

// LeftInGit is what a session left in the git repository of its folder.
type LeftInGit struct {
	// Dir is the folder, an absolute path. Branch is empty for a commit that is on none.
	Dir, Branch string
	// Ahead and Behind count the commits that only it has, and only the branch that it follows.
	Ahead, Behind int
	// Commits are those since the session began, the newest first; of MoreCommits there is only
	// the number, at least. Whose they are git does not know.
	Commits     []Commit
	MoreCommits int
	// Files are not committed as they are; MoreFiles are not listed.
	Files     []Uncommitted
	MoreFiles int
	// None says why nothing of this is known, empty if it is.
	None string
}

// Commit is a commit in a few words.
type Commit struct {
	ID, Author, Subject string
	At                  time.Time
}

// Uncommitted is a file that differs from the last commit, by its path from the top of the
// repository: changed, new, gone or in conflict; with the lines added and removed where git counts
// them. Untouched is true for one that was last written before the session began.
type Uncommitted struct {
	Path, Change   string
	Added, Removed int
	Untouched      bool
}

// Untouched counts the files that were last written before the session began.
func (l LeftInGit) Untouched() int {
	return len(Where(l.Files, func(f *Uncommitted) bool { return f.Untouched }))
}
