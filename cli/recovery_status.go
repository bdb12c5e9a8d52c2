package cli

import (
	"coldstart/model"
	"coldstart/styles"
)

// recovery prints the block of the seed "Orphan Session Detection", line for
// line, and nothing when no session and no work item was left open. Where there
// are several orphans, each has its line, the newest first.
func (p *paper) recovery(s model.Snapshot) {
	orphans, stuck := s.Orphans(), s.StuckWork()
	if len(orphans) == 0 && len(stuck) == 0 {
		return
	}
	p.line()
	p.line(words(styles.RoleHeading, "[PHASE: RECOVERY]"))
	if len(orphans) > 0 {
		p.line(words(styles.RoleWarn, "=== ORPHAN SESSION DETECTED ==="))
		for _, o := range orphans {
			p.line(words(styles.RolePlain, "Session "), p.label(styles.RoleTitle, o.Label), words(styles.RolePlain, " started but never ended."))
		}
		if c, ok := s.Events.CurrentSession(); ok {
			p.line(words(styles.RolePlain, "Current session: "), p.label(styles.RoleTitle, c.Label))
		}
		p.line()
	}
	if len(stuck) > 0 {
		p.line(words(styles.RoleWarn, "=== INCOMPLETE WORK DETECTED ==="))
		for _, w := range stuck {
			p.line(words(styles.RolePlain, "- "), p.label(styles.RoleTitle, w.ID), words(styles.RolePlain, ": stuck in '"),
				p.label(styles.RolePlain, w.Node), words(styles.RolePlain, "'"))
		}
		p.line()
	}
	p.line(words(styles.RoleMuted, "[BREATHE]"))
}

// interruptedTraces prints what the recovery protocol wants a person to hear.
func (p *paper) interruptedTraces(s model.Snapshot) {
	first := true
	for _, t := range s.Traces {
		if !t.NeedsHuman() && t.Recovery() != model.RecoveryContinue {
			continue
		}
		if first {
			p.line()
			p.line(words(styles.RoleHeading, "Interrupted workflows:"))
			first = false
		}
		p.parts("  ", p.label(styles.RoleTitle, t.Title()), p.label(styles.RolePlain, traceRemark(t)))
		last, _ := t.LastStep()
		for _, label := range []string{"Summary", "Challenges"} {
			if value := last.Field(label); value != "" {
				p.line(words(styles.RoleMuted, "    "+label+": "), p.label(styles.RolePlain, value))
			}
		}
	}
}
