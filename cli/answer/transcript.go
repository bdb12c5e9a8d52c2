package answer

import (
	"cmp"
	"fmt"
	"slices"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/phrase"
)

// Sessions is the answer of coldstart sessions.
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
	// Command resumes it in its folder, empty where nothing does.
	Command string `json:"command"`
	Path    string `json:"path"`
}

func transcriptJSON(s model.Snapshot, t model.Transcript, repository string) jsonTranscript {
	ending, sure := t.State(s.At)
	return jsonTranscript{
		ID: t.Ref().String(), Session: t.ID, Tool: t.Tool, Title: t.Name(), Repository: repository, Folder: t.Dir, Branch: t.Branch,
		Ending: ending.String(), EndingBasis: sure.String(), Batch: t.Batch, Began: stampJSON(t.Began), Last: stampJSON(t.Last),
		Command: t.Command, Path: t.Path,
	}
}

// SessionsJSON answers coldstart sessions. Repositories are where the sessions worked.
func SessionsJSON(s model.Snapshot, repositories []model.Repository) Sessions {
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

// The most rows of the list of sessions, and the most cells of a title in it.
const mostListed, titleWidth = 40, 44

// Sessions lists sessions of agents with how each ended and what resumes it. In gives the
// repository of each as people read it, nil for one repository.
func (p *Output) Sessions(s model.Snapshot, in map[model.Ref]string) {
	var rows [][]styles.Span
	for _, t := range s.Transcripts[:min(len(s.Transcripts), mostListed)] {
		row := []styles.Span{{Text: p.Theme.Brief(t.Name(), titleWidth), Role: styles.RoleTitle}, p.orDash(t.Tool)}
		if in != nil {
			row = append(row, p.orDash(in[t.Ref()]))
		}
		rows = append(rows, append(row, p.orDash(t.Branch), p.ended(s, t), p.when(t.Wrote(), s.At), p.command(t)))
	}
	p.List(rows, "No session of an agent was found")
	if n := len(s.Transcripts) - mostListed; n > 0 {
		p.Say("… and %d older, which --json lists", n)
	}
	if n := s.TranscriptsLeft; n > 0 {
		p.Say("Not read: %s", model.Counted(n, "older session"))
	}
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
	return Words(role, phrase.Ended(ending)+", "+phrase.Sure(sure))
}

func (p *Output) command(t model.Transcript) styles.Span {
	if t.Command == "" {
		return Words(styles.RoleMuted, "-")
	}
	return p.Exact(styles.RoleCode, t.Command)
}

// Repositories lists where agents worked, by what their sessions say.
func (p *Output) Repositories(s model.Snapshot, all []model.Repository, shown func(dir string) string) {
	var rows [][]styles.Span
	temporary, folds := 0, slices.ContainsFunc(all, func(r model.Repository) bool { return !r.Temporary })
	for _, r := range all {
		if r.Temporary && folds {
			temporary++
			continue
		}
		waits, dead, _ := r.Count(s.At)
		rows = append(rows, []styles.Span{
			p.Exact(styles.RoleTitle, cmp.Or(shown(r.Dir), "no folder")), Words(styles.RolePlain, model.Counted(len(r.Sessions), "session")),
			counted(styles.RoleWarn, waits, "waits for you", "wait for you"), counted(styles.RoleBad, dead, "cut off", "cut off"), p.when(r.Last(), s.At),
		})
	}
	p.List(rows, "No session of an agent was found")
	if temporary > 0 {
		p.Say("… and %s", model.Counted(temporary, "temporary folder"))
	}
}

// counted says how many there are, a dash for none.
func counted(role styles.Role, n int, one, several string) styles.Span {
	switch n {
	case 0:
		return Words(styles.RoleMuted, "-")
	case 1:
		return Words(role, "1 "+one)
	}
	return Words(role, fmt.Sprintf("%d %s", n, several))
}

// lastSession says where the last session stopped, for where no plan tells what comes next.
func (p *Output) lastSession(s model.Snapshot) {
	t, ok := s.LastSession()
	if !ok {
		return
	}
	e, _ := t.State(s.At)
	p.Line(Words(styles.RoleMuted, "Last session: "), p.Label(styles.RolePlain, t.Called()), Words(styles.RoleMuted, ", "+phrase.Ended(e)+", "+board.Ago(s.At, t.Wrote())))
	if t.Command != "" {
		p.Line(Words(styles.RoleMuted, "Go on with: "), p.Label(styles.RolePlain, t.Command))
	}
}
