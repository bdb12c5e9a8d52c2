package cli

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"

	"coldstart/cli/answer"
	"coldstart/cli/gate"
	"coldstart/cli/say"
	"coldstart/model"
	"coldstart/styles"
	"coldstart/vault/hook"
)

// gateRules prints the operator's rules with some to start from, or what they say of an
// action.
type gateRules struct {
	*call
	try, tool string
}

func (g gateRules) run() (int, error) {
	switch {
	case g.confErr != nil:
		return 0, g.confErr
	case g.has("try"):
		return g.saysOf()
	case g.has("tool"):
		return 0, say.Usage("--tool needs --try, with what the tool gets", g.usageHint())
	default:
		g.list()
	}
	return exitDone, nil
}

// saysOf says what the rules say of a line.
func (g gateRules) saysOf() (int, error) {
	if g.confErr != nil {
		return 0, g.confErr
	}
	g.tried()
	return exitDone, nil
}

// list prints text that the settings can take as it is: what it says to the operator stands
// behind #.
func (g gateRules) list() {
	p, conf := g.out, g.conf
	switch {
	case conf.File == "":
		p.Say("# The settings have no folder: set HOME, or XDG_CONFIG_HOME to an absolute path.")
	case len(conf.Gate) == 0:
		p.Line(answer.Words(styles.RoleMuted, "# No rules yet. Their file is "), p.Exact(styles.RolePlain, conf.File))
	default:
		p.Line(answer.Words(styles.RoleMuted, "# Your rules, in "), p.Exact(styles.RolePlain, conf.File))
		for _, r := range conf.Gate {
			p.Line(answer.Words(styles.RoleMuted, "#   "+ruleLine(r)+": "+r.Then.String()+" "), p.Label(styles.RolePlain, ruleWords(r)))
		}
	}
	p.Say("# Rules to start from: copy those that you want. The first one that fits counts.")
	for line := range strings.Lines(gate.Examples()) {
		p.Line(answer.Words(styles.RolePlain, strings.TrimSuffix(line, "\n")))
	}
}

// ruleLine says where a rule stands in the settings.
func ruleLine(r model.GateRule) string { return "line " + strconv.Itoa(r.Line) }

// action is what --try and --tool name.
func (g gateRules) action() model.Action {
	a := gate.Named(g.tool)
	a.Dir = g.env.Dir
	input, err := gate.Canonical([]byte(g.try))
	switch {
	case a.Tool == gate.Shell:
		a.Line = g.try
	case err == nil && strings.HasPrefix(input, "{"):
		a.Input = input
	default:
		a.Paths = []string{g.try}
	}
	return a
}

// tried says what the rules say of an action, part by part, and on the whole.
func (g gateRules) tried() {
	p, a := g.out, g.action()
	var rows [][]styles.Span
	for _, f := range gate.Explain(g.conf.Gate, a) {
		why := "no rule matches"
		if f.Then != model.ThenNothing {
			why = ruleLine(f.Rule) + ", " + ruleWords(f.Rule)
		}
		if f.Unsure != "" {
			why += "; " + f.Unsure
		}
		rows = append(rows, []styles.Span{answer.Words(styles.RoleKey, f.Then.String()), p.Label(styles.RoleTitle, f.What), p.Label(styles.RolePlain, why)})
	}
	if len(rows) > 0 {
		p.Table(rows)
		p.Line()
	}
	here := len(g.gatesHere()) > 0
	p.Say("%s", gateSays(gate.Weigh(g.conf.Gate, a).Then, here))
	if !here {
		p.Say("No gate is installed here, so no agent asks it: coldstart agent hook install installs one.")
	}
	if rows := g.clients(a); len(rows) > 0 {
		p.Line()
		p.Table(rows)
	}
}

// clients say what the rules say of a tool of a server under the name that each client has for it.
func (g gateRules) clients(a model.Action) (rows [][]styles.Span) {
	for _, c := range gate.Clients() {
		// A name as rules have it keeps the marks that some clients keep.
		tool := a.Own
		if c.Calls(tool) == "" {
			tool = a.Tool
		}
		if c.Calls(tool) == "" || a.Input == "" {
			continue
		}
		agent, err := hook.AgentNamed(c.Name)
		said, wrong := json.Marshal(c.CallOf(a.Dir, tool, json.RawMessage(a.Input)))
		event, unread := c.Read(said)
		if errors.Join(err, wrong, unread) == nil {
			rows = append(rows, []styles.Span{
				answer.Words(styles.RoleKey, gate.Weigh(g.conf.Gate, event.Action).Then.String()),
				g.out.Label(styles.RoleTitle, event.Action.Own), answer.Words(styles.RolePlain, "in "+agent.Title),
			})
		}
	}
	return rows
}

// gateSays is what the gate makes of an action on the whole, or would if one were installed here.
func gateSays(then model.Then, here bool) string {
	says := map[model.Then][2]string{
		model.ThenDeny:    {"The gate refuses it.", "A gate would refuse it."},
		model.ThenAsk:     {"The gate blocks it until you approve it.", "A gate would block it until you approve it."},
		model.ThenAllow:   {"The gate allows it; the agent's program may still ask.", "A gate would allow it; the agent's program may still ask."},
		model.ThenNothing: {"The gate leaves it to the agent's program.", "A gate would leave it to the agent's program."},
	}[then]
	if here {
		return says[0]
	}
	return says[1]
}
