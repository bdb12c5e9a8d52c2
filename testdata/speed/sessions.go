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
	"time"

	"coldstart/model"
	"coldstart/testdata/transcripts/homes"
	"coldstart/vault"
)

// homeTasks are what can be measured in a home that was made.
var homeTasks = map[string]func(dir string) (sample, error){
	"sessions": sessions,
	"ends":     ends,
	"end":      openEnd,
}

// benchHomes measures the sessions of agents only.
func benchHomes(quick bool, out, progress io.Writer) error {
	dir, err := os.MkdirTemp("", "coldstart-speed-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	r, end, err := measureHomes(quick, dir, progress)
	if err != nil {
		return err
	}
	table(out, []row{r})
	figures(out, []figure{end})
	return nil
}

// measureHomes measures how long it takes to list all sessions of a large home, and to open a large
// transcript at its end.
func measureHomes(quick bool, dir string, progress io.Writer) (r row, end figure, err error) {
	r.subject = subject{name: "sessions", n: 1000, most: 3}
	bytes, large := int64(1_600_000_000), int64(500_000_000)
	if quick {
		r.n, bytes, large = 200, 20_000_000, 5_000_000
	}
	fmt.Fprintf(progress, "sessions, %d …\n", r.n)
	many, one := filepath.Join(dir, "sessions"), filepath.Join(dir, "session")
	defer func() { err = errors.Join(err, os.RemoveAll(many), os.RemoveAll(one)) }()
	if r.bytes, err = madeHome(many, r.n, bytes); err != nil {
		return r, end, err
	}
	if _, err = madeHome(one, 1, large); err != nil {
		return r, end, err
	}
	took := map[string][]sample{}
	// The first round brings the files into the memory of the system.
	for round := range rounds + 1 {
		for _, t := range []struct{ task, dir string }{{"ends", many}, {"sessions", many}, {"end", one}} {
			s, err := inChild(t.task, t.dir)
			if err != nil {
				return r, end, err
			}
			if round > 0 {
				took[t.task] = append(took[t.task], s)
			}
		}
	}
	r.floor, r.load, r.peak = median(took["ends"]).Took, median(took["sessions"]).Took, median(took["sessions"]).Peak
	end = figure{fmt.Sprintf("a session of %d MB: its end (ms)", large/1e6), float64(median(took["end"]).Took) / 1e6, 50}
	return r, end, nil
}

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
	s.Took, err = readAll(dir, strings.Split(string(list), "\n"), 2*runtime.GOMAXPROCS(0), headBytes+tailBytes, readEnds)
	return s, err
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
	if err := os.MkdirAll(largest.Dir, 0o755); err != nil {
		return s, err
	}
	v, err := vault.Open(largest.Dir, o)
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
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return 0, err
	}
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
