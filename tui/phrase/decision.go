package phrase

import (
	"fmt"
	"path"
	"strings"

	"coldstart/model"
)

// Past names a decision of the past in a few words: "approval of pay.md".
func Past(p model.Past) string {
	d := p.Decision
	what := path.Base(d.Ref.Path)
	switch {
	case d.Ref.Item != "":
		what = d.Ref.Item
	case d.Ref.Kind == model.KindTrace:
		what = path.Base(path.Dir(d.Ref.Path))
	case d.Ref.Kind == model.KindPlan && p.Step > 0:
		what = fmt.Sprintf("step %d of %s", p.Step, what)
	}
	return strings.TrimSpace(d.Choice.Noun() + " " + what)
}
