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
	// More is how many further artifacts and files were not looked at; it is a lower
	// bound in a very large folder.
	More int
}

// Artifact is a file or folder that a step made or named.
type Artifact struct {
	// Path is relative to the vault; for a file that is not there it is the name as
	// the step gives it.
	Path   string
	Exists bool
	// Refused says why nobody looks whether it exists: it is a link, or its name
	// leads out of the vault.
	Refused  string
	Size     int64
	Modified time.Time
}

// ArtifactNames takes the file names out of a step's list of artifacts: what
// stands in back quotes, else the parts between commas and semicolons.
func (s TraceStep) ArtifactNames() []string {
	value := s.Field("Artifacts")
	quoted := strings.Contains(value, "`")
	var parts []string
	if quoted {
		parts = strings.Split(value, "`")
	} else {
		parts = strings.FieldsFunc(value, func(r rune) bool { return r == ',' || r == ';' })
	}
	var names []string
	for i, part := range parts {
		name := strings.TrimSpace(part)
		if name != "" && (!quoted || i%2 == 1) {
			names = append(names, name)
		}
	}
	return names
}
