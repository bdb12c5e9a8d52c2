package tui

import (
	"fmt"
	"time"

	"coldstart/model"
	"coldstart/styles"
)

// inspectionLines shows the partial state of an interrupted step: which of its
// files exist, and what was written around it since it began.
func inspectionLines(th *styles.Theme, now time.Time, in model.Inspection, w int) []styles.Line {
	lines := []styles.Line{section(th, fmt.Sprintf("What step %d left behind", in.Step.Number), w)}
	lines = append(lines, factLines(th, artifactFacts(now, "Artifact", in.Artifacts), w)...)
	lines = append(lines, factLines(th, artifactFacts(now, "Changed", in.Changed), w)...)
	if in.More > 0 {
		lines = append(lines, words(styles.RoleMuted, fmt.Sprintf(" %d more files were not looked at", in.More)))
	}
	if len(in.Artifacts)+len(in.Changed) == 0 {
		lines = append(lines, words(styles.RoleMuted, " No artifact is named, and nothing was written since it began."))
	}
	return append(lines, nil)
}

func artifactFacts(now time.Time, label string, list []model.Artifact) []fact {
	var facts []fact
	for _, a := range list {
		if a.Refused != "" {
			facts = append(facts, fact{label, a.Path + " was not looked at: " + a.Refused, styles.RoleWarn})
			continue
		}
		if !a.Exists {
			facts = append(facts, fact{label, a.Path + " is missing", styles.RoleBad})
			continue
		}
		facts = append(facts, fact{label, fmt.Sprintf("%s, %d bytes, written %s", a.Path, a.Size, when(now, a.Modified)), styles.RolePlain})
	}
	return facts
}
