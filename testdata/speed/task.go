package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"coldstart/vault"
)

// sample is one measurement, made by a process of its own: its memory is that of the
// task alone, and nothing is warm but the system's own memory of the disk.
type sample struct {
	Took time.Duration
	// Peak is the most memory that the process ever held, in bytes, 0 where the system
	// does not tell.
	Peak int64
	// Opened is how many files were opened, -1 where the system does not tell.
	Opened int
}

// listName is the file beside a vault with the names of what the floor reads.
const listName = ".list"

// tasks are what can be measured in a vault that was made.
var tasks = map[string]func(dir string) (sample, error){
	"load":   load,
	"floor":  floor,
	"reload": reload,
}

// child is the process that measures.
func child(task, dir string, out io.Writer) error {
	run, ok := tasks[task]
	if !ok {
		return fmt.Errorf("there is no task %q", task)
	}
	s, err := run(dir)
	if err != nil {
		return err
	}
	s.Peak = peak()
	return json.NewEncoder(out).Encode(s)
}

func open(dir string) (*vault.Vault, error) {
	return vault.Open(dir, vault.Options{StateDir: dir + ".state", Operator: "sam", Clock: time.Now})
}

// load is what coldstart does with a vault when it opens it.
func load(dir string) (s sample, err error) {
	start := time.Now()
	v, err := open(dir)
	if err != nil {
		return s, err
	}
	defer func() { err = errors.Join(err, v.Close()) }()
	_, err = v.Load(context.Background(), time.Now())
	s.Took = time.Since(start)
	return s, err
}

// floor reads the same bytes with as many workers and does nothing else.
func floor(dir string) (s sample, err error) {
	list, err := os.ReadFile(dir + listName)
	if err != nil {
		return s, err
	}
	names := strings.Fields(string(list))
	var next atomic.Int64
	var failed atomic.Pointer[error]
	start := time.Now()
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), 8, len(names)) {
		workers.Go(func() {
			buffer := make([]byte, 256<<10)
			for i := next.Add(1) - 1; int(i) < len(names); i = next.Add(1) - 1 {
				if err := readAway(filepath.Join(dir, names[i]), buffer); err != nil {
					failed.Store(&err)
				}
			}
		})
	}
	workers.Wait()
	s.Took = time.Since(start)
	if err := failed.Load(); err != nil {
		return s, *err
	}
	return s, nil
}

func readAway(name string, buffer []byte) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	for {
		_, err := f.Read(buffer)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// reload is what the screen does when one file has changed.
func reload(dir string) (s sample, err error) {
	v, err := open(dir)
	if err != nil {
		return s, err
	}
	defer func() { err = errors.Join(err, v.Close()) }()
	if _, err := v.LoadChanged(context.Background(), time.Now()); err != nil {
		return s, err
	}
	name := filepath.Join(dir, "Plans", "PLAN-2026-000007.md")
	b, err := os.ReadFile(name)
	if err != nil {
		return s, err
	}
	if err := os.WriteFile(name, append(b, "- Looked at again.\n"...), 0o644); err != nil {
		return s, err
	}
	opened, err := openings(dir)
	if err != nil {
		return s, err
	}
	start := time.Now()
	_, err = v.LoadChanged(context.Background(), time.Now())
	s.Took = time.Since(start)
	s.Opened = opened()
	return s, errors.Join(err, os.WriteFile(name, b, 0o644))
}
