package load

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"coldstart/model"
	"coldstart/testdata/must"
	"coldstart/vault/guest"
)

// What the programs themselves say of our fixtures. Each test needs its program in the PATH; the
// versions that they were last run with are in docs/sources.md.

// program runs a guest's program in a copy of a fixture, and returns its output.
func program(t *testing.T, name, format, fixture string, args ...string) (out string, s model.Snapshot) {
	t.Helper()
	at, err := exec.LookPath(name)
	if err != nil {
		t.Skipf("needs %s: %v", name, err)
	}
	dir := t.TempDir()
	repo := filepath.Join(dir, "repo")
	must.Do(t, os.CopyFS(repo, os.DirFS(filepath.Join("..", "guest", format, "testdata", fixture, "repo"))))
	if b, err := exec.Command("git", "-C", repo, "init", "-q").CombinedOutput(); err != nil {
		t.Skipf("needs git: %s", b)
	}
	c := exec.CommandContext(t.Context(), at, args...)
	c.Dir = repo
	c.Env = append(os.Environ(), "HOME="+dir, "NO_COLOR=1", "CI=1", "DO_NOT_TRACK=1", "OPENSPEC_TELEMETRY=0")
	// Some end with 1 where they only warn.
	b, err := c.Output()
	if len(b) == 0 {
		t.Fatalf("%s: %v", c, err)
	}
	i := slices.IndexFunc(Guests(), func(g guest.Guest) bool { return g.Name == format })
	return string(b), guestSnapshot(t, repo, Guests()[i])
}

func TestOpenSpecCountsTheSameTasks(t *testing.T) {
	t.Parallel()
	for _, fixture := range []string{"shop", "schema", "older"} {
		t.Run(fixture, func(t *testing.T) {
			t.Parallel()
			out, s := program(t, "openspec", "openspec", fixture, "list", "--json")
			var said struct {
				Changes []struct {
					Name                       string
					CompletedTasks, TotalTasks int
				}
			}
			if err := json.Unmarshal([]byte(out), &said); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			var want, got []string
			for _, c := range said.Changes {
				want = append(want, fmt.Sprintf("%s %d/%d", c.Name, c.CompletedTasks, c.TotalTasks))
			}
			for _, p := range s.Plans {
				done, all := p.Progress()
				got = append(got, fmt.Sprintf("%s %d/%d", p.ID, done, all))
			}
			sameLists(t, got, want)
		})
	}
}

func TestBacklogListsTheSameTasks(t *testing.T) {
	t.Parallel()
	out, s := program(t, "backlog", "backlog", "yard", "task", "list", "--plain")
	var want, got []string
	status := ""
	for line := range strings.Lines(out) {
		if word, ok := strings.CutSuffix(strings.TrimRight(line, "\n"), ":"); ok && !strings.HasPrefix(line, " ") {
			status = word
		}
		m := regexp.MustCompile(`^  (?:\[\w+\] )?(TASK-[\d.]+) - (.*?)(?: \(ac: (\d+/\d+)\))?\n$`).FindStringSubmatch(line)
		if m != nil && status != "Wontfix" {
			want = append(want, strings.TrimSpace(strings.Join([]string{m[1], status, m[2], m[3]}, " ")))
		}
	}
	for _, p := range s.Plans {
		if !strings.HasPrefix(p.ID, "TASK-") {
			continue
		}
		progress := ""
		if done, all := p.Progress(); all > 0 {
			progress = fmt.Sprintf("%d/%d", done, all)
		}
		got = append(got, strings.TrimSpace(strings.Join([]string{p.ID, p.Status.Word, p.Objective, progress}, " ")))
	}
	sameLists(t, got, want)
}

func TestTaskMasterNamesTheSameNextTask(t *testing.T) {
	t.Parallel()
	out, s := program(t, "task-master", "taskmaster", "harbour", "next")
	m := regexp.MustCompile(`Next Task: #([\d.]+) - (.*?) *│`).FindStringSubmatch(out)
	if m == nil {
		t.Fatalf("it says no next task: %s", out)
	}
	if len(s.Plans) != 1 || s.Plans[0].Reading.Next != m[1]+" "+m[2] {
		t.Errorf("%+v, want %s %s", s.Plans, m[1], m[2])
	}
}

func sameLists(t *testing.T, got, want []string) {
	t.Helper()
	slices.Sort(got)
	slices.Sort(want)
	if len(want) == 0 || !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// A plan of GSD is a step of its phase; the checks by hand in it are steps too, which GSD does not
// count.
func TestGSDCountsTheSamePlans(t *testing.T) {
	t.Parallel()
	out, s := program(t, "gsd-tools", "gsd", "boatyard", "progress", "json")
	var said struct {
		Phases []struct {
			Number, Name     string
			Plans, Summaries int
		}
	}
	if err := json.Unmarshal([]byte(out), &said); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	var want, got []string
	for _, p := range said.Phases {
		want = append(want, fmt.Sprintf("%s-%s %d/%d", p.Number, p.Name, p.Summaries, p.Plans))
	}
	for _, p := range s.Plans {
		done, all := 0, 0
		for _, step := range p.Steps {
			if !step.Human {
				all++
			}
			if step.Done() {
				done++
			}
		}
		if p.ID != "roadmap" {
			got = append(got, fmt.Sprintf("%s %d/%d", p.ID, done, all))
		}
	}
	sameLists(t, got, want)
}
