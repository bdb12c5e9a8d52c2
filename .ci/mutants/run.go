// Command run breaks one rule at a time, and wants a test of the same package to fail.
//
// A mutant is a file beside it: the path of a source file with the name of the test, an empty line, then
// lines that go, each behind "-", and lines that come, each behind "+". Names of mutants as arguments
// run only these.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// most is how long the test of a mutant may take, mostBuild that plus what is built for it.
const most, mostBuild = 10 * time.Second, 5 * time.Minute

// sentence is what a test says where it fails.
var sentence = regexp.MustCompile(`(?m)^\s+\w+_test\.go:\d+: (.*)$`)

// mutant is a source file with lines that are exchanged.
type mutant struct{ path, test, goes, comes string }

func read(file string) (mutant, error) {
	b, err := os.ReadFile(file)
	if err != nil {
		return mutant{}, err
	}
	head, body, _ := strings.Cut(string(b), "\n\n")
	var m mutant
	if _, err := fmt.Sscan(head, &m.path, &m.test); err != nil {
		return m, fmt.Errorf("its first line is a path and a test: %w", err)
	}
	for line := range strings.Lines(body) {
		if text, ok := strings.CutPrefix(line, "-"); ok {
			m.goes += text
		} else if text, ok := strings.CutPrefix(line, "+"); ok {
			m.comes += text
		}
	}
	return m, nil
}

// run reports what the test says of the mutant.
func (m mutant) run(scratch string) (string, error) {
	source, err := os.ReadFile(m.path)
	if err != nil {
		return "", err
	}
	if n := strings.Count("\n"+string(source), "\n"+m.goes); m.goes == "" || n != 1 {
		return "", fmt.Errorf("the lines that go stand in %s %d times", m.path, n)
	}
	broken, overlay, program := filepath.Join(scratch, "broken.go"), filepath.Join(scratch, "overlay.json"), filepath.Join(scratch, "broken.test")
	whole, err := filepath.Abs(m.path)
	if err != nil {
		return "", err
	}
	names, err := json.Marshal(map[string]map[string]string{"Replace": {whole: broken}})
	if err != nil {
		return "", err
	}
	text := strings.Replace("\n"+string(source), "\n"+m.goes, "\n"+m.comes, 1)[1:]
	if err := os.WriteFile(broken, []byte(text), 0o600); err != nil {
		return "", err
	}
	if err := os.WriteFile(overlay, names, 0o600); err != nil {
		return "", err
	}
	ctx, stop := context.WithTimeout(context.Background(), mostBuild)
	defer stop()
	dir := filepath.Dir(m.path)
	if out, err := exec.CommandContext(ctx, "go", "test", "-c", "-vet=off", "-ldflags=-w", "-overlay", overlay, "-o", program, "./"+dir).CombinedOutput(); err != nil {
		return "", fmt.Errorf("it cannot be built: %w\n%s", err, out)
	}
	limited, end := context.WithTimeout(ctx, most)
	defer end()
	test := exec.CommandContext(limited, program, "-test.run", "^"+m.test+"$")
	test.Dir = dir
	out, err := test.CombinedOutput()
	said := sentence.FindSubmatch(out)
	switch {
	case err == nil:
		return "", fmt.Errorf("it survives %s", m.test)
	case limited.Err() != nil:
		return "", fmt.Errorf("%s does not end within %s", m.test, most)
	case !bytes.Contains(out, []byte("--- FAIL: "+m.test)) || said == nil:
		return "", fmt.Errorf("%s fails without a sentence:\n%s", m.test, out)
	}
	return string(said[1]), nil
}

func main() {
	files, err := filepath.Glob(".ci/mutants/*.txt")
	if err != nil || len(files) == 0 {
		fmt.Fprintln(os.Stderr, "run it in the folder of go.mod; there are no mutants here:", err)
		os.Exit(1)
	}
	scratch, err := os.MkdirTemp("", "mutants-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	failed := 0
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txt")
		if wanted := os.Args[1:]; len(wanted) > 0 && !slices.Contains(wanted, name) {
			continue
		}
		m, err := read(file)
		said := ""
		if err == nil {
			said, err = m.run(scratch)
		}
		if err != nil {
			failed++
			fmt.Printf("FAIL %s: %v\n", name, err)
			continue
		}
		fmt.Printf("ok   %-12s %s\n", name, said)
	}
	os.RemoveAll(scratch)
	if failed > 0 {
		fmt.Printf("%d mutants are not caught\n", failed)
		os.Exit(1)
	}
}
