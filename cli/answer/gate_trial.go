package answer

import (
	"coldstart/styles"
)

// GateTrials is the answer of coldstart agent gate test.
type GateTrials struct {
	Head
	// OK is true when every gate refused wherever it could.
	OK    bool        `json:"ok"`
	Gates []GateTrial `json:"gates"`
}

// GateTrial is one gate as it is installed, and what became of a call that it has to refuse.
type GateTrial struct {
	// Agent is claude, codex, gemini or opencode, Path the file with the line.
	Agent string `json:"agent"`
	Title string `json:"-"`
	Path  string `json:"path"`
	Line  string `json:"line"`
	// Faults say why the agent does not run the hooks of the file, or what was not tried.
	Faults []string `json:"faults"`
	// Notes say what to know of it beside.
	Notes  []string `json:"notes"`
	Trials []Trial  `json:"trials"`
}

// Trial is one way in which a gate can fail.
type Trial struct {
	What string `json:"what"`
	// Refused is true when the agent would not have run the tool.
	Refused bool `json:"refused"`
	// Why says why no gate can refuse here, or what refused where the gate did not answer by itself,
	// else empty.
	Why string `json:"why"`
}

// Holds reports whether the gate refused wherever it could.
func (t GateTrial) Holds() bool {
	if len(t.Faults) > 0 {
		return false
	}
	for _, one := range t.Trials {
		if !one.Refused && one.Why == "" {
			return false
		}
	}
	return true
}

// GateTrials lists what refused and what opened, gate by gate.
func (p *Output) GateTrials(tried []GateTrial) {
	for _, t := range tried {
		p.Line(p.Label(styles.RoleMuted, t.Title), Words(styles.RolePlain, "  "), p.Exact(styles.RoleTitle, t.Path))
		for _, fault := range t.Faults {
			p.Line(Words(styles.RoleBad, "opened   "), p.Label(styles.RolePlain, fault))
		}
		for _, note := range t.Notes {
			p.Line(Words(styles.RoleMuted, "note     "), p.Label(styles.RolePlain, note))
		}
		for _, one := range t.Trials {
			mark := Words(styles.RoleBad, "opened   ")
			switch {
			case one.Refused:
				mark = Words(styles.RoleGood, "refused  ")
			case one.Why != "":
				mark = Words(styles.RoleWarn, "opened   ")
			}
			line := styles.Line{mark, p.Label(styles.RolePlain, one.What)}
			if one.Why != "" {
				line = append(line, Words(styles.RoleMuted, ": "+one.Why))
			}
			p.Line(line...)
		}
	}
}
