package traces

import (
	"strings"
	"testing"
	"time"

	"coldstart/model"
)

// BenchmarkTrace reads a trace of 400,000 lines.
func BenchmarkTrace(b *testing.B) {
	text := []byte(seedTrace("in-progress", "completed") + strings.Repeat("## Step 2: Poll\n**Status:** completed\n**Summary:** nothing new\n\n", 100_000))
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if trace, _ := ReadTrace(tracePath, text, time.UTC); trace.Recovery() != model.RecoveryContinue {
			b.Fatal(trace.Recovery())
		}
	}
}
