package cli

import (
	"encoding/json"
	"path"
	"strings"

	"coldstart/model"
	"coldstart/styles"
)

// subject names what a decision is about, in sentences.
func subject(ref model.Ref) string {
	switch ref.Kind {
	case model.KindSession:
		var label string
		if json.Unmarshal([]byte(ref.Item), &label) != nil {
			label = ref.Item
		}
		return "session " + label
	case model.KindProposal:
		return "proposal " + ref.Item
	case model.KindResearch:
		return path.Base(ref.Path)
	}
	return ref.Path
}

// typed gives what names the thing for coldstart show.
func typed(ref model.Ref) string {
	switch ref.Kind {
	case model.KindProposal:
		return ref.Item
	case model.KindResearch:
		return path.Base(ref.Path)
	}
	return ref.Path
}

// already says that a decision had been made before.
func (p *paper) already(d model.Decision) {
	p.line(words(styles.RolePlain, "already "+strings.ToLower(d.Choice.Past())+": "), p.exact(styles.RolePlain, subject(d.Ref)))
}
