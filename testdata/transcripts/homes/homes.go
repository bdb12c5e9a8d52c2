// Package homes makes home folders in which the programs of agents left sessions: of all kinds, and
// with all ends. The same seed makes the same home. What each session has to say stands beside it.
//
// All names are invented. Nothing here is used by the program.
package homes

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// Session is what a transcript has to say.
type Session struct {
	// Tool is the program: "claude". Kind names how the session went, in words.
	Tool, Kind string
	// Path is the transcript's, relative to the home folder, with slashes.
	Path string
	ID   string
	// Ending and Sure are the names of how it ended, an hour after all of it.
	Ending, Sure string
	// Dir is the folder in which it worked, an absolute path, and Gone is true if that is not there.
	Dir  string
	Gone bool
	// Branch, Title, Prompt (the last one) and From are as the program shows them.
	Branch, Title, Prompt, From string
	// Began and Last are its first and last times.
	Began, Last time.Time
	// Questions are how many questions are open, Unknown how many lines are of no known kind.
	Questions, Unknown int
	// Batch is true for a run without a person at the screen.
	Batch bool
	// None is true for a file that is no session of its own.
	None bool
}

// Options say what is made.
type Options struct {
	Seed uint64
	// Number is how many sessions there are. The kinds take turns.
	Number int
	// Bytes is about how large all transcripts are together, 0 for as small as they can be.
	Bytes int64
	// Now is when the newest session was at work.
	Now time.Time
	// Tools are the programs whose sessions are made, nil for all.
	Tools []string
}

// kind is one way in which a session goes.
type kind struct {
	tool, name string
	// make writes it down. It fills the session that is expected.
	make func(s *scene)
}

// kinds are all ways.
func kinds() []kind { return slices.Concat(claudeKinds, codexKinds, geminiKinds) }

// Kinds are the names of all ways in which sessions go, behind that of their program.
func Kinds() (all []string) {
	for _, k := range kinds() {
		all = append(all, k.tool+" "+k.name)
	}
	return all
}

// Make fills a folder: home/ with the stores of the programs, work/ with the folders that were
// worked in, and expected.json with what each session has to say, in the order in which they were
// written.
func Make(dir string, o Options) ([]Session, error) {
	if o.Now.IsZero() {
		o.Now = time.Date(2026, 3, 14, 8, 5, 0, 0, time.UTC)
	}
	m := &maker{Options: o, dir: dir, random: rand.New(rand.NewPCG(o.Seed, 18))}
	if err := m.workplaces(); err != nil {
		return nil, err
	}
	all := kinds()
	if o.Tools != nil {
		all = slices.DeleteFunc(all, func(k kind) bool { return !slices.Contains(o.Tools, k.tool) })
	}
	m.random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	for i := range o.Number {
		s := m.scene(all[i%len(all)], i)
		s.kind.make(s)
		if s.err != nil {
			return nil, fmt.Errorf("%s: %w", s.kind.name, s.err)
		}
		m.made = append(m.made, s.made...)
	}
	b, err := json.MarshalIndent(m.made, "", "  ")
	if err != nil {
		return nil, err
	}
	return m.made, os.WriteFile(filepath.Join(dir, "expected.json"), append(b, '\n'), 0o644)
}

// maker makes one home.
type maker struct {
	Options
	dir    string
	random *rand.Rand
	work   []workplace
	made   []Session
}

// workplace is a folder that was worked in.
type workplace struct {
	dir  string
	gone bool
}

// workplaces makes the folders that were worked in. Every fifth is gone.
func (m *maker) workplaces() error {
	for i := range max(1, m.Number/15) {
		w := workplace{dir: filepath.Join(m.dir, "work", fmt.Sprintf("%s_%d", names[i%len(names)], i)), gone: i%5 == 4}
		if m.work = append(m.work, w); w.gone {
			continue
		}
		if err := os.MkdirAll(filepath.Join(w.dir, ".git"), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(w.dir, ".git", "HEAD"), []byte("ref: refs/heads/main\n"), 0o644); err != nil {
			return err
		}
	}
	return nil
}

var (
	names   = []string{"kiosk", "till.print", "ferry times", "seagull", "Wheelworks"}
	prompts = []string{
		"Print the receipts.", "Add the paper width to the settings", "why does the ferry come late on Sundays?",
		"Räum die Kasse auf, bitte", "领收书を印刷する", "Settle the bookings without a receipt,\nthen compare them with the bank's.",
	}
	branches = []string{"main", "feat/receipts", "fix-the-roll"}
)

// scene is one session while it is made.
type scene struct {
	*maker
	kind kind
	// work is where it takes place, id its id, now the time of its next line.
	work   workplace
	id     string
	branch string
	now    time.Time
	began  time.Time
	prompt string
	lines  []string
	// filler is how many bytes of results it has besides what is needed.
	filler int64
	made   []Session
	err    error
}

func (m *maker) scene(k kind, i int) *scene {
	s := &scene{maker: m, kind: k, work: m.work[m.random.IntN(len(m.work))], branch: branches[m.random.IntN(len(branches))]}
	s.id = s.newID()
	// The newest is from the hour before, the others from the weeks before.
	s.now = m.Now.Add(-time.Hour - time.Duration(m.random.IntN(60*24*60))*time.Minute)
	if i == 0 {
		s.now = m.Now.Add(-time.Hour)
	}
	s.began = s.now.Add(-time.Duration(1+m.random.IntN(180)) * time.Minute)
	s.now = s.began
	s.prompt = prompts[m.random.IntN(len(prompts))]
	if m.Bytes > 0 {
		// Most are small and a few are large, as in life.
		each := m.Bytes / int64(m.Number)
		s.filler = each / 2
		if i%10 == 0 {
			s.filler = each*10 - each/2*9
		}
	}
	return s
}

// newID is a random id as the programs make them.
func (m *maker) newID() string {
	a, b := m.random.Uint64(), m.random.Uint64()
	return fmt.Sprintf("%08x-%04x-4%03x-8%03x-%012x", a>>32, a>>16&0xFFFF, a&0xFFF, b>>52, b&0xFFFFFFFFFFFF)
}

// tick returns the time of the next line, some seconds later.
func (s *scene) tick() time.Time {
	s.now = s.now.Add(time.Duration(1+s.random.IntN(40))*time.Second + time.Duration(s.random.IntN(1000))*time.Millisecond)
	return s.now
}

// write writes a file of the home, as last written at the time of the scene.
func (s *scene) write(name string, b []byte) {
	if s.err != nil {
		return
	}
	file := filepath.Join(s.dir, "home", filepath.FromSlash(name))
	if s.err = os.MkdirAll(filepath.Dir(file), 0o755); s.err != nil {
		return
	}
	if s.err = os.WriteFile(file, b, 0o644); s.err == nil {
		s.err = os.Chtimes(file, s.now, s.now)
	}
}

// expect says what the session has to tell.
func (s *scene) expect(e Session) {
	e.Tool, e.Kind, e.Dir, e.Gone, e.Branch = s.kind.tool, s.kind.name, s.work.dir, s.work.gone, cmp.Or(e.Branch, s.branch)
	e.ID, e.Sure = cmp.Or(e.ID, s.id), cmp.Or(e.Sure, "derived")
	if e.Began.IsZero() {
		e.Began = s.began
	}
	if e.Last.IsZero() {
		e.Last = s.now
	}
	s.made = append(s.made, e)
}
