package answer

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"coldstart/cli/say"
	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/styles"
	"coldstart/styles/signs"
)

// Sessions is the answer of coldstart list sessions.
type Sessions struct {
	// Head has no vault for sessions of all repositories.
	Head
	// Sessions are those that agents' programs keep, the newest first.
	Sessions []jsonTranscript `json:"sessions"`
	// Left counts older ones that were not read.
	Left int `json:"left"`
	// Problems are what could not be read of the folders in which programs keep them.
	Problems []jsonProblem `json:"problems"`
}

// jsonTranscript is a session as the program of an agent wrote it down.
type jsonTranscript struct {
	ID string `json:"id"`
	// Session is its id in its program.
	Session string `json:"session"`
	Tool    string `json:"tool"`
	Title   string `json:"title"`
	// Repository is the folder of the repository in which it worked; with --all by the names of
	// folders, which are not looked at. Folder is the one in which it worked.
	Repository string `json:"repository"`
	Folder     string `json:"folder"`
	Branch     string `json:"branch"`
	// Ending is how it ended: running, waits, cut-off-in-tool, cut-off-in-writing, unanswered,
	// stopped, your-turn, done or unknown. EndingBasis says how that is known: declared, derived
	// from its file, or guessed.
	Ending      string `json:"ending"`
	EndingBasis string `json:"ending_basis"`
	// Batch is true for a run without a person at the screen.
	Batch bool      `json:"batch"`
	Began jsonStamp `json:"began"`
	Last  jsonStamp `json:"last"`
	// Command resumes it in its folder, or elsewhere where FolderGone says that it is gone; empty where nothing does, and for one
	// that runs.
	Command    string `json:"command"`
	FolderGone bool   `json:"folder_gone"`
	Path       string `json:"path"`
	// Reason says why it needs somebody, Questions what it asks, OpenCall in which call it was cut off or waits. Error is the one
	// that stands for the answer.
	Reason    string   `json:"reason"`
	Questions []string `json:"questions"`
	OpenCall  string   `json:"open_call"`
	Error     string   `json:"error"`
}

func transcriptJSON(s model.Snapshot, t model.Transcript, repository string) jsonTranscript {
	ending, sure := t.State(s.At)
	j := jsonTranscript{
		ID: t.Ref().String(), Session: t.ID, Tool: t.Tool, Title: t.Name(), Repository: repository, Folder: t.Dir, Branch: t.Branch,
		Ending: ending.String(), EndingBasis: sure.String(), Batch: t.Batch, Began: stampJSON(t.Began), Last: stampJSON(t.Last),
		Command: t.Resume(s.At), FolderGone: t.Away, Path: t.Path, Reason: phrase.Reason(t.Why(s.At)), Questions: asksOf(s, t),
	}
	if t.Call.Open {
		j.OpenCall = phrase.Call(t.Call)
	}
	if ending == model.EndingUnanswered {
		j.Error = t.Trouble
	}
	return j
}

// asksOf is what a session asks the operator, none for most.
func asksOf(s model.Snapshot, t model.Transcript) []string {
	ending, _ := t.State(s.At)
	switch {
	case ending != model.EndingWaits:
		return []string{}
	case t.Plan != "":
		return []string{t.Plan}
	case len(t.Questions) > 0:
		return say.Each(t.Questions, func(q model.Question) string { return q.Text })
	}
	return []string{t.AsksFor()}
}

// SessionsJSON answers coldstart list sessions. Repositories are where the sessions worked.
func SessionsJSON(s model.Snapshot, repositories []rule.Repository) Sessions {
	in := map[model.Ref]string{}
	for _, r := range repositories {
		for _, t := range r.Sessions {
			in[t.Ref()] = r.Dir
		}
	}
	j := Sessions{Head: HeadJSON(s), Left: s.TranscriptsLeft, Sessions: []jsonTranscript{}, Problems: []jsonProblem{}}
	for _, t := range s.Transcripts {
		j.Sessions = append(j.Sessions, transcriptJSON(s, t, in[t.Ref()]))
	}
	for _, p := range s.Problems {
		j.Problems = append(j.Problems, problemJSON(p))
	}
	return j
}

// The most sessions of a list, the fewest and the most cells of a title in it, and those of a line.
const mostListed, leastTitle, mostTitle, lineWidth = 40, 24, 44, 80

// entry is a thing in a list of sessions: a line says what it is and what became of it, another
// more about it, and the last one is the command that resumes it.
type entry struct {
	mark    styles.Mark
	title   string
	state   styles.Span
	at      time.Time
	about   []styles.Span
	command string
}

// entries writes a heading and entries, wrapped but for their commands, which are to be copied.
func (p *Output) entries(heading string, now time.Time, all []entry) {
	p.Line(Words(styles.RoleMuted, heading))
	for _, e := range all {
		p.Line()
		became := styles.Line{Words(styles.RoleMuted, " — "), e.state}
		if !e.at.IsZero() {
			became = append(became, Words(styles.RoleMuted, " — "+phrase.AgoWords(now.Sub(e.at))))
		}
		title := p.Theme.Brief(e.title, min(max(lineWidth-4-became.Width(), leastTitle), mostTitle))
		p.hanging(styles.Join(styles.Line{
			{Text: p.Theme.MarkSymbol(e.mark), Role: p.Theme.MarkRole(e.mark)}, Words(styles.RolePlain, " "), {Text: title, Role: styles.RoleTitle},
		}, became), false)
		var about styles.Line
		for _, part := range e.about {
			switch {
			case part.Text.Width() == 0:
				continue
			case len(about) > 0:
				about = append(about, Words(styles.RoleMuted, " · "))
			}
			about = append(about, part)
		}
		p.hanging(about, true)
		if e.command != "" {
			p.Line(Words(styles.RolePlain, "  "), p.Exact(styles.RoleCode, e.command))
		}
	}
}

// hanging writes a line that goes on under its text; within, it begins there too.
func (p *Output) hanging(l styles.Line, within bool) {
	for i, row := range l.Wrap(lineWidth - 2) {
		if within || i > 0 {
			row = append(styles.Line{Words(styles.RolePlain, "  ")}, row...)
		}
		p.Line(row...)
	}
}

// Sessions lists sessions of agents with how each ended and what resumes it. In gives the
// repository of each as people read it, nil for one repository.
func (p *Output) Sessions(s model.Snapshot, in map[model.Ref]string) {
	var all []entry
	for _, t := range s.Transcripts[:min(len(s.Transcripts), mostListed)] {
		e := entry{
			mark: signs.Session(s, t), title: t.Name(), state: p.ended(s, t), at: t.Wrote(),
			about: p.aboutSession(s, t), command: t.Resume(s.At),
		}
		if dir := in[t.Ref()]; dir != "" {
			e.about = append(e.about, p.Exact(styles.RoleMuted, dir))
		}
		all = append(all, e)
	}
	if len(all) == 0 {
		p.Say("No session was found.")
	} else {
		p.entries("Sessions of agents, the newest first; coldstart show ID tells what one did", s.At, all)
	}
	if n := len(s.Transcripts) - mostListed; n > 0 {
		p.Line()
		p.Say("… and %d older, which --json lists", n)
	}
	if n := s.TranscriptsLeft; n > 0 {
		p.Say("Not read: %s", model.Counted(n, "older session"))
	}
}

// aboutSession names a session, its program and its branch.
func (p *Output) aboutSession(s model.Snapshot, t model.Transcript) []styles.Span {
	about := []styles.Span{p.Exact(styles.RoleMuted, s.ShortID(t)), p.Label(styles.RoleMuted, t.Tool)}
	if t.Branch != "" {
		about = append(about, p.Label(styles.RoleMuted, t.Branch))
	}
	return about
}

// ended says how a session ended, and how that is known.
func (p *Output) ended(s model.Snapshot, t model.Transcript) styles.Span {
	ending, sure := t.State(s.At)
	role := styles.RolePlain
	switch {
	case ending.Dead():
		role = styles.RoleBad
	case ending == model.EndingWaits:
		role = styles.RoleWarn
	}
	return Words(role, phrase.EndedOf(ending, t)+", "+phrase.SureOf(t, ending, sure))
}

// Repositories lists where agents worked, by what their sessions say.
func (p *Output) Repositories(s model.Snapshot, all []rule.Repository, shown func(dir string) string) {
	heading := func(text string) styles.Span { return Words(styles.RoleMuted, text) }
	rows := [][]styles.Span{{heading("Last"), heading("Sessions"), heading("Wait"), heading("Interrupted"), heading("Repository")}}
	temporary, folds := 0, slices.ContainsFunc(all, func(r rule.Repository) bool { return !r.Temporary })
	for _, r := range all {
		if r.Temporary && folds {
			temporary++
			continue
		}
		waits, dead, _ := r.Count(s.At)
		rows = append(rows, []styles.Span{
			Words(styles.RoleMuted, phrase.Ago(s.At.Sub(r.Last()))), Words(styles.RolePlain, strconv.Itoa(len(r.Sessions))),
			counted(styles.RoleWarn, waits), counted(styles.RoleBad, dead), p.Exact(styles.RoleTitle, cmp.Or(shown(r.Dir), "no folder")),
		})
	}
	if len(rows) > 1 {
		p.Table(rows)
	}
	if temporary > 0 {
		p.Say("… and %s", model.Counted(temporary, "temporary folder"))
	}
}

// counted is a number, a dash for none.
func counted(role styles.Role, n int) styles.Span {
	if n == 0 {
		return Words(styles.RoleMuted, "-")
	}
	return Words(role, strconv.Itoa(n))
}

// lastSession says where the last session stopped, for where no plan tells what comes next.
func (p *Output) lastSession(s model.Snapshot) {
	t, ok := s.LastSession()
	if !ok {
		return
	}
	e, _ := t.State(s.At)
	p.Line(Words(styles.RoleMuted, "Last session: "), p.Label(styles.RolePlain, t.Called()), Words(styles.RoleMuted, ", "+phrase.EndedOf(e, t)+", "+phrase.AgeWords(s.At, t.Wrote())))
	if resume := t.Resume(s.At); resume != "" {
		p.Line(Words(styles.RoleMuted, "Resume with: "), p.Label(styles.RolePlain, resume))
	}
}
