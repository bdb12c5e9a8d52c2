package board

import (
	"cmp"
	"fmt"
	"path"
	"strings"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/styles"
	"coldstart/tui/draw"
	"coldstart/tui/list"
	"coldstart/tui/thread"
)

// mostListed is how many sessions a section shows that nobody needs to look at. A filter finds the
// others.
const mostListed = 20

// The sections of the sessions that agents' programs wrote down, in the order of the page.
const (
	waitingForYou = iota
	cutOff
	notOnHome
	yourTurn
	runningNow
	overNow

	sectionCount
)

// sectionNames are their headings.
var sectionNames = [sectionCount]string{
	"Waiting for you", "Cut off", "Cut off, not on Home", "Your turn", "Running", "Stopped and done, newest first",
}

// sectionOf is where a session stands.
func sectionOf(s model.Snapshot, t model.Transcript) int {
	e, _ := t.State(s.At)
	switch {
	case e == model.EndingRuns:
		return runningNow
	case t.NeedsYou(s.At) && e == model.EndingWaits:
		return waitingForYou
	case t.NeedsYou(s.At):
		return cutOff
	case t.Minor(s.At):
		return notOnHome
	case e == model.EndingYourTurn && t.Acked.IsZero() && !t.GoneOn && !t.Batch:
		return yourTurn
	}
	return overNow
}

// transcriptRows are the rows of each section, newest first.
func transcriptRows(b *Board) (sections [sectionCount][]list.Row) {
	s := b.Snapshot
	for _, t := range b.apart {
		at := sectionOf(s, t)
		sections[at] = append(sections[at], transcriptRow(s, t, at))
	}
	for at := range sections {
		rows := sections[at]
		name := sectionNames[at]
		if at != overNow {
			name = fmt.Sprintf("%s %d", name, len(rows))
		}
		if most := mostListed; at != waitingForYou && at != cutOff && at != overNow && len(rows) > most {
			name += fmt.Sprintf(", newest %d", most)
			for i := range rows[most:] {
				rows[most+i].Folded = true
			}
		}
		for i := range rows {
			rows[i].Section = name
		}
	}
	return sections
}

func transcriptRow(s model.Snapshot, t model.Transcript, section int) list.Row {
	r := list.Row{
		Ref: t.Ref(), Mark: SessionMark(s, t), What: t.Called(), Who: t.Tool, Why: transcriptWhy(s, t), Since: t.Wrote(),
		Words:  strings.Join(phrase.NotEmpty(t.ID, t.Branch, t.Prompt, t.Said, t.Call.Says, t.Dir, t.PlanFile, strings.Join(t.Touched, " ")), " "),
		Folded: section == overNow,
	}
	if section == cutOff {
		r.Group.Key = "cut off"
	}
	return r
}

// SessionMark is the mark of how a session ended.
func SessionMark(s model.Snapshot, t model.Transcript) styles.Mark {
	e, _ := t.State(s.At)
	return endMarks[e]
}

// transcriptWhy says in a row how a session ended, and what became of it since.
func transcriptWhy(s model.Snapshot, t model.Transcript) string {
	e, _ := t.State(s.At)
	switch {
	case t.NeedsYou(s.At):
		return phrase.InRow(t.Attention(s.At))
	case !t.Acked.IsZero():
		return phrase.EndedOf(e, t) + ", you know"
	case t.GoneOn:
		return phrase.EndedOf(e, t) + ", gone on"
	case t.Redone:
		return phrase.EndedOf(e, t) + ", run again since"
	case t.Batch:
		return phrase.EndedOf(e, t) + ", run by a script"
	}
	return phrase.EndedOf(e, t)
}

// WrittenFacts are about a session that an agent's program wrote down.
func WrittenFacts(s model.Snapshot, t model.Transcript) []Fact {
	e, sure := t.State(s.At)
	role := styles.RolePlain
	switch {
	case e.Dead():
		role = styles.RoleBad
	case e == model.EndingWaits:
		role = styles.RoleWarn
	}
	facts := []Fact{
		{"Title", t.Called(), styles.RoleTitle},
		{"State", phrase.EndedOf(e, t) + ", " + phrase.SureOf(e, sure), role},
		{"Go on with", t.Command, styles.RoleEmphasis},
	}
	facts = append(facts, openFacts(e, t)...)
	if e == model.EndingUnanswered {
		facts = append(facts, Fact{"Error", t.Trouble, styles.RoleBad})
	}
	if e != model.EndingInTool && e != model.EndingWaits {
		facts = append(facts, Fact{"Last did", phrase.Call(t.Call), styles.RolePlain})
	}
	facts = append(facts,
		Fact{"You said", t.Prompt, styles.RolePlain}, Fact{"It said", t.Said, styles.RolePlain},
		Fact{"Edited", filesWords(t.Touched), styles.RolePlain}, Fact{"Plan file", t.PlanFile, styles.RolePlain},
		Fact{"Began", phrase.StampWords(s.At, t.Began), styles.RolePlain}, Fact{"Last word", phrase.When(s.At, t.Wrote()), styles.RolePlain},
		Fact{"Known", knownOf(s, t), styles.RoleMuted},
		Fact{"Program", strings.Join(phrase.NotEmpty(t.Tool, t.Version), " "), styles.RolePlain},
		Fact{"Folder", t.Dir, styles.RolePlain}, Fact{"Branch", t.Branch, styles.RolePlain},
		Fact{"In all", phrase.Counts(t), styles.RolePlain}, Fact{"Careful", phrase.NotUnderstood(t), styles.RoleMuted},
	)
	return append(facts, Fact{fileLabel, t.Path, styles.RolePlain})
}

// factsOfSession are about a session, as the event log or its program has it, or both; nil for none.
func factsOfSession(s model.Snapshot, ref model.Ref) []Fact {
	if t, ok := s.Transcript(ref); ok {
		return WrittenFacts(s, t)
	}
	o, logged := s.Session(ref)
	switch t, written := s.Written(ref); {
	case logged && written:
		return append(WrittenFacts(s, t), loggedFacts(s, o, t)...)
	case logged:
		return sessionFacts(s, o)
	}
	return nil
}

// loggedFacts are what the event log adds to what the transcript of a session says.
func loggedFacts(s model.Snapshot, o model.Session, t model.Transcript) (facts []Fact) {
	for _, f := range sessionFacts(s, o) {
		switch {
		case f.heads(), f.Label == "Started", f.Label == "State" && t.Runs(s.At):
			continue
		case f.Label == "State":
			f.Label = "In the log"
		}
		facts = append(facts, f)
	}
	return facts
}

// openFacts are what stayed open: the call without a result, a question with its answers, a plan.
func openFacts(e model.Ending, t model.Transcript) (facts []Fact) {
	switch {
	case e == model.EndingInTool:
		return []Fact{{"Cut off in", phrase.Call(t.Call), styles.RoleBad}}
	case e != model.EndingWaits:
		return nil
	case t.Plan == "" && len(t.Questions) == 0:
		return []Fact{{"Waits for", t.AsksFor(), styles.RoleWarn}}
	}
	for _, q := range t.Questions {
		facts = append(facts, Fact{"Asks", q.Text, styles.RoleWarn}, Fact{"Answers", strings.Join(q.Options, "; "), styles.RolePlain})
	}
	return append(facts, Fact{"Plan", t.Plan, styles.RoleWarn})
}

// mostFiles is how many edited files are named.
const mostFiles = 6

func filesWords(files []string) string {
	words := strings.Join(files[:min(len(files), mostFiles)], ", ")
	if more := len(files) - mostFiles; more > 0 {
		words += fmt.Sprintf(" and %d more", more)
	}
	return words
}

// knownOf says what is known of a session besides its own words.
func knownOf(s model.Snapshot, t model.Transcript) string {
	var words []string
	if !t.Acked.IsZero() {
		words = append(words, "acknowledged "+phrase.When(s.At, t.Acked))
	}
	if t.GoneOn {
		words = append(words, "another session has gone on from it")
	}
	if t.From != "" {
		words = append(words, "it goes on from session "+t.From)
	}
	switch {
	case t.Redone:
		words = append(words, "run by a script, of which a later run in its folder ended well")
	case t.Batch:
		words = append(words, "run by a script")
	}
	if t.Minor(s.At) && !t.Redone {
		words = append(words, "older than two weeks, so not on Home")
	}
	if t.Log != (model.Ref{}) {
		words = append(words, "session "+t.Label+" in "+path.Base(t.Log.Path))
	}
	return strings.Join(words, "; ")
}

// Written is the transcript of a session, of the event log or by itself.
func (b *Board) Written(ref model.Ref) (model.Transcript, bool) {
	s := b.About(ref)
	if ref.Kind == model.KindTranscript {
		return s.Transcript(ref)
	}
	return s.Written(ref)
}

// Sessions are the orphans of the event log, and the sessions that agents' programs wrote down.
func (b *Board) Sessions() (refs []model.Ref) {
	for _, o := range b.Orphans {
		refs = append(refs, o.Ref())
	}
	for _, t := range b.apart {
		refs = append(refs, t.Ref())
	}
	return refs
}

// lastRan is the least of the thread that leads to the last session.
const lastRan = 12

// LastCard says where the last session stopped, for where no plan tells what comes next: its name,
// how it ended, who it was, and the command that resumes it. It is empty where there is none.
func (b *Board) LastCard(th *styles.Theme, w int) []styles.Line {
	s := b.Snapshot
	t, ok := s.LastSession()
	if !ok {
		return nil
	}
	e, _ := t.State(s.At)
	mark := SessionMark(s, t)
	at := styles.Line{thread.Ember(th)}
	if e == model.EndingRuns || e == model.EndingDone {
		at = styles.Line{{Text: th.MarkSymbol(mark), Role: th.MarkRole(mark)}}
	}
	name := styles.Join(thread.Ran(th, lastRan), at, styles.Line{draw.Span(styles.RolePlain, " "), {Text: th.Label(t.Called()), Role: styles.RoleTitle}})
	came := styles.Line{draw.Span(th.MarkRole(mark), phrase.EndedOf(e, t)), draw.Span(styles.RoleMuted, "  "+phrase.AgeWords(s.At, t.Wrote()))}
	lines := []styles.Line{
		styles.Join(draw.Edge(), draw.Words(styles.RoleTitle, "No active plans found."), draw.Words(styles.RoleMuted, "  The last session:")),
		draw.Ends(name, came, w),
	}
	about := styles.Line{{Text: th.Label(t.Tool), Role: styles.RoleMuted}}
	if t.Branch != "" {
		about = append(about, draw.Span(styles.RoleMuted, " · branch "), styles.Span{Text: th.Label(t.Branch), Role: styles.RoleMuted})
	}
	if said := cmp.Or(t.Said, t.Prompt); said != "" {
		about = append(about, draw.Span(styles.RoleMuted, " · "), styles.Span{Text: th.BrieflySaid("“"+said+"”", w), Role: styles.RoleMuted})
	}
	lines = append(lines, styles.Join(draw.Edge(), about).Fit(w-draw.RightEdge))
	if t.Command != "" {
		command := styles.Line{draw.Span(styles.RoleMuted, "go on with  "), {Text: th.Label(t.Command), Role: styles.RolePlain}}
		lines = append(lines, draw.Indented(command.Wrap(draw.Inside(w)))...)
	}
	return lines
}
