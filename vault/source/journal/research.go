package journal

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"coldstart/model"
	"coldstart/vault/disk"
	"coldstart/vault/places"
	"coldstart/vault/source"
	"coldstart/vault/text"
)

const (
	// MaxSize is the largest journal in bytes. 20,000 entries are about 12 MB.
	MaxSize = 32 << 20
	// maxJournalHead is the largest front matter of a journal in bytes. It lists every
	// attempt: 20,000 are about 2.5 MB. The rest of it has at most text.MaxFront.
	maxJournalHead = 8 << 20
	// maxFaults is how many faults of one file are listed.
	maxFaults = 20
	// MaxGapText is the longest text of a proof's gap, in bytes.
	MaxGapText = 2 << 10
)

// researchFiles finds the research project, which is a folder.
func researchFiles(d disk.Disk, l places.Layout) ([]string, []model.Problem) {
	name := l.Places.Research()
	if link := d.LinkIn(name); link != "" {
		return nil, []model.Problem{places.LinkedFolder(link)}
	}
	info, err := d.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, []model.Problem{places.UnreadFolder(name, err)}
	case !info.IsDir():
		return nil, nil
	}
	return []string{name}, nil
}

// Source are the research projects.
var Source = source.Source{Name: "research", Find: researchFiles, Add: addResearch}

func addResearch(l *source.Reading, _ string, s *model.Snapshot) error {
	r := Reader{Reading: l}
	s.Research = r.project()
	s.Problems = append(s.Problems, r.problems...)
	s.LeftOut = append(s.LeftOut, r.left...)
	s.Late = s.Late || len(r.left) > 0 && r.Disk.Budget.Late()
	return nil
}

// Reader reads a research project and collects its problems.
type Reader struct {
	*source.Reading
	problems []model.Problem
	left     []model.LeftOut
}

func (r *Reader) places() places.Places { return r.Vault.Opts.Places }

func (r *Reader) tell(name string, faults []text.LineError, hint string) {
	r.problems = append(r.problems, faultRows(name, faults, hint)...)
}

// faultRows are the problems of a file: the first faults, and how many more there are.
func faultRows(name string, faults []text.LineError, hint string) []model.Problem {
	var rows []model.Problem
	for _, f := range faults[:min(len(faults), maxFaults)] {
		rows = append(rows, model.Problem{Path: name, Line: f.Line, Reason: f.Reason, Hint: hint})
	}
	if more := len(faults) - maxFaults; more > 0 {
		rows = append(rows, model.Problem{Path: name, Reason: model.Counted(more, "more fault") + " not listed", Hint: hint})
	}
	return rows
}

// file reads one file of a problem, nil when there is none. One that cannot be read is a
// problem and counts as missing.
func (r *Reader) file(name string, limit int64) []byte {
	return readResearch(r, "text", name, limit, func(b []byte) []byte { return b })
}

// readResearch returns what parse makes of one file of a problem, or the zero value.
func readResearch[T any](r *Reader, as, name string, limit int64, parse func(b []byte) T) T {
	value, err := source.Once(r.Reading, as, name, r.Path(name), func() (value T, info fs.FileInfo, err error) {
		b, info, err := r.Disk.ReadText(name, limit)
		if err != nil {
			return value, nil, err
		}
		return parse(b), info, nil
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		r.problems = append(r.problems, model.Problem{Path: name, Reason: err.Error(), Hint: "check the file's size and permissions"})
	}
	return value
}

// project reads everything. A broken configuration leaves all problems readable.
func (r *Reader) project() model.Research {
	out := model.Research{Found: true, Config: r.places().ResearchConfig()}
	config, trouble := r.Config()
	out.Trouble = trouble
	slugs := r.slugs()
	r.tell(out.Config, config.without(slugs), "let the agent create the folder, or remove the entry")
	if i := slices.Index(slugs, config.Slug()); i > 0 {
		slugs = slices.Insert(slices.Delete(slices.Clone(slugs), i, i+1), 0, config.Slug())
	}
	for i, slug := range slugs {
		if i > 0 && r.Disk.Budget.Level() == disk.LevelGone {
			r.leave(slugs[i:], len(slugs))
			break
		}
		p, empty := r.Problem(slug, config.Listed[slug])
		if trouble == "" && slug == config.Slug() {
			if p.Current = !empty; empty {
				out.Trouble = model.EmptyProblemFolder(slug)
			}
		}
		out.Problems = append(out.Problems, p)
	}
	if trouble == "" {
		out.Current = config.Slug()
		if !slices.Contains(slugs, out.Current) {
			out.Trouble = model.NoProblemFolder(out.Current)
		}
	}
	slices.SortStableFunc(out.Problems, func(a, b model.ResearchProblem) int {
		if a.Current != b.Current {
			if a.Current {
				return -1
			}
			return 1
		}
		return cmp.Or(b.LastActive.Time.Compare(a.LastActive.Time), strings.Compare(a.Slug, b.Slug))
	})
	return out
}

// leave notes the problems that are not read.
func (r *Reader) leave(left []string, of int) {
	l := model.LeftOut{What: "research problems", Files: len(left), Of: of, Later: r.More && r.Disk.Budget.Late()}
	r.left = append(r.left, l)
	r.problems = append(r.problems, l.Problem(r.places().Problems(), "the current one is"))
}

// Config reads the configuration. The trouble says why it names no usable current problem.
func (r *Reader) Config() (config Config, trouble string) {
	before, configName := len(r.problems), r.places().ResearchConfig()
	b := r.file(configName, source.MaxDocument)
	switch {
	case b == nil && len(r.problems) > before:
		return config, r.problems[before].Reason
	case b == nil:
		return config, model.NoProject
	}
	config, err := ReadConfig(b, r.Vault.Opts.Zone)
	var at *text.LineError
	if errors.As(err, &at) {
		r.tell(configName, []text.LineError{*at}, "the agents cannot tell which problem is current; fix the line in an editor")
		return config, fmt.Sprintf("%s cannot be read: line %d: %s", configName, at.Line, at.Reason)
	}
	r.tell(configName, config.faults, "fix the line in an editor")
	slug := config.Slug()
	switch {
	case slug == "":
		return config, model.NoActiveProblem
	case !isSlug(slug):
		reason := fmt.Sprintf("%s is %q, which is not the name of a folder; it is not opened", currentKey, slug)
		r.tell(configName, []text.LineError{{Line: config.lineOf(config.current.KeyFrom), Reason: reason}}, "fix the line in an editor")
		return config, reason
	}
	return config, ""
}

// slugs lists the folders of the problems, in name order.
func (r *Reader) slugs() []string {
	d, problemsFolder := r.Disk, r.places().Problems()
	if link := d.LinkIn(problemsFolder); link != "" {
		r.problems = append(r.problems, places.LinkedFolder(link))
		return nil
	}
	if !d.IsFolder(problemsFolder) {
		return nil
	}
	entries, err := d.List(problemsFolder)
	if err != nil {
		r.problems = append(r.problems, places.UnreadFolder(problemsFolder, err))
	}
	if len(entries) > disk.MaxEntries {
		entries = entries[:disk.MaxEntries]
		r.problems = append(r.problems, places.TooMany(problemsFolder))
	}
	var slugs []string
	for _, e := range entries {
		name := path.Join(problemsFolder, e.Name())
		switch {
		case strings.HasPrefix(e.Name(), "."):
		case e.Type()&fs.ModeSymlink != 0:
			r.problems = append(r.problems, places.LinkedFolder(name))
		case !e.IsDir():
		case !isSlug(e.Name()):
			r.problems = append(r.problems, model.Problem{Path: name, Reason: "no name for a research problem; it is not looked into", Hint: "rename the folder"})
		default:
			slugs = append(slugs, e.Name())
		}
	}
	return slugs
}

// Problem reads one problem. It is empty when its folder has no file at all.
func (r *Reader) Problem(slug string, listed listedProblem) (p model.ResearchProblem, empty bool) {
	p = model.ResearchProblem{Slug: slug, Path: path.Join(r.places().Problems(), slug)}
	entries, err := r.Disk.List(p.Path)
	if err != nil {
		r.problems = append(r.problems, places.UnreadFolder(p.Path, err))
	}
	empty = err == nil && !slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Type().IsRegular() })
	title, domain := r.statement(&p)
	r.state(&p)
	journal := r.journal(path.Join(p.Path, FileName))
	p.Journal = journal.Journal
	r.notation(&p)
	r.literature(&p)
	r.proof(&p)
	r.computation(&p)
	p.LastActive = listed.active
	p.Title = cmp.Or(strings.Join(strings.FieldsFunc(listed.title, isLineEnd), " "), title, journal.title)
	p.Domain = cmp.Or(listed.domain, domain)
	return p, empty
}

func isLineEnd(r rune) bool { return r == '\n' || r == '\r' }

// journal reads the journal of a problem. A missing one has the hash of no bytes.
func (r *Reader) journal(name string) *Journal {
	before := len(r.problems)
	j := readResearch(r, "journal", name, source.Most(r.Vault, MaxSize), func(b []byte) *Journal {
		return Read(name, b, r.Vault.Opts.Zone)
	})
	if j == nil {
		j = &Journal{Journal: model.Journal{Path: name, Total: -1, Seen: model.FingerprintOf(nil)}}
		if len(r.problems) > before {
			j.Found, j.Unread = true, r.problems[before].Reason
		}
		return j
	}
	r.problems = append(r.problems, j.problems()...)
	return j
}

// ReadText returns the text of a journal, of one of its entries, or of a problem's statement.
// A journal or statement that does not exist yet is empty and can be decided on.
func ReadText(v *places.Vault, ref model.Ref) (model.Document, error) {
	name, limit := ref.Path, int64(MaxSize)
	if ref.Kind == model.KindResearch {
		name, limit = path.Join(ref.Path, places.ProblemFile), source.MaxDocument
	}
	if !InProblem(v, name) {
		return model.Document{}, notThere(ref)
	}
	b, _, err := v.Disk.ReadText(name, limit)
	switch {
	case errors.Is(err, fs.ErrNotExist) && ref.Kind != model.KindEntry:
		return model.Document{Ref: ref, Seen: model.FingerprintOf(nil)}, nil
	case errors.Is(err, fs.ErrNotExist):
		return model.Document{}, notThere(ref)
	case err != nil:
		return model.Document{}, err
	case ref.Kind != model.KindEntry:
		return model.Document{Ref: ref, Bytes: b, Seen: model.FingerprintOf(b)}, nil
	}
	j := Read(name, b, v.Opts.Zone)
	for i, e := range j.Entries {
		if e.Ref() == ref {
			return model.Document{Ref: ref, Bytes: b[j.Places[i].From:j.Places[i].To], Seen: e.Seen}, nil
		}
	}
	return model.Document{}, notThere(ref)
}

func notThere(ref model.Ref) error {
	return fmt.Errorf("reading %s: %w", ref.Path, model.ErrNotFound)
}

// InProblem reports whether name is a file that the folder of a research problem has or
// could have, without links.
func InProblem(v *places.Vault, name string) bool {
	dir, file := path.Split(name)
	dir = path.Clean(dir)
	if path.Dir(dir) != v.Opts.Places.Problems() || !isSlug(path.Base(dir)) || file != FileName && file != places.ProblemFile {
		return false
	}
	info, err := v.Disk.Root.Lstat(dir)
	return err == nil && info.IsDir() && v.Disk.LinkIn(dir) == ""
}
