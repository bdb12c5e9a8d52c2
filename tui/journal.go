package tui

import (
	"context"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/research"
	"coldstart/model/rule"
	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/confirm"
	"coldstart/tui/keys"
	"coldstart/tui/list"
	"coldstart/tui/overlay"
)

// problem is that of the selected thing, else the one on the journal page.
func (a *App) problem() (model.ResearchProblem, bool) {
	r := a.board.Snapshot.Research
	if ref, ok := a.selected(); ok {
		if p, found := r.Holding(ref.Path); found {
			return p, true
		}
		if p, found := r.Problem(ref.Path); found {
			return p, true
		}
	}
	return a.board.ShownProblem(a.tabs.shown)
}

func (a *App) entry() (model.Entry, bool) {
	ref, ok := a.selected()
	if !ok || ref.Kind != model.KindEntry {
		return model.Entry{}, false
	}
	p, _ := a.board.Snapshot.Research.Holding(ref.Path)
	for _, e := range p.Journal.Entries {
		if e.Ref() == ref {
			return e, true
		}
	}
	return model.Entry{}, false
}

func onJournal(a *App) string {
	if a.pages[a.tabs.at].Title != board.JournalTitle {
		return "Journal only"
	}
	return notInDetail(a)
}

func canShowDead(a *App) string {
	if reason := onJournal(a); reason != "" {
		return reason
	}
	if p, _ := a.board.ShownProblem(a.tabs.shown); len(p.Journal.Entries)+len(a.board.Snapshot.Lessons.Entries) == 0 {
		return "the journal has no entry"
	}
	return ""
}

func toggleDead(a *App) tea.Cmd {
	a.tabs.deadOnly = !a.tabs.deadOnly
	a.setRows(a.tabs.at)
	l := a.list()
	if r, ok := l.Current(); a.tabs.deadOnly && !(ok && r.Ref.Kind == model.KindEntry) {
		// The first row is the problem, not an entry.
		if i := slices.IndexFunc(l.Rows, func(r *list.Row) bool { return r.Ref.Kind == model.KindEntry }); i >= 0 {
			l.At = i
		}
	}
	return a.preview()
}

func deadName(a *App) string {
	if a.tabs.deadOnly {
		return "all entries"
	}
	return a.keys[keys.FailedOnly].Help().Desc
}

// linked is the entry that the selected one retries, else one that retries it.
func (a *App) linked() (model.Entry, bool) {
	e, ok := a.entry()
	if !ok {
		return model.Entry{}, false
	}
	p, _ := a.board.Snapshot.Research.Holding(e.Path)
	for _, id := range e.Earlier {
		if earlier, ok := p.Journal.Entry(id); ok {
			return earlier, true
		}
	}
	if again := p.Journal.Reattempts(e.ID); len(again) > 0 {
		return again[0], true
	}
	return model.Entry{}, false
}

// canTurn is about the key to the linked entry, or on the page to the next problem.
func canTurn(a *App) string {
	if a.onProblems() {
		return a.canFollow()
	}
	if a.detail != nil {
		if _, ok := a.linked(); !ok {
			return "no entry is linked to this"
		}
		return ""
	}
	if reason := onJournal(a); reason != "" {
		return reason
	}
	if len(a.board.Snapshot.Research.Problems) < 2 {
		return "there is no other research problem"
	}
	return ""
}

func turnOther(a *App) tea.Cmd {
	if a.onProblems() {
		return a.followProblem()
	}
	if e, ok := a.linked(); ok && a.detail != nil {
		a.detail = newDetail(e.Ref())
		a.layOutDetail()
		return a.askDetail()
	}
	problems := a.board.Snapshot.Research.Problems
	now, _ := a.board.ShownProblem(a.tabs.shown)
	for i, p := range problems {
		if p.Path == now.Path {
			a.tabs.shown = problems[(i+1)%len(problems)].Path
			break
		}
	}
	a.setRows(a.tabs.at)
	a.list().At = 0
	return a.preview()
}

func otherName(a *App) string {
	if p, ok := a.selectedProblem(); ok && a.onProblems() {
		return "session " + a.board.SessionLabel(p.By)
	}
	if a.detail != nil {
		return "linked entry"
	}
	return a.keys[keys.NextProblem].Help().Desc
}

func canWrite(a *App) string {
	p, ok := a.problem()
	switch {
	case !ok:
		return "there is no research problem"
	case a.write.on:
		return "another decision is being written"
	}
	return phrase.Reason(rule.Refuse(a.board.About(p.Journal.Ref()), p.Journal.Ref(), model.ChoiceEntry))
}

// canNote is about the key n, which has another use on other pages.
func canNote(a *App) string {
	if a.pages[a.tabs.at].Title != board.JournalTitle {
		return "Journal only"
	}
	return canWrite(a)
}

func writeNote(a *App) tea.Cmd {
	return a.compose("Journal note: what was learned?", func(text string) model.Draft {
		return research.NoteDraft(text, confirm.JournalAuthor)
	})
}

func canRetry(a *App) string {
	e, ok := a.entry()
	switch {
	case !ok || e.Category != model.CategoryProof:
		return "only an attempt can be worth retrying"
	case !e.Result().Dead():
		return e.ID + " did not fail"
	}
	return canWrite(a)
}

func writeRetry(a *App) tea.Cmd {
	e, _ := a.entry()
	return a.compose("Why is "+e.ID+" worth another try? It becomes a note in the journal.", func(text string) model.Draft {
		return research.RetryDraft(e, text, confirm.JournalAuthor)
	})
}

// compose opens the dialog that makes a journal entry of a line of text.
func (a *App) compose(ask string, compose func(text string) model.Draft) tea.Cmd {
	d := a.journalDialog()
	d.Ask, d.Compose = ask, compose
	return d.Begin(a.screen())
}

func writeEntry(a *App) tea.Cmd {
	d := a.journalDialog()
	d.Form = confirm.NewForm()
	return d.Begin(a.screen())
}

func (a *App) journalDialog() *confirm.Dialog {
	p, _ := a.problem()
	return confirm.NewDialog([]model.Decision{{Ref: p.Journal.Ref(), Choice: model.ChoiceEntry, Commit: a.commit}}, a.board, a.keys)
}

// journalHead is what the problem on the page has above its entries. A low screen has none.
func (a *App) journalHead(h int) []styles.Line {
	p, ok := a.board.ShownProblem(a.tabs.shown)
	if !ok || h < overlay.LeastHeadHeight {
		return nil
	}
	return a.board.ResearchHead(a.th, p, a.width, h)
}

func canCheck(a *App) string {
	if s := a.board.Snapshot; s.Strange {
		return "no agent work found here yet"
	}
	return ""
}

func openCheck(a *App) tea.Cmd {
	var p model.ResearchProblem
	if onJournal(a) == "" {
		p, _ = a.problem()
	}
	a.open(overlay.NewCheck(p, a.board, a.th))
	return commitsCmd(a.store)
}

// commitsCmd asks for the newest commits, of any time.
func commitsCmd(s Store) tea.Cmd {
	return func() tea.Msg {
		left, err := s.LeftInGit(context.Background(), "", time.Unix(1, 0))
		if err != nil {
			left.None = err.Error()
		}
		return overlay.CommitsMsg{Commits: left.Commits, More: left.MoreCommits}
	}
}
