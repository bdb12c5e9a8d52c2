package cli

import (
	"cmp"
	"strings"

	"github.com/spf13/cobra"

	"coldstart/model"
	"coldstart/styles"
)

func newMemory(c *call) *cobra.Command {
	var context bool
	cmd := &cobra.Command{
		Use: "memory [--context | --json]", Example: "coldstart memory",
		Short: "Show what the agent remembers, what it proposes, and what is stale",
		Long: `The memory is the file of --seed, else the vault's seed.json, else ~/.pai/seed.json.
--context prints only what an agent is told when its session starts, and exits with 0
also when nothing can be read, so that it never keeps an agent from starting.`,
		Args: none, RunE: c.running(func() (int, error) { return c.runMemory(context) }),
	}
	cmd.Flags().BoolVar(&context, "context", false, "print only what an agent is told; always exits with 0")
	c.jsonFlag(cmd)
	return cmd
}

// runMemory shows what an agent remembers of its operator.
func (c *call) runMemory(context bool) (int, error) {
	switch {
	case context && c.json:
		return 0, usage("--json and --context exclude each other", "use one of them")
	case context:
		c.out.memoryContext(c.memoryAnyhow())
		return exitDone, nil
	}
	s, err := c.load()
	if err != nil {
		return 0, err
	}
	return c.answer(func() any { return memoryAnswerJSON(s) }, func() { c.out.memory(s) })
}

func memoryAnswerJSON(s model.Snapshot) jsonMemoryAnswer {
	return jsonMemoryAnswer{headJSON(s), memoryJSON(s.Memory, s.At)}
}

func (p *paper) memory(s model.Snapshot) {
	p.memoryContext(s.Memory)
	p.proposals(s)
	p.stale(s)
	p.memoryWarnings(s.Memory)
}

// memoryAnyhow gives the memory for a program that starts an agent and must not be
// stopped: what keeps the vault from being read becomes the memory's own error.
func (c *call) memoryAnyhow() model.Memory {
	v, err := c.open()
	if err != nil {
		return model.Memory{Unread: err.Error()}
	}
	defer v.Close()
	s, err := v.Load(c.ctx, c.now())
	if err != nil {
		return model.Memory{Unread: err.Error()}
	}
	return s.Memory
}

// memoryContext prints the text of the seed "Session Start Hook". No value in it
// reaches over the end of its line, so that nothing remembered passes for a line of
// ours.
func (p *paper) memoryContext(m model.Memory) {
	for l := range strings.SplitSeq(m.Context(), "\n") {
		p.line(p.exact(styles.RolePlain, l))
	}
}

// remembered prints the same text in the report of a session start.
func (p *paper) remembered(m model.Memory) {
	if m.Path != "" {
		p.line()
		p.memoryContext(m)
	}
}

func (p *paper) proposals(s model.Snapshot) {
	pending := s.Memory.Pending()
	if len(pending) == 0 {
		return
	}
	p.heading("Proposals that wait for you")
	var rows [][]styles.Span
	for _, proposal := range pending {
		rows = append(rows, []styles.Span{
			words(styles.RolePlain, ""), p.exact(styles.RoleTitle, cmp.Or(proposal.Ref().Item, "-")), p.orDash(string(proposal.Type)),
			p.orDash(proposal.Confidence), p.orDash(proposal.Source), p.when(proposal.Extracted.Time, s.At),
			p.label(styles.RolePlain, proposal.Content+proposalRemark(s.Memory, proposal)),
		})
	}
	p.table(rows)
}

func proposalRemark(m model.Memory, proposal model.Proposal) string {
	remark := ""
	if before := m.Before(proposal); before != "" {
		remark += " (" + before + ")"
	}
	if proposal.Twice {
		remark += " (several proposals have this id)"
	}
	return remark
}

// stale lists the learnings that nobody has looked at for a long time.
func (p *paper) stale(s model.Snapshot) {
	var rows [][]styles.Span
	for _, l := range s.Memory.Learned {
		if l.Stale(s.At) {
			rows = append(rows, []styles.Span{
				words(styles.RolePlain, ""), p.exact(styles.RoleTitle, l.Ref().Item), words(styles.RoleWarn, "stale"),
				p.orDash(string(l.Type)), p.when(lastLookedAt(l).Time, s.At), p.label(styles.RolePlain, l.Content),
			})
		}
	}
	if len(rows) > 0 {
		p.heading("Learnings to look at again")
	}
	p.table(rows)
}

// lastLookedAt is when a learning was confirmed, else when it was found.
func lastLookedAt(l model.Learning) model.Stamp {
	if l.ConfirmedAt.Known() {
		return l.ConfirmedAt
	}
	return l.Extracted
}

// memoryWarnings tell what would go wrong with the memory as it is, and why the
// agent takes it for a new one.
func (p *paper) memoryWarnings(m model.Memory) {
	why := m.FirstRun()
	if why == "" && len(m.Faults) == 0 {
		return
	}
	p.line()
	if m.WouldBeWiped() != "" {
		p.line(words(styles.RoleBad, "Warning: the agent's set-up would replace "), p.exact(styles.RoleTitle, m.Path),
			words(styles.RolePlain, " and lose what it holds ("+holds(m)+"): "),
			p.label(styles.RolePlain, why))
	} else if why != "" {
		p.line(words(styles.RoleMuted, "Not configured because "), p.label(styles.RolePlain, why))
	}
	for _, f := range m.Faults {
		p.line(words(styles.RoleWarn, "Schema: "), p.label(styles.RoleTitle, place(m.Path, f.Line)), words(styles.RolePlain, ": "),
			p.label(styles.RolePlain, f.Path+": "+f.Reason))
	}
}
