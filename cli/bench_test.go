package cli

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// BenchmarkStatus reads and reports a vault of 2,000 plans and 500 requests.
func BenchmarkStatus(b *testing.B) {
	dir := b.TempDir()
	for i := range 2000 {
		write(b, dir, fmt.Sprintf("Plans/PLAN-%04d.md", i), fmt.Sprintf("---\ntask_id: '%04d'\nstatus: Blocked\n"+
			"created_date: '2026-03-14T07:00:00Z'\n---\n# Objective\n\nWork\n\n## Roadmap\n\n- [x] One\n- [ ] Two\n", i))
	}
	for i := range 500 {
		write(b, dir, fmt.Sprintf("Pending_Approval/r%04d.md", i), fmt.Sprintf("---\nplan_id: %04d\nstep_id: 2\n---\nPlease.\n", i))
	}
	env := machine(b, dir)
	for _, form := range [][]string{{"status"}, {"status", "--short"}, {"status", "--json"}} {
		b.Run(form[len(form)-1], func(b *testing.B) {
			for b.Loop() {
				if got := run(env, form...); got.out == "" {
					b.Fatalf("got %+v", got)
				}
			}
		})
	}
}

// BenchmarkGateNoRule is the whole program, for an action that no rule names: each call of a tool
// waits for it.
func BenchmarkGateNoRule(b *testing.B) {
	env := gated(b, pushRule)
	said := event(env, "PreToolUse", "git status", "t")
	vars := []string{"XDG_STATE_HOME=" + env.Getenv("XDG_STATE_HOME"), "XDG_CONFIG_HOME=" + env.Getenv("XDG_CONFIG_HOME")}
	for b.Loop() {
		cmd := exec.CommandContext(b.Context(), "coldstart", "gate", "--agent", "claude", "--vault", env.Dir)
		cmd.Stdin, cmd.Env = strings.NewReader(said), append(os.Environ(), vars...)
		if out, err := cmd.Output(); err != nil || string(out) != "{}\n" {
			b.Fatalf("got %s %v", out, err)
		}
	}
}
