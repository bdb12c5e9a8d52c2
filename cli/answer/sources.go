package answer

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"coldstart/cli/say"
	"coldstart/model"
	"coldstart/styles"
)

// Sources is the answer of coldstart list sources.
type Sources struct {
	Head
	// UpTo is how far up the folder was looked for, with ~ for the home folder; empty where it was
	// named.
	UpTo string `json:"up_to"`
	// Beside are other folders with something in them: in the same repository, or vaults below.
	Beside []string `json:"beside"`
	// Found are the sources that are here, the vault's own first.
	Found []jsonSource `json:"found"`
	// Unlisted are folders of the vault in which files are counted and not listed.
	Unlisted []jsonUnlisted `json:"unlisted"`
	// NotHere are the sources that are not.
	NotHere []jsonSought `json:"not_here"`
	// NotUnderstood are files and folders with a name by which a program is known.
	NotUnderstood []jsonOther `json:"not_understood"`
}

// jsonSource is a source that is here, with how many things it has.
type jsonSource struct {
	Name string `json:"name"`
	// Guest is true for what another program keeps here: it is read and never changed.
	Guest bool     `json:"guest"`
	Paths []string `json:"paths"`
	// Version is that of the format, as its files state it; empty for none.
	Version string `json:"version"`
	// Odd says why it is read with care, empty where it is not.
	Odd string `json:"odd"`
	// Plans counts those that are not over.
	Plans    int `json:"plans"`
	Requests int `json:"requests"`
	// Finished counts the plans that are over. Those of another program may not be listed.
	Finished int `json:"finished"`
	// ProgressNotKept counts the plans whose progress no file keeps. They are neither open nor finished.
	ProgressNotKept int `json:"progress_not_kept"`
	Sessions        int `json:"sessions"`
	Work            int `json:"work"`
	Traces          int `json:"traces"`
	// Lessons are what was tried and what was learned.
	Lessons int `json:"lessons"`
	// Problems are what was not understood.
	Problems []jsonProblem `json:"problems"`
	// LeftOut counts the paths and problems that an answer to an agent leaves out.
	LeftOut int `json:"left_out"`
}

// jsonUnlisted is a folder with files that are counted and not listed.
type jsonUnlisted struct {
	Path  string `json:"path"`
	Files int    `json:"files"`
	// Why is half a sentence about them.
	Why string `json:"why"`
}

func unlistedJSON(u model.Unlisted) jsonUnlisted { return jsonUnlisted{u.Folder + "/", u.Files, u.Why} }

// jsonSought is a source that is not here, with the names that were looked for.
type jsonSought struct {
	Name  string   `json:"name"`
	Guest bool     `json:"guest"`
	Paths []string `json:"paths"`
}

// SourcesJSON answers coldstart list sources. Folders are those of plans and requests in the vault,
// beside what lies beside it.
func SourcesJSON(s model.Snapshot, folders, beside []string) Sources {
	all := Sources{Head: HeadJSON(s), UpTo: s.Search.UpTo, Beside: NotNull(beside), Found: []jsonSource{}, Unlisted: say.Each(s.Unlisted, unlistedJSON), NotHere: []jsonSought{}, NotUnderstood: say.Each(s.KnownNames(), otherJSON)}
	for _, own := range ownSources(s, folders) {
		if len(own.Paths) > 0 {
			all.Found = append(all.Found, own)
		}
	}
	for _, g := range s.Guests {
		all.Found = append(all.Found, guestSource(s, g))
	}
	all.NotHere = append(all.NotHere, notHere(s, all.Found)...)
	for i, found := range all.Found {
		all.Found[i].Problems = say.Each(problemsOf(s, all.Found, found), problemJSON)
	}
	return all
}

// Cut keeps so many paths and problems of each source, and shortens their texts.
func (all Sources) Cut(most int, cut func(string) string) Sources {
	for i := range all.Found {
		j := &all.Found[i]
		j.Odd = cut(j.Odd)
		j.LeftOut = max(0, len(j.Paths)-most) + max(0, len(j.Problems)-most)
		j.Paths, j.Problems = j.Paths[:min(most, len(j.Paths))], j.Problems[:min(most, len(j.Problems))]
		for k, name := range j.Paths {
			j.Paths[k] = cut(name)
		}
		for k := range j.Problems {
			p := &j.Problems[k]
			for _, text := range []*string{&p.ID, &p.Path, &p.Reason, &p.Hint, &p.Cause, &p.Help} {
				*text = cut(*text)
			}
		}
	}
	all.Unlisted = all.Unlisted[:min(most, len(all.Unlisted))]
	for i := range all.Unlisted {
		u := &all.Unlisted[i]
		u.Path, u.Why = cut(u.Path), cut(u.Why)
	}
	return all
}

// ownSources are the vault's own, those without paths are not here.
func ownSources(s model.Snapshot, folders []string) []jsonSource {
	plans := jsonSource{Name: model.OwnPlans}
	for _, name := range folders {
		plans.Paths = append(plans.Paths, name+"/")
	}
	for _, p := range s.Plans {
		if p.Reading.Tool == "" {
			plans.addPlan(p)
		}
	}
	for _, r := range s.Requests {
		if r.Reading.Tool == "" {
			plans.Requests++
		}
	}
	traces := jsonSource{Name: model.OwnTraces}
	for _, t := range s.Traces {
		if t.Tool == "" {
			traces.Traces, traces.Paths = traces.Traces+1, append(traces.Paths, t.Path)
		}
	}
	work := jsonSource{Name: model.OwnWork, Work: len(s.Work)}
	for _, w := range s.Work {
		if dir := path.Dir(path.Dir(w.Path)) + "/"; !slices.Contains(work.Paths, dir) {
			work.Paths = append(work.Paths, dir)
		}
	}
	events, memory := jsonSource{Name: model.OwnEvents, Sessions: len(s.Events.Sessions)}, jsonSource{Name: model.OwnMemory, Lessons: len(s.Memory.Learned)}
	if s.Events.Path != "" {
		events.Paths = []string{s.Events.Path}
	}
	if s.Memory.Path != "" {
		memory.Paths = []string{s.Memory.Path}
	}
	journal := jsonSource{Name: model.OwnJournal}
	for _, p := range s.Research.Problems {
		journal.Lessons += len(p.Journal.Entries)
	}
	if s.Research.Found {
		journal.Paths = s.Search.Own[slices.IndexFunc(s.Search.Own, func(o model.Sought) bool { return o.Name == model.OwnJournal })].Signs
	}
	return []jsonSource{plans, events, work, traces, journal, memory}
}

func (j *jsonSource) addPlan(p model.Plan) {
	if p.Status.State == model.StateDone {
		j.Finished++
		return
	}
	j.Plans++
}

// guestSource is what another program left. Its finished plans are those that it lists, and
// those that it only counts.
func guestSource(s model.Snapshot, g model.Guest) jsonSource {
	j := jsonSource{Name: g.Tool, Guest: true, Paths: []string{g.Path}, Version: g.Version, Odd: g.Odd}
	j.Plans, j.Finished = s.PlansOf(g)
	unkept := len(model.Where(s.Plans, func(p *model.Plan) bool {
		return g.Left(p.Reading.Tool) && p.Reading.Stateless && p.Status.State == model.StateUnknown
	}))
	j.Plans, j.ProgressNotKept = j.Plans-unkept, g.Unkept+unkept
	j.Sessions = s.SessionsOf(g)
	for _, r := range s.Requests {
		if g.Left(r.Reading.Tool) {
			j.Requests++
		}
	}
	for _, t := range s.Traces {
		if g.Left(t.Tool) {
			j.Traces++
		}
	}
	for _, e := range s.Lessons.Entries {
		if g.Left(e.Tool) {
			j.Lessons++
		}
	}
	return j
}

// problemsOf are the problems of a source. What belongs to no other is about the folders of
// plans and requests, or the first source there is.
func problemsOf(s model.Snapshot, all []jsonSource, one jsonSource) (problems []model.Problem) {
	owner := func(p model.Problem) string {
		for _, j := range all {
			switch {
			case p.Tool != "" && j.Name == p.Tool:
				return j.Name
			case p.Tool == "" && !j.Guest && slices.ContainsFunc(j.Paths, func(name string) bool { return strings.HasPrefix(p.Path, name) }):
				return j.Name
			}
		}
		return all[0].Name
	}
	for _, p := range s.Problems {
		if owner(p) == one.Name {
			problems = append(problems, p)
		}
	}
	return problems
}

// notHere are the sources that are not among those found.
func notHere(s model.Snapshot, found []jsonSource) (missing []jsonSought) {
	missing = []jsonSought{}
	for i, one := range slices.Concat(s.Search.Own, s.Search.Guests, s.Search.Stores) {
		named := slices.ContainsFunc(s.KnownNames(), func(o model.Other) bool { return slices.Contains(one.Signs, o.Path) })
		if !named && !slices.ContainsFunc(found, func(j jsonSource) bool { return j.Name == one.Name }) {
			missing = append(missing, jsonSought{one.Name, i >= len(s.Search.Own), one.Signs})
		}
	}
	return missing
}

// Sources lists what is here, what it has, and what was not understood; then what was looked for
// and is not here.
func (p *Output) Sources(s model.Snapshot, all Sources) {
	if len(all.Found) == 0 {
		for _, l := range p.nothing(s) {
			p.Line(l...)
		}
		return
	}
	var rows [][]styles.Span
	for _, j := range all.Found {
		name := j.Name
		if j.Version != "" {
			name += " " + j.Version
		}
		rows = append(rows, []styles.Span{p.Label(styles.RoleTitle, name), p.Label(styles.RolePlain, j.places()), Words(styles.RolePlain, j.counts())})
	}
	p.Table(rows)
	for _, j := range all.Found {
		if j.Odd != "" {
			p.parts("", p.Label(styles.RoleTitle, j.Name), p.Label(styles.RoleWarn, j.Odd))
		}
	}
	for _, u := range all.Unlisted {
		p.parts("", p.Label(styles.RolePlain, u.Path), Words(styles.RoleMuted, model.Counted(u.Files, "file")+" "+u.Why))
	}
	for _, o := range all.NotUnderstood {
		p.parts("", p.Label(styles.RolePlain, o.Path), Words(styles.RoleMuted, o.Kind+", "+o.Why))
	}
	p.unclear(all.Found)
	p.away(all)
}

// placesWidth is how many cells a row has for the paths of a source.
const placesWidth = 30

// places are the first paths of a source, and how many more there are.
func (j jsonSource) places() string {
	n := 1
	for n < len(j.Paths) && len(strings.Join(j.Paths[:n+1], ", ")) <= placesWidth {
		n++
	}
	words := strings.Join(j.Paths[:n], ", ")
	if more := len(j.Paths) - n; more > 0 {
		words += fmt.Sprintf(" and %d more", more)
	}
	return words
}

// counts says how many things a source has, without those that it has none of.
func (j jsonSource) counts() string {
	var words []string
	add := func(n int, noun string) {
		if n > 0 {
			words = append(words, model.Counted(n, noun))
		}
	}
	add(j.Plans, "open plan")
	if j.Finished > 0 {
		words = append(words, fmt.Sprintf("%d finished", j.Finished))
	}
	if j.ProgressNotKept > 0 {
		words = append(words, model.Counted(j.ProgressNotKept, "plan")+" with no progress kept")
	}
	for _, c := range []struct {
		n    int
		noun string
	}{
		{j.Requests, "request"}, {j.Sessions, "session"}, {j.Work, "work item"}, {j.Traces, "trace"}, {j.Lessons, "lesson"}, {len(j.Problems), "problem"},
	} {
		add(c.n, c.noun)
	}
	return cmp.Or(strings.Join(words, ", "), "empty")
}

// unclear lists what was not understood, with its place.
func (p *Output) unclear(found []jsonSource) {
	var rows [][]styles.Span
	for _, j := range found {
		for _, problem := range j.Problems {
			rows = append(rows, []styles.Span{p.Label(styles.RoleTitle, say.Place(problem.Path, problem.Line)), p.Label(styles.RoleBad, problem.Reason)})
		}
	}
	if len(rows) == 0 {
		return
	}
	p.listHead("Not understood:")
	p.Table(rows[:min(len(rows), MostNeeds)])
	if n := len(rows) - MostNeeds; n > 0 {
		p.Say("… and %d more (coldstart list problems)", n)
	}
}

// away names what is not here, and what lies beside.
func (p *Output) away(all Sources) {
	var names []string
	for _, j := range all.NotHere {
		names = append(names, model.Search{Guests: []model.Sought{{Name: j.Name, Signs: j.Paths}}}.Marks()...)
	}
	if len(names) > 0 {
		p.Line()
		for _, l := range folded("Not here: ", names) {
			p.Line(Words(styles.RoleMuted, l))
		}
	}
	if len(all.Beside) > 0 {
		p.Line(Words(styles.RoleMuted, "Also here: "), p.Label(styles.RolePlain, strings.Join(all.Beside, ", ")))
	}
}

// foldedWidth is how many cells a line of many names has.
const foldedWidth = 78

// folded sets names out over lines that begin in one column.
func folded(lead string, names []string) (lines []string) {
	line := lead
	for i, name := range names {
		if i < len(names)-1 {
			name += ", "
		}
		if len(line)+len(name) > foldedWidth && strings.TrimSpace(line) != "" {
			lines, line = append(lines, strings.TrimRight(line, " ")), strings.Repeat(" ", len(lead))
		}
		line += name
	}
	return append(lines, line)
}
