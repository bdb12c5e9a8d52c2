package model

import (
	"strings"
	"time"
)

// Inspection is the partial state that an interrupted step left behind.
type Inspection struct {
	Step TraceStep
	// Artifacts are the files that the step names.
	Artifacts []Artifact
	// Changed are the files of the task's folder that were written since the step
	// began, newest first. It is empty when the step does not say when it began.
	Changed []Artifact
	// More is how many further files were not looked at.
	More int
}

// Artifact is a file that a step made or named.
type Artifact struct {
	// Path is relative to the vault; for a file that is not there it is the name as
	// the step gives it.
	Path     string
	Exists   bool
	Size     int64
	Modified time.Time
}

// ArtifactNames takes the file names out of a step's list of artifacts: what
// stands in back quotes, else the parts between commas and semicolons.
func (s TraceStep) ArtifactNames() []string {
	value := s.Field("Artifacts")
	var names []string
	if strings.Contains(value, "`") {
		parts := strings.Split(value, "`")
		for i := 1; i < len(parts); i += 2 {
			names = append(names, parts[i])
		}
		return names
	}
	for _, part := range strings.FieldsFunc(value, func(r rune) bool { return r == ',' || r == ';' }) {
		if name := strings.TrimSpace(part); name != "" {
			names = append(names, name)
		}
	}
	return names
}
