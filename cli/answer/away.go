package answer

import (
	"strings"

	"coldstart/cli/say"
	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/rule"
	"coldstart/styles"
	"coldstart/styles/signs"
)

// Away is the answer of coldstart status --since.
type Away struct {
	Head
	Since Time `json:"since"`
	// Sessions ran since then, the one that began first comes first.
	Sessions []jsonAwaySession `json:"sessions"`
	Done     []jsonAwayDone    `json:"done"`
	// Failed and Asks are what went wrong and what was asked since then, as in needs_you.
	Failed []Need `json:"failed"`
	Asks   []Need `json:"asks"`
	// InGit has the commits since then and what is not committed.
	InGit *jsonInGit `json:"in_git"`
	// Files counts the files that the sessions edited, each once; AddedLines and RemovedLines are those of their edits.
	Files        int `json:"files"`
	AddedLines   int `json:"added_lines"`
	RemovedLines int `json:"removed_lines"`
	// Tokens is null where no transcript says how many. TokensFrom counts the transcripts that do, Transcripts all.
	Tokens      *jsonTokens `json:"tokens"`
	TokensFrom  int         `json:"tokens_from"`
	Transcripts int         `json:"transcripts"`
}

// jsonTokens are the tokens of answers: input without what came from a cache or went to one. AtLeast is true where a
// transcript has no counts or was not read as a whole.
type jsonTokens struct {
	Input      int64 `json:"input"`
	CacheWrite int64 `json:"cache_write"`
	CacheRead  int64 `json:"cache_read"`
	Output     int64 `json:"output"`
	AtLeast    bool  `json:"at_least"`
}

// jsonAwaySession is a session since then.
type jsonAwaySession struct {
	ID string `json:"id"`
	// Name is its title, Tool the program, empty for a session that only the event log has.
	Name string `json:"name"`
	Tool string `json:"tool"`
	// Ending is as in the answer of list sessions, Words the same for people, with what came of it.
	Ending string `json:"ending"`
	Words  string `json:"words"`
	// Asks is what it waits for, empty for one that does not.
	Asks         string      `json:"asks"`
	Began        Time        `json:"began"`
	Last         Time        `json:"last"`
	Calls        int         `json:"calls"`
	Files        int         `json:"files"`
	AddedLines   int         `json:"added_lines"`
	RemovedLines int         `json:"removed_lines"`
	Tokens       *jsonTokens `json:"tokens"`
}

// jsonAwayDone is what was finished since then: steps of a plan, or an entry of a journal.
type jsonAwayDone struct {
	ID    string   `json:"id"`
	Name  string   `json:"name"`
	Steps []int    `json:"steps"`
	Texts []string `json:"texts"`
	// Outcome is how the attempt of a journal entry ended, empty for steps.
	Outcome string `json:"outcome"`
	At      Time   `json:"at"`
}

func tokensJSON(t model.Tokens, counted, atLeast bool) *jsonTokens {
	if !counted {
		return nil
	}
	return &jsonTokens{t.In, t.CacheWrite, t.CacheRead, t.Out, atLeast}
}

// AwayJSON answers coldstart status --since.
func AwayJSON(s model.Snapshot, a rule.Away) Away {
	j := Away{
		Head: HeadJSON(s), Since: Time(a.Since), Failed: say.Each(a.ToCheck, NeedJSON), Asks: say.Each(a.Asks, NeedJSON),
		Files: a.Files, AddedLines: a.Added, RemovedLines: a.Removed,
		Tokens: tokensJSON(a.Tokens, a.Counted > 0, a.AtLeast), TokensFrom: a.Counted, Transcripts: a.Written,
		Sessions: say.Each(a.Sessions, func(o rule.AwaySession) jsonAwaySession {
			return jsonAwaySession{
				o.Ref.String(), o.Name, o.Tool, o.Ending.String(), phrase.AwayEnded(o), o.Asks, Time(o.Began), Time(o.Last),
				o.Calls, o.Files, o.Added, o.Removed, tokensJSON(o.Tokens, o.Counted, o.AtLeast),
			}
		}),
		Done: say.Each(a.Done, func(d rule.AwayDone) jsonAwayDone {
			return jsonAwayDone{d.Ref.String(), d.ID, NotNull(d.Steps), d.Words, d.Outcome.Status(), Time(d.At)}
		}),
	}
	if a.Git != nil {
		j.InGit = InGitJSON(*a.Git)
	}
	return j
}

// mostCommitsSaid is how many commits are listed; the others are counted.
const mostCommitsSaid = 3

// Away prints what happened since a time.
func (p *Output) Away(a rule.Away) {
	p.Line(Words(styles.RoleTitle, phrase.AwayHead), Words(styles.RoleMuted, "  "+phrase.Long(a.Long())+", since "+phrase.Moment(a.At, a.Since)))
	if !a.Happened() {
		p.Say("%s.", phrase.NothingRan(a))
		return
	}
	counts := []string{}
	for _, k := range phrase.AwayKinds(a) {
		counts = append(counts, k.Words())
	}
	if counts = append(counts, phrase.AwayTotals(a)...); len(counts) > 0 {
		p.Line(Words(styles.RolePlain, strings.Join(counts, " · ")))
	}
	p.awaySessions(a)
	p.awayDone(a)
	for _, group := range []struct {
		head string
		rows []model.Attention
	}{{"To check", a.ToCheck}, {"Asks you", a.Asks}} {
		var rows [][]styles.Span
		for _, n := range group.rows {
			rows = append(rows, []styles.Span{
				p.Label(styles.RoleTitle, phrase.What(n)), p.Label(styles.RolePlain, phrase.Why(n)), Words(styles.RoleMuted, phrase.Moment(a.At, n.Since)),
			})
		}
		p.awayGroup(group.head, rows)
	}
	for i, l := range p.awayRest(a) {
		if i == 0 {
			p.Line()
		}
		p.Line(l...)
	}
}

// awayRest says what is not committed, and where the number of tokens comes from.
func (p *Output) awayRest(a rule.Away) (lines []styles.Line) {
	if a.Git != nil && len(a.Git.Files) > 0 {
		lines = append(lines, styles.Line{Words(styles.RoleMuted, "Not committed: "), p.Label(styles.RolePlain, phrase.NotCommitted(*a.Git))})
	}
	if from := phrase.TokensFrom(a); from != "" {
		lines = append(lines, styles.Line{Words(styles.RoleMuted, "Tokens: "+from)})
	}
	return lines
}

// awayGroup lists rows under a heading, nothing for none.
func (p *Output) awayGroup(head string, rows [][]styles.Span) {
	if len(rows) > 0 {
		p.Heading(head)
		p.Table(rows)
	}
}

func (p *Output) awaySessions(a rule.Away) {
	var rows [][]styles.Span
	for _, o := range a.Sessions {
		mark, used := signs.AwaySession(o), ""
		if o.Counted {
			used = phrase.Rounded(o.Tokens.Used()) + " tokens"
		}
		rows = append(rows, []styles.Span{
			{Text: p.Theme.MarkSymbol(mark), Role: p.Theme.MarkRole(mark)}, p.Label(styles.RoleTitle, o.Name), p.Label(styles.RolePlain, phrase.AwayEnded(o)),
			Words(styles.RoleMuted, phrase.RanFor(a.At, o)), Words(styles.RolePlain, strings.Join(phrase.AwayEdits(o), " ")), Words(styles.RolePlain, used),
		})
	}
	p.awayGroup("Sessions", rows)
}

func (p *Output) awayDone(a rule.Away) {
	var rows [][]styles.Span
	for _, d := range a.Done {
		rows = append(rows, []styles.Span{p.Label(styles.RoleTitle, d.ID), p.Label(styles.RolePlain, phrase.AwayDone(d)), Words(styles.RoleMuted, phrase.Moment(a.At, d.At))})
	}
	known, more := a.Commits()
	shown := known[:min(len(known), mostCommitsSaid)]
	for _, c := range shown {
		rows = append(rows, []styles.Span{p.Label(styles.RoleTitle, c.ID), p.Label(styles.RolePlain, c.Subject), Words(styles.RoleMuted, phrase.Moment(a.At, c.At))})
	}
	if p.awayGroup("Done: "+phrase.DoneCounts(a), rows); len(known)+more > len(shown) {
		p.Say("and %s", model.Counted(len(known)+more-len(shown), "more commit"))
	}
}
