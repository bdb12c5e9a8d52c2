package main

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/creack/pty"
)

const (
	// workday is how many changes a vault sees in eight hours, one every six seconds.
	workday = 4800
	// soakPlans is the size of the vault, and mostHeld how many times the memory after a fifth of the changes the screen
	// may hold at the end.
	soakPlans, mostHeld = 500, 1.3
)

// length is how many changes are replayed, and in what time.
type length struct {
	changes int
	last    time.Duration
}

// shortSoak are the changes of half an hour.
func shortSoak(quick bool) length {
	if quick {
		return length{workday / 160, 5 * time.Second}
	}
	return length{workday / 16, 30 * time.Second}
}

// still lets nothing blink, so that a screen comes to rest.
var still = []string{"COLDSTART_MOTION=false"}

// soak is an open screen, and a vault below it that changes.
type soak struct {
	length
	dir, origin string
	rng         *rand.Rand
	screen      *terminal
	made        int
}

// benchSoak replays the changes of a workday in so much time.
func benchSoak(last time.Duration, out io.Writer) (err error) {
	base, err := os.MkdirTemp("", "coldstart-speed-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(base)) }()
	binary, err := build(base)
	if err != nil {
		return err
	}
	measured, err := measureSoak(binary, base, length{workday, last}, out)
	if err == nil {
		figures(out, measured)
	}
	return err
}

// measureSoak replays changes below an open screen. The screen must show at the end what one shows that was just opened,
// and hold about as much memory as in the beginning.
func measureSoak(binary, base string, l length, out io.Writer) (measured []figure, err error) {
	state := filepath.Join(base, "state")
	s := &soak{length: l, dir: filepath.Join(base, "vault"), origin: filepath.Join(base, "origin"), rng: rand.New(rand.NewPCG(seed, seed))}
	if err = s.begin(); err != nil {
		return nil, err
	}
	if s.screen, err = openTerminal(binary, state, still, "--vault", s.dir); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.screen.close()) }()
	if _, _, err = s.screen.when("mlive", 0); err != nil {
		return nil, err
	}
	first, end, err := s.replay(out)
	if err != nil {
		return nil, err
	}
	fresh, err := openTerminal(binary, state, still, "--vault", s.dir)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, fresh.close()) }()
	if _, _, err = fresh.when("mlive", 0); err != nil {
		return nil, err
	}
	fmt.Fprintf(out, "memory after a fifth of the changes %d MB, at the end %d MB\n", first>>20, end>>20)
	return []figure{{fmt.Sprintf("%d changes: memory at the end, times that before", l.changes), float64(end) / float64(max(1, first)), mostHeld}}, s.same(fresh)
}

// begin makes the vault as a clone of a repository with two branches.
func (s *soak) begin() error {
	m := newMaker(s.origin)
	m.plans(soakPlans)
	m.requests(soakPlans / 5)
	m.events(2000)
	if m.err != nil {
		return m.err
	}
	if err := s.git(s.origin, "init", "-q", "-b", "main"); err != nil {
		return err
	}
	if err := errors.Join(s.git(s.origin, "add", "-A"), s.commit("Plan the quay"), s.git(s.origin, "checkout", "-q", "-b", "other")); err != nil {
		return err
	}
	plans, err := filepath.Glob(filepath.Join(s.origin, "Plans", "*"))
	for i, name := range plans {
		if i%3 == 0 {
			err = errors.Join(err, os.Remove(name))
		}
	}
	return errors.Join(err, s.git(s.origin, "add", "-A"), s.commit("Leave a third of the plans"), s.git(s.origin, "checkout", "-q", "main"), s.clone())
}

func (s *soak) commit(words string) error {
	return s.git(s.origin, "-c", "user.name=desk", "-c", "user.email=desk@harbour.example", "commit", "-q", "-m", words)
}

func (s *soak) clone() error { return s.git(filepath.Dir(s.dir), "clone", "-q", s.origin, s.dir) }

func (s *soak) git(dir string, args ...string) error {
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	if b, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("git %s: %w: %s", strings.Join(args, " "), err, b)
	}
	return nil
}

// replay makes the changes, and returns how much memory the screen held after a fifth of them and at the end.
func (s *soak) replay(out io.Writer) (first, end int64, err error) {
	process, began := s.screen.cmd.Process, time.Now()
	for i := range s.changes {
		time.Sleep(time.Until(began.Add(s.last * time.Duration(i) / time.Duration(s.changes))))
		if err = s.change(i); err != nil {
			return 0, 0, fmt.Errorf("change %d: %w", i, err)
		}
		switch {
		case i == s.changes/5:
			first = resident(process.Pid)
		case i%(s.changes/10) == 0:
			fmt.Fprintf(out, "%5d changes, %d MB\n", i, resident(process.Pid)>>20)
		}
		s.screen.forget()
	}
	s.screen.rest(5 * time.Second)
	return first, resident(process.Pid), nil
}

// change makes the change of a number. Twice the folder is cloned again, and twice the computer sleeps.
func (s *soak) change(i int) error {
	switch i {
	case s.changes / 3, 2 * s.changes / 3:
		if err := os.RemoveAll(s.dir); err != nil {
			return err
		}
		time.Sleep(s.last / 300)
		return s.clone()
	case s.changes / 4, 3 * s.changes / 4:
		return sleep(s.screen.cmd.Process, s.last/30)
	}
	switch s.rng.IntN(100) {
	case 0:
		return s.git(s.dir, "checkout", "-q", "-f", []string{"main", "other"}[s.rng.IntN(2)])
	case 1, 2, 3, 4, 5, 6, 7, 8, 9:
		s.made++
		return s.write(fmt.Sprintf("Pending_Approval/EMAIL_new_%d.md", s.made), fmt.Sprintf("---\ntype: approval_request\naction: email\nrecipient: desk@harbour.example\nstatus: pending\n---\n\n# Answer %d\n", s.made), false)
	case 10, 11, 12, 13, 14, 15, 16, 17, 18, 19:
		return s.move("Pending_Approval/*", "Approved")
	case 20, 21, 22, 23, 24:
		return s.move("Plans/*", "Plans")
	}
	names, err := filepath.Glob(filepath.Join(s.dir, "Plans", "*"))
	if err != nil || len(names) == 0 {
		return err
	}
	name := names[s.rng.IntN(len(names))]
	b, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	marks := [2]string{"- [ ]", "- [x]"}
	if s.rng.IntN(2) == 0 {
		marks[0], marks[1] = marks[1], marks[0]
	}
	rel, err := filepath.Rel(s.dir, name)
	return errors.Join(err, s.write(rel, strings.Replace(string(b), marks[0], marks[1], 1), i%2 == 0))
}

// write writes a file in place, or by renaming a new one.
func (s *soak) write(name, text string, renames bool) error {
	at := filepath.Join(s.dir, name)
	if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil || !renames {
		return errors.Join(err, os.WriteFile(at, []byte(text), 0o644))
	}
	return errors.Join(os.WriteFile(at+".tmp", []byte(text), 0o644), os.Rename(at+".tmp", at))
}

// move moves one of some files to a folder; one that lies there gets another name.
func (s *soak) move(pattern, folder string) error {
	names, err := filepath.Glob(filepath.Join(s.dir, pattern))
	if err != nil || len(names) == 0 {
		return err
	}
	from := names[s.rng.IntN(len(names))]
	to := filepath.Join(s.dir, folder, filepath.Base(from))
	if from == to {
		s.made++
		to = filepath.Join(s.dir, folder, fmt.Sprintf("PLAN-moved-%06d.md", s.made))
	}
	return errors.Join(os.MkdirAll(filepath.Dir(to), 0o755), os.Rename(from, to))
}

// drawnParts matches what a program sends to a terminal: moves to a row, other commands, and text.
var drawnParts = regexp.MustCompile(`\x1b\[(\d*);?\d*H|\x1b\[[0-9;?]*[a-zA-Z]|\x1b\][^\a\x1b]*(?:\a|\x1b\\)|\x1b[=>78]|[\r\n]|[^\x1b\r\n]+`)

// eraseRight empties the rest of a row.
const eraseRight = "\x1b[K"

// rowsOf returns the rows as they were drawn last.
func rowsOf(drawn string) (rows [40]string) {
	row, begins := 0, true
	for _, part := range drawnParts.FindAllStringSubmatch(drawn, -1) {
		switch text := part[0]; {
		case strings.HasSuffix(text, "H") && text[0] == '\x1b':
			n, _ := strconv.Atoi(part[1])
			row, begins = max(0, n-1), true
		case text == "\n":
			row, begins = row+1, true
		case row >= len(rows), text == "\r", text[0] == '\x1b' && text != eraseRight:
		case begins:
			rows[row], begins = strings.TrimPrefix(text, eraseRight), false
		default:
			rows[row] += strings.TrimPrefix(text, eraseRight)
		}
	}
	for i := range rows {
		rows[i] = strings.TrimRight(rows[i], " ")
	}
	return rows
}

// frame is what a terminal shows on a page, without the row with the clock.
func (t *terminal) frame(page string) (rows [40]string, err error) {
	const quiet = 300 * time.Millisecond
	for _, key := range []string{"\x1b", page, "g"} {
		if _, err := t.pty.WriteString(key); err != nil {
			return rows, err
		}
		t.rest(quiet)
	}
	from := t.size()
	// In another size it draws every row.
	for _, cols := range []uint16{121, 120} {
		if err := pty.Setsize(t.pty, &pty.Winsize{Rows: 40, Cols: cols}); err != nil {
			return rows, err
		}
		t.rest(quiet)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	rows = rowsOf(string(t.seen[from:]))
	// The first has the clock.
	rows[0] = ""
	return rows, nil
}

// forget drops the output so far: nothing looks for it again.
func (t *terminal) forget() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.seen, t.chunks = nil, nil
}

// same compares what both screens show on each page of the vault.
func (s *soak) same(fresh *terminal) error {
	for _, page := range []string{"2", "3", "1"} {
		was, err := s.screen.frame(page)
		if err == nil && strings.Contains(was[len(was)-1], "close the group") {
			// The group under the cursor opened while it was regrouped.
			if _, err = s.screen.pty.WriteString("o"); err == nil {
				was, err = s.screen.frame(page)
			}
		}
		now, failed := fresh.frame(page)
		if err = errors.Join(err, failed); err != nil {
			return err
		}
		for i := range was {
			if was[i] != now[i] {
				return fmt.Errorf("page %s, row %d: the screen shows %q, one that was just opened %q", page, i+1, was[i], now[i])
			}
		}
	}
	return nil
}
