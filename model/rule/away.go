package rule

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"coldstart/model"
)

// Away is what happened since the operator looked last. Nothing in it is about money: no transcript says for certain
// what an answer cost.
type Away struct {
	// Since is the last look, At the time of the answer.
	Since, At time.Time
	// Sessions are those that ran in between, the one that began first comes first.
	Sessions []AwaySession
	// Done are steps of plans and results of journals, the plans first. Git has the commits and what is not committed,
	// nil until git was asked.
	Done []AwayDone
	Git  *model.LeftInGit
	// ToCheck is what went wrong since, Asks what has been asked since; both are rows of the queue.
	ToCheck, Asks []model.Attention
	// Files counts the files that the sessions edited, each once, with the lines of their edits.
	Files, Added, Removed int
	// Tokens are those of all answers. Counted counts the transcripts that say how many, Written all. AtLeast is true
	// where a transcript says nothing or was not read as a whole.
	Tokens           model.Tokens
	Counted, Written int
	AtLeast          bool
}

// AwaySession is a session since the last look.
type AwaySession struct {
	Ref  model.Ref
	Name string
	// Tool is the program that wrote its transcript, empty for a session that only the event log has.
	Tool   string
	Ending model.Ending
	// Orphan is true for a session of the event log that never ended.
	Orphan bool
	// Asks is what it waits for, Trouble the error that was its last answer.
	Asks, Trouble string
	// Gate is true for one that waits at the gate.
	Gate bool
	// Began and Last are its first and last line; they may lie before the last look.
	Began, Last time.Time
	// Files, Added and Removed count its edits, Calls its calls of tools, Tokens those of its answers: all since the
	// last look. Counted is true if its transcript says how many tokens, AtLeast if there may be more.
	Files, Calls, Added, Removed int
	Tokens                       model.Tokens
	Counted, AtLeast             bool
	Beats                        []model.Beat
	edited                       []string
	// Results and Steps are what only this session can have brought: no other one ran then.
	Results []string
	Steps   []int
}

// AwayDone is what was finished: steps of a plan, or an entry of a journal.
type AwayDone struct {
	Ref model.Ref
	// ID is that of the plan or the entry.
	ID    string
	Steps []int
	// Words are what was written about it: a line for each step, or the title of the entry.
	Words   []string
	Outcome model.Outcome
	At      time.Time
}

// Happened reports whether there is anything to tell.
func (a Away) Happened() bool {
	commits, _ := a.Commits()
	return len(a.Sessions)+len(a.Done)+len(commits)+len(a.ToCheck)+len(a.Asks) > 0
}

// Long is how long the operator was away.
func (a Away) Long() time.Duration { return a.At.Sub(a.Since) }

// Count counts the sessions that ended in some ways.
func (a Away) Count(is func(AwaySession) bool) int {
	return len(model.Where(a.Sessions, func(o *AwaySession) bool { return is(*o) }))
}

// Broke reports a session that did not come to its end.
func (o AwaySession) Broke() bool { return o.Ending.Dead() || o.Orphan }

// AwaySince says what happened since a time, by what the snapshot has; queue is its NeedsYou.
func AwaySince(s model.Snapshot, since time.Time, queue []model.Attention) Away {
	a := Away{Since: since, At: s.At}
	a.written(s)
	a.logged(s)
	slices.SortStableFunc(a.Sessions, func(x, y AwaySession) int {
		return cmp.Or(x.Began.Compare(y.Began), x.Last.Compare(y.Last), cmp.Compare(x.Name, y.Name))
	})
	a.steps(s)
	a.results(s)
	a.needs(s, queue)
	return a
}

// needs adds the rows of the queue that are new or changed, and the requests that are gone.
func (a *Away) needs(s model.Snapshot, queue []model.Attention) {
	news := map[model.Ref]model.News{}
	for _, n := range a.requestNews(s) {
		if news[n.Ref] = n; n.Kind == model.NewsGone {
			a.ToCheck = append(a.ToCheck, model.Attention{Ref: n.Ref, What: n.Was.Title, Why: []model.Reason{model.Because(model.BecauseGoneLately)}})
		}
	}
	for _, n := range queue {
		_, pending := s.Request(n.Ref.Path)
		if !a.within(n.Since) {
			is, isNews := news[n.Ref]
			// Nobody knows when a file came that somebody wrote among the decided ones.
			if unknown := n.Since.IsZero() && n.Ref.Kind == model.KindRequest && !pending; !isNews && !unknown {
				continue
			}
			// Its own time is not when it came or changed.
			if n.Since = (time.Time{}); pending && is.Kind == model.NewsChanged {
				n.Why = slices.Insert(slices.Clone(n.Why), 0, model.Because(model.BecauseChangedLately))
			}
		}
		if pending || Urgency(n) != model.UrgencyCheck {
			a.Asks = append(a.Asks, n)
		} else {
			a.ToCheck = append(a.ToCheck, n)
		}
	}
}

// requestNews is what changed about requests since the last look, nil if that was before the time that a tells of: the
// time of a moved or changed file does not say when it was moved.
func (a *Away) requestNews(s model.Snapshot) []model.News {
	if s.LastLook.At.Before(a.Since) {
		return nil
	}
	return model.Where(News(s), func(n *model.News) bool { return n.Ref.Kind == model.KindRequest })
}

// Commits are those since the last look, as far as they are known, and how many more there are at least.
func (a Away) Commits() (known []model.Commit, more int) {
	if a.Git == nil {
		return nil, 0
	}
	return a.Git.Commits, a.Git.MoreCommits
}

// within reports whether a time lies after the last look and not ahead.
func (a Away) within(at time.Time) bool { return at.After(a.Since) && !at.After(a.At) }

// written adds the sessions that agents' programs wrote down.
func (a *Away) written(s model.Snapshot) {
	files := map[string]bool{}
	for _, t := range s.Transcripts {
		ending, _ := t.State(s.At)
		if !a.within(t.Wrote()) && ending != model.EndingRuns {
			continue
		}
		o := AwaySession{
			Ref: t.Ref(), Name: t.Called(), Tool: t.Tool, Ending: ending, Trouble: t.Trouble, Gate: t.Deferred,
			Began: cmp.Or(t.Began.Time, t.Wrote()), Last: t.Wrote(), Counted: t.Counted, AtLeast: t.Partial || !t.Counted,
		}
		if ending == model.EndingWaits {
			o.Asks = t.AsksFor()
		}
		whole := o.Began.After(a.Since)
		for _, b := range t.Beats {
			if !whole && !a.within(b.At.Add(time.Minute-1)) {
				continue
			}
			o.Beats = append(o.Beats, b)
			o.Calls, o.Added, o.Removed, o.Tokens = o.Calls+b.Calls, o.Added+b.Added, o.Removed+b.Removed, o.Tokens.Plus(b.Tokens)
		}
		for i, name := range t.Touched {
			if whole || i < len(t.TouchedAt) && a.within(t.TouchedAt[i]) {
				if o.Files++; !strings.HasPrefix(name, "/") {
					name = t.Dir + "/" + name
				}
				files[name] = true
				o.edited = append(o.edited, name)
			}
		}
		a.Written++
		if a.Added, a.Removed, a.Tokens = a.Added+o.Added, a.Removed+o.Removed, a.Tokens.Plus(o.Tokens); o.Counted {
			a.Counted++
		}
		a.AtLeast = a.AtLeast || o.AtLeast
		a.Sessions = append(a.Sessions, o)
	}
	a.Files = len(files)
}

// logged adds the sessions that only the event log has.
func (a *Away) logged(s model.Snapshot) {
	current, isOne := s.Events.CurrentSession()
	for i, o := range s.Events.Sessions {
		if _, told := s.Written(o.Ref()); told || o.Starts == 0 || !a.within(o.Until().Time) {
			continue
		}
		out := AwaySession{Ref: o.Ref(), Name: "Session " + o.Label, Began: o.Started.Time, Last: o.Until().Time, Ending: model.EndingDone}
		switch {
		case o.Open() && (isOne && i == s.Events.Current && current.Key == o.Key || o.MaybeLive(s.At)):
			out.Ending = model.EndingRuns
		case o.Open():
			out.Ending, out.Orphan = model.EndingUnknown, true
		}
		a.Sessions = append(a.Sessions, out)
	}
}

// steps adds the steps of plans that their logs say were done.
func (a *Away) steps(s model.Snapshot) {
	for _, p := range s.Plans {
		if p.Older || !slices.ContainsFunc(p.Log, func(e model.LogEntry) bool { return a.within(e.At.Time) }) {
			continue
		}
		d := AwayDone{Ref: p.Ref(), ID: p.ID}
		for _, step := range p.Steps {
			e, ok := p.Finished(step.Number)
			if !ok || !step.Done() || !a.within(e.At.Time) {
				continue
			}
			d.Steps, d.Words = append(d.Steps, step.Number), append(d.Words, step.Text)
			if e.At.Time.After(d.At) {
				d.At = e.At.Time
			}
			if o := a.only(e.At.Time, p.Path); o != nil {
				o.Steps = append(o.Steps, step.Number)
			}
		}
		if len(d.Steps) > 0 {
			a.Done = append(a.Done, d)
		}
	}
}

// results adds the entries of journals that say how an attempt ended.
func (a *Away) results(s model.Snapshot) {
	for _, p := range s.Research.Problems {
		for _, e := range p.Journal.Entries {
			outcome := e.Result()
			if outcome == model.OutcomeNone || outcome == model.OutcomeInProgress || !a.within(e.At.Time) {
				continue
			}
			a.Done = append(a.Done, AwayDone{Ref: e.Ref(), ID: e.ID, Words: []string{e.Title}, Outcome: outcome, At: e.At.Time})
			if o := a.only(e.At.Time, e.Path); o != nil {
				o.Results = append(o.Results, e.ID)
			}
		}
	}
}

// only is the session that ran at a time and edited a file, nil where several did, or none: that a session ran
// alone does not make the work its own.
func (a *Away) only(at time.Time, file string) (only *AwaySession) {
	for i := range a.Sessions {
		o := &a.Sessions[i]
		until := o.Last.Add(time.Minute)
		if o.Ending == model.EndingRuns {
			until = a.At
		}
		if at.Before(o.Began) || at.After(until) || !slices.ContainsFunc(o.edited, func(name string) bool { return strings.HasSuffix("/"+name, "/"+file) }) {
			continue
		}
		if only != nil {
			return nil
		}
		only = o
	}
	return only
}

// Ember is where somebody goes on: when the newest session that asks or broke wrote last, zero for none.
func (a Away) Ember() (at time.Time) {
	for _, o := range a.Sessions {
		if (o.Ending == model.EndingWaits || o.Broke()) && o.Last.After(at) {
			at = o.Last
		}
	}
	return at
}
