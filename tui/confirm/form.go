package confirm

import (
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/model/phrase"
	"coldstart/model/research"
	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/draw"
	"coldstart/tui/keys"
	"coldstart/tui/overlay"
)

// JournalAuthor is the author of the operator's entries (seed "Resume", function 3).
const JournalAuthor = "user"

// Form asks for a journal entry, one line per field.
type Form struct {
	Fields []FormField
	At     int
	card   *Dialog
}

// FormField is a text, or one of several choices.
type FormField struct {
	Label   string
	Choices []string
	Chosen  int
	input   textinput.Model
}

// The fields of the form, in their order.
const (
	fieldCategory = iota
	fieldTitle
	fieldStrategy
	fieldTags
	fieldTried
	fieldOutcome
	fieldReasoning
	fieldInsight
	fieldArtifacts
	fieldRelated
	fieldEarlier
)

// none is the choice of no strategy.
const none = "none"

// NewForm is an empty form.
func NewForm() *Form {
	var categories, outcomes []string
	for _, c := range model.Categories() {
		categories = append(categories, string(c))
	}
	for _, o := range append([]model.Outcome{model.OutcomeNone}, model.Outcomes()...) {
		outcomes = append(outcomes, o.String())
	}
	text := func(label string) FormField { return FormField{Label: label, input: overlay.LineInput("")} }
	return &Form{Fields: []FormField{
		fieldCategory:  {Label: "Category", Choices: categories},
		fieldTitle:     text("Title"),
		fieldStrategy:  {Label: "Strategy", Choices: append([]string{none}, model.Strategies()...)},
		fieldTags:      text("Tags"),
		fieldTried:     text("Tried"),
		fieldOutcome:   {Label: "Outcome", Choices: outcomes},
		fieldReasoning: text("Reasoning"),
		fieldInsight:   text("Insight"),
		fieldArtifacts: text("Artifacts"),
		fieldRelated:   text("Related"),
		fieldEarlier:   text("Tries again"),
	}}
}

func (f *Form) draft() model.Draft {
	text := func(i int) string { return model.OneLine(f.Fields[i].input.Value()) }
	word := func(i int) string { return f.Fields[i].Choices[f.Fields[i].Chosen] }
	d := model.Draft{
		Category: model.Category(word(fieldCategory)), Title: text(fieldTitle), Agent: JournalAuthor,
		Tags:  strings.FieldsFunc(text(fieldTags), func(r rune) bool { return r == ',' || r == ' ' }),
		Tried: text(fieldTried), Outcome: model.ParseOutcome(word(fieldOutcome)), Reasoning: text(fieldReasoning),
		Insight: text(fieldInsight), Artifacts: text(fieldArtifacts), Related: text(fieldRelated), Earlier: text(fieldEarlier),
	}
	if s := word(fieldStrategy); s != none {
		d.Strategy = s
	}
	return d
}

// Key edits the form. Enter on the last field, or ctrl+d, shows the decision.
func (f *Form) Key(s *overlay.Screen, msg tea.KeyMsg) tea.Cmd {
	f.card.leaving = f.card.leaving && key.Matches(msg, s.Keys[keys.Back])
	last := f.At == len(f.Fields)-1
	switch {
	case key.Matches(msg, s.Keys[keys.Back]):
		return f.card.leave(s)
	case msg.Type == tea.KeyEnter && last, msg.Type == tea.KeyCtrlD:
		return f.review(s)
	case msg.Type == tea.KeyEnter, msg.Type == tea.KeyTab, msg.Type == tea.KeyDown:
		f.At = (f.At + 1) % len(f.Fields)
		return nil
	case msg.Type == tea.KeyShiftTab, msg.Type == tea.KeyUp:
		f.At = (f.At + len(f.Fields) - 1) % len(f.Fields)
		return nil
	}
	return f.Fields[f.At].edit(msg)
}

func (f *FormField) edit(msg tea.KeyMsg) tea.Cmd {
	if f.Choices == nil {
		var cmd tea.Cmd
		f.input, cmd = f.input.Update(msg)
		return cmd
	}
	n := len(f.Choices)
	switch {
	case msg.Type == tea.KeyLeft:
		f.Chosen = (f.Chosen + n - 1) % n
	case msg.Type == tea.KeyRight, msg.Type == tea.KeySpace:
		f.Chosen = (f.Chosen + 1) % n
	case len(msg.Runes) == 1:
		f.jump(strings.ToLower(string(msg.Runes)))
	}
	return nil
}

func (f *FormField) jump(letter string) {
	for i := range f.Choices {
		at := (f.Chosen + 1 + i) % len(f.Choices)
		if strings.HasPrefix(strings.ToLower(f.Choices[at]), letter) {
			f.Chosen = at
			return
		}
	}
}

func (f *Form) review(s *overlay.Screen) tea.Cmd {
	draft := f.draft()
	if reason := research.RefuseDraft(draft); reason.Given() {
		s.Say(styles.RoleWarn, "Not yet: "+phrase.Reason(reason)+".")
		f.At = faulty(draft)
		return nil
	}
	return f.card.openEntry(s, draft)
}

// written reports a text in one of the fields.
func (f *Form) written() bool {
	return slices.ContainsFunc(f.Fields, func(of FormField) bool { return of.Choices == nil && strings.TrimSpace(of.input.Value()) != "" })
}

// Loses reports a text that quitting would discard.
func (f *Form) Loses() bool { return f.written() }

// Covers makes it take the whole screen, with the card.
func (f *Form) Covers() {}

// View draws the form over the card.
func (f *Form) View(s *overlay.Screen, _ int) []styles.Line { return f.card.viewUnder(s, f.box(s)) }

// Hints are the keys that do something.
func (f *Form) Hints(s *overlay.Screen) []draw.Hint { return f.box(s).Hints }

// HintAt is the hint at a cell of the screen, false for none.
func (f *Form) HintAt(s *overlay.Screen, x, y int) (draw.Hint, bool) { return f.box(s).HintAt(x, y) }

// faulty is the first field to correct, in the order in which a draft is refused.
func faulty(d model.Draft) int {
	switch {
	case d.Title == "":
		return fieldTitle
	case d.Insight == "":
		return fieldInsight
	case d.Category == model.CategoryProof && d.Strategy == "":
		return fieldStrategy
	case d.Category != model.CategoryNote && d.Outcome == model.OutcomeNone:
		return fieldOutcome
	}
	return fieldTags
}

// openEntry shows what an entry would change. It may repair the journal, since the difference is
// shown.
func (d *Dialog) openEntry(s *overlay.Screen, draft model.Draft) tea.Cmd {
	draft.Repair = true
	d.Decision.Entry = draft
	return d.fetch(s)
}

// formRest are the rows of the screen beside the fields: the title of what it is about, the edges
// of the box, and the last row.
const formRest = 5

// box has the fields that fit, the edited one among them.
func (f *Form) box(s *overlay.Screen) draw.Box {
	h := max(1, s.Height-formRest)
	w := overlay.TextWidth(s)
	var lines []styles.Line
	first, last := 0, 0
	for i := range f.Fields {
		if i == f.At {
			first = len(lines)
		}
		field := &f.Fields[i]
		mark, role := styles.Plain(" "), styles.RoleMuted
		if i == f.At {
			mark, role = s.Th.Symbol(styles.SymCursor), styles.RoleKey
		}
		lead := styles.Line{{Text: mark, Role: styles.RoleKey}, {Text: styles.Plain(" " + field.Label).Pad(board.LabelWidth), Role: role}}
		for j, l := range field.lines(s, i == f.At, max(1, w-lead.Width())) {
			if j > 0 {
				lead = styles.Line{{Text: styles.Plain("").Pad(lead.Width()), Role: styles.RolePlain}}
			}
			lines = append(lines, styles.Join(lead, l))
		}
		if i == f.At {
			last = len(lines)
		}
	}
	hints := []draw.Hint{{Key: "tab", Does: "next"}, {Key: "←→", Does: "choose"}, {Key: "ctrl+d", Does: "review"}, {Key: "esc", Does: "cancel"}}
	return overlay.PromptBox(s, "A journal entry", draw.Between(lines, min(first, max(0, last-h)), h), hints)
}

func (f *FormField) lines(s *overlay.Screen, open bool, w int) []styles.Line {
	if f.Choices != nil {
		l := draw.Words(styles.RoleTitle, f.Choices[f.Chosen])
		if open {
			l = styles.Join(draw.Words(styles.RoleKey, "< "), l, draw.Words(styles.RoleKey, " >"))
		}
		return []styles.Line{l}
	}
	if !open {
		return draw.Wrapped(s.Th.Show(f.input.Value()), styles.RolePlain, w)
	}
	head, tail := s.Typed(f.input)
	return draw.Wrapped(s.Th.Show(head+tail), styles.RolePlain, w)
}
