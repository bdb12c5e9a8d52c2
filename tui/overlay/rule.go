package overlay

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"coldstart/model"
	"coldstart/styles"
	"coldstart/tui/draw"
)

// Rule asks for the pattern of a new rule of the gate.
type Rule struct {
	*Prompt
	tool string
	// add writes the rule into the settings, and says what came of it.
	add func(r model.GateRule) (said string, err error)
}

// NewRule begins with the pattern of the first action; those of the others can be taken over.
func NewRule(actions []model.Action, add func(r model.GateRule) (string, error)) *Rule {
	r := &Rule{tool: actions[0].Tool, add: add}
	var patterns []string
	for _, a := range actions {
		if p := a.Pattern(); a.Tool == r.tool && !slices.Contains(patterns, p) {
			patterns = append(patterns, p)
		}
	}
	r.Prompt = NewPrompt("Ask for this from now on", "* is any text. The rule goes into your settings.", patterns[0], patterns[1:])
	r.Whose = "earlier"
	r.Done, r.Enter = r.write, draw.Hint{Key: "enter", Does: "add the rule"}
	r.Left, r.Esc = r.leave, draw.Hint{Key: "esc", Does: "cancel"}
	return r
}

// rule is the one that would be written.
func (r *Rule) rule() model.GateRule {
	tool := r.tool
	if tool == model.ShellTool {
		tool = "" // of every tool with a line for a shell
	}
	return model.GateRule{Tool: tool, Match: r.Value(), Then: model.ThenAsk}
}

func (r *Rule) leave(s *Screen) tea.Cmd {
	s.Close(r)
	s.Say(styles.RoleMuted, "No rule was added.")
	return nil
}

func (r *Rule) write(s *Screen) tea.Cmd {
	if r.Value() == "" {
		s.Say(styles.RoleWarn, "A rule needs a pattern.")
		return nil
	}
	s.Close(r)
	rule := r.rule()
	return func() tea.Msg {
		said, err := r.add(rule)
		return KeptMsg{said, err, r}
	}
}

// Box is the pattern, and the rule that it makes.
func (r *Rule) Box(s *Screen) draw.Box {
	line := styles.Line{draw.Span(styles.RoleMuted, "rule  "), {Text: s.Th.Label(r.rule().Written()), Role: styles.RoleEmphasis}}
	return r.Prompt.Box(s, line.Wrap(TextWidth(s))...)
}
