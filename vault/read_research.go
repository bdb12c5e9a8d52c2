package vault

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"coldstart/model"
	"coldstart/vault/text"
)

// usualResearch is the folder of a research project.
const usualResearch = ".math"

// researchFiles finds the research project, which is a folder.
func researchFiles(d disk, l layout) ([]string, []model.Problem) {
	name := l.places.research()
	if link := d.linkIn(name); link != "" {
		return nil, []model.Problem{linkedFolder(link)}
	}
	info, err := d.root.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, []model.Problem{unreadFolder(name, err)}
	case !info.IsDir():
		return nil, nil
	}
	return []string{name}, nil
}

func addResearch(l *loading, _ string, s *model.Snapshot) error {
	r := researchReader{loading: l}
	s.Research = r.project()
	s.Problems = append(s.Problems, r.problems...)
	return nil
}

// researchReader reads a research project and gathers what is wrong with it.
type researchReader struct {
	*loading
	problems []model.Problem
}

func (r *researchReader) places() Places { return r.v.opts.Places }

func (r *researchReader) tell(name string, faults []text.LineError, hint string) {
	r.problems = append(r.problems, faultRows(name, faults, hint)...)
}

// faultRows are the rows for what is wrong with a file. Of many faults only the first
// are told, and how many more there are.
func faultRows(name string, faults []text.LineError, hint string) []model.Problem {
	var rows []model.Problem
	for _, f := range faults[:min(len(faults), maxFaults)] {
		rows = append(rows, model.Problem{Path: name, Line: f.Line, Reason: f.Reason, Hint: hint})
	}
	if more := len(faults) - maxFaults; more > 0 {
		rows = append(rows, model.Problem{Path: name, Reason: fmt.Sprintf("%d more faults are not listed", more), Hint: hint})
	}
	return rows
}

// file reads one file of a problem, nil when it is not there. One that cannot be
// read is told of and passes for missing.
func (r *researchReader) file(name string, limit int64) []byte {
	return readResearch(r, "text", name, limit, func(b []byte) []byte { return b })
}

// readResearch gives what parse makes of one file of a problem, zero where file gives
// nil.
func readResearch[T any](r *researchReader, as, name string, limit int64, parse func(b []byte) T) T {
	value, err := once(r.loading, as, name, r.path(name), func() (value T, info fs.FileInfo, err error) {
		b, info, err := r.disk.read(name, limit)
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

// project reads everything. What is wrong with the configuration leaves all
// problems readable.
func (r *researchReader) project() model.Research {
	out := model.Research{Found: true, Config: r.places().researchConfig()}
	config, trouble := r.config()
	out.Trouble = trouble
	slugs := r.slugs()
	r.tell(out.Config, config.without(slugs), "let the agent make the folder, or take the entry out")
	for _, slug := range slugs {
		p, empty := r.problem(slug, config.listed[slug])
		if trouble == "" && slug == config.slug() {
			if p.Current = !empty; empty {
				out.Trouble = model.EmptyProblemFolder(slug)
			}
		}
		out.Problems = append(out.Problems, p)
	}
	if trouble == "" {
		out.Current = config.slug()
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

// config reads the configuration. The trouble says why it names no current problem
// that could be looked for.
func (r *researchReader) config() (config researchConfig, trouble string) {
	before, configName := len(r.problems), r.places().researchConfig()
	b := r.file(configName, maxDocument)
	switch {
	case b == nil && len(r.problems) > before:
		return config, r.problems[before].Reason
	case b == nil:
		return config, model.NoProject
	}
	config, err := readConfig(b, r.v.opts.Zone)
	var at *text.LineError
	if errors.As(err, &at) {
		r.tell(configName, []text.LineError{*at}, "the agents cannot tell the current problem; put the line right in an editor")
		return config, fmt.Sprintf("%s cannot be read: line %d: %s", configName, at.Line, at.Reason)
	}
	r.tell(configName, config.faults, "put the line right in an editor")
	slug := config.slug()
	switch {
	case slug == "":
		return config, model.NoActiveProblem
	case !isSlug(slug):
		reason := fmt.Sprintf("%s is %q, which is no name of a folder; it is not opened", currentKey, slug)
		r.tell(configName, []text.LineError{{Line: config.lineOf(config.current.At), Reason: reason}}, "put the line right in an editor")
		return config, reason
	}
	return config, ""
}

// slugs lists the folders of the problems, in name order.
func (r *researchReader) slugs() []string {
	d, problemsFolder := r.disk, r.places().problems()
	if link := d.linkIn(problemsFolder); link != "" {
		r.problems = append(r.problems, linkedFolder(link))
		return nil
	}
	if !d.isFolder(problemsFolder) {
		return nil
	}
	entries, err := d.list(problemsFolder)
	if err != nil {
		r.problems = append(r.problems, unreadFolder(problemsFolder, err))
	}
	if len(entries) > maxFolder {
		entries = entries[:maxFolder]
		r.problems = append(r.problems, tooMany(problemsFolder))
	}
	var slugs []string
	for _, e := range entries {
		name := path.Join(problemsFolder, e.Name())
		switch {
		case strings.HasPrefix(e.Name(), "."):
		case e.Type()&fs.ModeSymlink != 0:
			r.problems = append(r.problems, linkedFolder(name))
		case !e.IsDir():
		case !isSlug(e.Name()):
			r.problems = append(r.problems, model.Problem{Path: name, Reason: "no name for a research problem; it is not looked into", Hint: "rename the folder"})
		default:
			slugs = append(slugs, e.Name())
		}
	}
	return slugs
}

// problem reads one problem. It is empty when its folder has no file at all.
func (r *researchReader) problem(slug string, listed listedProblem) (p model.ResearchProblem, empty bool) {
	p = model.ResearchProblem{Slug: slug, Path: path.Join(r.places().problems(), slug)}
	entries, err := r.disk.list(p.Path)
	if err != nil {
		r.problems = append(r.problems, unreadFolder(p.Path, err))
	}
	empty = err == nil && !slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Type().IsRegular() })
	title, domain := r.statement(&p)
	r.state(&p)
	journal := r.journal(path.Join(p.Path, journalFile))
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
func (r *researchReader) journal(name string) *journal {
	before := len(r.problems)
	j := readResearch(r, "journal", name, r.v.most(maxJournal), func(b []byte) *journal {
		return readJournal(name, b, r.v.opts.Zone)
	})
	if j == nil {
		j = &journal{Journal: model.Journal{Path: name, Total: -1, Seen: model.FingerprintOf(nil)}}
		if len(r.problems) > before {
			j.Found, j.Unread = true, r.problems[before].Reason
		}
		return j
	}
	r.problems = append(r.problems, j.problems()...)
	return j
}
