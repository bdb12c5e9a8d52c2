package answer

import (
	"strings"

	"coldstart/cli/say"
	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/research"
	"coldstart/styles"
	"coldstart/styles/signs"
)

// Tried is the answer of coldstart tried, and of the tool of agents.
type Tried struct {
	Head
	// Words are those that were looked for.
	Words []string `json:"words"`
	// Verdict is one of: never, spoken of, planned, run, worked, being tried, interrupted, in part, changes, rejected, given
	// up, failed, ruled out. It is about the hits with the most words. Never holds for what was searched.
	Verdict string `json:"verdict"`
	// AllWords is false where no hit has all of the words: the verdict is then about what comes close.
	AllWords bool `json:"all_words"`
	// Times counts the hits that the verdict is about.
	Times   int    `json:"times"`
	Summary string `json:"summary"`
	// Hits have the best first.
	Hits    []jsonHit `json:"hits"`
	LeftOut int       `json:"hits_left_out"`
	// NotSearched says what could not be read.
	NotSearched []string `json:"not_searched"`
	// Searched are the kinds of things in which words were looked for.
	Searched []string `json:"searched"`
}

// jsonHit is something that was tried, asked for or noted, and has sought words.
type jsonHit struct {
	// ID is empty where only the front matter of a journal has it.
	ID   string `json:"id"`
	Path string `json:"path"`
	// Line is zero where the whole file is meant.
	Line int    `json:"line"`
	Name string `json:"name"`
	// Of is the research problem, the plan or the workflow that it belongs to.
	Of    string `json:"of"`
	Title string `json:"title"`
	// Verdict is what it says of the words, Outcome how it ended itself, in the words of Tried.
	Verdict string      `json:"verdict"`
	Outcome string      `json:"outcome"`
	At      Time        `json:"at"`
	By      string      `json:"by"`
	Words   []jsonMatch `json:"words"`
	Missing []string    `json:"missing"`
	// Tried, Why and Taught are what was tried, why it ended that way or a session's last words, and
	// what it taught. Asked is what an agent asked for, or was asked last.
	Tried  string `json:"what_was_tried"`
	Asked  string `json:"asked"`
	Why    string `json:"why"`
	Taught string `json:"insight"`
	// Since are later results, which may have changed the conditions.
	Since   []jsonSince `json:"since"`
	Careful string      `json:"careful"`
}

// jsonMatch is a sought word with the parts that have it, such as "its title".
type jsonMatch struct {
	Word  string   `json:"word"`
	Parts []string `json:"parts"`
}

// The most hits of an answer: as text, as JSON, and the most later results of each.
const (
	mostHits     = 10
	mostHitsJSON = 50
	mostSince    = 5
)

// TriedJSON answers coldstart tried.
func TriedJSON(s model.Snapshot, t research.Trials, a research.Answer) Tried {
	hits := a.Hits[:min(len(a.Hits), mostHitsJSON)]
	return Tried{
		HeadJSON(s), NotNull(a.Words), a.Verdict.InRow(), !a.NotAsSuch(), a.Times, triedSummary(s, a), say.Each(hits, hitJSON), len(a.Hits) - len(hits), NotNull(t.Unread), NotNull(phrase.Places(t)),
	}
}

// Cut keeps so many hits and reasons, and shortens their long texts.
func (t Tried) Cut(most int, cut func(string) string) Tried {
	if more := len(t.Hits) - most; more > 0 {
		t.Hits, t.LeftOut = t.Hits[:most], t.LeftOut+more
	}
	t.NotSearched = t.NotSearched[:min(len(t.NotSearched), most)]
	for i, why := range t.NotSearched {
		t.NotSearched[i] = cut(why)
	}
	for i := range t.Hits {
		h := &t.Hits[i]
		for _, text := range []*string{&h.Name, &h.Of, &h.Title, &h.By, &h.Tried, &h.Asked, &h.Why, &h.Taught, &h.Careful} {
			*text = cut(*text)
		}
		for k := range h.Since {
			h.Since[k].Title = cut(h.Since[k].Title)
		}
	}
	return t
}

func hitJSON(h research.Hit) jsonHit {
	id := ""
	if h.Ref.Kind != model.KindNone {
		id = h.Ref.String()
	}
	return jsonHit{
		ID: id, Path: h.Path, Line: h.Line, Name: h.Called, Of: h.Of, Title: h.Title, Verdict: h.Verdict.InRow(), Outcome: h.Ended.InRow(), At: Time(h.At), By: h.By,
		Words:   say.Each(h.Matches, func(m research.Match) jsonMatch { return jsonMatch{m.Word, m.Parts} }),
		Missing: NotNull(h.Missing), Tried: h.Tried, Asked: h.Asked, Why: h.Why, Taught: h.Taught, Since: say.Each(h.Since[:min(len(h.Since), mostSince)], sinceJSON), Careful: h.Careful,
	}
}

// triedSummary is the verdict in one line.
func triedSummary(s model.Snapshot, a research.Answer) string {
	often, then := triedOften(s, a)
	return strings.Join(phrase.NotEmpty(phrase.Verdict(a), often, then), " ")
}

func triedOften(s model.Snapshot, a research.Answer) (often, then string) {
	best, ok := a.Best()
	if !ok {
		return phrase.Often(a, "")
	}
	return phrase.Often(a, phrase.AgeWords(s.At, best.At))
}

// Tried prints the verdict, and the best hits with why each matched.
func (p *Output) Tried(s model.Snapshot, t research.Trials, a research.Answer) {
	for _, why := range t.Unread {
		p.Line(Words(styles.RoleWarn, "Not searched: "), p.Label(styles.RolePlain, why))
	}
	mark, role := signs.Answer(a)
	often, then := triedOften(s, a)
	line := styles.Line{{Text: p.Theme.MarkSymbol(mark), Role: role}, Words(role, " "+phrase.Verdict(a))}
	for _, text := range phrase.NotEmpty(often, then) {
		line = append(line, Words(styles.RolePlain, "  "), p.Label(styles.RolePlain, text))
	}
	p.Line(line...)
	if where := phrase.Places(t); len(a.Hits) == 0 && len(where) > 0 {
		p.Line(Words(styles.RoleMuted, "Searched: "), Words(styles.RolePlain, strings.Join(where, ", ")))
	}
	if best, ok := a.Best(); ok && phrase.Lesson(best.Trial) != "" {
		p.Line(Words(styles.RolePlain, "  "), p.Label(styles.RolePlain, phrase.Lesson(best.Trial)))
	}
	shown := a.Hits[:min(len(a.Hits), mostHits)]
	wide := 0
	for _, h := range shown {
		wide = max(wide, min(p.Theme.Label(h.Called).Width(), maxColumn))
	}
	for _, h := range shown {
		p.Line()
		p.hit(s, h, wide)
	}
	if more := len(a.Hits) - len(shown); more > 0 {
		p.Line()
		p.Say("%d more, less close.", more)
	}
}

// hit prints one in three lines: what it was and how it ended, why it matched, and where it is.
func (p *Output) hit(s model.Snapshot, h research.Hit, wide int) {
	mark, role := signs.Verdict(h.Ended)
	called := p.Label(styles.RoleTitle, h.Called)
	if called.Text.Width() < wide {
		called.Text = called.Text.Pad(wide)
	}
	p.Line(styles.Span{Text: p.Theme.MarkSymbol(mark), Role: p.Theme.MarkRole(mark)}, Words(styles.RolePlain, " "), called, Words(styles.RolePlain, "  "),
		p.Label(styles.RoleTitle, h.Title), Words(styles.RolePlain, "  "), Words(role, h.Ended.InRow()), Words(styles.RolePlain, "  "), p.when(h.At, s.At))
	p.Line(Words(styles.RolePlain, "  "), p.Label(styles.RoleMuted, phrase.Matched(h)))
	p.Line(Words(styles.RoleMuted, "  in "), p.Exact(styles.RoleMuted, h.Where()))
}
