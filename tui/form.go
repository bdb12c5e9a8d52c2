package tui

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/bubbles/textinput"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/board"
	"coldstart/tui/draw"
)

// form asks for the parts of a journal entry, one line each.
type form struct {
	fields []formField
	at     int
}

// formField is a text, or one of several choices.
type formField struct {
	label   string
	choices []string
	chosen  int
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

// none is the choice of no strategy, which a note may make.
const none = "none"

func newForm() *form {
	var categories, outcomes []string
	for _, c := range model.Categories() {
		categories = append(categories, string(c))
	}
	for _, o := range append([]model.Outcome{model.OutcomeNone}, model.Outcomes()...) {
		outcomes = append(outcomes, o.String())
	}
	text := func(label string) formField { return formField{label: label, input: lineInput("")} }
	f := &form{fields: []formField{
		fieldCategory:  {label: "Category", choices: categories},
		fieldTitle:     text("Title"),
		fieldStrategy:  {label: "Strategy", choices: append([]string{none}, model.Strategies()...)},
		fieldTags:      text("Tags"),
		fieldTried:     text("Tried"),
		fieldOutcome:   {label: "Outcome", choices: outcomes},
		fieldReasoning: text("Reasoning"),
		fieldInsight:   text("Insight"),
		fieldArtifacts: text("Artifacts"),
		fieldRelated:   text("Related"),
		fieldEarlier:   text("Tries again"),
	}}
	return f
}

// draft is the entry that the form describes.
func (f *form) draft() model.Draft {
	text := func(i int) string { return model.OneLine(f.fields[i].input.Value()) }
	word := func(i int) string { return f.fields[i].choices[f.fields[i].chosen] }
	d := model.Draft{
		Category: model.Category(word(fieldCategory)), Title: text(fieldTitle), Agent: journalAuthor,
		Tags:  strings.FieldsFunc(text(fieldTags), func(r rune) bool { return r == ',' || r == ' ' }),
		Tried: text(fieldTried), Outcome: model.ParseOutcome(word(fieldOutcome)), Reasoning: text(fieldReasoning),
		Insight: text(fieldInsight), Artifacts: text(fieldArtifacts), Related: text(fieldRelated), Earlier: text(fieldEarlier),
	}
	if s := word(fieldStrategy); s != none {
		d.Strategy = s
	}
	return d
}

// formKey edits the form. Enter on the last field, or ctrl+d anywhere, shows what
// would be written; it does not write it.
func (d *dialog) formKey(s *screen, msg tea.KeyMsg) tea.Cmd {
	f := d.form
	last := f.at == len(f.fields)-1
	switch {
	case key.Matches(msg, s.keys.Back):
		d.leaveText(s)
		return nil
	case msg.Type == tea.KeyEnter && last, msg.Type == tea.KeyCtrlD:
		return d.reviewForm(s)
	case msg.Type == tea.KeyEnter, msg.Type == tea.KeyTab, msg.Type == tea.KeyDown:
		f.at = (f.at + 1) % len(f.fields)
		return nil
	case msg.Type == tea.KeyShiftTab, msg.Type == tea.KeyUp:
		f.at = (f.at + len(f.fields) - 1) % len(f.fields)
		return nil
	}
	return f.fields[f.at].edit(msg)
}

func (f *formField) edit(msg tea.KeyMsg) tea.Cmd {
	if f.choices == nil {
		var cmd tea.Cmd
		f.input, cmd = f.input.Update(msg)
		return cmd
	}
	n := len(f.choices)
	switch {
	case msg.Type == tea.KeyLeft:
		f.chosen = (f.chosen + n - 1) % n
	case msg.Type == tea.KeyRight, msg.Type == tea.KeySpace:
		f.chosen = (f.chosen + 1) % n
	case len(msg.Runes) == 1:
		f.jump(strings.ToLower(string(msg.Runes)))
	}
	return nil
}

// jump goes to the next choice that begins with a letter.
func (f *formField) jump(letter string) {
	for i := range f.choices {
		at := (f.chosen + 1 + i) % len(f.choices)
		if strings.HasPrefix(strings.ToLower(f.choices[at]), letter) {
			f.chosen = at
			return
		}
	}
}

func (d *dialog) reviewForm(s *screen) tea.Cmd {
	draft := d.form.draft()
	if reason := draft.Refuse(); reason != "" {
		s.Say(styles.RoleWarn, "Not yet: "+reason+".")
		d.form.at = faulty(draft)
		return nil
	}
	return d.openEntry(s, draft)
}

// faulty is the field to put right first, in the order in which a draft is refused.
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

// openEntry shows what an entry would change. The difference is on screen before
// a yes, so a broken front matter may be repaired with it.
func (d *dialog) openEntry(s *screen, draft model.Draft) tea.Cmd {
	draft.Repair = true
	d.decision.Entry = draft
	return d.fetch(s)
}

// viewForm draws the fields in h rows, the one being edited marked and among them.
func (d *dialog) viewForm(s *screen, h int) []styles.Line {
	f := d.form
	lines := []styles.Line{nil}
	first, last := 0, 0
	for i := range f.fields {
		if i == f.at {
			first = len(lines)
		}
		field := &f.fields[i]
		mark, role := styles.Plain(" "), styles.RoleMuted
		if i == f.at {
			mark, role = s.th.Symbol(styles.SymCursor), styles.RoleKey
		}
		lead := styles.Line{{Text: mark, Role: styles.RoleKey}, {Text: styles.Plain(" " + field.label).Pad(board.LabelWidth), Role: role}}
		for j, l := range field.lines(s, i == f.at, max(1, s.width-lead.Width()-1)) {
			if j > 0 {
				lead = styles.Line{{Text: styles.Plain("").Pad(lead.Width()), Role: styles.RolePlain}}
			}
			lines = append(lines, styles.Join(lead, l))
		}
		if i == f.at {
			last = len(lines)
		}
	}
	return draw.Between(lines, min(first, max(0, last-h)), h)
}

func (f *formField) lines(s *screen, open bool, w int) []styles.Line {
	if f.choices != nil {
		l := draw.Words(styles.RoleTitle, f.choices[f.chosen])
		if open {
			l = styles.Join(draw.Words(styles.RoleKey, "< "), l, draw.Words(styles.RoleKey, " >"))
		}
		return []styles.Line{l}
	}
	if !open {
		return draw.Wrapped(s.th.Show(f.input.Value()), styles.RolePlain, w)
	}
	head, tail := s.typed(f.input)
	return draw.Wrapped(s.th.Show(head+tail), styles.RolePlain, w)
}
