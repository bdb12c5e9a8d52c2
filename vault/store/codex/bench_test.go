package codex

import (
	"bytes"
	"os"
	"testing"
	"time"

	"coldstart/testdata/must"
	"coldstart/testdata/told"
)

// long is a rollout of about so many bytes, in which tools say much.
func long(tb testing.TB, size int) []byte {
	tb.Helper()
	b := must.Get(os.ReadFile("testdata/in-tool.jsonl"))(tb)
	lines := bytes.SplitAfter(b, []byte("\n"))
	out := bytes.Join(lines[:7], nil)
	noise := bytes.Repeat([]byte(`The printer says \"ready\", and the paper is at 58 mm.\n`), 60)
	for len(out) < size {
		for _, line := range lines[9:] {
			out = append(out, bytes.Replace(line, []byte(`Output:\n`), append([]byte(`Output:\n`), noise...), 1)...)
		}
	}
	return out
}

// The part of a rollout that a list needs: the first 64 KiB and the last 256 KiB.
func BenchmarkRead(b *testing.B) {
	e := told.Whole(long(b, 320<<10))
	b.SetBytes(e.Size)
	for b.Loop() {
		if _, ok := Store.Tell("x", e, time.UTC); !ok {
			b.Fatal("no session")
		}
	}
}

// The part that the course of a session needs: the last 2 MiB.
func BenchmarkEvents(b *testing.B) {
	e := told.Whole(long(b, 2<<20))
	b.SetBytes(e.Size)
	for b.Loop() {
		if len(Store.Events("x", e, time.UTC)) < 100 {
			b.Fatal("few events")
		}
	}
}
