package tui

import (
	"context"
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/draw"
	"coldstart/tui/list"
)

// labelledFound is the least width of an excerpt with a label.
const labelledFound = 24

// foundLine shows in w cells why a row was found, the word always included.
func (a *App) foundLine(label string, found list.Excerpt, sought []string, w int) styles.Line {
	if w < labelledFound {
		label = ""
	}
	short := list.ExcerptAt(found.Text, found.At, min(list.ExcerptLead, w/3))
	if found.Cut || short.Cut {
		label += "…"
	}
	lead := draw.Words(styles.RoleMuted, label).Fit(w)
	rest := w - lead.Width()
	return styles.Join(lead, draw.Marked(a.th.Brief(short.Text, rest).Pad(rest), sought, styles.RoleMuted))
}

// foundBy is the word of the filter that the row under the cursor has only in its text or facts,
// or "".
func (a *App) foundBy(ref model.Ref) string {
	r, ok := a.list().Current()
	if !ok || r.Ref != ref {
		return ""
	}
	rest := draw.Lowered(r.Found.Text[r.Found.At:])
	onRow := draw.Lowered(strings.Join([]string{r.What, r.Why, r.Section.String(), r.Ref.Path, r.Ref.Item, r.News.String()}, " "))
	for _, w := range draw.SoughtWords(a.filter()) {
		if r.Found.Text == "" && !list.Holds(onRow, w) || r.Found.Text != "" && strings.HasPrefix(rest, w) {
			return w
		}
	}
	return ""
}

// linesAbove stay in view above the first hit.
const linesAbove = 3

// reach scrolls to the word that found the thing: in its text, else in its facts. It reports
// whether the word is there.
func (d *detail) reach() bool {
	has := func(l styles.Line) bool { return strings.Contains(draw.Lowered(l.String()), d.goal) }
	at := slices.IndexFunc(d.lines[d.textAt:], has)
	if at >= 0 {
		at += d.textAt
	} else if at = slices.IndexFunc(d.lines, has); at < 0 {
		return false
	}
	d.Top = max(0, at-linesAbove)
	return true
}

// Bounds of a search, in bytes or texts: of one text, of all texts of a page, and of what
// the first command reads before it answers. Later commands read as much again as was read
// before, since each searches everything read so far.
const (
	mostOfText  = 64 << 10
	mostOfTexts = 32 << 20
	textsAtOnce = 200
	bytesAtOnce = 1 << 20
	// mostSessions is how many sessions are searched by the lines of their log.
	mostSessions = 2000
)

// cachedText is a text as read for a board; low is raw in lower case.
type cachedText struct {
	seen     model.Fingerprint
	board    *board.Board
	raw, low string
}

// textCache holds the texts of a page's rows. It is immutable.
type textCache map[model.Ref]cachedText

// question is what is searched for, and where.
type question struct {
	page        int
	board       *board.Board
	problem     string
	dead        bool
	withSnoozed bool
	filter      string
}

// finding is the state of the text search, which runs one command at a time, and never while a long list is filtered:
// together they would leave a machine with two processors none for the next frame.
type finding struct {
	asked   question
	running bool
	// stop ends the running search.
	stop  context.CancelFunc
	cache textCache
	// read is the last question whose texts were read, without its filter.
	read question
	// left counts the texts still to read, beyond those over the bounds.
	left, beyond int
	// hits are those of each page; answers counts the searches that found them.
	hits    []textHits
	answers int
	// elsewhere names, for each page without a match, the pages that have one.
	elsewhere []string
}

// textHits are the rows that have the words of a filter in their texts.
type textHits struct {
	filter string
	rows   list.Hits
}

type foundMsg struct {
	question     question
	cache        textCache
	left, beyond int
	hits         list.Hits
	// stopped says that the search was ended early.
	stopped bool
}

func (a *App) question() question {
	return question{page: a.tabs.at, board: a.board, problem: a.tabs.shown, dead: a.tabs.deadOnly, withSnoozed: a.tabs.withSnoozed, filter: a.filter()}
}

// lookInTexts continues the search. It starts to read before the first letter is typed.
func (a *App) lookInTexts() tea.Cmd {
	if a.all != nil {
		return nil
	}
	f, q := &a.tabs.finding, a.question()
	idle := !a.feed.loaded || q.filter == "" && !a.tabs.filtering
	if idle && !f.running && !slices.ContainsFunc(a.tabs.filters, func(text string) bool { return text != "" }) {
		// No page is filtered: free the memory.
		f.cache, f.asked, f.read = nil, question{}, question{}
	}
	if idle || f.running || a.tabs.sifting.running || q == f.asked && f.left == 0 {
		return nil
	}
	ctx, stop := context.WithCancel(context.Background())
	f.asked, f.running, f.stop = q, true, stop
	return findCmd(ctx, a.store, a.th, *f, a.wholeRows(a.tabs.at))
}

// anywhere is the question without its filter.
func (q question) anywhere() question {
	q.filter = ""
	return q
}

// findCmd reads some of the missing texts and searches all that were read.
func findCmd(ctx context.Context, s Store, th *styles.Theme, f finding, rows []*list.Row) tea.Cmd {
	return func() tea.Msg {
		defer f.stop()
		q := f.asked
		m := foundMsg{question: q, cache: f.cache, beyond: f.beyond}
		if f.read != q.anywhere() || f.left > 0 {
			m.cache, m.left, m.beyond = f.cache.filled(ctx, s, th, q.board, rows)
		}
		m.hits = m.cache.search(ctx, rows, draw.SoughtWords(q.filter))
		m.stopped = ctx.Err() != nil
		return m
	}
}

func (msg foundMsg) reach(a *App) tea.Cmd {
	f := &a.tabs.finding
	f.running, f.cache = false, msg.cache
	f.read, f.left, f.beyond = msg.question.anywhere(), msg.left, msg.beyond
	if msg.stopped {
		f.asked = question{}
		return nil
	}
	if msg.question != a.question() {
		return nil
	}
	f.hits[a.tabs.at], f.answers = textHits{msg.question.filter, msg.hits}, f.answers+1
	return tea.Batch(a.sift(a.tabs.at), a.preview())
}

// searchNow finds the filter in the texts read so far, where that was not done.
func (a *App) searchNow() bool {
	hits, filter := &a.tabs.finding.hits[a.tabs.at], a.filter()
	if a.all != nil || hits.filter == filter {
		return false
	}
	*hits = textHits{filter, a.tabs.finding.cache.search(context.Background(), a.wholeRows(a.tabs.at), draw.SoughtWords(filter))}
	return true
}

// filled is a cache for these rows: the texts still valid, and some newly read.
func (c textCache) filled(ctx context.Context, s Store, th *styles.Theme, b *board.Board, rows []*list.Row) (now textCache, left, beyond int) {
	now = make(textCache, len(rows))
	total, logged := 0, 0
	var missing, sessions []model.Ref
	for _, r := range rows {
		if _, twice := now[r.Ref]; twice || !r.Ref.Kind.HasText() {
			continue
		}
		if r.Ref.Kind == model.KindSession {
			if logged++; logged > mostSessions {
				beyond++
				continue
			}
		}
		seen := b.Seen(r.Ref)
		t, ok := c[r.Ref]
		if ok && (t.board == b || t.seen == seen && seen != (model.Fingerprint{})) {
			t.board = b
			now[r.Ref] = t
			total += len(t.raw)
			continue
		}
		if r.Ref.Kind == model.KindSession {
			sessions = append(sessions, r.Ref)
		} else {
			missing = append(missing, r.Ref)
		}
	}
	for ref, t := range readSessions(s, th, sessions) {
		t.seen, t.board = b.Seen(ref), b
		now[ref] = t
		total += len(t.raw)
	}
	read, some := 0, 0
	for i, ref := range missing {
		switch {
		case total >= mostOfTexts:
			return now, 0, beyond + len(missing) - i
		case ctx.Err() != nil, some >= max(textsAtOnce, len(c)), read >= max(bytesAtOnce, total/2):
			return now, len(missing) - i, beyond
		}
		t := readText(s, th, ref)
		t.seen, t.board = b.Seen(ref), b
		now[ref] = t
		some, read, total = some+1, read+len(t.raw), total+len(t.raw)
	}
	return now, 0, beyond
}

// readSessions reads the lines of sessions, masked, each event log once.
func readSessions(s Store, th *styles.Theme, refs []model.Ref) map[model.Ref]cachedText {
	texts := make(map[model.Ref]cachedText, len(refs))
	logs := map[string][]model.SessionKey{}
	for _, ref := range refs {
		texts[ref] = cachedText{}
		logs[ref.Path] = append(logs[ref.Path], model.SessionKey(ref.Item))
	}
	for path, keys := range logs {
		each := min(mostOfText, mostOfTexts/len(keys)) / 2
		lines, err := s.SessionLines(context.Background(), path, keys, each)
		if err != nil {
			continue
		}
		for key, b := range lines {
			texts[model.Session{Path: path, Key: key}.Ref()] = cached(th, b)
		}
	}
	return texts
}

// readText reads a text, masked. It is empty if it cannot be read; its row says why.
func readText(s Store, th *styles.Theme, ref model.Ref) cachedText {
	doc, err := s.Read(context.Background(), ref)
	if err != nil {
		return cachedText{}
	}
	return cached(th, doc.Bytes)
}

func cached(th *styles.Theme, b []byte) cachedText {
	text := th.Blanked(draw.Readable(b[:min(len(b), 2*mostOfText)]))
	text = strings.Clone(text[:min(len(text), mostOfText)])
	return cachedText{raw: text, low: draw.Lowered(text)}
}

// askEvery is how many rows a search reads before it checks whether to stop.
const askEvery = 1000

// search finds the rows that have every word, but some only in their text.
func (c textCache) search(ctx context.Context, rows []*list.Row, sought []string) list.Hits {
	found := list.Hits{}
	if len(sought) == 0 {
		return found
	}
	for i, r := range rows {
		if i%askEvery == 0 && ctx.Err() != nil {
			return found
		}
		t, ok := c[r.Ref]
		if !ok || t.low == "" {
			continue
		}
		own := r.Findable()
		lacking := slices.DeleteFunc(slices.Clone(sought), func(w string) bool { return strings.Contains(own, w) })
		if len(lacking) > 0 && list.HasAll(t.low, lacking) {
			found[r.Ref] = list.ExcerptAt(t.raw, strings.Index(t.low, lacking[0]), list.ExcerptLead)
		}
	}
	return found
}

func (a *App) foundWords() string {
	f, n, inText := a.tabs.finding, len(a.list().Rows), 0
	for i := range a.list().Rows {
		if a.list().Rows[i].Found.Text != "" {
			inText++
		}
	}
	text := fmt.Sprintf("  %d found", n)
	if inText > 0 {
		text += fmt.Sprintf(", %d by their text", inText)
	}
	switch {
	case a.filter() == "" || a.isSifting(a.tabs.at):
		return ""
	case f.left > 0:
		text += fmt.Sprintf("; %d texts to read", f.left)
	case f.beyond > 0:
		text += fmt.Sprintf("; %d texts are too many to read", f.beyond)
	}
	return text
}
