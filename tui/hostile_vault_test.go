package tui

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/testdata/hostile/cases"
	"coldstart/testdata/must"
	"coldstart/testdata/whole"
	"coldstart/tui/confirm"
	"coldstart/tui/draw"
	"coldstart/vault"
)

// countingStore is a real vault in which decisions are counted and not made.
type countingStore struct {
	*vault.Vault
	decided int
}

var errCounted = errors.New("counted, not made")

func (s *countingStore) Decide(context.Context, model.Decision) (model.Receipt, error) {
	s.decided++
	return model.Receipt{}, errCounted
}

// hostileVault makes the vault of a case and opens it.
func hostileVault(t *testing.T, some ...cases.Case) *countingStore {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "vault")
	if left, err := cases.Make(dir, some...); err != nil {
		t.Fatal(err)
	} else if len(left) > 0 {
		t.Logf("cannot be made here: %q", left)
	}
	t.Cleanup(func() { cases.Release(dir) })
	v := must.Get(vault.Open(dir, vault.Options{StateDir: t.TempDir(), Operator: "sam"}))(t)
	t.Cleanup(func() { v.Close() })
	return &countingStore{Vault: v}
}

// look is one way to see a screen.
type look struct {
	name    string
	options styles.Options
	masks   bool
	w, h    int
}

var looks = []look{
	{"narrow", styles.Options{NoColor: true}, false, 40, 10},
	{"colour", styles.Options{Profile: termenv.TrueColor, Dark: true}, true, 80, 24},
	{"wide", styles.Options{NoColor: true}, false, 120, 40},
	{"ascii", styles.Options{NoColor: true, ASCII: true}, false, 120, 40},
}

// walker goes over everything that a screen can show of a vault, and judges every
// frame on the way.
type walker struct {
	*driver
	look
	store  *countingStore
	colour map[string]bool
	// frames were judged, live are characters in them that must not get out.
	frames, live int
	// long is the number of rows from which a text is not read to its end.
	long int
}

func newWalker(t *testing.T, s *countingStore, l look) *walker {
	t.Helper()
	th := styles.New(l.options)
	w := &walker{look: l, store: s, colour: sequences(th), long: 3000}
	if l.masks {
		th = th.Masking()
	}
	if l.h < 20 {
		w.long = 300
	}
	d := &driver{t: t, app: New(s, Options{Theme: th, Now: clock})}
	d.app.wait = func(after time.Duration, ring func(time.Time) tea.Msg) tea.Cmd {
		d.timers = append(d.timers, timer{after, ring})
		return nil
	}
	d.run(d.app.Init())
	d.send(tea.WindowSizeMsg{Width: l.w, Height: l.h})
	w.driver = d
	t.Cleanup(func() {
		t.Attr("cases", strconv.Itoa(w.frames))
		t.Attr("live-bytes", strconv.Itoa(w.live))
	})
	return w
}

// sequences are all that a theme writes to set a style: each role on an ordinary row
// and on the selected one, and each strength of the glow.
func sequences(th *styles.Theme) map[string]bool {
	all := map[string]bool{}
	for role := styles.RolePlain; role <= styles.RoleEscape; role++ {
		for _, first := range []styles.Role{styles.RolePlain, styles.RoleSelected} {
			row := th.Render(styles.Line{{Text: styles.Plain("x"), Role: first}, {Text: styles.Plain("x\x1b"), Role: role}}, 20)
			for _, s := range colour.FindAllString(row, -1) {
				all[s] = true
			}
		}
	}
	for strength := range uint8(styles.Brightest) {
		row := th.Render(styles.Line{{Text: styles.Plain("x"), Glow: strength + 1}}, 20)
		for _, s := range colour.FindAllString(row, -1) {
			all[s] = true
		}
	}
	return all
}

// judge fails when the frame is not what the screen may be.
func (w *walker) judge(where string) {
	w.t.Helper()
	w.frames++
	frame := w.app.View()
	if err := checkFrame(frame, w.w, w.h, w.options.ASCII); err != nil {
		w.t.Errorf("%s, %s: %v", w.name, where, err)
	}
	for _, s := range colour.FindAllString(frame, -1) {
		if !w.colour[s] {
			w.live++
			w.t.Errorf("%s, %s: a sequence that the theme never writes: %q", w.name, where, s)
		}
	}
	bare := colour.ReplaceAllString(frame, "")
	if err := cases.Scan(bare); err != nil {
		w.live++
		w.t.Errorf("%s, %s: %v", w.name, where, err)
	}
	if w.options.ASCII && strings.ContainsFunc(bare, func(r rune) bool { return r > '~' }) {
		w.t.Errorf("%s, %s: not ASCII:\n%s", w.name, where, bare)
	}
	if d := over[confirm.Dialog](w.app); w.app.detail != nil || w.app.check() != nil || d != nil && d.Guard().Stage() == confirm.Reading {
		w.judgeRows(where, strings.Split(bare, "\n"))
	}
}

// ours are the beginnings of rows that the screen makes itself where it shows texts
// of the vault: a mark or a hairline before the text edge, a rule, the name of a field, a time,
// our own sentences, the sign of a changed line, what happens to a file, the rows of a dialog
// around its text.
var ours = regexp.MustCompile(`^(?:[│|] |[▌> ] [^ ] |[▌>]   |[━=]{4}|[─-]{2}| {5,}|   [-+] | (?:→|->|create|edit|move|append|commit) | Careful: | [A-Z][A-Za-z' -]{0,13} | +$|$` +
	`|    (?:[a-z][a-z' -]*  |\d+ lines? of front matter|every byte|v shows|UTF-16|What |Before you|Its log|It |[━=.╌]|Was this tried|Type a method|Earlier attempts|as you type|you type|type\.|(?:Next|Careful|Proof|Papers|Runs) )` +
	`|    (?:(?:[A-Z][a-z]{2} )?\d\d:\d\d|\d+ [A-Z][a-z]+) )`)

// margins are the beginnings of rows of a decision: columns of ours with a number or a mark.
var margins = regexp.MustCompile(`^(?: {4}| *\d+ | {2,3}[▲!·.✓+✗x╭│╰|] |$)`)

// pageMargins are those of a page with a margin: a number, a mark, or the line of what is wrong.
var pageMargins = regexp.MustCompile(`^(?: {4}|[ ▌>]? *\d+ |  [▲!·.✓+✗x╭│╰|◉@╎┊:◌%○o◐~⊘/'-] |[▌>]   | +$|$)`)

// judgeRows fails when a row begins with something else than ours. The row of the
// pages and the keys hold no text of a vault.
func (w *walker) judgeRows(where string, rows []string) {
	w.t.Helper()
	for i, row := range rows {
		begins := ours
		if w.app.dialog() != nil {
			begins = margins
		}
		d := w.app.detail
		margined := w.app.over.Top() == nil && d != nil && !d.raw && (d.ref.Kind == model.KindProblem || d.ref.Kind == model.KindTrace || d.ref.Kind == model.KindPlan || d.ref.Kind == model.KindSession) && pageMargins.MatchString(row)
		if !margined && !begins.MatchString(row) && !(i < 2 && w.app.dialog() == nil) && i < len(rows)-2 {
			w.t.Errorf("%s, %s: row %d begins with what may be text of the vault: %q", w.name, where, i, row)
		}
	}
}

// pages goes over every page and over what can be open on it.
func (w *walker) pages() {
	w.t.Helper()
	for _, p := range w.app.pages {
		w.press("esc", "esc", p.Key, "g")
		for range min(len(w.app.list().Rows), 100) {
			w.judge("page " + p.Title)
			w.press("pgdown")
		}
		w.press("?")
		w.judge("help on " + p.Title)
		w.press("G")
		w.judge("help on " + p.Title)
		w.press("esc", "/")
		w.judge("filter on " + p.Title)
		w.press("x")
		w.judge("filter on " + p.Title)
		w.press("esc")
	}
	w.press("6", "d")
	w.judge("dead-end check")
	for _, letter := range []string{"p", "r", "o"} {
		w.press(letter)
		w.judge("dead-end check")
		w.press("pgdown")
		w.judge("dead-end check")
	}
	w.press("esc", "+")
	w.judge("form")
	w.paste("\x1b[2J\u202e\x00pasted")
	w.press("esc")
}

// walk goes over every thing on the pages that show takes.
func (w *walker) walk(show func(model.Ref) bool) {
	w.t.Helper()
	seen := map[model.Ref]bool{}
	for _, p := range w.app.pages {
		w.press("esc", "esc", p.Key, "g")
		for i := 0; i < len(w.app.list().Rows); i++ {
			r, _ := w.app.list().Current()
			if !seen[r.Ref] && show(r.Ref) {
				seen[r.Ref] = true
				w.judge("page " + p.Title)
				w.thing(r.Ref)
			}
			w.press("down")
		}
	}
}

// thing opens one thing whole, in both views, and every dialog about it.
func (w *walker) thing(ref model.Ref) {
	w.t.Helper()
	where := ref.Kind.String() + " " + fmt.Sprintf("%q", ref.Path)
	w.press("enter")
	w.scroll("open " + where)
	w.press("v", "g")
	rows := w.scroll("source of " + where)
	if w.app.detail != nil && w.app.detail.raw {
		w.source(where, rows)
	}
	w.press("esc")
	keys := []string{"a"}
	if w.name == "wide" {
		keys = []string{"a", "x", "c", "r", "S", "X", "w", "M"}
	}
	for _, k := range keys {
		w.press(k)
		if w.app.dialog() == nil {
			w.judge("answer to " + k + " on " + where)
			continue
		}
		w.dialog(k, where)
		w.press("esc", "esc")
	}
}

// scroll goes through the open text and gives its rows below the facts, all of them
// unless the text is a long one.
func (w *walker) scroll(where string) []string {
	w.t.Helper()
	d := w.app.detail
	if d == nil {
		return nil
	}
	if len(d.lines) > w.long {
		w.judge(where)
		w.press("G")
		w.judge(where)
		return nil
	}
	h := w.app.bodyHeight()
	var rows []string
	for {
		w.judge(where)
		from := len(rows)
		shown := strings.Split(colour.ReplaceAllString(w.app.View(), ""), "\n")[w.app.bodyRow() : w.app.bodyRow()+h]
		rows = append(rows, shown[max(0, from-d.Top):min(len(shown), len(d.lines)-d.Top)]...)
		if d.Top+h >= len(d.lines) {
			return rows
		}
		w.press("pgdown")
	}
}

// source holds that the rows of a source view are those of the whole file.
func (w *walker) source(where string, rows []string) {
	w.t.Helper()
	d := w.app.detail
	if d.doc == nil || d.err != nil || d.ref.Kind == model.KindOther {
		return
	}
	text := draw.WholeLine(d.ref.Kind, d.doc.Bytes)
	lines := w.app.th.Source(text)
	if rows == nil {
		return
	}
	want, joined := 0, ""
	for _, l := range lines {
		want += len(l.Wrap(draw.Inside(w.w)))
	}
	if len(rows) < want {
		w.t.Fatalf("%s, %s: %d rows of source, want %d", w.name, where, len(rows), want)
	}
	bar := "  " + w.app.th.Symbol(styles.SymGutter).String() + " "
	got := rows[len(rows)-want:]
	for _, l := range lines {
		for _, part := range l.Wrap(draw.Inside(w.w)) {
			if strings.TrimRight(got[0], " ") != strings.TrimRight(bar+part.String(), " ") {
				w.t.Fatalf("%s, %s: the row %q, want %q", w.name, where, got[0], part.String())
			}
			got, joined = got[1:], joined+part.String()
		}
	}
	if w.app.th.Masks(text) {
		return
	}
	for _, word := range cases.Canaries(string(text)) {
		if !strings.Contains(joined, word) {
			w.t.Errorf("%s, %s: %s is not on screen", w.name, where, word)
		}
	}
}

// dialog reads an open dialog to its end. A yes must count only there, after the
// quiet time, and never when the key is held.
func (w *walker) dialog(k, where string) {
	w.t.Helper()
	where = "dialog " + k + " on " + where
	w.judge(where)
	if over[confirm.Note](w.app) != nil {
		w.press("too", "dear")
		w.paste("\x1b[2J\u202e\x00pasted")
		w.judge(where)
		w.press("enter")
	}
	d := over[confirm.Dialog](w.app)
	if d == nil || d.Guard().Stage() != confirm.Reading {
		w.judge(where)
		return
	}
	before := w.store.decided
	w.ring(confirm.QuietTime)
	for n := 0; ; n++ {
		w.judge(where)
		unseen, _ := d.Unseen()
		if unseen == 0 || len(d.Body) > w.long {
			break
		}
		if k != "x" && k != "c" && (n < 3 || n%50 == 0) {
			w.press("y", "enter", " ")
		}
		w.press("pgdown")
		if w.app.dialog() != d {
			w.t.Fatalf("%s, %s: it was left ahead of its end, %d decisions", w.name, where, w.store.decided-before)
		}
	}
	if unseen, _ := d.Unseen(); unseen > 0 {
		w.press("G")
		w.judge(where)
		if c := d.Decision.Choice; c == model.ChoiceReject || c == model.ChoiceChanges {
			// You can reject without typing.
			return
		}
		w.ring(confirm.QuietTime)
		w.press("y")
		w.undecided(before, where)
		return
	}
	// A key that is held, from before all was read.
	w.press("z")
	for range 50 {
		w.press("y")
	}
	w.paste("y")
	w.press("yy")
	w.undecided(before, where)
	w.ring(confirm.QuietTime)
	if d.Guard().IsMasked() {
		w.press("y")
		w.undecided(before, where)
		w.press("V")
		w.press("V")
		return
	}
	w.press("y")
	w.judge(where)
	if w.app.dialog() == d && d.Guard().Stage() == confirm.Reading && d.Guard().Allows() == confirm.None {
		w.t.Errorf("%s, %s: a yes did nothing", w.name, where)
	}
}

func (w *walker) undecided(before int, where string) {
	w.t.Helper()
	if w.store.decided != before {
		w.t.Errorf("%s, %s: %d decisions without a yes that counts", w.name, where, w.store.decided-before)
	}
}

// TestHostileVaultsOnScreen walks over each case in a vault of its own, in each look.
func TestHostileVaultsOnScreen(t *testing.T) {
	base := map[string]bool{}
	for _, f := range cases.Base() {
		base[f.Path] = true
	}
	type seen struct {
		cases.Case
		look
	}
	var all []seen
	for _, c := range append(cases.Walked(cases.Options{Special: true}), cases.Case{Name: "base"}) {
		for _, l := range looks {
			all = append(all, seen{c, l})
		}
	}
	for _, c := range whole.Some(t, 20, all) {
		t.Run(c.Case.Name+"/"+c.look.name, func(t *testing.T) {
			t.Parallel()
			w := newWalker(t, hostileVault(t, c.Case), c.look)
			if c.Alone {
				w.pages()
			}
			w.walk(func(ref model.Ref) bool { return len(c.Files) == 0 || !base[ref.Path] })
		})
	}
}

// TestHostileVaultTogether walks over the lists of all cases in one vault.
func TestHostileVaultTogether(t *testing.T) {
	t.Parallel()
	some := cases.Together(cases.Options{Special: true})
	store := hostileVault(t, some...)
	for _, l := range whole.Some(t, 1, looks) {
		newWalker(t, store, l).pages()
	}
	s := must.Get(store.Load(t.Context(), clock()))(t)
	for _, c := range some {
		for _, f := range c.Files {
			// Names that begin with a dot are passed over.
			hidden := strings.Contains(f.Path, "/.")
			if !hidden && strings.HasPrefix(f.Path, "Pending_Approval/") && f.Kind != cases.Folder && !listed(s, f.Path) {
				t.Errorf("%s: %q is listed nowhere", c.Name, f.Path)
			}
		}
	}
}

func listed(s model.Snapshot, path string) bool {
	return slices.ContainsFunc(s.Requests, func(r model.Request) bool { return r.Path == path }) ||
		slices.ContainsFunc(s.Others, func(o model.Other) bool { return o.Path == path }) ||
		slices.ContainsFunc(s.Problems, func(p model.Problem) bool { return p.Path == path || strings.HasPrefix(path, p.Path+"/") })
}

// TestLargeHostileVaults holds that large files and many of them are named or read,
// and that each key is answered at once.
func TestLargeHostileVaults(t *testing.T) {
	// Reading the longest log takes longer than all the rest.
	big := slices.DeleteFunc(cases.Walked(cases.Options{Big: true}), func(c cases.Case) bool { return !c.Big || c.Name == "f13b-huge-log" })
	for _, c := range whole.Some(t, 1, big) {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			w := newWalker(t, hostileVault(t, c), looks[1])
			start := time.Now()
			w.pages()
			// A hundred frames of each page and more keys; generous, for machines that are
			// busy.
			if took := time.Since(start); took > time.Minute {
				t.Errorf("%d frames took %v", w.frames, took)
			}
			if s := w.app.board.Snapshot; c.Class == cases.Block && len(s.Problems) == 0 {
				t.Error("a file that is too large is not named")
			}
		})
	}
}
