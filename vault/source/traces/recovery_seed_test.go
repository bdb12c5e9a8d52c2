package traces

import (
	"strings"
)

// seedTrace is a trace with these states of the workflow and its steps.
func seedTrace(workflow string, steps ...string) string {
	var b strings.Builder
	b.WriteString("# Trace: report\n\n**Workflow:** report\n**Status:** " + workflow + "\n")
	for i, state := range steps {
		b.WriteString("\n## Step " + string(rune('1'+i)) + ": Count\n\n**Status:** " + state + "\n**Challenges:** None\n")
	}
	return b.String()
}
