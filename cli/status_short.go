package cli

import (
	"fmt"
	"strings"

	"coldstart/model"
	"coldstart/styles"
)

// statusShort prints one line for shell prompts and status bars.
func (p *paper) statusShort(s model.Snapshot) (needed, blocked int) {
	needs := s.NeedsYou()
	for _, n := range needs {
		if n.Blocks {
			blocked++
		}
	}
	line := styles.Line{words(styles.RolePlain, "coldstart: "+needWords(len(needs), blocked)+" · ")}
	if s.Strange {
		line = styles.Line{words(styles.RolePlain, "coldstart: is this the right folder? · ")}
	}
	if plan := s.Resume().Plan; plan == nil {
		line = append(line, words(styles.RolePlain, "no active plan"))
	} else {
		line = append(line, p.label(styles.RoleTitle, plan.ID), words(styles.RolePlain, " "+placeWords(*plan)))
	}
	p.line(line...)
	return len(needs), blocked
}

func needWords(needs, blocked int) string {
	var facts []string
	switch needs {
	case 0:
		return "nothing needs you"
	case 1:
		facts = append(facts, "1 needs you")
	default:
		facts = append(facts, fmt.Sprintf("%d need you", needs))
	}
	if blocked > 0 {
		facts = append(facts, fmt.Sprintf("%d blocked", blocked))
	}
	return strings.Join(facts, ", ")
}

// placeWords tells where a plan goes on.
func placeWords(p model.Plan) string {
	c := p.Checkpoint()
	switch {
	case c.Next != nil:
		return fmt.Sprintf("next %d", c.Next.Number)
	case c.Waiting != nil:
		return fmt.Sprintf("waits at %d", c.Waiting.Number)
	}
	return "no open step"
}
