package tui

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"coldstart/model"
	"coldstart/model/rule"
	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/draw"
	"coldstart/tui/list"
)

// repositoryList are the repositories of this machine, in rows.
type repositoryList struct {
	// snapshot has the sessions of all agents; loaded is true once they were read.
	snapshot model.Snapshot
	loaded   bool
	home     string
	// seen, read and late are what the folders of rows answered, by folder: what it is, what was
	// left in it, or nothing at all. gone are those that were gone before the last reading.
	seen map[string]rule.Sight
	read map[string]rowRead
	late map[string]bool
	gone map[string]bool
	// all are in order, rows those that fit the filter; folded counts rows that are not listed.
	all, rows []rule.Repository
	folded    int
	unfolded  bool
	order     ordering
	filter    string
	// cursor has a row for each of rows, and one for those that are folded.
	cursor *list.List
}

// rowRead is what was read of a repository, with the sessions that it is about.
type rowRead struct {
	board *board.Board
	err   error
	of    string
}

// readingOf tells whether a row has other sessions than when it was read.
func readingOf(r rule.Repository) string {
	if len(r.Sessions) == 0 {
		return "0"
	}
	return fmt.Sprint(len(r.Sessions), r.Sessions[0].Path)
}

// ordering is the order of rows.
type ordering int

const (
	byLast ordering = iota
	byNeeds
	byName

	orderings
)

// String says which rows come first.
func (o ordering) String() string {
	switch o {
	case byNeeds:
		return "what needs you first"
	case byName:
		return "by name"
	}
	return "newest first"
}

// forget drops what was seen and read, but for which folders were gone.
func (l *repositoryList) forget() {
	gone := map[string]bool{}
	for dir, s := range l.seen {
		gone[dir] = s.Gone
	}
	l.gone, l.seen, l.read, l.late = gone, map[string]rule.Sight{}, map[string]rowRead{}, map[string]bool{}
}

// take begins with new sessions.
func (l *repositoryList) take(s model.Snapshot, home string) {
	l.snapshot, l.loaded, l.home = s, true, home
	l.group()
}

// see keeps what a folder is. A row whose repository is known then may join another one.
func (l *repositoryList) see(dir string, s rule.Sight) {
	l.seen[dir] = s
	l.group()
}

func (l *repositoryList) group() {
	l.all = rule.Repositories(l.snapshot.Transcripts, l.seen, l.home)
	l.arrange()
}

// left keeps what was on the screen of a repository when it was left.
func (l *repositoryList) left(dir string, a *App) {
	i := slices.IndexFunc(l.all, func(r rule.Repository) bool { return r.Dir == dir })
	if i >= 0 && a.feed.loaded && a.feed.err == nil {
		l.read[dir] = rowRead{board: a.board, of: readingOf(l.all[i])}
		l.arrange()
	}
}

// mostStarted is the most sessions that began on one day in a repository on the h rows on screen,
// so that the rows have one scale.
func (l *repositoryList) mostStarted(h int) int {
	most := leastScale
	for _, r := range l.onScreen(h) {
		most = max(most, slices.Max(l.started(r)))
	}
	return most
}

// leastScale is how many sessions of a day fill a cell at least.
const leastScale = 4

// started counts the sessions of a repository that began on each of the last days. One of which
// both a log and a program tell counts once.
func (l *repositoryList) started(r rule.Repository) []int {
	days := r.Started(l.snapshot.At).Started
	if b := l.read[r.Dir].board; b != nil {
		for i, n := range b.Days.Started {
			days[i] = max(days[i], n)
		}
	}
	return days
}

// last reports whether a row belongs below all others: nothing is meant to stay there, or nothing
// is there any more.
func (l *repositoryList) last(r rule.Repository) bool { return r.Temporary || l.gone[r.Dir] }

// arrange puts the rows in order. The cursor stays on its repository, unless it is the first.
func (l *repositoryList) arrange() {
	under, ok := l.selected()
	ok = ok && l.cursor.At > 0
	l.rows, l.folded = nil, 0
	var ends []rule.Repository
	for _, r := range l.all {
		switch {
		case !l.fits(r):
		case l.last(r):
			ends = append(ends, r)
		default:
			l.rows = append(l.rows, r)
		}
	}
	l.sort(l.rows)
	if l.unfolded || l.filter != "" || len(l.rows) == 0 {
		l.rows = append(l.rows, ends...)
	} else {
		l.folded = len(ends)
	}
	if ok {
		root := cmp.Or(l.seen[under.Dir].Root, under.Dir)
		if i := slices.IndexFunc(l.rows, func(r rule.Repository) bool { return r.Dir == under.Dir || r.Dir == root }); i >= 0 {
			l.cursor.At = i
		}
	}
	l.cursor.Rows = list.Of(make([]list.Row, l.size()))
	l.cursor.Move(0)
}

func (l *repositoryList) sort(rows []rule.Repository) {
	switch l.order {
	case byNeeds:
		slices.SortStableFunc(rows, func(a, b rule.Repository) int { return cmp.Compare(l.needs(b), l.needs(a)) })
	case byName:
		slices.SortStableFunc(rows, func(a, b rule.Repository) int {
			return cmp.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
		})
	}
}

// needs counts what needs somebody in a repository: of one that was not read what its sessions
// say.
func (l *repositoryList) needs(r rule.Repository) int {
	if b := l.read[r.Dir].board; b != nil {
		return b.Needs[board.HomePage]
	}
	if l.seen[r.Dir].Gone {
		return 0
	}
	waits, dead, _ := r.Count(l.snapshot.At)
	return waits + dead
}

// current is a repository with its sessions as they are known best.
func (l *repositoryList) current(r rule.Repository) rule.Repository {
	if read := l.read[r.Dir]; read.board != nil && read.err == nil {
		r.Sessions = read.board.Snapshot.Transcripts
	}
	return r
}

// fits reports whether each word of the filter is in what a row says of itself.
func (l *repositoryList) fits(r rule.Repository) bool {
	if l.filter == "" {
		return true
	}
	text := draw.Lowered(strings.Join(append(append([]string{r.Name, r.Dir}, r.Dirs...), r.Branches()...), "\n"))
	for _, word := range draw.SoughtWords(l.filter) {
		if !strings.Contains(text, word) {
			return false
		}
	}
	return true
}

// selected is the repository under the cursor.
func (l *repositoryList) selected() (rule.Repository, bool) {
	if at := l.cursor.At; at < len(l.rows) {
		return l.rows[at], true
	}
	return rule.Repository{}, false
}

// onFold reports whether the cursor is on the row of those that are not listed.
func (l *repositoryList) onFold() bool { return l.folded > 0 && l.cursor.At == len(l.rows) }

// size is how many rows there are, that of the folded ones included.
func (l *repositoryList) size() int {
	if l.folded > 0 {
		return len(l.rows) + 1
	}
	return len(l.rows)
}

// onScreen are the repositories among the h rows on screen, that under the cursor first.
func (l *repositoryList) onScreen(h int) (rows []rule.Repository) {
	if r, ok := l.selected(); ok {
		rows = append(rows, r)
	}
	for i := l.cursor.Top; i < min(l.cursor.Top+h, len(l.rows)); i++ {
		if i != l.cursor.At {
			rows = append(rows, l.rows[i])
		}
	}
	return rows
}

// The widths of the columns of the list of repositories in cells, and the most of a name.
const (
	mostName, threadColumn, trendColumn, nextColumn, needsColumn, lastColumn = 24, 6, 17, 20, 9, 8
	// leastAbout is the least room below the list for what is said about one.
	leastAbout = 6
)

// underCursor puts the cursor, or a blank, before a row.
func underCursor(th *styles.Theme, cursor bool, row styles.Line) styles.Line {
	if !cursor {
		return styles.Join(draw.Edge(), row)
	}
	return styles.Join(styles.Line{{Text: th.Symbol(styles.SymCursor).Pad(draw.TextEdge), Role: styles.RoleSelected}}, row)
}
