package answer

import (
	"fmt"
	"strings"
	"time"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/view"
	"coldstart/styles"
)

// jsonEvent is one thing that happened in a session.
type jsonEvent struct {
	At jsonStamp `json:"at"`
	// Act is what it is: you, agent, stop, sum up, trouble, shell, read, edit, search, web, ask, plan,
	// hand or tool; event for a line of an event log.
	Act string `json:"act"`
	// Type is the name in the log, or that of the tool.
	Type string `json:"type"`
	// Says are its words, or what a call was about. Came is what came of it in a few words, Result
	// its outcome: pass, fail or as written.
	Says   string `json:"says"`
	Came   string `json:"came"`
	Result string `json:"result"`
	// Added and Removed are the lines that an edit changed.
	Added   int `json:"added"`
	Removed int `json:"removed"`
	// Open is true for a call without a result, and a question without an answer.
	Open bool `json:"open"`
	// NotRead is the number of bytes before the next event that were not read, Skipped that of lines.
	NotRead int64 `json:"not_read"`
	Skipped int   `json:"skipped"`
}

func eventsJSON(s model.Snapshot, events []model.Event) []jsonEvent {
	all := []jsonEvent{}
	for _, e := range events {
		j := jsonEvent{
			At: stampJSON(e.At), Act: e.Act.String(), Type: e.Type, Says: e.Says, Came: e.Came, Result: e.Result, Added: e.Added, Removed: e.Removed,
			Open: e.Open, NotRead: e.Gap, Skipped: e.Skipped,
		}
		if told := view.Tell(s, []model.Event{e}); e.Act == model.ActNone && len(told) == 1 {
			j.Says, j.Came = told[0].Says, told[0].Came
		}
		all = append(all, j)
	}
	return all
}

// course writes what happened in a session, a line for each event; many calls of one sort are one.
func (p *Output) course(s model.Snapshot, events []model.Event) {
	for _, t := range view.Tell(s, model.Folded(events)) {
		if t.Event == nil {
			p.Line(Words(styles.RoleMuted, "       "+t.Quiet))
			continue
		}
		line := styles.Line{Words(styles.RoleMuted, fmt.Sprintf("%-5s  ", t.Clock)), Words(styles.RoleAccent, fmt.Sprintf("%-7s ", t.Sort)), p.Label(styles.RolePlain, t.Says)}
		for _, more := range phrase.NotEmpty(t.Came, t.Outcome()) {
			line = append(line, Words(styles.RoleMuted, "  "), p.Label(styles.RoleMuted, more))
		}
		p.Line(line...)
	}
}

// jsonInGit is what a session left in the git repository of its folder.
type jsonInGit struct {
	Folder string `json:"folder"`
	// Branch is empty for a commit that is on none.
	Branch string `json:"branch"`
	// Commits are those since the session began, the newest first; MoreCommits are not listed.
	Commits     []jsonCommit      `json:"commits"`
	MoreCommits int               `json:"more_commits"`
	Files       []jsonUncommitted `json:"uncommitted"`
	MoreFiles   int               `json:"more_uncommitted"`
	// Unknown says why nothing of this is known, empty if it is.
	Unknown string `json:"unknown"`
}

type jsonCommit struct {
	ID      string `json:"id"`
	Author  string `json:"author"`
	Subject string `json:"subject"`
	At      Time   `json:"at"`
}

// jsonUncommitted is a file that differs from the last commit, by its path from the top of the
// repository.
type jsonUncommitted struct {
	Path string `json:"path"`
	// Change is changed, new, gone or in conflict.
	Change  string `json:"change"`
	Added   int    `json:"added"`
	Removed int    `json:"removed"`
	// Untouched is true for one that was last written before the session began.
	Untouched bool `json:"untouched"`
}

// InGitJSON is what a session left in git.
func InGitJSON(left model.LeftInGit) *jsonInGit {
	j := &jsonInGit{
		Folder: left.Dir, Branch: left.Branch, Commits: []jsonCommit{}, MoreCommits: left.MoreCommits,
		Files: []jsonUncommitted{}, MoreFiles: left.MoreFiles, Unknown: left.None,
	}
	for _, c := range left.Commits {
		j.Commits = append(j.Commits, jsonCommit{c.ID, c.Author, c.Subject, Time(c.At)})
	}
	for _, f := range left.Files {
		j.Files = append(j.Files, jsonUncommitted(f))
	}
	return j
}

// InGit writes what a session left in git.
func (p *Output) InGit(s model.Snapshot, left model.LeftInGit) {
	p.Heading("Its changes in git")
	if left.None != "" {
		p.Line(Words(styles.RolePlain, "Nothing is known: "), p.Label(styles.RolePlain, left.None), Words(styles.RolePlain, "."))
		return
	}
	on := "on no branch"
	if left.Branch != "" {
		on = "branch " + left.Branch
	}
	p.Line(p.Label(styles.RolePlain, strings.Join([]string{
		on, countedSince(len(left.Commits) + left.MoreCommits), model.Counted(len(left.Files)+left.MoreFiles, "file") + " uncommitted",
	}, ", ")))
	var rows [][]styles.Span
	for _, c := range left.Commits {
		rows = append(rows, []styles.Span{Words(styles.RoleMuted, ""), p.Label(styles.RoleAccent, c.ID), p.commitTime(s.At, c.At), p.Label(styles.RolePlain, c.Subject)})
	}
	p.Table(rows)
	rows = nil
	for _, f := range left.Files {
		lines := ""
		if f.Added+f.Removed > 0 {
			lines = fmt.Sprintf("+%d −%d", f.Added, f.Removed)
		}
		if f.Untouched {
			lines = strings.TrimSpace(lines + "  not touched since it began")
		}
		rows = append(rows, []styles.Span{Words(styles.RoleMuted, ""), Words(styles.RoleMuted, f.Change), p.Exact(styles.RolePlain, f.Path), Words(styles.RoleMuted, lines)})
	}
	p.Table(rows)
	if left.MoreCommits+left.MoreFiles > 0 {
		p.Say("More than that is not listed.")
	}
}

func (p *Output) commitTime(now, at time.Time) styles.Span {
	if p.forPerson {
		return Words(styles.RoleMuted, phrase.Moment(now, at))
	}
	return Words(styles.RoleMuted, model.FormatUTC(at))
}

func countedSince(commits int) string {
	if commits == 0 {
		return "nothing committed since it began"
	}
	return model.Counted(commits, "commit") + " since it began"
}
