package gate

import "testing"

// A call that no rule names is what an agent makes all day.
func BenchmarkWeigh(b *testing.B) {
	rules := rulesOfTheTable()
	for _, line := range []string{`git status`, `go test ./... 2>&1 | tail -20`, `for f in *.go; do gofmt -l "$f"; done`, "cat > notes.md <<'E'\na\nE"} {
		b.Run(line[:6], func(b *testing.B) {
			for b.Loop() {
				Weigh(rules, bash(line))
			}
		})
	}
}
