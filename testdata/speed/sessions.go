package main

import (
	"context"
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

	"coldstart/model"
	"coldstart/testdata/transcripts/homes"
	"coldstart/vault"
)

// homeOf are the stores of a home that package homes made.
func homeOf(dir string) vault.Options {
	return vault.Options{Stores: vault.StoreFolders(func(string) string { return "" }, filepath.Join(dir, "home"))}
}

// sessions lists the sessions of a home, as the list of all repositories does.
func sessions(dir string) (s sample, err error) {
	start := time.Now()
	found, left, problems := vault.Everywhere(homeOf(dir))
	s.Took = time.Since(start)
	if len(found) == 0 || left > 0 || len(problems) > 0 {
		return s, fmt.Errorf("%d sessions, %d left, problems: %v", len(found), left, problems)
	}
	return s, nil
}

// What is read of a transcript, as vault/source has it.
const (
	headBytes = 64 << 10
	tailBytes = 256 << 10
)

// ends reads the beginning and the end of each transcript with as many workers, and does nothing else.
func ends(dir string) (s sample, err error) {
	list, err := os.ReadFile(dir + listName)
	if err != nil {
		return s, err
	}
	names := strings.Split(string(list), "\n")
	var next atomic.Int64
	var failed atomic.Pointer[error]
	start := time.Now()
	var workers sync.WaitGroup
	for range min(2*runtime.GOMAXPROCS(0), 8, len(names)) {
		workers.Go(func() {
			buffer := make([]byte, headBytes+tailBytes)
			for i := next.Add(1) - 1; int(i) < len(names); i = next.Add(1) - 1 {
				if err := readEnds(filepath.Join(dir, names[i]), buffer); err != nil {
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

func readEnds(name string, buffer []byte) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if info.Size() <= int64(len(buffer)) {
		_, err = f.Read(buffer)
	} else if _, err = f.Read(buffer[:headBytes]); err == nil {
		_, err = f.ReadAt(buffer[headBytes:], info.Size()-tailBytes)
	}
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// openEnd opens the largest session of a home at its end.
func openEnd(dir string) (s sample, err error) {
	o := homeOf(dir)
	found, _, _ := vault.Everywhere(o)
	var largest model.Transcript
	for _, t := range found {
		if t.Size > largest.Size {
			largest = t
		}
	}
	v, err := vault.Open(dir, o)
	if err != nil {
		return s, err
	}
	defer func() { err = errors.Join(err, v.Close()) }()
	start := time.Now()
	doc, err := v.Read(context.Background(), largest.Ref())
	s.Took = time.Since(start)
	if err == nil && len(doc.Events) == 0 {
		err = fmt.Errorf("%s: nothing happened", largest.Path)
	}
	return s, err
}

// madeHome makes a home with so many sessions of so many bytes, and the list of its transcripts.
func madeHome(dir string, number int, bytes int64) (size int64, err error) {
	made, err := homes.Make(dir, homes.Options{Seed: seed, Number: number, Bytes: bytes, Tools: []string{"claude"}})
	if err != nil {
		return 0, err
	}
	names := make([]string, len(made))
	for i, m := range made {
		names[i] = filepath.Join("home", filepath.FromSlash(m.Path))
		info, err := os.Stat(filepath.Join(dir, names[i]))
		if err != nil {
			return 0, err
		}
		size += info.Size()
	}
	return size, os.WriteFile(dir+listName, []byte(strings.Join(names, "\n")), 0o644)
}
