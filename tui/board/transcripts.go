package board

import (
	"cmp"
	"strings"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/styles"
	"coldstart/styles/signs"
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
	"Asks you", "Interrupted", "Interrupted, not on Home", "Your turn", "Running", "Earlier",
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
		if most := mostListed; at != waitingForYou && at != cutOff && at != overNow && len(rows) > most {
			for i := range rows[most:] {
				rows[most+i].Folded = true
			}
		}
		headed(rows, list.Over(sectionNames[at], len(rows)))
	}
	return sections
}

func transcriptRow(s model.Snapshot, t model.Transcript, section int) list.Row {
	r := list.Row{
		Ref: t.Ref(), Mark: signs.Session(s, t), What: sessionInRow(t), Who: t.Tool, Why: transcriptWhy(s, t), Since: t.Wrote(),
		Words: strings.Join(phrase.NotEmpty(t.ID, t.Branch, t.Prompt, t.Said, t.Call.Says, t.Dir, t.PlanFile, strings.Join(t.Touched, " ")), " "),
	}
	if section == cutOff {
		r.Group.Key = "interrupted"
	}
	return r
}

// sessionInRow is a session with its number, as rows name plans and work items.
func sessionInRow(t model.Transcript) string {
	return strings.TrimSpace(t.Label + " " + t.Name())
}

// transcriptWhy says in a row how a session ended, and what became of it since.
func transcriptWhy(s model.Snapshot, t model.Transcript) string {
	switch {
	case t.NeedsYou(s.At):
		return phrase.InRow(t.Attention(s.At))
	case !t.Acked.IsZero():
		return "acknowledged"
	case t.GoneOn:
		return "continued since"
	case t.Redone:
		return "run again since"
	case t.Batch:
		return "run by a script"
	}
	return cameOf(s, t)
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
	mark := signs.Session(s, t)
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
	if resume := t.Resume(s.At); resume != "" {
		command := styles.Line{draw.Span(styles.RoleMuted, "resume with  "), {Text: th.Label(resume), Role: styles.RolePlain}}
		lines = append(lines, draw.Indented(command.Wrap(draw.Inside(w)))...)
	}
	return lines
}
