package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// slowDisk is how long each call that names a file waits on a slow disk, and mostSlow how long an approval may take there.
const slowDisk, mostSlow = 15 * time.Millisecond, 2

// measureSlowDisk approves a request of the example vault while each call waits; without strace it measures nothing.
func measureSlowDisk(binary, base string) ([]figure, error) {
	strace, err := exec.LookPath("strace")
	if err != nil {
		return nil, nil
	}
	const request = "Pending_Approval/LINKEDIN_2026-03-12_truing_evening.md"
	p, dir := post{binary, base}, filepath.Join(base, "vault")
	if err := errors.Join(p.write(map[string]string{settingsFile: mayDecide}), os.CopyFS(dir, os.DirFS(filepath.Join("testdata", "demo")))); err != nil {
		return nil, err
	}
	b, err := os.ReadFile(filepath.Join(dir, request))
	if err != nil {
		return nil, err
	}
	cmd := p.command("--vault", dir, "approve", request, "--yes", "--expect-hash", fmt.Sprintf("%x", sha256.Sum256(b)))
	cmd.Path, cmd.Args = strace, append([]string{"strace", "-f", "-qq", "-o", os.DevNull, "-e", "trace=%file,fsync",
		"-e", fmt.Sprintf("inject=%%file,fsync:delay_enter=%d", slowDisk.Microseconds())}, cmd.Args...)
	start := time.Now()
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("approving %s: %w: %s", request, err, out)
	}
	return []figure{{fmt.Sprintf("an approval where each call waits %v (s)", slowDisk), time.Since(start).Seconds(), mostSlow}}, nil
}
