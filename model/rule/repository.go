package rule

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"coldstart/model"
)

// Repository is where agents worked, by the folders that their sessions wrote down.
type Repository struct {
	// Dir is its folder, empty for sessions that name none. Name is the shortest end of it that no
	// other one has.
	Dir, Name string
	// Dirs are the folders in which its sessions worked, those of worktrees too, the one of the
	// newest session first.
	Dirs []string
	// Sessions are its sessions, the newest first.
	Sessions []model.Transcript
	// Temporary is true for a folder in which nothing is meant to stay.
	Temporary bool
}

// Sight is what a look at a folder told.
type Sight struct {
	// Root is the folder of the repository around it, or the folder itself outside of one. Trees
	// are the other worktrees of that repository.
	Root  string
	Trees []string
	// Repository is false outside of one. Gone is true for a folder that is not there.
	Repository, Gone bool
}

// Repositories puts the sessions together that worked in one repository, the newest first and
// temporary folders last. Sessions are ordered as SortTranscripts does. What was seen of folders
// counts; of others only their names are known: a folder in another one belongs to that, and a
// worktree to the repository in whose folder for worktrees it lies. The home folder, and what lies
// around it, holds nothing together.
func Repositories(sessions []model.Transcript, seen map[string]Sight, home string) []Repository {
	g := grouping{roots: map[string]string{}, named: map[string]bool{}, seen: seen, home: home}
	for _, dir := range slices.Sorted(maps.Keys(seen)) {
		if s := seen[dir]; s.Repository && !s.Gone {
			for _, dir := range append([]string{s.Root}, s.Trees...) {
				g.roots[dir] = s.Root
			}
		}
	}
	for _, t := range sessions {
		if dir := g.outOfWorktree(folder(t.Dir)); !g.alone(dir) && !g.broad(dir) {
			g.named[dir] = true
		}
	}
	var all []Repository
	at := map[string]int{}
	of := map[string]string{}
	for _, t := range sessions {
		dir := folder(t.Dir)
		root, ok := of[dir]
		if !ok {
			root = g.root(dir)
			of[dir] = root
		}
		i, ok := at[root]
		if !ok {
			i = len(all)
			at[root] = i
			all = append(all, Repository{Dir: root, Temporary: temporary(root, home)})
		}
		r := &all[i]
		if r.Sessions = append(r.Sessions, t); !slices.Contains(r.Dirs, dir) {
			r.Dirs = append(r.Dirs, dir)
		}
	}
	slices.SortStableFunc(all, func(a, b Repository) int {
		return cmp.Or(flag(a.Temporary)-flag(b.Temporary), b.Last().Compare(a.Last()))
	})
	nameRepositories(all)
	return all
}

func flag(on bool) int {
	if on {
		return 1
	}
	return 0
}

// grouping finds the repository of a folder.
type grouping struct {
	// roots has the folders of repositories that were seen, named those that sessions name.
	roots map[string]string
	named map[string]bool
	seen  map[string]Sight
	home  string
}

// alone reports whether a folder was seen to be in no repository.
func (g grouping) alone(dir string) bool {
	s, ok := g.seen[dir]
	return ok && !s.Repository && !s.Gone
}

// broad reports a folder that holds nothing together.
func (g grouping) broad(dir string) bool {
	return dir == "" || parent(dir) == dir || Within(dir, g.home) || slices.Contains(temporaries, dir)
}

// root is the nearest repository that was seen around a folder, else the outermost folder around
// it that sessions name.
func (g grouping) root(dir string) string {
	if s, ok := g.seen[dir]; ok && s.Repository && !s.Gone {
		return s.Root
	}
	if root, ok := g.roots[dir]; ok {
		return root
	}
	if g.alone(dir) || g.broad(dir) {
		return dir
	}
	root := g.outOfWorktree(dir)
	if s, ok := g.seen[root]; ok && s.Repository && !s.Gone {
		return s.Root
	}
	for up := root; !g.broad(up); up = parent(up) {
		if seen, ok := g.roots[up]; ok {
			return seen
		}
		if g.named[up] {
			root = up
		}
	}
	return root
}

// nameRepositories names each by as few of the last parts of its path as tell it from the others.
func nameRepositories(all []Repository) {
	left := make([]int, len(all))
	for i := range all {
		left[i] = i
	}
	for parts := 1; len(left) > 0; parts++ {
		count := map[string]int{}
		for _, i := range left {
			all[i].Name = lastOf(all[i].Dir, parts)
			count[all[i].Name]++
		}
		left = slices.DeleteFunc(left, func(i int) bool {
			return count[all[i].Name] == 1 || all[i].Name == all[i].Dir
		})
	}
}

// lastOf returns the last parts of a path, or all of it.
func lastOf(path string, parts int) string {
	at := len(path)
	for range parts {
		if at = strings.LastIndexAny(path[:max(at, 0)], `/\`); at < 0 {
			return path
		}
	}
	return cmp.Or(path[at+1:], path)
}

// Last is when something was last written in one of its sessions.
func (r Repository) Last() time.Time {
	if len(r.Sessions) == 0 {
		return time.Time{}
	}
	return r.Sessions[0].Wrote()
}

// Branches are the branches on which its sessions worked, the one of the newest first.
func (r Repository) Branches() (names []string) {
	for _, t := range r.Sessions {
		if t.Branch != "" && !slices.Contains(names, t.Branch) {
			names = append(names, t.Branch)
		}
	}
	return names
}

// Started counts the sessions that began on each of the last days, today last.
func (r Repository) Started(now time.Time) model.Trend {
	days := model.NewTrend(1, model.DaysShown)
	today := model.DayNumber(now)
	for _, t := range r.Sessions {
		if at := t.Began.Time; t.Began.Known() && !at.After(now) {
			e, _ := t.State(now)
			days.Count(today-model.DayNumber(at.In(now.Location())), e.Dead())
		}
	}
	return days
}

// Count returns how many of its sessions wait for the operator and were cut off, of those that need
// somebody, and how many run.
func (r Repository) Count(now time.Time) (waits, dead, runs int) {
	for _, t := range r.Sessions {
		switch e, _ := t.State(now); {
		case e == model.EndingRuns:
			runs++
		case !t.NeedsYou(now):
		case e == model.EndingWaits:
			waits++
		default:
			dead++
		}
	}
	return waits, dead, runs
}

// Within reports whether path is dir or lies in it. It compares names only.
func Within(dir, path string) bool {
	if dir == "" || path == "" {
		return false
	}
	rest, ok := strings.CutPrefix(path, dir)
	return ok && (rest == "" || isSeparator(rest[0]) || isSeparator(dir[len(dir)-1]))
}

func isSeparator(c byte) bool { return c == '/' || c == '\\' }

// folder is the name of a folder without separators at its end.
func folder(dir string) string {
	for len(dir) > 1 && isSeparator(dir[len(dir)-1]) {
		dir = dir[:len(dir)-1]
	}
	return dir
}

// parent is the folder around a folder; that of the outermost is itself.
func parent(dir string) string {
	switch at := strings.LastIndexAny(dir, `/\`); {
	case at > 0:
		return dir[:at]
	case at == 0:
		return dir[:1]
	}
	return dir
}

// worktrees are the folders in a repository in which programs of agents keep worktrees.
var worktrees = []string{"/.claude/worktrees/", "/.worktrees/"}

// outOfWorktree returns the repository in whose folder for worktrees a folder lies, else the same.
func (g grouping) outOfWorktree(dir string) string {
	slashed := strings.ReplaceAll(dir, `\`, "/")
	for _, mark := range worktrees {
		if at := strings.Index(slashed, mark); at > 0 && len(slashed) > at+len(mark) && !g.broad(dir[:at]) {
			return dir[:at]
		}
	}
	return dir
}

// temporaries are folders in which nothing is meant to stay.
var temporaries = []string{"/tmp", "/var/tmp", "/private/tmp", "/private/var/tmp", "/var/folders", "/private/var/folders", "/dev/shm"}

// temporary reports whether a folder lies where nothing is meant to stay. A home folder that lies
// there itself is none of these.
func temporary(dir, home string) bool {
	return !Within(home, dir) && slices.ContainsFunc(temporaries, func(t string) bool { return Within(t, dir) })
}

// VaultSummary is what a list of vaults says of one.
type VaultSummary struct {
	// Plan is the id of the plan to resume, Objective what it is about; both are empty without one.
	Plan, Objective string
	// Needs counts what needs the operator, Blocks what of it stops work. First is its first row.
	Needs, Blocks int
	First         model.Attention
	// Oldest is since when the longest wait lasts, Expires when the next request is too late; zero for none.
	Oldest, Expires time.Time
	// Dead counts the sessions that are very likely ended.
	Dead int
	// Strange is true for a folder that has nothing that a vault has, ReadOnly where nothing can be decided.
	Strange, ReadOnly bool
}

// Summarize sums a vault up for a list of several.
func Summarize(s model.Snapshot) VaultSummary {
	return SummaryOf(s, NeedsYou(s), ResumeOf(s).Plan, len(DeadSessions(s)))
}

// SummaryOf is Summarize where the queue, the plan to resume and the number of dead sessions are known.
func SummaryOf(s model.Snapshot, needs []model.Attention, p *model.Plan, dead int) VaultSummary {
	o := VaultSummary{Needs: len(needs), Dead: dead, Strange: s.Strange, ReadOnly: s.ReadOnly != ""}
	if p != nil {
		o.Plan, o.Objective = p.ID, p.Objective
	}
	for i, a := range needs {
		if i == 0 {
			o.First = a
		}
		if a.Blocks {
			o.Blocks++
		}
		o.Oldest = sooner(o.Oldest, a.Since)
	}
	for _, r := range s.Requests {
		if r.Expires.Known() && !r.Expired(s.At) && Turn(r) == model.TurnOperator {
			o.Expires = sooner(o.Expires, r.Expires.End())
		}
	}
	return o
}

// sooner is the earlier of two times, of which the zero one is none.
func sooner(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

// ByNeed orders vaults by what is first in their queues, as one queue would; those that need nobody are last.
func ByNeed(a, b VaultSummary) int {
	if c := model.FalseFirst(a.Needs == 0, b.Needs == 0); c != 0 || a.Needs == 0 {
		return c
	}
	return byUrgency(&a.First, &b.First)
}

// DeadSessions are the sessions that are very likely ended, and of which nobody knows yet.
func DeadSessions(s model.Snapshot) (dead []model.Ref) {
	for _, o := range s.Orphans() {
		if t, written := s.Written(o.Ref()); !o.MaybeLive(s.At) && !(written && t.Runs(s.At)) {
			dead = append(dead, o.Ref())
		}
	}
	for _, t := range s.ApartFromLog() {
		if e, _ := t.State(s.At); e.Dead() && t.NeedsYou(s.At) {
			dead = append(dead, t.Ref())
		}
	}
	return dead
}
