// Package notice runs the program that the operator gave for notices. Besides vault/git
// and cli/program it is the only one that runs a program.
package notice

import (
	"context"
	"fmt"
	"os/exec"
	"time"
)

// most is how long the program may take for one notice.
const most = 10 * time.Second

// Find fails when there is no such program.
func Find(program string) error {
	if _, err := exec.LookPath(program); err != nil {
		return fmt.Errorf("looking for the program of --command: %w", err)
	}
	return nil
}

// Run runs a program with its arguments and a line as the last one. No shell reads it.
// It fails when the program does, and when it takes longer than ten seconds.
func Run(ctx context.Context, program []string, line string) error {
	ctx, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	words := append(program[1:len(program):len(program)], line)
	run := exec.CommandContext(ctx, program[0], words...)
	run.WaitDelay = time.Second
	return run.Run()
}
